/* Points of a case: its histories as lines. */
#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "analysis/quantities/run_pairs.h"
#include "core/numbers.h"
#include "core/text.h"
#include "quantities/quantities.h"

enum { PARTS = 400 };

/* The finite row of a part with the least or largest value; `end` if it has none. */
static size_t extreme(const double *y, size_t first, size_t end, double sign)
{
    size_t found = end;
    for (size_t i = first; i < end; i++)
        if (isfinite(y[i]) && (found == end || sign * y[i] > sign * y[found]))
            found = i;
    return found;
}

/* Of more rows than a printed page can show the least and the largest value of each part. What is
 * not finite is left out. */
static void add_series(chart_source *to, const double *x, const double *y, size_t rows)
{
    const size_t parts = rows < 2 * PARTS ? rows : PARTS;
    for (size_t k = 0; k < parts; k++) {
        const size_t end = rows * (k + 1) / parts;
        const size_t least = extreme(y, rows * k / parts, end, -1);
        const size_t most = extreme(y, rows * k / parts, end, 1);
        const size_t first = least < most ? least : most, second = least < most ? most : least;
        if (first < end)
            chart_add(to, NULL, chart_at(x[first], y[first]));
        if (second < end && second != first)
            chart_add(to, NULL, chart_at(x[second], y[second]));
    }
}

/* The largest size so far, at places a constant factor apart. */
static void add_largest(chart_source *to, const double *x, const double *y, size_t rows)
{
    static const double per_decade = 24;
    double largest = 0, next = 0;
    for (size_t i = 0; i < rows; i++) {
        largest = fmax(largest, fabs(y[i]));
        if (!(x[i] > 0 && largest > 0) || (x[i] < next && i + 1 < rows))
            continue;
        chart_add(to, NULL, chart_at(x[i], largest));
        next = x[i] * pow(10, 1 / per_decade);
    }
}

/* --- histories by their names --- */

/* Numbers of a case, one a time; NULL: it has none of that path. */
static const bundle_column *rows_of(const study_case *c, const char *path)
{
    const bundle_column *found = bundle_find(case_whole(c), path);
    return found && found->type == BUNDLE_REAL && found->columns == 1 ? found : NULL;
}

static const bundle_column *first_of(const study *s, const char *path)
{
    const bundle_column *found = NULL;
    for (size_t i = 0; !found && i < s->count; i++)
        found = rows_of(&s->item[i], path);
    return found;
}

/* Files are opened for names of histories alone. */
bool chart_rows_find(const study *s, const char *name, char path[VARIABLE_PATH])
{
    snprintf(path, VARIABLE_PATH, "%s/%.600s", group_result, name);
    const bool found = group_rest(group_series, path) && first_of(s, path);
    if (!found)
        path[0] = '\0';
    return found;
}

/* "Soft: fold lines" of series/soft/fold_lines. */
void chart_rows_title(const chart *c, const char *path, const chart_values *given, chart_axis *axis)
{
    const bundle_column *first = first_of(c->s, path);
    const char *name = group_rest(group_series, path), *unit = first ? first->unit : "";
    const double factor = given->unit ? unit_factor(unit, given->unit) : (double)NAN;
    size_t used = 0;
    for (; *name && used + 3 < CHART_TITLE; name++) {
        axis->title[used++] = *name == '/' ? ':' : *name == '_' ? ' ' : *name;
        if (*name == '/')
            axis->title[used++] = ' ';
    }
    axis->title[used] = '\0';
    axis->title[0] = (char)toupper((unsigned char)axis->title[0]);
    axis->unit = strcmp(unit, "1") == 0 ? "" : unit;
    axis->shown = isnan(factor) ? NULL : given->unit;
    axis->scale = isnan(factor) ? 1 : factor;
    if (given->title)
        snprintf(axis->title, CHART_TITLE, "%s", given->title);
}

/* --- those of a case --- */

/* The histories of a case that its chart shows. */
typedef struct histories {
    size_t rows, count;
    const bundle_column **column; /* to be freed */
} histories;

static histories histories_of(const chart *c, const study_case *of, size_t rows);
static size_t count_calm(const histories *all);
static chart_source line_of(const chart_source *to, const bundle_column *history);
static void add_end(chart_source *to, double time, const study_case *c);

void chart_add_histories(chart_source *to, const study_case *c)
{
    const chart_form *form = to->to->form;
    const bundle_column *x = rows_of(c, to->to->x_rows);
    if (!x || x->rows == 0)
        return;
    const histories all = histories_of(to->to, c, x->rows);
    const bool breaks = form->calm && run_is_unstable(c);
    const size_t rows = breaks ? count_calm(&all) : all.rows;
    for (size_t i = 0; i < all.count; i++) {
        chart_source line = form->y.each ? line_of(to, all.column[i]) : *to;
        (form->largest ? add_largest : add_series)(&line, x->real, all.column[i]->real, rows);
        if (i == 0 && breaks)
            add_end(&line, x->real[rows < all.rows ? rows : rows - 1], c);
    }
    free(all.column);
}

