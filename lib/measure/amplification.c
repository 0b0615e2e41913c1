#include "measure/amplification.h"

#include "core/hypot.h"
#include "core/numbers.h"

#include <assert.h>
#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <stdlib.h>
#include <string.h>

/* The test equation, as a model of its own: its coefficients change between steps. */

typedef struct test_equation {
    double omega, c;
} test_equation;

static trama_status create(const void *parameters, const trama_scene *scene, void **model,
                           trama_error *error)
{
    (void)parameters;
    (void)scene;
    *model = calloc(1, sizeof(test_equation));
    return *model ? TRAMA_OK : trama_fail_memory(error);
}

static void dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = *nv = 1;
}

static void initial(const void *model, double *q, double *v)
{
    (void)model;
    *q = *v = 0.0;
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const test_equation *equation = model;
    (void)t;
    (void)loads;
    *a = -equation->omega * equation->omega * *q - equation->c * *v;
}

static void tangent_product(void *model, double t, const double *q, const double *v,
                            const trama_loads *loads, double cq, double cv, const double *u,
                            double *y)
{
    const test_equation *equation = model;
    (void)t, (void)q, (void)v, (void)loads;
    *y -= (cq * equation->omega * equation->omega + cv * equation->c) * *u;
}

static void tangent(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const test_equation *equation = model;
    (void)t, (void)q, (void)v, (void)loads;
    trama_triplets_add(k, 0, 0, equation->omega * equation->omega);
    trama_triplets_add(d, 0, 0, equation->c);
}

static bool tangent_is_symmetric(const void *model, const trama_loads *loads)
{
    (void)model, (void)loads;
    return true;
}

static void solve_drag(void *model, double h, const double *q, const trama_loads *loads, double *dv)
{
    (void)q;
    (void)loads;
    *dv /= 1.0 + h * ((const test_equation *)model)->c;
}

static const trama_model_type test_equation_type = {
    .name = "test_equation",
    .summary = "x'' = -omega^2 x - c x'",
    .parameters = TRAMA_NO_FIELDS,
    .create = create,
    .destroy = free,
    .dimensions = dimensions,
    .initial = initial,
    .acceleration = acceleration,
    .solve_drag = solve_drag,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
};

/* An integrator on the test equation, past its first step, and the matrix of its next one at h = 1.
 */
typedef struct stability_test {
    size_t dimension;
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
    double *matrix; /* dimension^2, row-major; the second half is the eigenvalues' to destroy */
    gsl_eigen_nonsymm_workspace *eigen;
    gsl_vector_complex *eigenvalues;
    gsl_error_handler_t *handler; /* GSL's own aborts */
    bool no_memory;               /* was said by a step: what was measured is worth nothing */
} stability_test;

static void test_close(stability_test *test)
{
    if (test->eigenvalues)
        gsl_vector_complex_free(test->eigenvalues);
    if (test->eigen)
        gsl_eigen_nonsymm_free(test->eigen);
    free(test->matrix);
    trama_integrator_destroy(test->integrator);
    trama_system_destroy(test->system);
    trama_scene_destroy(test->scene);
    gsl_set_error_handler(test->handler);
}

static trama_status test_allocate(stability_test *test, const trama_integrator_type *type,
                                  const void *parameters, trama_error *error)
{
    const trama_scene_spec nowhere = {0};
    const size_t n = test->dimension;
    trama_status status = trama_scene_create(&nowhere, &test->scene, error);
    if (status == TRAMA_OK)
        status = trama_system_create(&test_equation_type, NULL, test->scene, &test->system, error);
    if (status == TRAMA_OK)
        status = trama_integrator_create(type, parameters, test->system, &test->integrator, error);
    if (status != TRAMA_OK)
        return status;
    test->matrix = calloc(2 * n * n, sizeof *test->matrix);
    test->eigen = gsl_eigen_nonsymm_alloc(n);
    test->eigenvalues = gsl_vector_complex_alloc(n);
    return test->matrix && test->eigen && test->eigenvalues ? TRAMA_OK : trama_fail_memory(error);
}

/* False if the step is not made. */
static bool step(stability_test *test)
{
    const trama_step_status made = trama_integrator_step(test->integrator, test->system, 1.0);
    test->no_memory |= made == TRAMA_STEP_NO_MEMORY;
    return made == TRAMA_STEP_OK;
}

static trama_status test_open(stability_test *test, const trama_integrator_type *type,
                              const void *parameters, trama_error *error)
{
    memset(test, 0, sizeof *test);
    test->dimension = trama_amplification_dimension(type);
    test->handler = gsl_set_error_handler_off();
    const trama_status status = test_allocate(test, type, parameters, error);
    if (status == TRAMA_OK)
        step(test);
    else
        test_close(test);
    return status;
}

static trama_status test_end(stability_test *test, trama_error *error)
{
    const bool no_memory = test->no_memory;
    test_close(test);
    return no_memory ? trama_fail_memory(error) : TRAMA_OK;
}

/* The i-th component of the state: x, v, then the method's own. */
static double *component(stability_test *test, size_t i)
{
    if (i == 0)
        return test->system->q;
    return i == 1 ? test->system->v : trama_integrator_v(test->integrator, i - 2);
}

/* Column j of the matrix is the image of the j-th unit vector; none (NAN) where a step is refused.
 */
