/* The thesis' fourth-order Runge-Kutta, section 3.2.3, steps 1-11, and the variant with the mean
 * acceleration. Both walk through the same three states:
 *
 *   k1 = v                                              r' = r + h/2 k1          steps 1
 *   a2 = a(t + h/2, r', k1),   k2 = v + h/2 a2,         r' = r + h/2 k2          2-4
 *   a3 = a(t + h/2, r', k2),   k3 = v + h/2 a3,         r' = r + h k3            5-7
 *   a4 = a(t + h,   r', k3),   k4 = v + h a4                                     8-9
 *   r+ = r + h (k1 + 2 k2 + 2 k3 + k4) / 6                                       10
 *
 * and differ in the last step, the velocity:
 *
 *   rk4_thesis:        v+ = v + h a4                    11, as printed
 *   rk4_thesis_mean:   v+ = v + h (a2 + a3 + a4) / 3    reproduces the thesis' column of limits
 *
 * Neither is the classical method: a1 is never formed, and the accelerations are taken, on average,
 * at t + h and t + 2/3 h instead of t + h/2. Both are of order 1, and damp: an oscillator loses
 * (omega h)^2 / 4 and (omega h)^2 / 12 of its amplitude a step.
 * The velocity in a4's damping is k3, the last estimate there is (step 8 writes vel(t + h), which
 * step 9 only then finds). */
#include "integrator/integrator.h"

typedef struct stages {
    double *r, *k2, *k3, *k4, *a2, *a3, *a4;
} stages;

enum { Q_ARRAYS = 1, V_ARRAYS = 6 };

static stages walk(trama_integrator *integrator, trama_system *system, double h)
{
    const stages s = {
        .r = trama_integrator_q(integrator, 0),
        .k2 = trama_integrator_v(integrator, 0),
        .k3 = trama_integrator_v(integrator, 1),
        .k4 = trama_integrator_v(integrator, 2),
        .a2 = trama_integrator_v(integrator, 3),
        .a3 = trama_integrator_v(integrator, 4),
        .a4 = trama_integrator_v(integrator, 5),
    };
    const double t = system->t, *q = system->q, *v = system->v, *k1 = v;
    trama_system_drift(system, h / 2, k1, q, s.r);
    trama_system_acceleration(system, t + h / 2, s.r, k1, s.a2);
    trama_system_kick(system, h / 2, s.a2, v, s.k2);
    trama_system_drift(system, h / 2, s.k2, q, s.r);
    trama_system_acceleration(system, t + h / 2, s.r, s.k2, s.a3);
    trama_system_kick(system, h / 2, s.a3, v, s.k3);
    trama_system_drift(system, h, s.k3, q, s.r);
    trama_system_acceleration(system, t + h, s.r, s.k3, s.a4);
    trama_system_kick(system, h, s.a4, v, s.k4);
    return s;
}

/* Step 10. The mean velocity takes the place of k4. */
static void move(trama_system *system, const stages *s, double h)
{
    const double *k1 = system->v;
    for (size_t i = 0; i < system->nv; i++)
        s->k4[i] = (k1[i] + 2 * s->k2[i] + 2 * s->k3[i] + s->k4[i]) / 6;
    trama_system_drift(system, h, s->k4, system->q, system->q);
}

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const stages s = walk(integrator, system, h);
    move(system, &s, h);
    trama_system_kick(system, h, s.a4, system->v, system->v);
}

static void step_mean(trama_integrator *integrator, trama_system *system, double h)
{
    const stages s = walk(integrator, system, h);
    move(system, &s, h);
    for (size_t i = 0; i < system->nv; i++)
        s.a4[i] = (s.a2[i] + s.a3[i] + s.a4[i]) / 3;
    trama_system_kick(system, h, s.a4, system->v, system->v);
}

const trama_integrator_type trama_integrator_rk4_thesis = {
    .name = "rk4_thesis",
    .summary = "the thesis' fourth-order Runge-Kutta as printed: velocity by the last acceleration",
    .reference = "Unicamp thesis, section 3.2.3, steps 1-11",
    .version = 1,
    .parameters = TRAMA_NO_FIELDS,
    .order = 1,
    .damped_order = 1,
    .stability = 1.74707993301, /* flip: 1 + trace + determinant = 0 */
    .evaluations = 3,
    .q_arrays = Q_ARRAYS,
    .v_arrays = V_ARRAYS,
    .step = step,
};

const trama_integrator_type trama_integrator_rk4_thesis_mean = {
    .name = "rk4_thesis_mean",
    .summary = "the thesis' fourth-order Runge-Kutta with the mean of its three accelerations",
    .reference = "Unicamp thesis, section 3.2.3, steps 1-10, and v+ = v + h (a2 + a3 + a4) / 3",
    .version = 1,
    .parameters = TRAMA_NO_FIELDS,
    .order = 1,
    .damped_order = 1,
    .stability = 2.0,
    .evaluations = 3,
    .q_arrays = Q_ARRAYS,
    .v_arrays = V_ARRAYS,
    .step = step_mean,
};
