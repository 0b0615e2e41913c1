#include "scene/checks.h"
#include "core/vec.h"
#include "scene/parts.h"

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static bool has_mesh(const trama_scene_spec *spec)
{
    return spec->mesh.face_count > 0;
}

static bool has_lattice(const trama_scene_spec *spec)
{
    return spec->lattice.points[0] != 0;
}

static bool has_shell(const trama_scene_spec *spec)
{
    return spec->shell.points[0] != 0;
}

static bool has_tetrahedra(const trama_scene_spec *spec)
{
    return spec->body.cells != 0 || spec->tetrahedra.count > 0;
}

static bool has_grid(const trama_scene_spec *spec)
{
    return spec->grid.points[0] != 0 || spec->grid.points[1] != 0;
}

/* False for a vector without a direction. */
static bool normalise(double *vector)
{
    const double largest = fmax(fabs(vector[0]), fmax(fabs(vector[1]), fabs(vector[2])));
    if (!(largest > 0.0))
        return false;
    for (int axis = 0; axis < 3; axis++)
        vector[axis] /= largest; /* its square neither overflows nor vanishes */
    const double length = sqrt(dot3(vector, vector));
    for (int axis = 0; axis < 3; axis++)
        vector[axis] /= length;
    return true;
}

/* Cells that are as good as lines have no area, as such a triangle of a mesh has none; and far from
 * the origin of coordinates nodes would be rounded onto each other. */
static trama_status check_cells(const trama_grid *grid, trama_error *error)
{
    const double h1 = grid->side[0] / (double)(grid->points[0] - 1);
    const double h2 = grid->side[1] / (double)(grid->points[1] - 1);
    const double *o = grid->origin, far = fmax(fabs(o[0]), fmax(fabs(o[1]), fabs(o[2])));
    if (!(fmin(h1, h2) > 1e-12 * fmax(h1, h2)))
        return trama_fail(error, TRAMA_BAD_INPUT, "grid.side",
                          "the cells have no area: their sides are %.3g m and %.3g m; allowed: the "
                          "longer below 1e12 times the shorter",
                          h1, h2);
    if (!(fmin(h1, h2) > 1e-12 * far))
        return trama_fail(error, TRAMA_BAD_INPUT, "grid.origin",
                          "nodes %.3g m apart cannot be told from each other %.3g m away; allowed: "
                          "below 1e12 times the distance between nodes",
                          fmin(h1, h2), far);
    return TRAMA_OK;
}

static trama_status resolve_grid(trama_grid *grid, trama_error *error)
{
    const trama_status status = trama_fields_check(trama_grid_fields, grid, "grid.", error);
    if (status != TRAMA_OK)
        return status;
    if (!normalise(grid->axis[0]))
        return trama_scene_fail_at(error, "grid.", "axis1", "axis1 is zero; it needs a direction");
    if (!normalise(grid->axis[1]))
        return trama_scene_fail_at(error, "grid.", "axis2", "axis2 is zero; it needs a direction");
    const double cosine = dot3(grid->axis[0], grid->axis[1]);
    if (!(fabs(cosine) <= 1e-9))
        return trama_fail(error, TRAMA_BAD_INPUT, "grid.axis2",
                          "axis2 is not at a right angle to axis1 (the cosine between them is "
                          "%.3g; allowed: 0 within 1e-9)",
                          cosine);
    return check_cells(grid, error);
}

/* What acts on nodes would act on nothing. */
static trama_status check_without_grid(const trama_scene_spec *spec, trama_error *error)
{
    const char *without = "this acts on nodes, and the scene has no grid, mesh, lattice or shell";
    if (spec->pin_count > 0)
        return trama_scene_fail_at(error, "", "pins", without);
    if (spec->force_count > 0)
        return trama_scene_fail_at(error, "", "forces", without);
    if (spec->stop_count > 0)
        return trama_scene_fail_at(error, "", "stops", without);
    if (spec->point_set_count > 0)
        return trama_scene_fail_at(error, "", "point_sets", without);
    if (spec->gauge.given)
        return trama_scene_fail_at(error, "", "gauge", without);
    for (size_t f = 0; f < trama_scene_fields.count; f++) {
        const trama_field *field = &trama_scene_fields.field[f];
        const bool gravity = field->offset == offsetof(trama_scene_spec, gravity);
        if (field->kind == TRAMA_REAL && !trama_field_is_default(field, spec) &&
            !(gravity && spec->weighs))
            return trama_scene_fail_at(error, "", field->name, without);
    }
    return TRAMA_OK;
}

