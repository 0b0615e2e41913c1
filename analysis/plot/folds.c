/* Folds over time: r.m.s. distance of the nodes from their plane, a line a run, for runs as printed
 * of studies that ask for it (`folds`). A run that stays in its plane is the axis. On a logarithmic
 * axis growth is told by its rate; a run that stays in its plane then has no line, and its title
 * says so. */
#include <string.h>

#include "analysis/plot/chart.h"

static const results_column *const times = &column_series_time;
static const results_column *const heights = &column_series_out_of_plane;

/* The study is asked first: the series are in the case's file. */
static bool shows_folds(const study *s, const study_case *c, const void *scale)
{
    const bool asked = strcmp(case_block(c)->folds, scale) == 0 && case_is_printed(c);
    const size_t rows = asked ? case_rows(c, times) : 0;
    (void)s;
    return rows > 1 && case_reals(c, times, rows) && case_reals(c, heights, rows);
}

static bool stays_in_plane(const chart *c, size_t line)
{
    bool stays = true;
    for (size_t i = 0; stays && i < c->points; i++)
        stays = c->point[i].line != line || c->point[i].y == 0;
    return stays;
}

static void name_flat_runs(chart *c)
{
    for (size_t i = 0; c->y.logarithmic && i < c->lines; i++) {
        const size_t used = strlen(c->line[i].title);
        if (stays_in_plane(c, i))
            snprintf(c->line[i].title + used, CHART_TITLE - used, ": exactly 0");
    }
}

/* Of studies that ask for one scale. */
static bool draw_on(const char *name, const char *asked, chart_scale scale, const study *s,
                    gallery *g)
{
    const chart_form form = {.name = name,
                             .task = "run",
                             .keeps = shows_folds,
                             .context = asked,
                             .x = {.of = CHART_TIME, .scale = CHART_LINEAR},
                             .y = {.of = "series/out_of_plane",
                                   .title = "Out of the plane, r.m.s.",
                                   .unit = "mm",
                                   .scale = scale},
                             .curves = true,
                             .together = true,
                             .annotate = name_flat_runs};
    return chart_draw(&form, s, g);
}

static bool draw(const study *s, gallery *g)
{
    const bool linear = draw_on("folds", "linear", CHART_LINEAR, s, g);
    return draw_on(linear ? "folds_log" : "folds", "log", CHART_LOG, s, g) || linear;
}

const plot_type plot_folds = {
    .name = "folds",
    .needs = "cases of the task run whose study asks for folds",
    .draw = draw,
    .fits_column = true,
    PLOT_CAPTIONS({"folds", "Distance from the plane over time",
                   "r.m.s. of the nodes' distances from the plane of least squares."}),
};
