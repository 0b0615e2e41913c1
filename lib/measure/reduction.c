#include "measure/reduction.h"

#include "core/hypot.h"
#include "core/memory.h"
#include "core/numbers.h"

#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Directions while the basis grows; Ritz vectors of an operator that it begins with; of each of K
 * and D, that a basis without room for more keeps. */
enum { ROOM = 40, FIRST = 4, KEPT = 6, ROUNDS = 60 };

/* What is below this share of the largest is nothing. */
static const double nothing = 1e-9;

struct trama_reducer {
    size_t nv, m;
    bool whole, symmetric, found;
    double tolerance;
    long products;
    double *block;
    double *basis, *k_basis, *d_basis; /* ROOM x nv each: V, K V, D V */
    double *other;                     /* ROOM x nv, for a change of basis */
    double *free;                      /* nv: 1 where free */
    double *mode;                      /* nv, of the limit found last, in the mass-scaled metric */
    double k[ROOM * ROOM], d[ROOM * ROOM]; /* V^T K V, V^T D V; m x m */
    /* The pair without directions that have neither stiffness nor damping, n of them; `turn` (m x
     * n) leads from them to the basis. */
    size_t n;
    double unit;
    double pair_k[ROOM * ROOM], pair_d[ROOM * ROOM], turn[ROOM * ROOM];
    double critical[2][ROOM]; /* the growing vector in the basis: real and imaginary part */
};

/* ---- Making. */

void trama_reducer_destroy(trama_reducer *r)
{
    if (!r)
        return;
    free(r->block);
    free(r);
}

trama_status trama_reducer_create(const trama_system *system, trama_reducer **reducer,
                                  trama_error *error)
{
    trama_reducer *r = calloc(1, sizeof *r);
    *reducer = NULL;
    if (!r)
        return trama_fail_memory(error);
    r->nv = system->nv;
    const size_t line = trama_padded(r->nv);
    r->block = trama_doubles((4 * ROOM + 2) * line);
    if (!r->block) {
        free(r);
        return trama_fail_memory(error);
    }
    double *rest = r->block;
    r->basis = trama_carve(&rest, ROOM * line);
    r->k_basis = trama_carve(&rest, ROOM * line);
    r->d_basis = trama_carve(&rest, ROOM * line);
    r->other = trama_carve(&rest, ROOM * line);
    r->free = trama_carve(&rest, line);
    r->mode = trama_carve(&rest, line);
    *reducer = r;
    return TRAMA_OK;
}

long trama_reducer_products(const trama_reducer *r)
{
    return r->products;
}

static double *row(const trama_reducer *r, double *rows, size_t i)
{
    return rows + i * trama_padded(r->nv);
}

/* ---- The basis. */

static void add_multiple(size_t n, double *y, double c, const double *x)
{
    for (size_t i = 0; i < n; i++)
        y[i] += c * x[i];
}

/* Takes what u (in the row after the last) has outside of the basis into it, unless that is less
 * than `least` of u. */
static void take(trama_reducer *r, trama_tangent *t, trama_system *system, double least)
{
    double *u = row(r, r->basis, r->m);
    const double before = sqrt(trama_dot(r->nv, u, u));
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i < r->m; i++) {
            const double *v = row(r, r->basis, i);
            add_multiple(r->nv, u, -trama_dot(r->nv, v, u), v);
        }
    const double left = sqrt(trama_dot(r->nv, u, u));
    if (!(left > least * before))
        return;
    for (size_t i = 0; i < r->nv; i++)
        u[i] /= left;
    double *ku = row(r, r->k_basis, r->m), *du = row(r, r->d_basis, r->m);
    trama_tangent_products(t, system, system->q, system->v, u, ku, du);
    r->products += 2;
    r->m++;
    for (size_t i = 0; i < r->m; i++) {
        const size_t last = r->m - 1;
        const double *v = row(r, r->basis, i);
        r->k[last * ROOM + i] = trama_dot(r->nv, u, row(r, r->k_basis, i));
        r->d[last * ROOM + i] = trama_dot(r->nv, u, row(r, r->d_basis, i));
        r->k[i * ROOM + last] = trama_dot(r->nv, v, ku);
        r->d[i * ROOM + last] = trama_dot(r->nv, v, du);
    }
}

