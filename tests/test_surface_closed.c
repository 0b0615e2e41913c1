/* Closed surfaces against geometry by hand: the closest point of a triangle against its face, sides
 * and corners one by one, the normals of sides and corners against angles, and the volume. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collision/traversal.h"
#include "core/random.h"
#include "core/vec.h"
#include "support/near.h"

/* An octahedron: corners on the axes, at any distance. */
enum { CORNERS = 6, FACES = 8 };
static const size_t faces[3 * FACES] = {0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4,
                                        2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5};

static trama_closed_surface *draw(trama_random *random, double x[3 * CORNERS])
{
    trama_closed_surface *surface;
    trama_error error;
    for (size_t i = 0; i < CORNERS; i++)
        for (size_t k = 0; k < 3; k++)
            x[3 * i + k] = 0.3 * trama_random_signed(random) +
                           (k == i / 2 ? (i % 2 ? -1.0 : 1.0) : 0.0) + (double)k;
    assert_int_equal(trama_closed_surface_create(CORNERS, FACES, faces, &surface, &error),
                     TRAMA_OK);
    return surface;
}

static void sub(const double *a, const double *b, double d[3])
{
    for (int k = 0; k < 3; k++)
        d[k] = a[k] - b[k];
}

/* ---- The closest point. */

/* Square of the distance from p to the segment, and the part of it from a. */
static double to_segment(const double *a, const double *b, const double *p, double *part)
{
    double ab[3], ap[3], off[3];
    sub(b, a, ab);
    sub(p, a, ap);
    *part = fmin(fmax(dot3(ap, ab) / dot3(ab, ab), 0.0), 1.0);
    for (int k = 0; k < 3; k++)
        off[k] = ap[k] - *part * ab[k];
    return dot3(off, off);
}

/* To the plane, if p is above the triangle: if it is on the inner side of each side. */
static double to_face(const double *const v[3], const double *p)
{
    double e[3], f[3], n[3];
    sub(v[1], v[0], e);
    sub(v[2], v[0], f);
    cross3(e, f, n);
    for (int c = 0; c < 3; c++) {
        double side[3], to[3], inward[3];
        sub(v[(c + 1) % 3], v[c], side);
        sub(p, v[c], to);
        cross3(n, side, inward);
        if (dot3(inward, to) < 0.0)
            return HUGE_VAL;
    }
    sub(p, v[0], e);
    return dot3(e, n) * dot3(e, n) / dot3(n, n);
}

static unsigned feature_of(const double *const v[3], const double *p, double *squared)
{
    unsigned feature = TRAMA_ON_FACE;
    *squared = to_face(v, p);
    const bool beside = *squared == HUGE_VAL;
    for (unsigned c = 0; c < 3 && beside; c++) {
        double part;
        const double distance = to_segment(v[c], v[(c + 1) % 3], p, &part);
        if (distance < *squared) {
            *squared = distance;
            feature = part == 0.0   ? TRAMA_ON_CORNER + c
                      : part == 1.0 ? TRAMA_ON_CORNER + (c + 1) % 3
                                    : TRAMA_ON_SIDE + c;
        }
    }
    return feature;
}

static void the_closest_point_is_that_of_face_sides_and_corners(void **state)
{
    (void)state;
    trama_random random = {3};
    size_t seen[7] = {0};
    for (int trial = 0; trial < 500; trial++) {
        double x[3 * CORNERS], p[3], squared;
        trama_closed_surface *surface = draw(&random, x);
        for (int k = 0; k < 3; k++)
            p[k] = k + 3.0 * trama_random_signed(&random);
        for (uint32_t t = 0; t < FACES; t++) {
            const double *v[3];
            double sum = 0.0;
            for (int c = 0; c < 3; c++)
                v[c] = x + 3 * surface->triangle[t][c];
            const unsigned feature = feature_of(v, p, &squared);
            const trama_closest_on_triangle c = trama_closed_surface_closest(surface, x, t, p);
            assert_int_equal(c.feature, feature);
            assert_near(c.squared, squared, 1e-12 * (1.0 + squared));
            assert_near(dot3(c.towards, c.towards), squared, 1e-12 * (1.0 + squared));
            for (int k = 0; k < 3; k++)
                assert_near(p[k] - c.towards[k],
                            c.weight[0] * v[0][k] + c.weight[1] * v[1][k] + c.weight[2] * v[2][k],
                            1e-12);
            for (int k = 0; k < 3; k++) {
                assert_true(c.weight[k] >= -1e-14 && c.weight[k] <= 1.0 + 1e-14);
                sum += c.weight[k];
            }
            assert_near(sum, 1.0, 1e-12);
            seen[feature]++;
        }
        trama_closed_surface_destroy(surface);
    }
    for (int k = 0; k < 7; k++)
        assert_true(seen[k] > 50);
}

/* ---- Normals. */

