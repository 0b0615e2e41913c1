/* Time of an iteration against the number of vertices, measured and published; and of studies over
 * sizes the time for each vertex: a level line is a cost that is proportional to their number. A
 * power is drawn where it holds (law.h). */
#include "analysis/quantities/timing.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/plot/chart.h"
#include "analysis/plot/law.h"
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

/* The law of a line in a panel, in the units that are drawn; `more` is added to its power in the
 * key. */
static void add_law(chart *c, size_t panel, size_t line, double more)
{
    size_t first, count = chart_series(c, panel, line, &first);
    law_point *point = calloc(count + 1, sizeof *point);
    chart_curve curve = {.panel = (int)panel, .line = (int)line, .dash = 1};
    power_law law;
    for (size_t i = 0; point && i < count; i++) {
        const chart_point *p = &c->point[first + i];
        const bool likely = !isnan(p->low);
        point[i] = (law_point){p->x, c->y.scale * p->y, c->y.scale * (likely ? p->low : p->y),
                               c->y.scale * (likely ? p->high : p->y)};
    }
    if (point && law_of(point, count, &law)) {
        char exponent[64];
        snprintf(curve.formula, sizeof curve.formula, "%.9g*x**%.9g", law.c, law.p);
        law.p += more;
        law.p_interval = (interval){law.p_interval.low + more, law.p_interval.high + more};
        law_exponent(&law, exponent, sizeof exponent);
        snprintf(curve.title, sizeof curve.title, "%.60s%s%.60s: %s", c->line[line].title,
                 c->panel[panel][0] ? ", " : "", c->panel[panel], exponent);
        chart_add_curve(c, curve);
    }
    free(point);
}

static void add_laws(chart *c)
{
    for (size_t i = 0; i < c->panels; i++)
        for (size_t k = 0; k < c->lines; k++)
            add_law(c, i, k, 0);
}

static void add_laws_of_a_vertex(chart *c)
{
    for (size_t k = 0; k < c->lines; k++)
        add_law(c, 0, k, 1);
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
     .annotate = add_laws},
    {.name = "timing_per_vertex",
     .task = "timing",
     .keeps = is_of_a_law,
     .x = {.title = "Number of vertices N", .scale = CHART_LOG},
     .y = {.title = "Processor time of one iteration / N", .unit = "s", .scale = CHART_LOG},
     .points = add_time_of_a_vertex,
     .along = vertices_text,
     .together = true,
     .annotate = add_laws_of_a_vertex},
};

static bool draw(const study *s, gallery *g)
{
    const bool times = chart_draw(&forms[0], s, g), laws = chart_draw(&forms[1], s, g);
    return times || laws;
}

const plot_type plot_timing = {
    .name = "timing",
    .needs = "cases of the task timing at two numbers of vertices or more",
    .draw = draw,
    .fits_column = true,
};
