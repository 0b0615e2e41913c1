/* The study block: its keys, in the order in which they are read, and the checks of the whole. */
#include "study/block.h"

#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "core/text.h"
#include "study/parts.h"

const study_block study_block_none = {.question = "",
                                      .column = "",
                                      .unit = "",
                                      .better = "",
                                      .must_hold = "",
                                      .as_printed = "",
                                      .folds = "",
                                      .reference = "",
                                      .design = {"", "", "", "", "", ""}};

static bool read_response(const study_reader *in, const config_node *node)
{
    static const char *const keys[] = {"column", "unit", "better"};
    study_block *block = in->block;
    if (!node)
        return true;
    const config_node *better = config_get(node, "better");
    if (!study_part_keys(in, node, "response", keys, 3) ||
        !study_part_text(in, node, "column", &block->column) ||
        !study_part_text(in, node, "unit", &block->unit) ||
        !study_part_text(in, node, "better", &block->better))
        return false;
    if (!config_get(node, "column"))
        return config_fail(in->error, node, "the response has no column: column: dt_stable");
    if (better && strcmp(block->better, "larger") != 0 && strcmp(block->better, "smaller") != 0)
        return config_fail(in->error, better, "better is '%s'; allowed: larger, smaller",
                           block->better);
    return true;
}

static bool read_folds(const study_reader *in, const config_node *study)
{
    const config_node *node = config_get(study, "folds");
    const char **folds = &in->block->folds;
    if (!study_part_text(in, study, "folds", folds))
        return false;
    return !node || strcmp(*folds, "linear") == 0 || strcmp(*folds, "log") == 0 ||
           config_fail(in->error, node, "folds is '%s'; allowed: linear, log", *folds);
}

/* The last keys are of blocks that earlier versions stored: they say nothing any more. */
enum { RETIRED = 1 };

static bool read_block(const study_reader *in, const config_node *study)
{
    static const char *const keys[] = {
        "question",  "factors", "response", "variants", "must_hold", "as_printed", "design",
        "published", "folds",   "panels",   "listing",  "reference", "figures",    "comparison"};
    const size_t known = sizeof keys / sizeof *keys - (in->stored ? 0 : RETIRED);
    study_block *block = in->block;
    return study_part_keys(in, study, "study", keys, known) &&
           study_part_text(in, study, "question", &block->question) &&
           study_part_text(in, study, "must_hold", &block->must_hold) &&
           study_part_text(in, study, "as_printed", &block->as_printed) &&
           study_read_factors(in, config_get(study, "factors")) &&
           read_response(in, config_get(study, "response")) &&
           study_read_variants(in, config_get(study, "variants")) &&
           study_read_design(in, config_get(study, "design")) && read_folds(in, study) &&
           study_read_panels(in, config_get(study, "panels")) &&
           study_read_listings(in, config_get(study, "listing")) &&
           study_read_figures(in, config_get(study, "figures")) &&
           study_read_published(in, config_get(study, "published")) &&
           study_read_reference(in, config_get(study, "reference"));
}

static bool begin(const study_reader *in, const config_node *study)
{
    *in->block = study_block_none;
    in->block->given = true;
    return read_block(in, study);
}

bool study_block_parse(config_store *store, const config_node *study, study_block *block,
                       config_error *error)
{
    const study_reader in = {store, block, error, .stored = false};
    return begin(&in, study);
}

bool study_block_parse_stored(config_store *store, const config_node *study, study_block *block,
                              config_error *error)
{
    const study_reader in = {store, block, error, .stored = true};
    return begin(&in, study);
}

void study_block_free(study_block *block)
{
    for (size_t t = 0; t < block->table_count; t++) {
        free(block->table[t].match);
        free(block->table[t].comparison);
    }
    for (size_t p = 0; p < block->panel_count; p++)
        free(block->panel[p].member);
    for (size_t i = 0; i < block->listing_count; i++)
        study_listing_free(&block->listing[i]);
    free(block->listing);
    free(block->figure);
    free(block->panel);
    free(block->factor);
    free(block->variant);
    free(block->table);
    *block = study_block_none;
}

/* ---- What it says. */

size_t study_block_factor(const study_block *block, const char *name)
{
    size_t i = 0;
    while (i < block->factor_count && strcmp(block->factor[i].name, name) != 0)
        i++;
    return i;
}

bool study_path_is_of_integrator(const char *path)
{
    static const char section[] = "integrator";
    const size_t length = sizeof section - 1;
    return strncmp(path, section, length) == 0 && (path[length] == '\0' || path[length] == '.');
}

bool study_factor_is_method(const study_factor *factor)
{
    return strcmp(factor->name, "method") == 0 || study_path_is_of_integrator(factor->path);
}

bool study_design_has(const study_design *d, const char *factor)
{
    return strcmp(d->varied, factor) == 0 || strcmp(d->by, factor) == 0 ||
           strcmp(d->member, factor) == 0 || strcmp(d->size, factor) == 0 ||
           strcmp(d->refined, factor) == 0;
}

bool study_factor_is_subject(const study_block *block, size_t i)
{
    return !study_factor_is_method(&block->factor[i]) &&
           !study_design_has(&block->design, block->factor[i].name);
}

size_t study_block_subject(const study_block *block)
{
    size_t i = 0;
    while (i < block->factor_count && !study_factor_is_subject(block, i))
        i++;
    return i;
}

static bool is_number(const char *text, double *value)
{
    return trama_read_real(text, -TRAMA_INFINITY, TRAMA_INFINITY, value);
}

/* As numbers, if both are: 0.50 is 0.5. */
static bool is_same(const char *a, const char *b)
{
    double x, y;
    return is_number(a, &x) && is_number(b, &y) ? x == y : strcmp(a, b) == 0;
}

bool study_block_stands_for(const study_block *block, const char *value, const char *published)
{
    bool has_variants = false;
    for (size_t i = 0; i < block->variant_count; i++) {
        if (!is_same(block->variant[i].published, published))
            continue;
        has_variants = true;
        if (is_same(block->variant[i].value, value))
            return true;
    }
    return !has_variants && is_same(value, published);
}
