#include "interaction/air_cells.h"

#include "core/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making. */

static size_t *counted(size_t count)
{
    return calloc(count + 1, sizeof(size_t));
}

/* Where each cell's entries begin, of how many it has in start[i + 1]. */
static void accumulate(size_t count, size_t *start)
{
    for (size_t i = 0; i < count; i++)
        start[i + 1] += start[i];
}

/* The same again, after each begin has moved to its end while the entries were filled in. */
static void move_back(size_t count, size_t *start)
{
    memmove(start + 1, start, count * sizeof *start);
    start[0] = 0;
}

/* Neighbours by the edges, in their order. */
static bool make_rings(trama_air_cells *cells)
{
    const trama_mesh *mesh = cells->cloth->mesh;
    size_t *start = cells->ring_start = counted(cells->count);
    cells->ring = counted(2 * mesh->edge_count);
    if (!start || !cells->ring)
        return false;
    for (size_t e = 0; e < 2 * mesh->edge_count; e++)
        start[mesh->edge[e / 2].node[e % 2] + 1]++;
    accumulate(cells->count, start);
    for (size_t e = 0; e < 2 * mesh->edge_count; e++) {
        const size_t *node = mesh->edge[e / 2].node;
        cells->ring[start[node[e % 2]]++] = node[1 - e % 2];
    }
    move_back(cells->count, start);
    return true;
}

/* The number of a neighbour among the points of a cell. */
static size_t point_of(const trama_air_cells *cells, size_t cell, size_t node)
{
    size_t point = 1;
    while (cells->ring[cells->ring_start[cell] + point - 1] != node)
        point++;
    return point;
}

static bool make_fans(trama_air_cells *cells)
{
    const trama_mesh *mesh = cells->cloth->mesh;
    size_t *start = cells->fan_start = counted(cells->count);
    cells->fan = calloc(3 * mesh->triangle_count + 1, sizeof *cells->fan);
    if (!start || !cells->fan)
        return false;
    for (size_t t = 0; t < 3 * mesh->triangle_count; t++)
        start[mesh->triangle[t / 3].node[t % 3] + 1]++;
    accumulate(cells->count, start);
    for (size_t t = 0; t < 3 * mesh->triangle_count; t++) {
        const size_t *node = mesh->triangle[t / 3].node, c = t % 3;
        cells->fan[start[node[c]]++] = (trama_air_fan){point_of(cells, node[c], node[(c + 1) % 3]),
                                                       point_of(cells, node[c], node[(c + 2) % 3])};
    }
    move_back(cells->count, start);
    return true;
}

static bool make_border(trama_air_cells *cells)
{
    const trama_mesh *mesh = cells->cloth->mesh;
    cells->border = calloc(cells->count + 1, sizeof *cells->border);
    if (!cells->border)
        return false;
    for (size_t i = 0; i < cells->count; i++)
        cells->border[i] = cells->fan_start[i + 1] == cells->fan_start[i];
    for (size_t e = 0; e < mesh->edge_count; e++)
        for (size_t end = 0; end < 2 && mesh->edge[e].triangle[1] == TRAMA_NONE; end++)
            cells->border[mesh->edge[e].node[end]] = true;
    return true;
}

/* Coordinates of a surface: 0 of an obstacle. */
static size_t coordinates_of(const trama_surface *surface)
{
    return 3 * trama_surface_nodes(surface);
}

static bool make_room(trama_air_cells *cells)
{
    const size_t n = trama_padded(cells->count);
    for (size_t i = 0; i < cells->count; i++) {
        const size_t points = 4 + cells->ring_start[i + 1] - cells->ring_start[i];
        cells->points_most = points > cells->points_most ? points : cells->points_most;
    }
    cells->foot = calloc(cells->count + 1, sizeof *cells->foot);
    cells->room = calloc(2 * cells->points_most, sizeof *cells->room);
    cells->block =
        trama_doubles(2 * n + trama_padded(3 * cells->count) +
                      trama_padded(coordinates_of(cells->cloth) + coordinates_of(cells->body)));
    if (!cells->foot || !cells->room || !cells->block)
        return false;
    double *rest = cells->block;
    cells->area = trama_carve(&rest, cells->count);
    cells->volume = trama_carve(&rest, cells->count);
    cells->x = trama_carve(&rest, 3 * cells->count);
    cells->seen = rest;
    return true;
}

trama_status trama_air_cells_create(const trama_surface *cloth, const trama_surface *body,
                                    trama_air_cells **cells, trama_error *error)
{
    trama_air_cells *made = *cells = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    if (!cloth->mesh || trama_surface_nodes(cloth) == 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "among[0]",
                          "'%s' has no triangles whose vertices move; allowed: a cloth",
                          cloth->name);
    *made = (trama_air_cells){
        .cloth = cloth, .body = body, .count = trama_surface_nodes(cloth), .side = 1.0};
    const trama_status status = trama_air_feet_create(body, made->count, &made->feet, error);
    if (status != TRAMA_OK)
        return status;
    if (!make_rings(made) || !make_fans(made) || !make_border(made) || !make_room(made))
        return trama_fail_memory(error);
    return TRAMA_OK;
}

void trama_air_cells_destroy(trama_air_cells *cells)
{
    if (!cells)
        return;
    trama_air_feet_free(&cells->feet);
    free(cells->ring_start);
    free(cells->ring);
    free(cells->fan_start);
    free(cells->fan);
    free(cells->border);
    free(cells->foot);
    free(cells->block);
    free(cells->room);
    free(cells);
}

/* ---- Finding. */

