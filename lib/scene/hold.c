/* The held coordinates: by active pins, and by the stops that nodes have reached. */
#include "scene/activity.h"
#include "scene/stop.h"

#include <string.h>

/* ---- The list. */

static void hold_node(trama_activity *activity, const bool free[3], const double velocity[3],
                      size_t node)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t coordinate = axis * activity->nodes + node;
        if (free[axis] || activity->is_held[coordinate])
            continue;
        activity->is_held[coordinate] = activity->any_held[coordinate / HELD_LOT] = true;
        activity->coordinate[activity->held.count] = coordinate;
        activity->velocity[activity->held.count] = velocity[axis];
        activity->held.count++;
    }
}

static void hold_pin(trama_activity *activity, size_t p)
{
    const trama_pin *pin = &activity->spec->pins[p];
    activity->pin_state[p].slot = activity->held.count;
    for (long k = pin->k[0]; k <= pin->k[1]; k += 1 + pin->skip[0])
        for (long l = pin->l[0]; l <= pin->l[1]; l += 1 + pin->skip[1])
            hold_node(activity, pin->free, pin->motion.velocity,
                      trama_activity_node(activity, k, l));
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
    trama_stop_state *h = &activity->stop_state[s];
    size_t i = 0;
    h->slot = activity->held.count;
    for (long k = stop->k[0]; k <= stop->k[1]; k += 1 + stop->skip[0])
        for (long l = stop->l[0]; l <= stop->l[1]; l += 1 + stop->skip[1], i++) {
            const size_t node = trama_activity_node(activity, k, l);
            h->stopped[i] = h->stopped[i] && !is_pinned(activity, node);
            if (h->stopped[i])
                hold_node(activity, none_free, rest, node);
        }
}

static void list_held(trama_activity *activity)
{
    for (size_t i = 0; i < activity->held.count; i++) {
        const size_t coordinate = activity->coordinate[i];
        activity->is_held[coordinate] = activity->any_held[coordinate / HELD_LOT] = false;
    }
    activity->held.count = 0;
    activity->held.version++;
    for (size_t p = 0; p < activity->spec->pin_count; p++)
        if (activity->pin_state[p].in_force)
            hold_pin(activity, p);
    for (size_t s = 0; s < activity->spec->stop_count; s++)
        if (activity->stop_state[s].in_force)
            hold_stopped(activity, s);
}

/* ---- What takes hold. */

/* Pins that begin remember when and where. True if a pin has begun or ended. */
static bool update_pins(trama_activity *activity, double t, long iteration, const double *q)
{
    bool changed = false;
    for (size_t p = 0; p < activity->spec->pin_count; p++) {
        const trama_pin *pin = &activity->spec->pins[p];
        trama_pin_state *g = &activity->pin_state[p];
        const bool now = trama_interval_holds(&pin->interval, t, iteration),
                   begins = now && !g->in_force;
        changed |= now != g->in_force;
        g->in_force = now;
        if (begins)
            g->begin = t;
        size_t i = 0;
        for (long k = pin->k[0]; begins && g->anchor && k <= pin->k[1]; k += 1 + pin->skip[0])
            for (long l = pin->l[0]; l <= pin->l[1]; l += 1 + pin->skip[1], i++)
                trama_activity_position(activity, q, trama_activity_node(activity, k, l),
                                        g->anchor + 3 * i);
    }
    return changed;
}

/* Stops the nodes that have reached the place and that nothing holds. True if there are any. */
static bool catch_nodes(trama_activity *activity, size_t s, const double *q)
{
    const trama_stop *stop = &activity->spec->stops[s];
    trama_stop_state *h = &activity->stop_state[s];
    bool any = false;
    size_t i = 0;
    for (long k = stop->k[0]; k <= stop->k[1]; k += 1 + stop->skip[0])
        for (long l = stop->l[0]; l <= stop->l[1]; l += 1 + stop->skip[1], i++) {
            const size_t node = trama_activity_node(activity, k, l);
            double position[3], place[3];
            trama_activity_position(activity, q, node, position);
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
static bool update_stops(trama_activity *activity, double t, long iteration)
{
    bool changed = false;
    for (size_t s = 0; s < activity->spec->stop_count; s++) {
        const trama_stop *stop = &activity->spec->stops[s];
        trama_stop_state *h = &activity->stop_state[s];
        const bool now = trama_interval_holds(&stop->interval, t, iteration);
        changed |= now != h->in_force;
        if (!now)
            memset(h->stopped, 0,
                   trama_activity_nodes(stop->k, stop->l, stop->skip) * sizeof(bool));
        h->in_force = now;
    }
    return changed;
}

void trama_activity_hold(trama_activity *activity, double t, long iteration, const double *q)
{
    bool changed = update_pins(activity, t, iteration, q) || !activity->begun;
    changed |= update_stops(activity, t, iteration);
    if (changed)
        list_held(activity);
    bool caught = false;
    for (size_t s = 0; s < activity->spec->stop_count; s++)
        caught |= activity->stop_state[s].in_force && catch_nodes(activity, s, q);
    if (caught)
        list_held(activity);
}

void trama_activity_let_go(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    for (size_t p = 0; p < spec->pin_count; p++)
        activity->pin_state[p].in_force = false;
    for (size_t s = 0; s < spec->stop_count; s++) {
        activity->stop_state[s].in_force = false;
        memset(activity->stop_state[s].stopped, 0,
               trama_activity_nodes(spec->stops[s].k, spec->stops[s].l, spec->stops[s].skip) *
                   sizeof(bool));
    }
}
