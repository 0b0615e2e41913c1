/* A constant force on each of the named nodes. */
#include "core/vec.h"
#include "force/force.h"

static const trama_field fields[] = {
    TRAMA_NODE_FIELDS(trama_point_force, on., .required = true),
    {TRAMA_FIELD_OF(trama_point_force, force), .required = true, .unit = "N/m^2",
     .summary = "force on each of the nodes, per area (particles: N, a node)"},
    TRAMA_INTERVAL_FIELDS(trama_point_force, on.),
};

static void at(const void *parameters, double t, const double r[3], const double v[3], double f[3])
{
    const trama_point_force *self = parameters;
    (void)t;
    (void)r;
    (void)v;
    for (int axis = 0; axis < 3; axis++)
        f[axis] = self->force[axis];
}

static double potential(const void *parameters, double t, const double r[3])
{
    const double *f = ((const trama_point_force *)parameters)->force;
    (void)t;
    return -dot3(f, r);
}

static void scale(void *parameters, double factor)
{
    trama_point_force *self = parameters;
    for (int axis = 0; axis < 3; axis++)
        self->force[axis] *= factor;
}

const trama_force_type trama_force_point = {
    .name = "point",
    .summary = "a constant force on each of the nodes; the kind of an entry without a name",
    .reference = "Unicamp thesis, section 4.2.3",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, trama_point_force),
    .constant = true,
    .scale = scale,
    .at = at,
    .potential = potential,
};
