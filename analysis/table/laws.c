/* Laws: for each the largest step at which a solver's answer is within the tolerance, what that
 * step costs, and where none is enough the error that stays. For people a row a law and a column a
 * solver; nothing is averaged over either. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* --- rows of laws --- */

static void law(const table_row *row, const table_column *column, table_cell *cell)
{
    law_case of;
    (void)column;
    law_case_of(row->s, row->c, &of);
    cell_set_words(cell, "%s", of.law);
}

/* One row of each law: that of its first case. */
static bool is_first(const table_row *row)
{
    law_case of, other;
    bool first = law_case_of(row->s, row->c, &of);
    for (const study_case *c = row->s->item; first && c != row->c; c++)
        first = strcmp(case_text(c, &column_case_experiment),
                       case_text(row->c, &column_case_experiment)) != 0 ||
                !law_case_of(row->s, c, &other) || strcmp(of.law, other.law) != 0;
    return first;
}

/* --- columns of solvers --- */

typedef struct solver_column {
    const law_case *all;
    size_t count;
    const char *method;
} solver_column;

static const study_case *case_at(const solver_column *of, const study_case *row)
{
    const law_case *first = of->all;
    while (first->c != row)
        first++;
    for (size_t i = 0; i < of->count; i++)
        if (strcmp(of->all[i].law, first->law) == 0 && strcmp(of->all[i].method, of->method) == 0)
            return of->all[i].c;
    return NULL;
}

/* "2.04 (0.13)": ms, and ms of processor time of a simulated second; "at least 100 (0.02)"; "3.2 %
 * stay"; "no answer". */
static void solver_cell(const table_row *row, const table_column *column, table_cell *cell)
{
    const study_case *c = case_at(column->of, row->c);
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

static bool list_names(const study *s, const case_list *cases, law_case *to)
{
    bool made = true;
    for (size_t i = 0; made && i < cases->count; i++)
        made = law_case_of(s, cases->item[i], &to[i]);
    return made;
}

static bool is_new_method(const law_case *all, size_t i)
{
    for (size_t k = 0; k < i; k++)
        if (strcmp(all[k].method, all[i].method) == 0)
            return false;
    return true;
}

/* The columns, and behind them in the same block what they are of. */
static table_column *solvers(const study *s, const case_list *cases, size_t *count, document *out)
{
    const size_t n = cases->count;
    char *room = calloc(n + 1, sizeof(table_column) + sizeof(solver_column) + sizeof(law_case));
    table_column *column = (table_column *)room;
    solver_column *of = (solver_column *)(room + (n + 1) * sizeof *column);
    law_case *all = (law_case *)(room + (n + 1) * (sizeof *column + sizeof *of));
    *count = 0;
    if (!room || !list_names(s, cases, all)) {
        out->no_memory = true;
        free(room);
        return NULL;
    }
    for (size_t i = 0; i < n; i++)
        if (is_new_method(all, i)) {
            of[*count] = (solver_column){all, n, all[i].method};
            column[*count] =
                (table_column){.heading = all[i].method, .value = solver_cell, .of = &of[*count]};
            ++*count;
        }
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
    .intro = "The largest step, in ms, at which the answer is within the tolerance of the law, and "
             "in brackets the processor time of a simulated second at that step, in ms (of a "
             "solver in another process the time that passes).",
    .marks = MARKS("≥: no larger step was tried.",
                   "stay: no step that was tried is enough, and this much of the scale is the "
                   "smallest error.",
                   "by chance: some steps are right, and finer ones are not.",
                   "~: the solver takes a part of the scene approximately.",
                   "–: it was not asked, or refuses it."),
};
