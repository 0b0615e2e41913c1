/* Boxes by separating axes: depths, axes, normals and points by hand, to the bit where the numbers
 * are powers of two. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/vec.h"
#include "rigid/sat.h"
#include "support/convex.h"
#include "support/near.h"

static void claim(const double found[3], double x, double y, double z)
{
    assert_near(found[0], x, 0.0);
    assert_near(found[1], y, 0.0);
    assert_near(found[2], z, 0.0);
}

/* Cubes of 1 and 0.5, their faces along the axes; the second on either side of the first. It is
 * deepest by the corner of its own that lies behind the face; that its other corners are as deep is
 * resolved by the sign of a zero. */
static void a_face_has_the_depth_of_the_nearest_side(void **state)
{
    (void)state;
    const trama_convex a = convex_make("box", 1, 1, 1), b = convex_make("box", 0.5, 0.5, 0.5);
    const trama_pose p = convex_at(2, 0, 0);
    for (int axis = 0; axis < 3; axis++)
        for (int side = -1; side <= 1; side += 2) {
            double at[3] = {2.0, 0.0, 0.0}, normal[3] = {0.0};
            at[axis] += side * 0.625;
            normal[axis] = side;
            const trama_pose q = convex_at(at[0], at[1], at[2]);
            const trama_sat_result r = trama_sat_boxes(&a, &p, &b, &q, 0.0);
            assert_near(r.depth, 0.125, 0.0);
            assert_int_equal(r.axis, axis);
            claim(r.normal, normal[0], normal[1], normal[2]);
            for (int i = 0; i < 3; i++) {
                assert_near(r.b[i] - r.a[i], -0.125 * normal[i], 0.0);
                assert_near(fabs(r.b[i] - at[i]), 0.25, 0.0);
            }
        }
}

/* Depth 0: they touch, and have points; nearer by nothing, apart they have a gap. */
static void boxes_that_touch_have_points(void **state)
{
    (void)state;
    const trama_convex a = convex_make("box", 1, 2, 4), b = convex_make("box", 0.5, 1, 2);
    const trama_pose p = convex_at(0, 0, 0), touching = convex_at(0.25, -1.5, 0.5),
                     apart = convex_at(0.25, -2, 0.5);
    const trama_sat_result r = trama_sat_boxes(&a, &p, &b, &touching, 0.0),
                           s = trama_sat_boxes(&a, &p, &b, &apart, 0.0);
    assert_near(r.depth, 0.0, 0.0);
    assert_int_equal(r.axis, 1);
    claim(r.normal, 0.0, -1.0, 0.0);
    assert_near(r.a[1], -1.0, 0.0);
    assert_near(r.b[1], -1.0, 0.0);
    assert_near(fabs(r.b[0] - 0.25), 0.25, 0.0);
    assert_near(fabs(r.b[2] - 0.5), 1.0, 0.0);
    assert_near(s.depth, -0.5, 0.0);
    claim(s.normal, 0.0, -1.0, 0.0);
}

/* Equal depths along several axes: the first stays, and of centres that coincide the normal looks
 * along its axis. */
static void the_first_of_equal_axes_is_taken(void **state)
{
    (void)state;
    const trama_convex a = convex_make("box", 1, 1, 1);
    const trama_pose p = convex_at(0, 0, 0), q = convex_at(0, 0.25, 0.25);
    const trama_sat_result same = trama_sat_boxes(&a, &p, &a, &p, 0.0),
                           two = trama_sat_boxes(&a, &p, &a, &q, 0.0);
    assert_int_equal(same.axis, 0);
    assert_near(same.depth, 1.0, 0.0);
    claim(same.normal, 1.0, 0.0, 0.0);
    assert_int_equal(two.axis, 1);
    assert_near(two.depth, 0.75, 0.0);
    claim(two.normal, 0.0, 1.0, 0.0);
}

/* A long beam lies on its edge under another across it, likewise on its edge: the edges cross above
 * the origin, the faces' depths are larger. By `preference` a face is taken. */
static void edges_cross_where_their_lines_do(void **state)
{
    (void)state;
    const double half = sqrt(0.5);
    const trama_convex a = convex_make("box", 4, 1, 1), b = convex_make("box", 1, 1, 4);
    trama_pose p = {.axes = {{1, 0, 0}, {0, half, -half}, {0, half, half}}, .x = {0.25, 0, 0}},
               q = {.axes = {{half, -half, 0}, {half, half, 0}, {0, 0, 1}},
                    .x = {0, 2.0 * half - 0.0625, 0.5}};
    const trama_sat_result r = trama_sat_boxes(&a, &p, &b, &q, 0.0),
                           faces = trama_sat_boxes(&a, &p, &b, &q, 10.0);
    assert_near(r.depth, 0.0625, 1e-15);
    assert_int_equal(r.axis, 6 + 3 * 0 + 2);
    assert_near(r.normal[1], 1.0, 1e-15);
    const double a_expected[3] = {0.0, half, 0.0}, b_expected[3] = {0.0, half - 0.0625, 0.0};
    for (int i = 0; i < 3; i++) {
        assert_near(r.a[i], a_expected[i], 1e-15);
        assert_near(r.b[i], b_expected[i], 1e-15);
    }
    assert_true(faces.axis < 6 && faces.depth > r.depth);
}

