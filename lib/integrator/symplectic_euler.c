/* Symplectic (semi-implicit) Euler: the position advances by the new velocity. The thesis calls it
 * Euler as used by Provot.
 *
 *   v+ = v + h a(t, r, v)
 *   r+ = r + h v+
 *
 * Its positions are those of Verlet. Read as a leapfrog, v belongs to h/2 before r; taking it at
 * the time of r makes the method of order 1. */
#include "integrator/integrator.h"

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    trama_system_accelerate_and_move(system, h, trama_integrator_v(integrator, 0));
}

const trama_integrator_type trama_integrator_symplectic_euler = {
    .name = "symplectic_euler",
    .summary = "velocity, then position from the new velocity (Euler as used by Provot)",
    .reference = "Provot 1995; Unicamp thesis, section 3.2.1; Hairer, Lubich and Wanner 2006",
    .version = 1,
    .parameters = TRAMA_NO_FIELDS,
    .order = 1,
    .damped_order = 1,
    .stability = 2.0,
    .evaluations = 1,
    .v_arrays = 1,
    .step = step,
};
