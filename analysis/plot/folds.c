/* Folds over time: r.m.s. distance of the nodes from their plane, a line a run, for runs as printed
 * of studies that ask for it (`folds`). A run that stays in its plane is the axis. On a logarithmic
 * axis growth is told by its rate; a run that stays in its plane then has no line, and its title
 * says so. */
#include <string.h>

#include "analysis/plot/chart.h"

static bool asks_for(const study *s, const study_case *c, const void *scale)
{
    (void)s;
    return strcmp(case_block(c)->folds, scale) == 0 && case_is_printed(c);
}

#define FOLDS(asked, as)                                                                           \
    .task = "run", .keeps = asks_for, .context = (asked),                                          \
    .x = {.of = CHART_TIME, .scale = CHART_LINEAR},                                                \
    .y = {"series/out_of_plane", "Out of the plane, r.m.s.", "mm", .scale = (as)}, .curves = true, \
    .together = true
static const chart_form forms[] = {{.name = "folds", FOLDS("linear", CHART_LINEAR)},
                                   {.name = "folds", FOLDS("log", CHART_LOG)}};

const plot_type plot_folds = {
    .name = "folds",
    .needs = "cases of the task run whose study asks for folds",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS({"folds", "Distance from the plane over time",
                   "r.m.s. of the nodes' distances from the plane of least squares."}),
};
