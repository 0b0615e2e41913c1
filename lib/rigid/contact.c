#include "rigid/contact.h"
#include "core/vec.h"
#include "rigid/clip.h"
#include "rigid/gjk.h"
#include "rigid/sat.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

extern const trama_convex_type trama_convex_box;

/* A key that no clipped point has: the deepest point of the search itself. */
static const uint64_t deepest_key = UINT64_MAX;

trama_manifold_options trama_manifold_default(const trama_convex *a, const trama_convex *b)
{
    const double size = fmin(a->radius, b->radius);
    return (trama_manifold_options){0.01 * size, 0.02 * size, 0.02 * size, true,
                                    trama_mpr_default()};
}

/* ---- Frames. */

static void turn(const trama_pose *pose, const double local[3], double world[3])
{
    for (int i = 0; i < 3; i++)
        world[i] = dot3(pose->axes[i], local);
}

static void turn_back(const trama_pose *pose, const double world[3], double local[3])
{
    for (int i = 0; i < 3; i++)
        local[i] =
            pose->axes[0][i] * world[0] + pose->axes[1][i] * world[1] + pose->axes[2][i] * world[2];
}

static void to_local(const trama_pose *pose, const double world[3], double local[3])
{
    const double from[3] = {world[0] - pose->x[0], world[1] - pose->x[1], world[2] - pose->x[2]};
    turn_back(pose, from, local);
}

static void to_world(const trama_pose *pose, const double local[3], double world[3])
{
    turn(pose, local, world);
    for (int i = 0; i < 3; i++)
        world[i] += pose->x[i];
}

/* ---- Four of more points. */

static double area(const trama_clip_point *p, const trama_clip_point *q, const trama_clip_point *r)
{
    double u[3], v[3], product[3];
    for (int k = 0; k < 3; k++) {
        u[k] = q->a[k] - p->a[k];
        v[k] = r->a[k] - p->a[k];
    }
    cross3(u, v, product);
    return dot3(product, product);
}

static double apart(const double p[3], const double q[3])
{
    const double d[3] = {p[0] - q[0], p[1] - q[1], p[2] - q[2]};
    return dot3(d, d);
}

static void bring(trama_clip *clip, uint32_t to, uint32_t from)
{
    const trama_clip_point swap = clip->point[to];
    clip->point[to] = clip->point[from];
    clip->point[from] = swap;
}

/* How much the kept points gain by one more: its distance from one, its triangle with two, the
 * triangle that it makes with the edge of three, whose area is `whole`, that it is beyond. */
static double gain(const trama_clip_point *p, uint32_t kept, double whole,
                   const trama_clip_point *q)
{
    if (kept == 1)
        return apart(p[0].a, q->a);
    if (kept == 2)
        return area(&p[0], &p[1], q);
    double parts = 0.0;
    for (int i = 0; i < 3; i++)
        parts += sqrt(area(&p[i], &p[(i + 1) % 3], q));
    return parts - whole;
}

/* The deepest first, then at each place the one that gains most. What is better by rounding alone
 * does not count, or the points of a circle would change from step to step. */
static void keep_four(trama_clip *clip, double slack)
{
    uint32_t deepest = 0;
    for (uint32_t i = 1; i < clip->count; i++)
        if (clip->point[i].gap < clip->point[deepest].gap - slack)
            deepest = i;
    bring(clip, 0, deepest);
    for (uint32_t kept = 1; kept < TRAMA_MANIFOLD_POINTS && kept < clip->count; kept++) {
        const trama_clip_point *p = clip->point;
        const double whole = kept == 3 ? sqrt(area(&p[0], &p[1], &p[2])) : 0.0;
        uint32_t best = kept;
        double most = 0.0;
        for (uint32_t i = kept; i < clip->count; i++) {
            const double g = gain(p, kept, whole, &p[i]);
            if (g > most * (1.0 + 1e-6)) {
                most = g;
                best = i;
            }
        }
        bring(clip, kept, best);
    }
    if (clip->count > TRAMA_MANIFOLD_POINTS)
        clip->count = TRAMA_MANIFOLD_POINTS;
}

/* Drops points out of reach; of points nearer than `merge` the deeper stays. */
static void thin_out(trama_clip *clip, double reach, double merge)
{
    uint32_t kept = 0;
    for (uint32_t i = 0; i < clip->count; i++) {
        const trama_clip_point p = clip->point[i];
        if (p.gap > reach)
            continue;
        uint32_t near = 0;
        while (near < kept && apart(p.a, clip->point[near].a) > merge * merge)
            near++;
        if (near == kept)
            clip->point[kept++] = p;
        else if (p.gap < clip->point[near].gap)
            clip->point[near] = p;
    }
    clip->count = kept;
}

/* ---- One pair. */

/* The deepest point, or the nearest if the shapes are apart. */
typedef struct touch {
    double normal[3], gap, a[3], b[3]; /* world */
} touch;

static bool touch_of_distance(const trama_convex *a, const trama_pose *pose_a,
                              const trama_convex *b, const trama_pose *pose_b, double reach,
                              touch *t)
{
    const trama_gjk_result r = trama_gjk(a, pose_a, b, pose_b, reach);
    if (!r.found)
        return false;
    t->gap = r.distance;
    memcpy(t->normal, r.normal, sizeof t->normal);
    memcpy(t->a, r.a, sizeof t->a);
    memcpy(t->b, r.b, sizeof t->b);
    return true;
}

/* Boxes that the axis of the step before still parts by more than reach are apart by it. */
static bool still_apart(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                        const trama_pose *pose_b, double reach, const trama_mpr_memory *memory)
{
    return memory && dot3(memory->normal, memory->normal) > 0.0 &&
           trama_sat_gap(a, pose_a, b, pose_b, memory->normal) > reach;
}

