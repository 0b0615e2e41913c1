/* Detection of contacts of rigid bodies; except the points, for rigid_pairs.c only. */
#ifndef TRAMA_INTERACTION_RIGID_FIND_H
#define TRAMA_INTERACTION_RIGID_FIND_H

#include "interaction/rigid_pairs.h"

#define TRAMA_ARRIVAL 1e-8 /* of the smaller radius: shapes nearer than this have arrived */

/* The next motion of the bodies: by h u. */
typedef struct trama_rigid_motion {
    double h;
    const double *u;
} trama_rigid_motion;

/* Fills frames at (t, q), marks the bodies that have moved since their anchors were set, and resets
 * those anchors. */
void trama_rigid_bodies_see(trama_rigid_pairs *pairs, double t, const double *q);
/* False in a run that diverges: contacts are then skipped, and the detectors end the run. */
bool trama_rigid_bodies_finite(const trama_rigid_pairs *pairs);
/* Passes each body's box to the broad phase, grown by its part of the reach, or by the distance
 * that manifolds keep. */
void trama_rigid_bodies_box(trama_rigid_pairs *pairs);

/* Finds the contacts of near bodies, starting from those of the last step (rigid_search.c). `now`
 * must be empty. */
void trama_rigid_pairs_search(trama_rigid_pairs *pairs, const trama_broad_pairs *near, double t,
                              const double *q, const trama_rigid_motion *m);
/* Finds a whole manifold at once. */
trama_rigid_detect trama_rigid_points_find;
/* Sets gaps and arms of a pair's points: each point lies between the surfaces; arms start at the
   centres of mass. */
void trama_rigid_points_place(const trama_rigid_frame *a, const trama_rigid_frame *b,
                              trama_rigid_pair *pair);
/* Moves the points with bodies that have hardly moved; then call place. */
void trama_rigid_points_refresh(const trama_rigid_frame *a, const trama_rigid_frame *b,
                                trama_rigid_pair *pair);
/* The contact at the moment when two bodies meet in the step, if they do. */
void trama_rigid_points_sweep(const trama_rigid_pairs *pairs, const trama_rigid_pair *last,
                              double t, const double *q, const trama_rigid_motion *m,
                              trama_rigid_pair *pair);

#endif
