/* TR-BDF2: the trapezoidal rule to t + gamma h, then the backward differentiation formula through
 * both points, for positions and velocities y, with gamma = 2 - sqrt(2) and c = gamma h/2:
 *
 *   y' = y + c f(y) + c f(y'),
 *   y+ = y + (y' - y)/(gamma (2 - gamma)) + c f(y+).
 *
 * Both stages have one matrix, M + c D + c^2 K, and are solved by Newton's iteration (newton.h).
 * Order 2, one step, and a mode far above 1/h is gone after one.
 *
 * The error of a step is the difference to the formula of order 3 on the same points,
 *
 *   d = h ((1 - 4 w)/3 f(y) + f(y')/3 - gamma/3 f(y+)),   w = sqrt(2)/4,
 *
 * through that matrix, so that what is fast does not count: (1 - c J) d' = d. With tolerances the
 * step of h is made in parts, each as long as err = max(|dq'|/position, |dv'|/velocity) allows: it
 * is made again if err > 1, and the next is min(5, max(0.2, 0.9 err^(-1/3))) of it. */
#include "integrator/newton.h"

#include "system_tangent.h"

#include <float.h>
#include <math.h>
#include <string.h>

typedef struct parameters {
    trama_newton_options options; /* first */
    double position, velocity;
} parameters;

static const trama_field fields[] = {
    {TRAMA_FIELD_AS("error_position", parameters, position), .unit = "m", .maximum = DBL_MAX,
     .summary = "largest error of a part of the step in a position; with error_velocity 0: steps "
                "are as they are given"},
    {TRAMA_FIELD_AS("error_velocity", parameters, velocity), .unit = "m/s", .maximum = DBL_MAX,
     .summary = "the same of velocities; 0: none is asked for"},
    TRAMA_NEWTON_FIELDS(parameters, options.newton),
    TRAMA_SOLVER_FIELDS(parameters, options.solver),
};

enum { V0, W, START, CHANGE, SHIFT, OWN }; /* the v workspace */
enum { Q0, Q };

static bool advance(trama_integrator *integrator, trama_system *system, double t, double h);
static void advance_in_parts(trama_integrator *integrator, trama_system *system, double h);
static void accept(const trama_integrator *integrator, trama_system *system);

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const parameters *p = integrator->parameters;
    if (p->position > 0.0 || p->velocity > 0.0)
        advance_in_parts(integrator, system, h);
    else if (advance(integrator, system, system->t, h))
        accept(integrator, system);
}

/* From the system's state at t to Q, W; the error d, before its filter, is in SHIFT and CHANGE. */
static bool advance(trama_integrator *integrator, trama_system *system, double t, double h)
{
    const double gamma = 2.0 - sqrt(2.0), c = 0.5 * gamma * h, on = 1.0 / (gamma * (2.0 - gamma));
    const double first = (1.0 - sqrt(2.0)) / 3.0 * h, second = h / 3.0, last = -gamma / 3.0 * h;
    double *v0 = trama_integrator_v(integrator, V0), *w = trama_integrator_v(integrator, W);
    double *a = trama_integrator_v(integrator, START), *q0 = trama_integrator_q(integrator, Q0);
    double *change = trama_integrator_v(integrator, CHANGE);
    double *shift = trama_integrator_v(integrator, SHIFT);
    const double *v = system->v;
    trama_newton_stage stage = {
        .t = t + gamma * h, .cq = c, .cv = c, .q = trama_integrator_q(integrator, Q), .w = w};
    stage.q0 = q0;
    stage.v0 = v0;
    trama_newton_take(integrator, OWN, &stage);

    trama_system_acceleration(system, t, system->q, v, a);
    trama_system_kick(system, c, a, v, v0);
    trama_system_drift(system, c, v, system->q, q0);
    memcpy(w, v, system->nv * sizeof *w);
    if (!trama_newton_solve(integrator, system, &stage))
        return false;
    for (size_t i = 0; i < system->nv; i++) {
        change[i] = first * a[i] + second * (w[i] - v0[i]) / c;
        shift[i] = first * v[i] + second * w[i];
    }

    stage.t = t + h;
    trama_system_drift(system, on * c, v, system->q, q0);
    trama_system_drift(system, on * c, w, q0, q0);
    for (size_t i = 0; i < system->nv; i++)
        v0[i] = v[i] + on * (w[i] - v[i]);
    if (!trama_newton_solve(integrator, system, &stage))
        return false;
    for (size_t i = 0; i < system->nv; i++) {
        change[i] += last * (w[i] - v0[i]) / c;
        shift[i] += last * w[i];
    }
    return true;
}

