#include "measure/smooth_work.h"

#include "core/memory.h"
#include "model/damping.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A state and the forces there by cause: those on objects over the mass (m/s^2), those of
 * interactions and of leading in N. */
typedef struct moment {
    double *v;
    double *force[TRAMA_CAUSES];
} moment;

/* How the work of a cause is summed: not at all; of a constant force, exactly; by the trapezoidal
 * rule along the way; by Simpson's along the cubic. */
typedef enum rule { NONE, EXACT, TRAPEZOID, CUBIC } rule;

struct trama_smooth_work {
    rule rule[TRAMA_CAUSES];
    bool corrected; /* velocities are corrected after the method, so they are not those of the path
                     */
    bool any_varies;
    double t; /* of the last update, s */
    moment before, middle, now;
    double *q_before, *q_middle; /* nq each */
    double *way;                 /* nv: from q_before to the system's q */
    double *zero, *whole, *inner;
    double work[TRAMA_CAUSES];    /* J, since begin */
    double *damped, *most_damped; /* J, an object */
    bool half;                    /* of two steps for the second quadrature the first is made: */
    double half_step, half_power, half_work; /* s; W at its start; J */
    double second, difference;               /* J: second sum less the first; the largest so far */
    double *block;
};

/* ---- A step. */

static void place_held(const trama_smooth_work *w, const trama_system *system, double h, double t,
                       double *v);
static void find_middle(trama_smooth_work *w, trama_system *system, double h);
static void look(trama_smooth_work *w, trama_system *system, double t, const double *q, moment *at);
static void look_middle(trama_smooth_work *w, trama_system *system, double t);
static void look_at(trama_smooth_work *w, trama_system *system, double t, const double *q,
                    bool known, moment *at);
static double given_to_held(const trama_smooth_work *w, const trama_system *system);
static double integrate(trama_smooth_work *w, const trama_system *system, double h);
static void compare(trama_smooth_work *w, const trama_system *system, double h, double step);
static void keep(trama_smooth_work *w, const trama_system *system);

void trama_smooth_work_update(trama_smooth_work *w, trama_system *system)
{
    const double h = system->t - w->t;
    trama_system_difference(system, 1.0, w->q_before, system->q, w->way);
    memcpy(w->now.v, system->v, system->nv * sizeof *w->now.v);
    if (w->rule[TRAMA_BY_LEADING]) {
        w->work[TRAMA_BY_LEADING] += given_to_held(w, system);
        place_held(w, system, h, w->t, w->before.v);
        place_held(w, system, h, system->t, w->now.v);
        look_at(w, system, w->t, w->q_before, false, &w->before);
    }
    if (w->any_varies) {
        find_middle(w, system, h);
        look_middle(w, system, w->t + 0.5 * h);
    }
    look(w, system, system->t, system->q, &w->now);
    const double along_cubic = integrate(w, system, h);
    if (w->any_varies)
        compare(w, system, h, along_cubic);
    keep(w, system);
}

