/* A centre that attracts, or repels: the force of a softened inverse square,
 *   f = strength x / (1 + |x|^2)^(3/2),   x = (centre - r) / radius,
 * linear near the centre and strength / |x|^2 far from it. It is the gradient of the potential
 * -strength radius / (1 + |x|^2)^(1/2), smooth everywhere, and largest at |x| = 1/sqrt(2). */
#include "force/force.h"

#include <float.h>
#include <math.h>

typedef struct attractor {
    trama_force_target on;
    double centre[3], strength, radius;
} attractor;

static const trama_field fields[] = {
    TRAMA_NODE_FIELDS(attractor, on., .fallback = {0, -1}),
    {TRAMA_FIELD_OF(attractor, centre), .required = true, .unit = "m",
     .summary = "place that the nodes are drawn to"},
    {TRAMA_FIELD_OF(attractor, strength), .required = true, .unit = "N/m^2", .minimum = -DBL_MAX,
     .maximum = DBL_MAX,
     .summary = "s of the force s x / (1 + |x|^2)^(3/2), x = (centre - r) / radius, per area "
                "(particles: N, a node); negative: pushed away"},
    {TRAMA_FIELD_OF(attractor, radius), .required = true, .unit = "m", .minimum = DBL_MIN,
     .maximum = DBL_MAX, .summary = "distance within which the force falls towards the centre"},
    TRAMA_INTERVAL_FIELDS(attractor, on.),
};

/* x, and 1 + |x|^2. */
static double reach(const attractor *self, const double r[3], double x[3])
{
    double square = 1.0;
    for (int axis = 0; axis < 3; axis++) {
        x[axis] = (self->centre[axis] - r[axis]) / self->radius;
        square += x[axis] * x[axis];
    }
    return square;
}

static void at(const void *parameters, double t, const double r[3], const double v[3], double f[3])
{
    const attractor *self = parameters;
    double x[3];
    const double square = reach(self, r, x), factor = self->strength / (square * sqrt(square));
    (void)t;
    (void)v;
    for (int axis = 0; axis < 3; axis++)
        f[axis] = factor * x[axis];
}

static double potential(const void *parameters, double t, const double r[3])
{
    const attractor *self = parameters;
    double x[3];
    (void)t;
    return -self->strength * self->radius / sqrt(reach(self, r, x));
}

const trama_force_type trama_force_attractor = {
    .name = "attractor",
    .summary = "a centre that attracts or repels, by a softened inverse square",
    .reference = "Plummer 1911",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, attractor),
    .at = at,
    .potential = potential,
};
