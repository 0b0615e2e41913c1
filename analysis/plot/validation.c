/* What models measure against reference: a figure for each study that refines a grid and has a
 * parameter, in which the relative error of each quantity stands against that, a line a model: on
 * the finest grid, and as open marks of the limit that the grids approach. */
#include "analysis/plot/chart.h"
#include "analysis/quantities/refinement.h"

static const chart_form forms[] = {{
    .name = "validation",
    .keeps = refinement_keeps,
    .context = "a line",
    .each = {partition_experiment},
    .x = {.titled = refinement_parameter_name},
    .y = {.title = "Error", .unit = "%", .scale = CHART_LINEAR},
    .rows = {refined_points, refined_point_read, sizeof(refined_point),
             .shown = AT(refined_point, has_error), .x = AT(refined_point, number),
             .y = AT(refined_point, percent), .published = AT(refined_point, limit_percent),
             .panel = AT(refined_point, title)},
    .lines = partition_subject,
    .together = true,
    .own_axes = true,
    .open = "limit of the grids (open)",
    .least = 1,
    .guide = {{chart_level}},
}};

const plot_type plot_validation = {
    .name = "validation",
    .needs = "cases of a study that refines a grid, with published values and a parameter",
    PLOT_CHARTS(forms),
    .fits_column = true,
};
