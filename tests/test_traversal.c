/* Surface traversal finds every penetration and makes up none, and so does its exhaustive baseline:
 * the judge is the winding number, which knows nothing of closest points. The distance of the walk
 * is never too small, and exact outside of what is convex. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "benchmark/fixture/closed_body.h"
#include "collision/traversal.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/threads.h"
#include "core/vec.h"

enum { POINTS = 200, STEPS = 8 };

typedef struct scene {
    closed_body body;
    trama_traversal *walk, *all;
    double *x, *p;
    double along[POINTS], around[POINTS], out[POINTS];
    trama_random random;
} scene;

static trama_traversal *open(const closed_body *body, size_t points, double range)
{
    trama_error error;
    trama_traversal *t;
    assert_int_equal(trama_traversal_create(body->vertices, body->triangles, body->triangle, points,
                                            range, &t, &error),
                     TRAMA_OK);
    return t;
}

static void place_points(scene *s, double t)
{
    for (size_t i = 0; i < POINTS; i++)
        closed_body_point(s->body.shape, s->along[i], s->around[i], s->out[i], t, s->p + 3 * i);
}

static scene scene_of(closed_body_shape shape, size_t rows, size_t columns, double range)
{
    scene s = {.body = closed_body_make(shape, rows, columns), .random = {7}};
    s.x = calloc(3 * s.body.vertices, sizeof *s.x);
    s.p = calloc((size_t)3 * POINTS, sizeof *s.p);
    assert_true(s.body.triangle && s.x && s.p);
    s.walk = open(&s.body, POINTS, range);
    s.all = open(&s.body, POINTS, range);
    for (size_t i = 0; i < POINTS; i++) {
        s.along[i] = 0.5 + 0.5 * trama_random_signed(&s.random);
        s.around[i] = trama_random_signed(&s.random);
        s.out[i] = 0.1 * trama_random_signed(&s.random);
    }
    closed_body_positions(&s.body, 0.0, s.x);
    place_points(&s, 0.0);
    trama_traversal_start(s.walk, s.x, s.p);
    trama_traversal_start(s.all, s.x, s.p);
    return s;
}

static void close(scene *s)
{
    trama_traversal_destroy(s->walk);
    trama_traversal_destroy(s->all);
    closed_body_free(&s->body);
    free(s->x);
    free(s->p);
}

/* Vertices slide over the surface, in and out of it; `speed` in parts of the body a step. */
static void step(scene *s, double t, double speed)
{
    for (size_t i = 0; i < POINTS; i++) {
        s->along[i] += speed * trama_random_signed(&s->random);
        s->along[i] = fmin(fmax(s->along[i], 0.0), 1.0);
        s->around[i] += speed * trama_random_signed(&s->random);
        s->out[i] += speed * trama_random_signed(&s->random);
        s->out[i] = fmin(fmax(s->out[i], -0.11), 0.3);
    }
    closed_body_positions(&s->body, t, s->x);
    place_points(s, t);
}

/* ---- The truth. */

static vec at(const double *x, size_t i)
{
    return (vec){x[3 * i], x[3 * i + 1], x[3 * i + 2]};
}

/* Whether p is inside: the solid angles of all triangles sum to 4 pi (van Oosterom and Strackee
 * 1983). */
