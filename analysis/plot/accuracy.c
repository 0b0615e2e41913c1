/* Work and precision: the error of a method against the forces that it evaluates, a line a method,
 * and in the key the observed order with its interval and the stated one. */
#include "analysis/quantities/accuracy.h"

#include <math.h>

#include "analysis/plot/chart.h"

/* ", 4.01 ± 0.006 (4)"; in several panels the line has several orders. An order is told of four
 * fitted steps or more: through three, any curve is straight. */
static void tell_order(const chart *c, size_t line, char *text, size_t size)
{
    const study_case *of = c->line[line].of;
    const double order = case_number(of, &column_order_observed),
                 low = case_number(of, &column_order_low),
                 half = (case_number(of, &column_order_high) - low) / 2;
    char observed[64] = "";
    if (c->panels == 1 && accuracy_fitted(of) >= 4 && !isnan(order))
        snprintf(observed, sizeof observed, isnan(low) ? ", %.2f" : ", %.2f ± %.1g", order, half);
    snprintf(text, size, "%s (%.0f)", observed, case_number(of, &column_order_stated));
}

static const chart_form forms[] = {{
    .name = "accuracy",
    .task = "accuracy",
    .x = {.title = "Force evaluations", .column = &column_steps_evaluations, .scale = CHART_LOG},
    .y = {.title = "Error, r.m.s.",
          .unit = "m",
          .column = &column_steps_error_rms,
          .scale = CHART_LOG},
    .none = "unstable",
    .key = "observed order ± 95 % (stated):",
    .line = "method",
    /* where the reference's own error drowns the others */
    .guide = {{chart_level, .of = &column_reference_error_rms, .title = "error of the reference",
               .dash = 3, .of_panels = true}},
    .note = tell_order,
}};

const plot_type plot_accuracy = {
    .name = "accuracy",
    .needs = "cases of the task accuracy",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS({"accuracy", "Error against cost",
                   "Of the positions at the end of a run; dotted: the reference's own error."}),
};
