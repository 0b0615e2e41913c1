/* Continuous detection and proximity on queries whose answer is known on paper. test_ccd_exact.c
 * holds them against exact arithmetic. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "collision/ccd.h"
#include "core/random.h"
#include "support/near.h"

static const trama_four face = {{{0.2, 0.3, 1.0}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};
static const trama_four cross_edges = {{{-1, 0, 1}, {1, 0, 1}, {0, -1, 0}, {0, 1, 0}}};

/* Moves the first `count` points. */
static trama_four moved(const trama_four *points, int count, double x, double y, double z)
{
    trama_four to = *points;
    for (int i = 0; i < count; i++) {
        to.x[i][0] += x;
        to.x[i][1] += y;
        to.x[i][2] += z;
    }
    return to;
}

static void a_falling_vertex_hits_where_and_when_it_must(void **state)
{
    (void)state;
    const trama_ccd_options options = trama_ccd_default();
    const trama_four down = moved(&face, 1, 0, 0, -4);
    const trama_ccd_hit hit = trama_ccd_vertex_face(&face, &down, &options);
    assert_int_equal(hit.status, TRAMA_CCD_HIT);
    assert_true(hit.toi <= 0.25 && hit.toi > 0.25 - 2e-6);
    static const double weight[4] = {1, -0.5, -0.2, -0.3}, normal[3] = {0, 0, 1};
    for (int i = 0; i < 4; i++)
        assert_near(hit.weight[i], weight[i], 1e-9);
    for (int i = 0; i < 3; i++)
        assert_near(hit.normal[i], normal[i], 1e-9);
}

static void the_separation_is_kept_and_not_more(void **state)
{
    (void)state;
    trama_ccd_options options = trama_ccd_default();
    options.separation = 0.1;
    const trama_four down = moved(&face, 1, 0, 0, -4), near = moved(&face, 1, 0, 0, -0.9 + 1e-9),
                     beside = moved(&face, 1, 2, 0, 0);
    const trama_ccd_hit hit = trama_ccd_vertex_face(&face, &down, &options);
    assert_int_equal(hit.status, TRAMA_CCD_HIT);
    assert_true(hit.toi <= 0.225 && hit.toi > 0.225 - 2e-6);
    const trama_ccd_hit none = trama_ccd_vertex_face(&face, &near, &options);
    assert_int_equal(none.status, TRAMA_CCD_CLEAR);
    assert_true(none.toi == 1.0);
    assert_int_equal(trama_ccd_vertex_face(&face, &beside, &options).status, TRAMA_CCD_CLEAR);
}

static void edges_that_cross_hit_and_edges_that_pass_do_not(void **state)
{
    (void)state;
    const trama_ccd_options options = trama_ccd_default();
    const trama_four down = moved(&cross_edges, 2, 0.5, 0, -2),
                     past = moved(&cross_edges, 2, 2.5, 0, -2);
    const trama_ccd_hit hit = trama_ccd_edge_edge(&cross_edges, &down, &options);
    assert_int_equal(hit.status, TRAMA_CCD_HIT);
    assert_true(hit.toi <= 0.5 && hit.toi > 0.5 - 2e-6);
    static const double weight[4] = {0.625, 0.375, -0.5, -0.5};
    for (int i = 0; i < 4; i++)
        assert_near(hit.weight[i], weight[i], 1e-5);
    assert_near(hit.normal[2], 1.0, 1e-9);
    assert_int_equal(trama_ccd_edge_edge(&cross_edges, &past, &options).status, TRAMA_CCD_CLEAR);
}

static void what_touches_at_the_start_hits_at_0(void **state)
{
    (void)state;
    const trama_ccd_options options = trama_ccd_default();
    const trama_four on = moved(&face, 1, 0, 0, -1), below = moved(&face, 1, 0, 0, -2);
    const trama_ccd_hit hit = trama_ccd_vertex_face(&on, &below, &options);
    assert_int_equal(hit.status, TRAMA_CCD_HIT);
    assert_true(hit.toi == 0.0);
    assert_near(hit.normal[2], 1.0, 1e-12); /* against the motion */
}