static double area_of(const trama_air_cells *cells, const double *q, size_t cell)
{
    double sum = 0.0;
    for (size_t f = cells->fan_start[cell]; f < cells->fan_start[cell + 1]; f++) {
        const vec s = trama_air_twice_area(trama_air_node(cells, q, cell),
                                           trama_air_neighbour(cells, q, cell, cells->fan[f].a),
                                           trama_air_neighbour(cells, q, cell, cells->fan[f].b));
        sum += sqrt(dot(s, s));
    }
    return sum / 6.0;
}

/* Whether coordinates are those of the last search; they are kept. */
static bool is_seen(trama_air_cells *cells, double t, const double *q)
{
    const trama_surface *both[2] = {cells->cloth, cells->body};
    double *seen = cells->seen;
    bool same = cells->is_found && cells->seen_t == t;
    for (size_t s = 0; s < 2; s++) {
        const size_t size = coordinates_of(both[s]) * sizeof *seen;
        same = same && memcmp(seen, q + both[s]->q_begin, size) == 0;
        memcpy(seen, q + both[s]->q_begin, size);
        seen += coordinates_of(both[s]);
    }
    cells->seen_t = t;
    return same;
}

void trama_air_cells_find(trama_air_cells *cells, double t, const double *q)
{
    if (is_seen(cells, t, q))
        return;
    trama_surface_positions(cells->cloth, t, q, cells->x);
    trama_air_feet_find(&cells->feet, t, q, cells->x, cells->foot);
    for (size_t i = 0; i < cells->count; i++) {
        cells->area[i] = area_of(cells, q, i);
        cells->volume[i] = cells->area[i] * cells->foot[i].distance;
        if (cells->by_angle)
            cells->volume[i] *= trama_air_cells_cosine(cells, q, i);
    }
    cells->is_found = true;
}

void trama_air_cells_accept(trama_air_cells *cells)
{
    trama_air_feet_accept(&cells->feet);
}

void trama_air_cells_restart(trama_air_cells *cells)
{
    trama_air_feet_restart(&cells->feet);
    cells->is_found = false;
}

void trama_air_cells_state(trama_air_cells *cells, trama_archive *archive)
{
    trama_air_feet_state(&cells->feet, archive);
    cells->is_found = cells->is_found && archive->mode != TRAMA_ARCHIVE_LOAD;
}

/* Twice the areas of the triangles at a cell, as vectors. */
static vec area_sum(const trama_air_cells *cells, const double *q, size_t cell)
{
    vec sum = {0.0, 0.0, 0.0};
    for (size_t f = cells->fan_start[cell]; f < cells->fan_start[cell + 1]; f++)
        sum = plus(sum, trama_air_twice_area(trama_air_node(cells, q, cell),
                                             trama_air_neighbour(cells, q, cell, cells->fan[f].a),
                                             trama_air_neighbour(cells, q, cell, cells->fan[f].b)));
    return sum;
}

void trama_air_cells_face(trama_air_cells *cells, const double *q)
{
    double sum = 0.0;
    for (size_t i = 0; i < cells->count; i++) {
        const double *n = cells->foot[i].normal;
        sum += dot((vec){n[0], n[1], n[2]}, area_sum(cells, q, i));
    }
    cells->side = sum < 0.0 ? -1.0 : 1.0;
    cells->is_found = cells->is_found && !cells->by_angle;
}

vec trama_air_cells_normal(const trama_air_cells *cells, const double *q, size_t cell)
{
    const vec sum = area_sum(cells, q, cell);
    const double length = sqrt(dot(sum, sum));
    return scaled(length > 0.0 ? cells->side / length : 0.0, sum);
}

double trama_air_cells_cosine(const trama_air_cells *cells, const double *q, size_t cell)
{
    const double *n = cells->foot[cell].normal;
    return dot(trama_air_cells_normal(cells, q, cell), (vec){n[0], n[1], n[2]});
}

/* ---- Passages. */

static vec centroid_of(const trama_air_cells *cells, const double *q, size_t triangle)
{
    const size_t *node = cells->cloth->mesh->triangle[triangle].node;
    const vec sum = plus(plus(trama_air_node(cells, q, node[0]), trama_air_node(cells, q, node[1])),
                         trama_air_node(cells, q, node[2]));
    return scaled(1.0 / 3.0, sum);
}

/* c_ij, m. Beyond the border there is the triangle's image; its half of the width is left out. */
static double width_of(const trama_air_cells *cells, const double *q, const trama_edge *edge)
{
    const vec from = trama_air_node(cells, q, edge->node[0]),
              along = minus(trama_air_node(cells, q, edge->node[1]), from),
              centroid = centroid_of(cells, q, edge->triangle[0]);
    if (edge->triangle[1] != TRAMA_NONE)
        return trama_air_length(minus(centroid, centroid_of(cells, q, edge->triangle[1])));
    return trama_air_length(cross(minus(centroid, from), along)) / trama_air_length(along);
}

void trama_air_cells_passages(const trama_air_cells *cells, const double *q, bool by_length,
                              double *passage)
{
    const trama_mesh *mesh = cells->cloth->mesh;
    for (size_t e = 0; e < mesh->edge_count; e++) {
        const trama_edge *edge = &mesh->edge[e];
        const double distances =
            cells->foot[edge->node[0]].distance + cells->foot[edge->node[1]].distance;
        passage[e] = width_of(cells, q, edge) * 0.5 * distances;
        if (by_length)
            passage[e] /= trama_air_length(minus(trama_air_node(cells, q, edge->node[1]),
                                                 trama_air_node(cells, q, edge->node[0])));
    }
}
