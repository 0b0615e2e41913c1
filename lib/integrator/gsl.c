/* GSL's explicit Runge-Kutta steppers at a fixed step, as peers: what a user would take from a
 * library. State y = (q, v), rates by trama_system_rates.
 *
 * Entered as GSL behaves in one bare step, which is not always what its manual says: rk2 returns
 * the third-order member of its pair; rk4 finds its error by step doubling and returns the two half
 * steps, so that its limit is twice 2 sqrt 2 (and it evaluates 4 + 4 + 3 times); rkf45, rkck, rk8pd
 * return the higher order of their pair. Stability 0: on an undamped oscillator these three grow at
 * small z = omega h, by z^6 / 1109 a step (rkf45), z^6 / 7081 (rkck), at most 9e-8 (rk8pd: up to
 * z = 3.702, and no more than that growth). Damping hides it: see amplification.h, `tolerated`.
 *
 * Left out: msadams varies its order as it goes and asks a driver's control object for the
 * tolerances by which it does; a bare fixed step is refused (GSL_EFAULT). rk1imp, rk2imp, rk4imp,
 * bsimp, msbdf are implicit: Jacobian or driver. */
#include "core/memory.h"
#include "integrator/integrator.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_odeiv2.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct gsl_context {
    gsl_odeiv2_step *step;
    double *y, *error; /* nq + nv each, of one block */
} gsl_context;

static int rates(double t, const double *y, double *dy, void *parameters)
{
    trama_system *system = parameters;
    trama_system_rates(system, t, y, y + system->nq, dy, dy + system->nq);
    return GSL_SUCCESS;
}

/* A step that GSL declares failed leaves NaN, which the detectors see: a result, not an error. */
static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const gsl_context *context = integrator->context;
    const size_t nq = system->nq, nv = system->nv;
    const gsl_odeiv2_system equations = {rates, NULL, nq + nv, system};
    double *y = context->y;
    memcpy(y, system->q, nq * sizeof *y);
    memcpy(y + nq, system->v, nv * sizeof *y);
    const int status = gsl_odeiv2_step_apply(context->step, system->t, h, y, context->error, NULL,
                                             NULL, &equations);
    if (status != GSL_SUCCESS)
        for (size_t i = 0; i < nq + nv; i++)
            y[i] = nan("");
    memcpy(system->q, y, nq * sizeof *y);
    memcpy(system->v, y + nq, nv * sizeof *y);
}

static void release(trama_integrator *integrator)
{
    gsl_context *context = integrator->context;
    if (context == NULL)
        return;
    if (context->step != NULL)
        gsl_odeiv2_step_free(context->step);
    free(context->y);
    free(context);
    integrator->context = NULL;
}

/* GSL answers an allocation that fails with its error handler, which by default aborts. */
static gsl_odeiv2_step *quietly_allocate(const gsl_odeiv2_step_type *stepper, size_t dimension)
{
    gsl_error_handler_t *handler = gsl_set_error_handler_off();
    gsl_odeiv2_step *allocated = gsl_odeiv2_step_alloc(stepper, dimension);
    gsl_set_error_handler(handler);
    return allocated;
}

static trama_status acquire(trama_integrator *integrator, const trama_system *system,
                            const gsl_odeiv2_step_type *stepper, trama_error *error)
{
    const size_t dimension = system->nq + system->nv;
    gsl_context *context = calloc(1, sizeof *context);
    integrator->context = context;
    if (context == NULL)
        return trama_fail_memory(error);
    context->step = quietly_allocate(stepper, dimension);
    context->y = trama_doubles(2 * trama_padded(dimension));
    if (context->step == NULL || context->y == NULL) {
        release(integrator);
        return trama_fail_memory(error);
    }
    context->error = context->y + trama_padded(dimension);
    return TRAMA_OK;
}

#define PEER(stepper, order_, stability_, evaluations_, summary_)                                  \
    static trama_status open_##stepper(trama_integrator *integrator, const trama_system *system,   \
                                       trama_error *error)                                         \
    {                                                                                              \
        return acquire(integrator, system, gsl_odeiv2_step_##stepper, error);                      \
    }                                                                                              \
    const trama_integrator_type trama_integrator_gsl_##stepper = {                                 \
        .name = "gsl_" #stepper,                                                                   \
        .summary = summary_,                                                                       \
        .reference = "GSL, gsl_odeiv2_step_" #stepper " by gsl_odeiv2_step_apply",                 \
        .version = 1,                                                                              \
        .parameters = TRAMA_NO_FIELDS,                                                             \
        .order = order_,                                                                           \
        .damped_order = order_,                                                                    \
        .stability = stability_,                                                                   \
        .evaluations = evaluations_,                                                               \
        .step = step,                                                                              \
        .open = open_##stepper,                                                                    \
        .close = release,                                                                          \
    };

/* clang-format off */
/*   stepper order  stability              evaluations */
PEER(rk2,    3,     1.7320508075688772, 3, "Runge-Kutta 2(3) of GSL") /* sqrt 3 */
PEER(rk4,    4,     5.6568542494923806, 11, "classical Runge-Kutta of GSL, two half steps") /* 4 sqrt 2 */
PEER(rkf45,  5,     0.0,                6, "Runge-Kutta-Fehlberg 4(5) of GSL")
PEER(rkck,   5,     0.0,                6, "Runge-Kutta-Cash-Karp 4(5) of GSL")
PEER(rk8pd,  8,     0.0,                13, "Runge-Kutta-Prince-Dormand 8(9) of GSL")
/* clang-format on */
