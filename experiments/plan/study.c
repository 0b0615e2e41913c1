#include "plan/study.h"

#include "config/expression.h"
#include "plan/swept.h"
#include "quantities/quantities.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* --- parts --- */

bool plan_study_keys(const config_node *node, const char *what, const char *const *known,
                     size_t count, config_error *error)
{
    if (node->kind != CONFIG_MAPPING)
        return config_fail(error, node, "%s is a mapping", what);
    for (size_t i = 0; i < node->count; i++) {
        size_t n = 0;
        while (n < count && strcmp(node->key[i]->text, known[n]) != 0)
            n++;
        if (n == count)
            return config_unknown(error, "key", node->key[i], known, count);
    }
    return true;
}

bool plan_study_text(const config_node *mapping, const char *key, const char **text,
                     config_error *error)
{
    const config_node *node = config_get(mapping, key);
    *text = "";
    return !node || config_text(node, text, error);
}

bool plan_study_check_factor(const study_block *block, const config_node *name, config_error *error)
{
    const char *known[64];
    size_t count = 0;
    if (name->kind != CONFIG_SCALAR)
        return config_fail(error, name, "a factor is named by a text");
    if (study_block_factor(block, name->text) < block->factor_count)
        return true;
    for (; count < block->factor_count && count < sizeof known / sizeof *known; count++)
        known[count] = block->factor[count].name;
    if (count == 0)
        return config_fail(error, name,
                           "unknown factor '%s'; the study names none: factors: "
                           "{NAME: PATH}",
                           name->text);
    return config_unknown(error, "factor", name, known, count);
}

bool plan_study_check_quantity(const config_node *name, config_error *error)
{
    const char *known[QUANTITIES_MAX];
    if (name->kind != CONFIG_SCALAR)
        return config_fail(error, name, "a quantity is named by a text");
    if (quantity_find(name->text))
        return true;
    return config_unknown(error, "quantity", name, known, quantity_names(known));
}

/* In conditions a factor stands beside the sections of the case. */
static bool is_section(const char *name)
{
    static const char *const sections[] = {
        "model",      "scene",  "objects", "environment", "interactions", "contact",
        "integrator", "bounds", "task",    "labels",      "and",          "or",
        "not",        "status", "count"}; /* the last two are columns of a listing */
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (strcmp(sections[i], name) == 0)
            return true;
    return false;
}

/* The path that a factor names: a bare name that is no section is that of a label. NULL: told. */
static const config_node *factor_path(config_store *store, const config_node *given,
                                      config_error *error)
{
    const char *path;
    char label[300];
    if (!config_text(given, &path, error))
        return NULL;
    if (strpbrk(path, ".[") || is_section(path))
        return given;
    snprintf(label, sizeof label, "labels.%.250s", path);
    const config_node *made = config_scalar(store, label, given);
    if (!made)
        config_fail(error, given, "out of memory");
    return made;
}

static bool read_factors(config_store *store, const config_node *node, study_block *block,
                         config_error *error)
{
    if (!node)
        return true;
    if (node->kind != CONFIG_MAPPING)
        return config_fail(error, node,
                           "factors is a mapping from names to paths of the case, as "
                           "in {method: integrator.name}");
    block->factor = calloc(node->count + 1, sizeof *block->factor);
    if (!block->factor)
        return config_fail(error, node, "out of memory");
    for (size_t i = 0; i < node->count; i++) {
        study_factor *factor = &block->factor[block->factor_count];
        factor->name = node->key[i]->text;
        if (!study_is_name(factor->name) || is_section(factor->name))
            return config_fail(
                error, node->key[i],
                "'%s' cannot name a factor; allowed: 1 to 64 letters, digits and _, "
                "the first no digit, and no section of the case, not status or count",
                factor->name);
        const config_node *path = factor_path(store, node->item[i], error);
        if (!path)
            return false;
        factor->path = path->text;
        block->factor_count++;
    }
    return true;
}

