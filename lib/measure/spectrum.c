#include "measure/spectrum.h"
#include "core/hypot.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/random.h"

#include <float.h>
#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_EVERY = 4, LEAST = 24 }; /* Krylov vectors between looks, and before an end */

struct trama_tangent {
    size_t n;    /* nv */
    size_t size; /* Krylov vectors at most */
    double *block;
    double *basis;             /* (size + 1) x n */
    double *root_mass;         /* n */
    double *moved, *up, *down; /* n each */
    double *mode;              /* n: the extreme Ritz vector */
    double *coefficient;       /* size: of it in the basis */
    double *h;                 /* (size + 1) x size: the projected operator, by rows */
    double *seen;              /* size: omega at the looks so far; 0: none */
    gsl_matrix *square;
    gsl_vector_complex *value;
    gsl_matrix_complex *vector;
};

void trama_tangent_destroy(trama_tangent *t)
{
    if (!t)
        return;
    gsl_matrix_free(t->square);
    gsl_vector_complex_free(t->value);
    gsl_matrix_complex_free(t->vector);
    free(t->block);
    free(t);
}

static bool allocate_eigen(trama_tangent *t)
{
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    t->square = gsl_matrix_alloc(t->size, t->size);
    t->value = gsl_vector_complex_alloc(t->size);
    t->vector = gsl_matrix_complex_alloc(t->size, t->size);
    gsl_set_error_handler(handler);
    return t->square && t->value && t->vector;
}

trama_status trama_tangent_create(const trama_system *system, long products,
                                  trama_tangent **tangent, trama_error *error)
{
    *tangent = NULL;
    if (system->nq != system->nv)
        return trama_fail(error, TRAMA_BAD_INPUT, "",
                          "model '%s' has other coordinates than velocities: no tangent",
                          system->object[0].type->name);
    trama_tangent *t = calloc(1, sizeof *t);
    if (!t)
        return trama_fail_memory(error);
    t->n = system->nv;
    t->size = (size_t)products < t->n ? (size_t)products : t->n;
    const size_t line = trama_padded(t->n);
    t->block = trama_doubles((t->size + 6) * line + trama_padded((t->size + 1) * t->size) +
                             2 * trama_padded(t->size));
    if (!t->block || !allocate_eigen(t)) {
        trama_tangent_destroy(t);
        return trama_fail_memory(error);
    }
    double *rest = t->block;
    t->basis = trama_carve(&rest, (t->size + 1) * line);
    t->root_mass = trama_carve(&rest, t->n);
    t->moved = trama_carve(&rest, t->n);
    t->up = trama_carve(&rest, t->n);
    t->down = trama_carve(&rest, t->n);
    t->mode = trama_carve(&rest, t->n);
    t->h = trama_carve(&rest, (t->size + 1) * t->size);
    t->coefficient = trama_carve(&rest, t->size);
    t->seen = trama_carve(&rest, t->size);
    for (size_t i = 0; i < t->n; i++)
        t->root_mass[i] = sqrt(system->mass[i]);
    *tangent = t;
    return TRAMA_OK;
}

static double *basis_at(const trama_tangent *t, size_t j)
{
    return t->basis + j * trama_padded(t->n);
}

/* In eight partial sums, always the same ones, so that any vector width gives the same bits. */
static double product(const double *x, const double *y, size_t n)
{
    double sum[8] = {0};
    size_t i = 0;
    for (; i + 8 <= n; i += 8)
        for (size_t j = 0; j < 8; j++)
            sum[j] += x[i + j] * y[i + j];
    for (; i < n; i++)
        sum[i % 8] += x[i] * y[i];
    return ((sum[0] + sum[4]) + (sum[1] + sum[5])) + ((sum[2] + sum[6]) + (sum[3] + sum[7]));
}

/* The displacement of a difference: cube root of the rounding unit, of the size of the positions,
 * so that truncation and rounding are alike. */
static double difference_step(const double *q, size_t n, double largest_move)
{
    double size = 0.0;
    for (size_t i = 0; i < n; i++)
        size = fmax(size, fabs(q[i]));
    return cbrt(DBL_EPSILON) * fmax(size, 1e-3) / largest_move;
}

