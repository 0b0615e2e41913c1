/* Final shapes of the simulations as shaded surfaces. Methods that agree make pictures that nobody
 * can tell apart: one is drawn, of the first method that has the shape (shape_distances.c). A run
 * may keep the shape asked for and fail after it: the shape counts, and its label says so. */
#include "analysis/plot/film.h"
#include "analysis/quantities/runs.h"

static const film_form forms[] = {{
    .name = "shapes",
    .task = "equilibrium",
    .filter = frames_end,
    .each = run_subject_told,
    .last = true,
    .below = {{{film_each}, {film_breaks, "unstable later"}},
              {{film_method}, {film_time}, {film_none, "no shape"}}},
    .looks = {.width = FIGURE_DOUBLE,
              .row = 5.4,
              .side = 3,
              .rows = 4,
              .narrow = true,
              .one_scale = true},
}};

const plot_type plot_shapes = {
    .name = "shapes",
    .needs = "cases of the task equilibrium with a shape kept",
    PLOT_FILMS(forms),
    PLOT_CAPTIONS({"shapes", "Final shapes", "Dots are nodes that are held."}),
    .last = true,
};
