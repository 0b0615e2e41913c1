/* Convex shapes: the support mapping finds the furthest point, the outline bounds the volume and
 * has the moments that the closed forms say, faces are where they should be; polyhedra are hulls,
 * climbs end at the furthest corner, and meshes that are open, inside out or not convex are named.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "core/vec.h"
#include "rigid/polyhedron.h"
#include "rigid/shape.h"
#include "support/near.h"

enum { DIRECTIONS = 200, SEGMENTS = 400 };

static void direction(trama_random *random, double d[3])
{
    do
        for (int i = 0; i < 3; i++)
            d[i] = trama_random_signed(random);
    while (dot3(d, d) < 1e-3);
}

/* ---- Kinds with sizes. */

typedef struct drawn {
    trama_convex shape;
    trama_convex_outline size;
    double (*x)[3];
    uint32_t (*triangle)[3];
} drawn;

static void draw(drawn *d, size_t segments)
{
    const trama_convex_type *type = d->shape.type;
    d->size = type->outline_size(&d->shape, segments);
    d->x = calloc(d->size.vertices, sizeof *d->x);
    d->triangle = calloc(d->size.triangles, sizeof *d->triangle);
    assert_true(d->x && d->triangle);
    type->outline(&d->shape, segments, d->x, d->triangle);
}

static void erase(drawn *d)
{
    free(d->x);
    free(d->triangle);
}

/* Calls `claim` with each kind that has sizes. */
static void each_kind(size_t segments, void (*claim)(const drawn *))
{
    static const double size[] = {0.7, 1.3, 0.9};
    trama_error error;
    for (size_t k = 0; k < trama_convex_count(); k++) {
        drawn d;
        const trama_convex_type *type = trama_convex_at(k);
        if (type->size_count == 0)
            continue;
        assert_int_equal(trama_convex_make(&d.shape, type, size, &error), TRAMA_OK);
        draw(&d, segments);
        claim(&d);
        erase(&d);
    }
}

/* No vertex is further than the support, by rounding; and some vertex is nearly as far, by the
 * sagitta of 400 segments, 1.3 (1 - cos(pi/400)) = 4e-5. */
static void support_is_furthest(const drawn *d)
{
    trama_random random = {7};
    uint32_t hint = 0;
    for (int n = 0; n < DIRECTIONS; n++) {
        double v[3], point[3], most = -1e300;
        direction(&random, v);
        d->shape.type->support(&d->shape, v, &hint, point);
        for (size_t i = 0; i < d->size.vertices; i++)
            most = worst_of(most, dot3(d->x[i], v));
        const double length = sqrt(dot3(v, v));
        assert_true(most <= dot3(point, v) + 1e-14 * length);
        assert_true(most >= dot3(point, v) - 1e-4 * length);
        assert_true(dot3(point, point) <= d->shape.radius * d->shape.radius * (1 + 1e-14));
    }
}

static void support_mappings_find_the_furthest_point(void **state)
{
    (void)state;
    each_kind(SEGMENTS, support_is_furthest);
}

/* A kind without faces: all that is within its margin of its origin. */
static void is_a_ball(const trama_convex *shape)
{
    trama_random random = {8};
    assert_true(shape->type->margin(shape) == shape->radius);
    for (int n = 0; n < DIRECTIONS; n++) {
        double v[3], point[3];
        direction(&random, v);
        shape->type->core(shape, v, NULL, point);
        assert_true(dot3(point, point) == 0.0);
    }
}

/* The corner of a face that is furthest is as far as the support, but for a circle's polygon; and
 * all corners are in the shape: no further along any direction than the support. */
static void face_is_of_the_shape(const drawn *d)
{
    trama_random random = {8};
    if (!d->shape.type->face) {
        is_a_ball(&d->shape);
        return;
    }
    for (int n = 0; n < DIRECTIONS; n++) {
        double v[3], w[3], point[3], most = -1e300;
        trama_convex_face face;
        direction(&random, v);
        direction(&random, w);
        d->shape.type->face(&d->shape, v, &face);
        d->shape.type->support(&d->shape, v, NULL, point);
        assert_true(face.count >= 1 && face.count <= TRAMA_FACE_CORNERS);
        for (uint32_t i = 0; i < face.count; i++)
            most = worst_of(most, dot3(face.x[i], v));
        if (face.count != 16)
            assert_true(fabs(most - dot3(point, v)) <= 1e-14);
        d->shape.type->support(&d->shape, w, NULL, point);
        for (uint32_t i = 0; i < face.count; i++)
            assert_true(dot3(face.x[i], w) <= dot3(point, w) + 1e-14);
    }
}

