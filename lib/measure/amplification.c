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
};

/* An integrator on the test equation, past its first step, and the matrix of its next one at h = 1.
 */
typedef struct apparatus {
    size_t dimension;
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
    double *matrix; /* dimension^2, row-major; the second half is the eigenvalues' to destroy */
    gsl_eigen_nonsymm_workspace *eigen;
    gsl_vector_complex *eigenvalues;
    gsl_error_handler_t *handler; /* GSL's own aborts */
} apparatus;

static void trial_close(apparatus *probe)
{
    if (probe->eigenvalues)
        gsl_vector_complex_free(probe->eigenvalues);
    if (probe->eigen)
        gsl_eigen_nonsymm_free(probe->eigen);
    free(probe->matrix);
    trama_integrator_destroy(probe->integrator);
    trama_system_destroy(probe->system);
    trama_scene_destroy(probe->scene);
    gsl_set_error_handler(probe->handler);
}

static trama_status trial_allocate(apparatus *probe, const trama_integrator_type *type,
                                   const void *parameters, trama_error *error)
{
    const trama_scene_spec nowhere = {0};
    const size_t n = probe->dimension;
    trama_status status = trama_scene_create(&nowhere, &probe->scene, error);
    if (status == TRAMA_OK)
        status =
            trama_system_create(&test_equation_type, NULL, probe->scene, &probe->system, error);
    if (status == TRAMA_OK)
        status =
            trama_integrator_create(type, parameters, probe->system, &probe->integrator, error);
    if (status != TRAMA_OK)
        return status;
    probe->matrix = calloc(2 * n * n, sizeof *probe->matrix);
    probe->eigen = gsl_eigen_nonsymm_alloc(n);
    probe->eigenvalues = gsl_vector_complex_alloc(n);
    return probe->matrix && probe->eigen && probe->eigenvalues ? TRAMA_OK
                                                               : trama_fail_memory(error);
}

static trama_status trial_open(apparatus *probe, const trama_integrator_type *type,
                               const void *parameters, trama_error *error)
{
    memset(probe, 0, sizeof *probe);
    probe->dimension = trama_amplification_dimension(type);
    probe->handler = gsl_set_error_handler_off();
    const trama_status status = trial_allocate(probe, type, parameters, error);
    if (status == TRAMA_OK)
        trama_integrator_step(probe->integrator, probe->system, 1.0);
    else
        trial_close(probe);
    return status;
}

/* The i-th component of the state: x, v, then the method's own. */
static double *component(apparatus *probe, size_t i)
{
    if (i == 0)
        return probe->system->q;
    return i == 1 ? probe->system->v : trama_integrator_v(probe->integrator, i - 2);
}

/* Column j of the matrix is the image of the j-th unit vector. */
static void measure(apparatus *probe, double omega_h, double c_h)
{
    const size_t n = probe->dimension;
    *(test_equation *)probe->system->object[0].model = (test_equation){omega_h, c_h};
    for (size_t j = 0; j < n; j++) {
        for (size_t i = 0; i < n; i++)
            *component(probe, i) = i == j ? 1.0 : 0.0;
        trama_integrator_step(probe->integrator, probe->system, 1.0);
        for (size_t i = 0; i < n; i++)
            probe->matrix[i * n + j] = *component(probe, i);
    }
}

