/* A force that grows in proportion to time, like that of a test machine that loads at a constant
 * rate. */
#include "core/vec.h"
#include "force/force.h"

typedef struct ramp {
    trama_force_target on;
    double rate[3];
} ramp;

static const trama_field fields[] = {
    TRAMA_NODE_FIELDS(ramp, on., .required = true),
    {TRAMA_FIELD_OF(ramp, rate), .required = true, .unit = "N/s",
     .summary = "what the force on each of the nodes grows by in a second; it is 0 at t = 0"},
    TRAMA_INTERVAL_FIELDS(ramp, on.),
};

static void at(const void *parameters, double t, const double r[3], const double v[3], double f[3])
{
    const ramp *self = parameters;
    (void)r;
    (void)v;
    for (int axis = 0; axis < 3; axis++)
        f[axis] = t * self->rate[axis];
}

static double potential(const void *parameters, double t, const double r[3])
{
    return -t * dot3(((const ramp *)parameters)->rate, r);
}

static void scale(void *parameters, double factor)
{
    ramp *self = parameters;
    for (int axis = 0; axis < 3; axis++)
        self->rate[axis] *= factor;
}

const trama_force_type trama_force_ramp = {
    .name = "ramp",
    .summary = "a force on each of the nodes that grows in proportion to time",
    .reference = "Campos 2006, appendix A: x' = -2x + t",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, ramp),
    .constant = true,
    .newtons = true,
    .scale = scale,
    .at = at,
    .potential = potential,
};
