#include "linear/multigrid.h"

#include "core/random.h"
#include "linear/aggregates.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { LEVELS = 20, SMALL = 400, POWERS = 12 };
static const double stalled = 0.8; /* of the unknowns: a coarse level that is no smaller is none */

typedef struct level {
    trama_compressed a;              /* the first one's rows are the matrix' own */
    trama_compressed up, down;       /* P to this level from the next, and P' */
    double *diagonal, *left, *z, *r; /* z and r: of coarse levels */
} level;

struct trama_multigrid {
    size_t levels;
    level level[LEVELS];
    double *factor; /* of the last level, dense, lower; NULL: it is relaxed alone */
};

/* ---- A cycle. */

/* z += D'^-1 (r - A z), with each row's z as soon as it is found. */
static void relax(const level *l, const double *r, bool backwards, double *z)
{
    const size_t n = l->a.rows;
    for (size_t k = 0; k < n; k++) {
        const size_t i = backwards ? n - 1 - k : k;
        double sum = r[i];
        for (size_t e = l->a.start[i]; e < l->a.start[i + 1]; e++)
            sum -= l->a.value[e] * z[l->a.column[e]];
        z[i] += sum / l->diagonal[i];
    }
}

static void substitute(const double *factor, size_t n, const double *r, double *z)
{
    for (size_t i = 0; i < n; i++) {
        double sum = r[i];
        for (size_t j = 0; j < i; j++)
            sum -= factor[i * n + j] * z[j];
        z[i] = sum / factor[i * n + i];
    }
    for (size_t i = n; i-- > 0;) {
        z[i] /= factor[i * n + i];
        for (size_t j = 0; j < i; j++)
            z[j] -= factor[i * n + j] * z[i];
    }
}

static void cycle(trama_multigrid *m, size_t at, const double *r, double *z)
{
    level *l = &m->level[at];
    const bool last = at + 1 == m->levels;
    if (last && m->factor) {
        substitute(m->factor, l->a.rows, r, z);
        return;
    }
    memset(z, 0, l->a.rows * sizeof *z);
    relax(l, r, false, z);
    if (!last) {
        level *next = &m->level[at + 1];
        trama_compressed_apply(&l->a, z, l->left);
        for (size_t i = 0; i < l->a.rows; i++)
            l->left[i] = r[i] - l->left[i];
        trama_compressed_apply(&l->down, l->left, next->r);
        cycle(m, at + 1, next->r, next->z);
        trama_compressed_add(&l->up, next->z, z);
    }
    relax(l, r, true, z);
}

static void apply(void *context, const double *r, double *z)
{
    cycle(context, 0, r, z);
}

trama_operator trama_multigrid_operator(trama_multigrid *multigrid)
{
    const size_t n = multigrid->level[0].a.rows;
    return (trama_operator){n, n, apply, multigrid};
}

size_t trama_multigrid_levels(const trama_multigrid *multigrid)
{
    return multigrid->levels;
}

/* ---- Levels. */

static trama_direct_status open_level(level *l)
{
    const size_t n = l->a.rows;
    l->diagonal = calloc(n + 1, sizeof *l->diagonal);
    l->left = calloc(n + 1, sizeof *l->left);
    l->z = calloc(n + 1, sizeof *l->z);
    l->r = calloc(n + 1, sizeof *l->r);
    if (!l->diagonal || !l->left || !l->z || !l->r)
        return TRAMA_DIRECT_NO_MEMORY;
    for (size_t i = 0; i < n; i++) {
        for (size_t e = l->a.start[i]; e < l->a.start[i + 1]; e++)
            l->diagonal[i] += l->a.column[e] == i ? l->a.value[e] : 0.0;
        if (!(l->diagonal[i] > 0.0))
            return TRAMA_DIRECT_INDEFINITE;
    }
    return TRAMA_DIRECT_OK;
}

/* An upper bound of the eigenvalues of D^-1 A. */
static double bound_of(const level *l)
{
    double most = 0.0;
    for (size_t i = 0; i < l->a.rows; i++) {
        double sum = 0.0;
        for (size_t e = l->a.start[i]; e < l->a.start[i + 1]; e++)
            sum += fabs(l->a.value[e]);
        most = fmax(most, sum / l->diagonal[i]);
    }
    return most;
}

/* The largest eigenvalue of D^-1 A, by powers, and a tenth more, but no more than its bound. */
static double largest_eigenvalue(level *l)
{
    trama_random random = {1};
    double *x = l->z, *y = l->left, value = 0.0;
    for (size_t i = 0; i < l->a.rows; i++)
        x[i] = trama_random_signed(&random);
    for (int k = 0; k < POWERS; k++) {
        double ax = 0.0, dx = 0.0, most = 0.0;
        trama_compressed_apply(&l->a, x, y);
        for (size_t i = 0; i < l->a.rows; i++) {
            ax += x[i] * y[i];
            dx += x[i] * l->diagonal[i] * x[i];
            y[i] /= l->diagonal[i];
            most = fmax(most, fabs(y[i]));
        }
        value = ax / dx;
        for (size_t i = 0; i < l->a.rows; i++)
            x[i] = y[i] / most;
    }
    return fmin(1.1 * value, bound_of(l));
}

