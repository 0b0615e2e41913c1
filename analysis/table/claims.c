/* What a publication says of its runs, beside what they measure: a row a statement of a case. */
#include "analysis/quantities/claims.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/table/table.h"

static bool read_claim(const table_row *row, void *made)
{
    return claim_read(row->s, row->c, row->index, made);
}

static const claim *claim_in(const table_row *row)
{
    return row->made;
}

/* --- what is said --- */

static void configuration(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, claim_in(row)->configuration);
}

static void unit(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell->word = ""; /* a pure number has none */
    if (strcmp(claim_in(row)->unit, "1") != 0 && claim_in(row)->unit[0])
        cell_set_text(cell, cell->word = claim_in(row)->unit);
}

/* "at most 1", and whose bound that is. */
static void bound(const table_row *row, const table_column *column, table_cell *cell)
{
    const claim *of = claim_in(row);
    const double value = claim_bound(of);
    const bool one_sided = strncmp(of->relation, "at ", 3) == 0;
    const char *word = quantity_word(of->quantity, value);
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

/* --- how it comes out --- */

/* A mark for a claim that counts, whichever way it came out. */
static void measured(const table_row *row, const table_column *column, table_cell *cell)
{
    const claim *of = claim_in(row);
    const bool counts = claim_stands(of) == CLAIM_COUNTS;
    (void)column;
    cell_set_real(cell, of->measured);
    cell->word =
        isnan(of->measured) ? cell_why_not(row->c) : quantity_word(of->quantity, of->measured);
    cell->agrees = counts && claim_judge(of) == CLAIM_HOLDS;
    cell->differs = counts && claim_judge(of) == CLAIM_FAILS;
}

static void verdict(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, claim_verdict_name(claim_judge(claim_in(row))));
}

/* For people with what differs from the printed configuration. */
static void counts(const table_row *row, const table_column *column, table_cell *cell)
{
    const claim *of = claim_in(row);
    (void)column;
    cell_set_text(cell, claim_standing_name(claim_stands(of)));
    snprintf(cell->own, sizeof cell->own, "no: %s", of->configuration);
    if (claim_stands(of) == CLAIM_IS_VARIANT && of->configuration[0])
        cell->word = cell->own;
}

static const column_traits mixed = {.exact = true}; /* of several quantities */
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "model", .value = cell_text, .of = &column_case_model},
    {.name = "integrator", .value = cell_integrator},
    {.name = "configuration", .value = configuration},
    {"claim", "what is said", .value = cell_made_text, .of = AT(claim, words)},
    {.name = "quantity", .value = cell_made_text, .of = AT(claim, quantity)},
    {.name = "unit", .value = cell_made_text, .of = AT(claim, unit)},
    {.name = "relation", .value = cell_made_text, .of = AT(claim, relation)},
    {.name = "published", .value = cell_made_real, .of = AT(claim, published)},
    {.name = "criterion", .value = cell_made_real, .of = AT(claim, criterion)},
    {NULL, "bound", "", 1, 3, bound, NULL, &mixed},
    {"measured", "measured", "", 1, 3, measured, NULL, &mixed},
    {NULL, "unit", .value = unit},
    {.name = "verdict", .value = verdict},
    {.name = "kind", .value = cell_made_text, .of = AT(claim, kind_name)},
    {"counts", "evidence", .value = counts},
    {"page", "page", .value = cell_made_text, .of = AT(claim, page)},
    {.name = "sentence", .value = cell_made_text, .of = AT(claim, sentence)},
    {.name = "translation", .value = cell_made_text, .of = AT(claim, translation)},
};

/* --- for people --- */

static void caption(const table_row *row, char *text, size_t size)
{
    snprintf(text, size, "%s", case_text(row->c, &column_case_model));
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    (void)s, (void)cases;
    document_mark(out, "≠: what is said does not come out.");
    document_paragraph(
        out,
        "A claim is evidence if it is printed, has a bound, and could have failed in the printed "
        "configuration; the bound is ours where the source has words only. Fitted: the value chose "
        "a setting that is not printed, or such a setting decides the outcome. Hardware: a time of "
        "the author's machine. Of what is no evidence the measured value stands beside.");
    document_paragraph(
        out,
        "Measured in a run's last state: stretch, of the longest structural spring; out of plane, "
        "r.m.s. from the plane of least squares; energy added, what the work of the loads does not "
        "explain; sideways, of the centre of mass. Over the last fifth of a run: swing, range of "
        "the height of the centre of mass over that of the run; tremor, the largest displacement "
        "of a node in an iteration, the mean. Steps to rest: until no node moves further than "
        "1e-6 m in one. Estimates and predictions are over the middle of the measured bracket.");
}

/* --- what is said, in the words of the source --- */

static const table_column quoted[] = {
    {NULL, "page", .value = cell_made_text, .of = AT(claim, page)},
    {NULL, "in the source", .value = cell_made_text, .of = AT(claim, sentence)},
    {NULL, "translated", .value = cell_made_text, .of = AT(claim, translation)},
};

/* The claims whose sentences no earlier one has; how many. */
static size_t list_quoted(const study *s, const case_list *cases, claim *found, table_row *row)
{
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i++)
        for (size_t k = 0; k < claims_count(cases->item[i]); k++) {
            size_t j = 0;
            if (!claim_read(s, cases->item[i], k, &found[count]) || !found[count].sentence[0])
                continue;
            while (strcmp(found[j].sentence, found[count].sentence) != 0)
                j++;
            if (j < count)
                continue;
            row[count] = (table_row){.s = s, .c = cases->item[i], .made = &found[count]};
            count++;
        }
    return count;
}

static void conclude(const study *s, const case_list *cases, document *out)
{
    size_t most = 1;
    for (size_t i = 0; i < cases->count; i++)
        most += claims_count(cases->item[i]);
    claim *found = calloc(most, sizeof *found);
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
    .read = read_claim,
    .row_size = sizeof(claim),
    .printed = true,
    .section = "models",
    .caption = caption,
    .introduce = introduce,
    .conclude = conclude,
};
