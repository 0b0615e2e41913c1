/* Advice on a scene: the largest step of each method, its cost, and what limits it. A short run
 * finds the largest frequency at its start and along it, from which the largest stable step of
 * every method is predicted (measure/amplification.h); the worst mode shows which part of the model
 * limits the step, and where. Then every method is compared with a reference over a short time, and
 * timed. Results that depend on times, such as the recommendation, are below /timing. */
#include "task/advice.h"
#include "clock.h"
#include "core/numbers.h"
#include "measure/taut.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const checks[] = {"none", "recommended", "all", NULL};

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(advice_parameters, duration), .unit = "s", .minimum = 0.0, .maximum = 1e9,
     .summary = "simulated time of the analysed run; 0: `iterations` of half a step"},
    {TASK_ITERATIONS_OF(advice_parameters, iterations, 10), .fallback = {2000},
     .summary = "of the run, each with half the step predicted at its start"},
    {TRAMA_FIELD_OF(advice_parameters, looks), .unit = "1", .minimum = 1, .maximum = TASK_LOOKS_MAX,
     .fallback = {20}, .summary = "spectra along the run, in addition to that of its start"},
    {TRAMA_FIELD_OF(advice_parameters, compare), .unit = "s", .minimum = 0.0, .maximum = 1e9,
     .summary = "simulated time of the comparison with a reference; 0: a tenth of the run's"},
    {TRAMA_FIELD_OF(advice_parameters, share), .unit = "1", .minimum = 0.01, .maximum = 1.0,
     .fallback = {0.9}, .summary = "largest fraction of the predicted step that is advised"},
    {TRAMA_FIELD_OF(advice_parameters, accuracy), .unit = "1", .minimum = 1e-12, .maximum = 1.0,
     .fallback = {0.01},
     .summary = "error of the positions over the displacement of the nodes, and of the velocities "
                "over their speed, r.m.s."},
    {TRAMA_FIELD_OF(advice_parameters, growth), .unit = "1", .minimum = 1e-11, .maximum = 1e-3,
     .fallback = {1e-6},
     .summary = "growth per step that is tolerated, for a method that grows at every step size"},
    {TRAMA_FIELD_OF(advice_parameters, solve_work), .unit = "1", .minimum = 0.0, .maximum = 1e300,
     .fallback = {1.6e7}, .later = true,
     .summary = "largest steps times unknowns^1.8 of a run that compares an implicit method; 1.6e7 "
                "take some seconds"},
    {TRAMA_FIELD_OF(advice_parameters, samples), .unit = "1", .minimum = 1, .maximum = 1000,
     .fallback = {7}, .summary = "number of samples by which a step of each method is timed"},
    {TASK_ITERATIONS_OF(advice_parameters, steps, 1), .fallback = {2000}, .later = true,
     .summary = "largest number of steps of a sample; fewer for many nodes, at least 10"},
    {TRAMA_CHOICE_OF(advice_parameters, check, checks),
     .summary = "methods whose predicted step is bracketed by runs: none; the recommended one and "
                "that of the case; all"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, advice_parameters);

static void conclude(const advice *a, bundle *results)
{
    const advice_method *own = &a->method[a->own];
    const state_spectrum *worst = task_looks_worst(&a->looks);
    const char *status = worst->spectrum.converged ? "ok" : "not converged";
    if (!worst->spectrum.finite)
        task_conclude(results, "unstable", "no state has a tangent: a force is not finite");
    else if (a->recommended == a->count)
        task_conclude(results, status, "predicted %.4g ms for %s; no method to recommend",
                      1e3 * own->dt, own->type->name);
    else
        task_conclude(results, status, "%s at %.4g ms; predicted %.4g ms for %s",
                      a->method[a->recommended].type->name, 1e3 * a->method[a->recommended].step,
                      1e3 * own->dt, own->type->name);
}

/* Without a tangent at the start there is nothing to predict. */
static trama_status advise(advice *a, bundle *results, trama_error *error)
{
    trama_status status = advice_run_make(a, error);
    const bool finite = status == TRAMA_OK && a->looks.spectra[0].spectrum.finite;
    if (finite)
        status = advice_methods_predict(a, error);
    if (finite && status == TRAMA_OK)
        status = advice_compare(a, error);
    if (status == TRAMA_OK)
        status = advice_measure_cost(a, results, error);
    if (status == TRAMA_OK) {
        advice_recommend(a);
        status = advice_check(a, error);
    }
    return status;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    advice a = {.bench = bench, .p = bench->the_case->task_parameters};
    const double start = seconds_now();
    a.way = a.end = a.reference_dt = a.doubt.rms = a.doubt.largest = TRAMA_NAN;
    a.speed = a.velocity_doubt.rms = TRAMA_NAN;
    trama_status status = advice_methods_create(&a, error);
    if (status == TRAMA_OK)
        status = advice_run_create(&a, error);
    if (status == TRAMA_OK)
        status = advise(&a, results, error);
    if (status == TRAMA_OK)
        status = advice_add(&a, results, error);
    if (status == TRAMA_OK) {
        bundle_put_real(results, &column_advice_seconds, seconds_now() - start);
        conclude(&a, results);
    }
    free(a.velocity);
    free(a.reference);
    advice_run_free(&a);
    advice_methods_free(&a);
    return status;
}

/* Bodies have no tangent to advise from; the step that taut joints bear is told all the same. */
static trama_status refuse_bodies(trama_system *system, trama_error *error)
{
    const double omega = trama_taut_frequency(system);
    if (!(omega > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "task",
                          "an object has more coordinates than velocities, and no tangent");
    return trama_fail(
        error, TRAMA_BAD_INPUT, "task",
        "an object has more coordinates than velocities, and no tangent; its joints, with their "
        "tension at the start, are stable up to %.4g ms (2/omega, omega = %.4g rad/s)",
        2e3 / omega, omega);
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    if (task_check_method(c, "the step", error) != TRAMA_OK)
        return error->status;
    if (system->plain && system->nv > 0)
        return TRAMA_OK;
    if (system->plain)
        return trama_fail(error, TRAMA_BAD_INPUT, "task",
                          "nothing moves, so there is no step to choose");
    return refuse_bodies((trama_system *)system, error); /* the plan's own, which nobody steps */
}

const task_type task_advice = {
    .name = "advice",
    .summary = "largest step of each method, its cost and what limits it",
    .version = 4,
    .exclusive = true,
    .size = sizeof(advice_parameters),
    .part = {{NULL, &own_fields, 0},
             {"spectrum", &trama_spectrum_fields, offsetof(advice_parameters, spectrum)}},
    .check = check,
    .run = run,
};
