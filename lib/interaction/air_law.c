#include "interaction/air_law.h"

/* Sets the force on the vertex and its opposite on the corners at its foot. */
static void push(const trama_air_shape *shape, vec force, vec f[])
{
    f[0] = force;
    for (size_t c = 0; c + shape->cloth_points < shape->points; c++)
        f[shape->cloth_points + c] = scaled(-shape->weight[c], force);
}

static void push_changes(const trama_air_shape *shape, const trama_air_change *change, vec force,
                         vec d_force, vec df[])
{
    df[0] = d_force;
    for (size_t c = 0; c + shape->cloth_points < shape->points; c++)
        df[shape->cloth_points + c] =
            combined(-shape->weight[c], d_force, -change->weight[c], force);
}

/* ---- As published. */

static void published_forces(const trama_air_shape *shape, double c, vec f[])
{
    for (size_t p = 1; p < shape->cloth_points; p++)
        f[p] = (vec){0.0, 0.0, 0.0};
    push(shape, scaled(c * shape->area, shape->normal), f);
}

static void published_changes(const trama_air_shape *shape, const trama_air_change *change,
                              double c, double dc, vec df[])
{
    const vec force = scaled(c * shape->area, shape->normal);
    for (size_t p = 1; p < shape->cloth_points; p++)
        df[p] = (vec){0.0, 0.0, 0.0};
    push_changes(shape, change, force,
                 combined(dc * shape->area + c * change->area, shape->normal, c * shape->area,
                          change->normal),
                 df);
}

const trama_air_law trama_air_published = {
    .forces = published_forces,
    .changes = published_changes,
};

/* ---- The gradient: dV = d dA + A dd. */

static void gradient_forces(const trama_air_shape *shape, double c, vec f[])
{
    push(shape, scaled(c * shape->area, shape->out), f);
    f[0] = plus_scaled(f[0], c * shape->distance, shape->area_slope[0]);
    for (size_t p = 1; p < shape->cloth_points; p++)
        f[p] = scaled(c * shape->distance, shape->area_slope[p]);
}

static vec pull_change(const trama_air_shape *shape, const trama_air_change *change, double c,
                       double dc, size_t p)
{
    return combined(dc * shape->distance + c * change->distance, shape->area_slope[p],
                    c * shape->distance, change->area_slope[p]);
}

static void gradient_changes(const trama_air_shape *shape, const trama_air_change *change, double c,
                             double dc, vec df[])
{
    push_changes(
        shape, change, scaled(c * shape->area, shape->out),
        combined(dc * shape->area + c * change->area, shape->out, c * shape->area, change->out),
        df);
    df[0] = plus(df[0], pull_change(shape, change, c, dc, 0));
    for (size_t p = 1; p < shape->cloth_points; p++)
        df[p] = pull_change(shape, change, c, dc, p);
}

const trama_air_law trama_air_gradient = {
    .symmetric = true,
    .forces = gradient_forces,
    .changes = gradient_changes,
};
