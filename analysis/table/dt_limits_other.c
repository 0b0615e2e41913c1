/* Largest stable time steps beside which nothing is published. */
#include <stdio.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/table/limit_cells.h"
#include "analysis/table/table.h"

/* For people only where it is finer than the search. */
static void bisected(const table_row *row, const table_column *column, table_cell *cell)
{
    const study_case *c = row->c;
    const bool finer =
        case_number(c, &column_bisected_unstable) < case_number(c, &column_dt_unstable) ||
        case_number(c, &column_bisected_stable) > case_number(c, &column_dt_stable);
    cell_real(row, column, cell);
    cell->word = finer ? NULL : "–";
}

static bool is_column(const char *name);

/* The labels that no column of that name says, as name=value. */
static void labels(const table_row *row, const table_column *column, table_cell *cell)
{
    char text[CELL_OWN] = "";
    size_t used = 0;
    (void)column;
    for (size_t i = 0; i < row->c->data.count; i++) {
        const char *label = group_rest(group_labels, row->c->data.column[i].path);
        if (!label || is_column(label))
            continue;
        const int length = snprintf(text + used, sizeof text - used, "%s%s=%s", used ? " " : "",
                                    label, case_label(row->c, label));
        if (length > 0 && used + (size_t)length < sizeof text)
            used += (size_t)length;
    }
    cell_set_words(cell, "%s", text);
}

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {.name = "published_dt_s", .value = cell_published, .of = "dt_stable"},
    {"dt_stable_s", "largest Δt", "s", 1, 4, limit_cell_stable, NULL, &column_is_limit},
    {"dt_unstable_s", "fails at", "s", 1, 4, cell_real, &column_dt_unstable, &column_is_limit},
    {"failure", "of", .value = limit_cell_failure},
    {"failure_iteration", "at iteration", .value = limit_cell_iteration},
    {.name = "reproduced", .value = limit_cell_reproduced},
    {.name = "late_iteration", .value = cell_count, .of = &column_late_iteration},
    {.name = "late_growth", .value = cell_real, .of = &column_late_growth},
    {.name = "late_excess_J", .value = cell_real, .of = &column_late_excess},
    {.name = "scan_stable", .value = cell_count, .of = &column_scan_stable},
    {"bisected_stable_s", "bisected", "s", 1, 4, bisected, &column_bisected_stable,
     &column_is_limit},
    {.name = "bisected_late_iteration", .value = cell_count, .of = &column_bisected_late_iteration},
    {.name = "experiment", .value = cell_experiment},
    {.name = "labels", .value = labels},
};

static bool is_column(const char *name)
{
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        if (columns[i].name && strcmp(columns[i].name, name) == 0)
            return true;
    return false;
}

const table_type table_dt_limits_other = {
    .name = "dt_limits_other",
    .title = "Largest stable time steps without a published value",
    .task = "stable_step",
    .filter = limit_is_not_published,
    TABLE_COLUMNS(columns),
    .printed = true,
    .intro = "Largest stable and smallest unstable step of the search; bisected: the "
             "largest stable step between two of the search's, where it was looked "
             "for.",
};
