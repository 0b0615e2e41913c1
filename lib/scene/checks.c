#include "scene/checks.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>

enum { PREFIX_SIZE = 48 };

static trama_status fail_at(trama_error *error, const char *prefix, const char *name,
                            const char *sentence)
{
    char path[sizeof error->path];
    snprintf(path, sizeof path, "%s%s", prefix, name);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s", sentence);
}

static bool has_mesh(const trama_scene_spec *spec)
{
    return spec->mesh.face_count > 0;
}

static bool has_grid(const trama_scene_spec *spec)
{
    return spec->grid.points[0] != 0 || spec->grid.points[1] != 0;
}

static double dot(const double *a, const double *b)
{
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

/* False for a vector without a direction. */
static bool normalise(double *vector)
{
    const double largest = fmax(fabs(vector[0]), fmax(fabs(vector[1]), fabs(vector[2])));
    if (!(largest > 0.0))
        return false;
    for (int axis = 0; axis < 3; axis++)
        vector[axis] /= largest; /* its square neither overflows nor vanishes */
    const double length = sqrt(dot(vector, vector));
    for (int axis = 0; axis < 3; axis++)
        vector[axis] /= length;
    return true;
}

static trama_status resolve_grid(trama_grid *grid, trama_error *error)
{
    const trama_status status = trama_fields_check(trama_grid_fields, grid, "grid.", error);
    if (status != TRAMA_OK)
        return status;
    if (!normalise(grid->axis[0]))
        return fail_at(error, "grid.", "axis1", "axis1 is zero; it needs a direction");
    if (!normalise(grid->axis[1]))
        return fail_at(error, "grid.", "axis2", "axis2 is zero; it needs a direction");
    const double cosine = dot(grid->axis[0], grid->axis[1]);
    if (!(fabs(cosine) <= 1e-9))
        return trama_fail(error, TRAMA_BAD_INPUT, "grid.axis2",
                          "axis2 is not at a right angle to axis1 (the cosine between them is "
                          "%.3g; allowed: 0 within 1e-9)",
                          cosine);
    return TRAMA_OK;
}

static bool is_default(const trama_field *field, const trama_scene_spec *spec)
{
    const double *value = (const double *)(const void *)((const char *)spec + field->offset);
    for (size_t i = 0; i < field->count; i++)
        if (value[i] != field->fallback[i])
            return false;
    return true;
}

/* What acts on nodes would act on nothing. */
static trama_status check_without_grid(const trama_scene_spec *spec, trama_error *error)
{
    const char *without = "this acts on nodes, and the scene has neither a grid nor a mesh";
    if (spec->pin_count > 0)
        return fail_at(error, "", "pins", without);
    if (spec->force_count > 0)
        return fail_at(error, "", "forces", without);
    if (spec->stop_count > 0)
        return fail_at(error, "", "stops", without);
    if (spec->body_count > 0)
        return fail_at(error, "", "bodies", without);
    for (size_t f = 0; f < trama_scene_fields.count; f++) {
        const trama_field *field = &trama_scene_fields.field[f];
        if (field->kind == TRAMA_REAL && !is_default(field, spec))
            return fail_at(error, "", field->name, without);
    }
    return TRAMA_OK;
}

/* A range of node indices, given from the start or from the end, becomes one from the start. */
static trama_status resolve_range(long range[2], long points, const char *prefix, const char *name,
                                  const char *what, trama_error *error)
{
    const long given[2] = {range[0], range[1]};
    char path[sizeof error->path];
    snprintf(path, sizeof path, "%s%s", prefix, name);
    for (int end = 0; end < 2; end++) {
        range[end] += range[end] < 0 ? points : 0;
        if (range[end] < 0 || range[end] >= points)
            return trama_fail(error, TRAMA_BAD_INPUT, path,
                              "%s %ld is outside the %s; allowed: 0 to %ld, or -%ld to -1 from "
                              "the end",
                              name, given[end], what, points - 1, points);
    }
    if (range[0] > range[1])
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "%s ends before it begins: [%ld, %ld] is nodes %ld to %ld", name,
                          given[0], given[1], range[0], range[1]);
    return TRAMA_OK;
}

/* An end that was given; of an interval, both ends are given or neither. */
static bool half_given(const double ends[2])
{
    return isnan(ends[0]) != isnan(ends[1]);
}

static bool whole(double value)
{
    return isinf(value) || value == floor(value);
}

static trama_status fail_interval(trama_error *error, const char *prefix, const char *name,
                                  const double ends[2], const char *sentence)
{
    char path[sizeof error->path];
    snprintf(path, sizeof path, "%s%s", prefix, name);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s: the interval [%g, %g] %s", name, ends[0],
                      ends[1], sentence);
}

