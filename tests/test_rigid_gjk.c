/* Distances of shapes by hand: cores and margins, nearest points, the proved bound, and the end
 * that comes early. Numbers are powers of two. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rigid/gjk.h"
#include "support/convex.h"
#include "support/near.h"

/* Along x: the second's nearest side is `distance` from the first's at `side`. */
static void claim(const trama_convex *a, const trama_pose *p, const trama_convex *b,
                  const trama_pose *q, double side, double distance)
{
    const trama_gjk_result r = trama_gjk(a, p, b, q, HUGE_VAL);
    assert_true(r.found && r.converged);
    assert_in_range(r.iterations, 1, 4);
    assert_near(r.distance, distance, 1e-15);
    assert_near(r.least, distance, 1e-12);
    assert_near(r.normal[0], 1.0, 1e-15);
    assert_near(r.a[0], side, 1e-15);
    assert_near(r.b[0], side + distance, 1e-15);
    assert_near(r.b[1], r.a[1], 1e-15);
    assert_near(r.b[2], r.a[2], 1e-15);
}

/* Every pair of a box, a ball and a capsule in line, apart and, where a core is left, overlapping
 * by less than the margins. */
static void distances_in_line_are_exact(void **state)
{
    (void)state;
    const trama_convex shape[3] = {convex_make("box", 0.5, 0.25, 1),
                                   convex_make("sphere", 0.25, 0, 0),
                                   convex_make("capsule", 0.125, 0.5, 0)};
    const double half[3] = {0.25, 0.25, 0.125}; /* a capsule's axis is y */
    const trama_pose p = convex_at(2, 0.5, 0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) {
                const double distance = k == 0      ? 1.0
                                        : k == 1    ? 0.0625
                                        : i + j > 0 ? -0.0625
                                                    : 0.5,
                             x = 2.0 + half[i] + distance + half[j];
                const trama_pose q = convex_at(x, 0.5, 0);
                claim(&shape[i], &p, &shape[j], &q, 2.0 + half[i], distance);
            }
}

/* Cores that overlap, or coincide, are not found; the bound is what the margins allow. */
static void cores_that_overlap_are_not_found(void **state)
{
    (void)state;
    const trama_convex shape[3] = {convex_make("box", 0.5, 0.25, 1),
                                   convex_make("sphere", 0.25, 0, 0),
                                   convex_make("capsule", 0.125, 0.5, 0)};
    const double margin[3] = {0.0, 0.25, 0.125};
    const trama_pose p = convex_at(2, 0.5, 0);
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) {
            const trama_gjk_result r = trama_gjk(&shape[i], &p, &shape[j], &p, HUGE_VAL);
            assert_false(r.found);
            assert_near(r.least, -margin[i] - margin[j], 0.0);
        }
}

/* The corner of a cube towards that of another: sqrt(3)/4. */
static void corners_are_nearest_across(void **state)
{
    (void)state;
    const trama_convex cube = convex_make("box", 1, 1, 1);
    const trama_pose p = convex_at(0, 0, 0), q = convex_at(1.25, 1.25, 1.25);
    const trama_gjk_result r = trama_gjk(&cube, &p, &cube, &q, HUGE_VAL);
    assert_near(r.distance, 0.25 * sqrt(3.0), 1e-15);
    for (int k = 0; k < 3; k++) {
        assert_near(r.a[k], 0.5, 1e-15);
        assert_near(r.b[k], 0.75, 1e-15);
    }
}

/* A cube that is turned as 3 to 4 to 5 has its edge at 0.7 before its middle: 0.55 from the other.
 * Asked for no more than a tenth, the search ends with a bound that is more, before it has
 * converged; asked for what is not proved before the end, it goes on. */
static void what_is_far_enough_ends_the_search(void **state)
{
    (void)state;
    const trama_convex cube = convex_make("box", 1, 1, 1);
    const trama_pose p = convex_at(0, 0, 0),
                     q = {.x = {1.75, 0.25, 0.125},
                          .axes = {{0.6, -0.8, 0}, {0.8, 0.6, 0}, {0, 0, 1}}};
    const trama_gjk_result early = trama_gjk(&cube, &p, &cube, &q, 0.1),
                           late = trama_gjk(&cube, &p, &cube, &q, 0.75);
    assert_true(early.found && early.least > 0.1 && early.least <= 0.55);
    assert_true(early.distance >= 0.55 - 1e-15 && !early.converged);
    assert_true(late.converged && late.iterations > early.iterations);
    assert_near(late.distance, 0.55, 1e-15);
    assert_near(late.normal[0], 1.0, 1e-15);
    assert_near(late.b[1], 0.15, 1e-15);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_in_line_are_exact),
        cmocka_unit_test(cores_that_overlap_are_not_found),
        cmocka_unit_test(corners_are_nearest_across),
        cmocka_unit_test(what_is_far_enough_ends_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
