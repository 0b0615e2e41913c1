/* Energy drift: the largest relative energy error so far, against time, both logarithmic; a panel
 * for each kind of drift. A bounded error is level; one that drifts rises with slope 1. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"

static const results_column *const times = &column_series_time;
static const results_column *const errors = &column_series_energy_error;

enum { PER_DECADE = 24 }; /* points that are drawn */

static bool has_series(const study_case *c)
{
    const size_t rows = case_rows(c, times);
    const double *time = case_reals(c, times, rows), *error = case_reals(c, errors, rows);
    bool any = false;
    for (size_t i = 0; time && error && i < rows; i++)
        any |= time[i] > 0 && fabs(error[i]) > 0;
    return rows > 1 && any;
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

/* The kinds of drift, each once, in the order of the cases. */
enum { KINDS_MOST = 8 };

static size_t kinds_of(const case_list *cases, const char *kind[KINDS_MOST])
{
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i++) {
        const char *own = case_text(cases->item[i], &column_drift_kind);
        size_t known = 0;
        while (known < count && strcmp(kind[known], own) != 0)
            known++;
        if (known == count && count < KINDS_MOST)
            kind[count++] = own;
    }
    return count;
}

static sheet sheet_for(const case_list *cases, size_t panels, double width)
{
    sheet_form form = {.panels = panels,
                       .across = 2,
                       .least = 5,
                       .row = 5.2,
                       .left = 1.95,
                       .title = 0.6,
                       .entries = cases->count + 1,
                       .entry = sheet_text_width("proportional to time")};
    for (size_t i = 0; i < cases->count; i++)
        sheet_widen(&form, case_method_title(cases->item[i]));
    return sheet_of(&form, width);
}

/* A guide of slope 1 through the middle of the picture, and the lines of a kind. */
static void write_lines(const case_list *cases, const char *kind, double guide, figure *f)
{
    FILE *out = f->script.stream;
    const char *before = "plot \\\n";
    if (guide > 0 && isfinite(guide)) {
        fprintf(out, "plot \\\n%.6g*x with lines lw 1 dt 3 lc rgb '#777777' notitle", guide);
        before = ", \\\n";
    }
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        const series_style l = style_of_method(case_integrator(c));
        if (strcmp(case_text(c, &column_drift_kind), kind) != 0)
            continue;
        fprintf(out,
                "%sdata index %zu using 1:2 with linespoints pt %d ps 0.55 pi 6 lw 1.2 dt %d lc "
                "rgb '%s' notitle",
                before, i, l.filled, l.dash, l.colour);
        before = ", \\\n";
    }
    fputc('\n', out);
}

static void write_panel(const case_list *cases, const sheet *s, size_t i, const char *kind,
                        double guide, figure *f)
{
    const edges e = sheet_panel(s, i);
    edges_write(&e, f->script.stream);
    fputs("set title ", f->script.stream);
    figure_text(f, kind);
    fprintf(f->script.stream, " offset 0,-0.7\nset xlabel '%s'\nset ylabel '%s' offset 0.5, 0\n",
            sheet_has_bottom(s, i) ? "Time (s)" : "",
            sheet_has_left(s, i) ? "Largest relative energy error" : "");
    if (!sheet_has_left(s, i))
        fputs("set format y ''\n", f->script.stream);
    write_lines(cases, kind, guide, f);
}

static void write_key(const case_list *cases, const sheet *s, figure *f)
{
    sheet_begin_key(s, f);
    for (size_t i = 0; i < cases->count; i++) {
        const series_style l = style_of_method(case_integrator(cases->item[i]));
        fprintf(f->script.stream,
                ", \\\n  keyentry with linespoints pt %d ps 0.55 lw 1.2 dt %d lc rgb '%s' title ",
                l.filled, l.dash, l.colour);
        sheet_key_text(s, case_method_title(cases->item[i]), f);
    }
    fputs(", \\\n  keyentry with lines lw 1 dt 3 lc rgb '#777777' title 'proportional to time'\n",
          f->script.stream);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "drift", has_series);
    const char *kind[KINDS_MOST];
    const size_t kinds = kinds_of(&cases, kind);
    const sheet at = sheet_for(&cases, kinds, gallery_width(g));
    const bool any = cases.count > 0;
    figure f;
    if (any && figure_begin(&f, g, "drift", at.width, at.height)) {
        range time = range_empty(), error = range_empty();
        write_data(&cases, &time, &error, &f);
        fputs("set multiplot\nunset key\nset grid lc rgb '#dddddd' lw 0.7 lt 1\n", f.script.stream);
        const double guide = sqrt(error.low * error.high / (time.low * time.high));
        for (size_t i = 0; i < kinds; i++) {
            const edges e = sheet_panel(&at, i);
            style_power_axis_within(&f, "x", time, (e.right - e.left) * f.width);
            style_power_axis_within(&f, "y", error, (e.top - e.bottom) * f.height);
            write_panel(&cases, &at, i, kind[i], guide, &f);
        }
        write_key(&cases, &at, &f);
        fputs("unset multiplot\n", f.script.stream);
        figure_end(&f, g);
    }
    free(cases.item);
    return any;
}

const plot_type plot_drift = {
    .name = "drift",
    .needs = "cases of the task drift",
    .draw = draw,
    .fits_column = true,
};
