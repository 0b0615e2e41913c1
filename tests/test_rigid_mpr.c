/* Minkowski portal refinement: it decides boxes as separating axes in long double do, and gives
 * depths that part shapes of every kind and are no less than the least. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/vec.h"
#include "rigid/gjk.h"
#include "rigid/sat.h"
#include "support/convex_mpr.h"
#include "support/near.h"

static const trama_mpr_depth depths[] = {TRAMA_MPR_BOOLEAN, TRAMA_MPR_RAY, TRAMA_MPR_LEAST};

/* ---- Boxes against separating axes. */

/* All depths decide as the axes do, unless touching within 1e-6 of the smaller radius. */
static void decides_right(const trama_convex *a, const trama_pose *p, const trama_convex *b,
                          const trama_pose *q)
{
    const double overlap = (double)convex_box_overlap(a, p, b, q);
    if (fabs(overlap) < 1e-6 * fmin(a->radius, b->radius))
        return;
    for (int k = 0; k < 3; k++) {
        const trama_mpr_result r = mpr(a, p, b, q, depths[k]);
        assert_int_equal(r.status, overlap > 0.0 ? TRAMA_MPR_HIT : TRAMA_MPR_APART);
    }
}

static void boxes_are_decided_as_by_separating_axes(void **state)
{
    (void)state;
    trama_random random = {1};
    for (int i = 0; i < 20000; i++) {
        const trama_convex a = convex_box(&random, 0.2, 2.0), b = convex_box(&random, 0.2, 2.0);
        const trama_pose p = convex_pose(&random, 0.0), q = convex_pose(&random, 1.5);
        decides_right(&a, &p, &b, &q);
    }
}

/* Needles and plates of 1 : 1000, sizes of 1 : 1000 between the two. */
static void thin_and_unequal_boxes_are_decided_too(void **state)
{
    (void)state;
    trama_random random = {2};
    for (int i = 0; i < 20000; i++) {
        const trama_convex a = convex_box(&random, 1e-3, 1.0), b = convex_box(&random, 1e-3, 1.0);
        const trama_pose p = convex_pose(&random, 0.0),
                         q = convex_pose(&random, 0.4 * (a.radius + b.radius));
        decides_right(&a, &p, &b, &q);
    }
}

/* Parallel edges and faces, whose products vanish: turned by quarter turns, and by next to nothing.
 */
static void aligned_boxes_are_decided_too(void **state)
{
    (void)state;
    trama_random random = {3};
    static const double turn[] = {0.0, 0.0, 1e-9, 1e-5, -1e-7, 0.5, 0.70710678118654752};
    for (int i = 0; i < 20000; i++) {
        const trama_convex a = convex_box(&random, 0.5, 2.0), b = convex_box(&random, 0.5, 2.0);
        trama_pose p = convex_at(0.0, 0.0, 0.0), q = convex_pose(&random, 1.5);
        double u[4] = {1.0, 0.0, 0.0, 0.0};
        u[1 + trama_random_bits(&random) % 3] = turn[trama_random_bits(&random) % 7];
        u[0] = sqrt(1.0 - u[1] * u[1] - u[2] * u[2] - u[3] * u[3]);
        convex_axes(u, q.axes);
        for (int k = 0; k < 3; k++) /* often exactly in line */
            q.x[k] = trama_random_bits(&random) % 3 ? q.x[k] : 0.0;
        decides_right(&a, &p, &b, &q);
    }
}

/* Both depths are at least the least, and what they say parts the boxes: moved by it along the
 * normal, they overlap by no more than 1e-7. The excess over the least, as a share of it, is the
 * bias that docs/rigid.md reports: on these pairs 0.106 and 0.0089 in the mean. */
