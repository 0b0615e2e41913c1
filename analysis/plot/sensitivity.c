/* How each largest stable step answers to a varied assumption: simulations and their integrators
 * against varied values, a cell for each, which tells the step and whether it is the unvaried one.
 */
#include <math.h>

#include "analysis/plot/chart.h"
#include "analysis/quantities/limits.h"
#include "core/numbers.h"
#include "core/text.h"

enum { UNCHANGED, SMALLER, LARGER, NO_STEP, NO_RESULT, TINTS };
static const chart_tint tints[TINTS] = {[UNCHANGED] = {0xe8e8e8, "unchanged"},
                                        [SMALLER] = {0xf0b27a, "smaller"},
                                        [LARGER] = {0x9ec9e8, "larger"},
                                        [NO_STEP] = {0xcc79a7, "no step is stable"},
                                        [NO_RESULT] = {0xb8b8b8, "no result"}};

static size_t tint_of(const study *s, const study_case *c)
{
    const double change = limit_change(s, c);
    return !case_ended(c)                             ? NO_RESULT
           : isnan(case_number(c, &column_dt_stable)) ? NO_STEP
           : isnan(change) || change == 0.0           ? UNCHANGED
           : change < 0                               ? SMALLER
                                                      : LARGER;
}

/* "mass × 0.8"; a name stands by itself. */
static const char *variation(const study_case *c, const void *of, char room[PARTITION_TEXT])
{
    const char *varied = limit_varied(c), *by = limit_varied_by(c);
    double value;
    const bool number = trama_read_real(by, -TRAMA_INFINITY, TRAMA_INFINITY, &value);
    (void)of;
    snprintf(room, PARTITION_TEXT, number ? "%s × %s" : "%s: %s", varied, by);
    return limit_is_unvaried(c) ? "as it is" : room;
}

static const chart_form forms[] = {{
    .name = "sensitivity",
    .task = "stable_step",
    .filter = limit_is_varied,
    .y = {.title = "Largest stable time step",
          .unit = "s",
          .measure = "dt_stable",
          .column = &column_dt_stable},
    .own = {.name = variation, .at_least = limit_is_censored, .tint = tint_of},
    .line = "method",
    .part = partition_subject,
    .together = true,
    .tints = tints,
    .tint_count = TINTS,
    .order = limit_variation_order,
}};

const plot_type plot_sensitivity = {
    .name = "sensitivity",
    .needs = "cases of the task stable_step whose study varies one assumption at a time",
    PLOT_CHARTS(forms),
    PLOT_CAPTIONS(
        {"sensitivity", "Largest stable time step with one assumed value varied at a time", NULL}),
};
