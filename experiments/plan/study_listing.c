/* The table that a study names itself: `listing` of its block, read and checked. */
#include "plan/study.h"

#include <stdlib.h>
#include <string.h>

#include "quantities/quantities.h"
#include "study/listing_source.h"

/* A factor, a quantity, `published QUANTITY`, `status`; or one of all cases of a row. */
static bool is_source(const study_block *block, const char *text)
{
    listing_source source;
    if (strcmp(text, "status") == 0 || study_block_factor(block, text) < block->factor_count)
        return true;
    if (!listing_source_read(text, &source) ||
        (source.factor[0] && study_block_factor(block, source.factor) == block->factor_count))
        return false;
    for (size_t i = 0; i < source.count; i++)
        if (!quantity_find(source.quantity[i].name))
            return false;
    return true;
}

static bool check_source(const study_block *block, const config_node *node, config_error *error)
{
    const char *text;
    if (!config_text(node, &text, error))
        return false;
    if (is_source(block, text))
        return true;
    return config_fail(error, node,
                       "a column of '%s'; allowed: a factor of the study, a quantity (trama list "
                       "quantities), published QUANTITY, status; and of all cases of a row: count, "
                       "largest QUANTITY, spread QUANTITY ..., exponent QUANTITY by FACTOR, FACTOR "
                       "where QUANTITY is NUMBER",
                       text);
}

static bool read_columns(const config_node *node, study_block *block, config_error *error)
{
    study_listing *listing = &block->listing;
    listing->column = calloc(node->count + 1, sizeof *listing->column);
    listing->of = calloc(node->count + 1, sizeof *listing->of);
    if (!listing->column || !listing->of)
        return config_fail(error, node, "out of memory");
    for (; listing->count < node->count; listing->count++) {
        const config_node *of = node->item[listing->count];
        listing->column[listing->count] = node->key[listing->count]->text;
        if (!check_source(block, of, error))
            return false;
        listing->of[listing->count] = of->text;
    }
    return true;
}

/* A factor, or a list of them. */
static bool read_rows(const config_node *node, study_block *block, config_error *error)
{
    study_listing *listing = &block->listing;
    const bool alone = node->kind == CONFIG_SCALAR;
    const size_t count = alone ? 1 : node->count;
    if (node->kind == CONFIG_MAPPING || count == 0)
        return config_fail(error, node, "rows of a listing; allowed: a factor, a list of factors");
    listing->row = calloc(count, sizeof *listing->row);
    if (!listing->row)
        return config_fail(error, node, "out of memory");
    for (; listing->row_count < count; listing->row_count++) {
        const config_node *factor = alone ? node : node->item[listing->row_count];
        if (!plan_study_check_factor(block, factor, error))
            return false;
        listing->row[listing->row_count] = factor->text;
    }
    return true;
}

/* A mapping from factors to the value that each has. */
static bool read_only(const config_node *node, study_block *block, config_error *error)
{
    study_listing *listing = &block->listing;
    if (!node)
        return true;
    if (node->kind != CONFIG_MAPPING)
        return config_fail(error, node, "only of a listing; allowed: {FACTOR: VALUE, ...}");
    listing->only = calloc(node->count + 1, sizeof *listing->only);
    listing->is = calloc(node->count + 1, sizeof *listing->is);
    if (!listing->only || !listing->is)
        return config_fail(error, node, "out of memory");
    for (; listing->only_count < node->count; listing->only_count++) {
        const config_node *factor = node->key[listing->only_count];
        if (!plan_study_check_factor(block, factor, error) ||
            !config_text(node->item[listing->only_count], &listing->is[listing->only_count], error))
            return false;
        listing->only[listing->only_count] = factor->text;
    }
    return true;
}

bool plan_study_read_listing(const config_node *node, study_block *block, config_error *error)
{
    static const char *const keys[] = {"name", "rows", "only", "columns"};
    study_listing *listing = &block->listing;
    listing->name = "";
    if (!node)
        return true;
    if (!plan_study_keys(node, "listing", keys, 4, error) ||
        !plan_study_text(node, "name", &listing->name, error))
        return false;
    const config_node *name = config_get(node, "name"), *rows = config_get(node, "rows"),
                      *columns = config_get(node, "columns");
    if (!name || !rows || !columns || columns->kind != CONFIG_MAPPING)
        return config_fail(
            error, node,
            "a listing is {name: NAME, rows: FACTOR or [FACTOR, ...], columns: {HEADING: SOURCE, "
            "...}}");
    if (!study_is_name(listing->name))
        return config_fail(error, name,
                           "'%s' cannot name a table; allowed: 1 to 64 letters, digits and _, the "
                           "first no digit",
                           listing->name);
    if (study_names_table(listing->name))
        return config_fail(error, name,
                           "'%s' is the name of a table that trama itself writes; allowed: another "
                           "name",
                           listing->name);
    return read_rows(rows, block, error) && read_only(config_get(node, "only"), block, error) &&
           read_columns(columns, block, error);
}
