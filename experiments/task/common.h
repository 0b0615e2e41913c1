/* What tasks share: runs on the bench, frames, columns that several write. */
#ifndef TASK_COMMON_H
#define TASK_COMMON_H

#include "core/threads.h"
#include "measure/run.h"
#include "measure/search.h"
#include "task/task.h"

/* A run of the case: its bounds, step dt (s), horizon (iterations). */
trama_run_spec task_run_spec(const task_bench *bench, double dt, long horizon);

/* Refuses a solver that is no method of the library, for a task that looks into the step itself:
 * `why`, what it would need. */
trama_status task_check_method(const plan_case *c, const char *why, trama_error *error);

/* Whether the case's steps are made in another process, whose times and memory are not this one's.
 */
bool task_is_elsewhere(const plan_case *c);

/* Refuses a system whose stiffness cannot be taken. */
trama_status task_check_stiffness(const trama_system *system, trama_error *error);

/* Lets the other cases that measure time have theirs, and waits for the next turn: its number, or
 * -1 where there is no one to take turns with. */
long task_next_turn(const task_bench *bench);

/* `iterations` steps of h (s) from where the system is. Ends at a step that is not made, and
 * returns what it said. */
trama_step_status task_steps(const task_bench *bench, trama_integrator *integrator, double h,
                             long iterations);
/* How rows of a task's Field table begin that several tasks have: a time (s), such as the time
 * step; a number of iterations, from `least` on; and the number of threads, which is part of what
 * the task measures, and so of its identity. */
#define TASK_SECONDS_OF(type, member)                                                              \
    TRAMA_FIELD_OF(type, member), .unit = "s", .minimum = 1e-12, .maximum = 1e9
#define TASK_ITERATIONS_OF(type, member, least)                                                    \
    TRAMA_FIELD_OF(type, member), .unit = "1", .minimum = (least), .maximum = 1e9
#define TASK_THREADS_OF(type, member)                                                              \
    TRAMA_FIELD_OF(type, member), .unit = "1", .minimum = 1, .maximum = TRAMA_THREADS_MAX,         \
                                  .fallback = {1},                                                 \
                                  .summary = "threads that the model and the method work with"
/* Refuses more threads than the build has. */
trama_status task_check_threads(long threads, trama_error *error);

/* Adds /case/status and /case/headline (printf-formatted). */
void task_conclude(bundle *results, const char *status, const char *headline, ...)
    __attribute__((format(printf, 3, 4)));

/* The columns that say how a run failed: of the search or of the only run; of the run that a
 * prediction looks at. */
typedef struct task_failure_columns {
    const results_column *detector, *iteration, *node, *value, *object;
} task_failure_columns;
extern const task_failure_columns task_failure, task_run_failure;

/* Who refused the step that ended a run: an interaction, or "the method". */
const char *task_refuser(const trama_system *system, const trama_outcome *outcome);

/* Adds them for an outcome ("" and -1 if it did not fail); `object`, the object's name or that of
 * the interaction that refused a step, of a system of objects with names alone. */
void task_add_failure(bundle *results, const task_failure_columns *of, const trama_system *system,
                      const trama_outcome *outcome);

/* Refuses a search that cannot be made: no step below the cap, or too many runs. */
trama_status task_check_search(const trama_search_spec *spec, trama_error *error);

/* The largest stable step by the published search, for tasks that measure at the limit. Its runs
 * are trials of the case's journal (task/resume.h). */
trama_status task_search(const task_bench *bench, const trama_search_spec *spec, long horizon,
                         trama_search *search, trama_error *error);

/* Adds what it found: /result/dt_stable and dt_unstable (the published search's), bisected_stable
 * and bisected_unstable (the bracket), failure..., the checks, horizon, and each run below
 * /result/runs. */
void task_add_search(const trama_search *search, const trama_system *system, long horizon,
                     bundle *results);

#endif