/* The place of a history among those that are lines each; SIZE_MAX: it is none of them. */
static size_t rank_of(const chart_values *y, const bundle_column *column, size_t rows)
{
    const char *name = group_rest(group_series, column->path);
    size_t rank = SIZE_MAX;
    if (!name || column->type != BUNDLE_REAL || column->columns != 1 || column->rows != rows ||
        strcmp(column->unit, y->unit) != 0)
        return rank;
    for (size_t i = 0; y->each[i]; i++)
        if (strcmp(name, y->each[i]) == 0)
            return i;
        else if (strcmp(y->each[i], CHART_OTHERS) == 0)
            rank = i;
    return rank;
}

static histories histories_of(const chart *c, const study_case *of, size_t rows)
{
    const chart_values *y = &c->form->y;
    const bundle *b = case_whole(of);
    const bundle_column *own = rows_of(of, c->y_rows);
    histories all = {.rows = rows, .column = calloc(b->count + 1, sizeof(*all.column))};
    if (all.column && own && own->rows == rows)
        all.column[all.count++] = own;
    for (size_t rank = 0; all.column && y->each && y->each[rank]; rank++)
        for (size_t i = 0; rows > 0 && i < b->count; i++)
            if (rank_of(y, &b->column[i], rows) == rank)
                all.column[all.count++] = &b->column[i];
    return all;
}

/* "in plane" of in_plane. */
static chart_source line_of(const chart_source *to, const bundle_column *history)
{
    char name[CHART_TITLE];
    snprintf(name, sizeof name, "%.190s", group_rest(group_series, history->path));
    for (char *at = name; *at; at++)
        *at = *at == '_' ? ' ' : *at;
    return chart_on_line(to, name);
}

/* --- of a run that breaks its calm part --- */

/* This share of it is shown at most; less, if it has so many times what its first half has. One of
 * two values is shown whole. */
static const double calm = 0.75, leap = 3;

/* The largest value of a row, whatever its sign. */
static double largest_of(const histories *all, size_t row)
{
    double largest = 0;
    for (size_t i = 0; i < all->count; i++)
        largest = fmax(largest, fabs(all->column[i]->real[row]));
    return largest;
}

static size_t count_calm(const histories *all)
{
    const size_t half = all->rows < 3 ? all->rows : (all->rows + 1) / 2,
                 most = (size_t)ceil(calm * (double)all->rows);
    double seen = 0;
    size_t rows = 0;
    while (rows < half)
        seen = fmax(seen, largest_of(all, rows++));
    while (rows < most && largest_of(all, rows) <= leap * seen)
        rows++;
    return rows;
}

/* Past what is shown it has a mark. */
static void add_end(chart_source *to, double time, const study_case *c)
{
    chart_point end = chart_at(time, TRAMA_NAN);
    end.word = case_end(c);
    chart_add(to, NULL, end);
}

/* --- those of objects --- */

/* Whether a history belongs to an object and has that name. */
static bool is_of_an_object(const char *path, const char *end)
{
    const char *rest = group_rest(group_series, path), *last = rest ? strrchr(rest, '/') : NULL;
    return last && strcmp(last + 1, end) == 0;
}

void chart_rows_named(const study *s, const char *end, char *names, size_t size)
{
    const bundle *b = s->count > 0 ? case_whole(&s->item[0]) : NULL;
    names[0] = '\0';
    for (size_t i = 0; b && i < b->count; i++) {
        const size_t used = strlen(names);
        if (is_of_an_object(b->column[i].path, end))
            snprintf(names + used, size - used, "%s%s", used ? ", " : "",
                     b->column[i].path + strlen(group_result) + 1);
    }
}

enum { NAMES_MOST = 256 };

/* Of the first case that has histories: "series/kinetic" ... */
static size_t names_of(const study *s, const char *name[NAMES_MOST])
{
    size_t count = 0;
    for (size_t i = 0; count == 0 && i < s->count; i++) {
        const bundle *b = case_whole(&s->item[i]);
        for (size_t k = 0; k < b->count && count < NAMES_MOST; k++)
            if (group_rest(group_series, b->column[k].path))
                name[count++] = b->column[k].path + strlen(group_result) + 1;
    }
    return count;
}

void chart_rows_refuse(const study *s, const char *part, const char *name, FILE *err)
{
    const char *known[NAMES_MOST];
    const size_t count = names_of(s, known);
    const char *nearest = trama_nearest(name, known, count);
    fprintf(err, "%s=%s: no case has that history; ", part, name);
    if (nearest)
        fprintf(err, "nearest: %s", nearest);
    for (size_t i = 0; !nearest && i < count; i++)
        fprintf(err, "%s%s", i ? ", " : "allowed: ", known[i]);
    fprintf(err, "%s\n", count ? "" : "none has any");
}
