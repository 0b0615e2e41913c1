/* The broad phase of collisions between triangle meshes: which vertices and faces, and which edges,
 * may come within `reach` of each other during a step. Over the step every vertex moves straight
 * from x0 to x1, both 3 doubles a vertex (x[3 i + axis], m).
 *
 * A pair is a candidate if the boxes of the two over both ends of the step are at most `reach`
 * apart along every axis. Gaps are differences of coordinates, and rounding keeps their order, so
 * no pair that is near in exact numbers is missed. Left out are pairs that touch by construction (a
 * vertex of the face, edges with a common vertex), and groups that trama_soup_set_meets parts.
 * Positions must be finite: a vertex at NaN is near nothing. */
#ifndef TRAMA_COLLISION_DETECT_H
#define TRAMA_COLLISION_DETECT_H

#include "collision/soup.h"

typedef enum trama_detection_method {
    TRAMA_DETECTION_ALL_PAIRS, /* every pair is tested: n^2, to compare with */
} trama_detection_method;

typedef struct trama_detection_spec {
    trama_detection_method method;
} trama_detection_spec;

/* What is best for cloth. */
trama_detection_spec trama_detection_spec_default(void);

/* A vertex and a triangle, or two edges of which the first has the smaller number. */
typedef struct trama_pair {
    uint32_t first, second;
} trama_pair;

/* Candidates, sorted by first, then by second. */
typedef struct trama_candidates {
    size_t vertex_faces, edge_edges;
    const trama_pair *vertex_face, *edge_edge;
} trama_candidates;

typedef struct trama_detection trama_detection;

/* A detection for `soup`, which outlives it. Errors: TRAMA_NO_MEMORY. */
trama_status trama_detection_create(const trama_soup *soup, const trama_detection_spec *spec,
                                    trama_detection **detect, trama_error *error);
void trama_detection_destroy(trama_detection *detect); /* accepts NULL */

/* Finds the candidates of a step; reach (m) >= 0. They stand until the next call. The lists grow
 * with what is found, and none is ever cut. Errors: TRAMA_NO_MEMORY, if one cannot grow. */
trama_status trama_detection_find(trama_detection *detect, const double *x0, const double *x1,
                                  double reach, trama_candidates *candidates, trama_error *error);

#endif