static void depths_part_boxes_and_are_no_less_than_the_least(void **state)
{
    (void)state;
    trama_random random = {4};
    double excess[2] = {0.0, 0.0};
    int hits = 0;
    for (int i = 0; i < 20000; i++) {
        const trama_convex a = convex_box(&random, 0.2, 2.0), b = convex_box(&random, 0.2, 2.0);
        const trama_pose p = convex_pose(&random, 0.0), q = convex_pose(&random, 1.0);
        const double least = (double)convex_box_overlap(&a, &p, &b, &q);
        if (least < 1e-3)
            continue;
        hits++;
        for (int k = 0; k < 2; k++) {
            const trama_mpr_result r = mpr(&a, &p, &b, &q, depths[1 + k]);
            trama_pose moved = q;
            assert_true(r.depth >= least - 1e-8);
            for (int j = 0; j < 3; j++)
                moved.x[j] += r.depth * r.normal[j];
            assert_true((double)convex_box_overlap(&a, &p, &b, &moved) < 1e-7);
            excess[k] += (r.depth - least) / least;
        }
    }
    assert_in_range(hits, 5000, 20000);
    print_message("mean excess over the least depth: ray %.4f, refined %.4f\n", excess[0] / hits,
                  excess[1] / hits);
    assert_true(excess[0] / hits < 0.2 && excess[0] / hits > 0.01);
    assert_true(excess[1] / hits < 0.02);
}

/* No further along any of some directions than the shape is. */
static void lies_in(const trama_convex *shape, const trama_pose *pose, const double x[3],
                    trama_random *random)
{
    for (int n = 0; n < 20; n++) {
        double d[3], local[3], furthest[3], from[3];
        for (int k = 0; k < 3; k++) {
            d[k] = trama_random_signed(random);
            from[k] = x[k] - pose->x[k];
        }
        for (int k = 0; k < 3; k++)
            local[k] = pose->axes[0][k] * d[0] + pose->axes[1][k] * d[1] + pose->axes[2][k] * d[2];
        shape->type->support(shape, local, NULL, furthest);
        assert_true(dot3(d, from) <= dot3(local, furthest) + 1e-12);
    }
}

/* And where edges cross, the points are in both boxes. */
static void the_axes_in_double_agree_with_long_double(void **state)
{
    (void)state;
    trama_random random = {5};
    int crossings = 0;
    for (int i = 0; i < 20000; i++) {
        const trama_convex a = convex_box(&random, 0.2, 2.0), b = convex_box(&random, 0.2, 2.0);
        const trama_pose p = convex_pose(&random, 0.0), q = convex_pose(&random, 1.5);
        const trama_sat_result r = trama_sat_boxes(&a, &p, &b, &q, 0.0);
        assert_near(r.depth, (double)convex_box_overlap(&a, &p, &b, &q), 1e-13);
        assert_near(dot3(r.normal, r.normal), 1.0, 1e-14);
        if (r.depth < 0.0)
            continue;
        for (int k = 0; k < 3; k++)
            assert_near(r.b[k] - r.a[k], -r.depth * r.normal[k], 1e-14);
        if (r.axis < 6)
            continue;
        crossings++;
        lies_in(&a, &p, r.a, &random);
        lies_in(&b, &q, r.b, &random);
    }
    assert_true(crossings > 100);
}

/* ---- Every kind with every kind. */

/* Moved along the normal by 1.001 of the depth they are apart; by 0.99 of the least depth they
 * overlap still. */
