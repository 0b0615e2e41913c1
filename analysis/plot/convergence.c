/* How fast what is measured approaches its reference when a grid is refined: for each quantity of
 * the studies that refine one, the size of the relative error over the number of points, a line a
 * subject, beside powers of the spacing. Nine quantities a figure. Studies with a parameter of
 * three values or more have figures of their own (validation.c). */
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/refinement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "core/numbers.h"

enum { PAGE = 9, ACROSS = 3, SUBJECTS_MOST = 14, LEGEND_ACROSS = 3, PARAMETER = 100 };

static const double row_height = 6.0, legend_row = 0.55; /* cm */

/* What one panel shows: a quantity of the cases of an experiment that share a parameter. */
typedef struct panel {
    const experiment_study *of;
    const char *quantity;
    char parameter[PARAMETER];
    size_t index; /* of the quantity among those of a case */
    range points, errors;
} panel;

typedef struct panels {
    const study *study;
    panel *panel;
    size_t count;
    size_t first, shown; /* of the figure at hand */
    bool no_memory;      /* panels are missing */
    const char *subject[SUBJECTS_MOST];
    size_t subjects;
} panels;

static double size_of_error(const refinement *r, size_t i, double reference)
{
    const double error = fabs(r->measured[i] / reference - 1.0);
    return error > 0.0 ? 100.0 * error : (double)NAN;
}

/* ---- What there is to draw. */

/* Different values of an experiment's parameter, up to three. */
static size_t count_values(const study *s, const experiment_study *of)
{
    double value[3];
    size_t count = 0;
    for (size_t i = 0; i < s->count && count < 3; i++) {
        const study_case *c = &s->item[i];
        const double number = c->of == of ? refinement_number(c) : TRAMA_NAN;
        size_t known = 0;
        while (known < count && value[known] != number)
            known++;
        if (!isnan(number) && known == count)
            value[count++] = number;
    }
    return count;
}

static bool is_of(const panel *p, const study_case *c, size_t index)
{
    char parameter[PARAMETER];
    refinement_parameter(c, parameter, sizeof parameter);
    return p->of == c->of && p->index == index && strcmp(p->parameter, parameter) == 0;
}

static panel *panel_for(panels *all, const study_case *c, size_t index, const char *quantity)
{
    for (size_t i = 0; i < all->count; i++)
        if (is_of(&all->panel[i], c, index))
            return &all->panel[i];
    panel *more = realloc(all->panel, (all->count + 1) * sizeof *more);
    all->no_memory |= !more;
    if (!more)
        return NULL;
    all->panel = more;
    panel *p = &all->panel[all->count++];
    *p = (panel){c->of, quantity, "", index, range_empty(), range_empty()};
    refinement_parameter(c, p->parameter, sizeof p->parameter);
    return p;
}

static void include(panels *all, const study_case *c)
{
    refined_value v;
    for (size_t i = 0; refinement_value(all->study, c, i, &v); i++) {
        const refinement r = refinement_of(all->study, c, v.quantity);
        if (isnan(v.reference) || v.reference == 0.0 || r.count < 2)
            continue;
        panel *p = panel_for(all, c, i, v.quantity);
        if (!p)
            continue;
        if (all->subjects < SUBJECTS_MOST)
            names_add(all->subject, &all->subjects, case_simulation(c));
        for (size_t k = 0; k < r.count; k++) {
            range_include(&p->points, r.points[k]);
            range_include(&p->errors, size_of_error(&r, k, v.reference));
        }
    }
}

static void find_panels(const study *s, panels *all)
{
    *all = (panels){.study = s};
    for (size_t e = 0; e < s->experiments; e++) {
        const bool few = count_values(s, s->experiment[e]) < 3;
        for (size_t i = 0; few && i < s->count; i++)
            if (s->item[i].of == s->experiment[e] && refinement_is_asked(&s->item[i]))
                include(all, &s->item[i]);
    }
}

/* ---- Drawing. */

/* Points and sizes of errors of a subject; a block is never empty. */
static void write_block(const panels *all, const panel *p, const char *subject, figure *f)
{
    refined_value v;
    fprintf(f->data.stream, "# %s\n", subject);
    for (size_t i = 0; i < all->study->count; i++) {
        const study_case *c = &all->study->item[i];
        if (strcmp(case_simulation(c), subject) != 0 || !is_of(p, c, p->index) ||
            !refinement_value(all->study, c, p->index, &v))
            continue;
        const refinement r = refinement_of(all->study, c, v.quantity);
        for (size_t k = 0; k < r.count; k++) {
            if (r.points[k] != refinement_points(c))
                continue;
            figure_number(f, r.points[k]);
            figure_number(f, size_of_error(&r, k, v.reference));
            fputc('\n', f->data.stream);
        }
    }
    fputs("NaN NaN\n", f->data.stream);
    figure_end_block(f);
}

/* Panels side by side: two of four. */
static size_t across_of(const panels *all)
{
    return all->shown == 4 ? 2 : all->shown < ACROSS ? all->shown : ACROSS;
}

/* Of the subjects, and of the two orders. */
static double legend_height(const panels *all)
{
    const size_t rows = (all->subjects + 2 + LEGEND_ACROSS - 1) / LEGEND_ACROSS;
    return legend_row * (double)rows + 0.3;
}

static edges edges_of(const panels *all, size_t i, double height)
{
    const size_t across = across_of(all);
    const double width = 1.0 / (double)across, left = width * (double)(i % across);
    const size_t row = i / across;
    const double top = 1.0 - row_height / height * (double)row;
    return (edges){left + 1.5 / FIGURE_DOUBLE, left + width - 0.3 / FIGURE_DOUBLE,
                   top - (row_height - 1.1) / height, top - 1.2 / height};
}

