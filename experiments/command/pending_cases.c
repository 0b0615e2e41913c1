#include "command/pending_cases.h"
#include "engine/provenance.h"
#include "engine/signals.h"
#include "index/index.h"
#include "results/columns/columns.h"
#include "results/door.h"
#include "results/journal.h"
#include "results/path.h"
#include "study/study.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool wants_again(const request *r, bool stale, bool bad)
{
    return r->again && (strcmp(r->again, "all") == 0 || (stale && strcmp(r->again, "stale") == 0) ||
                        (bad && strcmp(r->again, "bad") == 0));
}

static bool ended_badly(const char *status)
{
    return strcmp(status, "crashed") == 0 || strcmp(status, "timeout") == 0 ||
           strcmp(status, "failed") == 0;
}

/* False if a sidecar cannot be written; a case may have no frames, or no file yet. */
static bool write_sidecar(const char *path)
{
    record_error error;
    const record_status status = record_xdmf(path, &error);
    if (status != RECORD_IO && status != RECORD_NO_MEMORY)
        return true;
    fprintf(stderr, "%s\n", error.text);
    return false;
}

/* What a user can do where a file stands that cannot be kept. */
static const char *advice(record_status status)
{
    if (status == RECORD_DAMAGED)
        return "; `--again bad` runs it again";
    return status == RECORD_NOT_OURS ? "; it is left as it is: choose another folder (-o)" : "";
}

/* --- journals --- */

static bool has_journal(const char *path)
{
    char journal[PATH_MAX];
    record_journal_path(path, journal, sizeof journal);
    return door_stands(journal);
}

static bool remove_journal(const char *path)
{
    record_error error;
    if (record_journal_remove(path, &error) == RECORD_OK)
        return true;
    fprintf(stderr, "%s\n", error.text);
    return false;
}

/* What a user can do about a journal that cannot be resumed. */
static const char *journal_advice(record_status status)
{
    if (status == RECORD_STALE)
        return "; that build can resume it; `--again stale` removes it and restarts the case";
    if (status == RECORD_DAMAGED)
        return "; `--again bad` removes it and restarts the case";
    return "; it is left as it is: move it away, or choose another folder (-o)";
}

/* Whether a case that is to be run may begin: its journal, if there is one, can be gone on with, or
 * is removed because that is asked for. */
static bool may_begin(const request *r, const plan_case *c, const char *path, pending_cases *todo)
{
    char journal[PATH_MAX], build[PROVENANCE_BUILD_MAX];
    record_error error;
    size_t torn;
    if (!has_journal(path))
        return true;
    record_journal_path(path, journal, sizeof journal);
    provenance_build(c, build, sizeof build);
    const record_status status =
        record_journal_verify(journal, &(record_journal_head){c->id, build}, &torn, &error);
    if (wants_again(r, status == RECORD_STALE, status == RECORD_DAMAGED))
        return remove_journal(path);
    todo->journals += status == RECORD_OK;
    if (torn > 0)
        fprintf(stderr,
                "%s: its last %zu bytes are an incomplete record, as after a crash of the machine: "
                "the case resumes from the records before them\n",
                journal, torn);
    if (status == RECORD_OK || status == RECORD_MISSING)
        return true;
    fprintf(stderr, "%s%s\n", error.text, journal_advice(status));
    return false;
}

size_t pending_cases_journals(const pending_cases *todo)
{
    size_t count = 0;
    for (size_t i = 0; i < todo->count; i++)
        count += has_journal(todo->job[i].path);
    return count;
}

/* --- files --- */

/* True if the case is to be run; counts what stands. False in *ok if a file stands that is not
 * ours. A case that ended badly and left a journal goes on; of one that ended well it is left over.
 */
static bool is_pending(const request *r, const plan_case *c, const char *path, bool make,
                       pending_cases *todo, bool *ok)
{
    bundle b = {0};
    record_error error;
    record_status status = record_verify_case(path, &b, &error);
    if (status == RECORD_OK)
        status = record_check_place(path, &b, &error);
    if (status == RECORD_MISSING)
        return true;
    if (status != RECORD_OK) {
        const bool again = status == RECORD_DAMAGED && wants_again(r, false, true);
        if (!again)
            fprintf(stderr, "%s%s\n", error.text, advice(status));
        *ok &= again;
        bundle_free(&b);
        return again;
    }
    if (bundle_get(&b, &column_frames_time) && !record_has_xdmf(path))
        *ok &= write_sidecar(path);
    char build[PROVENANCE_BUILD_MAX];
    provenance_build(c, build, sizeof build);
    const bool stale = strcmp(bundle_text(&b, column_run_build.path, ""), build) != 0;
    char ending[24];
    snprintf(ending, sizeof ending, "%s", bundle_text(&b, column_case_status.path, ""));
    const bool bad = ended_badly(ending);
    bundle_free(&b);
    const bool journal = make && has_journal(path);
    if (wants_again(r, stale, bad)) {
        *ok &= !journal || remove_journal(path);
        return true;
    }
    if (journal && bad)
        return true;
    *ok &= !journal || remove_journal(path);
    tally_add(&todo->stood, ending, 1);
    todo->standing++;
    todo->stale += stale;
    todo->bad += bad;
    return false;
}

