/* Figure 3.17: total time of 10000 iterations against the number of vertices; a power is drawn
 * where it holds (law.h). Measured and published stand side by side, each in its own decades:
 * twenty years of machines lie between them. */
#include "analysis/quantities/timing.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/plot/law.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "core/numbers.h"

enum { ITERATIONS = 10000 };

/* One of the two panels. */
typedef struct panel {
    const char *title;
    law_point (*point)(const study_case *c);
    int column; /* of the data */
    bool open;
} panel;

static law_point measured(const study_case *c)
{
    const interval likely = timing_interval(c);
    return (law_point){case_number(c, &column_nodes), ITERATIONS * timing_median(c),
                       ITERATIONS * likely.low, ITERATIONS * likely.high};
}

static law_point published(const study_case *c)
{
    const double seconds = ITERATIONS * case_published(c, "iteration_time");
    return (law_point){case_number(c, &column_nodes), seconds, seconds, seconds};
}

enum { MEASURED, PUBLISHED, PANELS };
static const panel panels[PANELS] = {
    {"(a) measured", measured, 2, false},
    {"(b) published", published, 5, true},
};

/* The points of the cases [first, end) that have a time; free it. */
static law_point *points_of(const case_list *cases, size_t first, size_t end, const panel *p,
                            size_t *count)
{
    law_point *point = calloc(end - first + 1, sizeof *point);
    *count = 0;
    for (size_t i = first; point && i < end; i++) {
        point[*count] = p->point(cases->item[i]);
        *count += isnan(point[*count].y) ? 0 : 1;
    }
    return point;
}

static bool law_at(const case_list *cases, size_t first, const panel *p, power_law *law)
{
    size_t count;
    law_point *point = points_of(cases, first, integrator_run(cases, first), p, &count);
    const bool holds = point && law_of(point, count, law);
    free(point);
    return holds;
}

static bool has_line(const case_list *cases, size_t first, const panel *p)
{
    size_t count;
    free(points_of(cases, first, integrator_run(cases, first), p, &count));
    return count > 1;
}

static bool any_to_draw(const case_list *cases, const panel *p)
{
    bool any = false;
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i))
        any = any || has_line(cases, i, p);
    return any;
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
            const law_point p = measured(cases->item[i]);
            figure_number(f, p.x);
            figure_number(f, p.y);
            figure_number(f, p.low);
            figure_number(f, p.high);
            figure_number(f, published(cases->item[i]).y);
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

/* Points are joined where no law holds. */
static void write_series(const case_list *cases, size_t first, size_t series, const panel *p,
                         figure *f)
{
    FILE *out = f->script.stream;
    const series_style l = style_of_method(case_integrator(cases->item[first]));
    power_law law;
    const bool holds = law_at(cases, first, p, &law);
    if (!p->open)
        fprintf(out, "  data index %zu using 1:3:(0):($4-$3) with vectors nohead lc rgb '%s', \\\n",
                series, l.colour);
    if (holds)
        fprintf(out, "  %.9g*x**%.9g with lines lw 1.2 dt %d lc rgb '%s', \\\n", law.c, law.p,
                l.dash, l.colour);
    fprintf(out, "  data index %zu using 1:%d with %s pt %d ps %.2f lw 0.8 dt %d lc rgb '%s'",
            series, p->column, holds ? "points" : "linespoints", p->open ? l.open : l.filled,
            point_size(series), l.dash, l.colour);
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

static void write_axes(const case_list *cases, const panel *p, const edges *e, figure *f)
{
    range sizes = range_empty(), times = range_empty();
    for (size_t i = 0; i < cases->count; i++) {
        const law_point point = p->point(cases->item[i]);
        range_include(&sizes, point.x);
        range_include(&times, point.low);
        range_include(&times, point.high);
    }
    edges_write(e, f->script.stream);
    fprintf(f->script.stream,
            "set title '%s' offset 0,-0.7\nset xlabel 'Number of vertices N'\n"
            "set ylabel 'Time of %d iterations (s)' offset 1, 0\n",
            p->title, ITERATIONS);
    style_log_axis_within(f, "x", sizes, (e->right - e->left) * f->width);
    style_log_axis_within(f, "y", times, (e->top - e->bottom) * f->height);
}

static void write_panel(const case_list *cases, const panel *p, figure *f)
{
    const char *begin = "plot \\\n";
    size_t series = 0;
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i), series++) {
        if (was_drawn(cases, i, p) || !has_line(cases, i, p))
            continue;
        fputs(begin, f->script.stream);
        write_series(cases, i, series, p, f);
        begin = ", \\\n";
    }
    fputs("\n", f->script.stream);
}

