/* Accuracy against cost, and the orders that the errors show. */
#include "analysis/quantities/accuracy.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

#include <math.h>
#include <string.h>

/* --- accuracy: a row a time step. */

static void accuracy_rows(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    const accuracy_steps steps = accuracy_steps_of(c);
    for (size_t i = 0; i < steps.count; i++) {
        data_text(out, case_text(c, &column_case_experiment));
        data_text(out, case_integrator(c));
        data_real(out, steps.dt[i]);
        data_real(out, steps.rms[i]);
        data_real(out, steps.largest[i]);
        data_count(out, (double)steps.evaluations[i]);
        data_real(out, accuracy_seconds(&steps, i));
        data_text(out, steps.stable[i] ? "yes" : "no");
    }
}

static const char *const accuracy_columns[] = {"experiment",  "integrator",  "dt_s",
                                               "error_rms_m", "error_max_m", "evaluations",
                                               "seconds",     "stable",      NULL};

/* --- orders: a row a case. */

static void order_row(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    data_text(out, case_text(c, &column_case_experiment));
    data_text(out, case_integrator(c));
    data_count(out, case_number(c, &column_order_stated));
    data_real(out, case_number(c, &column_order_observed));
    data_real(out, case_number(c, &column_order_low));
    data_real(out, case_number(c, &column_order_high));
}

static size_t fitted(const accuracy_steps *steps)
{
    size_t count = 0;
    for (size_t i = 0; i < steps->count; i++)
        count += steps->fitted[i] != 0;
    return count;
}

static double smallest_error(const accuracy_steps *steps)
{
    double smallest = TRAMA_INFINITY;
    for (size_t i = 0; i < steps->count; i++)
        smallest = fmin(smallest, steps->rms[i]); /* passes over NaN */
    return isinf(smallest) ? TRAMA_NAN : smallest;
}

static void order_cells(const study *s, const study_case *c, document *out)
{
    char method[CASE_ROW];
    const accuracy_steps steps = accuracy_steps_of(c);
    const double low = case_number(c, &column_order_low);
    study_case_method(s, c, true, method);
    document_cell(out, "%s", method);
    document_count(out, case_number(c, &column_order_stated));
    if (case_ended(c))
        document_real(out, case_number(c, &column_order_observed), 4);
    else
        document_cell(out, "%s", case_status(c));
    if (isnan(low))
        document_cell(out, "–");
    else
        document_cell(out, "[%.3f, %.3f]", low, case_number(c, &column_order_high));
    document_count(out, (double)fitted(&steps));
    document_real(out, smallest_error(&steps), 2);
}

static bool seen_before(const case_list *cases, size_t i)
{
    const char *experiment = case_text(cases->item[i], &column_case_experiment);
    for (size_t j = 0; j < i; j++)
        if (strcmp(case_text(cases->item[j], &column_case_experiment), experiment) == 0)
            return true;
    return false;
}

/* " after 2 s", of the first case of the experiment that says so; empty if none came so far. */
static void print_end(const case_list *cases, size_t first, char *text, size_t size)
{
    const char *experiment = case_text(cases->item[first], &column_case_experiment);
    *text = '\0';
    for (size_t i = first; !*text && i < cases->count; i++) {
        const double end = case_number(cases->item[i], &column_accuracy_end);
        if (!isnan(end) &&
            strcmp(case_text(cases->item[i], &column_case_experiment), experiment) == 0)
            snprintf(text, size, " after %.4g s", end);
    }
}

static void order_grid(const study *s, const case_list *cases, size_t first, document *out)
{
    static const char *const header[] = {
        "Integrator", "stated", "observed", "95 % interval", "steps", "smallest error (m)", NULL};
    const study_case *c = cases->item[first];
    const char *experiment = case_text(c, &column_case_experiment);
    char caption[256], end[32];
    print_end(cases, first, end, sizeof end);
    snprintf(caption, sizeof caption, "%s: %s, order of the positions%s", experiment,
             case_simulation(c), end);
    document_grid(out, "lrrrrr", caption);
    document_cells(out, header);
    for (size_t i = first; i < cases->count; i++)
        if (strcmp(case_text(cases->item[i], &column_case_experiment), experiment) == 0)
            order_cells(s, cases->item[i], out);
}

static void order_layout(const study *s, const case_list *cases, document *out)
{
    document_paragraph(out, "steps: how many time steps the order is fitted to, those whose errors "
                            "follow one power and stand a hundred times above the reference's own "
                            "error. An interval needs three.");
    for (size_t i = 0; i < cases->count; i++)
        if (!seen_before(cases, i))
            order_grid(s, cases, i, out);
}

static const char *const order_columns[] = {"experiment", "integrator", "stated", "observed",
                                            "low",        "high",       NULL};

const table_type table_accuracy = {
    .name = "accuracy",
    .title = "Accuracy against cost",
    .task = "accuracy",
    .column = accuracy_columns,
    .rows = accuracy_rows,
};

const table_type table_orders = {
    .name = "orders",
    .title = "Observed order",
    .task = "accuracy",
    .column = order_columns,
    .printed = true,
    .rows = order_row,
    .layout = order_layout,
};
