/* Cloth models: what is said of them and what came out. */
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/claims.h"
#include "analysis/report/report.h"

static void verdicts(const study *s, document *d)
{
    static const char *const header[] = {"Model",           "reproduced", "not reproduced",
                                         "without a bound", "fitted",     "other hardware",
                                         "variants",        NULL};
    size_t count;
    const char **model = report_distinct(s, &column_case_model, &count);
    document_grid(d, "lrrrrrr", "Published statements on runs of each model");
    document_cells(d, header);
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

static void write(report *r, FILE *out)
{
    document d = {0};
    if (claims_tally(&r->study, NULL).claims == 0)
        return;
    verdicts(&r->study, &d);
    report_document(r, &d, out);
    report_tables(r, "models", out);
}

const section_type section_models = {
    .id = "models",
    .title = "Cloth models: said and measured",
    .write = write,
};
