/* The implicit midpoint rule: the velocity w of the step's middle, where the force is taken,
 *
 *   w = v + h/2 a(t + h/2, q + h/2 w, w),   q+ = q + h w,   v+ = 2 w - v,
 *
 * by Newton's iteration (newton.h). Of order 2, reversible, symplectic; it keeps momentum and
 * angular momentum, and does not damp. A frequency far above 1/h stays, folded to a slow one. */
#include "integrator/newton.h"

#include <string.h>

static const trama_field fields[] = {
    TRAMA_NEWTON_FIELDS(trama_newton_options, newton),
    TRAMA_SOLVER_FIELDS(trama_newton_options, solver),
};

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    double *q = trama_integrator_q(integrator, 0), *w = trama_integrator_v(integrator, 0);
    trama_newton_stage middle = {.t = system->t + h / 2, .cq = h / 2, .cv = h / 2, .q = q, .w = w};
    middle.q0 = system->q;
    middle.v0 = system->v;
    memcpy(w, system->v, system->nv * sizeof *w);
    trama_newton_take(integrator, 1, &middle);
    if (!trama_newton_solve(integrator, system, &middle))
        return;
    trama_system_drift(system, h, w, system->q, system->q);
    for (size_t i = 0; i < system->nv; i++)
        system->v[i] = 2.0 * w[i] - system->v[i];
}

const trama_integrator_type trama_integrator_implicit_midpoint = {
    .name = "implicit_midpoint",
    .summary = "the implicit midpoint rule by Newton's iteration: symplectic, no damping",
    .reference = "Hairer, Lubich and Wanner 2006, section II.1",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, trama_newton_options),
    .order = 2,
    .damped_order = 2,
    .stability = TRAMA_INFINITY,
    .q_arrays = 1,
    .v_arrays = 1 + TRAMA_NEWTON_ARRAYS,
    .reversible = true,
    .implicit = true,
    .step = step,
    .open = trama_newton_open,
    .close = trama_implicit_close,
};
