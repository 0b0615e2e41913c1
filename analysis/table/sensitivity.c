/* How far the limits depend on what was assumed, and on a start that no one knows exactly. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/limits.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* "unchanged", "-1 ms", "+2 ms"; "none" if no step is stable, "censored" if no step fails. */
static void change_cell(const study_case *c, sheet *out)
{
    const double stable = case_number(c, "/result/dt_stable");
    const double change = round(1e3 * (stable - limit_label(c)));
    char text[32] = "";
    if (!case_ended(c))
        snprintf(text, sizeof text, "%s", case_text(c, "/case/status"));
    else if (isnan(stable))
        snprintf(text, sizeof text, "none");
    else if (isnan(case_number(c, "/result/dt_unstable")))
        snprintf(text, sizeof text, "censored");
    else if (!isnan(change))
        snprintf(text, sizeof text, fabs(change) < 0.5 ? "unchanged" : "%+.0f ms", change);
    sheet_text(out, text);
}

static void sensitivity_row(const study *s, const study_case *c, sheet *out)
{
    (void)s;
    sheet_text(out, case_simulation(c));
    sheet_text(out, case_integrator(c));
    sheet_text(out, case_label(c, "varied"));
    sheet_text(out, case_label(c, "factor"));
    sheet_real(out, case_number(c, "/result/dt_stable"));
    sheet_real(out, limit_label(c));
    change_cell(c, out);
}

static const char *const sensitivity_columns[] = {"simulation", "integrator",  "varied",
                                                  "factor",     "dt_stable_s", "published_dt_s",
                                                  "changed",    NULL};

const table_type table_sensitivity = {
    .name = "sensitivity",
    .title = "Largest stable time steps under varied assumptions",
    .task = "stable_step",
    .filter = limit_is_varied,
    .column = sensitivity_columns,
    .rows = sensitivity_row,
};

/* --- the ensemble --- */

static bool is_sibling(const study_case *a, const study_case *b)
{
    return strcmp(case_simulation(a), case_simulation(b)) == 0 &&
           strcmp(case_integrator(a), case_integrator(b)) == 0;
}

/* Width over the smallest of what the members of a scene have in a column; NAN with fewer than two.
 */
static double spread(const study *s, const study_case *c, const char *path)
{
    case_list cases = study_select(s, "stable_step", limit_is_of_an_ensemble);
    double low = TRAMA_INFINITY, high = -TRAMA_INFINITY;
    size_t count = 0;
    for (size_t i = 0; i < cases.count; i++) {
        const double value = case_number(cases.item[i], path);
        if (!is_sibling(cases.item[i], c) || isnan(value))
            continue;
        low = fmin(low, value);
        high = fmax(high, value);
        count++;
    }
    free(cases.item);
    return count < 2 ? TRAMA_NAN : high / low - 1.0;
}

/* A bracket of 0.1 % moves by that much from one member to the next without meaning anything. */
static const double same_limit = 0.002;

static void label_cell(const study *s, const study_case *c, sheet *out)
{
    char checks[128], text[192];
    limit_failed_checks(c, checks, sizeof checks);
    const bool differs = spread(s, c, "/result/bisected_stable") > same_limit;
    snprintf(text, sizeof text, "%s%s%s", checks, checks[0] && differs ? "; " : "",
             differs ? "members differ" : "");
    sheet_text(out, text[0] ? text : "holds");
}

static void ensemble_row(const study *s, const study_case *c, sheet *out)
{
    sheet_text(out, case_simulation(c));
    sheet_text(out, case_integrator(c));
    sheet_text(out, case_label(c, "member"));
    sheet_real(out, limit_label(c));
    sheet_real(out, case_number(c, "/result/dt_stable"));
    sheet_real(out, case_number(c, "/result/dt_unstable"));
    sheet_real(out, case_number(c, "/result/bisected_stable"));
    sheet_real(out, case_number(c, "/result/bisected_unstable"));
    sheet_count(out, case_number(c, "/result/late_iteration"));
    sheet_count(out, case_number(c, "/result/scan_stable"));
    sheet_count(out, case_number(c, "/result/below_unstable"));
    sheet_real(out, spread(s, c, "/result/bisected_stable"));
    label_cell(s, c, out);
}

static const char *const ensemble_columns[] = {"simulation",
                                               "integrator",
                                               "member",
                                               "published_dt_s",
                                               "dt_stable_s",
                                               "dt_unstable_s",
                                               "bisected_stable_s",
                                               "bisected_unstable_s",
                                               "late_iteration",
                                               "stable_above",
                                               "unstable_below",
                                               "spread",
                                               "label",
                                               NULL};

const table_type table_ensemble = {
    .name = "ensemble",
    .title = "Largest stable time steps under perturbed starts, and their checks",
    .task = "stable_step",
    .filter = limit_is_of_an_ensemble,
    .column = ensemble_columns,
    .printed = true,
    .rows = ensemble_row,
};
