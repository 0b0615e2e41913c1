/* Manifolds from step to step: points that go on, and points that are gathered over steps. */
#include "core/vec.h"
#include "rigid/contact.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

static double apart(const double p[3], const double q[3])
{
    const double d[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
    return dot3(d, d);
}

static void to_world(const trama_pose *pose, const double local[3], double world[3])
{
    for (int i = 0; i < 3; i++)
        world[i] = pose->x[i] + dot3(pose->axes[i], local);
}

/* ---- Points that go on. */

static uint32_t with_key(const trama_manifold *old, uint64_t key, const bool *taken)
{
    for (uint32_t i = 0; i < old->count; i++)
        if (old->point[i].key == key && !taken[i])
            return i;
    return TRAMA_MANIFOLD_NEW;
}

static uint32_t nearest(const trama_manifold *old, const trama_manifold_point *p, double merge,
                        const bool *taken)
{
    uint32_t best = TRAMA_MANIFOLD_NEW;
    double least = merge * merge;
    for (uint32_t i = 0; i < old->count; i++) {
        const double distance = fmin(apart(old->point[i].local_a, p->local_a),
                                     apart(old->point[i].local_b, p->local_b));
        if (distance <= least && !(taken && taken[i])) {
            least = distance;
            best = i;
        }
    }
    return best;
}

void trama_manifold_match(trama_manifold *manifold, const trama_manifold *old,
                          const trama_manifold_options *options)
{
    bool taken[TRAMA_MANIFOLD_POINTS] = {false};
    for (uint32_t i = 0; i < manifold->count; i++) {
        trama_manifold_point *p = &manifold->point[i];
        p->from = with_key(old, p->key, taken);
        if (p->from != TRAMA_MANIFOLD_NEW)
            taken[p->from] = true;
    }
    for (uint32_t i = 0; i < manifold->count; i++) {
        trama_manifold_point *p = &manifold->point[i];
        if (p->from != TRAMA_MANIFOLD_NEW)
            continue;
        p->from = nearest(old, p, options->merge, taken);
        if (p->from != TRAMA_MANIFOLD_NEW)
            taken[p->from] = true;
    }
}

/* ---- Points that are gathered. */

void trama_manifold_refresh(trama_manifold *manifold, const trama_pose *pose_a,
                            const trama_pose *pose_b, const trama_manifold_options *options)
{
    const double breaking = options->breaking;
    uint32_t kept = 0;
    for (uint32_t i = 0; i < manifold->count; i++) {
        trama_manifold_point p = manifold->point[i];
        double between[3];
        to_world(pose_a, p.local_a, p.a);
        to_world(pose_b, p.local_b, p.b);
        for (int k = 0; k < 3; k++)
            between[k] = p.b[k] - p.a[k];
        p.gap = dot3(between, manifold->normal);
        const double aside = dot3(between, between) - p.gap * p.gap;
        if (p.gap <= breaking && aside <= breaking * breaking)
            manifold->point[kept++] = p;
    }
    manifold->count = kept;
}

/* The square of the area that all points but one span: half the largest product of two diagonals.
 */
static double span_without(const trama_manifold_point p[TRAMA_MANIFOLD_POINTS + 1],
                           uint32_t without)
{
    const double *x[TRAMA_MANIFOLD_POINTS];
    double span = 0.0;
    for (uint32_t i = 0, n = 0; i <= TRAMA_MANIFOLD_POINTS; i++)
        if (i != without)
            x[n++] = p[i].a;
    for (int i = 1; i < 4; i++) { /* the one opposite to the first */
        const int j = i % 3 + 1, k = j % 3 + 1;
        double u[3], v[3], product[3];
        for (int axis = 0; axis < 3; axis++) {
            u[axis] = x[i][axis] - x[0][axis];
            v[axis] = x[k][axis] - x[j][axis];
        }
        cross3(u, v, product);
        span = fmax(span, dot3(product, product));
    }
    return span;
}

/* Which of five points goes: not the deepest, and the one without which the others span most. */
static uint32_t least_needed(const trama_manifold_point p[TRAMA_MANIFOLD_POINTS + 1])
{
    uint32_t deepest = 0, worst = 0;
    double most = -1.0;
    for (uint32_t i = 1; i <= TRAMA_MANIFOLD_POINTS; i++)
        if (p[i].gap < p[deepest].gap)
            deepest = i;
    for (uint32_t i = 0; i <= TRAMA_MANIFOLD_POINTS; i++) {
        const double span = span_without(p, i);
        if (i != deepest && span > most) {
            most = span;
            worst = i;
        }
    }
    return worst;
}

uint32_t trama_manifold_add(trama_manifold *manifold, const trama_manifold_point *point,
                            const trama_manifold_options *options)
{
    const uint32_t same = nearest(manifold, point, options->merge, NULL);
    if (same != TRAMA_MANIFOLD_NEW) {
        manifold->point[same] = *point;
        return same;
    }
    if (manifold->count < TRAMA_MANIFOLD_POINTS) {
        manifold->point[manifold->count] = *point;
        return manifold->count++;
    }
    trama_manifold_point five[TRAMA_MANIFOLD_POINTS + 1];
    memcpy(five, manifold->point, sizeof manifold->point);
    five[TRAMA_MANIFOLD_POINTS] = *point;
    const uint32_t out = least_needed(five);
    if (out == TRAMA_MANIFOLD_POINTS)
        return TRAMA_MANIFOLD_NEW;
    manifold->point[out] = *point;
    return out;
}