static void depths_part_shapes_of_every_kind(void **state)
{
    (void)state;
    trama_random random = {9};
    int most = 0;
    for (int i = 0; i < 5000; i++) {
        const trama_convex a = convex_any(&random), b = convex_any(&random);
        const trama_pose p = convex_pose(&random, 0.0), q = convex_pose(&random, 0.7);
        const trama_mpr_result r = mpr(&a, &p, &b, &q, TRAMA_MPR_LEAST);
        assert_int_not_equal(r.status, TRAMA_MPR_UNDECIDED);
        assert_int_equal(mpr(&a, &p, &b, &q, TRAMA_MPR_BOOLEAN).status, r.status);
        most = r.iterations > most ? r.iterations : most;
        if (r.status != TRAMA_MPR_HIT || r.depth < 1e-3)
            continue;
        trama_pose out = q, in = q;
        for (int k = 0; k < 3; k++) {
            out.x[k] += 1.001 * r.depth * r.normal[k];
            in.x[k] += 0.99 * r.depth * r.normal[k];
        }
        assert_int_equal(mpr(&a, &p, &b, &out, TRAMA_MPR_BOOLEAN).status, TRAMA_MPR_APART);
        assert_int_equal(mpr(&a, &p, &b, &in, TRAMA_MPR_BOOLEAN).status, TRAMA_MPR_HIT);
    }
    print_message("most iterations of one search: %d\n", most);
}

/* Two cones, the one upside down above the other: the line of their centres goes through both
 * apexes, which are where they touch. Let in to each other, and apart. */
static void apexes_on_the_line_of_centres_are_the_points(void **state)
{
    (void)state;
    const trama_convex low = convex_make("cone", 0.5, 1.0, 0),
                       high = convex_make("cone", 0.8, 2.0, 0);
    const trama_pose p = convex_at(0, 0, 0);
    for (int i = 0; i < 8; i++) {
        const double depth = 0.1 - 0.03 * i;
        const trama_pose q = {{0.0, 0.0, 0.75 + 1.5 - depth}, {{1, 0, 0}, {0, -1, 0}, {0, 0, -1}}};
        const trama_mpr_result r = mpr(&low, &p, &high, &q, TRAMA_MPR_RAY);
        assert_int_equal(r.status, depth > 0.0 ? TRAMA_MPR_HIT : TRAMA_MPR_APART);
        assert_near(r.depth, depth, 1e-12);
        for (int k = 0; k < 3; k++) {
            assert_near(r.normal[k], k == 2 ? 1.0 : 0.0, 1e-12);
            if (depth > 0.0) {
                assert_near(r.a[k], k == 2 ? 0.75 : 0.0, 1e-12);
                assert_near(r.b[k], k == 2 ? 0.75 - depth : 0.0, 1e-12);
            }
        }
    }
}

/* What parts shapes that are apart: between the planes through their furthest points along the
 * normal lies as much as is said, or more. */
static void what_parts_shapes_is_as_wide_as_it_is_said(void **state)
{
    (void)state;
    trama_random random = {15};
    int apart = 0;
    for (int i = 0; i < 3000; i++) {
        const trama_convex a = convex_any(&random), b = convex_any(&random);
        const trama_pose p = convex_pose(&random, 0.0), q = convex_pose(&random, 3.0);
        const trama_mpr_result r = mpr(&a, &p, &b, &q, i % 2 ? TRAMA_MPR_RAY : TRAMA_MPR_LEAST);
        double to[3], back[3], of_a[3], of_b[3], gap = 0.0;
        uint32_t hint[2] = {0, 0};
        if (r.status != TRAMA_MPR_APART)
            continue;
        apart++;
        for (int k = 0; k < 3; k++) {
            to[k] = back[k] = 0.0;
            for (int j = 0; j < 3; j++) {
                to[k] += p.axes[j][k] * r.normal[j];
                back[k] -= q.axes[j][k] * r.normal[j];
            }
        }
        a.type->support(&a, to, &hint[0], of_a);
        b.type->support(&b, back, &hint[1], of_b);
        gap = dot3(q.x, r.normal) - dot3(of_b, back) - dot3(p.x, r.normal) - dot3(of_a, to);
        assert_near(dot3(r.normal, r.normal), 1.0, 1e-12);
        assert_true(r.depth <= 0.0 && gap > 0.0 && -r.depth <= gap + 1e-11);
    }
    assert_true(apart > 1000);
}

/* Two spheres: depth r1 + r2 - d, along the line of their centres. The tolerance is of lengths, so
 * the angle of the normal is known to its root. */
