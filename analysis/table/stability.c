/* Stability of the integrators on the oscillator: what their own steps have, beside what is stated.
 */
#include "analysis/quantities/stability.h"
#include "analysis/table/table.h"

#define TELLS(member) cell_told, AT(stability_row, member)
static const table_column columns[] = {
    {.name = "integrator", .value = cell_integrator},
    {"order", "order", .value = cell_count, .of = &column_map_order},
    {"z_computed", "z", "", 1, 5, TELLS(z), NULL},
    {"z_stated", "stated", "", 1, 5, cell_real, &column_map_z_stated, NULL},
    {"loss", "loss", "", 0, 0, TELLS(loss), NULL},
    {"evaluations", "evaluations", .value = cell_made_count, .of = AT(stability_row, evaluations)},
    {"z_per_evaluation", "z/evaluation", "", 1, 3, cell_made_real, AT(stability_row, efficiency),
     NULL},
    {"z_damped", "z, damped", "", 1, 5, TELLS(z_damped), NULL},
    {"loss_damped", "loss, damped", "", 0, 0, TELLS(loss_damped), NULL},
};

const table_type table_stability = {
    .name = "stability",
    .title = "Stability of the integrators",
    .task = "stability_map",
    TABLE_COLUMNS(columns),
    .read = stability_row_read,
    .row_size = sizeof(stability_row),
    .printed = true,
    .told = PARAGRAPHS(stability_words),
};
