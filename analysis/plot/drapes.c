/* One sheet under several models: by method, the largest step of each, predicted and measured, and
 * what a drape at rest costs. A comparison is a figure. */
#include "analysis/quantities/drapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "analysis/plot/style.h"

/* The drapes of one comparison, its methods by their cheapest drape, its sheets by name. */
typedef struct chart {
    drape *all; /* the cheapest first */
    size_t count;
    const char **method, **sheet;
    size_t methods, sheets;
} chart;

static bool is_of(const drape *d, const char *comparison)
{
    return strcmp(case_block(d->rest)->comparison, comparison) == 0;
}

/* The place of a name among those found so far; their number if it is new. */
static size_t place_of(const char *const *name, size_t count, const char *wanted)
{
    size_t i = 0;
    while (i < count && strcmp(name[i], wanted) != 0)
        i++;
    return i;
}

static int by_name(const void *a, const void *b)
{
    return natural_order(*(const char *const *)a, *(const char *const *)b);
}

static void collect(chart *c)
{
    for (size_t i = 0; i < c->count; i++) {
        const char *method = case_integrator(c->all[i].rest);
        const char *cloth = case_simulation(c->all[i].rest);
        if (place_of(c->method, c->methods, method) == c->methods)
            c->method[c->methods++] = method;
        if (place_of(c->sheet, c->sheets, cloth) == c->sheets)
            c->sheet[c->sheets++] = cloth;
    }
    qsort(c->sheet, c->sheets, sizeof *c->sheet, by_name);
}

/* False without memory. */
static bool chart_of(const drape *drapes, size_t count, const char *comparison, chart *c)
{
    *c = (chart){.all = calloc(count + 1, sizeof *c->all),
                 .method = calloc(count + 1, sizeof *c->method),
                 .sheet = calloc(count + 1, sizeof *c->sheet)};
    if (!c->all || !c->method || !c->sheet)
        return false;
    for (size_t i = 0; i < count; i++)
        if (is_of(&drapes[i], comparison))
            c->all[c->count++] = drapes[i];
    collect(c);
    return true;
}

static void chart_free(chart *c)
{
    free(c->all);
    free(c->method);
    free(c->sheet);
}

/* Where a method's sheets lie, from 1 at the top: one beside the other. */
static double height_of(const chart *c, const drape *d, size_t number)
{
    const size_t method = place_of(c->method, c->methods, case_integrator(d->rest));
    const double middle = ((double)c->sheets - 1) / 2;
    return (double)method + 1 + 0.64 * ((double)number - middle) / (double)c->sheets;
}

static void write_data(const chart *c, figure *f)
{
    fputs("# method's place, ms predicted and measured, s of processing to rest with its 95 % "
          "interval, 1 if it does not come to rest; one block a sheet\n",
          f->data.stream);
    for (size_t i = 0; i < c->sheets; i++) {
        fprintf(f->data.stream, "# %s\n", c->sheet[i]);
        for (size_t k = 0; k < c->count; k++) {
            const drape *d = &c->all[k];
            if (strcmp(case_simulation(d->rest), c->sheet[i]) != 0)
                continue;
            figure_number(f, height_of(c, d, i));
            figure_number(f, 1e3 * d->predicted);
            figure_number(f, 1e3 * d->measured);
            figure_number(f, d->cost);
            figure_number(f, d->likely.low);
            figure_number(f, d->likely.high);
            figure_number(f, !d->at_rest);
            fprintf(f->data.stream, " # %s\n", case_integrator(d->rest));
        }
        figure_end_block(f);
    }
}

typedef double value_of(const drape *d);

static double predicted_ms(const drape *d)
{
    return 1e3 * d->predicted;
}
static double measured_ms(const drape *d)
{
    return 1e3 * d->measured;
}
static double least_cost(const drape *d)
{
    return d->likely.low;
}
static double most_cost(const drape *d)
{
    return d->likely.high;
}

static range range_of(const chart *c, value_of *low, value_of *high)
{
    range r = range_empty();
    for (size_t i = 0; i < c->count; i++) {
        range_include(&r, low(&c->all[i]));
        range_include(&r, high(&c->all[i]));
    }
    return r;
}

static void write_methods(const chart *c, bool named, figure *f)
{
    fprintf(f->script.stream, "set yrange [%.2f:0.4]\nset ytics (", (double)c->methods + 0.6);
    for (size_t i = 0; i < c->methods; i++) {
        fputs(i ? ", " : "", f->script.stream);
        char title[96];
        integrator_title(c->method[i], title, sizeof title);
        figure_tic(f, named ? title : "");
        fprintf(f->script.stream, " %zu", i + 1);
    }
    fputs(")\n", f->script.stream);
}

/* cm; a row a method, with room for the key. */
static double height_of_figure(const chart *c)
{
    return fmax(3.0 + 0.62 * (double)c->methods, 2.4 + 0.52 * (double)(c->sheets + 2));
}

/* Where the key begins, a fraction of the width: its entries are as long as the sheets' names. */
static double key_left(const chart *c)
{
    double widest = 2.1; /* cm */
    for (size_t i = 0; i < c->sheets; i++)
        widest = fmax(widest, sheet_text_width(c->sheet[i]));
    return 1 - (widest + 1.1) / FIGURE_DOUBLE;
}

/* The first or second of two panels, with room for methods beside them, for the labels below and
 * the title above. */
