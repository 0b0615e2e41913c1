/* Manifolds: the points of flat contacts are the corners of the common face, of edges and round
 * shapes what they should be; normals and gaps agree with distance and depth; keys and places carry
 * points from step to step; gathered points keep the deepest and the largest area. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/vec.h"
#include "rigid/contact.h"
#include "rigid/gjk.h"
#include "support/convex.h"
#include "support/near.h"

static trama_manifold find(const trama_convex *a, const trama_pose *p, const trama_convex *b,
                           const trama_pose *q)
{
    const trama_manifold_options options = trama_manifold_default(a, b);
    trama_manifold manifold;
    trama_manifold_find(a, p, b, q, &options, NULL, &manifold);
    return manifold;
}

/* The points of a, whatever their order, are these (x, y). */
static void has_points(const trama_manifold *m, uint32_t count, const double (*xy)[2])
{
    assert_int_equal(m->count, count);
    for (uint32_t i = 0; i < count; i++) {
        double least = 1e300;
        for (uint32_t k = 0; k < count; k++)
            least =
                fmin(least, fabs(m->point[k].a[0] - xy[i][0]) + fabs(m->point[k].a[1] - xy[i][1]));
        assert_near(least, 0.0, 1e-12);
    }
}

static void all_gaps(const trama_manifold *m, double gap)
{
    for (uint32_t i = 0; i < m->count; i++)
        assert_near(m->point[i].gap, gap, 1e-12);
}

/* Let in by 1 mm, and above by 1 mm; the ground's top is at z = 0. */
static const double over[] = {-1e-3, 1e-3};

static void a_cube_on_the_ground_has_its_four_corners(void **state)
{
    (void)state;
    const trama_convex ground = convex_make("box", 20, 20, 1), cube = convex_make("box", 1, 1, 1);
    const trama_pose below = convex_at(0, 0, -0.5);
    const double corners[4][2] = {{2.5, 0.5}, {3.5, 0.5}, {2.5, 1.5}, {3.5, 1.5}};
    for (int k = 0; k < 2; k++) {
        const trama_pose at = convex_at(3, 1, 0.5 + over[k]);
        trama_manifold m = find(&ground, &below, &cube, &at);
        has_points(&m, 4, corners);
        all_gaps(&m, over[k]);
        assert_near(m.normal[2], 1.0, 1e-12);
        m = find(&cube, &at, &ground, &below);
        has_points(&m, 4, corners);
        all_gaps(&m, over[k]);
        assert_near(m.normal[2], -1.0, 1e-12);
    }
}

/* One cube over the edge of another: the corners of what they have in common. */
static void faces_that_overlap_in_part_are_clipped(void **state)
{
    (void)state;
    const trama_convex cube = convex_make("box", 1, 1, 1);
    const trama_pose lower = convex_at(0, 0, -0.5), upper = convex_at(0.3, 0.4, 0.499);
    const trama_manifold m = find(&cube, &lower, &cube, &upper);
    const double corners[4][2] = {{-0.2, -0.1}, {0.5, -0.1}, {-0.2, 0.5}, {0.5, 0.5}};
    has_points(&m, 4, corners);
}

/* Edges over edges: what lies on a side is in. */
static void cubes_that_are_flush_touch_in_their_corners(void **state)
{
    (void)state;
    const trama_convex cube = convex_make("box", 1, 1, 1);
    const trama_pose lower = convex_at(0, 0, -0.5), upper = convex_at(0, 0, 0.499);
    const trama_manifold m = find(&cube, &lower, &cube, &upper);
    const double corners[4][2] = {{-0.5, -0.5}, {0.5, -0.5}, {-0.5, 0.5}, {0.5, 0.5}};
    has_points(&m, 4, corners);
}

