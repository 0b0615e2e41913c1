/* A surface: the view of an object that interactions work on, whatever the object's model. It
 * treats a cloth's vertex, a point of a triangle and a solid obstacle alike.
 *
 * Positions q and velocities v are those of the whole system; the surface knows its object's part.
 * A pointwise object has vertices (its nodes), edges and triangles (its mesh, or its grid cut
 * herringbone). An obstacle of triangles has vertices and a mesh too, but its vertices are not
 * nodes: their positions are functions of time. A solid (a plane, a sphere, a box) has no vertices,
 * but computes the point of its boundary nearest to any point. */
#ifndef TRAMA_SURFACE_SURFACE_H
#define TRAMA_SURFACE_SURFACE_H

#include "core/status.h"
#include "model/model.h"
#include "rows/rows.h"
#include "scene/mesh.h"

#include <stdbool.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_surface {
    const char *name; /* of the object */
    const trama_scene *scene;
    const trama_model_type *type;
    const void *model;
    size_t q_begin, v_begin; /* of the object's part of q and v */
    size_t vertices;
    const struct trama_rigid *rigid; /* its rigid bodies (bodies.h); NULL: it has none */
    bool is_prescribed;              /* its vertices have no coordinates: those of an obstacle */
    const trama_mesh *mesh;          /* triangles and edges; NULL if it has none */
    trama_mesh *own;                 /* the mesh, if the surface made it */
    double *mass;                    /* of the whole system, kg; nv */
} trama_surface;

/* A point of a surface: its vertices with weights that sum to 1. For a solid, count is 0 and `at`
 * is the position. */
typedef struct trama_spot {
    const trama_surface *surface;
    size_t count, vertex[3];
    double weight[3];
    double at[3]; /* m; of a solid */
} trama_spot;

/* The view of an object of `type`; `mass` (nv of the whole system) and the model outlive it.
 * Errors: TRAMA_NO_MEMORY. */
trama_status trama_surface_create(const char *name, const trama_model_type *type, const void *model,
                                  const trama_scene *scene, size_t q_begin, size_t v_begin,
                                  double *mass, trama_surface *surface, trama_error *error);
void trama_surface_free(trama_surface *surface);

bool trama_surface_is_solid(const trama_surface *surface);
/* Why a solid has no inside ("an open mesh, ..."), and so no signed distance; NULL: it has one, or
 * the surface is not a solid. */
const char *trama_surface_inside_missing(const trama_surface *surface);

/* Number of vertices that are nodes, with coordinates: all, or none. */
static inline size_t trama_surface_nodes(const trama_surface *surface)
{
    return surface->is_prescribed ? 0 : surface->vertices;
}
/* Positions of all vertices at time t and coordinates q (of the whole system): x[3 i + axis], m. A
 * prescribed vertex has its mean velocity over a step. */
void trama_surface_positions(const trama_surface *surface, double t, const double *q, double *x);

/* The spot at a vertex. */
trama_spot trama_spot_of_vertex(const trama_surface *surface, size_t vertex);

/* The spot at node [k, l], counted from the end if negative. TRAMA_BAD_INPUT with `path` if the
 * surface has no such node. */
trama_status trama_spot_at_node(const trama_surface *surface, const char *path, const long node[2],
                                trama_spot *spot, trama_error *error);

/* Position of a spot, m, and its velocity at time t, m/s. */
void trama_spot_position(const trama_spot *spot, const double *q, double x[3]);
void trama_spot_velocity(const trama_spot *spot, double t, const double *v, double velocity[3]);
/* The part of an array of nv that belongs to the spot; 0 for a solid's. */
void trama_spot_coordinates(const trama_spot *spot, const double *u, double of_spot[3]);
/* The part of its velocity that does not come from coordinates (of a moving solid); over a step of
 * h > 0, the mean. */
void trama_spot_prescribed(const trama_spot *spot, double t, double h, double velocity[3]);
/* Moves a spot given at t = 0 to time t with its solid. */
trama_spot trama_spot_carried(const trama_spot *spot, double t);

/* Adds a force (N) on the spot to f (nv of the whole system). */
void trama_spot_push(const trama_spot *spot, const double force[3], double *f);
/* Adds to `entries` (nv x nv of the whole system, stiffness or damping) the matrix of a force
 * -B (x1 - x2) on the first spot and its opposite on the second. B is given by rows, in N/m or N
 * s/m; x1 and x2 are positions or velocities. */
void trama_spots_add_matrix(const trama_spot *first, const trama_spot *second, const double b[9],
                            trama_triplets *entries);
/* Adds to a row the rate at which the spot moves along `direction`, times `sign`; h as above. */
void trama_spot_row(const trama_spot *spot, double t, double h, const double direction[3],
                    double sign, trama_row *row);

/* The point of the surface nearest to x. */
typedef struct trama_foot {
    trama_spot spot;
    double distance;  /* m; of a solid negative inside, of a sheet never */
    double normal[3]; /* unit, from the foot towards x; of a solid out of it */
} trama_foot;
/* Finds the foot at time t. A sheet's must be within `reach` (m); false if there is none. A solid
 * always has one. Tests all triangles: for single points. For many, use interaction/feet.h. */
bool trama_surface_nearest(const trama_surface *surface, double t, const double *q,
                           const double x[3], double reach, trama_foot *foot);
/* The square of the distance from x to a triangle of a sheet, m^2, and the foot there. */
double trama_surface_square_to(const trama_surface *surface, const double *q, size_t triangle,
                               const double x[3]);
void trama_surface_foot_on(const trama_surface *surface, const double *q, size_t triangle,
                           const double x[3], trama_foot *foot);

#ifdef __cplusplus
}
#endif

#endif
