/* Energy drift: the largest relative energy error so far over time, a panel for each kind of drift,
 * and a line for each step. A bounded error is level; one that drifts rises with slope 1. */
#include "analysis/plot/chart.h"

static const char *kind(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of, (void)room;
    return case_text(c, &column_drift_kind);
}

static const chart_form forms[] = {{
    .name = "drift",
    .task = "drift",
    .x = {.of = CHART_TIME, .title = "Time", .scale = CHART_LOG},
    .y = {.of = "series/energy_error",
          .title = "Largest relative energy error",
          .scale = CHART_LOG},
    .largest = true,
    .line = "task.dt",
    .part = kind,
    .guide = {{chart_proportional, .title = "proportional to time", .dash = 3}},
}};

const plot_type plot_drift = {
    .name = "drift",
    .needs = "cases of the task drift",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS({"drift", "Energy error over time",
                   "The largest so far, of a sheet without damping and loads."}),
};