static double unit_normal(const double *a, const double *b, const double *c, double n[3])
{
    double e[3], f[3];
    sub(b, a, e);
    sub(c, a, f);
    cross3(e, f, n);
    const double length = sqrt(dot3(n, n));
    for (int k = 0; k < 3; k++)
        n[k] /= length;
    return acos(dot3(e, f) / sqrt(dot3(e, e) * dot3(f, f))); /* the angle at a */
}

/* Adds the normals of all faces that have both corners, weighted by the angle at the first if
 * `angles`. */
static void add_normals(const double *x, size_t corner, size_t other, bool angles, double sum[3])
{
    sum[0] = sum[1] = sum[2] = 0.0;
    for (size_t t = 0; t < FACES; t++)
        for (size_t c = 0; c < 3; c++) {
            const size_t *v = faces + 3 * t, a = v[c], b = v[(c + 1) % 3], d = v[(c + 2) % 3];
            double n[3];
            if (a != corner || !(other == corner || b == other || d == other))
                continue;
            const double angle = unit_normal(x + 3 * a, x + 3 * b, x + 3 * d, n);
            for (int k = 0; k < 3; k++)
                sum[k] += (angles ? angle : 1.0) * n[k];
        }
}

static void check_direction(const double got[3], const double expected[3])
{
    double apart[3];
    cross3(got, expected, apart);
    assert_near(sqrt(dot3(apart, apart) / (dot3(got, got) * dot3(expected, expected))), 0.0, 1e-12);
    assert_true(dot3(got, expected) > 0.0);
}

static void normals_are_those_of_faces_weighted_by_angles(void **state)
{
    (void)state;
    trama_random random = {4};
    for (int trial = 0; trial < 50; trial++) {
        double x[3 * CORNERS], got[3], expected[3];
        trama_closed_surface *surface = draw(&random, x);
        for (uint32_t t = 0; t < FACES; t++) {
            const uint32_t *v = surface->triangle[t];
            unit_normal(x + 3 * v[0], x + 3 * v[1], x + 3 * v[2], expected);
            trama_closed_surface_normal(surface, x, t, TRAMA_ON_FACE, got);
            check_direction(got, expected);
            for (unsigned c = 0; c < 3; c++) {
                add_normals(x, v[c], v[(c + 1) % 3], false, expected);
                trama_closed_surface_normal(surface, x, t, TRAMA_ON_SIDE + c, got);
                check_direction(got, expected);
                add_normals(x, v[c], v[c], true, expected);
                trama_closed_surface_normal(surface, x, t, TRAMA_ON_CORNER + c, got);
                check_direction(got, expected);
            }
        }
        trama_closed_surface_destroy(surface);
    }
}

/* ---- Volume. */

/* Tetrahedra from any point sum to it. */
static void the_volume_is_the_sum_of_tetrahedra_from_any_point(void **state)
{
    (void)state;
    trama_random random = {5};
    for (int trial = 0; trial < 50; trial++) {
        double x[3 * CORNERS], from[3], sum = 0.0;
        trama_closed_surface *surface = draw(&random, x);
        for (int k = 0; k < 3; k++)
            from[k] = 4.0 * trama_random_signed(&random);
        for (size_t t = 0; t < FACES; t++) {
            double e[3][3], product[3];
            for (int c = 0; c < 3; c++)
                sub(x + 3 * faces[3 * t + (size_t)c], from, e[c]);
            cross3(e[0], e[1], product);
            sum += dot3(product, e[2]) / 6.0;
        }
        assert_near(trama_closed_surface_volume(surface, x), sum, 1e-12);
        assert_true(sum > 0.5);
        trama_closed_surface_destroy(surface);
    }
}

/* ---- What is no closed surface. */

static void refuses(size_t triangles, const size_t *triangle, const char *why)
{
    trama_error error;
    trama_traversal *traversal;
    assert_int_equal(trama_traversal_create(5, triangles, triangle, 1, 0.0, &traversal, &error),
                     TRAMA_BAD_INPUT);
    assert_non_null(strstr(error.text, why));
    assert_null(traversal);
}

static void an_open_or_turned_surface_is_refused(void **state)
{
    (void)state;
    const size_t open_one[] = {0, 2, 1, 0, 1, 3, 1, 2, 3};
    const size_t turned[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 2, 3};
    const size_t thrice[] = {0, 2, 1, 0, 1, 3, 1, 2, 3, 0, 3, 2, 0, 2, 4};
    refuses(3, open_one, "triangle 0 has a side that no other triangle has");
    refuses(4, turned, "is turned against its neighbour");
    refuses(5, thrice, "has a side that more than two triangles have");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_closest_point_is_that_of_face_sides_and_corners),
        cmocka_unit_test(normals_are_those_of_faces_weighted_by_angles),
        cmocka_unit_test(the_volume_is_the_sum_of_tetrahedra_from_any_point),
        cmocka_unit_test(an_open_or_turned_surface_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
