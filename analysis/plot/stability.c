/* Stability maps: where the step of an integrator damps, keeps or feeds an oscillation, and the
 * limit between. */
#include "analysis/plot/chart.h"
#include "analysis/quantities/runs.h"

static const chart_colours radii = {
    .title = "Spectral radius of a step (white: 1)",
    .palette = "0 '#08306b', 0.5 '#4292c6', 0.97 '#deebf7', 1 '#ffffff', 1.03 '#fee6ce', "
               "1.5 '#f16913', 2 '#7f2704'",
    .most = 2,
};

static const chart_form forms[] = {{
    .name = "stability",
    .task = "stability_map",
    .x = {.title = "ω Δt", .column = &column_boundary_omega_h, .scale = CHART_LINEAR},
    .y = {.title = "c Δt",
          .column = &column_boundary_c_over_omega,
          .over_x = true,
          .scale = CHART_LINEAR},
    .field = {&column_map_omega_h, &column_map_c_h, &column_map_radius},
    .together = true,
    .line = "",
    .part = run_method_told,
    .as_added = true,
    .own_axes = true,
    .across = 4,
    .colours = &radii,
}};

const plot_type plot_stability = {
    .name = "stability",
    .needs = "cases of the task stability_map",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS({"stability", "Stability maps",
                   "Of x'' = -ω² x - c x': blue decays, orange grows, the line is the limit."}),
};
