#include "interaction/air_shape.h"

#include <string.h>

/* ---- The shape of a cell. */

/* Adds to the slopes of the area those of a triangle, of which the cell has a third. */
static void add_triangle(trama_air_shape *shape, trama_air_fan fan)
{
    const vec *x = shape->x;
    const vec s = trama_air_twice_area(x[0], x[fan.a], x[fan.b]);
    const double length = trama_air_length(s);
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
        .by_angle = cells->by_angle,
        .contact = {.vertex = trama_spot_of_vertex(cells->cloth, cell), .foot = *foot},
    };
    shape->points = shape->cloth_points + foot->spot.count;
    shape->x[0] = trama_air_node(cells, q, cell);
    for (size_t p = 1; p < shape->cloth_points; p++)
        shape->x[p] = trama_air_neighbour(cells, q, cell, p);
    for (size_t p = 0; p < shape->cloth_points; p++)
        shape->area_slope[p] = (vec){0.0, 0.0, 0.0};
    for (size_t f = 0; f < shape->fans; f++)
        add_triangle(shape, shape->fan[f]);
    const double length = trama_air_length(shape->sum);
    shape->normal = scaled(length > 0.0 ? cells->side / length : 0.0, shape->sum);
    shape->cosine = shape->by_angle ? dot(shape->normal, shape->out) : 1.0;
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
    const double length = trama_air_length(s);
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
    const double length = trama_air_length(shape->sum);
    const vec turned = plus_scaled(d_sum, -dot(shape->normal, d_sum), shape->normal);
    change->normal = scaled(length > 0.0 ? shape->side / length : 0.0, turned);
    change_foot(shape, dx, change);
}

double trama_air_shape_volume(const trama_air_shape *shape, const trama_air_change *change)
{
    const double change_of = shape->distance * change->area + shape->area * change->distance;
    if (!shape->by_angle)
        return change_of;
    const double turned = dot(change->normal, shape->out) + dot(shape->normal, change->out);
    return shape->cosine * change_of + shape->area * shape->distance * turned;
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
