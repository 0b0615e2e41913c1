/* The shape of one cell of an air layer at a state, and its derivatives by the points that it
 * depends on. */
#ifndef TRAMA_INTERACTION_AIR_SHAPE_H
#define TRAMA_INTERACTION_AIR_SHAPE_H

#include "interaction/air_cells.h"
#include "interaction/lever.h"

/* A cell at a state. Points: 0 the vertex, then its neighbours, then the corners at its foot. */
typedef struct trama_air_shape {
    size_t cell, cloth_points, points;
    size_t fans;
    const trama_air_fan *fan;
    double area, distance; /* A_i, d_i */
    bool by_angle;
    double cosine; /* of the angle between `normal` and `out`, by which V_i is less; 1: it is not */
    vec *x;        /* m: the cloth's points */
    vec *area_slope;      /* dA_i by the cloth's points, m */
    vec sum, normal;      /* of twice the areas at the vertex; N_i, out of the layer */
    vec out;              /* unit, from the foot to the vertex: the slope of d_i */
    const double *weight; /* 3: of the corners */
    double side;
    trama_contact contact;
    trama_contact_state state;
} trama_air_shape;

/* Its derivative along a direction. */
typedef struct trama_air_change {
    double area, distance;
    vec normal, out;
    double weight[3];
    vec *area_slope;
} trama_air_change;

/* Takes a shape at the cells found. It is valid until the next one is taken. */
void trama_air_shape_take(trama_air_cells *cells, size_t cell, double t, const double *q,
                          trama_air_shape *shape);
/* dx: of all points, m. change->area_slope has room for points_most. */
void trama_air_shape_changes(const trama_air_shape *shape, const vec dx[],
                             trama_air_change *change);
/* dV_i along the direction, m^3. */
double trama_air_shape_volume(const trama_air_shape *shape, const trama_air_change *change);
/* The index in velocities of a point's first component, and the stride to its next. */
size_t trama_air_point(const trama_air_cells *cells, const trama_air_shape *shape, size_t point,
                       size_t *stride);

#endif
