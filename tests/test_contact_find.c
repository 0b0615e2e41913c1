/* What searches between two triangles find: what is nearer than the reach and no more, what may
 * come so near, what collides and when, and edges that pass through the other triangle. Positions
 * are small whole numbers, so that a point on a side is on it exactly. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collision/proximity.h"
#include "core/random.h"
#include "interaction/contact_find.h"
#include "support/near.h"
#include "support/triangles.h"

enum { VERTICES = TRIANGLES_VERTICES, EDGES = 6 };
/* Both ends of the step. */
static void rest_at(triangles *f, const double x[3 * VERTICES])
{
    memcpy(f->mesh->x0, x, 3 * VERTICES * sizeof *x);
    memcpy(f->mesh->x1, x, 3 * VERTICES * sizeof *x);
}

/* The second, small, lies 2 m above the first; all its vertices are above the inside of it. */
static const double above[3 * VERTICES] = {0.0, 0.0, 0.0, 9.0, 0.0, 0.0, 0.0, 0.0, 9.0,
                                           1.0, 2.0, 1.0, 2.0, 2.0, 1.0, 1.0, 2.0, 3.0};

/* ---- Near. */

static void what_is_as_far_as_the_reach_is_not_near(void **state)
{
    (void)state;
    triangles f;
    triangles_begin(&f);
    rest_at(&f, above);
    assert_int_equal(trama_contact_find_near(f.mesh, 2.0, &f.found), TRAMA_STEP_OK);
    assert_int_equal(f.found.count, 0);
    assert_int_equal(trama_contact_find_near(f.mesh, nextafter(2.0, 3.0), &f.found), TRAMA_STEP_OK);
    assert_int_equal(f.found.count, 3);
    for (size_t i = 0; i < 3; i++) {
        const trama_mesh_contact *c = &f.found.item[i];
        const double *x = above + 9 + 3 * i;
        assert_true(!c->edges && c->vertex[0] == 3 + i && c->vertex[1] == 0 && c->vertex[2] == 1);
        assert_near(c->distance, 2.0, 1e-15);
        assert_near(c->normal[1], 1.0, 1e-15);
        assert_near(c->weight[0], 1.0, 1e-15);
        assert_near(c->weight[2], -x[0] / 9.0, 1e-15);
        assert_near(c->weight[3], -x[2] / 9.0, 1e-15);
        assert_near(c->weight[1], (x[0] + x[2]) / 9.0 - 1.0, 1e-15);
    }
    triangles_end(&f);
}

/* A pair of which nothing moves is none; one component of one vertex makes it one. */
static void what_cannot_move_is_not_listed(void **state)
{
    (void)state;
    triangles f;
    triangles_begin(&f);
    rest_at(&f, above);
    for (size_t only = 0; only <= 3 * VERTICES; only++) {
        for (size_t i = 0; i < 3 * VERTICES; i++)
            f.mesh->yield[i] = i == only ? 0.5 : 0.0;
        assert_int_equal(trama_contact_find_near(f.mesh, 2.1, &f.found), TRAMA_STEP_OK);
        assert_int_equal(f.found.count, only < 9 ? 3 : only < 3 * VERTICES ? 1 : 0);
    }
    triangles_end(&f);
}

/* ---- Near and passing at random, by trial of all pairs. */

static const uint32_t side[EDGES][2] = {{0, 1}, {0, 2}, {1, 2}, {3, 4}, {3, 5}, {4, 5}};

/* Pair i: vertices against the other face, then edges of the first against those of the second. */
enum { PAIRS = VERTICES + 9 };
static bool pair_of(int i, uint32_t vertex[4])
{
    const int e = i - VERTICES;
    if (i >= VERTICES) {
        memcpy(vertex, side[e / 3], sizeof side[0]);
        memcpy(vertex + 2, side[3 + e % 3], sizeof side[0]);
        return true;
    }
    vertex[0] = (uint32_t)i;
    for (uint32_t k = 0; k < 3; k++)
        vertex[1 + k] = k + (i < 3 ? 3 : 0);
    return false;
}

