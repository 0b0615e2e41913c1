/* The columns of a case that are not in memory: the index finds them (index/index.h). */
#include "analysis/read/parts.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/read/coordinates.h"

/* A source that leaves out what is in memory anyway. */
struct case_parts {
    bundle_source source;
    index_case *of;
    size_t row;
    const results_index *index;
    bool *lost; /* the file cannot be read, which was said */
    FILE *err;
};

static index_lost lose;
static bool take_coordinates(study_case *c);

static const bundle_column *find(const bundle_source *source, const char *path)
{
    const struct case_parts *parts = (const struct case_parts *)(const void *)source;
    const bundle_source *of = index_case_source(parts->of);
    return of->find(of, path);
}

static const char *path_at(const bundle_source *source, size_t i)
{
    const struct case_parts *parts = (const struct case_parts *)(const void *)source;
    const size_t count = index_columns(parts->index, parts->row);
    for (size_t k = 0; k < count; k++) {
        const char *path = index_path(parts->index, parts->row, k);
        if (!coordinate_is(path) && i-- == 0)
            return path;
    }
    return NULL;
}

bool case_parts_make(study_case *c, const results_index *x, size_t row, FILE *err)
{
    struct case_parts *made = calloc(1, sizeof *made);
    index_case *of = made ? index_case_make(x, row, lose, made) : NULL;
    if (!of) {
        free(made);
        return false;
    }
    *made = (struct case_parts){.source = {find, path_at},
                                .of = of,
                                .row = row,
                                .index = x,
                                .lost = c->frames_lost,
                                .err = err};
    c->parts = made;
    const bool taken = take_coordinates(c);
    c->data.source = &made->source;
    return taken;
}

void case_parts_free(struct case_parts *parts)
{
    if (parts)
        index_case_free(parts->of);
    free(parts);
}

/* Said once of a file. */
static void lose(void *context, const char *why)
{
    struct case_parts *parts = context;
    if (!*parts->lost)
        fprintf(parts->err, "%s\n", why);
    *parts->lost = true;
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
    const size_t count = index_columns(parts->index, parts->row);
    for (size_t i = 0; i < count; i++) {
        const char *path = index_path(parts->index, parts->row, i);
        bundle_column view;
        if (coordinate_is(path) &&
            index_value(parts->index, parts->row, index_path_find(parts->index, path), &view) ==
                INDEX_VALUE)
            copy(&view, &c->data);
    }
    return !c->data.no_memory;
}

const bundle *case_whole(const study_case *c)
{
    bool made = false;
    bundle *all = c->parts ? index_case_whole(c->parts->of, &made) : NULL;
    if (made && all)
        case_complete(c, all);
    return all ? all : &c->data;
}

bool case_digest(const study_case *c, char digest[65])
{
    if (!c->parts)
        return record_digest(&c->data, group_result, digest);
    snprintf(digest, 65, "%s", index_case_row(c->parts->of)->digest);
    return true;
}

const study_answer *case_answer(const study_case *c)
{
    bool others = false;
    const study_answer *found =
        c->parts ? index_answer(c->parts->index, c->parts->row, &others) : NULL;
    return others ? NULL : found;
}

static bool are_alike(const study_case *a, const study_case *b)
{
    return b && b->parts && a->parts->index == b->parts->index &&
           index_case_row(a->parts->of)->layout == index_case_row(b->parts->of)->layout;
}

bool case_each_path(const study_case *c, const study_case *like, case_visit *visit, void *context)
{
    bool goes_on = true;
    for (size_t i = 0; goes_on && i < c->data.count; i++)
        goes_on = visit(c, c->data.column[i].path, context);
    if (!c->parts || are_alike(c, like))
        return goes_on;
    for (size_t i = 0; goes_on && i < index_columns(c->parts->index, c->parts->row); i++)
        goes_on = visit(c, index_path(c->parts->index, c->parts->row, i), context);
    return goes_on;
}

static const bundle_column *in_memory(const study_case *c, const char *path)
{
    for (size_t i = 0; i < c->data.count; i++)
        if (strcmp(c->data.column[i].path, path) == 0)
            return &c->data.column[i];
    return NULL;
}

bool case_single(const study_case *c, const char *path, bundle_column *view)
{
    const bundle_column *own = in_memory(c, path);
    if (!own && c->parts) {
        const results_index *x = c->parts->index;
        const index_found found = index_value(x, c->parts->row, index_path_find(x, path), view);
        if (found == INDEX_VALUE)
            return true;
        if (found == INDEX_IN_FILE && view->single)
            own = bundle_find(&c->data, path);
    }
    if (own)
        *view = *own;
    return own && own->rows == 1 && own->columns == 1;
}
