#include "analysis/table/equilibrium_fits.h"

#include <math.h>
#include <stdlib.h>

/* What the rows of both grids share; simulation `names` stands for all. */
typedef struct fits {
    const case_list *cases;
    const char **name;
    size_t names;
    double *threshold;
    size_t thresholds;
} fits;

static void best_grid(const fits *f, document *out);
static void factors_grid(const fits *f, document *out);

void equilibrium_fits_layout(const case_list *cases, document *out)
{
    fits f = {.cases = cases};
    f.name = case_simulations(cases, &f.names);
    f.threshold = equilibrium_thresholds(cases, "displacement", &f.thresholds);
    if (f.name && f.threshold) {
        best_grid(&f, out);
        factors_grid(&f, out);
    }
    out->no_memory |= !f.name || !f.threshold;
    free(f.threshold);
    free(f.name);
}

/* --- cells --- */

static const char *simulation_of(const fits *f, size_t i)
{
    return i < f->names ? f->name[i] : NULL;
}

/* Two decimals, and none of a factor of ten and more. */
static void factor_cell(const equilibrium_choice *fit, table_cell *cell)
{
    cell_set_real(cell, fit->factor);
    snprintf(cell->own, sizeof cell->own, "%.*f", fit->factor < 10 ? 2 : 0, fit->factor);
    cell->word = isnan(fit->factor) ? NULL : cell->own;
}

void equilibrium_cell_criterion(const equilibrium_choice *choice, table_cell *cell)
{
    char text[64] = "none";
    if (choice->stands)
        equilibrium_criterion_text(choice, text, sizeof text);
    cell_set_words(cell, "%s", text);
}

/* --- the best criterion, a row a simulation --- */

static bool chosen(const table_row *row, equilibrium_choice *best)
{
    const fits *f = row->made;
    return equilibrium_choose(f->cases, simulation_of(f, row->index), best);
}

static void simulation(const table_row *row, const table_column *column, table_cell *cell)
{
    const char *name = simulation_of(row->made, row->index);
    (void)column;
    cell_set_text(cell, name ? name : "all");
}

static void best(const table_row *row, const table_column *column, table_cell *cell)
{
    equilibrium_choice of;
    (void)column;
    if (chosen(row, &of))
        equilibrium_cell_criterion(&of, cell);
}

static void factor(const table_row *row, const table_column *column, table_cell *cell)
{
    equilibrium_choice of;
    (void)column;
    if (chosen(row, &of))
        factor_cell(&of, cell);
}

static void reached(const table_row *row, const table_column *column, table_cell *cell)
{
    equilibrium_choice of;
    (void)column;
    if (chosen(row, &of))
        cell_set_words(cell, "%zu of %zu", of.reached, of.published);
}

static const table_column of_simulation[] = {
    {NULL, "simulation", .value = simulation, .traits = &column_of_any_row},
    {NULL, "best criterion", .value = best, .traits = &column_of_any_row},
    {NULL, "factor", .value = factor, .traits = &column_of_any_row},
    {NULL, "reached", .value = reached, .traits = &column_of_any_row},
};

static table_row *rows_of(const fits *f, size_t count, document *out)
{
    table_row *row = calloc(count + 1, sizeof *row);
    for (size_t i = 0; row && i < count; i++)
        row[i] = (table_row){.index = i, .made = f};
    out->no_memory |= !row;
    return row;
}

static void best_grid(const fits *f, document *out)
{
    table_row *row = rows_of(f, f->names + 1, out);
    if (row)
        columns_grid(of_simulation, sizeof of_simulation / sizeof *of_simulation, row, f->names + 1,
                     "The displacement per iteration that fits the published counts best, for each "
                     "simulation and for all together",
                     out);
    free(row);
}

/* --- the factor of each threshold, a column a simulation --- */

static void threshold(const table_row *row, const table_column *column, table_cell *cell)
{
    const fits *f = row->made;
    (void)column;
    cell_set_real(cell, f->threshold[row->index]);
}

static void factor_at(const table_row *row, const table_column *column, table_cell *cell)
{
    const fits *f = row->made;
    const equilibrium_choice fit = equilibrium_fit(f->cases, column->of, f->threshold[row->index]);
    factor_cell(&fit, cell);
}

static void factors_grid(const fits *f, document *out)
{
    table_row *row = rows_of(f, f->thresholds, out);
    table_column *column = calloc(f->names + 2, sizeof *column);
    if (row && column) {
        column[0] =
            (table_column){NULL, "threshold", "m", 1, 3, threshold, NULL, &column_of_any_row};
        for (size_t i = 0; i <= f->names; i++) {
            const char *name = simulation_of(f, i);
            column[i + 1] = (table_column){.heading = name ? name : "all",
                                           .value = factor_at,
                                           .of = name,
                                           .traits = &column_of_any_row};
        }
        columns_grid(column, f->names + 2, row, f->thresholds,
                     "Factor between measured and published counts, by threshold", out);
    }
    out->no_memory |= !column;
    free(column);
    free(row);
}