/* Whether their boxes over both ends are within `reach` along each axis. */
static bool boxes_meet(const triangles *f, const uint32_t v[4], int own, double reach)
{
    bool meet = true;
    for (size_t axis = 0; axis < 3; axis++) {
        double low[2] = {HUGE_VAL, HUGE_VAL}, high[2] = {-HUGE_VAL, -HUGE_VAL};
        for (int i = 0; i < 4; i++)
            for (int end = 0; end < 2; end++) {
                const double x = (end ? f->mesh->x1 : f->mesh->x0)[3 * v[i] + axis];
                low[i >= own] = fmin(low[i >= own], x);
                high[i >= own] = fmax(high[i >= own], x);
            }
        meet = meet && low[0] - high[1] <= reach && low[1] - high[0] <= reach;
    }
    return meet;
}

/* Distance at the start, less the farthest that a vertex of one moves against one of the other. */
static double nearest_of(const triangles *f, const uint32_t v[4], bool edges, bool passes)
{
    trama_four at;
    double most = 0.0;
    for (int i = 0; i < 4; i++)
        memcpy(at.x[i], f->mesh->x0 + 3 * v[i], sizeof at.x[i]);
    for (int i = 0; i < (edges ? 2 : 1); i++)
        for (int j = edges ? 2 : 1; j < 4; j++) {
            double squared = 0.0;
            for (size_t axis = 0; axis < 3; axis++)
                squared += pow(f->mesh->x1[3 * v[i] + axis] - at.x[i][axis] -
                                   f->mesh->x1[3 * v[j] + axis] + at.x[j][axis],
                               2);
            most = fmax(most, sqrt(squared));
        }
    return sqrt(edges ? trama_closest_edge_edge(&at).squared
                      : trama_closest_vertex_face(&at).squared) -
           (passes ? most : 0.0);
}

static void check_listed(const triangles *f, double reach, bool passes)
{
    size_t count = 0;
    for (int i = 0; i < PAIRS; i++) {
        uint32_t v[4];
        const bool edges = pair_of(i, v);
        if (!boxes_meet(f, v, edges ? 2 : 1, reach) || nearest_of(f, v, edges, passes) >= reach)
            continue;
        assert_true(count < f->found.count);
        assert_memory_equal(f->found.item[count++].vertex, v, sizeof v);
    }
    assert_int_equal(count, f->found.count);
}

static void all_that_are_near_or_may_pass_are_listed(void **state)
{
    (void)state;
    triangles f;
    trama_random random = {21};
    size_t near = 0, passing = 0;
    triangles_begin(&f);
    for (int trial = 0; trial < 1000; trial++) {
        for (size_t i = 0; i < 3 * (size_t)VERTICES; i++)
            f.mesh->x1[i] = f.mesh->x0[i] = trama_random_signed(&random);
        trama_detection_restart(f.mesh->detect);
        assert_int_equal(trama_contact_find_near(f.mesh, 0.3, &f.found), TRAMA_STEP_OK);
        check_listed(&f, 0.3, false);
        near += f.found.count;
        for (size_t i = 0; i < 3 * (size_t)VERTICES; i++)
            f.mesh->x1[i] += 0.2 * trama_random_signed(&random);
        trama_detection_restart(f.mesh->detect);
        assert_int_equal(trama_contact_find_passing(f.mesh, 0.3, &f.found), TRAMA_STEP_OK);
        check_listed(&f, 0.3, true);
        passing += f.found.count;
    }
    assert_true(near > 500 && 10 * passing > 13 * near && passing < 12000);
    triangles_end(&f);
}

/* ---- Hits. */

/* The small triangle comes down by its vertices at different rates; each meets the face alone. */
static void hits_are_sorted_by_their_times(void **state)
{
    (void)state;
    triangles f;
    triangles_begin(&f);
    rest_at(&f, above);
    f.mesh->x1[10] = -0.5;
    f.mesh->x1[13] = -3.0;
    f.mesh->x1[16] = 0.5;
    assert_int_equal(trama_contact_find_hits(f.mesh, 1e-6, &f.found), TRAMA_STEP_OK);
    assert_int_equal(f.found.count, 2);
    for (int i = 0; i < 2; i++) {
        assert_int_equal(f.found.item[i].vertex[0], 4 - i);
        assert_near(f.found.item[i].when, i ? 0.8 : 0.4, 1e-5);
        assert_near(f.found.item[i].distance, 2.0, 1e-15);
        assert_near(f.found.item[i].normal[1], 1.0, 1e-12);
        assert_true(!f.found.item[i].undecided);
    }
    triangles_end(&f);
}

