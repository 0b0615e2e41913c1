/* Predicted against measured limits of the time step, on the diagonal, and how far off it. */
#include "analysis/quantities/predictions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "analysis/quantities/limits.h"

/* Cases are of one series if they share their integrator and the factor of their design that is a
 * size. */
static bool same_series(const study_case *a, const study_case *b)
{
    return strcmp(case_integrator(a), case_integrator(b)) == 0 &&
           strcmp(case_block(a)->design.size, case_block(b)->design.size) == 0;
}

static bool is_first_of_series(const case_list *cases, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (same_series(cases->item[j], cases->item[i]))
            return false;
    return true;
}

static double predicted(const study_case *c, size_t place)
{
    return 1e3 * predicted_number(c, &column_predicted_dt, place);
}

static double measured(const study_case *c)
{
    return 1e3 * predicted_measured(c);
}

/* %, of what a run of that horizon can show: a weak instability takes its time. */
static double off_in_horizon(const study_case *c)
{
    const double dt = predicted_number(c, &column_horizon_dt, PREDICTED_WORST);
    return 100 * (dt / predicted_measured(c) - 1);
}

static bool fails_a_check(const study_case *c)
{
    char checks[128];
    limit_failed_checks(c, checks, sizeof checks);
    return checks[0] != '\0';
}

static bool is_shown(const study_case *c)
{
    return measured(c) > 0 && predicted(c, PREDICTED_WORST) > 0;
}

static void write_data(const case_list *cases, figure *f)
{
    fputs(
        "# ms: measured, predicted from the worst state, from the start; % off, of the worst; 1 if "
        "the measured limit fails a check; one block a series\n",
        f->data.stream);
    for (size_t i = 0; i < cases->count; i++) {
        if (!is_first_of_series(cases, i))
            continue;
        fprintf(f->data.stream, "# %s %s\n", case_integrator(cases->item[i]),
                case_block(cases->item[i])->design.size);
        for (size_t j = i; j < cases->count; j++) {
            const study_case *c = cases->item[j];
            if (!same_series(c, cases->item[i]) || !is_shown(c))
                continue;
            figure_number(f, measured(c));
            figure_number(f, predicted(c, PREDICTED_WORST));
            figure_number(f, predicted(c, PREDICTED_START));
            figure_number(f, off_in_horizon(c));
            figure_number(f, fails_a_check(c));
            fputc('\n', f->data.stream);
        }
        figure_end_block(f);
    }
}

/* "Verlet", "RK4, mesh" */
static void title_of(const study_case *c, char *text, size_t size)
{
    const char *series = case_block(c)->design.size;
    snprintf(text, size, "%s%s%s", case_method_title(c), series[0] ? ", " : "", series);
}

static bool any_fails_a_check(const case_list *cases)
{
    bool any = false;
    for (size_t i = 0; i < cases->count; i++)
        any = any || fails_a_check(cases->item[i]);
    return any;
}

/* Series over sizes have lines as well, through small points. */
static bool is_swept(const study_case *c)
{
    return case_block(c)->design.size[0] != '\0';
}

static void write_series(const case_list *cases, int column, figure *f)
{
    FILE *out = f->script.stream;
    size_t block = 0;
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        const series_style l = style_of_method(case_integrator(c));
        if (!is_first_of_series(cases, i))
            continue;
        fprintf(out, ", \\\n  data index %zu using 1:%d with %s pt %d ps %.2f lc rgb '%s'", block++,
                column, is_swept(c) ? "linespoints lw 0.7" : "points",
                is_swept(c) ? l.open : l.filled, is_swept(c) ? 0.45 : 0.55, l.colour);
    }
    /* A ring around each limit that a check of the search qualifies. */
    fprintf(out,
            ", \\\n  data using ($5 > 0 ? $1 : NaN):%d with points pt 6 ps 0.95 lw 0.8 lc rgb "
            "'#b2182b'\n",
            column);
}

