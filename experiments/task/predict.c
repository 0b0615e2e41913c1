/* The predicted time step beside the measured one. The bracket [stable, unstable] is found by runs
 * alone. Then a run at the largest stable step gives states at regular intervals. At each state,
 * the method's own step on the linearised forces, M u'' = -K u - D u', is a linear map
 * (measure/reduction.h); the predicted step is the smallest, over the states, at which the modulus
 * of its largest eigenvalue exceeds 1.
 *
 * Three limits are given: for an infinite run; `horizon_dt`, which allows growth below
 * `amplification` over the horizon; and `along_dt`, which does the same along the states of the
 * run, each for its duration. The ranges of growing steps are given too. A weakly unstable method
 * (verlet with its lagged velocity, midpoint) survives a given horizon at steps slightly above its
 * limit. The amplification that breaks a run is not known beforehand, and growth may saturate, so
 * these limits are estimates.
 *
 * Corrections of a state after the force has moved it (limits of strain, shortened springs,
 * contacts) are not linear operators. The prediction leaves them out, and records that. */
#include "clock.h"
#include "core/numbers.h"
#include "measure/mode.h"
#include "task/journal.h"
#include "task/looks.h"
#include "task/parts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    double dt, growth, amplification;
    long horizon, every;
    trama_search_spec search;
    trama_spectrum_spec spectrum;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, dt), .unit = "s", .minimum = 0.0, .maximum = 1e9,
     .summary =
         "time step of the run that gives the states; 0: the largest stable one of the search"},
    {TRAMA_FIELD_OF(parameters, growth), .unit = "1", .minimum = 1e-11, .maximum = 1e-3,
     .fallback = {1e-6},
     .summary = "growth per step that is tolerated, for a method that grows at every step size"},
    {TRAMA_FIELD_OF(parameters, amplification), .unit = "1", .minimum = 1.1, .maximum = 1e300,
     .fallback = {1e8},
     .summary = "growth over the whole horizon that a run survives, for horizon_z"},
    {TASK_ITERATIONS_OF(parameters, horizon, 1), .required = true,
     .summary = "iterations of a run"},
    {TASK_ITERATIONS_OF(parameters, every, 1), .required = true,
     .summary = "iterations between spectra; the start and the end always have one"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

static double tolerance_of(const parameters *p)
{
    return log(p->amplification) / (double)p->horizon;
}

/* ---- A state. */

/* The largest step by a reduction's pair that grows by no more than `tolerance` a step, s. */
static trama_status limit(const plan_case *c, const trama_reduction *r, double tolerance,
                          double *dt, double *without_end, trama_loss *loss, trama_error *error)
{
    const trama_linear_pair pair = trama_reduction_pair(r);
    trama_stability found;
    const trama_status status =
        trama_pair_limit(c->integrator, c->integrator_parameters, &pair, tolerance, &found, error);
    if (status != TRAMA_OK)
        return status;
    const bool endless = found.loss == TRAMA_LOSS_NONE;
    *dt = endless ? TRAMA_INFINITY : found.tolerated / r->unit;
    *without_end = endless ? TRAMA_INFINITY : found.limit / r->unit;
    *loss = found.loss;
    return TRAMA_OK;
}

/* `h`: of the run whose states are taken; 0: none. */
static trama_status predict(const plan_case *c, const state_spectrum *state,
                            const trama_reduction *r, double h, prediction *made,
                            trama_error *error)
{
    const parameters *p = c->task_parameters;
    double weak;
    trama_loss loss;
    *made = (prediction){state, TRAMA_NAN, TRAMA_NAN, TRAMA_NAN, TRAMA_LOSS_NONE};
    if (!state->spectrum.finite)
        return TRAMA_OK;
    made->dt = made->horizon_dt = TRAMA_INFINITY;
    if (r->n == 0)
        return TRAMA_OK;
    const trama_linear_pair pair = trama_reduction_pair(r);
    trama_status status = limit(c, r, tolerance_of(p), &made->horizon_dt, &weak, &loss, error);
    if (status == TRAMA_OK)
        status =
            limit(c, r, TRAMA_STABILITY_TOLERANCE_SEVERAL, &weak, &made->dt, &made->loss, error);
    if (status == TRAMA_OK && made->dt == 0.0)
        status = limit(c, r, p->growth, &made->dt, &weak, &loss, error);
    if (status == TRAMA_OK && h > 0.0)
        status = trama_pair_radius(c->integrator, c->integrator_parameters, &pair, r->unit * h,
                                   &made->radius, error);
    return status;
}

/* ---- What limits. */

/* The parts of the limiting mode at the worst state so far. */
typedef struct limiting {
    const task_looks *looks;
    trama_mode_part *part;
    size_t count;
    double *mode; /* nv */
} limiting;

static trama_status split_mode(void *context, trama_system *system, trama_error *error)
{
    limiting *l = context;
    l->count = 0;
    if (!isfinite(l->looks->spectra[l->looks->worst].step))
        return TRAMA_OK;
    trama_reducer_mode(l->looks->reducer, system, l->mode);
    return trama_mode_split(system, system->q, system->v, l->mode, l->part, &l->count, error);
}

/* The shares that loads have in the mode's omega^2 and in its damping. */
static void shares_of_loads(const limiting *l, double *curvature, double *damping)
{
    double all[2] = {0.0, 0.0}, of_loads[2] = {0.0, 0.0};
    for (size_t i = 0; i < l->count; i++) {
        const bool is_load = strcmp(l->part[i].name, "loads") == 0;
        all[0] += l->part[i].curvature;
        all[1] += l->part[i].damping;
        of_loads[0] += is_load ? l->part[i].curvature : 0.0;
        of_loads[1] += is_load ? l->part[i].damping : 0.0;
    }
    *curvature = fabs(of_loads[0]) / fabs(all[0]);
    *damping = of_loads[1] / all[1];
}

/* A mode of omega and c flips where omega^2 + 2 c/h = 4/h^2: the larger part limits. */
static const char *limited_by(const limiting *l, const state_spectrum *worst)
{
    double curvature, damping;
    if (!isfinite(worst->step))
        return "nothing";
    if (!(2.0 * worst->damping / worst->step > worst->omega * worst->omega))
        return "stiffness";
    shares_of_loads(l, &curvature, &damping);
    return damping > 0.5 ? "damping by loads" : "damping";
}

/* Steps, and shares, that differ by more than this are different. */
static const double different = 0.02;

/* Whether the step that is predicted changes along the run: the forces are not linear in its
 * states. */
static bool changes(const task_looks *looks)
{
    const double first = looks->spectra->step, least = task_looks_worst(looks)->step;
    double most = first;
    for (size_t i = 0; i < looks->count; i++)
        most = fmax(most, looks->spectra[i].step);
    return most > (1.0 + different) * least;
}

/* Why runs may fail elsewhere than where the linearised step grows. Where growth is slow, how much
 * of it a run outlives decides. */
static void add_cause(const limiting *l, const prediction *worst, bundle *results)
{
    const char *without = bundle_text(results, column_without.path, "");
    const bool corrections = strncmp(without, "corrections", strlen("corrections")) == 0;
    double curvature = 0.0, damping = 0.0;
    char text[128] = "";
    if (l->count > 0)
        shares_of_loads(l, &curvature, &damping);
    const struct {
        bool is;
        const char *name;
    } causes[] = {
        {without[0] && (!corrections || strchr(without, ',')), "contact"},
        {corrections, "corrections"},
        {changes(l->looks), "nonlinear"},
        {curvature > different, "loads"},
        {worst->horizon_dt > (1.0 + different) * worst->dt, "slow growth"},
    };
    for (size_t i = 0; i < sizeof causes / sizeof *causes; i++)
        if (causes[i].is) {
            strcat(text, text[0] ? ", " : "");
            strcat(text, causes[i].name);
        }
    bundle_put_text(results, &column_cause, text);
    bundle_put_text(results, &column_limited_by, limited_by(l, task_looks_worst(l->looks)));
    task_add_parts(l->part, l->count, results);
}

/* Each state lasts until the next is looked at, the last one not at all but where it is the only
 * one. Those without a tangent are left out. */
static size_t stretches_of(const task_looks *looks, long horizon, trama_stretch *stretch)
{
    size_t count = 0;
    for (size_t i = 0; i < looks->count; i++) {
        const trama_reduction *r = &looks->reduction[i];
        const bool last = i + 1 == looks->count;
        const long end = last ? horizon : looks->spectra[i + 1].iteration;
        if (r->n > 0 && isfinite(r->step))
            stretch[count++] = (trama_stretch){trama_reduction_pair(r), r->unit,
                                               (double)(end - looks->spectra[i].iteration)};
    }
    return count;
}

/* Growth ranges along the run, up to four times the largest step of a state. */
static trama_status find_ranges(const plan_case *c, const task_looks *looks,
                                prediction_ranges *ranges, trama_error *error)
{
    const parameters *p = c->task_parameters;
    trama_stretch *stretch = calloc(looks->count + 1, sizeof *stretch);
    *ranges = (prediction_ranges){.whole = true, .end = TRAMA_NAN};
    if (!stretch)
        return trama_fail_memory(error);
    const size_t count = stretches_of(looks, p->horizon, stretch);
    double largest = 0.0;
    for (size_t i = 0; i < looks->count; i++) {
        if (isfinite(looks->spectra[i].step))
            largest = fmax(largest, looks->spectra[i].step);
        ranges->whole &= looks->reduction[i].whole || !looks->spectra[i].spectrum.finite;
    }
    trama_status status = TRAMA_OK;
    if (count > 0) {
        ranges->end = 4.0 * largest;
        status = trama_growth_ranges(c->integrator, c->integrator_parameters, stretch, count,
                                     log(p->amplification), ranges->end, ranges->range,
                                     &ranges->count, error);
    }
    free(stretch);
    return status;
}

/* ---- The results. */

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

/* `along`: s, the step that is predicted. */
static void conclude(const task_looks *w, double along, const trama_search *search,
                     const trama_outcome *outcome, bundle *results)
{
    size_t loose = 0, broken = 0;
    for (size_t i = 0; i < w->count; i++) {
        const state_spectrum *l = &w->spectra[i];
        loose += l->spectrum.finite && !(l->spectrum.converged && l->converged);
        broken += !l->spectrum.finite;
    }
    const state_spectrum *worst = task_looks_worst(w);
    const double low = search->bisected_stable, high = search->bisected_unstable;
    const double dt = 1e3 * along;
    if (loose)
        task_conclude(results, "not converged", "%zu of %zu spectra, worst bound %.2g of omega",
                      loose, w->count, worst->spectrum.bound / worst->spectrum.omega);
    else if (broken == w->count)
        task_conclude(results, "unstable", "no state has a tangent: a force is not finite");
    else if (isnan(high))
        task_conclude(results, "censored",
                      "predicted %.4g ms; stable up to the cap, %.4g ms; raise task.search.cap to "
                      "try larger ones",
                      dt, 1e3 * low);
    else
        task_conclude(results, outcome->ending == TRAMA_UNSTABLE ? "unstable" : "ok",
                      "predicted %.4g ms (%s; worst at iteration %ld), measured %.4g to %.4g ms%s",
                      dt, bundle_text(results, column_limited_by.path, ""), worst->iteration,
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

static trama_status predict_all(const task_bench *bench, const task_looks *looks, double h,
                                prediction made[PREDICTION_PLACES], trama_error *error)
{
    const struct {
        const state_spectrum *state;
        const trama_reduction *reduction;
    } place[PREDICTION_PLACES] = {
        [PREDICTION_START] = {looks->spectra, looks->reduction},
        [PREDICTION_WORST] = {task_looks_worst(looks), looks->reduction + looks->worst},
        [PREDICTION_END] = {looks->spectra + looks->count - 1,
                            looks->reduction + looks->count - 1}};
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < PREDICTION_PLACES && status == TRAMA_OK; i++)
        status = predict(bench->the_case, place[i].state, place[i].reduction, h, &made[i], error);
    return status;
}

static trama_status explain(const task_bench *bench, const trama_search *search, limiting *l,
                            task_looks *looks, double search_seconds, bundle *results,
                            trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    const double dt = step_of(p, search), start = seconds_now();
    /* no stable step: the start alone */
    const trama_run_spec spec = task_run_spec(bench, dt, dt > 0.0 ? p->horizon : 0);
    trama_outcome outcome;
    prediction made[PREDICTION_PLACES];
    prediction_ranges ranges;
    const double measured = 0.5 * (search->bisected_stable + search->bisected_unstable);
    trama_status status =
        task_looks_run(looks, bench->system, bench->integrator, &spec, &outcome, error);
    const double run_seconds = seconds_now() - start;
    if (status == TRAMA_OK)
        status = predict_all(bench, looks, dt, made, error);
    if (status == TRAMA_OK)
        status = task_add_without(bench->system, dt > 0.0 ? dt : p->search.first, results, error);
    if (status == TRAMA_OK)
        status = find_ranges(bench->the_case, looks, &ranges, error);
    if (status != TRAMA_OK)
        return status;
    task_add_search(search, bench->system, p->horizon, results);
    add_run(dt, bench->system, &outcome, results);
    prediction_add(made, measured, results);
    prediction_add_ranges(&ranges, measured, results);
    prediction_add_spectra(looks->spectra, looks->count, results);
    add_cause(l, &made[PREDICTION_WORST], results);
    add_cost(looks, search_seconds, run_seconds, results);
    conclude(looks, prediction_along(&ranges), search, &outcome, results);
    return TRAMA_OK;
}

static trama_status look_and_explain(const task_bench *bench, const trama_search *search,
                                     double search_seconds, bundle *results, trama_error *error)
{
    const plan_case *c = bench->the_case;
    const parameters *p = c->task_parameters;
    task_looks looks = {0};
    limiting l = {.looks = &looks,
                  .part = calloc(trama_mode_parts_most(bench->system), sizeof *l.part),
                  .mode = calloc(bench->system->nv + 1, sizeof *l.mode)};
    trama_status status = l.part && l.mode ? TRAMA_OK : trama_fail_memory(error);
    if (status == TRAMA_OK)
        status =
            task_looks_create(&looks, bench->system, &p->spectrum, p->horizon, p->every, error);
    looks.type = c->integrator;
    looks.parameters = c->integrator_parameters;
    looks.tolerance = tolerance_of(p);
    looks.worse = split_mode;
    looks.context = &l;
    if (status == TRAMA_OK)
        status = explain(bench, search, &l, &looks, search_seconds, results, error);
    task_looks_free(&looks);
    free(l.part);
    free(l.mode);
    return status;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    trama_search search = {0};
    const double start = seconds_now();
    trama_status status = task_journal_begin(bench->journal, 0.0, error);
    if (status == TRAMA_OK)
        status = task_search(bench, &p->search, p->horizon, &search, error);
    const double earlier = bench->journal ? bench->journal->before.seconds : 0.0;
    const double search_seconds = earlier + seconds_now() - start;
    if (status == TRAMA_OK)
        status = look_and_explain(bench, &search, search_seconds, results, error);
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
                          "an object has more coordinates than velocities, and no tangent");
    if (p->horizon / p->every > TASK_LOOKS_MAX)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.every",
                          "every: %ld makes %ld spectra; allowed: at most %d", p->every,
                          p->horizon / p->every, TASK_LOOKS_MAX);
    const double tolerance = tolerance_of(p);
    if (tolerance > TRAMA_STABILITY_TOLERANCE_MAX)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.amplification",
                          "amplification: %g over %ld iterations is a growth of %.3g a step; "
                          "allowed: at most %g",
                          p->amplification, p->horizon, tolerance, TRAMA_STABILITY_TOLERANCE_MAX);
    return task_check_search(&p->search, error);
}

const task_type task_predict = {
    .name = "predict",
    .summary = "predicted time step from the linearised step, beside the measured bracket",
    .version = 7,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0},
             {"search", &trama_search_fields, offsetof(parameters, search)},
             {"spectrum", &trama_spectrum_fields, offsetof(parameters, spectrum)}},
    .check = check,
    .run = run,
};
