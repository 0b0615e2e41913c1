#include "integrator/newton.h"

#include "core/numbers.h"
#include "integrator/guard.h"

#include <math.h>
#include <stdint.h>
#include <string.h>

/* The scratch arrays. */
enum { RESIDUAL, DIRECTION, TRIED, TRIED_RESIDUAL, WAY };

trama_status trama_newton_open(trama_integrator *integrator, const trama_system *system,
                               trama_error *error)
{
    const trama_newton_options *o = integrator->parameters;
    return trama_implicit_open(integrator, system, trama_implicit_solvers[o->solver.solver],
                               &o->solver, error);
}

void trama_newton_take(const trama_integrator *integrator, size_t first, trama_newton_stage *stage)
{
    for (size_t i = 0; i < TRAMA_NEWTON_ARRAYS; i++)
        stage->scratch[i] = trama_integrator_v(integrator, first + i);
}

/* Root mean square of x - y (y NULL: of x) over the coordinates, weighted by mass. */
static double size_of(const trama_system *system, const double *x, const double *y)
{
    double sum = 0.0, mass = 0.0;
    for (size_t i = 0; i < system->nv; i++) {
        const double d = x[i] - (y ? y[i] : 0.0);
        sum += system->mass[i] * d * d;
        mass += system->mass[i];
    }
    return sqrt(sum / mass);
}

/* R at w, and q there; its size. */
static double evaluate(trama_system *system, const trama_newton_stage *s, const double *w,
                       double *residual)
{
    trama_system_drift(system, s->cq, w, s->q0, s->q);
    trama_system_acceleration(system, s->t, s->q, w, residual);
    for (size_t i = 0; i < system->nv; i++)
        residual[i] = w[i] - s->v0[i] - s->cv * residual[i];
    trama_system_clear_idle(system, residual);
    return size_of(system, residual, NULL);
}

static double limit_of(const trama_newton_parameters *p, const trama_system *system,
                       const trama_newton_stage *s, const double *w)
{
    return p->tolerance * size_of(system, w, s->v0) + p->floor;
}

/* By how much the residual at w changes when every position changes by its last bit, up or down:
 * what the rounding of positions may leave of it. Far from the origin that is a stiff contact's
 * whole balance. q is that of w before and after. */
static double rounding_of(trama_system *system, const trama_newton_stage *s)
{
    double *residual = s->scratch[TRIED_RESIDUAL];
    uint64_t bits = 0;
    for (size_t i = 0; i < system->nq; i++) {
        bits = bits * 6364136223846793005u + 1442695040888963407u;
        s->q[i] = nextafter(s->q[i], bits >> 63 ? TRAMA_INFINITY : -TRAMA_INFINITY);
    }
    trama_system_acceleration(system, s->t, s->q, s->w, residual);
    for (size_t i = 0; i < system->nv; i++)
        residual[i] = s->w[i] - s->v0[i] - s->cv * residual[i];
    trama_system_clear_idle(system, residual);
    const double change = size_of(system, residual, s->scratch[RESIDUAL]);
    trama_system_drift(system, s->cq, s->w, s->q0, s->q);
    return change;
}

/* Among positions that an interaction allows: whether a residual that does not fall is rounding. */
static bool is_rounding(trama_system *system, const trama_newton_stage *s, double size)
{
    return trama_guard_is_needed(system) && size <= rounding_of(system, s);
}

/* d of (M + cv D + cv cq K) d = M R. */
static trama_step_status find_direction(trama_integrator *integrator, trama_system *system,
                                        const trama_newton_stage *s)
{
    double *right = s->scratch[TRIED];
    const trama_step_status status =
        trama_implicit_prepare(integrator, system, s->t, s->q, s->w, s->cv, s->cv * s->cq);
    if (status != TRAMA_STEP_OK)
        return status;
    for (size_t i = 0; i < system->nv; i++)
        right[i] = system->mass[i] * s->scratch[RESIDUAL][i];
    return trama_implicit_solve(integrator, right, s->scratch[DIRECTION]);
}

static void swap(double **a, double **b)
{
    double *const other = *a;
    *a = *b;
    *b = other;
}

/* Moves w along the direction until the residual falls below *size, or is small enough; refused: it
 * does not. */
static trama_step_status search(const trama_newton_parameters *p, trama_system *system,
                                trama_newton_stage *s, double *size)
{
    static const double least_decrease = 1e-4;
    double share = 1.0;
    for (long n = 0; n <= p->halvings; n++) {
        double *tried = s->scratch[TRIED];
        for (size_t i = 0; i < system->nv; i++)
            tried[i] = s->w[i] - share * s->scratch[DIRECTION][i];
        const double found = evaluate(system, s, tried, s->scratch[TRIED_RESIDUAL]);
        if (found <= (1.0 - least_decrease * share) * *size ||
            found <= limit_of(p, system, s, tried)) {
            memcpy(s->w, tried, system->nv * sizeof *tried);
            swap(&s->scratch[RESIDUAL], &s->scratch[TRIED_RESIDUAL]);
            *size = found;
            return TRAMA_STEP_OK;
        }
        share *= 0.5;
    }
    return TRAMA_STEP_REFUSED;
}

