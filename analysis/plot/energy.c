/* Energies of a run over time: kinetic, each elastic kind, gravity's, the work done from outside,
 * and the excess that neither explains. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/plot.h"
#include "analysis/plot/style.h"

/* The style of the excess, which readers want to see first; no other energy has it. */
static const size_t black = STYLE_SERIES - 1;

/* This share of an unstable run, and room around it, sets the scale; the rest leaves the picture.
 */
static const double calm = 0.75;

/* A column of the series in joules, or NULL. */
static const bundle_column *energy_at(const study_case *c, size_t i, size_t rows)
{
    const bundle_column *column = &c->data.column[i];
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
    energies e = {.rows = case_rows(c, &column_series_time)};
    e.column = calloc(c->data.count + 1, sizeof *e.column);
    for (size_t i = 0; e.column && i < c->data.count; i++) {
        const bundle_column *column = energy_at(c, i, e.rows);
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

static range range_of(const study_case *c, const energies *e)
{
    const bool unstable = strcmp(case_text(c, &column_outcome), "unstable") == 0;
    const size_t counted = unstable ? (size_t)ceil(calm * (double)e->rows) : e->rows;
    range values = range_empty();
    range_include(&values, 0);
    for (size_t i = 0; i < e->count; i++)
        for (size_t j = 0; j < counted; j++)
            if (isfinite(e->column[i]->real[j]))
                range_include(&values, e->column[i]->real[j]);
    const double around = (unstable ? 0.5 : 0.06) * fmax(values.high - values.low, 1e-12);
    return (range){values.low - around, values.high + around};
}

/* The unit in which the largest value has one to three digits before the point. */
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
        if (most >= units[i].joules)
            return units[i];
    return joule;
}

static double energy_of(const void *context, size_t series, size_t row)
{
    const energies *e = context;
    return e->column[series]->real[row];
}

static void write_data(const study_case *c, const energies *e, figure *f)
{
    const double *time = case_reals(c, &column_series_time, e->rows);
    fputs("# time (s), then energies (J):", f->data.stream);
    for (size_t i = 0; i < e->count; i++)
        fprintf(f->data.stream, " %s", group_rest(group_series, e->column[i]->path));
    fputc('\n', f->data.stream);
    figure_series(f, time, e->rows, e->count, energy_of, e);
}

static void write_axes(const study *s, const study_case *c, const energies *e, range values,
                       energy_unit unit, figure *f)
{
    FILE *out = f->script.stream;
    const double *time = case_reals(c, &column_series_time, e->rows);
    fprintf(out,
            "set xlabel 'Time (s)'\nset ylabel 'Energy (%s)'\nset yrange [%.6g:%.6g]\n"
            "set xrange [0:%.9g]\n"
            "set xzeroaxis lc rgb '#999999' lw 0.7 lt 1\n"
            "set grid lc rgb '#dddddd' lw 0.7 lt 1\n"
            "set key outside right top vertical reverse Left samplen 3\n"
            "set title ",
            unit.name, values.low / unit.joules, values.high / unit.joules,
            fmax(time[e->rows - 1], 1e-9));
    char title[320];
    study_case_title(s, c, title, sizeof title);
    figure_text(f, title);
    fputc('\n', out);
}

/* "in_plane" as "in plane". */
static void write_name(const char *name, figure *f)
{
    char title[64];
    snprintf(title, sizeof title, "%s", name);
    for (char *c = title; *c; c++)
        *c = *c == '_' ? ' ' : *c;
    figure_text(f, title);
}

static void write_series(const energies *e, energy_unit unit, figure *f)
{
    FILE *out = f->script.stream;
    for (size_t i = 0; i < e->count; i++) {
        const bool excess = place_of(e->column[i]->path) == EXCESS;
        const series_style l = style_of(excess ? black : i % black);
        const double width = i < black || excess ? 1.4 : 2.8; /* styles are used again, wider */
        fprintf(out, "%s data using 1:($%zu/%g) with lines lw %g dt %d lc rgb '%s' title ",
                i ? ", \\\n " : "plot \\\n ", i + 2, unit.joules, width, l.dash, l.colour);
        write_name(group_rest(group_series, e->column[i]->path), f);
    }
    fputc('\n', out);
}

static void write_figure(const study *s, const study_case *c, gallery *g)
{
    const energies e = energies_of(c);
    char name[500], variation[160];
    const char *experiment = case_text(c, &column_case_experiment), *of = case_simulation(c);
    const bool is_named = strcmp(experiment, of) != 0; /* apart from its experiment */
    figure f;
    study_case_variation(s, c, variation, sizeof variation); /* ", zeta 10", or "" */
    snprintf(name, sizeof name, "energy_%.60s%s%.60s_%.60s%s%.60s_%.6gs", experiment,
             is_named ? "_" : "", is_named ? of : "", case_integrator(c), *variation ? "_" : "",
             *variation ? variation + 2 : "", case_number(c, &column_dt));
    if (!figure_begin(&f, g, name, FIGURE_DOUBLE, 7.5)) {
        free(e.column);
        return;
    }
    write_data(c, &e, &f);
    const range values = range_of(c, &e);
    const energy_unit unit = unit_of(values);
    write_axes(s, c, &e, values, unit, &f);
    write_series(&e, unit, &f);
    figure_end(&f, g);
    free(e.column);
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "run", has_series);
    const bool any = cases.count > 0;
    for (size_t i = 0; i < cases.count; i++)
        write_figure(s, cases.item[i], g);
    free(cases.item);
    return any;
}

const plot_type plot_energy = {
    .name = "energy",
    .needs = "cases of the task run with a series of energies",
    .draw = draw,
};
