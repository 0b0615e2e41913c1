/* Energies of runs over time, a panel a run with axes of its own: kinetic, each elastic kind,
 * gravity's, the work done from outside, and the excess that neither explains. A kind looks the
 * same in all panels. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/quantities/run_pairs.h"

/* This share of an unstable run is shown at most; less, if it has so many times what its first half
 * has. */
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
                 {"interactions", AMONG}, {"dissipated", AMONG}, {"air_lost", AMONG},
                 {"work", WORK},          {"led_work", WORK},    {"excess", EXCESS},
                 {"bookkeeping", EXCESS}};
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

/* The rows of an unstable run that are shown. */
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
    const size_t rows = run_is_unstable(c) ? count_calm(&e) : e.rows;
    for (size_t i = 0; i < e.count; i++) {
        name_of(e.column[i], name);
        chart_source line = chart_on_line(to, name);
        chart_add_series(&line, time, e.column[i]->real, rows, 1);
        if (i == 0 && rows < e.rows) {
            chart_point end = chart_at(time[rows], (double)NAN);
            end.word = case_end(c);
            chart_add(&line, NULL, end);
        }
    }
    free(e.column);
}

/* Of runs beside a limit, which the report plays, only if there are no others. */
static bool shows(const study *s, const study_case *c, const void *paired)
{
    return has_series(c) && (*(const size_t *)paired == 0 || !run_is_paired(s, c));
}

static bool draw(const study *s, gallery *g)
{
    case_list cases = study_select(s, "run", has_series);
    const size_t paired = runs_leave_pairs_out(s, &cases);
    const chart_form form = {.name = "energy",
                             .task = "run",
                             .keeps = shows,
                             .context = &paired,
                             .x = {.title = "Time", .unit = "s", .scale = CHART_LINEAR},
                             .y = {.title = "Energy", .unit = "J", .scale = CHART_LINEAR},
                             .line = "",
                             .points = add_run,
                             .own_axes = true,
                             .guide = {{chart_level}}};
    const bool any = chart_draw(&form, s, g);
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
    PLOT_CAPTIONS(
        {"energy", "Energy over time",
         "Work is that of all loads, damping among them; excess, what it does not explain."}),
    .last = true,
};
