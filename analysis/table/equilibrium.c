/* Iterations to equilibrium by every criterion that was watched, and which threshold fits published
 * counts best. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/rests.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

static bool is_in_metres_a_step(const criterion *of)
{
    return strcmp(of->name, "displacement") == 0 || strcmp(of->name, "level") == 0;
}

/* `level` has no threshold: its cell stays empty. */
static void displacement_rows(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    criterion of;
    for (size_t i = 0; criterion_at(c, i, &of); i++) {
        if (!is_in_metres_a_step(&of))
            continue;
        const bool level = strcmp(of.name, "level") == 0;
        data_text(out, case_simulation(c));
        data_text(out, case_integrator(c));
        data_real(out, level ? TRAMA_NAN : of.threshold);
        data_real(out, case_number(c, &column_dt));
        data_count(out, (double)of.iteration);
        data_text(out, of.state);
        data_count(out, case_published(c, "rest_iterations"));
    }
}

static void other_rows(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    criterion of;
    for (size_t i = 0; criterion_at(c, i, &of); i++) {
        if (is_in_metres_a_step(&of))
            continue;
        data_text(out, case_simulation(c));
        data_text(out, case_integrator(c));
        data_text(out, of.name);
        data_real(out, of.threshold);
        data_text(out, of.unit);
        data_real(out, case_number(c, &column_dt));
        data_count(out, (double)of.iteration);
        data_text(out, of.state);
        data_count(out, case_published(c, "rest_iterations"));
    }
}

static void criterion_cell(const equilibrium_choice *choice, document *out)
{
    char text[64] = "none";
    if (choice->stands)
        equilibrium_criterion_text(choice, text, sizeof text);
    document_cell(out, "%s", text);
}

/* The steps of its rows have a column of their own. */
static void row_name(const study *s, const study_case *c, document *out)
{
    char name[CASE_ROW];
    study_case_row(s, c, false, name);
    document_cell(out, "%s", name);
}

static void factor_cell(const equilibrium_choice *fit, document *out)
{
    if (isnan(fit->factor))
        document_cell(out, "–");
    else
        document_cell(out, "%.*f", fit->factor < 10 ? 2 : 0, fit->factor);
}

static void reached_cell(const equilibrium_choice *fit, document *out)
{
    document_cell(out, "%zu of %zu", fit->reached, fit->published);
}

static void choice_row(const case_list *cases, const char *simulation, double overall,
                       document *out)
{
    equilibrium_choice best;
    if (!equilibrium_choose(cases, simulation, &best))
        return;
    const equilibrium_choice common = equilibrium_fit(cases, simulation, overall);
    document_cell(out, "%s", simulation ? simulation : "all");
    criterion_cell(&best, out);
    factor_cell(&best, out);
    reached_cell(&best, out);
    factor_cell(&common, out);
    reached_cell(&common, out);
}

static double overall_threshold(const case_list *cases)
{
    equilibrium_choice choice;
    return equilibrium_choose(cases, NULL, &choice) ? choice.threshold : TRAMA_NAN;
}

static void choices_table(const case_list *cases, double overall, document *out)
{
    size_t count;
    char common[64];
    const char **name = case_simulations(cases, &count);
    snprintf(common, sizeof common, "factor at %.3g m", overall);
    const char *const header[] = {"Simulation", "Best criterion", "factor", "reached",
                                  common,       "reached",        NULL};
    document_grid(out, "lrrrrr",
                  "The displacement per iteration that fits the published counts best, for each "
                  "simulation and for all together");
    document_cells(out, header);
    for (size_t i = 0; name && i < count; i++)
        choice_row(cases, name[i], overall, out);
    choice_row(cases, NULL, overall, out);
    free(name);
}

static void fits_row(const case_list *cases, const char *const *name, size_t count,
                     double threshold, document *out)
{
    document_cell(out, "%.3g", threshold);
    for (size_t i = 0; i < count; i++) {
        const equilibrium_choice fit = equilibrium_fit(cases, name[i], threshold);
        factor_cell(&fit, out);
    }
}

static void fits_table(const case_list *cases, document *out)
{
    size_t names, thresholds;
    const char **name = case_simulations(cases, &names);
    double *threshold = equilibrium_thresholds(cases, "displacement", &thresholds);
    char align[64] = "";
    if (name && threshold && names < sizeof align - 1) {
        memset(align, 'r', names + 1);
        document_grid(out, align, "Factor between measured and published counts, by threshold");
        document_cell(out, "Threshold (m)");
        for (size_t i = 0; i < names; i++)
            document_cell(out, "%s", name[i]);
        for (size_t i = 0; i < thresholds; i++)
            fits_row(cases, name, names, threshold[i], out);
    }
    free(threshold);
    free(name);
}

static void residual_cell(double iterations, double published, document *out)
{
    const double off = round(100 * (iterations / published - 1));
    if (iterations > 0 && published > 0)
        document_cell(out, off == 0 ? "0 %%" : "%+.0f %%", off);
    else
        document_count(out, -1);
}

/* "1149", "none: buckles later". */
static void iterations_cell(const study_case *c, const equilibrium_choice *choice, document *out)
{
    const char *why_not = equilibrium_why_not(c, choice);
    if (!case_ended(c))
        document_cell(out, "%s", case_status(c));
    else if (why_not[0])
        document_cell(out, "none: %s", why_not);
    else
        document_count(out, (double)equilibrium_iterations(c, choice));
}

