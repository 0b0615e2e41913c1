/* What holds and pulls at an iteration. The lists change only when an interval begins or ends: an
 * update that finds the same pins and forces in force leaves them as they are. */
#include "scene/scene.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

struct trama_activity {
    const trama_scene_spec *spec;
    size_t nodes;
    bool begun;                          /* the lists stand for the pins and forces in force */
    bool *pin_in_force, *force_in_force; /* at the last update */
    bool *is_held;                       /* 3 N: in the list that is being made */
    size_t *coordinate;                  /* storage of `held` */
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

static bool allocate(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    const size_t most = held_most(spec, activity->nodes), points = points_most(spec);
    activity->pin_in_force = zeroed(spec->pin_count, sizeof(bool));
    activity->force_in_force = zeroed(spec->force_count, sizeof(bool));
    activity->is_held = zeroed(3 * activity->nodes, sizeof(bool));
    activity->coordinate = zeroed(most, sizeof(size_t));
    activity->velocity = zeroed(most, sizeof(double));
    activity->point_node = zeroed(points, sizeof(size_t));
    activity->point_force = zeroed(3 * points, sizeof(double));
    return activity->pin_in_force && activity->force_in_force && activity->is_held &&
           activity->coordinate && activity->velocity && activity->point_node &&
           activity->point_force;
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
    free(activity->pin_in_force);
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

static void hold_node(trama_activity *activity, const trama_pin *pin, size_t node)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t coordinate = axis * activity->nodes + node;
        if (pin->free[axis] || activity->is_held[coordinate])
            continue;
        activity->is_held[coordinate] = true;
        activity->coordinate[activity->held.count] = coordinate;
        activity->velocity[activity->held.count] = pin->velocity[axis];
        activity->held.count++;
    }
}

static void list_held(trama_activity *activity)
{
    const trama_scene_spec *spec = activity->spec;
    for (size_t i = 0; i < activity->held.count; i++)
        activity->is_held[activity->coordinate[i]] = false;
    activity->held.count = 0;
    activity->held.version++;
    for (size_t p = 0; p < spec->pin_count; p++) {
        const trama_pin *pin = &spec->pins[p];
        if (!activity->pin_in_force[p])
            continue;
        for (long k = pin->k[0]; k <= pin->k[1]; k++)
            for (long l = pin->l[0]; l <= pin->l[1]; l++)
                hold_node(activity, pin, (size_t)(k * spec->grid.points[1] + l));
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

void trama_activity_update(trama_activity *activity, double t, long iteration)
{
    const trama_scene_spec *spec = activity->spec;
    bool pins_changed = !activity->begun, forces_changed = !activity->begun;
    for (size_t i = 0; i < spec->pin_count; i++) {
        const bool now = in_force(&spec->pins[i].interval, t, iteration);
        pins_changed |= now != activity->pin_in_force[i];
        activity->pin_in_force[i] = now;
    }
    for (size_t i = 0; i < spec->force_count; i++) {
        const bool now = in_force(&spec->forces[i].interval, t, iteration);
        forces_changed |= now != activity->force_in_force[i];
        activity->force_in_force[i] = now;
    }
    if (pins_changed)
        list_held(activity);
    if (forces_changed)
        list_points(activity);
    activity->begun = true;
}

const trama_held *trama_activity_held(const trama_activity *activity)
{
    return &activity->held;
}

const trama_loads *trama_activity_loads(const trama_activity *activity)
{
    return &activity->loads;
}
