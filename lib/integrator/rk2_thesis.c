/* The thesis' second-order Runge-Kutta, section 3.2.2, steps 1-5:
 *
 *   k1 = v,  r' = r + h/2 k1             1. the middle of the step, by forward Euler
 *   a  = a(t + h/2, r', v)               2. one iteration of the cloth model there
 *   k2 = v + h/2 a                       3. the velocity in the middle
 *   r+ = r + h k2                        4.
 *   v+ = v + h a                         5. (the thesis prints vel for acel in this line)
 *
 * It is not the midpoint method: the acceleration takes v of the start, and a(t, r, v) is never
 * formed. Algebra: r+ = r + h/2 v + h/2 v+, that is drift-kick-drift, position Verlet. Hence one
 * evaluation, and Verlet's limit. With a force that depends on velocity the frozen v makes it of
 * order 1. */
#include "integrator/integrator.h"

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    double *middle = trama_integrator_q(integrator, 0);
    double *a = trama_integrator_v(integrator, 0);
    double *k2 = trama_integrator_v(integrator, 1);
    const double *k1 = system->v;
    trama_system_drift(system, h / 2, k1, system->q, middle);
    trama_system_acceleration(system, system->t + h / 2, middle, system->v, a);
    trama_system_kick(system, h / 2, a, system->v, k2);
    trama_system_drift(system, h, k2, system->q, system->q);
    trama_system_kick(system, h, a, system->v, system->v);
}

const trama_integrator_type trama_integrator_rk2_thesis = {
    .name = "rk2_thesis",
    .summary = "the thesis' second-order Runge-Kutta, which is position Verlet",
    .reference = "Unicamp thesis, section 3.2.2, steps 1-5",
    .version = 1,
    .parameters = TRAMA_NO_FIELDS,
    .order = 2,
    .damped_order = 1,
    .stability = 2.0,
    .evaluations = 1,
    .q_arrays = 1,
    .v_arrays = 2,
    .reversible = true,
    .step = step,
};
