/* What models measure against reference, on finer and finer grids: the error of each grid, the
 * order at which a model approaches its limit, and the error of that limit. In the CSV a row a grid
 * and one for the limit; for people a row a series. */
#include "analysis/quantities/refinement.h"
#include "analysis/table/table.h"

#define ROW refined_point
static const table_column columns[] = {
    {"model", "model", .value = cell_simulation},
    {"case", "case", ROW_WORDS(name)},
    {"parameter", "parameter", ROW_WORDS(parameter)},
    {.name = "points", ROW_TOLD(points)},
    {NULL, "points", ROW_TOLD(all_points)},
    {"measured", "measured", "", 1, 5, ROW_TOLD(measured)},
    {"reference", "reference", "", 1, 5, ROW_REAL(value.reference)},
    {.name = "error", ROW_REAL(error)},
    {NULL, "errors", "%", 0, 0, ROW_TOLD(errors)},
    {.name = "order", ROW_REAL(order)},
    {NULL, "order", "", 1, 2, ROW_REAL(of.order)},
    {NULL, "limit's error", "%", 0, 0, ROW_TOLD(limit_error)},
    {NULL, "worth", "", 1, 3, ROW_REAL(worth)},
};

const table_type table_validation = {
    .name = "validation",
    .title = "Models against reference",
    .filter = refinement_is_asked,
    TABLE_COLUMNS(columns),
    .rows = &refined_rows,
    .complete = true,
    .keys = KEYS_NONE,
    .caption = &(const table_column){WORD(refinement_question)},
    .intro = "Measured on the finest grid; errors on all grids, from coarse to fine. "
             "Order: of the approach to the model's own limit, by the three finest "
             "grids (docs/validation.md).",
};
