#include "analysis/read/variety.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/read/coordinates.h"
#include "core/memory.h"

static bool divide(const study_case *const *item, size_t count, partition_text *const *text,
                   partition *by);
static bool add_case(const study_case *c, variety_class *of);

bool variety_make(const study_case *const *item, size_t count, partition_text *const *text,
                  variety *made)
{
    *made = (variety){0};
    bool done = divide(item, count, text, &made->by);
    made->of = done ? calloc(made->by.classes + 1, sizeof *made->of) : NULL;
    done = made->of != NULL;
    for (size_t i = 0; done && i < count; i++)
        done = add_case(item[i], &made->of[made->by.class_of[i]]);
    return done;
}

void variety_free(variety *v)
{
    for (size_t i = 0; v->of && i < v->by.classes; i++)
        free(v->of[i].path);
    free(v->of);
    partition_free(&v->by);
}

static bool divide(const study_case *const *item, size_t count, partition_text *const *text,
                   partition *by)
{
    bool done = partition_whole(count, by);
    for (size_t i = 0; done && text[i]; i++) {
        partition next = {0};
        done =
            partition_make(item, count, text[i], NULL, &next) && partition_refine(by, &next, count);
        partition_free(&next);
    }
    return done;
}

static bool has(const variety_class *of, const char *path)
{
    for (size_t i = 0; i < of->paths; i++)
        if (strcmp(of->path[i], path) == 0)
            return true;
    return false;
}

static bool are_told_apart(const study_case *a, const study_case *b, const char *path)
{
    char own[PARTITION_TEXT], other[PARTITION_TEXT];
    return strcmp(coordinate_text(a, path, own), coordinate_text(b, path, other)) != 0;
}

/* Adds the coordinates of `c` that `other` has otherwise. */
static bool add_paths(const study_case *c, const study_case *other, variety_class *of)
{
    for (size_t i = 0; i < c->data.count; i++) {
        const char *path = c->data.column[i].path;
        if (!coordinate_is(path) || has(of, path) || !are_told_apart(c, other, path))
            continue;
        const char **grown = trama_with_room(of->path, of->paths, &of->room, sizeof(*grown));
        if (!grown)
            return false;
        of->path = grown;
        of->path[of->paths++] = path;
    }
    return true;
}

static bool add_case(const study_case *c, variety_class *of)
{
    if (!of->first)
        of->first = c;
    of->of_several_experiments |= strcmp(case_text(c, &column_case_experiment),
                                         case_text(of->first, &column_case_experiment)) != 0;
    return add_paths(c, of->first, of) && add_paths(of->first, c, of);
}

bool variety_has(const variety *v, size_t of_class, const char *column)
{
    return has(&v->of[of_class], column);
}

bool variety_differ_in(const variety *v, size_t of_class, const study_case *c,
                       const study_case *other)
{
    char room[PARTITION_TEXT];
    for (size_t i = 0; i < other->data.count; i++) {
        const char *path = other->data.column[i].path;
        if (coordinate_is(path) && variety_has(v, of_class, path) &&
            coordinate_text(c, path, room)[0] && are_told_apart(c, other, path))
            return false;
    }
    return true;
}
