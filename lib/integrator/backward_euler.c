/* Backward Euler: positions and velocities by the force at the step's end,
 *
 *   v+ = v + h a(t + h, q + h v+, v+),   q+ = q + h v+,
 *
 * solved for v+ by Newton's iteration (newton.h). Stable for every h on a linear system, and of
 * order 1: a mode of frequency omega loses about h^2 omega^2 of its energy a step. */
#include "integrator/newton.h"

#include <string.h>

static const trama_field fields[] = {
    TRAMA_NEWTON_FIELDS(trama_newton_options, newton),
    TRAMA_SOLVER_FIELDS(trama_newton_options, solver),
};

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    trama_newton_stage end = {.t = system->t + h, .cq = h, .cv = h, .q = system->q, .w = system->v};
    double *q = trama_integrator_q(integrator, 0), *v = trama_integrator_v(integrator, 0);
    memcpy(q, system->q, system->nq * sizeof *q);
    memcpy(v, system->v, system->nv * sizeof *v);
    end.q0 = q;
    end.v0 = v;
    trama_newton_take(integrator, 1, &end);
    trama_newton_solve(integrator, system, &end);
}

const trama_integrator_type trama_integrator_backward_euler = {
    .name = "backward_euler",
    .summary = "implicit Euler by Newton's iteration",
    .reference = "Hairer and Wanner 1996, section IV.3",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, trama_newton_options),
    .order = 1,
    .damped_order = 1,
    .stability = TRAMA_INFINITY,
    .q_arrays = 1,
    .v_arrays = 1 + TRAMA_NEWTON_ARRAYS,
    .implicit = true,
    .guarded = true,
    .step = step,
    .open = trama_newton_open,
    .close = trama_implicit_close,
};
