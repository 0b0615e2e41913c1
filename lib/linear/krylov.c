#include "linear/krylov.h"

#include "core/memory.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { VECTORS = 7 };

struct trama_krylov {
    size_t n;
    double *block;
    double *vector[VECTORS];
};

trama_status trama_krylov_create(size_t n, trama_krylov **krylov, trama_error *error)
{
    trama_krylov *made = calloc(1, sizeof *made);
    *krylov = NULL;
    if (made)
        made->block = trama_doubles(VECTORS * trama_padded(n));
    if (!made || !made->block) {
        trama_krylov_destroy(made);
        return trama_fail_memory(error);
    }
    double *rest = made->block;
    made->n = n;
    for (int i = 0; i < VECTORS; i++)
        made->vector[i] = trama_carve(&rest, n);
    *krylov = made;
    return TRAMA_OK;
}

void trama_krylov_destroy(trama_krylov *krylov)
{
    if (!krylov)
        return;
    free(krylov->block);
    free(krylov);
}

/* y += c x */
static void add(size_t n, double c, const double *x, double *y)
{
    for (size_t i = 0; i < n; i++)
        y[i] += c * x[i];
}

/* z = D^-1 r */
static void precondition(size_t n, const double *diagonal, const double *r, double *z)
{
    for (size_t i = 0; i < n; i++)
        z[i] = diagonal ? r[i] / diagonal[i] : r[i];
}

/* r = b - A x, and what the result begins with. */
static trama_krylov_result begin(const trama_operator *a, const double *b, const double *x,
                                 double size, const trama_krylov_spec *spec, double *r)
{
    trama_operator_apply(a, x, r);
    for (size_t i = 0; i < a->rows; i++)
        r[i] = b[i] - r[i];
    trama_krylov_result result = {.products = 1};
    const double left = sqrt(trama_dot(a->rows, r, r));
    result.residual = size > 0.0 ? left / size : left;
    result.converged = result.residual <= spec->tolerance;
    result.broken = !isfinite(result.residual);
    return result;
}

/* The iteration's residual r; true if it ends there. */
static bool ends(size_t n, const double *r, double size, const trama_krylov_spec *spec,
                 trama_krylov_result *result)
{
    const double left = sqrt(trama_dot(n, r, r));
    result->residual = size > 0.0 ? left / size : left;
    result->converged = result->residual <= spec->tolerance;
    result->broken = !isfinite(result->residual);
    return result->converged || result->broken;
}

/* With b = 0 the residual is absolute, and so is the tolerance. */
static double size_of(size_t n, const double *b)
{
    return sqrt(trama_dot(n, b, b));
}

typedef struct scaling {
    size_t n;
    const double *diagonal;
} scaling;

static void scale(void *context, const double *r, double *z)
{
    const scaling *by = context;
    precondition(by->n, by->diagonal, r, z);
}

trama_krylov_result trama_conjugate_gradients(trama_krylov *k, const trama_operator *a,
                                              const double *diagonal, const double *b,
                                              const trama_krylov_spec *spec, double *x)
{
    scaling by = {k->n, diagonal};
    const trama_operator preconditioner = {k->n, k->n, scale, &by};
    return trama_conjugate_gradients_by(k, a, &preconditioner, b, spec, x);
}

