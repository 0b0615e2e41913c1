/* How a mesh breaks: for every experiment of runs with frames of one simulation, of which some
 * break, a row of meshes a run by its step, a column an iteration. */
#include <string.h>

#include "analysis/plot/film.h"
#include "analysis/quantities/run_pairs.h"

static int by_step(const study_case *a, const study_case *b)
{
    const double x = case_number(a, &column_dt), y = case_number(b, &column_dt);
    return x < y || x > y ? (x > y) - (x < y) : strcmp(a->path, b->path);
}

static const film_form forms[] = {{
    .task = "run",
    .order = by_step,
    .group = partition_experiment,
    .keeps = runs_break_alike,
    .apart = true,
    .abreast = true,
    .above = {{{film_method}, {film_step}}},
    .below = {{{film_iteration}, {film_time}}, {{film_none, "no frame"}}},
    .looks =
        {.width = FIGURE_DOUBLE, .row = 4.4, .kind = SHADE_FLAT, .one_bar = true, .outside = true},
}};

const plot_type plot_instability = {
    .name = "instability",
    .needs = "cases of the task run with frames, of one simulation, some unstable",
    PLOT_FILMS(forms),
    PLOT_CAPTIONS({"instability", "How a mesh breaks: shapes of stable and unstable runs",
                   "i: iteration. Nodes outside are too far away to be drawn."}),
};
