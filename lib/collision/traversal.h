/* Closest points of a cloth's vertices on a closed surface that moves, by surface traversal: Chen,
 * Feng and Wang, "Modeling friction and air effects between cloth and deformable bodies",
 * SIGGRAPH 2013, section 4.1 and algorithm 1.
 *
 * From the triangle of the last step, the closest point C walks over the surface towards the vertex
 * P: visit a triangle, which is to compute its point that is closest to P; cross the side that this
 * point is on; stop where nothing beyond is nearer. So C is a local minimum of the distance. A
 * guard then tests the sign. U is a bound of the displacement of any P relative to any point of the
 * surface since the last step, `reach` the larger of U and `range`, and S the triangles whose boxes
 * are within `reach` of P. Each triangle of S that was not visited and on whose other side P is, is
 * visited; what is nearer becomes C; and if the sign changes, the search of S starts again. Here
 * the guard leaves out of S, beyond the paper, what is farther from P than C was when it began: it
 * has no point that is nearer. On a thin body that is the whole other side, which always disagrees.
 *
 * What is guaranteed, if the sign was right at the last step (it is after `start`), to rounding:
 *   sign      It is right: negative inside. No penetration is missed, none is made up. A vertex
 * that passes through the whole body in one step is outside of it at both ends: tunnelling, which
 * no test of the ends can see. distance  C is a point of the surface, so |distance| is never below
 * the true one. It is the true one for a vertex outside of a convex body. Why the sign is right:
 * let D be the point that is closest to P, nearer than `reach`. A triangle at D is of S and has P
 * on its true side. It was visited, and then C is as near as D, and its sign right; or it agrees
 * with the sign. If D is farther than `reach`, P has not met the surface and keeps its side: where
 * the local minimum says otherwise, S is searched exhaustively before it is believed.
 *
 * Beyond the paper, what the guard has seen lasts. A triangle is no nearer than its plane: the
 * least distance from the planes of S is one at which P is clear of the surface, for certain. It
 * falls by at most the relative displacement of each step, and while it is above 0 the side cannot
 * change: then the walk alone is done, and where it is for all vertices, no grid is laid out. For
 * this the guard looks as far as TRAMA_TRAVERSAL_AHEAD displacements.
 *
 * The baseline is exhaustive: the least distance to all of S, with the same grid. It is exact where
 * it is below `reach`. Where nothing of S is that near it keeps triangle and side of the last step,
 * and the distance is to that triangle. */
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
    TRAMA_TRAVERSAL_PRINTED, /* the walk, with the guard as printed: nothing is left out of S, and
                                nothing lasts */
} trama_traversal_method;

/* The closest point of one vertex. */
typedef struct trama_closest_point {
    uint32_t triangle;
    double weight[3]; /* of the triangle's corners, barycentric */
    double normal[3]; /* unit, out of the body: along the way from the point to the vertex, or back
                         if the vertex is inside; the surface's if the distance is 0 */
    double distance;  /* m, negative inside */
    double clear; /* m: no triangle is nearer, for certain; it may be far less than `distance` */
} trama_closest_point;

/* What a search took; sums over all vertices. */
typedef struct trama_traversal_work {
    long visited;   /* triangles whose closest point was computed */
    long near;      /* triangles of S; of the exhaustive search alone, where it equals `visited` */
    long restarts;  /* changes of sign by the guard */
    long exhausted; /* vertices for which the walk searched all of S */
    long guarded;   /* vertices for which S was asked at all */
} trama_traversal_work;

typedef struct trama_traversal trama_traversal;

/* For `points` vertices against a closed surface of `triangles` (3 vertices each, counter-clockwise
 * seen from outside). `range`, m: S has at least what is so near, so that the exhaustive distance
 * is exact below it; 0 for the sign alone. Errors: those of trama_closed_surface_create. */
trama_status trama_traversal_create(size_t vertices, size_t triangles, const size_t *triangle,
                                    size_t points, double range, trama_traversal **traversal,
                                    trama_error *error);
void trama_traversal_destroy(trama_traversal *traversal); /* accepts NULL */

const trama_closed_surface *trama_traversal_surface(const trama_traversal *traversal);

/* Positions below: x of the surface's vertices and p of the points, x[3 i + axis], m. Results are
 * the same for any number of threads. */

/* `range` from the next start or find on, m. */
void trama_traversal_set_range(trama_traversal *traversal, double range);

/* Starts again: the exact closest points at this state, by the grid with a growing reach. */
void trama_traversal_start(trama_traversal *traversal, const double *x, const double *p);

/* The closest points at another state, from those of the last accepted one, which stays: a step may
 * be tried again. */
void trama_traversal_find(trama_traversal *traversal, trama_traversal_method method,
                          const double *x, const double *p);

/* The state of the last find, or start, is the one that the next find begins at. */
void trama_traversal_accept(trama_traversal *traversal);

/* Those of the last start or find, one a point; until the next. And those of the accepted state. */
const trama_closest_point *trama_traversal_points(const trama_traversal *traversal);
const trama_closest_point *trama_traversal_accepted(const trama_traversal *traversal);
trama_traversal_work trama_traversal_last_work(const trama_traversal *traversal);

/* U of the last find, m. */
double trama_traversal_displacement(const trama_traversal *traversal);

/* The accepted state; to be asked between steps. */
void trama_traversal_state(trama_traversal *traversal, trama_archive *archive);

#ifdef __cplusplus
}
#endif

#endif
