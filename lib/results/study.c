#include "results/study.h"

#include "results/internal.h"
#include "results/path.h"

#include <stdlib.h>
#include <string.h>

static const char id_column[] = "/study/id", path_column[] = "/study/path";
static const char file_name[] = "study.h5";

/* --- writing --- */

static void fill(bundle *b, const char *const *id, const swept_table *swept)
{
    const char **path = calloc(swept->count + 1, sizeof(*path));
    bundle_add_texts(b, id_column, "identity of the case", id, swept->rows);
    for (size_t i = 0; path && i < swept->count; i++)
        path[i] = swept_path(swept, i);
    if (path)
        bundle_add_texts(b, path_column, "swept paths, in the order of the sweep", path,
                         swept->count);
    b->no_memory |= !path;
    swept_columns(swept, b);
    free(path);
}

record_status record_study_write(const char *folder, const char *const *id,
                                 const swept_table *swept, record_error *error)
{
    bundle b = {0};
    if (swept->no_memory)
        return record_fail_memory(error, folder);
    char *path = path_join(folder, file_name);
    fill(&b, id, swept);
    const record_status status =
        path ? record_write(path, &b, error) : record_fail_memory(error, folder);
    free(path);
    bundle_free(&b);
    return status;
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

static const bundle_column *swept_column_of(const record_study *s, const char *path)
{
    for (size_t i = 0; i < s->data.count; i++) {
        const bundle_column *c = &s->data.column[i];
        if (strncmp(c->path, RECORD_SWEPT, strlen(RECORD_SWEPT)) == 0 &&
            strcmp(c->path + strlen(RECORD_SWEPT), path) == 0 && c->rows == s->rows)
            return c;
    }
    return NULL;
}

static bool order_columns(record_study *s, const bundle_column *paths)
{
    s->swept = calloc(paths->rows + 1, sizeof(*s->swept));
    for (size_t i = 0; s->swept && i < paths->rows; i++) {
        const bundle_column *found = swept_column_of(s, paths->text[i]);
        if (found)
            s->swept[s->swept_count++] = found;
    }
    return s->swept != NULL;
}

static record_status take(record_study *s, const char *path, record_error *error)
{
    const bundle_column *id = bundle_find(&s->data, id_column);
    const bundle_column *paths = bundle_find(&s->data, path_column);
    if (!id || !paths || id->type != BUNDLE_TEXT || paths->type != BUNDLE_TEXT)
        return record_fail(error, RECORD_NOT_OURS, path, "is no plan of a study");
    s->id = id->text;
    s->rows = id->rows;
    return sort_rows(s) && order_columns(s, paths) ? RECORD_OK : record_fail_memory(error, path);
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
