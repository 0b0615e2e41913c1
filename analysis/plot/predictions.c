/* Predicted against measured limits of the time step: on the diagonal those of a run without end,
 * and in per cent off those over the horizon of the runs. */
#include "analysis/quantities/predictions.h"

#include "analysis/plot/chart.h"
#include "analysis/quantities/limits.h"

static chart_point point_of(const study_case *c, double y)
{
    char checks[128];
    chart_point p = chart_at(predicted_measured(c), y);
    limit_failed_checks(c, checks, sizeof checks);
    p.marked = checks[0] != '\0';
    return p;
}

static void add_limit(chart_source *to, const study_case *c)
{
    chart_point p = point_of(c, predicted_number(c, &column_predicted_dt, PREDICTED_WORST));
    p.published = predicted_number(c, &column_predicted_dt, PREDICTED_START);
    if (p.x > 0 && p.y > 0)
        chart_add(to, NULL, p);
}

/* Of what a run of that horizon can show: a weak instability takes its time. */
static void add_distance(chart_source *to, const study_case *c)
{
    const double dt = predicted_number(c, &column_horizon_dt, PREDICTED_WORST);
    const chart_point p = point_of(c, 100 * (dt / predicted_measured(c) - 1));
    if (p.x > 0)
        chart_add(to, NULL, p);
}

static const chart_form forms[] = {
    {.name = "predictions",
     .task = "predict",
     .x = {.title = "Measured limit Δt", .unit = "s", .measure = "dt_stable"},
     .y = {.title = "Predicted limit Δt of a run without end", .unit = "s", .measure = "dt_stable"},
     .open = "from the start (open)",
     .marked = "limit fails a check",
     .line = "method",
     .points = add_limit,
     .together = true,
     .unjoined = true,
     .least = 1,
     .guide = {{chart_equal}}},
    {.name = "predictions_off",
     .task = "predict",
     .x = {.title = "Measured limit Δt", .unit = "s", .measure = "dt_stable"},
     .y = {.title = "Prediction over the horizon, off by", .unit = "%", .scale = CHART_LINEAR},
     .marked = "limit fails a check",
     .line = "method",
     .points = add_distance,
     .together = true,
     .unjoined = true,
     .least = 1,
     .guide = {{chart_level}}},
};

const plot_type plot_predictions = {
    .name = "predictions",
    .needs = "cases of the task predict with a measured bracket",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS({"predictions", "Predicted and measured largest time steps",
                   "z / ω_max from the worst state of a run, against the measured limit."},
                  {"predictions_off", "Predictions with the horizon of the runs in view",
                   "In per cent off the measured limit."}),
};
