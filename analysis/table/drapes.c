/* One sheet under several models and methods: the step that each may take, and what a drape at rest
 * costs. */
#include "analysis/quantities/drapes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/table/table.h"

/* Further from the measured limit than this is a difference. */
static const double same_limit = 0.03;

static void drape_row(const study *s, const study_case *c, data_table *out)
{
    const drape d = drape_of(s, c);
    data_text(out, case_block(c)->comparison);
    data_text(out, case_simulation(c));
    data_text(out, case_integrator(c));
    data_real(out, d.predicted);
    data_real(out, d.measured);
    data_real(out, d.dt);
    data_text(out, case_end(c));
    data_count(out, d.iterations);
    data_real(out, d.time);
    data_real(out, drape_vertex_time(&d));
    data_real(out, d.cost);
    data_real(out, d.likely.low);
    data_real(out, d.likely.high);
    data_real(out, case_number(c, &column_end_drop));
    data_real(out, case_number(c, &column_end_strain));
    data_real(out, case_number(c, &column_end_out_of_plane));
    data_real(out, drape_fold(&d, &column_series_out_of_plane));
    data_real(out, drape_fold(&d, &column_series_fold_lines_k));
    data_real(out, drape_fold(&d, &column_series_fold_lines_l));
}

static const char *const columns[] = {"comparison",
                                      "simulation",
                                      "integrator",
                                      "predicted_dt_s",
                                      "stable_dt_s",
                                      "dt_s",
                                      "outcome",
                                      "iterations",
                                      "equilibrium_s",
                                      "ns_per_vertex_step",
                                      "cost_s",
                                      "cost_low_s",
                                      "cost_high_s",
                                      "drop_m",
                                      "strain",
                                      "out_of_plane_m",
                                      "folds_out_of_plane_m",
                                      "fold_lines_k",
                                      "fold_lines_l",
                                      NULL};

/* --- for people --- */

/* Three digits, or whole milliseconds. */
static void milliseconds_cell(double seconds, document *out)
{
    if (seconds >= 0.1)
        document_cell(out, "%.0f", 1e3 * seconds);
    else
        document_real(out, 1e3 * seconds, 3);
}

static void rest_cells(const drape *d, document *out)
{
    if (d->at_rest)
        document_count(out, d->iterations);
    else
        document_cell(out, "%s",
                      strcmp(case_outcome(d->rest), "unstable") == 0 ? "breaks" : "no rest");
    document_real(out, d->time, 3);
    document_real(out, drape_vertex_time(d), 3);
    milliseconds_cell(d->cost, out);
}

/* How it hangs, of a sheet at rest. */
static void shape_cells(const drape *d, document *out)
{
    const double drop = case_number(d->rest, &column_end_drop);
    const double strain = case_number(d->rest, &column_end_strain);
    document_real(out, d->at_rest ? drop : (double)NAN, 4);
    document_real(out, d->at_rest ? 100 * strain : (double)NAN, 3);
}

static void drapes_grid(const drape *all, size_t count, document *out)
{
    static const char *const header[] = {"Sheet",     "Method",   "predicted",  "measured",
                                         "ratio",     "steps",    "time (s)",   "ns a step",
                                         "cost (ms)", "drop (m)", "strain (%)", NULL};
    document_grid(out, "llrrrrrrrrr",
                  "Limits of the time step, and the cost of a drape, the cheapest first");
    document_cells(out, header);
    for (size_t i = 0; i < count; i++) {
        const drape *d = &all[i];
        document_cell(out, "%s", case_simulation(d->rest));
        document_cell(out, "%s", case_method_title(d->rest));
        document_real(out, 1e3 * d->predicted, 4);
        document_real(out, 1e3 * d->measured, 4);
        document_ratio(out, d->predicted / d->measured, same_limit);
        rest_cells(d, out);
        shape_cells(d, out);
    }
}

/* A row a sheet: the folding run is the same for all methods. */
static void folds_grid(const drape *all, size_t count, document *out)
{
    static const char *const header[] = {
        "Sheet",         "out of plane (mm)", "area over projection",
        "lines along k", "lines along l",     NULL};
    document_grid(out, "lrrrr", "Folds under compression, at the end of the run");
    document_cells(out, header);
    for (size_t i = 0; i < count; i++) {
        bool seen = false;
        for (size_t j = 0; j < i; j++)
            seen = seen || all[j].folds == all[i].folds;
        if (seen || !all[i].folds)
            continue;
        document_cell(out, "%s", case_simulation(all[i].rest));
        document_real(out, 1e3 * drape_fold(&all[i], &column_series_out_of_plane), 3);
        document_real(out, drape_fold(&all[i], &column_series_projection), 4);
        document_real(out, drape_fold(&all[i], &column_series_fold_lines_k), 3);
        document_real(out, drape_fold(&all[i], &column_series_fold_lines_l), 3);
    }
}

static void layout(const study *s, const case_list *cases, document *out)
{
    size_t count;
    drape *all = drapes_of(s, &count);
    (void)cases;
    if (!all) {
        out->no_memory = true;
        return;
    }
    if (!isnan(all[0].cost))
        document_paragraph(out, "The cheapest stable drape: %s with %s, %.3g ms of processing.",
                           case_simulation(all[0].rest), case_method_title(all[0].rest),
                           1e3 * all[0].cost);
    document_paragraph(
        out, "predicted: largest stable step (ms), z / omega_max at the worst state of a run; "
             "measured: the largest of a run that is stable over the horizon of the search; ratio "
             "of the two, ≠: further off than 3 %%. steps: iterations to rest at the same fraction "
             "of each measured limit, and the time that they simulate; no rest: not within the "
             "horizon of the case. ns a step: processing of a vertex, the median; cost: of all "
             "vertices and steps (the figure has its interval). drop: from the highest to the "
             "lowest node; strain: the largest of an edge, both at rest.");
    drapes_grid(all, count, out);
    folds_grid(all, count, out);
    free(all);
}

const table_type table_drapes = {
    .name = "drapes",
    .title = "One sheet under several models: the cheapest stable drape",
    .task = "equilibrium",
    .filter = drape_is_compared,
    .column = columns,
    .printed = true,
    .section = "models",
    .rows = drape_row,
    .layout = layout,
};
