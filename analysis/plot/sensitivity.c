/* How each largest stable step answers to a varied assumption: simulations and their integrators
 * against varied values, a cell for each, which tells the step and whether it is the unvaried one.
 */
#include "analysis/plot/chart.h"
#include "analysis/quantities/limits.h"
#include "core/numbers.h"

static const chart_tint tints[] = {{0xe8e8e8, "unchanged", .from = 0},
                                   {0xf0b27a, "smaller", .from = -TRAMA_INFINITY},
                                   {0x9ec9e8, "larger", .from = 1e-9}, /* ms */
                                   {0xcc79a7, "no step is stable", .when = limit_is_none},
                                   {0xb8b8b8, "no result", .when = limit_is_unknown}};

static const chart_form forms[] = {{
    .name = "sensitivity",
    .task = "stable_step",
    .filter = limit_is_varied,
    .y = {.title = "Largest stable time step",
          .unit = "s",
          .measure = "dt_stable",
          .column = &column_dt_stable},
    .own = {.name = limit_variation, .at_least = limit_is_censored, .grade = limit_change},
    .line = "method",
    .part = partition_subject,
    .together = true,
    CHART_TINTS(tints),
    .order = limit_variation_order,
}};

const plot_type plot_sensitivity = {
    .name = "sensitivity",
    .needs = "cases of the task stable_step whose study varies one assumption at a time",
    .fits_column = true,
    PLOT_CHARTS(forms),
    PLOT_CAPTIONS(
        {"sensitivity", "Largest stable time step with one assumed value varied at a time", NULL}),
};
