/* What holds and pulls at an iteration. The lists change only when an interval begins or ends, or a
 * node stops: an update that finds the same pins, forces and stops in force leaves them as they
 * are. Pins with a rotation, a path or a body, and stops, get new velocities at each iteration. */
#include "scene/scene.h"
#include "scene/stop.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* A pin during a run. */
typedef struct grip {
    bool in_force;  /* at the last update */
    double begin;   /* when it took hold, s */
    double *anchor; /* where its nodes were then, 3 each; NULL if no motion asks for them */
    size_t slot;    /* of its first coordinate in the list, if in force; the others follow */
} grip;

/* A stop during a run: of each of its nodes, whether it has stopped, and where. */
typedef struct halt {
    bool in_force;
    bool *stopped;
    double *place; /* 3 each */
    size_t slot;
} halt;

struct trama_activity {
    const trama_scene_spec *spec;
    size_t nodes;
    bool begun;           /* the lists stand for the pins and forces in force */
    bool *force_in_force; /* at the last update */
    grip *grip;           /* a pin */
    halt *halt;           /* a stop */
    bool *is_held;        /* 3 N: in the list */
    size_t *coordinate;   /* storage of `held` */
    double *velocity;
    size_t *point_node; /* storage of `loads` */
    double *point_force;
    trama_held held;
    trama_loads loads;
};

/* Nodes in the rectangle k[0]..k[1] x l[0]..l[1]. */
static size_t rectangle(const long k[2], const long l[2])
{
    return (size_t)(k[1] - k[0] + 1) * (size_t)(l[1] - l[0] + 1);
}

/* Coordinates that can be held at once, at most. */
static size_t held_most(const trama_scene_spec *spec, size_t nodes)
{
    size_t most = 0;
    for (size_t i = 0; i < spec->pin_count && most < 3 * nodes; i++)
        most += 3 * rectangle(spec->pins[i].k, spec->pins[i].l);
    for (size_t i = 0; i < spec->stop_count && most < 3 * nodes; i++)
        most += 3 * rectangle(spec->stops[i].k, spec->stops[i].l);
    return most < 3 * nodes ? most : 3 * nodes;
}

static size_t points_most(const trama_scene_spec *spec)
{
    size_t most = 0;
    for (size_t i = 0; i < spec->force_count; i++)
        most += rectangle(spec->forces[i].k, spec->forces[i].l);
    return most;
}

/* calloc may give NULL for nothing, which is not a failure. */
static void *zeroed(size_t count, size_t size)
{
    return calloc(count > 0 ? count : 1, size);
}

/* Its velocity is another at each iteration. */
static bool follows(const trama_pin *pin)
{
    return pin->body > 0 || !trama_motion_is_uniform(&pin->motion);
}

static bool allocate_grips(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    activity->grip = zeroed(spec->pin_count, sizeof *activity->grip);
    bool made = activity->grip != NULL;
    for (size_t p = 0; made && p < spec->pin_count; p++) {
        const trama_pin *pin = &spec->pins[p];
        if (follows(pin) && pin->body == 0)
            made = (activity->grip[p].anchor =
                        zeroed(3 * rectangle(pin->k, pin->l), sizeof(double))) != NULL;
    }
    return made;
}

static bool allocate_halts(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    activity->halt = zeroed(spec->stop_count, sizeof *activity->halt);
    bool made = activity->halt != NULL;
    for (size_t s = 0; made && s < spec->stop_count; s++) {
        const size_t nodes = rectangle(spec->stops[s].k, spec->stops[s].l);
        activity->halt[s].stopped = zeroed(nodes, sizeof(bool));
        activity->halt[s].place = zeroed(3 * nodes, sizeof(double));
        made = activity->halt[s].stopped && activity->halt[s].place;
    }
    return made;
}

static bool allocate(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    const size_t most = held_most(spec, activity->nodes), points = points_most(spec);
    activity->force_in_force = zeroed(spec->force_count, sizeof(bool));
    activity->is_held = zeroed(3 * activity->nodes, sizeof(bool));
    activity->coordinate = zeroed(most, sizeof(size_t));
    activity->velocity = zeroed(most, sizeof(double));
    activity->point_node = zeroed(points, sizeof(size_t));
    activity->point_force = zeroed(3 * points, sizeof(double));
    return allocate_grips(activity) && allocate_halts(activity) && activity->force_in_force &&
           activity->is_held && activity->coordinate && activity->velocity &&
           activity->point_node && activity->point_force;
}

