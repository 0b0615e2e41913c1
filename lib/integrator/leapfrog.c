/* Leapfrog, thesis (3.23) and (3.24): velocities are half a step behind positions, v(t - h/2) with
 * r(t). This staggered velocity is the v of the system's state.
 *
 *   v(t + h/2) = v(t - h/2) + h a(t, r, v(t - h/2))
 *   r(t + h)   = r(t) + h v(t + h/2)
 *
 * The first velocity, v(t0 + h/2) from v(t0), is found "by the midpoint method, in the first
 * iteration only" (section 3.2.5): the method of section 3.2.2 over half a step,
 *
 *   v(t0 + h/2) = v(t0) + h/2 a(t0 + h/4, r(t0) + h/4 v(t0), v(t0))
 *
 * whose error is O(h^2), so that the positions stay of order 2. The lagged velocity in a damping
 * force is h/2 late: order 1. When h changes, the velocity belongs to the middle of the last step,
 * and one kick advances it to the middle of this one. */
#include "integrator/integrator.h"

#include <math.h>

static void begin(trama_integrator *integrator, trama_system *system, double h)
{
    double *middle = trama_integrator_q(integrator, 0);
    double *a = trama_integrator_v(integrator, 0);
    trama_system_drift(system, h / 4, system->v, system->q, middle);
    trama_system_acceleration(system, system->t + h / 4, middle, system->v, a);
    trama_system_kick(system, h / 2, a, system->v, system->v);
}

static void leap(trama_integrator *integrator, trama_system *system, double h)
{
    double *a = trama_integrator_v(integrator, 0);
    const double before = integrator->fresh ? integrator->h : h;
    trama_system_acceleration(system, system->t, system->q, system->v, a);
    trama_system_kick(system, (before + h) / 2, a, system->v, system->v);
}

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const bool first = integrator->fresh && isnan(integrator->h);
    (first ? begin : leap)(integrator, system, h);
    trama_system_drift(system, h, system->v, system->q, system->q);
}

const trama_integrator_type trama_integrator_leapfrog = {
    .name = "leapfrog",
    .summary = "staggered velocity, first half step by the midpoint method",
    .reference = "Unicamp thesis, section 3.2.5, (3.23) and (3.24); Hairer, Lubich and Wanner 2006",
    .version = 1,
    .parameters = TRAMA_NO_FIELDS,
    .order = 2,
    .damped_order = 1,
    .stability = 2.0,
    .evaluations = 1,
    .q_arrays = 1,
    .v_arrays = 1,
    .reversible = true,
    .step = step,
};