void pending_case_path(const request *r, const plan_case *c, char *path, size_t size)
{
    char folder[PATH_MAX];
    snprintf(folder, sizeof folder, "%s/%s", r->folder, c->experiment->name);
    record_case_path(folder, c->id, path, size);
}

static bool make_place(const char *path)
{
    record_error error;
    if (record_case_folder(path, &error) == RECORD_OK)
        return true;
    fprintf(stderr, "%s\n", error.text);
    return false;
}

/* Cases that must have the machine alone are no shard's: shards may share a machine. */
static bool is_asked_for(const request *r, const plan *p, size_t index, pending_cases *todo)
{
    const bool exclusive = p->cases[index].task->exclusive;
    if (r->only_exclusive)
        return exclusive;
    if (r->shards == 1)
        return true;
    todo->exclusive += exclusive;
    return !exclusive && index % (size_t)r->shards == (size_t)r->shard - 1;
}

static bool add_job(pending_cases *todo, const plan *p, size_t number, const char *path)
{
    engine_job *job = &todo->job[todo->count];
    *job = (engine_job){&p->cases[number], strdup(path), number};
    todo->count += job->path != NULL;
    return job->path != NULL;
}

static bool reserve(pending_cases *todo, const plan *p)
{
    todo->job = calloc(p->case_count + 1, sizeof *todo->job);
    return todo->job != NULL;
}

static bool complain_memory(void)
{
    fprintf(stderr, "trama: out of memory\n");
    return false;
}

bool pending_cases_make(const request *r, const plan *p, bool make, pending_cases *todo)
{
    bool ok = true;
    if (!reserve(todo, p))
        return complain_memory();
    for (size_t i = 0; ok && i < p->case_count && !todo->cut; i++) {
        char path[PATH_MAX];
        todo->cut = signals_came();
        if (!is_asked_for(r, p, i, todo))
            continue;
        pending_case_path(r, &p->cases[i], path, sizeof path);
        if (is_pending(r, &p->cases[i], path, make, todo, &ok) && ok)
            ok = (!make || (make_place(path) && may_begin(r, &p->cases[i], path, todo))) &&
                 (add_job(todo, p, i, path) || complain_memory());
    }
    return ok;
}

bool pending_cases_make_whole(const request *r, const plan *p, pending_cases *todo)
{
    bool ok = reserve(todo, p);
    for (size_t i = 0; ok && i < p->case_count; i++) {
        char path[PATH_MAX];
        pending_case_path(r, &p->cases[i], path, sizeof path);
        ok = add_job(todo, p, i, path);
    }
    return ok || complain_memory();
}

void pending_cases_free(pending_cases *todo)
{
    for (size_t i = 0; i < todo->count; i++)
        free(todo->job[i].path);
    free(todo->job);
}

/* Cases write their sidecars themselves, after their files; one that was ended in between has none.
 */
bool pending_cases_write_sidecars(const pending_cases *todo)
{
    bool written = true;
    for (size_t i = 0; written && i < todo->count; i++)
        written = record_has_xdmf(todo->job[i].path) || write_sidecar(todo->job[i].path);
    return written;
}

static bool make_folder(const char *path)
{
    if (door_make(path))
        return true;
    fprintf(stderr, "%s: the folder cannot be made: %s\n", path, door_reason(errno));
    return false;
}

bool pending_cases_make_folders(const plan *p, const char *folder)
{
    char path[PATH_MAX];
    char parents[PATH_MAX];
    snprintf(parents, sizeof parents, "%s", folder);
    for (char *slash = strchr(parents + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (!make_folder(parents))
            return false;
        *slash = '/';
    }
    if (!make_folder(folder))
        return false;
    for (size_t i = 0; i < p->experiment_count; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, p->experiment[i].name);
        if (!make_folder(path))
            return false;
        snprintf(path, sizeof path, "%s/%s/cases", folder, p->experiment[i].name);
        if (!make_folder(path))
            return false;
    }
    return true;
}

/* The rows of an experiment: files may share one. */
static bool is_of(const plan_row *row, const char *experiment)
{
    return strcmp(row->experiment->name, experiment) == 0;
}

