/* Hulls of points: tolerances at the bit, points that are marked, and hulls that hold all points or
 * are refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "core/vec.h"
#include "rigid/hull.h"
#include "support/near.h"

static trama_status make(trama_hull *hull, const double (*x)[3], size_t count, double tolerance)
{
    trama_error error;
    return trama_hull_make(hull, x, count, NULL, tolerance, &error);
}

/* A tetrahedron with legs of 1 but one, which is `least`: its faces are 4 if that is more than the
 * tolerance, and there are none if it is the tolerance. */
static void claim_least(size_t axis, double least, double tolerance, bool made)
{
    double x[4][3] = {{0.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    trama_hull hull;
    x[axis + 1][axis] = least;
    assert_int_equal(make(&hull, (const double(*)[3])x, 4, tolerance),
                     made ? TRAMA_OK : TRAMA_BAD_INPUT);
    assert_int_equal(hull.count, made ? 4 : 0);
    trama_hull_free(&hull);
}

static void as_thick_as_the_tolerance_is_flat(void **state)
{
    (void)state;
    for (size_t axis = 0; axis < 3; axis++) {
        claim_least(axis, 0.125, 0.125, false);
        claim_least(axis, 0.125, nextafter(0.125, 0.0), true);
    }
}

/* As wide as the tolerance is a point, and as far from the line a line. */
static void as_wide_as_the_tolerance_is_no_body(void **state)
{
    (void)state;
    static const double cube[8][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1},
                                      {1, 0, 0}, {1, 0, 1}, {1, 1, 0}, {1, 1, 1}},
                        rod[6][3] = {{0, 0, 0}, {4, 0, 0}, {0, 1, 0},
                                     {4, 1, 0}, {0, 0, 1}, {4, 0, 1}};
    trama_hull hull;
    assert_int_equal(make(&hull, cube, 8, 1.0), TRAMA_BAD_INPUT);
    assert_int_equal(make(&hull, rod, 6, 1.0), TRAMA_BAD_INPUT);
    assert_int_equal(make(&hull, cube, 8, 0.25), TRAMA_OK);
    assert_int_equal(hull.count, 12);
    trama_hull_free(&hull);
    assert_int_equal(make(&hull, rod, 6, 0.25), TRAMA_OK);
    assert_int_equal(hull.count, 8);
    trama_hull_free(&hull);
}

static bool has_corner(const trama_hull *hull, uint32_t corner)
{
    for (size_t f = 0; f < hull->count; f++)
        for (size_t i = 0; i < 3; i++)
            if (hull->face[f].corner[i] == corner)
                return true;
    return false;
}

/* A point that is above the lowest face of a tetrahedron by the tolerance is no corner; above it by
 * more, it is one. The face looks along -z. */
static void what_is_above_a_face_by_the_tolerance_is_no_corner(void **state)
{
    (void)state;
    double x[5][3] = {{0, 0, 0}, {8, 0, 0}, {0, 4, 0}, {0, 0, 4}, {1, 1, -0.125}};
    trama_hull hull;
    assert_int_equal(make(&hull, (const double(*)[3])x, 5, 0.125), TRAMA_OK);
    assert_int_equal(hull.count, 4);
    assert_false(has_corner(&hull, 4));
    trama_hull_free(&hull);
    x[4][2] = -0.1875;
    assert_int_equal(make(&hull, (const double(*)[3])x, 5, 0.125), TRAMA_OK);
    assert_int_equal(hull.count, 6);
    assert_true(has_corner(&hull, 4));
    trama_hull_free(&hull);
}

/* Only marked points: without its corner (1, 1, 1) and with one beyond that is not marked, a cube
 * has 5/6 of its volume. */
static void only_marked_points_are_corners(void **state)
{
    (void)state;
    static const double x[9][3] = {{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {0, 1, 1}, {1, 0, 0},
                                   {1, 0, 1}, {1, 1, 0}, {1, 1, 1}, {9, 9, 9}};
    static const unsigned char use[9] = {1, 1, 1, 1, 1, 1, 1, 0, 0};
    trama_hull hull;
    trama_error error;
    double volume = 0.0;
    assert_int_equal(trama_hull_make(&hull, x, 9, use, 1e-9, &error), TRAMA_OK);
    for (size_t f = 0; f < hull.count; f++) {
        const uint32_t *c = hull.face[f].corner;
        double normal[3];
        cross3(x[c[1]], x[c[2]], normal);
        volume += dot3(x[c[0]], normal) / 6.0;
    }
    assert_int_equal(hull.count, 10);
    assert_near(volume, 5.0 / 6.0, 1e-15);
    trama_hull_free(&hull);
}

/* Three points on a line have no normal, and their plane is through the origin. */
static void a_face_without_area_has_no_normal(void **state)
{
    (void)state;
    static const double x[4][3] = {{1, 1, 0}, {2, 2, 0}, {3, 3, 0}, {1, 1, 2}};
    const trama_hull_face line = trama_hull_face_of(x, 0, 1, 2),
                          face = trama_hull_face_of(x, 0, 1, 3);
    const double half = sqrt(0.5), normal[3] = {half, -half, 0.0};
    for (int i = 0; i < 3; i++) {
        assert_near(line.normal[i], 0.0, 0.0);
        assert_near(face.normal[i], normal[i], 1e-15);
    }
    assert_near(line.offset, 0.0, 0.0);
    assert_near(face.offset, 0.0, 1e-15);
}

static double highest(const trama_hull *hull, const double (*x)[3], size_t count)
{
    double most = 0.0;
    for (size_t f = 0; f < hull->count; f++)
        for (size_t i = 0; i < count; i++)
            most = fmax(most, dot3(hull->face[f].normal, x[i]) - hull->face[f].offset);
    return most;
}

/* Thin heaps of points, looked at with a coarse tolerance: what is made holds every point to ten
 * tolerances; of the others some have a volume but no hull that does, and say so. */
static void a_hull_holds_all_points_or_is_none(void **state)
{
    (void)state;
    enum { POINTS = 12, HEAPS = 3000 };
    trama_random random = {5};
    size_t made = 0, unsure = 0;
    for (int heap = 0; heap < HEAPS; heap++) {
        double x[POINTS][3];
        trama_hull hull;
        trama_error error;
        for (int i = 0; i < POINTS; i++) {
            x[i][0] = trama_random_signed(&random);
            x[i][1] = 0.05 * trama_random_signed(&random);
            x[i][2] = 0.05 * trama_random_signed(&random);
        }
        const trama_status status =
            trama_hull_make(&hull, (const double(*)[3])x, POINTS, NULL, 0.01, &error);
        if (status == TRAMA_OK) {
            assert_true(highest(&hull, (const double(*)[3])x, POINTS) <= 0.1);
            made++;
        } else {
            unsure += strstr(error.text, "not sure") != NULL;
        }
        trama_hull_free(&hull);
    }
    assert_true(made > HEAPS / 4);
    assert_true(unsure > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_thick_as_the_tolerance_is_flat),
        cmocka_unit_test(as_wide_as_the_tolerance_is_no_body),
        cmocka_unit_test(what_is_above_a_face_by_the_tolerance_is_no_corner),
        cmocka_unit_test(only_marked_points_are_corners),
        cmocka_unit_test(a_face_without_area_has_no_normal),
        cmocka_unit_test(a_hull_holds_all_points_or_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
