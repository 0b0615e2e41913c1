/* The closest point of a triangle agrees with its definition and with samples, and the nearest
 * point of solids that move and turn with closed forms. A motion has its inverse, and a spot of a
 * surface is the mean of its vertices. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "core/random.h"
#include "core/vec.h"
#include "interaction/feet.h"
#include "support/near.h"
#include "support/objects.h"
#include "surface/closest.h"

static vec random_vec(trama_random *random, double size)
{
    const double x = trama_random_signed(random), y = trama_random_signed(random);
    return (vec){size * x, size * y, size * trama_random_signed(random)};
}

static double length_of(vec a)
{
    return sqrt(dot(a, a));
}

/* ---- The closest point of a triangle. */

/* The least distance of points of the triangle that are an `n`th of its edges apart. */
static double sampled_distance(vec x, const vec corner[3], int n)
{
    double least = TRAMA_INFINITY;
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= n - i; j++) {
            const vec along = combined((double)i / n, minus(corner[1], corner[0]), (double)j / n,
                                       minus(corner[2], corner[0]));
            least = fmin(least, length_of(minus(x, plus(corner[0], along))));
        }
    return least;
}

/* The closest point p of a convex set is the only one from which no point y of it lies towards x:
 * (x - p) . (y - p) <= 0. The corners of a triangle stand for all its y. Returns which weights are
 * not 0, as bits: the region. */
static int check_closest(vec x, const vec corner[3])
{
    double weight[3], sum = 0.0;
    int region = 0;
    const vec p = trama_closest_on_triangle(x, corner[0], corner[1], corner[2], weight);
    vec mixed = {0.0, 0.0, 0.0};
    for (int i = 0; i < 3; i++) {
        assert_true(weight[i] >= -1e-15);
        sum += weight[i];
        mixed = plus_scaled(mixed, weight[i], corner[i]);
        region |= weight[i] != 0.0 ? 1 << i : 0;
        assert_true(dot(minus(x, p), minus(corner[i], p)) <= 1e-13);
    }
    assert_near(sum, 1.0, 1e-14);
    assert_near(length_of(minus(p, mixed)), 0.0, 1e-14);
    const double sampled = sampled_distance(x, corner, 24), found = length_of(minus(x, p));
    assert_true(found <= sampled + 1e-14);
    assert_true(found >= sampled - 4.0 / 24.0);
    return region;
}

static void the_closest_point_of_a_triangle_is_the_closest(void **state)
{
    (void)state;
    enum { TRIANGLES = 1000 };
    trama_random random = {.state = 2};
    int met[8] = {0};
    for (int i = 0; i < TRIANGLES; i++) {
        const vec corner[3] = {random_vec(&random, 1.0), random_vec(&random, 1.0),
                               random_vec(&random, 1.0)};
        met[check_closest(random_vec(&random, 1.5), corner)]++;
    }
    for (int region = 1; region < 8; region++)
        assert_true(met[region] > TRIANGLES / 50);
}

/* ---- Motions. */

static trama_motion random_motion(trama_random *random, bool turns, bool path)
{
    trama_motion motion = {0};
    for (int axis = 0; axis < 3; axis++) {
        motion.velocity[axis] = trama_random_signed(random);
        motion.centre[axis] = trama_random_signed(random);
        motion.angular_velocity[axis] = turns ? 4.0 * trama_random_signed(random) : 0.0;
    }
    if (path)
        motion.path =
            (trama_reals){.value = {0.3, 0.1, -0.2, 0.4, 0.9, 0.5, 0.5, -0.3}, .count = 8};
    return motion;
}

/* At times before, at and after the path's corners. */
static void back_is_the_inverse_of_place(void **state)
{
    (void)state;
    trama_random random = {.state = 3};
    for (int i = 0; i < 400; i++) {
        const trama_motion motion = random_motion(&random, i % 4 > 0, i % 4 > 1);
        const vec at = random_vec(&random, 2.0), shift = random_vec(&random, 2.0);
        const double time = 0.15 * (i % 9), from[3] = {at.x, at.y, at.z};
        const double other[3] = {at.x + shift.x, at.y + shift.y, at.z + shift.z};
        double to[3], back[3], other_to[3], turned[3];
        trama_motion_place(&motion, time, from, to);
        trama_motion_back(&motion, time, to, back);
        trama_motion_place(&motion, time, other, other_to);
        trama_motion_turn(&motion, time, (double[]){shift.x, shift.y, shift.z}, turned);
        for (int axis = 0; axis < 3; axis++) {
            assert_near(back[axis], from[axis], 1e-14);
            assert_near(other_to[axis] - to[axis], turned[axis], 1e-14);
        }
        assert_true(time == 0.0 ||
                    length_of((vec){to[0] - from[0], to[1] - from[1], to[2] - from[2]}) > 1e-3);
    }
}

