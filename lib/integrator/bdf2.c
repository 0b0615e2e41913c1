/* The backward differentiation formula of order 2, for positions and velocities y,
 *
 *   y+ = y + (y - y-)/3 + 2/3 h f(y+),
 *
 * solved for v+ by Newton's iteration (newton.h). Stable for every h on a linear system, and it
 * damps high frequencies. The first step is of backward Euler, and so is one after a change of h or
 * after a correction of positions: each costs an error of h^2, once. A step that was refused is
 * halved, and so begins anew, without what led to the refusal.
 *
 * What a step keeps is dv = v - v- and s = v - (q - q-)/h, so that an impulse that something gives
 * to v between two steps reaches the next position whole. */
#include "integrator/newton.h"

#include <string.h>

static const trama_field fields[] = {
    TRAMA_NEWTON_FIELDS(trama_newton_options, newton),
    TRAMA_SOLVER_FIELDS(trama_newton_options, solver),
};

enum { CHANGE, SHIFT, V0, BEFORE, MOVER, OWN }; /* the v workspace; two of state */

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const double past = integrator->fresh ? 0.0 : 1.0 / 3.0;
    double *change = trama_integrator_v(integrator, CHANGE);
    double *shift = trama_integrator_v(integrator, SHIFT);
    double *v0 = trama_integrator_v(integrator, V0),
           *before = trama_integrator_v(integrator, BEFORE);
    double *mover = trama_integrator_v(integrator, MOVER), *q0 = trama_integrator_q(integrator, 0);
    trama_newton_stage end = {.t = system->t + h, .q = system->q, .w = system->v};
    end.cq = end.cv = (1.0 - past) * h;
    end.q0 = q0;
    end.v0 = v0;
    for (size_t i = 0; i < system->nv; i++) {
        before[i] = system->v[i];
        v0[i] = system->v[i] + (past > 0.0 ? past * change[i] : 0.0);
        mover[i] = system->v[i] - (past > 0.0 ? shift[i] : 0.0);
    }
    trama_system_hold(system, mover); /* (q - q-)/h of what is held now */
    trama_system_drift(system, past * h, mover, system->q, q0);
    trama_newton_take(integrator, OWN, &end);
    if (!trama_newton_solve(integrator, system, &end))
        return;
    for (size_t i = 0; i < system->nv; i++) {
        change[i] = system->v[i] - before[i];
        shift[i] = past * (system->v[i] - mover[i]);
    }
}

const trama_integrator_type trama_integrator_bdf2 = {
    .name = "bdf2",
    .summary = "backward differentiation formula of order 2 by Newton's iteration",
    .reference = "Curtiss and Hirschfelder 1952; Hairer, Norsett and Wanner 1993, section III.5",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, trama_newton_options),
    .order = 2,
    .damped_order = 2,
    .stability = TRAMA_INFINITY,
    .q_arrays = 1,
    .v_arrays = OWN + TRAMA_NEWTON_ARRAYS,
    .state_arrays = 2,
    .implicit = true,
    .guarded = true,
    .step = step,
    .open = trama_newton_open,
    .close = trama_implicit_close,
};
