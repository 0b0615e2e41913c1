/* Energy over long runs without loads: whether it stays, and if not, how fast it goes. */
#include "analysis/table/table.h"

#include <math.h>

static double duration(const study_case *c)
{
    return case_number(c, &column_iterations) * case_number(c, &column_dt);
}

static void drift_row(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    data_text(out, case_text(c, &column_case_experiment));
    data_text(out, case_integrator(c));
    data_real(out, case_number(c, &column_dt));
    data_real(out, duration(c));
    data_text(out, case_end(c));
    data_text(out, case_text(c, &column_drift_kind));
    data_real(out, case_number(c, &column_drift_amplitude));
    data_real(out, case_number(c, &column_drift_largest));
    data_real(out, case_number(c, &column_drift_rate));
    data_real(out, case_number(c, &column_drift_low));
    data_real(out, case_number(c, &column_drift_high));
}

static const char *const columns[] = {"experiment", "integrator", "dt_s",       "duration_s",
                                      "outcome",    "drift",      "amplitude",  "largest",
                                      "rate_per_s", "low_per_s",  "high_per_s", NULL};

static void drift_cells(const study *s, const study_case *c, document *out)
{
    const double low = case_number(c, &column_drift_low);
    char method[CASE_ROW];
    study_case_method(s, c, true, method);
    document_cell(out, "%s", method);
    document_cell(out, "%s", case_text(c, &column_drift_kind));
    document_real(out, case_number(c, &column_drift_amplitude), 2);
    document_real(out, case_number(c, &column_drift_rate), 3);
    if (isnan(low))
        document_cell(out, "–");
    else
        document_cell(out, "[%.2e, %.2e]", low, case_number(c, &column_drift_high));
    document_real(out, duration(c), 4);
    document_cell(out, "%s", case_end(c));
}

static void layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"Integrator",    "energy",   "oscillation", "drift (1/s)",
                                         "95 % interval", "time (s)", "run",         NULL};
    document_paragraph(out,
                       "Relative energy error of a sheet without damping and loads. oscillation: "
                       "half its range within a sixteenth of the run. drift: slope of the means of "
                       "those sixteenths; for an exponential one, of the logarithm of the energy.");
    document_grid(out, "llrrrrl", "");
    document_cells(out, header);
    for (size_t i = 0; i < cases->count; i++)
        drift_cells(s, cases->item[i], out);
}

const table_type table_drift = {
    .name = "drift",
    .title = "Energy drift",
    .task = "drift",
    .column = columns,
    .printed = true,
    .rows = drift_row,
    .layout = layout,
};