static trama_mpr_result mpr_of_axes(const trama_convex *a, const trama_pose *pose_a,
                                    const trama_convex *b, const trama_pose *pose_b,
                                    double preference, trama_mpr_memory *memory)
{
    const trama_sat_result r = trama_sat_boxes(a, pose_a, b, pose_b, preference);
    if (memory)
        turn_back(pose_a, r.normal, memory->normal);
    trama_mpr_result result = {.status = r.depth >= 0.0 ? TRAMA_MPR_HIT : TRAMA_MPR_APART,
                               .depth = r.depth};
    memcpy(result.normal, r.normal, sizeof result.normal);
    memcpy(result.a, r.a, sizeof result.a);
    memcpy(result.b, r.b, sizeof result.b);
    return result;
}

/* False: apart by more than reach. */
static bool find_touch(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                       const trama_pose *pose_b, const trama_manifold_options *options,
                       trama_mpr_memory *memory, touch *t, trama_mpr_status *status)
{
    const bool round = a->type->margin || b->type->margin;
    const bool boxes = a->type == b->type && a->type == &trama_convex_box;
    if (round && touch_of_distance(a, pose_a, b, pose_b, options->reach, t))
        return t->gap <= options->reach;
    const bool by_axes = boxes && options->boxes_by_axes;
    if (by_axes && still_apart(a, pose_a, b, pose_b, options->reach, memory))
        return false;
    const trama_mpr_result r =
        by_axes ? mpr_of_axes(a, pose_a, b, pose_b, 0.05 * options->reach, memory)
                : trama_mpr(a, pose_a, b, pose_b, &options->mpr, memory);
    *status = r.status;
    if (r.status == TRAMA_MPR_APART && -r.depth > options->reach)
        return false;
    if (r.status == TRAMA_MPR_APART && !round &&
        touch_of_distance(a, pose_a, b, pose_b, options->reach, t))
        return t->gap <= options->reach;
    t->gap = -r.depth;
    memcpy(t->normal, r.normal, sizeof t->normal);
    memcpy(t->a, r.a, sizeof t->a);
    memcpy(t->b, r.b, sizeof t->b);
    return true;
}

/* The face that looks along `direction` (world), in the frame of pose_a. */
static void face_along(const trama_convex *shape, const trama_pose *pose, const double direction[3],
                       const trama_pose *pose_a, trama_convex_face *face)
{
    double d[3], turned[3];
    const double between[3] = {pose->x[0] - pose_a->x[0], pose->x[1] - pose_a->x[1],
                               pose->x[2] - pose_a->x[2]};
    turn_back(pose, direction, d);
    shape->type->face(shape, d, face);
    if (pose == pose_a)
        return;
    for (uint32_t i = 0; i < face->count; i++) {
        turn(pose, face->x[i], turned);
        for (int k = 0; k < 3; k++)
            turned[k] += between[k];
        turn_back(pose_a, turned, face->x[i]);
    }
}

/* The touch itself, if no clipped point is as deep. */
static void add_deepest(trama_clip *clip, const touch *t, const trama_pose *pose_a, double slack)
{
    for (uint32_t i = 0; i < clip->count; i++)
        if (clip->point[i].gap <= t->gap + slack)
            return;
    if (clip->count == TRAMA_CLIP_POINTS)
        clip->count--;
    trama_clip_point *p = &clip->point[clip->count++];
    p->gap = t->gap;
    p->key = deepest_key;
    to_local(pose_a, t->a, p->a);
    to_local(pose_a, t->b, p->b);
}

static void emit(const trama_clip *clip, const trama_pose *pose_a, const trama_pose *pose_b,
                 trama_manifold *manifold)
{
    manifold->count = clip->count;
    for (uint32_t i = 0; i < clip->count; i++) {
        const trama_clip_point *from = &clip->point[i];
        trama_manifold_point *p = &manifold->point[i];
        memcpy(p->local_a, from->a, sizeof p->local_a);
        to_world(pose_a, from->a, p->a);
        to_world(pose_a, from->b, p->b);
        to_local(pose_b, p->b, p->local_b);
        p->gap = from->gap;
        p->key = from->key;
        p->from = TRAMA_MANIFOLD_NEW;
    }
}

/* A ball has no face that another could clip. */
static void clip_along(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                       const trama_pose *pose_b, const double normal[3], trama_clip *clip)
{
    trama_convex_face face_a, face_b;
    double n[3];
    const double back[3] = {-normal[0], -normal[1], -normal[2]};
    clip->count = 0;
    if (!a->type->face || !b->type->face)
        return;
    turn_back(pose_a, normal, n);
    face_along(a, pose_a, normal, pose_a, &face_a);
    face_along(b, pose_b, back, pose_a, &face_b);
    trama_clip_faces(&face_a, &face_b, n, clip);
}

void trama_manifold_find(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                         const trama_pose *pose_b, const trama_manifold_options *options,
                         trama_mpr_memory *memory, trama_manifold *manifold)
{
    trama_clip clip;
    touch t;
    manifold->count = 0;
    manifold->status = TRAMA_MPR_HIT;
    memset(manifold->normal, 0, sizeof manifold->normal);
    if (!find_touch(a, pose_a, b, pose_b, options, memory, &t, &manifold->status))
        return;
    memcpy(manifold->normal, t.normal, sizeof manifold->normal);
    clip_along(a, pose_a, b, pose_b, t.normal, &clip);
    add_deepest(&clip, &t, pose_a, 1e-2 * options->reach);
    thin_out(&clip, options->reach, options->merge);
    keep_four(&clip, 1e-4 * options->reach);
    emit(&clip, pose_a, pose_b, manifold);
}
