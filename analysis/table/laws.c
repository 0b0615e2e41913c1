/* Laws: for each the largest step at which a solver's answer is within the tolerance, what that
 * step costs, and where none is enough the error that stays. For people a row a law and a column a
 * solver; nothing is averaged over either. */
#include "analysis/select/law_grid.h"
#include "analysis/table/table.h"

#define ROW law_row
static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {"law", "law", ROW_TEXT(law)},
    {.name = "integrator", .value = cell_integrator},
    {.name = "outcome", .value = cell_end},
    {.name = "accurate_step_s", CASE_REAL(accurate_step)},
    {.name = "failed_step_s", CASE_REAL(accurate_step_failed)},
    {.name = "cost_s_per_s", OWN(law_cost)},
    {.name = "nearly_step_s", CASE_REAL(nearly_step)},
    {.name = "nearly_failed_step_s", CASE_REAL(nearly_step_failed)},
    {.name = "nearly_cost_s_per_s", OWN(law_nearly_cost)},
    {.name = "error_at_60", CASE_REAL(error_at_60)},
    {.name = "error_at_240", CASE_REAL(error_at_240)},
    {.name = "error_at_ms", CASE_REAL(error_at_ms)},
    {.name = "error_least", CASE_REAL(error_least)},
    {.name = "error_least_step_s", CASE_REAL(error_least_step)},
    {.name = "order", CASE_REAL(order_observed)},
    {.name = "taken", WORD(law_taken)},
};

const table_type table_laws = {
    .name = "laws",
    .title = "Laws by solver",
    .task = "accurate_step",
    TABLE_COLUMNS(columns),
    .rows = &law_rows,
    .keys = KEYS_NONE,
    .more = law_columns,
    .intro = LAW_GRID_SHOWS ", and in brackets the processor time of a simulated second at that "
                            "step, in ms (of a solver in another process the time that passes).",
    .marks = MARKS(LAW_GRID_MARKS),
};