/* ---- Solids. All move by w t and turn by omega t about z, through the centre c. */

static const vec drift = {0.3, -0.2, 0.5}, pivot = {0.4, 0.1, -0.2};
static const double omega = 1.3;
#define MOTION " velocity=0.3,-0.2,0.5 centre=0.4,0.1,-0.2 angular_velocity=0,0,1.3"

static vec turn(double angle, vec a)
{
    return (vec){cos(angle) * a.x - sin(angle) * a.y, sin(angle) * a.x + cos(angle) * a.y, a.z};
}

static vec placed(double t, vec a)
{
    return plus(plus_scaled(pivot, t, drift), turn(omega * t, minus(a, pivot)));
}

static vec where_it_was(double t, vec x)
{
    return plus(pivot, turn(-omega * t, minus(plus_scaled(x, -t, drift), pivot)));
}

/* The signed distance of x from the solid as it is at t = 0. */
typedef double solid_distance(vec x);

static const vec plane_normal = {2.0 / 3.0, 2.0 / 3.0, 1.0 / 3.0};

static double distance_of_plane(vec x)
{
    return dot(plane_normal, minus(x, (vec){0.1, 0.2, 0.3}));
}

static double distance_of_sphere(vec x)
{
    return length_of(minus(x, (vec){0.7, -0.3, 0.2})) - 0.8;
}

static double distance_of_box(vec x)
{
    const vec d = {fabs(x.x - 0.2) - 0.7, fabs(x.y + 0.1) - 0.4, fabs(x.z) - 0.6};
    const vec out = {fmax(d.x, 0.0), fmax(d.y, 0.0), fmax(d.z, 0.0)};
    return length_of(out) + fmin(fmax(d.x, fmax(d.y, d.z)), 0.0);
}

static const struct {
    const char *model, *settings;
    solid_distance *distance;
} solids[] = {
    {"plane", "point=0.1,0.2,0.3 normal=4,4,2" MOTION, distance_of_plane},
    {"sphere", "radius=0.8 position=0.7,-0.3,0.2" MOTION, distance_of_sphere},
    {"box", "low=-0.5,-0.5,-0.6 high=0.9,0.3,0.6" MOTION, distance_of_box},
};

typedef struct solid {
    void *parameters, *model;
    trama_surface surface;
} solid;

static void solid_begin(solid *s, const char *name, const char *settings)
{
    const trama_model_type *type = trama_model_find(name);
    trama_error error;
    assert_non_null(type);
    s->parameters = piece_parameters(type->parameters, settings);
    assert_int_equal(type->create(s->parameters, NULL, &s->model, &error), TRAMA_OK);
    assert_int_equal(
        trama_surface_create(name, type, s->model, NULL, 0, 0, NULL, &s->surface, &error),
        TRAMA_OK);
    assert_true(trama_surface_is_solid(&s->surface));
}

static void solid_end(solid *s)
{
    trama_surface_free(&s->surface);
    free(s->model);
    free(s->parameters);
}

/* The foot lies on the boundary, and x from there along the normal by the distance. */
static void check_foot(const trama_surface *surface, solid_distance *distance, double t, vec x)
{
    trama_foot foot;
    double at[3];
    assert_true(trama_surface_nearest(surface, t, NULL, (double[]){x.x, x.y, x.z}, 0.0, &foot));
    const vec normal = {foot.normal[0], foot.normal[1], foot.normal[2]};
    trama_spot_position(&foot.spot, NULL, at);
    const vec point = {at[0], at[1], at[2]};
    assert_int_equal(foot.spot.count, 0);
    assert_near(foot.distance, distance(where_it_was(t, x)), 1e-14);
    assert_near(distance(where_it_was(t, point)), 0.0, 1e-14);
    assert_near(length_of(normal), 1.0, 1e-14);
    assert_near(length_of(minus(x, plus_scaled(point, foot.distance, normal))), 0.0, 1e-14);
}

