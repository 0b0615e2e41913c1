/* What stands behind the times: the spread of their samples, and whether the machine was at rest.
 */
#include <stdlib.h>
#include <string.h>

#include "analysis/quantities/timing.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* What tells the case from others. */
static void name_cells(const study_case *c, const char *part, data_table *out)
{
    data_text(out, case_text(c, &column_case_experiment));
    data_text(out, case_simulation(c));
    data_text(out, case_integrator(c));
    data_count(out, case_number(c, &column_nodes));
    data_text(out, part);
}

static void detail_row(const study_case *c, const char *part, const timing_samples *s,
                       data_table *out)
{
    char warnings[128];
    timing_warnings(c, s, warnings, sizeof warnings);
    name_cells(c, part, out);
    data_count(out, (double)s->count);
    data_real(out, s->median);
    data_real(out, s->mad);
    data_real(out, s->likely.low);
    data_real(out, s->likely.high);
    data_count(out, (double)s->outliers);
    data_real(out, s->waiting);
    data_real(out, s->others);
    data_real(out, s->steal);
    data_real(out, s->clock);
    data_count(out, s->switches);
    data_text(out, warnings);
}

static void sample_rows(const study_case *c, const char *part, const timing_samples *s,
                        data_table *out)
{
    const size_t rows = case_rows(c, &column_sample);
    const int64_t *turn = case_integers(c, &column_sample_turn, rows);
    const double *start = case_reals(c, &column_sample_start, rows);
    for (size_t i = 0; i < s->count; i++) {
        name_cells(c, part, out);
        data_count(out, turn ? (double)turn[s->row[i]] : -1);
        data_real(out, start ? start[s->row[i]] : TRAMA_NAN);
        data_real(out, s->seconds[i]);
        data_text(out, s->apart[i] ? "yes" : "no");
    }
}

typedef void part_rows(const study_case *c, const char *part, const timing_samples *s,
                       data_table *out);

static void each_part(const study_case *c, part_rows *rows, data_table *out)
{
    const size_t count = case_rows(c, &column_sample);
    char *const *part = case_texts(c, &column_sample_part, count);
    for (size_t i = 0; i < count; i++) {
        timing_samples s;
        if (part ? !timing_part_begins(part, i) : i > 0)
            continue;
        const char *name = part ? part[i] : "";
        if (timing_samples_read(c, name, &s))
            rows(c, name, &s, out);
        else
            out->no_memory = true;
        timing_samples_free(&s);
    }
}

static void details(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    each_part(c, detail_row, out);
}

static void raw(const study *s, const study_case *c, data_table *out)
{
    (void)s;
    each_part(c, sample_rows, out);
}

static const char *const detail_columns[] = {
    "experiment",  "simulation", "integrator",   "vertices",      "part",     "samples",
    "median_s",    "mad_s",      "low_s",        "high_s",        "outliers", "waiting_share",
    "others_busy", "steal_busy", "clock_change", "interruptions", "warnings", NULL};

static const char *const sample_columns[] = {"experiment", "simulation", "integrator", "vertices",
                                             "part",       "turn",       "start_s",    "seconds",
                                             "outlier",    NULL};

const table_type table_timing_details = {
    .name = "timing_details",
    .title = "Processing times: spread, and state of the machine",
    .task = "timing",
    .column = detail_columns,
    .rows = details,
};

const table_type table_timing_samples = {
    .name = "timing_samples",
    .title = "Processing times: every sample",
    .task = "timing",
    .column = sample_columns,
    .rows = raw,
};

const table_type table_cost_details = {
    .name = "cost_details",
    .title = "Break-down of processing times: spread, and state of the machine",
    .task = "cost",
    .column = detail_columns,
    .rows = details,
};
