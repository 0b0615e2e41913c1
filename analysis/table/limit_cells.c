#include "analysis/table/limit_cells.h"

#include <math.h>

#include "analysis/quantities/limits.h"

/* --- the largest stable step --- */

static void late(const study_case *c, table_cell *cell)
{
    const double iteration = case_number(c, &column_late_iteration);
    cell->mark = "†";
    snprintf(cell->note, sizeof cell->note,
             "stable over the search's horizon of %.0f iterations; the longer check fails at "
             "iteration %.0f.",
             case_number(c, &column_horizon), iteration);
}

static void by_bounds_alone(const study_case *c, table_cell *cell)
{
    cell->mark = "‡";
    snprintf(cell->note, sizeof cell->note,
             "holds by its bounds alone; in the longer check energy grows that no work explains, "
             "to %.3g J at its end (%.2g of the largest energy or work).",
             case_number(c, &column_late_excess), case_number(c, &column_late_growth));
}

/* A number in the unit of the column has no word. */
static const char *word(const study_case *c, const table_column *column, table_cell *cell)
{
    const double scale = column->scale != 0.0 ? column->scale : 1.0;
    if (!case_ended(c))
        return case_status(c);
    if (isnan(cell->value))
        return "no limit";
    if (!limit_is_censored(c))
        return NULL;
    snprintf(cell->own, sizeof cell->own, "at least %.4g (cap)", scale * cell->value);
    return cell->own;
}

void limit_cell_stable(const table_row *row, const table_column *column, table_cell *cell)
{
    const study_case *c = row->c;
    const bool is_published = limit_is_published(c) && !c->absent;
    cell_set_real(cell, case_number(c, &column_dt_stable));
    cell->word = word(c, column, cell);
    cell->agrees = is_published && limit_is_reproduced(c);
    cell->differs = is_published && !limit_is_reproduced(c);
    if (case_number(c, &column_late_iteration) >= 0)
        late(c, cell);
    else if (limit_holds_by_bounds_alone(c))
        by_bounds_alone(c, cell);
}

/* --- what stands beside --- */

void limit_cell_failure(const table_row *row, const table_column *column, table_cell *cell)
{
    const study_case *c = row->c;
    (void)column;
    cell_set_text(cell, limit_is_censored(c) ? "cap"
                        : case_ended(c)      ? case_failure(c)
                                             : case_status(c));
}

void limit_cell_iteration(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    if (!limit_is_censored(row->c) && case_failure(row->c)[0] != '\0')
        cell_set_count(cell, case_number(row->c, &column_failure_iteration));
}

void limit_cell_reproduced(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    if (limit_is_published(row->c) && !row->c->absent)
        cell_set_text(cell, limit_is_reproduced(row->c) ? "yes" : "no");
}
