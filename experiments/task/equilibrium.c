/* Iterations to equilibrium at the largest stable time step (thesis, tables 3.1 to 3.9), or at a
 * fraction of it. Unless the step is given, the search of the task stable_step finds it first. The
 * run continues past equilibrium until every criterion is confirmed, and its final state is pushed:
 * if a criterion is violated later, or the push grows, there was no equilibrium. */
#include "core/numbers.h"
#include "measure/energy.h"
#include "measure/folds.h"
#include "measure/push.h"
#include "task/common.h"
#include "task/frames.h"
#include "task/journal.h"
#include "task/resume.h"
#include "task/series.h"
#include "task/units.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct parameters {
    long horizon, search_horizon, shape_at;
    double dt, fraction;
    bool frames;
    trama_search_spec search;
    trama_equilibrium_spec criteria;
} parameters;

static const trama_field fields[] = {
    {TASK_ITERATIONS_OF(parameters, horizon, 1), .required = true,
     .summary = "largest number of iterations; equilibrium must be reached within horizon / "
                "confirm of them"},
    {TASK_ITERATIONS_OF(parameters, search_horizon, 0),
     .summary = "iterations of a run of the search; 0: horizon"},
    {TRAMA_FIELD_OF(parameters, dt), .unit = "s", .minimum = 0.0, .maximum = 1e9,
     .summary = "time step; 0: the largest stable one, searched for"},
    {TRAMA_FIELD_OF(parameters, fraction), .unit = "1", .minimum = 1e-6, .maximum = 1.0,
     .fallback = {1.0},
     .summary = "fraction of the largest stable step (from its bracket, if the search has a "
                "tolerance) at which equilibrium is measured"},
    {TASK_ITERATIONS_OF(parameters, shape_at, 0),
     .summary = "iteration after which the shape is kept, if the run gets that far; 0: its end"},
    {TRAMA_FIELD_OF(parameters, frames), .unit = "", .fallback = {1},
     .summary = "keep the first shape, and that of shape_at"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

static trama_status check_kinetic(const trama_system *system, trama_error *error)
{
    const trama_object *without = trama_system_without_masses(system);
    if (!without)
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "task.criteria.kinetic",
                      "kinetic energy needs masses, and the model '%s' has none",
                      without->type->name);
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    const parameters *p = c->task_parameters;
    trama_equilibrium *equilibrium = calloc(1, sizeof *equilibrium);
    if (!equilibrium)
        return trama_fail_memory(error);
    trama_status status = trama_equilibrium_begin(equilibrium, &p->criteria,
                                                  trama_system_first(system)->scene, error);
    if (status == TRAMA_BAD_INPUT)
        snprintf(error->path, sizeof error->path, "task.criteria.level");
    if (status == TRAMA_OK && equilibrium->count == 0)
        status = trama_fail(error, TRAMA_BAD_INPUT, "task.criteria",
                            "no criterion of equilibrium: give displacement, displacement_rate, "
                            "kinetic or level");
    if (status == TRAMA_OK && p->criteria.kinetic.count > 0)
        status = check_kinetic(system, error);
    if (status == TRAMA_OK && p->dt == 0.0)
        status = task_check_search(&p->search, error);
    if (status == TRAMA_OK && p->dt > 0.0 && p->fraction != 1.0)
        status = trama_fail(
            error, TRAMA_BAD_INPUT, "task.fraction",
            "fraction: %g of the largest stable step, but dt gives the step; allowed: one of them",
            p->fraction);
    free(equilibrium);
    return status;
}

/* The step, and the limit that it is a fraction of (NAN if the step is given). */
static trama_status find_step(const task_bench *bench, double *dt, double *limit,
                              trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    *dt = p->dt;
    *limit = TRAMA_NAN;
    if (p->dt > 0.0)
        return TRAMA_OK;
    trama_search search;
    const long horizon = p->search_horizon ? p->search_horizon : p->horizon;
    trama_status status = task_search(bench, &p->search, horizon, &search, error);
    *limit = p->search.tolerance > 0.0 ? search.bisected_stable : search.dt_stable;
    *dt = p->fraction * *limit;
    trama_search_free(&search);
    return status;
}

/* Iterations within which equilibrium is awaited: the rest of the horizon confirms it. */
static long awaited(const parameters *p)
{
    return p->horizon / p->criteria.confirm;
}

/* What became of the run in the end. */
typedef struct finish {
    bool broke;          /* a detector fired */
    long end;            /* iterations made */
    long awaited;        /* iterations within which a criterion can be reached and confirmed */
    bool pushed;         /* a criterion was reached, and the state pushed */
    long iterations;     /* of the push */
    trama_push push;     /* NAN if none was made */
    double out_of_plane; /* m, of the last shape; NAN without nodes */
} finish;

/* Out of its plane by this factor more than when it first lay still, a sheet has buckled. */
static const double buckled = 10.0;

/* Why a criterion counts or does not. */
static const char *state_of(const trama_criterion *c, long window, const finish *f)
{
    if (c->reached >= 0)
        return !c->event && f->pushed && !f->push.stable ? "unstable"
               : c->reached <= f->awaited                ? "reached"
                                                         : "not reached";
    if (!c->armed)
        return "never violated";
    if (c->first < 0)
        return f->broke ? "breaks" : "not reached";
    if (!f->broke && f->end - c->last >= window)
        return "not confirmed";
    if (f->out_of_plane > buckled * c->out_of_plane)
        return "buckles later";
    return f->broke ? "breaks later" : "moves later";
}

static void add_criteria(const trama_equilibrium *e, const trama_system *system, const finish *f,
                         bundle *results)
{
    const char *name[TRAMA_CRITERIA_MAX], *unit[TRAMA_CRITERIA_MAX], *state[TRAMA_CRITERIA_MAX];
    double threshold[TRAMA_CRITERIA_MAX], time[TRAMA_CRITERIA_MAX];
    char own[TRAMA_CRITERIA_MAX][TASK_UNIT];
    int64_t reached[TRAMA_CRITERIA_MAX], first[TRAMA_CRITERIA_MAX], last[TRAMA_CRITERIA_MAX];
    for (size_t i = 0; i < e->count; i++) {
        const trama_criterion *c = &e->criterion[i];
        state[i] = state_of(c, e->spec->window, f);
        const bool counts = strcmp(state[i], "reached") == 0;
        name[i] = c->name;
        unit[i] = task_unit(system, c->unit, own[i]);
        threshold[i] = c->threshold;
        reached[i] = counts ? c->reached : -1;
        time[i] = counts ? c->time : TRAMA_NAN;
        first[i] = c->first;
        last[i] = c->last;
    }
    bundle_put_integer(results, &column_awaited, f->awaited);
    bundle_put_texts(results, &column_criteria_name, name, e->count);
    bundle_put_reals(results, &column_criteria_threshold, threshold, e->count);
    bundle_put_texts(results, &column_criteria_unit, unit, e->count);
    bundle_put_integers(results, &column_criteria_iteration, reached, e->count);
    bundle_put_reals(results, &column_criteria_time, time, e->count);
    bundle_put_texts(results, &column_criteria_state, state, e->count);
    bundle_put_integers(results, &column_criteria_first, first, e->count);
    bundle_put_integers(results, &column_criteria_last, last, e->count);
}

static void add_push(const trama_system *system, const finish *f, bundle *results)
{
    task_own_column own;
    bundle_put_integer(results, &column_push_iterations, f->iterations);
    bundle_put_real(results, task_column(system, &column_push_before, &own), f->push.before);
    bundle_put_real(results, task_column(system, &column_push_after, &own), f->push.after);
}

/* Pushes the last state for as long as the last of the criteria took, if any is reached. */
static trama_status push_state(const task_bench *bench, const trama_equilibrium *e, double dt,
                               finish *f, trama_error *error)
{
    for (size_t i = 0; i < e->count; i++)
        if (!e->criterion[i].event && e->criterion[i].reached > f->iterations)
            f->iterations = e->criterion[i].reached;
    f->pushed = f->iterations > 0 && e->spec->push > 0.0 && !f->broke;
    if (f->pushed)
        return trama_push_apply(bench->system, bench->integrator, dt, f->iterations, e->spec->push,
                                &f->push, error);
    f->iterations = 0;
    return TRAMA_OK;
}

static trama_status judge(const task_bench *bench, const trama_equilibrium *e, double dt,
                          const trama_outcome *outcome, finish *f, trama_error *error)
{
    const trama_system *system = bench->system;
    *f = (finish){.broke = outcome->ending == TRAMA_UNSTABLE,
                  .end = outcome->iteration,
                  .awaited = awaited(bench->the_case->task_parameters),
                  .push = {TRAMA_NAN, TRAMA_NAN, false},
                  .out_of_plane = TRAMA_NAN};
    const trama_object *object = trama_system_first(system);
    if (object->type->pointwise)
        f->out_of_plane = trama_folds_of(object->scene, system->q + object->q_begin).out_of_plane;
    return push_state(bench, e, dt, f, error);
}

/* What is kept of a run: its first shape, and the one asked for. */
typedef struct keeper {
    task_frames *frames;
    long shape_at;
} keeper;

static void keep_shapes(void *context, const trama_view *view)
{
    const keeper *k = context;
    const long iteration = view->system->iteration;
    if (iteration == 0 || iteration == k->shape_at)
        task_frames_keep(k->frames, view->system);
}

static void kept_state(void *context, trama_archive *archive)
{
    const keeper *k = context;
    task_frames_state(k->frames, archive);
}

static void conclude(const trama_equilibrium *e, const finish *f, const trama_outcome *outcome,
                     double dt, bundle *results)
{
    size_t reached = 0;
    for (size_t i = 0; i < e->count; i++)
        reached += strcmp(state_of(&e->criterion[i], e->spec->window, f), "reached") == 0;
    const char *status = outcome->ending == TRAMA_UNSTABLE ? "unstable"
                         : reached == 0                    ? "not converged"
                                                           : "ok";
    task_conclude(results, status, "%zu of %zu criteria reached in %ld iterations of %.6g ms%s",
                  reached, e->count, outcome->iteration, 1e3 * dt,
                  f->pushed && !f->push.stable ? "; a push grows" : "");
}

static trama_status run_to_rest(const task_bench *bench, double dt, task_frames *frames,
                                trama_equilibrium *e, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    trama_run_spec spec = task_run_spec(bench, dt, p->horizon);
    keeper kept = {frames, p->shape_at};
    spec.equilibrium = e;
    spec.observe = frames->capacity ? keep_shapes : NULL;
    spec.context = &kept;
    trama_outcome outcome;
    trama_status status = task_resume_run(bench, &spec, kept_state, &outcome, error);
    if (status != TRAMA_OK)
        return status;
    if (frames->capacity && (p->shape_at == 0 || outcome.iteration < p->shape_at))
        task_frames_keep(frames, bench->system);
    bundle_put_real(results, &column_dt, dt);
    bundle_put_integer(results, &column_horizon, p->horizon);
    bundle_put_integer(results, &column_iterations, outcome.iteration);
    bundle_put_integer(results, &column_evaluations, outcome.evaluations);
    bundle_put_text(results, &column_outcome, trama_ending_name(outcome.ending));
    task_add_failure(results, &task_failure, bench->system, &outcome);
    finish f;
    status = judge(bench, e, dt, &outcome, &f, error);
    if (status != TRAMA_OK)
        return status;
    add_criteria(e, bench->system, &f, results);
    add_push(bench->system, &f, results);
    status = task_state_add(bench->system, results, error);
    task_frames_add(frames, bench->system, results);
    conclude(e, &f, &outcome, dt, results);
    return status;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    double dt = TRAMA_NAN, limit = TRAMA_NAN;
    trama_status status = task_journal_begin(bench->journal, 0.0, error);
    if (status == TRAMA_OK)
        status = find_step(bench, &dt, &limit, error);
    bundle_put_real(results, &column_limit, limit);
    if (status == TRAMA_OK && isnan(dt)) {
        bundle_put_real(results, &column_dt, dt);
        task_conclude(results, "unstable", "no time step of the search is stable");
        return TRAMA_OK;
    }
    trama_equilibrium *equilibrium = calloc(1, sizeof *equilibrium);
    task_frames frames = {0};
    if (status == TRAMA_OK)
        status = equilibrium ? TRAMA_OK : trama_fail_memory(error);
    if (status == TRAMA_OK)
        status = trama_equilibrium_begin(equilibrium, &p->criteria,
                                         trama_system_first(bench->system)->scene, error);
    if (status == TRAMA_OK && p->frames && task_frames_possible(bench->system))
        status = task_frames_create(&frames, bench->system, 2, NULL, error);
    if (status == TRAMA_OK)
        status = run_to_rest(bench, dt, &frames, equilibrium, results, error);
    task_frames_free(&frames);
    free(equilibrium);
    return status;
}

const task_type task_equilibrium = {
    .name = "equilibrium",
    .summary =
        "iterations to equilibrium, by several criteria, at a given or the largest stable step",
    .version = 4,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0},
             {"search", &trama_search_fields, offsetof(parameters, search)},
             {"criteria", &trama_equilibrium_fields, offsetof(parameters, criteria)}},
    .check = check,
    .run = run,
};
