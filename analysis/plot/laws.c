/* The largest accurate step of every solver, law by law: names of experiments along x, a colour a
 * solver. Where an experiment has several answers, each has a point. */
#include "analysis/plot/chart.h"

static const chart_form laws = {
    .name = "laws",
    .task = "accurate_step",
    .x = {.of = "experiment", .title = "Law"},
    .y = {.of = "accurate_step", .title = "Largest accurate step", .scale = CHART_LOG},
    .line = "method",
    .together = true,
    .unjoined = true,
};

static bool draw(const study *s, gallery *g)
{
    return chart_draw(&laws, s, g);
}

const plot_type plot_laws = {.name = "laws",
                             .needs = "cases of the task accurate_step of several experiments",
                             .draw = draw};
