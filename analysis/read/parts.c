/* The columns of a case that are not in memory: single values come from the index, and a part of
 * its file is read when something in it is first asked for. */
#include "analysis/read/parts.h"

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
    const bundle_column *column; /* NULL: it was not */
    bundle_column *single;       /* the same, to be freed, if it is no part's */
} known_column;

struct case_parts {
    bundle_source source;
    const results_index *index;
    size_t row, paths;
    const char *file;
    bool *lost; /* the file cannot be read, which was said */
    FILE *err;
    known_column *known; /* of each path of the index */
    part *first;
};

static const bundle_column *find(const bundle_source *source, const char *path);
static const char *path_at(const bundle_source *source, size_t i);
static bool take_coordinates(study_case *c);

bool case_parts_make(study_case *c, const results_index *x, size_t row, FILE *err)
{
    struct case_parts *made = calloc(1, sizeof *made);
    known_column *known = calloc(index_paths(x) + 1, sizeof *known);
    if (!made || !known) {
        free(made);
        free(known);
        return false;
    }
    *made = (struct case_parts){.source = {find, path_at},
                                .index = x,
                                .row = row,
                                .paths = index_paths(x),
                                .file = c->path,
                                .lost = c->frames_lost,
                                .err = err,
                                .known = known};
    c->parts = made;
    const bool taken = take_coordinates(c);
    c->data.source = &made->source;
    return taken;
}

void case_parts_free(struct case_parts *parts)
{
    if (!parts)
        return;
    for (part *p = parts->first, *next; p; p = next) {
        next = p->next;
        bundle_free(&p->columns);
        free(p->group);
        free(p);
    }
    for (size_t i = 0; i < parts->paths; i++)
        free(parts->known[i].single);
    free(parts->known);
    free(parts);
}

/* --- single values --- */

static const bundle_column *single(struct case_parts *parts, size_t path,
                                   const bundle_column *view);
static const bundle_column *in_file(struct case_parts *parts, size_t path, const char *name);
static part *part_of(struct case_parts *parts, const char *group);
static part *made_part(const struct case_parts *parts, const char *group);

static const char whole[] = ""; /* the part that is all of a file */

static const bundle_column *find(const bundle_source *source, const char *path)
{
    struct case_parts *parts = (struct case_parts *)(void *)source; /* its first member */
    const size_t number = index_path_find(parts->index, path);
    bundle_column view;
    if (number < parts->paths && parts->known[number].column)
        return parts->known[number].column;
    const index_found found = index_value(parts->index, parts->row, number, &view);
    if (found == INDEX_NONE)
        return NULL;
    return found == INDEX_VALUE ? single(parts, number, &view) : in_file(parts, number, path);
}

/* Columns of a part stay where they are; the whole file may still be added to (case_whole). */
static const bundle_column *in_file(struct case_parts *parts, size_t path, const char *name)
{
    char group[640];
    const part *all = made_part(parts, whole);
    if (all)
        return bundle_find(&all->columns, name);
    snprintf(group, sizeof group, "%.*s", (int)(strrchr(name, '/') + 1 - name), name);
    const part *p = part_of(parts, group);
    const bundle_column *c = p ? bundle_find(&p->columns, name) : NULL;
    if (path < parts->paths)
        parts->known[path].column = c;
    return c;
}

static void lose(struct case_parts *parts, const char *why)
{
    if (!*parts->lost)
        fprintf(parts->err, "%s\n", why);
    *parts->lost = true;
}

static void lose_for_memory(struct case_parts *parts)
{
    char why[640];
    snprintf(why, sizeof why, "no memory for the results in %.600s", parts->file);
    lose(parts, why);
}

static const bundle_column *single(struct case_parts *parts, size_t path, const bundle_column *view)
{
    bundle_column *made = path < parts->paths ? malloc(sizeof *made) : NULL;
    if (!made) {
        lose_for_memory(parts);
        return NULL;
    }
    *made = *view;
    parts->known[path] = (known_column){made, made};
    return made;
}

static bool is_coordinate(const char *path)
{
    return group_rest(group_labels, path) || group_rest(group_swept, path);
}

/* Those that are not in memory anyway. */
static const char *path_at(const bundle_source *source, size_t i)
{
    const struct case_parts *parts = (const struct case_parts *)(const void *)source;
    for (size_t k = 0; k < index_columns(parts->index, parts->row); k++) {
        const char *path = index_path(parts->index, parts->row, k);
        if (!is_coordinate(path) && i-- == 0)
            return path;
    }
    return NULL;
}

static void copy(const bundle_column *view, bundle *b)
{
    if (view->type == BUNDLE_REAL)
        bundle_add_real(b, view->path, view->unit, view->summary, view->real[0]);
    else if (view->type == BUNDLE_INTEGER)
        bundle_add_integer(b, view->path, view->unit, view->summary, view->integer[0]);
    else
        bundle_add_text(b, view->path, view->summary, view->text[0]);
    if (!b->no_memory) {
        b->column[b->count - 1].single = view->single;
        b->column[b->count - 1].boolean = view->boolean;
    }
}

/* Labels and swept values are at hand in every case. */
static bool take_coordinates(study_case *c)
{
    const struct case_parts *parts = c->parts;
    for (size_t i = 0; i < index_columns(parts->index, parts->row); i++) {
        const char *path = index_path(parts->index, parts->row, i);
        bundle_column view;
        if (is_coordinate(path) &&
            index_value(parts->index, parts->row, index_path_find(parts->index, path), &view) ==
                INDEX_VALUE)
            copy(&view, &c->data);
    }
    return !c->data.no_memory;
}

/* --- parts of the file --- */

static part *add(struct case_parts *parts, const char *group)
{
    part *made = calloc(1, sizeof *made);
    char *name = made ? strdup(group) : NULL;
    if (!name) {
        lose_for_memory(parts);
        free(made);
        return NULL;
    }
    made->group = name;
    made->next = parts->first;
    return parts->first = made;
}

static part *made_part(const struct case_parts *parts, const char *group)
{
    part *p = parts->first;
    while (p && strcmp(p->group, group) != 0)
        p = p->next;
    return p;
}

/* The columns whose paths begin so; NULL without memory. */
static part *part_of(struct case_parts *parts, const char *group)
{
    const char *const wanted[] = {group, NULL};
    record_error error;
    part *p = made_part(parts, group);
    if (!p && (p = add(parts, group)) &&
        record_read(parts->file, wanted, &p->columns, &error) != RECORD_OK)
        lose(parts, error.text);
    return p;
}

const bundle *case_whole(const study_case *c)
{
    record_error error;
    if (!c->parts)
        return &c->data;
    part *p = made_part(c->parts, whole);
    if (p || !(p = add(c->parts, whole)))
        return p ? &p->columns : &c->data;
    if (record_read_case(c->path, &p->columns, &error) != RECORD_OK)
        lose(c->parts, error.text);
    case_complete(c, &p->columns);
    return &p->columns;
}

bool case_digest(const study_case *c, char digest[65])
{
    if (!c->parts)
        return record_digest(&c->data, group_result, digest);
    snprintf(digest, 65, "%s", index_row_of(c->parts->index, c->parts->row)->digest);
    return true;
}
