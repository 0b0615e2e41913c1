/* The shape of an entry of `bodies`: sizes, vertices or a mesh, and their checks. */
#include "core/numbers.h"
#include "model/rigid/build.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Where the sizes of a kind (shape.h, size_name) stand in an entry, and its key there. */
static const struct {
    const char *size, *key;
    size_t offset;
} sizes[] = {
    {"length_x", "side", offsetof(trama_rigid_spec, side)},
    {"length_y", "side", offsetof(trama_rigid_spec, side) + sizeof(double)},
    {"length_z", "side", offsetof(trama_rigid_spec, side) + 2 * sizeof(double)},
    {"radius", "radius", offsetof(trama_rigid_spec, radius)},
    {"height", "height", offsetof(trama_rigid_spec, height)},
    {"length", "length", offsetof(trama_rigid_spec, length)},
};
enum { SIZES = sizeof sizes / sizeof sizes[0] };

static bool has_size(const trama_convex_type *type, const char *size)
{
    for (size_t i = 0; i < type->size_count; i++)
        if (strcmp(type->size_name[i], size) == 0)
            return true;
    return false;
}

static double size_of(const trama_rigid_spec *spec, const char *size)
{
    for (size_t i = 0; i < SIZES; i++)
        if (strcmp(sizes[i].size, size) == 0)
            return *(const double *)((const char *)spec + sizes[i].offset);
    return TRAMA_NAN;
}

/* What is given must be of the kind, and what the kind has must be given. */
static trama_status check_sizes(const trama_rigid_entry *e, const trama_convex_type *type)
{
    for (size_t i = 0; i < SIZES; i++) {
        const bool given = !isnan(size_of(e->spec, sizes[i].size));
        const bool wanted = has_size(type, sizes[i].size);
        if (given && !wanted)
            return trama_rigid_refuse(e, sizes[i].key, "a %s has no %s; allowed: leave it out",
                                      type->name, sizes[i].key);
        if (wanted && !given)
            return trama_rigid_refuse(e, "", "a %s needs %s; allowed: above 0 m", type->name,
                                      sizes[i].key);
    }
    if (type->size_count > 0 && e->spec->vertices.count > 0)
        return trama_rigid_refuse(e, "vertices", "a %s has no vertices; allowed: of a polyhedron",
                                  type->name);
    if (type->size_count > 0 && e->spec->mesh.face_count > 0)
        return trama_rigid_refuse(e, "mesh", "a %s has no mesh; allowed: of a polyhedron",
                                  type->name);
    return TRAMA_OK;
}

/* ---- Polyhedra. */

static bool has_mesh(const trama_rigid_spec *spec)
{
    return spec->mesh.face_count > 0;
}

static size_t vertices_of(const trama_rigid_spec *spec)
{
    return has_mesh(spec) ? spec->mesh.vertex_count : spec->vertices.count / 3;
}

static double vertex_of(const trama_rigid_spec *spec, size_t i, size_t axis)
{
    return has_mesh(spec) ? spec->mesh.vertex[axis * spec->mesh.vertex_count + i]
                          : spec->vertices.value[3 * i + axis];
}

/* The vertices about their mean, which is inside. */
static void fill_vertices(const trama_rigid_spec *spec, double origin[3], double *x)
{
    const size_t n = vertices_of(spec);
    for (size_t axis = 0; axis < 3; axis++) {
        const double first = vertex_of(spec, 0, axis);
        double sum = 0.0;
        for (size_t i = 0; i < n; i++)
            sum += (vertex_of(spec, i, axis) - first) / (double)n;
        origin[axis] = first + sum;
        for (size_t i = 0; i < n; i++)
            x[3 * i + axis] = vertex_of(spec, i, axis) - origin[axis];
    }
}