static trama_status resolve_force(const trama_scene_spec *spec, const trama_force *force,
                                  const char *prefix, trama_error *error)
{
    trama_force_target *on = trama_force_target_of(force);
    trama_status status =
        trama_fields_check(force->type->parameters, force->parameters, prefix, error);
    if (status == TRAMA_OK)
        status = trama_scene_resolve_nodes(spec, on->k, on->l, prefix, error);
    if (status == TRAMA_OK)
        status = trama_scene_check_interval(&on->interval, prefix, error);
    if (status == TRAMA_OK && force->type->among &&
        (has_mesh(spec) || has_lattice(spec) || has_tetrahedra(spec)))
        status = trama_scene_fail_at(error, prefix, "k", "this force acts on rows of a grid");
    const char *fault =
        status == TRAMA_OK && force->type->check ? force->type->check(force->parameters) : NULL;
    return fault ? trama_scene_fail_at(error, prefix, "k", fault) : status;
}

static trama_status resolve_forces(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < spec->force_count && status == TRAMA_OK; i++) {
        char prefix[TRAMA_PREFIX_SIZE];
        snprintf(prefix, sizeof prefix, "forces[%zu].", i);
        status = resolve_force(spec, &spec->forces[i], prefix, error);
    }
    return status;
}

static trama_status resolve_gauge(trama_scene_spec *spec, trama_error *error)
{
    if (!spec->gauge.given)
        return TRAMA_OK;
    if (has_mesh(spec) || has_lattice(spec) || has_tetrahedra(spec))
        return trama_scene_fail_at(error, "", "gauge",
                                   "a gauge measures along the axes of a grid; allowed: in a "
                                   "scene with a grid");
    trama_status status = trama_fields_check(trama_gauge_fields, &spec->gauge, "gauge.", error);
    if (status == TRAMA_OK)
        status = trama_scene_resolve_nodes(spec, spec->gauge.k, spec->gauge.l, "gauge.", error);
    return status;
}

static trama_status resolve_point_sets(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < spec->point_set_count && status == TRAMA_OK; i++) {
        const trama_point_set *point_set = &spec->point_sets[i];
        char prefix[TRAMA_PREFIX_SIZE];
        snprintf(prefix, sizeof prefix, "point_sets[%zu].", i);
        status = trama_fields_check(trama_point_set_fields, point_set, prefix, error);
        if (status == TRAMA_OK &&
            (point_set->points.count == 0 || point_set->points.count % 3 != 0))
            status = trama_scene_fail_at(error, prefix, "points",
                                         "a point set has at least one point x, y, z");
        if (status == TRAMA_OK)
            status = trama_motion_check(&point_set->motion, prefix, error);
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
        return trama_scene_fail_at(
            error, prefix, plane ? "low" : "point",
            "a stop is at a plane (point and normal) or at a box (low and high)");
    if (plane && !normalise(stop->normal))
        return trama_scene_fail_at(error, prefix, "normal", "normal is zero; it needs a direction");
    for (int axis = 0; axis < 3; axis++)
        if (box && !(stop->low[axis] < stop->high[axis]))
            return trama_scene_fail_at(error, prefix, "high",
                                       "the box ends before or as it begins; allowed: "
                                       "low < high along each axis");
    return TRAMA_OK;
}

