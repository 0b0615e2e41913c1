/* What a publication says of its runs, beside what they measure. */
#include "analysis/claims.h"

#include <math.h>
#include <string.h>

#include "analysis/table/table.h"

static void claim_rows(const study *s, const study_case *c, sheet *out)
{
    claim found;
    (void)s;
    for (size_t row = 0; row < c->reference.rows; row++) {
        if (!claim_read(c, row, &found))
            continue;
        sheet_text(out, case_simulation(c));
        sheet_text(out, case_text(c, "/case/model"));
        sheet_text(out, case_integrator(c));
        sheet_text(out, found.words);
        sheet_text(out, found.figure);
        sheet_text(out, found.unit);
        sheet_text(out, found.relation);
        sheet_real(out, found.published);
        sheet_real(out, found.measured);
        sheet_text(out, claim_verdict_name(claim_judge(&found)));
        sheet_text(out, found.source);
    }
}

static void claim_cells(const study *s, const study_case *c, const claim *found, document *out)
{
    char variation[160];
    const claim_verdict v = claim_judge(found);
    study_case_variation(s, c, variation, sizeof variation);
    document_cell(out, "%s%s", case_simulation(c), variation);
    document_cell(out, "%s", integrator_title(case_integrator(c)));
    document_cell(out, "%s", found->words);
    if (v == CLAIM_OPEN)
        document_real(out, found->published, 3);
    else
        document_cell(out, "%s%s%.3g",
                      strcmp(found->relation, "equals") == 0 ? "" : found->relation,
                      strcmp(found->relation, "equals") == 0 ? "" : " ", found->published);
    if (isnan(found->measured))
        document_cell(out, "%s%s",
                      strcmp(case_text(c, "/result/outcome"), "unstable") == 0 ? "unstable" : "–",
                      v == CLAIM_FAILS ? " ≠" : "");
    else
        document_cell(out, "%.3g%s", found->measured, v == CLAIM_FAILS ? " ≠" : "");
    if (v == CLAIM_HOLDS)
        document_agrees(out);
    document_cell(out, "%s", found->unit);
    document_cell(out, "%s", found->source);
}

/* The claims on runs of one model: the first of them is cases[first]. */
static void model_grid(const study *s, const case_list *cases, size_t first, document *out)
{
    static const char *const header[] = {"Run",      "Method", "What is said", "published",
                                         "measured", "unit",   "source",       NULL};
    const char *model = case_text(cases->item[first], "/case/model");
    claim found;
    document_grid(out, "lllrrll", model);
    document_cells(out, header);
    for (size_t i = first; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        for (size_t row = 0; row < c->reference.rows; row++)
            if (strcmp(case_text(c, "/case/model"), model) == 0 && claim_read(c, row, &found))
                claim_cells(s, c, &found, out);
    }
}

static bool is_first_of_model(const case_list *cases, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(case_text(cases->item[j], "/case/model"),
                   case_text(cases->item[i], "/case/model")) == 0)
            return false;
    return true;
}

static void layout(const study *s, const case_list *cases, document *out)
{
    document_paragraph(
        out,
        "≠: what is said does not come out. Figures are of a run's last state: stretch, of the "
        "longest structural spring; out of plane, r.m.s. from the plane of least squares; "
        "energy added, what the work of the loads does not explain; sideways, of the centre "
        "of mass; tremor, mean kinetic energy of the last fifth of the run over its largest. "
        "steps to rest, until no node moves further than 1e-6 m in one. "
        "Estimates and predictions are over the middle of the measured bracket.");
    for (size_t i = 0; i < cases->count; i++)
        if (is_first_of_model(cases, i))
            model_grid(s, cases, i, out);
}

static const char *const columns[] = {"simulation", "model",   "integrator", "claim",
                                      "figure",     "unit",    "relation",   "published",
                                      "measured",   "verdict", "source",     NULL};

const table_type table_claims = {
    .name = "claims",
    .title = "What is said of single runs, and what they measure",
    .task = NULL,
    .filter = claims_are_made,
    .column = columns,
    .printed = true,
    .section = "models",
    .rows = claim_rows,
    .layout = layout,
};
