#include "analysis/table/equilibrium_fits.h"

#include "analysis/quantities/equilibrium.h"

static const table_column of_simulation[] = {
    {NULL, "simulation", .value = cell_made_text, .of = AT(equilibrium_best, simulation)},
    {NULL, "best criterion", .value = cell_told, .of = AT(equilibrium_best, best)},
    {NULL, "factor", .value = cell_told, .of = AT(equilibrium_best, factor)},
    {NULL, "reached", .value = cell_told, .of = AT(equilibrium_best, reached)},
};

const table_part equilibrium_best_criteria = {
    .caption = "The displacement per iteration that fits the published counts best, for each "
               "simulation and for all together",
    TABLE_COLUMNS(of_simulation),
    .rows = equilibrium_bests,
    .row_size = sizeof(equilibrium_best),
};

static const table_column of_threshold[] = {
    {NULL, "threshold", "m", 1, 3, cell_made_real, AT(equilibrium_threshold, threshold), NULL},
};

const table_part equilibrium_factors = {
    .caption = "Factor between measured and published counts, by threshold",
    TABLE_COLUMNS(of_threshold),
    .rows = equilibrium_thresholds_fitted,
    .row_size = sizeof(equilibrium_threshold),
    .more = equilibrium_factor_columns,
};