/* ---- Among positions that an interaction allows (guard.h). */

static trama_moment at(const trama_newton_stage *s)
{
    return (trama_moment){s->t, s->q, s->w};
}

/* The largest part of the way from a state to the stage's positions by `w` at time t. */
static trama_step_status part_of_way(trama_system *system, const trama_newton_stage *s,
                                     const trama_moment *from, double t, const double *w,
                                     double *part)
{
    double *q = s->scratch[TRIED_RESIDUAL];
    trama_system_drift(system, s->cq, w, s->q0, q);
    return trama_guard_part(system, from, &(trama_moment){t, q, w}, part);
}

/* w at t_end: what is held is where it is then; what is free goes on as in the method's guess, or
 * stays where it is. */
static void set_target(const trama_system *system, const trama_newton_stage *s, double t_end,
                       bool goes, double *target)
{
    const double rest = goes ? (t_end - s->t) / (t_end - system->t) : 0.0;
    for (size_t i = 0; i < system->nv; i++)
        target[i] = s->w[i] + (rest > 0.0 ? rest * s->scratch[WAY][i] : 0.0);
    trama_system_hold(system, target);
}

/* Goes to the share of the way to a target that is allowed, and half of it at most if not all is.
 * Obstacles are where they are at some time, perhaps beside the chord of their way: the way to that
 * very place is asked about. */
static trama_step_status go_on(trama_system *system, trama_newton_stage *s, double t_end,
                               const double *target, double part)
{
    const trama_moment from = at(s);
    double *w = s->scratch[DIRECTION], share = part == 1.0 ? 1.0 : 0.5 * part;
    for (int n = 0; n < 30; n++) {
        const double t = share == 1.0 ? t_end : s->t + share * (t_end - s->t);
        for (size_t i = 0; i < system->nv; i++)
            w[i] = share == 1.0 ? target[i] : s->w[i] + share * (target[i] - s->w[i]);
        const trama_step_status status = part_of_way(system, s, &from, t, w, &part);
        if (status != TRAMA_STEP_OK)
            return status;
        if (part == 1.0) {
            memcpy(s->w, w, system->nv * sizeof *w);
            s->t = t;
            return TRAMA_STEP_OK;
        }
        share *= 0.5;
    }
    return TRAMA_STEP_OK; /* it stays where it is, and the iteration makes room */
}

/* Moves what is held and prescribed on towards where it is at t_end, as far as is allowed. */
static trama_step_status lead_on(trama_system *system, trama_newton_stage *s, double t_end)
{
    const trama_moment from = at(s);
    double *target = s->scratch[TRIED], part[2];
    for (int goes = 0; goes < 2; goes++) {
        set_target(system, s, t_end, goes == 1, target);
        const trama_step_status status = part_of_way(system, s, &from, t_end, target, &part[goes]);
        if (status != TRAMA_STEP_OK)
            return status;
    }
    const bool goes = part[1] >= part[0];
    set_target(system, s, t_end, goes, target);
    return go_on(system, s, t_end, target, part[goes]);
}

/* A first guess that is allowed: that of the method if the whole way to it is, else a part of it.
 * q comes with the step's start. */
static trama_step_status begin_allowed(trama_system *system, trama_newton_stage *s, double t_end)
{
    const trama_moment start = {system->t, s->q, s->w};
    double part;
    const trama_step_status status = part_of_way(system, s, &start, t_end, s->w, &part);
    if (status != TRAMA_STEP_OK || part == 1.0)
        return status;
    for (size_t i = 0; i < system->nv; i++) {
        const double still = (s->q[i] - s->q0[i]) / s->cq;
        s->scratch[WAY][i] = s->w[i] - still;
        s->w[i] = still;
    }
    s->t = system->t;
    return lead_on(system, s, t_end);
}

/* M R . d: how fast the potential of the equations, where they have one, falls along -d. */
static double slope_of(const trama_system *system, const double *residual, const double *direction)
{
    double sum = 0.0;
    for (size_t i = 0; i < system->nv; i++)
        sum += system->mass[i] * residual[i] * direction[i];
    return sum;
}

/* Moves w along the direction, no further than is allowed, to where the potential does not yet rise
 * by more than half of what it falls by here. The residual itself may rise: a barrier that is met
 * pushes harder than what it holds back. */
