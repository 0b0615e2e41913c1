/* The columns of a case of an index: single values come from the index; a part of the file is read
 * when something in it is first requested. */
#include "index/table.h"
#include "results/path.h"
#include "results/record.h"

#include "core/memory.h"

#include <stdlib.h>
#include <string.h>

/* A part of the file. */
typedef struct part {
    char *group; /* what its paths begin with */
    bundle columns;
    struct part *next;
} part;

/* A column that was asked for. */
typedef struct known_column {
    size_t path;                 /* its number among the index's */
    const bundle_column *column; /* NULL: its part of the file lacks it */
    bundle_column *single;       /* the same, to be freed, if it is no part's */
} known_column;

struct index_case {
    bundle_source source;
    const results_index *index;
    size_t row;
    index_lost *lost;
    void *context;
    known_column *known; /* in order of path */
    size_t count, room;
    part *first;
    bool no_memory; /* sticky: a column that was asked for */
};

static const bundle_column *find(const bundle_source *source, const char *path);
static const char *path_at(const bundle_source *source, size_t i);

index_case *index_case_make(const results_index *x, size_t row, index_lost *lost, void *context)
{
    index_case *made = calloc(1, sizeof *made);
    if (made)
        *made = (index_case){
            .source = {find, path_at}, .index = x, .row = row, .lost = lost, .context = context};
    return made;
}

void index_case_free(index_case *c)
{
    if (!c)
        return;
    for (part *p = c->first, *next; p; p = next) {
        next = p->next;
        bundle_free(&p->columns);
        free(p->group);
        free(p);
    }
    for (size_t i = 0; i < c->count; i++)
        free(c->known[i].single);
    free(c->known);
    free(c);
}

const bundle_source *index_case_source(const index_case *c)
{
    return &c->source;
}

const index_row *index_case_row(const index_case *c)
{
    return index_row_of(c->index, c->row);
}

bool index_case_no_memory(const index_case *c)
{
    return c->no_memory;
}

/* --- single values --- */

static const bundle_column *in_file(index_case *c, const char *name);
static part *made_part(const index_case *c, const char *group);

static const char whole[] = ""; /* the part that is all of a file */

/* The place of the first column that does not come before a path. */
static size_t place_of(const index_case *c, size_t path)
{
    size_t low = 0, high = c->count;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        if (c->known[middle].path < path)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void lose_for_memory(index_case *c)
{
    char why[640];
    snprintf(why, sizeof why, "no memory for the results in %.500s/%.100s", c->index->folder,
             index_case_row(c)->file);
    c->no_memory = true;
    c->lost(c->context, why);
}

/* False without memory. */
static bool know(index_case *c, size_t at, const known_column *column)
{
    known_column *grown = trama_with_room(c->known, c->count, &c->room, sizeof *grown);
    if (!grown) {
        lose_for_memory(c);
        return false;
    }
    c->known = grown;
    memmove(&grown[at + 1], &grown[at], (c->count++ - at) * sizeof *grown);
    grown[at] = *column;
    return true;
}

static const bundle_column *single(index_case *c, size_t at, size_t path, const bundle_column *view)
{
    bundle_column *made = malloc(sizeof *made);
    if (!made) {
        lose_for_memory(c);
        return NULL;
    }
    *made = *view;
    if (know(c, at, &(known_column){path, made, made}))
        return made;
    free(made);
    return NULL;
}

static const bundle_column *find(const bundle_source *source, const char *path)
{
    index_case *c = (index_case *)(void *)source; /* its first member */
    const size_t number = index_path_find(c->index, path), at = place_of(c, number);
    bundle_column view;
    if (at < c->count && c->known[at].path == number)
        return c->known[at].column;
    const index_found found = index_value(c->index, c->row, number, &view);
    if (found == INDEX_NONE)
        return NULL;
    if (found == INDEX_VALUE)
        return single(c, at, number, &view);
    const part *all = made_part(c, whole);
    if (all) /* it may still be added to, and is asked anew */
        return bundle_find(&all->columns, path);
    const bundle_column *column = in_file(c, path);
    know(c, at, &(known_column){number, column, NULL});
    return column;
}

static const char *path_at(const bundle_source *source, size_t i)
{
    const index_case *c = (const index_case *)(const void *)source;
    const bool there = i < index_columns(c->index, c->row);
    return there ? index_path(c->index, c->row, i) : NULL;
}

/* --- parts of the file --- */

static part *add(index_case *c, const char *group)
{
    part *made = calloc(1, sizeof *made);
    char *name = made ? strdup(group) : NULL;
    if (!name) {
        lose_for_memory(c);
        free(made);
        return NULL;
    }
    made->group = name;
    made->next = c->first;
    return c->first = made;
}

static part *made_part(const index_case *c, const char *group)
{
    part *p = c->first;
    while (p && strcmp(p->group, group) != 0)
        p = p->next;
    return p;
}

static void read_part(index_case *c, const char *group, part *p)
{
    const char *const wanted[] = {group, NULL};
    record_error error;
    char *path = path_join(c->index->folder, index_case_row(c)->file);
    if (!path)
        lose_for_memory(c);
    else if ((*group ? record_read(path, wanted, &p->columns, &error)
                     : record_read_case(path, &p->columns, &error)) != RECORD_OK) {
        c->no_memory |= error.status == RECORD_NO_MEMORY;
        c->lost(c->context, error.text);
    }
    free(path);
}

/* The column among those whose paths begin as its own up to the last slash. */
static const bundle_column *in_file(index_case *c, const char *name)
{
    char group[640];
    snprintf(group, sizeof group, "%.*s", (int)(strrchr(name, '/') + 1 - name), name);
    part *p = made_part(c, group);
    if (!p && (p = add(c, group)))
        read_part(c, group, p);
    return p ? bundle_find(&p->columns, name) : NULL;
}

bundle *index_case_whole(index_case *c, bool *made)
{
    part *p = made_part(c, whole);
    *made = !p;
    if (!p && (p = add(c, whole)))
        read_part(c, whole, p);
    return p ? &p->columns : NULL;
}
