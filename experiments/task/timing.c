/* Time of one iteration, Ti of the thesis: `repeats` runs of `iterations` iterations from the
 * initial state. A run is timed in `blocks`, each in a turn of its own, so that blocks of other
 * methods come in between. Only the steps of the method are timed, without detectors and output.
 * Every sample is kept. */
#include "solver/solver.h"
#include "task/common.h"
#include "task/stopwatch.h"

typedef struct parameters {
    double dt;
    long iterations, repeats, blocks, warmup, threads;
} parameters;

static const trama_field fields[] = {
    {TASK_SECONDS_OF(parameters, dt), .required = true, .summary = "time step (thesis: 0.001 s)"},
    {TASK_ITERATIONS_OF(parameters, iterations, 1), .fallback = {10000},
     .summary = "iterations of a repeat (thesis: 10000)"},
    {TRAMA_FIELD_OF(parameters, repeats), .unit = "1", .minimum = 1, .maximum = 100000,
     .fallback = {5}, .summary = "runs from the initial state (thesis: 5)"},
    {TRAMA_FIELD_OF(parameters, blocks), .unit = "1", .minimum = 1, .maximum = 100000,
     .fallback = {1}, .summary = "samples of a repeat; iterations must be a multiple of it"},
    {TASK_ITERATIONS_OF(parameters, warmup, 0), .fallback = {1000},
     .summary = "untimed iterations before each sample"},
    {TASK_THREADS_OF(parameters, threads)},
};
static const trama_fields own_fields = TRAMA_FIELDS(fields, parameters);

static bool state_is_finite(const trama_system *system)
{
    double poison = 0.0;
    for (size_t i = 0; i < system->nq; i++)
        poison += system->q[i] * 0.0;
    return poison == 0.0;
}

static trama_step_status step(const task_bench *bench, void *context, long iterations)
{
    const parameters *p = context;
    return task_steps(bench, bench->integrator, p->dt, iterations);
}

static trama_step_status take_repeat(const task_bench *bench, const stopwatch_job *job, long blocks,
                                     stopwatch *watch)
{
    trama_step_status made = TRAMA_STEP_OK;
    for (long block = 0; made == TRAMA_STEP_OK && block < blocks; block++) {
        const long turn = task_next_turn(bench);
        if (block == 0) {
            trama_system_reset(bench->system);
            trama_integrator_restart(bench->integrator);
        }
        made = stopwatch_take(watch, job, turn);
    }
    return made;
}

static void conclude(const task_bench *bench, const parameters *p, const stopwatch *watch,
                     trama_step_status made, bundle *results)
{
    if (made == TRAMA_STEP_REFUSED)
        task_conclude(results, "unstable", "a step of %.6g ms was refused", 1e3 * p->dt);
    else
        task_conclude(results, state_is_finite(bench->system) ? "ok" : "unstable",
                      "%.4g µs an iteration, mean of %ld%s", 1e6 * stopwatch_mean(watch, ""),
                      p->repeats * p->blocks, bench->processor < 0 ? "; not pinned" : "");
}

static void add_results(const task_bench *bench, const parameters *p, const stopwatch *watch,
                        bundle *results)
{
    const trama_system *system = bench->system;
    stopwatch_add(watch, results);
    bundle_put_real(results, &column_dt, p->dt);
    if (!trama_solver_of(bench->integrator->type))
        bundle_put_real(results, &column_evaluations_per_iteration,
                        (double)system->evaluations / (double)system->iteration);
    bundle_put_integer(results, &column_nodes, (int64_t)trama_system_nodes(system));
}

static trama_status run(const task_bench *bench, bundle *results, trama_error *error)
{
    parameters *p = bench->the_case->task_parameters;
    const stopwatch_job job = {"", step, p, p->warmup, p->iterations / p->blocks};
    stopwatch *watch = NULL;
    trama_step_status made = TRAMA_STEP_OK;
    trama_status status =
        stopwatch_create(bench, (size_t)p->repeats * (size_t)p->blocks, &watch, error);
    if (status == TRAMA_OK) {
        for (long i = 0; made == TRAMA_STEP_OK && i < p->repeats; i++)
            made = take_repeat(bench, &job, p->blocks, watch);
        status = trama_integrator_error(bench->integrator, made, error);
    }
    if (status == TRAMA_OK) {
        add_results(bench, p, watch, results);
        conclude(bench, p, watch, made, results);
    }
    stopwatch_destroy(watch);
    return status;
}

static trama_status check(const plan_case *c, const trama_system *system, trama_error *error)
{
    (void)system;
    const parameters *p = c->task_parameters;
    if (p->iterations % p->blocks == 0)
        return task_check_threads(p->threads, error);
    return trama_fail(error, TRAMA_BAD_INPUT, "task.blocks",
                      "blocks: %ld iterations cannot be divided into %ld equal samples; allowed: a "
                      "divisor of iterations",
                      p->iterations, p->blocks);
}

static long threads(const plan_case *c)
{
    return ((const parameters *)c->task_parameters)->threads;
}

const task_type task_timing = {
    .name = "timing",
    .summary = "time of one iteration, run alone, pinned and in turns",
    .version = 2,
    .exclusive = true,
    .size = sizeof(parameters),
    .part = {{NULL, &own_fields, 0}},
    .check = check,
    .threads = threads,
    .run = run,
};
