/* Largest stable time step by simulation and integrator. */
#include "analysis/plot/by_simulation.h"
#include "analysis/quantities/limits.h"

static double measured(const study *s, const study_case *c)
{
    (void)s;
    return 1e3 * case_number(c, &column_dt_stable);
}

static double published(const study_case *c)
{
    return 1e3 * case_published(c, "dt_stable");
}

static const by_simulation limits = {
    .name = "dt_limits",
    .task = "stable_step",
    .filter = limit_is_published,
    .axis = "Largest stable time step Δt (ms)",
    .measured = measured,
    .published = published,
};

static bool draw(const study *s, gallery *g)
{
    return by_simulation_draw(&limits, s, g);
}

const plot_type plot_dt_limits = {
    .name = "dt_limits",
    .needs = "cases of the task stable_step with published values",
    .draw = draw,
    .fits_column = true,
};
