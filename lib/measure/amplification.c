#include "measure/amplification.h"

#include "core/hypot.h"
#include "core/numbers.h"
#include "measure/linear_step.h"

#include <assert.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A method on a pair, whose step is scanned: s is the step times the pair's unit of frequency. */
typedef struct stability_test {
    trama_linear_pair pair;
    trama_linear_step *step;
    double own_growth; /* of the equations, per unit of s: no method is blamed for it */
    double resolution; /* relative width of a limit */
} stability_test;

static trama_status test_open(stability_test *test, const trama_integrator_type *type,
                              const void *parameters, const trama_linear_pair *pair,
                              trama_error *error)
{
    *test = (stability_test){.pair = *pair, .resolution = pair->n > 1 ? 1e-6 : 0.0};
    return trama_linear_step_create(type, parameters, pair->n, pair->symmetric, &test->step, error);
}

static trama_status test_end(stability_test *test, trama_error *error)
{
    const bool no_memory = trama_linear_step_no_memory(test->step);
    trama_linear_step_destroy(test->step);
    return no_memory ? trama_fail_memory(error) : TRAMA_OK;
}

static double radius_at(stability_test *test, double s)
{
    return trama_linear_step_dominant(test->step, test->pair.k, test->pair.d, s, NULL).modulus;
}

/* Growth up to the tolerance, and to twice that of the equations themselves, counts as none. */
static bool holds(stability_test *test, double s, double tolerance)
{
    return radius_at(test, s) <= 1.0 + tolerance + 2.0 * test->own_growth * s;
}

/* The next step of a scan. One unknown is scanned evenly; several cost more, and more coarsely. */
static double beyond(const stability_test *test, double s)
{
    static const double coarse = 1.0 / 16, ratio = 1.04;
    if (test->pair.n == 1)
        return s + TRAMA_STABILITY_STEP;
    return fmax(s + coarse, ratio * s);
}

/* Where what holds at `inside` and not at `outside` (or the reverse) changes; the side of the
 * first. */
static double edge(stability_test *test, double inside, double outside, bool holding,
                   double tolerance)
{
    for (;;) {
        const double middle = 0.5 * (inside + outside);
        if (middle <= fmin(inside, outside) || middle >= fmax(inside, outside) ||
            fabs(outside - inside) <= test->resolution * middle)
            return inside;
        if (holds(test, middle, tolerance) == holding)
            inside = middle;
        else
            outside = middle;
    }
}

/* The largest s with growth up to `tolerance`, and all below. */
static double tolerated(stability_test *test, double tolerance)
{
    double below = 0.0, above = beyond(test, 0.0);
    while (holds(test, above, tolerance)) {
        below = above;
        above = beyond(test, above);
        if (above > TRAMA_STABILITY_BOUND)
            return TRAMA_STABILITY_BOUND;
    }
    return edge(test, below, above, true, tolerance);
}

/* True if the growth that ends at `limit` begins there. */
static bool has_threshold(stability_test *test, double tolerance, double limit)
{
    const double half = 0.5 * limit, roundoff = 1e-12;
    if (radius_at(test, half) < 1.0 - roundoff)
        return true;
    return tolerated(test, 100.0 * tolerance) <= 1.01 * limit;
}

static trama_loss loss_at(stability_test *test, double s)
{
    const trama_multiplier m =
        trama_linear_step_dominant(test->step, test->pair.k, test->pair.d, s, NULL);
    if (m.imaginary != 0.0)
        return TRAMA_LOSS_OSCILLATION;
    return m.real < 0.0 ? TRAMA_LOSS_FLIP : TRAMA_LOSS_DIVERGENCE;
}

static void find(stability_test *test, double tolerance, trama_stability *stability)
{
    const double limit = tolerated(test, tolerance);
    const double past = limit * (1.0 + 1e-6); /* clear of the double eigenvalue at the limit */
    stability->tolerated = stability->limit = limit;
    stability->loss = TRAMA_LOSS_NONE;
    if (limit == TRAMA_STABILITY_BOUND)
        return;
    stability->limit = has_threshold(test, tolerance, limit) ? limit : 0.0;
    stability->loss = loss_at(test, past);
}

/* ---- One oscillator. */

const char *const trama_loss_names[] = {"none", "flip", "divergence", "oscillation", NULL};

size_t trama_amplification_dimension(const trama_integrator_type *type)
{
    return 2 + type->state_arrays;
}

