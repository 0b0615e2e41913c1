#include "analysis/table/equilibrium_fits.h"

#include <stdio.h>
#include <stdlib.h>

#include "analysis/quantities/equilibrium.h"

static const table_column of_simulation[] = {
    {NULL, "simulation", .value = cell_made_text, .of = AT(equilibrium_best, simulation)},
    {NULL, "best criterion", .value = cell_told, .of = AT(equilibrium_best, best)},
    {NULL, "factor", .value = cell_told, .of = AT(equilibrium_best, factor)},
    {NULL, "reached", .value = cell_told, .of = AT(equilibrium_best, reached)},
};

const table_part equilibrium_best_criteria = {
    .caption = "The displacement per iteration that fits the published counts best, for each "
               "simulation and for all together",
    TABLE_COLUMNS(of_simulation),
    .rows = equilibrium_bests,
    .row_size = sizeof(equilibrium_best),
};

static const table_column of_threshold[] = {
    {NULL, "threshold", "m", 1, 3, cell_made_real, AT(equilibrium_threshold, threshold), NULL},
};

typedef struct of_one {
    char heading[COLUMN_HEADING];
    const char *simulation; /* NULL: of all */
} of_one;

static void factor(const table_row *row, const table_column *column, table_cell *cell)
{
    const of_one *of = column->of;
    const told_value made = equilibrium_factor(row->made, of->simulation);
    cell_set_told(cell, &made);
}

static const table_column of_each[] = {{.value = factor}};

/* The last, of no name, stands for all simulations. */
static void *simulations(const study *s, const case_list *cases, size_t *count)
{
    size_t names = 0;
    const char **name = case_simulations(cases, &names);
    of_one *of = name ? calloc(names + 1, sizeof *of) : NULL;
    (void)s;
    for (size_t i = 0; of && i <= names; i++) {
        of[i].simulation = i < names ? name[i] : NULL;
        snprintf(of[i].heading, sizeof of[i].heading, "%s", i < names ? name[i] : "all");
    }
    *count = names + 1;
    free(name);
    return of;
}

const table_part equilibrium_factors = {
    .caption = "Factor between measured and published counts, by threshold",
    TABLE_COLUMNS(of_threshold),
    .rows = equilibrium_thresholds_fitted,
    .row_size = sizeof(equilibrium_threshold),
    MORE_COLUMNS(of_each, simulations, of_one),
};
