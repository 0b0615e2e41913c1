/* One run, and the speed at which motion passes along its row of rigid bodies: the wave of falling
 * dominoes. */
#include "measure/passing.h"
#include "core/numbers.h"
#include "task/common.h"

#include <math.h>
#include <stdio.h>

typedef struct parameters {
    double dt, distance, height;
    long horizon, skip;
} parameters;

static const trama_field fields[] = {
    {TASK_SECONDS_OF(parameters, dt), .required = true, .summary = "time step"},
    {TASK_ITERATIONS_OF(parameters, horizon, 1), .required = true, .summary = "iterations"},
    {TRAMA_FIELD_OF(parameters, distance), .required = true, .unit = "m", .minimum = 1e-12,
     .maximum = 1e12, .summary = "a body has passed when its centre has moved by this distance"},
    {TRAMA_FIELD_OF(parameters, height), .required = true, .unit = "m", .minimum = 1e-12,
     .maximum = 1e12,
     .summary = "h of sqrt(g h), by which the speed is divided in a second column"},
    {TRAMA_FIELD_OF(parameters, skip), .unit = "1", .minimum = 0, .maximum = 1e6, .fallback = {5},
     .summary = "bodies at each end of the row that do not count for the speed"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

/* The first object with rigid bodies that move. */
static trama_status open_passing(const trama_system *system, const parameters *p,
                                 trama_passing **passing, const trama_object **object,
                                 trama_error *error)
{
    trama_status status = TRAMA_BAD_INPUT;
    *passing = NULL;
    for (size_t o = 0; o < system->object_count && status == TRAMA_BAD_INPUT; o++) {
        *object = &system->object[o];
        status =
            trama_passing_create(*object, p->distance, (size_t)(2 * p->skip + 3), passing, error);
    }
    return status;
}

static void observe(void *context, const trama_view *view)
{
    trama_passing_observe(context, view->system->t, view->system->q);
}

static double gravity_of(const plan_case *c, const trama_system *system, const trama_object *object)
{
    const double *g = c->object[object - system->object].scene.gravity;
    return sqrt(g[0] * g[0] + g[1] * g[1] + g[2] * g[2]);
}

static size_t passed(const trama_passing *passing)
{
    size_t count = 0;
    for (size_t i = 0; i < trama_passing_count(passing); i++)
        count += isnan(trama_passing_times(passing)[i]) ? 0 : 1;
    return count;
}

static void add(const trama_passing *passing, const parameters *p, double gravity, bundle *results)
{
    const size_t count = trama_passing_count(passing), skip = (size_t)p->skip;
    const trama_passing_speed fit = trama_passing_fit(passing, skip, count - skip);
    bundle_put_integer(results, &column_passed, (int64_t)passed(passing));
    bundle_put_real(results, &column_passing_speed, fit.speed);
    bundle_put_real(results, &column_passing_error, fit.error);
    bundle_put_real(results, &column_passing_ratio, fit.speed / sqrt(gravity * p->height));
    bundle_put_reals(results, &column_passing_time, trama_passing_times(passing), count);
    bundle_put_reals(results, &column_passing_place, trama_passing_places(passing), count);
}

static void conclude(const trama_outcome *outcome, const trama_passing *passing,
                     const parameters *p, bundle *results)
{
    const size_t count = trama_passing_count(passing), skip = (size_t)p->skip;
    if (outcome->ending == TRAMA_UNSTABLE)
        task_conclude(results, "unstable", "%.6g ms fails (%s, iteration %ld)", 1e3 * p->dt,
                      outcome->detector->name, outcome->iteration);
    else
        task_conclude(results, "ok", "%zu of %zu bodies passed, at %.5g m/s", passed(passing),
                      count, trama_passing_fit(passing, skip, count - skip).speed);
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    trama_run_spec spec = task_run_spec(bench, p->dt, p->horizon);
    const trama_object *object;
    trama_passing *passing;
    trama_outcome outcome;
    trama_status status = open_passing(bench->system, p, &passing, &object, error);
    spec.observe = observe;
    spec.context = passing;
    if (status == TRAMA_OK)
        status = trama_run(bench->system, bench->integrator, &spec, &outcome, error);
    if (status == TRAMA_OK) {
        bundle_put_real(results, &column_dt, p->dt);
        bundle_put_integer(results, &column_iterations, outcome.iteration);
        bundle_put_text(results, &column_outcome, trama_ending_name(outcome.ending));
        task_add_failure(results, &task_failure, bench->system, &outcome);
        add(passing, p, gravity_of(bench->the_case, bench->system, object), results);
        conclude(&outcome, passing, p, results);
    }
    trama_passing_destroy(passing);
    return status;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    const parameters *p = c->task_parameters;
    const trama_object *object;
    trama_passing *passing;
    const trama_status status = open_passing(system, p, &passing, &object, error);
    trama_passing_destroy(passing);
    if (status == TRAMA_BAD_INPUT)
        snprintf(error->path, sizeof error->path, "task.skip");
    return status;
}

const task_type task_passing = {
    .name = "passing",
    .summary = "speed at which motion passes along a row of rigid bodies, such as falling dominoes",
    .version = 2,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0}},
    .check = check,
    .run = run,
};