static bool read_response(const config_node *node, study_block *block, config_error *error)
{
    static const char *const keys[] = {"column", "unit", "better"};
    block->column = block->unit = block->better = "";
    if (!node)
        return true;
    const config_node *column = config_get(node, "column"), *better = config_get(node, "better");
    if (!plan_study_keys(node, "response", keys, 3, error) ||
        !plan_study_text(node, "column", &block->column, error) ||
        !plan_study_text(node, "unit", &block->unit, error) ||
        !plan_study_text(node, "better", &block->better, error))
        return false;
    if (!column)
        return config_fail(error, node, "the response has no column: column: dt_stable");
    if (!plan_study_check_quantity(column, error))
        return false;
    const results_column *q = quantity_find(block->column);
    if (*block->unit && isnan(unit_factor(q->unit, block->unit)))
        return config_fail(error, config_get(node, "unit"),
                           "%s in '%s'; allowed: %s, with a prefix or without", quantity_name(q),
                           block->unit, q->unit);
    if (better && strcmp(block->better, "larger") != 0 && strcmp(block->better, "smaller") != 0)
        return config_fail(error, better, "better is '%s'; allowed: larger, smaller",
                           block->better);
    return true;
}

static size_t count_variants(const config_node *node)
{
    size_t count = 0;
    for (size_t i = 0; i < node->count; i++)
        count += node->item[i]->count;
    return count;
}

static bool read_variants(const config_node *node, study_block *block, config_error *error)
{
    if (!node)
        return true;
    if (node->kind != CONFIG_MAPPING)
        return config_fail(error, node,
                           "variants is a mapping from published values to lists of "
                           "the cases' values that stand for them");
    block->variant = calloc(count_variants(node) + 1, sizeof *block->variant);
    if (!block->variant)
        return config_fail(error, node, "out of memory");
    for (size_t i = 0; i < node->count; i++) {
        const config_node *values = node->item[i];
        if (values->kind != CONFIG_SEQUENCE || values->count == 0)
            return config_fail(error, values,
                               "variants of '%s': allowed: a list of one value or "
                               "more",
                               node->key[i]->text);
        for (size_t k = 0; k < values->count; k++) {
            study_variant *v = &block->variant[block->variant_count];
            v->published = node->key[i]->text;
            if (!config_text(values->item[k], &v->value, error))
                return false;
            block->variant_count++;
        }
    }
    return true;
}

/* --- design --- */

static bool read_role(const config_node *node, const study_block *block, const char *key,
                      const char **factor, config_error *error)
{
    const config_node *name = config_get(node, key);
    return plan_study_text(node, key, factor, error) &&
           (!name || plan_study_check_factor(block, name, error));
}

static bool read_design(const config_node *node, study_block *block, config_error *error)
{
    static const char *const keys[] = {"varied", "by", "unvaried", "member", "size", "refined"};
    study_design *d = &block->design;
    *d = (study_design){"", "", "", "", "", ""};
    if (!node)
        return true;
    if (!plan_study_keys(node, "design", keys, 6, error) ||
        !read_role(node, block, "varied", &d->varied, error) ||
        !read_role(node, block, "by", &d->by, error) ||
        !plan_study_text(node, "unvaried", &d->unvaried, error) ||
        !read_role(node, block, "member", &d->member, error) ||
        !read_role(node, block, "size", &d->size, error) ||
        !read_role(node, block, "refined", &d->refined, error))
        return false;
    if (!*d->varied && (*d->by || *d->unvaried))
        return config_fail(error, node, "the design has `by` or `unvaried` and no `varied`");
    if ((*d->varied != '\0') + (*d->member != '\0') + (*d->size != '\0') + (*d->refined != '\0') !=
        1)
        return config_fail(error, node,
                           "a design is one of: {varied: FACTOR, by: FACTOR, "
                           "unvaried: VALUE}, {member: FACTOR}, {size: FACTOR}, {refined: FACTOR}");
    return true;
}

