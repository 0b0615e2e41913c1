/* Closest points of a cloth's vertices on a closed surface that moves, by surface traversal: Chen,
 * Feng and Wang, "Modeling friction and air effects between cloth and deformable bodies",
 * SIGGRAPH 2013, section 4.1 and algorithm 1.
 *
 * From the triangle of the last step, the closest point C walks over the surface towards the vertex
 * P: visit a triangle, which computes its point closest to P; cross the side that this point is on;
 * stop if nothing beyond is nearer. So C is a local minimum of the distance. A guard then tests the
 * sign. Let U bound the displacement of any P relative to any point of the surface since the last
 * step, `reach` be the larger of U and `range`, and S the triangles whose boxes are within `reach`
 * of P. Each unvisited triangle of S that has P on the side opposite to the current sign is
 * visited; a nearer point becomes C; and if the sign changes, the search of S starts again. Unlike
 * the paper, the guard leaves out of S triangles farther from P than C was when the search began:
 * they hold no nearer point. On a thin body these are the whole other side, which always has the
 * opposite sign.
 *
 * Guaranteed up to rounding, if the sign was right at the last step (it is after `start`):
 *   sign       It is right: negative inside. No penetration is missed or invented. A vertex that
 *              passes through the whole body in one step is outside at both ends: no test of the
 *              ends can see such tunnelling.
 *   distance   C is a point of the surface, so |distance| is never below the true one. It is the
 *              true one for a vertex outside of a convex body.
 * Proof of the sign: let D be the point closest to P, nearer than `reach`. A triangle at D is in S
 * and has P on its true side. Either it was visited, and then C is as near as D and its sign right;
 * or it agrees with the sign. If D is farther than `reach`, P has not met the surface and keeps its
 * side: if the local minimum contradicts that, S is searched exhaustively first.
 *
 * Unlike the paper, the result of the guard is reused. A triangle is no nearer than its plane, so
 * the least distance to the planes of S is a lower bound of the distance to the surface. It falls
 * by at most the relative displacement of each step, and while it is above 0 the side cannot
 * change: then only the walk is done, and if this holds for all vertices, no grid is made. To gain
 * more such steps the guard looks as far as TRAMA_TRAVERSAL_AHEAD displacements.
 *
 * The exhaustive method, for comparison, takes the least distance to all of S, with the same grid.
 * It is exact where it is below `reach`. Where S is empty it keeps triangle and side of the last
 * step, and gives the distance to that triangle. */
#ifndef TRAMA_COLLISION_TRAVERSAL_H
#define TRAMA_COLLISION_TRAVERSAL_H

#include "collision/closed_surface.h"
#include "core/archive.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_TRAVERSAL_AHEAD = 8 };

typedef enum trama_traversal_method {
    TRAMA_TRAVERSAL_WALK,
    TRAMA_TRAVERSAL_EXHAUSTIVE,
    TRAMA_TRAVERSAL_PRINTED, /* the walk, with the guard as printed: S complete, and searched in
                                every step */
} trama_traversal_method;

/* The closest point of one vertex. */
typedef struct trama_closest_point {
    uint32_t triangle;
    double weight[3]; /* of the triangle's corners, barycentric */
    double normal[3]; /* unit, out of the body: along the way from the point to the vertex, or back
                         if the vertex is inside; the surface's if the distance is 0 */
    double distance;  /* m, negative inside */
    double clear;     /* m: a lower bound of the distance to any triangle; it may be far below
                         `distance` */
} trama_closest_point;

/* Work of a search, summed over all vertices. */
typedef struct trama_traversal_work {
    long visited;   /* triangles whose closest point was computed */
    long near;      /* triangles of S; counted by the exhaustive search only, where it equals
                       `visited` */
    long restarts;  /* changes of sign by the guard */
    long exhausted; /* vertices for which the walk searched all of S */
    long guarded;   /* vertices for which S was searched at all */
} trama_traversal_work;

typedef struct trama_traversal trama_traversal;

/* For `points` vertices against a closed surface of `triangles` (3 vertices each, counter-clockwise
 * seen from outside). `range`, m: S holds at least the triangles within it, so that the exhaustive
 * distance is exact below it; 0 for the sign only. Errors: those of trama_closed_surface_create. */
trama_status trama_traversal_create(size_t vertices, size_t triangles, const size_t *triangle,
                                    size_t points, double range, trama_traversal **traversal,
                                    trama_error *error);
void trama_traversal_destroy(trama_traversal *traversal); /* accepts NULL */

const trama_closed_surface *trama_traversal_surface(const trama_traversal *traversal);

/* Positions below: x of the surface's vertices and p of the points, x[3 i + axis], m. Results are
 * the same for any number of threads. */

/* Sets `range`, m, for the next start or find. */
void trama_traversal_set_range(trama_traversal *traversal, double range);

/* Starts again: the exact closest points at this state, by the grid with a growing reach. */
void trama_traversal_start(trama_traversal *traversal, const double *x, const double *p);

/* Finds the closest points at another state, starting from the last accepted one, which is kept: a
 * step may be tried again. */
void trama_traversal_find(trama_traversal *traversal, trama_traversal_method method,
                          const double *x, const double *p);

/* Accepts the state of the last find or start: the next find begins there. */
void trama_traversal_accept(trama_traversal *traversal);

/* The closest points of the last start or find, one per point, valid until the next; and those of
 * the accepted state. */
const trama_closest_point *trama_traversal_points(const trama_traversal *traversal);
const trama_closest_point *trama_traversal_accepted(const trama_traversal *traversal);
trama_traversal_work trama_traversal_last_work(const trama_traversal *traversal);

/* U of the last find, m. */
double trama_traversal_displacement(const trama_traversal *traversal);

/* Archives the accepted state; call it between steps. */
void trama_traversal_state(trama_traversal *traversal, trama_archive *archive);

#ifdef __cplusplus
}
#endif

#endif
