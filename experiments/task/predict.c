/* The predicted time step beside the measured one. The bracket [stable, unstable] is found by runs
 * alone. Then a run at the largest stable step of the search gives states at regular intervals. For
 * each state the largest frequency omega and its mode's damping c are computed, and with them
 *   dt = z(c / omega) / omega,
 * z being the integrator's own limit, from the eigenvalues of its step (measure/amplification.h).
 *
 * Two limits are given. `z` is that of a run without end. A method that is only weakly unstable
 * past it (verlet with its lagged velocity, midpoint) outlives any horizon a little further:
 * `horizon_z` lets growth pass that stays below `amplification` over the horizon. That is an
 * estimate: how much growth breaks a run is not known beforehand, and growth may saturate.
 *
 * What corrects a state after the force has moved it is no linear operator: limits of strain,
 * shortened springs, contacts. The prediction is made without them, and says so. */
#include "clock.h"
#include "core/numbers.h"
#include "task/journal.h"
#include "task/looks.h"

#include <math.h>

typedef struct parameters {
    double dt, growth, amplification;
    long horizon, every;
    trama_search_spec search;
    trama_spectrum_spec spectrum;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, dt), .unit = "s", .minimum = 0.0, .maximum = 1e9,
     .summary =
         "time step of the run whose states are taken; 0: the largest stable one of the search"},
    {TRAMA_FIELD_OF(parameters, growth), .unit = "1", .minimum = 1e-11, .maximum = 1e-3,
     .fallback = {1e-6},
     .summary = "growth a step that counts as none, for a method that grows at every step size"},
    {TRAMA_FIELD_OF(parameters, amplification), .unit = "1", .minimum = 1.1, .maximum = 1e300,
     .fallback = {1e8},
     .summary = "growth over the whole horizon that a run outlives, for horizon_z"},
    {TASK_ITERATIONS_OF(parameters, horizon, 1), .required = true,
     .summary = "iterations of a run"},
    {TASK_ITERATIONS_OF(parameters, every, 1), .required = true,
     .summary = "iterations between spectra; the start and the end always have one"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

static trama_status limit(const plan_case *c, double c_over_omega, double tolerance,
                          trama_stability *stability, trama_error *error)
{
    return trama_stability_limit(c->integrator, c->integrator_parameters, c_over_omega, tolerance,
                                 stability, error);
}

static trama_status predict(const plan_case *c, const state_spectrum *l, prediction *made,
                            trama_error *error)
{
    const parameters *p = c->task_parameters;
    static const trama_stability none = {TRAMA_NAN, TRAMA_NAN, TRAMA_LOSS_NONE};
    const double k = l->spectrum.damping / l->spectrum.omega;
    *made = (prediction){.state = l, .strict = none, .horizon = none, .z = TRAMA_NAN};
    if (!isfinite(k))
        return TRAMA_OK;
    trama_status status = limit(c, k, TRAMA_STABILITY_TOLERANCE, &made->strict, error);
    made->z = made->strict.loss == TRAMA_LOSS_NONE ? TRAMA_INFINITY : made->strict.limit;
    if (status == TRAMA_OK)
        status = limit(c, k, log(p->amplification) / (double)p->horizon, &made->horizon, error);
    if (status == TRAMA_OK && made->horizon.loss == TRAMA_LOSS_NONE)
        made->horizon.tolerated = TRAMA_INFINITY;
    if (status == TRAMA_OK && made->strict.limit == 0.0) {
        trama_stability weak;
        status = limit(c, k, p->growth, &weak, error);
        made->z = weak.tolerated;
    }
    return status;
}

static void add_run(double dt, const trama_system *system, const trama_outcome *outcome,
                    bundle *results)
{
    bundle_put_real(results, &column_dt, dt);
    bundle_put_text(results, &column_outcome, trama_ending_name(outcome->ending));
    task_add_failure(results, &task_run_failure, system, outcome);
}

static void add_cost(const task_looks *w, double search, double run, bundle *results)
{
    bundle_put_integer(results, &column_tangent_products, task_looks_products(w));
    bundle_put_text(results, &column_tangent, trama_tangent_name(w->tangent));
    bundle_put_real(results, &column_search_seconds, search);
    bundle_put_real(results, &column_spectrum_seconds, w->seconds);
    bundle_put_real(results, &column_run_seconds, run - w->seconds);
}

static void conclude(const task_looks *w, const prediction *made, const trama_search *search,
                     const trama_outcome *outcome, bundle *results)
{
    size_t loose = 0, broken = 0;
    for (size_t i = 0; i < w->count; i++) {
        loose += w->spectra[i].spectrum.finite && !w->spectra[i].spectrum.converged;
        broken += !w->spectra[i].spectrum.finite;
    }
    const state_spectrum *worst = made[PREDICTION_WORST].state;
    const double low = search->bisected_stable, high = search->bisected_unstable;
    if (loose)
        task_conclude(results, "not converged", "%zu of %zu spectra, worst bound %.2g of omega",
                      loose, w->count, worst->spectrum.bound / worst->spectrum.omega);
    else if (broken == w->count)
        task_conclude(results, "unstable", "no state has a tangent: a force is not finite");
    else if (isnan(high))
        task_conclude(results, "censored", "predicted %.4g ms; stable up to the cap, %.4g ms",
                      1e3 * made[PREDICTION_WORST].z / worst->spectrum.omega, 1e3 * low);
    else
        task_conclude(results, outcome->ending == TRAMA_UNSTABLE ? "unstable" : "ok",
                      "predicted %.4g ms from iteration %ld, measured %.4g to %.4g ms%s",
                      1e3 * made[PREDICTION_WORST].z / worst->spectrum.omega, worst->iteration,
                      1e3 * low, 1e3 * high, broken ? "; some states have no tangent" : "");
}

/* The step of the run whose states are taken; 0 if none is stable. */
static double step_of(const parameters *p, const trama_search *search)
{
    if (p->dt > 0.0)
        return p->dt;
    if (!isnan(search->dt_stable))
        return search->dt_stable;
    return isnan(search->bisected_stable) ? 0.0 : search->bisected_stable;
}

static trama_status explain(const task_bench *bench, const trama_search *search, task_looks *looks,
                            double search_seconds, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    const double dt = step_of(p, search), start = seconds_now();
    /* no stable step: the start alone */
    const trama_run_spec spec = task_run_spec(bench, dt, dt > 0.0 ? p->horizon : 0);
    trama_outcome outcome;
    trama_status status =
        task_looks_run(looks, bench->system, bench->integrator, &spec, &outcome, error);
    if (status != TRAMA_OK)
        return status;
    const double run_seconds = seconds_now() - start;
    const state_spectrum *const chosen[PREDICTION_PLACES] = {
        [PREDICTION_START] = looks->spectra,
        [PREDICTION_WORST] = task_looks_worst(looks),
        [PREDICTION_END] = looks->spectra + looks->count - 1};
    prediction made[PREDICTION_PLACES];
    for (size_t i = 0; i < PREDICTION_PLACES && status == TRAMA_OK; i++)
        status = predict(bench->the_case, chosen[i], &made[i], error);
    if (status != TRAMA_OK)
        return status;
    task_add_search(search, bench->system, p->horizon, results);
    add_run(dt, bench->system, &outcome, results);
    prediction_add(made, 0.5 * (search->bisected_stable + search->bisected_unstable), results);
    prediction_add_spectra(looks->spectra, looks->count, results);
    add_cost(looks, search_seconds, run_seconds, results);
    status = task_add_without(bench->system, dt > 0.0 ? dt : p->search.first, results, error);
    if (status == TRAMA_OK)
        conclude(looks, made, search, &outcome, results);
    return status;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    task_looks looks = {0};
    trama_search search = {0};
    const double start = seconds_now();
    trama_status status = task_journal_begin(bench->journal, 0.0, error);
    if (status == TRAMA_OK)
        status = task_search(bench, &p->search, p->horizon, &search, error);
    const double earlier = bench->journal ? bench->journal->before.seconds : 0.0;
    const double search_seconds = earlier + seconds_now() - start;
    if (status == TRAMA_OK)
        status =
            task_looks_create(&looks, bench->system, &p->spectrum, p->horizon, p->every, error);
    if (status == TRAMA_OK)
        status = explain(bench, &search, &looks, search_seconds, results, error);
    task_looks_free(&looks);
    trama_search_free(&search);
    return status;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    const parameters *p = c->task_parameters;
    if (task_check_method(c, "the step", error) != TRAMA_OK)
        return error->status;
    if (!system->plain)
        return trama_fail(error, TRAMA_BAD_INPUT, "task",
                          "an object has other coordinates than velocities, and no tangent");
    if (p->horizon / p->every > TASK_LOOKS_MAX)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.every",
                          "every: %ld makes %ld spectra; allowed: at most %d", p->every,
                          p->horizon / p->every, TASK_LOOKS_MAX);
    const double tolerance = log(p->amplification) / (double)p->horizon;
    if (tolerance > TRAMA_STABILITY_TOLERANCE_MAX)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.amplification",
                          "amplification: %g over %ld iterations is a growth of %.3g a step; "
                          "allowed: at most %g",
                          p->amplification, p->horizon, tolerance, TRAMA_STABILITY_TOLERANCE_MAX);
    return task_check_search(&p->search, error);
}

const task_type task_predict = {
    .name = "predict",
    .summary = "predicted time step from the largest frequency, beside the measured bracket",
    .version = 6,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0},
             {"search", &trama_search_fields, offsetof(parameters, search)},
             {"spectrum", &trama_spectrum_fields, offsetof(parameters, spectrum)}},
    .check = check,
    .run = run,
};