static void faces_lie_on_their_shapes(void **state)
{
    (void)state;
    each_kind(SEGMENTS, face_is_of_the_shape);
}

/* Polygons are counter-clockwise from outside. */
static void face_looks_out(const drawn *d)
{
    static const double axis[6][3] = {{1, 0, 0},  {-1, 0, 0}, {0, 1, 0},
                                      {0, -1, 0}, {0, 0, 1},  {0, 0, -1}};
    for (int n = 0; n < 6 && d->shape.type->face; n++) {
        trama_convex_face face;
        double ab[3], ac[3], normal[3];
        d->shape.type->face(&d->shape, axis[n], &face);
        if (face.count < 3)
            continue;
        for (int i = 0; i < 3; i++) {
            ab[i] = face.x[1][i] - face.x[0][i];
            ac[i] = face.x[2][i] - face.x[0][i];
        }
        cross3(ab, ac, normal);
        assert_true(dot3(normal, axis[n]) > 0.0);
        assert_true(dot3(normal, face.x[0]) > 0.0);
    }
}

static void polygons_of_faces_look_out(void **state)
{
    (void)state;
    each_kind(SEGMENTS, face_looks_out);
}

/* Volume, first moment and inertia of the tetrahedra that triangles make with the origin. */
static void integrate(const drawn *d, double *volume, double centre[3], double inertia[3][3])
{
    double second[3][3] = {{0}};
    *volume = 0.0;
    memset(centre, 0, sizeof(double[3]));
    for (size_t t = 0; t < d->size.triangles; t++) {
        const double *a = d->x[d->triangle[t][0]], *b = d->x[d->triangle[t][1]],
                     *c = d->x[d->triangle[t][2]];
        double product[3];
        cross3(b, c, product);
        const double v = dot3(a, product) / 6.0;
        *volume += v;
        for (int i = 0; i < 3; i++) {
            centre[i] += v * (a[i] + b[i] + c[i]) / 4.0;
            for (int j = 0; j < 3; j++)
                second[i][j] += v / 20.0 *
                                (a[i] * a[j] + b[i] * b[j] + c[i] * c[j] +
                                 (a[i] + b[i] + c[i]) * (a[j] + b[j] + c[j]));
        }
    }
    const double trace = second[0][0] + second[1][1] + second[2][2];
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            inertia[i][j] = (i == j ? trace : 0.0) - second[i][j];
}

/* At 400 segments the mesh has less by about (pi/400)^2 4/3 = 8e-5 of the whole; with flat faces
 * all agrees to rounding. */
static void closed_form_is_the_mesh(const drawn *d)
{
    const bool flat = d->size.vertices <= 8;
    const double bound = flat ? 1e-14 : 3e-4;
    double volume, centre[3], inertia[3][3], closed[3][3];
    integrate(d, &volume, centre, inertia);
    d->shape.type->inertia(&d->shape, closed);
    assert_near(volume, d->shape.type->volume(&d->shape), bound * volume);
    for (int i = 0; i < 3; i++) {
        assert_near(centre[i], 0.0, flat ? 1e-15 : 1e-5);
        for (int j = 0; j < 3; j++)
            assert_near(inertia[i][j], closed[i][j], bound * closed[1][1]);
    }
}

static void closed_forms_agree_with_the_outline(void **state)
{
    (void)state;
    each_kind(SEGMENTS, closed_form_is_the_mesh);
}

static void sizes_that_are_not_positive_are_refused(void **state)
{
    (void)state;
    trama_error error;
    trama_convex shape;
    const double size[][3] = {{0.0, 1.0, 1.0}, {1.0, -1.0, 1.0}, {1.0, 1.0, TRAMA_NAN}};
    for (int i = 0; i < 3; i++) {
        assert_int_equal(trama_convex_make(&shape, trama_convex_find("box"), size[i], &error),
                         TRAMA_BAD_INPUT);
        assert_string_equal(error.path, trama_convex_find("box")->size_name[i]);
    }
    assert_int_equal(trama_convex_make(&shape, trama_convex_find("polyhedron"), size[0], &error),
                     TRAMA_BAD_INPUT);
}

/* ---- Polyhedra. */

static void on_the_sphere(trama_random *random, double x[3])
{
    do
        direction(random, x);
    while (dot3(x, x) > 1.0);
    const double length = sqrt(dot3(x, x));
    for (int i = 0; i < 3; i++)
        x[i] /= length;
}

