#include "measure/modes.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "core/random.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making. */

void trama_modes_free(trama_modes *m)
{
    trama_linearisation_free(&m->linear);
    trama_tangent_destroy(m->differences);
    trama_direct_destroy(m->direct);
    trama_lanczos_destroy(m->lanczos);
    free(m->block);
    *m = (trama_modes){0};
}

/* The free coordinates, as trama_system_linearise numbers them. */
static trama_status number_free(trama_modes *m, trama_error *error)
{
    trama_linearisation *linear = &m->linear;
    const size_t nv = m->system->nv;
    linear->coordinate = malloc(nv * sizeof *linear->coordinate);
    if (!linear->coordinate)
        return trama_fail_memory(error);
    for (size_t i = 0; i < nv; i++)
        m->force[i] = 1.0;
    trama_system_clear_idle(m->system, m->force);
    for (size_t i = 0; i < nv; i++)
        if (m->force[i] != 0.0)
            linear->coordinate[linear->count++] = i;
    return trama_sparse_create(linear->count, linear->count, &linear->k, error);
}

/* K column by column: the tangent about q is M^-1/2 K M^-1/2. */
static trama_status linearise_by_differences(trama_modes *m, trama_error *error)
{
    trama_system *system = m->system;
    trama_linearisation *linear = &m->linear;
    trama_triplets *entries = &linear->entries[0];
    trama_triplets_clear(entries);
    for (size_t j = 0; j < linear->count; j++) {
        memset(m->right, 0, system->nv * sizeof *m->right);
        m->right[linear->coordinate[j]] = 1.0;
        trama_tangent_apply(m->differences, system, system->q, system->v, m->right, m->left);
        for (size_t i = 0; i < linear->count; i++) {
            const double y = m->left[linear->coordinate[i]];
            if (y != 0.0 || i == j)
                trama_triplets_add(entries, i, j, y * m->root_mass[i] * m->root_mass[j]);
        }
    }
    return trama_sparse_fill(linear->k, entries, error);
}

static trama_status linearise(trama_modes *m, trama_error *error)
{
    trama_system *system = m->system;
    return m->differences
               ? linearise_by_differences(m, error)
               : trama_system_linearise(system, system->t, system->q, system->v, &m->linear, error);
}

static void carve(trama_modes *m)
{
    double *rest = m->block;
    m->force = trama_carve(&rest, m->system->nv);
    m->right = trama_carve(&rest, m->system->nv);
    m->left = trama_carve(&rest, m->system->nv);
    m->root_mass = trama_carve(&rest, m->system->nv);
}

/* Takes K for the first time, or numbers what it will be of. */
static trama_status begin_stiffness(trama_modes *m, trama_error *error)
{
    static const trama_spectrum_spec plain = {.products = 2, .tangent = TRAMA_TANGENT_DIFFERENCES};
    trama_error none;
    if (trama_system_has_tangent(m->system, &none) == TRAMA_OK)
        return linearise(m, error);
    const trama_status status = number_free(m, error);
    return status == TRAMA_OK ? trama_tangent_create(m->system, &plain, &m->differences, error)
                              : status;
}

trama_status trama_modes_create(trama_system *system, long products, trama_modes *m,
                                trama_error *error)
{
    *m = (trama_modes){.system = system};
    trama_system_refresh(system);
    memset(system->v, 0, system->nv * sizeof *system->v);
    m->block = trama_doubles(4 * trama_padded(system->nv));
    if (!m->block)
        return trama_fail_memory(error);
    carve(m);
    trama_status status = trama_direct_create(trama_direct_find("klu"), &m->direct, error);
    if (status == TRAMA_OK)
        status = begin_stiffness(m, error);
    if (status == TRAMA_OK && m->linear.count == 0)
        status = trama_fail(error, TRAMA_BAD_INPUT, "scene.pins",
                            "every coordinate is held; allowed: some that are free");
    if (status == TRAMA_OK)
        status = trama_lanczos_create(m->linear.count, (size_t)products, &m->lanczos, error);
    for (size_t i = 0; status == TRAMA_OK && i < m->linear.count; i++)
        m->root_mass[i] = sqrt(system->mass[m->linear.coordinate[i]]);
    return status;
}

