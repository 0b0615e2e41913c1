/* The common part of two faces against the intersection of their shadows, by corners and crossings:
 * its corners, its area, the gaps at them; and the keys, which stay as the faces move a little. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/vec.h"
#include "rigid/clip.h"
#include "support/convex.h"
#include "support/near.h"

enum { MOST = 128 };

/* A frame in which faces are drawn: n is the direction along which they face each other. */
typedef struct frame {
    double e[2][3], n[3];
} frame;

static frame draw_frame(trama_random *random)
{
    const trama_pose pose = convex_pose(random, 0.0);
    frame f;
    for (int i = 0; i < 3; i++) {
        f.e[0][i] = pose.axes[i][0];
        f.e[1][i] = pose.axes[i][1];
        f.n[i] = pose.axes[i][2];
    }
    return f;
}

/* A polygon on a circle about `at`, or a segment, on a plane of two slopes: counter-clockwise seen
 * from n, or against it. */
static trama_convex_face draw_face(trama_random *random, const frame *f, uint32_t count,
                                   const double at[2], const double slope[2], double height,
                                   bool upwards)
{
    trama_convex_face face = {.count = count};
    const double first = 3.0 * trama_random_signed(random);
    for (uint32_t i = 0; i < count; i++) {
        const double share = ((double)i + 0.3 * trama_random_signed(random)) / (double)count;
        const double angle = first + (upwards ? 6.283185307179586 : -6.283185307179586) * share;
        const double x = at[0] + 1.3 * cos(angle), y = at[1] + sin(angle);
        const double z = height + slope[0] * x + slope[1] * y;
        for (int k = 0; k < 3; k++)
            face.x[i][k] = x * f->e[0][k] + y * f->e[1][k] + z * f->n[k];
        face.corner[i] = 11 + 3 * i;
    }
    return face;
}

static void shadow(const frame *f, const double x[3], double p[2])
{
    p[0] = dot3(f->e[0], x);
    p[1] = dot3(f->e[1], x);
}