static void take_ritz(trama_reducer *r, trama_tangent *t, trama_system *system)
{
    for (size_t rank = 0; rank < FIRST && r->m < ROOM; rank++)
        if (trama_tangent_ranked(t, rank, row(r, r->basis, r->m)))
            take(r, t, system, 1e-6);
}

static size_t count_free(trama_reducer *r, const trama_system *system)
{
    size_t count = 0;
    for (size_t i = 0; i < r->nv; i++)
        r->free[i] = 1.0;
    trama_system_clear_idle(system, r->free);
    for (size_t i = 0; i < r->nv; i++)
        count += r->free[i] > 0.0;
    return count;
}

static void take_all(trama_reducer *r, trama_tangent *t, trama_system *system)
{
    for (size_t i = 0; i < r->nv; i++) {
        double *u = row(r, r->basis, r->m);
        if (r->free[i] == 0.0)
            continue;
        memset(u, 0, r->nv * sizeof *u);
        u[i] = 1.0;
        take(r, t, system, 0.0);
    }
}

trama_status trama_reducer_begin(trama_reducer *r, trama_tangent *t, trama_system *system,
                                 const trama_spectrum_spec *spec, trama_spectrum *largest,
                                 trama_error *error)
{
    trama_spectrum damped;
    r->m = 0;
    r->tolerance = spec->tolerance;
    r->found = false;
    trama_status status =
        trama_spectrum_largest(t, system, system->q, system->v, spec, largest, error);
    if (status != TRAMA_OK || !largest->finite)
        return status;
    r->symmetric = trama_tangent_is_symmetric(t, system);
    r->whole = count_free(r, system) <= TRAMA_REDUCTION_MAX;
    if (r->whole) {
        take_all(r, t, system);
        return TRAMA_OK;
    }
    take_ritz(r, t, system);
    status = trama_spectrum_damped(t, system, system->q, system->v, spec, largest, &damped, error);
    if (status == TRAMA_OK && damped.finite)
        take_ritz(r, t, system);
    r->products += damped.products;
    return status;
}

/* ---- Small symmetric matrices. */

/* The eigenvectors (columns) and values of (a + a^T)/2, the largest first. False: no memory. */
static bool symmetric_vectors(size_t m, const double *a, double *value, double *vectors)
{
    gsl_matrix *matrix = gsl_matrix_alloc(m, m), *vector = gsl_matrix_alloc(m, m);
    gsl_vector *values = gsl_vector_alloc(m);
    gsl_eigen_symmv_workspace *eigen = gsl_eigen_symmv_alloc(m);
    const bool made = matrix && vector && values && eigen;
    for (size_t i = 0; made && i < m; i++)
        for (size_t j = 0; j < m; j++)
            gsl_matrix_set(matrix, i, j, 0.5 * (a[i * ROOM + j] + a[j * ROOM + i]));
    if (made) {
        gsl_eigen_symmv(matrix, values, vector, eigen);
        gsl_eigen_symmv_sort(values, vector, GSL_EIGEN_SORT_VAL_DESC);
    }
    for (size_t i = 0; made && i < m; i++) {
        value[i] = gsl_vector_get(values, i);
        for (size_t j = 0; j < m; j++)
            vectors[j * ROOM + i] = gsl_matrix_get(vector, j, i);
    }
    gsl_eigen_symmv_free(eigen);
    gsl_vector_free(values);
    gsl_matrix_free(vector);
    gsl_matrix_free(matrix);
    return made;
}

/* x . a y of columns x, y of `vectors`. */
static double between(size_t m, const double *a, const double *vectors, size_t x, size_t y)
{
    double sum = 0.0;
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < m; j++)
            sum += vectors[i * ROOM + x] * a[i * ROOM + j] * vectors[j * ROOM + y];
    return sum;
}

