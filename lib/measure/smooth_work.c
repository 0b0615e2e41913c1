#include "measure/smooth_parts.h"

#include "core/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- A step. */

static void place_held(const trama_smooth_work *w, const trama_system *system, double h, double t,
                       double *v);
static void find_middle(trama_smooth_work *w, trama_system *system, double h);
static double given_to_held(const trama_smooth_work *w, const trama_system *system);
static double integrate(trama_smooth_work *w, const trama_system *system, double h);
static void compare(trama_smooth_work *w, const trama_system *system, double h, double step);
static void keep(trama_smooth_work *w, const trama_system *system);

void trama_smooth_work_update(trama_smooth_work *w, trama_system *system)
{
    const double h = system->t - w->t;
    const bool constant = w->rule[TRAMA_BY_LOADS] == TRAMA_SUM_EXACT;
    trama_system_difference(system, 1.0, w->q_before, system->q, w->way);
    memcpy(w->now.v, system->v, system->nv * sizeof *w->now.v);
    if (w->rule[TRAMA_BY_LEADING]) {
        w->work[TRAMA_BY_LEADING] += given_to_held(w, system);
        place_held(w, system, h, w->t, w->before.v);
        place_held(w, system, h, system->t, w->now.v);
        trama_smooth_look(w, system, w->t, w->q_before, false, &w->before);
    }
    if (w->any_varies) {
        find_middle(w, system, h);
        trama_smooth_look(w, system, w->t + 0.5 * h, w->q_middle, constant, &w->middle);
    }
    trama_smooth_look(w, system, system->t, system->q, constant, &w->now);
    const double along_cubic = integrate(w, system, h);
    if (w->any_varies)
        compare(w, system, h, along_cubic);
    keep(w, system);
}

/* The state becomes that before the next step. */
static void keep(trama_smooth_work *w, const trama_system *system)
{
    const trama_smooth_moment old = w->before;
    w->before = w->now;
    w->now = old;
    memcpy(w->q_before, system->q, system->nq * sizeof *w->q_before);
    memcpy(w->before.v, system->v, system->nv * sizeof *w->before.v);
    w->t = system->t;
}

/* Held coordinates go all their way at one velocity, or turn: at t. What is held, and how fast, is
 * that of this step, also at its beginning. */
static void place_held(const trama_smooth_work *w, const trama_system *system, double h, double t,
                       double *v)
{
    memcpy(w->q_middle, w->q_before, system->nq * sizeof *w->q_middle);
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const trama_held *held = trama_activity_held(object->activity);
        for (size_t i = 0; i < held->count; i++) {
            const size_t at = object->v_begin + held->coordinate[i];
            v[at] = w->way[at] / h;
        }
        if (held->count > 0)
            trama_activity_turn(object->activity, t, w->q_middle + object->q_begin,
                                v + object->v_begin);
    }
}

static void find_middle(trama_smooth_work *w, trama_system *system, double h)
{
    const double *v0 = w->before.v, *v1 = w->now.v;
    double *from_start = w->whole;
    for (size_t i = 0; i < system->nv; i++) {
        const double mean = w->way[i] / h;
        from_start[i] = 0.5 * w->way[i] + (w->corrected ? 0.0 : 0.125 * h * (v0[i] - v1[i]));
        w->middle.v[i] = w->corrected ? mean : 1.5 * mean - 0.25 * (v0[i] + v1[i]);
    }
    trama_system_drift(system, 1.0, from_start, w->q_before, w->q_middle);
    for (size_t o = 0; w->rule[TRAMA_BY_LEADING] && o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        trama_activity_turn(object->activity, w->t + 0.5 * h, w->q_middle + object->q_begin,
                            w->middle.v + object->v_begin);
    }
}

/* What held coordinates gain in kinetic energy comes from what leads them, whatever the forces. */
static double given_to_held(const trama_smooth_work *w, const trama_system *system)
{
    double sum = 0.0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const trama_held *held = trama_activity_held(object->activity);
        for (size_t i = 0; i < held->count; i++) {
            const size_t at = object->v_begin + held->coordinate[i];
            const double before = w->before.v[at], now = system->v[at];
            sum += 0.5 * system->mass[at] * (now - before) * (now + before);
        }
    }
    return sum;
}

/* ---- The quadratures. */

