#include "analysis/table/equilibrium_fits.h"

#include "analysis/quantities/equilibrium.h"

#define ROW equilibrium_best
static const table_column of_simulation[] = {
    {NULL, "simulation", ROW_TEXT(simulation)},
    {NULL, "best criterion", ROW_TOLD(best)},
    {NULL, "factor", ROW_TOLD(factor)},
    {NULL, "reached", ROW_TOLD(reached)},
};

const table_part equilibrium_best_criteria = {
    .caption = "The displacement per iteration that fits the published counts best, for each "
               "simulation and for all together",
    TABLE_COLUMNS(of_simulation),
    .rows = equilibrium_bests,
    .row_size = sizeof(equilibrium_best),
};

#undef ROW
#define ROW equilibrium_threshold
static const table_column of_threshold[] = {
    {NULL, "threshold", "m", 1, 3, ROW_REAL(threshold)},
};

const table_part equilibrium_factors = {
    .caption = "Factor between measured and published counts, by threshold",
    TABLE_COLUMNS(of_threshold),
    .rows = equilibrium_thresholds_fitted,
    .row_size = sizeof(equilibrium_threshold),
    .more = equilibrium_factor_columns,
};