trama_status trama_activity_create(const trama_scene *scene, trama_activity **activity,
                                   trama_error *error)
{
    *activity = NULL;
    trama_activity *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->spec = trama_scene_spec_of(scene);
    made->nodes = trama_scene_nodes(scene);
    if (!allocate(made)) {
        trama_activity_destroy(made);
        return trama_fail_memory(error);
    }
    made->held = (trama_held){0, 0, made->coordinate, made->velocity};
    made->loads.damping = made->spec->damping;
    made->loads.drag = made->spec->drag;
    memcpy(made->loads.gravity, made->spec->gravity, sizeof made->loads.gravity);
    memcpy(made->loads.wind, made->spec->wind, sizeof made->loads.wind);
    made->loads.point_node = made->point_node;
    made->loads.point_force = made->point_force;
    *activity = made;
    return TRAMA_OK;
}

void trama_activity_destroy(trama_activity *activity)
{
    if (!activity)
        return;
    for (size_t p = 0; activity->grip && p < activity->spec->pin_count; p++)
        free(activity->grip[p].anchor);
    for (size_t s = 0; activity->halt && s < activity->spec->stop_count; s++) {
        free(activity->halt[s].stopped);
        free(activity->halt[s].place);
    }
    free(activity->grip);
    free(activity->halt);
    free(activity->force_in_force);
    free(activity->is_held);
    free(activity->coordinate);
    free(activity->velocity);
    free(activity->point_node);
    free(activity->point_force);
    free(activity);
}

/* A time n h rounds to either side of a limit that people write in decimals: within 1e-12 of it, it
 * is at the limit. */
static bool reached(double t, double limit)
{
    return t >= limit || limit - t <= 1e-12 * t;
}

static bool in_force(const trama_interval *interval, double t, long iteration)
{
    if (!isnan(interval->iterations[0]))
        return (double)iteration >= interval->iterations[0] &&
               (double)iteration <= interval->iterations[1];
    if (!isnan(interval->seconds[0]))
        return reached(t, interval->seconds[0]) && !reached(t, interval->seconds[1]);
    return true;
}

static size_t node_at(const trama_activity *activity, long k, long l)
{
    return (size_t)(k * activity->spec->grid.points[1] + l);
}

/* The positions of node `node`, from an array of 3 N. */
static void take_position(const trama_activity *activity, const double *q, size_t node,
                          double position[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        position[axis] = q[axis * activity->nodes + node];
}

/* ---- The list. */

static void hold_node(trama_activity *activity, const bool free[3], const double velocity[3],
                      size_t node)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t coordinate = axis * activity->nodes + node;
        if (free[axis] || activity->is_held[coordinate])
            continue;
        activity->is_held[coordinate] = true;
        activity->coordinate[activity->held.count] = coordinate;
        activity->velocity[activity->held.count] = velocity[axis];
        activity->held.count++;
    }
}

static void hold_pin(trama_activity *activity, size_t p)
{
    const trama_pin *pin = &activity->spec->pins[p];
    activity->grip[p].slot = activity->held.count;
    for (long k = pin->k[0]; k <= pin->k[1]; k++)
        for (long l = pin->l[0]; l <= pin->l[1]; l++)
            hold_node(activity, pin->free, pin->motion.velocity, node_at(activity, k, l));
}

static bool is_pinned(const trama_activity *activity, size_t node)
{
    const size_t nodes = activity->nodes;
    return activity->is_held[node] || activity->is_held[nodes + node] ||
           activity->is_held[2 * nodes + node];
}

/* A node that a pin has taken over is no longer the stop's. */
static void hold_stopped(trama_activity *activity, size_t s)
{
    static const bool none_free[3];
    static const double rest[3];
    const trama_stop *stop = &activity->spec->stops[s];
    halt *h = &activity->halt[s];
    size_t i = 0;
    h->slot = activity->held.count;
    for (long k = stop->k[0]; k <= stop->k[1]; k++)
        for (long l = stop->l[0]; l <= stop->l[1]; l++, i++) {
            const size_t node = node_at(activity, k, l);
            h->stopped[i] = h->stopped[i] && !is_pinned(activity, node);
            if (h->stopped[i])
                hold_node(activity, none_free, rest, node);
        }
}