static void shifted_acceleration(trama_tangent *t, trama_system *system, const double *q,
                                 const double *v, const double *u, double step, double *a)
{
    for (size_t i = 0; i < t->n; i++)
        t->moved[i] = q[i] + step * u[i] / t->root_mass[i];
    trama_system_acceleration(system, system->t, t->moved, v, a);
}

void trama_tangent_apply(trama_tangent *t, trama_system *system, const double *q, const double *v,
                         const double *u, double *y)
{
    const long evaluations = system->evaluations;
    double move = 0.0;
    for (size_t i = 0; i < t->n; i++)
        move = fmax(move, fabs(u[i]) / t->root_mass[i]);
    const double step = move > 0.0 ? difference_step(q, t->n, move) : 1.0;
    shifted_acceleration(t, system, q, v, u, step, t->up);
    shifted_acceleration(t, system, q, v, u, -step, t->down);
    for (size_t i = 0; i < t->n; i++)
        y[i] = -t->root_mass[i] * (t->up[i] - t->down[i]) / (2.0 * step);
    system->evaluations = evaluations;
}

/* A random unit vector without held coordinates. */
static void start_vector(const trama_tangent *t, const trama_system *system, long seed, double *u)
{
    trama_random random = {(uint64_t)seed};
    for (size_t i = 0; i < t->n; i++)
        u[i] = trama_random_signed(&random);
    if (system->object[0].type->pointwise) {
        const trama_held *held = trama_activity_held(system->object[0].activity);
        for (size_t i = 0; i < held->count; i++)
            u[held->coordinate[i]] = 0.0;
    }
    const double length = sqrt(product(u, u, t->n));
    for (size_t i = 0; i < t->n; i++)
        u[i] /= length;
}

/* Row `to` of H is the coefficient along basis vector `to`; orthogonalised twice. */
static double orthogonalise(trama_tangent *t, size_t j, double *w)
{
    for (int pass = 0; pass < 2; pass++)
        for (size_t i = 0; i <= j; i++) {
            const double along = product(basis_at(t, i), w, t->n);
            t->h[i * t->size + j] += along;
            for (size_t l = 0; l < t->n; l++)
                w[l] -= along * basis_at(t, i)[l];
        }
    return sqrt(product(w, w, t->n));
}

/* The leading k x k part of H. */
static void copy_projected(trama_tangent *t, gsl_matrix *square, size_t k)
{
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            gsl_matrix_set(square, i, j, t->h[i * t->size + j]);
}

static size_t index_of_largest(const gsl_vector_complex *value)
{
    size_t best = 0;
    for (size_t i = 1; i < value->size; i++)
        if (gsl_complex_abs(gsl_vector_complex_get(value, i)) >
            gsl_complex_abs(gsl_vector_complex_get(value, best)))
            best = i;
    return best;
}

/* A Ritz pair: the largest |eigenvalue| of H, and the size of its vector's last component. */
typedef struct ritz_pair {
    double real, imaginary, last;
    bool found; /* GSL's iteration ended */
} ritz_pair;

/* Of the first k Krylov vectors; the real part of the vector goes to t->coefficient. */
static bool ritz(trama_tangent *t, size_t k, ritz_pair *pair)
{
    gsl_matrix_view square = gsl_matrix_submatrix(t->square, 0, 0, k, k);
    gsl_vector_complex_view value = gsl_vector_complex_subvector(t->value, 0, k);
    gsl_matrix_complex_view vector = gsl_matrix_complex_submatrix(t->vector, 0, 0, k, k);
    copy_projected(t, &square.matrix, k);
    gsl_eigen_nonsymmv_workspace *eigen = gsl_eigen_nonsymmv_alloc(k);
    if (!eigen)
        return false;
    pair->found = gsl_eigen_nonsymmv(&square.matrix, &value.vector, &vector.matrix, eigen) == 0;
    gsl_eigen_nonsymmv_free(eigen);
    if (!pair->found)
        return true;
    const size_t best = index_of_largest(&value.vector);
    const gsl_complex lambda = gsl_vector_complex_get(&value.vector, best);
    pair->real = GSL_REAL(lambda);
    pair->imaginary = GSL_IMAG(lambda);
    pair->last = gsl_complex_abs(gsl_matrix_complex_get(&vector.matrix, k - 1, best));
    for (size_t i = 0; i < k; i++)
        t->coefficient[i] = GSL_REAL(gsl_matrix_complex_get(&vector.matrix, i, best));
    return true;
}

