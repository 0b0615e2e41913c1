#include "study/block.h"

#include "results/columns/columns.h"

#include <stdlib.h>
#include <string.h>

#include "core/numbers.h"
#include "core/text.h"

/* --- writing --- */

static void put_text(bundle *b, const results_column *column, const char *text)
{
    bundle_put_text(b, column, text ? text : "");
}

/* Rows of texts and numbers that are being put together: the tables' parts, one after the other. */
typedef struct rows {
    size_t count;
    int64_t *table;
    const char **first, **second;
    double *relative, *absolute, *high;
} rows;

static bool rows_make(rows *r, size_t most)
{
    *r = (rows){.table = calloc(most + 1, sizeof *r->table),
                .first = calloc(most + 1, sizeof *r->first),
                .second = calloc(most + 1, sizeof *r->second),
                .relative = calloc(most + 1, sizeof *r->relative),
                .absolute = calloc(most + 1, sizeof *r->absolute),
                .high = calloc(most + 1, sizeof *r->high)};
    return r->table && r->first && r->second && r->relative && r->absolute && r->high;
}

static void rows_free(rows *r)
{
    free(r->table);
    free(r->first);
    free(r->second);
    free(r->relative);
    free(r->absolute);
    free(r->high);
}

static void add_factors(const study_block *block, rows *r, bundle *b)
{
    for (size_t i = 0; i < block->factor_count; i++) {
        r->first[i] = block->factor[i].name;
        r->second[i] = block->factor[i].path;
    }
    bundle_put_texts(b, &column_study_factor_name, r->first, block->factor_count);
    bundle_put_texts(b, &column_study_factor_path, r->second, block->factor_count);
}

static void add_variants(const study_block *block, rows *r, bundle *b)
{
    for (size_t i = 0; i < block->variant_count; i++) {
        r->first[i] = block->variant[i].published;
        r->second[i] = block->variant[i].value;
    }
    bundle_put_texts(b, &column_study_variant_published, r->first, block->variant_count);
    bundle_put_texts(b, &column_study_variant_value, r->second, block->variant_count);
}

static void add_tables(const study_block *block, rows *r, bundle *b)
{
    for (size_t t = 0; t < block->table_count; t++) {
        r->first[t] = block->table[t].file;
        r->second[t] = block->table[t].text;
        r->table[t] = block->table[t].statements;
    }
    bundle_put_texts(b, &column_study_published_file, r->first, block->table_count);
    bundle_put_texts(b, &column_study_published_text, r->second, block->table_count);
    bundle_put_integers(b, &column_study_published_statements, r->table, block->table_count);
}

static void add_matches(const study_block *block, rows *r, bundle *b)
{
    r->count = 0;
    for (size_t t = 0; t < block->table_count; t++)
        for (size_t i = 0; i < block->table[t].match_count; i++) {
            r->table[r->count] = (int64_t)t;
            r->first[r->count++] = block->table[t].match[i];
        }
    bundle_put_integers(b, &column_study_match_table, r->table, r->count);
    bundle_put_texts(b, &column_study_match_factor, r->first, r->count);
}

static void add_comparisons(const study_block *block, rows *r, bundle *b)
{
    r->count = 0;
    for (size_t t = 0; t < block->table_count; t++)
        for (size_t i = 0; i < block->table[t].comparison_count; i++) {
            const study_comparison *c = &block->table[t].comparison[i];
            r->table[r->count] = (int64_t)t;
            r->first[r->count] = c->quantity;
            r->second[r->count] = c->published;
            r->relative[r->count] = c->relative;
            r->absolute[r->count++] = c->absolute;
        }
    bundle_put_integers(b, &column_study_compare_table, r->table, r->count);
    bundle_put_texts(b, &column_study_compare_quantity, r->first, r->count);
    bundle_put_texts(b, &column_study_compare_published, r->second, r->count);
    bundle_put_reals(b, &column_study_compare_relative, r->relative, r->count);
    bundle_put_reals(b, &column_study_compare_absolute, r->absolute, r->count);
}

static void add_panels(const study_block *block, rows *r, bundle *b)
{
    for (size_t p = 0; p < block->panel_count; p++) {
        r->first[p] = block->panel[p].title;
        r->relative[p] = block->panel[p].damping;
        r->absolute[p] = block->panel[p].low;
        r->high[p] = block->panel[p].high;
    }
    bundle_put_texts(b, &column_study_panel_title, r->first, block->panel_count);
    bundle_put_reals(b, &column_study_panel_damping, r->relative, block->panel_count);
    bundle_put_reals(b, &column_study_panel_low, r->absolute, block->panel_count);
    bundle_put_reals(b, &column_study_panel_high, r->high, block->panel_count);
}

static void add_members(const study_block *block, rows *r, bundle *b)
{
    r->count = 0;
    for (size_t p = 0; p < block->panel_count; p++)
        for (size_t i = 0; i < block->panel[p].member_count; i++) {
            r->table[r->count] = (int64_t)p;
            r->first[r->count++] = block->panel[p].member[i];
        }
    bundle_put_integers(b, &column_study_member_panel, r->table, r->count);
    bundle_put_texts(b, &column_study_member_method, r->first, r->count);
}

