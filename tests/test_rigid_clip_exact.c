/* Common parts of faces where corners lie on sides to the bit, of small faces and of segments: by
 * hand, with keys and order. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rigid/clip.h"
#include "support/near.h"

static const double up[3] = {0.0, 0.0, 1.0};

static void claim(const trama_clip_point *p, double x, double y, double gap)
{
    assert_near(p->a[0], x, 0.0);
    assert_near(p->a[1], y, 0.0);
    assert_near(p->b[0], x, 0.0);
    assert_near(p->b[1], y, 0.0);
    assert_near(p->gap, gap, 0.0);
    assert_near(p->b[2] - p->a[2], gap, 0.0);
}

static trama_convex_face square(double side)
{
    return (trama_convex_face){.count = 4,
                               .corner = {20, 21, 22, 23},
                               .x = {{0, 0, 0}, {side, 0, 0}, {side, side, 0}, {0, side, 0}}};
}

/* A pentagon over a square, two of its corners on a side of it, one beyond: what is left are the
 * four corners that they have in common, as corners of the pentagon. */
static void corners_on_a_side_stay_corners(void **state)
{
    (void)state;
    const trama_convex_face under = square(1.0), above = {.count = 5,
                                                          .corner = {5, 6, 7, 8, 9},
                                                          .x = {{0, 0, 0.5},
                                                                {0, 1, 0.5},
                                                                {1, 1, 0.5},
                                                                {2, 0.5, 0.5},
                                                                {1, 0, 0.5}}};
    trama_clip clip;
    trama_clip_faces(&under, &above, up, &clip);
    assert_int_equal(clip.count, 4);
    claim(&clip.point[0], 0, 0, 0.5);
    claim(&clip.point[1], 0, 1, 0.5);
    claim(&clip.point[2], 1, 1, 0.5);
    claim(&clip.point[3], 1, 0, 0.5);
    const uint64_t corner[4] = {5, 6, 7, 9};
    for (uint32_t i = 0; i < 4; i++)
        assert_int_equal(clip.point[i].key, 2 * corner[i] + 1);
}

/* Faces of a quarter that lie on each other, and of a sixteenth. */
static void small_faces_share_their_corners(void **state)
{
    (void)state;
    for (int k = 2; k < 7; k++) {
        const double side = ldexp(1.0, -k);
        const trama_convex_face under = square(side);
        trama_convex_face above = under;
        trama_clip clip;
        for (uint32_t i = 0; i < 4; i++)
            for (int axis = 0; axis < 3; axis++)
                above.x[i][axis] = axis == 2 ? -0.125 : under.x[3 - i][axis];
        trama_clip_faces(&under, &above, up, &clip);
        assert_int_equal(clip.count, 4);
        for (uint32_t i = 0; i < 4; i++)
            claim(&clip.point[i], under.x[3 - i][0], under.x[3 - i][1], -0.125);
    }
}

/* The face of the second clips a segment of the first, however small it is. */
static void a_small_face_clips_a_segment_of_the_first(void **state)
{
    (void)state;
    const trama_convex_face segment = {
        .count = 2, .corner = {1, 2}, .x = {{0.0625, -1, -0.5}, {0.0625, 1, -0.5}}};
    trama_convex_face above = square(0.125);
    trama_clip clip;
    for (uint32_t i = 0; i < 4; i++)
        above.x[i][0] = (i == 1 || i == 2) ? 0.0 : 0.125; /* looks down */
    trama_clip_faces(&segment, &above, up, &clip);
    assert_int_equal(clip.count, 2);
    assert_near(fabs(clip.point[0].a[1] - clip.point[1].a[1]), 0.125, 0.0);
    for (uint32_t i = 0; i < 2; i++)
        claim(&clip.point[i], 0.0625, clip.point[i].a[1], 0.5);
}

/* A segment that comes in over a side: where it comes in is first, its end is its own corner. One
 * that goes out has them the other way round. */
