/* What a publication says of its runs, beside what they measure: a row a statement of a case. */
#include "analysis/quantities/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/table/table.h"

/* What a row says. */
typedef struct entry {
    claim is;
    claim_verdict comes_out;
    bool is_evidence;
    const char *verdict, *counts;
} entry;

static bool read_entry(const table_row *row, void *made)
{
    entry *e = made;
    if (!claim_read(row->s, row->c, row->index, &e->is))
        return false;
    e->comes_out = claim_judge(&e->is);
    e->is_evidence = claim_stands(&e->is) == CLAIM_COUNTS;
    e->verdict = claim_verdict_name(e->comes_out);
    e->counts = claim_standing_name(claim_stands(&e->is));
    return true;
}

/* --- for people --- */

/* A pure number has none. */
static void unit(const table_row *row, const table_column *column, table_cell *cell)
{
    const entry *e = row->made;
    (void)column;
    cell->word = "";
    if (strcmp(e->is.unit, "1") != 0 && e->is.unit[0])
        cell_set_text(cell, cell->word = e->is.unit);
}

/* "at most 1", and whose bound that is. */
static void bound(const table_row *row, const table_column *column, table_cell *cell)
{
    const claim *of = &((const entry *)row->made)->is;
    const double value = claim_bound(of);
    const bool one_sided = *of->relation && strcmp(of->relation, "equals") != 0;
    const char *word = *of->over ? NULL : quantity_word(of->quantity, value);
    char said[40];
    (void)column;
    cell_set_real(cell, value);
    if (isnan(value))
        return;
    snprintf(said, sizeof said, "%.3g", value);
    snprintf(cell->own, sizeof cell->own, "%s%s%s%s", one_sided && !word ? of->relation : "",
             one_sided && !word ? " " : "", word ? word : said,
             isnan(of->published) ? " (ours)" : "");
    cell->word = cell->own;
}

/* A mark for a claim that counts, whichever way it came out. */
static void measured(const table_row *row, const table_column *column, table_cell *cell)
{
    const entry *e = row->made;
    const double value = e->is.measured;
    (void)column;
    cell_set_real(cell, value);
    cell->word = isnan(value)  ? cell_why_not(row->c)
                 : *e->is.over ? NULL
                               : quantity_word(e->is.quantity, value);
    cell->agrees = e->is_evidence && e->comes_out == CLAIM_HOLDS;
    cell->differs = e->is_evidence && e->comes_out == CLAIM_FAILS;
}

/* With what differs from the printed configuration. */
static void counts(const table_row *row, const table_column *column, table_cell *cell)
{
    const entry *e = row->made;
    (void)column;
    cell_set_text(cell, e->counts);
    snprintf(cell->own, sizeof cell->own, "no: %s", e->is.configuration);
    if (claim_stands(&e->is) == CLAIM_IS_VARIANT && e->is.configuration[0])
        cell->word = cell->own;
}

#define TEXT(member) .value = cell_made_text, .of = AT(entry, member)
static const column_traits mixed = {.exact = true}; /* of several quantities */
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "model", .value = cell_text, .of = &column_case_model},
    {.name = "integrator", .value = cell_integrator},
    {.name = "configuration", .value = cell_made_words, .of = AT(entry, is.configuration)},
    {"claim", "what is said", TEXT(is.words)},
    {.name = "quantity", TEXT(is.quantity)},
    {.name = "over", TEXT(is.over)},
    {.name = "unit", TEXT(is.unit)},
    {.name = "relation", TEXT(is.relation)},
    {.name = "published", .value = cell_made_real, .of = AT(entry, is.published)},
    {.name = "criterion", .value = cell_made_real, .of = AT(entry, is.criterion)},
    {NULL, "bound", "", 1, 3, bound, NULL, &mixed},
    {"measured", "measured", "", 1, 3, measured, NULL, &mixed},
    {NULL, "unit", .value = unit},
    {.name = "verdict", TEXT(verdict)},
    {.name = "kind", TEXT(is.kind_name)},
    {"counts", "evidence", .value = counts},
    {"page", "page", TEXT(is.page)},
    {.name = "sentence", TEXT(is.sentence)},
    {.name = "translation", TEXT(is.translation)},
};

static void caption(const table_row *row, char *text, size_t size)
{
    snprintf(text, size, "%s", case_text(row->c, &column_case_model));
}

/* --- what is said, in the words of the source --- */

static const table_column quoted[] = {
    {NULL, "page", TEXT(is.page)},
    {NULL, "in the source", TEXT(is.sentence)},
    {NULL, "translated", TEXT(is.translation)},
};

/* The statements whose sentences no earlier one has; how many. */
static size_t list_quoted(const study *s, const case_list *cases, entry *found, table_row *row)
{
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i++)
        for (size_t k = 0; k < claims_count(cases->item[i]); k++) {
            claim *own = &found[count].is;
            size_t j = 0;
            if (!claim_read(s, cases->item[i], k, own) || !own->sentence[0])
                continue;
            while (strcmp(found[j].is.sentence, own->sentence) != 0)
                j++;
            if (j == count)
                row[count++] = (table_row){.s = s, .made = &found[j]};
        }
    return count;
}

static void conclude(const study *s, const case_list *cases, document *out)
{
    size_t most = 1;
    for (size_t i = 0; i < cases->count; i++)
        most += claims_count(cases->item[i]);
    entry *found = calloc(most, sizeof *found);
    table_row *row = calloc(most, sizeof *row);
    if (found && row)
        columns_grid(quoted, sizeof quoted / sizeof *quoted, row, list_quoted(s, cases, found, row),
                     "The sentences", out);
    out->no_memory |= !found || !row;
    free(row);
    free(found);
}

const table_type table_claims = {
    .name = "claims",
    .title = "What is said of single runs, and what they measure",
    .filter = claims_are_made,
    TABLE_COLUMNS(columns),
    .row_count = claims_count,
    .read = read_entry,
    .row_size = sizeof(entry),
    .printed = true,
    .section = "models",
    .caption = caption,
    .marks = MARKS("≠: what is said does not come out."),
    .intro =
        "A claim is evidence if it is printed, has a bound, and could have failed in the printed "
        "configuration; the bound is ours where the source has words only. Of what is no evidence "
        "the measured value stands beside (docs/campos.md: why, and what is measured).",
    .conclude = conclude,
};