/* P = (I - omega D^-1 A) T, in the entries of A T, among which are those of T. */
static void smooth(const level *l, const trama_compressed *tentative, double omega, size_t *place,
                   trama_compressed *p)
{
    for (size_t i = 0; i < p->rows; i++) {
        for (size_t e = p->start[i]; e < p->start[i + 1]; e++) {
            p->value[e] *= -omega / l->diagonal[i];
            place[p->column[e]] = e;
        }
        for (size_t e = tentative->start[i]; e < tentative->start[i + 1]; e++)
            p->value[place[tentative->column[e]]] += tentative->value[e];
    }
}

static bool interpolate(level *l, const trama_compressed *tentative)
{
    size_t *place = malloc((tentative->columns + 1) * sizeof *place);
    const bool made = place && trama_compressed_product(&l->a, tentative, &l->up);
    if (made)
        smooth(l, tentative, 4.0 / (3.0 * largest_eigenvalue(l)), place, &l->up);
    free(place);
    return made && trama_compressed_transpose(&l->up, &l->down);
}

static bool project(const level *l, trama_compressed *coarse)
{
    trama_compressed half;
    const bool made = trama_compressed_product(&l->a, &l->up, &half) &&
                      trama_compressed_product(&l->down, &half, coarse);
    trama_compressed_free(&half);
    return made;
}

/* The next level, and its points in place of this one's; none if it is no smaller. */
static trama_direct_status add_level(trama_multigrid *m, trama_multigrid_points *points)
{
    level *l = &m->level[m->levels - 1];
    trama_multigrid_points coarse;
    trama_compressed tentative;
    trama_direct_status status = TRAMA_DIRECT_OK;
    const bool made = trama_aggregates_make(&l->a, points, &tentative, &coarse);
    if (!made)
        status = TRAMA_DIRECT_NO_MEMORY;
    else if ((double)coarse.unknowns < stalled * (double)points->unknowns) {
        m->levels++;
        status = interpolate(l, &tentative) && project(l, &l[1].a) ? open_level(&l[1])
                                                                   : TRAMA_DIRECT_NO_MEMORY;
    }
    trama_compressed_free(&tentative);
    trama_multigrid_points_free(points);
    *points = coarse;
    return status;
}

/* Cholesky's factor of the last level, if it is small. */
static trama_direct_status factorise(trama_multigrid *m)
{
    const trama_compressed *a = &m->level[m->levels - 1].a;
    const size_t n = a->rows;
    if (n > SMALL)
        return TRAMA_DIRECT_OK;
    double *f = m->factor = calloc(n * n + 1, sizeof *f);
    if (!f)
        return TRAMA_DIRECT_NO_MEMORY;
    for (size_t i = 0; i < n; i++)
        for (size_t e = a->start[i]; e < a->start[i + 1]; e++)
            f[i * n + a->column[e]] += a->value[e];
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j <= i; j++) {
            double sum = f[i * n + j];
            for (size_t k = 0; k < j; k++)
                sum -= f[i * n + k] * f[j * n + k];
            if (i == j && !(sum > 0.0))
                return TRAMA_DIRECT_INDEFINITE;
            f[i * n + j] = i == j ? sqrt(sum) : sum / f[j * n + j];
        }
    return TRAMA_DIRECT_OK;
}

static bool copy_points(const trama_multigrid_points *from, trama_multigrid_points *to)
{
    *to = *from;
    to->point = malloc((from->unknowns + 1) * sizeof *to->point);
    to->mode = malloc((from->unknowns * from->modes + 1) * sizeof *to->mode);
    if (!to->point || !to->mode)
        return false;
    memcpy(to->point, from->point, from->unknowns * sizeof *to->point);
    memcpy(to->mode, from->mode, from->unknowns * from->modes * sizeof *to->mode);
    return true;
}

static trama_direct_status make_levels(trama_multigrid *m, trama_multigrid_points *points)
{
    trama_direct_status status = open_level(&m->level[0]);
    size_t before = 0;
    while (status == TRAMA_DIRECT_OK && m->levels > before && m->levels < LEVELS &&
           m->level[m->levels - 1].a.rows > SMALL) {
        before = m->levels;
        status = add_level(m, points);
    }
    return status == TRAMA_DIRECT_OK ? factorise(m) : status;
}

trama_direct_status trama_multigrid_create(const trama_sparse *a,
                                           const trama_multigrid_points *points,
                                           trama_multigrid **multigrid)
{
    trama_multigrid *m = calloc(1, sizeof *m);
    trama_multigrid_points own = {0};
    trama_direct_status status = TRAMA_DIRECT_NO_MEMORY;
    if (m) {
        m->levels = 1;
        m->level[0].a = (trama_compressed){a->rows, a->columns, a->start, a->column, a->value};
        if (copy_points(points, &own))
            status = make_levels(m, &own);
    }
    trama_multigrid_points_free(&own);
    if (status != TRAMA_DIRECT_OK) {
        trama_multigrid_destroy(m);
        m = NULL;
    }
    *multigrid = m;
    return status;
}

void trama_multigrid_destroy(trama_multigrid *m)
{
    for (size_t i = 0; m && i < m->levels; i++) {
        level *l = &m->level[i];
        if (i > 0)
            trama_compressed_free(&l->a);
        trama_compressed_free(&l->up);
        trama_compressed_free(&l->down);
        free(l->diagonal);
        free(l->left);
        free(l->z);
        free(l->r);
    }
    if (m)
        free(m->factor);
    free(m);
}
