/* libccd's Minkowski portal refinement (D. Fiser, github.com/danfis/libccd), to compare with, where
 * its package is installed: the build then defines BENCHMARK_CCD. */
#ifndef BENCHMARK_PEER_CCD_H
#define BENCHMARK_PEER_CCD_H

#include "rigid/shape.h"

#include <stdbool.h>

/* A box as libccd's support function takes it. */
typedef struct peer_ccd_box {
    const trama_convex *shape;
    const trama_pose *pose;
    double quaternion[4]; /* x, y, z, w: the pose's rotation */
} peer_ccd_box;

peer_ccd_box peer_ccd_box_of(const trama_convex *shape, const trama_pose *pose);

/* Two boxes, with libccd's tolerance as it comes (1e-4, absolute). `depth` (m) may be NULL. The
 * support function turns directions and points by the quaternion, as those do that come with libccd
 * (src/testsuites/support.c), or by the same matrices as ours, which is quicker. */
bool peer_ccd_mpr(const peer_ccd_box *a, const peer_ccd_box *b, bool by_matrix, double *depth);

#endif
