/* What runs look like: a row of shaded surfaces a run, at a few snapshots up to the last; runs that
 * kept one frame, or are many, stand side by side. All are seen by one eye, but for those that it
 * would see edge-on, and at one scale where that leaves none too small. Runs that break are drawn
 * by instability.c, those just beside a limit play in the report. Six rows or twelve panels are a
 * page of up to 2.2 MB, and the SVG of a study less than 10 MB. */
#include "analysis/plot/film.h"
#include "analysis/quantities/run_pairs.h"

static const film_form forms[] = {{
    .name = "snapshots",
    .task = "run",
    .without_pairs = true,
    .group = partition_experiment,
    .keeps = runs_stay_whole,
    .rows = 24,
    .panels = 36,
    .most = 4,
    .above = {{{film_subject}}, {{film_rest}, {film_broken}}},
    .below = {{{film_time}}},
    .looks = {.width = FIGURE_DOUBLE,
              .row = 4.1,
              .side = 3,
              .rows = 6,
              .one_scale = true,
              .roomy = true},
}};

const plot_type plot_snapshots = {
    .name = "snapshots",
    .needs = "cases of the task run with frames",
    PLOT_FILMS(forms),
    PLOT_CAPTIONS({"snapshots", "Shapes over time", "Dots are nodes that are held."}),
    .last = true,
};
