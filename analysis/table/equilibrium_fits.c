#include "analysis/table/equilibrium_fits.h"

#include <math.h>
#include <stdlib.h>

static void best_grid(const case_list *cases, const char *const *name, size_t names, document *out);
static void factors_grid(const case_list *cases, const char *const *name, size_t names,
                         document *out);

void equilibrium_fits_layout(const case_list *cases, document *out)
{
    size_t names = 0;
    const char **name = case_simulations(cases, &names);
    out->no_memory |= !name;
    if (name) {
        best_grid(cases, name, names, out);
        factors_grid(cases, name, names, out);
    }
    free(name);
}

void equilibrium_cell_criterion(const equilibrium_choice *choice, table_cell *cell)
{
    char text[64] = "none";
    if (choice->stands)
        equilibrium_criterion_text(choice, text, sizeof text);
    cell_set_words(cell, "%s", text);
}

/* Two decimals, and none of a factor of ten and more. */
static void factor_cell(const equilibrium_choice *fit, table_cell *cell)
{
    cell_set_real(cell, fit->factor);
    snprintf(cell->own, sizeof cell->own, "%.*f", fit->factor < 10 ? 2 : 0, fit->factor);
    cell->word = isnan(fit->factor) ? NULL : cell->own;
}

/* --- the best criterion, a row a simulation --- */

typedef struct entry {
    const char *simulation;
    equilibrium_choice best;
} entry;

static void best(const table_row *row, const table_column *column, table_cell *cell)
{
    const entry *e = row->made;
    (void)column;
    equilibrium_cell_criterion(&e->best, cell);
}

static void factor(const table_row *row, const table_column *column, table_cell *cell)
{
    const entry *e = row->made;
    (void)column;
    factor_cell(&e->best, cell);
}

static void reached(const table_row *row, const table_column *column, table_cell *cell)
{
    const entry *e = row->made;
    (void)column;
    cell_set_words(cell, "%zu of %zu", e->best.reached, e->best.published);
}

static const table_column of_simulation[] = {
    {NULL, "simulation", .value = cell_made_text, .of = AT(entry, simulation)},
    {NULL, "best criterion", .value = best},
    {NULL, "factor", .value = factor},
    {NULL, "reached", .value = reached},
};

/* The last name, NULL, stands for all simulations. */
static void best_grid(const case_list *cases, const char *const *name, size_t names, document *out)
{
    entry *e = calloc(names + 1, sizeof *e);
    table_row *row = calloc(names + 1, sizeof *row);
    size_t rows = 0;
    for (size_t i = 0; e && row && i <= names; i++) {
        const char *own = i < names ? name[i] : NULL;
        e[rows].simulation = own ? own : "all";
        row[rows].made = &e[rows];
        rows += equilibrium_choose(cases, own, &e[rows].best);
    }
    if (rows > 0)
        columns_grid(of_simulation, sizeof of_simulation / sizeof *of_simulation, row, rows,
                     "The displacement per iteration that fits the published counts best, for each "
                     "simulation and for all together",
                     out);
    out->no_memory |= !e || !row;
    free(row);
    free(e);
}

/* --- the factor of each threshold, a column a simulation --- */

typedef struct at_threshold {
    double threshold;
    const case_list *cases;
} at_threshold;

static const table_column of_threshold = {
    NULL, "threshold", "m", 1, 3, cell_made_real, AT(at_threshold, threshold), NULL};

static void factor_at(const table_row *row, const table_column *column, table_cell *cell)
{
    const at_threshold *at = row->made;
    const equilibrium_choice fit = equilibrium_fit(at->cases, column->of, at->threshold);
    factor_cell(&fit, cell);
}

static void factors_grid(const case_list *cases, const char *const *name, size_t names,
                         document *out)
{
    size_t count = 0;
    double *threshold = equilibrium_thresholds(cases, "displacement", &count);
    at_threshold *at = calloc(count + 1, sizeof *at);
    table_row *row = calloc(count + 1, sizeof *row);
    table_column *column = calloc(names + 2, sizeof *column);
    const bool done = threshold && at && row && column;
    for (size_t i = 0; done && i < count; i++) {
        at[i] = (at_threshold){threshold[i], cases};
        row[i].made = &at[i];
    }
    if (done)
        column[0] = of_threshold;
    for (size_t i = 0; done && i <= names; i++)
        column[i + 1] = (table_column){.heading = i < names ? name[i] : "all",
                                       .value = factor_at,
                                       .of = i < names ? name[i] : NULL};
    if (done)
        columns_grid(column, names + 2, row, count,
                     "Factor between measured and published counts, by threshold", out);
    out->no_memory |= !done;
    free(column);
    free(row);
    free(at);
    free(threshold);
}
