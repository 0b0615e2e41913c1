/* Runs of a case that can be resumed after an interruption. They are made in the same order every
 * time, so a number identifies the run of a journal's record. A run continues from its last
 * checkpoint, and a finished trial is not repeated. Without a journal (task_journal_begin) they are
 * ordinary runs. */
#ifndef TASK_RESUME_H
#define TASK_RESUME_H

#include "measure/run.h"
#include "task/task.h"

/* The state of an observer, which is the spec's context. */
typedef void task_observer_state(void *context, trama_archive *archive);

/* Makes the case's next run, with checkpoints. `state` may be NULL. */
trama_status task_resume_run(const task_bench *bench, const trama_run_spec *spec,
                             task_observer_state *state, trama_outcome *outcome,
                             trama_error *error);

/* The same for a trial: a run of which only the outcome is used. All runs of the case before it
 * must be trials. Errors: also TRAMA_BAD_INPUT if the journal's trial of this number is a different
 * one. */
trama_status task_resume_trial(const task_bench *bench, const trama_run_spec *spec,
                               trama_outcome *outcome, trama_error *error);

#endif
