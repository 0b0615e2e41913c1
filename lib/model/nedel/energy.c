#include "core/numbers.h"
#include "model/nedel/sheet.h"

#include <math.h>
#include <stdbool.h>

const nedel_step trama_nedel_steps[NEDEL_DIRECTIONS] = {
    [NEDEL_ALONG_L] = {0, 1},
    [NEDEL_ALONG_K] = {1, 0},
    [NEDEL_DIAGONAL] = {1, 1},
    [NEDEL_ANTI_DIAGONAL] = {1, -1},
};

/* The vector from node [k, l] to its neighbour `sign` steps along, and its length; false if there
 * is none. */
static bool reach(const nedel_sheet *s, const double *q, size_t k, size_t l, nedel_step step,
                  ptrdiff_t sign, double vector[3], double *length)
{
    const ptrdiff_t to_k = (ptrdiff_t)k + sign * step.dk, to_l = (ptrdiff_t)l + sign * step.dl;
    if (to_k < 0 || to_k >= (ptrdiff_t)s->m || to_l < 0 || to_l >= (ptrdiff_t)s->n)
        return false;
    const size_t nodes = s->m * s->n, from = k * s->n + l;
    const size_t to = (size_t)to_k * s->n + (size_t)to_l;
    double square = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        vector[axis] = q[axis * nodes + to] - q[axis * nodes + from];
        square += vector[axis] * vector[axis];
    }
    *length = sqrt(square);
    return true;
}

/* beta = pi - theta, from unit vectors: tan(beta/2) = |a + b| / |a - b|. */
static double turn(const double a[3], double length_a, const double b[3], double length_b)
{
    double sum = 0.0, difference = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        const double x = a[axis] / length_a, y = b[axis] / length_b;
        sum += (x + y) * (x + y);
        difference += (x - y) * (x - y);
    }
    return 2.0 * atan2(sqrt(sum), sqrt(difference));
}

static void add_node(const nedel_sheet *s, const double *q, size_t k, size_t l, int d,
                     double energy[3])
{
    const nedel_step step = trama_nedel_steps[d];
    double a[3], b[3], length_a, length_b;
    if (!reach(s, q, k, l, step, 1, a, &length_a))
        return;
    const double longer = length_a - s->rest[d];
    energy[d >= NEDEL_DIAGONAL] += 0.5 * s->elasticity[d] * longer * longer;
    if (!reach(s, q, k, l, step, -1, b, &length_b))
        return;
    const double beta = turn(a, length_a, b, length_b);
    energy[2] += 0.5 * s->curvature[d] * beta * beta;
}

void trama_nedel_energy(const nedel_sheet *s, const double *q, double energy[3])
{
    for (int kind = 0; kind < 3; kind++)
        energy[kind] = 0.0;
    for (size_t k = 0; k < s->m; k++)
        for (size_t l = 0; l < s->n; l++)
            for (int d = 0; d < NEDEL_DIRECTIONS; d++)
                add_node(s, q, k, l, d, energy);
    for (int kind = 0; kind < 3; kind++)
        energy[kind] *= s->kept;
}

/* Not a number stays. */
static void raise(double value, double *largest)
{
    if (!(value <= *largest) && !isnan(*largest))
        *largest = value;
}

static void look_at(const nedel_sheet *s, const double *q, size_t k, size_t l, int d,
                    double extreme[3])
{
    const nedel_step step = trama_nedel_steps[d];
    double a[3], b[3], length_a, length_b;
    if (!reach(s, q, k, l, step, 1, a, &length_a))
        return;
    double *stretch = &extreme[d >= NEDEL_DIAGONAL];
    raise(length_a / s->rest[d] - 1.0, stretch);
    if (reach(s, q, k, l, step, -1, b, &length_b))
        raise(turn(a, length_a, b, length_b), &extreme[2]);
}

void trama_nedel_extremes(const nedel_sheet *s, const double *q, double extreme[3])
{
    for (int i = 0; i < 3; i++)
        extreme[i] = -TRAMA_INFINITY;
    for (size_t k = 0; k < s->m; k++)
        for (size_t l = 0; l < s->n; l++)
            for (int d = 0; d < NEDEL_DIRECTIONS; d++)
                look_at(s, q, k, l, d, extreme);
    if (isinf(extreme[2])) /* no node has neighbours on both sides */
        extreme[2] = TRAMA_NAN;
}
