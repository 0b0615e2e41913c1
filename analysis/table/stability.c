/* Stability of the integrators on the oscillator: what their own steps have, beside what is stated.
 */
#include <math.h>
#include <stdio.h>

#include "analysis/quantities/quantity.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* A limit that the search did not reach is a bound: "at least 64". */
typedef struct limit {
    const char *quantity;
    const results_column *z, *loss;
} limit;
static const limit plain = {"z", &column_map_z, &column_map_loss},
                   damped = {"z_damped", &column_map_z_damped, &column_map_loss_damped};

static void z(const table_row *row, const table_column *column, table_cell *cell)
{
    const limit *of = column->of;
    cell_set_real(cell, case_number(row->c, of->z));
    snprintf(cell->own, sizeof cell->own, "at least %.5g", cell->value);
    cell->word = quantity_is_at_least(row->c, of->quantity) ? cell->own : NULL;
}

/* "flip"; "none up to 64", of which people see "none". */
static void loss(const table_row *row, const table_column *column, table_cell *cell)
{
    const limit *of = column->of;
    if (quantity_is_at_least(row->c, of->quantity))
        cell_set_words(cell, "none up to %.5g", case_number(row->c, of->z));
    else
        cell_set_text(cell, case_text(row->c, of->loss));
    cell->word = case_text(row->c, of->loss);
}

static double evaluations_of(const study_case *c)
{
    const double count = case_number(c, &column_map_evaluations);
    return count > 0 ? count : TRAMA_NAN;
}

static void evaluations(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_count(cell, evaluations_of(row->c));
}

/* How far a force evaluation goes; nothing where z is a bound. */
static void efficiency(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    if (!quantity_is_at_least(row->c, "z"))
        cell_set_real(cell, case_number(row->c, &column_map_z) / evaluations_of(row->c));
}

static const table_column columns[] = {
    {.name = "integrator", .value = cell_integrator},
    {"order", "order", .value = cell_count, .of = &column_map_order},
    {"z_computed", "z", "", 1, 5, z, &plain, NULL},
    {"z_stated", "stated", "", 1, 5, cell_real, &column_map_z_stated, NULL},
    {"loss", "loss", .value = loss, .of = &plain},
    {"evaluations", "evaluations", .value = evaluations},
    {"z_per_evaluation", "z/evaluation", "", 1, 3, efficiency, NULL, NULL},
    {"z_damped", "z, damped", "", 1, 5, z, &damped, NULL},
    {"loss_damped", "loss, damped", .value = loss, .of = &damped},
};

/* " damped: at c = 0.2 omega.", of the first case that says so; empty if none has a map. */
static void print_damping(const case_list *cases, char *text, size_t size)
{
    *text = '\0';
    for (size_t i = 0; !*text && i < cases->count; i++) {
        const double damping = case_number(cases->item[i], &column_map_damping);
        if (!isnan(damping))
            snprintf(text, size, " damped: at c = %.3g omega.", damping);
    }
}

static void introduce(const study *s, const case_list *cases, document *out)
{
    char damping[48];
    (void)s;
    print_damping(cases, damping, sizeof damping);
    document_paragraph(out,
                       "z: the largest stable omega dt, from the eigenvalues of the integrator's "
                       "own step on x'' = -omega² x - c x'; 0: it grows at every step; at least: "
                       "it was sought no further. loss: flip, "
                       "an eigenvalue passes -1; oscillation, a complex pair leaves the unit "
                       "circle; divergence, an eigenvalue passes +1.%s",
                       damping);
}

const table_type table_stability = {
    .name = "stability",
    .title = "Stability of the integrators",
    .task = "stability_map",
    TABLE_COLUMNS(columns),
    .printed = true,
    .introduce = introduce,
};