/* Euler: corners - edges + faces = 2; and 200 random points of a sphere are all corners. */
static void hull_of_a_sphere_has_all_points(void **state)
{
    (void)state;
    enum { POINTS = 200 };
    double x[POINTS][3];
    trama_random random = {11};
    trama_polyhedron p;
    trama_error error;
    size_t inside = 99;
    for (int i = 0; i < POINTS; i++)
        on_the_sphere(&random, x[i]);
    assert_int_equal(trama_polyhedron_of_points(&p, x[0], POINTS, &inside, &error), TRAMA_OK);
    assert_int_equal(inside, 0);
    assert_int_equal(p.corners, POINTS);
    assert_int_equal(p.faces, 2 * POINTS - 4);
    assert_int_equal(p.neighbour_begin[p.corners], 2 * (p.corners + p.faces - 2));
    trama_polyhedron_free(&p);
}

static void climbs_end_at_the_furthest_corner(void **state)
{
    (void)state;
    enum { POINTS = 300 };
    double x[POINTS][3];
    trama_random random = {12};
    trama_polyhedron p;
    trama_error error;
    for (int i = 0; i < POINTS; i++)
        on_the_sphere(&random, x[i]);
    assert_int_equal(trama_polyhedron_of_points(&p, x[0], POINTS, NULL, &error), TRAMA_OK);
    const trama_convex shape = trama_convex_of_polyhedron(&p);
    for (int n = 0; n < 1000; n++) {
        double d[3], point[3], most = -2.0;
        uint32_t hint = (uint32_t)(trama_random_bits(&random) % POINTS);
        direction(&random, d);
        shape.type->support(&shape, d, &hint, point);
        for (int i = 0; i < POINTS; i++)
            most = worst_of(most, dot3(x[i], d));
        assert_true(dot3(point, d) == most);
        for (int axis = 0; axis < 3; axis++)
            assert_true(point[axis] == p.x[hint][axis]);
    }
    trama_polyhedron_free(&p);
}

/* Straight out of faces and edges, where corners are equally far: climbs end there too, wherever
 * they begin. */
static void climbs_end_where_corners_are_equally_far(void **state)
{
    (void)state;
    for (int n = 3; n < 20; n++) {
        double x[40][3];
        trama_polyhedron p;
        trama_error error;
        for (int i = 0; i < 2 * n; i++) {
            x[i][0] = cos(6.283185307179586 * (i % n) / n);
            x[i][1] = sin(6.283185307179586 * (i % n) / n);
            x[i][2] = i < n ? -1.0 : 1.0;
        }
        assert_int_equal(trama_polyhedron_of_points(&p, x[0], 2 * (size_t)n, NULL, &error),
                         TRAMA_OK);
        const trama_convex shape = trama_convex_of_polyhedron(&p);
        for (int k = 0; k < n + 2; k++) {
            const double d[3] = {k < n ? cos(6.283185307179586 * (k + 0.5) / n) : 0.0,
                                 k < n ? sin(6.283185307179586 * (k + 0.5) / n) : 0.0,
                                 k < n ? 0.0 : 2.0 * k - 2.0 * n - 1.0};
            double most = -2.0;
            for (int i = 0; i < 2 * n; i++)
                most = worst_of(most, dot3(x[i], d));
            for (uint32_t start = 0; start < p.corners; start++) {
                double point[3];
                uint32_t hint = start;
                shape.type->support(&shape, d, &hint, point);
                assert_near(dot3(point, d), most, 1e-15);
            }
        }
        trama_polyhedron_free(&p);
    }
}

/* A cube of 27 points: corners, middles of edges and faces, and the centre; turned, so that nothing
 * is exact. */
