/* Laws: for each the largest step at which a solver's answer is within the tolerance, what that
 * step costs, and where none is enough the error that stays. For people a row a law and a column a
 * solver; nothing is averaged over either. */
#include <math.h>
#include <stdlib.h>

#include "analysis/select/law_grid.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* --- one case --- */

/* Processor time of a simulated second; of a solver in another process the time that passes. */
static double cost_of(const study_case *c, const results_column *processor,
                      const results_column *wall)
{
    const double own = case_number(c, processor);
    return isnan(own) ? case_number(c, wall) : own;
}

static double cost(const study_case *c)
{
    return cost_of(c, &column_accurate_step_processor, &column_accurate_step_wall);
}

static double nearly_cost(const study_case *c)
{
    return cost_of(c, &column_nearly_step_processor, &column_nearly_step_wall);
}

/* "exactly", "approximately" as the solver says of the problem; of a method of the library nothing.
 */
static const char *taken(const study_case *c)
{
    return *case_text(c, &column_run_engine_approximate) ? "approximately"
           : *case_text(c, &column_run_engine_exact)     ? "exactly"
                                                         : "";
}

static void law(const table_row *row, const table_column *column, table_cell *cell);

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {"law", "law", .value = law},
    {.name = "integrator", .value = cell_integrator},
    {.name = "outcome", .value = cell_end},
    {.name = "accurate_step_s", .value = cell_real, .of = &column_accurate_step},
    {.name = "failed_step_s", .value = cell_real, .of = &column_accurate_step_failed},
    {.name = "cost_s_per_s", .value = cell_own_number, .of = OWN(cost)},
    {.name = "nearly_step_s", .value = cell_real, .of = &column_nearly_step},
    {.name = "nearly_failed_step_s", .value = cell_real, .of = &column_nearly_step_failed},
    {.name = "nearly_cost_s_per_s", .value = cell_own_number, .of = OWN(nearly_cost)},
    {.name = "error_at_60", .value = cell_real, .of = &column_error_at_60},
    {.name = "error_at_240", .value = cell_real, .of = &column_error_at_240},
    {.name = "error_at_ms", .value = cell_real, .of = &column_error_at_ms},
    {.name = "error_least", .value = cell_real, .of = &column_error_least},
    {.name = "error_least_step_s", .value = cell_real, .of = &column_error_least_step},
    {.name = "order", .value = cell_real, .of = &column_order_observed},
    {.name = "taken", .value = cell_word_by, .of = WORD(taken)},
};

/* --- the grid of laws and solvers --- */

static void free_grid(void *made)
{
    law_grid_free(made);
    free(made);
}

static void *make_grid(const study *s)
{
    law_grid *grid = calloc(1, sizeof *grid);
    if (grid && law_grid_make(s, grid))
        return grid;
    if (grid)
        free_grid(grid);
    return NULL;
}

static const law_grid *grid_of(const study *s)
{
    return study_made(s, make_grid, free_grid);
}

static void law(const table_row *row, const table_column *column, table_cell *cell)
{
    const law_grid *grid = grid_of(row->s);
    const law_case *of = grid ? law_grid_find(grid, row->c) : NULL;
    (void)column;
    if (of)
        cell_set_text(cell, of->law);
}

/* The cells of the case's law, one a solver; NULL: it is in none. */
static const study_case *const *cells_of(const law_grid *grid, const study_case *c)
{
    const law_case *of = law_grid_find(grid, c);
    return of ? grid->at + of->row * grid->columns : NULL;
}

/* One row of each law: that of the case that was planned first. */
static bool is_first(const table_row *row)
{
    const law_grid *grid = grid_of(row->s);
    const study_case *const *cell = grid ? cells_of(grid, row->c) : NULL;
    for (size_t k = 0; cell && k < grid->columns; k++)
        if (cell[k] && cell[k] < row->c)
            return false;
    return cell != NULL;
}

/* "2.04 (0.13)": ms, and ms of processor time of a simulated second; "≥ 100 (0.02)"; "3.2 % stay";
 * "no answer". `of`: the grid's column. */
static void solver_cell(const table_row *row, const table_column *column, table_cell *cell)
{
    const law_grid *grid = grid_of(row->s);
    const size_t *of = column->of;
    const study_case *c = cells_of(grid, row->c)[of - grid->column];
    char text[64];
    if (!c)
        return;
    const law_answer a = law_answer_of(c);
    law_answer_text(c, text, sizeof text);
    if (a.verdict == LAW_STEP || a.verdict == LAW_MOST)
        cell_set_words(cell, "%s (%.2g)", text, 1e3 * cost(c));
    else
        cell_set_words(cell, "%s", text);
    if (a.approximate)
        cell->mark = "~";
}

static table_column *solvers(const study *s, const case_list *cases, size_t *count, document *out)
{
    const law_grid *grid = grid_of(s);
    table_column *column = grid ? calloc(grid->columns + 1, sizeof *column) : NULL;
    (void)cases;
    out->no_memory |= !column;
    *count = column ? grid->columns : 0;
    for (size_t k = 0; k < *count; k++)
        column[k] = (table_column){.heading = grid->item[grid->column[k]].method,
                                   .value = solver_cell,
                                   .of = &grid->column[k]};
    return column;
}

const table_type table_laws = {
    .name = "laws",
    .title = "Laws by solver",
    .task = "accurate_step",
    TABLE_COLUMNS(columns),
    .keys = KEYS_NONE,
    .printed = true,
    .shown = is_first,
    .more = solvers,
    .intro = LAW_GRID_SHOWS ", and in brackets the processor time of a simulated second at that "
                            "step, in ms (of a solver in another process the time that passes).",
    .marks = MARKS(LAW_GRID_MARKS),
};
