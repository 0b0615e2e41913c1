#include "surface/material.h"

/* A grid at rest: node [k, l] is at (k h1, l h2), so e1 and e2 are the columns of a matrix, whose
 * inverse has the weights as rows. */
static void threads_of_grid(const trama_surface *surface, size_t triangle, double warp[2],
                            double weft[2])
{
    const size_t *node = surface->mesh->triangle[triangle].node;
    const size_t n = (size_t)trama_scene_grid(surface->scene)->points[1];
    double at[3][2];
    for (int c = 0; c < 3; c++) {
        const size_t k = node[c] / n, l = node[c] % n;
        at[c][0] = (double)k * trama_scene_spacing(surface->scene, 0);
        at[c][1] = (double)l * trama_scene_spacing(surface->scene, 1);
    }
    const double ua = at[1][0] - at[0][0], va = at[1][1] - at[0][1];
    const double ub = at[2][0] - at[0][0], vb = at[2][1] - at[0][1], d = ua * vb - ub * va;
    warp[0] = vb / d;
    warp[1] = -va / d;
    weft[0] = -ub / d;
    weft[1] = ua / d;
}

static bool weights_of(const trama_surface *surface, size_t triangle, double warp[2],
                       double weft[2])
{
    if (surface->type->material)
        return surface->type->material(surface->model, triangle, warp, weft);
    threads_of_grid(surface, triangle, warp, weft);
    return true;
}

bool trama_surface_has_threads(const trama_surface *surface)
{
    double warp[2], weft[2];
    if (surface->is_prescribed || !surface->mesh)
        return false;
    return surface->type->material ? weights_of(surface, 0, warp, weft)
                                   : trama_scene_is_grid(surface->scene);
}

void trama_surface_threads(const trama_surface *surface, const double *q, size_t triangle,
                           double warp[3], double weft[3])
{
    const size_t *node = surface->mesh->triangle[triangle].node;
    double u[2], v[2];
    weights_of(surface, triangle, u, v);
    for (size_t axis = 0; axis < 3; axis++) {
        const double *x = q + surface->q_begin + axis * surface->vertices;
        const double e1 = x[node[1]] - x[node[0]], e2 = x[node[2]] - x[node[0]];
        warp[axis] = u[0] * e1 + u[1] * e2;
        weft[axis] = v[0] * e1 + v[1] * e2;
    }
}

void trama_surface_vertex_threads(const trama_surface *surface, const double *q, double *count,
                                  double *warp, double *weft)
{
    for (size_t i = 0; i < 3 * surface->vertices; i++)
        warp[i] = weft[i] = 0.0;
    for (size_t i = 0; i < surface->vertices; i++)
        count[i] = 0.0;
    for (size_t t = 0; t < surface->mesh->triangle_count; t++) {
        double u[3], v[3];
        trama_surface_threads(surface, q, t, u, v);
        for (int c = 0; c < 3; c++) {
            const size_t i = surface->mesh->triangle[t].node[c];
            count[i] += 1.0;
            for (size_t axis = 0; axis < 3; axis++) {
                warp[3 * i + axis] += u[axis];
                weft[3 * i + axis] += v[axis];
            }
        }
    }
    for (size_t i = 0; i < 3 * surface->vertices; i++)
        if (count[i / 3] > 0.0) {
            warp[i] /= count[i / 3];
            weft[i] /= count[i / 3];
        }
}
