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

/* Neighbours by the edges, in their order. */
static bool make_rings(trama_air_cells *cells)
{
    const trama_mesh *mesh = cells->cloth->mesh;
    size_t *filled = counted(cells->count);
    cells->ring_start = counted(cells->count);
    cells->ring = counted(2 * mesh->edge_count);
    if (!filled || !cells->ring_start || !cells->ring) {
        free(filled);
        return false;
    }
    for (size_t e = 0; e < mesh->edge_count; e++)
        for (size_t end = 0; end < 2; end++)
            cells->ring_start[mesh->edge[e].node[end] + 1]++;
    accumulate(cells->count, cells->ring_start);
    for (size_t e = 0; e < mesh->edge_count; e++)
        for (size_t end = 0; end < 2; end++) {
            const size_t node = mesh->edge[e].node[end];
            cells->ring[cells->ring_start[node] + filled[node]++] = mesh->edge[e].node[1 - end];
        }
    free(filled);
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
    size_t *filled = counted(cells->count);
    cells->fan_start = counted(cells->count);
    cells->fan = calloc(3 * mesh->triangle_count + 1, sizeof *cells->fan);
    if (!filled || !cells->fan_start || !cells->fan) {
        free(filled);
        return false;
    }
    for (size_t t = 0; t < mesh->triangle_count; t++)
        for (size_t c = 0; c < 3; c++)
            cells->fan_start[mesh->triangle[t].node[c] + 1]++;
    accumulate(cells->count, cells->fan_start);
    for (size_t t = 0; t < mesh->triangle_count; t++)
        for (size_t c = 0; c < 3; c++) {
            const size_t *node = mesh->triangle[t].node, cell = node[c];
            cells->fan[cells->fan_start[cell] + filled[cell]++] = (trama_air_fan){
                point_of(cells, cell, node[(c + 1) % 3]), point_of(cells, cell, node[(c + 2) % 3])};
        }
    free(filled);
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

static vec node_at(const trama_air_cells *cells, const double *q, size_t node)
{
    const double *x = q + cells->cloth->q_begin + node;
    return (vec){x[0], x[cells->count], x[2 * cells->count]};
}

static vec area_vector(vec x0, vec x1, vec x2)
{
    return cross(minus(x1, x0), minus(x2, x0));
}

static vec fan_node(const trama_air_cells *cells, const double *q, size_t cell, size_t point)
{
    return node_at(cells, q, cells->ring[cells->ring_start[cell] + point - 1]);
}

static double area_of(const trama_air_cells *cells, const double *q, size_t cell)
{
    double sum = 0.0;
    for (size_t f = cells->fan_start[cell]; f < cells->fan_start[cell + 1]; f++) {
        const vec s =
            area_vector(node_at(cells, q, cell), fan_node(cells, q, cell, cells->fan[f].a),
                        fan_node(cells, q, cell, cells->fan[f].b));
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
        sum = plus(sum,
                   area_vector(node_at(cells, q, cell), fan_node(cells, q, cell, cells->fan[f].a),
                               fan_node(cells, q, cell, cells->fan[f].b)));
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
}

vec trama_air_cells_normal(const trama_air_cells *cells, const double *q, size_t cell)
{
    const vec sum = area_sum(cells, q, cell);
    const double length = sqrt(dot(sum, sum));
    return scaled(length > 0.0 ? cells->side / length : 0.0, sum);
}

/* ---- Passages. */

static vec centroid_of(const trama_air_cells *cells, const double *q, size_t triangle)
{
    const size_t *node = cells->cloth->mesh->triangle[triangle].node;
    const vec sum = plus(plus(node_at(cells, q, node[0]), node_at(cells, q, node[1])),
                         node_at(cells, q, node[2]));
    return scaled(1.0 / 3.0, sum);
}

static double length_of(vec x)
{
    return sqrt(dot(x, x));
}

/* c_ij, m. Beyond the border there is the triangle's image; its half of the width is left out. */
static double width_of(const trama_air_cells *cells, const double *q, const trama_edge *edge)
{
    const vec from = node_at(cells, q, edge->node[0]),
              along = minus(node_at(cells, q, edge->node[1]), from),
              centroid = centroid_of(cells, q, edge->triangle[0]);
    if (edge->triangle[1] != TRAMA_NONE)
        return length_of(minus(centroid, centroid_of(cells, q, edge->triangle[1])));
    return length_of(cross(minus(centroid, from), along)) / length_of(along);
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
            passage[e] /= length_of(
                minus(node_at(cells, q, edge->node[1]), node_at(cells, q, edge->node[0])));
    }
}

/* ---- The shape of a cell. */

/* Adds to the slopes of the area those of a triangle, of which the cell has a third. */
static void add_triangle(trama_air_shape *shape, trama_air_fan fan)
{
    const vec *x = shape->x;
    const vec s = area_vector(x[0], x[fan.a], x[fan.b]);
    const double length = length_of(s);
    shape->sum = plus(shape->sum, s);
    if (!(length > 0.0))
        return;
    const vec n = scaled(1.0 / (6.0 * length), s);
    shape->area_slope[0] = plus(shape->area_slope[0], cross(n, minus(x[fan.b], x[fan.a])));
    shape->area_slope[fan.a] = plus(shape->area_slope[fan.a], cross(n, minus(x[0], x[fan.b])));
    shape->area_slope[fan.b] = plus(shape->area_slope[fan.b], cross(n, minus(x[fan.a], x[0])));
}

void trama_air_shape_take(trama_air_cells *cells, size_t cell, double t, const double *q,
                          trama_air_shape *shape)
{
    const trama_foot *foot = &cells->foot[cell];
    *shape = (trama_air_shape){
        .cell = cell,
        .cloth_points = 1 + cells->ring_start[cell + 1] - cells->ring_start[cell],
        .fans = cells->fan_start[cell + 1] - cells->fan_start[cell],
        .fan = cells->fan + cells->fan_start[cell],
        .area = cells->area[cell],
        .distance = foot->distance,
        .x = cells->room,
        .area_slope = cells->room + cells->points_most,
        .out = {foot->normal[0], foot->normal[1], foot->normal[2]},
        .weight = foot->spot.weight,
        .side = cells->side,
        .contact = {.vertex = trama_spot_of_vertex(cells->cloth, cell), .foot = *foot},
    };
    shape->points = shape->cloth_points + foot->spot.count;
    shape->x[0] = node_at(cells, q, cell);
    for (size_t p = 1; p < shape->cloth_points; p++)
        shape->x[p] = fan_node(cells, q, cell, p);
    for (size_t p = 0; p < shape->cloth_points; p++)
        shape->area_slope[p] = (vec){0.0, 0.0, 0.0};
    for (size_t f = 0; f < shape->fans; f++)
        add_triangle(shape, shape->fan[f]);
    const double length = length_of(shape->sum);
    shape->normal = scaled(length > 0.0 ? cells->side / length : 0.0, shape->sum);
    shape->state = (trama_contact_state){.contact = &shape->contact, .t = t, .normal = shape->out};
    if (foot->spot.count > 0)
        shape->state.lever = trama_lever_of(&shape->contact, q);
    else
        cells->body->type->curves(cells->body->model, t,
                                  (double[]){shape->x[0].x, shape->x[0].y, shape->x[0].z},
                                  shape->state.turning);
}

/* ---- Its changes. */

/* The change of n x e/6, of the unit normal n, which changes by dn. */
static vec slope_change(vec n, vec dn, vec e, vec de)
{
    return scaled(1.0 / 6.0, plus(cross(dn, e), cross(n, de)));
}

static void change_triangle(const trama_air_shape *shape, trama_air_fan fan, const vec dx[],
                            vec *d_sum, trama_air_change *change)
{
    const vec *x = shape->x;
    const size_t a = fan.a, b = fan.b;
    const vec e1 = minus(x[a], x[0]), e2 = minus(x[b], x[0]), s = cross(e1, e2),
              de1 = minus(dx[a], dx[0]), de2 = minus(dx[b], dx[0]),
              ds = plus(cross(de1, e2), cross(e1, de2));
    const double length = length_of(s);
    *d_sum = plus(*d_sum, ds);
    if (!(length > 0.0))
        return;
    const vec n = scaled(1.0 / length, s),
              dn = scaled(1.0 / length, plus_scaled(ds, -dot(n, ds), n));
    vec *slope = change->area_slope;
    slope[0] = plus(slope[0], slope_change(n, dn, minus(x[b], x[a]), minus(dx[b], dx[a])));
    slope[a] = plus(slope[a], slope_change(n, dn, minus(x[0], x[b]), minus(dx[0], dx[b])));
    slope[b] = plus(slope[b], slope_change(n, dn, minus(x[a], x[0]), minus(dx[a], dx[0])));
    change->area += dot(n, ds) / 6.0;
}

static void change_foot(const trama_air_shape *shape, const vec dx[], trama_air_change *change)
{
    const vec none[TRAMA_CONTACT_POINTS] = {{0}};
    vec moved[TRAMA_CONTACT_POINTS] = {dx[0]};
    for (size_t c = 0; c + shape->cloth_points < shape->points; c++)
        moved[1 + c] = dx[shape->cloth_points + c];
    const trama_contact_change d = trama_contact_changes(&shape->state, moved, none);
    change->distance = d.gap;
    change->out = d.normal;
    memcpy(change->weight, d.weight, sizeof d.weight);
}

void trama_air_shape_changes(const trama_air_shape *shape, const vec dx[], trama_air_change *change)
{
    vec d_sum = {0.0, 0.0, 0.0};
    change->area = 0.0;
    for (size_t p = 0; p < shape->cloth_points; p++)
        change->area_slope[p] = (vec){0.0, 0.0, 0.0};
    for (size_t f = 0; f < shape->fans; f++)
        change_triangle(shape, shape->fan[f], dx, &d_sum, change);
    const double length = length_of(shape->sum);
    const vec turned = plus_scaled(d_sum, -dot(shape->normal, d_sum), shape->normal);
    change->normal = scaled(length > 0.0 ? shape->side / length : 0.0, turned);
    change_foot(shape, dx, change);
}

size_t trama_air_point(const trama_air_cells *cells, const trama_air_shape *shape, size_t point,
                       size_t *stride)
{
    const trama_surface *cloth = cells->cloth, *body = cells->body;
    *stride = point < shape->cloth_points ? cloth->vertices : body->vertices;
    if (point == 0)
        return cloth->v_begin + shape->cell;
    if (point < shape->cloth_points)
        return cloth->v_begin + cells->ring[cells->ring_start[shape->cell] + point - 1];
    return body->v_begin + shape->contact.foot.spot.vertex[point - shape->cloth_points];
}
