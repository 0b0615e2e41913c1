/* Verlet's method as the thesis has it (section 3.2.4, Algorithms 1 and 2):
 *
 *   r+ = 2 r - r- + h^2 a(t, r, v)              (3.21)
 *   v  = (r+ - r-) / 2h                         (3.22), `central`: belongs to r, not to r+
 *   v  = (r  - r-) / h                          Algorithm 2, line 36, `backward`
 *
 * It is written here over the displacement velocity w = (r - r-) / h, so that positions move by the
 * system's drift and pins hold; the same in exact arithmetic:
 *
 *   w+ = w + h a,   r+ = r + h w+,   v = (w + w+) / 2  or  v = w+
 *
 * What a step keeps is its a, from which the next has w = v + h/2 a (central) or w = v (backward):
 * an impulse that something gives to v between two steps reaches the positions.
 *
 * The v that a step leaves is what the damping of the next step sees. The central one then lags a
 * whole step; on an oscillator of phase theta a step the work of the damping goes with cos theta,
 * and above omega h = sqrt 2 (theta = pi/2) damping feeds the motion. The backward one lags half a
 * step and does not.
 *
 * Start: the thesis sets r(t1) = r(t0), that is w = 0 for a cloth at rest. Its generalisation to an
 * initial velocity is w = v (`thesis`). As an estimate of v(t0 - h/2) it is wrong by h/2 a, which
 * makes the positions of order 1, like those of symplectic Euler, which they equal. The other start
 * (`taylor`), w = v - h/2 a, has the order 2 that the method is known for. When h changes, w is
 * brought from the middle of the last step to where a step of the new size would have had it. */
#include "integrator/integrator.h"
#include "system_lifetimes.h"

#include <math.h>
#include <string.h>

enum { CENTRAL, BACKWARD };
enum { THESIS, TAYLOR };

typedef struct verlet_parameters {
    int velocity; /* CENTRAL or BACKWARD */
    int start;    /* THESIS or TAYLOR */
} verlet_parameters;

static const char *const velocities[] = {"central", "backward", NULL};
static const char *const starts[] = {"thesis", "taylor", NULL};

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(verlet_parameters, velocity, velocities), .fallback = {CENTRAL},
     .summary = "(r+ - r-)/2h of thesis (3.22), or (r - r-)/h of Algorithm 2, line 36"},
    {TRAMA_CHOICE_OF(verlet_parameters, start, starts), .fallback = {THESIS},
     .summary =
         "r(t0 - h) = r - h v, at rest r(t1) = r(t0) of the thesis; or + h^2/2 a, of order 2"},
};

/* How far v stays behind the displacement velocity of its step, in steps. */
static const double lag[] = {[CENTRAL] = 0.5, [BACKWARD] = 0.0};

/* w of the last step from what that step left, v and a. Before the first step, the initial v. */
static void recover(const trama_integrator *integrator, const trama_system *system, const double *a,
                    double *w)
{
    const verlet_parameters *parameters = integrator->parameters;
    if (isnan(integrator->h))
        memcpy(w, system->v, system->nv * sizeof *w);
    else
        trama_system_kick(system, lag[parameters->velocity] * integrator->h, a, system->v, w);
    trama_system_hold(system, w);
}

/* How far w is from the middle of a step of size h that ends now, s. */
static double misplaced(const trama_integrator *integrator, double h)
{
    const verlet_parameters *parameters = integrator->parameters;
    if (!isnan(integrator->h))
        return (integrator->h - h) / 2;
    return parameters->start == TAYLOR ? -h / 2 : 0;
}

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const verlet_parameters *parameters = integrator->parameters;
    double *a = trama_integrator_v(integrator, 0);
    double *w = trama_integrator_v(integrator, 1);
    recover(integrator, system, a, w);
    trama_system_acceleration(system, system->t, system->q, system->v, a);
    if (integrator->fresh)
        trama_system_kick(system, misplaced(integrator, h), a, w, w);
    trama_system_kick(system, (1 - lag[parameters->velocity]) * h, a, w, system->v);
    trama_system_kick(system, h, a, w, w);
    trama_system_drift(system, h, w, system->q, system->q);
}

/* What a step keeps would move a body that has vanished since. */
static trama_status refuse_lifetimes(trama_integrator *integrator, const trama_system *system,
                                     trama_error *error)
{
    (void)integrator;
    return !trama_system_has_lifetimes(system)
               ? TRAMA_OK
               : trama_fail(error, TRAMA_BAD_INPUT, "integrator.name",
                            "verlet moves bodies by the acceleration of the step before, and some "
                            "have just appeared or vanished; allowed: any other method that takes "
                            "rigid bodies");
}

const trama_integrator_type trama_integrator_verlet = {
    .name = "verlet",
    .summary = "Stoermer-Verlet with the thesis' start and velocity",
    .reference =
        "Verlet 1967; Unicamp thesis, section 3.2.4, (3.21) and (3.22), algorithms 1 and 2",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, verlet_parameters),
    .order = 1,
    .damped_order = 1,
    .stability = 2.0,
    .evaluations = 1,
    .v_arrays = 2,
    .state_arrays = 1,
    .reversible = true,
    .step = step,
    .open = refuse_lifetimes,
};