static void add_design(const study_design *d, bundle *b)
{
    put_text(b, &column_study_varied, d->varied);
    put_text(b, &column_study_by, d->by);
    put_text(b, &column_study_unvaried, d->unvaried);
    put_text(b, &column_study_member, d->member);
    put_text(b, &column_study_size, d->size);
    put_text(b, &column_study_refined, d->refined);
}

static void add_head(const study_block *block, bundle *b)
{
    put_text(b, &column_study_question, block->question);
    put_text(b, &column_study_response_column, block->column);
    put_text(b, &column_study_response_unit, block->unit);
    put_text(b, &column_study_response_better, block->better);
    put_text(b, &column_study_must_hold, block->must_hold);
    put_text(b, &column_study_as_printed, block->as_printed);
    put_text(b, &column_study_comparison, block->comparison);
    put_text(b, &column_study_folds, block->folds);
}

/* The longest list of the block. */
static size_t longest(const study_block *block)
{
    size_t matches = 0, comparisons = 0, members = 0;
    for (size_t t = 0; t < block->table_count; t++) {
        matches += block->table[t].match_count;
        comparisons += block->table[t].comparison_count;
    }
    const size_t most = matches > comparisons ? matches : comparisons;
    for (size_t p = 0; p < block->panel_count; p++)
        members += block->panel[p].member_count;
    return most + members + block->panel_count + block->factor_count + block->variant_count +
           block->table_count;
}

void study_block_write(const study_block *block, bundle *b)
{
    rows r;
    if (!block->given)
        return;
    if (rows_make(&r, longest(block))) {
        add_head(block, b);
        add_design(&block->design, b);
        add_factors(block, &r, b);
        add_variants(block, &r, b);
        add_tables(block, &r, b);
        add_matches(block, &r, b);
        add_comparisons(block, &r, b);
        add_panels(block, &r, b);
        add_members(block, &r, b);
        study_listing_write(&block->listing, b);
    } else {
        b->no_memory = true;
    }
    rows_free(&r);
}

/* --- reading --- */

enum { ROWS_MOST = 1000000 }; /* of a list of the block: no study has as many */

/* A column of that type; NULL if there is none. *count is the rows that all such columns of a list
 * have in common. */
static const bundle_column *list(const bundle *b, const results_column *column, bundle_type type,
                                 size_t *count)
{
    const bundle_column *found = bundle_get(b, column);
    if (!found || found->type != type || found->columns != 1) {
        *count = 0;
        return NULL;
    }
    *count = found->rows < *count ? found->rows : *count;
    return found;
}

static bool read_factors(const bundle *b, study_block *block)
{
    size_t count = ROWS_MOST;
    const bundle_column *name = list(b, &column_study_factor_name, BUNDLE_TEXT, &count);
    const bundle_column *path = list(b, &column_study_factor_path, BUNDLE_TEXT, &count);
    block->factor = calloc(count + 1, sizeof *block->factor);
    for (size_t i = 0; block->factor && i < count; i++) {
        if (!study_is_name(name->text[i]))
            return false;
        block->factor[block->factor_count++] = (study_factor){name->text[i], path->text[i]};
    }
    return block->factor != NULL;
}

static bool read_variants(const bundle *b, study_block *block)
{
    size_t count = ROWS_MOST;
    const bundle_column *published = list(b, &column_study_variant_published, BUNDLE_TEXT, &count);
    const bundle_column *value = list(b, &column_study_variant_value, BUNDLE_TEXT, &count);
    block->variant = calloc(count + 1, sizeof *block->variant);
    for (size_t i = 0; block->variant && i < count; i++)
        block->variant[block->variant_count++] =
            (study_variant){published->text[i], value->text[i]};
    return block->variant != NULL;
}

static bool read_tables(const bundle *b, study_block *block)
{
    size_t count = ROWS_MOST;
    const bundle_column *file = list(b, &column_study_published_file, BUNDLE_TEXT, &count);
    const bundle_column *text = list(b, &column_study_published_text, BUNDLE_TEXT, &count);
    const bundle_column *kind = list(b, &column_study_published_statements, BUNDLE_INTEGER, &count);
    block->table = calloc(count + 1, sizeof *block->table);
    for (size_t i = 0; block->table && i < count; i++)
        block->table[block->table_count++] = (study_table){
            .file = file->text[i], .text = text->text[i], .statements = kind->integer[i] != 0};
    return block->table != NULL;
}

/* The table of a row of a list that says it; NULL if there is none of that number. */
static study_table *table_of(study_block *block, const bundle_column *table, size_t row)
{
    const int64_t at = table->integer[row];
    return at >= 0 && (uint64_t)at < block->table_count ? &block->table[at] : NULL;
}

