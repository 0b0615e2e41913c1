/* Processing times, beside published ones. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/rests.h"
#include "analysis/quantities/timing.h"
#include "analysis/read/coordinates.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* Times of other machines compare by their ratios alone; further off than this is a difference. */
static const double same_ratio = 0.2;

typedef struct times {
    double ti;         /* s per iteration, median of the samples */
    interval ti_range; /* 95 % */
    double te;         /* s to equilibrium: ti x iterations, */
} times;

static times times_of(const study *s, const study_case *c)
{
    const double ti = timing_median(c);
    return (times){ti, timing_interval(c), ti * rests_iterations(rests_of(s), c)};
}

static void timing_row(const study *s, const study_case *c, data_table *out)
{
    const times t = times_of(s, c);
    data_text(out, case_simulation(c));
    data_text(out, case_integrator(c));
    data_count(out, case_number(c, &column_nodes));
    data_real(out, t.ti);
    data_real(out, t.ti_range.low);
    data_real(out, t.ti_range.high);
    data_real(out, case_published(c, "iteration_time"));
    data_real(out, t.te);
    data_real(out, case_published(c, "rest_time"));
    data_real(out, case_number(c, &column_evaluations_per_iteration));
}

/* For people: one table a method; simulation, vertices, Ti, Te. */

typedef struct view {
    const study *s;
    const case_list *cases;
    coordinates apart; /* of the cases, but for their methods */
} view;

/* The case under the first method listed that differs in its method alone: what costs are compared
 * with. NULL: there is none. */
static const study_case *yardstick(const view *v, size_t i)
{
    const study_case *c = v->cases->item[i];
    for (size_t k = 0; k < integrator_run(v->cases, 0); k++) {
        const study_case *first = v->cases->item[k];
        if (strcmp(case_simulation(first), case_simulation(c)) == 0 &&
            case_number(first, &column_nodes) == case_number(c, &column_nodes) &&
            coordinates_agree(&v->apart, k, i))
            return first;
    }
    return NULL;
}

static void ratio_cells(const view *v, size_t i, document *out)
{
    const study_case *c = v->cases->item[i], *first = yardstick(v, i);
    const double measured = first ? timing_median(c) / timing_median(first) : TRAMA_NAN;
    const double published =
        first ? case_published(c, "iteration_time") / case_published(first, "iteration_time")
              : TRAMA_NAN;
    const bool differs = fabs(measured / published - 1) > same_ratio;
    if (isnan(measured))
        document_cell(out, "–");
    else
        document_cell(out, "%.2f%s", measured, differs ? " ≠" : "");
    if (fabs(measured / published - 1) <= same_ratio)
        document_agrees(out);
    if (isnan(published))
        document_cell(out, "–");
    else
        document_cell(out, "%.2f", published);
}

/* Whether the machine was at rest while a case was timed. */
static bool is_quotable(const study_case *c, bool *no_memory)
{
    timing_samples samples;
    char warnings[128] = "";
    if (timing_samples_read(c, "", &samples))
        timing_warnings(c, &samples, warnings, sizeof warnings);
    else
        *no_memory = true;
    timing_samples_free(&samples);
    return warnings[0] == '\0';
}

static void ti_cell(const times *t, const study_case *c, document *out)
{
    if (isnan(t->ti))
        document_cell(out, "%s", case_ended(c) ? "–" : case_status(c));
    else
        document_cell(out, "%.4g [%.4g, %.4g]%s", 1e6 * t->ti, 1e6 * t->ti_range.low,
                      1e6 * t->ti_range.high, is_quotable(c, &out->no_memory) ? "" : " †");
}

static void times_row(const view *v, size_t i, document *out)
{
    const study_case *c = v->cases->item[i];
    const times t = times_of(v->s, c);
    char name[CASE_ROW];
    study_case_row(v->s, c, true, name);
    document_cell(out, "%s", name);
    document_count(out, case_number(c, &column_nodes));
    ti_cell(&t, c, out);
    document_real(out, case_published(c, "iteration_time"), 7);
    ratio_cells(v, i, out);
    document_real(out, t.te, 3);
    document_real(out, case_published(c, "rest_time"), 4);
}

