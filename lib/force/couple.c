/* A moment that follows the surface: on two neighbouring rows of nodes, equal and opposite forces
 * normal to the element between them. For the pair of nodes r0, r1 in each column, d = r1 - r0. The
 * normal n is perpendicular to d and to the line from the first node of the outer row to its last.
 * With the total moment M and c columns, r1 has the force (M/c) n / |d| and r0 the opposite: a
 * couple of M/c about n x d for any shape, and no net force. It has no potential; the energy budget
 * sums the work of its forces. */
#include "force/force.h"

#include <float.h>
#include <math.h>

typedef struct couple {
    trama_force_target on;
    double moment;
} couple;

static const trama_field fields[] = {
    TRAMA_NODE_FIELDS(couple, on., .required = true),
    {TRAMA_FIELD_OF(couple, moment), .required = true, .unit = "N m", .minimum = -DBL_MAX,
     .maximum = DBL_MAX,
     .summary =
         "moment in all, on two neighbouring rows k; positive: the outer row is driven along "
         "the grid's normal"},
    TRAMA_INTERVAL_FIELDS(couple, on.),
};

static const char *check(const void *parameters)
{
    const couple *self = parameters;
    if (self->on.k[1] != self->on.k[0] + 1 || self->on.skip[0] != 0)
        return "a couple acts on two neighbouring rows; allowed: k: [-2, -1], without skip";
    return self->on.l[1] > self->on.l[0]
               ? NULL
               : "a couple needs a width; allowed: at least two columns l";
}

/* r[b] - r[a] */
static void between(const trama_force_nodes *nodes, size_t a, size_t b, double d[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        d[axis] = nodes->q[axis * nodes->count + b] - nodes->q[axis * nodes->count + a];
}

/* n / |d|, n the unit normal: (d x across) / (|d x across| |d|). */
static void lever_of(const double d[3], const double across[3], double lever[3])
{
    double square = 0.0, length = 0.0;
    for (size_t i = 0; i < 3; i++) {
        const size_t j = (i + 1) % 3, k = (i + 2) % 3;
        lever[i] = d[j] * across[k] - d[k] * across[j];
        square += lever[i] * lever[i];
        length += d[i] * d[i];
    }
    const double scale = 1.0 / sqrt(square * length);
    for (size_t i = 0; i < 3; i++)
        lever[i] *= scale;
}

static void among(const void *parameters, const trama_force_nodes *nodes, double *f)
{
    const couple *self = parameters;
    const long *k = self->on.k, *l = self->on.l;
    const size_t n = nodes->count,
                 row[2] = {(size_t)(k[0] * nodes->columns), (size_t)(k[1] * nodes->columns)};
    const double moment = self->moment / (double)trama_target_count(l, self->on.skip[1]);
    double across[3], d[3], lever[3];
    between(nodes, row[1] + (size_t)l[0], row[1] + (size_t)l[1], across);
    for (long c = l[0]; c <= l[1]; c += 1 + self->on.skip[1]) {
        const size_t inner = row[0] + (size_t)c, outer = row[1] + (size_t)c;
        between(nodes, inner, outer, d);
        lever_of(d, across, lever);
        for (size_t axis = 0; axis < 3; axis++) {
            f[axis * n + outer] += moment * lever[axis];
            f[axis * n + inner] -= moment * lever[axis];
        }
    }
}

const trama_force_type trama_force_couple = {
    .name = "couple",
    .summary = "a moment that follows the surface, on two neighbouring rows of a grid",
    .reference = "Sze, Liu and Lo 2004, section 3.2: a moment at the end of a cantilever",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, couple),
    .newtons = true,
    .check = check,
    .among = among,
};
