/* Predicted against measured limits of the time step: on the diagonal those of a run without end,
 * and in per cent off those over the horizon of the runs. */
#include "analysis/quantities/predictions.h"

#include "analysis/plot/chart.h"
#include "analysis/quantities/limits.h"

#define LIMITS                                                                                     \
    .task = "predict", .x = {.title = "Measured limit Δt", .unit = "s", .measure = "dt_stable"},   \
    .marked = "limit fails a check", .line = "method", .together = true, .unjoined = true,         \
    .least = 1
static const chart_form forms[] = {
    {.name = "predictions",
     LIMITS,
     .y = {.title = "Predicted limit Δt of a run without end", .unit = "s", .measure = "dt_stable"},
     .own = {predicted_measured, predicted_worst, .published = predicted_start,
             .marked = limit_fails_a_check},
     .open = "from the start (open)",
     .guide = {{chart_equal}}},
    {.name = "predictions_off",
     LIMITS,
     .y = {.title = "Prediction over the horizon, off by", .unit = "%", .scale = CHART_LINEAR},
     .own = {predicted_measured, predicted_off, .marked = limit_fails_a_check},
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