/* The corners are 0 at the end, and so is every bound that is a multiple of them. */
static void what_shrinks_to_one_point_at_the_end_hits(void **state)
{
    (void)state;
    const trama_ccd_options options = trama_ccd_default();
    static const trama_four point = {{{0, 0, 0}}};
    assert_int_equal(trama_ccd_vertex_face(&face, &point, &options).status, TRAMA_CCD_HIT);
    assert_int_equal(trama_ccd_edge_edge(&cross_edges, &point, &options).status, TRAMA_CCD_HIT);
}

static void the_limit_of_work_is_reported(void **state)
{
    (void)state;
    trama_ccd_options options = trama_ccd_default();
    options.work = 0;
    const trama_four down = moved(&face, 1, 0, 0, -4);
    const trama_ccd_hit hit = trama_ccd_vertex_face(&face, &down, &options);
    assert_int_equal(hit.status, TRAMA_CCD_UNDECIDED);
    assert_true(hit.toi == 0.0);
}

static void numbers_that_are_none_are_never_clear(void **state)
{
    (void)state;
    const trama_ccd_options options = trama_ccd_default();
    static const double strange[] = {(double)NAN, (double)INFINITY, 1e200, -1e308};
    for (int i = 0; i < 24; i++)
        for (size_t k = 0; k < sizeof strange / sizeof *strange; k++) {
            trama_four x0 = face, x1 = face;
            (i < 12 ? &x0 : &x1)->x[i % 12 / 3][i % 3] = strange[k];
            assert_int_not_equal(trama_ccd_vertex_face(&x0, &x1, &options).status, TRAMA_CCD_CLEAR);
            assert_int_not_equal(trama_ccd_edge_edge(&x0, &x1, &options).status, TRAMA_CCD_CLEAR);
        }
}

static trama_four times(const trama_four *points, double scale)
{
    trama_four to = *points;
    for (int i = 0; i < 12; i++)
        to.x[i / 3][i % 3] *= scale;
    return to;
}

/* Squares, and products of squares, underflow and overflow long before coordinates do. */
static void no_size_hides_a_collision(void **state)
{
    (void)state;
    const trama_ccd_options options = trama_ccd_default();
    const trama_four down = moved(&face, 1, 0, 0, -4), across = moved(&cross_edges, 2, 0.5, 0, -2);
    for (int power = -320; power <= 305; power += 5) {
        const double scale = pow(10.0, power);
        const trama_four a = times(&face, scale), b = times(&down, scale),
                         c = times(&cross_edges, scale), d = times(&across, scale);
        const trama_ccd_hit hit = trama_ccd_vertex_face(&a, &b, &options);
        assert_int_not_equal(hit.status, TRAMA_CCD_CLEAR);
        assert_int_not_equal(trama_ccd_edge_edge(&c, &d, &options).status, TRAMA_CCD_CLEAR);
        if (power >= -70 && power <= 70)
            assert_near(hit.toi, 0.25, 2e-6);
    }
}

static void parallel_edges_have_closest_points(void **state)
{
    (void)state;
    static const trama_four overlap = {{{0, 0, 0}, {1, 0, 0}, {0.5, 0, 0.1}, {2, 0, 0.1}}},
                            apart = {{{0, 0, 0}, {1, 0, 0}, {4, 0, 4}, {7, 0, 4}}},
                            points = {{{0, 0, 0}, {0, 0, 0}, {3, 4, 0}, {3, 4, 0}}};
    assert_near(trama_closest_edge_edge(&overlap).squared, 0.01, 1e-15);
    assert_near(trama_closest_edge_edge(&apart).squared, 25.0, 1e-14);
    assert_near(trama_closest_edge_edge(&points).squared, 25.0, 1e-14);
}

/* Features in the plane across an axis, which touch at weights by hand: sums of multiples of 1/4
 * are exact. All corners move along the axis, each by its own way. */
static const double touching[2][4][2] = {{{1.75, 1.0}, {0, 0}, {4, 1}, {3, 3}},
                                         {{-1, 0}, {3, 0}, {0, -2}, {0, 2}}};
static const double share[2][4] = {{1, -0.5, -0.25, -0.25}, {0.75, 0.25, -0.5, -0.5}};

