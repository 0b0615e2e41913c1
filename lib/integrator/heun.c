/* The trapezoidal rule whose end is predicted by Euler's method, on the whole state y = (r, v):
 *
 *   k1 = f(t, y)
 *   k2 = f(t + h, y + h k1)
 *   y+ = y + h/2 (k1 + k2)
 *
 * Its amplification is that of the midpoint method: on an undamped oscillator |lambda|^2 = 1 +
 * (omega h)^4 / 4. */
#include "integrator/runge_kutta.h"

static const trama_tableau tableau = {
    .stages = 2,
    .c = {0.0, 1.0},
    .a = {{0.0}, {1.0}},
    .b = {0.5, 0.5},
};

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    trama_runge_kutta_step(&tableau, integrator, system, h);
}

const trama_integrator_type trama_integrator_heun = {
    .name = "heun",
    .summary = "Heun's method: the trapezoidal rule, its end predicted by Euler's method",
    .reference = "Heun 1900; Campos 2006, appendix A, metodo trapezoidal",
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
