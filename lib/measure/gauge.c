#include "measure/gauge.h"
#include "core/vec.h"

/* The mean of positions q over the gauge's nodes, from the gauge's origin. */
static void mean_place(const trama_scene *scene, const double *q, double place[3])
{
    const trama_gauge *gauge = &trama_scene_spec_of(scene)->gauge;
    const size_t nodes = trama_scene_nodes(scene);
    const long columns = trama_scene_grid(scene)->points[1];
    const double count = (double)trama_target_count(gauge->k, gauge->skip[0]) *
                         (double)trama_target_count(gauge->l, gauge->skip[1]);
    for (size_t axis = 0; axis < 3; axis++) {
        double sum = 0.0;
        for (long k = gauge->k[0]; k <= gauge->k[1]; k += 1 + gauge->skip[0])
            for (long l = gauge->l[0]; l <= gauge->l[1]; l += 1 + gauge->skip[1])
                sum += q[axis * nodes + (size_t)(k * columns + l)] - gauge->origin[axis];
        place[axis] = sum / count;
    }
}

/* The middle of indices, of which some may be left out. */
static double middle(const long range[2], long skip)
{
    return (double)range[0] + 0.5 * (double)((trama_target_count(range, skip) - 1) * (1 + skip));
}

/* The same at rest, where the nodes stand at equal distances. */
static void rest_place(const trama_scene *scene, double place[3])
{
    const trama_gauge *gauge = &trama_scene_spec_of(scene)->gauge;
    const trama_grid *grid = trama_scene_grid(scene);
    const double s1 = middle(gauge->k, gauge->skip[0]) * trama_scene_spacing(scene, 0);
    const double s2 = middle(gauge->l, gauge->skip[1]) * trama_scene_spacing(scene, 1);
    for (size_t axis = 0; axis < 3; axis++)
        place[axis] = grid->origin[axis] + s1 * grid->axis[0][axis] + s2 * grid->axis[1][axis] -
                      gauge->origin[axis];
}

trama_gauge_reading trama_gauge_read(const trama_scene *scene, const double *q)
{
    const trama_grid *grid = trama_scene_grid(scene);
    const double *normal = trama_scene_normal(scene);
    double now[3], rest[3], moved[3];
    mean_place(scene, q, now);
    rest_place(scene, rest);
    for (size_t axis = 0; axis < 3; axis++)
        moved[axis] = now[axis] - rest[axis];
    return (trama_gauge_reading){
        .moved = {dot3(moved, grid->axis[0]), dot3(moved, grid->axis[1]), dot3(moved, normal)},
        .slope = dot3(now, normal) / dot3(now, grid->axis[0]),
    };
}
