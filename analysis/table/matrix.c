/* What came out: a row a case; for people grids of the answers, beside what was published. */
#include "analysis/quantities/response.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "method", .value = cell_made_words, .of = AT(answer_row, method)},
    {.name = "subject", .value = cell_simulation},
    {.name = "status", .value = cell_made_text, .of = AT(answer_row, status)},
    {.name = "quantity", .value = cell_made_text, .of = AT(answer_row, is.of.quantity)},
    {.name = "unit", .value = cell_made_text, .of = AT(answer_row, is.of.unit)},
    {.name = "measured", .value = cell_made_real, .of = AT(answer_row, is.measured)},
    {.name = "published", .value = cell_made_real, .of = AT(answer_row, is.published)},
    {.name = "as_published", .value = cell_made_text, .of = AT(answer_row, as_published)},
    {.name = "answer_word", .value = cell_made_text, .of = AT(answer_row, is.end)},
};

const table_type table_matrix = {
    .name = "matrix",
    .title = "What came out",
    .filter = case_counts_as_published,
    TABLE_COLUMNS(columns),
    .read = answer_row_read,
    .row_size = sizeof(answer_row),
    .answers = true,
    .printed = true,
};
