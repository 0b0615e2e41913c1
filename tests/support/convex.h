/* Shapes and poses at random, and boxes decided exactly enough: separating axes in long double. */
#ifndef TRAMA_TESTS_SUPPORT_CONVEX_H
#define TRAMA_TESTS_SUPPORT_CONVEX_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>

#include "core/random.h"
#include "rigid/shape.h"

static inline double convex_between(trama_random *random, double low, double high)
{
    return low + 0.5 * (trama_random_signed(random) + 1.0) * (high - low);
}

/* Of unit quaternion (w, x, y, z). */
static inline void convex_axes(const double q[4], double axes[3][3])
{
    const double w = q[0], x = q[1], y = q[2], z = q[3];
    const double rows[3][3] = {{1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)},
                               {2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)},
                               {2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)}};
    for (int i = 0; i < 9; i++)
        axes[i / 3][i % 3] = rows[i / 3][i % 3];
}

static inline trama_pose convex_pose(trama_random *random, double reach)
{
    trama_pose pose;
    double q[4], square;
    do {
        square = 0.0;
        for (int i = 0; i < 4; i++) {
            q[i] = trama_random_signed(random);
            square += q[i] * q[i];
        }
    } while (square > 1.0 || square < 1e-2);
    for (int i = 0; i < 4; i++)
        q[i] /= sqrt(square);
    convex_axes(q, pose.axes);
    for (int i = 0; i < 3; i++)
        pose.x[i] = reach * trama_random_signed(random);
    return pose;
}

static inline trama_pose convex_at(double x, double y, double z)
{
    return (trama_pose){{x, y, z}, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
}

static inline trama_convex convex_make(const char *kind, double a, double b, double c)
{
    trama_convex shape;
    trama_error error;
    const double size[3] = {a, b, c};
    trama_convex_make(&shape, trama_convex_find(kind), size, &error);
    return shape;
}

/* Edges from `low` to `high`, evenly in their logarithm. */
static inline trama_convex convex_box(trama_random *random, double low, double high)
{
    double l[3];
    for (int i = 0; i < 3; i++)
        l[i] = low * exp(convex_between(random, 0.0, log(high / low)));
    return convex_make("box", l[0], l[1], l[2]);
}

/* Least overlap (m) of two boxes along 15 axes; negative if they are apart. */
static inline long double convex_box_overlap(const trama_convex *a, const trama_pose *p,
                                             const trama_convex *b, const trama_pose *q)
{
    long double u[3][3], v[3][3], x[3], least = (long double)INFINITY;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 3; k++) {
            u[i][k] = (long double)p->axes[k][i];
            v[i][k] = (long double)q->axes[k][i];
            x[k] = (long double)q->x[k] - (long double)p->x[k];
        }
    for (int axis = 0; axis < 15; axis++) {
        long double n[3], overlap = 0.0L;
        const int i = axis < 6 ? axis % 3 : (axis - 6) / 3, j = axis < 6 ? 0 : (axis - 6) % 3;
        for (int k = 0; k < 3; k++) {
            const int l = (k + 1) % 3, m = (k + 2) % 3;
            n[k] = axis < 3 ? u[i][k] : axis < 6 ? v[i][k] : u[i][l] * v[j][m] - u[i][m] * v[j][l];
        }
        const long double length = sqrtl(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]);
        if (length < 1e-9L)
            continue;
        for (int k = 0; k < 3; k++) {
            const long double along_u = u[k][0] * n[0] + u[k][1] * n[1] + u[k][2] * n[2],
                              along_v = v[k][0] * n[0] + v[k][1] * n[1] + v[k][2] * n[2];
            overlap += 0.5L * ((long double)a->size[k] * fabsl(along_u) +
                               (long double)b->size[k] * fabsl(along_v));
        }
        overlap = (overlap - fabsl(x[0] * n[0] + x[1] * n[1] + x[2] * n[2])) / length;
        least = fminl(least, overlap);
    }
    return least;
}

#endif
