/* The midpoint method, Runge's second-order method (thesis (3.17)) on the whole state y = (r, v):
 *
 *   k1 = f(t, y)
 *   k2 = f(t + h/2, y + h/2 k1)
 *   y+ = y + h k2
 *
 * On an undamped oscillator |lambda|^2 = 1 + (omega h)^4 / 4: slow growth at every step size. */
#include "integrator/runge_kutta.h"

static const trama_tableau tableau = {
    .stages = 2,
    .c = {0.0, 0.5},
    .a = {{0.0}, {0.5}},
    .b = {0.0, 1.0},
};

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    trama_runge_kutta_step(&tableau, integrator, system, h);
}

const trama_integrator_type trama_integrator_midpoint = {
    .name = "midpoint",
    .summary = "classical second-order Runge-Kutta, the midpoint method",
    .reference = "Runge 1895; Unicamp thesis, (3.17)",
    .version = 1,
    .parameters = TRAMA_NO_FIELDS,
    .order = 2,
    .damped_order = 2,
    .stability = 0.0,
    .evaluations = 2,
    .q_arrays = TRAMA_RUNGE_KUTTA_ARRAYS(2),
    .v_arrays = TRAMA_RUNGE_KUTTA_ARRAYS(2),
    .step = step,
};
