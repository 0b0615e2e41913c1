/* Reads the cases of a results folder, and joins them to the plan. */
#include "analysis/read/study.h"
#include "analysis/read/kept.h"
#include "analysis/read/parts.h"
#include "analysis/read/usual.h"
#include "analysis/read/variation.h"
#include "results/door.h"
#include "results/path.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/memory.h"
#include "study/study.h"

static void case_free(study_case *c)
{
    case_leave_study(c);
    bundle_free(&c->data);
    case_parts_free(c->parts);
    free(c->path);
    free(c->frames_lost);
}

static study_case *next_case(study *s)
{
    study_case *grown = trama_with_room(s->item, s->count, &s->capacity, sizeof *grown);
    if (!grown)
        return NULL;
    s->item = grown;
    s->item[s->count] = (study_case){.published = -1};
    return &s->item[s->count];
}

/* A case without columns yet, which is not counted before it has them; takes over `path`. NULL
 * without memory. */
static study_case *begin_case(study *s, char *path)
{
    study_case *c = path ? next_case(s) : NULL;
    if (c) {
        c->path = path;
        c->frames_lost = calloc(1, sizeof *c->frames_lost);
    }
    if (c && c->frames_lost)
        return c;
    s->no_memory = true;
    if (c)
        case_free(c);
    else
        free(path);
    return NULL;
}

static void end_case(study *s, study_case *c)
{
    s->no_memory = s->no_memory || c->data.no_memory;
    s->count++;
}

static void fail_case(study *s, record_status status, const char *reason, FILE *err)
{
    fprintf(err, "%s\n", reason ? reason : "");
    s->unreadable++;
    s->unknown = s->unknown || status == RECORD_NO_MEMORY || status == RECORD_IO;
}

/* All of a file. Takes over `path`. False if it cannot be read. */
static bool read_case(study *s, char *path, FILE *err)
{
    study_case *c = begin_case(s, path);
    record_error error;
    if (!c)
        return false;
    record_status status = record_read_case(path, &c->data, &error);
    if (status == RECORD_OK)
        status = record_check_place(path, &c->data, &error);
    if (status == RECORD_OK) {
        c->exploded = record_has_exploded(&c->data);
        end_case(s, c);
        return true;
    }
    fail_case(s, status, error.text, err);
    case_free(c);
    return false;
}

/* --- what was planned --- */

/* The place of a column among the study's swept ones; those that it has not come last. */
static size_t swept_rank(const record_study *plan, const char *path)
{
    size_t i = 0;
    while (i < plan->swept_count && strcmp(plan->swept[i]->path, path) != 0)
        i++;
    return i;
}

static bool is_swept(const bundle_column *column)
{
    return group_rest(group_swept, column->path) != NULL;
}

/* Brings the swept columns into the order of the sweep, in the places that they take together. */
static void order_swept(const record_study *plan, bundle *b)
{
    for (size_t i = 0; i < b->count; i++)
        for (size_t j = i + 1; j < b->count && is_swept(&b->column[i]); j++) {
            if (!is_swept(&b->column[j]) ||
                swept_rank(plan, b->column[j].path) >= swept_rank(plan, b->column[i].path))
                continue;
            const bundle_column moved = b->column[i];
            b->column[i] = b->column[j];
            b->column[j] = moved;
        }
}

/* A case that was run before a path was swept does not say its value, and one without a result does
 * not say its step; the study does. */
static bool join_plan(study_case *c, const experiment_study *e)
{
    const record_study *plan = &e->plan;
    const size_t row = record_study_row(plan, case_text(c, &column_case_id));
    if (row == plan->rows)
        return true;
    if (!case_join_study(c, e, row + 1))
        return false;
    case_complete(c, &c->data);
    return !c->data.no_memory;
}

void case_complete(const study_case *c, bundle *b)
{
    if (c->planned == 0)
        return;
    const record_study *plan = &c->of->plan;
    if (case_ended(c))
        record_study_swept(plan, c->planned - 1, b);
    else
        record_study_case(plan, c->planned - 1, b);
    order_swept(plan, b);
}

static int by_plan_and_path(const void *left, const void *right)
{
    const study_case *a = left, *b = right;
    if (a->planned != b->planned)
        return a->planned - 1 < b->planned - 1 ? -1 : 1; /* 0 becomes the largest */
    return strcmp(a->path, b->path);
}

/* Keeps the study of an experiment, which takes over `plan`; NULL without memory. */
static const experiment_study *keep_study(study *s, const char *folder, record_study *plan,
                                          FILE *err)
{
    experiment_study **grown = realloc(s->experiment, (s->experiments + 1) * sizeof *grown);
    if (grown)
        s->experiment = grown;
    experiment_study *made = grown ? experiment_study_make(folder, plan, err) : NULL;
    if (made)
        s->experiment[s->experiments++] = made;
    return made;
}

