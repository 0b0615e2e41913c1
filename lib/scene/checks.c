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

static trama_status check_free_axes(const trama_pin *pin, const char *prefix, trama_error *error)
{
    for (int axis = 0; axis < 3; axis++)
        if (pin->free[axis] && pin->velocity[axis] != 0.0)
            return fail_at(error, prefix, "velocity", "a free axis takes no velocity");
    return TRAMA_OK;
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
        status = check_free_axes(pin, prefix, error);
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

static bool pins_disagree(const trama_pin *a, const trama_pin *b)
{
    for (int axis = 0; axis < 3; axis++)
        if (!a->free[axis] && !b->free[axis] && a->velocity[axis] != b->velocity[axis])
            return ranges_meet(a->k, b->k) && ranges_meet(a->l, b->l) &&
                   intervals_meet(&a->interval, &b->interval);
    return false;
}

static trama_status check_agreement(const trama_scene_spec *spec, size_t i, trama_error *error)
{
    for (size_t j = 0; j < i; j++) {
        if (!pins_disagree(&spec->pins[j], &spec->pins[i]))
            continue;
        char path[sizeof error->path];
        snprintf(path, sizeof path, "pins[%zu].velocity", i);
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "pins[%zu] moves a coordinate that pins[%zu] holds at the same time with "
                          "another velocity",
                          i, j);
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
        status = resolve_pins(spec, error);
    if (status == TRAMA_OK)
        status = resolve_forces(spec, error);
    return status;
}
