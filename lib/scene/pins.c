/* The checks of pins: their free axes, the point sets to which they attach nodes, and their
 * consistency. */
#include "scene/parts.h"

#include <stdbool.h>
#include <stdio.h>

static bool path_moves(const trama_reals *path, int axis)
{
    for (size_t row = 0; row < path->count; row += 4)
        if (path->value[row + 1 + (size_t)axis] != 0.0)
            return true;
    return false;
}

/* A free axis takes no motion; a rotation leaves only its own axis as it is. */
static trama_status check_free_axes(const trama_pin *pin, const char *prefix, trama_error *error)
{
    const trama_motion *motion = &pin->motion;
    for (int axis = 0; axis < 3; axis++) {
        const double *omega = motion->angular_velocity;
        if (!pin->free[axis])
            continue;
        if (motion->velocity[axis] != 0.0)
            return trama_scene_fail_at(error, prefix, "velocity", "a free axis takes no velocity");
        if (path_moves(&motion->path, axis))
            return trama_scene_fail_at(error, prefix, "path", "a free axis takes no path");
        if (omega[(axis + 1) % 3] != 0.0 || omega[(axis + 2) % 3] != 0.0)
            return trama_scene_fail_at(
                error, prefix, "angular_velocity",
                "a rotation moves a free axis; allowed: rotations about that axis");
    }
    return TRAMA_OK;
}

/* Nodes attached to a point set: as many as its points, with all axes, and no motion of their own.
 */
static trama_status resolve_attachment(const trama_scene_spec *spec, trama_pin *pin,
                                       const char *prefix, trama_error *error)
{
    if (pin->point_set == 0)
        return TRAMA_OK;
    if (pin->point_set < 0 || (size_t)pin->point_set > spec->point_set_count)
        return trama_scene_fail_at(error, prefix, "point_set", "the scene has no such point set");
    const long count = (long)spec->point_sets[pin->point_set - 1].points.count / 3;
    const trama_status status =
        trama_scene_resolve_range(pin->points, count, prefix, "points", "point set", error);
    if (status != TRAMA_OK)
        return status;
    if (pin->free[0] || pin->free[1] || pin->free[2])
        return trama_scene_fail_at(error, prefix, "free",
                                   "a node that is attached to a point set has no free axis");
    if (!trama_motion_is_rest(&pin->motion))
        return trama_scene_fail_at(
            error, prefix, "point_set",
            "a node that is attached to a point set has no motion of its own");
    const long nodes =
        trama_target_count(pin->k, pin->skip[0]) * trama_target_count(pin->l, pin->skip[1]);
    const long points = pin->points[1] - pin->points[0] + 1;
    if (nodes == points)
        return TRAMA_OK;
    char path[sizeof error->path];
    snprintf(path, sizeof path, "%spoints", prefix);
    return trama_fail(error, TRAMA_BAD_INPUT, path,
                      "%ld nodes are attached to %ld points of the point set; allowed: one each",
                      nodes, points);
}

static trama_status resolve_pin(const trama_scene_spec *spec, trama_pin *pin, const char *prefix,
                                trama_error *error)
{
    trama_status status = trama_fields_check(trama_pin_fields, pin, prefix, error);
    if (status == TRAMA_OK)
        status = trama_scene_resolve_nodes(spec, pin->k, pin->l, prefix, error);
    if (status == TRAMA_OK)
        status = trama_scene_check_interval(&pin->interval, prefix, error);
    if (status == TRAMA_OK)
        status = trama_motion_check(&pin->motion, prefix, error);
    if (status == TRAMA_OK)
        status = check_free_axes(pin, prefix, error);
    if (status == TRAMA_OK)
        status = resolve_attachment(spec, pin, prefix, error);
    return status;
}

/* Whether an index is in both ranges, of which every (1 + skip)-th index counts. */
static bool ranges_meet(const long a[2], long a_skip, const long b[2], long b_skip)
{
    for (long i = a[0]; i <= a[1]; i += 1 + a_skip)
        if (i >= b[0] && i <= b[1] && (i - b[0]) % (1 + b_skip) == 0)
            return true;
    return false;
}

/* Whether two intervals can be in force at once; those of different units may, at some step size. A
 * comparison with an end that was not given is false. */
static bool intervals_meet(const trama_interval *a, const trama_interval *b)
{
    if (a->iterations[1] < b->iterations[0] || b->iterations[1] < a->iterations[0])
        return false;
    if (a->seconds[1] <= b->seconds[0] || b->seconds[1] <= a->seconds[0])
        return false;
    return true;
}

/* A pin whose motion is no more than a velocity. */
static bool is_plain(const trama_pin *pin)
{
    return pin->point_set == 0 && trama_motion_is_uniform(&pin->motion);
}

/* Two pins may hold a coordinate together if both give it the same constant velocity. */
static bool pins_disagree(const trama_pin *a, const trama_pin *b)
{
    const bool plain = is_plain(a) && is_plain(b);
    for (int axis = 0; axis < 3; axis++)
        if (!a->free[axis] && !b->free[axis] &&
            (!plain || a->motion.velocity[axis] != b->motion.velocity[axis]))
            return ranges_meet(a->k, a->skip[0], b->k, b->skip[0]) &&
                   ranges_meet(a->l, a->skip[1], b->l, b->skip[1]) &&
                   intervals_meet(&a->interval, &b->interval);
    return false;
}

static trama_status check_agreement(const trama_scene_spec *spec, size_t i, trama_error *error)
{
    for (size_t j = 0; j < i; j++) {
        if (!pins_disagree(&spec->pins[j], &spec->pins[i]))
            continue;
        const bool plain = is_plain(&spec->pins[i]) && is_plain(&spec->pins[j]);
        char path[sizeof error->path];
        snprintf(path, sizeof path, "pins[%zu]%s", i, plain ? ".velocity" : "");
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "pins[%zu] moves a coordinate that pins[%zu] holds at the same time with "
                          "another %s",
                          i, j, plain ? "velocity" : "motion");
    }
    return TRAMA_OK;
}

trama_status trama_scene_resolve_pins(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < spec->pin_count && status == TRAMA_OK; i++) {
        char prefix[TRAMA_PREFIX_SIZE];
        snprintf(prefix, sizeof prefix, "pins[%zu].", i);
        status = resolve_pin(spec, &spec->pins[i], prefix, error);
        if (status == TRAMA_OK)
            status = check_agreement(spec, i, error);
    }
    return status;
}
