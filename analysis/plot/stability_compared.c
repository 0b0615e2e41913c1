/* Stability maps of methods laid over each other, a panel for each group that a study names
 * (`panels`): their limits, and spectral radii at the group's damping. */
#include "analysis/plot/chart.h"

#define SIDE_BY_SIDE                                                                               \
    .task = "stability_map", .line = "method", .groups = true, .together = true,                   \
    .x = {.title = "ω Δt", .column = &column_boundary_omega_h, .scale = CHART_LINEAR}
static const chart_form forms[] = {
    {.name = "stability_compared",
     SIDE_BY_SIDE,
     .y = {.title = "c Δt",
           .column = &column_boundary_c_over_omega,
           .over_x = true,
           .scale = CHART_LINEAR},
     .as_added = true},
    {.name = "stability_radii",
     SIDE_BY_SIDE,
     .y = {.title = "Spectral radius of a step", .scale = CHART_LINEAR},
     .field = {&column_map_omega_h, &column_map_c_h, &column_map_radius},
     .cut = "c Δt",
     .own_axes = true,
     .guide = {{chart_level, 1}}},
};

const plot_type plot_stability_compared = {
    .name = "stability_compared",
    .needs = "cases of the task stability_map whose study names panels",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS({"stability_compared", "Stability of integrators side by side",
                   "The limits in ω Δt and c Δt of x'' = -ω² x - c x'."},
                  {"stability_radii", "Spectral radii of a step side by side", NULL}),
};