/* ---- The pair. */

/* Directions in which nothing holds have no stiffness; those without damping too are left out. */
static bool settle(trama_reducer *r)
{
    const size_t m = r->m;
    double square[ROOM], rate[ROOM], vectors[ROOM * ROOM], kept[ROOM];
    size_t from[ROOM];
    r->n = 0;
    r->unit = 0.0;
    if (m == 0)
        return true;
    if (!symmetric_vectors(m, r->d, rate, vectors) || !symmetric_vectors(m, r->k, square, vectors))
        return false;
    const double c = fmax(rate[0], 0.0), w = sqrt(fmax(square[0], 0.0));
    const double most = fmax(fabs(rate[0]), fabs(rate[m - 1]));
    r->unit = 0.5 * (c + sqrt(c * c + 4.0 * w * w));
    if (!(r->unit > 0.0))
        r->unit = most;
    for (size_t i = 0; i < m && r->unit > 0.0; i++) {
        const bool stiff = square[i] > nothing * square[0];
        double damping = 0.0;
        for (size_t j = 0; j < m; j++)
            damping = fmax(damping, fabs(between(m, r->d, vectors, i, j)));
        if (!stiff && !(damping > nothing * most))
            continue;
        kept[r->n] = stiff;
        from[r->n++] = i;
    }
    for (size_t i = 0; i < r->n; i++)
        for (size_t j = 0; j < r->n; j++) {
            const double k = between(m, r->k, vectors, from[i], from[j]);
            const double d = between(m, r->d, vectors, from[i], from[j]);
            r->pair_k[i * r->n + j] = kept[i] * kept[j] * k / (r->unit * r->unit);
            r->pair_d[i * r->n + j] = d / r->unit;
        }
    for (size_t i = 0; i < r->n && r->symmetric; i++)
        for (size_t j = 0; j < i; j++) {
            r->pair_k[i * r->n + j] = r->pair_k[j * r->n + i];
            r->pair_d[i * r->n + j] = r->pair_d[j * r->n + i];
        }
    for (size_t i = 0; i < m; i++)
        for (size_t j = 0; j < r->n; j++)
            r->turn[i * ROOM + j] = vectors[i * ROOM + from[j]];
    return true;
}

/* The growing vector (amplification.h), x or v as whichever is larger, in the basis, as a unit
 * vector, turned so that its real part is the largest. */
static void keep_critical(trama_reducer *r, const double *vector)
{
    const size_t n = r->n;
    double size[2] = {0.0, 0.0}, x[2][ROOM], real = 0.0, imaginary = 0.0;
    for (size_t i = 0; i < 2 * n; i++)
        size[i / n] += vector[i] * vector[i] + vector[2 * n + i] * vector[2 * n + i];
    const size_t begin = size[1] > size[0] ? n : 0;
    const double length = sqrt(size[begin / n]);
    for (size_t i = 0; i < n; i++) {
        x[0][i] = vector[begin + i] / length;
        x[1][i] = vector[2 * n + begin + i] / length;
        real += x[0][i] * x[0][i] - x[1][i] * x[1][i];
        imaginary += 2.0 * x[0][i] * x[1][i];
    }
    const double angle = -0.5 * atan2(imaginary, real), c = cos(angle), s = sin(angle);
    memset(r->critical, 0, sizeof r->critical);
    for (size_t i = 0; i < r->m; i++) {
        for (size_t j = 0; j < n; j++) {
            r->critical[0][i] += r->turn[i * ROOM + j] * (c * x[0][j] - s * x[1][j]);
            r->critical[1][i] += r->turn[i * ROOM + j] * (s * x[0][j] + c * x[1][j]);
        }
    }
}

/* x . A x of the growing vector. */
static double along(const trama_reducer *r, const double *a)
{
    double sum = 0.0;
    for (size_t part = 0; part < 2; part++)
        for (size_t i = 0; i < r->m; i++)
            for (size_t j = 0; j < r->m; j++)
                sum += r->critical[part][i] * a[i * ROOM + j] * r->critical[part][j];
    return sum;
}