static void write_key(const case_list *cases, const sheet *s, figure *f)
{
    FILE *out = f->script.stream;
    sheet_begin_key(s, f);
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        char title[200];
        const series_style l = style_of_method(case_integrator(c));
        if (!is_first_of_series(cases, i))
            continue;
        fprintf(out, ", \\\n  keyentry with %s pt %d ps 0.55 lc rgb '%s' title ",
                is_swept(c) ? "linespoints lw 0.7" : "points", is_swept(c) ? l.open : l.filled,
                l.colour);
        title_of(c, title, sizeof title);
        sheet_key_text(s, title, f);
    }
    fputs(", \\\n  keyentry with points pt 6 ps 0.35 lw 0.7 lc rgb '#999999' title 'from the "
          "start'",
          out);
    if (any_fails_a_check(cases))
        fputs(
            ", \\\n  keyentry with points pt 6 ps 0.95 lw 0.8 lc rgb '#b2182b' title 'limit fails "
            "a check'",
            out);
    fputc('\n', out);
}

static sheet sheet_for(const case_list *cases, double width)
{
    sheet_form form = {.panels = 2,
                       .across = 2,
                       .least = 5.5,
                       .row = 6.4,
                       .left = 1.95,
                       .every_left = true,
                       .every_label = true,
                       .title = 0.6,
                       .entries = 1 + any_fails_a_check(cases),
                       .entry = sheet_text_width("limit fails a check")};
    for (size_t i = 0; i < cases->count; i++) {
        char title[200];
        title_of(cases->item[i], title, sizeof title);
        form.entries += is_first_of_series(cases, i);
        sheet_widen(&form, title);
    }
    return sheet_of(&form, width);
}

static range steps_of(const case_list *cases)
{
    range steps = range_empty();
    for (size_t i = 0; i < cases->count; i++) {
        if (!is_shown(cases->item[i]))
            continue;
        range_include(&steps, measured(cases->item[i]));
        range_include(&steps, predicted(cases->item[i], PREDICTED_WORST));
        range_include(&steps, predicted(cases->item[i], PREDICTED_START));
    }
    return steps;
}

static void write_diagonal(const case_list *cases, const edges *at, range steps, figure *f)
{
    edges_write(at, f->script.stream);
    fputs("set title '(a) a run without end' offset 0,-0.5\nset ylabel 'Predicted limit Δt (ms)' "
          "offset "
          "0.5,0\n"
          "set key off\n",
          f->script.stream);
    style_log_axis(f, "y", steps);
    fputs("plot x with lines lw 1 lc rgb '#999999' notitle, \\\n"
          "  data using 1:3 with points pt 6 ps 0.35 lw 0.7 lc rgb '#999999' notitle",
          f->script.stream);
    write_series(cases, 2, f);
}

static void write_distance(const case_list *cases, const edges *at, figure *f)
{
    range off = range_empty();
    range_include(&off, 0);
    for (size_t i = 0; i < cases->count; i++)
        range_include(&off, off_in_horizon(cases->item[i]));
    edges_write(at, f->script.stream);
    fprintf(f->script.stream,
            "unset logscale y\nset yrange [%.3g:%.3g]\nset ytics auto\nset title '(b) over the "
            "horizon of "
            "the runs' offset 0,-0.5\n"
            "set ylabel 'Prediction off by (%%)' offset 0.5,0\n"
            "set object 1 rectangle from graph 0, first -3 to graph 1, first 3 behind fillstyle "
            "solid noborder fc rgb '#eeeeee'\n"
            "plot 0 with lines lw 1 lc rgb '#999999' notitle",
            off.low - 0.7, off.high + 0.7);
    write_series(cases, 4, f);
    fputs("unset object 1\n", f->script.stream);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "predict", is_shown);
    figure f;
    const bool any = cases.count > 0;
    const sheet at = sheet_for(&cases, gallery_width(g));
    if (any && figure_begin(&f, g, "predictions", at.width, at.height)) {
        const edges left = sheet_panel(&at, 0), right = sheet_panel(&at, 1);
        const range steps = steps_of(&cases);
        write_data(&cases, &f);
        fputs("set multiplot\nset xlabel 'Measured limit Δt (ms)'\n"
              "set grid lc rgb '#dddddd' lw 0.7 lt 1\n",
              f.script.stream);
        style_log_axis_within(&f, "x", steps, (left.right - left.left) * f.width);
        write_diagonal(&cases, &left, steps, &f);
        write_distance(&cases, &right, &f);
        write_key(&cases, &at, &f);
        fputs("unset multiplot\n", f.script.stream);
        figure_end(&f, g);
    }
    free(cases.item);
    return any;
}

const plot_type plot_predictions = {
    .name = "predictions",
    .needs = "cases of the task predict with a measured bracket",
    .draw = draw,
    .fits_column = true,
};