static trama_step_status search_allowed(const trama_newton_parameters *p, trama_system *system,
                                        trama_newton_stage *s, double *size)
{
    static const double most_rise = 0.5;
    const double *direction = s->scratch[DIRECTION];
    const double fall = slope_of(system, s->scratch[RESIDUAL], direction);
    double *tried = s->scratch[TRIED], share;
    const trama_moment from = at(s);
    for (size_t i = 0; i < system->nv; i++)
        tried[i] = s->w[i] - direction[i];
    const trama_step_status status = part_of_way(system, s, &from, s->t, tried, &share);
    if (status != TRAMA_STEP_OK)
        return status;
    for (long n = 0; n <= p->halvings; n++) {
        for (size_t i = 0; i < system->nv; i++)
            tried[i] = s->w[i] - share * direction[i];
        const double found = evaluate(system, s, tried, s->scratch[TRIED_RESIDUAL]);
        const double still = slope_of(system, s->scratch[TRIED_RESIDUAL], direction);
        if (still >= -most_rise * fall || found <= limit_of(p, system, s, tried)) {
            memcpy(s->w, tried, system->nv * sizeof *tried);
            swap(&s->scratch[RESIDUAL], &s->scratch[TRIED_RESIDUAL]);
            *size = found;
            return TRAMA_STEP_OK;
        }
        share *= 0.5;
    }
    return TRAMA_STEP_REFUSED;
}

/* Tells what is left of the equations at the iterate, M R/cv, whoever asks for it. */
static bool balance(const trama_system *system, const trama_newton_stage *s)
{
    double *left = s->scratch[TRIED], *moves = s->scratch[TRIED_RESIDUAL];
    const trama_moment here = at(s);
    if (!trama_guard_balances(system))
        return false;
    for (size_t i = 0; i < system->nv; i++) {
        left[i] = system->mass[i] * s->scratch[RESIDUAL][i] / s->cv;
        moves[i] = 1.0;
    }
    trama_system_clear_idle(system, moves);
    return trama_guard_balance(system, &here, left, moves);
}

/* Tells of an accepted iterate; whoever answers that forces have changed has them asked for anew.
 */
static void accept(trama_system *system, const trama_newton_stage *s, double *size)
{
    const trama_moment here = at(s);
    if (balance(system, s))
        *size = evaluate(system, s, s->w, s->scratch[RESIDUAL]);
    if (trama_guard_accept(system, &here))
        *size = evaluate(system, s, s->w, s->scratch[RESIDUAL]);
}

/* ---- The whole. */

static bool give_up(trama_integrator *integrator, double size)
{
    integrator->solves.residual = size;
    integrator->status = trama_implicit_refuse(integrator, TRAMA_REFUSAL_NEWTON);
    return false;
}

/* Until the residual is small enough, from w and its residual of `size`, and what is held and
 * prescribed is where it is at t_end. */
static bool iterate(trama_integrator *integrator, trama_system *system, trama_newton_stage *s,
                    double t_end, bool guarded, double *size)
{
    static const double settled = 1e-2; /* there is room again for what is led */
    static const long patience = 10;    /* iterations, after which rounding is thought of */
    const trama_newton_parameters *p =
        &((const trama_newton_options *)integrator->parameters)->newton;
    for (long n = 0; n < p->iterations; n++) {
        integrator->status = find_direction(integrator, system, s);
        if (integrator->status != TRAMA_STEP_OK)
            return false;
        integrator->solves.newton++;
        integrator->status = (guarded ? search_allowed : search)(p, system, s, size);
        if (integrator->status == TRAMA_STEP_REFUSED && s->t == t_end &&
            is_rounding(system, s, *size)) {
            integrator->status = TRAMA_STEP_OK;
            return true;
        }
        if (integrator->status == TRAMA_STEP_REFUSED)
            return give_up(integrator, *size);
        if (integrator->status != TRAMA_STEP_OK)
            return false;
        accept(system, s, size);
        if (s->t == t_end && (*size <= limit_of(p, system, s, s->w) ||
                              (n % patience == patience - 1 && is_rounding(system, s, *size))))
            return true;
        if (s->t == t_end || *size > settled * size_of(system, s->w, s->v0) + p->floor)
            continue;
        integrator->status = lead_on(system, s, t_end);
        if (integrator->status != TRAMA_STEP_OK)
            return false;
        *size = evaluate(system, s, s->w, s->scratch[RESIDUAL]);
        accept(system, s, size);
    }
    return give_up(integrator, *size);
}

bool trama_newton_solve(trama_integrator *integrator, trama_system *system, trama_newton_stage *s)
{
    const bool guarded = trama_guard_is_needed(system);
    const double t_end = s->t;
    if (guarded) {
        integrator->status = begin_allowed(system, s, t_end);
        if (integrator->status != TRAMA_STEP_OK)
            return false;
    }
    for (;;) {
        double size = evaluate(system, s, s->w, s->scratch[RESIDUAL]);
        accept(system, s, &size);
        if (!iterate(integrator, system, s, t_end, guarded, &size))
            return false;
        const trama_moment here = at(s);
        if (!trama_guard_renew(system, &here))
            return true;
    }
}
