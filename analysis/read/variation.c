#include "analysis/read/variation.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/memory.h"
#include "core/numbers.h"
#include "results/swept.h"

/* What peers have in common. */
typedef struct key {
    const char *experiment, *simulation, *integrator;
    double step; /* s; not a number where it was found, as by a search */
} key;

/* Peers, and the paths in which they differ. */
typedef struct peers {
    key shared;
    const study_case *first;
    const char **path;
    size_t paths, room;
} peers;

struct variations {
    size_t count;
    peers *item; /* in the order of their keys */
};

typedef struct keyed {
    key key;
    const study_case *item;
} keyed;

static key key_of(const study_case *c)
{
    const bool searched = !isnan(case_number(c, &column_dt_stable));
    return (key){case_text(c, &column_case_experiment), case_simulation(c), case_integrator(c),
                 searched ? TRAMA_NAN : case_number(c, &column_dt)};
}

static int key_order(const key *a, const key *b)
{
    int order = strcmp(a->experiment, b->experiment);
    order = order ? order : strcmp(a->simulation, b->simulation);
    order = order ? order : strcmp(a->integrator, b->integrator);
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

const char *variation_label(const study_case *c, const char *path)
{
    const char *name = group_rest(group_labels, path);
    const bool is_told = name && strcmp(name, "simulation") != 0 &&
                         strcmp(name, "integrator") != 0 && !case_label_is_factor(c, name);
    return is_told ? name : NULL;
}

static bool is_same(double a, double b)
{
    return a == b || (isnan(a) && isnan(b));
}

static bool is_other_value(const swept_value *a, const study_case *c, const char *path)
{
    const bundle_column *column = bundle_find(&c->data, path);
    swept_value b;
    if (!column || !swept_of(column, 0, &b) || a->type != b.type)
        return true;
    if (a->type == BUNDLE_TEXT)
        return strcmp(a->text, b.text) != 0;
    return a->integer != b.integer || !is_same(a->real, b.real);
}

/* Whether another case differs in what a column of one says. */
static bool differs(const study_case *c, const bundle_column *column, const study_case *other)
{
    const char *label = variation_label(c, column->path);
    swept_value value;
    if (label)
        return strcmp(case_label(c, label), case_label(other, label)) != 0;
    return swept_of(column, 0, &value) && is_other_value(&value, other, column->path);
}

static bool has_path(const peers *p, const char *path)
{
    for (size_t i = 0; i < p->paths; i++)
        if (strcmp(p->path[i], path) == 0)
            return true;
    return false;
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
        const bundle_column *column = &c->data.column[i];
        if (!has_path(p, column->path) && differs(c, column, other) && !add_path(p, column->path))
            return false;
    }
    return true;
}

/* Cases come in the order of their keys. */
static bool add_case(variations *v, const keyed *next)
{
    peers *last = v->count > 0 ? &v->item[v->count - 1] : NULL;
    if (last && key_order(&last->shared, &next->key) == 0)
        return add_differences(last, next->item, last->first) &&
               add_differences(last, last->first, next->item);
    v->item[v->count++] = (peers){.shared = next->key, .first = next->item};
    return true;
}

static variations *make(const study *s)
{
    variations *v = calloc(1, sizeof *v);
    keyed *all = calloc(s->count + 1, sizeof *all);
    bool made = v && all && (v->item = calloc(s->count + 1, sizeof *v->item));
    for (size_t i = 0; made && i < s->count; i++)
        all[i] = (keyed){key_of(&s->item[i]), &s->item[i]};
    if (made)
        qsort(all, s->count, sizeof *all, by_key);
    for (size_t i = 0; made && i < s->count; i++)
        made = add_case(v, &all[i]);
    free(all);
    if (made)
        return v;
    variations_free(v);
    return NULL;
}

const variations *variations_of(const study *s)
{
    if (!s->variations) {
        study *keeper = (study *)(uintptr_t)s; /* what it says does not change */
        keeper->variations = make(s);
        keeper->no_memory = keeper->no_memory || !keeper->variations;
    }
    return s->variations;
}

void variations_free(variations *v)
{
    for (size_t i = 0; v && i < v->count; i++)
        free(v->item[i].path);
    if (v)
        free(v->item);
    free(v);
}

static int key_against(const void *wanted, const void *item)
{
    return key_order(wanted, &((const peers *)item)->shared);
}

bool variations_differ(const variations *v, const study_case *c, const char *path)
{
    const key wanted = key_of(c);
    const peers *p = v ? bsearch(&wanted, v->item, v->count, sizeof *p, key_against) : NULL;
    return p && has_path(p, path);
}