/* A cube on its edge before the face of another: the edge is as deep as the depth. */
static void an_edge_is_behind_the_face_of_the_second(void **state)
{
    (void)state;
    const double half = sqrt(0.5);
    const trama_convex cube = convex_make("box", 1, 1, 1);
    const trama_pose p = {.axes = {{half, -half, 0}, {half, half, 0}, {0, 0, 1}}},
                     q = convex_at(half + 0.375, 0.125, 0.25);
    const trama_sat_result r = trama_sat_boxes(&cube, &p, &cube, &q, 0.0);
    assert_near(r.depth, 0.125, 1e-15);
    assert_int_equal(r.axis, 3);
    assert_near(r.normal[0], 1.0, 1e-15);
    assert_near(r.a[0], half, 1e-15);
    assert_near(r.b[0], half - 0.125, 1e-15);
    assert_near(r.a[1], 0.0, 1e-15);
    assert_near(r.b[1], 0.0, 1e-15);
    assert_near(fabs(r.a[2]), 0.5, 1e-15);
}

/* The least and the most that corners of a box have along a direction of the world. */
static void shadow(const trama_convex *box, const trama_pose *pose, const double d[3],
                   double *least, double *most)
{
    *least = HUGE_VAL;
    *most = -HUGE_VAL;
    for (int c = 0; c < 8; c++) {
        const double corner[3] = {(c & 1 ? 0.5 : -0.5) * box->size[0],
                                  (c & 2 ? 0.5 : -0.5) * box->size[1],
                                  (c & 4 ? 0.5 : -0.5) * box->size[2]};
        double along = 0.0;
        for (int i = 0; i < 3; i++)
            along += d[i] * (pose->x[i] + dot3(pose->axes[i], corner));
        *least = fmin(*least, along);
        *most = fmax(*most, along);
    }
}

/* Boxes that are turned as 3 to 4 to 5, on either side, along directions of all three components:
 * the gap is between the shadows of their corners. */
static void a_gap_is_between_shadows(void **state)
{
    (void)state;
    const trama_convex a = convex_make("box", 1, 2, 4), b = convex_make("box", 0.5, 1, 2);
    const trama_pose p = {.axes = {{0.6, -0.8, 0}, {0.48, 0.36, -0.8}, {0.64, 0.48, 0.6}},
                          .x = {1, -2, 3}};
    const double axes[3][3] = {{0.48, 0.6, 0.64}, {-0.8, 0.36, 0.48}, {0.6, -0.8, 0}};
    for (int k = 0; k < 6; k++) {
        const double sign = k < 3 ? 1.0 : -1.0, *axis = axes[k % 3];
        const trama_pose q = {.axes = {{0.8, 0.6, 0}, {-0.36, 0.48, 0.8}, {0.48, -0.64, 0.6}},
                              .x = {1 + 8 * sign, -2 - 7 * sign, 3 + 9 * sign}};
        double d[3], low[2], high[2];
        for (int i = 0; i < 3; i++)
            d[i] = dot3(p.axes[i], axis);
        shadow(&a, &p, d, &low[0], &high[0]);
        shadow(&b, &q, d, &low[1], &high[1]);
        assert_near(trama_sat_gap(&a, &p, &b, &q, axis), fmax(low[1] - high[0], low[0] - high[1]),
                    1e-13);
    }
}

/* The gap along a direction of the first's frame: of the centres, less both halves. */
static void a_gap_is_between_the_sides(void **state)
{
    (void)state;
    const trama_convex a = convex_make("box", 1, 2, 4), b = convex_make("box", 0.5, 1, 2);
    const trama_pose p = {.axes = {{0, -1, 0}, {1, 0, 0}, {0, 0, 1}}, .x = {1, 1, 1}};
    const trama_pose q = convex_at(-2, 5, 8);
    const double axes[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
    const double gap[3] = {4 - 0.5 - 0.5, 3 - 1 - 0.25, 7 - 2 - 1};
    for (int k = 0; k < 3; k++)
        assert_near(trama_sat_gap(&a, &p, &b, &q, axes[k]), gap[k], 0.0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_face_has_the_depth_of_the_nearest_side),
        cmocka_unit_test(boxes_that_touch_have_points),
        cmocka_unit_test(the_first_of_equal_axes_is_taken),
        cmocka_unit_test(edges_cross_where_their_lines_do),
        cmocka_unit_test(an_edge_is_behind_the_face_of_the_second),
        cmocka_unit_test(a_gap_is_between_the_sides),
        cmocka_unit_test(a_gap_is_between_shadows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
