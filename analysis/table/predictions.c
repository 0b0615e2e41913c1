/* Predicted beside measured limits of the time step, from the first, the worst and the last state
 * of a run. */
#include "analysis/quantities/predictions.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/table/table.h"

/* Further from the middle of the bracket than this is a difference. */
static const double same_limit = 0.03;

/* The published search beside it, and what the checks of the search say. */
static void search_cells(const study_case *c, data_table *out)
{
    char checks[128];
    limit_checks(c, checks, sizeof checks);
    data_real(out, case_published(c, "dt_stable"));
    data_real(out, case_number(c, &column_dt_stable));
    data_real(out, case_number(c, &column_dt_unstable));
    data_count(out, case_number(c, &column_horizon));
    data_count(out, case_number(c, &column_late_iteration));
    data_count(out, case_number(c, &column_bisected_late_iteration));
    data_count(out, case_number(c, &column_scan_stable));
    data_count(out, case_number(c, &column_below_unstable));
    data_text(out, checks);
}

static void prediction_rows(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    for (size_t place = 0; place < PREDICTED; place++) {
        data_text(out, case_simulation(c));
        data_text(out, case_integrator(c));
        data_real(out, predicted_number(c, &column_predicted_omega_max, place));
        data_text(out, predicted_place(place));
        data_real(out, predicted_number(c, &column_predicted_dt, place));
        data_real(out, case_number(c, &column_bisected_stable));
        data_real(out, case_number(c, &column_bisected_unstable));
        data_real(out, predicted_number(c, &column_predicted_ratio, place));
        search_cells(c, out);
        data_text(out, case_text(c, &column_without));
    }
}

/* For people: a table an integrator, a row a simulation, steps in ms. */

static void bracket_cell(const study_case *c, const results_column *stable,
                         const results_column *unstable, document *out)
{
    document_bracket(out, 1e3 * case_number(c, stable), 1e3 * case_number(c, unstable), 5);
}

/* The published search's own bracket, and the bisected one. */
static void measured_cells(const study_case *c, document *out)
{
    document_real(out, 1e3 * case_published(c, "dt_stable"), 4);
    if (!case_ended(c)) {
        document_cell(out, "%s", case_status(c));
        document_cell(out, "–");
        return;
    }
    bracket_cell(c, &column_dt_stable, &column_dt_unstable, out);
    if (limit_is_reproduced(c))
        document_agrees(out);
    bracket_cell(c, &column_bisected_stable, &column_bisected_unstable, out);
}

static void checks_cell(const study_case *c, document *out)
{
    char checks[128], failed[128];
    limit_checks(c, checks, sizeof checks);
    limit_failed_checks(c, failed, sizeof failed);
    document_cell(out, "%s%s", case_ended(c) ? checks : "–",
                  case_ended(c) && failed[0] ? " †" : "");
}

/* "S1", "flag, zeta 100 (without corrections)". */
static void simulation_cell(const study *s, const study_case *c, document *out)
{
    const char *without = case_text(c, &column_without);
    char variation[160];
    study_case_variation(s, c, variation, sizeof variation);
    document_cell(out, "%s%s%s%s%s", case_simulation(c), variation, without[0] ? " (without " : "",
                  without, without[0] ? ")" : "");
}

static void prediction_cells(const study *s, const study_case *c, document *out)
{
    simulation_cell(s, c, out);
    document_real(out, predicted_number(c, &column_predicted_z, PREDICTED_WORST), 4);
    for (size_t place = 0; place < PREDICTED; place++)
        document_real(out, 1e3 * predicted_number(c, &column_predicted_dt, place), 4);
    document_count(out, predicted_number(c, &column_predicted_iteration, PREDICTED_WORST));
    measured_cells(c, out);
    document_ratio(out, predicted_number(c, &column_predicted_ratio, PREDICTED_WORST), same_limit);
    document_ratio(out,
                   predicted_number(c, &column_horizon_dt, PREDICTED_WORST) / predicted_measured(c),
                   same_limit);
    checks_cell(c, out);
    document_count(out, case_number(c, &column_tangent_products));
    document_real(out, case_number(c, &column_spectrum_seconds), 2);
}

static void integrator_table(const study *s, const case_list *cases, size_t first, size_t end,
                             document *out)
{
    static const char *const header[] = {"Simulation", "z",         "start",    "worst",    "end",
                                         "iteration",  "published", "search",   "bracket",  "ratio",
                                         "in horizon", "checks",    "products", "time (s)", NULL};
    char caption[256];
    snprintf(caption, sizeof caption, "%s: predicted and measured limit of the time step (ms)",
             case_method_title(cases->item[first]));
    document_grid(out, "lrrrrrrrrrrlrr", caption);
    document_cells(out, header);
    for (size_t i = first; i < end; i++)
        prediction_cells(s, cases->item[i], out);
}

static void predictions_layout(const study *s, const case_list *cases, document *out)
{
    document_paragraph(
        out,
        "start, worst, end: z / omega_max, with the largest frequency of the linearised force "
        "at the first state of a run, at the one (of those looked at) where it is largest, "
        "after `iteration` iterations, and at the last; z: the integrator's own limit at the "
        "damping of that mode. published: the source's limit. search: largest stable and "
        "smallest unstable step of the search as published, which goes up by one fixed "
        "increment; bracket: the same bisected; both over the horizon of these cases, which "
        "may be shorter than that of the table of limits. ratio: worst over the bracket's "
        "middle; ≠: further off than 3 %%. in horizon: the same with the step that grows by "
        "the task's amplification over the horizon, an estimate of what a run of that length "
        "shows of a weak instability; wrong where growth saturates before the sheet breaks. "
        "checks: fails later, the stable step of the search within a longer run; bracket "
        "fails later, the stable end of the bracket; stable again above, a step past the "
        "first failure; fails below, a step below the bracket; such a limit holds as far as "
        "was looked, and stays in every number. without: what corrects a state after the "
        "force has moved it, which is no linear operator. products, time: cost of the prediction.");
    for (size_t i = 0, end; i < cases->count; i = end) {
        end = integrator_run(cases, i);
        integrator_table(s, cases, i, end, out);
    }
}

static const char *const columns[] = {"simulation",
                                      "integrator",
                                      "omega_max",
                                      "where",
                                      "predicted_dt_s",
                                      "dt_stable_s",
                                      "dt_unstable_s",
                                      "ratio",
                                      "published_dt_s",
                                      "search_stable_s",
                                      "search_unstable_s",
                                      "horizon",
                                      "late_iteration",
                                      "bracket_late_iteration",
                                      "stable_above",
                                      "unstable_below",
                                      "label",
                                      "without",
                                      NULL};

const table_type table_predictions = {
    .name = "predictions",
    .title = "Predicted and measured limits of the time step",
    .task = "predict",
    .column = columns,
    .printed = true,
    .rows = prediction_rows,
    .layout = predictions_layout,
};