static void the_nearest_point_of_a_solid_moves_and_turns_with_it(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        trama_random random = {.state = 4};
        solid s;
        int inside = 0;
        solid_begin(&s, solids[i].model, solids[i].settings);
        for (int k = 0; k < 500; k++) {
            const double t = 0.2 * (k % 11);
            const vec x = placed(t, random_vec(&random, 1.5));
            check_foot(&s.surface, solids[i].distance, t, x);
            inside += solids[i].distance(where_it_was(t, x)) < 0.0;
        }
        assert_in_range(inside, 15, 485);
        solid_end(&s);
    }
}

/* The normal beside x, `by` along an axis. */
static vec normal_beside(const trama_surface *surface, double t, vec x, int axis, double by)
{
    trama_foot foot;
    double at[3] = {x.x, x.y, x.z};
    at[axis] += by;
    trama_surface_nearest(surface, t, NULL, at, 0.0, &foot);
    return (vec){foot.normal[0], foot.normal[1], foot.normal[2]};
}

/* Faces, edges and corners of the box; from within and from without. Measured 3e-9 at most. */
static void the_normal_of_a_solid_turns_as_it_curves(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        trama_random random = {.state = 6};
        solid s;
        solid_begin(&s, solids[i].model, solids[i].settings);
        for (int k = 0; k < 300; k++) {
            const double t = 0.2 * (k % 11), by = 1e-6;
            const vec start = random_vec(&random, 1.5), x = placed(t, start);
            double turning[9];
            if (fabs(solids[i].distance(start)) < 0.05)
                continue; /* edges and corners turn it by 1/distance */
            s.surface.type->curves(s.model, t, (double[]){x.x, x.y, x.z}, turning);
            for (int axis = 0; axis < 3; axis++) {
                const vec dn = scaled(0.5 / by, minus(normal_beside(&s.surface, t, x, axis, by),
                                                      normal_beside(&s.surface, t, x, axis, -by)));
                assert_near(turning[axis], dn.x, 1e-7);
                assert_near(turning[3 + axis], dn.y, 1e-7);
                assert_near(turning[6 + axis], dn.z, 1e-7);
            }
        }
        solid_end(&s);
    }
}

/* w + omega x r; over a step, the chord of its point's path. */
static void points_of_a_solid_have_its_velocity(void **state)
{
    (void)state;
    const double t = 0.7, h = 0.05;
    for (size_t i = 0; i < sizeof solids / sizeof *solids; i++) {
        solid s;
        double now[3], mean[3];
        solid_begin(&s, solids[i].model, solids[i].settings);
        const vec begin = {0.3, 0.6, -0.4}, x = placed(t, begin), next = placed(t + h, begin);
        const vec r = minus(x, plus_scaled(pivot, t, drift));
        const trama_spot spot = {.surface = &s.surface, .at = {x.x, x.y, x.z}};
        trama_spot_velocity(&spot, t, NULL, now);
        trama_spot_prescribed(&spot, t, h, mean);
        assert_near(now[0], drift.x - omega * r.y, 1e-14);
        assert_near(now[1], drift.y + omega * r.x, 1e-14);
        assert_near(now[2], drift.z, 1e-14);
        assert_near(mean[0], (next.x - x.x) / h, 1e-13);
        assert_near(mean[1], (next.y - x.y) / h, 1e-13);
        assert_near(mean[2], (next.z - x.z) / h, 1e-13);

        trama_row row = {.prescribed = 10.0};
        trama_spot_row(&spot, t, 0.0, (double[]){0.2, 0.3, -0.4}, -1.0, &row);
        assert_near(row.prescribed, 10.0 - (0.2 * now[0] + 0.3 * now[1] - 0.4 * now[2]), 1e-14);
        assert_int_equal(row.count, 0);
        solid_end(&s);
    }
}

/* ---- Sheets: the second of two, so that its part of the state does not begin at 0. */

static void begin_sheets(objects *o)
{
    const trama_scene_spec scene = {
        .grid = {.points = {4, 3}, .side = {1.5, 1.0}, .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}};
    objects_begin(o);
    objects_add(o, "first", "provot", "density=1", &scene);
    objects_add(o, "second", "provot", "density=1", &scene);
    objects_join(o, "spring", "spring_between", "stiffness=1 length=0 first=0,0 second=1,1", 2, 0,
                 1);
    objects_make(o, "rk4");
    trama_random random = {.state = 6};
    for (size_t i = 0; i < o->system->nq; i++) {
        o->system->q[i] += 0.2 * trama_random_signed(&random);
        o->system->v[i] = trama_random_signed(&random);
    }
}

