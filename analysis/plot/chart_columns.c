/* Points of a case: its columns, a point a row; and its fields, as colours, or cut along a row. */
#include <math.h>

#include "analysis/plot/chart.h"
#include "core/numbers.h"

static void add_rows(chart_source *to, const study_case *c);
static bool field_of(const chart_form *form, const study_case *c, chart_field *field);
static void add_cut(chart_source *to, const chart_field *of, const study_panel *group);

void chart_add_columns(chart_source *to, const study_case *c)
{
    const chart_form *form = to->to->form;
    chart_field field;
    const bool has_field = form->field.value && field_of(form, c, &field);
    if (form->cut) {
        if (has_field)
            add_cut(to, &field, to->group);
        return;
    }
    if (has_field)
        chart_add_field(to, field);
    add_rows(to, c);
}

/* Row i of a column of numbers; NAN: it is none. */
static double number_at(const bundle_column *of, size_t i)
{
    return of->type == BUNDLE_INTEGER ? (double)of->integer[i]
           : of->type == BUNDLE_REAL  ? of->real[i]
                                      : TRAMA_NAN;
}

static void add_rows(chart_source *to, const study_case *c)
{
    const chart_form *form = to->to->form;
    const bundle_column *x = bundle_get(&c->data, form->x.column),
                        *y = bundle_get(&c->data, form->y.column);
    for (size_t i = 0; x && y && i < x->rows && i < y->rows; i++) {
        chart_point p = chart_at(number_at(x, i), number_at(y, i));
        p.y *= form->y.over_x ? p.x : 1;
        p.word = form->none;
        if (!chart_is_beyond(&form->x, p.x) && !chart_is_beyond(&form->y, p.y))
            chart_add(to, NULL, p);
    }
}

/* --- fields --- */

static bool field_of(const chart_form *form, const study_case *c, chart_field *field)
{
    const size_t columns = case_rows(c, form->field.x), rows = case_rows(c, form->field.y);
    const bundle_column *value = bundle_get(&c->data, form->field.value);
    const double *x = case_reals(c, form->field.x, columns),
                 *y = case_reals(c, form->field.y, rows);
    const bool fits = x && y && value && value->type == BUNDLE_REAL && value->rows == rows &&
                      value->columns == columns;
    *field = (chart_field){0, columns, rows, x, y, fits ? value->real : NULL};
    return fits && columns > 0 && rows > 0 && isfinite(x[columns - 1]) && isfinite(y[rows - 1]);
}

/* Along the row nearest to the group's damping, within its range. */
static void add_cut(chart_source *to, const chart_field *of, const study_panel *group)
{
    char at[CHART_TITLE];
    size_t row = 0;
    for (size_t j = 1; j < of->rows; j++)
        if (fabs(of->y[j] - group->damping) < fabs(of->y[row] - group->damping))
            row = j;
    snprintf(at, sizeof at, "%s = %g", to->to->form->cut, group->damping);
    for (size_t i = 0; i < of->columns; i++) {
        const double value = of->value[row * of->columns + i];
        if (value >= group->low && value <= group->high)
            chart_add(to, at, chart_at(of->x[i], value));
    }
}
