#include "plan/sweep.h"
#include "config/expression.h"
#include "plan/series.h"
#include "plan/synonyms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One dimension of the product: paths that change together, `count` values each. */
typedef struct axis {
    const config_node *paths;  /* the mapping path -> [values] */
    size_t first, paths_count; /* which pairs of it */
    size_t count;
} axis;

typedef struct axes {
    axis *axis;
    size_t count;
    size_t cases;
} axes;

static bool add_axis(axes *all, axis next, const config_node *where, config_error *error)
{
    if (all->cases * next.count > SWEEP_CASES_MAX)
        return config_fail(error, where, "the sweep has more than %d cases", SWEEP_CASES_MAX);
    axis *grown = realloc(all->axis, (all->count + 1) * sizeof *grown);
    if (!grown)
        return config_fail_memory(error, where);
    all->axis = grown;
    all->axis[all->count++] = next;
    all->cases *= next.count;
    return true;
}

/* Of two paths the value of one would not count if it is the other's, or stands below it. */
static bool refuse_pair(const config_node *key, const config_node *other, config_error *error)
{
    const bool below = config_leads_through(key->text, other->text),
               above = config_leads_through(other->text, key->text);
    if (below && above)
        return config_fail(error, key, "'%s' is already swept; allowed: once in all grids and zips",
                           key->text);
    if (below || above)
        return config_fail(error, key,
                           "'%s' stands %s '%s', which is swept too; allowed: paths of which none "
                           "leads through another",
                           key->text, below ? "below" : "above", other->text);
    return true;
}

/* Against those of the entries before, and those before it in its own. */
static bool check_alone(const axes *all, const config_node *paths, size_t i, config_error *error)
{
    bool alone = true;
    for (size_t a = 0; alone && a < all->count; a++)
        for (size_t k = 0; alone && k < all->axis[a].paths_count; k++)
            alone =
                refuse_pair(paths->key[i], all->axis[a].paths->key[all->axis[a].first + k], error);
    for (size_t k = 0; alone && k < i; k++)
        alone = refuse_pair(paths->key[i], paths->key[k], error);
    return alone;
}

static bool check_values(const axes *all, const config_node *paths, size_t i, config_error *error)
{
    const config_node *values = paths->item[i];
    if (!check_alone(all, paths, i, error))
        return false;
    if (values->kind != CONFIG_SEQUENCE || values->count == 0)
        return config_fail(error, values,
                           "'%s' sweeps over %s; allowed: a list of one value or more, a range "
                           "such as {from: 1, to: 10, count: 4}, or a sample",
                           paths->key[i]->text,
                           values->kind == CONFIG_SEQUENCE ? "an empty list" : "no list");
    return true;
}

static bool add_grid(axes *all, const config_node *paths, config_error *error)
{
    for (size_t i = 0; i < paths->count; i++)
        if (!check_values(all, paths, i, error) ||
            !add_axis(all, (axis){paths, i, 1, paths->item[i]->count}, paths->key[i], error))
            return false;
    return true;
}

static bool add_zip(axes *all, const config_node *paths, config_error *error)
{
    for (size_t i = 0; i < paths->count; i++) {
        if (!check_values(all, paths, i, error))
            return false;
        if (paths->item[i]->count != paths->item[0]->count)
            return config_fail(
                error, paths->item[i],
                "'%s' has %zu values and '%s' has %zu; allowed in a zip: the same number",
                paths->key[i]->text, paths->item[i]->count, paths->key[0]->text,
                paths->item[0]->count);
    }
    return add_axis(all, (axis){paths, 0, paths->count, paths->item[0]->count}, paths, error);
}

/* The kinds of sweep, by name. */
static const struct {
    const char *name;
    bool (*add)(axes *all, const config_node *paths, config_error *error);
} kinds[] = {{"grid", add_grid}, {"zip", add_zip}};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* The paths with lists for the ranges and samples among their values; NULL: told. */
static const config_node *listed(config_store *store, const config_node *paths, config_error *error)
{
    for (size_t i = 0; paths && i < paths->count; i++) {
        if (paths->item[i]->kind != CONFIG_MAPPING)
            continue;
        config_node *list = series_expand(store, paths->key[i], paths->item[i], error);
        if (!list)
            return NULL;
        paths = config_with_item(store, paths, i, list);
        if (!paths)
            config_fail_memory(error, list);
    }
    return paths;
}