/* What a component's force does in the step, over its mass where the force is. */
static double done(const trama_smooth_work *w, trama_cause cause, double h, size_t i)
{
    const double f0 = w->before.force[cause][i], f1 = w->now.force[cause][i],
                 fm = w->middle.force[cause][i];
    if (w->rule[cause] != TRAMA_SUM_CUBIC)
        return 0.5 * (f1 + f0) * w->way[i];
    return fm * w->way[i] + h / 6.0 * ((f0 - fm) * w->before.v[i] + (f1 - fm) * w->now.v[i]);
}

static double mass_for(const trama_system *system, trama_cause cause, size_t i)
{
    return cause <= TRAMA_BY_DAMPING ? system->mass[i] : 1.0;
}

/* Of components begin <= i < end. */
static double work_of(const trama_smooth_work *w, const trama_system *system, trama_cause cause,
                      double h, size_t begin, size_t end)
{
    double work = 0.0;
    for (size_t i = begin; i < end; i++)
        work += mass_for(system, cause, i) * done(w, cause, h, i);
    return work;
}

static double work_on_held(const trama_smooth_work *w, const trama_system *system, double h)
{
    double work = 0.0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const trama_held *held = trama_activity_held(object->activity);
        for (size_t i = 0; i < held->count; i++)
            work += done(w, TRAMA_BY_LEADING, h, object->v_begin + held->coordinate[i]);
    }
    return work;
}

static double damp(trama_smooth_work *w, const trama_system *system, double h)
{
    double work = 0.0;
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const double part =
            work_of(w, system, TRAMA_BY_DAMPING, h, object->v_begin, object->v_begin + object->nv);
        w->damped[o] -= part;
        w->most_damped[o] = fmax(w->most_damped[o], w->damped[o]);
        work += part;
    }
    return work;
}

/* Whether a cause is summed by the rule. What is a part of another counts with that. */
static bool counts(const trama_smooth_work *w, trama_cause cause, trama_smooth_rule rule)
{
    return w->rule[cause] == rule && cause != TRAMA_BY_FRICTION;
}

/* Adds the works of the step; returns that along the cubic. */
static double integrate(trama_smooth_work *w, const trama_system *system, double h)
{
    double along_cubic = 0.0;
    for (trama_cause cause = 0; cause < TRAMA_CAUSES; cause++) {
        if (w->rule[cause] == TRAMA_SUM_NONE)
            continue;
        const double part = cause == TRAMA_BY_LEADING ? work_on_held(w, system, h)
                            : cause == TRAMA_BY_DAMPING
                                ? damp(w, system, h)
                                : work_of(w, system, cause, h, 0, system->nv);
        w->work[cause] += part;
        along_cubic += counts(w, cause, TRAMA_SUM_CUBIC) ? part : 0.0;
    }
    return along_cubic;
}

/* W of the forces that work along the cubic, at one end of the step. */
static double power_of(const trama_smooth_work *w, const trama_system *system,
                       const trama_smooth_moment *at)
{
    double power = 0.0;
    for (trama_cause cause = 0; cause < TRAMA_BY_LEADING; cause++)
        for (size_t i = 0; w->rule[cause] == TRAMA_SUM_CUBIC && i < system->nv; i++)
            power += mass_for(system, cause, i) * at->force[cause][i] * at->v[i];
    for (size_t o = 0; w->rule[TRAMA_BY_LEADING] && o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const trama_held *held = trama_activity_held(object->activity);
        for (size_t i = 0; i < held->count; i++) {
            const size_t c = object->v_begin + held->coordinate[i];
            power += at->force[TRAMA_BY_LEADING][c] * at->v[c];
        }
    }
    return power;
}

/* The midpoint rule less the trapezoidal rule, of what is summed by that. */
static double midpoint_apart(const trama_smooth_work *w, const trama_system *system)
{
    double apart = 0.0;
    for (trama_cause cause = 0; cause < TRAMA_CAUSES; cause++)
        for (size_t i = 0; counts(w, cause, TRAMA_SUM_TRAPEZOID) && i < system->nv; i++)
            apart += mass_for(system, cause, i) * w->way[i] *
                     (w->middle.force[cause][i] -
                      0.5 * (w->now.force[cause][i] + w->before.force[cause][i]));
    return apart;
}