/* ---- Factors of K. */

/* False, without an error, if K is singular. */
static bool factorise(trama_modes *m, trama_status *status, trama_error *error)
{
    trama_direct_status done = TRAMA_DIRECT_OK;
    if (trama_direct_is_new(m->direct, m->linear.k))
        done = trama_direct_analyse(m->direct, m->linear.k);
    if (done == TRAMA_DIRECT_OK)
        done = trama_direct_factorise(m->direct, m->linear.k);
    *status = done == TRAMA_DIRECT_NO_MEMORY ? trama_fail_memory(error) : TRAMA_OK;
    return done == TRAMA_DIRECT_OK;
}

/* K <- K - near^2 M */
static trama_status shift(trama_modes *m, double near, trama_error *error)
{
    for (size_t i = 0; i < m->linear.count; i++)
        trama_triplets_add(&m->linear.entries[0], i, i,
                           -near * near * m->root_mass[i] * m->root_mass[i]);
    return trama_sparse_fill(m->linear.k, &m->linear.entries[0], error);
}

/* ---- Rest. */

/* Moves the free coordinates by `right`; the largest. */
static double move(trama_modes *m)
{
    double largest = 0.0, sum = 0.0;
    for (size_t i = 0; i < m->linear.count; i++) {
        m->system->q[m->linear.coordinate[i]] += m->right[i];
        largest = fmax(largest, fabs(m->right[i]));
        sum += m->right[i];
    }
    return isfinite(sum) ? largest : TRAMA_NAN;
}

trama_status trama_rest_find(trama_modes *m, const trama_rest_spec *spec, trama_rest *rest,
                             trama_error *error)
{
    trama_system *system = m->system;
    trama_status status = TRAMA_OK;
    *rest = (trama_rest){.moved = TRAMA_INFINITY, .found = spec->iterations == 0};
    while (status == TRAMA_OK && rest->iterations < spec->iterations && !rest->found) {
        trama_system_acceleration(system, system->t, system->q, system->v, m->force);
        status = linearise(m, error);
        if (status != TRAMA_OK)
            break;
        for (size_t i = 0; i < m->linear.count; i++)
            m->left[i] = m->force[m->linear.coordinate[i]] * m->root_mass[i] * m->root_mass[i];
        rest->iterations++;
        rest->moved = TRAMA_NAN;
        if (!factorise(m, &status, error) ||
            trama_direct_solve(m->direct, m->linear.k, m->left, m->right) != TRAMA_DIRECT_OK)
            break;
        rest->moved = move(m);
        if (isnan(rest->moved))
            break;
        rest->found = rest->moved <= spec->tolerance;
    }
    return status;
}

/* ---- The end of a spectrum. */

enum { CHECK_EVERY = 4 };

static void begin(trama_modes *m)
{
    trama_random random = {1};
    double *first = trama_lanczos_begin(m->lanczos);
    for (size_t i = 0; i < m->linear.count; i++)
        first[i] = trama_random_signed(&random);
    const double length = sqrt(trama_dot(m->linear.count, first, first));
    for (size_t i = 0; i < m->linear.count; i++)
        first[i] /= length;
}

/* The largest eigenvalue of the operator, and its bound; false without memory. */
static bool largest(trama_modes *m, const trama_operator *a, double tolerance, trama_ritz *ritz,
                    double *bound)
{
    const size_t most = trama_lanczos_size(m->lanczos);
    *ritz = (trama_ritz){TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, false};
    *bound = TRAMA_INFINITY;
    begin(m);
    for (size_t k = 1; k <= most; k++) {
        const double beyond = trama_lanczos_extend(m->lanczos, a);
        const bool whole = k == m->linear.count || beyond == 0.0;
        if (!isfinite(beyond))
            return true;
        if (k % CHECK_EVERY != 0 && k != most && !whole)
            continue;
        if (!trama_lanczos_ritz(m->lanczos, TRAMA_LARGEST_MODULUS, ritz))
            return false;
        *bound = whole ? 0.0 : beyond * ritz->last;
        if (ritz->found && *bound <= tolerance * hypot(ritz->real, ritz->imaginary))
            return true;
    }
    return true;
}

