/* Figure 3.17: total time of 10000 iterations against the number of vertices, with fitted power
 * laws. Measured and published stand side by side, each in its own decades: twenty years of
 * machines lie between them. */
#include "analysis/quantities/timing.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/style.h"

enum { ITERATIONS = 10000 };

static double measured(const study_case *c)
{
    return ITERATIONS * timing_median(c);
}

static double published(const study_case *c)
{
    return ITERATIONS * case_published(c, "iteration_time");
}

static double vertices(const study_case *c)
{
    return case_number(c, &column_nodes);
}

/* One of the two panels. */
typedef struct panel {
    const char *title;
    double (*seconds)(const study_case *c);
    int column; /* of the data */
    bool open;
} panel;

static const panel panels[] = {
    {"(a) measured", measured, 2, false},
    {"(b) published", published, 5, true},
};

static bool fit(const case_list *cases, size_t first, size_t end, const panel *p, power_law *law)
{
    double *x = calloc(2 * (end - first), sizeof *x), *y = x ? x + (end - first) : NULL;
    size_t count = 0;
    for (size_t i = first; x && i < end; i++)
        if (!isnan(p->seconds(cases->item[i]))) {
            x[count] = vertices(cases->item[i]);
            y[count++] = p->seconds(cases->item[i]);
        }
    const bool fits = x && statistics_power_law(x, y, count, law);
    free(x);
    return fits;
}

static void write_data(const case_list *cases, figure *f)
{
    fprintf(f->data.stream,
            "# vertices, s for %d iterations: median, 95 %% low, high, published; one block an "
            "integrator\n",
            ITERATIONS);
    for (size_t i = 0; i < cases->count;) {
        const size_t end = integrator_run(cases, i);
        fprintf(f->data.stream, "# %s\n", case_method_title(cases->item[i]));
        for (; i < end; i++) {
            const interval likely = timing_interval(cases->item[i]);
            figure_number(f, vertices(cases->item[i]));
            figure_number(f, measured(cases->item[i]));
            figure_number(f, ITERATIONS * likely.low);
            figure_number(f, ITERATIONS * likely.high);
            figure_number(f, published(cases->item[i]));
            fputc('\n', f->data.stream);
        }
        figure_end_block(f);
    }
}

/* Times of several methods nearly coincide: later points are smaller, so that none is hidden. */
static double point_size(size_t series)
{
    return series < 5 ? 1.05 - 0.15 * (double)series : 0.3;
}

static void write_series(const study_case *c, size_t series, const panel *p, const power_law *law,
                         figure *f)
{
    FILE *out = f->script.stream;
    const series_style l = style_of_method(case_integrator(c));
    const int point = p->open ? l.open : l.filled;
    const double size = point_size(series);
    if (!p->open)
        fprintf(
            out,
            "  data index %zu using 1:3:(0):($4-$3) with vectors nohead lc rgb '%s' notitle, \\\n",
            series, l.colour);
    fprintf(out,
            "  %.9g*x**%.9g with lines lw 1.2 dt %d lc rgb '%s' notitle, \\\n"
            "  data index %zu using 1:%d with points pt %d ps %.2f lc rgb '%s' notitle, \\\n"
            "  keyentry with linespoints pt %d ps %.2f lw 1.2 dt %d lc rgb '%s' title ",
            law->c, law->p, l.dash, l.colour, series, p->column, point, size, l.colour, point, size,
            l.dash, l.colour);
    style_law_title(f, case_method_title(c), law);
}

/* Two variants of an integrator may share one published column; it is drawn once. */
static bool was_drawn(const case_list *cases, size_t first, const panel *p)
{
    const study_case *c = cases->item[first];
    for (size_t i = 0; p->open && i < first; i++)
        if (c->published >= 0 && cases->item[i]->of == c->of &&
            cases->item[i]->published == c->published)
            return true;
    return false;
}

static bool any_to_draw(const case_list *cases, const panel *p)
{
    power_law law;
    for (size_t i = 0, end; i < cases->count; i = end) {
        end = integrator_run(cases, i);
        if (fit(cases, i, end, p, &law))
            return true;
    }
    return false;
}

static range range_of(const case_list *cases, double (*value)(const study_case *))
{
    range values = range_empty();
    for (size_t i = 0; i < cases->count; i++)
        range_include(&values, value(cases->item[i]));
    return values;
}

/* Left and right edge of one of `columns` panels, in fractions of the figure. */
static edges edges_of(size_t index, size_t columns)
{
    const double width = 1 / (double)columns, left = width * (double)index;
    return (edges){left + 0.19 * width, left + 0.96 * width, 0.43, 0.94};
}

static void write_axes(const case_list *cases, const panel *p, const edges *e, figure *f)
{
    edges_write(e, f->script.stream);
    fprintf(f->script.stream, "set title '%s' offset 0,-0.5\n", p->title);
    fprintf(f->script.stream,
            "set key at screen %.4f, screen 0.31 left top vertical maxcols 1 reverse Left "
            "samplen 3 title 'time \342\210\235 vertices^p, 95 %% interval' left\n",
            e->left - 0.03);
    style_log_axis(f, "x", range_of(cases, vertices));
    style_log_axis(f, "y", range_of(cases, p->seconds));
}

static void write_panel(const case_list *cases, const panel *p, figure *f)
{
    const char *begin = "plot \\\n";
    size_t series = 0;
    for (size_t i = 0, end; i < cases->count; i = end, series++) {
        power_law law;
        end = integrator_run(cases, i);
        if (was_drawn(cases, i, p) || !fit(cases, i, end, p, &law))
            continue;
        fputs(begin, f->script.stream);
        write_series(cases->item[i], series, p, &law, f);
        begin = ", \\\n";
    }
    fputs("\n", f->script.stream);
}

static void write_figure(const case_list *cases, size_t columns, gallery *g)
{
    figure f;
    if (!figure_begin(&f, g, "timing", columns == 2 ? FIGURE_DOUBLE : FIGURE_SINGLE, 10))
        return;
    write_data(cases, &f);
    fprintf(f.script.stream,
            "set multiplot\n"
            "set xlabel 'Number of vertices'\n"
            "set ylabel 'Time of %d iterations (s)' offset 1, 0\n"
            "set grid lc rgb '#dddddd' lw 0.7 lt 1\n",
            ITERATIONS);
    for (size_t i = 0; i < columns; i++) {
        const edges e = edges_of(i, columns);
        write_axes(cases, &panels[i], &e, &f);
        write_panel(cases, &panels[i], &f);
    }
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "timing", timing_is_of_a_simulation);
    const bool any = any_to_draw(&cases, &panels[0]);
    if (any)
        write_figure(&cases, any_to_draw(&cases, &panels[1]) ? 2 : 1, g);
    free(cases.item);
    return any;
}

const plot_type plot_timing = {
    .name = "timing",
    .needs = "cases of the task timing at two numbers of vertices or more",
    .draw = draw,
};
