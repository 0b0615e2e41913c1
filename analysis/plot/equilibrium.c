/* Iterations to equilibrium by simulation and integrator, by each simulation's best-fitting
 * criterion. */
#include "analysis/plot/by_simulation.h"
#include "analysis/quantities/rests.h"

static double measured(const study *s, const study_case *c)
{
    return rests_iterations(rests_of(s), c);
}

static double published(const study_case *c)
{
    return case_published(c, "rest_iterations");
}

static const by_simulation iterations = {
    .name = "equilibrium",
    .task = "equilibrium",
    .axis = "Iterations to equilibrium",
    .logarithmic = true,
    .measured = measured,
    .published = published,
};

static bool draw(const study *s, gallery *g)
{
    return by_simulation_draw(&iterations, s, g);
}

const plot_type plot_equilibrium = {
    .name = "equilibrium",
    .needs = "cases of the task equilibrium",
    .draw = draw,
    .fits_column = true,
};
