/* What an iteration's time is spent on. */
#include "analysis/quantities/timing.h"
#include "analysis/table/table.h"
#include "core/numbers.h"

static double median_of(const table_row *row, const char *part)
{
    timing_samples s;
    const bool read = timing_samples_read(row->c, part, &s);
    const double median = read ? s.median : TRAMA_NAN;
    if (!read)
        study_miss(row->s);
    timing_samples_free(&s);
    return median;
}

/* `of`: the part's name. */
static void median(const table_row *row, const table_column *column, table_cell *cell)
{
    cell_set_real(cell, median_of(row, column->of));
    cell->word = case_ended(row->c) ? NULL : case_status(row->c);
}

static double forces(const table_row *row)
{
    return case_number(row->c, &column_evaluations_per_iteration) * median_of(row, "force");
}

static void force_share(const table_row *row, const table_column *column, table_cell *cell)
{
    (void)column;
    cell_set_real(cell, forces(row) / median_of(row, "step"));
}

static void method_share(const table_row *row, const table_column *column, table_cell *cell)
{
    const double step = median_of(row, "step");
    (void)column;
    cell_set_real(cell, (step - forces(row)) / step);
}

static void observers_share(const table_row *row, const table_column *column, table_cell *cell)
{
    const double step = median_of(row, "step");
    (void)column;
    cell_set_real(cell, (median_of(row, "watched step") - step) / step);
}

static const table_column columns[] = {
    {.name = "simulation", .value = cell_simulation},
    {.name = "integrator", .value = cell_integrator},
    {"vertices", "vertices", .value = cell_count, .of = &column_nodes},
    {.name = "force_evaluations", .value = cell_real, .of = &column_evaluations_per_iteration},
    {.name = "force_s", .value = median, .of = "force"},
    {"step_s", "step", "µs", 1e6, 3, median, "step", NULL},
    {.name = "watched_s", .value = median, .of = "watched step"},
    {"force_share", "forces", "%", 100, 2, force_share, NULL, NULL},
    {"method_share", "method", "%", 100, 2, method_share, NULL, NULL},
    {"observers_share", "observers", "%", 100, 2, observers_share, NULL, NULL},
};

static void introduce(const study *s, const case_list *cases, document *out)
{
    (void)s, (void)cases;
    document_paragraph(out, "Forces, method and observers in per cent of a step without observers. "
                            "Method is what a step takes beyond its evaluations of the force timed "
                            "alone: a small number may be below nothing. Observers are the "
                            "detectors of a search.");
}

const table_type table_cost_breakdown = {
    .name = "cost_breakdown",
    .title = "What an iteration's time is spent on",
    .task = "cost",
    TABLE_COLUMNS(columns),
    .printed = true,
    .introduce = introduce,
};
