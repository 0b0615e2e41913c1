/* Work-precision diagrams (error against force evaluations and against processor time) and observed
 * orders (error against the time step, with the fitted powers): a figure of each an experiment, and
 * where that has several simulations, of each of them. */
#include "analysis/quantities/accuracy.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/style.h"

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

static bool has_steps(const study_case *c)
{
    return accuracy_steps_of(c).count > 0;
}

/* Columns of the data, after which a block with the two ends of the fitted line follows. */
enum { DT = 1, ERROR = 2, EVALUATIONS = 4, SECONDS = 5 };

static void write_fit(const study_case *c, const accuracy_steps *steps, figure *f)
{
    const double constant = case_number(c, &column_order_constant);
    const double order = case_number(c, &column_order_observed);
    for (size_t i = 0; i < steps->count; i++) {
        if (!steps->fitted[i])
            continue;
        figure_number(f, steps->dt[i]);
        figure_number(f, constant * pow(steps->dt[i], order));
        fputc('\n', f->data.stream);
    }
    fputs("NaN NaN\n", f->data.stream); /* a block is never empty */
    figure_end_block(f);
}

static void write_steps(const accuracy_steps *steps, figure *f)
{
    for (size_t i = 0; i < steps->count; i++) {
        figure_number(f, steps->dt[i]);
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
    fputs("# time step (s), error r.m.s. (m), largest (m), force evaluations, seconds; then the "
          "fitted power: time step, error\n",
          f->data.stream);
    for (size_t i = 0; i < s->count; i++) {
        const accuracy_steps steps = accuracy_steps_of(s->item[i]);
        fprintf(f->data.stream, "# %s\n", case_integrator(s->item[i]));
        write_steps(&steps, f);
        write_fit(s->item[i], &steps, f);
    }
}

/* What an axis shows of a step. */
typedef double (*quantity)(const accuracy_steps *steps, size_t i);

static double step_of(const accuracy_steps *steps, size_t i)
{
    return steps->dt[i];
}

static double error_of(const accuracy_steps *steps, size_t i)
{
    return steps->rms[i];
}

static double evaluations_of(const accuracy_steps *steps, size_t i)
{
    return isnan(steps->rms[i]) ? steps->rms[i] : (double)steps->evaluations[i];
}

static range range_of(const series *s, quantity of)
{
    range values = range_empty();
    for (size_t i = 0; i < s->count; i++) {
        const accuracy_steps steps = accuracy_steps_of(s->item[i]);
        for (size_t j = 0; j < steps.count; j++)
            if (of(&steps, j) > 0)
                range_include(&values, of(&steps, j));
    }
    return values;
}

/* Where the reference's own error drowns the others. */
static void write_floor(const series *s, figure *f)
{
    const double floor = case_number(s->item[0], &column_reference_error_rms);
    if (floor > 0)
        fprintf(f->script.stream,
                "%.6g with lines lw 1 dt 3 lc rgb '#777777' title 'of the reference', \\\n", floor);
}

static void write_points(const series *s, int column, figure *f)
{
    FILE *out = f->script.stream;
    fputs("plot \\\n", out);
    write_floor(s, f);
    for (size_t i = 0; i < s->count; i++) {
        const series_style l = style_of_method(case_integrator(s->item[i]));
        fprintf(out,
                "data index %zu using %d:%d with linespoints pt %d ps 0.55 lw 1 dt %d lc rgb '%s' "
                "title ",
                2 * i, column, (int)ERROR, l.filled, l.dash, l.colour);
        figure_text(f, case_method_title(s->item[i]));
        fputs(i + 1 < s->count ? ", \\\n" : "\n", out);
    }
}

static void write_frame(const edges *e, const char *label, figure *f)
{
    edges_write(e, f->script.stream);
    fprintf(f->script.stream, "set xlabel '%s'\nset grid lc rgb '#dddddd' lw 0.7 lt 1\n", label);
}

/* "orders_steps", "orders_steps_S1" */
static void name_figure(const series *s, const char *kind, char name[FIGURE_NAME])
{
    snprintf(name, FIGURE_NAME, "%s_%.60s%s%.20s", kind, experiment_of(s->item[0]),
             *s->simulation ? "_" : "", s->simulation);
}

/* "stiffness 10000: observed order" */
static void write_key_title(const series *s, const char *text, figure *f)
{
    char title[160];
    const char *word = case_simulation_word(s->item[0]);
    const bool named = *s->simulation != '\0', by_factor = named && strcmp(word, "simulation") != 0;
    snprintf(title, sizeof title, "%.40s%s%.60s%s%s", by_factor ? word : "", by_factor ? " " : "",
             s->simulation, named && *text ? ": " : "", text);
    fputs(" title ", f->script.stream);
    figure_text(f, title);
    fputs(" left\n", f->script.stream);
}

static void draw_work_precision(const series *s, gallery *g)
{
    static const edges left = {0.11, 0.43, 0.13, 0.93}, right = {0.445, 0.765, 0.13, 0.93};
    char name[FIGURE_NAME];
    figure f;
    name_figure(s, "work_precision", name);
    if (!figure_begin(&f, g, name, FIGURE_DOUBLE, style_height(s->count + 2)))
        return;
    FILE *out = f.script.stream;
    write_data(s, &f);
    fputs("set multiplot\nset ylabel 'Error of the positions, r.m.s. (m)' offset 0.5, 0\n", out);
    style_power_axis(&f, "y", range_of(s, error_of));
    style_power_axis(&f, "x", range_of(s, evaluations_of));
    write_frame(&left, "Force evaluations", &f);
    fputs("unset key\n", out);
    write_points(s, EVALUATIONS, &f);
    fputs("unset ylabel\nset format y ''\n"
          "set key at screen 0.77, screen 0.95 left top vertical maxcols 1 reverse Left samplen 2 "
          "spacing 1",
          out);
    write_key_title(s, "", &f);
    style_power_axis(&f, "x", range_of(s, accuracy_seconds));
    write_frame(&right, "Processor time (s)", &f);
    write_points(s, SECONDS, &f);
    fputs("unset multiplot\n", out);
    figure_end(&f, g);
}

/* "RK4, 4.01 ± 0.006 (4)": observed and, in brackets, stated. */
static void write_order_title(const study_case *c, figure *f)
{
    const double low = case_number(c, &column_order_low);
    const double observed = case_number(c, &column_order_observed);
    FILE *out = f->script.stream;
    figure_text(f, case_method_title(c));
    fputs(".'", out);
    if (!isnan(observed))
        fprintf(out, ", %.2f", observed);
    if (!isnan(low))
        fprintf(out, " ± %.1g", (case_number(c, &column_order_high) - low) / 2);
    fprintf(out, " (%.0f)'", case_number(c, &column_order_stated));
}

static void write_orders(const series *s, figure *f)
{
    FILE *out = f->script.stream;
    fputs("plot \\\n", out);
    write_floor(s, f);
    for (size_t i = 0; i < s->count; i++) {
        const series_style l = style_of_method(case_integrator(s->item[i]));
        fprintf(out,
                "data index %zu using %d:%d with lines lw 1.2 dt %d lc rgb '%s' notitle, \\\n"
                "data index %zu using %d:%d with points pt %d ps 0.55 lc rgb '%s' notitle, \\\n"
                "keyentry with linespoints pt %d ps 0.55 lw 1.2 dt %d lc rgb '%s' title ",
                2 * i + 1, (int)DT, (int)ERROR, l.dash, l.colour, 2 * i, (int)DT, (int)ERROR,
                l.filled, l.colour, l.filled, l.dash, l.colour);
        write_order_title(s->item[i], f);
        fputs(i + 1 < s->count ? ", \\\n" : "\n", out);
    }
}

static void draw_orders(const series *s, gallery *g)
{
    static const edges frame = {0.11, 0.605, 0.13, 0.95};
    char name[FIGURE_NAME];
    figure f;
    name_figure(s, "orders", name);
    if (!figure_begin(&f, g, name, FIGURE_DOUBLE, style_height(s->count + 2)))
        return;
    write_data(s, &f);
    style_power_axis(&f, "x", range_of(s, step_of));
    style_power_axis(&f, "y", range_of(s, error_of));
    write_frame(&frame, "Time step (s)", &f);
    fputs("set ylabel 'Error of the positions, r.m.s. (m)' offset 0.5, 0\n"
          "set key at screen 0.61, screen 0.96 left top vertical maxcols 1 reverse Left samplen 3 "
          "spacing 1",
          f.script.stream);
    write_key_title(s, "observed order (stated)", &f);
    write_orders(s, &f);
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

static bool draw_each(const study *s, gallery *g, void (*draw)(const series *, gallery *))
{
    case_list cases = study_select(s, "accuracy", has_steps);
    const bool any = cases.count > 0;
    for (size_t i = 0; i < cases.count; i++) {
        series part = series_at(&cases, i);
        if (part.count > 0)
            draw(&part, g);
        free(part.item);
    }
    free(cases.item);
    return any;
}

static bool work_precision(const study *s, gallery *g)
{
    return draw_each(s, g, draw_work_precision);
}

static bool orders(const study *s, gallery *g)
{
    return draw_each(s, g, draw_orders);
}

const plot_type plot_work_precision = {
    .name = "work_precision",
    .needs = "cases of the task accuracy",
    .draw = work_precision,
};

const plot_type plot_orders = {
    .name = "orders",
    .needs = "cases of the task accuracy",
    .draw = orders,
};
