/* Histories as lines of a chart. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "analysis/plot/chart.h"
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

void chart_add_series(chart_source *to, const double *x, const double *y, size_t rows, double scale)
{
    const size_t parts = rows < 2 * PARTS ? rows : PARTS;
    for (size_t k = 0; k < parts; k++) {
        const size_t end = rows * (k + 1) / parts;
        const size_t least = extreme(y, rows * k / parts, end, -1);
        const size_t most = extreme(y, rows * k / parts, end, 1);
        const size_t first = least < most ? least : most, second = least < most ? most : least;
        if (first < end)
            chart_add(to, NULL, chart_at(x[first], scale * y[first]));
        if (second < end && second != first)
            chart_add(to, NULL, chart_at(x[second], scale * y[second]));
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

void chart_add_rows(chart_source *to, const study_case *c)
{
    const bundle_column *x = rows_of(c, to->to->x_rows), *y = rows_of(c, to->to->y_rows);
    if (x && y && x->rows == y->rows)
        chart_add_series(to, x->real, y->real, x->rows, 1);
}

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