/* Turned by 45 degrees the common face is an octagon; four of its corners span most as a square. */
static void of_an_octagon_four_corners_are_kept(void **state)
{
    (void)state;
    const trama_convex cube = convex_make("box", 1, 1, 1);
    trama_pose lower = convex_at(0, 0, -0.5), upper = convex_at(0, 0, 0.499);
    const double turn[4] = {0.92387953251128674, 0, 0, 0.38268343236508977};
    convex_axes(turn, upper.axes);
    const trama_manifold m = find(&cube, &lower, &cube, &upper);
    assert_int_equal(m.count, 4);
    double u[3], v[3], product[3], area = 0.0;
    for (int i = 1; i < 4; i++) { /* of the two diagonals */
        const int j = i % 3 + 1, k = j % 3 + 1;
        for (int axis = 0; axis < 3; axis++) {
            u[axis] = m.point[i].a[axis] - m.point[0].a[axis];
            v[axis] = m.point[k].a[axis] - m.point[j].a[axis];
        }
        cross3(u, v, product);
        area = worst_of(area, 0.5 * sqrt(dot3(product, product)));
    }
    /* circumradius R = 0.5 / cos(pi/8): the square has 2 R^2 = 0.5858, the greatest of four */
    assert_true(area > 0.55 && area < 0.586);
}

static void crossed_edges_touch_in_one_point(void **state)
{
    (void)state;
    const trama_convex cube = convex_make("box", 1, 1, 1);
    trama_pose lower = convex_at(0, 0, 0), upper = convex_at(0.1, 0.05, sqrt(2.0) - 1e-3);
    const double about_x[4] = {0.92387953251128674, 0.38268343236508977, 0, 0},
                 about_y[4] = {0.92387953251128674, 0, 0.38268343236508977, 0};
    convex_axes(about_x, lower.axes);
    convex_axes(about_y, upper.axes);
    const trama_manifold m = find(&cube, &lower, &cube, &upper);
    const double at[1][2] = {{0.1, 0.0}};
    has_points(&m, 1, at);
    all_gaps(&m, -1e-3);
}

/* An edge of a cube on the ground: two points. */
static void an_edge_on_a_face_has_two_points(void **state)
{
    (void)state;
    const trama_convex ground = convex_make("box", 20, 20, 1), cube = convex_make("box", 1, 1, 1);
    const trama_pose below = convex_at(0, 0, -0.5);
    trama_pose at = convex_at(1, 2, sqrt(0.5) - 1e-3);
    const double about_x[4] = {0.92387953251128674, 0.38268343236508977, 0, 0};
    convex_axes(about_x, at.axes);
    const trama_manifold m = find(&ground, &below, &cube, &at);
    const double ends[2][2] = {{0.5, 2}, {1.5, 2}};
    has_points(&m, 2, ends);
    all_gaps(&m, -1e-3);
}

static void a_corner_on_a_face_has_one_point(void **state)
{
    (void)state;
    const trama_convex ground = convex_make("box", 20, 20, 1), cube = convex_make("box", 1, 1, 1);
    const trama_pose below = convex_at(0, 0, -0.5);
    trama_pose at = convex_at(0, 0, 0);
    const double turn[4] = {0.88047623917, 0.27984814233, -0.36470519963, -0.1159169};
    convex_axes(turn, at.axes);
    at.x[2] = 0.5 * (fabs(at.axes[2][0]) + fabs(at.axes[2][1]) + fabs(at.axes[2][2])) - 1e-3;
    const trama_manifold m = find(&ground, &below, &cube, &at);
    assert_int_equal(m.count, 1);
    assert_near(m.point[0].gap, -1e-3, 1e-9);
    assert_near(m.normal[2], 1.0, 1e-12);
}

static void round_shapes_on_the_ground(void **state)
{
    (void)state;
    const trama_convex ground = convex_make("box", 20, 20, 1);
    const trama_pose below = convex_at(0, 0, -0.5);
    const struct {
        const char *kind;
        double height;
        uint32_t points;
    } standing[] = {
        {"sphere", 0.5, 1}, {"capsule", 0.9, 1}, {"cylinder", 0.4, 4}, {"cone", 0.2, 4}};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 2; k++) {
            const trama_convex shape = convex_make(standing[i].kind, 0.5, 0.8, 0);
            const trama_pose at = convex_at(0.2, 0.7, standing[i].height + over[k]);
            const trama_manifold m = find(&ground, &below, &shape, &at);
            assert_int_equal(m.count, standing[i].points);
            all_gaps(&m, over[k]);
            assert_near(m.normal[2], 1.0, 1e-12);
        }
}

