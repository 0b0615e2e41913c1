#include "task/common.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "solver/solver.h"
#include "task/resume.h"
#include "task/units.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

trama_run_spec task_run_spec(const task_bench *bench, double dt, long horizon)
{
    return (trama_run_spec){.h = dt, .horizon = horizon, .bounds = bench->the_case->bounds};
}

trama_status task_check_method(const plan_case *c, const char *why, trama_error *error)
{
    if (!trama_solver_of(c->integrator))
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                      "%s is not a method of the library, so its %s is not known; allowed with "
                      "this task: methods of the library",
                      c->integrator->name, why);
}

bool task_is_elsewhere(const plan_case *c)
{
    const trama_solver_type *solver = trama_solver_of(c->integrator);
    return solver && solver->elsewhere;
}

static trama_status check_freedom(const trama_system *system, trama_error *error)
{
    bool any = false;
    double *moves = trama_doubles(system->nv);
    if (!moves)
        return trama_fail_memory(error);
    for (size_t i = 0; i < system->nv; i++)
        moves[i] = 1.0;
    trama_system_clear_idle(system, moves);
    for (size_t i = 0; i < system->nv; i++)
        any |= moves[i] != 0.0;
    free(moves);
    return any ? TRAMA_OK
               : trama_fail(error, TRAMA_BAD_INPUT, "scene.pins",
                            "every coordinate is held; allowed: some that are free");
}

trama_status task_check_stiffness(const trama_system *system, trama_error *error)
{
    if (system->plain && trama_system_nodes(system) > 0)
        return check_freedom(system, error);
    return trama_fail(error, TRAMA_BAD_INPUT, "model",
                      "the stiffness of the model '%s' is not available; allowed: models of nodes",
                      system->object[0].type->name);
}

long task_next_turn(const task_bench *bench)
{
    return bench->turns ? bench->turns->next(bench->turns) : -1;
}

trama_step_status task_steps(const task_bench *bench, trama_integrator *integrator, double h,
                             long iterations)
{
    trama_step_status status = TRAMA_STEP_OK;
    for (long i = 0; status == TRAMA_STEP_OK && i < iterations; i++)
        status = trama_integrator_step(integrator, bench->system, h);
    return status;
}

trama_status task_check_threads(long threads, trama_error *error)
{
    if ((size_t)threads <= trama_threads_most())
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "task.threads",
                      "threads: %ld, but this build has no OpenMP; allowed: 1", threads);
}

void task_conclude(bundle *results, const char *status, const char *headline, ...)
{
    char text[256];
    va_list arguments;
    va_start(arguments, headline);
    vsnprintf(text, sizeof text, headline, arguments);
    va_end(arguments);
    bundle_put_text(results, &column_case_status, status);
    bundle_put_text(results, &column_case_headline, text);
}

const char *task_refuser(const trama_system *system, const trama_outcome *outcome)
{
    const size_t index = (size_t)outcome->finding.value;
    return index < system->acting_count ? system->acting[index].name : "the method";
}

/* Who failed, or "". */
static const char *failed_name(const trama_system *system, const trama_outcome *outcome)
{
    const trama_finding *at = &outcome->finding;
    if (outcome->ending != TRAMA_UNSTABLE)
        return "";
    if (outcome->detector == &trama_refusal)
        return task_refuser(system, outcome);
    return at->object == TRAMA_NO_OBJECT ? "" : system->object[at->object].name;
}

const task_failure_columns task_failure = {&column_failure, &column_failure_iteration,
                                           &column_failure_node, &column_failure_value,
                                           &column_failure_object};
const task_failure_columns task_run_failure = {&column_run_failure, &column_run_failure_iteration,
                                               &column_run_failure_node, &column_run_failure_value,
                                               &column_run_failure_object};

void task_add_failure(bundle *results, const task_failure_columns *of, const trama_system *system,
                      const trama_outcome *outcome)
{
    column_member value;
    char own[TASK_UNIT];
    const bool failed = outcome->ending == TRAMA_UNSTABLE;
    bundle_put_text(results, of->detector, failed ? outcome->detector->name : "");
    bundle_put_integer(results, of->iteration, failed ? outcome->iteration : -1);
    bundle_put_integer(results, of->node, failed ? outcome->finding.node : TRAMA_NO_NODE);
    bundle_put_real(results,
                    column_described(of->value, "",
                                     failed ? task_unit(system, outcome->detector->unit, own) : "1",
                                     of->value->summary, &value),
                    failed ? outcome->finding.value : TRAMA_NAN);
    if (*system->object[0].name)
        bundle_put_text(results, of->object, failed_name(system, outcome));
}

/* Halvings of a bracket: 30 to the first stable step, at 1e-9 of the unstable one, and 40 from
 * there to a tolerance of 1e-12. */
enum { BISECTIONS_MAX = 80 };
static const double finest_tolerance = 1e-12;

trama_status task_check_search(const trama_search_spec *spec, trama_error *error)
{
    if (spec->cap < spec->first)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.search.cap",
                          "cap: %g s is below the first step; allowed: at least %g s", spec->cap,
                          spec->first);
    if (spec->tolerance > 0.0 && spec->tolerance < finest_tolerance)
        return trama_fail(
            error, TRAMA_BAD_INPUT, "task.search.tolerance",
            "tolerance: %g is below the precision of the numbers; allowed: 0, or at least %g",
            spec->tolerance, finest_tolerance);
    const double steps = floor((spec->cap - spec->first) / spec->increment) + 1.0;
    const double room = TRAMA_TRIALS_MAX - 2 - BISECTIONS_MAX - (double)(spec->scan + spec->below);
    if (steps > room)
        return trama_fail(error, TRAMA_BAD_INPUT, "task.search.increment",
                          "increment: %g s from %g s to %g s makes %.6g runs; allowed: at most %g",
                          spec->increment, spec->first, spec->cap, steps, room);
    return TRAMA_OK;
}

typedef struct search_context {
    const task_bench *bench;
    long horizon;
} search_context;

static trama_status search_run(void *context, double dt, double stretch, bool budget,
                               trama_outcome *outcome, trama_error *error)
{
    const search_context *s = context;
    const long horizon = (long)ceil((double)s->horizon * stretch);
    trama_run_spec spec = task_run_spec(s->bench, dt, horizon);
    spec.budget = budget && trama_budget_possible(s->bench->system);
    return task_resume_trial(s->bench, &spec, outcome, error);
}

trama_status task_search(const task_bench *bench, const trama_search_spec *spec, long horizon,
                         trama_search *search, trama_error *error)
{
    search_context context = {bench, horizon};
    return trama_search_step(spec, search_run, &context, search, error);
}
