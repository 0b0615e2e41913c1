/* Manifolds from step to step, by hand: which point goes on as which, which are let go, and which
 * of five is not kept. Distances are sums of powers of 2, so that bounds are met exactly. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "core/vec.h"
#include "rigid/contact.h"
#include "support/convex.h"
#include "support/near.h"

enum { MOST = TRAMA_MANIFOLD_POINTS };
static const uint32_t none = TRAMA_MANIFOLD_NEW;

static const trama_manifold_options options = {.reach = 0.5, .merge = 0.25, .breaking = 0.125};
static const double more = 1.0 / 1048576.0;

/* At x on the first body and y on the second, both along their own x. */
static trama_manifold_point point_at(uint64_t key, double x, double y)
{
    return (trama_manifold_point){.key = key, .local_a = {x, 0, 0}, .local_b = {y, 0, 0}};
}

static void match(trama_manifold *now, const trama_manifold *old, const uint32_t *from)
{
    trama_manifold_match(now, old, &options);
    for (uint32_t i = 0; i < now->count; i++)
        if (now->point[i].from != from[i])
            fail_msg("point %u is from %u, not %u", i, now->point[i].from, from[i]);
}

static void points_go_on_by_key_then_by_place(void **state)
{
    (void)state;
    trama_manifold old = {.count = 4}, now = {.count = 4};
    for (uint32_t i = 0; i < 4; i++)
        old.point[i] = point_at(10 + i, i, i);
    /* Keys come first, however far the points are: the first and the last have each other's. */
    now.point[0] = point_at(13, 0, 0);
    now.point[1] = point_at(99, 3, 3);        /* as near as can be to a point that is taken */
    now.point[2] = point_at(98, 1 + 0.25, 7); /* on the first body just near enough */
    now.point[3] = point_at(10, 3, 3);
    match(&now, &old, (const uint32_t[]){3, none, 1, 0});
    now.point[1] = point_at(99, 8, 2 - 0.25);                      /* on the second body */
    now.point[2] = point_at(98, 1 + 0.25 + more, 1 + 0.25 + more); /* on neither */
    match(&now, &old, (const uint32_t[]){3, 2, none, 0});
    /* Of two old ones within reach the nearer; then the other is left for the next. */
    old.point[1] = point_at(11, 2 - 0.25, 20);
    now.point[1] = point_at(99, 2 - 0.0625, 40);
    now.point[2] = point_at(98, 2 - 0.0625, 40);
    match(&now, &old, (const uint32_t[]){3, 2, 1, 0});
    /* One key twice: each old point goes on once. */
    now.point[3] = point_at(13, 50, 50);
    match(&now, &old, (const uint32_t[]){3, 2, 1, none});
    /* What lies behind the count is no point. */
    old = (trama_manifold){.count = 1, .point = {point_at(10, 0, 0), point_at(11, 9, 9)}};
    now = (trama_manifold){.count = 1, .point = {point_at(99, 0, 0), point_at(10, 0, 0)}};
    match(&now, &old, (const uint32_t[]){0});
    now.point[0] = point_at(11, 5, 5);
    match(&now, &old, (const uint32_t[]){none});
    now.point[0].key = 10;
    old.count = 0;
    match(&now, &old, (const uint32_t[]){none});
}

/* Near along y and z too; the first may be the nearest, and the first that asks. */
static void the_nearest_is_near_in_every_direction(void **state)
{
    (void)state;
    trama_manifold old = {.count = 3}, now = {.count = 1};
    static const double at[3][3] = {{1, 2, 3}, {1, 2.125, 3}, {1, 2, 3.125}};
    static const double asks[3][3] = {{1, 2.03125, 3}, {1, 2.09375, 3}, {1, 2, 3.09375}};
    for (uint32_t i = 0; i < 3; i++) {
        old.point[i] = (trama_manifold_point){.key = 10 + i, .local_b = {50, 10.0 * i, 0}};
        memcpy(old.point[i].local_a, at[i], sizeof at[i]);
    }
    for (uint32_t i = 0; i < 3; i++) {
        now.point[0] = (trama_manifold_point){.key = 99};
        memcpy(now.point[0].local_a, asks[i], sizeof asks[i]);
        match(&now, &old, &i);
    }
}

