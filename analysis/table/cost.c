/* What an iteration costs: how it grows with the number of vertices, and what it is spent on. */
#include "analysis/quantities/cost.h"

#include <math.h>
#include <stdlib.h>

#include "analysis/quantities/timing.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* --- the law c N^p: a row an integrator, written when its first case is met --- */

static size_t place_of(const case_list *cases, const study_case *c)
{
    size_t i = 0;
    while (i < cases->count && cases->item[i] != c)
        i++;
    return i;
}

static bool begins_run(const case_list *cases, size_t i)
{
    return i == 0 || integrator_run(cases, i - 1) == i;
}

static void law_cells(const case_list *cases, size_t first, size_t end, data_table *out)
{
    power_law law = {TRAMA_NAN, TRAMA_NAN, {TRAMA_NAN, TRAMA_NAN}};
    double least = TRAMA_INFINITY, most = 0.0;
    for (size_t i = first; i < end; i++) {
        least = fmin(least, case_number(cases->item[i], &column_nodes));
        most = fmax(most, case_number(cases->item[i], &column_nodes));
    }
    cost_law_fit(cases, first, end, &law);
    data_text(out, case_integrator(cases->item[first]));
    data_count(out, (double)(end - first));
    data_count(out, least);
    data_count(out, most);
    data_real(out, law.c);
    data_real(out, law.p);
    data_real(out, law.p_interval.low);
    data_real(out, law.p_interval.high);
}

static void law_row(const study *s, const study_case *c, data_table *out)
{
    case_list cases = study_select(s, "timing", timing_is_of_a_law);
    const size_t i = place_of(&cases, c);
    if (i < cases.count && begins_run(&cases, i))
        law_cells(&cases, i, integrator_run(&cases, i), out);
    out->no_memory |= !cases.item;
    free(cases.item);
}

static const char *const law_columns[] = {
    "integrator", "sizes", "vertices_least", "vertices_most", "c_s", "p", "p_low", "p_high", NULL};

static void law_layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"Integrator", "Sizes",     "p",
                                         "95 % low",   "95 % high", "ns a vertex, smallest",
                                         "largest",    NULL};
    (void)s;
    document_paragraph(
        out, "Processor time of one iteration as c N^p of the number of vertices N, least "
             "squares of the logarithms of the medians; the interval is Student's.");
    document_grid(out, "lrrrrrr", "Growth of the cost with the number of vertices");
    document_cells(out, header);
    for (size_t i = 0, end; i < cases->count; i = end) {
        power_law law = {TRAMA_NAN, TRAMA_NAN, {TRAMA_NAN, TRAMA_NAN}};
        end = integrator_run(cases, i);
        cost_law_fit(cases, i, end, &law);
        document_cell(out, "%s", case_method_title(cases->item[i]));
        document_count(out, (double)(end - i));
        document_real(out, law.p, 4);
        document_real(out, law.p_interval.low, 4);
        document_real(out, law.p_interval.high, 4);
        const study_case *ends[2] = {cases->item[i], cases->item[i]};
        for (size_t j = i; j < end; j++) {
            const double nodes = case_number(cases->item[j], &column_nodes);
            if (nodes < case_number(ends[0], &column_nodes))
                ends[0] = cases->item[j];
            if (nodes > case_number(ends[1], &column_nodes))
                ends[1] = cases->item[j];
        }
        for (size_t e = 0; e < 2; e++)
            document_real(
                out, 1e9 * timing_processor_median(ends[e]) / case_number(ends[e], &column_nodes),
                3);
    }
}

const table_type table_cost_law = {
    .name = "cost_law",
    .title = "Cost of an iteration against the number of vertices",
    .task = "timing",
    .filter = timing_is_of_a_law,
    .column = law_columns,
    .printed = true,
    .rows = law_row,
    .layout = law_layout,
};

/* --- the break-down --- */

typedef struct breakdown {
    double evaluations; /* of the force, an iteration */
    double force;       /* s a call */
    double step, watched;
} breakdown;

static double median_of(const study_case *c, const char *part, bool *no_memory)
{
    timing_samples s;
    *no_memory |= !timing_samples_read(c, part, &s);
    const double median = *no_memory ? TRAMA_NAN : s.median;
    timing_samples_free(&s);
    return median;
}

static breakdown breakdown_of(const study_case *c, bool *no_memory)
{
    return (breakdown){case_number(c, &column_evaluations_per_iteration),
                       median_of(c, "force", no_memory), median_of(c, "step", no_memory),
                       median_of(c, "watched step", no_memory)};
}

static void breakdown_row(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    const breakdown b = breakdown_of(c, &out->no_memory);
    data_text(out, case_simulation(c));
    data_text(out, case_integrator(c));
    data_count(out, case_number(c, &column_nodes));
    data_real(out, b.evaluations);
    data_real(out, b.force);
    data_real(out, b.step);
    data_real(out, b.watched);
    data_real(out, b.evaluations * b.force / b.step);
    data_real(out, (b.step - b.evaluations * b.force) / b.step);
    data_real(out, (b.watched - b.step) / b.step);
}

static const char *const breakdown_columns[] = {
    "simulation", "integrator",  "vertices",     "force_evaluations", "force_s", "step_s",
    "watched_s",  "force_share", "method_share", "observers_share",   NULL};

static void percent_cell(double share, document *out)
{
    if (isnan(share))
        document_cell(out, "–");
    else
        document_cell(out, "%.0f", 100 * share);
}

static void breakdown_layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"Simulation", "Integrator", "Step (µs)", "Forces",
                                         "Method",     "Observers",  NULL};
    document_paragraph(out, "Forces, method and observers in per cent of a step without "
                            "observers. Method is what a step takes beyond its evaluations of the "
                            "force timed alone: a small number may be below nothing. Observers "
                            "are the detectors of a search.");
    document_grid(out, "llrrrr", "What an iteration's time is spent on");
    document_cells(out, header);
    for (size_t i = 0; i < cases->count; i++) {
        const breakdown b = breakdown_of(cases->item[i], &out->no_memory);
        const double forces = b.evaluations * b.force;
        char name[CASE_ROW];
        study_case_row(s, cases->item[i], true, name);
        document_cell(out, "%s", name);
        document_cell(out, "%s", case_method_title(cases->item[i]));
        if (case_ended(cases->item[i]))
            document_real(out, 1e6 * b.step, 3);
        else
            document_cell(out, "%s", case_status(cases->item[i]));
        percent_cell(forces / b.step, out);
        percent_cell((b.step - forces) / b.step, out);
        percent_cell((b.watched - b.step) / b.step, out);
    }
}

const table_type table_cost_breakdown = {
    .name = "cost_breakdown",
    .title = "What an iteration's time is spent on",
    .task = "cost",
    .column = breakdown_columns,
    .printed = true,
    .rows = breakdown_row,
    .layout = breakdown_layout,
};
