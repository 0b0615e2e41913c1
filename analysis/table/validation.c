/* What models measure against reference, on finer and finer grids: the error of each grid, the
 * order at which a model approaches its limit, and the error of that limit. */
#include "analysis/quantities/refinement.h"

#include <math.h>
#include <string.h>

#include "analysis/table/table.h"
#include "core/numbers.h"

static double error_of(double measured, double reference)
{
    return reference == 0.0 ? measured : measured / reference - 1.0;
}

/* "heavy-elastica", or with several quantities "roll-up, gauge_normal". */
static void name_case(const study_case *c, const refined_value *v, char *text, size_t size)
{
    const bool answers = comparison_answers(case_block(c), v->quantity);
    const char *experiment = case_text(c, &column_case_experiment);
    if (answers)
        snprintf(text, size, "%s", experiment);
    else
        snprintf(text, size, "%s, %s", experiment, v->quantity);
}

static void name_cells(const study_case *c, const refined_value *v, data_table *out)
{
    char text[256];
    data_text(out, case_simulation(c));
    name_case(c, v, text, sizeof text);
    data_text(out, text);
    refinement_parameter(c, text, sizeof text);
    data_text(out, text);
}

static bool is_finest(const study_case *c, const refinement *r)
{
    return r->count > 0 && refinement_points(c) == r->points[r->count - 1];
}

/* The finest grid has the order, and a row for the limit. */
static void rows_of(const study *s, const study_case *c, data_table *out)
{
    refined_value v;
    for (size_t i = 0; refinement_value(s, c, i, &v); i++) {
        const refinement r = refinement_of(s, c, v.quantity);
        const bool last = is_finest(c, &r);
        name_cells(c, &v, out);
        data_count(out, refinement_points(c));
        data_real(out, v.measured);
        data_real(out, v.reference);
        data_real(out, error_of(v.measured, v.reference));
        data_real(out, last ? r.order : TRAMA_NAN);
        if (!last || isnan(r.limit))
            continue;
        name_cells(c, &v, out);
        data_text(out, "inf");
        data_real(out, r.limit);
        data_real(out, v.reference);
        data_real(out, error_of(r.limit, v.reference));
        data_real(out, r.order);
    }
}

/* --- for people --- */

static void percent_cell(double share, document *out)
{
    if (isnan(share))
        document_cell(out, "–");
    else
        document_cell(out, "%+.2f %%", 100.0 * share);
}

static void errors_cell(const refinement *r, double reference, document *out)
{
    char text[200] = "";
    size_t used = 0;
    for (size_t i = 0; i < r->count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%+.2f", i ? ", " : "",
                                 100.0 * error_of(r->measured[i], reference));
    document_cell(out, "%s", isnan(reference) ? "–" : text);
}

/* "11, 21, 41" */
static void points_cell(const refinement *r, document *out)
{
    char text[100] = "";
    size_t used = 0;
    for (size_t i = 0; i < r->count && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%.0f", i ? ", " : "",
                                 r->points[i]);
    document_cell(out, "%s", text);
}

static void series_cells(const study *s, const study_case *c, const refined_value *v, document *out)
{
    char text[256];
    const refinement r = refinement_of(s, c, v->quantity);
    if (!is_finest(c, &r))
        return;
    document_cell(out, "%s", case_simulation(c));
    name_case(c, v, text, sizeof text);
    document_cell(out, "%s", text);
    refinement_parameter(c, text, sizeof text);
    document_cell(out, "%s", text);
    points_cell(&r, out);
    document_real(out, v->measured, 5);
    document_real(out, v->reference, 5);
    errors_cell(&r, v->reference, out);
    if (v->made.verdict == VERDICT_REPRODUCED)
        document_agrees(out);
    document_real(out, r.order, 2);
    percent_cell(error_of(r.limit, v->reference), out);
    document_real(out,
                  refinement_number(c) / refinement_equivalent(&v->made.published, isnan(r.limit)
                                                                                       ? v->measured
                                                                                       : r.limit),
                  3);
}

static void layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"Model",         "Case",      "Parameter",  "Points",
                                         "measured",      "reference", "errors (%)", "order",
                                         "limit's error", "worth",     NULL};
    refined_value v;
    document_paragraph(
        out, "Measured on the finest grid; errors on all grids, from coarse to fine. Order: of the "
             "approach to the model's own limit, by the three finest grids; the limit's error is "
             "Richardson's. Worth: the case's parameter over the one whose reference the limit is: "
             "of a load over a stiffness, that stiffness over the one that the model is said to "
             "have.");
    (void)cases;
    for (size_t e = 0; e < s->experiments; e++) {
        bool begun = false;
        for (size_t i = 0; i < s->count; i++) {
            const study_case *c = &s->item[i];
            if (c->of != s->experiment[e] || !refinement_is_asked(c))
                continue;
            if (!begun) {
                document_grid(out, "lllrrrrrrr", case_block(c)->question);
                document_cells(out, header);
            }
            begun = true;
            for (size_t k = 0; refinement_value(s, c, k, &v); k++)
                series_cells(s, c, &v, out);
        }
    }
}

static const char *const columns[] = {"model",     "case",  "parameter", "points", "measured",
                                      "reference", "error", "order",     NULL};

const table_type table_validation = {
    .name = "validation",
    .title = "Models against reference",
    .filter = refinement_is_asked,
    .column = columns,
    .complete = true,
    .printed = true,
    .rows = rows_of,
    .layout = layout,
};