static bool add_entry(config_store *store, axes *all, const config_node *entry, config_error *error)
{
    if (entry->kind != CONFIG_MAPPING || entry->count != 1)
        return config_fail(error, entry,
                           "an entry of a sweep is `grid: {path: [values]}` or `zip: {...}`");
    for (size_t i = 0; i < KINDS; i++) {
        if (strcmp(entry->key[0]->text, kinds[i].name) != 0)
            continue;
        const config_node *paths = entry->item[0];
        if (paths->kind != CONFIG_MAPPING || paths->count == 0)
            return config_fail(error, paths, "%s needs a mapping from paths to lists of values",
                               kinds[i].name);
        paths = listed(store, paths, error);
        return paths && kinds[i].add(all, paths, error);
    }
    const char *names[KINDS];
    for (size_t i = 0; i < KINDS; i++)
        names[i] = kinds[i].name;
    return config_unknown(error, "sweep", entry->key[0], names, KINDS);
}

static bool collect_axes(config_store *store, const config_node *sweep, axes *all,
                         config_error *error)
{
    if (!sweep)
        return true;
    if (sweep->kind != CONFIG_SEQUENCE || sweep->count == 0)
        return config_fail(error, sweep,
                           "the sweep is %s; allowed: a list of `grid: {path: [values]}` and "
                           "`zip: {...}`",
                           sweep->kind == CONFIG_SEQUENCE ? "empty" : "not a list");
    for (size_t i = 0; i < sweep->count; i++)
        if (!add_entry(store, all, sweep->item[i], error))
            return false;
    return true;
}

static size_t count_paths(const axes *all)
{
    size_t count = 0;
    for (size_t a = 0; a < all->count; a++)
        count += all->axis[a].paths_count;
    return count;
}

/* A sweep changes objects and interactions, and makes none: a name that is not there is a typing
 * fault. */
static bool check_instance(const config_node *base, const config_node *path, config_error *error)
{
    static const char *const kinds_of[] = {"objects", "interactions"};
    for (size_t k = 0; k < 2; k++) {
        const size_t length = strlen(kinds_of[k]);
        const config_node *all = config_get(base, kinds_of[k]);
        if (strncmp(path->text, kinds_of[k], length) != 0 || path->text[length] != '.')
            continue;
        const char *name = path->text + length + 1;
        const int size = (int)strcspn(name, ".");
        for (size_t i = 0; all && i < all->count; i++)
            if (strncmp(all->key[i]->text, name, (size_t)size) == 0 &&
                all->key[i]->text[size] == '\0')
                return true;
        return config_fail(error, path, "'%s': the case has no %.*s '%.*s'", path->text,
                           (int)length - 1, kinds_of[k], size, name);
    }
    return true;
}

/* Lays the values of case `index` over the base, and notes them in *swept. */
static bool set_values(config_store *store, const axes *all, size_t index, const config_node *base,
                       sweep_case *swept, config_node **tree, config_error *error)
{
    const config_node *current = base;
    size_t stride = all->cases;
    swept->count = 0;
    for (size_t a = 0; a < all->count; a++) {
        const axis *x = &all->axis[a];
        stride /= x->count;
        const size_t value = index / stride % x->count;
        for (size_t p = x->first; p < x->first + x->paths_count; p++) {
            const config_node *path = x->paths->key[p], *laid = x->paths->item[p]->item[value];
            if (!check_instance(base, path, error) ||
                !config_override(store, current, path->text, laid, tree, error))
                return false;
            swept->path[swept->count] = path;
            swept->value[swept->count++] = laid;
            current = *tree;
        }
    }
    swept->laid = current;
    return config_resolve(store, current, tree, error);
}

static bool derive_values(config_store *store, const config_node *derive, config_node **tree,
                          config_error *error)
{
    for (size_t i = 0; derive && i < derive->count; i++) {
        const config_node *source = derive->item[i];
        expression_value value;
        if (source->kind != CONFIG_SCALAR)
            return config_fail(error, source, "a derived value is an expression");
        const config_node *both = synonyms_tree(store, *tree);
        if (!both)
            return config_fail_memory(error, source);
        if (!expression_evaluate(source->text, both, source, &value, error))
            return false;
        config_node *result = value.is_text ? config_scalar(store, value.text, source)
                                            : config_computed(store, value.number, 17, source);
        if (!result)
            return config_fail_memory(error, source);
        if (!config_fill(store, *tree, derive->key[i]->text, result, tree, error))
            return false;
    }
    return true;
}

