/* Runs: how each ended. With the schemes that fail at any time step, the simulated time of failure
 * says that the step is not to blame. */
#include <math.h>
#include <stdio.h>

#include "analysis/table/table.h"

static void variation(const table_row *row, const table_column *column, table_cell *cell)
{
    char text[160];
    (void)column;
    study_case_variation(row->s, row->c, text, sizeof text);
    cell_set_words(cell, "%s", *text ? text + 2 : "");
}

/* "strain", "strain of cloth"; "" where nothing fired. */
static void failure(const table_row *row, const table_column *column, table_cell *cell)
{
    const char *object = case_text(row->c, &column_failure_object);
    (void)column;
    cell_set_words(cell, "%s%s%s", case_failure(row->c), *object ? " of " : "", object);
}

static void failure_time(const table_row *row, const table_column *column, table_cell *cell)
{
    const double failed = case_number(row->c, &column_failure_iteration);
    (void)column;
    if (failed >= 0)
        cell_set_real(cell, failed * case_number(row->c, &column_dt));
}

/* What a reader must know of contact that did not converge. */
static void introduce(const study *s, const case_list *cases, document *out)
{
    size_t count = 0;
    double most = 0.0;
    (void)s;
    for (size_t i = 0; i < cases->count; i++) {
        const double unsolved = case_number(cases->item[i], &column_unsolved);
        count += unsolved > 0.0;
        most = fmax(most, unsolved);
    }
    if (count > 0)
        document_paragraph(out,
                           "Contact did not converge in every step of %zu of %zu cases: up to %.0f "
                           "%s. Raise contact.sweeps.",
                           count, cases->count, most, column_unsolved.summary);
}

static const table_column columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "variation", .value = variation},
    {"dt_s", "Δt", "s", 1, 4, cell_real, &column_dt, &column_is_step},
    {"iterations", "iterations", .value = cell_count, .of = &column_iterations},
    {"outcome", "ended", .value = cell_end},
    {"failure", "failure", .value = failure},
    {"failure_iteration", "at iteration", .value = cell_count, .of = &column_failure_iteration},
    {"failure_time_s", "after", "s", 1, 4, failure_time, NULL, NULL},
};

const table_type table_runs = {
    .name = "runs",
    .title = "Single runs",
    .task = "run",
    TABLE_COLUMNS(columns),
    .printed = true,
    .introduce = introduce,
};
