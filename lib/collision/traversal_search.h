/* The search for the closest point of one vertex. For collision/ only. */
#ifndef TRAMA_COLLISION_TRAVERSAL_SEARCH_H
#define TRAMA_COLLISION_TRAVERSAL_SEARCH_H

#include "collision/traversal.h"
#include "collision/triangle_grid.h"

/* The workspace of one thread. */
typedef struct trama_traversal_search {
    const trama_closed_surface *surface;
    const trama_triangle_grid *grid; /* filled at x for `reach` */
    const double *x;
    double reach;     /* m */
    double ahead;     /* m: search distance of the guard, at least the reach */
    double guarded;   /* m: the part of it used for this vertex */
    bool printed;     /* the guard as printed */
    double worth;     /* m: smaller clearances are not recorded */
    uint32_t *marked; /* equal to `mark` if the triangle was visited in this search */
    uint32_t mark;
    trama_traversal_work work;
} trama_traversal_search;

/* Only the walk, for a vertex that is at least `clear` > 0 m from the surface; false if it ends on
 * the wrong side. */
bool trama_traversal_follow(trama_traversal_search *search, const double p[3],
                            const trama_closest_point *last, double clear,
                            trama_closest_point *point);
/* From the closest point of the last step. */
trama_closest_point trama_traversal_walk(trama_traversal_search *search, const double p[3],
                                         const trama_closest_point *last);
trama_closest_point trama_traversal_exhaust(trama_traversal_search *search, const double p[3],
                                            const trama_closest_point *last);
/* The exact closest point if it is within the reach; false if there is none. */
bool trama_traversal_nearest(trama_traversal_search *search, const double p[3],
                             trama_closest_point *nearest);

#endif
