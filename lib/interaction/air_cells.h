/* The cells of an air layer: the air between a vertex i of a cloth and a closed body, of volume
 *
 *   V_i = A_i d_i,   A_i a third of the triangles at the vertex, d_i the distance to the body
 *
 * (Chen et al. 2013, section 6), or A_i d_i times the cosine of the angle between the normals of
 * cloth and body, which is more exact where they are not parallel, but has no bound on the pressure
 * as the angle approaches pi/2 (the same section); with the derivatives of A_i, d_i and the normals
 * by the points that they depend on: the vertex, its neighbours, and the corners of the triangle
 * that holds its foot. */
#ifndef TRAMA_INTERACTION_AIR_CELLS_H
#define TRAMA_INTERACTION_AIR_CELLS_H

#include "core/vec.h"
#include "interaction/air_foot.h"

#include <math.h>

/* A triangle at the vertex: the vertex, then points a and b of the cell, in its order. */
typedef struct trama_air_fan {
    size_t a, b;
} trama_air_fan;

typedef struct trama_air_cells {
    const trama_surface *cloth, *body;
    size_t count;              /* cells: the cloth's vertices */
    size_t *ring_start, *ring; /* neighbours of cell i: ring[ring_start[i]] up to the next's */
    size_t *fan_start;
    trama_air_fan *fan; /* triangles at cell i, likewise */
    size_t points_most; /* of a cell: the vertex, its neighbours, 3 corners */
    bool *border;       /* the vertex is at the cloth's border, or in no triangle */
    double side;        /* 1: the cloth's normals point away from the body, else -1 */
    bool by_angle;      /* volumes include the cosine */
    trama_air_feet feet;
    trama_foot *foot;
    double *block, *area, *volume; /* m^2, m^3; NaN where the distance is NaN */
    double *x;                     /* m: 3 per vertex */
    double *seen, seen_t;          /* coordinates and time for which the cells were found */
    bool is_found;
    vec *room; /* 2 points_most */
} trama_air_cells;

/* The cells between a cloth and a body, which outlive them. Errors: TRAMA_BAD_INPUT with path
 * "among[0]" or "among[1]"; TRAMA_NO_MEMORY. *cells is destroyed in any case. */
trama_status trama_air_cells_create(const trama_surface *cloth, const trama_surface *body,
                                    trama_air_cells **cells, trama_error *error);
void trama_air_cells_destroy(trama_air_cells *cells); /* accepts NULL */

/* Finds feet, areas and volumes at (t, q). */
void trama_air_cells_find(trama_air_cells *cells, double t, const double *q);
/* Accepts the cells found as those at the end of the step. */
void trama_air_cells_accept(trama_air_cells *cells);
/* The run restarts. */
void trama_air_cells_restart(trama_air_cells *cells);
void trama_air_cells_state(trama_air_cells *cells, trama_archive *archive);
/* Sets the side of the cloth on which the body is, from the cells found. Cells with the cosine must
 * then be found again. */
void trama_air_cells_face(trama_air_cells *cells, const double *q);
/* N_i, the unit normal of the cloth at a cell, out of the layer: that of the area-weighted sum over
 * its triangles; 0 where they cancel. */
vec trama_air_cells_normal(const trama_air_cells *cells, const double *q, size_t cell);
/* Cosine of the angle between N_i and the direction from the foot to the vertex. */
double trama_air_cells_cosine(const trama_air_cells *cells, const double *q, size_t cell);
/* s_ij = c_ij (d_i + d_j)/2 of each edge of the cloth's mesh, m^2, at the cells found. c_ij:
 * between the centroids of its two triangles; at the border, to the triangle's image beyond the
 * edge, and half of that. `by_length`: s_ij divided by the edge's length, m. */
void trama_air_cells_passages(const trama_air_cells *cells, const double *q, bool by_length,
                              double *passage);

/* Positions of a cloth's vertex and of point `point` > 0 of a cell, m. */
static inline vec trama_air_node(const trama_air_cells *cells, const double *q, size_t node)
{
    const double *x = q + cells->cloth->q_begin + node;
    return (vec){x[0], x[cells->count], x[2 * cells->count]};
}
static inline vec trama_air_neighbour(const trama_air_cells *cells, const double *q, size_t cell,
                                      size_t point)
{
    return trama_air_node(cells, q, cells->ring[cells->ring_start[cell] + point - 1]);
}

/* Of a triangle, along its normal; and of a vector. */
static inline vec trama_air_twice_area(vec x0, vec x1, vec x2)
{
    return cross(minus(x1, x0), minus(x2, x0));
}
static inline double trama_air_length(vec x)
{
    return sqrt(dot(x, x));
}

#endif
