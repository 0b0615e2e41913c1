/* XenoCollide as V. A. Mueller printed it ("Simulacao fisica de corpos rigidos em 3D", FURB 2010,
 * appendix A, quadro 27), with its faults, to show their effects. Compare mpr.h.
 *
 * As printed: single precision, in the world's coordinates; an absolute epsilon of 1e-3 (m);
 * centres that coincide are moved apart by 1e-5 (m) along x; a search that ends by epsilon before
 * the origin is inside reports no collision (2.2.1.3); the normal is that of the portal on the line
 * of the centres, not of least depth (2.2.1.4); on a hit both bodies get the same point, so that no
 * depth follows from it; the limit of iterations is commented out. Not as printed: there is a
 * limit, and reaching it is reported, since a step must end. */
#ifndef TRAMA_RIGID_MPR_PUBLISHED_H
#define TRAMA_RIGID_MPR_PUBLISHED_H

#include "rigid/mpr.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_MPR_PUBLISHED_BOUND = 10000 }; /* iterations; none is printed */

/* As trama_mpr, with `depth` = -(b - a) . normal of the printed points: 0 unless the second support
 * direction is zero, when both are support points. The normal is turned to point from the first to
 * the second, as everywhere here; the printed one points the other way. Errors: none. */
trama_mpr_result trama_mpr_published(const trama_convex *a, const trama_pose *pose_a,
                                     const trama_convex *b, const trama_pose *pose_b);

#ifdef __cplusplus
}
#endif

#endif
