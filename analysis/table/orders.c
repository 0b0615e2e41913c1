/* The orders that errors show. */
#include <math.h>
#include <stdio.h>

#include "analysis/quantities/accuracy.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

static void observed(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_real(row, column, cell);
    cell->word = case_ended(row->c) ? NULL : case_status(row->c);
}

static void fitted(const table_row *row, const table_column *column, table_cell *cell)
{
    const accuracy_steps steps = accuracy_steps_of(row->c);
    size_t count = 0;
    (void)column;
    for (size_t i = 0; i < steps.count; i++)
        count += steps.fitted[i] != 0;
    cell_set_count(cell, (double)count);
}

static double smallest_error(const study_case *c)
{
    const accuracy_steps steps = accuracy_steps_of(c);
    double smallest = TRAMA_INFINITY;
    for (size_t i = 0; i < steps.count; i++)
        smallest = fmin(smallest, steps.rms[i]); /* passes over NaN */
    return isinf(smallest) ? TRAMA_NAN : smallest;
}

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "integrator", .value = cell_integrator},
    {"stated", "stated", .value = cell_count, .of = &column_order_stated},
    {"observed", "observed", "", 1, 4, observed, &column_order_observed, NULL},
    {.name = "low", .value = cell_real, .of = &column_order_low},
    {.name = "high", .value = cell_real, .of = &column_order_high},
    {NULL, "95 % interval", "", 1, 4, cell_range, RANGE(column_order_low, column_order_high), NULL},
    {NULL, "steps", .value = fitted},
    {NULL, "smallest error", "m", 1, 2, cell_own_number, OWN(smallest_error), NULL},
    {NULL, "after", "s", 1, 4, cell_real, &column_accuracy_end, NULL},
};

static void caption(const table_row *row, char *text, size_t size)
{
    snprintf(text, size, "%s: %s", case_text(row->c, &column_case_experiment),
             case_simulation(row->c));
}

const table_type table_orders = {
    .name = "orders",
    .title = "Observed order",
    .task = "accuracy",
    TABLE_COLUMNS(columns),
    .printed = true,
    .caption = caption,
    .intro = "Order of the positions. steps: how many time steps the order is fitted "
             "to, those whose errors follow one power and stand a hundred times "
             "above the reference's own error. An interval needs three.",
};
