/* What came out: a row a case; for people grids of the answers, beside what was published. */
#include "analysis/quantities/response.h"
#include "analysis/table/table.h"

#define ROW answer_row
static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment}, {.name = "method", ROW_WORDS(method)},
    {.name = "subject", .value = cell_simulation},    {.name = "status", ROW_TEXT(status)},
    {.name = "quantity", ROW_TEXT(is.of.quantity)},   {.name = "unit", ROW_TEXT(is.of.unit)},
    {.name = "measured", ROW_REAL(is.measured)},      {.name = "published", ROW_REAL(is.published)},
    {.name = "as_published", ROW_TEXT(as_published)}, {.name = "answer_word", ROW_TEXT(is.end)},
};

const table_type table_matrix = {
    .name = "matrix",
    .title = "What came out",
    .filter = case_counts_as_published,
    TABLE_COLUMNS(columns),
    .rows = &answer_rows,
    .answers = true,
};
