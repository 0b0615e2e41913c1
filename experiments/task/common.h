/* Shared by tasks: runs on the bench, frames, common columns. */
#ifndef TASK_COMMON_H
#define TASK_COMMON_H

#include "core/threads.h"
#include "measure/run.h"
#include "measure/search.h"
#include "task/task.h"

/* Specification of a run of the case: its bounds, step dt (s), horizon (iterations). */
trama_run_spec task_run_spec(const task_bench *bench, double dt, long horizon);

/* Refuses a solver that is not a method of the library, for a task that examines the step itself;
 * `why` says what the task needs. */
trama_status task_check_method(const plan_case *c, const char *why, trama_error *error);

/* Whether another process makes the case's steps, so that times and memory of this process do not
   include them. */
bool task_is_elsewhere(const plan_case *c);

/* Refuses a system without a stiffness, or without a coordinate that is free at the start. */
trama_status task_check_stiffness(const trama_system *system, trama_error *error);

/* Ends this turn, and waits for the next: its number, or -1 if no other case takes turns. */
long task_next_turn(const task_bench *bench);

/* Makes `iterations` steps of h (s) from the present state. Ends at a failed step, and returns its
 * status. */
trama_step_status task_steps(const task_bench *bench, trama_integrator *integrator, double h,
                             long iterations);
/* Beginnings of rows of Field tables that several tasks have: a time (s), such as the time step; a
 * number of iterations, at least `least`; and the number of threads, which affects the measurement
 * and so is part of the identity. */
#define TASK_SECONDS_OF(type, member)                                                              \
    TRAMA_FIELD_OF(type, member), .unit = "s", .minimum = 1e-12, .maximum = 1e9
#define TASK_ITERATIONS_OF(type, member, least)                                                    \
    TRAMA_FIELD_OF(type, member), .unit = "1", .minimum = (least), .maximum = 1e9
#define TASK_THREADS_OF(type, member)                                                              \
    TRAMA_FIELD_OF(type, member), .unit = "1", .minimum = 1, .maximum = TRAMA_THREADS_MAX,         \
                                  .fallback = {1},                                                 \
                                  .summary = "threads of the model and the method"
/* Refuses more threads than the build has. */
trama_status task_check_threads(long threads, trama_error *error);

/* Adds /case/status and /case/headline (printf-formatted). */
void task_conclude(bundle *results, const char *status, const char *headline, ...)
    __attribute__((format(printf, 3, 4)));

/* The columns for the failure of a run: of the search or the only run; of the run that a prediction
 * examines. */
typedef struct task_failure_columns {
    const results_column *detector, *iteration, *node, *value, *object;
} task_failure_columns;
extern const task_failure_columns task_failure, task_run_failure;

/* What refused the step that ended a run: the name of an interaction, or "the method". */
const char *task_refuser(const trama_system *system, const trama_outcome *outcome);

/* Adds them for an outcome ("" and -1 if it did not fail). `object`, the name of the object or of
 * the interaction that refused a step, only for systems with named objects. */
void task_add_failure(bundle *results, const task_failure_columns *of, const trama_system *system,
                      const trama_outcome *outcome);

/* Refuses an impossible search: no step below the cap, or too many runs. */
trama_status task_check_search(const trama_search_spec *spec, trama_error *error);

/* The largest stable step by the published search, for tasks that measure at the limit. Its runs
 * are trials of the case's journal (task/resume.h). */
trama_status task_search(const task_bench *bench, const trama_search_spec *spec, long horizon,
                         trama_search *search, trama_error *error);

/* Adds its results: /result/dt_stable and dt_unstable (the published search's), bisected_stable and
 * bisected_unstable (the bracket), failure..., the checks, horizon, and each run below
 * /result/runs. */
void task_add_search(const trama_search *search, const trama_system *system, long horizon,
                     bundle *results);

#endif
