/* Velocities of held nodes that do not move uniformly: pins with a rotation, a path or a point set,
 * and stopped nodes. */
#include "scene/activity.h"

bool trama_activity_follows(const trama_pin *pin)
{
    return pin->point_set > 0 || !trama_motion_is_uniform(&pin->motion);
}

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
    if (pin->point_set == 0) {
        *motion = &pin->motion;
        *begin = activity->pin_state[p].begin;
        return activity->pin_state[p].anchor;
    }
    const trama_point_set *point_set = &activity->spec->point_sets[pin->point_set - 1];
    *motion = &point_set->motion;
    *begin = 0.0;
    return point_set->points.value + 3 * pin->points[0];
}

/* Nothing else holds what such a pin holds (pins.c), so its coordinates follow one another. */
static void prescribe_pin(trama_activity *activity, size_t p, double t, double h, const double *q)
{
    const trama_pin *pin = &activity->spec->pins[p];
    const trama_motion *motion;
    double begin, *velocity = activity->velocity + activity->pin_state[p].slot;
    const double *from = motion_of(activity, p, &motion, &begin);
    for (long k = pin->k[0]; k <= pin->k[1]; k += 1 + pin->skip[0])
        for (long l = pin->l[0]; l <= pin->l[1]; l += 1 + pin->skip[1], from += 3) {
            double target[3];
            if (h > 0.0) {
                trama_motion_place(motion, t + h - begin, from, target);
                set_chord(activity, q, trama_activity_node(activity, k, l), target, h, pin->free,
                          &velocity);
            } else {
                trama_motion_velocity(motion, t - begin, from, target);
                set_velocity(target, pin->free, &velocity);
            }
        }
}

/* A point set brings nodes that it takes hold of late to its points in that step. */
static bool is_on_its_way(const trama_activity *activity, size_t p)
{
    return activity->spec->pins[p].point_set > 0 && activity->time > 0.0 &&
           activity->pin_state[p].begin == activity->time;
}

static void turn_pin(const trama_activity *activity, size_t p, double t, double *q, double *v)
{
    const trama_pin *pin = &activity->spec->pins[p];
    const trama_motion *motion;
    double begin, place[3], velocity[3];
    const double *from = motion_of(activity, p, &motion, &begin);
    if (!trama_motion_turns(motion) || is_on_its_way(activity, p))
        return;
    for (long k = pin->k[0]; k <= pin->k[1]; k += 1 + pin->skip[0])
        for (long l = pin->l[0]; l <= pin->l[1]; l += 1 + pin->skip[1], from += 3) {
            const size_t node = trama_activity_node(activity, k, l);
            trama_motion_place(motion, t - begin, from, place);
            trama_motion_velocity(motion, t - begin, from, velocity);
            for (size_t axis = 0; axis < 3; axis++)
                if (!pin->free[axis]) {
                    q[axis * activity->nodes + node] = place[axis];
                    v[axis * activity->nodes + node] = velocity[axis];
                }
        }
}

void trama_activity_turn(const trama_activity *activity, double t, double *q, double *v)
{
    for (size_t p = 0; p < activity->spec->pin_count; p++)
        if (activity->pin_state[p].in_force)
            turn_pin(activity, p, t, q, v);
}

static void settle_stopped(trama_activity *activity, size_t s, double h, const double *q)
{
    static const bool none_free[3];
    static const double rest[3];
    const trama_stop *stop = &activity->spec->stops[s];
    const trama_stop_state *stopped = &activity->stop_state[s];
    double *velocity = activity->velocity + stopped->slot;
    size_t i = 0;
    for (long k = stop->k[0]; k <= stop->k[1]; k += 1 + stop->skip[0])
        for (long l = stop->l[0]; l <= stop->l[1]; l += 1 + stop->skip[1], i++) {
            if (stopped->stopped[i] && h > 0.0)
                set_chord(activity, q, trama_activity_node(activity, k, l), stopped->place + 3 * i,
                          h, none_free, &velocity);
            else if (stopped->stopped[i])
                set_velocity(rest, none_free, &velocity);
        }
}

void trama_activity_prescribe(trama_activity *activity, double t, double h, const double *q)
{
    for (size_t p = 0; p < activity->spec->pin_count; p++)
        if (activity->pin_state[p].in_force && trama_activity_follows(&activity->spec->pins[p]))
            prescribe_pin(activity, p, t, h, q);
    for (size_t s = 0; s < activity->spec->stop_count; s++)
        if (activity->stop_state[s].in_force)
            settle_stopped(activity, s, h, q);
}
