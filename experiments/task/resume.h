/* The runs of a case that is gone on with after it was cut short. They are made in the same order
 * every time, so a number says which one a record of the journal belongs to. A run goes on from its
 * last checkpoint, and a finished trial is not made again. Without a journal (task_journal_begin)
 * they are runs as any others. */
#ifndef TASK_RESUME_H
#define TASK_RESUME_H

#include "measure/run.h"
#include "task/task.h"

/* All that an observer, the spec's context, keeps from what it has seen. */
typedef void task_observer_state(void *context, trama_archive *archive);

/* Makes the case's next run, with checkpoints. `state` may be NULL. */
trama_status task_resume_run(const task_bench *bench, const trama_run_spec *spec,
                             task_observer_state *state, trama_outcome *outcome,
                             trama_error *error);

/* The same of a trial: a run of which only the outcome counts, and before which the case made no
 * other runs than trials. Errors: also TRAMA_BAD_INPUT if the journal's trial of this number was
 * another. */
trama_status task_resume_trial(const task_bench *bench, const trama_run_spec *spec,
                               trama_outcome *outcome, trama_error *error);

#endif