static void points_on_edges_and_faces_are_no_corners(void **state)
{
    (void)state;
    const double c = cos(0.3), s = sin(0.3);
    double x[27][3];
    trama_polyhedron p;
    trama_error error;
    size_t inside;
    for (int i = 0; i < 27; i++) {
        const int row = i / 3 % 3, layer = i / 9;
        const double y[3] = {i % 3 - 1, row - 1, layer - 1};
        x[i][0] = c * y[0] - s * (c * y[1] - s * y[2]);
        x[i][1] = s * y[0] + c * (c * y[1] - s * y[2]);
        x[i][2] = s * y[1] + c * y[2];
    }
    assert_int_equal(trama_polyhedron_of_points(&p, x[0], 27, &inside, &error), TRAMA_OK);
    assert_int_equal(p.corners, 8);
    assert_int_equal(p.faces, 6);
    assert_int_equal(p.triangles, 12);
    assert_int_equal(inside, 19);
    drawn d = {.shape = trama_convex_of_polyhedron(&p)};
    draw(&d, 3);
    double volume, centre[3], inertia[3][3];
    integrate(&d, &volume, centre, inertia);
    assert_near(volume, 8.0, 1e-14);
    assert_near(inertia[1][1], 16.0 / 3.0, 1e-14);
    support_is_furthest(&d);
    face_is_of_the_shape(&d);
    erase(&d);
    trama_polyhedron_free(&p);
}

static void a_hull_in_mm_and_in_km_is_the_same(void **state)
{
    (void)state;
    double x[60][3], scaled[60][3];
    trama_random random = {13};
    trama_polyhedron p, q;
    trama_error error;
    for (int i = 0; i < 60; i++)
        direction(&random, x[i]);
    assert_int_equal(trama_polyhedron_of_points(&p, x[0], 60, NULL, &error), TRAMA_OK);
    for (int k = -10; k <= 10; k += 20) {
        for (int i = 0; i < 180; i++)
            scaled[i / 3][i % 3] = ldexp(x[i / 3][i % 3], k);
        assert_int_equal(trama_polyhedron_of_points(&q, scaled[0], 60, NULL, &error), TRAMA_OK);
        assert_int_equal(p.corners, q.corners);
        assert_int_equal(p.faces, q.faces);
        assert_memory_equal(p.triangle, q.triangle, p.triangles * sizeof *p.triangle);
        trama_polyhedron_free(&q);
    }
    trama_polyhedron_free(&p);
}

static const double cube[8][3] = {{-1, -1, -1}, {1, -1, -1}, {-1, 1, -1}, {1, 1, -1},
                                  {-1, -1, 1},  {1, -1, 1},  {-1, 1, 1},  {1, 1, 1}};
static const uint32_t cube_mesh[12][3] = {{0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5},
                                          {0, 1, 5}, {0, 5, 4}, {2, 6, 7}, {2, 7, 3},
                                          {0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}};

static void refused(const double *x, size_t vertices, const uint32_t *triangle, size_t triangles,
                    const char *path, const char *words)
{
    trama_polyhedron p;
    trama_error error = {0};
    assert_int_equal(trama_polyhedron_of_mesh(&p, x, vertices, triangle, triangles, &error),
                     TRAMA_BAD_INPUT);
    assert_string_equal(error.path, path);
    if (!strstr(error.text, words))
        fail_msg("\"%s\" has not \"%s\"", error.text, words);
    trama_polyhedron_free(&p);
}

static void bad_meshes_are_named(void **state)
{
    (void)state;
    trama_polyhedron p;
    trama_error error;
    assert_int_equal(trama_polyhedron_of_mesh(&p, cube[0], 8, cube_mesh[0], 12, &error), TRAMA_OK);
    assert_int_equal(p.faces, 6);
    trama_polyhedron_free(&p);
    refused(cube[0], 8, cube_mesh[0], 11, "faces", "open");
    uint32_t mesh[12][3];
    double x[9][3] = {{0}};
    for (int t = 0; t < 12; t++) {
        mesh[t][0] = cube_mesh[t][0];
        mesh[t][1] = cube_mesh[t][2];
        mesh[t][2] = cube_mesh[t][1];
    }
    refused(cube[0], 8, mesh[0], 12, "faces", "inside out");
    memcpy(mesh, cube_mesh, sizeof mesh);
    mesh[3][0] = 77;
    refused(cube[0], 8, mesh[0], 12, "faces", "vertex 77");
    memcpy(x, cube, sizeof cube);
    refused(x[0], 9, cube_mesh[0], 12, "vertices", "vertex 8 is in no triangle");
    x[7][0] = x[7][1] = x[7][2] = 0.2; /* one corner pushed in */
    refused(x[0], 8, cube_mesh[0], 12, "faces", "not convex");
    memcpy(x, cube, sizeof cube);
    for (int i = 0; i < 8; i++)
        x[i][0] += 1.5;
    refused(x[0], 8, cube_mesh[0], 12, "vertices", "origin");
}

/* The least that bounds a solid, and a triangle too few; faces of the most corners, and of one
 * more. */
