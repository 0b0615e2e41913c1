/* Velocity Verlet, kick-drift-kick:
 *
 *   v' = v + h/2 a
 *   r+ = r + h v'
 *   a+ = a(t + h, r+, v' + h/2 a)
 *   v+ = v' + h/2 a+
 *
 * The method's own state is a, so that a step costs one evaluation. Where force depends on
 * velocity, a+ would need v+, which needs a+: it takes the velocity predicted with the acceleration
 * at hand, v' + h/2 a = v + h a, which keeps order 2 (with the bare v' it falls to 1).
 *
 * a is from the end of the step before: what acts on the state between steps (a pin that begins or
 * ends, a strain limit) is felt by the second kick, not by the first. A held coordinate is held all
 * the same: v' and the prediction are given their prescribed velocities. */
#include "integrator/integrator.h"

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    double *a = trama_integrator_v(integrator, 0);
    double *half = trama_integrator_v(integrator, 1);
    double *predicted = system->v;
    if (integrator->fresh)
        trama_system_acceleration(system, system->t, system->q, system->v, a);
    trama_system_kick(system, h / 2, a, system->v, half);
    trama_system_hold(system, half);
    trama_system_drift(system, h, half, system->q, system->q);
    trama_system_kick(system, h / 2, a, half, predicted);
    trama_system_hold(system, predicted);
    trama_system_acceleration(system, system->t + h, system->q, predicted, a);
    trama_system_kick(system, h / 2, a, half, system->v);
}

const trama_integrator_type trama_integrator_velocity_verlet = {
    .name = "velocity_verlet",
    .summary = "kick-drift-kick, with a predicted velocity in velocity-dependent forces",
    .reference = "Swope et al. 1982",
    .version = 1,
    .parameters = TRAMA_NO_FIELDS,
    .order = 2,
    .damped_order = 2,
    .stability = 2.0,
    .evaluations = 1,
    .v_arrays = 2,
    .state_arrays = 1,
    .reversible = true,
    .step = step,
};
