/* Mass, centre and principal axes of closed meshes are those of closed forms, near and far from the
 * origin and however the solid is turned; what is no closed mesh is refused by name. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "rigid/mass.h"

/* A box of sides 2, 3, 5 m. */
static const double box[24] = {-1, -1.5, -2.5, 1, -1.5, -2.5, 1, 1.5, -2.5, -1, 1.5, -2.5,
                               -1, -1.5, 2.5,  1, -1.5, 2.5,  1, 1.5, 2.5,  -1, 1.5, 2.5};
static const uint32_t box_faces[36] = {0, 3, 2, 0, 2, 1, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4,
                                       2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7, 3};

static trama_mass mass_of(const double *x, size_t vertices, const uint32_t *triangle,
                          size_t triangles, double density)
{
    trama_mass mass;
    trama_error error;
    if (trama_mass_of_mesh(x, vertices, triangle, triangles, density, &mass, &error) != TRAMA_OK)
        fail_msg("%s", error.text);
    return mass;
}

static void assert_near(double value, double expected, double tolerance)
{
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%.17g is not %.17g to %g", value, expected, tolerance);
}

static void a_box_has_its_closed_form(void **state)
{
    (void)state;
    const trama_mass m = mass_of(box, 8, box_faces, 12, 2.5);
    assert_near(m.mass, 75.0, 1e-12);
    const double moment[3] = {75.0 * (9 + 25) / 12, 75.0 * (25 + 4) / 12, 75.0 * (4 + 9) / 12};
    for (size_t i = 0; i < 3; i++) {
        assert_near(m.centre[i], 0.0, 1e-15);
        assert_near(m.moment[i], moment[i], 1e-12 * moment[i]);
        for (size_t j = 0; j < 3; j++)
            assert_true(m.axes[3 * i + j] == (i == j ? 1.0 : 0.0)); /* the frame's own */
    }
}

