/* Work and precision: the error of a method against the forces that it evaluates, a line a method,
 * and in the key the observed order with its interval and the stated one. */
#include "analysis/quantities/accuracy.h"

#include "analysis/plot/chart.h"

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
    .note = {{", ", accuracy_told_order}, {" ", accuracy_told_stated}},
}};

const plot_type plot_accuracy = {
    .name = "accuracy",
    .needs = "cases of the task accuracy",
    PLOT_CHARTS(forms),
    .fits_column = true,
    PLOT_CAPTIONS({"accuracy", "Error against cost",
                   "Of the positions at the end of a run; dotted: the reference's own error."}),
};
