/* What was measured, against each parameter that was swept: a line a method, a panel for each
 * combination of the other parameters. For any study, whatever it is about. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/dependence.h"
#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "analysis/plot/style.h"
#include "analysis/plot/value_axis.h"
#include "analysis/quantities/quantity.h"
#include "analysis/quantities/response.h"

/* --- axes --- */

/* Seconds are shown in the unit in which the largest is 1 or more. */
static double scale_in(const char *unit, range values, const char **shown)
{
    *shown = unit;
    if (strcmp(unit, "s") != 0 || values.high >= 1 || values.high <= 0)
        return 1;
    *shown = values.high >= 1e-3 ? "ms" : "µs";
    return values.high >= 1e-3 ? 1e3 : 1e6;
}

static double scale_of(const dependence *p, const char **unit)
{
    return scale_in(p->of->unit, p->along, unit);
}

/* Logarithmic where the values span a decade, or `ratio` of it. */
static bool is_logarithmic(range r, double ratio)
{
    return r.low > 0 && r.high / r.low >= ratio;
}

/* Of values along, on decades or not across. */
static bool is_logarithmic_along(const dependence *p, range along)
{
    return is_logarithmic(along, is_logarithmic(p->across, 10) ? 2 : 10);
}

/* --- layout --- */

static bool any_bound(const dependence *p)
{
    for (size_t i = 0; i < p->points; i++)
        if (p->point[i].is_bound)
            return true;
    return false;
}

/* One panel is as wide as a column of a journal, several as its page; cm. Axes have their names at
 * the left and below alone. */
typedef struct layout {
    size_t columns, rows;
    double width, height; /* of the figure */
    double left, right;   /* of a panel, beside it */
    double row, title, label, key;
} layout;

static layout layout_of(const dependence *p)
{
    const bool alone = p->panels == 1;
    layout l = {.columns = alone                              ? 1
                           : p->panels == 2 || p->panels == 4 ? 2
                                                              : 3,
                .width = alone ? FIGURE_SINGLE : FIGURE_DOUBLE,
                .left = 1.35,
                .right = alone ? 0.2 : 0.45,
                .row = alone ? 6.2 : 4.8,
                .title = alone ? 0.2 : 0.65,
                .label = 0.6};
    const size_t across = alone ? 2 : 4;
    const char *unit;
    const double scale = scale_of(p, &unit);
    const range along = {scale * p->along.low, scale * p->along.high};
    l.left = fmax(l.left, value_axis_numbers(along, is_logarithmic_along(p, along)) + 1);
    l.rows = (p->panels + l.columns - 1) / l.columns;
    const size_t key_rows = (p->lines + any_bound(p) + across - 1) / across;
    l.key = 0.46 * (double)key_rows + 0.15;
    l.height = l.row * (double)l.rows + 0.75 + l.key;
    return l;
}

/* With the room at its right; cm. */
static double panel_width(const layout *l)
{
    return (l->width - l->left) / (double)l->columns;
}

static void write_axes(const dependence *p, const layout *l, figure *f)
{
    const char *unit, *unit_across;
    char name[64];
    const double scale = scale_of(p, &unit);
    const double scale_across = scale_in(p->x->unit, p->across, &unit_across);
    const range across = {scale_across * p->across.low, scale_across * p->across.high};
    const range along = {scale * p->along.low, scale * p->along.high};
    const bool decades = is_logarithmic(p->across, 10);
    value_axis_write(f, "x", across, decades, panel_width(l) - l->right);
    value_axis_write(f, "y", along, is_logarithmic_along(p, along), l->row - l->title - l->label);
    swept_name(group_rest(group_swept, p->x->path), name, sizeof name);
    fputs("set grid lc rgb '#dddddd' lw 0.7 lt 1\nxname = ", f->script.stream);
    value_axis_label(f, strcmp(name, "dt") == 0 ? "Time step Δt" : name, unit_across);
    fputs("\nyname = ", f->script.stream);
    value_axis_label(f, p->of->axis, unit);
    fputc('\n', f->script.stream);
}

/* --- the figure --- */

