/* The search for the closest point of one vertex (within collision/). */
#ifndef TRAMA_COLLISION_TRAVERSAL_SEARCH_H
#define TRAMA_COLLISION_TRAVERSAL_SEARCH_H

#include "collision/traversal.h"
#include "collision/triangle_grid.h"

/* What one thread searches with. */
typedef struct trama_traversal_search {
    const trama_closed_surface *surface;
    const trama_triangle_grid *grid; /* filled at x for `reach` */
    const double *x;
    double reach;     /* m */
    double ahead;     /* m: how far the guard looks, at least the reach */
    double guarded;   /* m: the part of that in which it looks for this vertex */
    bool printed;     /* the guard as printed */
    double worth;     /* m: what is clear by less is not worth knowing */
    uint32_t *marked; /* a triangle was visited in this search, if it is `mark` */
    uint32_t mark;
    trama_traversal_work work;
} trama_traversal_search;

/* The walk alone, for a vertex that is clear of the surface by `clear` > 0 m; false if its end is
 * on the wrong side. */
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
