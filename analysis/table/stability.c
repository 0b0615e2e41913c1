/* Stability of the integrators on the oscillator: what their own steps have, beside what is stated.
 */
#include <math.h>
#include <stdio.h>

#include "analysis/quantities/stability.h"
#include "analysis/table/table.h"

#define TELLS(member) cell_told, AT(stability_row, member)
static const table_column columns[] = {
    {.name = "integrator", .value = cell_integrator},
    {"order", "order", .value = cell_count, .of = &column_map_order},
    {"z_computed", "z", "", 1, 5, TELLS(z), NULL},
    {"z_stated", "stated", "", 1, 5, cell_real, &column_map_z_stated, NULL},
    {"loss", "loss", "", 0, 0, TELLS(loss), NULL},
    {"evaluations", "evaluations", .value = cell_made_count, .of = AT(stability_row, evaluations)},
    {"z_per_evaluation", "z/evaluation", "", 1, 3, cell_made_real, AT(stability_row, efficiency),
     NULL},
    {"z_damped", "z, damped", "", 1, 5, TELLS(z_damped), NULL},
    {"loss_damped", "loss, damped", "", 0, 0, TELLS(loss_damped), NULL},
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
    .read = stability_row_read,
    .row_size = sizeof(stability_row),
    .printed = true,
    .introduce = introduce,
};
