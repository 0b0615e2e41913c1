/* Laws: for each the largest step at which a solver's answer is within the tolerance, what that
 * step costs, and where none is enough the error that stays. For people a row a law and a column a
 * solver; nothing is averaged over either. */
#include <stdlib.h>
#include <string.h>

#include "analysis/select/law_grid.h"
#include "analysis/table/table.h"

static void law(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_text(cell, law_name(row->s, row->c));
}

#define REAL(column) .value = cell_real, .of = &(column)
static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {"law", "law", .value = law},
    {.name = "integrator", .value = cell_integrator},
    {.name = "outcome", .value = cell_end},
    {.name = "accurate_step_s", REAL(column_accurate_step)},
    {.name = "failed_step_s", REAL(column_accurate_step_failed)},
    {.name = "cost_s_per_s", .value = cell_own_number, .of = OWN(law_cost)},
    {.name = "nearly_step_s", REAL(column_nearly_step)},
    {.name = "nearly_failed_step_s", REAL(column_nearly_step_failed)},
    {.name = "nearly_cost_s_per_s", .value = cell_own_number, .of = OWN(law_nearly_cost)},
    {.name = "error_at_60", REAL(column_error_at_60)},
    {.name = "error_at_240", REAL(column_error_at_240)},
    {.name = "error_at_ms", REAL(column_error_at_ms)},
    {.name = "error_least", REAL(column_error_least)},
    {.name = "error_least_step_s", REAL(column_error_least_step)},
    {.name = "order", REAL(column_order_observed)},
    {.name = "taken", .value = cell_word_by, .of = WORD(law_taken)},
};

/* A column of the grid of laws by solvers. */
typedef struct law_solver {
    char heading[COLUMN_HEADING];
    size_t column;
} law_solver;

static void solved(const table_row *row, const table_column *column, table_cell *cell)
{
    const law_solver *of = column->of;
    const study_case *c = law_case_by(row->s, row->c, of->column);
    const told_value told = c ? law_answer_told(c) : (told_value){.text = ""};
    cell_set_told(cell, &told);
}

static const table_column answers[] = {{.value = solved}};

static void *solvers(const study *s, const case_list *cases, size_t *count)
{
    const law_grid *grid = law_grid_of(s);
    law_solver *of = grid ? calloc(grid->columns + 1, sizeof *of) : NULL;
    (void)cases;
    for (size_t k = 0; of && k < grid->columns; k++) {
        of[k].column = k;
        memcpy(of[k].heading, grid->item[grid->column[k]].method, sizeof of[k].heading);
    }
    *count = grid ? grid->columns : 0;
    return of;
}

static bool begins(const table_row *row)
{
    return law_begins(row->s, row->c);
}

const table_type table_laws = {
    .name = "laws",
    .title = "Laws by solver",
    .task = "accurate_step",
    TABLE_COLUMNS(columns),
    .keys = KEYS_NONE,
    .printed = true,
    .shown = begins,
    MORE_COLUMNS(answers, solvers, law_solver),
    .intro = LAW_GRID_SHOWS ", and in brackets the processor time of a simulated second at that "
                            "step, in ms (of a solver in another process the time that passes).",
    .marks = MARKS(LAW_GRID_MARKS),
};