static bool solve_eigenvalues(apparatus *probe)
{
    const size_t n = probe->dimension;
    double *copy = probe->matrix + n * n;
    for (size_t i = 0; i < n * n; i++) {
        if (!isfinite(probe->matrix[i]))
            return false;
        copy[i] = probe->matrix[i];
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(copy, n, n);
    return gsl_eigen_nonsymm(&matrix.matrix, probe->eigenvalues, probe->eigen) == GSL_SUCCESS;
}

/* The eigenvalue of largest modulus; infinite if there is none. */
static gsl_complex dominant(apparatus *probe, double omega_h, double c_h)
{
    gsl_complex largest = {{0.0, 0.0}};
    measure(probe, omega_h, c_h);
    if (!solve_eigenvalues(probe))
        return (gsl_complex){{TRAMA_INFINITY, 0.0}};
    for (size_t i = 0; i < probe->dimension; i++) {
        const gsl_complex value = gsl_vector_complex_get(probe->eigenvalues, i);
        if (trama_hypot(value.dat[0], value.dat[1]) > trama_hypot(largest.dat[0], largest.dat[1]))
            largest = value;
    }
    return largest;
}

static double radius_at(apparatus *probe, double omega_h, double c_h)
{
    const gsl_complex value = dominant(probe, omega_h, c_h);
    return trama_hypot(value.dat[0], value.dat[1]);
}

/* The largest omega h with growth up to `tolerance`. */
static double tolerated(apparatus *probe, double c_over_omega, double tolerance)
{
    double below = 0.0, above = TRAMA_STABILITY_STEP;
    while (radius_at(probe, above, c_over_omega * above) <= 1.0 + tolerance) {
        below = above;
        above += TRAMA_STABILITY_STEP;
        if (above > TRAMA_STABILITY_BOUND)
            return TRAMA_STABILITY_BOUND;
    }
    for (;;) {
        const double middle = 0.5 * (below + above);
        if (middle <= below || middle >= above)
            return below;
        if (radius_at(probe, middle, c_over_omega * middle) <= 1.0 + tolerance)
            below = middle;
        else
            above = middle;
    }
}

/* True if the growth that ends at `limit` begins there. */
static bool has_threshold(apparatus *probe, double c_over_omega, double tolerance, double limit)
{
    const double half = 0.5 * limit, roundoff = 1e-12;
    if (radius_at(probe, half, c_over_omega * half) < 1.0 - roundoff)
        return true;
    return tolerated(probe, c_over_omega, 100.0 * tolerance) <= 1.01 * limit;
}

static trama_loss loss_at(apparatus *probe, double c_over_omega, double omega_h)
{
    const gsl_complex value = dominant(probe, omega_h, c_over_omega * omega_h);
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
    apparatus probe;
    const trama_status status = trial_open(&probe, type, parameters, error);
    if (status != TRAMA_OK)
        return status;
    measure(&probe, omega_h, c_h);
    memcpy(matrix, probe.matrix, probe.dimension * probe.dimension * sizeof *matrix);
    trial_close(&probe);
    return TRAMA_OK;
}

trama_status trama_amplification_radius(const trama_integrator_type *type, const void *parameters,
                                        double omega_h, double c_h, double *radius,
                                        trama_error *error)
{
    apparatus probe;
    const trama_status status = trial_open(&probe, type, parameters, error);
    if (status != TRAMA_OK)
        return status;
    *radius = radius_at(&probe, omega_h, c_h);
    trial_close(&probe);
    return TRAMA_OK;
}

trama_status trama_stability_limit(const trama_integrator_type *type, const void *parameters,
                                   double c_over_omega, double tolerance,
                                   trama_stability *stability, trama_error *error)
{
    assert(tolerance > 0.0 && tolerance <= TRAMA_STABILITY_TOLERANCE_MAX);
    apparatus probe;
    const trama_status status = trial_open(&probe, type, parameters, error);
    if (status != TRAMA_OK)
        return status;
    const double limit = tolerated(&probe, c_over_omega, tolerance);
    const double past = limit * (1.0 + 1e-6); /* clear of the double eigenvalue at the limit */
    stability->tolerated = limit;
    if (limit == TRAMA_STABILITY_BOUND) {
        stability->limit = limit;
        stability->loss = TRAMA_LOSS_NONE;
    } else {
        stability->limit = has_threshold(&probe, c_over_omega, tolerance, limit) ? limit : 0.0;
        stability->loss = loss_at(&probe, c_over_omega, past);
    }
    trial_close(&probe);
    return TRAMA_OK;
}