/* The root of the largest eigenvalue of (H + H^T)/2, 0 if that is negative. */
static bool symmetric_part(trama_tangent *t, size_t k, double *omega)
{
    gsl_matrix_view square = gsl_matrix_submatrix(t->square, 0, 0, k, k);
    gsl_vector_view value = gsl_vector_view_array(t->coefficient, k);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            gsl_matrix_set(&square.matrix, i, j,
                           0.5 * (t->h[i * t->size + j] + t->h[j * t->size + i]));
    gsl_eigen_symm_workspace *eigen = gsl_eigen_symm_alloc(k);
    if (!eigen)
        return false;
    gsl_eigen_symm(&square.matrix, &value.vector, eigen);
    gsl_eigen_symm_free(eigen);
    *omega = sqrt(fmax(0.0, gsl_vector_max(&value.vector)));
    return true;
}

static double asymmetry_of(const trama_tangent *t, size_t k)
{
    double difference = 0.0, size = 0.0;
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++) {
            const double a = t->h[i * t->size + j], b = t->h[j * t->size + i];
            difference += (a - b) * (a - b);
            size += a * a;
        }
    return size > 0.0 ? sqrt(difference / size) : 0.0;
}

/* A residual tells that an eigenvalue is near, not that it is the largest: one that the starting
 * vector hardly holds shows late. So there is a least number of vectors, and the value must have
 * settled since half as many. */
static bool has_settled(trama_tangent *t, size_t k, double omega, double tolerance)
{
    const size_t look = k / CHECK_EVERY;
    if (k % CHECK_EVERY == 0)
        t->seen[look - 1] = omega;
    const double before = look / 2 > 0 ? t->seen[look / 2 - 1] : 0.0;
    return k >= LEAST && omega - before <= tolerance * omega;
}

/* What the first k Krylov vectors say; `beyond` is the size of what the next would add, 0 where
 * there is no other. */
static bool judge(trama_tangent *t, size_t k, double beyond, double tolerance,
                  trama_spectrum *spectrum)
{
    ritz_pair pair;
    if (!ritz(t, k, &pair))
        return false;
    if (!pair.found)
        return true;
    const double size = trama_hypot(pair.real, pair.imaginary), omega = sqrt(size);
    spectrum->omega = omega;
    spectrum->bound = omega > 0.0 ? beyond * pair.last / (2.0 * omega) : sqrt(beyond);
    /* sqrt(lambda) = sqrt((|l| + re)/2) + i sqrt((|l| - re)/2) */
    spectrum->growth = sqrt(fmax(0.0, 0.5 * (size - pair.real)));
    const bool settled = has_settled(t, k, omega, tolerance) || beyond == 0.0;
    spectrum->converged = spectrum->bound <= tolerance * omega && settled;
    return true;
}

/* -u . M^1/2 (da/dv) M^-1/2 u over u . u for the extreme mode u: its damping. */
static double mode_damping(trama_tangent *t, trama_system *system, const double *q, const double *v,
                           size_t k)
{
    const long evaluations = system->evaluations;
    memset(t->mode, 0, t->n * sizeof *t->mode);
    for (size_t j = 0; j < k; j++)
        for (size_t i = 0; i < t->n; i++)
            t->mode[i] += t->coefficient[j] * basis_at(t, j)[i];
    for (int side = 0; side < 2; side++) {
        const double sign = side == 0 ? 1.0 : -1.0;
        for (size_t i = 0; i < t->n; i++)
            t->moved[i] = v[i] + sign * t->mode[i] / t->root_mass[i];
        trama_system_acceleration(system, system->t, q, t->moved, side == 0 ? t->up : t->down);
    }
    double along = 0.0;
    for (size_t i = 0; i < t->n; i++)
        along -= t->mode[i] * t->root_mass[i] * 0.5 * (t->up[i] - t->down[i]);
    system->evaluations = evaluations;
    return along / product(t->mode, t->mode, t->n);
}

