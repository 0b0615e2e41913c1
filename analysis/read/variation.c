#include "analysis/read/variation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/coordinates.h"
#include "core/memory.h"
#include "core/numbers.h"
#include "results/swept.h"

/* What peers have in common. */
typedef struct key {
    const char *experiment, *task, *simulation, *integrator;
    double step; /* s; not a number where it was found, as by a search */
} key;

/* Peers, and the paths in which they differ. */
typedef struct peers {
    key shared;
    const study_case *first;
    const char **path;
    bool *is_told; /* of each path: it tells what those told before it do not */
    size_t paths, room;
} peers;

struct variations {
    size_t cases, count;
    peers *item; /* in the order of their keys */
};

typedef struct keyed {
    key key;
    const study_case *item;
} keyed;

double case_given_step(const study_case *c)
{
    const bool searched = !isnan(case_number(c, &column_dt_stable));
    return searched ? TRAMA_NAN : case_number(c, &column_dt);
}

static key key_of(const study_case *c)
{
    return (key){case_text(c, &column_case_experiment), case_text(c, &column_case_task),
                 case_simulation(c), case_integrator(c), case_given_step(c)};
}

/* But for the step. */
static int name_order(const key *a, const key *b)
{
    int order = strcmp(a->experiment, b->experiment);
    order = order ? order : strcmp(a->task, b->task);
    order = order ? order : strcmp(a->simulation, b->simulation);
    return order ? order : strcmp(a->integrator, b->integrator);
}

static int key_order(const key *a, const key *b)
{
    const int order = name_order(a, b);
    if (order || (isnan(a->step) && isnan(b->step)))
        return order;
    if (isnan(a->step) || isnan(b->step))
        return isnan(a->step) ? 1 : -1;
    return (a->step > b->step) - (a->step < b->step);
}

static int by_key(const void *a, const void *b)
{
    const keyed *left = a, *right = b;
    const int order = key_order(&left->key, &right->key);
    return order ? order : (left->item > right->item) - (left->item < right->item);
}

static const char *label_of(const char *path)
{
    return group_rest(group_labels, path);
}

const char *variation_label(const study_case *c, const char *path)
{
    const char *name = label_of(path);
    return name && !case_label_is_factor(c, name) ? name : NULL;
}

/* Whether two cases differ in what a column of one says. */
static bool differs(const study_case *c, const char *path, const study_case *other)
{
    return (label_of(path) || group_rest(group_swept, path)) && coordinate_differs(c, other, path);
}

/* Where a path is; their number if it is not there. */
static size_t path_at(const peers *p, const char *path)
{
    size_t i = 0;
    while (i < p->paths && strcmp(p->path[i], path) != 0)
        i++;
    return i;
}

static bool has_path(const peers *p, const char *path)
{
    return path_at(p, path) < p->paths;
}

static bool add_path(peers *p, const char *path)
{
    const char **grown = trama_with_room(p->path, p->paths, &p->room, sizeof *grown);
    if (!grown)
        return false;
    p->path = grown;
    p->path[p->paths++] = path;
    return true;
}

/* Adds what a case says otherwise than another, or alone. */
static bool add_differences(peers *p, const study_case *c, const study_case *other)
{
    for (size_t i = 0; i < c->data.count; i++) {
        const char *path = c->data.column[i].path;
        if (!has_path(p, path) && differs(c, path, other) && !add_path(p, path))
            return false;
    }
    return true;
}

/* Cases come in the order of their keys. */
static bool add_case(variations *v, const keyed *next)
{
    const bool is_first = v->count == 0;
    peers *last = is_first ? v->item : &v->item[v->count - 1];
    if (!is_first && key_order(&last->shared, &next->key) == 0)
        return add_differences(last, next->item, last->first) &&
               add_differences(last, last->first, next->item);
    v->item[v->count++] = (peers){.shared = next->key, .first = next->item};
    return true;
}

/* --- what is told of what differs --- */

/* A label that is a factor of the study, or a swept value that no label repeats. */
static bool can_be_told(const study_case *c, const char *path)
{
    const char *name = label_of(path), *swept = group_rest(group_swept, path);
    if (name)
        return case_label_is_factor(c, name);
    return swept && strncmp(swept, "labels.", 7) != 0;
}

