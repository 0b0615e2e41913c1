/* Published values and theory beside measured ones, whatever the quantity, with where they stand in
 * the source. Rows of a table that no case measures, and cases that no row is of, are listed too.
 */
#include "analysis/quantities/compared.h"
#include "analysis/table/table.h"

#define ROW compared
static const table_column columns[] = {
    {.name = "experiment", ROW_TEXT(experiment)},
    {.name = "simulation", ROW_WORDS(subject)},
    {.name = "integrator", ROW_TEXT(integrator)},
    {.name = "quantity", ROW_TEXT(quantity)},
    {.name = "unit", ROW_TEXT(unit)},
    {.heading = "published", ROW_TOLD(of_print)},
    {.heading = "theory", ROW_TOLD(of_theory)},
    {.name = "published", ROW_REAL(published)},
    {.name = "tolerance", ROW_REAL(tolerance)},
    {.name = "measured", .heading = "measured", ROW_TOLD(measured)},
    {.name = "verdict", .heading = "verdict", ROW_TOLD(verdict)},
    {.name = "must", ROW_TEXT(must)},
    {.name = "printed", ROW_TEXT(printed)},
    {.heading = "evidence", ROW_TEXT(evidence)},
    {.name = "kind", ROW_TEXT(kind)},
    {.name = "page", .heading = "page", ROW_TEXT(is.page)},
    {.name = "sentence", .heading = "sentence", ROW_TEXT(is.sentence)},
    {.name = "table", ROW_TEXT(file)},
    {.name = "source", ROW_WORDS(source)},
};

const table_type table_published = {
    .name = "published",
    .title = "Published values and what was measured",
    .titled = compared_title,
    .filter = verdict_is_asked,
    TABLE_COLUMNS(columns),
    .rows = &compared_rows,
    .caption = &(const table_column){ROW_WORDS(caption)},
    .told = PARAGRAPHS(compared_words),
    .marks = MARKS(EVIDENCE_MARKS),
};
