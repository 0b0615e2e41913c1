/* Accuracy against cost: errors of positions, velocities and energy at a fixed time for decreasing
 * time steps, with the force evaluations and seconds of each run, and the order of the errors of
 * the positions. The reference solution is computed by a method of high order, and compared with
 * the one of half its step. */
#include "measure/accuracy.h"
#include "clock.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "measure/whole.h"
#include "solver/solver.h"
#include "task/common.h"
#include "task/end.h"
#include "task/units.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The integrators as choices, in the order of the registry. */
#define TRAMA_INTEGRATOR(name) METHOD_##name,
enum method {
#include "integrator/integrators.def"
};
#undef TRAMA_INTEGRATOR
#define TRAMA_INTEGRATOR(name) #name,
static const char *const methods[] = {
#include "integrator/integrators.def"
    NULL};
#undef TRAMA_INTEGRATOR

typedef struct reference_spec {
    int integrator; /* an index into methods */
    double dt;
} reference_spec;

typedef struct parameters {
    double end, first, ratio;
    long count, repeats;
    trama_reals dts;
    reference_spec reference;
} parameters;

static const trama_field fields[] = {
    {TASK_SECONDS_OF(parameters, end), .required = true,
     .summary = "time at which positions are compared; every time step is end/n with a whole n"},
    {TRAMA_LIST_OF(parameters, dts, 1), .unit = "s", .minimum = 1e-12, .maximum = 1e9,
     .summary = "decreasing time steps; give these, or first, ratio and count"},
    {TASK_SECONDS_OF(parameters, first), .fallback = {TRAMA_NAN},
     .summary = "largest time step; each is rounded to end/n with a whole n"},
    {TRAMA_FIELD_OF(parameters, ratio), .unit = "1", .minimum = 1.01, .maximum = 1000,
     .fallback = {2}, .summary = "ratio of a time step to the next"},
    {TRAMA_FIELD_OF(parameters, count), .unit = "1", .minimum = 1, .maximum = TRAMA_LIST_MAX,
     .fallback = {8}, .summary = "number of time steps"},
    {TRAMA_FIELD_OF(parameters, repeats), .unit = "1", .minimum = 1, .maximum = 1000,
     .fallback = {3}, .summary = "repetitions by which each run is timed"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

static const trama_field reference_table[] = {
    {TRAMA_CHOICE_OF(reference_spec, integrator, methods), .fallback = {METHOD_gsl_rk8pd},
     .summary = "integrator of the reference solution, with its default parameters"},
    {TASK_SECONDS_OF(reference_spec, dt), .required = true,
     .summary = "its time step, end/n with a whole n; the reference is the solution at half of it"},
};
static const trama_fields reference_fields = TRAMA_FIELDS(reference_table, reference_spec);

/* Errors that are not this much above the own one of the reference are left out of the order: 1 %
 * of an error moves the local order of two steps 4:5 apart by 0.04. */
static const double told_apart = 100.0;

enum { STEPS_MAX = 1000000000 };

/* --- Time steps: whole parts of the end. */

/* How many steps of dt make the end; 0: they do not, or too many. */
static long steps_to_end(double end, double dt)
{
    const double n = round(end / dt);
    return n >= 1.0 && n <= STEPS_MAX && fabs(n * dt - end) <= 1e-9 * end ? (long)n : 0;
}

static size_t point_count(const parameters *p)
{
    return p->dts.count ? p->dts.count : (size_t)p->count;
}

/* Steps of the i-th run; 0: none such. */
static long steps_of(const parameters *p, size_t i)
{
    if (p->dts.count)
        return steps_to_end(p->end, p->dts.value[i]);
    const double n = round(p->end / p->first * pow(p->ratio, (double)i));
    return n >= 1.0 && n <= STEPS_MAX ? (long)n : 0;
}

static trama_status check_steps(const parameters *p, trama_error *error)
{
    const char *path = p->dts.count ? "task.dts" : "task.count";
    long before = 0;
    for (size_t i = 0; i < point_count(p); i++) {
        const long steps = steps_of(p, i);
        if (steps == 0)
            return trama_fail(
                error, TRAMA_BAD_INPUT, path,
                "time step %zu does not divide the end, %g s; allowed: end/n, n from 1 to %d",
                i + 1, p->end, STEPS_MAX);
        if (steps <= before)
            return trama_fail(error, TRAMA_BAD_INPUT, path,
                              "time step %zu, %g s, is not below the one before it; allowed: "
                              "decreasing time steps",
                              i + 1, p->end / (double)steps);
        before = steps;
    }
    return TRAMA_OK;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    (void)system;
    const parameters *p = c->task_parameters;
    if (p->dts.count == 0 && isnan(p->first))
        return trama_fail(error, TRAMA_BAD_INPUT, "task.dts",
                          "no time steps: give dts, or first (with ratio and count)");
    if (p->dts.count > 0 && !isnan(p->first))
        return trama_fail(error, TRAMA_BAD_INPUT, "task.first",
                          "time steps are given by dts and by first; allowed: one of the two");
    if (steps_to_end(p->end, p->reference.dt) == 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.reference.dt",
                          "dt: %g s does not divide the end, %g s", p->reference.dt, p->end);
    return check_steps(p, error);
}

/* --- The reference. */

typedef struct reference {
    const trama_integrator_type *type;
    double *q, *v;             /* nq, nv, at the end, by the halved step */
    double energy;             /* J, there */
    trama_deviation deviation; /* of the end by the whole step from it: bounds its error */
    double dt;                 /* s, the halved step */
    bool stable;
} reference;

static trama_status run_to_end(const task_bench *bench, trama_integrator *integrator, long steps,
                               trama_outcome *outcome, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    const trama_run_spec spec = task_run_spec(bench, p->end / (double)steps, steps);
    return trama_run(bench->system, integrator, &spec, outcome, error);
}

/* Runs both, the whole step first; the system is left at the end of the second. */
static trama_status solve(const task_bench *bench, trama_integrator *integrator, reference *r,
                          trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    const trama_system *system = bench->system;
    const long steps = steps_to_end(p->end, p->reference.dt);
    trama_outcome whole, half = {0};
    trama_status status = run_to_end(bench, integrator, steps, &whole, error);
    memcpy(r->q, system->q, system->nq * sizeof *r->q);
    if (status == TRAMA_OK)
        status = run_to_end(bench, integrator, 2 * steps, &half, error);
    r->stable = whole.ending != TRAMA_UNSTABLE && half.ending != TRAMA_UNSTABLE;
    r->dt = p->end / (double)(2 * steps);
    r->deviation = trama_deviation_of(system, r->q, system->q);
    memcpy(r->q, system->q, system->nq * sizeof *r->q);
    memcpy(r->v, system->v, system->nv * sizeof *r->v);
    return status == TRAMA_OK ? task_end_energy(bench->system, integrator, &r->energy, error)
                              : status;
}

static trama_status find_reference(const task_bench *bench, reference *r, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    r->type = trama_integrator_find(methods[p->reference.integrator]);
    void *defaults = calloc(1, r->type->parameters.size + 1);
    trama_integrator *integrator = NULL;
    trama_status status = defaults ? TRAMA_OK : trama_fail_memory(error);
    if (status == TRAMA_OK) {
        trama_fields_default(r->type->parameters, defaults);
        status = trama_integrator_create(r->type, defaults, bench->system, &integrator, error);
    }
    if (status == TRAMA_OK)
        status = solve(bench, integrator, r, error);
    trama_integrator_destroy(integrator);
    free(defaults);
    return status;
}

/* --- The runs. */

/* The order of a solver that is no method of the library; nor are its force evaluations known. */
enum { UNSTATED = -1 };

/* Columns, a row a time step. */
typedef struct points {
    size_t count;
    double dt[TRAMA_LIST_MAX], rms[TRAMA_LIST_MAX], largest[TRAMA_LIST_MAX];
    double velocity[TRAMA_LIST_MAX], energy[TRAMA_LIST_MAX], depth[TRAMA_LIST_MAX];
    int64_t steps[TRAMA_LIST_MAX], evaluations[TRAMA_LIST_MAX];
    int64_t stable[TRAMA_LIST_MAX], fitted[TRAMA_LIST_MAX];
    trama_order order;           /* of rms */
    double *seconds, *processor; /* count x repeats */
} points;

/* Seconds of the method's steps alone, from the initial state to the end. */
static trama_step_status time_run(const task_bench *bench, double dt, long steps, double *seconds,
                                  double *processor)
{
    trama_system_reset(bench->system);
    trama_integrator_restart(bench->integrator);
    const double start = seconds_now(), begun = clock_seconds(CLOCK_PROCESS_CPUTIME_ID);
    const trama_step_status made = task_steps(bench, bench->integrator, dt, steps);
    *seconds = seconds_now() - start;
    *processor = clock_seconds(CLOCK_PROCESS_CPUTIME_ID) - begun;
    return made;
}

/* At the end of a run; NAN of one that did not come there. */
static trama_status take_errors(const task_bench *bench, const reference *r, bool stable, size_t i,
                                points *to, trama_error *error)
{
    double energy;
    const trama_system *system = bench->system;
    const bool known = stable && r->stable;
    to->rms[i] = to->largest[i] = to->velocity[i] = to->energy[i] = to->depth[i] = TRAMA_NAN;
    if (!known)
        return TRAMA_OK;
    const trama_deviation apart = trama_deviation_of(system, system->q, r->q);
    to->rms[i] = apart.rms;
    to->largest[i] = apart.largest;
    to->velocity[i] = trama_deviation_of(system, system->v, r->v).rms;
    to->depth[i] = task_end_depth(system);
    const trama_status status = task_end_energy(bench->system, bench->integrator, &energy, error);
    to->energy[i] = fabs(energy - r->energy);
    return status;
}

static trama_status measure(const task_bench *bench, const reference *r, size_t i, points *to,
                            trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    const long steps = steps_of(p, i);
    trama_outcome outcome;
    trama_status status = run_to_end(bench, bench->integrator, steps, &outcome, error);
    if (status != TRAMA_OK)
        return status;
    const bool stable = outcome.ending != TRAMA_UNSTABLE;
    if (take_errors(bench, r, stable, i, to, error) != TRAMA_OK)
        return error->status;
    to->dt[i] = p->end / (double)steps;
    to->steps[i] = steps;
    to->evaluations[i] = outcome.evaluations;
    to->stable[i] = stable;
    trama_step_status made = TRAMA_STEP_OK;
    double *seconds = to->seconds + i * (size_t)p->repeats;
    double *processor = to->processor + i * (size_t)p->repeats;
    for (long repeat = 0; made == TRAMA_STEP_OK && repeat < p->repeats; repeat++) {
        seconds[repeat] = processor[repeat] = TRAMA_NAN;
        if (stable)
            made = time_run(bench, to->dt[i], steps, seconds + repeat, processor + repeat);
    }
    return trama_integrator_error(bench->integrator, made, error);
}

static void fit(const reference *r, points *to)
{
    to->order = trama_order_fit(to->dt, to->rms, to->count, told_apart * r->deviation.rms);
    for (size_t i = 0; i < to->count; i++)
        to->fitted[i] = i >= to->order.first && i < to->order.first + to->order.count;
}

/* --- What is kept. */

static void add_points(const points *at, const trama_system *system, int stated, bundle *results)
{
    task_own_column own;
    const size_t n = at->count;
    bundle_put_reals(results, &column_steps_dt, at->dt, n);
    bundle_put_integers(results, &column_steps_count, at->steps, n);
    bundle_put_reals(results, task_column(system, &column_steps_error_rms, &own), at->rms, n);
    bundle_put_reals(results, task_column(system, &column_steps_error_max, &own), at->largest, n);
    if (strcmp(trama_system_unit(system), "m") == 0)
        bundle_put_reals(results, &column_steps_error_velocity, at->velocity, n);
    if (trama_budget_possible(system))
        bundle_put_reals(results, &column_steps_error_energy, at->energy, n);
    if (task_has_depth(system))
        bundle_put_reals(results, &column_steps_depth, at->depth, n);
    if (stated != UNSTATED)
        bundle_put_integers(results, &column_steps_evaluations, at->evaluations, n);
    bundle_put_integers(results, &column_steps_stable, at->stable, n);
    bundle_put_integers(results, &column_steps_fitted, at->fitted, n);
}

static void add_order(const trama_order *order, int stated, bundle *results)
{
    if (stated != UNSTATED)
        bundle_put_integer(results, &column_order_stated, stated);
    bundle_put_real(results, &column_order_observed, order->slope);
    bundle_put_real(results, &column_order_low, order->low);
    bundle_put_real(results, &column_order_high, order->high);
    bundle_put_real(results, &column_order_constant, order->constant);
}

static void add_reference(const reference *r, const trama_system *system, bundle *results)
{
    task_own_column own;
    bundle_put_text(results, &column_reference_integrator, r->type->name);
    bundle_put_real(results, &column_reference_dt, r->dt);
    bundle_put_real(results, task_column(system, &column_reference_error_rms, &own),
                    r->deviation.rms);
    bundle_put_real(results, task_column(system, &column_reference_error_max, &own),
                    r->deviation.largest);
}

static void conclude(const reference *r, const points *at, int stated, const char *unit,
                     bundle *results)
{
    const trama_order *o = &at->order;
    char claim[32] = "";
    if (stated != UNSTATED)
        snprintf(claim, sizeof claim, " (stated %d)", stated);
    if (!r->stable)
        task_conclude(results, "not converged", "the reference (%s, %.3g ms) is unstable",
                      r->type->name, 1e3 * r->dt);
    else if (at->count == 1)
        task_conclude(results, at->stable[0] ? "ok" : "unstable", "error %.3g %s at %.3g ms",
                      at->rms[0], unit, 1e3 * at->dt[0]);
    else if (isnan(o->slope))
        task_conclude(results, "not converged",
                      "fewer than two errors above that of the reference, %.2g %s",
                      r->deviation.rms, unit);
    else
        task_conclude(results, "ok", "order %.3f%s from %zu steps, error %.3g %s at %.3g ms",
                      o->slope, claim, o->count, at->rms[o->first + o->count - 1], unit,
                      1e3 * at->dt[o->first + o->count - 1]);
}

static void add_results(const task_bench *bench, const reference *r, const points *at, int stated,
                        bundle *results)
{
    const parameters *p = bench->the_case->task_parameters;
    bundle_put_real(results, &column_accuracy_end, p->end);
    bundle_put_real_matrix(results, &column_accuracy_sample, at->seconds, at->count,
                           (size_t)p->repeats);
    if (!task_is_elsewhere(bench->the_case))
        bundle_put_real_matrix(results, &column_accuracy_processor, at->processor, at->count,
                               (size_t)p->repeats);
    add_points(at, bench->system, stated, results);
    add_order(&at->order, stated, results);
    add_reference(r, bench->system, results);
    conclude(r, at, stated, trama_system_unit(bench->system), results);
}

static trama_status measure_all(const task_bench *bench, reference *r, points *at, bundle *results,
                                trama_error *error)
{
    int stated = UNSTATED;
    trama_status status = TRAMA_OK;
    if (!trama_solver_of(bench->integrator->type))
        status = trama_stated_order(bench->integrator->type, bench->system, &stated, error);
    if (status == TRAMA_OK)
        status = find_reference(bench, r, error);
    for (size_t i = 0; status == TRAMA_OK && i < at->count; i++)
        status = measure(bench, r, i, at, error);
    if (status == TRAMA_OK) {
        fit(r, at);
        add_results(bench, r, at, stated, results);
    }
    return status;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    const size_t count = point_count(p);
    reference r = {.q = trama_doubles(bench->system->nq), .v = trama_doubles(bench->system->nv)};
    const size_t samples = count * (size_t)p->repeats;
    double *seconds = calloc(2 * samples, sizeof *seconds);
    points at = {
        .count = count, .seconds = seconds, .processor = seconds ? seconds + samples : NULL};
    const trama_status status = r.q && r.v && seconds ? measure_all(bench, &r, &at, results, error)
                                                      : trama_fail_memory(error);
    free(seconds);
    free(r.q);
    free(r.v);
    return status;
}

const task_type task_accuracy = {
    .name = "accuracy",
    .summary = "error against a reference solution, by time step, force evaluations and seconds",
    .version = 3,
    .exclusive = true,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0},
             {"reference", &reference_fields, offsetof(parameters, reference)}},
    .check = check,
    .run = run,
};
