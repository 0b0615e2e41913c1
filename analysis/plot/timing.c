/* Figure 3.17: total time of 10000 iterations against the number of vertices, measured and
 * published side by side, each in its own decades: twenty years of machines lie between them. Of a
 * study over sizes, beside them, the time of one iteration for each vertex: a level line is a cost
 * that is proportional to the vertices. A power is drawn where it holds (law.h). */
#include "analysis/quantities/timing.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/law.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "core/numbers.h"

enum { ITERATIONS = 10000 };

/* What a panel can show. */
typedef struct content {
    const char *title, *axis;
    bool (*shows)(const study_case *c); /* which cases */
    law_point (*point)(const study_case *c);
    bool published;  /* points are open and have no interval */
    bool per_vertex; /* the exponent of the time is larger by 1 than that of what is drawn */
} content;

static double vertices(const study_case *c)
{
    return case_number(c, &column_nodes);
}

/* Rigid bodies have none. */
static bool is_of_a_mesh(const study_case *c)
{
    return timing_is_of_a_simulation(c) && vertices(c) > 0.0;
}

static bool is_of_a_law_of_meshes(const study_case *c)
{
    return timing_is_of_a_law(c) && vertices(c) > 0.0;
}

static law_point measured(const study_case *c)
{
    const interval likely = timing_interval(c);
    return (law_point){vertices(c), ITERATIONS * timing_median(c), ITERATIONS * likely.low,
                       ITERATIONS * likely.high};
}

static law_point published(const study_case *c)
{
    const double seconds = ITERATIONS * case_published(c, "iteration_time");
    return (law_point){vertices(c), seconds, seconds, seconds};
}

/* ns */
static law_point of_a_vertex(const study_case *c)
{
    const interval likely = timing_processor_interval(c);
    const double scale = 1e9 / vertices(c);
    return (law_point){vertices(c), scale * timing_processor_median(c), scale * likely.low,
                       scale * likely.high};
}

static const content contents[] = {
    {"measured", "Time of 10000 iterations (s)", is_of_a_mesh, measured, false, false},
    {"published", "Time of 10000 iterations (s)", is_of_a_mesh, published, true, false},
    {"measured, each vertex", "Time of one iteration / N (ns)", is_of_a_law_of_meshes, of_a_vertex,
     false, true},
};
enum { PANELS = sizeof contents / sizeof *contents };

typedef struct panel {
    const content *of;
    case_list cases;
    size_t block; /* the first of its data, one an integrator */
    char letter;
} panel;

/* The panels that have something to show. */
typedef struct chart {
    panel panel[PANELS];
    size_t panels;
} chart;

/* The points of the cases [first, end) that have a time; free it. */
static law_point *points_of(const panel *p, size_t first, size_t end, size_t *count)
{
    law_point *point = calloc(end - first + 1, sizeof *point);
    *count = 0;
    for (size_t i = first; point && i < end; i++) {
        point[*count] = p->of->point(p->cases.item[i]);
        *count += isnan(point[*count].y) ? 0 : 1;
    }
    return point;
}

static bool law_at(const panel *p, size_t first, power_law *law)
{
    size_t count;
    law_point *point = points_of(p, first, integrator_run(&p->cases, first), &count);
    const bool holds = point && law_of(point, count, law);
    free(point);
    return holds;
}

/* Whether a method has times at two numbers of vertices. */
static bool has_line(const panel *p, size_t first)
{
    size_t count;
    bool differ = false;
    law_point *point = points_of(p, first, integrator_run(&p->cases, first), &count);
    for (size_t i = 1; point && i < count; i++)
        differ = differ || point[i].x != point[0].x;
    free(point);
    return differ;
}

static bool any_to_draw(const panel *p)
{
    bool any = false;
    for (size_t i = 0; i < p->cases.count; i = integrator_run(&p->cases, i))
        any = any || has_line(p, i);
    return any;
}

static void chart_of(const study *s, chart *all)
{
    *all = (chart){.panels = 0};
    for (size_t i = 0; i < PANELS; i++) {
        panel *p = &all->panel[all->panels];
        *p = (panel){.of = &contents[i],
                     .cases = study_select(s, "timing", contents[i].shows),
                     .letter = (char)('a' + all->panels)};
        if (any_to_draw(p))
            all->panels++;
        else
            free(p->cases.item);
    }
}

static void chart_free(chart *all)
{
    for (size_t i = 0; i < all->panels; i++)
        free(all->panel[i].cases.item);
}

