/* The contour of a part, projected along the axis of its cone, is simple exactly where no two of
 * its sides meet: random polygons against the sides' orientations, and their least distance at rest
 * and in motion. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "collision/contour.h"
#include "core/random.h"
#include "core/vec.h"

enum { MOST = 12 };

typedef struct polygon {
    size_t count;
    double axis[3], x[2][3 * MOST], flat[2][MOST][2]; /* [end]: in space, and along the axis */
} polygon;

/* Sides from 0 to 1 to 2 and so on, of triangles that all have vertex 0: a fan, whose contour is
 * found from its sides, and whose corners may then be anywhere. */
static bool is_simple(const polygon *p, double reach)
{
    size_t triangle[3 * MOST];
    trama_extent box[MOST] = {{{0}, {0}}};
    trama_soup *soup;
    trama_tree *tree;
    trama_contours contours;
    trama_error error;
    const size_t triangles = p->count - 2;
    for (size_t i = 0; i < triangles; i++) {
        triangle[3 * i] = 0;
        triangle[3 * i + 1] = i + 1;
        triangle[3 * i + 2] = i + 2;
    }
    const trama_soup_part part = {p->count, triangles, triangle};
    const trama_cone cone = {.axis = {p->axis[0], p->axis[1], p->axis[2]}, .cosine = 1.0};
    assert_int_equal(trama_soup_create(&part, 1, &soup, &error), TRAMA_OK);
    assert_int_equal(trama_tree_create(triangles, &tree, &error), TRAMA_OK);
    trama_tree_build(tree, box, 0.0, 1);
    assert_true(trama_contours_find(&contours, soup, 0, tree, 1));
    assert_int_equal(contours.count[0], p->count);
    const bool simple = trama_contours_is_simple(&contours, 0, 0, &cone, p->x[0], p->x[1], reach);
    trama_contours_free(&contours);
    trama_tree_destroy(tree);
    trama_soup_destroy(soup);
    return simple;
}

/* A direction, and places along it that no projection may see. */
static void raise(trama_random *random, polygon *p)
{
    double u[3], v[3], length = 0.0;
    for (int i = 0; i < 3; i++) {
        p->axis[i] = trama_random_signed(random);
        u[i] = trama_random_signed(random);
    }
    cross3(p->axis, u, v);
    cross3(v, p->axis, u);
    double *const of[3] = {p->axis, u, v};
    for (int k = 0; k < 3; k++) {
        length = sqrt(dot3(of[k], of[k]));
        for (int i = 0; i < 3; i++)
            of[k][i] /= length;
    }
    for (int end = 0; end < 2; end++)
        for (size_t i = 0; i < p->count; i++) {
            const double height = trama_random_signed(random);
            for (size_t k = 0; k < 3; k++)
                p->x[end][3 * i + k] = p->flat[end][i][0] * u[k] + p->flat[end][i][1] * v[k] +
                                       height * p->axis[k] + 5.0;
        }
}

/* Corners around the origin in turn, but for two that change places now and then. */
static void draw(trama_random *random, polygon *p, size_t count)
{
    p->count = count;
    for (size_t i = 0; i < count; i++) {
        const double turn = 6.283185307179586 * (double)i / (double)count,
                     r = 1.0 + 0.6 * trama_random_signed(random);
        p->flat[0][i][0] = 1.7 * r * cos(turn);
        p->flat[0][i][1] = r * sin(turn);
    }
    if (trama_random_bits(random) % 2) {
        const size_t i = trama_random_bits(random) % count, k = trama_random_bits(random) % count;
        for (int c = 0; c < 2; c++) {
            const double kept = p->flat[0][i][c];
            p->flat[0][i][c] = p->flat[0][k][c];
            p->flat[0][k][c] = kept;
        }
    }
}

static double area(const double a[2], const double b[2], const double c[2])
{
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);
}

static bool cross_each_other(const double a[2], const double b[2], const double c[2],
                             const double d[2])
{
    return area(a, b, c) * area(a, b, d) < 0.0 && area(c, d, a) * area(c, d, b) < 0.0;
}

/* At part t of the step. */
static bool any_cross(const polygon *p, double t)
{
    double x[MOST][2];
    for (size_t i = 0; i < p->count; i++)
        for (int c = 0; c < 2; c++)
            x[i][c] = (1.0 - t) * p->flat[0][i][c] + t * p->flat[1][i][c];
    for (size_t i = 0; i < p->count; i++)
        for (size_t k = 0; k < i; k++) {
            const size_t next = (i + 1) % p->count, after = (k + 1) % p->count;
            if (next != k && after != i && cross_each_other(x[i], x[next], x[k], x[after]))
                return true;
        }
    return false;
}

