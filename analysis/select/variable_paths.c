/* The names from a configuration: varying paths, labels, and the names of a study for them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/read/coordinates.h"
#include "analysis/select/variable_sources.h"

/* --- paths and labels --- */

static datum column_value(const study *s, const variable *v, const study_case *c)
{
    swept_value value;
    (void)s;
    return datum_of_swept(coordinate_of(c, v->path, &value), &value);
}

static bool take_column(const study *s, const char *group, const char *name, variable *v)
{
    snprintf(v->path, sizeof v->path, "%.32s/%.600s", group, name);
    const bundle_column *column = variable_column(s, v->path);
    if (!column || !coordinate_is(v->path))
        return false;
    variable_take_unit(s, name, column->unit ? column->unit : "", v);
    v->of = column_value;
    return true;
}

bool variable_from_label(const study *s, const char *name, variable *v)
{
    return take_column(s, group_labels, name, v);
}

/* The name of a label that is called by its path, "labels.cloth". */
static const char *label_of(const char *name)
{
    static const char labels[] = "labels.";
    return strncmp(name, labels, sizeof labels - 1) == 0 ? name + sizeof labels - 1 : NULL;
}

bool variable_from_path(const study *s, const char *name, variable *v)
{
    const char *label = label_of(name);
    if (label && variable_from_label(s, label, v)) {
        snprintf(v->title, sizeof v->title, "%.127s", label);
        return true;
    }
    if (!take_column(s, group_swept, name, v))
        return false;
    swept_name(name, v->title, sizeof v->title);
    return true;
}

/* --- factors --- */

/* What a study calls a path; "" if it has no name for it. */
static const char *factor_of_path(const study_block *block, const char *path)
{
    for (size_t i = 0; i < block->factor_count; i++)
        if (strcmp(block->factor[i].path, path) == 0)
            return block->factor[i].name;
    return "";
}

/* Whether an experiment sweeps the path of a column, or has the label. */
static bool has_column(const experiment_study *e, const char *column)
{
    const char *label = group_rest(group_labels, column);
    column_member m;
    const results_column *of = label ? column_named(&column_study_label, label, &m) : NULL;
    if (label)
        return of && bundle_get(&e->plan.data, of);
    size_t k = 0;
    while (k < e->plan.swept_count && strcmp(e->plan.swept[k]->path, column) != 0)
        k++;
    return k < e->plan.swept_count;
}

/* The name that all experiments with the column give it; "" if one gives none, or another. */
static const char *common_name(const study *s, const char *column, const char *path)
{
    const char *name = NULL;
    for (size_t e = 0; e < s->experiments; e++) {
        if (!has_column(s->experiment[e], column))
            continue;
        const char *own = factor_of_path(&s->experiment[e]->plan.block, path);
        if (name && strcmp(own, name) != 0)
            return "";
        name = own;
    }
    return name ? name : "";
}

static datum factor_datum(const study *s, const variable *v, const study_case *c)
{
    const study_block *block = case_block(c);
    const size_t factor = study_block_factor(block, v->path);
    swept_value value;
    (void)s;
    if (factor == block->factor_count || c->planned == 0)
        return no_datum;
    return datum_of_swept(record_study_factor(&c->of->plan, factor, c->planned - 1, &value),
                          &value);
}

/* The unit of the path that a factor names, where it is swept; of a list that of its elements. */
static const char *unit_of_factor(const study *s, const study_factor *factor)
{
    char path[VARIABLE_PATH];
    snprintf(path, sizeof path, "%s/%s", group_swept, factor->path);
    const bundle_column *column = variable_column(s, path);
    if (!column) {
        snprintf(path, sizeof path, "%s/%s[0]", group_swept, factor->path);
        column = variable_column(s, path);
    }
    return column && column->unit ? column->unit : "";
}

/* Experiments may give the name to different things: then it has no unit. */
bool variable_from_factor(const study *s, const char *name, variable *v)
{
    for (size_t e = 0; e < s->experiments; e++) {
        const study_block *block = &s->experiment[e]->plan.block;
        const size_t i = study_block_factor(block, name);
        if (i == block->factor_count)
            continue;
        const variable before = *v;
        variable_take_unit(s, block->factor[i].path, unit_of_factor(s, &block->factor[i]), v);
        if (before.of && strcmp(before.own, v->own) != 0)
            variable_take_unit(s, name, "", v);
        v->of = factor_datum;
    }
    if (v->of)
        snprintf(v->path, sizeof v->path, "%s", name);
    return v->of != NULL;
}

bool variable_find_factor(const study *s, const char *name, variable *v)
{
    *v = no_variable;
    snprintf(v->name, sizeof v->name, "%s", name);
    return variable_from_factor(s, name, v);
}

/* --- the last part of a path, if it is that of one swept path alone --- */

static bool ends_with(const char *path, const char *name)
{
    const size_t length = strlen(path), wanted = strlen(name);
    return length > wanted && path[length - wanted - 1] == '.' &&
           strcmp(path + length - wanted, name) == 0;
}

bool variable_from_last_part(const study *s, const char *name, variable *v)
{
    const char *found = NULL;
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < s->item[i].data.count; k++) {
            const char *path = group_rest(group_swept, s->item[i].data.column[k].path);
            if (!path || !ends_with(path, name))
                continue;
            if (found && strcmp(found, path) != 0)
                return false;
            found = path;
        }
    return found && take_column(s, group_swept, found, v);
}

/* --- synonyms --- */

/* `solver` is another name of `integrator`, at the beginning of a path as in configurations; alone
 * it is the name too, where no whole section varies. */
bool variable_from_synonym(const study *s, const char *name, variable *v)
{
    static const char synonym[] = "solver", path[] = "integrator";
    char meant[VARIABLE_NAME];
    const char *rest = name + sizeof synonym - 1;
    if (strncmp(name, synonym, sizeof synonym - 1) != 0 || (*rest && *rest != '.'))
        return false;
    snprintf(meant, sizeof meant, "%s%.100s", path, rest);
    return variable_from_path(s, meant, v) ||
           (!*rest && take_column(s, group_swept, "integrator.name", v));
}

variable variable_of_column(const study *s, const char *column)
{
    variable v = no_variable;
    char path[COORDINATE_PATH];
    coordinate_path(column, path);
    const char *factor = common_name(s, column, path);
    if (*factor || !variable_of_alike(s, column, &v)) {
        snprintf(v.name, sizeof v.name, "%.127s", path);
        variable_from_path(s, v.name, &v);
    }
    if (*factor)
        snprintf(v.title, sizeof v.title, "%s", factor);
    return v;
}