static void method_row(const study *s, const study_case *c, const equilibrium_choice *overall,
                       document *out)
{
    const equilibrium_choice *best = rests_find(rests_of(s), c).choice;
    if (!best)
        return;
    const double published = case_published(c, "rest_iterations");
    const double at_best = (double)equilibrium_iterations(c, best);
    const double at_overall = (double)equilibrium_iterations(c, overall);
    row_name(s, c, out);
    document_real(out, case_number(c, &column_dt), 4);
    document_count(out, published);
    criterion_cell(best, out);
    iterations_cell(c, best, out);
    residual_cell(at_best, published, out);
    iterations_cell(c, overall, out);
    residual_cell(at_overall, published, out);
}

static void method_table(const study *s, const case_list *cases, size_t first, size_t end,
                         double threshold, document *out)
{
    char last[64], off[64], caption[256];
    const equilibrium_choice overall = equilibrium_displacement(threshold);
    snprintf(last, sizeof last, "at %.3g m, iterations", overall.threshold);
    snprintf(off, sizeof off, "at %.3g m, residual", overall.threshold);
    snprintf(caption, sizeof caption, "%s: iterations to equilibrium",
             case_method_title(cases->item[first]));
    const char *const header[] = {"Simulation",
                                  "Δt (s)",
                                  "published",
                                  "best criterion, which",
                                  "best criterion, iterations",
                                  "best criterion, residual",
                                  last,
                                  off,
                                  NULL};
    document_grid(out, "lrrrrrrr", caption);
    document_cells(out, header);
    for (size_t i = first; i < end; i++)
        method_row(s, cases->item[i], &overall, out);
}

static void thresholds_rows(const study *s, const case_list *cases, const double *threshold,
                            size_t count, const char *align, document *out)
{
    document_grid(out, align,
                  "Iterations until no node moves further than a threshold in one iteration");
    document_cell(out, "Simulation");
    document_cell(out, "Method");
    document_cell(out, "Δt (s)");
    for (size_t i = 0; i < count; i++)
        document_cell(out, "%.3g m", threshold[i]);
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        row_name(s, c, out);
        document_cell(out, "%s", case_method_title(c));
        document_real(out, case_number(c, &column_dt), 4);
        for (size_t j = 0; j < count; j++) {
            const equilibrium_choice at = equilibrium_displacement(threshold[j]);
            iterations_cell(c, &at, out);
        }
    }
}

/* Where nothing is published: what each run took by every threshold. */
static void thresholds_grid(const study *s, const case_list *cases, document *out)
{
    size_t count;
    double *threshold = equilibrium_thresholds(cases, "displacement", &count);
    char align[64] = "llr";
    if (!threshold || count >= sizeof align - 3) {
        out->no_memory |= !threshold;
        free(threshold);
        return;
    }
    memset(align + 3, 'r', count);
    document_paragraph(out, count > 0 ? "Nothing is published to compare with."
                                      : "No run watched how far nodes move in one iteration.");
    if (count > 0)
        thresholds_rows(s, cases, threshold, count, align, out);
    free(threshold);
}
static bool any_published(const case_list *cases)
{
    for (size_t i = 0; i < cases->count; i++)
        if (case_published(cases->item[i], "rest_iterations") > 0)
            return true;
    return false;
}

static void equilibrium_layout(const study *s, const case_list *cases, document *out)
{
    if (!any_published(cases)) {
        thresholds_grid(s, cases, out);
        return;
    }
    document_paragraph(
        out, "The threshold behind published counts is sought. A factor is exp of the r.m.s. of "
             "ln(measured / published): 1.1 is about 10 %% off; a run that does not reach a "
             "threshold counts with the iterations within which it was awaited, one that became "
             "unstable does not count. A simulation that "
             "watches whether an edge is level is judged by that, any other by the "
             "threshold of the least factor among those that half of its runs reach; if there is "
             "none, the simulation has no equilibrium. A threshold is reached at the iteration "
             "after the last that violates it, if the run has gone on for three times as long and "
             "a push of the state that it leaves dies out.");
    const double threshold = overall_threshold(cases);
    choices_table(cases, threshold, out);
    fits_table(cases, out);
    for (size_t i = 0, end; i < cases->count; i = end) {
        end = integrator_run(cases, i);
        method_table(s, cases, i, end, threshold, out);
    }
}

static const char *const displacement_columns[] = {
    "simulation", "integrator", "threshold_m",          "dt_s",
    "iterations", "state",      "published_iterations", NULL};

static const char *const other_columns[] = {
    "simulation", "integrator",           "criterion", "threshold", "unit", "dt_s", "iterations",
    "state",      "published_iterations", NULL};

const table_type table_equilibrium = {
    .name = "equilibrium",
    .title = "Iterations to equilibrium",
    .task = "equilibrium",
    .column = displacement_columns,
    .printed = true,
    .rows = displacement_rows,
    .layout = equilibrium_layout,
};

const table_type table_equilibrium_other = {
    .name = "equilibrium_other",
    .title = "Iterations to equilibrium by rate of displacement and by kinetic energy",
    .task = "equilibrium",
    .column = other_columns,
    .rows = other_rows,
};