/* What is nearer than the tolerance already collides if it comes within a tenth of its distance. */
static void what_touches_may_come_nearer_to_a_tenth(void **state)
{
    (void)state;
    static const double left[] = {2.0, 1.0, 0.5, 0.12, 0.102, 0.098, 0.05, 0.0, -1.0};
    for (size_t i = 0; i < sizeof left / sizeof *left; i++) {
        triangles f;
        const double d = 0.25e-6;
        triangles_begin(&f);
        rest_at(&f, above);
        for (size_t v = 3; v < VERTICES; v++) {
            f.mesh->x0[3 * v + 1] = v == 3 ? d : 1.0;
            f.mesh->x1[3 * v + 1] = v == 3 ? left[i] * d : 1.0;
        }
        assert_int_equal(trama_contact_find_hits(f.mesh, 1e-6, &f.found), TRAMA_STEP_OK);
        assert_int_equal(f.found.count, left[i] < 0.1);
        triangles_end(&f);
    }
}

/* A search that found nothing is not repeated for the same state and tolerance, or a lower one. */
static void only_the_same_search_is_left_out(void **state)
{
    (void)state;
    triangles f;
    triangles_begin(&f);
    rest_at(&f, above);
    const long *searches = &f.mesh->clock->searches;
    double *const changed[] = {f.mesh->x0 + 17, f.mesh->x1, f.mesh->yield + 17, f.mesh->yield};
    trama_contact_find_hits(f.mesh, 1e-6, &f.found);
    assert_int_equal(*searches, 1);
    trama_contact_find_hits(f.mesh, 1e-6, &f.found);
    trama_contact_find_hits(f.mesh, 0.5e-6, &f.found);
    assert_int_equal(*searches, 1);
    trama_contact_find_hits(f.mesh, 2e-6, &f.found);
    assert_int_equal(*searches, 2);
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++) {
        *changed[i] += 0.25;
        trama_contact_find_hits(f.mesh, 2e-6, &f.found);
        trama_contact_find_hits(f.mesh, 2e-6, &f.found);
        assert_int_equal(*searches, 3 + (long)i);
    }
    f.mesh->x1[3 * 3 + 1] = -1.0; /* what hits is searched for again */
    trama_contact_find_hits(f.mesh, 2e-6, &f.found);
    trama_contact_find_hits(f.mesh, 2e-6, &f.found);
    assert_true(f.found.count > 0);
    assert_int_equal(*searches, 8);
    triangles_end(&f);
}

/* ---- Crossings. */

/* Sets a vertex to (x, y, z), with the axes shifted by `turn`. */
static void put(double at[3], int turn, double x, double y, double z)
{
    at[turn] = x;
    at[(turn + 1) % 3] = y;
    at[(turn + 2) % 3] = z;
}

static double side_of(const double a[2], const double b[2], const double p[2])
{
    return (b[0] - a[0]) * (p[1] - a[1]) - (b[1] - a[1]) * (p[0] - a[0]);
}

/* A needle across a triangle passes with its two long edges, which are one, if it is inside and not
 * on a side; `on` counts those on one. */
static void check_needle(triangles *f, double t[3][2], const double p[2], const double y[2],
                         int turn, size_t *inside, size_t *on)
{
    double x[3 * VERTICES], s[3];
    trama_crossing found;
    for (size_t i = 0; i < 3; i++) {
        put(x + 3 * i, turn, t[i][0], 0.0, t[i][1]);
        put(x + 9 + 3 * i, turn, p[0], y[i > 0], p[1]);
        s[i] = side_of(t[i], t[(i + 1) % 3], p);
    }
    const double least = fmin(fmin(s[0], s[1]), s[2]), most = fmax(fmax(s[0], s[1]), s[2]);
    const bool is_in = least > 0.0 || most < 0.0, is_closed = least >= 0.0 || most <= 0.0;
    const bool passes = is_in && y[0] * y[1] < 0.0;
    rest_at(f, x);
    trama_contact_find_crossings(f->mesh, &found);
    assert_int_equal(found.count, passes ? 2 : 0);
    assert_near(found.depth, passes ? fmin(fabs(y[0]), fabs(y[1])) : 0.0, 1e-14);
    *inside += passes;
    *on += is_closed && !is_in;
}

