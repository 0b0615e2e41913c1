/* Work and precision: the error of a method against the forces that it evaluates, a line a method,
 * and in the key the observed order with its interval and the stated one. */
#include "analysis/quantities/accuracy.h"

#include <math.h>
#include <string.h>

#include "analysis/plot/chart.h"

static void add_steps(chart_source *to, const study_case *c)
{
    const accuracy_steps steps = accuracy_steps_of(c);
    for (size_t i = 0; steps.evaluations && i < steps.count; i++) {
        chart_point p = chart_at((double)steps.evaluations[i], steps.rms[i]);
        p.word = "unstable";
        if (steps.evaluations[i] > 0 && !(steps.rms[i] <= 0))
            chart_add(to, NULL, p);
    }
}

/* An order is told of four fitted steps or more: through three, any curve is straight. */
static bool is_fitted(const study_case *c)
{
    const accuracy_steps steps = accuracy_steps_of(c);
    size_t fitted = 0;
    for (size_t i = 0; i < steps.count; i++)
        fitted += steps.fitted[i] != 0;
    return fitted >= 4 && !isnan(case_number(c, &column_order_observed));
}

/* "RK4, 4.01 ± 0.006 (4)"; in several panels the line has several orders. */
static void name_orders(chart *c)
{
    for (size_t i = 0; i < c->lines; i++) {
        const study_case *of = c->line[i].of;
        const double low = case_number(of, &column_order_low);
        const double half = (case_number(of, &column_order_high) - low) / 2;
        char order[64] = "", *title = c->line[i].title;
        if (!*title)
            snprintf(title, CHART_TITLE, "%s", case_method_title(of));
        if (c->panels == 1 && is_fitted(of))
            snprintf(order, sizeof order, isnan(low) ? ", %.2f" : ", %.2f ± %.1g",
                     case_number(of, &column_order_observed), half);
        const size_t used = strlen(title);
        snprintf(title + used, CHART_TITLE - used, "%s (%.0f)", order,
                 case_number(of, &column_order_stated));
    }
}

static const chart_form forms[] = {{
    .name = "accuracy",
    .task = "accuracy",
    .x = {.title = "Force evaluations", .scale = CHART_LOG},
    .y = {.title = "Error, r.m.s.", .unit = "m", .scale = CHART_LOG},
    .key = "observed order ± 95 % (stated):",
    .line = "method",
    .points = add_steps,
    /* where the reference's own error drowns the others */
    .guide = {{chart_level, .of = &column_reference_error_rms, .title = "error of the reference",
               .dash = 3, .of_panels = true}},
    .annotate = name_orders,
}};

const plot_type plot_accuracy = {
    .name = "accuracy",
    .needs = "cases of the task accuracy",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS({"accuracy", "Error against cost",
                   "Of the positions at the end of a run; dotted: the reference's own error."}),
};
