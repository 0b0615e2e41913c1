/* The orders that errors show. */
#include "analysis/quantities/accuracy.h"
#include "analysis/table/table.h"

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "integrator", .value = cell_integrator},
    {"stated", "stated", .value = cell_count, .of = &column_order_stated},
    {"observed", "observed", "", 1, 4, cell_told_by, TOLD(accuracy_order), NULL},
    {.name = "low", .value = cell_real, .of = &column_order_low},
    {.name = "high", .value = cell_real, .of = &column_order_high},
    {NULL, "95 % interval", "", 1, 4, cell_range, RANGE(column_order_low, column_order_high), NULL},
    {NULL, "steps", .value = cell_own_number, .of = OWN(accuracy_fitted)},
    {NULL, "smallest error", "m", 1, 2, cell_own_number, OWN(accuracy_smallest), NULL},
    {NULL, "after", "s", 1, 4, cell_real, &column_accuracy_end, NULL},
};

static void caption(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_words(cell, "%s: %s", case_text(row->c, &column_case_experiment),
                   case_simulation(row->c));
}

const table_type table_orders = {
    .name = "orders",
    .title = "Observed order",
    .task = "accuracy",
    TABLE_COLUMNS(columns),
    .printed = true,
    .caption = &(const table_column){.value = caption},
    .intro = "Order of the positions. steps: how many time steps the order is fitted "
             "to, those whose errors follow one power and stand a hundred times "
             "above the reference's own error. An interval needs three.",
};
