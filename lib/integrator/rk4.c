/* The classical fourth-order Runge-Kutta method (thesis (3.18)) on the whole state y = (r, v):
 *
 *   k1 = f(t, y),                  k2 = f(t + h/2, y + h/2 k1),
 *   k3 = f(t + h/2, y + h/2 k2),   k4 = f(t + h, y + h k3),
 *   y+ = y + h (k1 + 2 k2 + 2 k3 + k4) / 6
 *
 * On the imaginary axis |R(i z)|^2 = 1 - z^6/72 + z^8/576: bounded up to z = 2 sqrt 2, and
 * dissipative below. */
#include "integrator/runge_kutta.h"

static const trama_tableau tableau = {
    .stages = 4,
    .c = {0.0, 0.5, 0.5, 1.0},
    .a = {{0.0}, {0.5}, {0.0, 0.5}, {0.0, 0.0, 1.0}},
    .b = {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0},
};

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    trama_runge_kutta_step(&tableau, integrator, system, h);
}

const trama_integrator_type trama_integrator_rk4 = {
    .name = "rk4",
    .summary = "classical fourth-order Runge-Kutta",
    .reference = "Kutta 1901; Unicamp thesis, (3.18)",
    .version = 1,
    .parameters = TRAMA_NO_FIELDS,
    .order = 4,
    .damped_order = 4,
    .stability = 2.8284271247461903, /* 2 sqrt 2 */
    .evaluations = 4,
    .q_arrays = TRAMA_RUNGE_KUTTA_ARRAYS(4),
    .v_arrays = TRAMA_RUNGE_KUTTA_ARRAYS(4),
    .step = step,
};
