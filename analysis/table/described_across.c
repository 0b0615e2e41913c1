#include "analysis/table/described_across.h"

#include <stdlib.h>

#include "analysis/read/coordinates.h"

struct across_method {
    const across *all;
    size_t place;
};

static size_t count_methods(const case_list *cases);
static bool has_room(const case_list *cases, across *a);
static void place_cases(const case_list *cases, const coordinates *apart, across *a);
static void list_columns(const case_list *cases, across *a);

bool across_make(const study *s, const case_list *cases, const table_column *of, across *made)
{
    coordinates apart;
    *made = (across){.s = s, .of = *of, .methods = count_methods(cases)};
    const bool done = coordinates_make(cases, &coordinate_method, &apart) && has_room(cases, made);
    if (done) {
        place_cases(cases, &apart, made);
        list_columns(cases, made);
    }
    coordinates_free(&apart);
    return done;
}

void across_free(across *made)
{
    free(made->first);
    free(made->row);
    free(made->cell);
    free(made->method);
    free(made->column);
    *made = (across){0};
}

static const study_case **cells_of(const across *a, size_t row)
{
    return a->cell + row * a->methods;
}

bool across_begins(const across *a, const study_case *c)
{
    const study_case **cell = cells_of(a, a->row[c - a->s->item]);
    size_t first = 0;
    while (!cell[first])
        first++;
    return cell[first] == c;
}

static size_t count_methods(const case_list *cases)
{
    size_t count = 0;
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i))
        count++;
    return count;
}

static bool has_room(const case_list *cases, across *a)
{
    a->row = calloc(a->s->count + 1, sizeof *a->row);
    a->first = calloc(cases->count + 1, sizeof *a->first);
    a->cell = calloc(cases->count * a->methods + 1, sizeof(*a->cell));
    a->method = calloc(a->methods + 1, sizeof *a->method);
    a->column = calloc(a->methods + 1, sizeof *a->column);
    return a->row && a->first && a->cell && a->method && a->column;
}

/* --- rows --- */

/* The row of a case: the first of its coordinates that has no case of its method yet. */
static size_t row_of(const coordinates *apart, const across *a, size_t i, size_t method)
{
    size_t row = 0;
    while (row < a->rows &&
           (cells_of(a, row)[method] || !coordinates_agree(apart, a->first[row], i)))
        row++;
    return row;
}

static void place_cases(const case_list *cases, const coordinates *apart, across *a)
{
    size_t method = 0;
    for (size_t i = 0; i < cases->count; method++)
        for (const size_t end = integrator_run(cases, i); i < end; i++) {
            const size_t row = row_of(apart, a, i, method);
            if (row == a->rows)
                a->first[a->rows++] = i;
            cells_of(a, row)[method] = cases->item[i];
            a->row[cases->item[i] - a->s->item] = row;
        }
}

/* --- columns --- */

static void cell_of_method(const table_row *row, const table_column *column, table_cell *cell)
{
    const across_method *m = column->of;
    const across *a = m->all;
    table_row other = *row;
    other.c = cells_of(a, a->row[row->c - a->s->item])[m->place];
    if (other.c)
        a->of.value(&other, &a->of, cell);
}

/* The unit is said by the caption. */
static void list_columns(const case_list *cases, across *a)
{
    size_t method = 0;
    for (size_t i = 0; i < cases->count; i = integrator_run(cases, i), method++) {
        a->method[method] = (across_method){a, method};
        a->column[method] = a->of;
        a->column[method].heading = case_method_title(cases->item[i]);
        a->column[method].unit = NULL;
        a->column[method].value = cell_of_method;
        a->column[method].of = &a->method[method];
    }
}
