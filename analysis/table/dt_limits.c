/* Largest stable time steps, beside published ones, and what stands behind. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/rests.h"
#include "analysis/quantities/verdicts.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* The detector that fired; "cap" where none did up to the search's cap; for a case that broke off,
 * how it did. */
static const char *failure(const study_case *c)
{
    if (limit_is_censored(c))
        return "cap";
    return case_ended(c) ? case_failure(c) : case_status(c);
}

static void step_row(const study_case *c, data_table *out)
{
    const bool failed = !limit_is_censored(c) && case_failure(c)[0] != '\0';
    data_text(out, case_simulation(c));
    data_text(out, case_integrator(c));
    data_real(out, case_published(c, "dt_stable"));
    data_real(out, case_number(c, &column_dt_stable));
    data_real(out, case_number(c, &column_dt_unstable));
    data_text(out, failure(c));
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

/* The labels that tell the cases of an experiment apart, as name=value. */
static void other_labels(const study_case *c, char *text, size_t size)
{
    size_t used = 0;
    text[0] = '\0';
    for (size_t i = 0; i < c->data.count; i++) {
        const char *label = group_rest(group_labels, c->data.column[i].path);
        if (!label || strcmp(label, "simulation") == 0)
            continue;
        const int length = snprintf(text + used, size - used, "%s%s=%s", used ? " " : "", label,
                                    case_label(c, label));
        if (length > 0 && used + (size_t)length < size)
            used += (size_t)length;
    }
}

static void other_row(const study *s, const study_case *c, data_table *out)
{
    char labels[512];
    (void)s;
    other_labels(c, labels, sizeof labels);
    step_row(c, out);
    energy_row(c, out);
    data_count(out, case_number(c, &column_scan_stable));
    data_real(out, case_number(c, &column_bisected_stable));
    data_count(out, case_number(c, &column_bisected_late_iteration));
    data_text(out, case_text(c, &column_case_experiment));
    data_text(out, labels);
}

/* The columns of /result/runs, or false where a case broke off before it had any. */
typedef struct runs {
    size_t count;
    const double *dt, *value;
    char *const *purpose, *const *outcome, *const *detector;
    const int64_t *iteration, *node;
} runs;

static bool runs_of(const study_case *c, runs *r)
{
    const size_t n = case_rows(c, &column_runs_dt);
    *r = (runs){
        .count = n,
        .dt = case_reals(c, &column_runs_dt, n),
        .value = case_reals(c, &column_runs_value, n),
        .purpose = case_texts(c, &column_runs_purpose, n),
        .outcome = case_texts(c, &column_runs_outcome, n),
        .detector = case_texts(c, &column_runs_detector, n),
        .iteration = case_integers(c, &column_runs_iteration, n),
        .node = case_integers(c, &column_runs_node, n),
    };
    return r->dt && r->value && r->purpose && r->outcome && r->detector && r->iteration && r->node;
}

static void check_rows(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    runs r;
    if (!runs_of(c, &r))
        return;
    for (size_t i = 0; i < r.count; i++) {
        data_text(out, case_simulation(c));
        data_text(out, case_integrator(c));
        data_real(out, r.dt[i]);
        data_text(out, r.purpose[i]);
        data_text(out, r.outcome[i]);
        data_text(out, r.detector[i]);
        data_count(out, (double)r.iteration[i]);
        data_count(out, (double)r.node[i]);
        data_real(out, r.value[i]);
    }
}

/* For people: one table a method; simulation, largest step, iterations. */

static bool fails_late(const study_case *c)
{
    return case_number(c, &column_late_iteration) >= 0;
}

/* After the longer check. */
static const char *late_mark(const study_case *c)
{
    return fails_late(c) ? " †" : limit_holds_by_bounds_alone(c) ? " ‡" : "";
}

static void step_cell(const study_case *c, document *out)
{
    char limit[64];
    limit_text(c, limit, sizeof limit);
    document_cell(out, "%s%s%s", limit, limit_is_reproduced(c) || c->absent ? "" : " ≠",
                  late_mark(c));
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

static void late_note(const study *s, const study_case *c, document *out)
{
    const char *method = case_method_title(c);
    char simulation[CASE_ROW];
    study_case_row(s, c, false, simulation);
    if (fails_late(c))
        document_note(out,
                      "† %s, %s: stable over the search's horizon of %.0f iterations; "
                      "the longer check fails at iteration %.0f.",
                      simulation, method, case_number(c, &column_horizon),
                      case_number(c, &column_late_iteration));
    else if (limit_holds_by_bounds_alone(c))
        document_note(out,
                      "‡ %s, %s: holds by its bounds alone; in the longer check energy grows "
                      "that no work explains, to %.3g J at its end (%.2g of the largest "
                      "energy or work).",
                      simulation, method, case_number(c, &column_late_excess),
                      case_number(c, &column_late_growth));
}

static void late_notes(const study *s, const case_list *cases, size_t first, size_t end,
                       document *out)
{
    for (size_t i = first; i < end; i++)
        late_note(s, cases->item[i], out);
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
    late_notes(s, cases, first, end, out);
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

/* Where nothing was bisected, its bracket is the search's. */
static double bisected(const study_case *c)
{
    const double stable = case_number(c, &column_bisected_stable);
    const double unstable = case_number(c, &column_bisected_unstable);
    return unstable < case_number(c, &column_dt_unstable) ||
                   stable > case_number(c, &column_dt_stable)
               ? stable
               : TRAMA_NAN;
}

/* The columns that a reader asks for; all are in the CSV. */
static void others_layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"Simulation",   "Method", "Largest Δt (s)", "bisected (s)",
                                         "Fails at (s)", "of",     "at iteration",   NULL};
    document_paragraph(out, "Largest stable and smallest unstable step of the search; bisected: "
                            "the largest stable step between two of the search's, where it was "
                            "looked for.");
    document_grid(out, "llrrrlr", "");
    document_cells(out, header);
    for (size_t i = 0; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        char variation[160];
        study_case_variation(s, c, variation, sizeof variation);
        char limit[64];
        limit_text(c, limit, sizeof limit);
        document_cell(out, "%s%s", case_simulation(c), variation);
        document_cell(out, "%s", case_method_title(c));
        document_cell(out, "%s%s", case_ended(c) ? limit : "–", late_mark(c));
        document_real(out, bisected(c), 4);
        document_real(out, case_number(c, &column_dt_unstable), 4);
        document_cell(out, "%s", failure(c));
        document_count(out, case_number(c, &column_failure_iteration));
    }
    late_notes(s, cases, 0, cases->count, out);
}

static const char *const limit_columns[] = {
    "simulation",        "integrator", "published_dt_s", "dt_stable_s", "dt_unstable_s", "failure",
    "failure_iteration", "reproduced", "late_iteration", "late_growth", "late_excess_J", NULL};

static const char *const other_columns[] = {"simulation",
                                            "integrator",
                                            "published_dt_s",
                                            "dt_stable_s",
                                            "dt_unstable_s",
                                            "failure",
                                            "failure_iteration",
                                            "reproduced",
                                            "late_iteration",
                                            "late_growth",
                                            "late_excess_J",
                                            "scan_stable",
                                            "bisected_stable_s",
                                            "bisected_late_iteration",
                                            "experiment",
                                            "labels",
                                            NULL};

static const char *const check_columns[] = {"simulation", "integrator", "dt_s",      "purpose",
                                            "outcome",    "detector",   "iteration", "node",
                                            "value",      NULL};

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

const table_type table_dt_limits_other = {
    .name = "dt_limits_other",
    .title = "Largest stable time steps without a published value",
    .task = "stable_step",
    .filter = limit_is_not_published,
    .column = other_columns,
    .printed = true,
    .rows = other_row,
    .layout = others_layout,
};

const table_type table_dt_limits_checks = {
    .name = "dt_limits_checks",
    .title = "Every run of the searches for the largest stable time step",
    .task = "stable_step",
    .filter = limit_is_plain,
    .column = check_columns,
    .rows = check_rows,
};
