/* Normal cones: parts of a sheet that need no test against themselves (Volino and
 * Magnenat-Thalmann 1994; Provot 1997, section 5.2).
 *
 * A part cannot meet itself if there is a direction d that makes less than a right angle with the
 * normals of all its triangles, and if the projection of its contour along d does not meet itself:
 * the projection of the part then covers no point twice. Both must hold at every instant of the
 * step, over which vertices move straight from x0 to x1:
 *
 * - The normal of a moving triangle with sides a, b is
 *     a0 x b0 (1 - s)^2 + (a0 x b1 + a1 x b0) s (1 - s) + a1 x b1 s^2.
 *   It is within the cone of these three vectors, since a cone of less than a right angle is convex
 *   (Tang, Curtis, Yoon and Manocha 2009). That is the cone of a leaf. The cone of a node is made
 *   from its children's as published, alpha = beta / 2 + max(alpha1, alpha2), about the mean of
 *   their axes. Alpha is the half angle, so d exists if alpha < pi / 2. (The published limit, alpha
 *   < pi, leaves out two leaves folded face to face. It is kept for comparison, as printed: with
 *   the normals at x0 and without a test of the contour.)
 * - The contour is a polygon whose sides move too. Two sides that share no vertex must have a line
 *   between their hulls over the step (four points each), in a frame that moves with the part, with
 *   more than `reach` between them.
 *
 * Only parts whose contour is one closed polygon, with triangles that have the same sense of
 * rotation, are ever left out. Such a part never crosses itself in the step. It may come nearer
 * than `reach`, but only along the sheet: between neighbours, which no repulsion should part.
 * Angles are stored as cosine and sine; no function of the C library is used. */
#ifndef TRAMA_COLLISION_CONES_H
#define TRAMA_COLLISION_CONES_H

#include "collision/soup.h"
#include "collision/tree.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_cull {
    TRAMA_CULL_NONE,
    TRAMA_CULL_CONES,         /* alpha < pi / 2, with the contour test */
    TRAMA_CULL_CONES_PRINTED, /* alpha < pi, without: misses collisions */
} trama_cull;

typedef struct trama_cone {
    double axis[3];
    double cosine, sine; /* of the half angle, in [0, pi] */
} trama_cone;

typedef struct trama_cones trama_cones;

/* For the triangles of a group of the soup, which outlives it. The parts are the nodes of a tree
 * over the triangles at `rest`, positions of the whole soup as in detect.h. The tree does not
 * change, so the parts found depend only on the step, not on earlier ones. TRAMA_NO_MEMORY. */
trama_status trama_cones_create(const trama_soup *soup, size_t group, const double *rest,
                                trama_cull cull, size_t threads, trama_cones **cones,
                                trama_error *error);
void trama_cones_destroy(trama_cones *cones); /* accepts NULL */

/* Finds the largest parts that do not meet themselves in the step from x0 to x1. Writes the number
 * of its part to each triangle of the group; no two triangles with the same number need a test
 * against each other. Numbers are below twice the number of triangles. */
void trama_cones_find(trama_cones *cones, const double *x0, const double *x1, double reach,
                      uint32_t *part);

/* For tests: the tree, and the cone of a node at the last step. */
const trama_tree *trama_cones_tree(const trama_cones *cones);
const trama_cone *trama_cones_of_node(const trama_cones *cones, size_t node);

#ifdef __cplusplus
}
#endif

#endif
