/* Advice: what every method can do on a scene, and what it costs. */
#include "analysis/quantities/advice.h"

#include <string.h>

#include "analysis/table/table.h"
#include "core/numbers.h"

static bool has_advice(const study_case *c)
{
    return advice_methods_of(c).count > 0;
}

static void advice_rows(const study *s, const study_case *c, data_table *out)
{
    const advice_methods m = advice_methods_of(c);
    (void)s;
    for (size_t i = 0; i < m.count; i++) {
        data_text(out, case_simulation(c));
        data_text(out, m.name[i]);
        data_text(out, m.limit[i]);
        data_real(out, m.dt_start[i]);
        data_real(out, m.dt[i]);
        data_real(out, m.step[i]);
        data_real(out, m.error_limit[i]);
        data_real(out, m.error[i]);
        data_real(out, m.cost[i]);
        data_real(out, m.cost_second[i]);
        data_real(out, m.check_stable[i]);
        data_real(out, m.check_unstable[i]);
        data_real(out, advice_ratio(&m, i));
        data_text(out, i == m.own ? "own" : "");
        data_text(out, i == m.recommended ? "recommended" : "");
        data_text(out, case_text(c, &column_without));
        data_text(out, m.note[i]);
    }
}

static void method_row(const study_case *c, const advice_methods *m, size_t i, document *out)
{
    char title[96];
    integrator_title(m->name[i], title, sizeof title);
    document_cell(out, "%s", case_simulation(c));
    document_cell(out, "%s%s", title,
                  i == m->recommended ? ", recommended"
                  : i == m->own       ? ", its own"
                                      : "");
    document_cell(out, "%s", m->limit[i]);
    document_real(out, 1e3 * m->dt_start[i], 4);
    document_real(out, 1e3 * m->dt[i], 4);
    document_real(out, 1e3 * m->step[i], 4);
    document_real(out, 1e3 * m->error[i], 4);
    document_real(out, 1e6 * m->cost[i], 4);
    document_real(out, 1e3 * m->cost_second[i], 4);
    document_bracket(out, 1e3 * m->check_stable[i], 1e3 * m->check_unstable[i], 4);
    document_real(out, advice_ratio(m, i), 3);
}

static void advice_layout(const study *s, const case_list *cases, document *out)
{
    static const char *const header[] = {"Scene",        "Method",        "limit",
                                         "start (ms)",   "worst (ms)",    "advised (ms)",
                                         "error (mm)",   "a step (µs)",   "a second (ms)",
                                         "bracket (ms)", "worst/bracket", NULL};
    (void)s;
    document_paragraph(
        out, "start, worst: the largest step as predicted at the start and at the worst state of a "
             "short run. advised: a share of it, halved until the accuracy that was asked for is "
             "kept; error: there, r.m.s., after the comparison. limit: grows, the method grows at "
             "every step; none, accuracy decides alone.");
    document_grid(out, "lllrrrrrrrr", "Advice on the time step");
    document_cells(out, header);
    for (size_t k = 0; k < cases->count; k++) {
        const advice_methods m = advice_methods_of(cases->item[k]);
        for (size_t i = 0; i < m.count; i++)
            method_row(cases->item[k], &m, i, out);
    }
}

static const char *const columns[] = {"simulation",     "method",
                                      "limit",          "dt_start_s",
                                      "dt_s",           "step_s",
                                      "error_limit_m",  "error_m",
                                      "cost_step_s",    "cost_second_s",
                                      "check_stable_s", "check_unstable_s",
                                      "ratio",          "own",
                                      "recommended",    "without",
                                      "note",           NULL};

const table_type table_advice = {
    .name = "advice",
    .title = "Advice on the time step",
    .task = "advice",
    .filter = has_advice,
    .column = columns,
    .printed = true,
    .rows = advice_rows,
    .layout = advice_layout,
};