static void write_data(panel *p, figure *f)
{
    p->block = f->blocks;
    fprintf(f->data.stream,
            "# (%c) %s: vertices, %s: median, 95 %% low, high; a block an integrator\n", p->letter,
            p->of->title, p->of->axis);
    for (size_t i = 0; i < p->cases.count;) {
        const size_t end = integrator_run(&p->cases, i);
        fprintf(f->data.stream, "# %s\n", case_method_title(p->cases.item[i]));
        for (; i < end; i++) {
            const law_point at = p->of->point(p->cases.item[i]);
            figure_number(f, at.x);
            figure_number(f, at.y);
            figure_number(f, at.low);
            figure_number(f, at.high);
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
static void write_series(const panel *p, size_t first, size_t series, figure *f)
{
    FILE *out = f->script.stream;
    const series_style l = style_of_method(case_integrator(p->cases.item[first]));
    const size_t block = p->block + series;
    power_law law;
    const bool holds = law_at(p, first, &law);
    if (!p->of->published)
        fprintf(out, "  data index %zu using 1:3:(0):($4-$3) with vectors nohead lc rgb '%s', \\\n",
                block, l.colour);
    if (holds)
        fprintf(out, "  %.9g*x**%.9g with lines lw 1.2 dt %d lc rgb '%s', \\\n", law.c, law.p,
                l.dash, l.colour);
    fprintf(out, "  data index %zu using 1:2 with %s pt %d ps %.2f lw 0.8 dt %d lc rgb '%s'", block,
            holds ? "points" : "linespoints", p->of->published ? l.open : l.filled,
            point_size(series), l.dash, l.colour);
}

/* Two variants of an integrator may share one published column; it is drawn once. */
static bool was_drawn(const panel *p, size_t first)
{
    const study_case *c = p->cases.item[first];
    for (size_t i = 0; p->of->published && i < first; i++)
        if (c->published >= 0 && p->cases.item[i]->of == c->of &&
            p->cases.item[i]->published == c->published)
            return true;
    return false;
}

static void write_axes(const panel *p, const edges *e, figure *f)
{
    range sizes = range_empty(), times = range_empty();
    for (size_t i = 0; i < p->cases.count; i++) {
        const law_point point = p->of->point(p->cases.item[i]);
        range_include(&sizes, point.x);
        range_include(&times, point.low);
        range_include(&times, point.high);
    }
    edges_write(e, f->script.stream);
    fprintf(f->script.stream,
            "set title '(%c) %s' offset 0,-0.7\nset xlabel 'Number of vertices N'\n"
            "set ylabel '%s' offset 1, 0\n",
            p->letter, p->of->title, p->of->axis);
    style_power_axis_within(f, "x", sizes, (e->right - e->left) * f->width);
    style_log_axis_within(f, "y", times, (e->top - e->bottom) * f->height);
}

static void write_panel(const panel *p, figure *f)
{
    const char *begin = "plot \\\n";
    size_t series = 0;
    for (size_t i = 0; i < p->cases.count; i = integrator_run(&p->cases, i), series++) {
        if (was_drawn(p, i) || !has_line(p, i))
            continue;
        fputs(begin, f->script.stream);
        write_series(p, i, series, f);
        begin = ", \\\n";
    }
    fputs("\n", f->script.stream);
}

/* --- the key --- */

/* An entry: the method of a case, for a panel or for all. */
typedef struct entry {
    const study_case *of;
    bool open;
    char text[200];
} entry;

/* "Verlet, (a) p = 1.010 ± 0.020", where a law holds. */
static bool law_entry(const panel *p, size_t first, entry *e)
{
    power_law law;
    char exponent[64];
    if (was_drawn(p, first) || !law_at(p, first, &law))
        return false;
    const double more = p->of->per_vertex ? 1 : 0;
    law.p += more;
    law.p_interval = (interval){law.p_interval.low + more, law.p_interval.high + more};
    law_exponent(&law, exponent, sizeof exponent);
    *e = (entry){.of = p->cases.item[first], .open = p->of->published};
    snprintf(e->text, sizeof e->text, "%s, (%c) %s", case_method_title(e->of), p->letter, exponent);
    return true;
}

static bool is_named(const entry *list, size_t count, const char *integrator)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(case_integrator(list[i].of), integrator) == 0)
            return true;
    return false;
}

/* What the exponents of a panel say; of none, that there is none. */
static void note_of(const panel *p, char *text, size_t size)
{
    power_law *law = calloc(p->cases.count + 1, sizeof *law);
    size_t laws = 0;
    for (size_t i = 0; law && i < p->cases.count; i = integrator_run(&p->cases, i))
        laws += law_at(p, i, &law[laws]);
    snprintf(text, size, "(%c) %s", p->letter,
             laws == 0                               ? "no law N^p within 5 %"
             : laws_are_indistinguishable(law, laws) ? "time ∝ N^p, p indistinguishable"
                                                     : "time ∝ N^p within 5 %");
    free(law);
}

/* The laws by panel, the names of methods without one, then a note a panel, whose `of` is NULL.
 * Free it; NULL without memory. */
static entry *entries_of(const chart *all, size_t *count)
{
    size_t most = all->panels, n = 0;
    for (size_t k = 0; k < all->panels; k++)
        most += 2 * all->panel[k].cases.count;
    entry *list = calloc(most + 1, sizeof *list);
    for (size_t k = 0; list && k < all->panels; k++) {
        const panel *p = &all->panel[k];
        for (size_t i = 0; i < p->cases.count; i = integrator_run(&p->cases, i))
            n += law_entry(p, i, &list[n]);
    }
    for (size_t k = 0; list && k < all->panels; k++) {
        const case_list *cases = &all->panel[k].cases;
        for (size_t i = 0; i < cases->count; i = integrator_run(cases, i)) {
            if (is_named(list, n, case_integrator(cases->item[i])))
                continue;
            list[n].of = cases->item[i];
            snprintf(list[n].text, sizeof list[n].text, "%s", case_method_title(cases->item[i]));
            n++;
        }
    }
    for (size_t k = 0; list && k < all->panels; k++, n++)
        note_of(&all->panel[k], list[n].text, sizeof list[n].text);
    *count = n;
    return list;
}

static sheet sheet_for(const chart *all, const entry *list, size_t entries, double width)
{
    sheet_form form = {.panels = all->panels,
                       .across = all->panels,
                       .least = all->panels > 2 ? 3.4 : 5.5,
                       .row = 6.4,
                       .left = 1.95,
                       .every_left = true,
                       .every_label = true,
                       .title = 0.6,
                       .entries = entries};
    for (size_t i = 0; i < entries; i++)
        sheet_widen(&form, list[i].text);
    return sheet_of(&form, width);
}

static void write_key(const entry *list, size_t entries, const sheet *s, figure *f)
{
    sheet_begin_key(s, f);
    for (size_t i = 0; i < entries; i++) {
        if (list[i].of) {
            const series_style l = style_of_method(case_integrator(list[i].of));
            fprintf(f->script.stream,
                    ", \\\n  keyentry with linespoints pt %d ps 0.6 dt %d lc rgb '%s' title ",
                    list[i].open ? l.open : l.filled, l.dash, l.colour);
        } else {
            fputs(", \\\n  keyentry with lines lc rgb 'white' title ", f->script.stream);
        }
        sheet_key_text(s, list[i].text, f);
    }
    fputc('\n', f->script.stream);
}

static void write_figure(chart *all, const entry *list, size_t entries, gallery *g)
{
    const double width = all->panels > 1 ? gallery_width(g) : FIGURE_SINGLE;
    const sheet at = sheet_for(all, list, entries, width);
    figure f;
    if (!figure_begin(&f, g, "timing", at.width, at.height))
        return;
    for (size_t i = 0; i < all->panels; i++)
        write_data(&all->panel[i], &f);
    fputs("set multiplot\nunset key\nset grid lc rgb '#dddddd' lw 0.7 lt 1\n", f.script.stream);
    for (size_t i = 0; i < all->panels; i++) {
        const edges e = sheet_panel(&at, i);
        write_axes(&all->panel[i], &e, &f);
        write_panel(&all->panel[i], &f);
    }
    write_key(list, entries, &at, &f);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

static bool draw(const study *s, gallery *g)
{
    chart all;
    chart_of(s, &all);
    const bool any = all.panels > 0;
    size_t entries;
    entry *list = entries_of(&all, &entries);
    if (any && list) {
        write_figure(&all, list, entries, g);
    } else if (any) {
        fputs("timing: no memory\n", g->err);
        g->failed = true;
    }
    free(list);
    chart_free(&all);
    return any;
}

const plot_type plot_timing = {
    .name = "timing",
    .needs = "cases of the task timing at two numbers of vertices or more",
    .draw = draw,
    .fits_column = true,
};
