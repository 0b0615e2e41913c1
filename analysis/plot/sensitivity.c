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

/* "mass × 0.8"; a name stands by itself. */
static void variation_text(const study_case *c, char *text, size_t size)
{
    const char *varied = limit_varied(c), *by = limit_varied_by(c);
    double value;
    const bool number = trama_read_real(by, -TRAMA_INFINITY, TRAMA_INFINITY, &value);
    snprintf(text, size,
             limit_is_unvaried(c) ? "as it is"
             : number             ? "%s × %s"
                                  : "%s: %s",
             varied, by);
}

static void add_cell(chart_source *to, const study_case *c)
{
    char name[DATUM_TEXT];
    const double change = limit_change(to->to->s, c);
    variation_text(c, name, sizeof name);
    chart_point p = chart_at(chart_name_at(to->to, name), case_number(c, &column_dt_stable));
    p.at_least = limit_is_censored(c);
    p.tint = !case_ended(c)                   ? NO_RESULT
             : isnan(p.y)                     ? NO_STEP
             : isnan(change) || change == 0.0 ? UNCHANGED
             : change < 0                     ? SMALLER
                                              : LARGER;
    chart_add(to, case_simulation(c), p);
}

static bool keeps(const study *s, const study_case *c, const void *context)
{
    (void)s, (void)context;
    return limit_is_varied(c);
}

static const chart_form forms[] = {{
    .name = "sensitivity",
    .task = "stable_step",
    .keeps = keeps,
    .y = {.title = "Largest stable time step", .unit = "s", .measure = "dt_stable"},
    .line = "method",
    .points = add_cell,
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