static void a_segment_keeps_its_order(void **state)
{
    (void)state;
    const trama_convex_face under = square(1.0);
    for (int out = 0; out < 2; out++) {
        trama_convex_face segment = {.count = 2, .corner = {1, 2}};
        for (int k = 0; k < 2; k++) {
            segment.x[k][0] = k == out ? -1.0 : 0.5;
            segment.x[k][1] = 0.5;
            segment.x[k][2] = 0.25;
        }
        trama_clip clip;
        trama_clip_faces(&under, &segment, up, &clip);
        assert_int_equal(clip.count, 2);
        claim(&clip.point[out], 0.0, 0.5, 0.25);
        claim(&clip.point[!out], 0.5, 0.5, 0.25);
        assert_int_equal(clip.point[!out].key, 2 * (out ? 1 : 2) + 1);
        assert_true(clip.point[out].key >> 63 || clip.point[out].key > 100);
    }
}

/* Steep as it is, the first face clips what looks nowhere. */
static void a_steep_first_face_clips(void **state)
{
    (void)state;
    const double slope = 32.0;
    trama_convex_face under = square(1.0);
    const trama_convex_face segment = {
        .count = 2, .corner = {1, 2}, .x = {{0.25, 0.5, 64}, {0.75, 0.5, 64}}};
    trama_clip clip;
    for (uint32_t i = 0; i < 4; i++)
        under.x[i][2] = slope * under.x[i][0];
    trama_clip_faces(&under, &segment, up, &clip);
    assert_int_equal(clip.count, 2);
    claim(&clip.point[0], 0.25, 0.5, 64 - 8);
    claim(&clip.point[1], 0.75, 0.5, 64 - 24);
}

/* Segments in one line that meet in an end share no part, nor do those that have no length. */
static void segments_that_meet_in_an_end_share_nothing(void **state)
{
    (void)state;
    const trama_convex_face a = {.count = 2, .x = {{0, 0, 0}, {1, 0, 0}}},
                            end_on = {.count = 2, .x = {{1, 0, 0.5}, {2, 0, 0.5}}},
                            more = {.count = 2, .x = {{0.5, 0, 0.5}, {2, 0, 0.5}}},
                            none = {.count = 2, .x = {{0.5, 0, 0.5}, {0.5, 0, 0.5}}};
    trama_clip clip;
    trama_clip_faces(&a, &end_on, up, &clip);
    assert_int_equal(clip.count, 0);
    trama_clip_faces(&a, &none, up, &clip);
    assert_int_equal(clip.count, 0);
    trama_clip_faces(&none, &a, up, &clip);
    assert_int_equal(clip.count, 0);
    trama_clip_faces(&a, &more, up, &clip);
    assert_int_equal(clip.count, 2);
    claim(&clip.point[0], 0.5, 0.0, 0.5);
    claim(&clip.point[1], 1.0, 0.0, 0.5);
}

/* Away from the origin, one the other way round and rising: gaps are where the part ends. */
static void a_rising_segment_has_the_gaps_of_its_ends(void **state)
{
    (void)state;
    const trama_convex_face a = {.count = 2, .x = {{1, 2, 3}, {3, 2, 3}}},
                            b = {.count = 2, .x = {{4, 2, 5}, {2, 2, 4}}};
    trama_clip clip;
    trama_clip_faces(&a, &b, up, &clip);
    assert_int_equal(clip.count, 2);
    claim(&clip.point[0], 2, 2, 1);
    claim(&clip.point[1], 3, 2, 1.5);
    assert_near(clip.point[0].a[2], 3.0, 0.0);
    assert_near(clip.point[1].a[2], 3.0, 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(corners_on_a_side_stay_corners),
        cmocka_unit_test(small_faces_share_their_corners),
        cmocka_unit_test(a_small_face_clips_a_segment_of_the_first),
        cmocka_unit_test(a_segment_keeps_its_order),
        cmocka_unit_test(a_steep_first_face_clips),
        cmocka_unit_test(a_rising_segment_has_the_gaps_of_its_ends),
        cmocka_unit_test(segments_that_meet_in_an_end_share_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