/* The study of the experiment in a folder; NULL if it has none. */
static const experiment_study *read_study(study *s, const char *folder, FILE *err)
{
    record_study plan;
    record_error error;
    const record_status status = record_study_read(folder, &plan, &error);
    if (status != RECORD_OK && status != RECORD_MISSING) {
        fprintf(err, "%s\n", error.text);
        s->unreadable++;
    }
    if (*plan.unread) {
        fprintf(err, "%s\n", plan.unread);
        s->unreadable++;
    }
    const experiment_study *e = status == RECORD_OK ? keep_study(s, folder, &plan, err) : NULL;
    s->no_memory = s->no_memory || status == RECORD_NO_MEMORY || (status == RECORD_OK && !e);
    s->unreadable += e && e->damaged;
    record_study_free(&plan);
    return e;
}

/* --- the cases of an experiment --- */

/* Takes over `path`. */
static void leave_out(study *s, char *path)
{
    char **grown =
        trama_with_room(s->unplanned, s->unplanned_count, &s->unplanned_capacity, sizeof *grown);
    if (grown) {
        s->unplanned = grown;
        s->unplanned[s->unplanned_count++] = path;
    } else {
        s->no_memory = true;
        free(path);
    }
}

static void add_case(study *s, const results_index *x, size_t row, char *path, FILE *err)
{
    study_case *c = begin_case(s, path);
    if (!c)
        return;
    c->exploded = index_row_of(x, row)->exploded;
    if (!case_parts_make(c, x, row, err))
        s->no_memory = true;
    end_case(s, c);
}

static void add_row(study *s, const results_index *x, size_t i, const char *folder, bool planned,
                    FILE *err)
{
    const index_row *row = index_row_of(x, i);
    char *path = path_join(folder, row->file);
    s->no_memory = s->no_memory || !path;
    if (path && row->left) {
        leave_out(s, path);
    } else if (path && row->status == RECORD_OK) {
        add_case(s, x, i, path, err);
    } else {
        fail_case(s, row->status, row->reason, err);
        s->lost += !planned;
        free(path);
    }
}

/* Keeps it as long as the study. */
static bool keep_index(study *s, results_index *x)
{
    results_index **grown = realloc(s->index, (s->indices + 1) * sizeof *grown);
    if (!grown)
        return false;
    s->index = grown;
    s->index[s->indices++] = x;
    return true;
}

/* The index of an experiment is made anew where it does not say what the files do, and the folder
 * may be written. */
static void refresh(results_index *x, const char *folder, bool planned)
{
    record_error ignored;
    if (planned && index_rows(x) > 0 && index_is_stale(x) && door_may_write(folder))
        index_write(x, &ignored);
}

static const record_study no_plan = {0};

static void fail_folder(study *s, const record_error *error, FILE *err)
{
    s->no_memory = s->no_memory || error->status == RECORD_NO_MEMORY;
    if (error->status != RECORD_IO)
        return;
    fprintf(err, "%s\n", error->text);
    s->unreadable++;
}

/* The cases by the index, or by what it says of them. */
static void read_index(study *s, const char *folder, const experiment_study *e, FILE *err)
{
    results_index *x;
    record_error error;
    index_open(folder, e ? &e->plan : &no_plan, INDEX_TRUSTED, &x, &error);
    fail_folder(s, &error, err);
    if (error.status != RECORD_OK || !keep_index(s, x)) {
        s->no_memory = s->no_memory || error.status == RECORD_OK;
        index_free(x);
        return;
    }
    for (size_t i = 0; i < index_rows(x); i++)
        add_row(s, x, i, folder, e != NULL, err);
    refresh(x, folder, e != NULL);
}

/* The cases by their files alone. */
static void read_files(study *s, const char *folder, const experiment_study *e, FILE *err)
{
    record_names names;
    record_error error;
    record_list(folder, &names, &error);
    fail_folder(s, &error, err);
    for (size_t i = 0; i < names.count; i++) {
        char *path = path_join(folder, names.name[i]);
        s->no_memory = s->no_memory || !path;
        if (path && e && record_study_left(&e->plan, names.name[i]))
            leave_out(s, path);
        else if (path && !read_case(s, path, err))
            s->lost += !e;
    }
    record_names_free(&names);
}

static const char *last_name(const char *folder)
{
    const char *slash = strrchr(folder, '/');
    return slash && slash[1] ? slash + 1 : folder;
}

static const char *status_of_absent(const study *s, const char *path)
{
    return !door_stands(path) ? "missing" : s->unknown || s->no_memory ? "unread" : "damaged";
}

/* A planned case whose file is not there, or cannot be read: it has no result. False without
 * memory.
 */
