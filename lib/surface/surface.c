#include "surface/surface.h"

#include "core/vec.h"
#include "surface/closest.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>

trama_status trama_surface_create(const char *name, const trama_model_type *type, const void *model,
                                  const trama_scene *scene, size_t q_begin, size_t v_begin,
                                  double *mass, trama_surface *surface, trama_error *error)
{
    *surface = (trama_surface){.name = name,
                               .scene = scene,
                               .type = type,
                               .model = model,
                               .q_begin = q_begin,
                               .v_begin = v_begin,
                               .mass = mass,
                               .rigid = type->rigid ? type->rigid(model) : NULL};
    if (type->boundary) {
        surface->mesh = type->boundary(model);
        surface->vertices = surface->mesh->nodes;
        surface->is_prescribed = true;
    }
    if (!type->pointwise)
        return TRAMA_OK;
    surface->vertices = trama_scene_nodes(scene);
    surface->mesh = trama_scene_mesh(scene);
    if (surface->mesh && surface->mesh->triangle_count == 0)
        surface->mesh = NULL;
    if (surface->mesh || !trama_scene_is_grid(scene))
        return TRAMA_OK;
    const trama_status status = trama_mesh_of_grid(trama_scene_grid(scene), &surface->own, error);
    surface->mesh = surface->own;
    return status;
}

void trama_surface_free(trama_surface *surface)
{
    trama_mesh_destroy(surface->own);
    *surface = (trama_surface){0};
}

bool trama_surface_is_solid(const trama_surface *surface)
{
    return surface->type->nearest != NULL;
}

const char *trama_surface_inside_missing(const trama_surface *surface)
{
    return surface->type->nearest_missing ? surface->type->nearest_missing(surface->model) : NULL;
}

void trama_surface_positions(const trama_surface *surface, double t, const double *q, double *x)
{
    if (surface->is_prescribed) {
        surface->type->places(surface->model, t, x);
        return;
    }
    for (size_t i = 0; i < surface->vertices; i++)
        for (size_t axis = 0; axis < 3; axis++)
            x[3 * i + axis] = q[surface->q_begin + axis * surface->vertices + i];
}

trama_spot trama_spot_of_vertex(const trama_surface *surface, size_t vertex)
{
    return (trama_spot){.surface = surface, .count = 1, .vertex = {vertex}, .weight = {1.0}};
}

trama_status trama_spot_at_node(const trama_surface *surface, const char *path, const long node[2],
                                trama_spot *spot, trama_error *error)
{
    const long *points = trama_scene_grid(surface->scene)->points;
    const long k = node[0] < 0 ? node[0] + points[0] : node[0];
    const long l = node[1] < 0 ? node[1] + points[1] : node[1];
    if (k < 0 || k >= points[0] || l < 0 || l >= points[1])
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "node [%ld, %ld] of '%s', which has %ld x %ld", node[0], node[1],
                          surface->name, points[0], points[1]);
    *spot = trama_spot_of_vertex(surface, (size_t)(k * points[1] + l));
    return TRAMA_OK;
}

/* ---- Positions and velocities. */

static void weighted(const trama_spot *spot, const double *slice, double sum[3])
{
    const size_t nodes = spot->surface->vertices;
    for (size_t axis = 0; axis < 3; axis++) {
        sum[axis] = 0.0;
        for (size_t i = 0; i < spot->count; i++)
            sum[axis] += spot->weight[i] * slice[axis * nodes + spot->vertex[i]];
    }
}

void trama_spot_position(const trama_spot *spot, const double *q, double x[3])
{
    if (spot->count > 0)
        weighted(spot, q + spot->surface->q_begin, x);
    else
        for (size_t axis = 0; axis < 3; axis++)
            x[axis] = spot->at[axis];
}

void trama_spot_prescribed(const trama_spot *spot, double t, double h, double velocity[3])
{
    const trama_surface *s = spot->surface;
    velocity[0] = velocity[1] = velocity[2] = 0.0;
    if (spot->count == 0)
        s->type->moves(s->model, t, h, spot->at, velocity);
}

trama_spot trama_spot_carried(const trama_spot *spot, double t)
{
    const trama_surface *s = spot->surface;
    trama_spot carried = *spot;
    double velocity[3];
    if (spot->count > 0 || t == 0.0 || !s->type->is_moving || !s->type->is_moving(s->model))
        return carried;
    trama_spot_prescribed(spot, 0.0, t, velocity);
    for (size_t axis = 0; axis < 3; axis++)
        carried.at[axis] += t * velocity[axis];
    return carried;
}

void trama_spot_velocity(const trama_spot *spot, double t, const double *v, double velocity[3])
{
    if (spot->count > 0)
        weighted(spot, v + spot->surface->v_begin, velocity);
    else
        trama_spot_prescribed(spot, t, 0.0, velocity);
}

void trama_spot_coordinates(const trama_spot *spot, const double *u, double of_spot[3])
{
    weighted(spot, u + spot->surface->v_begin, of_spot);
}