static vec node_of(const trama_object *object, const double *array, size_t node)
{
    const double *part = array + object->q_begin;
    return (vec){part[node], part[12 + node], part[24 + node]};
}

static const double spot_weight[3] = {0.2, 0.5, 0.3};

static trama_spot spot_of(const trama_object *object)
{
    return (trama_spot){.surface = &object->surface,
                        .count = 3,
                        .vertex = {4, 5, 8},
                        .weight = {spot_weight[0], spot_weight[1], spot_weight[2]}};
}

static vec mean_of_spot(const trama_object *object, const double *array)
{
    vec sum = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < 3; i++)
        sum =
            plus_scaled(sum, spot_weight[i], node_of(object, array, (const size_t[]){4, 5, 8}[i]));
    return sum;
}

static void a_spot_is_the_mean_of_its_vertices(void **state)
{
    (void)state;
    objects o;
    double x[3], u[3];
    begin_sheets(&o);
    const trama_object *second = &o.system->object[1];
    const trama_spot spot = spot_of(second);
    const vec at = mean_of_spot(second, o.system->q), velocity = mean_of_spot(second, o.system->v);
    assert_true(second->q_begin > 0);
    trama_spot_position(&spot, o.system->q, x);
    assert_near(length_of(minus((vec){x[0], x[1], x[2]}, at)), 0.0, 1e-15);
    trama_spot_velocity(&spot, 0.0, o.system->v, u);
    assert_near(length_of(minus((vec){u[0], u[1], u[2]}, velocity)), 0.0, 1e-15);
    trama_spot_coordinates(&spot, o.system->v, u);
    assert_near(length_of(minus((vec){u[0], u[1], u[2]}, velocity)), 0.0, 1e-15);
    objects_end(&o);
}

/* The power of a pushed spot is the force times the spot's velocity; a row's rate is the velocity
 * along its direction. Both by the transpose of the same mean. */
static void pushes_and_rows_are_the_transpose_of_the_mean(void **state)
{
    (void)state;
    objects o;
    begin_sheets(&o);
    const trama_object *second = &o.system->object[1];
    const trama_spot spot = spot_of(second);
    const double force[3] = {0.7, -1.1, 0.4};
    const vec velocity = mean_of_spot(second, o.system->v);
    const double power = force[0] * velocity.x + force[1] * velocity.y + force[2] * velocity.z;
    double *f = calloc(o.system->nv, sizeof *f), found = 0.0;
    assert_non_null(f);
    trama_spot_push(&spot, force, f);
    for (size_t i = 0; i < o.system->nv; i++)
        found += f[i] * o.system->v[i];
    assert_near(found, power, 1e-15);

    trama_row row = {0};
    trama_spot_row(&spot, 0.0, 0.1, force, -1.0, &row);
    assert_int_equal(row.count, 9);
    assert_near(trama_row_rate(&row, o.system->v), -power, 1e-15);
    free(f);
    objects_end(&o);
}

static void nodes_are_counted_from_either_end(void **state)
{
    (void)state;
    objects o;
    trama_spot spot;
    trama_error error;
    begin_sheets(&o);
    const trama_surface *surface = &o.system->object[1].surface;
    static const struct {
        long node[2];
        size_t vertex;
    } good[] = {{{0, 0}, 0}, {{1, 2}, 5}, {{3, 2}, 11}, {{-1, -1}, 11}, {{-4, -3}, 0}};
    static const long bad[][2] = {{4, 0}, {0, 3}, {-5, 0}, {0, -4}};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_int_equal(trama_spot_at_node(surface, "first", good[i].node, &spot, &error),
                         TRAMA_OK);
        assert_int_equal(spot.vertex[0], good[i].vertex);
        assert_int_equal(spot.count, 1);
        assert_true(spot.weight[0] == 1.0);
    }
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        assert_int_equal(trama_spot_at_node(surface, "first", bad[i], &spot, &error),
                         TRAMA_BAD_INPUT);
        assert_string_equal(error.path, "first");
    }
    objects_end(&o);
}

/* The least distance over all triangles. */
static double least_distance(const trama_object *object, const double *q, vec x)
{
    const trama_mesh *mesh = object->surface.mesh;
    double least = TRAMA_INFINITY;
    for (size_t t = 0; t < mesh->triangle_count; t++) {
        const size_t *node = mesh->triangle[t].node;
        double weight[3];
        const vec p =
            trama_closest_on_triangle(x, node_of(object, q, node[0]), node_of(object, q, node[1]),
                                      node_of(object, q, node[2]), weight);
        least = fmin(least, length_of(minus(x, p)));
    }
    return least;
}

