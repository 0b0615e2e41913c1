#include "rigid/sweep.h"
#include "core/numbers.h"
#include "core/vec.h"
#include "rigid/gjk.h"

#include <float.h>
#include <math.h>
#include <string.h>

trama_sweep_options trama_sweep_default(const trama_convex *a, const trama_convex *b)
{
    return (trama_sweep_options){0.0, 1e-4 * fmin(a->radius, b->radius), 200};
}

/* R = 1 + 2/(1 + k.k) (K + K^2), K w = k x w, k = s turn/2. */
trama_pose trama_sweep_pose(const trama_pose *pose, const trama_sweep_motion *motion, double s)
{
    trama_pose moved;
    double k[3], square = 0.0;
    for (int i = 0; i < 3; i++) {
        moved.x[i] = pose->x[i] + s * motion->shift[i];
        k[i] = 0.5 * s * motion->turn[i];
        square += k[i] * k[i];
    }
    for (int j = 0; j < 3; j++) {
        const double axis[3] = {pose->axes[0][j], pose->axes[1][j], pose->axes[2][j]};
        double once[3], twice[3];
        cross3(k, axis, once);
        cross3(k, once, twice);
        for (int i = 0; i < 3; i++)
            moved.axes[i][j] = axis[i] + 2.0 / (1.0 + square) * (once[i] + twice[i]);
    }
    return moved;
}

/* No point of the shapes approaches the other along the normal faster than this, m a step: the
 * origins' own approach, and what turning adds at the radii. */
static double fastest(const trama_convex *a, const trama_sweep_motion *motion_a,
                      const trama_convex *b, const trama_sweep_motion *motion_b,
                      const double normal[3])
{
    const double turning = a->radius * sqrt(dot3(motion_a->turn, motion_a->turn)) +
                           b->radius * sqrt(dot3(motion_b->turn, motion_b->turn));
    return dot3(motion_a->shift, normal) - dot3(motion_b->shift, normal) + turning;
}

static void record(trama_sweep_result *result, const trama_gjk_result *apart)
{
    result->distance = apart->distance;
    memcpy(result->normal, apart->normal, sizeof result->normal);
    memcpy(result->a, apart->a, sizeof result->a);
    memcpy(result->b, apart->b, sizeof result->b);
}

trama_sweep_result trama_sweep(const trama_convex *a, const trama_pose *pose_a,
                               const trama_sweep_motion *motion_a, const trama_convex *b,
                               const trama_pose *pose_b, const trama_sweep_motion *motion_b,
                               const trama_sweep_options *options)
{
    trama_sweep_result result = {.status = TRAMA_SWEEP_HIT};
    while (++result.iterations <= options->iterations) {
        const trama_pose at_a = trama_sweep_pose(pose_a, motion_a, result.s),
                         at_b = trama_sweep_pose(pose_b, motion_b, result.s);
        const trama_gjk_result apart = trama_gjk(a, &at_a, b, &at_b, TRAMA_INFINITY);
        if (!apart.found) { /* at the start, or by rounding at the last place */
            result.distance = 0.0;
            return result;
        }
        record(&result, &apart);
        if (apart.distance <= options->separation + options->tolerance)
            return result;
        const double speed = fastest(a, motion_a, b, motion_b, apart.normal);
        const double room = apart.least - options->separation;
        if (speed <= 0.0 || room >= speed * (1.0 - result.s)) {
            result.status = TRAMA_SWEEP_CLEAR;
            result.s = 1.0;
            return result;
        }
        if (room <= 0.0)
            break;
        result.s += room / speed;
    }
    result.status = TRAMA_SWEEP_UNDECIDED;
    return result;
}
