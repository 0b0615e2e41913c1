/* Points of a case: its histories and columns as lines, and what functions say of it. */
#include <ctype.h>
#include <math.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "core/numbers.h"
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

void chart_add_series(chart_source *to, const double *x, const double *y, size_t rows)
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

void chart_add_rows(chart_source *to, const study_case *c)
{
    const bundle_column *x = rows_of(c, to->to->x_rows), *y = rows_of(c, to->to->y_rows);
    if (x && y && x->rows == y->rows)
        (to->to->form->largest ? add_largest : chart_add_series)(to, x->real, y->real, x->rows);
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

/* --- columns --- */

/* Row i of a column of numbers; NAN: it is none. */
static double number_at(const bundle_column *of, size_t i)
{
    return of->type == BUNDLE_INTEGER ? (double)of->integer[i]
           : of->type == BUNDLE_REAL  ? of->real[i]
                                      : TRAMA_NAN;
}

static bool is_beyond(const chart_values *axis, double value)
{
    return axis->scale == CHART_LOG && value <= 0;
}

void chart_add_columns(chart_source *to, const study_case *c)
{
    const chart_form *form = to->to->form;
    const bundle_column *x = bundle_get(&c->data, form->x.column),
                        *y = bundle_get(&c->data, form->y.column);
    for (size_t i = 0; x && y && i < x->rows && i < y->rows; i++) {
        chart_point p = chart_at(number_at(x, i), number_at(y, i));
        p.word = form->none;
        if (!is_beyond(&form->x, p.x) && !is_beyond(&form->y, p.y))
            chart_add(to, NULL, p);
    }
}

/* --- functions of the case --- */

static bool any_of(const chart *c, chart_number *published)
{
    bool any = false;
    for (size_t i = 0; !any && i < c->cases.cases.count; i++)
        any = isfinite(published(c->cases.cases.item[i]));
    return any;
}

/* What is published in a panel of its own. */
static void add_apart(chart_source *to, chart_point p, chart_number *of)
{
    const chart_point published = chart_at(p.x, p.published);
    p.published = TRAMA_NAN;
    chart_add(to, any_of(to->to, of) ? "measured" : NULL, p);
    if (isfinite(published.y))
        chart_add(to, "published", published);
}

void chart_add_own(chart_source *to, const study_case *c)
{
    char room[PARTITION_TEXT];
    const chart_own *own = &to->to->form->own;
    const double x = own->name ? chart_name_at(to->to, own->name(c, NULL, room)) : own->x(c);
    const interval bar = own->bar ? own->bar(c) : (interval){TRAMA_NAN, TRAMA_NAN};
    chart_point p = chart_at(x, own->y ? own->y(c) : case_number(c, to->to->form->y.column));
    p.low = bar.low;
    p.high = bar.high;
    p.published = own->published ? own->published(c) : TRAMA_NAN;
    p.at_least = own->at_least && own->at_least(c);
    p.marked = own->marked && own->marked(c);
    p.tint = own->tint ? own->tint(to->to->s, c) : 0;
    if (to->to->form->apart && own->published)
        add_apart(to, p, own->published);
    else if (own->name || isfinite(p.y) || isfinite(p.published))
        chart_add(to, NULL, p);
}
