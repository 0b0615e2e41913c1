/* The columns of the cases of an index, and the groups of files that have the same columns. */
#include "core/memory.h"
#include "index/table.h"
#include "results/columns/columns.h"

#include <stdlib.h>
#include <string.h>

static size_t path_add(results_index *x, const char *path);
static size_t column_add(results_index *x, const bundle_column *of, size_t path_number);

size_t index_layout_find(const results_index *x, const char *digest)
{
    size_t i = 0;
    while (i < x->layouts && strcmp(x->layout[i].digest, digest) != 0)
        i++;
    return i;
}

/* Paths may be added to; then the array has none of them. */
static bool fill_layout(results_index *x, index_layout *l, const bundle_column *const *column,
                        size_t count)
{
    l->column = calloc(count + 1, sizeof *l->column);
    bool filled = l->column != NULL;
    for (size_t i = 0; filled && i < count; i++) {
        if (!record_is_of_case(column[i]->path))
            continue;
        const size_t path = path_add(x, column[i]->path);
        const size_t at = path < x->paths ? column_add(x, column[i], path) : x->columns;
        filled = at < x->columns;
        if (filled)
            l->column[l->count++] = at;
    }
    l->paths = x->paths;
    l->by_path = filled ? calloc(l->paths + 1, sizeof *l->by_path) : NULL;
    for (size_t i = 0; l->by_path && i < l->count; i++)
        l->by_path[x->column[l->column[i]].path_number] = l->column[i] + 1;
    return l->by_path != NULL;
}

size_t index_layout_add(results_index *x, const bundle *b, const char *digest)
{
    index_layout *grown =
        trama_with_room(x->layout, x->layouts, &x->layout_capacity, sizeof *grown);
    const bundle_column **column = grown ? bundle_in_order(b) : NULL;
    if (grown)
        x->layout = grown;
    index_layout made = {0};
    memcpy(made.digest, digest, sizeof made.digest);
    const bool filled = column && fill_layout(x, &made, column, b->count);
    free(column);
    if (filled) {
        x->layout[x->layouts++] = made;
        return x->layouts - 1;
    }
    free(made.column);
    x->no_memory = true;
    return x->layouts;
}

index_column *index_column_of(const results_index *x, size_t layout, size_t path_number)
{
    const index_layout *l = &x->layout[layout];
    const size_t at = path_number < l->paths ? l->by_path[path_number] : 0;
    return at > 0 ? &x->column[at - 1] : NULL;
}

/* --- columns --- */

/* Whether one value is no list of one, of a file that does not say so (schemas 1 to 3): where the
 * program defines the column, its definition says it. */
static bool is_value(const char *path)
{
    size_t most = 0;
    bool single = true;
    for (size_t i = 0; i < column_set_count; i++)
        for (const results_column *const *c = column_sets[i].column; *c; c++) {
            const size_t says = column_says(*c, path);
            const bool is_own = strcmp(column_sets[i].name, "index") != 0;
            if (!is_own || says == 0 || says < most)
                continue;
            single = (*c)->shape == COLUMN_SCALAR || (says == most && single);
            most = says;
        }
    return single || group_rest(group_swept, path);
}

static size_t column_find(const results_index *x, const bundle_column *of, bool held,
                          size_t path_number)
{
    size_t i = 0;
    while (i < x->columns &&
           (x->column[i].path_number != path_number || x->column[i].type != of->type ||
            x->column[i].single != of->single || x->column[i].boolean != of->boolean ||
            x->column[i].held != held || strcmp(x->column[i].unit, of->unit) != 0 ||
            strcmp(x->column[i].summary, of->summary) != 0))
        i++;
    return i;
}

/* The number of the column; `columns` without memory. */
static size_t column_add(results_index *x, const bundle_column *of, size_t path_number)
{
    const bool held = record_is_single(of) && (of->single || is_value(of->path));
    const size_t found = column_find(x, of, held, path_number);
    if (found < x->columns)
        return found;
    index_column *grown =
        trama_with_room(x->column, x->columns, &x->column_capacity, sizeof *grown);
    if (!grown)
        return x->columns;
    x->column = grown;
    index_column *c = &x->column[x->columns];
    *c = (index_column){.unit = strdup(of->unit),
                        .summary = strdup(of->summary),
                        .path = x->path[path_number].path,
                        .type = of->type,
                        .single = of->single,
                        .boolean = of->boolean,
                        .held = held,
                        .path_number = path_number};
    if (c->unit && c->summary)
        return x->columns++;
    free(c->unit);
    free(c->summary);
    return x->columns;
}

/* --- paths --- */

static size_t hash_of(const char *path)
{
    size_t hash = 5381;
    for (; *path; path++)
        hash = hash * 33 + (unsigned char)*path;
    return hash;
}

size_t index_path_find(const results_index *x, const char *path)
{
    if (x->hash_size == 0)
        return x->paths;
    for (size_t at = hash_of(path) % x->hash_size; x->hash[at]; at = (at + 1) % x->hash_size)
        if (strcmp(x->path[x->hash[at] - 1].path, path) == 0)
            return x->hash[at] - 1;
    return x->paths;
}

static void hash_put(results_index *x, size_t path)
{
    size_t at = hash_of(x->path[path].path) % x->hash_size;
    while (x->hash[at])
        at = (at + 1) % x->hash_size;
    x->hash[at] = path + 1;
}

/* At most half of it is in use. */
static bool hash_grow(results_index *x)
{
    if (2 * (x->paths + 1) < x->hash_size)
        return true;
    const size_t size = x->hash_size ? 2 * x->hash_size + 1 : 257;
    size_t *grown = calloc(size, sizeof *grown);
    if (!grown)
        return false;
    free(x->hash);
    x->hash = grown;
    x->hash_size = size;
    for (size_t i = 0; i < x->paths; i++)
        hash_put(x, i);
    return true;
}

/* The number of the path; `paths` without memory. */
static size_t path_add(results_index *x, const char *path)
{
    const size_t found = index_path_find(x, path);
    if (found < x->paths)
        return found;
    index_path_entry *grown = trama_with_room(x->path, x->paths, &x->path_capacity, sizeof *grown);
    if (grown)
        x->path = grown;
    char *copy = grown && hash_grow(x) ? strdup(path) : NULL;
    if (!copy)
        return x->paths;
    x->path[x->paths] = (index_path_entry){.path = copy};
    hash_put(x, x->paths);
    return x->paths++;
}