static void list_held(trama_activity *activity)
{
    for (size_t i = 0; i < activity->held.count; i++)
        activity->is_held[activity->coordinate[i]] = false;
    activity->held.count = 0;
    activity->held.version++;
    for (size_t p = 0; p < activity->spec->pin_count; p++)
        if (activity->grip[p].in_force)
            hold_pin(activity, p);
    for (size_t s = 0; s < activity->spec->stop_count; s++)
        if (activity->halt[s].in_force)
            hold_stopped(activity, s);
}

/* ---- What takes hold. */

/* Pins that begin remember when and where. True if a pin has begun or ended. */
static bool update_grips(trama_activity *activity, double t, long iteration, const double *q)
{
    bool changed = false;
    for (size_t p = 0; p < activity->spec->pin_count; p++) {
        const trama_pin *pin = &activity->spec->pins[p];
        grip *g = &activity->grip[p];
        const bool now = in_force(&pin->interval, t, iteration), begins = now && !g->in_force;
        changed |= now != g->in_force;
        g->in_force = now;
        if (begins)
            g->begin = t;
        size_t i = 0;
        for (long k = pin->k[0]; begins && g->anchor && k <= pin->k[1]; k++)
            for (long l = pin->l[0]; l <= pin->l[1]; l++, i++)
                take_position(activity, q, node_at(activity, k, l), g->anchor + 3 * i);
    }
    return changed;
}

/* Stops the nodes that have reached the place and that nothing holds. True if there are any. */
static bool catch_nodes(trama_activity *activity, size_t s, const double *q)
{
    const trama_stop *stop = &activity->spec->stops[s];
    halt *h = &activity->halt[s];
    bool any = false;
    size_t i = 0;
    for (long k = stop->k[0]; k <= stop->k[1]; k++)
        for (long l = stop->l[0]; l <= stop->l[1]; l++, i++) {
            const size_t node = node_at(activity, k, l);
            double position[3], place[3];
            take_position(activity, q, node, position);
            if (h->stopped[i] || is_pinned(activity, node))
                continue;
            if (!trama_stop_reaches(stop, position, place))
                continue;
            memcpy(h->place + 3 * i, place, sizeof place);
            h->stopped[i] = any = true;
        }
    return any;
}

/* Stops whose interval ends let go. True if that changes the list. */
static bool update_halts(trama_activity *activity, double t, long iteration)
{
    bool changed = false;
    for (size_t s = 0; s < activity->spec->stop_count; s++) {
        const trama_stop *stop = &activity->spec->stops[s];
        halt *h = &activity->halt[s];
        const bool now = in_force(&stop->interval, t, iteration);
        changed |= now != h->in_force;
        if (!now)
            memset(h->stopped, 0, rectangle(stop->k, stop->l) * sizeof(bool));
        h->in_force = now;
    }
    return changed;
}

/* ---- Velocities of what does not move uniformly. */

/* From where the node is to where it is to be at the end of the step. */
static void set_chord(const trama_activity *activity, const double *q, size_t node,
                      const double target[3], double h, const bool free[3], double **velocity)
{
    for (size_t axis = 0; axis < 3; axis++)
        if (!free[axis])
            *(*velocity)++ = (target[axis] - q[axis * activity->nodes + node]) / h;
}

static void set_velocity(const double given[3], const bool free[3], double **velocity)
{
    for (size_t axis = 0; axis < 3; axis++)
        if (!free[axis])
            *(*velocity)++ = given[axis];
}

/* Where a pin's nodes come from, and by which motion since when. */
static const double *motion_of(const trama_activity *activity, size_t p,
                               const trama_motion **motion, double *begin)
{
    const trama_pin *pin = &activity->spec->pins[p];
    if (pin->body == 0) {
        *motion = &pin->motion;
        *begin = activity->grip[p].begin;
        return activity->grip[p].anchor;
    }
    const trama_body *body = &activity->spec->bodies[pin->body - 1];
    *motion = &body->motion;
    *begin = 0.0;
    return body->points.value + 3 * pin->points[0];
}

