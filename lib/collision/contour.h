/* The contours of the nodes of a tree over a mesh, for cones.h. For collision/ only. */
#ifndef TRAMA_COLLISION_CONTOUR_H
#define TRAMA_COLLISION_CONTOUR_H

#include "collision/cones.h"

typedef struct trama_contour_point trama_contour_point;
typedef struct trama_contour_span trama_contour_span;

typedef struct trama_contours {
    const trama_soup *soup;
    const trama_tree *tree;
    size_t first; /* the soup's triangle that is element 0 */
    size_t threads;
    uint32_t *leaf;           /* of each element: its leaf in the tree */
    uint32_t *side;           /* a stack of sides, 3 triangle + corner */
    uint32_t *next, *visited; /* of each vertex of the soup: the next vertex of the contour, and 1 +
                                 the node whose contour it is */
    size_t *begin, *count;    /* of each node, in vertex; count 0: no usable contour */
    uint32_t *vertex;
    size_t vertices, capacity, longest;
    trama_contour_point *point; /* room for the longest contour, per thread */
    trama_contour_span *span;
} trama_contours;

/* Finds the contour of each node whose triangles have one sense of rotation and one closed polygon
 * around them that visits no vertex twice. The tree is over the soup's triangles from `first` on.
 * Returns false without memory. */
bool trama_contours_find(trama_contours *contours, const trama_soup *soup, size_t first,
                         const trama_tree *tree, size_t threads);
void trama_contours_free(trama_contours *contours); /* accepts zeros */

/* True if the projection of a node's contour along the cone's axis does not meet itself in the step
 * from x0 to x1, and sides that share no vertex stay more than `reach` apart. Conservative: it may
 * return false although this holds. */
bool trama_contours_is_simple(const trama_contours *contours, size_t thread, size_t node,
                              const trama_cone *cone, const double *x0, const double *x1,
                              double reach);

#endif