/* The next Krylov vector; what it adds, before it is made a unit vector: NAN if the tangent is not
 * finite, 0 if the space is exhausted. */
static double extend(trama_tangent *t, trama_system *system, const double *q, const double *v,
                     size_t j)
{
    double *w = basis_at(t, j + 1);
    trama_tangent_apply(t, system, q, v, basis_at(t, j), w);
    const double beyond = orthogonalise(t, j, w);
    t->h[(j + 1) * t->size + j] = beyond;
    if (beyond > 0.0)
        for (size_t i = 0; i < t->n; i++)
            w[i] /= beyond;
    return beyond;
}

/* Krylov vectors until the tolerance is kept, the space is exhausted, or there is no room for
 * more. */
static bool iterate(trama_tangent *t, trama_system *system, const double *q, const double *v,
                    const trama_spectrum_spec *spec, trama_spectrum *spectrum)
{
    const size_t asked = (size_t)spec->products, most = asked < t->size ? asked : t->size;
    bool exhausted = false;
    for (size_t k = 1; k <= most && !exhausted && !spectrum->converged; k++) {
        const double beyond = extend(t, system, q, v, k - 1);
        spectrum->products++;
        spectrum->finite = isfinite(beyond);
        if (!spectrum->finite)
            return true;
        exhausted = k == t->n || beyond <= 1e-12 * fabs(t->h[0]);
        if ((k % CHECK_EVERY == 0 || k == most || exhausted) &&
            !judge(t, k, exhausted ? 0.0 : beyond, spec->tolerance, spectrum))
            return false;
    }
    const size_t k = (size_t)spectrum->products;
    spectrum->asymmetry = asymmetry_of(t, k);
    spectrum->damping = mode_damping(t, system, q, v, k);
    return symmetric_part(t, k, &spectrum->symmetric);
}

trama_status trama_spectrum_largest(trama_tangent *t, trama_system *system, const double *q,
                                    const double *v, const trama_spectrum_spec *spec,
                                    trama_spectrum *spectrum, trama_error *error)
{
    *spectrum = (trama_spectrum){.omega = TRAMA_NAN,
                                 .bound = TRAMA_INFINITY,
                                 .symmetric = TRAMA_NAN,
                                 .damping = TRAMA_NAN,
                                 .growth = TRAMA_NAN,
                                 .asymmetry = TRAMA_NAN,
                                 .finite = true};
    memset(t->h, 0, (t->size + 1) * t->size * sizeof *t->h);
    memset(t->coefficient, 0, t->size * sizeof *t->coefficient);
    memset(t->seen, 0, t->size * sizeof *t->seen);
    trama_activity_update(system->object[0].activity, system->t, system->iteration + 1, 0.0,
                          system->q);
    start_vector(t, system, spec->seed, basis_at(t, 0));
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    const bool had_memory = iterate(t, system, q, v, spec, spectrum);
    gsl_set_error_handler(handler);
    if (spectrum->finite)
        return had_memory ? TRAMA_OK : trama_fail_memory(error);
    spectrum->omega = TRAMA_NAN;
    spectrum->bound = TRAMA_INFINITY;
    spectrum->growth = TRAMA_NAN;
    return TRAMA_OK;
}

static const trama_field fields[] = {
    /* coarser tolerances end before a mode of the edges alone shows */
    {TRAMA_FIELD_OF(trama_spectrum_spec, tolerance), .unit = "1", .minimum = 1e-12, .maximum = 5e-3,
     .fallback = {1e-3}, .summary = "relative error of omega_max that is good enough"},
    {TRAMA_FIELD_OF(trama_spectrum_spec, products), .unit = "1", .minimum = 2, .maximum = 2000,
     .fallback = {120}, .summary = "tangent products at most"},
    {TRAMA_FIELD_OF(trama_spectrum_spec, seed), .unit = "1", .minimum = 0, .maximum = 2e9,
     .fallback = {1}, .summary = "of the starting vector"},
};
const trama_fields trama_spectrum_fields = TRAMA_FIELDS(fields, trama_spectrum_spec);