/* y = M^1/2 K^-1 M^1/2 x */
static void apply_inverse(void *context, const double *x, double *y)
{
    trama_modes *m = context;
    for (size_t i = 0; i < m->linear.count; i++)
        m->left[i] = m->root_mass[i] * x[i];
    if (trama_direct_solve(m->direct, m->linear.k, m->left, m->right) != TRAMA_DIRECT_OK)
        m->right[0] = TRAMA_NAN;
    for (size_t i = 0; i < m->linear.count; i++)
        y[i] = m->root_mass[i] * m->right[i];
}

trama_status trama_mode_nearest(trama_modes *m, double near, double tolerance, trama_mode *mode,
                                trama_error *error)
{
    const size_t n = m->linear.count;
    const trama_operator inverse = {n, n, apply_inverse, m};
    trama_ritz ritz;
    double bound;
    *mode = (trama_mode){.square = TRAMA_NAN, .imaginary = TRAMA_NAN, .bound = TRAMA_INFINITY};
    trama_status status = linearise(m, error);
    if (status == TRAMA_OK && near != 0.0)
        status = shift(m, near, error);
    if (status != TRAMA_OK || !factorise(m, &status, error))
        return status;
    if (!largest(m, &inverse, tolerance, &ritz, &bound))
        return trama_fail_memory(error);
    const double size = ritz.real * ritz.real + ritz.imaginary * ritz.imaginary;
    mode->products = (long)trama_lanczos_products(m->lanczos);
    mode->square = near * near + ritz.real / size;
    mode->imaginary = -ritz.imaginary / size;
    mode->bound = bound / size;
    mode->converged = bound <= tolerance * sqrt(size);
    return TRAMA_OK;
}

/* ---- Buckling. */

typedef struct change {
    trama_modes *before, *after;
    double step;
} change;

/* y = K^-1 (K_after - K) x / step */
static void apply_change(void *context, const double *x, double *y)
{
    const change *c = context;
    trama_modes *m = c->before;
    trama_sparse_multiply(c->after->linear.k, x, m->left);
    trama_sparse_multiply(m->linear.k, x, m->right);
    for (size_t i = 0; i < m->linear.count; i++)
        m->left[i] = (m->left[i] - m->right[i]) / c->step;
    if (trama_direct_solve(m->direct, m->linear.k, m->left, y) != TRAMA_DIRECT_OK)
        y[0] = TRAMA_NAN;
}

trama_status trama_buckling_increment(trama_modes *before, trama_modes *after, double step,
                                      double tolerance, double *increment, trama_error *error)
{
    change c = {before, after, step};
    const size_t n = before->linear.count;
    const trama_operator a = {n, n, apply_change, &c};
    trama_ritz ritz;
    double bound;
    *increment = TRAMA_NAN;
    trama_status status = linearise(before, error);
    if (status == TRAMA_OK)
        status = linearise(after, error);
    if (status != TRAMA_OK || !factorise(before, &status, error))
        return status;
    if (!largest(before, &a, tolerance, &ritz, &bound))
        return trama_fail_memory(error);
    if (bound <= tolerance * fabs(ritz.real))
        *increment = -1.0 / ritz.real;
    return TRAMA_OK;
}

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(trama_rest_spec, tolerance), .unit = "m", .minimum = 0.0, .maximum = 1e3,
     .fallback = {1e-10}, .summary = "displacement of a step of Newton's method that is rest"},
    {TRAMA_FIELD_OF(trama_rest_spec, iterations), .unit = "1", .minimum = 0, .maximum = 1e6,
     .fallback = {50}, .summary = "steps at most; 0: the start is taken as it is"},
};
const trama_fields trama_rest_fields = TRAMA_FIELDS(fields, trama_rest_spec);
