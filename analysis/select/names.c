/* All names of a study's values: variable_find finds every one of them. */
#include "analysis/select/names.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/read/coordinates.h"
#include "analysis/read/parts.h"
#include "analysis/select/companion.h"
#include "analysis/select/formula.h"
#include "analysis/select/variable_sources.h"
#include "core/memory.h"
#include "quantities/quantities.h"
#include "study/listing_source.h"

static bool add_words(names *all);
static bool add_factors(const study *s, names *all);
static bool add_coordinates(const study *s, names *all);
static bool add_imported(const study *s, names *all);
static bool add_short_names(names *all);
static bool add_quantities(const study *s, names *all);
static char *sentence(const names *all);

bool names_list(const study *s, names *all)
{
    *all = (names){0};
    bool done =
        add_words(all) && add_factors(s, all) && add_coordinates(s, all) && add_imported(s, all);
    all->own = all->count;
    done = done && add_short_names(all) && add_quantities(s, all);
    all->allowed = sentence(all);
    return done && all->allowed;
}

void names_free(names *all)
{
    for (size_t i = 0; i < all->count; i++)
        free(all->name[i]);
    free(all->name);
    free(all->allowed);
    *all = (names){0};
}

expression_names names_known(const names *all)
{
    return (expression_names){.known = (const char *const *)all->name,
                              .count = all->count,
                              .allowed = all->allowed ? all->allowed : ""};
}

/* One name of several is kept once. */
static bool add(const char *name, names *all)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->name[i], name) == 0)
            return true;
    char **grown = trama_with_room(all->name, all->count, &all->room, sizeof *grown);
    if (!grown)
        return false;
    all->name = grown;
    all->name[all->count] = strdup(name);
    return all->name[all->count] && ++all->count > 0;
}

static bool add_words(names *all)
{
    bool done = true;
    for (size_t i = 0; done && variable_words[i]; i++)
        done = add(variable_words[i], all);
    return done;
}

static bool add_factors(const study *s, names *all)
{
    bool done = true;
    for (size_t e = 0; e < s->experiments; e++) {
        const study_block *block = &s->experiment[e]->plan.block;
        for (size_t i = 0; done && i < block->factor_count; i++)
            done = add(block->factor[i].name, all);
    }
    return done;
}

/* Before its first element the list itself. */
static bool add_list(const char *column, const char *name, names *all)
{
    char path[VARIABLE_PATH], list[VARIABLE_NAME];
    if (!variable_list_path(column, path))
        return true;
    snprintf(list, sizeof list, "%.*s", (int)strlen(name) - 3, name);
    return add(list, all);
}

static bool add_coordinates(const study *s, names *all)
{
    bool done = true;
    for (size_t i = 0; done && i < s->count; i++)
        for (size_t k = 0; done && k < s->item[i].data.count; k++) {
            const char *path = s->item[i].data.column[k].path;
            char name[COORDINATE_PATH];
            if (!coordinate_is(path))
                continue;
            coordinate_path(path, name);
            done = strlen(name) >= VARIABLE_NAME || (add_list(path, name, all) && add(name, all));
        }
    return done;
}

/* "zeta" of model.zeta, which is near to what may have been meant. */
static bool add_short_names(names *all)
{
    bool done = true;
    for (size_t i = 0; done && i < all->own; i++) {
        const char *last = strrchr(all->name[i], '.');
        done = !last || add(last + 1, all);
    }
    return done;
}

static bool has_value(const study *s, const char *quantity)
{
    const results_column *column = quantity_find(quantity);
    bundle_column held;
    for (size_t i = 0; i < s->count; i++)
        if ((quantity_needs_others(quantity) || case_single(&s->item[i], column->path, &held)) &&
            !isnan(quantity_of(s, &s->item[i], quantity)))
            return true;
    return false;
}

/* Those that some case has: another is not what was meant. */
static bool add_quantities(const study *s, names *all)
{
    const char *name[QUANTITIES_MAX];
    const size_t count = quantity_names(name);
    bool done = true;
    for (size_t i = 0; done && i < count; i++)
        done = !has_value(s, name[i]) || add(name[i], all);
    return done;
}

static bool add_imported(const study *s, names *all)
{
    char name[VARIABLE_NAME], own[VARIABLE_NAME - 16];
    bool done = true;
    for (size_t i = 0; done && i < s->count; i++)
        for (size_t k = 0; done && k < s->item[i].data.count; k++) {
            if (!column_takes(&column_imported, s->item[i].data.column[k].path, own, sizeof own))
                continue;
            snprintf(name, sizeof name, "imported/%s", own);
            done = add(name, all);
        }
    return done;
}

/* "experiment, task, model.zeta, a quantity (`trama list quantities`), ..." */
static char *sentence(const names *all)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return NULL;
    for (size_t i = 0; i < all->own; i++)
        fprintf(out, "%s, ", all->name[i]);
    fputs("a quantity (`trama list quantities`), published QUANTITY, error QUANTITY", out);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}

/* --- lists of names --- */

static size_t count_parts(const char *list)
{
    size_t count = 1;
    for (list += expression_part(list); *list; list += 1 + expression_part(list + 1))
        count++;
    return count;
}

/* The unknown part of a name: the quantity of "published QUANTITY" and "error QUANTITY", the value
 * or the factor of "VALUE where FACTOR is ..."; the whole name if all its parts are known. */
static const char *unknown_part(const study *s, const char *name, companion_source *parts)
{
    static const char *const before[] = {"published ", "error "};
    const char *part[] = {name, name};
    variable found;
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (strncmp(name, before[i], strlen(before[i])) == 0)
            part[0] = part[1] = name + strlen(before[i]);
    if (companion_source_read(name, parts)) {
        part[0] = parts->name;
        part[1] = parts->by;
    }
    for (size_t i = 0; i < sizeof part / sizeof *part; i++)
        if (!variable_find(s, part[i], &found))
            return part[i];
    return name;
}

/* The place of a name in its list is told by a column, as an expression's is. */
static bool refuse(const study *s, const char *name, int column, config_error *error)
{
    names all;
    companion_source parts;
    char text[480] = "no memory";
    if (names_list(s, &all)) {
        const expression_names known = names_known(&all);
        const int within = formula_fault(s, name, &known, text, sizeof text);
        if (within == 0)
            expression_refuse_name(unknown_part(s, name, &parts), &known, text, sizeof text);
        else
            column += within - 1;
    }
    names_free(&all);
    return config_fail(error, NULL, "list:%d: %s", column, text);
}

static bool read_part(const study *s, const char *list, const char *at, variable *v,
                      config_error *error)
{
    char name[2 * VARIABLE_NAME];
    at += strspn(at, " ");
    size_t length = expression_part(at);
    while (length > 0 && at[length - 1] == ' ')
        length--;
    snprintf(name, sizeof name, "%.*s", (int)(length < sizeof name ? length : sizeof name - 1), at);
    const int column = (int)(at - list) + 1;
    if (!variable_find(s, name, v))
        return refuse(s, name, column, error);
    return !companion_is_of_none(s, name) ||
           config_fail(error, NULL, "list:%d: '%s': no case has that value", column, name);
}

variable *names_variables(const study *s, const char *list, size_t *count, config_error *error)
{
    const char *at = list;
    *count = count_parts(list);
    variable *made = calloc(*count, sizeof *made);
    bool done = made || config_fail(error, NULL, "no memory");
    for (size_t i = 0; done && i < *count; i++) {
        done = read_part(s, list, at, &made[i], error);
        at += expression_part(at) + 1;
    }
    if (done)
        return made;
    free(made);
    return NULL;
}