static bool is_inside(const scene *s, const double p[3])
{
    double sum = 0.0;
    for (size_t t = 0; t < s->body.triangles; t++) {
        const size_t *v = s->body.triangle + 3 * t;
        const vec o = {p[0], p[1], p[2]}, a = minus(at(s->x, v[0]), o),
                  b = minus(at(s->x, v[1]), o), c = minus(at(s->x, v[2]), o);
        const double la = sqrt(dot(a, a)), lb = sqrt(dot(b, b)), lc = sqrt(dot(c, c));
        sum += atan2(dot(a, cross(b, c)),
                     la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
    }
    return fabs(sum) > 3.14;
}

/* The least distance to any triangle. */
static double distance_to_all(const scene *s, const double p[3])
{
    const trama_closed_surface *surface = trama_traversal_surface(s->walk);
    double least = TRAMA_INFINITY;
    for (uint32_t t = 0; t < s->body.triangles; t++)
        least = fmin(least, trama_closed_surface_closest(surface, s->x, t, p).squared);
    return sqrt(least);
}

/* The point that weights and triangle name is where distance and normal say. */
static void check_place(const scene *s, const trama_closest_point *c, const double p[3])
{
    const size_t *v = s->body.triangle + 3 * (size_t)c->triangle;
    for (size_t axis = 0; axis < 3; axis++) {
        double foot = 0.0;
        for (size_t i = 0; i < 3; i++) {
            assert_true(c->weight[i] >= -1e-12 && c->weight[i] <= 1.0 + 1e-12);
            foot += c->weight[i] * s->x[3 * v[i] + axis];
        }
        assert_true(fabs(foot + c->distance * c->normal[axis] - p[axis]) < 1e-9);
    }
}

static void check_all(const scene *s, bool convex, double reach)
{
    const trama_closest_point *walk = trama_traversal_points(s->walk),
                              *all = trama_traversal_points(s->all);
    for (size_t i = 0; i < POINTS; i++) {
        const double *p = s->p + 3 * i, truth = distance_to_all(s, p);
        const bool inside = is_inside(s, p);
        assert_true(truth > 1e-9); /* or the sign means nothing */
        assert_int_equal(walk[i].distance < 0.0, inside);
        assert_int_equal(all[i].distance < 0.0, inside);
        check_place(s, &walk[i], p);
        assert_true(fabs(walk[i].distance) > truth - 1e-12);
        assert_true(fabs(all[i].distance) > truth - 1e-12);
        assert_true(walk[i].clear >= 0.0 && walk[i].clear <= truth + 1e-12);
        assert_true(all[i].clear >= 0.0 && all[i].clear <= truth + 1e-12);
        if (truth < reach)
            assert_true(fabs(fabs(all[i].distance) - truth) < 1e-12);
        if (convex && !inside)
            assert_true(fabs(walk[i].distance - truth) < 1e-12);
    }
}

static void run(closed_body_shape shape, size_t rows, size_t columns, double dt, double speed,
                double range, trama_traversal_method method)
{
    scene s = scene_of(shape, rows, columns, range);
    check_all(&s, shape == CLOSED_BODY_BALL, TRAMA_INFINITY);
    for (int n = 1; n <= STEPS; n++) {
        step(&s, n * dt, speed);
        trama_traversal_find(s.walk, method, s.x, s.p);
        trama_traversal_find(s.all, TRAMA_TRAVERSAL_EXHAUSTIVE, s.x, s.p);
        check_all(&s, shape == CLOSED_BODY_BALL, fmax(range, trama_traversal_displacement(s.all)));
        trama_traversal_accept(s.walk);
        trama_traversal_accept(s.all);
    }
    close(&s);
}

static void every_sign_is_right_on_every_moving_body(void **state)
{
    (void)state;
    static const trama_traversal_method walks[] = {TRAMA_TRAVERSAL_WALK, TRAMA_TRAVERSAL_PRINTED};
    for (int i = 0; i < 2 * CLOSED_BODY_SHAPES; i++) {
        const closed_body_shape shape = (closed_body_shape)(i / 2);
        run(shape, 10, 16, 0.002, 0.001, 0.0, walks[i % 2]);
        run(shape, 12, 24, 0.01, 0.01, 0.02, walks[i % 2]);
        run(shape, 6, 9, 0.05, 0.1, 0.0, walks[i % 2]);
        run(shape, 8, 40, 0.2, 0.5, 0.0, walks[i % 2]);
    }
}

/* With steps as long as the body is wide the guard as printed visits what the exhaustive search
 * does, but the triangles that face the vertex; ours does not. */
static void the_guard_as_printed_visits_nearly_all_of_a_fast_body(void **state)
{
    (void)state;
    long visited[3];
    for (int m = 0; m < 3; m++) {
        scene s = scene_of(CLOSED_BODY_BALL, 12, 24, 0.0);
        for (size_t i = 0; i < POINTS; i++)
            for (size_t axis = 0; axis < 3; axis++)
                s.p[3 * i + axis] *= 1.05 / sqrt(dot3(s.p + 3 * i, s.p + 3 * i));
        trama_traversal_start(s.walk, s.x, s.p);
        for (size_t i = 0; i < s.body.vertices; i++) /* half a turn */
            for (size_t axis = 0; axis < 2; axis++)
                s.x[3 * i + axis] *= -1.0;
        trama_traversal_find(s.walk, (trama_traversal_method)m, s.x, s.p);
        visited[m] = trama_traversal_last_work(s.walk).visited;
        close(&s);
    }
    print_message("walk %ld, exhaustive %ld, as printed %ld\n", visited[0], visited[1], visited[2]);
    assert_true((double)visited[TRAMA_TRAVERSAL_PRINTED] >
                0.7 * (double)visited[TRAMA_TRAVERSAL_EXHAUSTIVE]);
    assert_true((double)visited[TRAMA_TRAVERSAL_WALK] <
                0.3 * (double)visited[TRAMA_TRAVERSAL_EXHAUSTIVE]);
}

/* ---- A foot on the far side of the body. */

/* A place behind a triangle, through the body and out of its other side. */
static void place_behind(const scene *s, uint32_t triangle, double far, double p[3])
{
    const size_t *v = s->body.triangle + 3 * (size_t)triangle;
    double n[3];
    trama_closed_surface_normal(trama_traversal_surface(s->walk), s->x, triangle, TRAMA_ON_FACE, n);
    const double length = sqrt(dot3(n, n));
    for (size_t axis = 0; axis < 3; axis++)
        p[axis] = (s->x[3 * v[0] + axis] + s->x[3 * v[1] + axis] + s->x[3 * v[2] + axis]) / 3.0 -
                  far * n[axis] / length;
}

/* The least distance to the plane of any triangle. */
static double least_plane(const scene *s, const double p[3])
{
    double least = TRAMA_INFINITY;
    for (uint32_t t = 0; t < s->body.triangles; t++) {
        const double *from = s->x + 3 * s->body.triangle[3 * (size_t)t];
        const double way[3] = {p[0] - from[0], p[1] - from[1], p[2] - from[2]};
        double n[3];
        trama_closed_surface_normal(trama_traversal_surface(s->walk), s->x, t, TRAMA_ON_FACE, n);
        least = fmin(least, fabs(dot3(n, way)) / sqrt(dot3(n, n)));
    }
    return least;
}

/* Puts the first vertex's closest point of the accepted state on another triangle. */
static void mislead(trama_traversal *t, long triangle)
{
    trama_archive archive = {0};
    trama_error error;
    trama_archive_save(&archive);
    trama_traversal_state(t, &archive);
    memcpy(archive.byte, &triangle, sizeof triangle);
    trama_archive_load(&archive);
    trama_traversal_state(t, &archive);
    assert_int_equal(trama_archive_status(&archive, &error), TRAMA_OK);
    trama_archive_free(&archive);
}

static void a_vertex_far_away_keeps_its_side_wherever_its_walk_begins(void **state)
{
    (void)state;
    static const double ranges[] = {0.0, 0.7};
    for (int i = 0; i < 2; i++) {
        const double range = ranges[i];
        scene s = scene_of(CLOSED_BODY_BALL, 6, 9, range);
        place_behind(&s, 30, 1.45, s.p);
        trama_traversal_start(s.walk, s.x, s.p);
        mislead(s.walk, 30);
        trama_traversal_find(s.walk, TRAMA_TRAVERSAL_WALK, s.x, s.p);
        const double truth = distance_to_all(&s, s.p);
        assert_true(truth > 0.4 && truth < 0.6);
        /* What is known to be clear lies between the nearest plane of all, as far as is looked, and
         * the nearest point. */
        const double clear = trama_traversal_points(s.walk)[0].clear;
        assert_true(clear <= truth && clear >= 0.99 * fmin(range, least_plane(&s, s.p)));
        /* Within the range S sets the point right; beyond, the side alone is known. */
        if (range > 0.0)
            assert_true(fabs(trama_traversal_points(s.walk)[0].distance - truth) < 1e-12);
        else
            assert_true(trama_traversal_points(s.walk)[0].distance > truth + 0.5);
        close(&s);
    }
}

/* 64 times twice the range are 1e19 of it: what is farther has no closest point and no distance,
 * whatever it had before. The first and the last vertex are such; those between have theirs. */
static void what_is_too_far_for_any_search_has_no_distance(void **state)
{
    (void)state;
    scene s = scene_of(CLOSED_BODY_BALL, 6, 9, 0.0);
    for (size_t i = 0; i < POINTS; i++)
        assert_true(isfinite(trama_traversal_points(s.walk)[i].distance));
    s.p[0] = 1e25;
    s.p[3 * POINTS - 1] = -1e25;
    trama_traversal_start(s.walk, s.x, s.p);
    for (size_t i = 0; i < POINTS; i++) {
        const double found = trama_traversal_accepted(s.walk)[i].distance;
        if (i == 0 || i == POINTS - 1)
            assert_true(isnan(found));
        else
            assert_true(fabs(fabs(found) - distance_to_all(&s, s.p + 3 * i)) < 1e-12);
    }
    close(&s);
}

/* ---- State and threads. */

static void a_resumed_search_goes_on_with_the_same_bits(void **state)
{
    (void)state;
    scene s = scene_of(CLOSED_BODY_STAR, 10, 20, 0.0);
    trama_archive archive = {0};
    trama_error error;
    step(&s, 0.02, 0.02);
    trama_traversal_find(s.walk, TRAMA_TRAVERSAL_WALK, s.x, s.p);
    trama_traversal_accept(s.walk);
    trama_archive_save(&archive);
    trama_traversal_state(s.walk, &archive);
    trama_archive_load(&archive);
    trama_traversal_state(s.all, &archive);
    assert_int_equal(trama_archive_status(&archive, &error), TRAMA_OK);
    trama_archive_free(&archive);
    for (int n = 2; n < 5; n++) {
        step(&s, 0.02 * n, 0.02);
        trama_traversal_find(s.walk, TRAMA_TRAVERSAL_WALK, s.x, s.p);
        trama_traversal_find(s.all, TRAMA_TRAVERSAL_WALK, s.x, s.p);
        assert_memory_equal(trama_traversal_points(s.walk)[0].weight,
                            trama_traversal_points(s.all)[0].weight, 3 * sizeof(double));
        assert_true(trama_traversal_displacement(s.walk) > 0.0 &&
                    trama_traversal_displacement(s.walk) == trama_traversal_displacement(s.all));
        for (size_t i = 0; i < POINTS; i++)
            assert_true(trama_traversal_points(s.walk)[i].distance ==
                        trama_traversal_points(s.all)[i].distance);
        trama_traversal_accept(s.walk);
        trama_traversal_accept(s.all);
    }
    close(&s);
}

enum { MANY = 4000 };

static void place_many(double t, double *p)
{
    trama_random random = {3};
    for (size_t i = 0; i < MANY; i++)
        closed_body_point(CLOSED_BODY_STAR, 0.5 + 0.5 * trama_random_signed(&random),
                          trama_random_signed(&random) + 0.5 * t,
                          0.05 * trama_random_signed(&random), t, p + 3 * i);
}

static void threads_change_no_bit(void **state)
{
    (void)state;
    closed_body body = closed_body_make(CLOSED_BODY_STAR, 10, 20);
    double *x = calloc(3 * body.vertices, sizeof *x), *p = calloc((size_t)3 * MANY, sizeof *p);
    assert_true(body.triangle && x && p);
    trama_traversal *t[2];
    for (size_t threads = 1; threads <= 2; threads++) {
        trama_threads_set(threads <= trama_threads_most() ? threads : 1);
        t[threads - 1] = open(&body, MANY, 0.01);
    }
    trama_threads_set(1);
    closed_body_positions(&body, 0.0, x);
    place_many(0.0, p);
    for (int k = 0; k < 2; k++)
        trama_traversal_start(t[k], x, p);
    closed_body_positions(&body, 0.05, x);
    place_many(0.05, p);
    for (int k = 0; k < 2; k++)
        trama_traversal_find(t[k], TRAMA_TRAVERSAL_WALK, x, p);
    for (size_t i = 0; i < MANY; i++) {
        const trama_closest_point *a = &trama_traversal_points(t[0])[i],
                                  *b = &trama_traversal_points(t[1])[i];
        assert_true(a->triangle == b->triangle && a->distance == b->distance);
    }
    assert_int_equal(trama_traversal_last_work(t[0]).visited,
                     trama_traversal_last_work(t[1]).visited);
    for (int k = 0; k < 2; k++)
        trama_traversal_destroy(t[k]);
    closed_body_free(&body);
    free(x);
    free(p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_sign_is_right_on_every_moving_body),
        cmocka_unit_test(the_guard_as_printed_visits_nearly_all_of_a_fast_body),
        cmocka_unit_test(a_vertex_far_away_keeps_its_side_wherever_its_walk_begins),
        cmocka_unit_test(what_is_too_far_for_any_search_has_no_distance),
        cmocka_unit_test(a_resumed_search_goes_on_with_the_same_bits),
        cmocka_unit_test(threads_change_no_bit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