/* Nothing else holds what such a pin holds (checks.c), so its coordinates follow one another. */
static void lead_pin(trama_activity *activity, size_t p, double t, double h, const double *q)
{
    const trama_pin *pin = &activity->spec->pins[p];
    const trama_motion *motion;
    double begin, *velocity = activity->velocity + activity->grip[p].slot;
    const double *from = motion_of(activity, p, &motion, &begin);
    for (long k = pin->k[0]; k <= pin->k[1]; k++)
        for (long l = pin->l[0]; l <= pin->l[1]; l++, from += 3) {
            double target[3];
            if (h > 0.0) {
                trama_motion_place(motion, t + h - begin, from, target);
                set_chord(activity, q, node_at(activity, k, l), target, h, pin->free, &velocity);
            } else {
                trama_motion_velocity(motion, t - begin, from, target);
                set_velocity(target, pin->free, &velocity);
            }
        }
}

static void settle_stopped(trama_activity *activity, size_t s, double h, const double *q)
{
    static const bool none_free[3];
    static const double rest[3];
    const trama_stop *stop = &activity->spec->stops[s];
    const halt *stopped = &activity->halt[s];
    double *velocity = activity->velocity + stopped->slot;
    size_t i = 0;
    for (long k = stop->k[0]; k <= stop->k[1]; k++)
        for (long l = stop->l[0]; l <= stop->l[1]; l++, i++) {
            if (stopped->stopped[i] && h > 0.0)
                set_chord(activity, q, node_at(activity, k, l), stopped->place + 3 * i, h,
                          none_free, &velocity);
            else if (stopped->stopped[i])
                set_velocity(rest, none_free, &velocity);
        }
}

static void pull_node(trama_activity *activity, const double force[3], size_t node)
{
    const size_t point = activity->loads.point_count++;
    activity->point_node[point] = node;
    memcpy(activity->point_force + 3 * point, force, 3 * sizeof(double));
}

static void list_points(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    activity->loads.point_count = 0;
    for (size_t f = 0; f < spec->force_count; f++) {
        const trama_point_force *force = &spec->forces[f];
        if (!activity->force_in_force[f])
            continue;
        for (long k = force->k[0]; k <= force->k[1]; k++)
            for (long l = force->l[0]; l <= force->l[1]; l++)
                pull_node(activity, force->force, (size_t)(k * spec->grid.points[1] + l));
    }
}

static bool update_forces(trama_activity *activity, double t, long iteration)
{
    bool changed = false;
    for (size_t f = 0; f < activity->spec->force_count; f++) {
        const bool now = in_force(&activity->spec->forces[f].interval, t, iteration);
        changed |= now != activity->force_in_force[f];
        activity->force_in_force[f] = now;
    }
    return changed;
}

void trama_activity_update(trama_activity *activity, double t, long iteration, double h,
                           const double *q)
{
    const trama_scene_spec *spec = activity->spec;
    bool held_changed = update_grips(activity, t, iteration, q) || !activity->begun;
    held_changed |= update_halts(activity, t, iteration);
    if (held_changed)
        list_held(activity);
    bool caught = false;
    for (size_t s = 0; s < spec->stop_count; s++)
        caught |= activity->halt[s].in_force && catch_nodes(activity, s, q);
    if (caught)
        list_held(activity);
    for (size_t p = 0; p < spec->pin_count; p++)
        if (activity->grip[p].in_force && follows(&spec->pins[p]))
            lead_pin(activity, p, t, h, q);
    for (size_t s = 0; s < spec->stop_count; s++)
        if (activity->halt[s].in_force)
            settle_stopped(activity, s, h, q);
    if (update_forces(activity, t, iteration) || !activity->begun)
        list_points(activity);
    activity->begun = true;
}

void trama_activity_restart(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    for (size_t p = 0; p < spec->pin_count; p++)
        activity->grip[p].in_force = false;
    for (size_t s = 0; s < spec->stop_count; s++) {
        activity->halt[s].in_force = false;
        memset(activity->halt[s].stopped, 0,
               rectangle(spec->stops[s].k, spec->stops[s].l) * sizeof(bool));
    }
    activity->begun = false;
}

const trama_held *trama_activity_held(const trama_activity *activity)
{
    return &activity->held;
}

const trama_loads *trama_activity_loads(const trama_activity *activity)
{
    return &activity->loads;
}
