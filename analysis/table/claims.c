/* What a publication says of its runs, beside what they measure. */
#include "analysis/quantities/claims.h"

#include <math.h>
#include <string.h>

#include "analysis/quantities/quantity.h"
#include "analysis/table/table.h"

static void claim_row(const study_case *c, const claim *found, data_table *out)
{
    data_text(out, case_simulation(c));
    data_text(out, case_text(c, &column_case_model));
    data_text(out, case_integrator(c));
    data_text(out, found->configuration);
    data_text(out, found->words);
    data_text(out, found->quantity);
    data_text(out, found->unit);
    data_text(out, found->relation);
    data_real(out, found->published);
    data_real(out, found->criterion);
    data_real(out, found->measured);
    data_text(out, claim_verdict_name(claim_judge(found)));
    data_text(out, found->kind_name);
    data_text(out, claim_standing_name(claim_stands(found)));
    data_text(out, found->page);
    data_text(out, found->sentence);
    data_text(out, found->translation);
}

static void claim_rows(const study *s, const study_case *c, data_table *out)
{
    claim found;
    for (size_t row = 0; row < claims_count(c); row++)
        if (claim_read(s, c, row, &found))
            claim_row(c, &found, out);
}

/* "at most 1", and whose bound that is. */
static void bound_cell(const claim *found, document *out)
{
    const double bound = claim_bound(found);
    const bool one_sided = strncmp(found->relation, "at ", 3) == 0;
    const char *word = quantity_word(found->quantity, bound);
    if (isnan(bound))
        document_cell(out, "–");
    else if (word)
        document_cell(out, "%s%s", word, isnan(found->published) ? " (ours)" : "");
    else
        document_cell(out, "%s%s%.3g%s", one_sided ? found->relation : "", one_sided ? " " : "",
                      bound, isnan(found->published) ? " (ours)" : "");
}

/* A mark for a claim that counts, whichever way it came out. */
static void measured_cell(const study_case *c, const claim *found, document *out)
{
    const bool counts = claim_stands(found) == CLAIM_COUNTS;
    const claim_verdict v = claim_judge(found);
    const char *mark = counts && v == CLAIM_FAILS ? " ≠" : "";
    const char *word = quantity_word(found->quantity, found->measured);
    if (word)
        document_cell(out, "%s%s", word, mark);
    else if (!isnan(found->measured))
        document_cell(out, "%.3g%s", found->measured, mark);
    else if (strcmp(case_outcome(c), "unstable") == 0)
        document_cell(out, "unstable%s", mark);
    else
        document_cell(out, "–%s", mark);
    if (counts && v == CLAIM_HOLDS)
        document_agrees(out);
}

static void claim_cells(const study *s, const study_case *c, const claim *found, document *out)
{
    char variation[160];
    study_case_variation(s, c, variation, sizeof variation);
    document_cell(out, "%s%s", case_simulation(c), variation);
    document_cell(out, "%s", case_method_title(c));
    document_cell(out, "%s", found->words);
    bound_cell(found, out);
    measured_cell(c, found, out);
    document_cell(out, "%s", strcmp(found->unit, "1") == 0 ? "" : found->unit);
    document_cell(out, "%s", found->page);
    if (claim_stands(found) == CLAIM_IS_VARIANT && found->configuration[0])
        document_cell(out, "no: %s", found->configuration);
    else
        document_cell(out, "%s", claim_standing_name(claim_stands(found)));
}

/* The claims on runs of one model: the first of them is cases[first]. */
static void model_grid(const study *s, const case_list *cases, size_t first, document *out)
{
    static const char *const header[] = {"Run",  "Method", "What is said", "bound", "measured",
                                         "unit", "page",   "evidence",     NULL};
    const char *model = case_text(cases->item[first], &column_case_model);
    claim found;
    document_grid(out, "lllrrlll", model);
    document_cells(out, header);
    for (size_t i = first; i < cases->count; i++) {
        const study_case *c = cases->item[i];
        for (size_t row = 0; row < claims_count(c); row++)
            if (strcmp(case_text(c, &column_case_model), model) == 0 &&
                claim_read(s, c, row, &found))
                claim_cells(s, c, &found, out);
    }
}

static bool is_first_of_model(const case_list *cases, size_t i)
{
    for (size_t j = 0; j < i; j++)
        if (strcmp(case_text(cases->item[j], &column_case_model),
                   case_text(cases->item[i], &column_case_model)) == 0)
            return false;
    return true;
}

/* Whether an earlier case, or an earlier row of this one, has the same sentence. */
static bool is_quoted_before(const study *s, const case_list *cases, size_t i, size_t row,
                             const claim *found)
{
    claim other;
    for (size_t j = 0; j <= i; j++)
        for (size_t k = 0; k < (j < i ? claims_count(cases->item[j]) : row); k++)
            if (claim_read(s, cases->item[j], k, &other) &&
                strcmp(other.sentence, found->sentence) == 0)
                return true;
    return false;
}

/* What is said, in the words of the source. */
static void quotations(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"Page", "In the source", "Translated", NULL};
    claim found;
    document_grid(out, "lll", "The sentences");
    document_cells(out, header);
    for (size_t i = 0; i < cases->count; i++)
        for (size_t row = 0; row < claims_count(cases->item[i]); row++) {
            if (!claim_read(s, cases->item[i], row, &found) || found.sentence[0] == '\0' ||
                is_quoted_before(s, cases, i, row, &found))
                continue;
            document_cell(out, "%s", found.page);
            document_cell(out, "%s", found.sentence);
            document_cell(out, "%s", found.translation);
        }
}

static void layout(const study *s, const case_list *cases, document *out)
{
    document_mark(out, "≠: what is said does not come out.");
    document_paragraph(
        out,
        "A claim is evidence if it is printed, has a bound, and could have failed in the printed "
        "configuration; the bound is ours where the source has words only. Fitted: the value chose "
        "a setting that is not printed, or such a setting decides the outcome. Hardware: a time of "
        "the author's machine. Of what is no evidence the measured value stands beside.");
    document_paragraph(
        out,
        "Measured in a run's last state: stretch, of the longest structural spring; out of plane, "
        "r.m.s. from the plane of least squares; energy added, what the work of the loads does not "
        "explain; sideways, of the centre of mass. Over the last fifth of a run: swing, range of "
        "the height of the centre of mass over that of the run; tremor, the largest displacement "
        "of a node in an iteration, the mean. Steps to rest: until no node moves further than "
        "1e-6 m in one. Estimates and predictions are over the middle of the measured bracket.");
    for (size_t i = 0; i < cases->count; i++)
        if (is_first_of_model(cases, i))
            model_grid(s, cases, i, out);
    quotations(s, cases, out);
}

static const char *const columns[] = {
    "simulation", "model",    "integrator", "configuration", "claim",       "quantity",
    "unit",       "relation", "published",  "criterion",     "measured",    "verdict",
    "kind",       "counts",   "page",       "sentence",      "translation", NULL};

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