static void the_least_and_the_most_are_taken(void **state)
{
    (void)state;
    static const double corner[4][3] = {{1, 1, 1}, {-1, -1, 1}, {-1, 1, -1}, {1, -1, -1}};
    static const uint32_t mesh[4][3] = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
    double round[2 * TRAMA_FACE_CORNERS + 2][3];
    trama_polyhedron p;
    trama_error error;
    assert_int_equal(trama_polyhedron_of_mesh(&p, corner[0], 4, mesh[0], 4, &error), TRAMA_OK);
    assert_int_equal(p.faces, 4);
    trama_polyhedron_free(&p);
    refused(corner[0], 4, mesh[0], 3, "faces", "at least 4");
    refused(corner[0], 3, mesh[0], 4, "faces", "at least 4");
    assert_int_equal(trama_polyhedron_of_points(&p, corner[0], 4, NULL, &error), TRAMA_OK);
    assert_int_equal(p.faces, 4);
    trama_polyhedron_free(&p);
    for (size_t n = TRAMA_FACE_CORNERS; n <= TRAMA_FACE_CORNERS + 1; n++) {
        for (size_t i = 0; i < 2 * n; i++) {
            round[i][0] = cos(6.283185307179586 * (double)(i % n) / (double)n);
            round[i][1] = sin(6.283185307179586 * (double)(i % n) / (double)n);
            round[i][2] = i < n ? -1.0 : 1.0;
        }
        const trama_status status = trama_polyhedron_of_points(&p, round[0], 2 * n, NULL, &error);
        assert_int_equal(status, n > TRAMA_FACE_CORNERS ? TRAMA_BAD_INPUT : TRAMA_OK);
        if (status == TRAMA_OK) {
            assert_int_equal(p.faces, n + 2);
            trama_polyhedron_free(&p);
        }
    }
}

static void bad_points_are_named(void **state)
{
    (void)state;
    trama_polyhedron p;
    trama_error error;
    double flat[6][3] = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}, {0.5, 0.3, 0}, {0, 0, 1e-11}};
    assert_int_equal(trama_polyhedron_of_points(&p, flat[0], 3, NULL, &error), TRAMA_BAD_INPUT);
    assert_int_equal(trama_polyhedron_of_points(&p, flat[0], 6, NULL, &error), TRAMA_BAD_INPUT);
    assert_non_null(strstr(error.text, "plane"));
    flat[5][2] = TRAMA_INFINITY;
    assert_int_equal(trama_polyhedron_of_points(&p, flat[0], 6, NULL, &error), TRAMA_BAD_INPUT);
    double round[100][3];
    for (int i = 0; i < 100; i++) {
        round[i][0] = cos(0.0628318530717958647 * 2 * (i % 50));
        round[i][1] = sin(0.0628318530717958647 * 2 * (i % 50));
        round[i][2] = i < 50 ? -1 : 1;
    }
    assert_int_equal(trama_polyhedron_of_points(&p, round[0], 100, NULL, &error), TRAMA_OK);
    assert_int_equal(p.faces, 52);
    trama_polyhedron_free(&p);
    for (int i = 0; i < 100; i++) {
        round[i][0] = cos(0.0628318530717958647 * (i % 100));
        round[i][1] = sin(0.0628318530717958647 * (i % 100));
        round[i][2] = -1;
    }
    round[0][0] = round[0][1] = 0.0;
    round[0][2] = 2.0;
    assert_int_equal(trama_polyhedron_of_points(&p, round[0], 100, NULL, &error), TRAMA_BAD_INPUT);
    assert_non_null(strstr(error.text, "a face has 99 corners"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(support_mappings_find_the_furthest_point),
        cmocka_unit_test(faces_lie_on_their_shapes),
        cmocka_unit_test(polygons_of_faces_look_out),
        cmocka_unit_test(closed_forms_agree_with_the_outline),
        cmocka_unit_test(sizes_that_are_not_positive_are_refused),
        cmocka_unit_test(hull_of_a_sphere_has_all_points),
        cmocka_unit_test(climbs_end_at_the_furthest_corner),
        cmocka_unit_test(climbs_end_where_corners_are_equally_far),
        cmocka_unit_test(points_on_edges_and_faces_are_no_corners),
        cmocka_unit_test(a_hull_in_mm_and_in_km_is_the_same),
        cmocka_unit_test(bad_meshes_are_named),
        cmocka_unit_test(bad_points_are_named),
        cmocka_unit_test(the_least_and_the_most_are_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
