/* What models measure against reference, on finer and finer grids: the error of each grid, the
 * order at which a model approaches its limit, and the error of that limit. In the CSV a row a grid
 * and one for the limit; for people a row a series. */
#include <math.h>
#include <string.h>

#include "analysis/quantities/refinement.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* What a row says: a quantity on a grid, and the grids that it is one of. */
typedef struct point {
    refined_value value;
    refinement of;
    bool is_finest, is_limit;
    char name[200], parameter[200];
    double measured, reference, error, order;
} point;

/* Rows 2 i and 2 i + 1 are of comparison i: the grid's and, of the finest, the limit's. */
static size_t rows_of(const study_case *c)
{
    const size_t compared = comparisons_of(c);
    return 2 * (compared > 0 ? compared : 1);
}

static double error_of(double measured, double reference)
{
    return reference == 0.0 ? measured : measured / reference - 1.0;
}

/* "heavy-elastica", or with several quantities "roll-up, gauge_normal". */
static void name(const study_case *c, point *p)
{
    const bool answers = comparison_answers(case_block(c), p->value.quantity);
    snprintf(p->name, sizeof p->name, "%s%s%s", case_text(c, &column_case_experiment),
             answers ? "" : ", ", answers ? "" : p->value.quantity);
    refinement_parameter(c, p->parameter, sizeof p->parameter);
}

static bool read_point(const table_row *row, void *made)
{
    point *p = made;
    p->is_limit = row->index % 2 == 1;
    if (!refinement_value(row->s, row->c, row->index / 2, &p->value))
        return false;
    p->of = refinement_of(row->s, row->c, p->value.quantity);
    p->is_finest = p->of.count > 0 && refinement_points(row->c) == p->of.points[p->of.count - 1];
    p->measured = p->is_limit ? p->of.limit : p->value.measured;
    p->reference = p->value.reference;
    p->error = error_of(p->measured, p->reference);
    p->order = p->is_finest ? p->of.order : TRAMA_NAN;
    name(row->c, p);
    return !p->is_limit || (p->is_finest && !isnan(p->of.limit));
}

/* The finest grid stands for the series, whether it has a value or a word. */
static bool is_of_series(const table_row *row)
{
    const point *p = row->made;
    return !p->is_limit && refinement_is_finest(row->s, row->c);
}

/* --- cells --- */

static void points(const table_row *row, const table_column *column, table_cell *cell)
{
    const point *p = row->made;
    (void)column;
    if (p->is_limit)
        cell_set_text(cell, "inf");
    else
        cell_set_count(cell, refinement_points(row->c));
}

static void measured(const table_row *row, const table_column *column, table_cell *cell)
{
    const point *p = row->made;
    (void)column;
    cell_set_real(cell, p->measured);
    if (isnan(p->measured))
        cell->word = cell_why_not(row->c);
}

/* "11, 21, 41" of all grids; numbers of one grid alone. */
static void all_points(const table_row *row, const table_column *column, table_cell *cell)
{
    const point *p = row->made;
    size_t used = 0;
    (void)column;
    cell_set_count(cell, refinement_points(row->c));
    for (size_t i = 0; i < p->of.count && used < sizeof cell->own; i++)
        used += (size_t)snprintf(cell->own + used, sizeof cell->own - used, "%s%.0f", i ? ", " : "",
                                 p->of.points[i]);
    cell->word = p->of.count > 0 ? cell->own : NULL;
}

/* "+1.20, +0.31, +0.08" */
static void all_errors(const table_row *row, const table_column *column, table_cell *cell)
{
    const point *p = row->made;
    size_t used = 0;
    (void)column;
    cell_set_real(cell, p->error);
    for (size_t i = 0; i < p->of.count && used < sizeof cell->own; i++)
        used += (size_t)snprintf(cell->own + used, sizeof cell->own - used, "%s%+.2f",
                                 i ? ", " : "", 100.0 * error_of(p->of.measured[i], p->reference));
    cell->word = isnan(p->reference) || p->of.count == 0 ? NULL : cell->own;
    cell->agrees = cell->word && p->value.made.verdict == VERDICT_REPRODUCED;
}

static void limit_error(const table_row *row, const table_column *column, table_cell *cell)
{
    const point *p = row->made;
    (void)column;
    cell_set_real(cell, error_of(p->of.limit, p->reference));
    snprintf(cell->own, sizeof cell->own, "%+.2f", 100.0 * cell->value);
    cell->word = isnan(cell->value) ? NULL : cell->own;
}

static void worth(const table_row *row, const table_column *column, table_cell *cell)
{
    const point *p = row->made;
    const double limit = isnan(p->of.limit) ? p->value.measured : p->of.limit;
    (void)column;
    cell_set_real(cell, refinement_number(row->c) /
                            refinement_equivalent(&p->value.made.published, limit));
}

#define REAL(member) cell_made_real, AT(point, member), NULL
static const table_column columns[] = {
    {"model", "model", .value = cell_simulation},
    {"case", "case", .value = cell_made_words, .of = AT(point, name)},
    {"parameter", "parameter", .value = cell_made_words, .of = AT(point, parameter)},
    {.name = "points", .value = points},
    {NULL, "points", .value = all_points},
    {"measured", "measured", "", 1, 5, measured, NULL, NULL},
    {"reference", "reference", "", 1, 5, REAL(reference)},
    {.name = "error", .value = cell_made_real, .of = AT(point, error)},
    {NULL, "errors", "%", .value = all_errors},
    {.name = "order", .value = cell_made_real, .of = AT(point, order)},
    {NULL, "order", "", 1, 2, REAL(of.order)},
    {NULL, "limit's error", "%", .value = limit_error},
    {NULL, "worth", "", 1, 3, worth, NULL, NULL},
};

static void caption(const table_row *row, char *text, size_t size)
{
    snprintf(text, size, "%s", case_block(row->c)->question);
}

const table_type table_validation = {
    .name = "validation",
    .title = "Models against reference",
    .filter = refinement_is_asked,
    TABLE_COLUMNS(columns),
    .complete = true,
    .keys = KEYS_NONE,
    .row_count = rows_of,
    .read = read_point,
    .row_size = sizeof(point),
    .shown = is_of_series,
    .printed = true,
    .caption = caption,
    .intro = "Measured on the finest grid; errors on all grids, from coarse to fine. "
             "Order: of the approach to the model's own limit, by the three finest "
             "grids (docs/validation.md).",
};
