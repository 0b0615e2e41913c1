/* Forward (explicit) Euler: position and velocity advance by their rates at the start of the step.
 *
 *   r+ = r + h v
 *   v+ = v + h a(t, r, v)
 *
 * Its amplification matrix has |lambda|^2 = 1 + (omega h)^2: without damping it grows at every step
 * size; with damping c it is stable for h < c / omega^2 (while c < omega sqrt 2 or so). */
#include "integrator/integrator.h"

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    double *a = trama_integrator_v(integrator, 0);
    trama_system_acceleration(system, system->t, system->q, system->v, a);
    trama_system_drift(system, h, system->v, system->q, system->q);
    trama_system_kick(system, h, a, system->v, system->v);
}

const trama_integrator_type trama_integrator_forward_euler = {
    .name = "forward_euler",
    .summary = "explicit Euler: position, then velocity, from the state at the start",
    .reference = "Unicamp thesis, section 3.2.1, steps 1-3",
    .version = 1,
    .parameters = TRAMA_NO_FIELDS,
    .order = 1,
    .damped_order = 1,
    .stability = 0.0,
    .evaluations = 1,
    .v_arrays = 1,
    .step = step,
};