static void a_tetrahedron_has_its_closed_form(void **state)
{
    (void)state;
    const double x[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
    const uint32_t faces[12] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
    const trama_mass m = mass_of(x, 4, faces, 4, 6.0);
    /* Of mass 1, second moments about the centre are 3/80 on the diagonal and -1/80 beside it, so
       the inertia is 8/80 about (1, 1, 1) and 5/80 across. */
    assert_near(m.mass, 1.0, 1e-15);
    size_t largest = 0;
    for (size_t i = 0; i < 3; i++) {
        assert_near(m.centre[i], 0.25, 1e-16);
        largest = m.moment[i] > m.moment[largest] ? i : largest;
    }
    assert_near(m.moment[largest], 0.1, 1e-15);
    for (size_t i = 0; i < 3; i++) {
        assert_near(fabs(m.axes[3 * i + largest]), sqrt(1.0 / 3.0), 1e-14);
        if (i != largest)
            assert_near(m.moment[i], 5.0 / 80.0, 1e-15);
    }
}

/* The box again, its top cut into four around a further vertex off the middle: the mean vertex is
 * no longer the centre, and mass, centre and moments are what they were (parallel axes: without
 * that term the moment about x would be off by 75 times the mean vertex' distance squared, 3 %). */
static void further_vertices_on_a_face_change_nothing(void **state)
{
    (void)state;
    double x[27];
    uint32_t faces[42];
    memcpy(x, box, sizeof box);
    x[24] = 0.3, x[25] = 1.1, x[26] = 2.5;
    memcpy(faces, box_faces, sizeof box_faces);
    const uint32_t top[12] = {4, 5, 8, 5, 6, 8, 6, 7, 8, 7, 4, 8}; /* instead of 4 5 6 and 4 6 7 */
    memcpy(faces + 6, top, sizeof top);
    memcpy(faces + 18, box_faces + 12, 24 * sizeof *faces);
    const trama_mass m = mass_of(x, 9, faces, 14, 2.5);
    const double moment[3] = {75.0 * (9 + 25) / 12, 75.0 * (25 + 4) / 12, 75.0 * (4 + 9) / 12};
    assert_near(m.mass, 75.0, 1e-12);
    for (size_t i = 0; i < 3; i++) {
        assert_near(m.centre[i], 0.0, 1e-14);
        assert_near(m.moment[i], moment[i], 1e-12 * moment[i]);
    }
}

/* A sphere's mesh of `rings` rings, stretched to half axes a, b, c. */
static size_t ellipsoid(size_t rings, const double half[3], double **x, uint32_t **triangle,
                        size_t *vertices)
{
    const double pi = 3.14159265358979323846;
    const size_t round = 2 * rings;
    *vertices = (rings - 1) * round + 2;
    *x = calloc(3 * *vertices, sizeof **x);
    *triangle = calloc(3 * 2 * rings * round, sizeof **triangle);
    size_t count = 0;
    for (size_t r = 1; r < rings; r++)
        for (size_t k = 0; k < round; k++) {
            const double theta = pi * (double)r / (double)rings,
                         phi = pi * (double)k / (double)rings;
            double *p = *x + 3 * ((r - 1) * round + k);
            p[0] = half[0] * sin(theta) * cos(phi);
            p[1] = half[1] * sin(theta) * sin(phi);
            p[2] = half[2] * cos(theta);
        }
    const uint32_t top = (uint32_t)(*vertices - 2), bottom = top + 1;
    (*x)[3 * top + 2] = half[2];
    (*x)[3 * bottom + 2] = -half[2];
    for (size_t k = 0; k < round; k++) {
        const uint32_t k0 = (uint32_t)k, k1 = (uint32_t)((k + 1) % round);
        const uint32_t last = (uint32_t)((rings - 2) * round);
        const uint32_t caps[6] = {top, k0, k1, bottom, last + k1, last + k0};
        memcpy(*triangle + 3 * count, caps, sizeof caps);
        count += 2;
        for (uint32_t r = 0; r + 2 < rings; r++) {
            const uint32_t a = r * (uint32_t)round, b = a + (uint32_t)round;
            const uint32_t band[6] = {a + k0, b + k0, b + k1, a + k0, b + k1, a + k1};
            memcpy(*triangle + 3 * count, band, sizeof band);
            count += 2;
        }
    }
    return count;
}

/* The mesh lies within: the error of the mass falls with the square of the rings. Measured: a ratio
 * of 4.00, and 1.5e-3 of a moment at 64 rings. */
static void an_ellipsoid_is_approached_with_order_2(void **state)
{
    (void)state;
    const double half[3] = {0.5, 1.0, 1.5}, whole = 4.0 / 3.0 * 3.14159265358979323846 * 0.75;
    double error[2][2];
    for (size_t i = 0; i < 2; i++) {
        double *x;
        uint32_t *triangle;
        size_t vertices;
        const size_t triangles = ellipsoid((size_t)32 << i, half, &x, &triangle, &vertices);
        const trama_mass m = mass_of(x, vertices, triangle, triangles, 1.0);
        error[i][0] = 1.0 - m.mass / whole;
        error[i][1] = 1.0 - m.moment[0] / (whole / 5.0 * (1.0 + 2.25));
        assert_near(m.moment[1] / m.moment[2], (0.25 + 2.25) / (0.25 + 1.0), 4e-3);
        free(x);
        free(triangle);
    }
    for (size_t i = 0; i < 2; i++) {
        assert_near(error[0][i] / error[1][i], 4.0, 0.02);
        assert_true(error[1][i] > 0.0 && error[1][i] < 2.5e-3);
    }
}

/* The box, turned and put 1e6 m away: positions there have 1e-10 m. Measured: moments to 7e-10 of
 * themselves; with the origin as the tip of the tetrahedra they would be noise (1e12 lost). */
static void a_solid_far_away_and_turned_keeps_its_moments(void **state)
{
    (void)state;
    const double c = 0.8, s = 0.6, far[3] = {1e6, -2e6, 5e5};
    double x[24];
    for (size_t i = 0; i < 8; i++) {
        const double *p = box + 3 * i;
        const double one[3] = {c * p[0] - s * p[1], s * p[0] + c * p[1], p[2]};
        const double two[3] = {one[0], c * one[1] - s * one[2], s * one[1] + c * one[2]};
        for (size_t axis = 0; axis < 3; axis++)
            x[3 * i + axis] = far[axis] + two[axis];
    }
    const trama_mass m = mass_of(x, 8, box_faces, 12, 2.5);
    double sorted[3] = {75.0 * 13 / 12, 75.0 * 29 / 12, 75.0 * 34 / 12};
    assert_near(m.mass, 75.0, 75e-9);
    for (size_t k = 0; k < 3; k++) {
        double nearest = TRAMA_INFINITY, square = 0.0;
        for (size_t i = 0; i < 3; i++)
            nearest = fmin(nearest, fabs(m.moment[i] / sorted[k] - 1.0));
        assert_near(nearest, 0.0, 1e-8);
        assert_near(m.centre[k], far[k], 1e-8);
        for (size_t i = 0; i < 3; i++)
            square += m.axes[3 * i + k] * m.axes[3 * i + k];
        assert_near(square, 1.0, 1e-14);
    }
}

/* A random symmetric matrix is put together again by its axes and moments. */
static void principal_axes_diagonalise(void **state)
{
    (void)state;
    trama_random random = {7};
    for (size_t trial = 0; trial < 200; trial++) {
        double a[9], moment[3], axes[9];
        for (size_t i = 0; i < 3; i++)
            for (size_t j = 0; j <= i; j++)
                a[3 * i + j] = a[3 * j + i] = trama_random_signed(&random) + (i == j ? 3.0 : 0.0);
        trama_principal_axes(a, moment, axes);
        for (size_t i = 0; i < 3; i++)
            for (size_t j = 0; j < 3; j++) {
                double sum = 0.0;
                for (size_t k = 0; k < 3; k++)
                    sum += axes[3 * i + k] * moment[k] * axes[3 * j + k];
                assert_near(sum, a[3 * i + j], 1e-13);
            }
        const double turn = axes[0] * (axes[4] * axes[8] - axes[5] * axes[7]) -
                            axes[1] * (axes[3] * axes[8] - axes[5] * axes[6]) +
                            axes[2] * (axes[3] * axes[7] - axes[4] * axes[6]);
        assert_near(turn, 1.0, 1e-14);
    }
}

static void what_is_no_solid_is_refused(void **state)
{
    (void)state;
    uint32_t inside_out[36], open[36], bad[36], flat[36];
    double squashed[24];
    trama_mass mass;
    trama_error error;
    for (size_t t = 0; t < 12; t++)
        for (size_t c = 0; c < 3; c++)
            inside_out[3 * t + c] = box_faces[3 * t + 2 - c];
    memcpy(open, box_faces, sizeof open);
    memcpy(bad, box_faces, sizeof bad);
    memcpy(flat, box_faces, sizeof flat);
    memcpy(squashed, box, sizeof squashed);
    bad[7] = 8;
    flat[1] = flat[0];
    for (size_t i = 0; i < 8; i++)
        squashed[3 * i + 2] = 0.0;
    const struct {
        const double *x;
        const uint32_t *triangle;
        size_t count;
        const char *text;
    } cases[] = {
        {box, inside_out, 12, "face inwards"},     {box, open, 11, "the mesh is open at the edge"},
        {box, bad, 12, "triangle 2 has vertex 8"}, {box, flat, 12, "edge"},
        {squashed, box_faces, 12, "no area"},      {box, box_faces, 3, "at least 4"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        assert_int_equal(trama_mass_of_mesh(cases[i].x, 8, cases[i].triangle, cases[i].count, 1.0,
                                            &mass, &error),
                         TRAMA_BAD_INPUT);
        if (!strstr(error.text, cases[i].text))
            fail_msg("case %zu: %s", i, error.text);
    }
}

/* A vertex in the middle of an edge, and between the halves and the whole a triangle of area 0,
 * which closes the mesh. */
static void a_triangle_on_a_line_is_refused_by_its_number(void **state)
{
    (void)state;
    for (size_t t = 0; t < 12; t++) {
        double x[27];
        uint32_t triangle[42];
        trama_mass mass;
        trama_error error;
        const uint32_t a = box_faces[3 * t], b = box_faces[3 * t + 1], c = box_faces[3 * t + 2];
        const uint32_t more[9] = {a, 8, c, 8, b, c, a, b, 8};
        memcpy(x, box, 24 * sizeof *x);
        for (size_t axis = 0; axis < 3; axis++)
            x[24 + axis] = 0.5 * box[3 * a + axis] + 0.5 * box[3 * b + axis];
        memcpy(triangle, box_faces, 36 * sizeof *triangle);
        memcpy(triangle + 3 * t, more, 3 * sizeof *triangle);
        memcpy(triangle + 36, more + 3, 6 * sizeof *triangle);
        assert_int_equal(trama_mass_of_mesh(x, 9, triangle, 14, 1.0, &mass, &error),
                         TRAMA_BAD_INPUT);
        if (!strstr(error.text, "triangle 13 has no area"))
            fail_msg("case %zu: %s", t, error.text);
    }
}

/* A rod of 2 m along an axis, of square section: from the middle to its ends it is 1 m, so that a
 * volume of 1e-12 m^3 is the least of a solid, whichever axis it lies along. */
static trama_status rod_along(size_t along, double volume, trama_mass *mass, trama_error *error)
{
    double x[24];
    for (size_t i = 0; i < 8; i++)
        for (size_t axis = 0; axis < 3; axis++)
            x[3 * i + axis] =
                copysign(axis == along ? 1.0 : 0.5 * sqrt(0.5 * volume), box[3 * i + axis]);
    return trama_mass_of_mesh(x, 8, box_faces, 12, 3.0, mass, error);
}

static void the_thinnest_solid_is_the_same_along_each_axis(void **state)
{
    (void)state;
    for (size_t along = 0; along < 3; along++) {
        trama_mass mass;
        trama_error error;
        assert_int_equal(rod_along(along, 0.95e-12, &mass, &error), TRAMA_BAD_INPUT);
        assert_non_null(strstr(error.text, "encloses no volume"));
        assert_int_equal(rod_along(along, 1.05e-12, &mass, &error), TRAMA_OK);
        assert_near(mass.mass, 3.15e-12, 1e-20);
        for (size_t axis = 0; axis < 3; axis++) /* a rod's m l^2 / 12, and 1e-12 of it along it */
            assert_near(mass.moment[axis] / mass.mass, axis == along ? 0.0 : 1.0 / 3.0, 1e-9);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_box_has_its_closed_form),
        cmocka_unit_test(a_tetrahedron_has_its_closed_form),
        cmocka_unit_test(further_vertices_on_a_face_change_nothing),
        cmocka_unit_test(an_ellipsoid_is_approached_with_order_2),
        cmocka_unit_test(a_solid_far_away_and_turned_keeps_its_moments),
        cmocka_unit_test(principal_axes_diagonalise),
        cmocka_unit_test(what_is_no_solid_is_refused),
        cmocka_unit_test(a_triangle_on_a_line_is_refused_by_its_number),
        cmocka_unit_test(the_thinnest_solid_is_the_same_along_each_axis),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
