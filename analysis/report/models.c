/* Cloth models: what is said of them and what came out, and the limits that their sources estimate.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/claims.h"
#include "analysis/quantities/predictions.h"
#include "analysis/report/report.h"
#include "analysis/table/column.h"

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

static void cell_estimate(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_real(cell, predicted_by_source(row->c));
}

static void cell_predicted(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_real(cell, predicted_number(row->c, &column_predicted_dt, PREDICTED_WORST));
}

static void cell_measured(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_real(cell, predicted_measured(row->c));
}

/* Of one of them, over what was measured. */
static void cell_ratio(const table_row *row, const table_column *column, table_cell *cell)
{
    table_value *const value = column->of ? cell_predicted : cell_estimate;
    value(row, column, cell);
    cell_set_real(cell, cell->value / predicted_measured(row->c));
}

static const table_column columns[] = {
    {.heading = "Model", .value = cell_text, .of = &column_case_model},
    {.heading = "Run", .value = cell_simulation},
    {.heading = "Method", .value = cell_method},
    {NULL, "estimate", "ms", 1e3, 4, cell_estimate, NULL, NULL},
    {NULL, "predicted", "ms", 1e3, 4, cell_predicted, NULL, NULL},
    {NULL, "measured", "ms", 1e3, 4, cell_measured, NULL, NULL},
    {NULL, "estimate / measured", NULL, 1, 4, cell_ratio, NULL, NULL},
    {NULL, "predicted / measured", NULL, 1, 4, cell_ratio, &column_predicted_dt, NULL},
};

static int by_model(const void *left, const void *right)
{
    const table_row *a = left, *b = right;
    const int order =
        strcmp(case_text(a->c, &column_case_model), case_text(b->c, &column_case_model));
    return order ? order : (a->c > b->c) - (a->c < b->c);
}

static void estimates(const study *s, document *d)
{
    case_list cases = study_select(s, "predict", has_estimate);
    table_row *row = calloc(cases.count + 1, sizeof *row);
    for (size_t i = 0; row && i < cases.count; i++)
        row[i] = (table_row){.s = s, .c = cases.item[i]};
    if (row && cases.count > 0) {
        qsort(row, cases.count, sizeof *row, by_model);
        columns_grid(columns, sizeof columns / sizeof *columns, row, cases.count,
                     "Largest stable step: the estimate of the model's source, predicted from the "
                     "linearised force, and measured (the middle of its bracket)",
                     d);
    }
    d->no_memory |= !row;
    free(row);
    free(cases.item);
}

static bool is_told(const report *r)
{
    for (size_t i = 0; i < r->study.count; i++)
        if (claims_are_made(&r->study.item[i]))
            return true;
    return false;
}

static void write(report *r, FILE *out)
{
    document d = {0};
    if (!is_told(r))
        return;
    verdicts(&r->study, &d);
    estimates(&r->study, &d);
    report_document(r, &d, out);
    report_marked_tables(r, "models", out);
}

const section_type section_models = {
    .id = "models",
    .title = "Cloth models: said and measured",
    .write = write,
};