static trama_status check_interval(const trama_interval *interval, const char *prefix,
                                   trama_error *error)
{
    const double *iterations = interval->iterations, *seconds = interval->seconds;
    if (half_given(iterations))
        return fail_at(error, prefix, "iterations", "an interval needs both its ends");
    if (half_given(seconds))
        return fail_at(error, prefix, "seconds", "an interval needs both its ends");
    if (!isnan(iterations[0]) && !isnan(seconds[0]))
        return fail_at(error, prefix, "seconds",
                       "an interval is given in iterations or in seconds, not in both");
    if (!isnan(iterations[0]) && !(whole(iterations[0]) && whole(iterations[1])))
        return fail_at(error, prefix, "iterations", "iterations are whole numbers");
    if (iterations[1] < iterations[0])
        return fail_interval(error, prefix, "iterations", iterations,
                             "ends before it begins; allowed: first <= last");
    if (seconds[1] <= seconds[0])
        return fail_interval(error, prefix, "seconds", seconds,
                             "ends before or as it begins; allowed: from < to");
    return TRAMA_OK;
}

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
            return fail_at(error, prefix, "velocity", "a free axis takes no velocity");
        if (path_moves(&motion->path, axis))
            return fail_at(error, prefix, "path", "a free axis takes no path");
        if (omega[(axis + 1) % 3] != 0.0 || omega[(axis + 2) % 3] != 0.0)
            return fail_at(error, prefix, "angular_velocity",
                           "a rotation moves a free axis; allowed: rotations about that axis");
    }
    return TRAMA_OK;
}

/* Nodes attached to a body: as many as its points, with all axes, and no motion of their own. */
static trama_status resolve_attachment(const trama_scene_spec *spec, trama_pin *pin,
                                       const char *prefix, trama_error *error)
{
    if (pin->body == 0)
        return TRAMA_OK;
    if (pin->body < 0 || (size_t)pin->body > spec->body_count)
        return fail_at(error, prefix, "body", "the scene has no such body");
    const long count = (long)spec->bodies[pin->body - 1].points.count / 3;
    const trama_status status = resolve_range(pin->points, count, prefix, "points", "body", error);
    if (status != TRAMA_OK)
        return status;
    if (pin->free[0] || pin->free[1] || pin->free[2])
        return fail_at(error, prefix, "free", "a node that is attached to a body has no free axis");
    if (!trama_motion_is_rest(&pin->motion))
        return fail_at(error, prefix, "body",
                       "a node that is attached to a body has no motion of its own");
    const long nodes = (pin->k[1] - pin->k[0] + 1) * (pin->l[1] - pin->l[0] + 1);
    const long points = pin->points[1] - pin->points[0] + 1;
    if (nodes == points)
        return TRAMA_OK;
    char path[sizeof error->path];
    snprintf(path, sizeof path, "%spoints", prefix);
    return trama_fail(error, TRAMA_BAD_INPUT, path,
                      "%ld nodes are attached to %ld points of the body; allowed: one each", nodes,
                      points);
}

/* Nodes k x l of a grid, or the vertices k of a mesh. */
static trama_status resolve_nodes(const trama_scene_spec *spec, long k[2], long l[2],
                                  const char *prefix, trama_error *error)
{
    const char *what = has_mesh(spec) ? "mesh" : "grid";
    const trama_status status = resolve_range(k, spec->grid.points[0], prefix, "k", what, error);
    return status == TRAMA_OK ? resolve_range(l, spec->grid.points[1], prefix, "l", what, error)
                              : status;
}

static trama_status resolve_pin(const trama_scene_spec *spec, trama_pin *pin, const char *prefix,
                                trama_error *error)
{
    trama_status status = trama_fields_check(trama_pin_fields, pin, prefix, error);
    if (status == TRAMA_OK)
        status = resolve_nodes(spec, pin->k, pin->l, prefix, error);
    if (status == TRAMA_OK)
        status = check_interval(&pin->interval, prefix, error);
    if (status == TRAMA_OK)
        status = trama_motion_check(&pin->motion, prefix, error);
    if (status == TRAMA_OK)
        status = check_free_axes(pin, prefix, error);
    if (status == TRAMA_OK)
        status = resolve_attachment(spec, pin, prefix, error);
    return status;
}

static trama_status resolve_force(const trama_scene_spec *spec, trama_point_force *force,
                                  const char *prefix, trama_error *error)
{
    trama_status status = trama_fields_check(trama_point_force_fields, force, prefix, error);
    if (status == TRAMA_OK)
        status = resolve_nodes(spec, force->k, force->l, prefix, error);
    if (status == TRAMA_OK)
        status = check_interval(&force->interval, prefix, error);
    return status;
}

static bool ranges_meet(const long a[2], const long b[2])
{
    return a[0] <= b[1] && b[0] <= a[1];
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
    return pin->body == 0 && trama_motion_is_uniform(&pin->motion);
}

