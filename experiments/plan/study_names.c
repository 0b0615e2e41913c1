/* What a study block names, against what there is: quantities, and the names of built-in tables and
 * plots. */
#include "plan/study.h"

#include <math.h>
#include <string.h>

#include "quantities/quantities.h"
#include "study/listing_source.h"

bool plan_study_check_quantity(const config_node *name, config_error *error)
{
    const char *known[QUANTITIES_MAX];
    if (name->kind != CONFIG_SCALAR)
        return config_fail(error, name, "a quantity is named by a text");
    if (quantity_find(name->text))
        return true;
    return config_unknown(error, "quantity", name, known, quantity_names(known));
}

/* `unit` is shown of a quantity. */
static bool check_unit(const char *quantity, const char *unit, const config_node *node,
                       config_error *error)
{
    const results_column *q = quantity_find(quantity);
    if (!*unit || !q || !isnan(unit_factor(q->unit, unit)))
        return true;
    return config_fail(error, node, "%s in '%s'; allowed: %s, with a prefix or without",
                       quantity_name(q), unit, q->unit);
}

static bool check_response(const plan_experiment *experiment, config_error *error)
{
    const config_node *response = config_get(experiment->study_node, "response");
    const study_block *block = &experiment->study;
    return !response ||
           (plan_study_check_quantity(config_get(response, "column"), error) &&
            check_unit(block->column, block->unit, config_get(response, "unit"), error));
}

/* ---- Listings. */

/* What every case has, or a path that begins as those of cases do. */
static bool is_of_every_case(const char *text)
{
    static const char *const names[] = {"experiment", "task",   "model",
                                        "method",     "status", "answer"};
    char section[32];
    const size_t length = strcspn(text, ".[");
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(text, names[i]) == 0)
            return true;
    if (text[length] == '\0' || length >= sizeof section)
        return false;
    memcpy(section, text, length);
    section[length] = '\0';
    return study_is_section(section);
}

/* A factor, a quantity, `published QUANTITY`, a name or path of every case; or one of all cases of
 * a row. */
static bool is_source(const study_block *block, const char *text)
{
    listing_source source;
    if (is_of_every_case(text) || study_block_factor(block, text) < block->factor_count)
        return true;
    if (!listing_source_read(text, &source) ||
        (source.factor[0] && study_block_factor(block, source.factor) == block->factor_count))
        return false;
    for (size_t i = 0; i < source.count; i++)
        if (!quantity_find(source.quantity[i].name))
            return false;
    return true;
}

static bool check_column(const study_block *block, const config_node *listing, size_t i,
                         const study_column *column, config_error *error)
{
    listing_source source;
    const config_node *of = study_column_node(listing, i),
                      *whole = config_get(listing, "columns")->item[i];
    if (!is_source(block, column->of))
        return config_fail(
            error, of,
            "a column of '%s'; allowed: a factor of the study, a path of the case, a quantity "
            "(trama list quantities), published QUANTITY, error QUANTITY, status; and of all cases "
            "of a row: "
            "count, "
            "largest QUANTITY, spread QUANTITY ..., exponent QUANTITY by FACTOR, FACTOR where "
            "QUANTITY is NUMBER",
            column->of);
    if (!*column->unit)
        return true;
    if (!listing_source_read(column->of, &source) || source.count == 0 ||
        source.kind == LISTING_ERROR || source.kind == LISTING_EXPONENT ||
        source.kind == LISTING_REACHED || !quantity_find(source.quantity[0].name))
        return config_fail(error, config_get(whole, "unit"),
                           "a unit of '%s'; allowed: of a quantity, its largest or its spread",
                           column->of);
    return check_unit(source.quantity[0].name, column->unit, config_get(whole, "unit"), error);
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
        if (!check_column(&experiment->study, node, k, &listing->column[k], error))
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