/* One block a panel and method, in that order; none is empty. */
static void write_data(const dependence *p, figure *f)
{
    const char *unit, *unit_across;
    const double scale = scale_of(p, &unit);
    const double scale_across = scale_in(p->x->unit, p->across, &unit_across);
    fprintf(f->data.stream, "# %s (%s), %s (%s), 1 if it is a lower bound; one block a method\n",
            group_rest(group_swept, p->x->path), unit_across, p->of->name, unit);
    for (size_t panel = 0, i = 0; panel < p->panels; panel++)
        for (size_t line = 0; line < p->lines; line++) {
            fprintf(f->data.stream, "# %s%s\n", p->line[line], p->panel[panel]);
            fputs("NaN NaN 0\n", f->data.stream);
            for (; i < p->points && p->point[i].panel == panel && p->point[i].line == line; i++) {
                figure_number(f, scale_across * p->point[i].x);
                figure_number(f, scale * p->point[i].y);
                fprintf(f->data.stream, " %d\n", p->point[i].is_bound);
            }
            figure_end_block(f);
        }
}

/* Lines lie over those before them, which are wider, so that both are seen where they coincide. */
typedef struct stroke {
    double point, line;
} stroke;

static stroke stroke_of(const dependence *p, size_t line)
{
    const double below = fmin((double)(p->lines - 1 - line), 3);
    return (stroke){0.5 + 0.2 * below, 1 + 0.8 * below};
}

/* What each line is, in a band of its own below the panels; sizes in fractions of the figure. */
static void write_keys(const dependence *p, double height, int columns, figure *f)
{
    FILE *out = f->script.stream;
    edges_write(&(edges){0.02, 0.98, 0.01, height}, out);
    fprintf(out,
            "unset title\nunset xlabel\nunset ylabel\nunset border\nunset tics\nunset grid\n"
            "set key at graph 0.5, graph 0.5 center center horizontal maxcols %d reverse Left "
            "samplen 2.5 spacing 1\nplot NaN notitle",
            columns);
    for (size_t line = 0; line < p->lines; line++) {
        const series_style l = style_of_method(p->line[line]);
        const stroke w = stroke_of(p, line);
        fprintf(out,
                ", \\\n  keyentry with linespoints pt %d ps %.2f lw %.1f dt %d lc rgb '%s' title ",
                l.filled, w.point, w.line, l.dash, l.colour);
        char title[96];
        integrator_title(p->line[line], title, sizeof title);
        figure_text(f, title);
    }
    if (any_bound(p))
        fputs(", \\\n  keyentry with points pt 6 ps 0.9 lc rgb '#777777' title "
              "'ringed: at least this'",
              out);
    fputc('\n', out);
}

static void write_panel(const dependence *p, size_t panel, figure *f)
{
    FILE *out = f->script.stream;
    for (size_t line = 0; line < p->lines; line++) {
        const series_style l = style_of_method(p->line[line]);
        const size_t block = panel * p->lines + line;
        const stroke w = stroke_of(p, line);
        fprintf(out,
                "%s  data index %zu using 1:2 with linespoints pt %d ps %.2f lw %.1f dt %d lc rgb "
                "'%s' notitle, \\\n"
                "  data index %zu using 1:($3 == 1 ? $2 : NaN) with points pt 6 ps 0.9 lc rgb "
                "'#777777' notitle",
                line ? ", \\\n" : "plot \\\n", block, l.filled, w.point, w.line, l.dash, l.colour,
                block);
    }
    fputc('\n', out);
}

static void write_frame(const dependence *p, const layout *l, size_t panel, figure *f)
{
    const size_t row = panel / l->columns, column = panel % l->columns;
    const double each = panel_width(l);
    const double left = l->left + each * (double)column, top = l->row * (double)row + l->title;
    const double bottom = l->row * (double)(row + 1) - l->label;
    edges_write(&(edges){left / l->width, (left + each - l->right) / l->width,
                         1 - bottom / l->height, 1 - top / l->height},
                f->script.stream);
    char title[DEPENDENCE_TITLE + 8];
    sheet_fit(p->panel[panel][0] ? p->panel[panel] + 2 : "", /* after ", " */
              each - 0.1, title, sizeof title);
    fputs("set title ", f->script.stream);
    figure_text(f, title);
    fprintf(f->script.stream,
            " offset 0, -0.7\nset xlabel %s\nset ylabel %s offset 0.8, 0\nset format y %s\n",
            panel + l->columns >= p->panels ? "xname" : "''", column == 0 ? "yname" : "''",
            column == 0 ? "yformat" : "''");
}

