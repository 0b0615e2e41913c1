/* How fast what is measured approaches its reference when a grid is refined: for each quantity of
 * the studies that refine one, the size of the relative error over the number of points, a line a
 * subject, beside powers of the spacing. Studies with a parameter of three values or more have
 * figures of their own (validation.c). */
#include "analysis/plot/chart.h"
#include "analysis/quantities/refinement.h"

static const chart_form forms[] = {{
    .name = "convergence",
    .keeps = refinement_keeps,
    .x = {.title = "Points along the grid", .scale = CHART_LOG},
    .y = {.title = "Size of the error", .unit = "%", .scale = CHART_LOG},
    .rows = {refined_points, refined_point_read, sizeof(refined_point),
             .shown = AT(refined_point, is_refined), .points = AT(refined_point, of.count),
             .x = AT(refined_point, of.points), .y = AT(refined_point, percents),
             .panel = AT(refined_point, group)},
    .lines = partition_subject,
    .together = true,
    .guide = {{chart_order_of_error, 1, .title = "first order", .dash = 2, .of_panels = true},
              {chart_order_of_error, 2, .title = "second order", .dash = 3, .of_panels = true}},
}};

const plot_type plot_convergence = {
    .name = "convergence",
    .needs = "cases of studies that refine a grid, with published values, on two grids or more",
    PLOT_CHARTS(forms),
    .fits_column = true,
};
