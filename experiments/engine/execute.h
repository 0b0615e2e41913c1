/* One case, from plan to file, in the process that calls it. */
#ifndef ENGINE_EXECUTE_H
#define ENGINE_EXECUTE_H

#include "plan/plan.h"
#include "record/record.h"

/* Runs the case and writes `path`. A task that fails is recorded with status "failed" and its
 * message; only a file that cannot be written is an error. `pinned`: processor, or -1. `turns`: of
 * a case that shares the machine by turns, or NULL. */
record_status execute_case(const plan_case *c, const char *path, int pinned, task_turns *turns,
                           record_error *error);

/* Writes `path` for a case whose process did not live to do it: `status` is "crashed" or "timeout".
 */
record_status execute_obituary(const plan_case *c, const char *path, const char *status,
                               const char *message, double seconds, record_error *error);

#endif
