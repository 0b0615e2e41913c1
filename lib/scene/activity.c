/* The active pins, stops and forces of an iteration. The lists change only when an interval begins
 * or ends, or a node stops: an update with the same active pins and stops leaves them unchanged.
 * Pins with a rotation, a path or a point set, and stops, get new velocities at each iteration. */
#include "scene/activity.h"

#include <stdlib.h>
#include <string.h>

/* ---- Making. */

/* Coordinates that can be held at once, at most. */
static size_t held_most(const trama_scene_spec *spec, size_t nodes)
{
    size_t most = 0;
    for (size_t i = 0; i < spec->pin_count && most < 3 * nodes; i++)
        most += 3 * trama_activity_nodes(spec->pins[i].k, spec->pins[i].l, spec->pins[i].skip);
    for (size_t i = 0; i < spec->stop_count && most < 3 * nodes; i++)
        most += 3 * trama_activity_nodes(spec->stops[i].k, spec->stops[i].l, spec->stops[i].skip);
    return most < 3 * nodes ? most : 3 * nodes;
}

/* calloc may give NULL for nothing, which is not a failure. */
static void *zeroed(size_t count, size_t size)
{
    return calloc(count > 0 ? count : 1, size);
}

static bool allocate_pin_states(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    activity->pin_state = zeroed(spec->pin_count, sizeof *activity->pin_state);
    bool made = activity->pin_state != NULL;
    for (size_t p = 0; made && p < spec->pin_count; p++) {
        const trama_pin *pin = &spec->pins[p];
        if (trama_activity_follows(pin) && pin->point_set == 0)
            made =
                (activity->pin_state[p].anchor = zeroed(
                     3 * trama_activity_nodes(pin->k, pin->l, pin->skip), sizeof(double))) != NULL;
    }
    return made;
}

static bool allocate_stop_states(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    activity->stop_state = zeroed(spec->stop_count, sizeof *activity->stop_state);
    bool made = activity->stop_state != NULL;
    for (size_t s = 0; made && s < spec->stop_count; s++) {
        const size_t nodes =
            trama_activity_nodes(spec->stops[s].k, spec->stops[s].l, spec->stops[s].skip);
        activity->stop_state[s].stopped = zeroed(nodes, sizeof(bool));
        activity->stop_state[s].place = zeroed(3 * nodes, sizeof(double));
        made = activity->stop_state[s].stopped && activity->stop_state[s].place;
    }
    return made;
}

static bool acts_among(const trama_scene_spec *spec)
{
    bool any = false;
    for (size_t f = 0; f < spec->force_count; f++)
        any |= spec->forces[f].type->among != NULL;
    return any;
}

static bool allocate(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    const bool among = acts_among(spec);
    activity->force = among ? zeroed(3 * activity->nodes, sizeof(double)) : NULL;
    const size_t most = held_most(spec, activity->nodes);
    activity->force_in_force = zeroed(spec->force_count, sizeof(bool));
    activity->is_held = zeroed(3 * activity->nodes, sizeof(bool));
    activity->any_held = zeroed(3 * activity->nodes / HELD_LOT + 1, sizeof(bool));
    activity->coordinate = zeroed(most, sizeof(size_t));
    activity->velocity = zeroed(most, sizeof(double));
    return allocate_pin_states(activity) && allocate_stop_states(activity) &&
           activity->force_in_force && (activity->force || !among) && activity->is_held &&
           activity->any_held && activity->coordinate && activity->velocity;
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
    *activity = made;
    return TRAMA_OK;
}

void trama_activity_weigh(trama_activity *activity, const double *mass)
{
    activity->mass = mass;
}

void trama_activity_breathe(trama_activity *activity, bool per_area, double rate)
{
    if (activity->spec->air_damping == 0.0)
        return;
    activity->loads.damping = per_area ? activity->spec->air_damping : 0.0;
    activity->loads.rate = per_area ? 0.0 : rate;
}

void trama_activity_destroy(trama_activity *activity)
{
    if (!activity)
        return;
    for (size_t p = 0; activity->pin_state && p < activity->spec->pin_count; p++)
        free(activity->pin_state[p].anchor);
    for (size_t s = 0; activity->stop_state && s < activity->spec->stop_count; s++) {
        free(activity->stop_state[s].stopped);
        free(activity->stop_state[s].place);
    }
    free(activity->force);
    free(activity->pin_state);
    free(activity->stop_state);
    free(activity->force_in_force);
    free(activity->is_held);
    free(activity->any_held);
    free(activity->coordinate);
    free(activity->velocity);
    free(activity);
}

/* ---- An iteration. */

void trama_activity_update(trama_activity *activity, double t, long iteration, double h,
                           const double *q)
{
    activity->time = t;
    trama_activity_hold(activity, t, iteration, q);
    trama_activity_prescribe(activity, t, h, q);
    trama_activity_update_forces(activity, t, iteration);
    activity->begun = true;
}

void trama_activity_restart(trama_activity *activity)
{
    trama_activity_let_go(activity);
    activity->begun = false;
}

static void archive_pins(trama_activity *activity, size_t p, trama_archive *archive)
{
    const trama_pin *pin = &activity->spec->pins[p];
    trama_pin_state *pin_state = &activity->pin_state[p];
    trama_archive_flag(archive, &pin_state->in_force);
    trama_archive_reals(archive, &pin_state->begin, 1);
    if (pin_state->anchor)
        trama_archive_reals(archive, pin_state->anchor,
                            3 * trama_activity_nodes(pin->k, pin->l, pin->skip));
}

static void archive_stops(trama_activity *activity, size_t s, trama_archive *archive)
{
    const trama_stop *stop = &activity->spec->stops[s];
    const size_t nodes = trama_activity_nodes(stop->k, stop->l, stop->skip);
    trama_stop_state *stop_state = &activity->stop_state[s];
    trama_archive_flag(archive, &stop_state->in_force);
    trama_archive_bytes(archive, stop_state->stopped, nodes * sizeof *stop_state->stopped);
    trama_archive_reals(archive, stop_state->place, 3 * nodes);
}

void trama_activity_state(trama_activity *activity, trama_archive *archive)
{
    for (size_t p = 0; p < activity->spec->pin_count; p++)
        archive_pins(activity, p, archive);
    for (size_t s = 0; s < activity->spec->stop_count; s++)
        archive_stops(activity, s, archive);
    trama_archive_bytes(archive, activity->force_in_force,
                        activity->spec->force_count * sizeof *activity->force_in_force);
    if (archive->mode == TRAMA_ARCHIVE_LOAD)
        activity->begun = false;
}

const trama_held *trama_activity_held(const trama_activity *activity)
{
    return &activity->held;
}

void trama_activity_clear_held(const trama_activity *activity, size_t begin, size_t count,
                               double *x)
{
    const size_t end = begin + count;
    for (size_t i = begin, lot_end; activity->held.count > 0 && i < end; i = lot_end) {
        const size_t lot = i / HELD_LOT, next = (lot + 1) * HELD_LOT;
        lot_end = next < end ? next : end;
        for (; activity->any_held[lot] && i < lot_end; i++)
            if (activity->is_held[i])
                x[i - begin] = 0.0;
    }
}

const trama_loads *trama_activity_loads(const trama_activity *activity)
{
    return &activity->loads;
}