/* Two pins may hold a coordinate together if both give it the same constant velocity. */
static bool pins_disagree(const trama_pin *a, const trama_pin *b)
{
    const bool plain = is_plain(a) && is_plain(b);
    for (int axis = 0; axis < 3; axis++)
        if (!a->free[axis] && !b->free[axis] &&
            (!plain || a->motion.velocity[axis] != b->motion.velocity[axis]))
            return ranges_meet(a->k, b->k) && ranges_meet(a->l, b->l) &&
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

static trama_status resolve_pins(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < spec->pin_count && status == TRAMA_OK; i++) {
        char prefix[PREFIX_SIZE];
        snprintf(prefix, sizeof prefix, "pins[%zu].", i);
        status = resolve_pin(spec, &spec->pins[i], prefix, error);
        if (status == TRAMA_OK)
            status = check_agreement(spec, i, error);
    }
    return status;
}

static trama_status resolve_forces(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < spec->force_count && status == TRAMA_OK; i++) {
        char prefix[PREFIX_SIZE];
        snprintf(prefix, sizeof prefix, "forces[%zu].", i);
        status = resolve_force(spec, &spec->forces[i], prefix, error);
    }
    return status;
}

static trama_status resolve_bodies(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < spec->body_count && status == TRAMA_OK; i++) {
        const trama_body *body = &spec->bodies[i];
        char prefix[PREFIX_SIZE];
        snprintf(prefix, sizeof prefix, "bodies[%zu].", i);
        status = trama_fields_check(trama_body_fields, body, prefix, error);
        if (status == TRAMA_OK && (body->points.count == 0 || body->points.count % 3 != 0))
            status = fail_at(error, prefix, "points", "a body has at least one point x, y, z");
        if (status == TRAMA_OK)
            status = trama_motion_check(&body->motion, prefix, error);
    }
    return status;
}

static bool is_given(const double place[3])
{
    return !isnan(place[0]) && !isnan(place[1]) && !isnan(place[2]);
}

static bool is_partly_given(const double place[3])
{
    return !isnan(place[0]) || !isnan(place[1]) || !isnan(place[2]);
}

/* A plane, with its normal normalised, or a box. */
static trama_status resolve_place(trama_stop *stop, const char *prefix, trama_error *error)
{
    const bool plane = is_given(stop->point) && is_given(stop->normal);
    const bool box = is_given(stop->low) && is_given(stop->high);
    const bool any_plane = is_partly_given(stop->point) || is_partly_given(stop->normal);
    const bool any_box = is_partly_given(stop->low) || is_partly_given(stop->high);
    if (plane == box || (plane ? any_box : any_plane))
        return fail_at(error, prefix, plane ? "low" : "point",
                       "a stop is at a plane (point and normal) or at a box (low and high)");
    if (plane && !normalise(stop->normal))
        return fail_at(error, prefix, "normal", "normal is zero; it needs a direction");
    for (int axis = 0; axis < 3; axis++)
        if (box && !(stop->low[axis] < stop->high[axis]))
            return fail_at(error, prefix, "high",
                           "the box ends before or as it begins; allowed: "
                           "low < high along each axis");
    return TRAMA_OK;
}

static trama_status resolve_stops(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < spec->stop_count && status == TRAMA_OK; i++) {
        trama_stop *stop = &spec->stops[i];
        char prefix[PREFIX_SIZE];
        snprintf(prefix, sizeof prefix, "stops[%zu].", i);
        status = trama_fields_check(trama_stop_fields, stop, prefix, error);
        if (status == TRAMA_OK)
            status = resolve_nodes(spec, stop->k, stop->l, prefix, error);
        if (status == TRAMA_OK)
            status = check_interval(&stop->interval, prefix, error);
        if (status == TRAMA_OK)
            status = resolve_place(stop, prefix, error);
    }
    return status;
}

/* A mesh stands in the place of a grid of N x 1 points. */
static trama_status resolve_mesh(trama_scene_spec *spec, trama_error *error)
{
    if (has_grid(spec))
        return fail_at(error, "", "mesh", "a scene has a grid or a mesh, not both");
    for (int axis = 0; axis < 3; axis++)
        if (spec->wave[axis] != 0.0)
            return fail_at(error, "", "wave",
                           "the wave is one of a grid, and the scene has a mesh");
    spec->grid.points[0] = (long)spec->mesh.vertex_count;
    spec->grid.points[1] = 1;
    return TRAMA_OK;
}

trama_status trama_scene_resolve(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = trama_fields_check(trama_scene_fields, spec, "", error);
    if (status != TRAMA_OK)
        return status;
    if (!has_grid(spec) && !has_mesh(spec))
        return check_without_grid(spec, error);
    status = has_mesh(spec) ? resolve_mesh(spec, error) : resolve_grid(&spec->grid, error);
    if (status == TRAMA_OK)
        status = resolve_bodies(spec, error);
    if (status == TRAMA_OK)
        status = resolve_pins(spec, error);
    if (status == TRAMA_OK)
        status = resolve_stops(spec, error);
    if (status == TRAMA_OK)
        status = resolve_forces(spec, error);
    return status;
}
