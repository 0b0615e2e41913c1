/* What models measure against reference: for each quantity of a study that refines a grid, the
 * relative error against the study's parameter, a line a model. Full lines: the finest grid; broken
 * ones with open points: the limit that the grids approach. */
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/refinement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/style.h"

enum { MODELS_MOST = 16, LEAST = 3 }; /* LEAST: values of a parameter that make a line */

static bool has_parameter(const study_case *c)
{
    return refinement_is_asked(c) && !isnan(refinement_number(c));
}

/* The cases of an experiment, in the planned order. */
typedef struct part {
    const study *study;
    const experiment_study *of;
    const study_case *some; /* one of them */
    const char *model[MODELS_MOST];
    size_t models;
    double value[LEAST]; /* of the parameter, different ones */
    size_t values;
} part;

static void add_value(part *p, double value)
{
    for (size_t i = 0; i < p->values; i++)
        if (p->value[i] == value)
            return;
    if (p->values < LEAST)
        p->value[p->values++] = value;
}

static part part_of(const study *s, const experiment_study *of)
{
    part p = {.study = s, .of = of};
    for (size_t i = 0; i < s->count && p.models < MODELS_MOST; i++) {
        const study_case *c = &s->item[i];
        if (c->of != of || !has_parameter(c))
            continue;
        p.some = c;
        names_add(p.model, &p.models, case_simulation(c));
        add_value(&p, refinement_number(c));
    }
    return p;
}

static double percent(double measured, double reference)
{
    return 100.0 * (measured / reference - 1.0);
}

/* Parameter, error on the finest grid, error of the limit. */
static void write_model(const part *p, const char *model, size_t quantity, range *x, figure *f)
{
    refined_value v;
    fprintf(f->data.stream, "# %s\n", model);
    for (size_t i = 0; i < p->study->count; i++) {
        const study_case *c = &p->study->item[i];
        if (c->of != p->of || strcmp(case_simulation(c), model) != 0 ||
            !refinement_value(p->study, c, quantity, &v) || isnan(v.reference))
            continue;
        const refinement r = refinement_of(p->study, c, v.quantity);
        if (r.count == 0 || refinement_points(c) != r.points[r.count - 1])
            continue;
        figure_number(f, refinement_number(c));
        figure_number(f, percent(v.measured, v.reference));
        figure_number(f, percent(r.limit, v.reference));
        fputc('\n', f->data.stream);
        range_include(x, refinement_number(c));
    }
    fputs("NaN NaN NaN\n", f->data.stream); /* a block is never empty */
    figure_end_block(f);
}

static void write_axes(const part *p, const char *quantity, range x, figure *f)
{
    static const edges frame = {0.10, 0.70, 0.15, 0.95};
    char label[128], name[96];
    edges_write(&frame, f->script.stream);
    if (x.low > 0.0 && x.high >= 20.0 * x.low)
        style_log_axis(f, "x", x);
    refinement_parameter(p->some, label, sizeof label);
    label[strcspn(label, " ")] = '\0'; /* "gamma 0.1": its name */
    fputs("set xlabel ", f->script.stream);
    figure_text(f, label);
    fputs("\nset ylabel ", f->script.stream);
    quantity_title(quantity, name, sizeof name);
    snprintf(label, sizeof label, "Error of %s (%%)", name);
    figure_text(f, label);
    fputs(
        "\nset xzeroaxis lt 1 lw 1 lc rgb '#777777'\n"
        "set grid lc rgb '#dddddd' lw 0.7 lt 1\n"
        "set key at screen 0.71, screen 0.96 left top vertical maxcols 1 reverse Left samplen 3\n",
        f->script.stream);
}

static void write_lines(const part *p, figure *f)
{
    FILE *out = f->script.stream;
    for (size_t i = 0; i < p->models; i++) {
        const series_style l = style_of_subject(p->model[i], i);
        char title[160];
        fprintf(out,
                "%s data index %zu using 1:2 with linespoints pt %d ps 0.6 lw 1.4 lc rgb '%s' "
                "title ",
                i ? ", \\\n" : "plot \\\n", i, l.filled, l.colour);
        figure_text(f, p->model[i]);
        fprintf(out,
                ", \\\n data index %zu using 1:3 with linespoints pt %d ps 0.6 lw 1.4 dt 2 lc rgb "
                "'%s' title ",
                i, l.open, l.colour);
        snprintf(title, sizeof title, "%s, limit", p->model[i]);
        figure_text(f, title);
    }
    fputc('\n', out);
}

static void draw_quantity(const part *p, size_t index, const refined_value *v, gallery *g)
{
    char name[FIGURE_NAME];
    figure f;
    range x = range_empty();
    snprintf(name, sizeof name, "validation_%.50s_%.30s",
             case_text(p->some, &column_case_experiment), v->quantity);
    if (!figure_begin(&f, g, name, FIGURE_DOUBLE, style_height(2 * p->models)))
        return;
    fputs("# parameter, error on the finest grid (%), error of the limit (%); a block a model\n",
          f.data.stream);
    for (size_t m = 0; m < p->models; m++)
        write_model(p, p->model[m], index, &x, &f);
    write_axes(p, v->quantity, x, &f);
    write_lines(p, &f);
    figure_end(&f, g);
}

static bool draw(const study *s, gallery *g)
{
    bool any = false;
    refined_value v;
    for (size_t k = 0; k < s->experiments; k++) {
        const part p = part_of(s, s->experiment[k]);
        for (size_t i = 0; p.values == LEAST && refinement_value(s, p.some, i, &v); i++)
            if (v.made.asked) {
                draw_quantity(&p, i, &v, g);
                any = true;
            }
    }
    return any;
}

const plot_type plot_validation = {
    .name = "validation",
    .needs = "cases of a study that refines a grid, with published values and a parameter",
    .draw = draw,
};
