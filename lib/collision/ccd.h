/* Continuous collision detection over a step: four points move from x0 to x1 in straight lines at
 * constant speed, x(t) = (1 - t) x0 + t x1 with t from 0 to 1. The path is this formula, evaluated
 * without rounding.
 *
 * Guaranteed, in floating point:
 *   CLEAR      The distance is above `separation` at every t of [0, 1].
 *   HIT        It is above `separation` at every t of [0, toi], if toi > 0. At toi it is at most
 *              separation + tolerance * motion + rounding. So no collision is missed, and a false
 *              hit is a near miss.
 *   UNDECIDED  It is above `separation` at every t of [0, toi], if toi > 0. The limit of work was
 *              reached; treat it as a hit.
 * motion: length of the largest difference of displacement between a point of one feature and a
 * point of the other, m. rounding: 1e-13 times the largest difference of coordinates between a
 * point of one feature and a point of the other, at x0 or at x1; the distance of the features from
 * the origin does not matter. toi > 0 if the distance at x0 is above separation + rounding.
 *
 * Coordinates must be finite, and their differences below 1e150 m: others are never CLEAR.
 * Differences below 1e-140 m count as 0. */
#ifndef TRAMA_COLLISION_CCD_H
#define TRAMA_COLLISION_CCD_H

#include "collision/proximity.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef enum trama_ccd_status {
    TRAMA_CCD_CLEAR,
    TRAMA_CCD_HIT,
    TRAMA_CCD_UNDECIDED,
} trama_ccd_status;

typedef struct trama_ccd_options {
    double separation; /* m, >= 0; at 0 the features may not touch */
    double tolerance;  /* of time, in units of the step, > 0: 1e-6 */
    long work;         /* most steps of the search: 10000, about a millisecond */
} trama_ccd_options;

typedef struct trama_ccd_hit {
    trama_ccd_status status;
    double toi;       /* in units of the step, [0, 1]; 1 if CLEAR */
    double weight[4]; /* of the closest points at toi, as in proximity.h; 0 if CLEAR */
    double normal[3]; /* unit vector from feature 2 to feature 1 at toi: along sum weight[i] x_i.
                         Where that is 0, perpendicular to both features, against their relative
                         motion; 0 if CLEAR */
} trama_ccd_hit;

/* Separation 0, and the values above for the others. */
trama_ccd_options trama_ccd_default(void);

/* x0[0] the vertex, 1-3 the triangle. */
trama_ccd_hit trama_ccd_vertex_face(const trama_four *x0, const trama_four *x1,
                                    const trama_ccd_options *options);
/* 0-1 an edge, 2-3 the other. */
trama_ccd_hit trama_ccd_edge_edge(const trama_four *x0, const trama_four *x1,
                                  const trama_ccd_options *options);

#ifdef __cplusplus
}
#endif

#endif
