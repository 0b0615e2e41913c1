#include "study/study.h"

#include "results/columns/columns.h"
#include "results/door.h"
#include "results/path.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char file_name[] = "study.h5";

enum { LABEL_MOST = 500 }; /* characters of a label's name; the program's own are shorter */

/* --- writing --- */

static void fill_plan(const record_plan *plan, bundle *b)
{
    const char **path = calloc(plan->swept.count + 1, sizeof(*path));
    bundle_put_texts(b, &column_study_id, plan->id, plan->rows);
    for (size_t i = 0; path && i < plan->swept.count; i++)
        path[i] = swept_path(&plan->swept, i);
    if (path)
        bundle_put_texts(b, &column_study_path, path, plan->swept.count);
    b->no_memory |= !path;
    swept_columns(&plan->swept, b);
    free(path);
}

static void put_unless_null(bundle *b, const results_column *column, const char **text, size_t rows)
{
    if (text)
        bundle_put_texts(b, column, text, rows);
}

static void fill_cases(const record_plan *plan, bundle *b)
{
    if (plan->experiment)
        bundle_put_text(b, &column_study_experiment, plan->experiment);
    put_unless_null(b, &column_study_task, plan->task, plan->rows);
    put_unless_null(b, &column_study_model, plan->model, plan->rows);
    put_unless_null(b, &column_study_integrator, plan->integrator, plan->rows);
    if (plan->dt)
        bundle_put_reals(b, &column_study_dt, plan->dt, plan->rows);
    swept_columns(&plan->labels, b);
}

static void fill_block(const record_plan *plan, bundle *b)
{
    bundle_put_text(b, &column_study_block, plan->block);
    if (plan->tables > 0)
        bundle_put_texts(b, &column_study_published, plan->table, plan->tables);
    swept_columns(&plan->factors, b);
    bundle_put_integers(b, &column_study_required, plan->required, plan->rows);
    bundle_put_integers(b, &column_study_printed, plan->printed, plan->rows);
}

record_status record_study_write(const char *folder, const record_plan *plan, record_error *error)
{
    bundle b = {0};
    if (plan->swept.no_memory || plan->factors.no_memory || plan->labels.no_memory)
        return record_fail_memory(error, folder);
    char *path = path_join(folder, file_name);
    fill_plan(plan, &b);
    fill_cases(plan, &b);
    if (plan->block)
        fill_block(plan, &b);
    const record_status status =
        path ? record_write(path, &b, error) : record_fail_memory(error, folder);
    free(path);
    bundle_free(&b);
    return status;
}

record_status record_study_remove(const char *folder, record_error *error)
{
    char *path = path_join(folder, file_name);
    record_clear(error);
    if (!path)
        return record_fail_memory(error, folder);
    if (!door_remove(path) && errno != ENOENT)
        record_fail(error, RECORD_IO, path, "cannot be removed: %s", door_reason(errno));
    free(path);
    return (record_status)error->status;
}

/* --- reading --- */

/* qsort has no context. */
typedef struct named_row {
    const char *id;
    size_t row;
} named_row;

static int by_id(const void *left, const void *right)
{
    return strcmp(((const named_row *)left)->id, ((const named_row *)right)->id);
}

static bool sort_rows(record_study *s)
{
    named_row *sorted = calloc(s->rows + 1, sizeof *sorted);
    s->by_id = calloc(s->rows + 1, sizeof *s->by_id);
    for (size_t i = 0; sorted && i < s->rows; i++)
        sorted[i] = (named_row){s->id[i], i};
    if (sorted)
        qsort(sorted, s->rows, sizeof *sorted, by_id);
    for (size_t i = 0; sorted && s->by_id && i < s->rows; i++)
        s->by_id[i] = sorted[i].row;
    free(sorted);
    return sorted && s->by_id;
}

/* The column of that name of a family, if it has a row for each case. */
static const bundle_column *member_of(const record_study *s, const results_column *family,
                                      const char *name)
{
    column_member m;
    const results_column *column = column_named(family, name, &m);
    const bundle_column *found = column ? bundle_find(&s->data, column->path) : NULL;
    return found && found->rows == s->rows ? found : NULL;
}

static bool order_columns(record_study *s, const bundle_column *paths)
{
    s->swept = calloc(paths->rows + 1, sizeof(*s->swept));
    for (size_t i = 0; s->swept && i < paths->rows; i++) {
        const bundle_column *found = member_of(s, &column_swept, paths->text[i]);
        if (found)
            s->swept[s->swept_count++] = found;
    }
    return s->swept != NULL;
}

/* A column of whole numbers, one a row; NULL if there is none. */
static const int64_t *marks(const record_study *s, const results_column *column)
{
    const bundle_column *c = bundle_get(&s->data, column);
    const bool fits = c && c->type == BUNDLE_INTEGER && c->columns == 1 && c->rows == s->rows;
    return fits ? c->integer : NULL;
}

/* --- the block --- */

/* The texts of published tables, as many as there are. */
static void take_tables(record_study *s)
{
    const bundle_column *text = bundle_get(&s->data, &column_study_published);
    const size_t rows = text && text->type == BUNDLE_TEXT && text->columns == 1 ? text->rows : 0;
    for (size_t t = 0; t < s->block.table_count && t < rows; t++)
        s->block.table[t].text = text->text[t];
}

static bool take_factors(record_study *s)
{
    s->factor = calloc(s->block.factor_count + 1, sizeof(*s->factor));
    for (size_t i = 0; s->factor && i < s->block.factor_count; i++)
        s->factor[i] = member_of(s, &column_factor, s->block.factor[i].name);
    s->required = marks(s, &column_study_required);
    s->printed = marks(s, &column_study_printed);
    return s->factor != NULL;
}

