/* What a study block names, against what there is: quantities, and the names of built-in tables and
 * plots. */
#include "plan/study.h"

#include <math.h>
#include <string.h>

#include "config/expression.h"
#include "quantities/quantities.h"
#include "study/listing_source.h"

const char *plan_study_unit(const plan_experiment *experiment, const char *quantity)
{
    const results_column *q = quantity_find(quantity);
    for (size_t i = 0; !q && i < experiment->own_count; i++)
        if (strcmp(experiment->own[i].name, quantity) == 0)
            return experiment->own[i].unit;
    return q ? q->unit : NULL;
}

bool plan_study_check_quantity(const plan_experiment *experiment, const config_node *name,
                               config_error *error)
{
    const char *known[QUANTITIES_MAX];
    if (name->kind != CONFIG_SCALAR)
        return config_fail(error, name, "a quantity is named by a text");
    if (plan_study_unit(experiment, name->text))
        return true;
    return config_unknown(error, "quantity", name, known, quantity_names(known));
}

/* `unit` is shown of a quantity: one that the cases bring is shown as they have it. */
static bool check_unit(const plan_experiment *experiment, const char *quantity, const char *unit,
                       const config_node *node, config_error *error)
{
    const char *own = plan_study_unit(experiment, quantity);
    const bool imported = quantity_is_imported(quantity);
    if (!own || (imported ? strcmp(own, unit) == 0 : !*unit || !isnan(unit_factor(own, unit))))
        return true;
    return config_fail(error, node, "%s in '%s'; allowed: %s%s", quantity, unit, own,
                       imported ? ", as it was imported" : ", with a prefix or without");
}

static bool check_response(const plan_experiment *experiment, config_error *error)
{
    const config_node *response = config_get(experiment->study_node, "response");
    const study_block *block = &experiment->study;
    if (!response)
        return true;
    const config_node *unit = config_get(response, "unit");
    return plan_study_check_quantity(experiment, config_get(response, "column"), error) &&
           check_unit(experiment, block->column, block->unit, unit ? unit : response, error);
}

/* ---- Listings. */

static bool is_quantity(const plan_experiment *experiment, const char *text)
{
    static const char published[] = "published ";
    const size_t before =
        strncmp(text, published, sizeof published - 1) == 0 ? sizeof published - 1 : 0;
    return plan_study_unit(experiment, text + before) != NULL;
}

/* What cases have by that name: a factor, a path, a quantity, a time of a part of the run; or a
 * case beside has it. */
static bool is_named(const plan_experiment *experiment, const char *text)
{
    const study_block *block = &experiment->study;
    companion_source beside;
    if (companion_source_read(text, &beside))
        return is_named(experiment, beside.name) && is_named(experiment, beside.by) &&
               !is_quantity(experiment, beside.by);
    return study_is_of_every_case(text) || is_quantity(experiment, text) ||
           study_block_factor(block, text) < block->factor_count ||
           strncmp(text, "timing/", 7) == 0;
}

/* Of all cases of a row. */
static bool is_of_row(const plan_experiment *experiment, const char *text)
{
    const study_block *block = &experiment->study;
    listing_source source;
    bool is = listing_source_read(text, &source) && source.kind != LISTING_FIRST &&
              (!source.factor[0] || study_block_factor(block, source.factor) < block->factor_count);
    for (size_t i = 0; is && i < source.count; i++)
        is = plan_study_unit(experiment, source.quantity[i].name) != NULL;
    return is;
}

static bool find_name(const void *context, const char *name, expression_value *value)
{
    *value = (expression_value){.number = (double)NAN};
    return is_named(context, name);
}

static bool is_expression(const plan_experiment *experiment, const char *text)
{
    expression_value value;
    config_error error;
    const expression_names names = {.context = experiment, .find = find_name, .allowed = ""};
    return expression_evaluate_of(text, &names, &value, &error);
}

static bool is_plain(const plan_experiment *experiment, const char *text)
{
    return is_named(experiment, text) || is_of_row(experiment, text);
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
static bool check_column_unit(const plan_experiment *experiment, const study_column *column,
                              const config_node *unit, config_error *error)
{
    char quantity[LISTING_WORD_MAX];
    if (is_in_unit_of(experiment, column->of, quantity))
        return check_unit(experiment, quantity, column->unit, unit, error);
    return !is_plain(experiment, column->of) ||
           config_fail(error, unit,
                       "a unit of '%s'; allowed: of a quantity, its largest or its spread, and of "
                       "an expression",
                       column->of);
}

static bool check_column(const plan_experiment *experiment, const config_node *listing, size_t i,
                         const study_column *column, config_error *error)
{
    const config_node *of = study_column_node(listing, i),
                      *whole = config_get(listing, "columns")->item[i];
    if (!is_plain(experiment, column->of) && !is_expression(experiment, column->of))
        return config_fail(
            error, of,
            "a column of '%s'; allowed: a factor of the study, a path of the case, a quantity "
            "(trama list quantities), published QUANTITY, error QUANTITY, status, timing/PATH, "
            "NAME "
            "where NAME is VALUE, an expression over these; and of all cases of a row: count, "
            "largest QUANTITY, spread QUANTITY ..., exponent QUANTITY by FACTOR, FACTOR where "
            "QUANTITY is NUMBER",
            column->of);
    return !*column->unit ||
           check_column_unit(experiment, column, config_get(whole, "unit"), error);
}

static bool check_listing(const plan_experiment *experiment, size_t i, config_error *error)
{
    const config_node *node = study_listing_node(experiment->study_node, i);
    const study_listing *listing = &experiment->study.listing[i];
    if (study_names_table(listing->name))
        return config_fail(error, config_get(node, "name"),
                           "'%s' is the name of a table that trama itself writes; allowed: another "
                           "name",
                           listing->name);
    for (size_t k = 0; k < listing->count; k++)
        if (!check_column(experiment, node, k, &listing->column[k], error))
            return false;
    return true;
}

static bool check_figure(const plan_experiment *experiment, size_t i, config_error *error)
{
    const char *name = experiment->study.figure[i].name;
    const config_node *node = config_get(experiment->study_node, "figures")->item[i];
    return !study_names_plot(name) ||
           config_fail(error, config_get(node, "name"),
                       "'%s' is the name of a figure that trama itself draws; allowed: another "
                       "name",
                       name);
}

bool plan_study_check_names(const plan_experiment *experiment, config_error *error)
{
    bool known = check_response(experiment, error);
    for (size_t i = 0; known && i < experiment->study.listing_count; i++)
        known = check_listing(experiment, i, error);
    for (size_t i = 0; known && i < experiment->study.figure_count; i++)
        known = check_figure(experiment, i, error);
    return known;
}
