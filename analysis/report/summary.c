/* What did not come out, and why as far as the data say, in words and numbers. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/limits.h"
#include "analysis/quantities/values.h"
#include "analysis/report/report.h"

static bool is_required(const study_case *c)
{
    return case_is_required(c);
}

static bool is_missed(const study_case *c)
{
    return limit_is_published(c) && !limit_is_reproduced(c) && !c->absent;
}

/* Varied limits and ensembles have tables of their own. */
static bool fails_late(const study_case *c)
{
    return limit_is_plain(c) &&
           (case_number(c, &column_late_iteration) >= 0 || limit_holds_by_bounds_alone(c));
}

static bool is_stable_again(const study_case *c)
{
    return limit_is_plain(c) && case_number(c, &column_scan_stable) > 0;
}

/* Of a study with no published values: whether every case gave a result. */
static void cases_in_words(const study *s, document *d)
{
    size_t without = 0;
    for (size_t i = 0; i < s->count; i++)
        without += !case_ended(&s->item[i]);
    if (without == 0)
        document_paragraph(d, "Every case gave a result. None is compared with a published value.");
    else
        document_paragraph(d,
                           "%zu of %zu cases gave no result. None is compared with a published "
                           "value.",
                           without, s->count);
}

static void verdict_in_words(const report *r, document *d)
{
    const values_verdict v = values_judge(&r->study).limits;
    const bool claims = report_claims(&r->study, d);
    if (v.published == 0 && !claims && report_has_published(r))
        document_paragraph(d, "Nothing here is compared with a published largest time step.");
    else if (v.published == 0 && !claims)
        cases_in_words(&r->study, d);
    if (v.published == 0)
        return;
    document_paragraph(d,
                       "%zu of %zu published largest time steps came out, each within the "
                       "digits printed or the tolerance that the study states.",
                       v.reproduced, v.published);
    if (v.as_printed < v.reproduced)
        document_paragraph(d,
                           "With every method as printed it is %zu of %zu; the others come out "
                           "with a variant of theirs.",
                           v.as_printed, v.published);
    if (v.absent > 0)
        document_paragraph(d, "%zu that must come out have no result yet.", v.absent);
    if (v.required > 0 && v.missed == 0)
        document_paragraph(d, "All %zu that must come out do.", v.required);
    else if (v.required > 0)
        document_paragraph(d, "Of the %zu that must come out, %zu %s not.", v.required, v.missed,
                           v.missed == 1 ? "does" : "do");
}

static size_t count_cases(const study *s, const char *experiment, const char *status)
{
    size_t count = 0;
    for (size_t i = 0; i < s->count; i++)
        count += strcmp(case_text(&s->item[i], &column_case_experiment), experiment) == 0 &&
                 strcmp(case_status(&s->item[i]), status) == 0;
    return count;
}

static const char **distinct_statuses(const study *s, size_t *count)
{
    const char **status = calloc(s->count + 1, sizeof(*status));
    *count = 0;
    for (size_t i = 0; status && i < s->count; i++)
        if (*case_status(&s->item[i]))
            names_add(status, count, case_status(&s->item[i]));
    if (!status)
        study_miss(s);
    return status;
}

/* Experiments down, statuses across. */
static void cases_in_numbers(const study *s, document *d)
{
    size_t experiments, statuses;
    const char **experiment = report_distinct(s, &column_case_experiment, &experiments);
    const char **status = distinct_statuses(s, &statuses);
    char align[16] = "l";
    if (experiment && status && statuses < sizeof align - 1) {
        memset(align + 1, 'r', statuses);
        document_grid(d, align, "Cases of each experiment by how they ended");
        document_cell(d, "Experiment");
        for (size_t j = 0; j < statuses; j++)
            document_cell(d, "%s", status[j]);
        for (size_t i = 0; i < experiments; i++) {
            document_cell(d, "%s", experiment[i]);
            for (size_t j = 0; j < statuses; j++)
                document_cell(d, "%zu", count_cases(s, experiment[i], status[j]));
        }
    }
    free(experiment);
    free(status);
}

