/* Time of one iteration for each vertex against the number of vertices, with the fitted law: a
 * level line is a cost that is proportional to the vertices. */
#include "analysis/quantities/cost.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/style.h"
#include "analysis/quantities/timing.h"

static double vertices(const study_case *c)
{
    return case_number(c, &column_nodes);
}

static double nanoseconds(const study_case *c, double seconds)
{
    return 1e9 * seconds / vertices(c);
}

static void write_data(const case_list *cases, figure *f)
{
    fputs("# vertices, ns a vertex: median, 95 % low, high; one block an integrator\n",
          f->data.stream);
    for (size_t i = 0; i < cases->count;) {
        const size_t end = integrator_run(cases, i);
        fprintf(f->data.stream, "# %s\n", case_method_title(cases->item[i]));
        for (; i < end; i++) {
            const study_case *c = cases->item[i];
            const interval likely = timing_processor_interval(c);
            figure_number(f, vertices(c));
            figure_number(f, nanoseconds(c, timing_processor_median(c)));
            figure_number(f, nanoseconds(c, likely.low));
            figure_number(f, nanoseconds(c, likely.high));
            fputc('\n', f->data.stream);
        }
        figure_end_block(f);
    }
}

/* "Verlet, p = 1.010 ± 0.020" */
static void write_series(const study_case *c, size_t series, const power_law *law, figure *f)
{
    FILE *out = f->script.stream;
    const series_style l = style_of_method(case_integrator(c));
    fprintf(out,
            "  data index %zu using 1:3:(0):($4-$3) with vectors nohead lc rgb '%s' notitle, \\\n"
            "  %.9g*x**%.9g with lines lw 1.2 dt %d lc rgb '%s' notitle, \\\n"
            "  data index %zu using 1:2 with points pt %d ps 0.7 lc rgb '%s' notitle, \\\n"
            "  keyentry with linespoints pt %d ps 0.7 lw 1.2 dt %d lc rgb '%s' title ",
            series, l.colour, 1e9 * law->c, law->p - 1.0, l.dash, l.colour, series, l.filled,
            l.colour, l.filled, l.dash, l.colour);
    style_law_title(f, case_method_title(c), law);
}

static void write_axes(const case_list *cases, figure *f)
{
    range sizes = range_empty(), times = range_empty();
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        range_include(&sizes, vertices(c));
        range_include(&times, nanoseconds(c, timing_processor_interval(c).low));
        range_include(&times, nanoseconds(c, timing_processor_interval(c).high));
    }
    fputs("set xlabel 'Number of vertices N'\n"
          "set ylabel 'Processor time of one iteration / N (ns)' offset 1, 0\n"
          "set grid lc rgb '#dddddd' lw 0.7 lt 1\n"
          "set key outside bottom center vertical maxrows 3 reverse Left samplen 3 title "
          "'time ∝ N^p, 95 % interval'\n",
          f->script.stream);
    style_log_axis(f, "x", sizes);
    style_log_axis(f, "y", times);
}

static bool any_law(const case_list *cases)
{
    power_law law;
    for (size_t i = 0, end; i < cases->count; i = end) {
        end = integrator_run(cases, i);
        if (cost_law_fit(cases, i, end, &law))
            return true;
    }
    return false;
}

static void write_laws(const case_list *cases, figure *f)
{
    const char *begin = "plot \\\n";
    size_t series = 0;
    for (size_t i = 0, end; i < cases->count; i = end, series++) {
        power_law law;
        end = integrator_run(cases, i);
        if (!cost_law_fit(cases, i, end, &law))
            continue;
        fputs(begin, f->script.stream);
        write_series(cases->item[i], series, &law, f);
        begin = ", \\\n";
    }
    fputs("\n", f->script.stream);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "timing", timing_is_of_a_law);
    const bool any = any_law(&cases);
    figure f;
    if (any && figure_begin(&f, g, "cost_law", FIGURE_DOUBLE, 9)) {
        write_data(&cases, &f);
        write_axes(&cases, &f);
        write_laws(&cases, &f);
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
};
