/* Iterations to equilibrium at the largest stable time step (thesis, tables 3.1 to 3.9), or at a
 * fraction of it. The limit is found first, by the same search as the task stable_step, unless the
 * step is given. */
#include "core/numbers.h"
#include "task/common.h"
#include "task/series.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct parameters {
    long horizon, search_horizon, shape_at;
    double dt, fraction;
    bool frames;
    trama_search_spec search;
    trama_equilibrium_spec criteria;
} parameters;

static const trama_field fields[] = {
    {TASK_ITERATIONS_OF(parameters, horizon, 1), .required = true,
     .summary = "iterations within which equilibrium is awaited"},
    {TASK_ITERATIONS_OF(parameters, search_horizon, 0),
     .summary = "iterations of a run of the search; 0: as horizon"},
    {TRAMA_FIELD_OF(parameters, dt), .unit = "s", .minimum = 0.0, .maximum = 1e9,
     .summary = "time step; 0: the largest stable one, searched for"},
    {TRAMA_FIELD_OF(parameters, fraction), .unit = "1", .minimum = 1e-6, .maximum = 1.0,
     .fallback = {1.0},
     .summary = "of the largest stable step that is searched for (of its bracket, if the search "
                "has a tolerance) at which equilibrium is awaited"},
    {TASK_ITERATIONS_OF(parameters, shape_at, 0),
     .summary = "iteration after which the shape is kept, if the run goes so far; 0: its end"},
    {TRAMA_FIELD_OF(parameters, frames), .unit = "", .fallback = {1},
     .summary = "keep the first shape, and that of shape_at"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    const parameters *p = c->task_parameters;
    trama_equilibrium *equilibrium = calloc(1, sizeof *equilibrium);
    if (!equilibrium)
        return trama_fail_memory(error);
    trama_status status =
        trama_equilibrium_begin(equilibrium, &p->criteria, system->object[0].scene, error);
    if (status == TRAMA_BAD_INPUT)
        snprintf(error->path, sizeof error->path, "task.criteria.level");
    if (status == TRAMA_OK && equilibrium->count == 0)
        status = trama_fail(error, TRAMA_BAD_INPUT, "task.criteria",
                            "no criterion of equilibrium: give displacement, displacement_rate, "
                            "kinetic or level");
    if (status == TRAMA_OK && p->dt == 0.0)
        status = task_check_search(&p->search, error);
    if (status == TRAMA_OK && p->dt > 0.0 && p->fraction != 1.0)
        status = trama_fail(error, TRAMA_BAD_INPUT, "task.fraction",
                            "fraction: %g of a step that is searched for, and dt gives the step; "
                            "allowed: one of them",
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

static void add_criteria(const trama_equilibrium *e, bundle *results)
{
    const char *name[TRAMA_CRITERIA_MAX], *unit[TRAMA_CRITERIA_MAX];
    double threshold[TRAMA_CRITERIA_MAX], time[TRAMA_CRITERIA_MAX];
    int64_t reached[TRAMA_CRITERIA_MAX];
    for (size_t i = 0; i < e->count; i++) {
        name[i] = e->criterion[i].name;
        unit[i] = e->criterion[i].unit;
        threshold[i] = e->criterion[i].threshold;
        reached[i] = e->criterion[i].reached;
        time[i] = e->criterion[i].time;
    }
    bundle_add_texts(results, "/result/criteria/name", "criterion of equilibrium", name, e->count);
    bundle_add_reals(results, "/result/criteria/threshold", "1", "in the unit beside", threshold,
                     e->count, 1);
    bundle_add_texts(results, "/result/criteria/unit", "unit of the threshold", unit, e->count);
    bundle_add_integers(results, "/result/criteria/iteration", "1",
                        "iterations to equilibrium; -1: not reached", reached, e->count, 1);
    bundle_add_reals(results, "/result/criteria/time", "s", "the same as time", time, e->count, 1);
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

static void conclude(const trama_equilibrium *e, const trama_outcome *outcome, double dt,
                     bundle *results)
{
    size_t reached = 0;
    for (size_t i = 0; i < e->count; i++)
        reached += e->criterion[i].reached >= 0;
    const char *status = outcome->ending == TRAMA_UNSTABLE ? "unstable"
                         : reached == 0                    ? "not converged"
                                                           : "ok";
    task_conclude(results, status, "%zu of %zu criteria reached in %ld iterations of %.6g s",
                  reached, e->count, outcome->iteration, dt);
}

static trama_status settle(const task_bench *bench, double dt, task_frames *frames,
                           trama_equilibrium *e, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    trama_run_spec spec = task_run_spec(bench, dt, p->horizon);
    keeper kept = {frames, p->shape_at};
    spec.equilibrium = e;
    if (frames->capacity) {
        spec.observe = keep_shapes;
        spec.context = &kept;
    }
    trama_outcome outcome;
    trama_status status = trama_run(bench->system, bench->integrator, &spec, &outcome, error);
    if (status != TRAMA_OK)
        return status;
    if (frames->capacity && (p->shape_at == 0 || outcome.iteration < p->shape_at))
        task_frames_keep(frames, bench->system);
    bundle_add_real(results, "/result/dt", "s", "time step", dt);
    bundle_add_integer(results, "/result/horizon", "1", "iterations at most", p->horizon);
    bundle_add_integer(results, "/result/iterations", "1", "iterations made", outcome.iteration);
    bundle_add_integer(results, "/result/evaluations", "1", "force evaluations",
                       outcome.evaluations);
    bundle_add_text(results, "/result/outcome", "how the run ended",
                    trama_ending_name(outcome.ending));
    task_add_failure(results, "/result/failure", &outcome);
    add_criteria(e, results);
    task_state_add(bench->system, "/result/end", results);
    task_frames_add(frames, bench->system->object[0].scene, results);
    conclude(e, &outcome, dt, results);
    return TRAMA_OK;
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    double dt, limit;
    trama_status status = find_step(bench, &dt, &limit, error);
    bundle_add_real(results, "/result/limit", "s",
                    "largest stable step of the search; not a number: none was made", limit);
    if (status == TRAMA_OK && isnan(dt)) {
        bundle_add_real(results, "/result/dt", "s", "time step", dt);
        task_conclude(results, "unstable", "no time step of the search is stable");
        return TRAMA_OK;
    }
    trama_equilibrium *equilibrium = calloc(1, sizeof *equilibrium);
    task_frames frames = {0};
    if (status == TRAMA_OK)
        status = equilibrium ? TRAMA_OK : trama_fail_memory(error);
    if (status == TRAMA_OK)
        status = trama_equilibrium_begin(equilibrium, &p->criteria, bench->system->object[0].scene,
                                         error);
    if (status == TRAMA_OK && p->frames && bench->system->object[0].type->pointwise)
        status = task_frames_create(&frames, trama_scene_nodes(bench->system->object[0].scene), 2,
                                    error);
    if (status == TRAMA_OK)
        status = settle(bench, dt, &frames, equilibrium, results, error);
    task_frames_free(&frames);
    free(equilibrium);
    return status;
}

const task_type task_equilibrium = {
    .name = "equilibrium",
    .summary =
        "iterations to equilibrium, by several criteria, at a given or the largest stable step",
    .version = 2,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0},
             {"search", &trama_search_fields, offsetof(parameters, search)},
             {"criteria", &trama_equilibrium_fields, offsetof(parameters, criteria)}},
    .check = check,
    .run = run,
};