static double turn(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

/* Whether p is in the shadow of a polygon, by so much: the least distance to its sides. */
static double inside(const frame *f, const trama_convex_face *face, const double p[2])
{
    double least = 1e300, area = 0.0;
    for (uint32_t i = 0; i < face->count; i++) {
        double a[2], b[2];
        shadow(f, face->x[i], a);
        shadow(f, face->x[(i + 1) % face->count], b);
        area += a[0] * b[1] - a[1] * b[0];
    }
    for (uint32_t i = 0; i < face->count; i++) {
        double a[2], b[2];
        shadow(f, face->x[i], a);
        shadow(f, face->x[(i + 1) % face->count], b);
        const double height = turn(a, b, p) / hypot(b[0] - a[0], b[1] - a[1]);
        least = fmin(least, area > 0.0 ? height : -height);
    }
    return least;
}

typedef struct corners {
    size_t count;
    double p[MOST][2];
} corners;

static void note(corners *c, const double p[2])
{
    memcpy(c->p[c->count++], p, sizeof c->p[0]);
}

static void add_within(const frame *f, const trama_convex_face *a, const trama_convex_face *b,
                       corners *c)
{
    for (uint32_t i = 0; i < a->count; i++) {
        double p[2];
        shadow(f, a->x[i], p);
        if (b->count > 2 && inside(f, b, p) > 0.0)
            note(c, p);
    }
}

/* Of sides; a segment has one. */
static void add_crossings(const frame *f, const trama_convex_face *a, const trama_convex_face *b,
                          corners *c)
{
    for (uint32_t i = 0; i < (a->count == 2 ? 1 : a->count); i++)
        for (uint32_t j = 0; j < (b->count == 2 ? 1 : b->count); j++) {
            double p[2], q[2], r[2], s[2], x[2];
            shadow(f, a->x[i], p);
            shadow(f, a->x[(i + 1) % a->count], q);
            shadow(f, b->x[j], r);
            shadow(f, b->x[(j + 1) % b->count], s);
            const double from = turn(r, s, p), to = turn(r, s, q);
            if (from * to >= 0.0 || turn(p, q, r) * turn(p, q, s) >= 0.0)
                continue;
            for (int k = 0; k < 2; k++)
                x[k] = p[k] + from / (from - to) * (q[k] - p[k]);
            note(c, x);
        }
}

static corners meet(const frame *f, const trama_convex_face *a, const trama_convex_face *b)
{
    corners c = {.count = 0};
    add_within(f, a, b, &c);
    add_within(f, b, a, &c);
    add_crossings(f, a, b, &c);
    return c;
}

/* The height over the shadow of a point on a face's plane. */
static double height_of(const frame *f, const double slope[2], double height, const double x[3])
{
    double p[2];
    shadow(f, x, p);
    return height + slope[0] * p[0] + slope[1] * p[1];
}

typedef struct pair {
    frame f;
    trama_convex_face a, b;
    double slope[2][2], height[2];
} pair;

static pair draw_pair(trama_random *random, uint32_t first, uint32_t second)
{
    pair p = {.f = draw_frame(random), .height = {0.0, convex_between(random, -0.1, 0.1)}};
    const double at[2][2] = {
        {trama_random_signed(random), trama_random_signed(random)},
        {1.2 * trama_random_signed(random), 1.2 * trama_random_signed(random)}};
    for (int side = 0; side < 2; side++)
        for (int k = 0; k < 2; k++)
            p.slope[side][k] = 0.2 * trama_random_signed(random);
    p.a = draw_face(random, &p.f, first, at[0], p.slope[0], p.height[0], true);
    p.b = draw_face(random, &p.f, second, at[1], p.slope[1], p.height[1], false);
    return p;
}

static double distance_to(const corners *c, const frame *f, const double x[3])
{
    double p[2], least = 1e300;
    shadow(f, x, p);
    for (size_t i = 0; i < c->count; i++)
        least = fmin(least, hypot(p[0] - c->p[i][0], p[1] - c->p[i][1]));
    return least;
}

/* Each of the two points of a contact is on its face's plane, and one lies along the direction that
 * the other's face has: b - a is the gap. A gap is measured along n from the plane of the face that
 * clips. */
static void check_points(const pair *p, const trama_clip *clip)
{
    for (uint32_t i = 0; i < clip->count; i++) {
        const trama_clip_point *at = &clip->point[i];
        double apart[3];
        for (int k = 0; k < 3; k++) {
            apart[k] = at->b[k] - at->a[k];
            assert_near(apart[k], at->gap * p->f.n[k], 1e-12);
        }
        assert_near(dot3(p->f.n, at->a), height_of(&p->f, p->slope[0], p->height[0], at->a), 1e-12);
        assert_near(dot3(p->f.n, at->b), height_of(&p->f, p->slope[1], p->height[1], at->b), 1e-12);
        for (uint32_t j = 0; j < i; j++)
            assert_true(at->key != clip->point[j].key);
    }
}

static void check_pair(const pair *p)
{
    const corners c = meet(&p->f, &p->a, &p->b);
    trama_clip clip;
    trama_clip_faces(&p->a, &p->b, p->f.n, &clip);
    assert_int_equal(clip.count, c.count);
    for (uint32_t i = 0; i < clip.count; i++)
        assert_near(distance_to(&c, &p->f, clip.point[i].a), 0.0, 1e-11);
    check_points(p, &clip);
}

/* Faces of 3 to 9 corners, and segments against them on either side. */
static void the_common_part_has_the_corners_of_both_shadows(void **state)
{
    (void)state;
    trama_random random = {12};
    size_t met = 0;
    for (int trial = 0; trial < 3000; trial++) {
        const uint32_t first = 2 + (uint32_t)(trama_random_bits(&random) % 8),
                       second = 2 + (uint32_t)(trama_random_bits(&random) % 8);
        const pair p = draw_pair(&random, first, second);
        if (first == 2 && second == 2)
            continue;
        check_pair(&p);
        met += meet(&p.f, &p.a, &p.b).count > 0;
    }
    assert_true(met > 1500);
}

/* The same features give the same keys when both have moved a little, other ones others. */
static void keys_stay_while_features_do(void **state)
{
    (void)state;
    trama_random random = {13};
    size_t kept = 0, all = 0;
    for (int trial = 0; trial < 500; trial++) {
        pair p = draw_pair(&random, 4, 5);
        trama_clip before, after;
        trama_clip_faces(&p.a, &p.b, p.f.n, &before);
        for (uint32_t i = 0; i < p.b.count; i++)
            for (int k = 0; k < 3; k++)
                p.b.x[i][k] += 1e-4 * p.f.e[0][k];
        trama_clip_faces(&p.a, &p.b, p.f.n, &after);
        for (uint32_t i = 0; i < after.count; i++)
            for (uint32_t j = 0; j < before.count; j++) {
                if (after.point[i].key != before.point[j].key)
                    continue;
                kept++;
                for (int k = 0; k < 3; k++)
                    assert_near(after.point[i].a[k], before.point[j].a[k], 2e-3);
            }
        all += after.count;
    }
    assert_true(kept > 99 * all / 100);
}

/* Segments along one line but for a small angle: the ends of what they share along the first. */
static void parallel_segments_share_a_part(void **state)
{
    (void)state;
    trama_random random = {14};
    size_t met = 0;
    for (int trial = 0; trial < 500; trial++) {
        const frame f = draw_frame(&random);
        const double from = trama_random_signed(&random), to = from + 1.0 + 0.3 * from,
                     gap = 0.05 * trama_random_signed(&random);
        const bool reversed = trial % 2;
        trama_convex_face a = {.count = 2}, b = {.count = 2};
        trama_clip clip;
        for (int k = 0; k < 3; k++) {
            a.x[0][k] = 0.0;
            a.x[1][k] = 1.5 * f.e[0][k];
            b.x[reversed][k] = from * f.e[0][k] + gap * f.n[k];
            b.x[!reversed][k] = to * f.e[0][k] + gap * f.n[k];
        }
        trama_clip_faces(&a, &b, f.n, &clip);
        const double low = fmax(0.0, from), high = fmin(1.5, to);
        assert_int_equal(clip.count, low < high ? 2 : 0);
        for (uint32_t i = 0; i < clip.count; i++) {
            const trama_clip_point *at = &clip.point[i];
            assert_int_equal(at->key, i);
            assert_near(at->gap, gap, 1e-12);
            for (int k = 0; k < 3; k++) {
                assert_near(at->a[k], (i ? high : low) * f.e[0][k], 1e-12);
                assert_near(at->b[k], at->a[k] + gap * f.n[k], 1e-12);
            }
        }
        met += clip.count > 0;
    }
    assert_true(met > 200 && met < 500);
}

/* At 1e-2 rad and beside each other; at 2e-2 they cross, and share no part. */
static void segments_are_parallel_to_a_hundredth(void **state)
{
    (void)state;
    const double n[3] = {0.0, 0.0, 1.0};
    for (int trial = 0; trial < 8; trial++) {
        const double slope = (trial % 2 ? 0.0102 : 0.0098) * (trial / 2 % 2 ? -1.0 : 1.0);
        const trama_convex_face a = {.count = 2, .x = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}}},
                                b = {.count = 2,
                                     .x = {{0.25, trial > 3 ? 0.125 : 0.0, 0.5},
                                           {3.25, 3.0 * slope + (trial > 3 ? 0.125 : 0.0), 0.5}}};
        trama_clip clip;
        trama_clip_faces(&a, &b, n, &clip);
        assert_int_equal(clip.count, trial % 2 ? 0 : 2);
        if (clip.count == 0)
            continue;
        assert_near(clip.point[0].a[0], 0.25, 1e-12);
        assert_near(clip.point[1].a[0], 1.0, 1e-12);
        assert_near(clip.point[1].gap, 0.5, 1e-12);
    }
}

