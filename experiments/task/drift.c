/* Energy drift: a long run without loads, in which the exact solution conserves energy. It shows
 * whether the energy of the method stays bounded, or rises or falls steadily, and how fast. */
#include "measure/drift.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "measure/energy.h"
#include "task/common.h"

#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct parameters {
    double dt;
    long horizon, every;
} parameters;

static const trama_field fields[] = {
    {TASK_SECONDS_OF(parameters, dt), .required = true, .summary = "time step"},
    {TASK_ITERATIONS_OF(parameters, horizon, 1), .required = true, .summary = "iterations"},
    {TASK_ITERATIONS_OF(parameters, every, 1), .fallback = {1},
     .summary = "iterations between samples; choose many samples a period, or a number that does "
                "not divide it"},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

/* --- What is refused: whatever does work, and a start without energy. */

static bool any(const double vector[3])
{
    return vector[0] != 0.0 || vector[1] != 0.0 || vector[2] != 0.0;
}

static const char *working_part(const trama_scene_spec *scene)
{
    if (any(scene->gravity))
        return "scene.gravity";
    if (scene->damping != 0.0)
        return "scene.damping";
    if (scene->air_damping != 0.0)
        return "scene.air_damping";
    if (scene->drag != 0.0)
        return "scene.drag";
    if (scene->force_count > 0)
        return "scene.forces";
    return trama_scene_moves(scene) ? scene->stop_count > 0 ? "scene.stops" : "scene.pins" : NULL;
}

static trama_status check_work(const plan_case *c, trama_error *error)
{
    char path[sizeof error->path];
    for (size_t o = 0; o < c->object_count; o++) {
        const plan_object *object = &c->object[o];
        const char *working = working_part(&object->scene);
        if (!working)
            continue;
        snprintf(path, sizeof path, "%s%.40s%s%s", *object->name ? "objects." : "", object->name,
                 *object->name ? "." : "", working);
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "this does work; drift needs a scene in which energy is conserved");
    }
    return TRAMA_OK;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    const parameters *p = c->task_parameters;
    const trama_object *without = trama_system_without_energy(system);
    if (without)
        return trama_fail(error, TRAMA_BAD_INPUT, "task", "model '%s' has no energy",
                          without->type->name);
    if (check_work(c, error) != TRAMA_OK)
        return error->status;
    if (p->horizon / p->every + 1 < TRAMA_DRIFT_SAMPLES_MIN)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.every",
                          "every: %ld of %ld iterations make %ld samples; allowed: at least %d",
                          p->every, p->horizon, p->horizon / p->every + 1, TRAMA_DRIFT_SAMPLES_MIN);
    if (!(trama_system_energy(system) > 0.0))
        return trama_fail(
            error, TRAMA_BAD_INPUT, "task",
            "the energy at the start is %g J, and errors are relative to it; allowed: a scene that "
            "starts with energy, for example by wave or velocity",
            trama_system_energy(system));
    return TRAMA_OK;
}

/* --- The run. */

typedef struct recorder {
    long every;
    size_t count;
    double start;         /* J */
    double *time, *error; /* s; (energy - start) / start */
} recorder;

static void observe(void *context, const trama_view *view)
{
    recorder *r = context;
    if (view->system->iteration % r->every != 0)
        return;
    const double energy = trama_system_energy(view->system);
    if (view->system->iteration == 0)
        r->start = energy;
    if (!isfinite(energy)) /* the run ends here, as unstable */
        return;
    r->time[r->count] = view->system->t;
    r->error[r->count++] = (energy - r->start) / r->start;
}

static void conclude(const trama_drift *drift, const trama_outcome *outcome, bundle *results)
{
    const bool unstable = outcome->ending == TRAMA_UNSTABLE;
    char end[96] = "";
    if (unstable)
        snprintf(end, sizeof end, "; %s, iteration %ld", outcome->detector->name,
                 outcome->iteration);
    task_conclude(results, unstable ? "unstable" : "ok",
                  "%s: relative energy error %.3g at most, %.3g 1/s%s",
                  trama_drift_names[drift->kind], drift->largest, drift->rate, end);
}

static void add_drift(const trama_drift *drift, bundle *results)
{
    bundle_put_text(results, &column_drift_kind, trama_drift_names[drift->kind]);
    bundle_put_real(results, &column_drift_amplitude, drift->amplitude);
    bundle_put_real(results, &column_drift_change, drift->change);
    bundle_put_real(results, &column_drift_largest, drift->largest);
    bundle_put_real(results, &column_drift_rate, drift->rate);
    bundle_put_real(results, &column_drift_low, drift->low);
    bundle_put_real(results, &column_drift_high, drift->high);
}

static void add_run(const recorder *r, const trama_system *system, const trama_outcome *outcome,
                    double dt, bundle *results)
{
    bundle_put_real(results, &column_dt, dt);
    bundle_put_integer(results, &column_iterations, outcome->iteration);
    bundle_put_text(results, &column_outcome, trama_ending_name(outcome->ending));
    task_add_failure(results, &task_failure, system, outcome);
    bundle_put_real(results, &column_start_energy, r->start);
    bundle_put_reals(results, &column_series_time, r->time, r->count);
    bundle_put_reals(results, &column_series_energy_error, r->error, r->count);
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    const size_t samples = (size_t)(p->horizon / p->every) + 1;
    double *block = trama_doubles(2 * samples);
    if (!block)
        return trama_fail_memory(error);
    recorder r = {.every = p->every, .time = block, .error = block + samples};
    trama_run_spec spec = task_run_spec(bench, p->dt, p->horizon);
    spec.observe = observe;
    spec.context = &r;
    trama_outcome outcome;
    const trama_status status = trama_run(bench->system, bench->integrator, &spec, &outcome, error);
    if (status == TRAMA_OK) {
        /* Each iteration may leave the energy wrong by a rounding of it. */
        const double floor = DBL_EPSILON * (double)p->horizon;
        const trama_drift drift = trama_drift_classify(r.time, r.error, r.count, floor);
        add_run(&r, bench->system, &outcome, p->dt, results);
        add_drift(&drift, results);
        conclude(&drift, &outcome, results);
    }
    free(block);
    return status;
}

const task_type task_drift = {
    .name = "drift",
    .summary = "energy over a long run without loads: bounded, or drifting, and how fast",
    .version = 2,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0}},
    .check = check,
    .run = run,
};