static trama_four raised(int kind, int axis, const double height[4])
{
    trama_four points;
    for (int i = 0; i < 4; i++) {
        points.x[i][axis] = height[i];
        for (int k = 0; k < 2; k++)
            points.x[i][(axis + 1 + k) % 3] = touching[kind][i][k];
    }
    return points;
}

static trama_ccd_hit hit_of(int kind, const trama_four *x0, const trama_four *x1)
{
    const trama_ccd_options options = trama_ccd_default();
    return kind == 0 ? trama_ccd_vertex_face(x0, x1, &options)
                     : trama_ccd_edge_edge(x0, x1, &options);
}

/* Where features touch, the way of the point where they do says which side is which: not that of
 * any corner, nor that of all. */
static void the_normal_of_a_touch_is_against_the_motion_there(void **state)
{
    (void)state;
    trama_random random = {5};
    for (int trial = 0; trial < 600; trial++) {
        const int kind = trial % 2, axis = trial / 2 % 3;
        double way[4], apart = 0.0;
        for (int i = 0; i < 4; i++) {
            way[i] = trama_random_signed(&random);
            apart += share[kind][i] * way[i];
        }
        if (fabs(apart) < 0.02)
            continue;
        const trama_four x0 = raised(kind, axis, (const double[4]){0, 0, 0, 0}),
                         x1 = raised(kind, axis, way);
        const trama_ccd_hit hit = hit_of(kind, &x0, &x1);
        assert_int_equal(hit.status, TRAMA_CCD_HIT);
        assert_true(hit.toi == 0.0);
        for (int i = 0; i < 4; i++)
            assert_near(hit.weight[i], share[kind][i], 1e-14);
        for (int k = 0; k < 3; k++)
            assert_near(hit.normal[k], k != axis ? 0.0 : apart < 0.0 ? 1.0 : -1.0, 1e-12);
    }
}

/* From a distance along an axis, on either side, by a way of all corners. */
static void features_meet_at_their_distance_by_their_way(void **state)
{
    (void)state;
    trama_random random = {6};
    for (int trial = 0; trial < 600; trial++) {
        const int kind = trial % 2, axis = trial / 2 % 3;
        const double side = trial / 6 % 2 ? -1.0 : 1.0,
                     gap = 0.6 + 0.5 * trama_random_signed(&random),
                     by = 0.7 + 0.5 * trama_random_signed(&random),
                     common = trama_random_signed(&random);
        double from[4] = {0.0}, to[4];
        for (int i = 0; i < (kind == 0 ? 1 : 2); i++)
            from[i] = side * gap;
        for (int i = 0; i < 4; i++)
            to[i] = common + (share[kind][i] > 0.0 ? side * (gap - by) : 0.0);
        const trama_four x0 = raised(kind, axis, from), x1 = raised(kind, axis, to);
        const trama_ccd_hit hit = hit_of(kind, &x0, &x1);
        if (fabs(gap - by) < 1e-3)
            continue;
        assert_int_equal(hit.status, by > gap ? TRAMA_CCD_HIT : TRAMA_CCD_CLEAR);
        assert_true(by > gap ? hit.toi <= gap / by && hit.toi > gap / by - 2e-6 : hit.toi == 1.0);
        for (int k = 0; k < 3; k++)
            assert_near(hit.normal[k], by > gap && k == axis ? side : 0.0, 1e-6);
        for (int i = 0; i < 4; i++)
            assert_near(hit.weight[i], by > gap ? share[kind][i] : 0.0, 1e-6);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_falling_vertex_hits_where_and_when_it_must),
        cmocka_unit_test(the_separation_is_kept_and_not_more),
        cmocka_unit_test(edges_that_cross_hit_and_edges_that_pass_do_not),
        cmocka_unit_test(what_touches_at_the_start_hits_at_0),
        cmocka_unit_test(what_shrinks_to_one_point_at_the_end_hits),
        cmocka_unit_test(the_limit_of_work_is_reported),
        cmocka_unit_test(numbers_that_are_none_are_never_clear),
        cmocka_unit_test(no_size_hides_a_collision),
        cmocka_unit_test(parallel_edges_have_closest_points),
        cmocka_unit_test(the_normal_of_a_touch_is_against_the_motion_there),
        cmocka_unit_test(features_meet_at_their_distance_by_their_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
