#include "task/resume.h"
#include "solver/solver.h"
#include "task/journal.h"

/* ---- A run with checkpoints; of a solver whose own state is not seen, without: cut short, it is
 * made again from its start. */

typedef struct keeper {
    task_journal *journal;
    task_observer_state *state; /* or NULL */
    void *context;
    trama_archive checkpoint; /* its head, what the observer keeps, the run's state */
} keeper;

static bool is_due(void *context, long iteration)
{
    const keeper *k = context;
    return task_journal_is_due(k->journal, iteration);
}

static trama_status keep(void *context, const trama_archive *state, trama_error *error)
{
    keeper *k = context;
    trama_archive_save(&k->checkpoint);
    task_journal_save_head(k->journal, &k->checkpoint);
    if (k->state)
        k->state(k->context, &k->checkpoint);
    trama_archive_bytes(&k->checkpoint, state->byte, state->size);
    const trama_status status = trama_archive_status(&k->checkpoint, error);
    return status == TRAMA_OK ? task_journal_checkpoint(k->journal, &k->checkpoint, error) : status;
}

/* The run's part of the journal's last checkpoint, after the observer has read its own. */
static trama_archive go_on_from(const keeper *k)
{
    trama_archive *last = &k->journal->last;
    if (k->state)
        k->state(k->context, last);
    return (trama_archive){.byte = last->byte + last->at, .size = last->size - last->at};
}

static trama_status run_with_checkpoints(const task_bench *bench, const trama_run_spec *spec,
                                         task_observer_state *state, trama_outcome *outcome,
                                         trama_error *error)
{
    task_journal *j = bench->journal;
    keeper k = {.journal = j, .state = state, .context = spec->context};
    trama_checkpoints checkpoints = {.due = is_due, .keep = keep, .context = &k};
    trama_archive from;
    trama_run_spec with = *spec;
    if (!trama_solver_of(bench->integrator->type))
        with.checkpoints = &checkpoints;
    if (with.checkpoints && j->last.size > 0 && j->last_run == j->runs) {
        from = go_on_from(&k);
        checkpoints.from = &from;
    }
    const trama_status status = trama_run(bench->system, bench->integrator, &with, outcome, error);
    trama_archive_free(&k.checkpoint);
    j->runs++;
    return status == TRAMA_OK ? task_journal_status(j, error) : status;
}

trama_status task_resume_run(const task_bench *bench, const trama_run_spec *spec,
                             task_observer_state *state, trama_outcome *outcome, trama_error *error)
{
    if (bench->journal && bench->journal->begun)
        return run_with_checkpoints(bench, spec, state, outcome, error);
    return trama_run(bench->system, bench->integrator, spec, outcome, error);
}

/* ---- Trials. */

/* Their record: the case's mark, which run was asked for, and its outcome. */
typedef struct trial {
    task_journal_mark mark;
    double h;
    long horizon;
    bool budget;
    trama_outcome outcome;
} trial;

static void trial_state(trial *t, trama_archive *archive)
{
    task_journal_mark_state(&t->mark, archive);
    trama_archive_reals(archive, &t->h, 1);
    trama_archive_integer(archive, &t->horizon);
    trama_archive_flag(archive, &t->budget);
    trama_outcome_state(&t->outcome, archive);
}

static trama_status put_trial(task_journal *j, const trama_run_spec *spec,
                              const trama_outcome *outcome, trama_error *error)
{
    trial made = {task_journal_now(j), spec->h, spec->horizon, spec->budget, *outcome};
    trama_archive record = {0};
    trial_state(&made, &record);
    trama_status status = trama_archive_status(&record, error);
    if (status == TRAMA_OK)
        status = task_journal_put_trial(j, &record, error);
    trama_archive_free(&record);
    return status;
}

/* By the same program, which asks for the same. */
static trama_status recall(task_journal *j, const trama_run_spec *spec, trama_outcome *outcome,
                           trama_error *error)
{
    trial made = {0};
    const size_t number = (size_t)j->runs++;
    trama_archive record = task_journal_read(j, RECORD_JOURNAL_TRIAL, number);
    if (j->error.status == RECORD_OK) {
        trial_state(&made, &record);
        if (record.failed || record.at != record.size || made.h != spec->h ||
            made.horizon != spec->horizon || made.budget != spec->budget)
            task_journal_refuse_trial(j, number);
    }
    trama_archive_free(&record);
    *outcome = made.outcome;
    return task_journal_status(j, error);
}

trama_status task_resume_trial(const task_bench *bench, const trama_run_spec *spec,
                               trama_outcome *outcome, trama_error *error)
{
    task_journal *j = bench->journal;
    const bool begun = j && j->begun;
    if (begun && j->open && (size_t)j->runs < record_journal_count(j->open, RECORD_JOURNAL_TRIAL))
        return recall(j, spec, outcome, error);
    const trama_status status = task_resume_run(bench, spec, NULL, outcome, error);
    return status == TRAMA_OK && begun ? put_trial(j, spec, outcome, error) : status;
}
