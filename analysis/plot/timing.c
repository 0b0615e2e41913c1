/* Time of an iteration against the number of vertices, measured and published; and of studies over
 * sizes the time for each vertex: a level line is a cost proportional to their number. */
#include "analysis/quantities/timing.h"

#include "analysis/plot/chart.h"

#define OVER_VERTICES                                                                              \
    .task = "timing",                                                                              \
    .x = {.title = "Number of vertices N", .column = &column_nodes, .scale = CHART_LOG},           \
    .along = true, .together = true, .laws = true
static const chart_form forms[] = {
    {.name = "timing",
     OVER_VERTICES,
     .filter = timing_is_of_a_simulation,
     .y = {.title = "Time of one iteration",
           .unit = "s",
           .measure = "iteration_time",
           .scale = CHART_LOG},
     .own = {.y = timing_median, .bar = timing_interval},
     .published = "iteration_time",
     .apart = true},
    {.name = "timing_per_vertex",
     OVER_VERTICES,
     .filter = timing_is_of_a_law,
     .y = {.title = "Processor time of one iteration / N", .unit = "s", .scale = CHART_LOG},
     .own = {.y = timing_processor_median, .bar = timing_processor_interval, .per_x = true}},
};

const plot_type plot_timing = {
    .name = "timing",
    .needs = "cases of the task timing at two numbers of vertices or more",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS(
        {"timing", "Time of an iteration by the number of vertices",
         "Bars are 95 % intervals. A power is drawn where it passes within 5 % of every time."},
        {"timing_per_vertex", "Processor time of an iteration for each vertex",
         "A level line is a cost that is proportional to their number; p is that of the whole "
         "time."}),
};
