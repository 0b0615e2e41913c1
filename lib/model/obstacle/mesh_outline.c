#include "model/obstacle/mesh_outline.h"

#include "core/numbers.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

enum { CUBES_MOST = 16 };

static void copy_point(const trama_mesh_spec *mesh, size_t vertex, trama_outline *outline)
{
    for (size_t axis = 0; axis < 3; axis++)
        outline->point[outline->points][axis] = mesh->vertex[axis * mesh->vertex_count + vertex];
    outline->points++;
}

static void find_box(const trama_mesh_spec *mesh, double low[3], double *longest)
{
    *longest = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        double high = -TRAMA_INFINITY;
        low[axis] = TRAMA_INFINITY;
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            const double x = mesh->vertex[axis * mesh->vertex_count + i];
            low[axis] = fmin(low[axis], x);
            high = fmax(high, x);
        }
        *longest = fmax(*longest, high - low[axis]);
    }
}

/* Gives every vertex the point of its cube, the first that comes; false: more points than room. */
static bool gather_points(const trama_mesh_spec *mesh, size_t cubes, size_t *point,
                          trama_outline *outline)
{
    size_t in_cube[CUBES_MOST * CUBES_MOST * CUBES_MOST] = {0};
    double low[3], longest;
    find_box(mesh, low, &longest);
    outline->points = 0;
    for (size_t i = 0; i < mesh->vertex_count; i++) {
        size_t cube = 0;
        for (size_t axis = 0; axis < 3; axis++) {
            const double along = mesh->vertex[axis * mesh->vertex_count + i] - low[axis];
            const size_t place = (size_t)(along / longest * (double)cubes);
            cube = cube * cubes + (place < cubes ? place : cubes - 1);
        }
        if (in_cube[cube] == 0) {
            if (outline->points == TRAMA_OUTLINE_POINTS)
                return false;
            copy_point(mesh, i, outline);
            in_cube[cube] = outline->points;
        }
        point[i] = in_cube[cube] - 1;
    }
    return true;
}

static bool has_triangle(const trama_outline *outline, const size_t corner[3])
{
    for (size_t t = 0; t < outline->triangles; t++)
        for (size_t turn = 0; turn < 3; turn++)
            if (outline->corner[t][turn] == corner[0] &&
                outline->corner[t][(turn + 1) % 3] == corner[1] &&
                outline->corner[t][(turn + 2) % 3] == corner[2])
                return true;
    return false;
}

/* False: more triangles than room. */
static bool gather_triangles(const trama_mesh_spec *mesh, const size_t *point,
                             trama_outline *outline)
{
    outline->triangles = 0;
    for (size_t t = 0; t < mesh->face_count; t++) {
        const size_t corner[3] = {point[mesh->face[t].node[0]], point[mesh->face[t].node[1]],
                                  point[mesh->face[t].node[2]]};
        if (corner[0] == corner[1] || corner[1] == corner[2] || corner[2] == corner[0] ||
            has_triangle(outline, corner))
            continue;
        if (outline->triangles == TRAMA_OUTLINE_TRIANGLES)
            return false;
        trama_outline_add_triangle(outline, corner[0], corner[1], corner[2]);
    }
    return true;
}

bool trama_outline_of_mesh(const trama_mesh_spec *mesh, trama_outline *outline)
{
    size_t *point = calloc(mesh->vertex_count + 1, sizeof *point);
    if (!point)
        return false;
    outline->points = 0;
    if (mesh->vertex_count <= TRAMA_OUTLINE_POINTS && mesh->face_count <= TRAMA_OUTLINE_TRIANGLES) {
        for (size_t i = 0; i < mesh->vertex_count; i++) {
            point[i] = i;
            copy_point(mesh, i, outline);
        }
        gather_triangles(mesh, point, outline);
    } else {
        size_t cubes = CUBES_MOST;
        while (cubes > 1 && !(gather_points(mesh, cubes, point, outline) &&
                              gather_triangles(mesh, point, outline)))
            cubes--;
    }
    free(point);
    return true;
}