static void at_rest_a_contour_is_simple_where_no_sides_cross(void **state)
{
    (void)state;
    trama_random random = {7};
    size_t simple = 0;
    for (int trial = 0; trial < 3000; trial++) {
        polygon p;
        draw(&random, &p, 4 + (size_t)trial % (MOST - 3));
        for (size_t i = 0; i < p.count; i++)
            for (int c = 0; c < 2; c++)
                p.flat[1][i][c] = p.flat[0][i][c];
        raise(&random, &p);
        assert_int_equal(is_simple(&p, 0.0), !any_cross(&p, 0.0));
        simple += !any_cross(&p, 0.0);
    }
    assert_in_range(simple, 500, 2500);
}

/* The hulls of moving sides may meet although the sides do not, but no sides cross unseen. Of small
 * motions most are seen to keep apart. */
static void in_motion_no_sides_of_a_simple_contour_cross(void **state)
{
    (void)state;
    trama_random random = {8};
    size_t simple = 0, apart = 0;
    for (int trial = 0; trial < 3000; trial++) {
        polygon p;
        bool crossed = false;
        draw(&random, &p, 4 + (size_t)trial % (MOST - 3));
        for (size_t i = 0; i < p.count; i++)
            for (int c = 0; c < 2; c++)
                p.flat[1][i][c] =
                    p.flat[0][i][c] + 0.1 * (trial % 4) * trama_random_signed(&random);
        raise(&random, &p);
        for (int k = 0; k <= 8; k++)
            crossed = crossed || any_cross(&p, k / 8.0);
        const bool found = is_simple(&p, 0.0);
        assert_false(found && crossed);
        simple += found;
        apart += !crossed;
    }
    print_message("%zu of %zu that stay apart are seen to\n", simple, apart);
    assert_true(10 * simple > 8 * apart);
}

/* A strip of `width`, whose long sides come nearer by `way` in the step. */
static bool strip_is_simple(trama_random *random, double width, double way, double reach)
{
    polygon p = {.count = 6};
    const double turn = 3.0 * trama_random_signed(random);
    for (int end = 0; end < 2; end++)
        for (size_t i = 0; i < 6; i++) {
            const double x = i < 3 ? (double)i : 5.0 - (double)i,
                         y = i < 3 ? 0.0 : width - end * way;
            p.flat[end][i][0] = x * cos(turn) - y * sin(turn);
            p.flat[end][i][1] = x * sin(turn) + y * cos(turn);
        }
    raise(random, &p);
    return is_simple(&p, reach);
}

static void sides_that_come_nearer_than_the_reach_are_seen(void **state)
{
    (void)state;
    trama_random random = {9};
    for (int trial = 0; trial < 200; trial++) {
        assert_true(strip_is_simple(&random, 0.3, 0.0, 0.3 - 1e-12));
        assert_false(strip_is_simple(&random, 0.3, 0.0, 0.3 + 1e-12));
        assert_true(strip_is_simple(&random, 0.3, 0.1, 0.2 - 1e-12));
        assert_false(strip_is_simple(&random, 0.3, 0.1, 0.2 + 1e-12));
        assert_true(strip_is_simple(&random, 0.3, -0.1, 0.3 - 1e-12));
        assert_false(strip_is_simple(&random, 0.3, -0.1, 0.3 + 1e-12));
    }
}

/* A strip 1000 m long, of which a corner comes near the middle of the side across it. Projections
 * are right to 32 roundings of the largest distance from the first corner: 7.1e-12 m. What is
 * nearer may meet, and `reach` is added to that. */
static void what_rounding_may_bring_together_is_not_simple(void **state)
{
    (void)state;
    static const double near[2] = {6.5e-12, 7.6e-12};
    for (int k = 0; k < 2; k++)
        for (int apart = 0; apart < 2; apart++) {
            const double reach = 0.25 * k, corner[5][2] = {{0.0, 0.0},
                                                           {1000.0, 0.0},
                                                           {1000.0, 2.0},
                                                           {500.0, reach + near[apart]},
                                                           {0.0, 2.0}};
            polygon p = {.count = 5, .axis = {0.0, 0.0, 1.0}};
            for (int end = 0; end < 2; end++)
                for (size_t i = 0; i < 5; i++) {
                    p.x[end][3 * i] = corner[i][0];
                    p.x[end][3 * i + 1] = corner[i][1];
                }
            assert_int_equal(is_simple(&p, reach), apart);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(at_rest_a_contour_is_simple_where_no_sides_cross),
        cmocka_unit_test(in_motion_no_sides_of_a_simple_contour_cross),
        cmocka_unit_test(sides_that_come_nearer_than_the_reach_are_seen),
        cmocka_unit_test(what_rounding_may_bring_together_is_not_simple),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
