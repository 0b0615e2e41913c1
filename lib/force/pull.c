/* A constant total force, shared equally by the named nodes. Unlike `point` it is in N for every
 * model, and does not depend on the grid. */
#include "core/vec.h"
#include "force/force.h"

typedef struct pull {
    trama_force_target on;
    double force[3];
} pull;

static const trama_field fields[] = {
    TRAMA_NODE_FIELDS(pull, on., .required = true),
    {TRAMA_FIELD_OF(pull, force), .required = true, .unit = "N",
     .summary = "force on all of the nodes together"},
    TRAMA_INTERVAL_FIELDS(pull, on.),
};

static double share(const pull *self)
{
    return 1.0 / ((double)trama_target_count(self->on.k, self->on.skip[0]) *
                  (double)trama_target_count(self->on.l, self->on.skip[1]));
}

static void at(const void *parameters, double t, const double r[3], const double v[3], double f[3])
{
    const pull *self = parameters;
    const double part = share(self);
    (void)t;
    (void)r;
    (void)v;
    for (int axis = 0; axis < 3; axis++)
        f[axis] = part * self->force[axis];
}

static double potential(const void *parameters, double t, const double r[3])
{
    const pull *self = parameters;
    (void)t;
    return -share(self) * dot3(self->force, r);
}

static void scale(void *parameters, double factor)
{
    pull *self = parameters;
    for (int axis = 0; axis < 3; axis++)
        self->force[axis] *= factor;
}

const trama_force_type trama_force_pull = {
    .name = "pull",
    .summary = "a constant force in all, shared equally by the nodes",
    .reference = "Sze, Liu and Lo 2004, section 3.1: a shear force at the end of a cantilever",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, pull),
    .constant = true,
    .newtons = true,
    .scale = scale,
    .at = at,
    .potential = potential,
};