/* --- the key --- */

/* "Verlet", or where a law holds "Verlet, (a) p = 1.010 ± 0.020", an entry for each panel. False:
 * the method has no such entry. */
static bool title_of(const case_list *cases, size_t first, size_t which, char *text, size_t size)
{
    power_law law;
    char exponent[64];
    if (which == PANELS) { /* without a law, its name alone */
        snprintf(text, size, "%s", case_method_title(cases->item[first]));
        return !law_at(cases, first, &panels[MEASURED], &law) &&
               !(law_at(cases, first, &panels[PUBLISHED], &law) &&
                 !was_drawn(cases, first, &panels[PUBLISHED]));
    }
    if (!law_at(cases, first, &panels[which], &law) || was_drawn(cases, first, &panels[which]))
        return false;
    law_exponent(&law, exponent, sizeof exponent);
    snprintf(text, size, "%s, %.3s %s", case_method_title(cases->item[first]), panels[which].title,
             exponent);
    return true;
}

/* What the exponents of a panel say; of none, that there is none. */
static void note_of(const case_list *cases, const panel *p, char *text, size_t size)
{
    power_law *law = calloc(cases->count + 1, sizeof *law);
    size_t laws = 0;
    for (size_t i = 0; law && i < cases->count; i = integrator_run(cases, i))
        laws += law_at(cases, i, p, &law[laws]);
    snprintf(text, size, "%.3s %s", p->title,
             laws == 0                               ? "no law N^p within 5 %"
             : laws_are_indistinguishable(law, laws) ? "time ∝ N^p, p indistinguishable"
                                                     : "time ∝ N^p within 5 %");
    free(law);
}

static sheet sheet_for(const case_list *cases, size_t columns, double width)
{
    char text[200];
    sheet_form form = {.panels = columns,
                       .across = columns,
                       .least = 5.5,
                       .row = 6.4,
                       .left = 1.95,
                       .every_left = true,
                       .every_label = true,
                       .title = 0.6,
                       .entries = columns};
    for (size_t p = 0; p < columns; p++) {
        note_of(cases, &panels[p], text, sizeof text);
        sheet_widen(&form, text);
    }
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i))
        for (size_t p = 0; p <= PANELS; p++)
            if (title_of(cases, i, p, text, sizeof text)) {
                form.entries++;
                sheet_widen(&form, text);
            }
    return sheet_of(&form, width);
}

static void write_key(const case_list *cases, size_t columns, const sheet *s, figure *f)
{
    char text[200];
    sheet_begin_key(s, f);
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i)) {
        const series_style l = style_of_method(case_integrator(cases->item[i]));
        for (size_t p = 0; p <= PANELS; p++) {
            if (!title_of(cases, i, p, text, sizeof text))
                continue;
            fprintf(f->script.stream,
                    ", \\\n  keyentry with linespoints pt %d ps 0.6 dt %d lc rgb '%s' title ",
                    p == PUBLISHED ? l.open : l.filled, l.dash, l.colour);
            sheet_key_text(s, text, f);
        }
    }
    for (size_t p = 0; p < columns; p++) {
        note_of(cases, &panels[p], text, sizeof text);
        fputs(", \\\n  keyentry with lines lc rgb 'white' title ", f->script.stream);
        sheet_key_text(s, text, f);
    }
    fputc('\n', f->script.stream);
}

static void write_figure(const case_list *cases, size_t columns, gallery *g)
{
    const double width = columns > 1 ? gallery_width(g) : FIGURE_SINGLE;
    const sheet at = sheet_for(cases, columns, width);
    figure f;
    if (!figure_begin(&f, g, "timing", at.width, at.height))
        return;
    write_data(cases, &f);
    fputs("set multiplot\nunset key\nset grid lc rgb '#dddddd' lw 0.7 lt 1\n", f.script.stream);
    for (size_t i = 0; i < columns; i++) {
        const edges e = sheet_panel(&at, i);
        write_axes(cases, &panels[i], &e, &f);
        write_panel(cases, &panels[i], &f);
    }
    write_key(cases, columns, &at, &f);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "timing", timing_is_of_a_simulation);
    const bool any = any_to_draw(&cases, &panels[MEASURED]);
    if (any)
        write_figure(&cases, any_to_draw(&cases, &panels[PUBLISHED]) ? PANELS : 1, g);
    free(cases.item);
    return any;
}

const plot_type plot_timing = {
    .name = "timing",
    .needs = "cases of the task timing at two numbers of vertices or more",
    .draw = draw,
    .fits_column = true,
};
