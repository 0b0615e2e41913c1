/* The parts of the time of an iteration: the force alone, the whole step of the method, and the
 * step with the detectors. Each turn times the three one after another, so that their differences,
 * the cost of the method itself and of the observers, are for the same load. */
#include "measure/run.h"
#include "solver/solver.h"
#include "task/common.h"
#include "task/stopwatch.h"

#include <stdlib.h>

typedef struct parameters {
    double dt;
    long iterations, repeats, warmup, threads;
} parameters;

static const trama_field fields[] = {
    {TASK_SECONDS_OF(parameters, dt), .required = true, .summary = "time step"},
    {TASK_ITERATIONS_OF(parameters, iterations, 1), .fallback = {1000},
     .summary = "iterations of a sample, from the initial state"},
    {TASK_ITERATIONS_OF(parameters, repeats, 1), .fallback = {10},
     .summary = "samples of each part"},
    {TASK_ITERATIONS_OF(parameters, warmup, 0), .fallback = {100},
     .summary = "untimed iterations before each sample"},
    {TASK_THREADS_OF(parameters, threads)},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

/* What the three parts work on. */
typedef struct ground {
    trama_run_spec spec; /* of the watched steps */
    double *acceleration;
    bool unstable;       /* a watched run ended early */
    trama_status status; /* of the watched steps */
    trama_error *error;
} ground;

static trama_step_status evaluate_force(const task_bench *bench, void *context, long iterations)
{
    const ground *g = context;
    trama_system *s = bench->system;
    for (long i = 0; i < iterations; i++)
        trama_system_acceleration(s, s->t, s->q, s->v, g->acceleration);
    return TRAMA_STEP_OK;
}

static trama_step_status step(const task_bench *bench, void *context, long iterations)
{
    const ground *g = context;
    trama_system_reset(bench->system);
    trama_integrator_restart(bench->integrator);
    return task_steps(bench, bench->integrator, g->spec.h, iterations);
}

/* trama_run resets as well. Its bounds have been checked by the run before the first turn; memory
 * may still be short, and is the end of the task then. */
static trama_step_status step_watched(const task_bench *bench, void *context, long iterations)
{
    ground *g = context;
    trama_outcome outcome = {0};
    g->spec.horizon = iterations;
    if (g->status == TRAMA_OK)
        g->status = trama_run(bench->system, bench->integrator, &g->spec, &outcome, g->error);
    g->unstable |= outcome.ending == TRAMA_UNSTABLE;
    return g->status == TRAMA_OK ? TRAMA_STEP_OK : TRAMA_STEP_FAILED; /* whose error is g's */
}

static const struct {
    const char *name;
    stopwatch_work work;
} parts[] = {{"force", evaluate_force}, {"step", step}, {"watched step", step_watched}};
enum { PARTS = sizeof parts / sizeof parts[0] };

/* Up to a step that is not made: what it said. */
static trama_step_status take_samples(const task_bench *bench, const parameters *p, ground *g,
                                      stopwatch *watch)
{
    trama_step_status made = TRAMA_STEP_OK;
    for (long i = 0; made == TRAMA_STEP_OK && i < p->repeats; i++) {
        const long turn = task_next_turn(bench);
        for (size_t part = 0; made == TRAMA_STEP_OK && part < PARTS; part++) {
            const stopwatch_job job = {parts[part].name, parts[part].work, g, p->warmup,
                                       p->iterations};
            made = stopwatch_take(watch, &job, turn);
        }
    }
    return made;
}

static void add_results(const task_bench *bench, const parameters *p, const ground *g,
                        const trama_outcome *sound, const stopwatch *watch, bundle *results)
{
    stopwatch_add(watch, results);
    bundle_put_real(results, &column_dt, p->dt);
    if (!trama_solver_of(bench->integrator->type))
        bundle_put_real(results, &column_evaluations_per_iteration,
                        (double)sound->evaluations / (double)sound->iteration);
    bundle_put_integer(results, &column_nodes, (int64_t)trama_system_nodes(bench->system));
    task_conclude(
        results, g->unstable ? "unstable" : "ok",
        "%.4g µs a force, %.4g µs a step, %.4g µs a watched step%s",
        1e6 * stopwatch_mean(watch, parts[0].name), 1e6 * stopwatch_mean(watch, parts[1].name),
        1e6 * stopwatch_mean(watch, parts[2].name), bench->processor < 0 ? "; not pinned" : "");
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    const parameters *p = bench->the_case->task_parameters;
    ground g = {.spec = task_run_spec(bench, p->dt, p->iterations),
                .acceleration = calloc(bench->system->nv, sizeof(double)),
                .error = error};
    stopwatch *watch = NULL;
    trama_outcome sound;
    trama_status status = g.acceleration ? TRAMA_OK : trama_fail_memory(error);
    if (status == TRAMA_OK)
        status = trama_run(bench->system, bench->integrator, &g.spec, &sound, error);
    if (status == TRAMA_OK)
        status = stopwatch_create(bench, PARTS * (size_t)p->repeats, &watch, error);
    if (status == TRAMA_OK) {
        const trama_step_status made = take_samples(bench, p, &g, watch);
        g.unstable |= made == TRAMA_STEP_REFUSED;
        status = g.status == TRAMA_OK ? trama_integrator_error(bench->integrator, made, error)
                                      : g.status;
    }
    if (status == TRAMA_OK)
        add_results(bench, p, &g, &sound, watch, results);
    stopwatch_destroy(watch);
    free(g.acceleration);
    return status;
}

static long threads(const plan_case *c)
{
    return ((const parameters *)c->task_parameters)->threads;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    (void)system;
    return task_check_threads(threads(c), error);
}

const task_type task_cost = {
    .name = "cost",
    .summary = "time of the force, of a step and of a watched step, alone, pinned and in turns",
    .version = 2,
    .exclusive = true,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0}},
    .check = check,
    .threads = threads,
    .run = run,
};
