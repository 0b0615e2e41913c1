#include "rigid/clip.h"
#include "core/vec.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

/* A polygon while it is clipped: its corners, and the features that each comes from. */
typedef struct polygon {
    uint32_t count;
    double x[TRAMA_CLIP_POINTS][3];
    uint64_t key[TRAMA_CLIP_POINTS];
} polygon;

enum { CORNER_BITS = 20 };

/* Of a corner, and of the meeting of an edge with one that clips it. */
static uint64_t corner_key(uint32_t corner)
{
    return corner;
}
static uint64_t meeting_key(uint64_t from, uint64_t to, uint32_t edge)
{
    const uint64_t mixed =
        (from < to ? from * 0x9e3779b97f4a7c15U + to : to * 0x9e3779b97f4a7c15U + from);
    return (mixed ^ (mixed >> 29) ^ ((uint64_t)(edge + 1) << (2 * CORNER_BITS))) | (uint64_t)1
                                                                                       << 63;
}

/* Outward normal of a polygon, of the length of twice its area (Newell's sum). */
static void normal_of(const trama_convex_face *face, double n[3])
{
    double u[3], v[3], product[3];
    memset(n, 0, sizeof(double[3]));
    for (uint32_t i = 1; i + 1 < face->count; i++) {
        for (int k = 0; k < 3; k++) {
            u[k] = face->x[i][k] - face->x[0][k];
            v[k] = face->x[i + 1][k] - face->x[0][k];
        }
        cross3(u, v, product);
        for (int k = 0; k < 3; k++)
            n[k] += product[k];
    }
}

static void put(polygon *p, const double x[3], uint64_t key)
{
    memcpy(p->x[p->count], x, sizeof *p->x);
    p->key[p->count++] = key;
}

static void put_meeting(polygon *out, const polygon *in, uint32_t i, uint32_t j, double share,
                        uint32_t edge)
{
    double x[3];
    for (int k = 0; k < 3; k++)
        x[k] = in->x[i][k] + share * (in->x[j][k] - in->x[i][k]);
    put(out, x, meeting_key(in->key[i], in->key[j], edge));
}

/* What lies on the inner side of a plane: side . x <= offset; false if that is all of it, and `out`
 * is left as it was. A segment is a polygon of two corners with one edge. */
static bool cut(const polygon *in, const double side[3], double offset, uint32_t edge, polygon *out)
{
    double height[TRAMA_CLIP_POINTS];
    bool any = false;
    for (uint32_t i = 0; i < in->count; i++) {
        height[i] = dot3(side, in->x[i]) - offset;
        any |= !(height[i] <= 0.0);
    }
    if (!any)
        return false;
    out->count = 0;
    for (uint32_t i = 0; i < in->count; i++) {
        const uint32_t j = i + 1 < in->count ? i + 1 : 0;
        const double from = height[i], to = height[j];
        const bool last_of_segment = in->count == 2 && i == 1;
        if (from <= 0.0)
            put(out, in->x[i], in->key[i]);
        if (!last_of_segment && (from < 0.0) != (to < 0.0) && from != 0.0 && to != 0.0)
            put_meeting(out, in, i, j, from / (from - to), edge);
    }
    return true;
}

/* A segment that was cut may have its ends in the wrong order, and no more than two points. */
static const polygon *cut_by(const trama_convex_face *face, const double n[3], polygon work[2])
{
    polygon *in = &work[0], *out = &work[1];
    for (uint32_t i = 0; i < face->count && in->count > 0; i++) {
        const uint32_t j = i + 1 < face->count ? i + 1 : 0;
        double edge[3], side[3];
        for (int k = 0; k < 3; k++)
            edge[k] = face->x[j][k] - face->x[i][k];
        cross3(edge, n, side);
        if (!cut(in, side, dot3(side, face->x[i]), face->corner[i], out))
            continue;
        polygon *swap = in;
        in = out;
        out = swap;
    }
    return in;
}