static void accept(const trama_integrator *integrator, trama_system *system)
{
    memcpy(system->q, trama_integrator_q(integrator, Q), system->nq * sizeof *system->q);
    memcpy(system->v, trama_integrator_v(integrator, W), system->nv * sizeof *system->v);
}

/* ---- Parts by their error. */

static double largest(size_t count, const double *x)
{
    double size = 0.0;
    for (size_t i = 0; i < count; i++)
        size = fmax(size, fabs(x[i]));
    return size;
}

/* err of the part of h that `advance` has made: dv' of (M + c D + c^2 K) dv' = M dv - c K dq, and
 * dq' = dq + c dv'. The matrix is the last of Newton's iteration. */
static double error_of(trama_integrator *integrator, trama_system *system, double t, double h)
{
    const parameters *p = integrator->parameters;
    const double c = 0.5 * (2.0 - sqrt(2.0)) * h;
    double *change = trama_integrator_v(integrator, CHANGE);
    double *shift = trama_integrator_v(integrator, SHIFT);
    double *right = trama_integrator_v(integrator, START);
    trama_system_clear_idle(system, change);
    trama_system_clear_idle(system, shift);
    trama_system_tangent_product(system, t + h, trama_integrator_q(integrator, Q),
                                 trama_integrator_v(integrator, W), c, 0.0, shift, right);
    for (size_t i = 0; i < system->nv; i++)
        right[i] += system->mass[i] * change[i];
    integrator->status = trama_implicit_solve(integrator, right, change);
    for (size_t i = 0; i < system->nv; i++)
        shift[i] += c * change[i];
    const double of_q = p->position > 0.0 ? largest(system->nv, shift) / p->position : 0.0;
    const double of_v = p->velocity > 0.0 ? largest(system->nv, change) / p->velocity : 0.0;
    return fmax(of_q, of_v);
}

static void advance_in_parts(trama_integrator *integrator, trama_system *system, double h)
{
    static const double least_share = 1e-6; /* of h: shorter parts refuse the step */
    const double end = system->t + h;
    double t = system->t, part = h;
    for (;;) {
        const bool is_last = part > (1.0 - 1e-9) * (end - t);
        part = is_last ? end - t : part;
        if (!advance(integrator, system, t, part))
            return;
        const double err = error_of(integrator, system, t, part);
        const double next = 0.9 / cbrt(fmax(err, 1e-6));
        if (integrator->status != TRAMA_STEP_OK)
            return;
        if (err <= 1.0) {
            accept(integrator, system);
            if (is_last)
                return;
            t += part;
        }
        part *= fmin(5.0, fmax(0.2, next));
        if (!(part > least_share * h)) {
            integrator->status = trama_implicit_refuse(integrator, TRAMA_REFUSAL_NEWTON);
            return;
        }
    }
}

const trama_integrator_type trama_integrator_tr_bdf2 = {
    .name = "tr_bdf2",
    .summary = "trapezoidal rule and backward differentiation in one step: damps the highest modes",
    .reference = "Bank et al. 1985; Hosea and Shampine 1996 (the error)",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, parameters),
    .order = 2,
    .damped_order = 2,
    .stability = TRAMA_INFINITY,
    .q_arrays = 2,
    .v_arrays = OWN + TRAMA_NEWTON_ARRAYS,
    .implicit = true,
    .step = step,
    .open = trama_newton_open,
    .close = trama_implicit_close,
};
