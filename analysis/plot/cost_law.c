/* Time of one iteration for each vertex against the number of vertices: a level line is a cost that
 * is proportional to the vertices. A power is drawn where it holds (law.h). */
#include <math.h>
#include <stdlib.h>

#include "analysis/plot/law.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "analysis/quantities/timing.h"

static double vertices(const study_case *c)
{
    return case_number(c, &column_nodes);
}

/* ns a vertex */
static law_point point_of(const study_case *c)
{
    const interval likely = timing_processor_interval(c);
    const double scale = 1e9 / vertices(c);
    return (law_point){vertices(c), scale * timing_processor_median(c), scale * likely.low,
                       scale * likely.high};
}

/* The law of the cases [first, end): of the time of a vertex, so p is less by 1 than the time's. */
static bool law_at(const case_list *cases, size_t first, size_t end, power_law *law)
{
    law_point *point = calloc(end - first, sizeof *point);
    size_t count = 0;
    for (size_t i = first; point && i < end; i++) {
        point[count] = point_of(cases->item[i]);
        count += isnan(point[count].y) ? 0 : 1;
    }
    const bool holds = point && law_of(point, count, law);
    free(point);
    return holds;
}

static void write_data(const case_list *cases, figure *f)
{
    fputs("# vertices, ns a vertex: median, 95 % low, high; one block an integrator\n",
          f->data.stream);
    for (size_t i = 0; i < cases->count;) {
        const size_t end = integrator_run(cases, i);
        fprintf(f->data.stream, "# %s\n", case_method_title(cases->item[i]));
        for (; i < end; i++) {
            const law_point p = point_of(cases->item[i]);
            figure_number(f, p.x);
            figure_number(f, p.y);
            figure_number(f, p.low);
            figure_number(f, p.high);
            fputc('\n', f->data.stream);
        }
        figure_end_block(f);
    }
}

static void write_axes(const case_list *cases, figure *f)
{
    range sizes = range_empty(), times = range_empty();
    for (size_t i = 0; i < cases->count; i++) {
        const law_point p = point_of(cases->item[i]);
        range_include(&sizes, p.x);
        range_include(&times, p.low);
        range_include(&times, p.high);
    }
    fputs("set xlabel 'Number of vertices N'\n"
          "set ylabel 'Time of one iteration / N (ns)' offset 1, 0\n"
          "set grid lc rgb '#dddddd' lw 0.7 lt 1\nunset key\n",
          f->script.stream);
    style_power_axis_within(f, "x", sizes, f->width - 2);
    style_log_axis(f, "y", times);
}

/* Points with their intervals; joined where no law holds, which is a line then. */
static void write_lines(const case_list *cases, figure *f)
{
    FILE *out = f->script.stream;
    size_t series = 0;
    for (size_t i = 0, end; i < cases->count; i = end, series++) {
        const series_style l = style_of_method(case_integrator(cases->item[i]));
        power_law law;
        end = integrator_run(cases, i);
        const bool holds = law_at(cases, i, end, &law);
        fprintf(out,
                "%s  data index %zu using 1:3:(0):($4-$3) with vectors nohead lc rgb '%s', \\\n"
                "  data index %zu using 1:2 with %s pt %d ps 0.7 lw 0.8 dt %d lc rgb '%s'",
                i ? ", \\\n" : "plot \\\n", series, l.colour, series,
                holds ? "points" : "linespoints", l.filled, l.dash, l.colour);
        if (holds)
            fprintf(out, ", \\\n  %.9g*x**%.9g with lines lw 1.2 dt %d lc rgb '%s'", law.c, law.p,
                    l.dash, l.colour);
    }
    fputc('\n', out);
}

/* --- the key --- */

/* "Verlet, p = 1.010 ± 0.020" */
static void title_of(const case_list *cases, size_t first, char *text, size_t size)
{
    power_law law;
    char exponent[64] = "";
    if (law_at(cases, first, integrator_run(cases, first), &law)) {
        law.p += 1; /* of the time of all vertices */
        law.p_interval = (interval){law.p_interval.low + 1, law.p_interval.high + 1};
        law_exponent(&law, exponent, sizeof exponent);
    }
    snprintf(text, size, "%s%s%s", case_method_title(cases->item[first]), *exponent ? ", " : "",
             exponent);
}

static void note_of(const case_list *cases, char *text, size_t size)
{
    power_law *law = calloc(cases->count + 1, sizeof *law);
    size_t laws = 0;
    for (size_t i = 0; law && i < cases->count; i = integrator_run(cases, i))
        laws += law_at(cases, i, integrator_run(cases, i), &law[laws]);
    if (laws == 0)
        snprintf(text, size, "no law N^p within %g %%", 100 * LAW_SHARE);
    else
        snprintf(text, size, "time ∝ N^p within %g %%%s", 100 * LAW_SHARE,
                 laws_are_indistinguishable(law, laws) ? "; p indistinguishable" : "");
    free(law);
}

static sheet sheet_for(const case_list *cases, double width)
{
    char text[160];
    sheet_form form = {.panels = 1,
                       .across = 1,
                       .least = 5,
                       .row = 6.2,
                       .left = 1.95,
                       .title = 0.25,
                       .entries = 1};
    note_of(cases, text, sizeof text);
    sheet_widen(&form, text);
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i)) {
        title_of(cases, i, text, sizeof text);
        form.entries++;
        sheet_widen(&form, text);
    }
    return sheet_of(&form, width);
}

static void write_key(const case_list *cases, const sheet *s, figure *f)
{
    char text[160];
    sheet_begin_key(s, f);
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i)) {
        const series_style l = style_of_method(case_integrator(cases->item[i]));
        fprintf(f->script.stream,
                ", \\\n  keyentry with linespoints pt %d ps 0.7 dt %d lc rgb '%s' title ", l.filled,
                l.dash, l.colour);
        title_of(cases, i, text, sizeof text);
        sheet_key_text(s, text, f);
    }
    note_of(cases, text, sizeof text);
    fputs(", \\\n  keyentry with lines lc rgb 'white' title ", f->script.stream);
    sheet_key_text(s, text, f);
    fputc('\n', f->script.stream);
}

/* Whether some method has times at two sizes. */
static bool any_line(const case_list *cases)
{
    for (size_t i = 0, end; i < cases->count; i = end) {
        size_t there = 0;
        end = integrator_run(cases, i);
        for (size_t j = i; j < end; j++)
            there += point_of(cases->item[j]).y > 0;
        if (there > 1)
            return true;
    }
    return false;
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "timing", timing_is_of_a_law);
    const bool any = any_line(&cases);
    const sheet at = sheet_for(&cases, gallery_width(g));
    figure f;
    if (any && figure_begin(&f, g, "cost_law", at.width, at.height)) {
        const edges e = sheet_panel(&at, 0);
        write_data(&cases, &f);
        fputs("set multiplot\n", f.script.stream);
        edges_write(&e, f.script.stream);
        write_axes(&cases, &f);
        write_lines(&cases, &f);
        write_key(&cases, &at, &f);
        fputs("unset multiplot\n", f.script.stream);
        figure_end(&f, g);
    }
    free(cases.item);
    return any;
}

const plot_type plot_cost_law = {
    .name = "cost_law",
    .needs =
        "cases of the task timing of a study over sizes (`size` of its design), of two or more",
    .draw = draw,
    .fits_column = true,
};