/* The point of two balls is on the line of their centres, however deep one is in the other. */
static void is_the_point_of_balls(const trama_manifold *m, const trama_convex *a,
                                  const trama_pose *p, const trama_convex *b, const trama_pose *q)
{
    double line[3];
    for (int i = 0; i < 3; i++)
        line[i] = q->x[i] - p->x[i];
    const double distance = sqrt(dot3(line, line));
    assert_int_equal(m->count, 1);
    assert_near(m->point[0].gap, distance - a->radius - b->radius, 1e-14);
    for (int i = 0; i < 3; i++) {
        assert_near(m->normal[i], line[i] / distance, 1e-14);
        assert_near(m->point[0].a[i], p->x[i] + a->radius * line[i] / distance, 1e-14);
        assert_near(m->point[0].b[i], q->x[i] - b->radius * line[i] / distance, 1e-14);
    }
}

static void balls_touch_in_one_point(void **state)
{
    (void)state;
    trama_random random = {21};
    int apart = 0;
    for (int i = 0; i < 5000; i++) {
        const trama_convex a = convex_make("sphere", convex_between(&random, 0.2, 1), 0, 0),
                           b = convex_make("sphere", convex_between(&random, 0.2, 1), 0, 0);
        const trama_pose p = convex_pose(&random, 0.0), q = convex_pose(&random, 1.5);
        const trama_manifold m = find(&a, &p, &b, &q);
        if (sqrt(dot3(q.x, q.x)) > a.radius + b.radius + 0.01 * fmin(a.radius, b.radius)) {
            assert_int_equal(m.count, 0);
            apart++;
        } else {
            is_the_point_of_balls(&m, &a, &p, &b, &q);
        }
    }
    assert_true(apart > 500 && apart < 4500);
}

/* They have no distance, and a normal of any direction. */
static void balls_with_one_centre_touch_by_both_radii(void **state)
{
    (void)state;
    const trama_convex a = convex_make("sphere", 0.5, 0, 0), b = convex_make("sphere", 0.25, 0, 0);
    const trama_pose at = convex_at(3, -1, 2);
    assert_false(trama_gjk(&a, &at, &b, &at, 1.0).found);
    const trama_manifold m = find(&a, &at, &b, &at);
    assert_int_equal(m.count, 1);
    assert_near(m.point[0].gap, -0.75, 1e-9);
    assert_near(dot3(m.normal, m.normal), 1.0, 1e-12);
}

/* Lying along x: a line of contact, its two ends. */
static void cylinders_and_capsules_lie_on_two_points(void **state)
{
    (void)state;
    const trama_convex ground = convex_make("box", 20, 20, 1);
    const trama_pose below = convex_at(0, 0, -0.5);
    const double ends[2][2] = {{-0.4, 0.3}, {0.4, 0.3}};
    static const char *const kinds[] = {"capsule", "cylinder"};
    for (int i = 0; i < 2; i++)
        for (int k = 0; k < 2; k++) {
            const trama_convex shape = convex_make(kinds[i], 0.5, 0.8, 0);
            const trama_pose at = {{0, 0.3, 0.5 + over[k]}, {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}};
            const trama_manifold m = find(&ground, &below, &shape, &at);
            has_points(&m, 2, ends);
            all_gaps(&m, over[k]);
        }
}

static void parallel_capsules_touch_along_what_they_share(void **state)
{
    (void)state;
    const trama_convex shape = convex_make("capsule", 0.5, 2.0, 0);
    const trama_pose p = {{0, 0, 0}, {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}},
                     q = {{0.7, 0, 0.999}, {{0, 0, 1}, {0, 1, 0}, {-1, 0, 0}}};
    const trama_manifold m = find(&shape, &p, &shape, &q);
    const double ends[2][2] = {{-0.3, 0}, {1, 0}};
    has_points(&m, 2, ends);
    all_gaps(&m, -1e-3);
}

/* For every kind with every kind: the least gap of the points is the distance or the depth, no
 * point is out of reach, b - a is along the normal, and the places in the frames are those in the
 * world. */