/* The file of an experiment that has its study; NULL if none has. */
static const plan_experiment *file_with_study(const plan *p, const char *experiment)
{
    for (size_t i = 0; i < p->experiment_count; i++)
        if (p->experiment[i].study.given && strcmp(p->experiment[i].name, experiment) == 0)
            return &p->experiment[i];
    return NULL;
}

static void put_block(const study_block *block, const char *text, record_plan *to)
{
    to->block = text;
    for (size_t t = 0; t < block->table_count; t++)
        to->table[to->tables++] = block->table[t].text;
}

static void put_row(const plan_row *from, size_t row, record_plan *to, double *step)
{
    to->id[row] = from->id;
    to->task[row] = from->task;
    to->model[row] = from->model;
    to->integrator[row] = from->integrator;
    step[row] = from->dt;
    for (size_t k = 0; k < from->label_count; k++)
        swept_put(&to->labels, row,
                  &(swept_value){.path = from->label[k].name,
                                 .unit = "",
                                 .summary = column_study_label.summary,
                                 .type = BUNDLE_TEXT,
                                 .text = from->label[k].text});
    to->required[row] = from->required;
    to->printed[row] = from->printed;
    for (size_t k = 0; k < from->swept_count; k++)
        swept_put(&to->swept, row, &from->swept[k]);
    for (size_t k = 0; k < from->experiment->study.factor_count; k++)
        swept_put(&to->factors, row, &from->factor[k]);
}

/* Texts and marks of `rows` rows. */
static bool reserve_plan(record_plan *to, size_t rows)
{
    to->id = calloc(4 * (rows + 1), sizeof(*to->id));
    to->required = calloc(2 * (rows + 1), sizeof *to->required);
    if (!to->id || !to->required)
        return false;
    to->task = to->id + rows + 1;
    to->model = to->task + rows + 1;
    to->integrator = to->model + rows + 1;
    to->printed = to->required + rows + 1;
    return true;
}

static record_status write_study(const plan *p, const char *experiment, const char *folder,
                                 record_error *error)
{
    const char *table[STUDY_TABLES_MAX + 1];
    record_plan to = {.experiment = experiment, .table = table};
    const plan_experiment *with_study = file_with_study(p, experiment);
    double *step = calloc(p->row_count + 1, sizeof *step);
    const bool made = reserve_plan(&to, p->row_count) && step;
    to.dt = step;
    if (with_study)
        put_block(&with_study->study, with_study->study_text, &to);
    for (size_t i = 0; made && i < p->row_count; i++)
        to.rows += is_of(&p->row[i], experiment);
    to.swept = (swept_table){.rows = to.rows, .no_memory = !made};
    to.factors = (swept_table){.family = &column_factor, .rows = to.rows};
    to.labels = (swept_table){.family = &column_study_label, .rows = to.rows};
    for (size_t i = 0, row = 0; made && i < p->row_count; i++)
        if (is_of(&p->row[i], experiment))
            put_row(&p->row[i], row++, &to, step);
    const record_status status = record_study_write(folder, &to, error);
    swept_free(&to.swept);
    swept_free(&to.factors);
    swept_free(&to.labels);
    free(step);
    free(to.id);
    free(to.required);
    return status;
}

bool pending_cases_write_studies(const request *r, const plan *p)
{
    for (size_t i = 0; i < p->experiment_count; i++) {
        char path[PATH_MAX];
        record_error error;
        const char *name = p->experiment[i].name;
        snprintf(path, sizeof path, "%s/%s", r->folder, name);
        const record_status status =
            r->gathers ? record_study_remove(path, &error) : write_study(p, name, path, &error);
        if (status != RECORD_OK) {
            fprintf(stderr, "%s\n", error.text);
            return false;
        }
    }
    return true;
}

size_t pending_cases_missing(const request *r, const plan *p)
{
    size_t missing = 0;
    for (size_t i = 0; i < p->row_count; i++) {
        char folder[PATH_MAX], path[PATH_MAX];
        snprintf(folder, sizeof folder, "%s/%s", r->folder, p->row[i].experiment->name);
        record_case_path(folder, p->row[i].id, path, sizeof path);
        missing += !door_stands(path);
    }
    return missing;
}

bool pending_cases_write_indices(const request *r, const plan *p)
{
    for (size_t i = 0; i < p->experiment_count; i++) {
        char path[PATH_MAX];
        record_error error;
        snprintf(path, sizeof path, "%s/%s", r->folder, p->experiment[i].name);
        if (record_index(path, false, &error) != RECORD_OK) {
            fprintf(stderr, "%s\n", error.text);
            return false;
        }
    }
    return true;
}
