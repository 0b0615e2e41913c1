/* Accuracy: the error against the time step, with the fitted powers (the observed orders), against
 * force evaluations and against processor time; a row of panels for each stated order. A figure an
 * experiment, and where that has several simulations, one of each. */
#include "analysis/quantities/accuracy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"

/* The cases of one simulation of an experiment: a part of a list. */
typedef struct series {
    const study_case **item;
    size_t count;
    const char *simulation; /* its name; "": the experiment has no other */
} series;

static const char *experiment_of(const study_case *c)
{
    return case_text(c, &column_case_experiment);
}

/* A step with an error; without one there is nothing to draw. */
static bool has_steps(const study_case *c)
{
    const accuracy_steps steps = accuracy_steps_of(c);
    bool any = false;
    for (size_t i = 0; i < steps.count; i++)
        any |= steps.dt[i] > 0 && steps.rms[i] > 0;
    return any;
}

/* --- what is shown --- */

/* An order is told of this many fitted steps or more: through three, any curve is straight. */
enum { FITTED_LEAST = 4 };

static bool is_fitted(const study_case *c)
{
    const accuracy_steps steps = accuracy_steps_of(c);
    size_t fitted = 0;
    for (size_t i = 0; i < steps.count; i++)
        fitted += steps.fitted[i] != 0;
    return fitted >= FITTED_LEAST && !isnan(case_number(c, &column_order_observed));
}

/* What the columns of panels have as their x axis. */
typedef struct abscissa {
    const char *label;
    double (*value)(const accuracy_steps *steps, size_t i);
    int column;   /* of the data */
    bool is_time; /* in s there; the axis has a unit that suits it, which the label lacks */
} abscissa;

/* ms */
static double step_of(const accuracy_steps *steps, size_t i)
{
    return 1e3 * steps->dt[i];
}

static double evaluations_of(const accuracy_steps *steps, size_t i)
{
    return isnan(steps->rms[i]) ? steps->rms[i] : (double)steps->evaluations[i];
}

static double error_of(const accuracy_steps *steps, size_t i)
{
    return steps->rms[i];
}

enum { ACROSS = 3, ERROR = 2, ROWS_MOST = 10 };
static const abscissa across[ACROSS] = {
    {"Time step (ms)", step_of, 1, false},
    {"Force evaluations", evaluations_of, 4, false},
    {"Processor time", accuracy_seconds, 5, true},
};

static range range_of(const series *s, double (*value)(const accuracy_steps *, size_t))
{
    range values = range_empty();
    for (size_t i = 0; i < s->count; i++) {
        const accuracy_steps steps = accuracy_steps_of(s->item[i]);
        for (size_t j = 0; j < steps.count; j++)
            if (value(&steps, j) > 0)
                range_include(&values, value(&steps, j));
    }
    return values;
}

typedef struct unit {
    const char *name;
    double size; /* s */
} unit;

/* The largest in which the longest time is 1 or more, so that ticks are short. */
static unit unit_of(range seconds)
{
    static const unit units[] = {{"s", 1}, {"ms", 1e-3}, {"µs", 1e-6}};
    size_t i = 0;
    while (i < 2 && seconds.high < units[i].size)
        i++;
    return units[i];
}

/* --- data: of each case a block of its steps and one of its fitted line --- */

static void write_fit(const study_case *c, const accuracy_steps *steps, figure *f)
{
    const double constant = case_number(c, &column_order_constant);
    const double order = case_number(c, &column_order_observed);
    for (size_t i = 0; is_fitted(c) && i < steps->count; i++) {
        if (!steps->fitted[i])
            continue;
        figure_number(f, step_of(steps, i));
        figure_number(f, constant * pow(steps->dt[i], order));
        fputc('\n', f->data.stream);
    }
    fputs("NaN NaN\n", f->data.stream); /* a block is never empty */
    figure_end_block(f);
}

static void write_steps(const accuracy_steps *steps, figure *f)
{
    for (size_t i = 0; i < steps->count; i++) {
        figure_number(f, step_of(steps, i));
        figure_number(f, steps->rms[i]);
        figure_number(f, steps->largest[i]);
        figure_number(f, (double)steps->evaluations[i]);
        figure_number(f, accuracy_seconds(steps, i));
        fputc('\n', f->data.stream);
    }
    figure_end_block(f);
}

static void write_data(const series *s, figure *f)
{
    fputs("# time step (ms), error r.m.s. (m), largest (m), force evaluations, seconds; then the "
          "fitted power: time step, error\n",
          f->data.stream);
    for (size_t i = 0; i < s->count; i++) {
        const accuracy_steps steps = accuracy_steps_of(s->item[i]);
        fprintf(f->data.stream, "# %s\n", case_integrator(s->item[i]));
        write_steps(&steps, f);
        write_fit(s->item[i], &steps, f);
    }
}

