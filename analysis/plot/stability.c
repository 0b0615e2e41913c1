/* Stability maps: where the step of an integrator damps, keeps or feeds an oscillation, and the
 * limit between. */
#include "analysis/plot/chart.h"
#include "analysis/plot/stability_data.h"

static const chart_colours radii = {
    .title = "Spectral radius of a step (white: 1)",
    .palette = "0 '#08306b', 0.5 '#4292c6', 0.97 '#deebf7', 1 '#ffffff', 1.03 '#fee6ce', "
               "1.5 '#f16913', 2 '#7f2704'",
    .most = 2,
};

static void add_map(chart_source *to, const study_case *c)
{
    char title[CHART_TITLE], variation[100];
    stability_data d;
    if (!stability_data_of(c, &d))
        return;
    study_case_variation(to->to->s, c, variation, sizeof variation);
    snprintf(title, sizeof title, "%.90s%s", case_method_title(c), variation);
    chart_add_field(
        to, title,
        (chart_field){
            .columns = d.columns, .rows = d.rows, .x = d.omega_h, .y = d.c_h, .value = d.radius});
    for (size_t i = 0; i < d.rays; i++)
        chart_add(to, title, chart_at(d.limit[i], d.limit[i] * d.slope[i]));
}

static const chart_form forms[] = {{
    .name = "stability",
    .task = "stability_map",
    .x = {.title = "ω Δt", .scale = CHART_LINEAR},
    .y = {.title = "c Δt", .scale = CHART_LINEAR},
    .line = "",
    .points = add_map,
    .together = true,
    .as_added = true,
    .own_axes = true,
    .across = 4,
    .colours = &radii,
}};

const plot_type plot_stability = {
    .name = "stability",
    .needs = "cases of the task stability_map",
    PLOT_CHARTS(forms),
    PLOT_CAPTIONS({"stability", "Stability maps",
                   "Of x'' = -ω² x - c x': blue decays, orange grows, the line is the limit."}),
};