/* The state becomes that before the next step. */
static void keep(trama_smooth_work *w, const trama_system *system)
{
    const moment old = w->before;
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
    if (w->rule[cause] != CUBIC)
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

/* Adds the works of the step; returns that along the cubic. */
static double integrate(trama_smooth_work *w, const trama_system *system, double h)
{
    double along_cubic = 0.0;
    for (trama_cause cause = 0; cause < TRAMA_CAUSES; cause++) {
        if (w->rule[cause] == NONE)
            continue;
        const double part = cause == TRAMA_BY_LEADING ? work_on_held(w, system, h)
                            : cause == TRAMA_BY_DAMPING
                                ? damp(w, system, h)
                                : work_of(w, system, cause, h, 0, system->nv);
        w->work[cause] += part;
        along_cubic += w->rule[cause] == CUBIC ? part : 0.0;
    }
    return along_cubic;
}

/* W of the forces that work along the cubic, at one end of the step. */
static double power_of(const trama_smooth_work *w, const trama_system *system, const moment *at)
{
    double power = 0.0;
    for (trama_cause cause = 0; cause < TRAMA_BY_LEADING; cause++)
        for (size_t i = 0; w->rule[cause] == CUBIC && i < system->nv; i++)
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
        for (size_t i = 0; w->rule[cause] == TRAPEZOID && i < system->nv; i++)
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

/* ---- Forces at a state. */

static bool is_aired(const trama_object *object)
{
    const trama_loads *loads = trama_activity_loads(object->activity);
    return object->nv > 0 && (loads->damping != 0.0 || loads->rate != 0.0 || loads->drag != 0.0);
}

bool trama_object_is_damped(const trama_object *object)
{
    return object->nv > 0 && trama_damping_name(object->type, object->model);
}

/* The object's own acceleration without loads, dampers in it, and the dampers' part. */
static void look_inside(trama_smooth_work *w, const trama_object *object, double t, const double *q,
                        const double *v, double *inner, double *damping)
{
    const trama_model_type *type = object->type;
    if (!trama_object_is_damped(object)) {
        trama_object_acceleration(object, false, t, q, v, inner);
        return;
    }
    trama_damping_acceleration(type, object->model, t, q, v, w->zero, inner, damping);
    if (type->resultant) {
        type->resultant(object->model, inner);
        type->resultant(object->model, damping);
    }
}

/* Acceleration by gravity and the scene's forces: with them, less without. */
static void look_at_loads(const trama_object *object, double t, const double *q, const double *v,
                          const double *inner, double *load)
{
    trama_loads still = *trama_activity_loads(object->activity);
    still.damping = still.rate = still.drag = 0.0;
    trama_object_acceleration_under(object, &still, true, t, q, v, load);
    for (size_t i = 0; i < object->nv; i++)
        load[i] -= inner[i];
}

/* `loads`: those of the state before hold here too. */
static void look_at_object(trama_smooth_work *w, const trama_object *object, double t,
                           const double *q, const double *v, bool known, const moment *at)
{
    const size_t begin = object->v_begin;
    double *load = at->force[TRAMA_BY_LOADS] + begin, *air = at->force[TRAMA_BY_AIR] + begin,
           *whole = w->whole + begin, *inner = w->inner + begin;
    look_inside(w, object, t, q, v, inner, at->force[TRAMA_BY_DAMPING] + begin);
    if (!is_aired(object)) {
        look_at_loads(object, t, q, v, inner, load);
        for (size_t i = 0; w->rule[TRAMA_BY_LEADING] && i < object->nv; i++)
            whole[i] = inner[i] + load[i];
        return;
    }
    if (known)
        memcpy(load, w->before.force[TRAMA_BY_LOADS] + begin, object->nv * sizeof *load);
    else
        look_at_loads(object, t, q, v, inner, load);
    trama_object_acceleration(object, true, t, q, v, whole);
    for (size_t i = 0; i < object->nv; i++)
        air[i] = whole[i] - inner[i] - load[i];
}

/* All forces on all coordinates, against which what leads them works: -F, N. */
static void look_at_reactions(const trama_smooth_work *w, trama_system *system, double t,
                              const double *q, const moment *at)
{
    double *reaction = at->force[TRAMA_BY_LEADING];
    memset(reaction, 0, system->nv * sizeof *reaction);
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->forces)
            system->acting[i].type->forces(system->acting[i].self, t, q, at->v, reaction);
    for (size_t i = 0; i < system->nv; i++)
        reaction[i] = -reaction[i] - system->mass[i] * w->whole[i];
}

static void look_at(trama_smooth_work *w, trama_system *system, double t, const double *q,
                    bool known, moment *at)
{
    for (size_t o = 0; o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        look_at_object(w, object, t, q + object->q_begin, at->v + object->v_begin, known, at);
    }
    double *loss = at->force[TRAMA_BY_INTERACTIONS];
    memset(loss, 0, system->nv * sizeof *loss);
    for (size_t i = 0; i < system->acting_count; i++)
        if (system->acting[i].type->losses)
            system->acting[i].type->losses(system->acting[i].self, t, q, at->v, loss);
    if (w->rule[TRAMA_BY_LEADING])
        look_at_reactions(w, system, t, q, at);
}

static void look(trama_smooth_work *w, trama_system *system, double t, const double *q, moment *at)
{
    look_at(w, system, t, q, at == &w->now && w->rule[TRAMA_BY_LOADS] == EXACT, at);
}

static void look_middle(trama_smooth_work *w, trama_system *system, double t)
{
    look_at(w, system, t, w->q_middle, w->rule[TRAMA_BY_LOADS] == EXACT, &w->middle);
}

/* ---- What acts. */

static bool acts_on(const trama_object *object, trama_cause cause)
{
    switch (cause) {
    case TRAMA_BY_LOADS:
        return true;
    case TRAMA_BY_AIR:
        return is_aired(object);
    case TRAMA_BY_DAMPING:
        return trama_object_is_damped(object);
    case TRAMA_BY_LEADING:
        return trama_scene_moves(trama_scene_spec_of(object->scene));
    default:
        return false;
    }
}

bool trama_system_has_work(const trama_system *system, trama_cause cause)
{
    bool any = false;
    for (size_t o = 0; o < system->object_count; o++)
        any |= acts_on(&system->object[o], cause);
    for (size_t i = 0; cause == TRAMA_BY_INTERACTIONS && i < system->acting_count; i++)
        any |= system->acting[i].type->losses != NULL;
    return any;
}

/* By forces of the scene. */
static bool is_pulled(const trama_system *system)
{
    bool any = false;
    for (size_t o = 0; o < system->object_count; o++)
        any |= trama_scene_spec_of(system->object[o].scene)->force_count > 0;
    return any;
}

bool trama_system_is_led(const trama_system *system)
{
    bool led = false, against = false;
    for (size_t o = 0; o < system->object_count; o++)
        led |= trama_object_is_led(&system->object[o]);
    for (size_t i = 0; i < system->acting_count; i++)
        against |= system->acting[i].type->forces != NULL;
    return trama_system_has_work(system, TRAMA_BY_LEADING) || (led && against);
}

bool trama_system_sums_work(const trama_system *system)
{
    bool any = is_pulled(system);
    for (trama_cause cause = TRAMA_BY_AIR; cause < TRAMA_CAUSES; cause++)
        any |= trama_system_has_work(system, cause);
    return any;
}

/* ---- Making. */

/* A force of interactions that begins and ends within a step is of no order above the second. */
static bool is_rough(const trama_system *system)
{
    bool any = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_interaction_type *type = system->acting[i].type;
        any |= type->losses && type->order_limit > 0 && type->order_limit < 3;
    }
    return any;
}

