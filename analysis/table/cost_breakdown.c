/* What an iteration's time is spent on. */
#include "analysis/quantities/timing.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

static double median_of(const study *s, const study_case *c, const char *part)
{
    timing_samples samples;
    const bool read = timing_samples_read(c, part, &samples);
    const double median = read ? samples.median : TRAMA_NAN;
    if (!read)
        study_miss(s);
    timing_samples_free(&samples);
    return median;
}

/* `of`: the part's name. */
static void median(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_real(cell, median_of(row->s, row->c, column->of));
    cell->word = case_ended(row->c) ? NULL : case_status(row->c);
}

static double forces(const study *s, const study_case *c)
{
    return case_number(c, &column_evaluations_per_iteration) * median_of(s, c, "force");
}

static double force_share(const study *s, const study_case *c)
{
    return forces(s, c) / median_of(s, c, "step");
}

static double method_share(const study *s, const study_case *c)
{
    const double step = median_of(s, c, "step");
    return (step - forces(s, c)) / step;
}

static double observers_share(const study *s, const study_case *c)
{
    const double step = median_of(s, c, "step");
    return (median_of(s, c, "watched step") - step) / step;
}

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"vertices", "vertices", .value = cell_count, .of = &column_nodes},
    {.name = "force_evaluations", .value = cell_real, .of = &column_evaluations_per_iteration},
    {.name = "force_s", .value = median, .of = "force"},
    {"step_s", "step", "µs", 1e6, 3, median, "step", NULL},
    {.name = "watched_s", .value = median, .of = "watched step"},
    {"force_share", "forces", "%", 100, 2, cell_number_by, NUMBER(force_share), NULL},
    {"method_share", "method", "%", 100, 2, cell_number_by, NUMBER(method_share), NULL},
    {"observers_share", "observers", "%", 100, 2, cell_number_by, NUMBER(observers_share), NULL},
};

const table_type table_cost_breakdown = {
    .name = "cost_breakdown",
    .title = "What an iteration's time is spent on",
    .task = "cost",
    TABLE_COLUMNS(columns),
    .printed = true,
    .intro = "Forces, method and observers in per cent of a step without observers. "
             "Method is what a step takes beyond its evaluations of the force timed "
             "alone: a small number may be below nothing. Observers are the "
             "detectors of a search.",
};
