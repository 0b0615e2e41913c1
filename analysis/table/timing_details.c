/* What stands behind the times: the spread of their samples, and whether the machine was at rest.
 */
#include <string.h>

#include "analysis/quantities/timing.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

/* --- a row a part of a case's work --- */

typedef struct detail {
    const char *part;
    double vertices, samples, median, mad, low, high, outliers, waiting, others, steal, clock,
        switches;
    char warnings[128];
} detail;

static char *const *parts_of(const study_case *c)
{
    return case_texts(c, &column_sample_part, case_rows(c, &column_sample));
}

/* Without parts there is one, of no name. */
static bool begins(char *const *part, size_t row)
{
    return part ? timing_part_begins(part, row) : row == 0;
}

static size_t count_parts(const study_case *c)
{
    char *const *part = parts_of(c);
    size_t count = 0;
    for (size_t i = 0; i < case_rows(c, &column_sample); i++)
        count += begins(part, i);
    return count;
}

static const char *name_of_part(const study_case *c, size_t index)
{
    char *const *part = parts_of(c);
    size_t i = 0;
    while (!begins(part, i) || index-- > 0)
        i++;
    return part ? part[i] : "";
}

static bool read_detail(const table_row *row, void *made)
{
    detail *d = made;
    timing_samples s;
    d->part = name_of_part(row->c, row->index);
    if (!timing_samples_read(row->c, d->part, &s)) {
        study_miss(row->s);
        return false;
    }
    d->vertices = case_number(row->c, &column_nodes);
    d->samples = (double)s.count;
    d->median = s.median;
    d->mad = s.mad;
    d->low = s.likely.low;
    d->high = s.likely.high;
    d->outliers = (double)s.outliers;
    d->waiting = s.waiting;
    d->others = s.others;
    d->steal = s.steal;
    d->clock = s.clock;
    d->switches = s.switches;
    timing_warnings(row->c, &s, d->warnings, sizeof d->warnings);
    timing_samples_free(&s);
    return true;
}

static const column_traits is_time = {.quantity = "iteration_time"};

static const table_column detail_columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"vertices", "vertices", "", 0, 0, cell_made_count, AT(detail, vertices), NULL},
    {"part", "part", "", 0, 0, cell_made_text, AT(detail, part), NULL},
    {"samples", "samples", "", 0, 0, cell_made_count, AT(detail, samples), NULL},
    {"median_s", "median", "µs", 1e6, 4, cell_made_real, AT(detail, median), &is_time},
    {"mad_s", "deviation", "µs", 1e6, 4, cell_made_real, AT(detail, mad), &is_time},
    {"low_s", "from", "µs", 1e6, 4, cell_made_real, AT(detail, low), &is_time},
    {"high_s", "to", "µs", 1e6, 4, cell_made_real, AT(detail, high), &is_time},
    {"outliers", "outliers", "", 0, 0, cell_made_count, AT(detail, outliers), NULL},
    {"waiting_share", "waiting", "", 0, 3, cell_made_real, AT(detail, waiting), NULL},
    {"others_busy", "others busy", "", 0, 3, cell_made_real, AT(detail, others), NULL},
    {"steal_busy", "steal", "", 0, 3, cell_made_real, AT(detail, steal), NULL},
    {"clock_change", "clock", "", 0, 3, cell_made_real, AT(detail, clock), NULL},
    {"interruptions", "interruptions", "", 0, 0, cell_made_count, AT(detail, switches), NULL},
    {"warnings", "warnings", "", 0, 0, cell_made_words, AT(detail, warnings), NULL},
};

/* --- a row a sample, those of one part together --- */

typedef struct sample {
    const char *part, *outlier;
    double turn, start, seconds;
} sample;

static size_t count_samples(const study_case *c)
{
    return case_rows(c, &column_sample);
}

/* The row of the columns below /timing that is sample `index`. */
static size_t row_of_sample(const study_case *c, char *const *part, size_t index)
{
    const size_t rows = case_rows(c, &column_sample);
    for (size_t first = 0; part && first < rows; first++)
        for (size_t i = first; begins(part, first) && i < rows; i++)
            if (strcmp(part[i], part[first]) == 0 && index-- == 0)
                return i;
    return index;
}

static bool read_sample(const table_row *row, void *made)
{
    const study_case *c = row->c;
    const size_t rows = case_rows(c, &column_sample);
    char *const *part = parts_of(c);
    const size_t at = row_of_sample(c, part, row->index);
    const int64_t *turn = case_integers(c, &column_sample_turn, rows);
    const double *start = case_reals(c, &column_sample_start, rows);
    const double *seconds = case_reals(c, &column_sample, rows);
    bool apart;
    if (!seconds)
        return false;
    if (!timing_sample_is_apart(c, at, &apart)) {
        study_miss(row->s);
        return false;
    }
    *(sample *)made = (sample){.part = part ? part[at] : "",
                               .outlier = apart ? "yes" : "no",
                               .turn = turn ? (double)turn[at] : -1,
                               .start = start ? start[at] : TRAMA_NAN,
                               .seconds = seconds[at]};
    return true;
}

static const table_column sample_columns[] = {
    {.name = "experiment", .value = cell_experiment},
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"vertices", "vertices", "", 0, 0, cell_count, &column_nodes, NULL},
    {"part", "part", "", 0, 0, cell_made_text, AT(sample, part), NULL},
    {"turn", "turn", "", 0, 0, cell_made_count, AT(sample, turn), NULL},
    {"start_s", "start", "s", 1, 4, cell_made_real, AT(sample, start), NULL},
    {"seconds", "time", "µs", 1e6, 4, cell_made_real, AT(sample, seconds), &is_time},
    {"outlier", "outlier", "", 0, 0, cell_made_text, AT(sample, outlier), NULL},
};

const table_type table_timing_details = {
    .name = "timing_details",
    .title = "Processing times: spread, and state of the machine",
    .task = "timing",
    TABLE_COLUMNS(detail_columns),
    .row_count = count_parts,
    .read = read_detail,
    .row_size = sizeof(detail),
};

const table_type table_timing_samples = {
    .name = "timing_samples",
    .title = "Processing times: every sample",
    .task = "timing",
    TABLE_COLUMNS(sample_columns),
    .row_count = count_samples,
    .read = read_sample,
    .row_size = sizeof(sample),
};

const table_type table_cost_details = {
    .name = "cost_details",
    .title = "Break-down of processing times: spread, and state of the machine",
    .task = "cost",
    TABLE_COLUMNS(detail_columns),
    .row_count = count_parts,
    .read = read_detail,
    .row_size = sizeof(detail),
};
