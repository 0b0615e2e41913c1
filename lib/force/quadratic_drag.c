/* Air resistance proportional to the square of the speed: f = -strength |v - w| (v - w) on each
 * node, w the wind. Falling from rest, v = vt tanh(g t / vt) with vt = sqrt(m g / strength). */
#include "force/force.h"

#include <float.h>
#include <math.h>

typedef struct quadratic_drag {
    trama_force_target on;
    double strength, wind[3];
} quadratic_drag;

static const trama_field fields[] = {
    TRAMA_NODE_FIELDS(quadratic_drag, on., .fallback = {0, -1}),
    {TRAMA_FIELD_OF(quadratic_drag, strength), .required = true, .unit = "N s^2/m^4",
     .maximum = DBL_MAX,
     .summary = "c of the force -c |v - w| (v - w), per area (particles: N s^2/m^2, a node)"},
    {TRAMA_FIELD_OF(quadratic_drag, wind), .unit = "m/s", .summary = "velocity w of the air"},
    TRAMA_INTERVAL_FIELDS(quadratic_drag, on.),
};

static void at(const void *parameters, double t, const double r[3], const double v[3], double f[3])
{
    const quadratic_drag *self = parameters;
    double u[3], square = 0.0;
    (void)t;
    (void)r;
    for (int axis = 0; axis < 3; axis++) {
        u[axis] = v[axis] - self->wind[axis];
        square += u[axis] * u[axis];
    }
    for (int axis = 0; axis < 3; axis++)
        f[axis] = -self->strength * sqrt(square) * u[axis];
}

const trama_force_type trama_force_quadratic_drag = {
    .name = "quadratic_drag",
    .summary = "air that resists by the square of the speed",
    .reference = "Newton 1687",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, quadratic_drag),
    .at = at,
};
