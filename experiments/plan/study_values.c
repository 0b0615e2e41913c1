/* Checks the names of values in a study's tables and figures against the planned cases: a column,
 * axis or condition with a name that no case has would be empty. */
#include "plan/study.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config/expression.h"
#include "core/memory.h"
#include "quantities/quantities.h"
#include "study/listing_source.h"

/* Where a name is looked for. A label may be of another experiment of the folder. */
typedef struct finder {
    const plan *p;
    const plan_experiment *of;
} finder;

static bool check_listing(const finder *in, size_t i, config_error *error);
static bool check_figure(const finder *in, size_t i, config_error *error);

bool plan_study_check_values(const plan *p, config_error *error)
{
    bool known = true;
    for (size_t e = 0; known && e < p->experiment_count; e++) {
        const finder in = {.p = p, .of = &p->experiment[e]};
        for (size_t i = 0; known && i < in.of->study.listing_count; i++)
            known = check_listing(&in, i, error);
        for (size_t i = 0; known && i < in.of->study.figure_count; i++)
            known = check_figure(&in, i, error);
    }
    return known;
}

/* --- names --- */

/* Whether a path is the name, or with `last` ends with it. */
static bool is_path_named(const char *path, const char *name, bool last)
{
    const size_t length = strlen(path), wanted = strlen(name);
    return strcmp(path, name) == 0 ||
           (last && length > wanted && path[length - wanted - 1] == '.' &&
            strcmp(path + length - wanted, name) == 0);
}

static bool row_has(const plan_row *row, const char *name)
{
    bool has = false;
    for (size_t i = 0; !has && i < row->swept_count; i++)
        has = is_path_named(row->swept[i].path, name, true);
    for (size_t i = 0; !has && i < row->label_count; i++)
        has = strcmp(row->label[i].name, name) == 0;
    return has;
}

/* A path that varies, or its last part, or a label. */
static bool cases_have(const plan *p, const char *name)
{
    bool has = false;
    for (size_t i = 0; !has && i < p->row_count; i++)
        has = row_has(&p->row[i], name);
    return has;
}

/* Another name of the section of methods (plan/synonyms.h). */
static bool is_of_solver(const plan *p, const char *name)
{
    static const char synonym[] = "solver", path[] = "integrator";
    char meant[160];
    const size_t length = sizeof synonym - 1;
    if (strncmp(name, synonym, length) != 0 || (name[length] && name[length] != '.'))
        return false;
    snprintf(meant, sizeof meant, "%s%.120s", path, name[length] ? name + length : ".name");
    return cases_have(p, meant);
}

static bool is_factor(const plan *p, const char *name)
{
    bool is = false;
    for (size_t e = 0; !is && e < p->experiment_count; e++)
        is =
            study_block_factor(&p->experiment[e].study, name) < p->experiment[e].study.factor_count;
    return is;
}

static bool is_quantity(const finder *in, const char *name)
{
    static const char *const before[] = {"published ", "error "};
    for (size_t i = 0; i < sizeof before / sizeof *before; i++)
        if (strncmp(name, before[i], strlen(before[i])) == 0)
            return plan_study_unit(in->of, name + strlen(before[i]));
    return plan_study_unit(in->of, name);
}

static bool is_value(const finder *in, const char *name)
{
    companion_source beside;
    if (companion_source_read(name, &beside))
        return is_value(in, beside.name) && is_value(in, beside.by) && !is_quantity(in, beside.by);
    const bool general = study_is_of_every_case(name);
    return (general && !strpbrk(name, ".[")) || is_quantity(in, name) || is_factor(in->p, name) ||
           cases_have(in->p, name) || is_of_solver(in->p, name) ||
           (general && strncmp(name, "labels.", 7) == 0) || strncmp(name, "timing/", 7) == 0;
}

static bool find_name(const void *context, const char *name, expression_value *value)
{
    *value = (expression_value){.number = (double)NAN};
    return is_value(context, name);
}

/* --- all names, for a refusal --- */

typedef struct name_list {
    const char **name;
    size_t own, count, room; /* own: before the quantities */
    bool no_memory;
} name_list;

