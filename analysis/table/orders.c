/* The orders that errors show. */
#include "analysis/quantities/accuracy.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "integrator", .value = cell_integrator},
    {"stated", "stated", CASE_COUNT(order_stated)},
    {"observed", "observed", "", 1, 4, TOLD(accuracy_order)},
    {"low", "95 % interval", "", 1, 4, CASE_RANGE(order_low, order_high), .end = "high"},
    {NULL, "steps", OWN(accuracy_fitted)},
    {NULL, "smallest error", "m", 1, 2, OWN(accuracy_smallest)},
    {NULL, "after", "s", 1, 4, CASE_REAL(accuracy_end)},
};

const table_type table_orders = {
    .name = "orders",
    .title = "Observed order",
    .task = "accuracy",
    TABLE_COLUMNS(columns),
    .caption = &(const table_column){TOLD(accuracy_caption)},
    .intro = "Order of the positions. steps: how many time steps the order is fitted to, those "
             "whose errors follow one power and stand a hundred times above the reference's own "
             "error. An interval needs three.",
};
