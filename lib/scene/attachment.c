/* Nodes that are attached to points of a point set must be there at the start; a node elsewhere
 * would be moved there within one step, which usually is an error in the numbering. */
#include "scene/checks.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A share of the sheet's size, well below a spacing and well above the digits that people write. */
static const double near_enough = 1e-3;

/* Diagonal of the box around the nodes, m. */
static double size_of(const double *q, size_t nodes)
{
    double square = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        double low = q[axis * nodes], high = low;
        for (size_t i = 0; i < nodes; i++) {
            low = fmin(low, q[axis * nodes + i]);
            high = fmax(high, q[axis * nodes + i]);
        }
        square += (high - low) * (high - low);
    }
    return sqrt(square);
}

static double distance(const double *q, size_t nodes, size_t node, const double point[3])
{
    double square = 0.0;
    for (size_t axis = 0; axis < 3; axis++)
        square += (q[axis * nodes + node] - point[axis]) * (q[axis * nodes + node] - point[axis]);
    return sqrt(square);
}

static bool from_the_start(const trama_interval *interval)
{
    if (!isnan(interval->iterations[0]))
        return interval->iterations[0] <= 1.0;
    return isnan(interval->seconds[0]) || interval->seconds[0] == 0.0;
}

static trama_status check_pin(const trama_scene *scene, size_t p, const double *q, double most,
                              trama_error *error)
{
    const trama_scene_spec *spec = trama_scene_spec_of(scene);
    const trama_pin *pin = &spec->pins[p];
    long point = pin->points[0];
    for (long k = pin->k[0]; k <= pin->k[1]; k += 1 + pin->skip[0])
        for (long l = pin->l[0]; l <= pin->l[1]; l += 1 + pin->skip[1], point++) {
            const double *at = spec->point_sets[pin->point_set - 1].points.value + 3 * point;
            const size_t node = (size_t)(k * spec->grid.points[1] + l);
            const double apart = distance(q, trama_scene_nodes(scene), node, at);
            char path[sizeof error->path];
            snprintf(path, sizeof path, "pins[%zu].points", p);
            if (!(apart <= most))
                return trama_fail(
                    error, TRAMA_BAD_INPUT, path,
                    "node [%ld, %ld] is %.3g m from point %ld of the point set that it is "
                    "attached to from the start; allowed: at it, within %.3g m",
                    k, l, apart, point, most);
        }
    return TRAMA_OK;
}

trama_status trama_scene_check_attachments(const trama_scene *scene, trama_error *error)
{
    const trama_scene_spec *spec = trama_scene_spec_of(scene);
    const size_t nodes = trama_scene_nodes(scene);
    double *q = calloc(3 * nodes + 1, sizeof *q);
    if (!q)
        return trama_fail_memory(error);
    if (nodes > 0)
        trama_scene_reference(scene, q);
    if (spec->start.place)
        memcpy(q, spec->start.place, 3 * nodes * sizeof *q);
    const double most = near_enough * (nodes > 0 ? size_of(q, nodes) : 0.0);
    trama_status status = TRAMA_OK;
    for (size_t p = 0; p < spec->pin_count && status == TRAMA_OK; p++)
        if (spec->pins[p].point_set > 0 && from_the_start(&spec->pins[p].interval))
            status = check_pin(scene, p, q, most, error);
    free(q);
    return status;
}