static void points_agree_with_distance_and_depth(void **state)
{
    (void)state;
    trama_random random = {21};
    int contacts = 0;
    for (int i = 0; i < 20000; i++) {
        const size_t kinds = trama_convex_count() - 1;
        const char *of_a = trama_convex_at(trama_random_bits(&random) % kinds)->name,
                   *of_b = trama_convex_at(trama_random_bits(&random) % kinds)->name;
        const trama_convex a = convex_make(of_a, 0.5, 0.8, 0.7),
                           b = convex_make(of_b, 0.4, 0.5, 0.6);
        const trama_pose p = convex_pose(&random, 0.1), q = convex_pose(&random, 1.0);
        trama_manifold_options options = trama_manifold_default(&a, &b);
        options.boxes_by_axes = i % 2;
        trama_manifold m;
        trama_manifold_find(&a, &p, &b, &q, &options, NULL, &m);
        const trama_gjk_result apart = trama_gjk(&a, &p, &b, &q, (double)INFINITY);
        const trama_mpr_options exact = trama_mpr_default();
        if (apart.found && apart.distance > 0.0) {
            assert_true((m.count > 0) == (apart.distance <= options.reach));
        } else
            assert_true(m.count > 0);
        if (m.count == 0)
            continue;
        contacts++;
        double least = 1e300;
        for (uint32_t k = 0; k < m.count; k++) {
            const trama_manifold_point *at = &m.point[k];
            least = fmin(least, at->gap);
            assert_true(at->gap <= options.reach);
            for (int j = 0; j < 3; j++) {
                assert_near(at->b[j] - at->a[j], at->gap * m.normal[j], 1e-8);
                assert_near(at->a[j], p.x[j] + dot3(p.axes[j], at->local_a), 1e-14);
                assert_near(at->b[j], q.x[j] + dot3(q.axes[j], at->local_b), 1e-14);
            }
        }
        double expected = apart.found ? apart.distance : 0.0;
        const bool axes = options.boxes_by_axes && strcmp(of_a, "box") == 0 && a.type == b.type;
        if (expected <= 0.0)
            expected = axes ? -(double)convex_box_overlap(&a, &p, &b, &q)
                            : -trama_mpr(&a, &p, &b, &q, &exact, NULL).depth;
        assert_near(least, expected, (axes ? 0.07 : 0.02) * options.reach);
    }
    assert_in_range(contacts, 2000, 20000);
}

/* A cube that slides and turns a little from step to step keeps its four points. */
static void points_go_on_from_step_to_step(void **state)
{
    (void)state;
    const trama_convex ground = convex_make("box", 20, 20, 1), cube = convex_make("box", 1, 1, 1);
    const trama_pose below = convex_at(0, 0, -0.5);
    const trama_manifold_options options = trama_manifold_default(&ground, &cube);
    trama_manifold old = {.count = 0};
    uint64_t id[4] = {0};
    for (int step = 0; step < 50; step++) {
        const double turn = 0.003 * step, c = cos(0.5 * turn), s = sin(0.5 * turn);
        const double q[4] = {c, 0, 0, s};
        trama_pose at = convex_at(0.05 * step, 0.01 * step, 0.499);
        convex_axes(q, at.axes);
        trama_manifold m;
        trama_manifold_find(&ground, &below, &cube, &at, &options, NULL, &m);
        trama_manifold_match(&m, &old, &options);
        assert_int_equal(m.count, 4);
        uint64_t now[4] = {0};
        for (uint32_t i = 0; i < 4 && step > 0; i++) {
            assert_true(m.point[i].from < 4);
            now[i] = id[m.point[i].from];
            for (int k = 0; k < 3; k++) /* it is the same corner of the cube */
                assert_near(m.point[i].local_b[k], old.point[m.point[i].from].local_b[k], 2e-3);
        }
        memcpy(id, now, sizeof id);
        old = m;
    }
}

static void a_circle_keeps_its_points_from_step_to_step(void **state)
{
    (void)state;
    trama_random random = {22};
    const trama_convex ground = convex_make("box", 20, 20, 1),
                       can = convex_make("cylinder", 0.5, 1, 0);
    const trama_pose below = convex_at(0, 0, -0.5);
    const trama_manifold_options options = trama_manifold_default(&ground, &can);
    trama_manifold old = {.count = 0};
    for (int step = 0; step < 50; step++) {
        trama_pose at = convex_at(0, 0, 0.499 + 1e-9 * trama_random_signed(&random));
        for (int k = 0; k < 2; k++) {
            const double tilt = 1e-9 * trama_random_signed(&random);
            at.axes[k][2] = tilt;
            at.axes[2][k] = -tilt;
        }
        trama_manifold m;
        trama_manifold_find(&ground, &below, &can, &at, &options, NULL, &m);
        trama_manifold_match(&m, &old, &options);
        assert_int_equal(m.count, 4);
        for (uint32_t i = 0; i < m.count && step > 0; i++)
            assert_true(m.point[i].from < 4);
        for (uint32_t i = 0; i < m.count && step > 0; i++)
            assert_int_equal(m.point[i].key, old.point[m.point[i].from].key);
        old = m;
    }
}

