#include "task/boundaries.h"

#include "results/columns/columns.h"

#include <stdlib.h>

static void put_places(const trama_object *object, const trama_mesh *mesh, double t,
                       bundle *results)
{
    static const results_column *const axes[] = {&column_boundary_x, &column_boundary_y,
                                                 &column_boundary_z};
    double *x = calloc(4 * mesh->nodes + 1, sizeof *x), *one = x + 3 * mesh->nodes;
    column_member m;
    results->no_memory |= !x;
    if (!x)
        return;
    object->type->places(object->model, t, x);
    for (size_t axis = 0; axis < 3; axis++) {
        for (size_t i = 0; i < mesh->nodes; i++)
            one[i] = x[3 * i + axis];
        bundle_put_reals(results, column_named(axes[axis], object->name, &m), one, mesh->nodes);
    }
    free(x);
}

static void put_triangles(const trama_object *object, const trama_mesh *mesh, bundle *results)
{
    int64_t *corner = calloc(3 * mesh->triangle_count + 1, sizeof *corner);
    column_member m;
    results->no_memory |= !corner;
    for (size_t i = 0; corner && i < 3 * mesh->triangle_count; i++)
        corner[i] = (int64_t)mesh->triangle[i / 3].node[i % 3];
    if (corner)
        bundle_put_integer_matrix(results,
                                  column_named(&column_boundary_triangles, object->name, &m),
                                  corner, mesh->triangle_count, 3);
    free(corner);
}

void task_boundaries_add(const trama_system *system, bundle *results)
{
    const bundle_column *time = bundle_get(results, &column_frames_time);
    for (size_t o = 0; time && time->rows > 0 && o < system->object_count; o++) {
        const trama_object *object = &system->object[o];
        const trama_mesh *mesh =
            object->type->boundary ? object->type->boundary(object->model) : NULL;
        column_member m;
        if (!mesh)
            continue;
        put_places(object, mesh, time->real[0], results);
        put_triangles(object, mesh, results);
        bundle_put_integer(results, column_named(&column_boundary_moves, object->name, &m),
                           object->type->is_moving && object->type->is_moving(object->model));
    }
}
