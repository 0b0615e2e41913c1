/* Stability of the integrators on the oscillator: what their own steps have, beside what is stated.
 */
#include <math.h>

#include "analysis/quantities/quantity.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* z over evaluations: how far a force evaluation goes; NAN where z is a bound. */
static double efficiency(const study_case *c)
{
    const double evaluations = case_number(c, &column_map_evaluations);
    return evaluations > 0 && !quantity_is_at_least(c, "z")
               ? case_number(c, &column_map_z) / evaluations
               : TRAMA_NAN;
}

static double evaluations(const study_case *c)
{
    const double count = case_number(c, &column_map_evaluations);
    return count > 0 ? count : TRAMA_NAN;
}

/* "flip"; "none up to 64". */
static void loss_text(const study_case *c, const char *quantity, const results_column *loss,
                      const results_column *z, char *text, size_t size)
{
    if (quantity_is_at_least(c, quantity))
        snprintf(text, size, "none up to %.5g", case_number(c, z));
    else
        snprintf(text, size, "%s", case_text(c, loss));
}

static void z_cell(const study_case *c, const char *quantity, const results_column *z,
                   document *out)
{
    if (quantity_is_at_least(c, quantity))
        document_cell(out, "at least %.5g", case_number(c, z));
    else
        document_real(out, case_number(c, z), 5);
}

static void stability_row(const study *s, const study_case *c, data_table *out)
{
    char loss[64], damped[64];
    (void)s;
    loss_text(c, "z", &column_map_loss, &column_map_z, loss, sizeof loss);
    loss_text(c, "z_damped", &column_map_loss_damped, &column_map_z_damped, damped, sizeof damped);
    data_text(out, case_integrator(c));
    data_count(out, case_number(c, &column_map_order));
    data_real(out, case_number(c, &column_map_z));
    data_real(out, case_number(c, &column_map_z_stated));
    data_text(out, loss);
    data_count(out, evaluations(c));
    data_real(out, efficiency(c));
    data_real(out, case_number(c, &column_map_z_damped));
    data_text(out, damped);
}

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

static void stability_layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {
        "Integrator",  "Order",        "z",         "stated",       "loss",
        "evaluations", "z/evaluation", "z, damped", "loss, damped", NULL};
    char damping[48];
    print_damping(cases, damping, sizeof damping);
    document_paragraph(out,
                       "z: the largest stable omega dt, from the eigenvalues of the integrator's "
                       "own step on x'' = -omega² x - c x'; 0: it grows at every step; at least: "
                       "it was sought no further. loss: flip, "
                       "an eigenvalue passes -1; oscillation, a complex pair leaves the unit "
                       "circle; divergence, an eigenvalue passes +1.%s",
                       damping);
    document_grid(out, "lrrrlrrrl", "Stability of the integrators");
    document_cells(out, header);
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        char name[CASE_ROW];
        study_case_method(s, c, false, name);
        document_cell(out, "%s", name);
        document_count(out, case_number(c, &column_map_order));
        z_cell(c, "z", &column_map_z, out);
        document_real(out, case_number(c, &column_map_z_stated), 5);
        document_cell(out, "%s", case_text(c, &column_map_loss));
        document_count(out, evaluations(c));
        document_real(out, efficiency(c), 3);
        z_cell(c, "z_damped", &column_map_z_damped, out);
        document_cell(out, "%s", case_text(c, &column_map_loss_damped));
    }
}

static const char *const columns[] = {"integrator",  "order",       "z_computed",       "z_stated",
                                      "loss",        "evaluations", "z_per_evaluation", "z_damped",
                                      "loss_damped", NULL};

const table_type table_stability = {
    .name = "stability",
    .title = "Stability of the integrators",
    .task = "stability_map",
    .column = columns,
    .printed = true,
    .rows = stability_row,
    .layout = stability_layout,
};