static void add_name(name_list *all, const char *name)
{
    for (size_t i = 0; i < all->count; i++)
        if (strcmp(all->name[i], name) == 0)
            return;
    const char **grown = trama_with_room(all->name, all->count, &all->room, sizeof *grown);
    all->no_memory |= !grown;
    if (!grown)
        return;
    all->name = grown;
    all->name[all->count++] = name;
}

static void list_names(const plan *p, name_list *all)
{
    const char *quantity[QUANTITIES_MAX];
    for (size_t e = 0; e < p->experiment_count; e++)
        for (size_t i = 0; i < p->experiment[e].study.factor_count; i++)
            add_name(all, p->experiment[e].study.factor[i].name);
    for (size_t i = 0; i < p->row_count; i++) {
        for (size_t k = 0; k < p->row[i].swept_count; k++)
            add_name(all, p->row[i].swept[k].path);
        for (size_t k = 0; k < p->row[i].label_count; k++)
            add_name(all, p->row[i].label[k].name);
    }
    all->own = all->count;
    for (size_t i = 0, count = quantity_names(quantity); i < count; i++)
        add_name(all, quantity[i]);
}

/* "mesh, model.zeta, ..., a quantity (trama list quantities) ...": the study's own come first. */
static void tell_allowed(const name_list *all, char *text, size_t size)
{
    enum { OWN = 8 };
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < all->own && i <= OWN && used < size; i++)
        used +=
            (size_t)snprintf(text + used, size - used, "%.64s, ", i < OWN ? all->name[i] : "...");
    if (used < size)
        snprintf(text + used, size - used,
                 "a quantity (trama list quantities), published QUANTITY, error QUANTITY, status, "
                 "timing/PATH, "
                 "NAME where NAME is VALUE, an expression over these");
}

static bool refuse(const finder *in, const char *what, const char *text, const config_node *node,
                   config_error *error)
{
    name_list all = {0};
    char allowed[1024];
    config_error inner;
    expression_value value;
    list_names(in->p, &all);
    tell_allowed(&all, allowed, sizeof allowed);
    const expression_names names = {.context = in,
                                    .find = find_name,
                                    .known = all.name,
                                    .count = all.count,
                                    .allowed = allowed};
    const bool known = expression_evaluate_of(text, &names, &value, &inner);
    free(all.name);
    if (all.no_memory)
        return config_fail_memory(error, node);
    return known || config_fail(error, node, "%s '%s': %s", what, text, inner.text);
}

/* A name, or an expression over names; "" is none. */
static bool check_value(const finder *in, const char *what, const char *text,
                        const config_node *node, config_error *error)
{
    return !*text || is_value(in, text) || refuse(in, what, text, node, error);
}

/* --- listings --- */

/* Of all cases of a row. */
static bool is_of_row(const finder *in, const char *text)
{
    listing_source source;
    bool is = listing_source_read(text, &source) && source.kind != LISTING_FIRST &&
              (!source.factor[0] || is_factor(in->p, source.factor));
    for (size_t i = 0; is && i < source.count; i++)
        is = plan_study_unit(in->of, source.quantity[i].name) != NULL;
    return is;
}

/* Whether it begins as one of all cases of a row. */
static bool begins_as_of_row(const char *text)
{
    listing_source source;
    companion_source beside;
    const bool read = listing_source_read(text, &source);
    return source.kind != LISTING_FIRST && (read || !companion_source_read(text, &beside));
}

/* "SOURCE where QUANTITY is least". */
static bool is_extreme(const finder *in, const char *text, extreme_source *source)
{
    return extreme_source_read(text, source) &&
           plan_study_unit(in->of, source->quantity.name) != NULL;
}

static bool check_source(const finder *in, const char *text, const config_node *node,
                         config_error *error)
{
    extreme_source one;
    companion_source beside;
    const bool expressed = strchr(text, '`') || !companion_source_read(text, &beside);
    if (is_extreme(in, text, &one))
        return check_value(in, "a column of", one.of, node, error);
    if (is_of_row(in, text) || is_value(in, text))
        return true;
    if (!begins_as_of_row(text) && expressed)
        return check_value(in, "a column of", text, node, error);
    return config_fail(error, node,
                       "a column of '%s'; allowed: error QUANTITY, and of all cases of a row: "
                       "count, largest QUANTITY, spread QUANTITY ..., exponent QUANTITY by FACTOR, "
                       "FACTOR where QUANTITY is NUMBER, SOURCE where QUANTITY is least (or "
                       "largest); and NAME where NAME is VALUE (trama list quantities)",
                       text);
}

