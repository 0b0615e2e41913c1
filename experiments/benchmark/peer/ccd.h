/* libccd's Minkowski portal refinement (D. Fiser, github.com/danfis/libccd), for comparison, if its
 * package is installed; the build then defines BENCHMARK_CCD. */
#ifndef BENCHMARK_PEER_CCD_H
#define BENCHMARK_PEER_CCD_H

#include "rigid/shape.h"

#include <stdbool.h>

/* A box for libccd's support function. */
typedef struct peer_ccd_box {
    const trama_convex *shape;
    const trama_pose *pose;
    double quaternion[4]; /* x, y, z, w: the pose's rotation */
} peer_ccd_box;

peer_ccd_box peer_ccd_box_of(const trama_convex *shape, const trama_pose *pose);

/* Tests two boxes with libccd's default tolerance (1e-4, absolute). `depth` (m) may be NULL. The
 * support function rotates directions and points by the quaternion, as libccd's own do
 * (src/testsuites/support.c), or by the same matrices as ours, which is faster. */
bool peer_ccd_mpr(const peer_ccd_box *a, const peer_ccd_box *b, bool by_matrix, double *depth);

#endif