trama_status trama_amplification_matrix(const trama_integrator_type *type, const void *parameters,
                                        double omega_h, double c_h, double *matrix,
                                        trama_error *error)
{
    const double k = omega_h * omega_h;
    const trama_linear_pair pair = {1, true, &k, &c_h};
    const size_t n = trama_amplification_dimension(type);
    stability_test test;
    const trama_status status = test_open(&test, type, parameters, &pair, error);
    if (status != TRAMA_OK)
        return status;
    memcpy(matrix, trama_linear_step_matrix(test.step, &k, &c_h, 1.0), n * n * sizeof *matrix);
    return test_end(&test, error);
}

trama_status trama_amplification_radius(const trama_integrator_type *type, const void *parameters,
                                        double omega_h, double c_h, double *radius,
                                        trama_error *error)
{
    const double k = omega_h * omega_h;
    const trama_linear_pair pair = {1, true, &k, &c_h};
    return trama_pair_radius(type, parameters, &pair, 1.0, radius, error);
}

trama_status trama_stability_limit(const trama_integrator_type *type, const void *parameters,
                                   double c_over_omega, double tolerance,
                                   trama_stability *stability, trama_error *error)
{
    const double one = 1.0;
    const trama_linear_pair pair = {1, true, &one, &c_over_omega};
    stability_test test;
    assert(tolerance > 0.0 && tolerance <= TRAMA_STABILITY_TOLERANCE_MAX);
    const trama_status status = test_open(&test, type, parameters, &pair, error);
    if (status != TRAMA_OK)
        return status;
    find(&test, tolerance, stability);
    return test_end(&test, error);
}

/* ---- Several unknowns. */

/* The largest real part of an eigenvalue of [0 1; -K -D], at least 0; NAN: no memory. */
static double own_growth(const trama_linear_pair *pair)
{
    const size_t n = pair->n;
    double growth = 0.0;
    gsl_matrix *matrix = gsl_matrix_calloc(2 * n, 2 * n);
    gsl_vector_complex *value = gsl_vector_complex_alloc(2 * n);
    gsl_eigen_nonsymm_workspace *eigen = gsl_eigen_nonsymm_alloc(2 * n);
    const bool made = matrix && value && eigen;
    for (size_t i = 0; made && i < n; i++) {
        gsl_matrix_set(matrix, i, n + i, 1.0);
        for (size_t j = 0; j < n; j++) {
            gsl_matrix_set(matrix, n + i, j, -pair->k[i * n + j]);
            gsl_matrix_set(matrix, n + i, n + j, -pair->d[i * n + j]);
        }
    }
    if (made && gsl_eigen_nonsymm(matrix, value, eigen) == GSL_SUCCESS)
        for (size_t i = 0; i < 2 * n; i++)
            growth = fmax(growth, GSL_REAL(gsl_vector_complex_get(value, i)));
    gsl_eigen_nonsymm_free(eigen);
    gsl_vector_complex_free(value);
    gsl_matrix_free(matrix);
    return made ? growth : TRAMA_NAN;
}

static trama_status pair_open(stability_test *test, const trama_integrator_type *type,
                              const void *parameters, const trama_linear_pair *pair,
                              trama_error *error)
{
    const trama_status status = test_open(test, type, parameters, pair, error);
    if (status != TRAMA_OK)
        return status;
    test->own_growth = own_growth(pair);
    if (!isnan(test->own_growth))
        return TRAMA_OK;
    trama_linear_step_destroy(test->step);
    return trama_fail_memory(error);
}

trama_status trama_pair_radius(const trama_integrator_type *type, const void *parameters,
                               const trama_linear_pair *pair, double s, double *radius,
                               trama_error *error)
{
    stability_test test;
    const trama_status status = test_open(&test, type, parameters, pair, error);
    if (status != TRAMA_OK)
        return status;
    *radius = radius_at(&test, s);
    return test_end(&test, error);
}

trama_status trama_pair_limit(const trama_integrator_type *type, const void *parameters,
                              const trama_linear_pair *pair, double tolerance,
                              trama_stability *stability, trama_error *error)
{
    stability_test test;
    assert(tolerance > 0.0 && tolerance <= TRAMA_STABILITY_TOLERANCE_MAX);
    const trama_status status = pair_open(&test, type, parameters, pair, error);
    if (status != TRAMA_OK)
        return status;
    find(&test, tolerance, stability);
    return test_end(&test, error);
}