/* The quantity whose unit a column's numbers have; false if they have that of none. */
static bool is_in_unit_of(const plan_experiment *experiment, const char *text,
                          char quantity[LISTING_WORD_MAX])
{
    listing_source source;
    companion_source beside;
    if (companion_source_read(text, &beside))
        return is_in_unit_of(experiment, beside.name, quantity);
    const bool is = listing_source_read(text, &source) && source.count > 0 &&
                    (source.kind == LISTING_FIRST || source.kind == LISTING_LARGEST ||
                     source.kind == LISTING_SPREAD) &&
                    plan_study_unit(experiment, source.quantity[0].name) != NULL;
    if (is)
        memcpy(quantity, source.quantity[0].name, LISTING_WORD_MAX);
    return is;
}

/* An expression is in the unit that is said of it. */
static bool check_column_unit(const finder *in, const study_column *column, const config_node *unit,
                              config_error *error)
{
    char quantity[LISTING_WORD_MAX];
    extreme_source one;
    const char *of = is_extreme(in, column->of, &one) ? one.of : column->of;
    if (is_in_unit_of(in->of, of, quantity))
        return plan_study_check_unit(in->of, quantity, column->unit, unit, error);
    return (!is_value(in, of) && !is_of_row(in, of)) ||
           config_fail(error, unit,
                       "a unit of '%s'; allowed: of a quantity, its largest or its spread, and of "
                       "an expression",
                       of);
}

static bool check_column(const finder *in, const config_node *listing, size_t i,
                         const study_column *column, config_error *error)
{
    const config_node *whole = config_get(listing, "columns")->item[i];
    return check_source(in, column->of, study_column_node(listing, i), error) &&
           (!*column->unit || check_column_unit(in, column, config_get(whole, "unit"), error));
}

/* Names and expressions, separated by commas. */
static bool check_sort(const finder *in, const study_listing *listing, const config_node *node,
                       config_error *error)
{
    char part[256];
    bool known = true;
    for (const char *at = listing->sort; known && *at;) {
        at += strspn(at, " ");
        const size_t whole = expression_part(at);
        size_t length = whole;
        while (length > 0 && at[length - 1] == ' ')
            length--;
        snprintf(part, sizeof part, "%.*s", (int)length, at);
        known = check_value(in, "sort by", part, node, error);
        at += whole + (at[whole] == ',');
    }
    return known;
}

static bool check_listing(const finder *in, size_t i, config_error *error)
{
    const config_node *node = study_listing_node(in->of->study_node, i);
    const study_listing *listing = &in->of->study.listing[i];
    bool known = check_value(in, "only", listing->only, config_get(node, "only"), error) &&
                 check_sort(in, listing, config_get(node, "sort"), error);
    for (size_t k = 0; known && k < listing->row_count; k++)
        known = check_value(in, "rows by", listing->row[k], config_get(node, "rows"), error);
    for (size_t k = 0; known && k < listing->count; k++)
        known = check_column(in, node, k, &listing->column[k], error);
    return known;
}

/* --- figures --- */

/* The node of NAME, or of `of` in {of: NAME, title: TEXT, unit: UNIT}. */
static const config_node *node_of(const config_node *figure, const char *key)
{
    const config_node *node = config_get(figure, key);
    return node && node->kind == CONFIG_MAPPING ? config_get(node, "of") : node;
}

static bool check_figure(const finder *in, size_t i, config_error *error)
{
    const study_figure *f = &in->of->study.figure[i];
    const config_node *node = config_get(in->of->study_node, "figures")->item[i];
    return check_value(in, "x of", f->x.of, node_of(node, "x"), error) &&
           check_value(in, "y of", f->y.of, node_of(node, "y"), error) &&
           check_value(in, "marks of", f->marks.of, node_of(node, "marks"), error) &&
           check_value(in, "bars of", f->low, config_get(node, "bars"), error) &&
           check_value(in, "bars of", f->high, config_get(node, "bars"), error) &&
           check_value(in, "line by", f->line, config_get(node, "line"), error) &&
           check_value(in, "panel by", f->panel, config_get(node, "panel"), error) &&
           check_value(in, "only", f->only, config_get(node, "only"), error);
}