/* --- figures --- */

typedef struct panel_range {
    double damping, radius[2];
} panel_range;

static const trama_field panel_table[] = {
    {TRAMA_FIELD_OF(panel_range, damping), .unit = "1", .minimum = 0, .maximum = 100,
     .summary = "c dt at which spectral radii are shown"},
    {TRAMA_FIELD_OF(panel_range, radius), .unit = "1", .minimum = 0, .maximum = 1e6,
     .fallback = {0.4, 2.6}, .summary = "smallest and largest radius shown"},
};
static const trama_fields panel_fields = TRAMA_FIELDS(panel_table, panel_range);

static bool read_panel(const config_node *node, study_panel *panel, config_error *error)
{
    static const char *const others[] = {"title", "of", NULL};
    panel_range r;
    if (!config_fields(node, panel_fields, others, &r, error) ||
        !plan_study_text(node, "title", &panel->title, error))
        return false;
    const config_node *of = config_get(node, "of");
    if (!of || of->kind != CONFIG_SEQUENCE || of->count == 0 || of->count > STUDY_PANEL_MOST)
        return config_fail(error, of ? of : node, "a panel needs of: [METHOD, ...], %d at most",
                           STUDY_PANEL_MOST);
    panel->member = calloc(of->count, sizeof(*panel->member));
    if (!panel->member)
        return config_fail(error, of, "out of memory");
    for (; panel->member_count < of->count; panel->member_count++)
        if (!config_text(of->item[panel->member_count], &panel->member[panel->member_count], error))
            return false;
    panel->damping = r.damping;
    panel->low = r.radius[0];
    panel->high = r.radius[1];
    return r.radius[0] < r.radius[1] ||
           config_fail(error, node, "the radius of a panel; allowed: [LOW, HIGH], low first");
}

static bool read_panels(const config_node *node, study_block *block, config_error *error)
{
    if (!node)
        return true;
    if (node->kind != CONFIG_SEQUENCE || node->count > STUDY_PANELS_MOST)
        return config_fail(error, node,
                           "panels is a list of at most %d {title: TEXT, of: "
                           "[METHOD, ...]}",
                           STUDY_PANELS_MOST);
    block->panel = calloc(node->count + 1, sizeof *block->panel);
    if (!block->panel)
        return config_fail(error, node, "out of memory");
    for (size_t i = 0; i < node->count; i++)
        if (!read_panel(node->item[i], &block->panel[block->panel_count++], error))
            return false;
    return true;
}

static bool read_folds(const config_node *study, study_block *block, config_error *error)
{
    const config_node *node = config_get(study, "folds");
    if (!plan_study_text(study, "folds", &block->folds, error))
        return false;
    return !node || strcmp(block->folds, "linear") == 0 || strcmp(block->folds, "log") == 0 ||
           config_fail(error, node, "folds is '%s'; allowed: linear, log", block->folds);
}

/* --- the block --- */

static bool read_block(const config_node *node, plan_experiment *experiment, config_error *error)
{
    static const char *const keys[] = {
        "question", "factors",   "response", "variants", "must_hold", "as_printed", "comparison",
        "design",   "published", "folds",    "panels",   "listing",   "reference"};
    study_block *block = &experiment->study;
    const config_node *published = config_get(node, "published");
    return plan_study_keys(node, "study", keys, sizeof keys / sizeof *keys, error) &&
           plan_study_text(node, "question", &block->question, error) &&
           plan_study_text(node, "must_hold", &block->must_hold, error) &&
           plan_study_text(node, "as_printed", &block->as_printed, error) &&
           plan_study_text(node, "comparison", &block->comparison, error) &&
           read_factors(experiment->store, config_get(node, "factors"), block, error) &&
           read_response(config_get(node, "response"), block, error) &&
           read_variants(config_get(node, "variants"), block, error) &&
           read_design(config_get(node, "design"), block, error) &&
           read_folds(node, block, error) &&
           read_panels(config_get(node, "panels"), block, error) &&
           plan_study_read_listing(config_get(node, "listing"), block, error) &&
           (!published || plan_study_read_tables(published, experiment, error)) &&
           plan_study_read_reference(config_get(node, "reference"), block, error);
}