static void write_panel(const chart *c, int which, FILE *out)
{
    static const double left = 0.185, between = 0.025;
    const double height = height_of_figure(c);
    const double width = (key_left(c) - 0.015 - left - between) / 2;
    const double begin = left + which * (width + between);
    const edges panel = {begin, begin + width, 1.5 / height, 1.0 - 0.8 / height};
    edges_write(&panel, out);
}

static void write_limits(const chart *c, figure *f)
{
    FILE *out = f->script.stream;
    write_panel(c, 0, out);
    style_log_axis(f, "x", range_of(c, predicted_ms, measured_ms));
    write_methods(c, true, f);
    fputs("set title '(a) largest step' offset 0,-0.5\nset xlabel 'Δt (ms)'\nset key off\nplot ",
          out);
    for (size_t i = 0; i < c->sheets; i++) {
        const series_style l = style_of_place(i);
        fprintf(out,
                "%sdata index %zu using 3:1 with points pt %d ps 0.5 lc rgb '%s', \\\n"
                "  data index %zu using 2:1 with points pt %d ps 0.85 lw 0.8 lc rgb '%s'",
                i ? ", \\\n  " : "\\\n  ", i, l.filled, l.colour, i, l.open, l.colour);
    }
    fputs("\n", out);
}

/* What does not come to rest stands as a cross on the panel's right edge. */
static void write_costs(const chart *c, figure *f)
{
    FILE *out = f->script.stream;
    write_panel(c, 1, out);
    range costs = range_of(c, least_cost, most_cost);
    costs.high *= 1.6;
    style_log_axis(f, "x", costs);
    write_methods(c, false, f);
    fprintf(out,
            "set title '(b) processing until at rest' offset 0,-0.5\nset xlabel 'Time (s)'\n"
            "set key at screen %.5f, screen 0.92 left top vertical maxcols 1 reverse Left samplen "
            "1 spacing 1.15\nplot ",
            key_left(c));
    for (size_t i = 0; i < c->sheets; i++) {
        const series_style l = style_of_place(i);
        fprintf(out,
                "%sdata index %zu using 5:1:($6-$5):(0) with vectors nohead lw 1.2 lc rgb '%s' "
                "notitle, \\\n"
                "  data index %zu using 4:1 with points pt %d ps 0.6 lc rgb '%s' title ",
                i ? ", \\\n  " : "\\\n  ", i, l.colour, i, l.filled, l.colour);
        figure_text(f, c->sheet[i]);
        fprintf(out,
                ", \\\n  data index %zu using ($7 > 0 ? %.6g : NaN):1 with points pt 2 ps 0.5 lw "
                "1.2 lc rgb '%s' notitle",
                i, costs.high, l.colour);
    }
    fputs(", \\\n  keyentry with points pt 6 ps 0.85 lw 0.8 lc rgb '#444444' title 'predicted', "
          "\\\n  keyentry with points pt 2 ps 0.5 lw 1.2 lc rgb '#444444' title 'not at rest'\n",
          out);
}

static bool can_be_drawn(const chart *c)
{
    const range limits = range_of(c, predicted_ms, measured_ms);
    const range costs = range_of(c, least_cost, most_cost);
    return !range_is_empty(&limits) && !range_is_empty(&costs);
}

static bool draw_one(const drape *drapes, size_t count, const char *comparison, const char *name,
                     gallery *g)
{
    chart c;
    figure f;
    const bool made = chart_of(drapes, count, comparison, &c), any = made && can_be_drawn(&c);
    if (!made) {
        g->failed = true;
        fprintf(g->err, "%s: no memory\n", name);
    } else if (any && figure_begin(&f, g, name, FIGURE_DOUBLE, height_of_figure(&c))) {
        write_data(&c, &f);
        fputs("set multiplot\nset grid x lc rgb '#dddddd' lw 0.7 lt 1\nset tics nomirror\n",
              f.script.stream);
        for (size_t i = 1; i < c.methods; i++)
            fprintf(f.script.stream,
                    "set arrow from graph 0, first %zu.5 to graph 1, first %zu.5 nohead lw 0.5 lc "
                    "rgb '#dddddd' back\n",
                    i, i);
        write_limits(&c, &f);
        write_costs(&c, &f);
        fputs("unset multiplot\n", f.script.stream);
        figure_end(&f, g);
    }
    chart_free(&c);
    return any;
}

/* One comparison is the figure `drapes`; of several each has its name behind that. */
static bool draw(const study *s, gallery *g)
{
    size_t count, drawn = 0;
    drape *drapes = drapes_of(s, &count);
    for (size_t i = 0; i < count; i++) {
        const char *comparison = case_block(drapes[i].rest)->comparison;
        char name[FIGURE_NAME] = "drapes";
        bool first = true, only = true;
        for (size_t j = 0; j < count; j++) {
            first = first && (j >= i || !is_of(&drapes[j], comparison));
            only = only && is_of(&drapes[j], comparison);
        }
        if (!only)
            snprintf(name, sizeof name, "drapes_%s", comparison);
        drawn += first && draw_one(drapes, count, comparison, name, g);
    }
    free(drapes);
    return drawn > 0;
}

const plot_type plot_drapes = {
    .name = "drapes",
    .needs =
        "cases of the tasks equilibrium and timing of a study with a `comparison`, some at rest",
    .draw = draw,
};
