/* Checks the names in a study block: quantities, and names of built-in tables and plots. */
#include "plan/study.h"

#include <math.h>
#include <string.h>

#include "quantities/quantities.h"

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
        return config_fail(error, name, "the name of a quantity is a text");
    if (plan_study_unit(experiment, name->text))
        return true;
    const size_t count = quantity_names(known);
    if (trama_nearest(name->text, known, count))
        return config_unknown(error, "quantity", name, known, count);
    return config_fail(error, name,
                       "unknown quantity '%s'; allowed: those of `trama list quantities`",
                       name->text);
}

bool plan_study_check_unit(const plan_experiment *experiment, const char *quantity,
                           const char *unit, const config_node *node, config_error *error)
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
           plan_study_check_unit(experiment, block->column, block->unit, unit ? unit : response,
                                 error);
}

static bool check_listing(const plan_experiment *experiment, size_t i, config_error *error)
{
    const config_node *node = study_listing_node(experiment->study_node, i);
    const study_listing *listing = &experiment->study.listing[i];
    return !study_names_table(listing->name) ||
           config_fail(error, config_get(node, "name"),
                       "'%s' is the name of a table of trama; allowed: another name",
                       listing->name);
}

static bool check_figure(const plan_experiment *experiment, size_t i, config_error *error)
{
    const char *name = experiment->study.figure[i].name;
    const config_node *node = config_get(experiment->study_node, "figures")->item[i];
    return !study_names_plot(name) ||
           config_fail(error, config_get(node, "name"),
                       "'%s' is the name of a figure of trama; allowed: another name", name);
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
