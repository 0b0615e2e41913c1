/* Energies of runs over time, a small panel a run: kinetic, each elastic kind, gravity's, the work
 * done from outside, and the excess that neither explains. A kind looks the same in all panels. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/sheet.h"
#include "analysis/quantities/run_pairs.h"

/* The style of the excess, which readers want to see first; no other energy has it. */
static const size_t black = STYLE_SERIES - 1;

enum { PAGE = 28, ACROSS = 4, PARTS = 300, KINDS_MOST = 40 }; /* panels of a figure; points */

/* This share of an unstable run, and room around it, sets the scale; the rest leaves the picture,
 * as does what is so many times what its first half has. */
static const double calm = 0.75, leap = 3;

/* A column of the series in joules, or NULL. */
static const bundle_column *energy_at(const bundle *b, size_t i, size_t rows)
{
    const bundle_column *column = &b->column[i];
    const bool fits = group_rest(group_series, column->path) && column->type == BUNDLE_REAL &&
                      column->columns == 1 && column->rows == rows &&
                      strcmp(column->unit, "J") == 0;
    return fits ? column : NULL;
}

/* Kinetic energy comes first, the elastic kinds of the models next (a line an object and kind),
 * what acts from outside last. */
enum place { FIRST, INNER, GRAVITY, AMONG, WORK, EXCESS };

static enum place place_of(const char *path)
{
    static const struct {
        const char *name;
        enum place place;
    } known[] = {{"kinetic", FIRST},      {"gravity", GRAVITY},  {"potential", GRAVITY},
                 {"interactions", AMONG}, {"dissipated", AMONG}, {"work", WORK},
                 {"excess", EXCESS}};
    const char *name = group_rest(group_series, path);
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(name, known[i].name) == 0)
            return known[i].place;
    return INNER;
}

/* The energies of a run, in that order. */
typedef struct energies {
    size_t rows, count;
    const bundle_column **column; /* to be freed */
} energies;

/* Of one place in the order of the file. */
static int by_place(const void *left, const void *right)
{
    const bundle_column *const *a = left, *const *b = right;
    const enum place x = place_of((*a)->path), y = place_of((*b)->path);
    return x != y ? (int)x - (int)y : (*a > *b) - (*a < *b);
}

static energies energies_of(const study_case *c)
{
    const bundle *b = case_whole(c);
    energies e = {.rows = case_rows(c, &column_series_time)};
    e.column = calloc(b->count + 1, sizeof *e.column);
    for (size_t i = 0; e.column && i < b->count; i++) {
        const bundle_column *column = energy_at(b, i, e.rows);
        if (!column)
            continue;
        e.column[e.count++] = column;
    }
    if (e.column)
        qsort(e.column, e.count, sizeof(*e.column), by_place);
    return e;
}

/* A run whose energy was not watched has columns of NaN. */
static bool has_series(const study_case *c)
{
    const energies e = energies_of(c);
    const bool watched =
        e.count > 0 && isfinite(e.column[0]->real[0]) && case_reals(c, &column_series_time, e.rows);
    free(e.column);
    return watched;
}

/* The largest energy of a row, whatever its sign. */
static double largest_of(const energies *e, size_t row)
{
    double largest = 0;
    for (size_t i = 0; i < e->count; i++)
        largest = fmax(largest, fabs(e->column[i]->real[row]));
    return largest;
}

/* The rows of an unstable run that set the scale. */
static size_t count_calm(const energies *e)
{
    const size_t half = (e->rows + 1) / 2, most = (size_t)ceil(calm * (double)e->rows);
    double seen = 0;
    size_t rows = 0;
    while (rows < half)
        seen = fmax(seen, largest_of(e, rows++));
    while (rows < most && largest_of(e, rows) <= leap * seen)
        rows++;
    return rows;
}

static range range_of(const study_case *c, const energies *e)
{
    const bool unstable = run_is_unstable(c);
    const size_t counted = unstable ? count_calm(e) : e->rows;
    range values = range_empty();
    range_include(&values, 0);
    for (size_t i = 0; i < e->count; i++)
        for (size_t j = 0; j < counted; j++)
            if (isfinite(e->column[i]->real[j]))
                range_include(&values, e->column[i]->real[j]);
    const double around = (unstable ? 0.5 : 0.06) * fmax(values.high - values.low, 1e-12);
    return (range){values.low - around, values.high + around};
}

/* The unit in which the largest value has one to three digits before the point; gnuplot marks 1000
 * on an axis that ends just below it. */
typedef struct energy_unit {
    const char *name;
    double joules;
} energy_unit;

static energy_unit unit_of(range values)
{
    static const energy_unit units[] = {{"MJ", 1e6},  {"kJ", 1e3},  {"J", 1},
                                        {"mJ", 1e-3}, {"µJ", 1e-6}, {"nJ", 1e-9}};
    static const energy_unit joule = {"J", 1};
    const double most = fmax(fabs(values.low), fabs(values.high));
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (most >= 0.99 * units[i].joules)
            return units[i];
    return joule;
}