static void combine(const trama_reducer *r, double *rows, const double *c, double *u)
{
    memset(u, 0, r->nv * sizeof *u);
    for (size_t i = 0; i < r->m; i++)
        add_multiple(r->nv, u, c[i], row(r, rows, i));
}

/* ---- Growing. */

/* A basis of fewer directions: the growing vector, and the extreme ones of K and D. `columns` are
 * their components, orthonormal. */
static size_t choose(const trama_reducer *r, const double *of_k, const double *of_d,
                     double columns[][ROOM])
{
    size_t count = 0;
    for (size_t c = 0; c < 2 + 2 * KEPT; c++) {
        double *x = columns[count];
        const size_t rank = c < 2 ? 0 : (c - 2) / 2;
        if (rank >= r->m)
            break;
        for (size_t i = 0; i < r->m; i++)
            x[i] = c < 2 ? r->critical[c][i] : (c % 2 ? of_d : of_k)[i * ROOM + rank];
        for (int pass = 0; pass < 2; pass++)
            for (size_t j = 0; j < count; j++)
                add_multiple(r->m, x, -trama_dot(r->m, columns[j], x), columns[j]);
        const double length = sqrt(trama_dot(r->m, x, x));
        for (size_t i = 0; i < r->m; i++)
            x[i] /= length;
        count += length > 1e-6;
    }
    return count;
}

static void turn_rows(trama_reducer *r, double *rows, size_t count, double columns[][ROOM])
{
    for (size_t c = 0; c < count; c++)
        combine(r, rows, columns[c], row(r, r->other, c));
    memcpy(rows, r->other, count * trama_padded(r->nv) * sizeof *rows);
}

static bool compress(trama_reducer *r)
{
    double of_k[ROOM * ROOM], of_d[ROOM * ROOM], values[ROOM];
    double columns[3 + 2 * KEPT][ROOM];
    if (!symmetric_vectors(r->m, r->k, values, of_k) ||
        !symmetric_vectors(r->m, r->d, values, of_d))
        return false;
    const size_t count = choose(r, of_k, of_d, columns);
    turn_rows(r, r->basis, count, columns);
    turn_rows(r, r->k_basis, count, columns);
    turn_rows(r, r->d_basis, count, columns);
    r->m = count;
    memset(r->critical, 0, sizeof r->critical);
    r->critical[0][0] = 1.0;
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++) {
            const double *v = row(r, r->basis, i);
            r->k[i * ROOM + j] = trama_dot(r->nv, v, row(r, r->k_basis, j));
            r->d[i * ROOM + j] = trama_dot(r->nv, v, row(r, r->d_basis, j));
        }
    return true;
}

/* The part of `rows` times the growing vector that lies outside of the basis, put into u; its
 * length. */
static double outside(const trama_reducer *r, double *rows, const double *c, double *u)
{
    combine(r, rows, c, u);
    for (size_t i = 0; i < r->m; i++) {
        const double *v = row(r, r->basis, i);
        add_multiple(r->nv, u, -trama_dot(r->nv, v, u), v);
    }
    return sqrt(trama_dot(r->nv, u, u));
}

/* Takes up what K and D make of the growing vector outside of the basis, if for a step of h that is
 * more than the tolerance: h^2 K and h D are of order 1 there. False: nothing was. */
static bool grow(trama_reducer *r, trama_tangent *t, trama_system *system, double h)
{
    const size_t m = r->m;
    double critical[2][ROOM];
    bool grown = false;
    memcpy(critical, r->critical, sizeof critical);
    for (size_t part = 0; part < 2; part++)
        for (size_t of = 0; of < 2; of++) {
            double *u = row(r, r->basis, r->m);
            const size_t now = r->m;
            r->m = m; /* the growing vector has m components */
            double left = outside(r, of ? r->d_basis : r->k_basis, critical[part], u);
            r->m = now;
            left *= of ? h : h * h;
            if (left <= 4.0 * r->tolerance)
                continue;
            grown = true;
            take(r, t, system, 1e-6);
        }
    return grown;
}