/* "1 evaluation", "3 to 4.5 evaluations": they belong to the method, or nearly so. */
static void evaluations_text(const case_list *cases, size_t first, size_t end, char *text,
                             size_t size)
{
    double least = TRAMA_INFINITY, most = 0.0;
    for (size_t i = first; i < end; i++) {
        const double own = case_number(cases->item[i], &column_evaluations_per_iteration);
        least = fmin(least, own);
        most = fmax(most, own);
    }
    if (least > most)
        snprintf(text, size, "an unknown number of evaluations");
    else if (least < most)
        snprintf(text, size, "%.4g to %.4g evaluations", least, most);
    else
        snprintf(text, size, "%.4g evaluation%s", most, most == 1.0 ? "" : "s");
}

static void method_table(const view *v, size_t first, size_t end, document *out)
{
    static const char *const header[] = {
        "Simulation",        "Vertices",           "Tᵢ, measured (µs)",
        "Tᵢ, published (s)", "relative, measured", "relative, published",
        "Tₑ (s), measured",  "Tₑ (s), published",  NULL};
    const study_case *c = v->cases->item[first];
    const char *table = case_published_cell(c, "iteration_time", "table");
    char caption[256], evaluations[64];
    evaluations_text(v->cases, first, end, evaluations, sizeof evaluations);
    snprintf(caption, sizeof caption, "%s: processing times%s%s%s; %s of the force an iteration",
             case_method_title(c), table[0] ? " (published: table " : "", table,
             table[0] ? ")" : "", evaluations);
    document_grid(out, "lrrrrrrr", caption);
    document_cells(out, header);
    for (size_t i = first; i < end; i++)
        times_row(v, i, out);
}

/* "S1 1e-07 m, S4 edge level": the criterion behind each Te, once of a simulation. */
static void criteria_note(const study *s, const case_list *cases, document *out)
{
    char text[512] = "", last[160] = "";
    size_t used = 0;
    for (size_t i = 0; i < integrator_run(cases, 0); i++) {
        const equilibrium_choice *choice = rests_find(rests_of(s), cases->item[i]).choice;
        char value[32] = "none", one[160];
        if (!choice)
            continue;
        if (choice->stands)
            equilibrium_criterion_text(choice, value, sizeof value);
        snprintf(one, sizeof one, "%.120s %s", case_simulation(cases->item[i]), value);
        if (strcmp(one, last) == 0)
            continue;
        memcpy(last, one, sizeof last);
        const int length = snprintf(text + used, sizeof text - used, "%s%s", used ? ", " : "", one);
        if (length > 0 && used + (size_t)length < sizeof text)
            used += (size_t)length;
    }
    document_paragraph(out,
                       "Tₑ is Tᵢ times the iterations to equilibrium by the best-fitting criterion "
                       "of each simulation: %s.",
                       used ? text : "none was measured");
}

static void timing_layout(const study *s, const case_list *cases, document *out)
{
    const study_case *c = cases->item[0];
    document_paragraph(
        out,
        "Tᵢ: one iteration, median and its 95 %% bootstrap interval. Measured on %s, %s. The "
        "published times are of other hardware: no evidence, only their ratios are compared. "
        "relative: Tᵢ over that of %s.",
        case_text(c, &column_run_cpu), case_text(c, &column_run_compiler), case_method_title(c));
    document_mark(out, "≠: further than 20 %% from the published ratio.");
    document_mark(out, "†: the machine was not at rest (timing_details says how): no time to "
                       "quote.");
    criteria_note(s, cases, out);
    view v = {.s = s, .cases = cases};
    out->no_memory |= !coordinates_make(cases, &coordinate_method, &v.apart);
    for (size_t i = 0, end; !out->no_memory && i < cases->count; i = end) {
        end = integrator_run(cases, i);
        method_table(&v, i, end, out);
    }
    coordinates_free(&v.apart);
}

static const char *const timing_columns[] = {
    "simulation", "integrator",     "vertices", "ti_s",           "ti_low_s",
    "ti_high_s",  "published_ti_s", "te_s",     "published_te_s", "force_evaluations",
    NULL};

const table_type table_timing = {
    .name = "timing",
    .title = "Processing times",
    .task = "timing",
    .filter = timing_is_of_a_simulation,
    .column = timing_columns,
    .printed = true,
    .rows = timing_row,
    .layout = timing_layout,
};