/* The part of `other` over `face`, dropped along n to the plane of `face`, whose normal is `plane`;
 * n is outward of it. */
static void clip_by(const trama_convex_face *face, const double plane[3],
                    const trama_convex_face *other, const double n[3], bool first, trama_clip *clip)
{
    polygon work[2];
    const double along = dot3(plane, n);
    work[0].count = 0;
    for (uint32_t i = 0; i < other->count; i++)
        put(&work[0], other->x[i], corner_key(other->corner[i]));
    const polygon *part = cut_by(face, n, work);
    for (uint32_t i = 0; i < part->count; i++) {
        trama_clip_point *p = &clip->point[clip->count++];
        double from[3], foot[3];
        for (int k = 0; k < 3; k++)
            from[k] = part->x[i][k] - face->x[0][k];
        p->gap = dot3(plane, from) / along;
        for (int k = 0; k < 3; k++)
            foot[k] = part->x[i][k] - p->gap * n[k];
        memcpy(first ? p->a : p->b, foot, sizeof foot);
        memcpy(first ? p->b : p->a, part->x[i], sizeof foot);
        p->key = 2 * part->key[i] + first;
    }
}

/* Two segments: the ends of the part that they have in common along the first. */
static void clip_segments(const trama_convex_face *a, const trama_convex_face *b, const double n[3],
                          trama_clip *clip)
{
    double u[3], v[3], product[3], low = 0.0, high = 1.0;
    for (int k = 0; k < 3; k++) {
        u[k] = a->x[1][k] - a->x[0][k];
        v[k] = b->x[1][k] - b->x[0][k];
    }
    cross3(u, v, product);
    const double uu = dot3(u, u), vv = dot3(v, v), uv = dot3(u, v), aside = dot3(product, n);
    if (aside * aside > 1e-4 * uu * vv || uv == 0.0)
        return;
    double share[2]; /* of b's ends along a */
    for (int end = 0; end < 2; end++) {
        share[end] = 0.0;
        for (int k = 0; k < 3; k++)
            share[end] += (b->x[end][k] - a->x[0][k]) * u[k] / uu;
    }
    low = fmax(low, fmin(share[0], share[1]));
    high = fmin(high, fmax(share[0], share[1]));
    for (uint32_t end = 0; end < 2 && low < high; end++) {
        const double s = end ? high : low, t = (s - share[0]) / (share[1] - share[0]);
        trama_clip_point *p = &clip->point[clip->count++];
        double between[3];
        for (int k = 0; k < 3; k++) {
            p->a[k] = a->x[0][k] + s * u[k];
            between[k] = b->x[0][k] + t * v[k] - p->a[k];
        }
        p->gap = dot3(between, n);
        for (int k = 0; k < 3; k++)
            p->b[k] = p->a[k] + p->gap * n[k];
        p->key = end;
    }
}

void trama_clip_faces(const trama_convex_face *a, const trama_convex_face *b, const double n[3],
                      trama_clip *clip)
{
    double normal_a[3], normal_b[3];
    const double back[3] = {-n[0], -n[1], -n[2]};
    clip->count = 0;
    if (a->count == 2 && b->count == 2)
        clip_segments(a, b, n, clip);
    if (a->count == 1 || b->count == 1 || (a->count == 2 && b->count == 2))
        return;
    normal_of(a, normal_a);
    normal_of(b, normal_b);
    const double square_a = dot3(normal_a, normal_a), square_b = dot3(normal_b, normal_b);
    const double along_a = square_a > 0.0 ? dot3(normal_a, n) / sqrt(square_a) : 0.0,
                 along_b = square_b > 0.0 ? dot3(normal_b, back) / sqrt(square_b) : 0.0;
    if (along_a > 0.0 && along_a >= along_b - 1e-3) /* the first, if they look alike: it stays so */
        clip_by(a, normal_a, b, n, true, clip);
    else if (along_b > 0.0)
        clip_by(b, normal_b, a, back, false, clip);
}