bool plan_study_read(const config_node *root, plan_experiment *experiment, config_error *error)
{
    const config_node *node = config_get(root, "study");
    experiment->study = (study_block){0};
    experiment->study_node = node;
    if (!node)
        return true;
    experiment->study.given = true;
    return read_block(node, experiment, error);
}

/* --- a case --- */

/* The case with its factors beside its sections. */
static bool overlay(const sweep_case *of, const plan_case *c, const plan_row *row,
                    const config_node **tree, config_error *error)
{
    const study_block *block = &c->experiment->study;
    config_store *store = c->experiment->store;
    *tree = of->tree;
    for (size_t i = 0; i < block->factor_count; i++) {
        const swept_value *value = &row->factor[i];
        char text[300];
        if (value->type == BUNDLE_REAL)
            snprintf(text, sizeof text, "%.17g", value->real);
        else
            swept_text(value, text, sizeof text);
        const config_node *scalar = config_scalar(store, text, c->experiment->study_node);
        config_node *changed;
        if (!scalar)
            return config_fail(error, c->experiment->study_node, "out of memory");
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

bool plan_study_row(const sweep_case *of, const plan_case *c, plan_row *row, config_error *error)
{
    const plan_experiment *experiment = c->experiment;
    const study_block *block = &experiment->study;
    const config_node *factors =
        experiment->study_node ? config_get(experiment->study_node, "factors") : NULL;
    const config_node *tree;
    row->required = false;
    row->printed = true;
    row->reference = TRAMA_NAN;
    row->factor = calloc(block->factor_count + 1, sizeof *row->factor);
    if (!row->factor)
        return config_fail(error, of->tree, "out of memory");
    for (size_t i = 0; factors && i < block->factor_count; i++) {
        const config_node *path = factor_path(experiment->store, factors->item[i], error);
        if (!path || !swept_factor(of, c, path, &row->factor[i], error))
            return false;
        row->factor[i].path = block->factor[i].name;
    }
    if (!block->given || (!*block->must_hold && !*block->as_printed &&
                          !config_get(experiment->study_node, "reference")))
        return true;
    return overlay(of, c, row, &tree, error) &&
           holds(experiment, "must_hold", tree, &row->required, error) &&
           holds(experiment, "as_printed", tree, &row->printed, error) &&
           plan_study_reference(experiment->study_node, tree, &row->reference, error);
}

/* Two tables of one name would be one file. */
static bool check_listings(const plan *p, config_error *error)
{
    for (size_t i = 0; i < p->experiment_count; i++)
        for (size_t j = 0; j < i; j++) {
            const plan_experiment *a = &p->experiment[j], *b = &p->experiment[i];
            if (a->study.given && b->study.given && b->study.listing.name[0] &&
                strcasecmp(a->study.listing.name, b->study.listing.name) == 0)
                return config_fail(error, config_get(config_get(b->study_node, "listing"), "name"),
                                   "a table '%s' is listed in %s already; allowed: another name",
                                   b->study.listing.name, a->file);
        }
    return true;
}

bool plan_study_check_files(const plan *p, config_error *error)
{
    for (size_t i = 0; i < p->experiment_count; i++)
        for (size_t j = 0; j < i; j++)
            if (p->experiment[i].study.given && p->experiment[j].study.given &&
                strcmp(p->experiment[i].name, p->experiment[j].name) == 0)
                return config_fail(error, p->experiment[i].study_node,
                                   "the experiment '%s' has a study in %s already",
                                   p->experiment[i].name, p->experiment[j].file);
    return check_listings(p, error);
}