/* The second body moves up and aside from where all touch. */
static uint32_t left_after(double up, double aside, trama_manifold *m)
{
    const trama_pose below = convex_at(1, 2, 3);
    trama_pose above = convex_at(1 + aside, 2, 3 + up);
    *m = (trama_manifold){.count = MOST, .normal = {0, 0, 1}};
    for (uint32_t i = 0; i < MOST; i++)
        m->point[i].local_a[0] = m->point[i].local_b[0] = i;
    m->point[1].local_b[2] = 0.5; /* and the second of them by this more */
    trama_manifold_refresh(m, &below, &above, &options);
    return m->count;
}

static void points_are_let_go_beyond_the_breaking_distance(void **state)
{
    (void)state;
    trama_manifold m;
    assert_int_equal(left_after(-0.375, 0.0, &m), MOST); /* the second is at 0.125 */
    assert_int_equal(left_after(-0.375 + more, 0.0, &m), MOST - 1);
    static const double left[] = {0, 2, 3};
    for (uint32_t i = 0; i < MOST - 1; i++) {
        assert_true(m.point[i].local_a[0] == left[i] && m.point[i].gap == -0.375 + more);
        assert_true(m.point[i].a[0] == 1 + left[i] && m.point[i].a[1] == 2 && m.point[i].a[2] == 3);
        assert_true(m.point[i].b[0] == 1 + left[i] && m.point[i].b[2] == 3 - 0.375 + more);
    }
    assert_int_equal(left_after(0.125, 0.0, &m), MOST - 1);
    assert_int_equal(left_after(0.125 + more, 0.0, &m), 0);
    assert_int_equal(left_after(-0.5, 0.125, &m), MOST); /* aside */
    assert_int_equal(left_after(-0.5, -0.125, &m), MOST);
    assert_int_equal(left_after(-0.5, 0.125 + more, &m), 0);
}

/* Both bodies have turned a quarter about z, the second about its own origin. */
static void points_are_placed_by_the_bodies_axes(void **state)
{
    (void)state;
    const double q[4] = {sqrt(0.5), 0, 0, sqrt(0.5)};
    trama_pose p = convex_at(1, 2, 3), r = convex_at(1, 2, 3.0625);
    convex_axes(q, p.axes);
    convex_axes(q, r.axes);
    trama_manifold m = {.count = 1, .normal = {0, 0, 1}};
    m.point[0] = (trama_manifold_point){.local_a = {5, 7, 9}, .local_b = {5, 7, 9}};
    trama_manifold_refresh(&m, &p, &r, &options);
    assert_int_equal(m.count, 1);
    const double a[3] = {1 - 7, 2 + 5, 3 + 9};
    for (int k = 0; k < 3; k++) {
        assert_near(m.point[0].a[k], a[k], 1e-14);
        assert_near(m.point[0].b[k], a[k] + (k == 2 ? 0.0625 : 0.0), 1e-14);
    }
    assert_near(m.point[0].gap, 0.0625, 1e-14);
}

/* Twice the area of the quadrilateral with diagonals 0-1 and 2-3, squared. */
static double square_of(double (*x)[3], const int *order)
{
    double u[3], v[3], product[3];
    for (int k = 0; k < 3; k++) {
        u[k] = x[order[0]][k] - x[order[1]][k];
        v[k] = x[order[2]][k] - x[order[3]][k];
    }
    cross3(u, v, product);
    return dot3(product, product);
}

/* Which of five is let go: not the deepest; of the others the one without which the rest spans
 * most, over all ways to choose diagonals. */
static uint32_t let_go(double (*x)[3], uint32_t deepest)
{
    uint32_t best = MOST + 1;
    double most = -1.0;
    for (uint32_t out = 0; out <= MOST; out++)
        for (int a = 0; a < 5; a++)
            for (int b = 0; b < 5; b++)
                for (int c = 0; c < 5; c++) {
                    const int d = 10 - (int)out - a - b - c;
                    const int order[4] = {a, b, c, d}, w = (int)out;
                    const bool distinct = a != b && a != c && b != c && a != w && b != w && c != w;
                    if (out == deepest || !distinct || square_of(x, order) <= most)
                        continue;
                    most = square_of(x, order);
                    best = out;
                }
    return best;
}