static bool is_excluded(config_store *store, const config_node *exclude, const config_node *tree,
                        bool *excluded, config_error *error)
{
    *excluded = false;
    tree = exclude ? synonyms_tree(store, tree) : tree;
    if (!tree)
        return config_fail_memory(error, exclude);
    for (size_t i = 0; exclude && i < exclude->count && !*excluded; i++) {
        if (exclude->item[i]->kind != CONFIG_SCALAR)
            return config_fail(error, exclude->item[i], "an exclusion is a condition");
        if (!expression_holds(exclude->item[i]->text, tree, exclude->item[i], excluded, error))
            return false;
    }
    return true;
}

static bool refuse_all(const config_node *exclude, size_t cases, config_error *error)
{
    char none[64] = "no case";
    if (cases > 1)
        snprintf(none, sizeof none, "none of the %zu cases", cases);
    return config_fail(error, exclude,
                       "exclude leaves %s; allowed: conditions under which at least one is left",
                       none);
}

/* Whether a value that is swept at `path` says itself what stands at `derived` below it. */
static bool is_said(const char *path, const config_node *values, const char *derived)
{
    const size_t length = strlen(path);
    if (strncmp(path, derived, length) != 0 || derived[length] != '.')
        return false;
    for (size_t i = 0; i < values->count; i++)
        if (config_at(values->item[i], derived + length + 1))
            return true;
    return false;
}

/* A derived value that replaces a swept one would make the sweep say what no case has. Below a
 * swept path it may stand: an element of a list, or what no swept value says. */
static bool check_derived(const axes *all, const config_node *derive, config_error *error)
{
    for (size_t i = 0; derive && i < derive->count; i++)
        for (size_t a = 0; a < all->count; a++)
            for (size_t k = 0; k < all->axis[a].paths_count; k++) {
                const config_node *path = all->axis[a].paths->key[all->axis[a].first + k];
                const config_node *values = all->axis[a].paths->item[all->axis[a].first + k];
                if (config_leads_through(path->text, derive->key[i]->text) ||
                    is_said(path->text, values, derive->key[i]->text))
                    return config_fail(error, derive->key[i],
                                       "'%s' is derived, but '%s' is swept; allowed: to derive a "
                                       "path that is not swept, for example from a swept label",
                                       derive->key[i]->text, path->text);
            }
    return true;
}

static bool check_shapes(const config_node *derive, const config_node *exclude, config_error *error)
{
    if (derive && derive->kind != CONFIG_MAPPING)
        return config_fail(error, derive, "derive is a mapping from paths to expressions");
    if (exclude && exclude->kind != CONFIG_SEQUENCE)
        return config_fail(error, exclude, "exclude is a list of conditions");
    return true;
}

bool sweep_expand(config_store *store, const config_node *experiment, sweep_visit visit,
                  void *context, config_error *error)
{
    const config_node *base = config_get(experiment, "case");
    const config_node *derive = config_get(experiment, "derive");
    const config_node *exclude = config_get(experiment, "exclude");
    axes all = {.cases = 1};
    bool ok = check_shapes(derive, exclude, error) &&
              collect_axes(store, config_get(experiment, "sweep"), &all, error) &&
              check_derived(&all, derive, error);
    size_t kept = 0;
    const size_t paths = count_paths(&all);
    const config_node **nodes = calloc(2 * paths + 1, sizeof(*nodes));
    sweep_case swept = {.path = nodes, .value = nodes + paths};
    ok = ok && (nodes || config_fail_memory(error, experiment));
    for (size_t i = 0; ok && i < all.cases; i++) {
        config_node *tree = NULL;
        bool excluded = false;
        ok = set_values(store, &all, i, base, &swept, &tree, error) &&
             derive_values(store, derive, &tree, error) &&
             is_excluded(store, exclude, tree, &excluded, error);
        swept.tree = tree;
        ok = ok && (excluded || visit(context, &swept, error));
        kept += !excluded;
    }
    free(nodes);
    free(all.axis);
    return ok && (kept > 0 || refuse_all(exclude, all.cases, error));
}
