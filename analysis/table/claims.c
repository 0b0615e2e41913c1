/* What a publication says of its runs, beside what they measure: a row a statement of a case. */
#include "analysis/quantities/claims.h"
#include "analysis/table/table.h"

#define TEXT(member) .value = cell_made_text, .of = AT(claim_row, member)
#define REAL(member) .value = cell_made_real, .of = AT(claim_row, member)
static const column_traits mixed = {.exact = true}; /* of several quantities */
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "model", .value = cell_text, .of = &column_case_model},
    {.name = "integrator", .value = cell_integrator},
    {.name = "configuration", .value = cell_made_words, .of = AT(claim_row, is.configuration)},
    {"claim", "what is said", TEXT(is.words)},
    {.name = "quantity", TEXT(is.quantity)},
    {.name = "over", TEXT(is.over)},
    {.name = "unit", TEXT(is.unit)},
    {.name = "relation", TEXT(is.relation)},
    {.name = "published", REAL(is.published)},
    {.name = "criterion", REAL(is.criterion)},
    {NULL, "bound", "", 1, 3, cell_told, AT(claim_row, bound), &mixed},
    {"measured", "measured", "", 1, 3, cell_told, AT(claim_row, measured), &mixed},
    {NULL, "unit", .value = cell_told, .of = AT(claim_row, unit)},
    {.name = "verdict", TEXT(verdict)},
    {.name = "kind", TEXT(is.kind_name)},
    {"counts", "evidence", .value = cell_told, .of = AT(claim_row, counts)},
    {"page", "page", TEXT(is.page)},
    {.name = "sentence", TEXT(is.sentence)},
    {.name = "translation", TEXT(is.translation)},
};

static const table_column quoted[] = {
    {NULL, "page", TEXT(is.page)},
    {NULL, "in the source", TEXT(is.sentence)},
    {NULL, "translated", TEXT(is.translation)},
};

static const table_part sentences = {
    .caption = "The sentences",
    TABLE_COLUMNS(quoted),
    .rows = claim_rows_quoted,
    .row_size = sizeof(claim_row),
    .distinct = true,
};

const table_type table_claims = {
    .name = "claims",
    .title = "What is said of single runs, and what they measure",
    .filter = claims_are_made,
    TABLE_COLUMNS(columns),
    .row_count = claims_count,
    .read = claim_row_read,
    .row_size = sizeof(claim_row),
    .printed = true,
    .section = "models",
    .caption = &(const table_column){.value = cell_text, .of = &column_case_model},
    .marks = MARKS("≠: what is said does not come out."),
    .intro =
        "A claim is evidence if it is printed, has a bound, and could have failed in the printed "
        "configuration; the bound is ours where the source has words only. Of what is no evidence "
        "the measured value stands beside (docs/campos.md: why, and what is measured).",
    .after = PARTS(&sentences),
};