static trama_manifold_point at(double x, double y, double gap)
{
    return (trama_manifold_point){
        .a = {x, y, 0}, .b = {x, y, gap}, .local_a = {x, y, 0}, .local_b = {x, y, gap}, .gap = gap};
}

static void gathered_points_keep_the_deepest_and_the_largest_area(void **state)
{
    (void)state;
    const trama_manifold_options options = {.reach = 0.1, .merge = 0.01, .breaking = 0.05};
    const double xy[5][2] = {{0, 0}, {1, 0}, {1, 1}, {0, 1}, {0.5, 0.4}};
    trama_manifold m = {.count = 0, .normal = {0, 0, 1}};
    for (uint32_t i = 0; i < 4; i++) {
        const trama_manifold_point p = at(xy[i][0], xy[i][1], -0.001);
        assert_int_equal(trama_manifold_add(&m, &p, &options), i);
    }
    trama_manifold_point p = at(xy[4][0], xy[4][1], 0.0); /* inside, and not deep: of no use */
    assert_true(trama_manifold_add(&m, &p, &options) == TRAMA_MANIFOLD_NEW);
    p = at(1.005, 0.0, -0.002); /* near one that is there */
    assert_int_equal(trama_manifold_add(&m, &p, &options), 1);
    assert_near(m.point[1].gap, -0.002, 0);
    p = at(xy[4][0], xy[4][1], -0.01); /* the deepest stays */
    assert_true(trama_manifold_add(&m, &p, &options) < 4);
    trama_pose still = convex_at(0, 0, 0), up = convex_at(0, 0, 0.055),
               aside = convex_at(0.06, 0, 0);
    trama_manifold moved = m;
    trama_manifold_refresh(&moved, &still, &still, &options);
    assert_int_equal(moved.count, 4);
    trama_manifold_refresh(&moved, &still, &up, &options); /* the deepest is at 0.045 */
    assert_int_equal(moved.count, 1);
    moved = m;
    trama_manifold_refresh(&moved, &still, &aside, &options);
    assert_int_equal(moved.count, 0);
}

/* The same contact from 1 mm to 1 km, and far away. */
static void manifolds_scale_and_do_not_depend_on_the_place(void **state)
{
    (void)state;
    for (int power = -10; power <= 10; power += 5)
        for (int far = 0; far < 2; far++) {
            const double s = ldexp(1.0, power), x = far ? ldexp(1.0, 20 + power) : 0.0;
            const trama_convex a = convex_make("box", 2 * s, 2 * s, s),
                               b = convex_make("box", s, s, s);
            const trama_pose p = convex_at(x, x, x),
                             q = convex_at(x + 0.75 * s, x, x + 1023.0 / 1024.0 * s);
            const trama_manifold m = find(&a, &p, &b, &q);
            assert_int_equal(m.count, 4);
            for (int i = 0; i < 4; i++)
                assert_near(m.point[i].gap, -s / 1024.0, 1e-12 * s);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cube_on_the_ground_has_its_four_corners),
        cmocka_unit_test(faces_that_overlap_in_part_are_clipped),
        cmocka_unit_test(cubes_that_are_flush_touch_in_their_corners),
        cmocka_unit_test(of_an_octagon_four_corners_are_kept),
        cmocka_unit_test(crossed_edges_touch_in_one_point),
        cmocka_unit_test(an_edge_on_a_face_has_two_points),
        cmocka_unit_test(a_corner_on_a_face_has_one_point),
        cmocka_unit_test(round_shapes_on_the_ground),
        cmocka_unit_test(balls_touch_in_one_point),
        cmocka_unit_test(balls_with_one_centre_touch_by_both_radii),
        cmocka_unit_test(cylinders_and_capsules_lie_on_two_points),
        cmocka_unit_test(parallel_capsules_touch_along_what_they_share),
        cmocka_unit_test(points_agree_with_distance_and_depth),
        cmocka_unit_test(points_go_on_from_step_to_step),
        cmocka_unit_test(a_circle_keeps_its_points_from_step_to_step),
        cmocka_unit_test(gathered_points_keep_the_deepest_and_the_largest_area),
        cmocka_unit_test(manifolds_scale_and_do_not_depend_on_the_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
