/* The `study:` block of an experiment: parsed (study/block.h), checked against the experiment and
 * the registries, and evaluated for each case. */
#include "plan/study.h"

#include "config/expression.h"
#include "plan/swept.h"
#include "plan/synonyms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- the block --- */

static bool keep_text(plan_experiment *experiment, config_error *error)
{
    const config_node *node = experiment->study_node;
    experiment->study_text = study_block_text(node);
    if (!experiment->study_text)
        return config_fail_memory(error, node);
    return strlen(experiment->study_text) <= STUDY_BYTES_MAX ||
           config_fail(error, node, "the study is too large; allowed: %d bytes", STUDY_BYTES_MAX);
}

bool plan_study_read(const config_node *root, plan_experiment *experiment, config_error *error)
{
    const config_node *node = config_get(root, "study");
    experiment->study = study_block_none;
    experiment->study_node = node;
    if (!node)
        return true;
    return study_block_parse(experiment->store, node, &experiment->study, error) &&
           plan_study_check_names(experiment, error) && plan_study_read_tables(experiment, error) &&
           keep_text(experiment, error);
}

/* --- a case --- */

/* The case with its factors beside its sections. */
static bool overlay(const plan_experiment *experiment, const plan_row *row,
                    const config_node **tree, config_error *error)
{
    const study_block *block = &experiment->study;
    config_store *store = experiment->store;
    *tree = synonyms_tree(store, *tree);
    if (!*tree)
        return config_fail_memory(error, experiment->study_node);
    for (size_t i = 0; i < block->factor_count; i++) {
        const swept_value *value = &row->factor[i];
        char text[300];
        if (value->type == BUNDLE_REAL)
            snprintf(text, sizeof text, "%.17g", value->real);
        else
            swept_text(value, text, sizeof text);
        const config_node *scalar = config_scalar(store, text, experiment->study_node);
        config_node *changed;
        if (!scalar)
            return config_fail_memory(error, experiment->study_node);
        if (!config_override(store, *tree, block->factor[i].name, scalar, &changed, error))
            return false;
        *tree = changed;
    }
    return true;
}

static bool holds(const plan_experiment *experiment, const char *key, const config_node *tree,
                  bool *result, config_error *error)
{
    const config_node *condition = config_get(experiment->study_node, key);
    return !condition || expression_holds(condition->text, tree, condition, result, error);
}

static bool read_factors(const sweep_case *of, const plan_case *c, plan_row *row,
                         config_error *error)
{
    const plan_experiment *experiment = c->experiment;
    const study_block *block = &experiment->study;
    const config_node *factors =
        experiment->study_node ? config_get(experiment->study_node, "factors") : NULL;
    row->factor = calloc(block->factor_count + 1, sizeof *row->factor);
    if (!row->factor)
        return config_fail_memory(error, of->tree);
    for (size_t i = 0; factors && i < block->factor_count; i++) {
        const config_node *path =
            config_scalar(experiment->store, block->factor[i].path, factors->item[i]);
        if (!path)
            return config_fail_memory(error, of->tree);
        if (!swept_factor(of, c, path, &row->factor[i], error))
            return false;
        row->factor[i].path = block->factor[i].name;
    }
    return true;
}

bool plan_study_conditions(const plan_experiment *experiment, const config_node *tree,
                           plan_row *row, config_error *error)
{
    const study_block *block = &experiment->study;
    row->required = false;
    row->printed = true;
    row->reference = TRAMA_NAN;
    if (!block->given || (!*block->must_hold && !*block->as_printed && !*block->reference))
        return true;
    return overlay(experiment, row, &tree, error) &&
           holds(experiment, "must_hold", tree, &row->required, error) &&
           holds(experiment, "as_printed", tree, &row->printed, error) &&
           plan_study_reference(experiment, tree, &row->reference, error);
}

bool plan_study_row(const sweep_case *of, const plan_case *c, plan_row *row, config_error *error)
{
    return read_factors(of, c, row, error) &&
           plan_study_conditions(c->experiment, of->tree, row, error);
}

/* Two tables, or two figures, of one name would be one file. */
static bool check_listings(const plan_experiment *a, const plan_experiment *b, config_error *error)
{
    for (size_t i = 0; i < a->study.listing_count; i++)
        for (size_t j = 0; j < b->study.listing_count; j++)
            if (strcasecmp(a->study.listing[i].name, b->study.listing[j].name) == 0)
                return config_fail(error, config_get(study_listing_node(b->study_node, j), "name"),
                                   "the table '%s' is already listed in %s; allowed: another name",
                                   b->study.listing[j].name, a->file);
    return true;
}

static bool check_figures(const plan_experiment *a, const plan_experiment *b, config_error *error)
{
    const config_node *figures = b->study_node ? config_get(b->study_node, "figures") : NULL;
    for (size_t i = 0; i < a->study.figure_count; i++)
        for (size_t j = 0; j < b->study.figure_count; j++)
            if (strcasecmp(a->study.figure[i].name, b->study.figure[j].name) == 0)
                return config_fail(error, figures ? config_get(figures->item[j], "name") : NULL,
                                   "the figure '%s' is already drawn in %s; allowed: another name",
                                   b->study.figure[j].name, a->file);
    return true;
}

static bool check_own_files(const plan *p, config_error *error)
{
    for (size_t i = 0; i < p->experiment_count; i++)
        for (size_t j = 0; j < i; j++)
            if (!check_listings(&p->experiment[j], &p->experiment[i], error) ||
                !check_figures(&p->experiment[j], &p->experiment[i], error))
                return false;
    return true;
}

bool plan_study_check_files(const plan *p, config_error *error)
{
    for (size_t i = 0; i < p->experiment_count; i++)
        for (size_t j = 0; j < i; j++)
            if (p->experiment[i].study.given && p->experiment[j].study.given &&
                strcmp(p->experiment[i].name, p->experiment[j].name) == 0)
                return config_fail(error, p->experiment[i].study_node,
                                   "the experiment '%s' already has a study in %s",
                                   p->experiment[i].name, p->experiment[j].file);
    return check_own_files(p, error) && plan_study_check_values(p, error);
}