static void check_nearest(const objects *o, vec x, int *found)
{
    const trama_object *second = &o->system->object[1];
    const double *q = o->system->q, reach = 0.4;
    const double least = least_distance(second, q, x);
    trama_foot foot;
    double at[3];
    const bool is_near =
        trama_surface_nearest(&second->surface, 0.0, q, (double[]){x.x, x.y, x.z}, reach, &foot);
    assert_int_equal(is_near, least < reach);
    if (!is_near)
        return;
    ++*found;
    assert_near(foot.distance, least, 1e-15);
    trama_spot_position(&foot.spot, q, at);
    const vec normal = {foot.normal[0], foot.normal[1], foot.normal[2]};
    const vec along = plus_scaled((vec){at[0], at[1], at[2]}, foot.distance, normal);
    assert_near(length_of(minus(x, along)), 0.0, 1e-14);
    assert_near(length_of(normal), 1.0, 1e-14);
}

static void the_nearest_triangle_of_a_sheet_is_found_within_reach(void **state)
{
    (void)state;
    objects o;
    int found = 0;
    trama_random random = {.state = 7};
    begin_sheets(&o);
    for (int i = 0; i < 300; i++)
        check_nearest(&o, plus((vec){0.75, 0.0, 0.5}, random_vec(&random, 1.0)), &found);
    assert_in_range(found, 60, 299);
    objects_end(&o);
}

static void assert_same_foot(const trama_foot *a, const trama_foot *b)
{
    assert_true(a->distance == b->distance);
    assert_memory_equal(a->normal, b->normal, sizeof a->normal);
    assert_memory_equal(a->spot.vertex, b->spot.vertex, sizeof a->spot.vertex);
    assert_memory_equal(a->spot.weight, b->spot.weight, sizeof a->spot.weight);
}

/* Points at random, and nodes of the sheet, which lie on up to six triangles: of these the first is
 * meant. The sheet crumples, far from the origin, and its tree ages. */
static void a_tree_of_triangles_finds_what_a_look_at_all_finds(void **state)
{
    (void)state;
    objects o;
    int found = 0;
    trama_random random = {.state = 11};
    trama_feet feet;
    trama_error error;
    begin_sheets(&o);
    const trama_object *second = &o.system->object[1];
    const trama_surface *surface = &second->surface;
    double *q = o.system->q;
    assert_int_equal(trama_feet_create(surface, &feet, &error), TRAMA_OK);
    for (int look = 0; look < 40; look++) {
        for (size_t i = 0; i < 3 * surface->vertices; i++)
            q[surface->q_begin + i] += 0.3 * trama_random_signed(&random) + 10.0 * (look == 20);
        trama_feet_place(&feet, q);
        for (size_t i = 0; i < 60; i++) {
            const vec node = node_of(second, q, i % 12);
            const vec at = i < 12 ? node : plus(node, random_vec(&random, 1.0));
            const double x[3] = {at.x, at.y, at.z}, reach = i % 2 ? 0.4 : TRAMA_INFINITY;
            trama_foot one = {.distance = -1.0}, other = {.distance = -1.0};
            const bool is = trama_feet_find(&feet, x, reach, &one);
            assert_int_equal(is, trama_surface_nearest(surface, 0.0, q, x, reach, &other));
            found += is;
            if (is)
                assert_same_foot(&one, &other);
        }
    }
    assert_in_range(found, 1300, 2390);
    trama_feet_free(&feet);
    objects_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_closest_point_of_a_triangle_is_the_closest),
        cmocka_unit_test(back_is_the_inverse_of_place),
        cmocka_unit_test(the_nearest_point_of_a_solid_moves_and_turns_with_it),
        cmocka_unit_test(the_normal_of_a_solid_turns_as_it_curves),
        cmocka_unit_test(points_of_a_solid_have_its_velocity),
        cmocka_unit_test(a_spot_is_the_mean_of_its_vertices),
        cmocka_unit_test(pushes_and_rows_are_the_transpose_of_the_mean),
        cmocka_unit_test(nodes_are_counted_from_either_end),
        cmocka_unit_test(the_nearest_triangle_of_a_sheet_is_found_within_reach),
        cmocka_unit_test(a_tree_of_triangles_finds_what_a_look_at_all_finds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