/* ---- Forces and rows. */

void trama_spot_push(const trama_spot *spot, const double force[3], double *f)
{
    const size_t nodes = spot->surface->vertices;
    for (size_t i = 0; i < spot->count; i++)
        for (size_t axis = 0; axis < 3; axis++)
            f[spot->surface->v_begin + axis * nodes + spot->vertex[i]] +=
                spot->weight[i] * force[axis];
}

/* sign B of the force on `on` by where `by` is. */
static void add_matrix(const trama_spot *on, const trama_spot *by, double sign, const double b[9],
                       trama_triplets *entries)
{
    const size_t on_nodes = on->surface->vertices, by_nodes = by->surface->vertices;
    for (size_t i = 0; i < on->count; i++)
        for (size_t j = 0; j < by->count; j++)
            for (size_t r = 0; r < 3; r++)
                for (size_t c = 0; c < 3; c++)
                    trama_triplets_add(entries, on->surface->v_begin + r * on_nodes + on->vertex[i],
                                       by->surface->v_begin + c * by_nodes + by->vertex[j],
                                       sign * on->weight[i] * by->weight[j] * b[3 * r + c]);
}

void trama_spots_add_matrix(const trama_spot *first, const trama_spot *second, const double b[9],
                            trama_triplets *entries)
{
    add_matrix(first, first, 1.0, b, entries);
    add_matrix(first, second, -1.0, b, entries);
    add_matrix(second, first, -1.0, b, entries);
    add_matrix(second, second, 1.0, b, entries);
}

void trama_spot_row(const trama_spot *spot, double t, double h, const double direction[3],
                    double sign, trama_row *row)
{
    const size_t nodes = spot->surface->vertices;
    double prescribed[3];
    trama_spot_prescribed(spot, t, h, prescribed);
    for (size_t axis = 0; axis < 3; axis++) {
        row->prescribed += sign * direction[axis] * prescribed[axis];
        for (size_t i = 0; i < spot->count && direction[axis] != 0.0; i++)
            if (spot->weight[i] != 0.0)
                trama_row_component(row, spot->surface->v_begin + axis * nodes + spot->vertex[i],
                                    sign * direction[axis] * spot->weight[i]);
    }
}

/* ---- The nearest point. */

static vec vertex_at(const trama_surface *surface, const double *q, size_t vertex)
{
    const double *x = q + surface->q_begin + vertex;
    return (vec){x[0], x[surface->vertices], x[2 * surface->vertices]};
}

double trama_surface_square_to(const trama_surface *surface, const double *q, size_t triangle,
                               const double x[3])
{
    double weight[3];
    const size_t *node = surface->mesh->triangle[triangle].node;
    const vec point = {x[0], x[1], x[2]};
    const vec apart =
        minus(point, trama_closest_on_triangle(point, vertex_at(surface, q, node[0]),
                                               vertex_at(surface, q, node[1]),
                                               vertex_at(surface, q, node[2]), weight));
    return dot(apart, apart);
}

void trama_surface_foot_on(const trama_surface *surface, const double *q, size_t triangle,
                           const double x[3], trama_foot *foot)
{
    const size_t *node = surface->mesh->triangle[triangle].node;
    const vec point = {x[0], x[1], x[2]};
    foot->spot = (trama_spot){.surface = surface, .count = 3};
    const vec apart =
        minus(point, trama_closest_on_triangle(point, vertex_at(surface, q, node[0]),
                                               vertex_at(surface, q, node[1]),
                                               vertex_at(surface, q, node[2]), foot->spot.weight));
    foot->distance = sqrt(dot(apart, apart));
    const vec normal =
        foot->distance > 0.0 ? scaled(1.0 / foot->distance, apart) : (vec){0.0, 0.0, 0.0};
    foot->normal[0] = normal.x;
    foot->normal[1] = normal.y;
    foot->normal[2] = normal.z;
    for (size_t i = 0; i < 3; i++)
        foot->spot.vertex[i] = node[i];
}

static bool nearest_of_sheet(const trama_surface *surface, const double *q, const double x[3],
                             double reach, trama_foot *foot)
{
    const size_t count = surface->mesh ? surface->mesh->triangle_count : 0;
    double least = reach * reach;
    size_t nearest = count;
    for (size_t t = 0; t < count; t++) {
        const double square = trama_surface_square_to(surface, q, t, x);
        if (square < least) {
            least = square;
            nearest = t;
        }
    }
    if (nearest < count)
        trama_surface_foot_on(surface, q, nearest, x, foot);
    return nearest < count;
}

bool trama_surface_nearest(const trama_surface *surface, double t, const double *q,
                           const double x[3], double reach, trama_foot *foot)
{
    if (!trama_surface_is_solid(surface))
        return nearest_of_sheet(surface, q, x, reach, foot);
    foot->spot = (trama_spot){.surface = surface};
    surface->type->nearest(surface->model, t, x, foot->spot.at, foot->normal, &foot->distance);
    return true;
}