/* " at node 42", and of which object; nothing where what failed is no node's: area, energy. */
static const char *place_of_failure(const study_case *c, char *text, size_t size)
{
    const double node = case_number(c, &column_failure_node);
    text[0] = '\0';
    const char *object = case_text(c, &column_failure_object);
    const char *of = *object ? " of " : "";
    if (node >= 0)
        snprintf(text, size, " at node %.0f%s%.64s", node, of, object);
    else if (*object)
        snprintf(text, size, "%s%.64s", of, object);
    return text;
}

/* What is no number is left out. */
static void tell_failure(const study_case *c, char *text, size_t size)
{
    const double dt = case_number(c, &column_dt_unstable);
    const double value = case_number(c, &column_failure_value);
    const char *symptom = case_text(c, &column_symptom);
    char step[32] = "the next step", place[128], is[32] = "";
    if (!isnan(dt))
        snprintf(step, sizeof step, "%.4g s", dt);
    if (!isnan(value))
        snprintf(is, sizeof is, " is %.3g", value);
    snprintf(text, size, "%s fails at iteration %.0f: %s%s%s%s%s", step,
             case_number(c, &column_failure_iteration), case_failure(c), is,
             place_of_failure(c, place, sizeof place), symptom[0] ? "; first sign: " : "", symptom);
}

void report_reason(const study_case *c, char *text, size_t size)
{
    const char *failure = case_failure(c);
    if (!case_ended(c))
        snprintf(text, size, "the case %s: %s", case_status(c), case_text(c, &column_case_message));
    else if (failure[0] == '\0')
        snprintf(text, size, "no time step up to the cap of the search fails");
    else
        tell_failure(c, text, size);
}

static void name_cells(const study *s, const study_case *c, document *d)
{
    char name[CASE_ROW];
    study_case_row(s, c, false, name);
    document_cell(d, "%s", name);
    document_cell(d, "%s", case_method_title(c));
}

static void missed(const study *s, document *d)
{
    static const char *const header[] = {
        "Simulation",         "Integrator", "Measured (s)", "Published (s)", "Must",
        "What set the limit", NULL};
    case_list cases = study_select(s, "stable_step", is_missed);
    document_heading(d, "Not as published");
    if (cases.count == 0)
        document_paragraph(d, "Every published largest time step came out.");
    else
        document_grid(d, "llrrll", "Largest time steps that are not the published ones");
    if (cases.count > 0)
        document_cells(d, header);
    for (size_t i = 0; i < cases.count; i++) {
        const study_case *c = cases.item[i];
        char value[64], reason[512];
        name_cells(s, c, d);
        limit_text(c, value, sizeof value);
        document_cell(d, "%s ≠", value);
        document_real(d, case_published(c, "dt_stable"), 4);
        document_cell(d, is_required(c) ? "yes" : "no");
        report_reason(c, reason, sizeof reason);
        document_cell(d, "%s", reason);
    }
    free(cases.item);
}

static bool is_any_checked(const study *s)
{
    for (size_t i = 0; i < s->count; i++)
        if (limit_has_longer_check(&s->item[i]))
            return true;
    return false;
}

static void late(const study *s, document *d)
{
    static const char *const header[] = {"Simulation", "Integrator", "Δt (s)",
                                         "Horizon",    "Fails at",   "Energy from nowhere (J)",
                                         NULL};
    case_list cases = study_select(s, "stable_step", fails_late);
    case_list searched = study_select(s, "stable_step", NULL);
    free(searched.item);
    if (searched.count == 0) {
        free(cases.item);
        return;
    }
    document_heading(d, "Late growth");
    if (cases.count == 0)
        document_paragraph(d, is_any_checked(s)
                                  ? "No largest time step failed the check over a longer duration."
                                  : "No check over a longer duration was made.");
    else
        document_grid(d, "llrrrr",
                      "Stable over the search's horizon, unstable later, in iterations: such a "
                      "limit holds for as long as was looked. Or stable later too, by the bounds "
                      "alone: energy grows that no work explains");
    if (cases.count > 0)
        document_cells(d, header);
    for (size_t i = 0; i < cases.count; i++) {
        const study_case *c = cases.item[i];
        name_cells(s, c, d);
        document_real(d, case_number(c, &column_dt_stable), 4);
        document_count(d, case_number(c, &column_horizon));
        if (case_number(c, &column_late_iteration) >= 0)
            document_cell(d, "%.0f †", case_number(c, &column_late_iteration));
        else
            document_cell(d, "– ‡");
        document_real(d, case_number(c, &column_late_excess), 3);
    }
    free(cases.item);
}