/* --- panels --- */

static double stated(const study_case *c)
{
    return case_number(c, &column_order_stated);
}

static int rising(const void *left, const void *right)
{
    const double a = *(const double *)left, b = *(const double *)right;
    return (a > b) - (a < b);
}

/* The stated orders, each once, rising. */
static size_t orders_of(const series *s, double order[ROWS_MOST])
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++) {
        size_t known = 0;
        while (known < count && order[known] != stated(s->item[i]))
            known++;
        if (known == count && count < ROWS_MOST)
            order[count++] = stated(s->item[i]);
    }
    qsort(order, count, sizeof *order, rising);
    return count;
}

/* "RK4, 4.01 ± 0.006 (4)": observed and, in brackets, stated. */
static void order_title(const study_case *c, char *text, size_t size)
{
    const double low = case_number(c, &column_order_low);
    const double half = (case_number(c, &column_order_high) - low) / 2;
    char observed[64] = "";
    if (is_fitted(c) && isnan(low))
        snprintf(observed, sizeof observed, ", %.2f", case_number(c, &column_order_observed));
    else if (is_fitted(c))
        snprintf(observed, sizeof observed, ", %.2f ± %.1g", case_number(c, &column_order_observed),
                 half);
    snprintf(text, size, "%s%s (%.0f)", case_method_title(c), observed, stated(c));
}

/* Where the reference's own error drowns the others. */
static double floor_of(const series *s)
{
    return case_number(s->item[0], &column_reference_error_rms);
}

/* Methods of an order as lines, all others as faint ones behind them; `size` is the unit of x in
 * that of the data. */
static void write_points(const series *s, size_t column, double size, double order, figure *f)
{
    FILE *out = f->script.stream;
    const char *before = "plot \\\n";
    if (floor_of(s) > 0) {
        fprintf(out, "plot \\\n%.6g with lines lw 1 dt 3 lc rgb '#777777'", floor_of(s));
        before = ", \\\n";
    }
    for (size_t i = 0; i < s->count; i++)
        if (stated(s->item[i]) != order) {
            fprintf(out, "%sdata index %zu using ($%d/%g):%d with lines lw 0.6 lc rgb '#dddddd'",
                    before, 2 * i, across[column].column, size, (int)ERROR);
            before = ", \\\n";
        }
    for (size_t i = 0; i < s->count; i++) {
        const series_style l = style_of_method(case_integrator(s->item[i]));
        if (stated(s->item[i]) != order)
            continue;
        fprintf(out,
                "%sdata index %zu using ($%d/%g):%d with %s pt %d ps 0.5 lw 1 dt %d lc rgb '%s'",
                before, 2 * i, across[column].column, size, (int)ERROR,
                column == 0 && is_fitted(s->item[i]) ? "points" : "linespoints", l.filled, l.dash,
                l.colour);
        before = ", \\\n";
        if (column == 0)
            fprintf(out, ", \\\ndata index %zu using 1:2 with lines lw 1.2 dt %d lc rgb '%s'",
                    2 * i + 1, l.dash, l.colour);
    }
    fputc('\n', out);
}

/* "Processor time (ms)". */
static void write_axis_titles(const sheet *at, size_t i, const unit *x, FILE *out)
{
    const abscissa *a = &across[i % ACROSS];
    fprintf(out, "set xlabel '%s", sheet_has_bottom(at, i) ? a->label : "");
    if (sheet_has_bottom(at, i) && a->is_time)
        fprintf(out, " (%s)", x->name);
    fprintf(out, "'\nset ylabel '%s' offset 0.5, 0\n",
            sheet_has_left(at, i) ? "Error, r.m.s. (m)" : "");
}

static void write_panel(const series *s, const sheet *at, size_t i, double order, figure *f)
{
    FILE *out = f->script.stream;
    const edges e = sheet_panel(at, i);
    const size_t column = i % ACROSS;
    range x = range_of(s, across[column].value);
    const unit u = across[column].is_time ? unit_of(x) : (unit){"", 1};
    x.low /= u.size;
    x.high /= u.size;
    style_power_axis_within(f, "x", x, (e.right - e.left) * f->width);
    style_power_axis_within(f, "y", range_of(s, error_of), (e.top - e.bottom) * f->height);
    edges_write(&e, out);
    if (!sheet_has_bottom(at, i))
        fputs("set format x ''\n", out);
    if (!sheet_has_left(at, i))
        fputs("set format y ''\n", out);
    write_axis_titles(at, i, &u, out);
    if (column == 1)
        fprintf(out, "set title 'stated order %g' offset 0,-0.7\n", order);
    else
        fputs("unset title\n", out);
    write_points(s, column, u.size, order, f);
}