static bool read_matches(const bundle *b, study_block *block)
{
    size_t count = ROWS_MOST;
    const bundle_column *table = list(b, &column_study_match_table, BUNDLE_INTEGER, &count);
    const bundle_column *factor = list(b, &column_study_match_factor, BUNDLE_TEXT, &count);
    for (size_t t = 0; t < block->table_count; t++)
        if (!(block->table[t].match = calloc(count + 1, sizeof(char *))))
            return false;
    for (size_t i = 0; i < count; i++) {
        study_table *of = table_of(block, table, i);
        if (!of || !of->match)
            return false;
        of->match[of->match_count++] = factor->text[i];
    }
    return true;
}

static bool read_comparisons(const bundle *b, study_block *block)
{
    size_t count = ROWS_MOST;
    const bundle_column *table = list(b, &column_study_compare_table, BUNDLE_INTEGER, &count);
    const bundle_column *quantity = list(b, &column_study_compare_quantity, BUNDLE_TEXT, &count);
    const bundle_column *published = list(b, &column_study_compare_published, BUNDLE_TEXT, &count);
    const bundle_column *relative = list(b, &column_study_compare_relative, BUNDLE_REAL, &count);
    const bundle_column *absolute = list(b, &column_study_compare_absolute, BUNDLE_REAL, &count);
    for (size_t t = 0; t < block->table_count; t++)
        if (!(block->table[t].comparison = calloc(count + 1, sizeof(study_comparison))))
            return false;
    for (size_t i = 0; i < count; i++) {
        study_table *of = table_of(block, table, i);
        if (!of)
            return false;
        of->comparison[of->comparison_count++] = (study_comparison){
            quantity->text[i], published->text[i], relative->real[i], absolute->real[i]};
    }
    return true;
}

static bool read_panels(const bundle *b, study_block *block)
{
    size_t count = ROWS_MOST, members = ROWS_MOST;
    const bundle_column *title = list(b, &column_study_panel_title, BUNDLE_TEXT, &count);
    const bundle_column *damping = list(b, &column_study_panel_damping, BUNDLE_REAL, &count);
    const bundle_column *low = list(b, &column_study_panel_low, BUNDLE_REAL, &count);
    const bundle_column *high = list(b, &column_study_panel_high, BUNDLE_REAL, &count);
    const bundle_column *panel = list(b, &column_study_member_panel, BUNDLE_INTEGER, &members);
    const bundle_column *method = list(b, &column_study_member_method, BUNDLE_TEXT, &members);
    block->panel = calloc(count + 1, sizeof *block->panel);
    for (size_t i = 0; block->panel && i < count; i++) {
        block->panel[block->panel_count++] = (study_panel){title->text[i],
                                                           damping->real[i],
                                                           low->real[i],
                                                           high->real[i],
                                                           0,
                                                           calloc(members + 1, sizeof(char *))};
        if (!block->panel[i].member)
            return false;
    }
    for (size_t i = 0; block->panel && i < members; i++) {
        const int64_t at = panel->integer[i];
        if (at < 0 || (uint64_t)at >= block->panel_count || !block->panel[at].member)
            return false;
        block->panel[at].member[block->panel[at].member_count++] = method->text[i];
    }
    return block->panel != NULL;
}

static const char *text_of(const bundle *b, const results_column *column)
{
    return bundle_text(b, column->path, "");
}

bool study_block_read(const bundle *b, study_block *block)
{
    *block = (study_block){
        .given = bundle_get(b, &column_study_question) != NULL,
        .question = text_of(b, &column_study_question),
        .column = text_of(b, &column_study_response_column),
        .unit = text_of(b, &column_study_response_unit),
        .better = text_of(b, &column_study_response_better),
        .must_hold = text_of(b, &column_study_must_hold),
        .as_printed = text_of(b, &column_study_as_printed),
        .comparison = text_of(b, &column_study_comparison),
        .folds = text_of(b, &column_study_folds),
        .design = {.varied = text_of(b, &column_study_varied),
                   .by = text_of(b, &column_study_by),
                   .unvaried = text_of(b, &column_study_unvaried),
                   .member = text_of(b, &column_study_member),
                   .size = text_of(b, &column_study_size),
                   .refined = text_of(b, &column_study_refined)},
    };
    return read_factors(b, block) && read_variants(b, block) && read_tables(b, block) &&
           read_matches(b, block) && read_comparisons(b, block) && read_panels(b, block) &&
           study_listing_read(b, &block->listing);
}

void study_block_free(study_block *block)
{
    for (size_t t = 0; t < block->table_count; t++) {
        free(block->table[t].match);
        free(block->table[t].comparison);
    }
    for (size_t p = 0; p < block->panel_count; p++)
        free(block->panel[p].member);
    study_listing_free(&block->listing);
    free(block->panel);
    free(block->factor);
    free(block->variant);
    free(block->table);
    *block = (study_block){0};
}

/* --- what it says --- */

size_t study_block_factor(const study_block *block, const char *name)
{
    size_t i = 0;
    while (i < block->factor_count && strcmp(block->factor[i].name, name) != 0)
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