static void spheres_have_the_depth_of_the_closed_form(void **state)
{
    (void)state;
    trama_random random = {10};
    for (int i = 0; i < 2000; i++) {
        const trama_convex a = convex_make("sphere", convex_between(&random, 0.5, 1), 0, 0),
                           b = convex_make("sphere", convex_between(&random, 0.5, 1), 0, 0);
        const trama_pose p = convex_pose(&random, 0.0), q = convex_pose(&random, 0.8);
        const double distance = sqrt(dot3(q.x, q.x)), depth = a.radius + b.radius - distance;
        const trama_mpr_result r = mpr(&a, &p, &b, &q, TRAMA_MPR_LEAST);
        if (depth < 0.0)
            continue;
        assert_near(r.depth, depth, 1e-14);
        for (int k = 0; k < 3; k++)
            assert_near(r.normal[k], q.x[k] / distance, 1e-14);
    }
}

/* The nearest points are in the shapes, so the distance is an upper bound; a plane parts the shapes
 * by as much, so it is a lower one; and moved together by a little less they do not overlap. */
static void distances_are_bounded_from_both_sides(void **state)
{
    (void)state;
    trama_random random = {11};
    for (int i = 0; i < 5000; i++) {
        const trama_convex a = convex_any(&random), b = convex_any(&random);
        const trama_pose p = convex_pose(&random, 0.0), q = convex_pose(&random, 3.0);
        const trama_gjk_result r = trama_gjk(&a, &p, &b, &q, (double)INFINITY);
        if (!r.found || r.distance < 1e-3)
            continue;
        assert_true(r.converged);
        assert_near(r.least, r.distance, 1e-11);
        lies_in(&a, &p, r.a, &random);
        lies_in(&b, &q, r.b, &random);
        trama_pose out = q;
        for (int k = 0; k < 3; k++) {
            out.x[k] -= (r.distance - 1e-4) * r.normal[k];
            assert_near(r.b[k] - r.a[k], r.distance * r.normal[k], 1e-12);
        }
        assert_int_equal(mpr(&a, &p, &b, &out, TRAMA_MPR_BOOLEAN).status, TRAMA_MPR_APART);
    }
}

/* ---- Warm start. */

static void a_warm_start_changes_no_answer(void **state)
{
    (void)state;
    trama_random random = {12};
    const trama_mpr_options options = trama_mpr_default();
    for (int i = 0; i < 200; i++) {
        const trama_convex a = convex_any(&random), b = convex_any(&random);
        trama_pose p = convex_pose(&random, 0.0), q = convex_pose(&random, 1.2);
        trama_mpr_memory memory = {{0}, {0}};
        for (int step = 0; step < 30; step++) {
            q.x[0] -= 0.02 * q.x[0];
            const trama_mpr_result warm = trama_mpr(&a, &p, &b, &q, &options, &memory),
                                   cold = trama_mpr(&a, &p, &b, &q, &options, NULL);
            assert_int_equal(warm.status, cold.status);
            if (warm.status == TRAMA_MPR_HIT)
                assert_true(warm.depth <= cold.depth + 1e-8);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(boxes_are_decided_as_by_separating_axes),
        cmocka_unit_test(thin_and_unequal_boxes_are_decided_too),
        cmocka_unit_test(aligned_boxes_are_decided_too),
        cmocka_unit_test(depths_part_boxes_and_are_no_less_than_the_least),
        cmocka_unit_test(the_axes_in_double_agree_with_long_double),
        cmocka_unit_test(depths_part_shapes_of_every_kind),
        cmocka_unit_test(apexes_on_the_line_of_centres_are_the_points),
        cmocka_unit_test(what_parts_shapes_is_as_wide_as_it_is_said),
        cmocka_unit_test(spheres_have_the_depth_of_the_closed_form),
        cmocka_unit_test(distances_are_bounded_from_both_sides),
        cmocka_unit_test(a_warm_start_changes_no_answer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