/* "stiffness 10000: observed order ± 95 % (stated)": what the entries of the key say. */
static void key_title(const series *s, char *text, size_t size)
{
    const char *word = case_simulation_word(s->item[0]);
    const bool named = *s->simulation != '\0', by_factor = named && strcmp(word, "simulation") != 0;
    snprintf(text, size, "%.40s%s%.60s%sobserved order ± 95 %% (stated)", by_factor ? word : "",
             by_factor ? " " : "", s->simulation, named ? ": " : "");
}

static void write_key(const series *s, const sheet *at, figure *f)
{
    FILE *out = f->script.stream;
    char text[200];
    sheet_begin_key(at, f);
    key_title(s, text, sizeof text);
    fputs(", \\\n  keyentry with lines lc rgb 'white' title ", out);
    sheet_key_text(at, text, f);
    if (floor_of(s) > 0)
        fputs(", \\\n  keyentry with lines lw 1 dt 3 lc rgb '#777777' title 'error of the "
              "reference'",
              out);
    for (size_t i = 0; i < s->count; i++) {
        char title[128];
        const series_style l = style_of_method(case_integrator(s->item[i]));
        order_title(s->item[i], title, sizeof title);
        fprintf(out,
                ", \\\n  keyentry with linespoints pt %d ps 0.5 lw 1.2 dt %d lc rgb '%s' title ",
                l.filled, l.dash, l.colour);
        sheet_key_text(at, title, f);
    }
    fputc('\n', out);
}

static sheet sheet_for(const series *s, size_t rows)
{
    sheet_form form = {.panels = ACROSS * rows,
                       .across = ACROSS,
                       .least = 3,
                       .row = rows > 3   ? 3.4
                              : rows > 1 ? 4.6
                                         : 6.5,
                       .left = 1.95,
                       .title = 0.6,
                       .entries = s->count + 1 + (floor_of(s) > 0)};
    char heading[200];
    key_title(s, heading, sizeof heading);
    sheet_widen(&form, heading);
    for (size_t i = 0; i < s->count; i++) {
        char title[128];
        order_title(s->item[i], title, sizeof title);
        sheet_widen(&form, title);
    }
    return sheet_of(&form, FIGURE_DOUBLE);
}

/* --- figures --- */

/* "accuracy_steps", "accuracy_steps_S1" */
static void draw_series(const series *s, gallery *g)
{
    double order[ROWS_MOST];
    char name[FIGURE_NAME];
    figure f;
    const size_t rows = orders_of(s, order);
    const sheet at = sheet_for(s, rows);
    snprintf(name, sizeof name, "accuracy_%.60s%s%.20s", experiment_of(s->item[0]),
             *s->simulation ? "_" : "", s->simulation);
    if (!figure_begin(&f, g, name, at.width, at.height))
        return;
    write_data(s, &f);
    fputs("set multiplot\nunset key\nset grid lc rgb '#dddddd' lw 0.7 lt 1\n", f.script.stream);
    for (size_t i = 0; i < at.form.panels; i++)
        write_panel(s, &at, i, order[i / ACROSS], &f);
    write_key(s, &at, &f);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

/* Cases of the simulation at `first` that no earlier case belongs to; empty if one does. Free. */
static series series_at(const case_list *cases, size_t first)
{
    const char *simulation = case_simulation(cases->item[first]);
    series s = {.item = calloc(cases->count, sizeof *s.item), .simulation = ""};
    for (size_t i = 0; s.item && i < cases->count; i++) {
        if (strcmp(experiment_of(cases->item[i]), experiment_of(cases->item[first])) != 0)
            continue;
        if (strcmp(case_simulation(cases->item[i]), simulation) != 0) {
            s.simulation = simulation;
            continue;
        }
        if (i < first)
            return s; /* with none */
        s.item[s.count++] = cases->item[i];
    }
    return s;
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "accuracy", has_steps);
    const bool any = cases.count > 0;
    for (size_t i = 0; i < cases.count; i++) {
        series part = series_at(&cases, i);
        if (part.count > 0)
            draw_series(&part, g);
        free(part.item);
    }
    free(cases.item);
    return any;
}

const plot_type plot_accuracy = {
    .name = "accuracy",
    .needs = "cases of the task accuracy",
    .draw = draw,
};
