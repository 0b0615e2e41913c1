/* The generalised alpha method, by its spectral radius rho at infinity, 0 to 1: with
 *
 *   am = (2 rho - 1)/(rho + 1),   af = rho/(rho + 1),   gamma = 1/2 - am + af,
 *   beta = (1 - am + af)^2/4,   o = 1 - af,
 *
 * and Newmark's q1 and v1 by the accelerations a0 and a1, the equations of motion hold between
 * them:
 *
 *   (1 - am) a1 + am a0 = A(t + o h, q, w),   q = o q1 + af q0,   w = o v1 + af v0.
 *
 * Solved for w by Newton's iteration (newton.h):
 *
 *   w = v0 + o h (1 - gamma - gamma am/(1 - am)) a0 + o h gamma/(1 - am) A,
 *   q = q0 + (o h - cq) v0 + o h^2 (1/2 - beta/gamma) a0 + cq w,   cq = h beta/gamma,
 *   a1 = (w - v0)/(o h gamma) - (1 - gamma)/gamma a0.
 *
 * Order 2; a mode far above 1/h is multiplied by rho in a step. a is state, and begins by the
 * forces at the start and at a new step size. What corrects velocities after a step (contact)
 * leaves it as it is: begun anew after each correction, it would lose energy that nothing books. */
#include "integrator/newton.h"

#include <string.h>

typedef struct parameters {
    trama_newton_options options; /* first */
    double radius;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_OF(parameters, radius), .unit = "1", .maximum = 1.0, .fallback = {0.8},
     .summary =
         "rho, the spectral radius at infinity: 1 damps nothing, 0 the highest modes at once"},
    TRAMA_NEWTON_FIELDS(parameters, options.newton),
    TRAMA_SOLVER_FIELDS(parameters, options.solver),
};

enum { ACCELERATION, V0, W, NEXT, OWN }; /* the v workspace; one of state */

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const double rho = ((const parameters *)integrator->parameters)->radius;
    const double am = (2.0 * rho - 1.0) / (rho + 1.0), af = rho / (rho + 1.0), o = 1.0 - af;
    const double gamma = 0.5 - am + af, beta = 0.25 * (1.0 - am + af) * (1.0 - am + af);
    double *a = trama_integrator_v(integrator, ACCELERATION);
    double *v0 = trama_integrator_v(integrator, V0), *w = trama_integrator_v(integrator, W);
    double *next = trama_integrator_v(integrator, NEXT), *q0 = trama_integrator_q(integrator, 0);
    trama_newton_stage middle = {.t = system->t + o * h,
                                 .cq = h * beta / gamma,
                                 .cv = o * h * gamma / (1.0 - am),
                                 .q = trama_integrator_q(integrator, 1),
                                 .w = w};
    if (integrator->h != h)
        trama_system_acceleration(system, system->t, system->q, system->v, a);
    trama_system_clear_idle(system, a); /* what is held now may not have been before */
    trama_system_kick(system, o * h * (1.0 - gamma - gamma * am / (1.0 - am)), a, system->v, v0);
    trama_system_drift(system, o * h - middle.cq, system->v, system->q, q0);
    trama_system_drift(system, o * h * h * (0.5 - beta / gamma), a, q0, q0);
    middle.q0 = q0;
    middle.v0 = v0;
    memcpy(w, system->v, system->nv * sizeof *w);
    trama_newton_take(integrator, OWN, &middle);
    if (!trama_newton_solve(integrator, system, &middle))
        return;
    for (size_t i = 0; i < system->nv; i++)
        next[i] = (w[i] - system->v[i]) / (o * h * gamma) - (1.0 - gamma) / gamma * a[i];
    trama_system_drift(system, h, system->v, system->q, system->q);
    trama_system_drift(system, h * h * (0.5 - beta), a, system->q, system->q);
    trama_system_drift(system, h * h * beta, next, system->q, system->q);
    for (size_t i = 0; i < system->nv; i++)
        system->v[i] += (w[i] - system->v[i]) / o;
    memcpy(a, next, system->nv * sizeof *a);
}

const trama_integrator_type trama_integrator_generalized_alpha = {
    .name = "generalized_alpha",
    .summary = "Newmark's method with the forces between the accelerations: damps only high modes",
    .reference = "Chung and Hulbert 1993",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .order = 2,
    .damped_order = 2,
    .stability = TRAMA_INFINITY,
    .q_arrays = 2,
    .v_arrays = OWN + TRAMA_NEWTON_ARRAYS,
    .state_arrays = 1,
    .implicit = true,
    .step = step,
    .open = trama_newton_open,
    .close = trama_implicit_close,
};
