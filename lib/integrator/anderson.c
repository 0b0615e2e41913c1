#include "integrator/anderson.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static void keep(trama_anderson *a, const vec *x, const vec *g);
static size_t factorise(trama_anderson *a, const size_t *newest, size_t count, size_t *taken,
                        double *r);

void trama_anderson_mix(trama_anderson *a, const vec *x, const vec *g, vec *to)
{
    size_t newest[TRAMA_ANDERSON_MAX], taken[TRAMA_ANDERSON_MAX];
    double r[TRAMA_ANDERSON_MAX * TRAMA_ANDERSON_MAX], t[TRAMA_ANDERSON_MAX];
    keep(a, x, g);
    const size_t count = a->count < a->window ? a->count : a->window;
    for (size_t j = 0; j < count; j++)
        newest[j] = (a->count - 1 - j) % a->window;
    const size_t rank = factorise(a, newest, count, taken, r);
    memcpy(to, g, a->nodes * sizeof *to);
    for (size_t k = rank; k-- > 0;) {
        t[k] = 0.0;
        for (size_t i = 0; i < a->nodes; i++)
            t[k] += dot(a->unit[k][i], a->f[i]);
        for (size_t j = k + 1; j < rank; j++)
            t[k] -= r[TRAMA_ANDERSON_MAX * k + j] * t[j];
        t[k] /= r[TRAMA_ANDERSON_MAX * k + k];
        for (size_t i = 0; i < a->nodes; i++)
            to[i] = plus_scaled(to[i], -t[k], a->dg[taken[k]][i]);
    }
}

/* The changes from the last iterate, and this one. */
static void keep(trama_anderson *a, const vec *x, const vec *g)
{
    const size_t at = a->count % a->window;
    for (size_t i = 0; i < a->nodes; i++) {
        const vec f = minus(g[i], x[i]);
        a->df[at][i] = minus(f, a->f[i]);
        a->dg[at][i] = minus(g[i], a->g[i]);
        a->f[i] = f;
        a->g[i] = g[i];
    }
    a->count += a->begun;
    a->begun = true;
}

static double product(const trama_anderson *a, const vec *first, const vec *second)
{
    double sum = 0.0;
    for (size_t i = 0; i < a->nodes; i++)
        sum += dot(first[i], second[i]);
    return sum;
}

/* Below this part of its length, what is new of a change is rounding. */
static const double dependent = 1e-10;

/* By Gram and Schmidt as modified: dF = unit r, of the changes that are taken. */
static size_t factorise(trama_anderson *a, const size_t *newest, size_t count, size_t *taken,
                        double *r)
{
    size_t rank = 0;
    for (size_t j = 0; j < count; j++) {
        vec *unit = a->unit[rank];
        memcpy(unit, a->df[newest[j]], a->nodes * sizeof *unit);
        const double length = sqrt(product(a, unit, unit));
        for (size_t k = 0; k < rank; k++) {
            const double part = product(a, a->unit[k], unit);
            r[TRAMA_ANDERSON_MAX * k + rank] = part;
            for (size_t i = 0; i < a->nodes; i++)
                unit[i] = plus_scaled(unit[i], -part, a->unit[k][i]);
        }
        const double left = sqrt(product(a, unit, unit));
        if (!(left > dependent * length))
            continue;
        for (size_t i = 0; i < a->nodes; i++)
            unit[i] = scaled(1.0 / left, unit[i]);
        r[TRAMA_ANDERSON_MAX * rank + rank] = left;
        taken[rank++] = newest[j];
    }
    return rank;
}

void trama_anderson_start(trama_anderson *a)
{
    a->count = 0;
    a->begun = false;
}

bool trama_anderson_make(trama_anderson *a, size_t nodes, size_t window)
{
    *a = (trama_anderson){.nodes = nodes, .window = window};
    if (window == 0)
        return true;
    a->block = calloc((2 + 3 * window) * (nodes + 1), sizeof *a->block);
    if (!a->block)
        return false;
    a->f = a->block;
    a->g = a->f + nodes;
    for (size_t j = 0; j < window; j++) {
        a->df[j] = a->g + (1 + 3 * j) * nodes;
        a->dg[j] = a->df[j] + nodes;
        a->unit[j] = a->dg[j] + nodes;
    }
    return true;
}

void trama_anderson_free(trama_anderson *a)
{
    free(a->block);
    *a = (trama_anderson){0};
}
