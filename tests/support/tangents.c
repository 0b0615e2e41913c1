#include "support/tangents.h"

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"

void tangents_forces(const objects *o, double *f)
{
    const trama_system *s = o->system;
    memset(f, 0, s->nv * sizeof *f);
    s->acting[0].type->forces(s->acting[0].self, s->t, s->q, s->v, f);
}

static double *random_direction(const trama_system *s, long seed)
{
    trama_random random = {(uint64_t)seed};
    double *u = calloc(s->nv, sizeof *u);
    for (size_t o = 0; o < s->object_count; o++)
        for (size_t i = 0; i < s->object[o].nv; i++)
            u[s->object[o].v_begin + i] = trama_random_signed(&random);
    return u;
}

static void difference(const objects *o, double cq, double cv, const double *u, double *y)
{
    static const double by = 1e-6;
    trama_system *s = o->system;
    double *q = s->q, *v = s->v, *moved = calloc(s->nq + 2 * s->nv, sizeof *moved);
    double *f = moved + s->nq + s->nv;
    s->q = moved;
    s->v = moved + s->nq;
    memset(y, 0, s->nv * sizeof *y);
    for (int sign = -1; sign <= 1; sign += 2) {
        for (size_t i = 0; i < s->nv; i++) {
            s->q[i] = q[i] + sign * by * cq * u[i];
            s->v[i] = v[i] + sign * by * cv * u[i];
        }
        tangents_forces(o, f);
        for (size_t i = 0; i < s->nv; i++)
            y[i] += sign * f[i] / (2.0 * by);
    }
    s->q = q;
    s->v = v;
    free(moved);
}

static void product(const objects *o, double cq, double cv, const double *u, double *y)
{
    const trama_system *s = o->system;
    memset(y, 0, s->nv * sizeof *y);
    s->acting[0].type->tangent_product(s->acting[0].self, s->t, s->q, s->v, cq, cv, u, y);
}

static double error_of(const double *y, const double *expected, size_t count)
{
    double worst = 0.0, size = 0.0;
    for (size_t i = 0; i < count; i++) {
        worst = fmax(worst, fabs(y[i] - expected[i]));
        size += fabs(expected[i]);
    }
    return size > 0.0 ? worst / size : worst;
}

double tangents_error(objects *o, double cq, double cv, long seed)
{
    const size_t nv = o->system->nv;
    double *u = random_direction(o->system, seed), *y = calloc(2 * nv, sizeof *y);
    product(o, cq, cv, u, y);
    difference(o, cq, cv, u, y + nv);
    const double error = error_of(y, y + nv, nv);
    free(u);
    free(y);
    return error;
}

/* y -= c K u. */
static void subtract(const trama_triplets *k, double c, const double *u, double *y)
{
    for (size_t e = 0; e < k->count; e++)
        y[k->row[e]] -= c * k->value[e] * u[k->column[e]];
}

double tangents_assembled_error(const objects *o, double cq, double cv, long seed)
{
    const trama_system *s = o->system;
    trama_triplets k = {0}, d = {0};
    double *u = random_direction(s, seed), *y = calloc(2 * s->nv, sizeof *y);
    s->acting[0].type->tangent(s->acting[0].self, s->t, s->q, s->v, &k, &d);
    subtract(&k, cq, u, y);
    subtract(&d, cv, u, y);
    product(o, cq, cv, u, y + s->nv);
    const double error = error_of(y, y + s->nv, s->nv);
    trama_triplets_free(&k);
    trama_triplets_free(&d);
    free(u);
    free(y);
    return error;
}
