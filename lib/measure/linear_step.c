#include "measure/linear_step.h"

#include "core/hypot.h"
#include "core/memory.h"
#include "core/numbers.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <stdlib.h>

/* ---- The system, as a model whose coefficients change between steps. */

typedef struct linear_model {
    size_t n;
    bool symmetric;
    double *k, *d; /* n x n */
    double *solve; /* n x (n + 1) */
} linear_model;

static void destroy(void *model)
{
    linear_model *m = model;
    if (!m)
        return;
    free(m->k);
    free(m);
}

/* `parameters`: the number of unknowns, and whether K and D are symmetric. */
static trama_status create(const void *parameters, const trama_scene *scene, void **model,
                           trama_error *error)
{
    (void)scene;
    linear_model *m = calloc(1, sizeof *m);
    *model = m;
    if (!m)
        return trama_fail_memory(error);
    m->n = ((const size_t *)parameters)[0];
    m->symmetric = ((const size_t *)parameters)[1];
    m->k = calloc(m->n * (3 * m->n + 1), sizeof *m->k);
    if (!m->k)
        return trama_fail_memory(error);
    m->d = m->k + m->n * m->n;
    m->solve = m->d + m->n * m->n;
    return TRAMA_OK;
}

static void dimensions(const void *model, size_t *nq, size_t *nv)
{
    *nq = *nv = ((const linear_model *)model)->n;
}

static void initial(const void *model, double *q, double *v)
{
    for (size_t i = 0; i < ((const linear_model *)model)->n; i++)
        q[i] = v[i] = 0.0;
}

static void acceleration(void *model, double t, const double *q, const double *v,
                         const trama_loads *loads, double *a)
{
    const linear_model *m = model;
    (void)t, (void)loads;
    for (size_t i = 0; i < m->n; i++) {
        a[i] = 0.0;
        for (size_t j = 0; j < m->n; j++)
            a[i] -= m->k[i * m->n + j] * q[j];
        for (size_t j = 0; j < m->n; j++)
            a[i] -= m->d[i * m->n + j] * v[j];
    }
}

static void tangent_product(void *model, double t, const double *q, const double *v,
                            const trama_loads *loads, double cq, double cv, const double *u,
                            double *y)
{
    const linear_model *m = model;
    (void)t, (void)q, (void)v, (void)loads;
    for (size_t i = 0; i < m->n; i++)
        for (size_t j = 0; j < m->n; j++)
            y[i] -= (cq * m->k[i * m->n + j] + cv * m->d[i * m->n + j]) * u[j];
}

static void tangent(void *model, double t, const double *q, const double *v,
                    const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const linear_model *m = model;
    (void)t, (void)q, (void)v, (void)loads;
    for (size_t i = 0; i < m->n; i++)
        for (size_t j = 0; j < m->n; j++) {
            trama_triplets_add(k, i, j, m->k[i * m->n + j]);
            trama_triplets_add(d, i, j, m->d[i * m->n + j]);
        }
}

static bool tangent_is_symmetric(const void *model, const trama_loads *loads)
{
    (void)loads;
    return ((const linear_model *)model)->symmetric;
}

