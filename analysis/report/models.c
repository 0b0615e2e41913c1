/* Cloth models: what is said of them and what came out, the limits that their sources estimate, and
 * one sheet under several of them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/claims.h"
#include "analysis/drapes.h"
#include "analysis/predictions.h"
#include "analysis/report/report.h"

bool report_claims(const study *s, document *d)
{
    const claim_tally all = claims_tally(s, NULL);
    if (all.claims > 0)
        document_paragraph(
            d,
            "Of %zu published statements that could have failed in the printed "
            "configuration, %zu come out and %zu do not. Not counted: %zu that stand "
            "beside a measurement without a bound, %zu fitted, %zu times of other "
            "hardware, %zu in configurations that are not the printed one.",
            all.standing[CLAIM_COUNTS], all.holds, all.fails, all.standing[CLAIM_IS_BESIDE],
            all.standing[CLAIM_IS_FITTED], all.standing[CLAIM_IS_HARDWARE],
            all.standing[CLAIM_IS_VARIANT]);
    return all.claims > 0;
}

static void verdicts(const study *s, document *d)
{
    static const char *const header[] = {"Model",  "come out", "do not come out", "beside",
                                         "fitted", "hardware", "variants",        NULL};
    size_t count;
    const char **model = report_distinct(s, "/case/model", &count);
    if (report_claims(s, d) && model) {
        document_grid(d, "lrrrrrr", "Published statements on runs of each model");
        document_cells(d, header);
    }
    for (size_t i = 0; model && i < count; i++) {
        const claim_tally t = claims_tally(s, model[i]);
        if (t.claims == 0)
            continue;
        document_cell(d, "%s", model[i]);
        document_cell(d, "%zu", t.holds);
        document_cell(d, "%zu%s", t.fails, t.fails ? " ≠" : "");
        for (size_t k = CLAIM_IS_BESIDE; k < CLAIM_STANDINGS; k++)
            document_cell(d, "%zu", t.standing[k]);
    }
    free(model);
}

/* Of a model whose source estimates the largest step, and a run that was measured. */
static bool has_estimate(const study_case *c)
{
    return case_number(c, "/result/model/published_dt") > 0 && predicted_measured(c) > 0;
}

static void estimate_cells(const study_case *c, document *d)
{
    const double estimate = case_number(c, "/result/model/published_dt");
    const double predicted = predicted_number(c, "predicted_dt", PREDICTED_WORST);
    document_cell(d, "%s", case_text(c, "/case/model"));
    document_cell(d, "%s", case_simulation(c));
    document_cell(d, "%s", integrator_title(case_integrator(c)));
    document_real(d, 1e3 * estimate, 4);
    document_real(d, 1e3 * predicted, 4);
    document_real(d, 1e3 * predicted_measured(c), 4);
    document_cell(d, "%.3f", estimate / predicted_measured(c));
    document_cell(d, "%.3f", predicted / predicted_measured(c));
}

/* Model after model. */
static void estimates(const study *s, document *d)
{
    static const char *const header[] = {"Model",
                                         "Run",
                                         "Method",
                                         "estimate (ms)",
                                         "predicted (ms)",
                                         "measured (ms)",
                                         "estimate / measured",
                                         "predicted / measured",
                                         NULL};
    size_t count;
    const char **model = report_distinct(s, "/case/model", &count);
    case_list cases = study_select(s, "predict", has_estimate);
    if (model && cases.count > 0) {
        document_grid(d, "lllrrrrr",
                      "Largest stable step: the estimate of the model's source, predicted from the "
                      "linearised force, and measured (the middle of its bracket)");
        document_cells(d, header);
    }
    for (size_t i = 0; model && i < count; i++)
        for (size_t j = 0; j < cases.count; j++)
            if (strcmp(case_text(cases.item[j], "/case/model"), model[i]) == 0)
                estimate_cells(cases.item[j], d);
    free(cases.item);
    free(model);
}

static void write(report *r, FILE *out)
{
    document d = {0};
    verdicts(&r->study, &d);
    estimates(&r->study, &d);
    report_document(r, &d, out);
    report_marks(out);
    report_tables(r, "models", out);
}

static bool applies(const report *r)
{
    for (size_t i = 0; i < r->study.count; i++)
        if (claims_are_made(&r->study.item[i]) || drape_is_compared(&r->study.item[i]))
            return true;
    return false;
}

const section_type section_models = {
    .id = "models",
    .title = "Cloth models: said and measured",
    .write = write,
    .applies = applies,
};
