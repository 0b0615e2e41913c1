/* Runs one case, from plan to file, in the calling process. */
#ifndef ENGINE_EXECUTE_H
#define ENGINE_EXECUTE_H

#include "plan/plan.h"
#include "results/record.h"

/* A process whose case has changed the process's surroundings ends with this code plus the number
 * from surroundings_changed (plugin/surroundings.h). */
enum { EXECUTE_CHANGED = 200 };

/* The end of a case, as recorded in its file. */
typedef struct execute_ending {
    char status[32], headline[256];
    bool waits; /* the file has no name yet: record_commit */
} execute_ending;

typedef struct execute_way {
    int pinned;        /* processor, or -1 */
    task_turns *turns; /* of a case that shares the machine by turns, or NULL */
    long owner;        /* process that commits small files (record_write_later); 0: none waits */
} execute_way;

/* Runs the case and writes `path`, and a sidecar for its frames. A task that fails is recorded with
 * status "failed" and its message; only a file that cannot be written is an error. */
record_status execute_case(const plan_case *c, const char *path, const execute_way *way,
                           execute_ending *ending, record_error *error);

/* Appends the experiment's limit of memory, if it has one, to the message of a case that ran out of
 * memory or may have. */
void execute_name_memory(const plan_case *c, char *message, size_t size);

/* Writes `path` for a case whose process ended before it could: `status` is "crashed" or "timeout".
 */
record_status execute_record_failure(const plan_case *c, const char *path, const char *status,
                                     const char *message, double seconds, execute_ending *ending,
                                     record_error *error);

#endif
