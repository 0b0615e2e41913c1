/* What a publication says of its runs, beside what they measure: a row a statement of a case. */
#include "analysis/quantities/claims.h"
#include "analysis/table/table.h"

#define ROW claim_row
static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "model", CASE_TEXT(case_model)},
    {.name = "integrator", .value = cell_integrator},
    {.name = "configuration", ROW_WORDS(is.configuration)},
    {"claim", "what is said", ROW_TEXT(is.words)},
    {.name = "quantity", ROW_TEXT(is.quantity)},
    {.name = "over", ROW_TEXT(is.over)},
    {.name = "unit", ROW_TEXT(is.unit)},
    {.name = "relation", ROW_TEXT(is.relation)},
    {.name = "published", ROW_REAL(is.published)},
    {.name = "criterion", ROW_REAL(is.criterion)},
    {NULL, "bound", "", 1, 3, ROW_TOLD(bound), .traits = &column_is_mixed},
    {"measured", "measured", "", 1, 3, ROW_TOLD(measured), .traits = &column_is_mixed},
    {NULL, "unit", ROW_TOLD(unit)},
    {.name = "verdict", ROW_TEXT(verdict)},
    {.name = "kind", ROW_TEXT(is.kind_name)},
    {"counts", "evidence", ROW_TOLD(counts)},
    {"page", "page", ROW_TEXT(is.source.page)},
    {.name = "sentence", ROW_TEXT(is.source.sentence)},
    {.name = "translation", ROW_TEXT(is.source.translation)},
};

const table_type table_claims = {
    .name = "claims",
    .title = "What is said of single runs, and what they measure",
    .filter = claims_are_made,
    TABLE_COLUMNS(columns),
    .rows = &claim_rows,
    .section = "models",
    .caption = &(const table_column){CASE_TEXT(case_model)},
    .marks = MARKS("≠: what is said does not come out."),
    .intro = CLAIM_EVIDENCE,
    .quoted = AT(claim_row, is.source),
};