/* A point has no area to clip, and faces that look alike are clipped by the first. */
static void who_clips_is_the_face_that_looks_along_the_direction(void **state)
{
    (void)state;
    const double n[3] = {0.0, 0.0, 1.0};
    const trama_convex_face square = {
        .count = 4, .corner = {1, 2, 3, 4}, .x = {{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}};
    const trama_convex_face point = {.count = 1, .x = {{0.0, 0.0, 0.1}}};
    trama_convex_face under = {.count = 4, .corner = {5, 6, 7, 8}};
    trama_clip clip;
    trama_clip_faces(&square, &point, n, &clip);
    assert_int_equal(clip.count, 0);
    trama_clip_faces(&point, &square, (double[]){0.0, 0.0, -1.0}, &clip);
    assert_int_equal(clip.count, 0);
    for (int trial = 0; trial < 3; trial++) {
        trama_convex_face tilted = square;
        const double slope = trial == 0 ? 0.0 : trial == 1 ? 0.03 : 0.06; /* 1 - cos: 5e-4, 2e-3 */
        for (uint32_t i = 0; i < 4; i++) {
            const double x = 0.5 * square.x[i][0], y = -0.5 * square.x[i][1];
            memcpy(under.x[i], (double[]){x, y, 0.2}, sizeof under.x[i]);
            tilted.x[i][2] = slope * square.x[i][0];
        }
        trama_clip_faces(&tilted, &under, n, &clip);
        assert_int_equal(clip.count, 4);
        for (uint32_t i = 0; i < 4; i++) /* corners of the one that is clipped, and who clips */
            assert_int_equal(clip.point[i].key % 2, trial < 2);
    }
}

/* However steep a face is, as long as it looks towards the other: a segment below it has both ends
 * under it, at the gaps that the slope says. Points are of the segment and of the face. */
static void a_steep_face_clips_a_segment(void **state)
{
    (void)state;
    const double n[3] = {0.0, 0.0, 1.0};
    const trama_convex_face segment = {
        .count = 2, .corner = {1, 2}, .x = {{0, -0.5, 0}, {0.2, 0.5, 0}}};
    for (int k = 0; k < 7; k++) {
        const double slope = ldexp(0.5, k); /* at last 1.8 degrees from upright */
        trama_convex_face face = {.count = 4, .corner = {5, 6, 7, 8}};
        trama_clip clip;
        for (uint32_t i = 0; i < 4; i++) {
            const double x = i == 0 || i == 3 ? -1.0 : 1.0, y = i < 2 ? 1.0 : -1.0; /* downwards */
            memcpy(face.x[i], (double[]){x, y, 0.3 + slope * x}, sizeof face.x[i]);
        }
        trama_clip_faces(&segment, &face, n, &clip);
        assert_int_equal(clip.count, 2);
        for (uint32_t i = 0; i < 2; i++) {
            const double x = clip.point[i].a[0];
            assert_near(clip.point[i].a[2], 0.0, 1e-12);
            assert_near(x - 0.2 * (clip.point[i].a[1] + 0.5), 0.0, 1e-12);
            assert_near(clip.point[i].gap, 0.3 + slope * x, 1e-10);
            assert_near(clip.point[i].b[2], 0.3 + slope * x, 1e-10);
        }
        assert_near(fabs(clip.point[0].a[1] - clip.point[1].a[1]), 1.0, 1e-12);
    }
}

/* Along a direction in their planes, or out of their backs, no face has another above it. */
static void faces_that_look_elsewhere_share_nothing(void **state)
{
    (void)state;
    const double n[3] = {0.0, 0.0, 1.0};
    const trama_convex_face faces[] = {
        {.count = 4, .x = {{-1, 0, -1}, {1, 0, -1}, {1, 0, 1}, {-1, 0, 1}}}, /* from the side */
        {.count = 4, .x = {{-1, 0, 1}, {1, 0, 1}, {1, 0, -1}, {-1, 0, -1}}},
        {.count = 3, .x = {{-1, 0, 0}, {0, 0, 0}, {1, 0, 0}}}, /* without area */
        {.count = 2, .x = {{-1, 0.5, 0}, {1, -0.5, 0}}},
    };
    const trama_convex_face down = {.count = 3, .x = {{-1, -1, 0}, {0, 2, 0}, {1, -1, 0}}},
                            up = {.count = 3, .x = {{-1, -1, 0}, {1, -1, 0}, {0, 2, 0}}};
    trama_clip clip;
    for (size_t i = 0; i < 16; i++)
        if (i != 15) { /* two segments, which cross */
            trama_clip_faces(&faces[i / 4], &faces[i % 4], n, &clip);
            assert_int_equal(clip.count, 0);
        }
    for (size_t i = 0; i < 4; i++) {
        trama_clip_faces(&down, &faces[i], n, &clip);
        assert_int_equal(clip.count, 0);
        trama_clip_faces(&faces[i], &up, n, &clip);
        assert_int_equal(clip.count, 0);
    }
    trama_clip_faces(&down, &up, n, &clip);
    assert_int_equal(clip.count, 0);
    trama_clip_faces(&up, &down, n, &clip);
    assert_int_equal(clip.count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_common_part_has_the_corners_of_both_shadows),
        cmocka_unit_test(keys_stay_while_features_do),
        cmocka_unit_test(parallel_segments_share_a_part),
        cmocka_unit_test(segments_are_parallel_to_a_hundredth),
        cmocka_unit_test(who_clips_is_the_face_that_looks_along_the_direction),
        cmocka_unit_test(a_steep_face_clips_a_segment),
        cmocka_unit_test(faces_that_look_elsewhere_share_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
