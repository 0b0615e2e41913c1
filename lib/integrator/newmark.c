/* Newmark's method, with the accelerations a of the start and a+ of the end of the step:
 *
 *   q+ = q + h v + h^2 ((1/2 - beta) a + beta a+)
 *   v+ = v + h ((1 - gamma) a + gamma a+),   a+ = a(t + h, q+, v+)
 *
 * Solved for v+ by Newton's iteration (newton.h): with v' = v + h (1 - gamma) a,
 *
 *   v+ = v' + h gamma a+,   q+ = q + h v + h^2 (1/2 - beta) a + h beta/gamma (v+ - v').
 *
 * beta = 1/4, gamma = 1/2 is the trapezoidal rule: order 2, stable for every h, no damping. gamma
 * above 1/2 damps, at order 1; beta at least (gamma + 1/2)^2/4 is stable for every h. a is computed
 * anew at each step, so that what acts between steps is felt. */
#include "integrator/newton.h"

#include <float.h>
#include <string.h>

typedef struct parameters {
    trama_newton_options options; /* first */
    double beta, gamma;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, beta), .unit = "1", .maximum = 1.0, .fallback = {0.25},
     .summary = "share of the last acceleration in the position"},
    {TRAMA_FIELD_OF(parameters, gamma), .unit = "1", .minimum = 0.5, .maximum = 1.0,
     .fallback = {0.5},
     .summary = "share of the last acceleration in the velocity; above 1/2: damps"},
    TRAMA_NEWTON_FIELDS(parameters, options.newton),
    TRAMA_SOLVER_FIELDS(parameters, options.solver),
};

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const parameters *p = integrator->parameters;
    double *q = trama_integrator_q(integrator, 0);
    double *v = trama_integrator_v(integrator, 0), *a = trama_integrator_v(integrator, 1);
    trama_newton_stage end = {.t = system->t + h,
                              .cq = h * p->beta / p->gamma,
                              .cv = h * p->gamma,
                              .q = system->q,
                              .w = system->v};
    end.q0 = q;
    end.v0 = v;
    trama_system_acceleration(system, system->t, system->q, system->v, a);
    trama_system_kick(system, h * (1.0 - p->gamma), a, system->v, v);
    trama_system_drift(system, h, system->v, system->q, q);
    trama_system_drift(system, h * h * (0.5 - p->beta), a, q, q);
    trama_system_drift(system, -end.cq, v, q, q);
    trama_newton_take(integrator, 2, &end);
    trama_newton_solve(integrator, system, &end);
}

const trama_integrator_type trama_integrator_newmark = {
    .name = "newmark",
    .summary = "Newmark's method by Newton's iteration; by default the trapezoidal rule",
    .reference = "Newmark 1959",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .order = 2,
    .damped_order = 2,
    .stability = TRAMA_INFINITY,
    .q_arrays = 1,
    .v_arrays = 2 + TRAMA_NEWTON_ARRAYS,
    .reversible = true,
    .implicit = true,
    .guarded = true,
    .step = step,
    .open = trama_newton_open,
    .close = trama_implicit_close,
};
