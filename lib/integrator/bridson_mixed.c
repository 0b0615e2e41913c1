/* The mixed explicit and implicit scheme of Bridson, Marino and Fedkiw, as Campos has it (section
 * 4.2): elastic forces are taken explicitly, forces that depend on velocity implicitly.
 *
 *   u  = v + h/2 a(t, x, v)                       (`start: explicit`)
 *   u' = u, its strain and rate of strain limited
 *   x+ = x + h u'
 *   v+ = u + h/2 a(t + h, x+, v+)                 implicit in v+
 *   v+ limited
 *
 * On an unlimited system this is kick-drift-kick with the trapezoidal rule in the velocity, of
 * order 2, and damping alone never makes it unstable. Campos prints u, not u', in the fourth line
 * (`resume: unlimited`); from u' the impulses of the limits stay in the velocity (`limited`).
 *
 * `start: implicit` is for much damped motion, where the explicit half kick, though stable,
 * overshoots: positions move by the velocity of an implicit half step, and the rest is as before,
 *
 *   u' = v + h/2 a(t, x, u')  implicit in u', limited;   x+ = x + h u';   u = v + h/2 a(t, x, v).
 *
 * With force affine in velocity, M a(x, v) = F(x) - D v, an implicit half kick solves
 *
 *   (1 + h/2 M^-1 D) w = h/2 a(x, v),   v+ = v + w.
 *
 * `damping: drag` lets the model solve it in closed form for damping and drag alone, and what else
 * depends on velocity (bending) stays explicit: Campos' choice, which limits the step again.
 * `damping: full` solves it by conjugate gradients in the mass inner product, where the operator is
 * symmetric if D is; its products M^-1 D p = a(x, v) - a(x, v + p) are accelerations of any model.
 * The residual is then computed from the force itself, and where force is not affine in velocity
 * the solve goes on from there (Newton's method, the operator being the difference quotient). A
 * solve that `iterations` products do not bring below `tolerance` has no result: velocities become
 * NaN, and the run ends by the detector `finite`. */
#include "integrator/integrator.h"

#include "core/numbers.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { FULL, DRAG };
enum { EXPLICIT, IMPLICIT };
enum { UNLIMITED, LIMITED };
enum { ADDED, SOLVED };

typedef struct mixed_parameters {
    int damping, start, resume, contact;
    double tolerance;
    long iterations;
} mixed_parameters;

static const char *const dampings[] = {"full", "drag", NULL};
static const char *const starts[] = {"explicit", "implicit", NULL};
static const char *const resumes[] = {"unlimited", "limited", NULL};
static const char *const contacts[] = {"added", "solved", NULL};

static const trama_field fields[] = {
    {TRAMA_CHOICE_OF(mixed_parameters, damping, dampings), .fallback = {FULL},
     .summary = "what is implicit: full, all that depends on velocity (conjugate gradients); drag, "
                "damping and drag in closed form (Campos, section 4.5)"},
    {TRAMA_CHOICE_OF(mixed_parameters, start, starts), .fallback = {EXPLICIT},
     .summary = "half kick that moves positions: explicit, or implicit for much damped motion"},
    {TRAMA_CHOICE_OF(mixed_parameters, resume, resumes), .fallback = {UNLIMITED},
     .summary = "velocity that the second half kick starts from: before the limits (as printed), "
                "or after them"},
    {TRAMA_CHOICE_OF(mixed_parameters, contact, contacts), .fallback = {ADDED}, .later = true,
     .summary =
         "velocity after contact: its change is added (Campos, 6.3, leaves the solve out), or "
         "the second half kick is made anew from the corrected mean velocity (Bridson et "
         "al. 2002)"},
    {TRAMA_FIELD_OF(mixed_parameters, tolerance), .unit = "1", .minimum = 1e-12, .maximum = 1e-2,
     .fallback = {1e-10}, .summary = "of the implicit solve, its residual over the kick"},
    {TRAMA_FIELD_OF(mixed_parameters, iterations), .unit = "1", .minimum = 1, .maximum = 1e6,
     .fallback = {1000},
     .summary = "products at most of one implicit solve; past it the velocities are NaN"},
};

/* The arrays of the v workspace. */
enum { ACCELERATION, HALF, KICK, RESIDUAL, DIRECTION, PRODUCT, AT_KICK, PROBE, ARRAYS };

