/* Cloth models: what is said of them and what came out, and the limits that their sources estimate.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/claims.h"
#include "analysis/quantities/predictions.h"
#include "analysis/report/report.h"
#include "core/numbers.h"

static void verdicts(const study *s, document *d)
{
    static const char *const header[] = {"Model",           "reproduced", "not reproduced",
                                         "without a bound", "fitted",     "other hardware",
                                         "variants",        NULL};
    size_t count;
    const char **model = report_distinct(s, &column_case_model, &count);
    if (claims_tally(s, NULL).claims > 0 && model) {
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

/* The source of the model estimates the largest step, and the case was measured. */
static bool has_estimate(const study_case *c)
{
    return predicted_by_source(c) > 0 && predicted_measured(c) > 0;
}

static void estimate_cells(const study_case *c, document *d)
{
    const double estimate = predicted_by_source(c);
    const double predicted = predicted_number(c, &column_predicted_dt, PREDICTED_WORST);
    document_cell(d, "%s", case_text(c, &column_case_model));
    document_cell(d, "%s", case_simulation(c));
    document_cell(d, "%s", case_method_title(c));
    document_real(d, 1e3 * estimate, 4);
    document_real(d, 1e3 * predicted, 4);
    document_real(d, 1e3 * predicted_measured(c), 4);
    document_ratio(d, estimate / predicted_measured(c), TRAMA_INFINITY);
    document_ratio(d, predicted / predicted_measured(c), TRAMA_INFINITY);
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
    const char **model = report_distinct(s, &column_case_model, &count);
    case_list cases = study_select(s, "predict", has_estimate);
    if (model && cases.count > 0) {
        document_grid(d, "lllrrrrr",
                      "Largest stable step: the estimate of the model's source, predicted from the "
                      "linearised force, and measured (the middle of its bracket)");
        document_cells(d, header);
    }
    for (size_t i = 0; model && i < count; i++)
        for (size_t j = 0; j < cases.count; j++)
            if (strcmp(case_text(cases.item[j], &column_case_model), model[i]) == 0)
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
    report_marked_tables(r, "models", out);
}

static bool applies(const report *r)
{
    for (size_t i = 0; i < r->study.count; i++)
        if (claims_are_made(&r->study.item[i]))
            return true;
    return false;
}

const section_type section_models = {
    .id = "models",
    .title = "Cloth models: said and measured",
    .write = write,
    .applies = applies,
};
