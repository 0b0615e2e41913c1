#include "integrator/implicit_points.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { MODES = 6 };

/* The middle of all nodes, m, and their r.m.s. distance from it; 1 if it is 0. */
static void find_middle(const trama_system *system, const double *q, double middle[3], double *size)
{
    double sum[3] = {0.0}, square = 0.0, nodes = 0.0;
    for (int pass = 0; pass < 2; pass++) {
        for (size_t o = 0; o < system->object_count; o++) {
            const trama_object *object = &system->object[o];
            const size_t count = object->type->pointwise ? object->nv / 3 : 0;
            nodes += pass == 0 ? (double)count : 0.0;
            for (size_t axis = 0; axis < 3; axis++)
                for (size_t i = 0; i < count; i++) {
                    const double x = q[object->q_begin + axis * count + i];
                    sum[axis] += pass == 0 ? x : 0.0;
                    square += pass == 0 ? 0.0 : (x - middle[axis]) * (x - middle[axis]);
                }
        }
        for (size_t axis = 0; axis < 3; axis++)
            middle[axis] = nodes > 0.0 ? sum[axis] / nodes : 0.0;
    }
    *size = square > 0.0 ? sqrt(square / nodes) : 1.0;
}

/* What the motions do to a node's coordinate along an axis; x from the middle, over the size. */
static void put_modes(size_t axis, const double x[3], double mode[MODES])
{
    const size_t next = (axis + 1) % 3, last = (axis + 2) % 3;
    mode[axis] = 1.0;
    mode[3 + next] = x[last]; /* (w x x) along `axis` of w along `next` and `last` */
    mode[3 + last] = -x[next];
}

/* Coordinate c of an object: its point, from `first` on, and its modes. */
static size_t put_coordinate(const trama_object *object, size_t c, const double *q, size_t first,
                             const double middle[3], double size, double mode[MODES])
{
    const size_t nodes = object->nv / 3;
    double x[3];
    memset(mode, 0, MODES * sizeof *mode);
    if (!object->type->pointwise) {
        mode[0] = 1.0;
        return first + c;
    }
    for (size_t axis = 0; axis < 3; axis++)
        x[axis] = (q[object->q_begin + axis * nodes + c % nodes] - middle[axis]) / size;
    put_modes(c / nodes, x, mode);
    return first + c % nodes;
}

bool trama_implicit_points(const trama_system *system, const trama_linearisation *linear,
                           const double *q, trama_multigrid_points *points)
{
    double middle[3] = {0.0}, size;
    if (!points->point)
        points->point = malloc((system->nv + 1) * sizeof *points->point);
    if (!points->mode)
        points->mode = malloc((MODES * system->nv + 1) * sizeof *points->mode);
    if (!points->point || !points->mode)
        return false;
    find_middle(system, q, middle, &size);
    points->unknowns = linear->count;
    points->modes = MODES;
    points->points = 0;
    for (size_t o = 0, e = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const size_t end = object->v_begin + object->nv;
        for (; e < linear->count && linear->coordinate[e] < end; e++)
            points->point[e] =
                put_coordinate(object, linear->coordinate[e] - object->v_begin, q, points->points,
                               middle, size, points->mode + MODES * e);
        points->points += object->type->pointwise ? object->nv / 3 : object->nv;
    }
    return true;
}

void trama_implicit_points_free(trama_multigrid_points *points)
{
    free(points->point);
    free(points->mode);
    *points = (trama_multigrid_points){0};
}