/* What one implicit half kick works on. */
typedef struct solve {
    trama_system *system;
    double t, half; /* time of the force; h/2 */
    const double *q, *v;
    double *a; /* a(t, q, v) */
    double *w; /* the kick, and the residual h/2 a(t, q, v + w) - w */
    double *residual, *direction, *product;
    double *a_at_w; /* a(t, q, v + w) */
    double *probe;  /* velocities that the model is shown */
    long products;  /* left */
} solve;

/* sum of m x y, in eight interleaved partial sums: the same bits on every instruction set. */
static double inner(const trama_system *system, const double *x, const double *y)
{
    double part[8] = {0};
    const size_t whole = system->nv / 8 * 8;
    for (size_t i = 0; i < whole; i += 8)
        for (size_t j = 0; j < 8; j++)
            part[j] += system->mass[i + j] * x[i + j] * y[i + j];
    for (size_t i = whole; i < system->nv; i++)
        part[i - whole] += system->mass[i] * x[i] * y[i];
    return ((part[0] + part[1]) + (part[2] + part[3])) +
           ((part[4] + part[5]) + (part[6] + part[7]));
}

/* residual = h/2 a(t, q, v + w) - w; returns its square. */
static double find_residual(solve *s)
{
    trama_system_kick(s->system, 1.0, s->w, s->v, s->probe);
    trama_system_acceleration(s->system, s->t, s->q, s->probe, s->a_at_w);
    for (size_t i = 0; i < s->system->nv; i++)
        s->residual[i] = s->half * s->a_at_w[i] - s->w[i];
    return inner(s->system, s->residual, s->residual);
}

/* product = (1 + h/2 M^-1 D) direction, D about v + w. */
static void multiply(solve *s)
{
    for (size_t i = 0; i < s->system->nv; i++)
        s->probe[i] = (s->v[i] + s->w[i]) + s->direction[i];
    trama_system_acceleration(s->system, s->t, s->q, s->probe, s->product);
    for (size_t i = 0; i < s->system->nv; i++)
        s->product[i] = s->direction[i] + s->half * (s->a_at_w[i] - s->product[i]);
    s->products--;
}

/* Conjugate gradients from the residual at hand, whose square is rr, until the residual's square is
 * below `enough`, or the products are used up, or it is not a number. The operator stays that about
 * the w at which they begin, so the correction is summed in `step` and added at the end. */
static void conjugate_gradients(solve *s, double rr, double enough, double *step)
{
    const size_t nv = s->system->nv;
    memcpy(s->direction, s->residual, nv * sizeof *s->direction);
    memset(step, 0, nv * sizeof *step);
    while (rr > enough && s->products > 0) {
        multiply(s);
        const double alpha = rr / inner(s->system, s->direction, s->product);
        trama_system_kick(s->system, alpha, s->direction, step, step);
        trama_system_kick(s->system, -alpha, s->product, s->residual, s->residual);
        const double next = inner(s->system, s->residual, s->residual);
        trama_system_kick(s->system, next / rr, s->direction, s->residual, s->direction);
        rr = next;
    }
    trama_system_kick(s->system, 1.0, step, s->w, s->w);
}

/* Square of a residual that is round-off: forces that cancel, as at rest, leave one that moves
 * positions by a few units of their last digit, h |r| = 64 epsilon |q|, however small the kick. */
static double round_off(const solve *s)
{
    const trama_system *system = s->system;
    if (system->nq != system->nv)
        return 0.0;
    const double digits = 64.0 * DBL_EPSILON / (2.0 * s->half);
    return digits * digits * inner(system, s->q, s->q);
}

/* w of (1 + h/2 M^-1 D) w = h/2 a; false if the products did not suffice. A residual of ten times
 * the tolerance passes, or one of round-off. `step` is scratch, and may be s->a. */
static bool solve_fully(solve *s, double tolerance, double *step)
{
    const size_t nv = s->system->nv;
    for (size_t i = 0; i < nv; i++)
        s->residual[i] = s->half * s->a[i];
    memset(s->w, 0, nv * sizeof *s->w);
    memcpy(s->a_at_w, s->a, nv * sizeof *s->a);
    double rr = inner(s->system, s->residual, s->residual);
    const double enough = tolerance * tolerance * rr;
    const double passes = fmax(100.0 * enough, round_off(s));
    do {
        conjugate_gradients(s, rr, enough, step);
        rr = find_residual(s);
    } while (rr > passes && s->products > 0);
    return !(rr > passes);
}