static void compare(trama_smooth_work *w, const trama_system *system, double h, double step)
{
    w->second += midpoint_apart(w, system);
    w->difference = fmax(w->difference, fabs(w->second));
    const double before = power_of(w, system, &w->before);
    if (w->half && fabs(h - w->half_step) <= 1e-9 * h) {
        const double now = power_of(w, system, &w->now);
        w->second += h / 3.0 * (w->half_power + 4.0 * before + now) - w->half_work - step;
        w->difference = fmax(w->difference, fabs(w->second));
        w->half = false;
        return;
    }
    w->half = true;
    w->half_step = h;
    w->half_power = before;
    w->half_work = step;
}

/* ---- Making. */

static void carve_moment(trama_smooth_moment *at, double **rest, size_t nv)
{
    at->v = trama_carve(rest, nv);
    for (trama_cause cause = 0; cause < TRAMA_CAUSES; cause++)
        at->force[cause] = trama_carve(rest, nv);
}

trama_status trama_smooth_work_create(const trama_system *system, trama_smooth_work **work,
                                      trama_error *error)
{
    const size_t nq = system->nq, nv = system->nv, moments = 3 * (1 + (size_t)TRAMA_CAUSES);
    trama_smooth_work *made = calloc(1, sizeof *made);
    *work = made;
    if (!made ||
        !(made->block = trama_doubles(2 * trama_padded(nq) + (4 + moments) * trama_padded(nv) +
                                      2 * trama_padded(system->object_count)))) {
        free(made);
        *work = NULL;
        return trama_fail_memory(error);
    }
    double *rest = made->block;
    made->q_before = trama_carve(&rest, nq);
    made->q_middle = trama_carve(&rest, nq);
    made->way = trama_carve(&rest, nv);
    made->zero = trama_carve(&rest, nv);
    made->whole = trama_carve(&rest, nv);
    made->inner = trama_carve(&rest, nv);
    carve_moment(&made->before, &rest, nv);
    carve_moment(&made->middle, &rest, nv);
    carve_moment(&made->now, &rest, nv);
    made->damped = trama_carve(&rest, system->object_count);
    made->most_damped = trama_carve(&rest, system->object_count);
    trama_smooth_find_causes(made, system);
    return TRAMA_OK;
}

void trama_smooth_work_destroy(trama_smooth_work *work)
{
    if (work)
        free(work->block);
    free(work);
}

void trama_smooth_work_begin(trama_smooth_work *w, trama_system *system)
{
    memset(w->work, 0, sizeof w->work);
    memset(w->damped, 0, system->object_count * sizeof *w->damped);
    memset(w->most_damped, 0, system->object_count * sizeof *w->most_damped);
    w->second = w->difference = 0.0;
    trama_smooth_work_resume(w, system);
}

void trama_smooth_work_resume(trama_smooth_work *w, trama_system *system)
{
    w->half = false;
    w->t = system->t;
    memcpy(w->q_before, system->q, system->nq * sizeof *w->q_before);
    memcpy(w->before.v, system->v, system->nv * sizeof *w->before.v);
    trama_smooth_look(w, system, system->t, system->q, false, &w->before);
}

void trama_smooth_work_state(trama_smooth_work *w, const trama_system *system,
                             trama_archive *archive)
{
    double *const number[] = {&w->t,         &w->half_step,  &w->half_power,
                              &w->half_work, &w->difference, &w->second};
    long half = w->half;
    for (size_t i = 0; i < sizeof number / sizeof *number; i++)
        trama_archive_reals(archive, number[i], 1);
    trama_archive_integer(archive, &half);
    w->half = half != 0;
    trama_archive_reals(archive, w->work, TRAMA_CAUSES);
    trama_archive_reals(archive, w->damped, system->object_count);
    trama_archive_reals(archive, w->most_damped, system->object_count);
    trama_archive_reals(archive, w->q_before, system->nq);
    trama_archive_reals(archive, w->before.v, system->nv);
    for (trama_cause cause = 0; cause < TRAMA_CAUSES; cause++)
        trama_archive_reals(archive, w->before.force[cause], system->nv);
}

double trama_smooth_work_by(const trama_smooth_work *work, trama_cause cause)
{
    return work->work[cause];
}

double trama_smooth_work_damped(const trama_smooth_work *work, size_t object)
{
    return work->damped[object];
}

double trama_smooth_work_most_damped(const trama_smooth_work *work, size_t object)
{
    return work->most_damped[object];
}

double trama_smooth_work_difference(const trama_smooth_work *work)
{
    return work->difference;
}

double trama_smooth_work_pull(const trama_smooth_work *work, size_t component)
{
    return work->before.force[TRAMA_BY_LOADS][component] +
           work->before.force[TRAMA_BY_AIR][component];
}
