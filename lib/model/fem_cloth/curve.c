#include "model/fem_cloth/curve.h"

#include <math.h>
#include <stdio.h>

/* ---- Hermite's cubic between two knots, t from 0 to 1. */

typedef struct piece {
    double width, s0, s1, m0, m1; /* stresses, and slopes times width */
} piece;

static piece piece_at(const fem_curve *c, size_t i)
{
    const double width = c->strain[i + 1] - c->strain[i];
    return (piece){width, c->stress[i], c->stress[i + 1], width * c->slope[i],
                   width * c->slope[i + 1]};
}

/* s(t) = s0 + m0 t + b t^2 + a t^3 */
static double cubic_of(const piece *p)
{
    return 2.0 * (p->s0 - p->s1) + p->m0 + p->m1;
}
static double square_of(const piece *p)
{
    return 3.0 * (p->s1 - p->s0) - 2.0 * p->m0 - p->m1;
}

static double value_at(const piece *p, double t)
{
    return p->s0 + t * (p->m0 + t * (square_of(p) + t * cubic_of(p)));
}
static double slope_at(const piece *p, double t)
{
    return (p->m0 + t * (2.0 * square_of(p) + t * 3.0 * cubic_of(p))) / p->width;
}
static double integral_to(const piece *p, double t)
{
    const double inner = p->m0 / 2.0 + t * (square_of(p) / 3.0 + t * cubic_of(p) / 4.0);
    return p->width * t * (p->s0 + t * inner);
}

/* ---- Looking up. */

/* The knot before which, or at which, the strain lies; the last but one at most. */
static size_t find(const fem_curve *c, double strain)
{
    size_t low = 0, high = c->count - 1;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        *(strain < c->strain[middle] ? &high : &low) = middle;
    }
    return low;
}

/* The knot beyond which the curve is straight there; false: it lies between two. Not a number goes
 * straight on from the first, and stays one. */
static bool is_beyond(const fem_curve *c, double strain, size_t *knot)
{
    const bool above = strain >= c->strain[c->count - 1];
    *knot = above ? c->count - 1 : 0;
    return above || !(strain > c->strain[0]);
}

double trama_fem_curve_stress(const fem_curve *c, double strain, double *modulus)
{
    size_t i;
    if (is_beyond(c, strain, &i)) {
        *modulus = c->slope[i];
        return c->stress[i] + c->slope[i] * (strain - c->strain[i]);
    }
    i = find(c, strain);
    const piece p = piece_at(c, i);
    const double t = (strain - c->strain[i]) / p.width;
    *modulus = slope_at(&p, t);
    return value_at(&p, t);
}

/* From the first knot. */
static double work_to(const fem_curve *c, double strain)
{
    size_t i;
    if (is_beyond(c, strain, &i)) {
        const double further = strain - c->strain[i];
        return c->work[i] + further * (c->stress[i] + 0.5 * c->slope[i] * further);
    }
    i = find(c, strain);
    const piece p = piece_at(c, i);
    return c->work[i] + integral_to(&p, (strain - c->strain[i]) / p.width);
}

double trama_fem_curve_work(const fem_curve *c, double strain)
{
    return work_to(c, strain) - c->at_zero;
}

/* The slope is a parabola between knots. */
void trama_fem_curve_moduli(const fem_curve *c, double *least, double *largest)
{
    *least = *largest = c->slope[0];
    for (size_t i = 0; i + 1 < c->count; i++) {
        const piece p = piece_at(c, i);
        const double top = -square_of(&p) / (3.0 * cubic_of(&p));
        const double slopes[] = {c->slope[i + 1],
                                 top > 0.0 && top < 1.0 ? slope_at(&p, top) : c->slope[i]};
        for (int k = 0; k < 2; k++) {
            *least = fmin(*least, slopes[k]);
            *largest = fmax(*largest, slopes[k]);
        }
    }
}

/* ---- Making. */

void trama_fem_curve_line(fem_curve *c, double modulus)
{
    *c = (fem_curve){.count = 1, .slope = {modulus}};
}

static double chord(const fem_curve *c, size_t i)
{
    return (c->stress[i + 1] - c->stress[i]) / (c->strain[i + 1] - c->strain[i]);
}

static double inner_slope(const fem_curve *c, size_t i)
{
    const double before = c->strain[i] - c->strain[i - 1], after = c->strain[i + 1] - c->strain[i];
    const double w1 = 2.0 * after + before, w2 = after + 2.0 * before;
    return (w1 + w2) / (w1 / chord(c, i - 1) + w2 / chord(c, i));
}

static void finish(fem_curve *c)
{
    const size_t last = c->count - 1;
    c->slope[0] = chord(c, 0);
    c->slope[last] = chord(c, last - 1);
    for (size_t i = 1; i < last; i++)
        c->slope[i] = inner_slope(c, i);
    for (size_t i = 0; i < last; i++) {
        const piece p = piece_at(c, i);
        c->work[i + 1] = c->work[i] + integral_to(&p, 1.0);
    }
    c->at_zero = work_to(c, 0.0);
}

static trama_status fail_at(trama_error *error, const char *name, size_t point, const char *what)
{
    char path[64];
    snprintf(path, sizeof path, "%s[%zu]", name, point);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s: point %zu %s", name, point, what);
}

static trama_status check(const char *name, const trama_reals *points, double least,
                          trama_error *error)
{
    const double *value = points->value;
    const size_t count = points->count / 2;
    bool zero = false;
    if (count < 2)
        return trama_fail(error, TRAMA_BAD_INPUT, name,
                          "%s has %zu point; allowed: 2 to %d points [strain, stress in N/m]", name,
                          count, TRAMA_LIST_MAX / 2);
    for (size_t i = 0; i < count; i++) {
        if (!(value[2 * i] > least))
            return fail_at(error, name, i,
                           "has a strain of -0.5 or less, at which nothing is left of the length");
        if (i > 0 && !(value[2 * i] > value[2 * i - 2]))
            return fail_at(error, name, i, "must have a larger strain than the one before it");
        if (i > 0 && !(value[2 * i + 1] > value[2 * i - 1]))
            return fail_at(error, name, i, "must have a larger stress than the one before it");
        zero |= value[2 * i] == 0.0 && value[2 * i + 1] == 0.0;
    }
    if (!zero)
        return trama_fail(error, TRAMA_BAD_INPUT, name,
                          "%s does not go through zero; needed: a point [0, 0]", name);
    return TRAMA_OK;
}

trama_status trama_fem_curve_make(fem_curve *c, const char *name, const trama_reals *points,
                                  double least, bool odd, trama_error *error)
{
    const size_t count = points->count / 2;
    const trama_status status = check(name, points, least, error);
    if (status != TRAMA_OK)
        return status;
    const bool mirrored = odd && points->value[0] == 0.0;
    const size_t before = mirrored ? count - 1 : 0;
    *c = (fem_curve){.count = before + count};
    for (size_t i = 0; i < count; i++) {
        c->strain[before + i] = points->value[2 * i];
        c->stress[before + i] = points->value[2 * i + 1];
    }
    for (size_t i = 0; i < before; i++) {
        c->strain[i] = -c->strain[2 * before - i];
        c->stress[i] = -c->stress[2 * before - i];
    }
    finish(c);
    return TRAMA_OK;
}
