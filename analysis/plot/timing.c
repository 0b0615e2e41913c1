/* Time of an iteration against the number of vertices, measured and published; and of studies over
 * sizes the time for each vertex: a level line is a cost that is proportional to their number. A
 * power is drawn where it holds (chart_law.c). */
#include "analysis/quantities/timing.h"

#include <math.h>

#include "analysis/plot/chart.h"
#include "core/numbers.h"

static double vertices(const study_case *c)
{
    return case_number(c, &column_nodes);
}

static const char *vertices_text(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    (void)of;
    snprintf(room, PARTITION_TEXT, "%.0f", vertices(c));
    return room;
}

/* Rigid bodies have no vertices. */
static bool is_of_a_mesh(const study *s, const study_case *c, const void *context)
{
    (void)s, (void)context;
    return timing_is_of_a_simulation(c) && vertices(c) > 0;
}

static bool is_of_a_law(const study *s, const study_case *c, const void *context)
{
    (void)s, (void)context;
    return timing_is_of_a_law(c) && vertices(c) > 0;
}

static double published(const study_case *c)
{
    return case_published(c, "iteration_time");
}

static bool any_published(const case_list *cases)
{
    bool any = false;
    for (size_t i = 0; !any && i < cases->count; i++)
        any = published(cases->item[i]) > 0;
    return any;
}

static void add_time(chart_source *to, const study_case *c)
{
    const interval likely = timing_interval(c);
    chart_point p = chart_at(vertices(c), timing_median(c));
    p.low = likely.low;
    p.high = likely.high;
    chart_add(to, any_published(&to->to->cases.cases) ? "measured" : NULL, p);
    if (published(c) > 0)
        chart_add(to, "published", chart_at(vertices(c), published(c)));
}

static void add_time_of_a_vertex(chart_source *to, const study_case *c)
{
    const interval likely = timing_processor_interval(c);
    chart_point p = chart_at(vertices(c), timing_processor_median(c) / vertices(c));
    p.low = likely.low / vertices(c);
    p.high = likely.high / vertices(c);
    chart_add(to, NULL, p);
}

static const chart_form forms[] = {
    {.name = "timing",
     .task = "timing",
     .keeps = is_of_a_mesh,
     .x = {.title = "Number of vertices N", .scale = CHART_LOG},
     .y = {.title = "Time of one iteration",
           .unit = "s",
           .measure = "iteration_time",
           .scale = CHART_LOG},
     .points = add_time,
     .along = vertices_text,
     .together = true,
     .annotate = chart_add_laws},
    {.name = "timing_per_vertex",
     .task = "timing",
     .keeps = is_of_a_law,
     .x = {.title = "Number of vertices N", .scale = CHART_LOG},
     .y = {.title = "Processor time of one iteration / N", .unit = "s", .scale = CHART_LOG},
     .points = add_time_of_a_vertex,
     .along = vertices_text,
     .together = true,
     .law_more = 1,
     .annotate = chart_add_laws},
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