static void stable_again(const study *s, document *d)
{
    case_list cases = study_select(s, "stable_step", is_stable_again);
    for (size_t i = 0; i < cases.count; i++) {
        char name[CASE_ROW];
        study_case_row(s, cases.item[i], false, name);
        document_paragraph(d,
                           "%s, %s: %.0f of the larger time steps tried past the first failure "
                           "are stable again; the limit is not a single threshold.",
                           name, case_method_title(cases.item[i]),
                           case_number(cases.item[i], &column_scan_stable));
    }
    free(cases.item);
}

/* Planned cases without a file, an experiment a line; and files that no experiment plans. */
static void absent(const study *s, document *d)
{
    for (size_t i = 0; i < s->experiments; i++) {
        const experiment_cases n = study_cases_of(s, s->experiment[i]);
        if (n.absent > 0)
            document_paragraph(d, "%s: %zu of %zu planned cases have a results file.", n.name,
                               n.planned - n.absent, n.planned);
    }
    if (s->unplanned_count > 0)
        document_paragraph(d,
                           "%zu %s left out, as their experiments do not plan them any more; the "
                           "first is %s.",
                           s->unplanned_count,
                           s->unplanned_count == 1 ? "results file is" : "results files are",
                           s->unplanned[0]);
}

static void broken(const study *s, document *d)
{
    char title[256];
    absent(s, d);
    for (size_t i = 0; i < s->count; i++) {
        const study_case *c = &s->item[i];
        if (case_ended(c) || c->absent)
            continue;
        study_case_title(s, c, title, sizeof title);
        document_paragraph(d, "No result: %s of %s: %s %s", title,
                           case_text(c, &column_case_experiment), case_status(c),
                           case_text(c, &column_case_message));
    }
    if (s->unreadable > 0)
        document_paragraph(d, "%zu files could not be read; nothing of them is on this page.",
                           s->unreadable);
}

/* What interactions, objects and the energy budget remark of their runs, a line for each. */
static void remarks(const study *s, document *d)
{
    char title[256], name[128];
    column_member m;
    static const char *const header[] = {"Experiment", "Case", "Of", "Steps", "Remark", NULL};
    bool any = false;
    for (size_t i = 0; i < s->count; i++)
        for (size_t k = 0; k < s->item[i].data.count; k++) {
            const study_case *c = &s->item[i];
            if (!column_takes(&column_remark_steps, c->data.column[k].path, name, sizeof name))
                continue;
            if (!any) {
                document_heading(d, "Remarks");
                document_grid(d, "lllrl", "What a reader of these runs must know");
                document_cells(d, header);
            }
            any = true;
            study_case_title(s, c, title, sizeof title);
            document_cell(d, "%s", case_text(c, &column_case_experiment));
            document_cell(d, "%s", title);
            document_cell(d, "%s", name);
            document_count(d, (double)*c->data.column[k].integer);
            document_cell(d, "%s", case_text(c, column_named(&column_remark_what, name, &m)));
        }
}

static void write(report *r, FILE *out)
{
    const study *s = &r->study;
    document d = {0};
    case_list published = study_select(s, "stable_step", limit_is_published);
    verdict_in_words(r, &d);
    broken(s, &d);
    report_why(s, &d);
    report_facts(s, &d);
    if (published.count > 0)
        missed(s, &d);
    late(s, &d);
    stable_again(s, &d);
    remarks(s, &d);
    document_heading(&d, "Cases");
    document_paragraph(&d, "%zu cases.", s->count);
    cases_in_numbers(s, &d);
    free(published.item);
    report_document(r, &d, out);
}

const section_type section_summary = {
    .id = "summary", .title = "What did not, and why", .write = write};