static double energy_of(const void *context, size_t series, size_t row)
{
    const energies *e = context;
    return e->column[series]->real[row];
}

/* The kinds of energy of a figure's runs, each once, in the order of their places. */
typedef struct kinds {
    const char *path[KINDS_MOST];
    size_t count;
} kinds;

static size_t kind_of(const kinds *k, const char *path)
{
    size_t i = 0;
    while (i < k->count && strcmp(k->path[i], path) != 0)
        i++;
    return i;
}

/* A kind that comes before others in its place goes before them. */
static bool add_kind(kinds *k, const char *path)
{
    if (kind_of(k, path) < k->count)
        return true;
    if (k->count == KINDS_MOST)
        return false;
    size_t i = k->count++;
    for (; i > 0 && place_of(k->path[i - 1]) > place_of(path); i--)
        k->path[i] = k->path[i - 1];
    k->path[i] = path;
    return true;
}

static series_style style_of_kind(const kinds *k, size_t kind)
{
    const bool excess = place_of(k->path[kind]) == EXCESS;
    return style_of(excess ? black : kind % black);
}

/* Styles are used again, wider. */
static double width_of_kind(const kinds *k, size_t kind)
{
    return kind < black || place_of(k->path[kind]) == EXCESS ? 1.2 : 2.4;
}

/* Runs from `first` that one figure shows; false if they have more kinds than it can. */
static bool kinds_of(const case_list *cases, size_t first, size_t count, kinds *k)
{
    bool all = true;
    *k = (kinds){0};
    for (size_t i = first; i < first + count; i++) {
        const energies e = energies_of(cases->item[i]);
        for (size_t j = 0; j < e.count; j++)
            all = add_kind(k, e.column[j]->path) && all;
        free(e.column);
    }
    return all;
}

static void write_data(const study *s, const study_case *c, const energies *e, figure *f)
{
    char title[320];
    const double *time = case_reals(c, &column_series_time, e->rows);
    study_case_title(s, c, title, sizeof title);
    fprintf(f->data.stream,
            "# %s, %s: time (s), then energies (J):", case_text(c, &column_case_experiment), title);
    for (size_t i = 0; i < e->count; i++)
        fprintf(f->data.stream, " %s", group_rest(group_series, e->column[i]->path));
    fputc('\n', f->data.stream);
    figure_series_parts(f, PARTS, time, e->rows, e->count, energy_of, e);
    figure_end_block(f);
}

enum { ABOVE, BELOW, LINES, TITLE = 260 };

/* "animations S1" over "Verlet, 12 ms": what a panel shows in two lines. */
static void title_of(const study *s, const study_case *c, char title[LINES][TITLE])
{
    char variation[160], method[96];
    const char *experiment = case_text(c, &column_case_experiment), *of = case_simulation(c);
    const bool named = strcmp(experiment, of) != 0; /* apart from its experiment */
    study_case_variation(s, c, variation, sizeof variation);
    integrator_title(case_integrator(c), method, sizeof method);
    snprintf(title[ABOVE], TITLE, "%.60s%s%.60s", experiment, named ? " " : "", named ? of : "");
    snprintf(title[BELOW], TITLE, "%.160s, %.4g ms", *variation ? variation + 2 : method,
             1e3 * case_number(c, &column_dt));
}

/* cm: beside a panel for its axis, and so much less than a title is a panel with its axis, which
 * has room on its right, too. */
static const double axis_left = 1.5, title_beyond = 0.05;

/* Over the panel and its axis. */
static void write_title(const study *s, const study_case *c, const edges *e, figure *f)
{
    char title[LINES][TITLE], cut[TITLE];
    const double width = (e->right - e->left) * f->width + axis_left;
    const double middle = (e->left + e->right - axis_left / f->width) / 2;
    title_of(s, c, title);
    for (int line = 0; line < LINES; line++) {
        fputs("set label ", f->script.stream);
        sheet_fit(title[line], width, cut, sizeof cut);
        figure_text(f, cut);
        fprintf(f->script.stream, " at screen %.5f, screen %.5f center\n", middle,
                e->top + (line == ABOVE ? 0.7 : 0.3) / f->height);
    }
}

/* Ticks of time at which even a small panel's numbers have room beside each other: at most three.
 */
static double time_ticks(double span)
{
    const double step = style_round(span / 2.5);
    return step < span / 2.5 ? style_round(2.51 * step) : step; /* 1, 2, 5, 10 */
}

static void write_axes(const study_case *c, const energies *e, range values, energy_unit unit,
                       figure *f)
{
    const double *time = case_reals(c, &column_series_time, e->rows);
    const double last = fmax(time[e->rows - 1], 1e-9);
    fprintf(f->script.stream, "set ylabel '%s' offset 0.6,0\n", unit.name);
    fprintf(f->script.stream, "set xrange [0:%.9g]\nset xtics %.6g\n", last, time_ticks(last));
    style_linear_axis(f, "y", (range){values.low / unit.joules, values.high / unit.joules});
}