trama_krylov_result trama_conjugate_gradients_by(trama_krylov *k, const trama_operator *a,
                                                 const trama_operator *preconditioner,
                                                 const double *b, const trama_krylov_spec *spec,
                                                 double *x)
{
    const size_t n = k->n;
    double *r = k->vector[0], *z = k->vector[1], *p = k->vector[2], *ap = k->vector[3];
    const double size = size_of(n, b);
    assert(a->rows == n && a->columns == n);
    trama_krylov_result result = begin(a, b, x, size, spec, r);
    trama_operator_apply(preconditioner, r, z);
    memcpy(p, z, n * sizeof *p);
    double rz = trama_dot(n, r, z);
    while (!result.converged && !result.broken && result.iterations < spec->iterations) {
        trama_operator_apply(a, p, ap);
        result.products++;
        const double curvature = trama_dot(n, p, ap);
        result.broken = !(curvature > 0.0) || !isfinite(curvature) || !(rz > 0.0);
        if (result.broken)
            break;
        add(n, rz / curvature, p, x);
        add(n, -rz / curvature, ap, r);
        result.iterations++;
        if (ends(n, r, size, spec, &result))
            break;
        trama_operator_apply(preconditioner, r, z);
        const double before = rz;
        rz = trama_dot(n, r, z);
        for (size_t i = 0; i < n; i++)
            p[i] = z[i] + rz / before * p[i];
    }
    return result;
}

/* What BiCGStab carries from one iteration to the next. */
typedef struct stabilised {
    double *r, *shadow, *p, *v, *s, *t, *hat;
    double rho, alpha, omega;
} stabilised;

/* The first half: along p, to s. False if a divisor vanished. */
static bool descend(const trama_operator *a, const double *diagonal, stabilised *w, double *x)
{
    const size_t n = a->rows;
    const double rho = trama_dot(n, w->shadow, w->r);
    const double beta = rho / w->rho * (w->alpha / w->omega);
    if (rho == 0.0 || !isfinite(beta))
        return false;
    for (size_t i = 0; i < n; i++)
        w->p[i] = w->r[i] + beta * (w->p[i] - w->omega * w->v[i]);
    precondition(n, diagonal, w->p, w->hat);
    trama_operator_apply(a, w->hat, w->v);
    const double along = trama_dot(n, w->shadow, w->v);
    if (along == 0.0 || !isfinite(along))
        return false;
    w->rho = rho;
    w->alpha = rho / along;
    memcpy(w->s, w->r, n * sizeof *w->s);
    add(n, -w->alpha, w->v, w->s);
    add(n, w->alpha, w->hat, x);
    return true;
}

/* The second half: what lessens |s| most along A s. */
static bool stabilise(const trama_operator *a, const double *diagonal, stabilised *w, double *x)
{
    const size_t n = a->rows;
    precondition(n, diagonal, w->s, w->hat);
    trama_operator_apply(a, w->hat, w->t);
    const double square = trama_dot(n, w->t, w->t);
    w->omega = trama_dot(n, w->t, w->s) / square;
    if (!isfinite(w->omega) || w->omega == 0.0)
        return false;
    add(n, w->omega, w->hat, x);
    memcpy(w->r, w->s, n * sizeof *w->r);
    add(n, -w->omega, w->t, w->r);
    return true;
}

trama_krylov_result trama_bicgstab(trama_krylov *k, const trama_operator *a, const double *diagonal,
                                   const double *b, const trama_krylov_spec *spec, double *x)
{
    const size_t n = k->n;
    stabilised w = {k->vector[0], k->vector[1], k->vector[2], k->vector[3], k->vector[4],
                    k->vector[5], k->vector[6], 1.0,          1.0,          1.0};
    const double size = size_of(n, b);
    assert(a->rows == n && a->columns == n);
    trama_krylov_result result = begin(a, b, x, size, spec, w.r);
    memcpy(w.shadow, w.r, n * sizeof *w.shadow);
    memset(w.p, 0, n * sizeof *w.p);
    memset(w.v, 0, n * sizeof *w.v);
    while (!result.converged && !result.broken && result.iterations < spec->iterations) {
        result.broken = !descend(a, diagonal, &w, x);
        if (result.broken)
            break;
        result.iterations++;
        result.products++;
        if (ends(n, w.s, size, spec, &result))
            break;
        result.broken = !stabilise(a, diagonal, &w, x);
        if (result.broken)
            break;
        result.products++;
        ends(n, w.r, size, spec, &result);
    }
    return result;
}