/* (1 + h D) dv = dv */
static void solve_drag(void *model, double h, const double *q, const trama_loads *loads, double *dv)
{
    const linear_model *m = model;
    (void)q, (void)loads;
    for (size_t i = 0; i < m->n; i++)
        for (size_t j = 0; j < m->n; j++)
            m->solve[i * m->n + j] = h * m->d[i * m->n + j] + (i == j ? 1.0 : 0.0);
    if (m->n == 1) {
        *dv /= *m->solve;
        return;
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(m->solve, m->n, m->n);
    gsl_vector_view x = gsl_vector_view_array(dv, m->n);
    if (gsl_linalg_HH_svx(&matrix.matrix, &x.vector) != GSL_SUCCESS)
        *dv = TRAMA_NAN;
}

static const trama_model_type linear_type = {
    .name = "linear",
    .summary = "x'' = -K x - D x'",
    .parameters = TRAMA_NO_FIELDS,
    .create = create,
    .destroy = destroy,
    .dimensions = dimensions,
    .initial = initial,
    .acceleration = acceleration,
    .solve_drag = solve_drag,
    .tangent_product = tangent_product,
    .tangent = tangent,
    .tangent_is_symmetric = tangent_is_symmetric,
};

/* ---- Its step. */

struct trama_linear_step {
    size_t n, dimension;
    size_t model[2]; /* unknowns, and whether K and D are symmetric: what the model is made from */
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
    double *matrix; /* dimension^2, row-major */
    double *copy;   /* the eigenvalues' to destroy */
    gsl_eigen_nonsymm_workspace *eigen;
    gsl_eigen_nonsymmv_workspace *eigen_vectors;
    gsl_vector_complex *value;
    gsl_matrix_complex *vector;
    gsl_error_handler_t *handler; /* GSL's own aborts */
    bool no_memory;
};

void trama_linear_step_destroy(trama_linear_step *step)
{
    if (!step)
        return;
    if (step->vector)
        gsl_matrix_complex_free(step->vector);
    if (step->value)
        gsl_vector_complex_free(step->value);
    if (step->eigen)
        gsl_eigen_nonsymm_free(step->eigen);
    if (step->eigen_vectors)
        gsl_eigen_nonsymmv_free(step->eigen_vectors);
    free(step->matrix);
    trama_integrator_destroy(step->integrator);
    trama_system_destroy(step->system);
    trama_scene_destroy(step->scene);
    gsl_set_error_handler(step->handler);
    free(step);
}

static trama_status allocate(trama_linear_step *step, const trama_integrator_type *type,
                             const void *parameters, trama_error *error)
{
    const trama_scene_spec nowhere = {0};
    const size_t n = step->dimension;
    trama_status status = trama_scene_create(&nowhere, &step->scene, error);
    if (status == TRAMA_OK)
        status = trama_system_create(&linear_type, step->model, step->scene, &step->system, error);
    if (status == TRAMA_OK)
        status = trama_integrator_create(type, parameters, step->system, &step->integrator, error);
    if (status != TRAMA_OK)
        return status;
    step->matrix = calloc(2 * n * n, sizeof *step->matrix);
    step->eigen = gsl_eigen_nonsymm_alloc(n);
    step->eigen_vectors = gsl_eigen_nonsymmv_alloc(n);
    step->value = gsl_vector_complex_alloc(n);
    step->vector = gsl_matrix_complex_alloc(n, n);
    if (!step->matrix || !step->eigen || !step->eigen_vectors || !step->value || !step->vector)
        return trama_fail_memory(error);
    step->copy = step->matrix + n * n;
    return TRAMA_OK;
}

/* False if the step is not made. */
static bool make(trama_linear_step *step)
{
    const trama_step_status made = trama_integrator_step(step->integrator, step->system, 1.0);
    step->no_memory |= made == TRAMA_STEP_NO_MEMORY;
    return made == TRAMA_STEP_OK;
}

trama_status trama_linear_step_create(const trama_integrator_type *type, const void *parameters,
                                      size_t n, bool symmetric, trama_linear_step **made,
                                      trama_error *error)
{
    trama_linear_step *step = calloc(1, sizeof *step);
    *made = NULL;
    if (!step)
        return trama_fail_memory(error);
    step->n = step->model[0] = n;
    step->model[1] = symmetric;
    step->dimension = n * (2 + type->state_arrays);
    step->handler = gsl_set_error_handler_off();
    const trama_status status = allocate(step, type, parameters, error);
    if (status == TRAMA_OK) {
        make(step); /* the method's first step may differ */
        *made = step;
    } else
        trama_linear_step_destroy(step);
    return status;
}

size_t trama_linear_step_dimension(const trama_linear_step *step)
{
    return step->dimension;
}

bool trama_linear_step_no_memory(const trama_linear_step *step)
{
    return step->no_memory;
}

/* The i-th component of the state: x, v, then the method's own. */
static double *component(trama_linear_step *step, size_t i)
{
    const size_t array = i / step->n, at = i % step->n;
    if (array == 0)
        return step->system->q + at;
    return array == 1 ? step->system->v + at : trama_integrator_v(step->integrator, array - 2) + at;
}

/* Column j of the matrix is the image of the j-th unit vector. */
const double *trama_linear_step_matrix(trama_linear_step *step, const double *k, const double *d,
                                       double s)
{
    const size_t dimension = step->dimension;
    linear_model *model = step->system->object[0].model;
    for (size_t i = 0; i < step->n * step->n; i++) {
        model->k[i] = s * s * k[i];
        model->d[i] = s * d[i];
    }
    for (size_t j = 0; j < dimension; j++) {
        for (size_t i = 0; i < dimension; i++)
            *component(step, i) = i == j ? 1.0 : 0.0;
        const bool made_it = make(step);
        for (size_t i = 0; i < dimension; i++)
            step->matrix[i * dimension + j] = made_it ? *component(step, i) : TRAMA_NAN;
    }
    return step->matrix;
}

/* False if there are none. */
static bool solve(trama_linear_step *step, bool vectors)
{
    const size_t n = step->dimension;
    for (size_t i = 0; i < n * n; i++) {
        if (!isfinite(step->matrix[i]))
            return false;
        step->copy[i] = step->matrix[i];
    }
    gsl_matrix_view matrix = gsl_matrix_view_array(step->copy, n, n);
    return (vectors
                ? gsl_eigen_nonsymmv(&matrix.matrix, step->value, step->vector, step->eigen_vectors)
                : gsl_eigen_nonsymm(&matrix.matrix, step->value, step->eigen)) == GSL_SUCCESS;
}

static double modulus(gsl_complex value)
{
    return trama_hypot(GSL_REAL(value), GSL_IMAG(value));
}

trama_multiplier trama_linear_step_dominant(trama_linear_step *step, const double *k,
                                            const double *d, double s, double *vector)
{
    trama_linear_step_matrix(step, k, d, s);
    if (!solve(step, vector != NULL))
        return (trama_multiplier){TRAMA_INFINITY, 0.0, TRAMA_INFINITY};
    size_t best = 0;
    for (size_t i = 1; i < step->dimension; i++)
        if (modulus(gsl_vector_complex_get(step->value, i)) >
            modulus(gsl_vector_complex_get(step->value, best)))
            best = i;
    const gsl_complex value = gsl_vector_complex_get(step->value, best);
    for (size_t i = 0; vector && i < 2 * step->n; i++) {
        const gsl_complex x = gsl_matrix_complex_get(step->vector, i, best);
        vector[i] = GSL_REAL(x);
        vector[2 * step->n + i] = GSL_IMAG(x);
    }
    return (trama_multiplier){GSL_REAL(value), GSL_IMAG(value), modulus(value)};
}
