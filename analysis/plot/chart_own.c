/* Points by functions of a case, and of the rows that tables have of it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/plot/chart.h"
#include "core/numbers.h"

bool chart_is_beyond(const chart_values *axis, double value)
{
    return axis->scale == CHART_LOG && value <= 0;
}

/* --- functions of the case --- */

static double y_of(const chart_form *form, const study_case *c, double x);
static interval bar_of(const chart_own *own, const study_case *c, double x);
static double published_of(const chart_form *form, const study_case *c);
static void tell(const chart *c, const study_case *of, chart_point *p);
static void add_apart(chart_source *to, chart_point p);

void chart_add_own(chart_source *to, const study_case *c)
{
    char room[PARTITION_TEXT];
    const chart_form *form = to->to->form;
    const chart_own *own = &form->own;
    const double x =
        own->name ? chart_name_at(to->to, own->name(c, to->to->s, room)) : chart_own_x(form, c);
    const interval bar = bar_of(own, c, x);
    chart_point p = chart_at(x, y_of(form, c, x));
    p.low = bar.low;
    p.high = bar.high;
    p.published = published_of(form, c);
    p.at_least = own->at_least && own->at_least(c);
    p.marked = own->marked && own->marked(c);
    if (form->tints)
        tell(to->to, c, &p);
    if (form->apart)
        add_apart(to, p);
    else if (own->name || isfinite(p.y) || isfinite(p.published))
        chart_add(to, NULL, p);
}

double chart_own_x(const chart_form *form, const study_case *c)
{
    const double x = form->own.x ? form->own.x(c) : case_number(c, form->x.column);
    return chart_is_beyond(&form->x, x) ? TRAMA_NAN : x;
}

static double y_of(const chart_form *form, const study_case *c, double x)
{
    const chart_own *own = &form->own;
    const double y = own->y           ? own->y(c)
                     : form->y.column ? case_number(c, form->y.column)
                                      : TRAMA_NAN;
    return own->per_x ? y / x : y;
}

static interval bar_of(const chart_own *own, const study_case *c, double x)
{
    const interval bar = own->bar ? own->bar(c) : (interval){TRAMA_NAN, TRAMA_NAN};
    return own->per_x ? (interval){bar.low / x, bar.high / x} : bar;
}

static double published_of(const chart_form *form, const study_case *c)
{
    return form->own.published ? form->own.published(c)
           : form->published   ? case_published(c, form->published)
                               : TRAMA_NAN;
}

/* Of what holds of the case, or else the last range that begins at or below the number. */
static size_t tint_of(const chart_form *form, const study_case *c, double number)
{
    const chart_tint *all = form->tints;
    size_t found = 0;
    for (size_t i = 0; i < form->tint_count; i++)
        if (all[i].when && all[i].when(c))
            return i;
    for (size_t i = 1; i < form->tint_count; i++)
        if (!all[i].when && number >= all[i].from &&
            (all[i].from >= all[found].from || !(number >= all[found].from)))
            found = i;
    return found;
}

/* The words of a cell and its colour. */
static void tell(const chart *c, const study_case *of, chart_point *p)
{
    const chart_own *own = &c->form->own;
    const told_value told = own->tell ? own->tell(c->s, of) : told_number(p->y);
    char *words = own->tell ? study_keep(c->s, TOLD_WORDS + 16) : NULL;
    if (words)
        snprintf(words, TOLD_WORDS + 16, "%s%s%s", told.words, told.mark ? " " : "",
                 told.mark ? told.mark : "");
    p->word = words;
    p->tint = tint_of(c->form, of, own->grade ? own->grade(c->s, of) : told.value);
}

static bool any_is_published(const chart *c)
{
    bool any = false;
    for (size_t i = 0; !any && i < c->cases.cases.count; i++)
        any = isfinite(published_of(c->form, c->cases.cases.item[i]));
    return any;
}

/* What is published in a panel of its own. */
static void add_apart(chart_source *to, chart_point p)
{
    const chart_point published = chart_at(p.x, p.published);
    p.published = TRAMA_NAN;
    chart_add(to, any_is_published(to->to) ? "measured" : NULL, p);
    if (isfinite(published.y))
        chart_add(to, "published", published);
}

/* --- rows of the case --- */

static double number_at(const char *row, const size_t *member, size_t i)
{
    double value = TRAMA_NAN;
    if (member)
        memcpy(&value, row + *member + i * sizeof value, sizeof value);
    return value;
}

static void add_row(chart_source *to, const char *row)
{
    const chart_form *form = to->to->form;
    const chart_rows *of = &form->rows;
    size_t points = 1;
    if (of->points)
        memcpy(&points, row + *of->points, sizeof points);
    for (size_t i = 0; i < points; i++) {
        chart_point p = chart_at(number_at(row, of->x, i), number_at(row, of->y, i));
        p.published = number_at(row, of->published, i);
        if (isfinite(p.y) && !chart_is_beyond(&form->y, p.y))
            chart_add(to, row + *of->panel, p);
    }
}

void chart_add_rows(chart_source *to, const study_case *c)
{
    const chart_rows *of = &to->to->form->rows;
    const size_t count = of->count(c);
    char *row = calloc(1, of->size);
    to->to->no_memory |= !row;
    for (size_t i = 0; row && i < count; i++) {
        bool shown = of->read(to->to->s, c, i, row);
        if (shown)
            memcpy(&shown, row + *of->shown, sizeof shown);
        if (shown)
            add_row(to, row);
    }
    free(row);
}