/* From a file: closed and convex, or what is wrong with it. */
static trama_status make_of_mesh(const trama_rigid_entry *e, const double *x,
                                 trama_polyhedron *polyhedron)
{
    const trama_mesh_spec *mesh = &e->spec->mesh;
    trama_error fault = {0};
    uint32_t *corner = calloc(3 * mesh->face_count + 1, sizeof *corner);
    if (!corner)
        return trama_fail_memory(e->error);
    for (size_t i = 0; i < 3 * mesh->face_count; i++)
        corner[i] = (uint32_t)mesh->face[i / 3].node[i % 3];
    const trama_status status = trama_polyhedron_of_mesh(polyhedron, x, mesh->vertex_count, corner,
                                                         mesh->face_count, &fault);
    free(corner);
    return status == TRAMA_NO_MEMORY ? trama_fail_memory(e->error)
           : status == TRAMA_BAD_INPUT
               ? trama_rigid_refuse(e, "mesh", "%s: %s", fault.path, fault.text)
               : status;
}

static trama_status make_of_vertices(const trama_rigid_entry *e, const double *x,
                                     trama_polyhedron *polyhedron)
{
    const size_t count = vertices_of(e->spec);
    trama_error fault = {0};
    size_t inside = 0;
    const trama_status status = trama_polyhedron_of_points(polyhedron, x, count, &inside, &fault);
    if (status == TRAMA_NO_MEMORY)
        return trama_fail_memory(e->error);
    if (status != TRAMA_OK)
        return trama_rigid_refuse(e, "vertices", "%s", fault.text);
    if (inside > 0)
        return trama_rigid_refuse(
            e, "vertices",
            "%zu of the %zu vertices are no corner of their convex hull; allowed: "
            "corners alone",
            inside, count);
    return TRAMA_OK;
}

/* Corners about the centre of mass, as all other shapes have it. */
static trama_status recentre(const trama_rigid_entry *e, trama_rigid_kind *kind)
{
    trama_polyhedron *p = &kind->polyhedron;
    trama_mass unit;
    if (trama_rigid_weigh_polyhedron(e, p, &unit) != TRAMA_OK)
        return e->error->status;
    for (size_t axis = 0; axis < 3; axis++) {
        kind->origin[axis] += unit.centre[axis];
        for (size_t i = 0; i < p->corners; i++)
            p->x[i][axis] -= unit.centre[axis];
    }
    return TRAMA_OK;
}

static trama_status make_polyhedron(const trama_rigid_entry *e, trama_rigid_kind *kind)
{
    const trama_rigid_spec *spec = e->spec;
    if (has_mesh(spec) && spec->vertices.count > 0)
        return trama_rigid_refuse(e, "vertices",
                                  "vertices and a mesh are both given; allowed: one of them");
    if (vertices_of(spec) == 0)
        return trama_rigid_refuse(
            e, "",
            "a polyhedron needs vertices, [[x, y, z], ...], at least 4; or a mesh, {file: "
            "stone.obj}");
    double *x = calloc(3 * vertices_of(spec), sizeof *x);
    if (!x)
        return trama_fail_memory(e->error);
    fill_vertices(spec, kind->origin, x);
    const trama_status status = has_mesh(spec) ? make_of_mesh(e, x, &kind->polyhedron)
                                               : make_of_vertices(e, x, &kind->polyhedron);
    free(x);
    return status == TRAMA_OK ? recentre(e, kind) : status;
}

trama_status trama_rigid_make_shape(const trama_rigid_entry *e, trama_rigid_kind *kind,
                                    trama_convex *shape)
{
    const trama_convex_type *type = trama_convex_find(trama_rigid_shapes[e->spec->shape]);
    double size[TRAMA_CONVEX_SIZES];
    trama_error fault = {0};
    if (check_sizes(e, type) != TRAMA_OK)
        return e->error->status;
    if (type->size_count == 0) {
        if (make_polyhedron(e, kind) != TRAMA_OK)
            return e->error->status;
        *shape = trama_convex_of_polyhedron(&kind->polyhedron);
        return TRAMA_OK;
    }
    for (size_t i = 0; i < type->size_count; i++)
        size[i] = size_of(e->spec, type->size_name[i]);
    return trama_convex_make(shape, type, size, &fault) == TRAMA_OK
               ? TRAMA_OK
               : trama_rigid_refuse(e, "", "%s", fault.text);
}