static void measure(stability_test *test, double omega_h, double c_h)
{
    const size_t n = test->dimension;
    *(test_equation *)test->system->object[0].model = (test_equation){omega_h, c_h};
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++)
            *component(test, i) = i == j ? 1.0 : 0.0;
        const bool made = step(test);
        for (size_t i = 0; i < n; i++)
            test->matrix[i * n + j] = made ? *component(test, i) : TRAMA_NAN;
    }
}

static bool solve_eigenvalues(stability_test *test)
{
    const size_t n = test->dimension;
    double *copy = test->matrix + n * n;
    for (size_t i = 0; i < n * n; i++) {
        if (!isfinite(test->matrix[i]))
            return false;
        copy[i] = test->matrix[i];
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(copy, n, n);
    return gsl_eigen_nonsymm(&matrix.matrix, test->eigenvalues, test->eigen) == GSL_SUCCESS;
}

/* The eigenvalue of largest modulus; infinite if there is none. */
static gsl_complex dominant(stability_test *test, double omega_h, double c_h)
{
    gsl_complex largest = {{0.0, 0.0}};
    measure(test, omega_h, c_h);
    if (!solve_eigenvalues(test))
        return (gsl_complex){{TRAMA_INFINITY, 0.0}};
    for (size_t i = 0; i < test->dimension; i++) {
        const gsl_complex value = gsl_vector_complex_get(test->eigenvalues, i);
        if (trama_hypot(value.dat[0], value.dat[1]) > trama_hypot(largest.dat[0], largest.dat[1]))
            largest = value;
    }
    return largest;
}

static double radius_at(stability_test *test, double omega_h, double c_h)
{
    const gsl_complex value = dominant(test, omega_h, c_h);
    return trama_hypot(value.dat[0], value.dat[1]);
}

/* The largest omega h with growth up to `tolerance`. */
static double tolerated(stability_test *test, double c_over_omega, double tolerance)
{
    double below = 0.0, above = TRAMA_STABILITY_STEP;
    while (radius_at(test, above, c_over_omega * above) <= 1.0 + tolerance) {
        below = above;
        above += TRAMA_STABILITY_STEP;
        if (above > TRAMA_STABILITY_BOUND)
            return TRAMA_STABILITY_BOUND;
    }
    for (;;) {
        const double middle = 0.5 * (below + above);
        if (middle <= below || middle >= above)
            return below;
        if (radius_at(test, middle, c_over_omega * middle) <= 1.0 + tolerance)
            below = middle;
        else
            above = middle;
    }
}

/* True if the growth that ends at `limit` begins there. */
static bool has_threshold(stability_test *test, double c_over_omega, double tolerance, double limit)
{
    const double half = 0.5 * limit, roundoff = 1e-12;
    if (radius_at(test, half, c_over_omega * half) < 1.0 - roundoff)
        return true;
    return tolerated(test, c_over_omega, 100.0 * tolerance) <= 1.01 * limit;
}

static trama_loss loss_at(stability_test *test, double c_over_omega, double omega_h)
{
    const gsl_complex value = dominant(test, omega_h, c_over_omega * omega_h);
    if (value.dat[1] != 0.0)
        return TRAMA_LOSS_OSCILLATION;
    return value.dat[0] < 0.0 ? TRAMA_LOSS_FLIP : TRAMA_LOSS_DIVERGENCE;
}

const char *const trama_loss_names[] = {"none", "flip", "divergence", "oscillation", NULL};

size_t trama_amplification_dimension(const trama_integrator_type *type)
{
    return 2 + type->state_arrays;
}

trama_status trama_amplification_matrix(const trama_integrator_type *type, const void *parameters,
                                        double omega_h, double c_h, double *matrix,
                                        trama_error *error)
{
    stability_test test;
    const trama_status status = test_open(&test, type, parameters, error);
    if (status != TRAMA_OK)
        return status;
    measure(&test, omega_h, c_h);
    memcpy(matrix, test.matrix, test.dimension * test.dimension * sizeof *matrix);
    return test_end(&test, error);
}

trama_status trama_amplification_radius(const trama_integrator_type *type, const void *parameters,
                                        double omega_h, double c_h, double *radius,
                                        trama_error *error)
{
    stability_test test;
    const trama_status status = test_open(&test, type, parameters, error);
    if (status != TRAMA_OK)
        return status;
    *radius = radius_at(&test, omega_h, c_h);
    return test_end(&test, error);
}

trama_status trama_stability_limit(const trama_integrator_type *type, const void *parameters,
                                   double c_over_omega, double tolerance,
                                   trama_stability *stability, trama_error *error)
{
    assert(tolerance > 0.0 && tolerance <= TRAMA_STABILITY_TOLERANCE_MAX);
    stability_test test;
    const trama_status status = test_open(&test, type, parameters, error);
    if (status != TRAMA_OK)
        return status;
    const double limit = tolerated(&test, c_over_omega, tolerance);
    const double past = limit * (1.0 + 1e-6); /* clear of the double eigenvalue at the limit */
    stability->tolerated = limit;
    if (limit == TRAMA_STABILITY_BOUND) {
        stability->limit = limit;
        stability->loss = TRAMA_LOSS_NONE;
    } else {
        stability->limit = has_threshold(&test, c_over_omega, tolerance, limit) ? limit : 0.0;
        stability->loss = loss_at(&test, c_over_omega, past);
    }
    return test_end(&test, error);
}
