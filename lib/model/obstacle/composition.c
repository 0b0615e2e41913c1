/* Obstacles for other solvers: the place of their shape, and a constant velocity. */
#include "model/obstacle/mesh_solid.h"

#include <string.h>

static const trama_obstacle *of(const void *model)
{
    return model;
}

static size_t one(const void *model)
{
    (void)model;
    return 1;
}

static trama_solid_state at_rest(const void *model, trama_solid *composed)
{
    trama_solid_state at = {.orientation = {1.0, 0.0, 0.0, 0.0}};
    *composed = (trama_solid){
        .turn = {1.0, 0.0, 0.0, 0.0}, .friction = TRAMA_NAN, .restitution = TRAMA_NAN};
    of(model)->shape->compose(model, composed, &at);
    return at;
}

static trama_solid solid(const void *model, size_t index)
{
    trama_solid composed;
    (void)index;
    at_rest(model, &composed);
    return composed;
}

static const char *beyond(const void *model)
{
    const trama_motion *motion = &of(model)->motion;
    return trama_motion_is_rest(motion) || trama_motion_is_uniform(motion)
               ? NULL
               : "a motion other than a constant velocity";
}

static trama_solid_state state(const void *model, size_t index, double t, const double *q,
                               const double *v)
{
    const trama_motion *motion = &of(model)->motion;
    trama_solid composed;
    trama_solid_state at = at_rest(model, &composed);
    const trama_solid_state start = at;
    (void)index, (void)q, (void)v;
    trama_motion_place(motion, t, start.position, at.position);
    memcpy(at.velocity, motion->velocity, sizeof at.velocity);
    return at;
}

static void mesh_surface(const void *model, size_t index, double (*point)[3],
                         uint32_t (*triangle)[3])
{
    const trama_mesh_solid *self = model;
    (void)index;
    memcpy(point, self->vertex, 3 * self->mesh->nodes * sizeof *self->vertex);
    for (size_t t = 0; t < self->mesh->triangle_count; t++)
        for (size_t c = 0; c < 3; c++)
            triangle[t][c] = (uint32_t)self->mesh->triangle[t].node[c];
}

const trama_composition trama_obstacle_composition = {
    .beyond = beyond, .solids = one, .solid = solid, .state = state};
const trama_composition trama_mesh_solid_composition = {
    .beyond = beyond, .solids = one, .solid = solid, .state = state, .surface = mesh_surface};
