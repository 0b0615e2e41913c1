/* The results of an index: each column below /result that is a single value, a row a case. In one
 * file a single value and a list of one (the runs of a search that made one) look alike; where
 * the program defines a column its definition says which of the two it is. */
#include "study/index_results.h"

#include "core/numbers.h"
#include "results/columns/columns.h"

#include <string.h>

enum { PATH_MOST = 500 }; /* characters of a path below /result; the program's own are shorter */

/* The path below /result of a single value, or NULL. */
static const char *path_of(const bundle_column *column)
{
    const char *path = group_rest(group_result, column->path);
    const bool is_single = column->rows == 1 && column->columns == 1 &&
                           (column->real || column->integer || column->text);
    return path && is_single && strlen(path) <= PATH_MOST ? path : NULL;
}

record_status index_results_read(const char *path, bundle *b, record_error *error)
{
    static const char *const prefixes[] = {group_result, NULL};
    return record_read(path, prefixes, b, error);
}

bool index_results_known(const swept_table *t, const bundle *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const char *path = path_of(&b->column[i]);
        if (path && !swept_has(t, path))
            return false;
    }
    return true;
}

void index_results_put(swept_table *t, size_t row, const bundle *b)
{
    for (size_t i = 0; i < b->count; i++) {
        const bundle_column *c = &b->column[i];
        const char *path = path_of(c);
        if (!path)
            continue;
        swept_value value = {path, c->unit, c->summary, .type = c->type};
        if (c->type == BUNDLE_REAL)
            value.real = isnan(c->real[0]) ? TRAMA_NAN : c->real[0]; /* one NaN is as another */
        else if (c->type == BUNDLE_INTEGER)
            value.integer = c->integer[0];
        else
            value.text = c->text[0];
        swept_put(t, row, &value);
    }
}

/* Whether a result is a single value by what the program's columns say of its path, or unknown. */
static bool is_single(const char *path)
{
    char whole[16 + PATH_MOST + 1];
    size_t most = 0;
    bool single = true;
    snprintf(whole, sizeof whole, "%s/%s", group_result, path);
    for (size_t i = 0; i < column_set_count; i++)
        for (const results_column *const *c = column_sets[i].column; *c; c++) {
            const size_t says = *c == &column_index_result ? 0 : column_says(*c, whole);
            if (says == 0 || says < most)
                continue;
            single = (*c)->shape == COLUMN_SCALAR || (says == most && single);
            most = says;
        }
    return single;
}

/* Whether the path of another column leads through `path`. */
static bool is_group(const swept_table *t, const char *path)
{
    const size_t length = strlen(path);
    for (size_t i = 0; i < t->count; i++)
        if (strncmp(swept_path(t, i), path, length) == 0 && swept_path(t, i)[length] == '/')
            return true;
    return false;
}

/* What is a value in some cases and a group in others, as the `end` of `accuracy` and of
 * `equilibrium`, is a group of the index, and the value stands in it. */
static void part_values_from_groups(swept_table *t)
{
    char path[PATH_MOST + sizeof "/value"];
    for (size_t i = 0; i < t->count && !t->no_memory; i++)
        if (is_group(t, swept_path(t, i))) {
            snprintf(path, sizeof path, "%s/value", swept_path(t, i));
            swept_rename(t, i, path);
        }
}

void index_results_columns(swept_table *t, const size_t *from, size_t rows, bundle *b)
{
    swept_keep(t, is_single);
    part_values_from_groups(t);
    swept_arrange(t, from, rows);
    swept_columns(t, b);
}