static trama_status resolve_stops(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < spec->stop_count && status == TRAMA_OK; i++) {
        trama_stop *stop = &spec->stops[i];
        char prefix[TRAMA_PREFIX_SIZE];
        snprintf(prefix, sizeof prefix, "stops[%zu].", i);
        status = trama_fields_check(trama_stop_fields, stop, prefix, error);
        if (status == TRAMA_OK)
            status = trama_scene_resolve_nodes(spec, stop->k, stop->l, prefix, error);
        if (status == TRAMA_OK)
            status = trama_scene_check_interval(&stop->interval, prefix, error);
        if (status == TRAMA_OK)
            status = resolve_place(stop, prefix, error);
    }
    return status;
}

/* A mesh stands in the place of a grid of N x 1 points. */
static trama_status resolve_mesh(trama_scene_spec *spec, trama_error *error)
{
    if (has_grid(spec))
        return trama_scene_fail_at(error, "", "mesh", "a scene has a grid or a mesh, not both");
    for (int axis = 0; axis < 3; axis++)
        if (spec->wave[axis] != 0.0)
            return trama_scene_fail_at(error, "", "wave",
                                       "the wave is one of a grid, and the scene has a mesh");
    spec->grid.points[0] = (long)spec->mesh.vertex_count;
    spec->grid.points[1] = 1;
    return TRAMA_OK;
}

/* And so does a lattice. It has no normal along which a sheet would be displaced. */
static trama_status resolve_lattice(trama_scene_spec *spec, trama_error *error)
{
    trama_status status =
        trama_fields_check(trama_lattice_fields, &spec->lattice, "lattice.", error);
    if (status == TRAMA_OK)
        status = trama_lattice_check(&spec->lattice, error);
    if (status != TRAMA_OK)
        return status;
    if (has_grid(spec) || has_mesh(spec))
        return trama_scene_fail_at(error, "", "lattice",
                                   "a scene has a grid, a mesh or a lattice, and one of them");
    if (spec->perturbation != 0.0)
        return trama_scene_fail_at(error, "", "perturbation",
                                   "the perturbation is along a sheet's normal, and the scene has "
                                   "a lattice");
    for (int axis = 0; axis < 3; axis++)
        if (spec->wave[axis] != 0.0)
            return trama_scene_fail_at(error, "", "wave",
                                       "the wave is one of a grid, and the scene has a lattice");
    spec->grid.points[0] = (long)trama_lattice_nodes(&spec->lattice);
    spec->grid.points[1] = 1;
    return TRAMA_OK;
}

/* A shell becomes a mesh. */
static trama_status resolve_shell(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = trama_fields_check(trama_shell_fields, &spec->shell, "shell.", error);
    if (status == TRAMA_OK)
        status = trama_shell_check(&spec->shell, error);
    if (status != TRAMA_OK)
        return status;
    if (has_grid(spec) || has_mesh(spec) || has_lattice(spec))
        return trama_scene_fail_at(error, "", "shell",
                                   "a scene has a grid, a mesh, a lattice or a shell, and one of "
                                   "them");
    for (int axis = 0; axis < 3; axis++)
        if (spec->wave[axis] != 0.0)
            return trama_scene_fail_at(error, "", "wave",
                                       "the wave is one of a grid, and the scene has a shell");
    spec->grid.points[0] = (long)trama_shell_nodes(&spec->shell);
    spec->grid.points[1] = 1;
    return TRAMA_OK;
}

/* A form that is built in becomes tetrahedra. */
static trama_status fill_body(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = trama_fields_check(trama_form_fields, &spec->body, "body.", error);
    if (status == TRAMA_OK)
        status = trama_form_check(&spec->body, error);
    if (status == TRAMA_OK && spec->tetrahedra.count > 0)
        status = trama_scene_fail_at(error, "", "body",
                                     "a scene has a body or tetrahedra of a file, not both");
    if (status != TRAMA_OK)
        return status;
    free(spec->tetrahedra.vertex); /* empty ones */
    free(spec->tetrahedra.item);
    return trama_form_fill(&spec->body, &spec->tetrahedra, error);
}

