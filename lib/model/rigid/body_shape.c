/* The shape of an entry of `bodies`: sizes, vertices or a mesh, and what is refused. */
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

/* A mesh as polyhedra take it, about the mean of its vertices, which is inside if it is convex. */
static trama_status polyhedron_of(const trama_mesh_spec *mesh, double origin[3],
                                  trama_polyhedron *polyhedron, trama_error *error)
{
    const size_t n = mesh->vertex_count;
    double *x = calloc(3 * n + 1, sizeof *x);
    uint32_t *corner = calloc(3 * mesh->face_count + 1, sizeof *corner);
    trama_status status = x && corner ? TRAMA_OK : trama_fail_memory(error);
    for (size_t axis = 0; axis < 3 && status == TRAMA_OK; axis++) {
        const double *along = mesh->vertex + axis * n;
        double sum = 0.0;
        for (size_t i = 0; i < n; i++)
            sum += (along[i] - along[0]) / (double)n;
        origin[axis] = along[0] + sum;
        for (size_t i = 0; i < n; i++)
            x[3 * i + axis] = along[i] - origin[axis];
    }
    for (size_t i = 0; i < 3 * mesh->face_count && status == TRAMA_OK; i++)
        corner[i] = (uint32_t)mesh->face[i / 3].node[i % 3];
    if (status == TRAMA_OK)
        status = trama_polyhedron_of_mesh(polyhedron, x, n, corner, mesh->face_count, error);
    free(corner);
    free(x);
    return status;
}

/* From a file: closed and convex, or what is wrong with it. */
static trama_status make_from_mesh(const trama_rigid_entry *e, trama_rigid_kind *kind)
{
    trama_error fault = {0};
    const trama_status status =
        polyhedron_of(&e->spec->mesh, kind->origin, &kind->polyhedron, &fault);
    return status == TRAMA_NO_MEMORY ? trama_fail_memory(e->error)
           : status == TRAMA_BAD_INPUT
               ? trama_rigid_refuse(e, "mesh", "%s: %s", fault.path, fault.text)
               : status;
}

static trama_status make_polyhedron(const trama_rigid_entry *e, trama_rigid_kind *kind)
{
    trama_error fault = {0};
    size_t inside = 0;
    const trama_reals *vertices = &e->spec->vertices;
    trama_polyhedron *polyhedron = &kind->polyhedron;
    if (e->spec->mesh.face_count > 0 && vertices->count > 0)
        return trama_rigid_refuse(e, "vertices",
                                  "vertices and a mesh are both given; allowed: one of them");
    if (e->spec->mesh.face_count > 0)
        return make_from_mesh(e, kind);
    if (vertices->count == 0)
        return trama_rigid_refuse(
            e, "",
            "a polyhedron needs vertices, [[x, y, z], ...], at least 4; or a mesh, {file: "
            "stone.obj}");
    const trama_status status = trama_polyhedron_of_points(polyhedron, vertices->value,
                                                           vertices->count / 3, &inside, &fault);
    if (status == TRAMA_NO_MEMORY)
        return trama_fail_memory(e->error);
    if (status != TRAMA_OK)
        return trama_rigid_refuse(e, "vertices", "%s", fault.text);
    if (inside > 0)
        return trama_rigid_refuse(
            e, "vertices",
            "%zu of the %zu vertices are no corner of their convex hull; allowed: "
            "corners alone",
            inside, vertices->count / 3);
    return TRAMA_OK;
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
