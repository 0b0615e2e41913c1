/* Energy drift: the largest relative energy error so far, against time, both logarithmic. A bounded
 * error is level; one that drifts rises with slope 1. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/style.h"

static const results_column *const times = &column_series_time;
static const results_column *const errors = &column_series_energy_error;

enum { PER_DECADE = 24 }; /* points that are drawn */

static bool has_series(const study_case *c)
{
    const size_t rows = case_rows(c, times);
    return rows > 1 && case_reals(c, times, rows) && case_reals(c, errors, rows);
}

/* The largest so far, at times a constant factor apart. */
static void write_envelope(const study_case *c, range *time_range, range *error_range, figure *f)
{
    const size_t rows = case_rows(c, times);
    const double *time = case_reals(c, times, rows), *error = case_reals(c, errors, rows);
    double largest = 0, next = 0;
    for (size_t i = 0; i < rows; i++) {
        largest = fmax(largest, fabs(error[i]));
        if (!(time[i] > 0 && largest > 0) || (time[i] < next && i + 1 < rows))
            continue;
        figure_number(f, time[i]);
        figure_number(f, largest);
        fputc('\n', f->data.stream);
        range_include(time_range, time[i]);
        range_include(error_range, largest);
        next = time[i] * pow(10, 1.0 / PER_DECADE);
    }
    fputs("NaN NaN\n", f->data.stream); /* a block is never empty */
    figure_end_block(f);
}

static void write_data(const case_list *cases, range *time, range *error, figure *f)
{
    fputs("# time (s), largest relative energy error so far; one block a case\n", f->data.stream);
    for (size_t i = 0; i < cases->count; i++) {
        fprintf(f->data.stream, "# %s\n", case_integrator(cases->item[i]));
        write_envelope(cases->item[i], time, error, f);
    }
}

static void write_axes(range time, range error, figure *f)
{
    static const edges frame = {0.11, 0.63, 0.13, 0.95};
    edges_write(&frame, f->script.stream);
    style_power_axis(f, "x", time);
    style_power_axis(f, "y", error);
    fputs("set xlabel 'Time (s)'\n"
          "set ylabel 'Largest relative energy error so far' offset 0.5, 0\n"
          "set grid lc rgb '#dddddd' lw 0.7 lt 1\n"
          "set key at screen 0.64, screen 0.96 left top vertical maxcols 1 reverse Left samplen 3 "
          "spacing 1\n",
          f->script.stream);
}

/* A guide of slope 1 through the middle of the picture. */
static void write_guide(range time, range error, figure *f)
{
    const double slope = sqrt(error.low * error.high / (time.low * time.high));
    if (slope > 0 && isfinite(slope))
        fprintf(f->script.stream,
                "%.6g*x with lines lw 1 dt 3 lc rgb '#777777' title 'proportional to time', \\\n",
                slope);
}

static void write_lines(const case_list *cases, figure *f)
{
    FILE *out = f->script.stream;
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        const series_style l = style_of_method(case_integrator(c));
        fprintf(
            out,
            "data index %zu with linespoints pt %d ps 0.55 pi 6 lw 1.2 dt %d lc rgb '%s' title ", i,
            l.filled, l.dash, l.colour);
        figure_text(f, case_method_title(c));
        fputs(".': '.", out);
        figure_text(f, case_text(c, &column_drift_kind));
        fputs(i + 1 < cases->count ? ", \\\n" : "\n", out);
    }
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "drift", has_series);
    const bool any = cases.count > 0;
    figure f;
    if (any && figure_begin(&f, g, "drift", FIGURE_DOUBLE, style_height(cases.count + 1))) {
        range time = range_empty(), error = range_empty();
        write_data(&cases, &time, &error, &f);
        write_axes(time, error, &f);
        fputs("plot \\\n", f.script.stream);
        write_guide(time, error, &f);
        write_lines(&cases, &f);
        figure_end(&f, g);
    }
    free(cases.item);
    return any;
}

const plot_type plot_drift = {
    .name = "drift",
    .needs = "cases of the task drift",
    .draw = draw,
};
