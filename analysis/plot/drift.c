/* Energy drift: the largest relative energy error so far over time, a panel for each kind of drift,
 * and a line for each step. A bounded error is level; one that drifts rises with slope 1. */
#include <math.h>

#include "analysis/plot/chart.h"

enum { PER_DECADE = 24 }; /* points that are drawn */

/* The largest so far, at times a constant factor apart. */
static void add_envelope(chart_source *to, const study_case *c)
{
    const size_t rows = case_rows(c, &column_series_time);
    const double *time = case_reals(c, &column_series_time, rows);
    const double *error = case_reals(c, &column_series_energy_error, rows);
    double largest = 0, next = 0;
    for (size_t i = 0; time && error && i < rows; i++) {
        largest = fmax(largest, fabs(error[i]));
        if (!(time[i] > 0 && largest > 0) || (time[i] < next && i + 1 < rows))
            continue;
        chart_add(to, case_text(c, &column_drift_kind), chart_at(time[i], largest));
        next = time[i] * pow(10, 1.0 / PER_DECADE);
    }
}

static const chart_form forms[] = {{
    .name = "drift",
    .task = "drift",
    .x = {.title = "Time", .unit = "s", .scale = CHART_LOG},
    .y = {.title = "Largest relative energy error", .scale = CHART_LOG},
    .line = "task.dt",
    .points = add_envelope,
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