/* ---- A method. */

static trama_linear_pair pair_of(const trama_reducer *r)
{
    return (trama_linear_pair){r->n, r->symmetric, r->pair_k, r->pair_d};
}

/* What grows first, round by round. `s`: the limit in units of the pair. */
static trama_status refine(trama_reducer *r, trama_tangent *t, trama_system *system,
                           const trama_integrator_type *type, const void *parameters,
                           double tolerance, double *s, bool *converged, trama_error *error)
{
    double vector[4 * ROOM], step = TRAMA_NAN; /* s */
    *converged = r->whole;
    for (int round = 0; round < ROUNDS; round++) {
        if (r->m > ROOM - 4 && !compress(r))
            return trama_fail_memory(error);
        if (!settle(r))
            return trama_fail_memory(error);
        *s = TRAMA_STABILITY_BOUND;
        if (r->n == 0)
            return TRAMA_OK;
        const trama_linear_pair pair = pair_of(r);
        const trama_status status = trama_pair_critical(type, parameters, &pair, tolerance,
                                                        step * r->unit, s, vector, error);
        if (status != TRAMA_OK || *s == TRAMA_STABILITY_BOUND)
            return status;
        keep_critical(r, vector);
        step = *s / r->unit;
        *converged = r->whole || !grow(r, t, system, step);
        if (*converged)
            return TRAMA_OK;
    }
    return TRAMA_OK;
}

static void keep_mode(trama_reducer *r)
{
    combine(r, r->basis, r->critical[0], r->mode);
}

/* The result, and a basis that is small enough for it. */
static bool conclude(trama_reducer *r, trama_reduction *reduction)
{
    if (r->found && !r->whole && r->m > 2 + 2 * KEPT && !compress(r))
        return false;
    if (!settle(r))
        return false;
    reduction->n = r->n;
    reduction->unit = r->unit;
    memcpy(reduction->k, r->pair_k, r->n * r->n * sizeof *r->pair_k);
    memcpy(reduction->d, r->pair_d, r->n * r->n * sizeof *r->pair_d);
    return true;
}

trama_status trama_reducer_find(trama_reducer *r, trama_tangent *t, trama_system *system,
                                const trama_integrator_type *type, const void *parameters,
                                double tolerance, trama_reduction *reduction, trama_error *error)
{
    double s = TRAMA_STABILITY_BOUND;
    *reduction = (trama_reduction){.whole = r->whole,
                                   .symmetric = r->symmetric,
                                   .step = TRAMA_INFINITY,
                                   .omega = TRAMA_NAN,
                                   .damping = TRAMA_NAN};
    const trama_status status =
        refine(r, t, system, type, parameters, tolerance, &s, &reduction->converged, error);
    if (status != TRAMA_OK)
        return status;
    r->found = s < TRAMA_STABILITY_BOUND;
    if (r->found) {
        reduction->step = s / r->unit;
        reduction->omega = sqrt(fmax(0.0, along(r, r->k)));
        reduction->damping = along(r, r->d);
        keep_mode(r);
    } else
        reduction->converged = true;
    return conclude(r, reduction) ? TRAMA_OK : trama_fail_memory(error);
}

trama_linear_pair trama_reduction_pair(const trama_reduction *reduction)
{
    return (trama_linear_pair){reduction->n, reduction->symmetric, reduction->k, reduction->d};
}

void trama_reducer_mode(const trama_reducer *r, const trama_system *system, double *u)
{
    double largest = 0.0;
    for (size_t i = 0; i < r->nv; i++) {
        u[i] = r->mode[i] / sqrt(system->mass[i]);
        largest = fabs(u[i]) > fabs(largest) ? u[i] : largest;
    }
    for (size_t i = 0; largest != 0.0 && i < r->nv; i++)
        u[i] /= largest;
}
