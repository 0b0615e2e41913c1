#include "analysis/read/coordinates.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/numbers.h"
#include "core/text.h"

bool coordinate_is(const char *column)
{
    return group_rest(group_swept, column) || group_rest(group_labels, column);
}

void coordinate_path(const char *column, char path[COORDINATE_PATH])
{
    const char *label = group_rest(group_labels, column);
    snprintf(path, COORDINATE_PATH, "%s%.600s", label ? "labels." : "",
             label ? label : group_rest(group_swept, column));
}

bool coordinate_of(const study_case *c, const char *column, swept_value *value)
{
    const bundle_column *own = bundle_find(&c->data, column);
    const char *label = group_rest(group_labels, column);
    double number;
    if (label)
        *value = (swept_value){
            .path = column, .unit = "", .summary = "", BUNDLE_TEXT, .text = case_label(c, label)};
    if (label ? !value->text[0] : !own || !swept_of(own, 0, value))
        return false;
    if (value->type == BUNDLE_TEXT &&
        trama_read_real(value->text, -TRAMA_INFINITY, TRAMA_INFINITY, &number)) {
        value->type = BUNDLE_REAL;
        value->real = number;
    }
    return true;
}

static double number_of(const swept_value *value)
{
    return value->type == BUNDLE_REAL ? value->real : (double)value->integer;
}

bool coordinate_differs(const study_case *a, const study_case *b, const char *column)
{
    swept_value x, y;
    const bool has = coordinate_of(a, column, &x), other = coordinate_of(b, column, &y);
    if (!has || !other)
        return has != other;
    if (x.type == BUNDLE_TEXT || y.type == BUNDLE_TEXT)
        return x.type != y.type || strcmp(x.text, y.text) != 0;
    return number_of(&x) != number_of(&y);
}

const char *coordinate_text(const study_case *c, const void *column, char room[PARTITION_TEXT])
{
    swept_value value;
    if (!coordinate_of(c, column, &value))
        return "";
    if (value.type == BUNDLE_TEXT)
        return value.text;
    snprintf(room, PARTITION_TEXT, "%a", number_of(&value));
    return room;
}

const coordinate_axis coordinate_method = {partition_method, case_path_is_method};

/* --- of two cases --- */

static bool is_of_one_experiment(const study_case *a, const study_case *b)
{
    return strcmp(case_text(a, &column_case_experiment), case_text(b, &column_case_experiment)) ==
           0;
}

/* Whether cases that have the same as `other` in common have several values at a path. */
static bool varies(const study_case *const *cases, size_t count, const char *path,
                   const study_case *other, coordinate_same *same)
{
    char own[PARTITION_TEXT], room[PARTITION_TEXT];
    const char *value = coordinate_text(other, path, own);
    for (size_t i = 0; i < count; i++) {
        const study_case *c = cases[i];
        if (is_of_one_experiment(c, other) && same(c, other) &&
            strcmp(coordinate_text(c, path, room), value) != 0)
            return true;
    }
    return false;
}

bool coordinates_differ_among(const study_case *const *cases, size_t count, const study_case *c,
                              const study_case *other, coordinate_same *same)
{
    char room[2][PARTITION_TEXT];
    for (size_t i = 0; i < other->data.count; i++) {
        const char *path = other->data.column[i].path;
        if (!coordinate_is(path))
            continue;
        const char *value = coordinate_text(c, path, room[0]);
        const char *text = coordinate_text(other, path, room[1]);
        if (value[0] && strcmp(value, text) != 0 && varies(cases, count, path, other, same))
            return false;
    }
    return true;
}

/* --- of a list --- */

typedef struct paths {
    const char **item;
    size_t count, room;
} paths;

static bool has(const paths *p, const char *path)
{
    size_t i = 0;
    while (i < p->count && strcmp(p->item[i], path) != 0)
        i++;
    return i < p->count;
}

static bool is_of(const coordinate_axis *axis, const study_case *c, const char *column)
{
    char path[COORDINATE_PATH];
    coordinate_path(column, path);
    return axis->is_part && axis->is_part(c, path);
}

/* Adds the paths of a case's coordinates. */
static bool add_paths(const study_case *c, const coordinate_axis *axis, paths *p)
{
    for (size_t i = 0; i < c->data.count; i++) {
        const char *path = c->data.column[i].path;
        if (!coordinate_is(path) || is_of(axis, c, path) || has(p, path))
            continue;
        const char **grown = trama_with_room(p->item, p->count, &p->room, sizeof(*grown));
        if (!grown)
            return false;
        p->item = grown;
        p->item[p->count++] = path;
    }
    return true;
}

/* Keeps a coordinate, unless it is settled. */
static bool add(const case_list *cases, const char *path, const partition *settled, coordinates *c)
{
    partition *by = &c->by[c->count];
    const bool made = partition_make(cases->item, cases->count, coordinate_text, path, by);
    if (made && !partition_settles(settled, by, cases->count))
        c->count++;
    else
        partition_free(by);
    return made;
}

/* Takes the coordinates of `p` that the axis and the experiment do not settle. */
static bool take(const case_list *cases, const paths *p, const coordinate_axis *axis,
                 coordinates *made)
{
    partition settled = {0};
    bool done = partition_make(cases->item, cases->count, partition_experiment, NULL, &made->by[0]);
    made->count = 1;
    done = done && partition_make(cases->item, cases->count, axis->text, NULL, &settled) &&
           partition_refine(&settled, &made->by[0], cases->count);
    for (size_t i = 0; done && i < p->count; i++)
        done = add(cases, p->item[i], &settled, made);
    partition_free(&settled);
    return done;
}

bool coordinates_make(const case_list *cases, const coordinate_axis *axis, coordinates *made)
{
    paths p = {0};
    bool done = true;
    for (size_t i = 0; done && i < cases->count; i++)
        done = add_paths(cases->item[i], axis, &p);
    *made = (coordinates){.by = done ? calloc(p.count + 1, sizeof *made->by) : NULL};
    done = made->by && take(cases, &p, axis, made);
    free(p.item);
    return done;
}

void coordinates_free(coordinates *c)
{
    for (size_t i = 0; c->by && i < c->count; i++)
        partition_free(&c->by[i]);
    free(c->by);
    *c = (coordinates){0};
}

bool coordinates_agree(const coordinates *c, size_t a, size_t b)
{
    for (size_t i = 0; i < c->count; i++)
        if (c->by[i].class_of[a] != c->by[i].class_of[b])
            return false;
    return true;
}