static bool add_absent(study *s, const char *folder, const record_study *plan, size_t row)
{
    char path[PATH_MAX];
    study_case *c = next_case(s);
    if (!c)
        return false;
    record_case_path(folder, plan->id[row], path, sizeof path);
    c->path = strdup(path);
    c->absent = true;
    record_study_case(plan, row, &c->data);
    if (!*case_text(c, &column_case_experiment)) /* an earlier version has not said it */
        bundle_put_text(&c->data, &column_case_experiment, last_name(folder));
    bundle_put_text(&c->data, &column_case_status, status_of_absent(s, path));
    if (c->path && !c->data.no_memory) {
        s->count++;
        return true;
    }
    case_free(c);
    return false;
}

static bool add_absents(study *s, size_t first, const char *folder, const record_study *plan)
{
    bool *is_there = calloc(plan->rows + 1, sizeof *is_there), made = is_there != NULL;
    for (size_t i = first; made && i < s->count; i++)
        is_there[record_study_row(plan, case_text(&s->item[i], &column_case_id))] = true;
    for (size_t row = 0; made && row < plan->rows; row++)
        made = is_there[row] || add_absent(s, folder, plan, row);
    free(is_there);
    return made;
}

/* How the cases of a folder are read. */
typedef void read_cases(study *s, const char *folder, const experiment_study *e, FILE *err);

static void read_experiment(study *s, char *folder, read_cases *read, FILE *err)
{
    const size_t first = s->count;
    const experiment_study *e = read_study(s, folder, err);
    read(s, folder, e, err);
    if (e && !add_absents(s, first, folder, &e->plan))
        s->no_memory = true;
    for (size_t i = first; e && i < s->count; i++)
        s->no_memory = !join_plan(&s->item[i], e) || s->no_memory;
    study_title_methods(s, first);
    if (s->count > first)
        qsort(s->item + first, s->count - first, sizeof *s->item, by_plan_and_path);
    cases_choose_usual(s->item + first, s->count - first);
    free(folder);
}

/* Takes over `path`. */
static void pass_over_link(study *s, char *path, FILE *err)
{
    fprintf(err, "%s: %s\n", path, door_reason(ENOLINK));
    s->unreadable++;
    free(path);
}

/* Every folder below, in order of name. No such folder: none. */
static void read_experiments(study *s, const char *folder, read_cases *read, FILE *err)
{
    struct dirent **entry;
    const int count = path_entries(folder, &entry);
    if (count < 0 && errno != ENOENT && errno != ENOTDIR) {
        fprintf(err, "%s: %s\n", folder, door_reason(errno));
        s->unreadable++;
    }
    for (int i = 0; i < count; i++) {
        char *path = path_join(folder, entry[i]->d_name);
        s->no_memory = s->no_memory || !path;
        if (path && door_is_link(path))
            pass_over_link(s, path, err);
        else if (path)
            read_experiment(s, path, read, err);
        free(entry[i]);
    }
    if (count >= 0)
        free(entry);
}

static void read_folder(const char *folder, study *s, read_cases *read, FILE *err)
{
    *s = (study){0};
    char *self = door_name(folder) ? strdup(folder) : NULL;
    s->missed = calloc(1, sizeof *s->missed);
    s->no_memory = !self || !s->missed;
    if (self) {
        read_experiment(s, self, read, err);
        read_experiments(s, folder, read, err);
    }
    if (s->no_memory)
        fprintf(err, "no memory for the results in %s\n", folder);
}

void study_read(const char *folder, study *s, FILE *err)
{
    read_folder(folder, s, read_index, err);
}

void study_read_whole(const char *folder, study *s, FILE *err)
{
    read_folder(folder, s, read_files, err);
}

void study_read_file(const char *path, study *s, FILE *err)
{
    *s = (study){0};
    char *self = strdup(path);
    if (self)
        read_case(s, self, err);
    study_title_methods(s, 0);
    cases_choose_usual(s->item, s->count);
    s->no_memory = s->no_memory || !self;
    if (s->no_memory)
        fprintf(err, "no memory for the results in %s\n", path);
}

experiment_cases study_cases_of(const study *s, const experiment_study *of)
{
    experiment_cases n = {.name = ""};
    for (size_t i = 0; i < s->count; i++)
        if (s->item[i].of == of) {
            n.name = case_text(&s->item[i], &column_case_experiment);
            n.planned++;
            n.absent += s->item[i].absent;
        }
    return n;
}

void study_free(study *s)
{
    free(s->missed);
    for (size_t i = 0; i < s->count; i++)
        case_free(&s->item[i]);
    free(s->item);
    for (size_t i = 0; i < s->indices; i++)
        index_free(s->index[i]);
    free(s->index);
    for (size_t i = 0; i < s->experiments; i++)
        experiment_study_free(s->experiment[i]);
    free(s->experiment);
    for (size_t i = 0; i < s->unplanned_count; i++)
        free(s->unplanned[i]);
    free(s->unplanned);
    kept_free(s);
    *s = (study){0};
}
