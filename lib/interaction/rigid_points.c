/* The points of two rigid bodies that touch, from step to step. */
#include "interaction/rigid_find.h"

#include "core/vec.h"
#include "interaction/pairs.h"

#include <math.h>
#include <string.h>

/* Points that go on keep their numbers, new ones take free numbers. */
static void number_points(trama_rigid_pair *pair, const trama_rigid_pair *last)
{
    bool taken[TRAMA_MANIFOLD_POINTS] = {false};
    for (uint32_t p = 0; p < pair->manifold->count; p++) {
        const uint32_t from = pair->manifold->point[p].from;
        const bool goes_on = last && from != TRAMA_MANIFOLD_NEW;
        pair->point[p].slot = goes_on ? last->point[from].slot : UINT32_MAX;
        if (goes_on)
            taken[pair->point[p].slot] = true;
    }
    for (uint32_t p = 0; p < pair->manifold->count; p++) {
        uint32_t slot = 0;
        while (slot < TRAMA_MANIFOLD_POINTS && taken[slot])
            slot++;
        if (pair->point[p].slot == UINT32_MAX) {
            pair->point[p].slot = slot;
            taken[slot] = true;
        }
    }
}

/* Its tangential part is a vector, whatever the tangents. */
static void keep_impulse(const double found[3], double old[2][3], double new[2][3], double kept[3])
{
    double along[3];
    for (size_t i = 0; i < 3; i++)
        along[i] = found[1] * old[0][i] + found[2] * old[1][i];
    kept[0] = found[0];
    kept[1] = dot3(along, new[0]);
    kept[2] = dot3(along, new[1]);
}

/* Impulses of points that go on; those of END unless all are 0. */
static void keep_impulses(trama_rigid_pair *pair, const trama_rigid_pair *last, bool ended)
{
    double old[2][3], new[2][3];
    if (!last || last->count == 0)
        return;
    trama_tangents_of(last->manifold->normal, old[0], old[1]);
    trama_tangents_of(pair->manifold->normal, new[0], new[1]);
    for (uint32_t p = 0; p < pair->manifold->count; p++) {
        const uint32_t from = pair->manifold->point[p].from;
        if (from == TRAMA_MANIFOLD_NEW)
            continue;
        const trama_rigid_point *before = &last->point[from];
        keep_impulse(before->found[TRAMA_MOVE], old, new, pair->point[p].found[TRAMA_MOVE]);
        if (ended)
            keep_impulse(before->found[TRAMA_END], old, new, pair->point[p].found[TRAMA_END]);
    }
}

void trama_rigid_points_find(const trama_rigid_pairs *pairs, const trama_rigid_pair *last,
                             const trama_pose poses[2], double reach, trama_rigid_pair *pair)
{
    const trama_convex *a = &pairs->shape[pair->body[0]], *b = &pairs->shape[pair->body[1]];
    static const trama_manifold none;
    trama_manifold_options options = trama_manifold_default(a, b);
    options.reach = fmax(options.reach, reach);
    trama_manifold_find(a, &poses[0], b, &poses[1], &options, &pair->memory, pair->manifold);
    trama_manifold_match(pair->manifold, last && last->count > 0 ? last->manifold : &none,
                         &options);
    memset(pair->point, 0, pair->manifold->count * sizeof *pair->point);
    number_points(pair, last);
    keep_impulses(pair, last, pairs->ended);
}

void trama_rigid_points_place(const trama_rigid_frame *a, const trama_rigid_frame *b,
                              trama_rigid_pair *pair)
{
    for (uint32_t p = 0; p < pair->manifold->count; p++) {
        const trama_manifold_point *point = &pair->manifold->point[p];
        pair->point[p].gap = point->gap;
        for (size_t axis = 0; axis < 3; axis++) {
            const double x = 0.5 * (point->a[axis] + point->b[axis]);
            pair->point[p].arm[0][axis] = x - a->axes.x[axis];
            pair->point[p].arm[1][axis] = x - b->axes.x[axis];
        }
    }
}

void trama_rigid_points_refresh(const trama_rigid_frame *a, const trama_rigid_frame *b,
                                trama_rigid_pair *pair)
{
    for (uint32_t p = 0; p < pair->manifold->count; p++) {
        trama_manifold_point *point = &pair->manifold->point[p];
        double between[3];
        for (size_t i = 0; i < 3; i++) {
            point->a[i] = a->shape.x[i] + dot3(a->shape.axes[i], point->local_a);
            point->b[i] = b->shape.x[i] + dot3(b->shape.axes[i], point->local_b);
            between[i] = point->b[i] - point->a[i];
        }
        point->gap = dot3(between, pair->manifold->normal);
    }
}
