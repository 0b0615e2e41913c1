/* How contacts of rigid bodies are found: for rigid_pairs.c alone, but the points. */
#ifndef TRAMA_INTERACTION_RIGID_FIND_H
#define TRAMA_INTERACTION_RIGID_FIND_H

#include "interaction/rigid_pairs.h"

#define TRAMA_ARRIVAL 1e-8 /* of the lesser radius: shapes that near have arrived */

/* How bodies are about to move: by h u. */
typedef struct trama_rigid_motion {
    double h;
    const double *u;
} trama_rigid_motion;

/* Fills frames at (t, q), and says which bodies have moved since their anchors were set, which it
 * resets. */
void trama_rigid_bodies_see(trama_rigid_pairs *pairs, double t, const double *q);
/* A run that diverges has no contacts: the detectors see it. */
bool trama_rigid_bodies_finite(const trama_rigid_pairs *pairs);
/* Gives the broad phase each body's box, grown by its part of the reach, or what a manifold keeps
 * of the smaller body. */
void trama_rigid_bodies_box(trama_rigid_pairs *pairs);

/* Finds the contacts of bodies that are near, from those of the last step: rigid_search.c. `now`
 * has none. */
void trama_rigid_pairs_search(trama_rigid_pairs *pairs, const trama_broad_pairs *near, double t,
                              const double *q, const trama_rigid_motion *m);
/* A whole manifold at once. */
trama_rigid_detect trama_rigid_points_find;
/* Gaps and arms of a pair's points: each is between both surfaces, seen from both centres of mass.
 */
void trama_rigid_points_place(const trama_rigid_frame *a, const trama_rigid_frame *b,
                              trama_rigid_pair *pair);
/* Moves the points with bodies that have hardly moved; place them then. */
void trama_rigid_points_refresh(const trama_rigid_frame *a, const trama_rigid_frame *b,
                                trama_rigid_pair *pair);
/* The contact of the moment at which two bodies meet in the step, if they do. */
void trama_rigid_points_sweep(const trama_rigid_pairs *pairs, const trama_rigid_pair *last,
                              double t, const double *q, const trama_rigid_motion *m,
                              trama_rigid_pair *pair);

#endif