/* Tetrahedra stand in the place of a grid, as a lattice does. */
static trama_status resolve_tetrahedra(trama_scene_spec *spec, trama_error *error)
{
    const bool built_in = spec->body.cells != 0;
    const char *name = built_in ? "body" : "tetrahedra";
    trama_status status = built_in ? fill_body(spec, error) : TRAMA_OK;
    trama_error fault;
    if (status != TRAMA_OK)
        return status;
    status = trama_tetrahedra_check(&spec->tetrahedra, &fault);
    if (status != TRAMA_OK)
        return trama_fail(error, status, name, "%s %s", fault.path, fault.text);
    if (has_grid(spec) || has_mesh(spec) || has_lattice(spec) || has_shell(spec))
        return trama_scene_fail_at(error, "", name,
                                   "a scene has a grid, a mesh, a lattice, a shell or tetrahedra, "
                                   "and one of them");
    if (spec->perturbation != 0.0)
        return trama_scene_fail_at(error, "", "perturbation",
                                   "the perturbation is along a sheet's normal, and the scene has "
                                   "tetrahedra");
    for (int axis = 0; axis < 3; axis++)
        if (spec->wave[axis] != 0.0)
            return trama_scene_fail_at(error, "", "wave",
                                       "the wave is one of a grid, and the scene has tetrahedra");
    spec->grid.points[0] = (long)spec->tetrahedra.vertex_count;
    spec->grid.points[1] = 1;
    return TRAMA_OK;
}

static trama_status resolve_source(trama_scene_spec *spec, trama_error *error)
{
    if (has_tetrahedra(spec))
        return resolve_tetrahedra(spec, error);
    if (has_shell(spec))
        return resolve_shell(spec, error);
    if (has_lattice(spec))
        return resolve_lattice(spec, error);
    return has_mesh(spec) ? resolve_mesh(spec, error) : resolve_grid(&spec->grid, error);
}

/* Of every node, and finite. */
static trama_status check_start(const trama_scene_spec *spec, trama_error *error)
{
    const trama_start *start = &spec->start;
    const size_t nodes = (size_t)(spec->grid.points[0] * spec->grid.points[1]);
    bool finite = true;
    if (!start->place && !start->velocity)
        return TRAMA_OK;
    if (start->nodes != nodes)
        return trama_fail(error, TRAMA_BAD_INPUT, "start",
                          "%zu rows, and the scene has %zu nodes; allowed: a row of each node",
                          start->nodes, nodes);
    for (size_t c = 0; c < 3 * nodes; c++)
        finite &= (!start->place || isfinite(start->place[c])) &&
                  (!start->velocity || isfinite(start->velocity[c]));
    return finite ? TRAMA_OK
                  : trama_scene_fail_at(error, "", "start",
                                        "a value that is not finite; allowed: finite ones");
}

trama_status trama_scene_resolve(trama_scene_spec *spec, trama_error *error)
{
    trama_status status = trama_fields_check(trama_scene_fields, spec, "", error);
    if (status != TRAMA_OK)
        return status;
    if (!has_grid(spec) && !has_mesh(spec) && !has_lattice(spec) && !has_shell(spec) &&
        !has_tetrahedra(spec))
        return check_without_grid(spec, error);
    if (spec->air_damping != 0.0 && spec->damping != 0.0)
        return trama_scene_fail_at(error, "", "air_damping",
                                   "air_damping is in place of damping: one of them");
    status = resolve_source(spec, error);
    if (status == TRAMA_OK)
        status = check_start(spec, error);
    if (status == TRAMA_OK)
        status = resolve_point_sets(spec, error);
    if (status == TRAMA_OK)
        status = trama_scene_resolve_pins(spec, error);
    if (status == TRAMA_OK)
        status = resolve_stops(spec, error);
    if (status == TRAMA_OK)
        status = resolve_forces(spec, error);
    if (status == TRAMA_OK)
        status = resolve_gauge(spec, error);
    return status;
}
