#include "measure/spectrum.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/random.h"

#include <float.h>
#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CHECK_EVERY = 4 };

struct trama_tangent {
    size_t n;    /* nv */
    size_t size; /* Krylov vectors at most */
    double *block;
    double *basis;             /* (size + 1) x n */
    double *root_mass;         /* n */
    double *moved, *up, *down; /* n each */
    double *h;                 /* (size + 1) x size: the projected operator, by rows */
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
                          system->type->name);
    trama_tangent *t = calloc(1, sizeof *t);
    if (!t)
        return trama_fail_memory(error);
    t->n = system->nv;
    t->size = (size_t)products < t->n ? (size_t)products : t->n;
    const size_t line = trama_padded(t->n);
    t->block = trama_doubles((t->size + 5) * line + trama_padded((t->size + 1) * t->size));
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
    t->h = trama_carve(&rest, (t->size + 1) * t->size);
    for (size_t i = 0; i < t->n; i++)
        t->root_mass[i] = sqrt(system->mass[i]);
    *tangent = t;
    return TRAMA_OK;
}

static double *basis_at(const trama_tangent *t, size_t j)
{
    return t->basis + j * trama_padded(t->n);
}

static double product(const double *x, const double *y, size_t n)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
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
    if (system->type->pointwise) {
        const trama_held *held = trama_activity_held(system->activity);
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

/* The largest |eigenvalue| of the leading k x k part of H, and its vector's last component. */
static bool ritz(trama_tangent *t, size_t k, double *real, double *imaginary, double *last)
{
    gsl_matrix_view square = gsl_matrix_submatrix(t->square, 0, 0, k, k);
    gsl_vector_complex_view value = gsl_vector_complex_subvector(t->value, 0, k);
    gsl_matrix_complex_view vector = gsl_matrix_complex_submatrix(t->vector, 0, 0, k, k);
    for (size_t i = 0; i < k; i++)
        for (size_t j = 0; j < k; j++)
            gsl_matrix_set(&square.matrix, i, j, t->h[i * t->size + j]);
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    gsl_eigen_nonsymmv_workspace *eigen = gsl_eigen_nonsymmv_alloc(k);
    const int failed = !eigen || gsl_eigen_nonsymmv(&square.matrix, &value.vector, &vector.matrix,
                                                    eigen) != GSL_SUCCESS;
    if (eigen)
        gsl_eigen_nonsymmv_free(eigen);
    gsl_set_error_handler(handler);
    if (failed)
        return false;
    size_t best = 0;
    for (size_t i = 1; i < k; i++)
        if (gsl_complex_abs(gsl_vector_complex_get(&value.vector, i)) >
            gsl_complex_abs(gsl_vector_complex_get(&value.vector, best)))
            best = i;
    const gsl_complex lambda = gsl_vector_complex_get(&value.vector, best);
    *real = GSL_REAL(lambda);
    *imaginary = GSL_IMAG(lambda);
    *last = gsl_complex_abs(gsl_matrix_complex_get(&vector.matrix, k - 1, best));
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

/* What the first k Krylov vectors say. */
static void judge(trama_tangent *t, size_t k, double beyond, double tolerance,
                  trama_spectrum *spectrum)
{
    double real, imaginary, last;
    if (!ritz(t, k, &real, &imaginary, &last))
        return;
    const double size = hypot(real, imaginary);
    spectrum->omega = sqrt(size);
    spectrum->bound = spectrum->omega > 0.0 ? beyond * last / (2.0 * spectrum->omega) : 0.0;
    /* sqrt(lambda) = sqrt((|l| + re)/2) + i sqrt((|l| - re)/2) */
    spectrum->growth = sqrt(fmax(0.0, 0.5 * (size - real)));
    spectrum->converged = spectrum->bound <= tolerance * spectrum->omega;
}

void trama_spectrum_largest(trama_tangent *t, trama_system *system, const double *q,
                            const double *v, const trama_spectrum_spec *spec,
                            trama_spectrum *spectrum)
{
    *spectrum = (trama_spectrum){.omega = TRAMA_NAN, .bound = TRAMA_INFINITY, .finite = true};
    memset(t->h, 0, (t->size + 1) * t->size * sizeof *t->h);
    trama_activity_update(system->activity, system->t, system->iteration + 1);
    start_vector(t, system, spec->seed, basis_at(t, 0));
    for (size_t j = 0; j < t->size && !spectrum->converged; j++) {
        double *w = basis_at(t, j + 1);
        trama_tangent_apply(t, system, q, v, basis_at(t, j), w);
        spectrum->products++;
        const double beyond = orthogonalise(t, j, w);
        if (!isfinite(beyond)) {
            *spectrum = (trama_spectrum){
                .omega = TRAMA_NAN, .bound = TRAMA_INFINITY, .products = spectrum->products};
            return;
        }
        const bool exhausted = j + 1 == t->size || beyond <= DBL_EPSILON * t->h[0];
        if ((j + 1) % CHECK_EVERY == 0 || exhausted)
            judge(t, j + 1, beyond, spec->tolerance, spectrum);
        spectrum->asymmetry = asymmetry_of(t, j + 1);
        if (exhausted)
            break;
        t->h[(j + 1) * t->size + j] = beyond;
        for (size_t l = 0; l < t->n; l++)
            w[l] /= beyond;
    }
}

static const trama_field fields[] = {
    {.name = "tolerance",
     .kind = TRAMA_REAL,
     .count = 1,
     .offset = offsetof(trama_spectrum_spec, tolerance),
     .unit = "1",
     .minimum = 1e-12,
     .maximum = 0.5,
     .fallback = {1e-3},
     .summary = "relative error of omega_max that is good enough"},
    {.name = "products",
     .kind = TRAMA_INTEGER,
     .count = 1,
     .offset = offsetof(trama_spectrum_spec, products),
     .unit = "1",
     .minimum = 2,
     .maximum = 2000,
     .fallback = {120},
     .summary = "tangent products at most"},
    {.name = "seed",
     .kind = TRAMA_INTEGER,
     .count = 1,
     .offset = offsetof(trama_spectrum_spec, seed),
     .unit = "1",
     .minimum = 0,
     .maximum = 2e9,
     .fallback = {1},
     .summary = "of the starting vector"},
};
const trama_fields trama_spectrum_fields = TRAMA_FIELDS(fields, trama_spectrum_spec);
