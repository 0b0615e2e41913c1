/* Stability of the integrators on the oscillator: what their own steps have, beside what is stated.
 */
#include "analysis/quantities/stability.h"
#include "analysis/table/table.h"

#define ROW stability_row
static const table_column columns[] = {
    {.name = "integrator", .value = cell_integrator},
    {"order", "order", CASE_COUNT(map_order)},
    {"z_computed", "z", "", 1, 5, ROW_TOLD(z)},
    {"z_stated", "stated", "", 1, 5, CASE_REAL(map_z_stated)},
    {"loss", "loss", "", 0, 0, ROW_TOLD(loss)},
    {"evaluations", "evaluations", ROW_COUNT(evaluations)},
    {"z_per_evaluation", "z/evaluation", "", 1, 3, ROW_REAL(efficiency)},
    {"z_damped", "z, damped", "", 1, 5, ROW_TOLD(z_damped)},
    {"loss_damped", "loss, damped", "", 0, 0, ROW_TOLD(loss_damped)},
};

const table_type table_stability = {
    .name = "stability",
    .title = "Stability of the integrators",
    .task = "stability_map",
    TABLE_COLUMNS(columns),
    .rows = &stability_rows,
    .told = PARAGRAPHS(stability_words),
};
