/* Rigid bodies for other solvers: shapes, masses, and states with spin in the world. */
#include "model/rigid/composition.h"

#include "model/rigid/lifetimes.h"
#include "model/rigid/rigid.h"
#include "model/rigid/rotation.h"

#include <math.h>
#include <string.h>

/* Kinds with sizes, as shape.h names them; each other kind has flat faces, and is a hull. */
static const struct {
    const char *name;
    trama_solid_kind kind;
} kinds[] = {
    {"sphere", TRAMA_SOLID_SPHERE},     {"box", TRAMA_SOLID_BOX},
    {"cylinder", TRAMA_SOLID_CYLINDER}, {"capsule", TRAMA_SOLID_CAPSULE},
    {"cone", TRAMA_SOLID_CONE},
};

static trama_solid_kind kind_of(const trama_convex *shape)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].name, shape->type->name) == 0)
            return kinds[i].kind;
    return TRAMA_SOLID_HULL;
}

static size_t solids(const void *model)
{
    return ((const trama_rigid *)model)->count;
}

/* The points of a hull are in principal axes. */
static trama_solid solid(const void *model, size_t index)
{
    const trama_rigid_body *body = &((const trama_rigid *)model)->body[index];
    trama_solid made = {.is_free = body->motion == TRAMA_RIGID_FREE,
                        .kind = kind_of(&body->shape),
                        .turn = {1.0, 0.0, 0.0, 0.0},
                        .mass = body->mass,
                        .friction = body->friction,
                        .restitution = body->restitution,
                        .drag = {body->damping, body->angular_damping},
                        .group = body->group};
    memcpy(made.moment, body->moment, sizeof made.moment);
    if (made.kind == TRAMA_SOLID_HULL) {
        made.points = body->kind->points;
        made.triangles = body->kind->triangles;
        made.shared = body->kind;
        return made;
    }
    memcpy(made.size, body->shape.size, sizeof made.size);
    memcpy(made.offset, body->in_axes.x, sizeof made.offset);
    quaternion_put(quaternion_of_pose(&body->in_axes), made.turn);
    return made;
}

static void surface(const void *model, size_t index, double (*point)[3], uint32_t (*triangle)[3])
{
    const trama_rigid_kind *kind = ((const trama_rigid *)model)->body[index].kind;
    memcpy(point, kind->point, kind->points * sizeof *point);
    memcpy(triangle, kind->triangle, kind->triangles * sizeof *triangle);
}

static const char *beyond(const void *model)
{
    const trama_rigid *self = model;
    for (size_t i = 0; i < self->count; i++)
        for (size_t axis = 0; axis < 3; axis++)
            if (self->body[i].force[axis] != 0.0 || self->body[i].torque[axis] != 0.0)
                return "a force or a torque on a body";
    if (trama_rigid_has_lifetimes(self))
        return "bodies that appear or vanish";
    if (isfinite(self->cap[0]) || isfinite(self->cap[1]))
        return "caps on velocities";
    return self->variant == TRAMA_SPIN_published ? "rotations as published" : NULL;
}

static trama_solid_state state(const void *model, size_t index, double t, const double *q,
                               const double *v)
{
    const trama_rigid *self = model;
    const trama_rigid_body *body = &self->body[index];
    trama_solid_state at;
    trama_pose pose;
    trama_rigid_pose(self, index, t, q, &pose);
    memcpy(at.position, pose.x, sizeof at.position);
    quaternion_put(quaternion_of_pose(&pose), at.orientation);
    memcpy(at.velocity, body->velocity, sizeof at.velocity);
    memcpy(at.spin, body->spin, sizeof at.spin);
    if (body->motion != TRAMA_RIGID_FREE)
        return at;
    const double *own = v + TRAMA_RIGID_V * body->index;
    memcpy(at.velocity, own, sizeof at.velocity);
    vec_put(turned(&pose, vec_of(own + 3)), at.spin);
    return at;
}

static void take(const void *model, size_t index, const trama_solid_state *state, double *q,
                 double *v)
{
    const trama_rigid_body *body = &((const trama_rigid *)model)->body[index];
    double *own_q = q + TRAMA_RIGID_Q * body->index, *own_v = v + TRAMA_RIGID_V * body->index;
    trama_pose pose;
    quaternion_turn(quaternion_at(state->orientation), &pose);
    memcpy(own_q, state->position, sizeof state->position);
    memcpy(own_q + 3, state->orientation, sizeof state->orientation);
    memcpy(own_v, state->velocity, sizeof state->velocity);
    vec_put(turned_back(&pose, vec_of(state->spin)), own_v + 3);
}

const trama_composition trama_rigid_composition = {.beyond = beyond,
                                                   .solids = solids,
                                                   .solid = solid,
                                                   .surface = surface,
                                                   .state = state,
                                                   .take = take};