trama_status trama_pair_critical(const trama_integrator_type *type, const void *parameters,
                                 const trama_linear_pair *pair, double tolerance, double guess,
                                 double *limit, double *vector, trama_error *error)
{
    stability_test test;
    const trama_status status = pair_open(&test, type, parameters, pair, error);
    if (status != TRAMA_OK)
        return status;
    *limit = isfinite(guess) && holds(&test, 0.999 * guess, tolerance)
                 ? guess
                 : tolerated(&test, tolerance);
    trama_linear_step_dominant(test.step, pair->k, pair->d, 1.001 * *limit, vector);
    return test_end(&test, error);
}

/* ---- A run. */

/* A run's stretches, each as a test. */
typedef struct growing_run {
    const trama_stretch *stretch;
    stability_test *test;
    size_t count;
    double growth, unit;
    double radius; /* the largest at the step looked at last */
} growing_run;

/* Whether the run grows by no more than is allowed at the time step h. What has decayed to where
 * it began decays no further: something stirs it again at each state. */
static bool run_holds(growing_run *run, double h)
{
    double grown = 0.0;
    run->radius = 0.0;
    for (size_t i = 0; i < run->count && grown <= run->growth; i++) {
        const double s = h * run->stretch[i].unit, radius = radius_at(&run->test[i], s);
        const double rate = log(radius) - 2.0 * run->test[i].own_growth * s;
        grown = fmax(0.0, grown + run->stretch[i].iterations * rate);
        run->radius = fmax(run->radius, radius);
    }
    return grown <= run->growth;
}

/* The step at which holding changes between `inside`, where it is `holding`, and `outside`. */
static double run_edge(growing_run *run, double inside, double outside, bool holding)
{
    while (fabs(outside - inside) > 1e-5 * outside) {
        const double middle = 0.5 * (inside + outside);
        if (run_holds(run, middle) == holding)
            inside = middle;
        else
            outside = middle;
    }
    return inside;
}

/* The next step of the scan. */
static double run_beyond(const growing_run *run, double h)
{
    static const double coarse = 1.0 / 16, ratio = 1.04;
    return fmax(h + coarse / run->unit, ratio * h);
}

static void scan(growing_run *run, double end, trama_growth_range *range, size_t *count)
{
    bool held = true;
    double h = 0.0;
    while (h < end) {
        const double next = fmin(run_beyond(run, h), end);
        const bool hold = run_holds(run, next);
        if (!hold && !held)
            range[*count - 1].radius = fmax(range[*count - 1].radius, run->radius);
        if (!hold && held) {
            if (*count == TRAMA_GROWTH_RANGES_MAX)
                return;
            const double radius = run->radius, from = run_edge(run, h, next, true);
            range[(*count)++] = (trama_growth_range){from, TRAMA_INFINITY, radius};
        }
        if (hold && !held)
            range[*count - 1].to = run_edge(run, h, next, false);
        held = hold;
        h = next;
    }
}

static trama_status run_open(growing_run *run, const trama_integrator_type *type,
                             const void *parameters, size_t stretches, trama_error *error)
{
    for (size_t i = 0; i < stretches; i++) {
        const trama_status status =
            pair_open(&run->test[i], type, parameters, &run->stretch[i].pair, error);
        if (status != TRAMA_OK)
            return status;
        run->count++;
        run->unit = fmax(run->unit, run->stretch[i].unit);
    }
    return TRAMA_OK;
}

trama_status trama_growth_ranges(const trama_integrator_type *type, const void *parameters,
                                 const trama_stretch *stretch, size_t stretches, double growth,
                                 double end, trama_growth_range *range, size_t *count,
                                 trama_error *error)
{
    growing_run run = {.stretch = stretch, .growth = growth};
    *count = 0;
    run.test = calloc(stretches + 1, sizeof *run.test);
    if (!run.test)
        return trama_fail_memory(error);
    trama_status status = run_open(&run, type, parameters, stretches, error);
    if (status == TRAMA_OK)
        scan(&run, end, range, count);
    while (run.count > 0) { /* the last first: each gives GSL's handler back */
        trama_error none;
        if (test_end(&run.test[--run.count], &none) != TRAMA_OK && status == TRAMA_OK)
            status = trama_fail_memory(error);
    }
    free(run.test);
    return status;
}
