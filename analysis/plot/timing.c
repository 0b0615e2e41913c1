/* Time of an iteration against the number of vertices, measured and published; and of studies over
 * sizes the time for each vertex: a level line is a cost that is proportional to their number. A
 * power is drawn where it holds (chart_law.c). */
#include "analysis/quantities/timing.h"

#include "analysis/plot/chart.h"
#include "core/numbers.h"

/* Rigid bodies have none. */
static double vertices(const study_case *c)
{
    const double count = case_number(c, &column_nodes);
    return count > 0 ? count : TRAMA_NAN;
}

static double published(const study_case *c)
{
    return case_published(c, "iteration_time");
}

static double of_a_vertex(const study_case *c)
{
    return timing_processor_median(c) / vertices(c);
}

static interval of_a_vertex_likely(const study_case *c)
{
    const interval likely = timing_processor_interval(c);
    return (interval){likely.low / vertices(c), likely.high / vertices(c)};
}

#define OVER_VERTICES                                                                              \
    .task = "timing", .x = {.title = "Number of vertices N", .scale = CHART_LOG}, .along = true,   \
    .together = true, .annotate = chart_add_laws
static const chart_form forms[] = {
    {.name = "timing",
     OVER_VERTICES,
     .filter = timing_is_of_a_simulation,
     .y = {.title = "Time of one iteration",
           .unit = "s",
           .measure = "iteration_time",
           .scale = CHART_LOG},
     .own = {vertices, timing_median, published, timing_interval},
     .apart = true},
    {.name = "timing_per_vertex",
     OVER_VERTICES,
     .filter = timing_is_of_a_law,
     .y = {.title = "Processor time of one iteration / N", .unit = "s", .scale = CHART_LOG},
     .own = {vertices, of_a_vertex, NULL, of_a_vertex_likely},
     .law_more = 1},
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