/* Before there was the text, a block was columns, and marks beside it. */
static bool is_earlier(const record_study *s)
{
    return bundle_get(&s->data, &column_study_required) &&
           !bundle_get(&s->data, &column_study_block);
}

static void not_read(record_study *s, const char *path, const char *why)
{
    study_block_free(&s->block);
    snprintf(s->unread, sizeof s->unread, "%s: %.700s; `trama index CONFIG` writes it anew", path,
             why);
}

static bool take_block(record_study *s, const char *path)
{
    const bundle_column *text = bundle_get(&s->data, &column_study_block);
    config_error error;
    s->block = study_block_none;
    s->texts = config_store_create();
    if (!s->texts)
        return false;
    errno = 0;
    if (is_earlier(s))
        not_read(s, path, "its study block is of an earlier version, and not read");
    else if (text && (text->type != BUNDLE_TEXT || text->rows != 1 || text->columns != 1))
        not_read(s, path, "its study block is no text");
    else if (text && !study_block_read(s->texts, "study", text->text[0], &s->block, &error))
        not_read(s, path, error.text);
    take_tables(s);
    return (!*s->unread || errno != ENOMEM) && take_factors(s);
}

static record_status take(record_study *s, const char *path, record_error *error)
{
    const bundle_column *id = bundle_get(&s->data, &column_study_id);
    const bundle_column *paths = bundle_get(&s->data, &column_study_path);
    if (!id || !paths || id->type != BUNDLE_TEXT || paths->type != BUNDLE_TEXT)
        return record_fail(error, RECORD_NOT_OURS, path, "is no plan of a study");
    s->id = id->text;
    s->rows = id->rows;
    return sort_rows(s) && order_columns(s, paths) && take_block(s, path)
               ? RECORD_OK
               : record_fail_memory(error, path);
}

record_status record_study_read(const char *folder, record_study *s, record_error *error)
{
    *s = (record_study){0};
    char *path = path_join(folder, file_name);
    if (!path)
        return record_fail_memory(error, folder);
    record_status status = record_read(path, NULL, &s->data, error);
    if (status == RECORD_OK)
        status = take(s, path, error);
    if (status == RECORD_MISSING)
        record_clear(error);
    free(path);
    if (status != RECORD_OK)
        record_study_free(s);
    return status;
}

void record_study_free(record_study *s)
{
    bundle_free(&s->data);
    study_block_free(&s->block);
    config_store_destroy(s->texts);
    free(s->factor);
    free(s->swept);
    free(s->by_id);
    *s = (record_study){0};
}

size_t record_study_row(const record_study *s, const char *id)
{
    size_t low = 0, high = s->rows;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const int order = strcmp(s->id[s->by_id[middle]], id);
        if (order == 0)
            return s->by_id[middle];
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return s->rows;
}

bool record_study_factor(const record_study *s, size_t factor, size_t row, swept_value *value)
{
    return factor < s->block.factor_count && s->factor[factor] &&
           swept_factor_of(s->factor[factor], row, value);
}

/* --- a case that has no file --- */

/* Row `row` of a column of texts, or the only row of one that says the same of all; NULL where it
 * is not there. */
static const char *said(const record_study *s, const results_column *column, size_t row)
{
    const bundle_column *found = bundle_get(&s->data, column);
    const size_t rows = column->shape == COLUMN_SCALAR ? 1 : s->rows, at = rows == 1 ? 0 : row;
    const bool fits =
        found && found->type == BUNDLE_TEXT && found->columns == 1 && found->rows == rows;
    return fits && found->text[at][0] ? found->text[at] : NULL;
}

static void add_text(bundle *b, const results_column *column, const char *text)
{
    if (text && column && bundle_has_room(b, column->path))
        bundle_put_text(b, column, text);
}

static void add_step(const record_study *s, size_t row, bundle *b)
{
    const bundle_column *dt = bundle_get(&s->data, &column_study_dt);
    const bool fits = dt && dt->type == BUNDLE_REAL && dt->columns == 1 && dt->rows == s->rows;
    if (fits && !isnan(dt->real[row]) && bundle_has_room(b, column_dt.path))
        bundle_put_real(b, &column_dt, dt->real[row]);
}

static void add_labels(const record_study *s, size_t row, bundle *b)
{
    for (size_t i = 0; i < s->data.count; i++) {
        char name[LABEL_MOST];
        column_member from, to;
        if (column_takes(&column_study_label, s->data.column[i].path, name, sizeof name) &&
            !strchr(name, '/'))
            add_text(b, column_named(&column_label, name, &to),
                     said(s, column_named(&column_study_label, name, &from), row));
    }
}

void record_study_swept(const record_study *s, size_t row, bundle *b)
{
    swept_value value;
    for (size_t i = 0; i < s->swept_count; i++)
        if (swept_of(s->swept[i], row, &value))
            swept_add(b, &value);
}

void record_study_case(const record_study *s, size_t row, bundle *b)
{
    add_text(b, &column_case_id, s->id[row]);
    add_text(b, &column_case_experiment, said(s, &column_study_experiment, row));
    add_text(b, &column_case_task, said(s, &column_study_task, row));
    add_text(b, &column_case_model, said(s, &column_study_model, row));
    add_text(b, &column_case_integrator, said(s, &column_study_integrator, row));
    add_step(s, row, b);
    add_labels(s, row, b);
    record_study_swept(s, row, b);
}