/* "scheme-sag: gauge normal", and below it "xi 0". */
static void write_title(const panel *p, const panels *all, figure *f)
{
    char title[320] = "", name[96];
    quantity_title(p->quantity, name, sizeof name);
    for (size_t i = 0; i < all->study->count && !*title; i++) {
        const study_case *c = &all->study->item[i];
        if (is_of(p, c, p->index))
            snprintf(title, sizeof title, "%s: %s", case_text(c, &column_case_experiment), name);
    }
    const double most = FIGURE_DOUBLE / (double)across_of(all) - 1.3; /* cm, over the panel */
    char cut[320];
    fputs("set title ", f->script.stream);
    sheet_fit(title, most, cut, sizeof cut);
    figure_text(f, cut);
    fputs(".\"\\n\".", f->script.stream);
    sheet_fit(p->parameter, most, cut, sizeof cut);
    figure_text(f, cut);
    fputs(" offset 0, -0.6\n", f->script.stream);
}

static void write_axes(const panel *p, figure *f)
{
    fputs("set xlabel 'Points along the grid' offset 0, 0.5\nset ylabel 'Size of the error (%)' "
          "offset 1, 0\nset grid lc rgb '#dddddd' lw 0.7 lt 1\nunset key\n",
          f->script.stream);
    style_log_axis(f, "x", p->points);
    style_power_axis(f, "y", p->errors);
}

/* Powers of the spacing through the largest error of the coarsest grid. */
static void write_powers(const panel *p, figure *f)
{
    for (int power = 1; power <= 2; power++)
        fprintf(f->script.stream,
                "%.6g*((%.6g-1)/(x-1))**%d with lines lw 1 dt %d lc rgb '#999999' notitle, \\\n",
                p->errors.high, p->points.low, power, power + 1);
}

static void write_panel(const panels *all, size_t i, double height, figure *f)
{
    const panel *p = &all->panel[i];
    const edges at = edges_of(all, i - all->first, height);
    const size_t first = f->blocks;
    for (size_t s = 0; s < all->subjects; s++)
        write_block(all, p, all->subject[s], f);
    edges_write(&at, f->script.stream);
    write_title(p, all, f);
    write_axes(p, f);
    fputs("plot \\\n", f->script.stream);
    write_powers(p, f);
    for (size_t s = 0; s < all->subjects; s++) {
        const series_style l = style_of_subject(all->subject[s], s);
        fprintf(f->script.stream,
                "data index %zu using 1:2 with linespoints pt %d ps 0.6 lw 1.4 dt %d lc rgb '%s' "
                "notitle%s\n",
                first + s, l.filled, l.dash, l.colour, s + 1 < all->subjects ? ", \\" : "");
    }
}

/* Below all panels, in a plot of its own that has nothing else. */
static void write_legend(const panels *all, figure *f)
{
    FILE *out = f->script.stream;
    const double height = legend_height(all);
    fprintf(out,
            "unset logscale\nunset title\nunset xlabel\nunset ylabel\nunset tics\nunset border\n"
            "unset grid\nset lmargin at screen 0\nset rmargin at screen 1\nset bmargin at screen "
            "0\nset tmargin at screen %.5f\nset key at screen 0.5, screen %.5f center top "
            "horizontal maxcols %d reverse Left samplen 3\nplot [0:1] [0:1] \\\n",
            height / f->height, 0.95 * height / f->height, LEGEND_ACROSS);
    for (size_t s = 0; s < all->subjects; s++) {
        const series_style l = style_of_subject(all->subject[s], s);
        fprintf(out, "NaN with linespoints pt %d ps 0.6 lw 1.4 dt %d lc rgb '%s' title ", l.filled,
                l.dash, l.colour);
        figure_text(f, all->subject[s]);
        fputs(", \\\n", out);
    }
    fputs("NaN with lines lw 1 dt 2 lc rgb '#999999' title 'first order', \\\n"
          "NaN with lines lw 1 dt 3 lc rgb '#999999' title 'second order'\n",
          out);
}

/* "convergence", "convergence_2" */
static void draw_page(const panels *all, gallery *g)
{
    char name[FIGURE_NAME] = "convergence";
    figure f;
    if (all->first > 0)
        snprintf(name, sizeof name, "convergence_%zu", all->first / PAGE + 1);
    const size_t across = across_of(all), rows = (all->shown + across - 1) / across;
    const double height = row_height * (double)rows + legend_height(all);
    if (!figure_begin(&f, g, name, FIGURE_DOUBLE, height))
        return;
    fputs("# points, size of the relative error (%); a block a panel and subject\n", f.data.stream);
    fputs("set multiplot\n", f.script.stream);
    for (size_t i = all->first; i < all->first + all->shown; i++)
        write_panel(all, i, height, &f);
    write_legend(all, &f);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

static bool draw(const study *s, gallery *g)
{
    panels all;
    find_panels(s, &all);
    for (; all.first < all.count; all.first += PAGE) {
        const size_t left = all.count - all.first;
        all.shown = left < PAGE ? left : PAGE;
        draw_page(&all, g);
    }
    const bool any = all.count > 0;
    if (all.no_memory) {
        fputs("convergence: panels are missing: no memory\n", g->err);
        g->failed = true;
    }
    free(all.panel);
    return any;
}

const plot_type plot_convergence = {
    .name = "convergence",
    .needs = "cases of studies that refine a grid, with published values, on two grids or more",
    .draw = draw,
};
