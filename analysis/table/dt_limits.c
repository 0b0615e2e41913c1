/* Largest stable time steps, beside published ones, and what stands behind. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/rests.h"
#include "analysis/quantities/verdicts.h"
#include "analysis/table/limit_notes.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

static void step_row(const study_case *c, data_table *out)
{
    const bool failed = !limit_is_censored(c) && case_failure(c)[0] != '\0';
    data_text(out, case_simulation(c));
    data_text(out, case_integrator(c));
    data_real(out, case_published(c, "dt_stable"));
    data_real(out, case_number(c, &column_dt_stable));
    data_real(out, case_number(c, &column_dt_unstable));
    data_text(out, limit_failure(c));
    data_count(out, failed ? case_number(c, &column_failure_iteration) : -1);
    const char *reproduced = limit_is_reproduced(c) ? "yes" : "no";
    data_text(out, limit_is_published(c) && !c->absent ? reproduced : "");
}

static void energy_row(const study_case *c, data_table *out)
{
    data_count(out, case_number(c, &column_late_iteration));
    data_real(out, case_number(c, &column_late_growth));
    data_real(out, case_number(c, &column_late_excess));
}

static void limit_row(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    step_row(c, out);
    energy_row(c, out);
}

/* For people: one table a method; simulation, largest step, iterations. */

static void step_cell(const study_case *c, document *out)
{
    char limit[64];
    limit_text(c, limit, sizeof limit);
    document_cell(out, "%s%s%s", limit, limit_is_reproduced(c) || c->absent ? "" : " ≠",
                  limit_late_mark(c));
    if (limit_is_reproduced(c))
        document_agrees(out);
}

static void iterations_cell(const study_case *c, const rests *r, document *out)
{
    const found_rest found = rests_find(r, c);
    long iterations = -1;
    const char *why_not = "";
    if (found.choice) {
        iterations = found.choice->stands ? equilibrium_iterations(found.item, found.choice) : -1;
        why_not = equilibrium_why_not(found.item, found.choice);
    }
    published_value published = {.value = TRAMA_NAN};
    const bool is_printed =
        case_published_value(c, "rest_iterations", &published) && !isnan(published.value);
    const bool agrees = is_printed && published_agrees(&published, (double)iterations);
    if (found.item && !case_ended(found.item))
        document_cell(out, "%s", case_status(found.item));
    else if (iterations < 0)
        document_cell(out, "%s%s%s", why_not[0] ? "none: " : "–", why_not,
                      found.item && is_printed ? " ≠" : "");
    else
        document_cell(out, "%ld%s", iterations, is_printed && !agrees ? " ≠" : "");
    if (iterations >= 0 && agrees)
        document_agrees(out);
}

static void caption_of(const study_case *c, const char *what, char *caption, size_t size)
{
    const char *table = case_published_cell(c, "dt_stable", "table");
    snprintf(caption, size, "%s: %s%s%s%s", case_method_title(c), what,
             table[0] ? " (published: table " : "", table, table[0] ? ")" : "");
}

static void evidence_cell(const study_case *c, document *out)
{
    published_value limit;
    document_cell(out, "%s",
                  case_published_value(c, "dt_stable", &limit) ? verdict_evidence(c, &limit) : "–");
}

static void method_table(const study *s, const case_list *cases, size_t first, size_t end,
                         document *out)
{
    static const char *const header[] = {"Simulation",
                                         "Largest Δt (s), measured",
                                         "Largest Δt (s), published",
                                         "Iterations, measured",
                                         "Iterations, published",
                                         "Evidence",
                                         NULL};
    char caption[256];
    caption_of(cases->item[first], "largest time step and iterations to equilibrium", caption,
               sizeof caption);
    document_grid(out, "lrrrrl", caption);
    document_cells(out, header);
    for (size_t i = first; i < end; i++) {
        char name[CASE_ROW];
        study_case_row(s, cases->item[i], false, name);
        document_cell(out, "%s", name);
        step_cell(cases->item[i], out);
        document_real(out, case_published(cases->item[i], "dt_stable"), 4);
        iterations_cell(cases->item[i], rests_of(s), out);
        document_count(out, case_published(cases->item[i], "rest_iterations"));
        evidence_cell(cases->item[i], out);
    }
    limit_late_notes(s, cases, first, end, out);
}

static void limits_layout(const study *s, const case_list *cases, document *out)
{
    document_mark(out, "≠: a largest step or a count of iterations that is not the published "
                       "one, by the tolerance that the study states or else in the digits "
                       "printed, or (–) no rest within the horizon.");
    document_paragraph(out, "Iterations are those of the best-fitting criterion of each "
                            "simulation: see the table of equilibrium. Evidence: whether the "
                            "published step could have been missed; not where it chose a mass "
                            "that is not printed (fitted), nor under another scheme than the "
                            "printed (variant).");
    for (size_t i = 0, end; i < cases->count; i = end) {
        end = integrator_run(cases, i);
        method_table(s, cases, i, end, out);
    }
}

static const char *const limit_columns[] = {
    "simulation",        "integrator", "published_dt_s", "dt_stable_s", "dt_unstable_s", "failure",
    "failure_iteration", "reproduced", "late_iteration", "late_growth", "late_excess_J", NULL};

const table_type table_dt_limits = {
    .name = "dt_limits",
    .title = "Largest stable time steps",
    .task = "stable_step",
    .filter = limit_is_published,
    .column = limit_columns,
    .printed = true,
    .rows = limit_row,
    .layout = limits_layout,
};
