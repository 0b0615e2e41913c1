/* Iterations to equilibrium by simulation and integrator, by each simulation's best-fitting
 * criterion. */
#include "analysis/plot/by_simulation.h"
#include "analysis/quantities/rests.h"
#include "core/numbers.h"

static double measured(const study *s, const study_case *c)
{
    const equilibrium_choice *choice = rests_choice(rests_of(s), case_simulation(c));
    const long iterations = choice && choice->stands ? equilibrium_iterations(c, choice) : -1;
    return iterations > 0 ? (double)iterations : TRAMA_NAN;
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
