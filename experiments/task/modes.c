/* The frequency of a scene at rest that is nearest to a given one, by default the lowest. The state
 * at rest is found first. */
#include "measure/modes.h"
#include "core/numbers.h"
#include "task/common.h"
#include "task/series.h"

#include <math.h>

typedef struct parameters {
    double near, tolerance;
    long products;
    trama_rest_spec rest;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, near), .unit = "rad/s", .minimum = 0.0, .maximum = 1e12,
     .summary = "the frequency nearest to this one is computed"},
    {TRAMA_FIELD_OF(parameters, tolerance), .unit = "1", .minimum = 1e-14, .maximum = 0.1,
     .fallback = {1e-8}, .summary = "relative error of its square at which the iteration ends"},
    {TRAMA_FIELD_OF(parameters, products), .unit = "1", .minimum = 2, .maximum = 2000,
     .fallback = {100}, .summary = "largest number of products with the inverse stiffness"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    (void)c;
    return task_check_stiffness(system, error);
}

static void add(const trama_rest *rest, const trama_mode *mode, bundle *results)
{
    const double frequency = mode->square >= 0.0 ? sqrt(mode->square) : (double)NAN;
    bundle_put_integer(results, &column_rest_steps, rest->iterations);
    bundle_put_real(results, &column_rest_moved, rest->moved);
    bundle_put_real(results, &column_frequency, frequency);
    bundle_put_real(results, &column_frequency_square, mode->square);
    bundle_put_real(results, &column_frequency_imaginary, mode->imaginary);
    bundle_put_real(results, &column_frequency_bound, mode->bound);
    bundle_put_integer(results, &column_inverse_products, mode->products);
    if (!rest->found)
        task_conclude(results, "not converged", "no state at rest in %ld steps", rest->iterations);
    else if (!mode->converged)
        task_conclude(results, "not converged", "no frequency in %ld products", mode->products);
    else if (mode->square < 0.0)
        task_conclude(results, "ok", "unstable: grows by %.6g 1/s", sqrt(-mode->square));
    else
        task_conclude(results, "ok", "%.6g rad/s", frequency);
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    trama_modes modes = {0};
    trama_rest rest = {0};
    trama_mode mode = {TRAMA_NAN, TRAMA_NAN, TRAMA_INFINITY, 0, false};
    trama_status status = trama_modes_create(bench->system, p->products, &modes, error);
    if (status == TRAMA_OK)
        status = trama_rest_find(&modes, &p->rest, &rest, error);
    if (status == TRAMA_OK && rest.found)
        status = trama_mode_nearest(&modes, p->near, p->tolerance, &mode, error);
    if (status == TRAMA_OK) {
        add(&rest, &mode, results);
        status = task_state_add(bench->system, results, error);
    }
    trama_modes_free(&modes);
    return status;
}

const task_type task_modes = {
    .name = "modes",
    .summary = "a frequency about the state at rest, by default the lowest",
    .version = 1,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0}, {"rest", &trama_rest_fields, offsetof(parameters, rest)}},
    .check = check,
    .run = run,
};
