/* Folds over time: r.m.s. distance of the nodes from their plane, a line a run, for runs as printed
 * of studies that ask for it (`folds`). A run that stays in its plane is the axis. With `log`
 * growth is told by its rate; a run that stays in its plane then has no line, and its title says
 * so. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/style.h"

static const results_column *const times = &column_series_time;
static const results_column *const heights = &column_series_out_of_plane;

/* The study is asked first: the series are in the case's file. */
static bool shows_folds(const study_case *c)
{
    const size_t rows = case_block(c)->folds[0] && case_is_printed(c) ? case_rows(c, times) : 0;
    return rows > 1 && case_reals(c, times, rows) && case_reals(c, heights, rows);
}

static bool is_logarithmic(const case_list *cases)
{
    return strcmp(case_block(cases->item[0])->folds, "log") == 0;
}

static bool stays_in_plane(const study_case *c)
{
    const size_t rows = case_rows(c, times);
    const double *height = case_reals(c, heights, rows);
    for (size_t i = 0; i < rows; i++)
        if (height[i] != 0.0)
            return false;
    return true;
}

/* mm */
static double height_at(const void *context, size_t series, size_t row)
{
    const double *height = context;
    return 1e3 * height[series + row]; /* of the one series */
}

static void write_run(const study_case *c, figure *f)
{
    const size_t rows = case_rows(c, times);
    const double *time = case_reals(c, times, rows), *height = case_reals(c, heights, rows);
    fprintf(f->data.stream, "# %s\n", case_simulation(c));
    figure_series(f, time, rows, 1, height_at, height);
    figure_end_block(f);
}

static double longest(const case_list *cases)
{
    double last = 1e-9;
    for (size_t i = 0; i < cases->count; i++) {
        const size_t rows = case_rows(cases->item[i], times);
        last = fmax(last, case_reals(cases->item[i], times, rows)[rows - 1]);
    }
    return last;
}

static void write_axes(const case_list *cases, figure *f)
{
    static const edges frame = {0.10, 0.66, 0.15, 0.95};
    edges_write(&frame, f->script.stream);
    fprintf(f->script.stream, "set xrange [0:%.9g]\n", longest(cases));
    fputs(is_logarithmic(cases) ? "set logscale y\nset format y '10^{%L}'\nset yrange [*:*]\n"
                                : "set yrange [0:*]\n",
          f->script.stream);
    fputs(
        "set xlabel 'Time (s)'\n"
        "set ylabel 'Out of the plane, r.m.s. (mm)'\n"
        "set grid lc rgb '#dddddd' lw 0.7 lt 1\n"
        "set key at screen 0.67, screen 0.96 left top vertical maxcols 1 reverse Left samplen 3\n",
        f->script.stream);
}

static void write_lines(const case_list *cases, figure *f)
{
    FILE *out = f->script.stream;
    for (size_t i = 0; i < cases->count; i++) {
        const series_style l = style_of_place(i);
        fprintf(out, "%s data index %zu using 1:2 with lines lw 1.6 dt %d lc rgb '%s' title ",
                i ? ", \\\n " : "plot \\\n ", i, l.dash, l.colour);
        char title[160];
        const bool gone = is_logarithmic(cases) && stays_in_plane(cases->item[i]);
        snprintf(title, sizeof title, "%s%s", case_simulation(cases->item[i]),
                 gone ? ": exactly 0" : "");
        figure_text(f, title);
    }
    fputc('\n', out);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "run", shows_folds);
    const bool any = cases.count > 0;
    figure f;
    if (any && figure_begin(&f, g, "folds", FIGURE_DOUBLE, style_height(cases.count))) {
        fputs("# time (s), r.m.s. distance from the plane of least squares (mm); a block a run\n",
              f.data.stream);
        for (size_t i = 0; i < cases.count; i++)
            write_run(cases.item[i], &f);
        write_axes(&cases, &f);
        write_lines(&cases, &f);
        figure_end(&f, g);
    }
    free(cases.item);
    return any;
}

const plot_type plot_folds = {
    .name = "folds",
    .needs = "cases of the task run whose study asks for folds",
    .draw = draw,
};
