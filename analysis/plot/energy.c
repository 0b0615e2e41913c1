/* Energies of runs over time, a panel a run with axes of its own: kinetic, each elastic kind,
 * gravity's, the work done from outside, and the excess that neither explains. A kind looks the
 * same in all panels. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/quantities/run_pairs.h"

/* This share of an unstable run is shown at most; less, if it has so many times what its first half
 * has. One of two values is shown whole. */
static const double calm = 0.75, leap = 3;

/* The energies of a run: the kinetic one first, the elastic kinds of the models next (a line an
 * object and kind), what acts from outside last. */
typedef struct energies {
    size_t rows, count;
    const bundle_column **column; /* to be freed */
} energies;

static const char *const from_outside[] = {"gravity",    "potential",    "air_lost",
                                           "dissipated", "interactions", "led_work",
                                           "work",       "bookkeeping",  "excess"};
enum { KINETIC, ELASTIC, OUTSIDE, RANKS = OUTSIDE + sizeof from_outside / sizeof *from_outside };

/* RANKS: it is no energy. */
static size_t rank_of(const bundle_column *column, size_t rows)
{
    const char *name = group_rest(group_series, column->path);
    size_t i = 0;
    if (!name || column->type != BUNDLE_REAL || column->columns != 1 || column->rows != rows ||
        strcmp(column->unit, "J") != 0)
        return RANKS;
    while (i < RANKS - OUTSIDE && strcmp(name, from_outside[i]) != 0)
        i++;
    return strcmp(name, "kinetic") == 0 ? KINETIC : i < RANKS - OUTSIDE ? OUTSIDE + i : ELASTIC;
}

static energies energies_of(const study_case *c)
{
    const bundle *b = case_whole(c);
    energies e = {.rows = case_rows(c, &column_series_time)};
    e.column = calloc(b->count + 1, sizeof(*e.column));
    for (size_t rank = 0; e.column && rank < RANKS; rank++)
        for (size_t i = 0; i < b->count; i++)
            if (rank_of(&b->column[i], e.rows) == rank)
                e.column[e.count++] = &b->column[i];
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

/* The rows of an unstable run that are shown. */
static size_t count_calm(const energies *e)
{
    const size_t half = e->rows < 3 ? e->rows : (e->rows + 1) / 2,
                 most = (size_t)ceil(calm * (double)e->rows);
    double seen = 0;
    size_t rows = 0;
    while (rows < half)
        seen = fmax(seen, largest_of(e, rows++));
    while (rows < most && largest_of(e, rows) <= leap * seen)
        rows++;
    return rows;
}

/* "in plane" of in_plane. */
static void name_of(const bundle_column *column, char name[CHART_TITLE])
{
    snprintf(name, CHART_TITLE, "%.190s", group_rest(group_series, column->path));
    for (char *at = name; *at; at++)
        *at = *at == '_' ? ' ' : *at;
}

/* Past what is shown of it, an unstable run has a mark. */
static void add_run(chart_source *to, const study_case *c)
{
    char name[CHART_TITLE];
    const energies e = energies_of(c);
    const double *time = case_reals(c, &column_series_time, e.rows);
    const bool breaks = run_is_unstable(c);
    const size_t rows = breaks ? count_calm(&e) : e.rows;
    for (size_t i = 0; i < e.count; i++) {
        name_of(e.column[i], name);
        chart_source line = chart_on_line(to, name);
        chart_add_series(&line, time, e.column[i]->real, rows);
        if (i == 0 && breaks) {
            chart_point end = chart_at(time[rows < e.rows ? rows : rows - 1], (double)NAN);
            end.word = case_end(c);
            chart_add(&line, NULL, end);
        }
    }
    free(e.column);
}

static const chart_form forms[] = {{
    .name = "energy",
    .task = "run",
    .filter = has_series,
    .without_pairs = true,
    .x = {.title = "Time", .unit = "s", .scale = CHART_LINEAR},
    .y = {.title = "Energy", .unit = "J", .scale = CHART_LINEAR},
    .line = "",
    .points = add_run,
    .own_axes = true,
    .guide = {{chart_level}},
}};

const plot_type plot_energy = {
    .name = "energy",
    .needs = "cases of the task run with a series of energies",
    .on_request = true,
    PLOT_CHARTS(forms),
    PLOT_CAPTIONS(
        {"energy", "Energy over time",
         "Work is that of all loads, damping among them; excess, what it does not explain."}),
    .last = true,
};