static void write_lines(const kinds *k, const energies *e, energy_unit unit, size_t block,
                        figure *f)
{
    FILE *out = f->script.stream;
    const char *before = "plot \\\n ";
    for (size_t i = 0; i < e->count; i++) {
        const size_t kind = kind_of(k, e->column[i]->path);
        if (kind == k->count) /* one that is left out */
            continue;
        const series_style l = style_of_kind(k, kind);
        fprintf(out,
                "%s data index %zu using 1:($%zu/%g) with lines lw %g dt %d lc rgb '%s' notitle",
                before, block, i + 2, unit.joules, width_of_kind(k, kind), l.dash, l.colour);
        before = ", \\\n ";
    }
    fputc('\n', out);
}

static void write_panel(const study *s, const study_case *c, const kinds *k, const edges *at,
                        figure *f)
{
    const energies e = energies_of(c);
    const range values = range_of(c, &e);
    const energy_unit unit = unit_of(values);
    write_data(s, c, &e, f);
    edges_write(at, f->script.stream);
    fputs("unset label\n", f->script.stream);
    write_title(s, c, at, f);
    write_axes(c, &e, values, unit, f);
    write_lines(k, &e, unit, f->blocks - 1, f);
    free(e.column);
}

/* "in_plane" as "in plane". */
static void write_name(const char *name, const sheet *s, figure *f)
{
    char title[64];
    snprintf(title, sizeof title, "%s", name);
    for (char *c = title; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    sheet_key_text(s, title, f);
}

static void write_key(const kinds *k, const sheet *s, figure *f)
{
    sheet_begin_key(s, f);
    for (size_t i = 0; i < k->count; i++) {
        const series_style l = style_of_kind(k, i);
        fprintf(f->script.stream, ", \\\n  keyentry with lines lw %g dt %d lc rgb '%s' title ",
                width_of_kind(k, i), l.dash, l.colour);
        write_name(group_rest(group_series, k->path[i]), s, f);
    }
    fputc('\n', f->script.stream);
}

/* Panels are as wide as their titles need. */
static sheet sheet_for(const study *s, const case_list *cases, size_t first, size_t panels,
                       const kinds *k)
{
    sheet_form form = {.panels = panels,
                       .across = ACROSS,
                       .least = 2.5,
                       .row = panels > ACROSS ? 3.4 : 4.2,
                       .left = axis_left,
                       .every_left = true,
                       .title = 0.95,
                       .entries = k->count};
    for (size_t i = first; i < first + panels; i++) {
        char title[LINES][TITLE];
        title_of(s, cases->item[i], title);
        for (int line = 0; line < LINES; line++)
            form.least = fmax(form.least, sheet_text_width(title[line]) - title_beyond - axis_left);
    }
    form.least = fmin(form.least, panels > 1 ? 8 : 6);
    for (size_t i = 0; i < k->count; i++)
        sheet_widen(&form, group_rest(group_series, k->path[i]));
    return sheet_of(&form, panels > 1 ? FIGURE_DOUBLE : FIGURE_SINGLE);
}

static void write_figure(const study *s, const case_list *cases, size_t first, size_t count,
                         gallery *g)
{
    kinds k;
    figure f;
    char name[FIGURE_NAME] = "energy";
    if (!kinds_of(cases, first, count, &k))
        fprintf(g->out, "energy: more than %d kinds of energy; some are left out\n", KINDS_MOST);
    const sheet at = sheet_for(s, cases, first, count, &k);
    if (first > 0)
        snprintf(name, sizeof name, "energy_%zu", first / PAGE + 1);
    if (!figure_begin(&f, g, name, at.width, at.height))
        return;
    fputs("set multiplot\nset xzeroaxis lc rgb '#999999' lw 0.7 lt 1\n"
          "set grid lc rgb '#dddddd' lw 0.7 lt 1\nunset key\n",
          f.script.stream);
    for (size_t i = 0; i < count; i++) {
        const edges e = sheet_panel(&at, i);
        fprintf(f.script.stream, "set xlabel '%s'\n", sheet_has_bottom(&at, i) ? "Time (s)" : "");
        write_panel(s, cases->item[first + i], &k, &e, &f);
    }
    write_key(&k, &at, &f);
    fputs("unset multiplot\n", f.script.stream);
    figure_end(&f, g);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "run", has_series);
    const size_t paired = runs_leave_pairs_out(s, &cases);
    const bool any = cases.count > 0;
    for (size_t i = 0; i < cases.count; i += PAGE)
        write_figure(s, &cases, i, cases.count - i < PAGE ? cases.count - i : PAGE, g);
    free(cases.item);
    if (paired > 0)
        fprintf(g->out, "energy: without %zu runs beside a limit: `trama report` plays them\n",
                paired);
    return any;
}

static bool offers(const study *s)
{
    bool any = false;
    for (size_t i = 0; !any && i < s->count; i++)
        any = strcmp(case_text(&s->item[i], &column_case_task), "run") == 0 &&
              has_series(&s->item[i]);
    return any;
}

const plot_type plot_energy = {
    .name = "energy",
    .needs = "cases of the task run with a series of energies",
    .draw = draw,
    .offers = offers,
};