static void draw_figure(const dependence *p, gallery *g, const char *name)
{
    figure f;
    const layout l = layout_of(p);
    if (!figure_begin(&f, g, name, l.width, l.height))
        return;
    write_data(p, &f);
    write_axes(p, &l, &f);
    fputs("set multiplot\n", f.script.stream);
    for (size_t panel = 0; panel < p->panels; panel++) {
        write_frame(p, &l, panel, &f);
        write_panel(p, panel, &f);
    }
    write_keys(p, l.key / l.height, p->panels == 1 ? 2 : 4, &f);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

/* "drape_dt_stable_by_zeta" */
static void name_of(const dependence *p, char *name, size_t size)
{
    char factor[64];
    swept_name(group_rest(group_swept, p->x->path), factor, sizeof factor);
    factor[strcspn(factor, "]")] = '\0'; /* "points[0]" as points-0 */
    for (char *at = factor; *at; at++)
        *at = *at == '[' ? '-' : *at;
    snprintf(name, size, "%.40s_%s_by_%.30s", case_text(p->cases.item[0], &column_case_experiment),
             p->of->name, factor);
}

static bool draw_picture(dependence *p, gallery *g)
{
    char name[FIGURE_NAME];
    const bool collected = dependence_collect(p), any = collected && dependence_has_lines(p);
    if (!collected)
        fputs("swept: not made: no memory\n", g->err);
    g->failed |= !collected;
    name_of(p, name, sizeof name);
    if (any)
        draw_figure(p, g, name);
    else if (collected && p->of->every_panel && p->panels > DEPENDENCE_PANELS)
        fprintf(g->out, "%s: not drawn: %zu panels, more than %d; the tables have it\n", name,
                p->panels, DEPENDENCE_PANELS);
    dependence_free(p);
    return any;
}

/* "Fall", of a quantity called fall, if its summary is too long for an axis. */
static const char *axis_of(const response *r, char *text, size_t size)
{
    const double most = 5; /* cm */
    const char *words = response_words(r);
    quantity_title(r->quantity, text, size);
    if (sheet_text_width(words) <= most)
        snprintf(text, size, "%s", words);
    text[0] = (char)toupper((unsigned char)text[0]);
    return text;
}

static bool draw_experiment(const study *s, const dependence_response *task, const case_list *cases,
                            gallery *g)
{
    factors all;
    bool any = false;
    char axis[DEPENDENCE_TITLE];
    const response r = response_of(cases->item[0]);
    dependence_response of = *task;
    if (!of.name) {
        of.name = r.quantity;
        of.axis = axis_of(&r, axis, sizeof axis);
        of.unit = response_unit(&r);
    }
    if (!of.name[0] || !factors_of(cases, &all))
        return false;
    for (size_t i = 0; i < all.count; i++) {
        dependence p = {.s = s, .of = &of, .x = all.column[i], .cases = *cases, .factors = all};
        bool goes = false; /* with a name: then it is not the number on which the answers depend */
        if (!task->name && !factors_go_with_a_text(cases, all.column[i], &goes)) {
            fputs("swept: not made: no memory\n", g->err);
            g->failed = true;
        }
        if (all.is_number[i] && !goes)
            any = draw_picture(&p, g) || any;
    }
    return any;
}

static int by_experiment_and_plan(const void *left, const void *right)
{
    const study_case *a = *(const study_case *const *)left;
    const study_case *b = *(const study_case *const *)right;
    const int order =
        strcmp(case_text(a, &column_case_experiment), case_text(b, &column_case_experiment));
    return order ? order : (a->planned > b->planned) - (a->planned < b->planned);
}

static bool draw(const study *s, gallery *g)
{
    bool any = false;
    for (size_t r = 0; r < dependence_responses_count; r++) {
        case_list all = study_select(s, dependence_responses[r].task, NULL);
        qsort(all.item, all.count, sizeof *all.item, by_experiment_and_plan);
        for (size_t i = 0, end; i < all.count; i = end) {
            const char *experiment = case_text(all.item[i], &column_case_experiment);
            for (end = i;
                 end < all.count &&
                 strcmp(case_text(all.item[end], &column_case_experiment), experiment) == 0;)
                end++;
            const case_list one = {all.item + i, end - i};
            any = draw_experiment(s, &dependence_responses[r], &one, g) || any;
        }
        free(all.item);
    }
    return any;
}

const plot_type plot_swept = {
    .name = "swept",
    .needs =
        "cases of the task stable_step, equilibrium, timing or cost that sweep over numbers, or "
        "of run with three values in every panel",
    .draw = draw,
};