static void of_five_points_the_deepest_and_the_widest_stay(void **state)
{
    (void)state;
    trama_random random = {17};
    uint32_t gone[MOST + 1] = {0};
    for (int trial = 0; trial < 2000; trial++) {
        trama_manifold m = {.count = 0, .normal = {0, 0, 1}};
        double x[MOST + 1][3];
        const uint32_t deepest = (uint32_t)trial % (MOST + 1);
        for (uint32_t i = 0; i <= MOST; i++) {
            for (int k = 0; k < 3; k++)
                x[i][k] = trama_random_signed(&random);
            trama_manifold_point p = {.gap = i == deepest ? -0.02 : -0.01};
            memcpy(p.a, x[i], sizeof p.a);
            p.local_a[0] = p.local_b[0] = i; /* none is near another */
            const uint32_t put = trama_manifold_add(&m, &p, &options);
            if (i < MOST) {
                assert_int_equal(put, i);
                assert_int_equal(m.count, i + 1);
                continue;
            }
            const uint32_t out = let_go(x, deepest);
            gone[out]++;
            assert_int_equal(put, out == MOST ? none : out);
            assert_int_equal(m.count, MOST);
            for (uint32_t k = 0; k < MOST; k++)
                assert_true(m.point[k].local_a[0] == (k == out ? MOST : k));
        }
    }
    for (uint32_t i = 0; i <= MOST; i++)
        assert_in_range(gone[i], 250, 550);
}

/* Corners of a square and its middle, all as deep or the middle deepest: of equals the first is the
 * deepest, and the first goes. */
static void of_equal_points_the_first_counts(void **state)
{
    (void)state;
    static const double x[MOST + 1][2] = {{0, 0}, {4, 0}, {4, 4}, {0, 4}, {2, 2}};
    for (int deep = 0; deep < 2; deep++) {
        trama_manifold m = {.count = 0, .normal = {0, 0, 1}};
        uint32_t put = 0;
        for (uint32_t i = 0; i <= MOST; i++) {
            const trama_manifold_point p = {.key = i,
                                            .gap = deep && i == MOST ? -0.25 : -0.125,
                                            .a = {x[i][0], x[i][1], 0.0},
                                            .local_a = {x[i][0], x[i][1], 0.0},
                                            .local_b = {x[i][0], x[i][1], 0.0}};
            put = trama_manifold_add(&m, &p, &options);
        }
        assert_int_equal(put, deep ? 0 : none);
        assert_int_equal(m.point[0].key, deep ? MOST : 0);
    }
}

static void a_point_near_one_that_is_there_takes_its_place(void **state)
{
    (void)state;
    for (uint32_t k = 0; k < MOST; k++) {
        trama_manifold m = {.count = 0, .normal = {0, 0, 1}};
        for (uint32_t i = 0; i < MOST - 1; i++) {
            const trama_manifold_point p = point_at(i, i, i);
            trama_manifold_add(&m, &p, &options);
        }
        trama_manifold_point p = point_at(70, k + 0.25, 30);
        p.gap = -0.5;
        assert_int_equal(trama_manifold_add(&m, &p, &options), k);
        assert_int_equal(m.count, k == MOST - 1 ? MOST : MOST - 1);
        assert_true(m.point[k].key == 70 && m.point[k].gap == -0.5);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(points_go_on_by_key_then_by_place),
        cmocka_unit_test(the_nearest_is_near_in_every_direction),
        cmocka_unit_test(points_are_let_go_beyond_the_breaking_distance),
        cmocka_unit_test(points_are_placed_by_the_bodies_axes),
        cmocka_unit_test(of_five_points_the_deepest_and_the_widest_stay),
        cmocka_unit_test(of_equal_points_the_first_counts),
        cmocka_unit_test(a_point_near_one_that_is_there_takes_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