static bool limits(const trama_object *object)
{
    const trama_model_type *type = object->type;
    if (object->nv == 0 || !(type->post_step || type->limit))
        return false;
    return (type->order_limit_of ? type->order_limit_of(object->model) : type->order_limit) == 1;
}

/* By rows and filters of interactions, or by limits of a model. */
static bool is_corrected(const trama_system *system)
{
    bool any = false;
    for (size_t i = 0; i < system->acting_count; i++) {
        const trama_acting *acting = &system->acting[i];
        any |= (acting->type->rows || acting->type->filter) &&
               (!acting->type->corrects || acting->type->corrects(acting->self));
    }
    for (size_t o = 0; o < system->object_count; o++)
        any |= limits(&system->object[o]);
    return any;
}

/* What is held goes its way whatever is corrected. */
static rule rule_of(const trama_system *system, trama_cause cause, bool corrected)
{
    if (!trama_system_has_work(system, cause))
        return NONE;
    if (cause == TRAMA_BY_LOADS && !is_pulled(system))
        return EXACT;
    const bool rough = cause == TRAMA_BY_INTERACTIONS && is_rough(system);
    return cause != TRAMA_BY_LEADING && (corrected || rough) ? TRAPEZOID : CUBIC;
}

static void find_causes(trama_smooth_work *w, const trama_system *system)
{
    w->corrected = is_corrected(system);
    for (trama_cause cause = 0; cause < TRAMA_CAUSES; cause++) {
        w->rule[cause] = rule_of(system, cause, w->corrected);
        w->any_varies |= w->rule[cause] > EXACT;
    }
}

static void carve_moment(moment *at, double **rest, size_t nv)
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
    find_causes(made, system);
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
    w->half = false;
    w->t = system->t;
    memcpy(w->q_before, system->q, system->nq * sizeof *w->q_before);
    memcpy(w->before.v, system->v, system->nv * sizeof *w->before.v);
    look(w, system, system->t, system->q, &w->before);
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