/* v_out = v + h/2 a(t, q, v_out), from a = a(t, q, v); v_out may be v. */
static void kick_implicitly(trama_integrator *integrator, trama_system *system, double t, double h,
                            double *a, const double *v, double *v_out)
{
    const mixed_parameters *p = integrator->parameters;
    double *w = trama_integrator_v(integrator, KICK);
    if (p->damping == DRAG) {
        for (size_t i = 0; i < system->nv; i++)
            w[i] = h / 2 * a[i];
        trama_system_solve_drag(system, h / 2, system->q, w);
    } else {
        solve s = {.system = system,
                   .t = t,
                   .half = h / 2,
                   .q = system->q,
                   .v = v,
                   .a = a,
                   .w = w,
                   .residual = trama_integrator_v(integrator, RESIDUAL),
                   .direction = trama_integrator_v(integrator, DIRECTION),
                   .product = trama_integrator_v(integrator, PRODUCT),
                   .a_at_w = trama_integrator_v(integrator, AT_KICK),
                   .probe = trama_integrator_v(integrator, PROBE),
                   .products = p->iterations};
        if (!solve_fully(&s, p->tolerance, a))
            for (size_t i = 0; i < system->nv; i++)
                w[i] = TRAMA_NAN;
    }
    trama_system_kick(system, 1.0, w, v, v_out);
    trama_system_hold(system, v_out);
}

static void step(trama_integrator *integrator, trama_system *system, double h)
{
    const mixed_parameters *p = integrator->parameters;
    double *a = trama_integrator_v(integrator, ACCELERATION);
    double *half = trama_integrator_v(integrator, HALF);
    double *mover = system->v;
    trama_system_acceleration(system, system->t, system->q, system->v, a);
    trama_system_kick(system, h / 2, a, system->v, half);
    if (p->start == IMPLICIT)
        kick_implicitly(integrator, system, system->t, h, a, system->v, mover);
    else
        memcpy(mover, half, system->nv * sizeof *mover);
    trama_system_limit(system, h, system->q, mover);
    trama_system_drift(system, h, mover, system->q, system->q);
    const double *from = p->resume == LIMITED ? mover : half;
    trama_system_acceleration(system, system->t + h, system->q, from, a);
    kick_implicitly(integrator, system, system->t + h, h, a, from, system->v);
    trama_system_limit(system, h, system->q, system->v);
}

/* v+ = u + h/2 a(t + h, x+, v+) from the u that contact has left (Bridson et al. 2002, the last
 * step of the loop of Campos, 6.3). */
static void absorb(trama_integrator *integrator, trama_system *system, double h, const double *u)
{
    const mixed_parameters *p = integrator->parameters;
    double *a = trama_integrator_v(integrator, ACCELERATION);
    if (p->contact != SOLVED)
        return;
    trama_system_acceleration(system, system->t + h, system->q, u, a);
    kick_implicitly(integrator, system, system->t + h, h, a, u, system->v);
    trama_system_limit(system, h, system->q, system->v);
}

static trama_status open(trama_integrator *integrator, const trama_system *system,
                         trama_error *error)
{
    const mixed_parameters *p = integrator->parameters;
    const trama_object *without = trama_system_without_drag(system);
    if (p->damping == DRAG && without)
        return trama_fail(error, TRAMA_BAD_INPUT, "damping",
                          "the model %s has no closed form for its drag; allowed: full",
                          without->type->name);
    if (p->start == IMPLICIT && p->resume == LIMITED)
        return trama_fail(error, TRAMA_BAD_INPUT, "resume",
                          "start: implicit moves positions by another velocity than the second "
                          "half kick starts from; allowed: unlimited");
    return TRAMA_OK;
}

const trama_integrator_type trama_integrator_bridson_mixed = {
    .name = "bridson_mixed",
    .summary = "explicit elastic forces, implicit damping, strain limits where velocities move",
    .reference = "Bridson et al. 2003; Campos 2006, section 4.2",
    .version = 1,
    .parameters = TRAMA_FIELDS(fields, mixed_parameters),
    .order = 2,
    .damped_order = 2,
    .stability = 2.0,
    .evaluations = 0,
    .v_arrays = ARRAYS,
    .limits = true,
    .reversible = true,
    .step = step,
    .absorb = absorb,
    .open = open,
};
