/* Energies of runs over time, a panel a run with axes of its own: kinetic, each elastic kind of the
 * models (a line an object and kind), gravity's, the work done from outside, and the excess that
 * neither explains. A kind looks the same in all panels. */
#include "analysis/plot/chart.h"
#include "analysis/quantities/run_pairs.h"

static const chart_form forms[] = {{
    .name = "energy",
    .task = "run",
    .filter = run_has_energies,
    .without_pairs = true,
    .x = {.scale = CHART_LINEAR},
    .y = {.title = "Energy",
          .unit = "J",
          .scale = CHART_LINEAR,
          .each = CHART_EACH_OF("kinetic", CHART_OTHERS, "gravity", "potential", "air_lost",
                                "dissipated", "interactions", "led_work", "work", "bookkeeping",
                                "excess")},
    .line = "",
    .calm = true,
    .own_axes = true,
    .guide = {{chart_level}},
}};

const plot_type plot_energy = {
    .name = "energy",
    .needs = "cases of the task run with a series of energies",
    .on_request = true,
    .fits_column = true,
    PLOT_CHARTS(forms),
    PLOT_CAPTIONS(
        {"energy", "Energy over time",
         "Work is that of all loads, damping among them; excess, what it does not explain."}),
    .last = true,
};
