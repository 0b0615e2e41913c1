/* The broad phase of collisions between triangle meshes: which vertices and faces, and which edges,
 * may come within `reach` of each other during a step. Over the step every vertex moves straight
 * from x0 to x1, both 3 doubles a vertex (x[3 i + axis], m).
 *
 * A pair is a candidate if the boxes of the two over both ends of the step are at most `reach`
 * apart along every axis. Gaps are differences of coordinates, and rounding keeps their order, so
 * no pair that is near in exact arithmetic is missed. Three kinds of pairs are left out: those that
 * touch by construction (a vertex of the face, edges with a common vertex), those of groups that
 * trama_soup_set_meets excludes, and with TRAMA_CULL_CONES those within a part of a sheet that
 * cannot meet itself during the step (cones.h).
 *
 * Each group has a tree over its triangles (tree.h), and its vertices and edges belong to one
 * triangle each, so that a pair is found once (Curtis, Tamstorf and Manocha 2008). The candidates
 * and their order are the same for both methods, for any number of threads, and however often trees
 * are rebuilt: they depend on rest, x0, x1 and reach alone (but for spec.distances). Positions must
 * be finite; with others the result is undefined, but the search ends. */
#ifndef TRAMA_COLLISION_DETECT_H
#define TRAMA_COLLISION_DETECT_H

#include "collision/cones.h"
#include "collision/pair_list.h"
#include "collision/soup.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_detection_method {
    TRAMA_DETECTION_TREE,
    TRAMA_DETECTION_ALL_PAIRS, /* every pair is tested, n^2: for comparison */
} trama_detection_method;

typedef struct trama_detection_spec {
    trama_detection_method method;
    trama_cull cull;
    const double *rest; /* positions, such as the first of a run, by which sheets are cut into parts
                           for cones.h; NULL: cones.h is not used */
    double bad;         /* a tree is rebuilt when its cost is more than `bad` times what it was; 0:
                           every step; infinity: never */
    double keep;    /* how far vertices may move before trees are searched again, in mean edges of
                       the finest mesh; 0: trees are searched every step. The candidates are the
                       same */
    size_t threads; /* 0: trama_threads(), but at most one per 2 000 triangles */
    size_t most;    /* candidates of each kind that a search may list; 0: any number. A run that
                       diverges can have n^2 */
    bool distances; /* leaves out pairs if distances from an earlier search prove that they stay
                       farther apart than 1.001 `reach` over the step, so that testing them finds
                       nothing. Which of these are listed all the same depends on the earlier
                       searches */
} trama_detection_spec;

/* Values for cloth: trees, cones (the caller gives rest), bad = 1.5, keep = 0.25, threads = 0, most
 * = 0. */
trama_detection_spec trama_detection_spec_default(void);

/* Candidates, sorted by first, then by second. */
typedef struct trama_candidates {
    size_t vertex_faces, edge_edges;
    const trama_pair *vertex_face, *edge_edge;
    bool crowded; /* there are more than spec->most, and none is listed */
} trama_candidates;

/* Edges and faces whose boxes at one instant meet, sorted likewise. */
typedef struct trama_edge_faces {
    size_t count;
    const trama_pair *pair; /* an edge, and a face that has none of its vertices */
} trama_edge_faces;

typedef struct trama_detection trama_detection;

/* A detection for `soup`, which outlives it; spec->rest need not. Errors: TRAMA_NO_MEMORY. */
trama_status trama_detection_create(const trama_soup *soup, const trama_detection_spec *spec,
                                    trama_detection **detect, trama_error *error);
void trama_detection_destroy(trama_detection *detect); /* accepts NULL */

/* Call when a run begins: forgets earlier searches, and keeps the memory. */
void trama_detection_restart(trama_detection *detect);

/* Finds the candidates of a step; reach (m) >= 0. They are valid until the next call. The lists
 * grow as needed and are never cut. Errors: TRAMA_NO_MEMORY, if one cannot grow, or if the
 * candidates are crowded. */
trama_status trama_detection_find(trama_detection *detect, const double *x0, const double *x1,
                                  double reach, trama_candidates *candidates, trama_error *error);
/* Finds the edges that may pass through a face at vertex positions x. Validity and errors as
 * above. */
trama_status trama_detection_find_edge_faces(trama_detection *detect, const double *x,
                                             trama_edge_faces *edge_faces, trama_error *error);

/* How many times a tree was built, and how many times trees were searched. */
size_t trama_detection_builds(const trama_detection *detect);
size_t trama_detection_searches(const trama_detection *detect);

#ifdef __cplusplus
}
#endif

#endif