/* Tells path k, unless the paths told so far settle it. */
static bool tell_path(peers *p, size_t k, const study_case *const *item, size_t count,
                      partition *told)
{
    partition by;
    bool done = partition_make(item, count, coordinate_text, p->path[k], &by);
    p->is_told[k] = done && !partition_settles(told, &by, count);
    if (p->is_told[k])
        done = partition_refine(told, &by, count);
    partition_free(&by);
    return done;
}

/* Labels that differ and are no factors are told anyway. */
static bool tell_labels(const peers *p, const study_case *const *item, size_t count,
                        partition *told)
{
    bool done = true;
    for (size_t k = 0; done && k < p->paths; k++) {
        partition by;
        if (!variation_label(item[0], p->path[k]))
            continue;
        done = partition_make(item, count, coordinate_text, p->path[k], &by) &&
               partition_refine(told, &by, count);
        partition_free(&by);
    }
    return done;
}

/* Labels come before numbers. */
static bool tell_paths(peers *p, const study_case *const *item, size_t count)
{
    partition told;
    const bool whole = partition_whole(count, &told);
    p->is_told = calloc(p->paths + 1, sizeof *p->is_told);
    bool done = whole && p->is_told && tell_labels(p, item, count, &told);
    for (int labels = 1; labels >= 0; labels--)
        for (size_t k = 0; done && k < p->paths; k++)
            if ((label_of(p->path[k]) != NULL) == labels && can_be_told(item[0], p->path[k]))
                done = tell_path(p, k, item, count, &told);
    partition_free(&told);
    return done;
}

/* Peers stand side by side in `all`. */
static bool tell_all(variations *v, const keyed *all, const study_case **item)
{
    bool done = item != NULL;
    size_t at = 0;
    for (size_t i = 0; done && i < v->count; i++) {
        size_t count = 0;
        while (at < v->cases && key_order(&all[at].key, &v->item[i].shared) == 0)
            item[count++] = all[at++].item;
        done = tell_paths(&v->item[i], item, count);
    }
    return done;
}

static void free_variations(void *made)
{
    variations *v = made;
    for (size_t i = 0; v && i < v->count; i++) {
        free(v->item[i].path);
        free(v->item[i].is_told);
    }
    if (v)
        free(v->item);
    free(v);
}

static void *make(const study *s)
{
    variations *v = calloc(1, sizeof *v);
    keyed *all = calloc(s->count + 1, sizeof *all);
    if (v)
        v->cases = s->count;
    bool made = v && all && (v->item = calloc(s->count + 1, sizeof *v->item));
    for (size_t i = 0; made && i < s->count; i++)
        all[i] = (keyed){key_of(&s->item[i]), &s->item[i]};
    if (made)
        qsort(all, s->count, sizeof *all, by_key);
    for (size_t i = 0; made && i < s->count; i++)
        made = add_case(v, &all[i]);
    const study_case **item = calloc(s->count + 1, sizeof(*item));
    made = made && tell_all(v, all, item);
    free(item);
    free(all);
    if (made)
        return v;
    free_variations(v);
    return NULL;
}

const variations *variations_of(const study *s)
{
    return study_made(s, make, free_variations);
}

static int key_against(const void *wanted, const void *item)
{
    return key_order(wanted, &((const peers *)item)->shared);
}

static const peers *peers_of(const variations *v, const study_case *c)
{
    const key wanted = key_of(c);
    return v ? bsearch(&wanted, v->item, v->count, sizeof *v->item, key_against) : NULL;
}

bool variations_differ(const variations *v, const study_case *c, const char *path)
{
    const peers *p = peers_of(v, c);
    return p && has_path(p, path);
}

bool variations_tell(const variations *v, const study_case *c, const char *path)
{
    const peers *p = peers_of(v, c);
    return p && has_path(p, path) && p->is_told[path_at(p, path)];
}

bool variations_in_step(const variations *v, const study_case *c)
{
    const peers *p = peers_of(v, c);
    return p && ((p > v->item && name_order(&p[-1].shared, &p->shared) == 0) ||
                 (p + 1 < v->item + v->count && name_order(&p[1].shared, &p->shared) == 0));
}
