/* The matrix of laws by solvers: a row a law, a column a solver, and in each cell the largest
 * accurate step, on a ground that is darker the smaller it is; the error that stays where no step
 * is enough, on red. */
#include "analysis/plot/chart.h"
#include "analysis/select/law_grid.h"

static const chart_tint tints[] = {{0x6baed6, "< 0.1 ms", .from = 0}, /* from, in s */
                                   {0x9ecae1, "< 1 ms", .from = 1e-4},
                                   {0xc6dbef, "< 10 ms", .from = 1e-3},
                                   {0xeff3ff, "10 ms or more", .from = 1e-2},
                                   {0xfdbba1, "an error stays", .when = law_error_stays},
                                   {0xe8e8e8, "no answer", .when = law_has_no_answer}};

static const chart_form forms[] = {{
    .name = "laws",
    .task = "accurate_step",
    .y = {.title = "Largest step within the law's tolerance (ms); ~: approximate, †: in parts"},
    .own = {.name = law_method, .tell = law_told},
    .lines = law_name,
    .together = true,
    .least = 2,
    CHART_TINTS(tints),
}};

const plot_type plot_laws = {.name = "laws",
                             .needs = "cases of the task accurate_step of several experiments",
                             .fits_column = true,
                             PLOT_CHARTS(forms)};
