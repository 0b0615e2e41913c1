/* Shapes of any kind with sizes, and Minkowski portal refinement by its defaults but the depth that
 * is asked for. */
#ifndef TRAMA_TESTS_SUPPORT_CONVEX_MPR_H
#define TRAMA_TESTS_SUPPORT_CONVEX_MPR_H

#include "rigid/mpr.h"
#include "support/convex.h"

static inline trama_convex convex_any(trama_random *random)
{
    const size_t kinds = trama_convex_count() - 1; /* the last has no sizes */
    return convex_make(trama_convex_at(trama_random_bits(random) % kinds)->name,
                       convex_between(random, 0.3, 1.0), convex_between(random, 0.3, 1.5),
                       convex_between(random, 0.3, 1.5));
}

static inline trama_mpr_result mpr(const trama_convex *a, const trama_pose *p,
                                   const trama_convex *b, const trama_pose *q,
                                   trama_mpr_depth depth)
{
    trama_mpr_options options = trama_mpr_default();
    options.depth = depth;
    return trama_mpr(a, p, b, q, &options, NULL);
}

#endif
