/* What models measure against reference, on finer and finer grids: the error of each grid, the
 * order at which a model approaches its limit, and the error of that limit. In the CSV a row a grid
 * and one for the limit; for people a row a series. */
#include "analysis/quantities/refinement.h"
#include "analysis/table/table.h"

#define TOLD_OF(member) cell_told, AT(refined_point, member), NULL
#define REAL(member) cell_made_real, AT(refined_point, member), NULL
static const table_column columns[] = {
    {"model", "model", .value = cell_simulation},
    {"case", "case", .value = cell_made_words, .of = AT(refined_point, name)},
    {"parameter", "parameter", .value = cell_made_words, .of = AT(refined_point, parameter)},
    {.name = "points", .value = cell_told, .of = AT(refined_point, points)},
    {NULL, "points", .value = cell_told, .of = AT(refined_point, all_points)},
    {"measured", "measured", "", 1, 5, TOLD_OF(measured)},
    {"reference", "reference", "", 1, 5, REAL(value.reference)},
    {.name = "error", .value = cell_made_real, .of = AT(refined_point, error)},
    {NULL, "errors", "%", 0, 0, TOLD_OF(errors)},
    {.name = "order", .value = cell_made_real, .of = AT(refined_point, order)},
    {NULL, "order", "", 1, 2, REAL(of.order)},
    {NULL, "limit's error", "%", 0, 0, TOLD_OF(limit_error)},
    {NULL, "worth", "", 1, 3, REAL(worth)},
};

const table_type table_validation = {
    .name = "validation",
    .title = "Models against reference",
    .filter = refinement_is_asked,
    TABLE_COLUMNS(columns),
    .complete = true,
    .keys = KEYS_NONE,
    .row_count = refined_points,
    .read = refined_point_read,
    .row_size = sizeof(refined_point),
    .shown = AT(refined_point, is_of_series),
    .printed = true,
    .caption = &(const table_column){.value = cell_word_by, .of = WORD(refinement_question)},
    .intro = "Measured on the finest grid; errors on all grids, from coarse to fine. "
             "Order: of the approach to the model's own limit, by the three finest "
             "grids (docs/validation.md).",
};
