/* Baraff and Witkin's step: backward Euler, its force linearised at the step's start, so that one
 * linear system gives the step.
 *
 *   (M + h D + h^2 K) dv = h (F(t, q, v) - h K v),   v+ = v + dv,   q+ = q + h v+
 *
 * K = -dF/dq and D = -dF/dv (the paper's -df/dx and -df/dv). This is the first iteration of Newton
 * for backward Euler from v. What the linearisation leaves out grows with h, and nothing measures
 * it: a large step is stable, and may be wrong. The paper's filter for constraints is not needed,
 * as held coordinates are no unknowns here; its control of the step size is the caller's. */
#include "integrator/implicit.h"

typedef struct parameters {
    trama_solver_parameters solver;
} parameters;

static const trama_field fields[] = {TRAMA_SOLVER_FIELDS(parameters, solver)};

static trama_status open(trama_integrator *integrator, const trama_system *system,
                         trama_error *error)
{
    const parameters *p = integrator->parameters;
    return trama_implicit_open(integrator, system, trama_implicit_solvers[p->solver.solver],
                               &p->solver, error);
}

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    integrator->status = trama_implicit_euler(integrator, system, h, 1.0, NULL);
}

const trama_integrator_type trama_integrator_baraff_witkin = {
    .name = "baraff_witkin",
    .summary = "backward Euler by one linear system a step",
    .reference = "Baraff and Witkin 1998, section 3",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .order = 1,
    .damped_order = 1,
    .stability = TRAMA_INFINITY,
    .evaluations = 1,
    .implicit = true,
    .step = step,
    .open = open,
    .close = trama_implicit_close,
};
