/* How far final shapes under other methods are from the one that is drawn (shapes.c). */
#include "analysis/plot/chart.h"
#include "analysis/plot/film.h"
#include "analysis/quantities/runs.h"

static void *choose(const study *s)
{
    return film_choose(plot_shapes.films, s, stdout, stderr);
}

static told_value distance(const study *s, const study_case *c)
{
    return film_told_distance(study_made(s, choose, film_choice_free), c);
}

static const chart_tint tints[] = {{0xeeeeee, "no shape", .from = 0}, /* from a share of the size */
                                   {0xdbe9f6, "≤ 1e-5 of the size", .from = 0},
                                   {0xb0d2e8, "1e-3", .from = 1e-5},
                                   {0x7db8da, "0.1", .from = 1e-3},
                                   {0xf0b27a, "more", .from = 0.1}};

static const chart_form forms[] = {
    {.name = "shape_distances",
     .task = "equilibrium",
     .filter = frames_end,
     .y = {.title = "Distance from the drawn shape, r.m.s.", .unit = "mm"},
     .own = {.name = run_subject_told, .tell = distance},
     .line = "method",
     .together = true,
     .least = 2,
     CHART_TINTS(tints)}};

const plot_type plot_shape_distances = {
    .name = "shape_distances",
    .needs = "cases of the task equilibrium with a shape kept, under two methods or more",
    PLOT_CHARTS(forms),
    PLOT_CAPTIONS({"shape_distances", "How far shapes under other methods are from those drawn",
                   "r.m.s. over the nodes; the size is the diagonal of the first frame."}),
    .last = true,
};