static void an_edge_passes_through_the_inside_alone(void **state)
{
    (void)state;
    static const double ends[][2] = {{-1.0, 3.0}, {2.0, -5.0}, {0.0, 3.0}, {-2.0, 0.0}, {1.0, 2.0}};
    trama_random random = {31};
    size_t inside = 0, on = 0;
    triangles f;
    triangles_begin(&f);
    for (int trial = 0; trial < 60; trial++) {
        double t[3][2];
        for (int i = 0; i < 3; i++)
            for (int k = 0; k < 2; k++)
                t[i][k] = floor(3.99 * trama_random_signed(&random));
        if (side_of(t[0], t[1], t[2]) == 0.0)
            continue;
        for (int at = 0; at < 81; at++) {
            const double p[2] = {at % 9 - 4.0, floor(at / 9.0) - 4.0};
            check_needle(&f, t, p, ends[trial % 5], trial % 3, &inside, &on);
        }
    }
    assert_true(inside > 60 && on > 200); /* 89, 287 */
    triangles_end(&f);
}

/* Of several the deepest: how far the nearer end is behind the plane. */
static void the_deepest_edge_is_named(void **state)
{
    (void)state;
    triangles f;
    triangles_begin(&f);
    for (int sign = -1; sign <= 1; sign += 2)
        for (uint32_t deep = 4; deep < 6; deep++) {
            double x[3 * VERTICES];
            trama_crossing found;
            memcpy(x, above, sizeof x);
            x[3 * 3 + 1] = sign * 4.0;
            x[3 * deep + 1] = -sign * 3.0;
            x[3 * (9 - deep) + 1] = -sign * 1.0;
            rest_at(&f, x);
            assert_int_equal(trama_contact_find_crossings(f.mesh, &found), TRAMA_STEP_OK);
            assert_int_equal(found.count, 2);
            assert_near(found.depth, 3.0, 1e-14);
            assert_int_equal(found.triangle, 0);
            assert_memory_equal(f.mesh->soup->edge[found.edge], ((uint32_t[]){3, deep}),
                                2 * sizeof(uint32_t));
        }
    triangles_end(&f);
}

static void edges_and_areas_are_measured(void **state)
{
    (void)state;
    static const double x[3 * VERTICES] = {1.0, 2.0, 3.0, 4.0, 2.0, 3.0, 1.0, 6.0, 3.0,
                                           0.0, 0.0, 0.0, 1.0, 2.0, 2.0, 2.0, 1.0, -2.0};
    static const double length[EDGES] = {3.0, 4.0, 5.0, 3.0, 3.0, 4.242640687119285};
    triangles f;
    triangles_begin(&f);
    rest_at(&f, x);
    for (size_t e = 0; e < EDGES; e++)
        assert_near(trama_contact_mesh_edge(f.mesh, e), length[e], 1e-14);
    assert_near(trama_contact_mesh_area(f.mesh, 0), 6.0, 1e-14);
    assert_near(trama_contact_mesh_area(f.mesh, 1), 4.5, 1e-14);
    triangles_end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_as_far_as_the_reach_is_not_near),
        cmocka_unit_test(what_cannot_move_is_not_listed),
        cmocka_unit_test(all_that_are_near_or_may_pass_are_listed),
        cmocka_unit_test(hits_are_sorted_by_their_times),
        cmocka_unit_test(what_touches_may_come_nearer_to_a_tenth),
        cmocka_unit_test(only_the_same_search_is_left_out),
        cmocka_unit_test(an_edge_passes_through_the_inside_alone),
        cmocka_unit_test(the_deepest_edge_is_named),
        cmocka_unit_test(edges_and_areas_are_measured),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
