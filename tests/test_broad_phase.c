/* The broad phase misses no pair that all pairs finds, whatever the meshes, and finds the same in
 * the same order for any number of threads and any policy of building trees anew. What normal cones
 * leave out never meets: test_cones.c. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "benchmark/fixture/crumpled.h"
#include "collision/detect.h"
#include "core/numbers.h"
#include "core/random.h"
#include "core/threads.h"

typedef struct scene {
    trama_soup *soup;
    double *x0, *x1;
} scene;

static void clear(scene *s)
{
    trama_soup_destroy(s->soup);
    free(s->x0);
    free(s->x1);
}

static double *positions(size_t vertices)
{
    double *x = calloc(3 * vertices + 1, sizeof *x);
    assert_non_null(x);
    return x;
}

/* --- one search, its lists copied --- */

typedef struct lists {
    size_t count[2];
    trama_pair *pair[2];
    size_t builds;
} lists;

static trama_pair *copy(const trama_pair *pair, size_t count)
{
    trama_pair *copied = calloc(count + 1, sizeof *copied);
    assert_non_null(copied);
    for (size_t i = 0; i < count; i++)
        copied[i] = pair[i];
    return copied;
}

static trama_detection *open(const scene *s, const trama_detection_spec *spec)
{
    trama_error error;
    trama_detection *detect;
    assert_int_equal(trama_detection_create(s->soup, spec, &detect, &error), TRAMA_OK);
    return detect;
}

static lists search(trama_detection *detect, const scene *s, double reach)
{
    trama_error error;
    trama_candidates c;
    assert_int_equal(trama_detection_find(detect, s->x0, s->x1, reach, &c, &error), TRAMA_OK);
    return (lists){{c.vertex_faces, c.edge_edges},
                   {copy(c.vertex_face, c.vertex_faces), copy(c.edge_edge, c.edge_edges)},
                   trama_detection_builds(detect)};
}

static lists search_once(const scene *s, const trama_detection_spec *spec, double reach)
{
    trama_detection *detect = open(s, spec);
    const lists found = search(detect, s, reach);
    trama_detection_destroy(detect);
    return found;
}

static void forget(lists *l)
{
    free(l->pair[0]);
    free(l->pair[1]);
}

static void assert_same(const lists *a, const lists *b)
{
    for (int kind = 0; kind < 2; kind++) {
        assert_int_equal(a->count[kind], b->count[kind]);
        assert_memory_equal(a->pair[kind], b->pair[kind],
                            (a->count[kind] + 1) * sizeof *a->pair[kind]);
    }
}

static void assert_in_order(const lists *l)
{
    for (int kind = 0; kind < 2; kind++)
        for (size_t i = 1; i < l->count[kind]; i++) {
            const trama_pair p = l->pair[kind][i - 1], q = l->pair[kind][i];
            if (p.first > q.first || (p.first == q.first && p.second >= q.second))
                fail_msg("pair %zu is out of order", i);
        }
}

/* Trees against all pairs: with and without cones, for 1 to `threads` threads. Returns the pairs
 * found without cones. */
static size_t check(const scene *s, double reach, size_t threads)
{
    size_t pairs = 0;
    for (trama_cull cull = TRAMA_CULL_NONE; cull <= TRAMA_CULL_CONES; cull++) {
        trama_detection_spec spec = {TRAMA_DETECTION_ALL_PAIRS, cull, s->x0, 1.5, 0.0, 1, 0, false};
        lists all = search_once(s, &spec, reach);
        assert_in_order(&all);
        if (cull == TRAMA_CULL_NONE)
            pairs = all.count[0] + all.count[1];
        spec.method = TRAMA_DETECTION_TREE;
        for (spec.threads = 1; spec.threads <= threads && spec.threads <= trama_threads_most();
             spec.threads++) {
            lists tree = search_once(s, &spec, reach);
            assert_same(&tree, &all);
            forget(&tree);
        }
        forget(&all);
    }
    return pairs;
}

/* Edges and faces at x0, by trees for 1 to `threads` threads against all pairs. Returns how many.
 */
static size_t check_edge_faces(const scene *s, size_t threads)
{
    trama_detection_spec spec = {
        TRAMA_DETECTION_ALL_PAIRS, TRAMA_CULL_NONE, s->x0, 1.5, 0.0, 1, 0, false};
    trama_detection *every = open(s, &spec);
    trama_edge_faces all, some;
    trama_error error;
    assert_int_equal(trama_detection_find_edge_faces(every, s->x0, &all, &error), TRAMA_OK);
    spec.method = TRAMA_DETECTION_TREE;
    for (spec.threads = 1; spec.threads <= threads && spec.threads <= trama_threads_most();
         spec.threads++) {
        trama_detection *detect = open(s, &spec);
        assert_int_equal(trama_detection_find_edge_faces(detect, s->x0, &some, &error), TRAMA_OK);
        assert_int_equal(some.count, all.count);
        if (all.count > 0)
            assert_memory_equal(some.pair, all.pair, all.count * sizeof *all.pair);
        trama_detection_destroy(detect);
    }
    const size_t count = all.count;
    trama_detection_destroy(every);
    return count;
}

/* A list takes as many as it may, for any number of threads, and of one more nothing is told. */
static void check_crowd(const scene *s, double reach, trama_detection_method method, size_t threads,
                        size_t most, bool crowded)
{
    const trama_detection_spec spec = {method, TRAMA_CULL_NONE, NULL, 1.5,
                                       0.0,    threads,         most, false};
    trama_detection *detect = open(s, &spec);
    trama_candidates c;
    trama_error error;
    for (int again = 0; again < 2; again++) {
        assert_int_equal(trama_detection_find(detect, s->x0, s->x1, reach, &c, &error),
                         crowded ? TRAMA_NO_MEMORY : TRAMA_OK);
        assert_int_equal(c.crowded, crowded);
        assert_int_equal(c.vertex_faces + c.edge_edges > 0, !crowded);
    }
    trama_detection_destroy(detect);
}

/* --- random soups --- */

static size_t below(trama_random *random, size_t count)
{
    return trama_random_bits(random) % count;
}

enum { GROUPS = 3, VERTICES = 24, TRIANGLES = 30 };

/* Meshes of triangles that share vertices and edges at random, of any number to an edge; vertices
 * that no triangle has; some triangles without area; groups that are not tested. */
static scene draw(trama_random *random, double size, double motion, double offset)
{
    size_t triangle[GROUPS][3 * TRIANGLES];
    trama_soup_part part[GROUPS];
    const size_t groups = 1 + below(random, GROUPS);
    for (size_t g = 0; g < groups; g++) {
        part[g] =
            (trama_soup_part){3 + below(random, VERTICES), below(random, TRIANGLES), triangle[g]};
        for (size_t t = 0; t < part[g].triangles; t++) {
            size_t *v = triangle[g] + 3 * t;
            v[0] = below(random, part[g].vertices);
            v[1] = (v[0] + 1 + below(random, part[g].vertices - 2)) % part[g].vertices;
            do
                v[2] = below(random, part[g].vertices);
            while (v[2] == v[0] || v[2] == v[1]);
        }
    }
    scene s;
    trama_error error;
    assert_int_equal(trama_soup_create(part, groups, &s.soup, &error), TRAMA_OK);
    if (below(random, 2) == 0)
        trama_soup_set_meets(s.soup, below(random, groups), below(random, groups), false);
    s.x0 = positions(s.soup->vertices);
    s.x1 = positions(s.soup->vertices);
    for (size_t i = 0; i < 3 * s.soup->vertices; i++) {
        s.x0[i] = offset + size * trama_random_signed(random);
        if (i >= 3 && below(random, 5) == 0)
            s.x0[i] = s.x0[i - 3]; /* flat, thin and equal ones */
        s.x1[i] = s.x0[i] + motion * trama_random_signed(random);
    }
    return s;
}

static void random_soups_lose_no_pair(void **state)
{
    (void)state;
    trama_random random = {7};
    const double motion[] = {0.0, 0.1, 3.0}, offset[] = {0.0, 1e6}, reach[] = {0.0, 0.05, 0.7};
    size_t pairs = 0, edge_faces = 0;
    for (int i = 0; i < 270; i++) {
        scene s = draw(&random, 1.0, motion[i % 3], offset[i % 2]);
        pairs += check(&s, reach[i / 3 % 3], i % 45 == 0 ? 3 : 1);
        edge_faces += check_edge_faces(&s, i % 45 == 0 ? 3 : 1);
        clear(&s);
    }
    print_message("%zu pairs, %zu edges and faces\n", pairs, edge_faces);
    assert_true(pairs > 100000 && edge_faces > 10000);
}

/* --- sheets --- */

static scene sheet_scene(size_t points, crumpled_shape shape, double t, double h, double offset)
{
    crumpled_sheet sheet = crumpled_make(points);
    assert_non_null(sheet.triangle);
    const trama_soup_part part = {sheet.vertices, sheet.triangles, sheet.triangle};
    scene s;
    trama_error error;
    assert_int_equal(trama_soup_create(&part, 1, &s.soup, &error), TRAMA_OK);
    s.x0 = positions(sheet.vertices);
    s.x1 = positions(sheet.vertices);
    crumpled_positions(&sheet, shape, t, s.x0);
    crumpled_positions(&sheet, shape, t + h, s.x1);
    for (size_t i = 0; i < 3 * sheet.vertices; i++) {
        s.x0[i] += offset;
        s.x1[i] += offset;
    }
    crumpled_free(&sheet);
    return s;
}

static void sheets_lose_no_pair(void **state)
{
    (void)state;
    for (crumpled_shape shape = 0; shape < CRUMPLED_SHAPES; shape++)
        for (int far = 0; far < 2; far++)
            for (int i = 0; i < 4; i++) {
                const double h[] = {0.0, 0.002, 0.05, 0.9}, reach[] = {0.0, 1e-3, 0.05, 0.02};
                scene s = sheet_scene(20, shape, 0.1, h[i], far * 1e5);
                check(&s, reach[i], i == 2 && far ? 3 : 1);
                clear(&s);
            }
}

static void a_crowd_is_told_and_not_listed(void **state)
{
    (void)state;
    scene s = sheet_scene(20, CRUMPLED_BALL, 0.1, 0.05, 0.0);
    trama_detection_spec spec = trama_detection_spec_default();
    spec.cull = TRAMA_CULL_NONE;
    lists found = search_once(&s, &spec, 0.02);
    const size_t most = found.count[0] > found.count[1] ? found.count[0] : found.count[1];
    assert_true(most > 1000);
    for (size_t threads = 1; threads <= 3 && threads <= trama_threads_most(); threads++) {
        check_crowd(&s, 0.02, TRAMA_DETECTION_TREE, threads, most, false);
        check_crowd(&s, 0.02, TRAMA_DETECTION_TREE, threads, most - 1, true);
        check_crowd(&s, 0.02, TRAMA_DETECTION_TREE, threads, 3, true);
    }
    check_crowd(&s, 0.02, TRAMA_DETECTION_ALL_PAIRS, 1, most, false);
    check_crowd(&s, 0.02, TRAMA_DETECTION_ALL_PAIRS, 1, most - 1, true);
    forget(&found);
    clear(&s);
}

/* A sheet alone, lying still, cannot meet itself: nothing is left. A falling one neither. */
static void a_flat_sheet_has_no_candidates(void **state)
{
    (void)state;
    scene s = sheet_scene(33, CRUMPLED_FLAT, 0.0, 1.0, 0.0);
    trama_detection_spec spec = trama_detection_spec_default();
    spec.rest = s.x0;
    lists found = search_once(&s, &spec, 0.005);
    assert_int_equal(found.count[0] + found.count[1], 0);
    forget(&found);
    clear(&s);
}

/* --- few --- */

static void one_triangle_and_none_have_no_pairs(void **state)
{
    (void)state;
    const size_t triangle[] = {0, 1, 2};
    const trama_soup_part parts[][2] = {
        {{3, 1, triangle}}, {{0, 0, NULL}}, {{3, 1, triangle}, {0, 0, NULL}}, {{1, 0, NULL}}};
    const size_t groups[] = {1, 1, 2, 1};
    double x[9] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0};
    for (int i = 0; i < 5; i++) {
        scene s = {NULL, x, x};
        trama_error error;
        const size_t count = i < 4 ? groups[i] : 0;
        assert_int_equal(trama_soup_create(parts[i % 4], count, &s.soup, &error), TRAMA_OK);
        assert_int_equal(check(&s, 1.0, 2), 0);
        trama_soup_destroy(s.soup);
    }
}

static void a_lone_vertex_meets_a_face_and_no_vertex(void **state)
{
    (void)state;
    const size_t triangle[] = {0, 1, 2};
    const trama_soup_part parts[] = {{3, 1, triangle}, {2, 0, NULL}};
    double x0[15] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.2, 0.2, 0.5, 0.2, 0.2, 0.5};
    double x1[15];
    for (int i = 0; i < 15; i++)
        x1[i] = x0[i] - (i == 11 ? 1.0 : 0.0);
    scene s = {NULL, x0, x1};
    trama_error error;
    assert_int_equal(trama_soup_create(parts, 2, &s.soup, &error), TRAMA_OK);
    assert_int_equal(check(&s, 0.0, 2), 1);
    trama_soup_set_meets(s.soup, 0, 1, false);
    assert_int_equal(check(&s, 0.0, 2), 0);
    trama_soup_destroy(s.soup);
}

/* --- trees anew --- */

/* Pieces of a sheet that fly apart in all directions: their tree grows bad. */
static void scatter(const trama_soup *soup, size_t steps, double *x)
{
    for (size_t t = 0; t < soup->triangles; t++) {
        trama_random random = {t};
        for (size_t axis = 0; axis < 3; axis++) {
            const double flight = 0.2 * (double)steps * trama_random_signed(&random);
            for (size_t corner = 0; corner < 3; corner++)
                x[3 * soup->triangle[t][corner] + axis] =
                    (axis == corner ? 0.3 : 0.0) + (double)(t % 7 + axis * (t / 7 % 7)) + flight;
        }
    }
}

static void building_anew_changes_no_pair(void **state)
{
    (void)state;
    enum { PIECES = 200, STEPS = 30 };
    size_t triangle[3 * PIECES];
    for (size_t i = 0; i < 3 * (size_t)PIECES; i++)
        triangle[i] = i;
    const trama_soup_part part = {3 * (size_t)PIECES, PIECES, triangle};
    const double bad[] = {1.5, 0.0, TRAMA_INFINITY};
    scene s = {NULL, positions(part.vertices), positions(part.vertices)};
    trama_error error;
    trama_detection *detect[3];
    assert_int_equal(trama_soup_create(&part, 1, &s.soup, &error), TRAMA_OK);
    scatter(s.soup, 0, s.x0);
    for (int i = 0; i < 3; i++) {
        const trama_detection_spec spec = {
            TRAMA_DETECTION_TREE, TRAMA_CULL_CONES, s.x0, bad[i], 0.0, 1, 0, false};
        detect[i] = open(&s, &spec);
    }
    size_t builds[3] = {0}, pairs = 0;
    for (size_t step = 0; step < STEPS; step++) {
        lists found[3];
        scatter(s.soup, step, s.x0);
        scatter(s.soup, step + 1, s.x1);
        for (int i = 0; i < 3; i++) {
            found[i] = search(detect[i], &s, 0.1);
            assert_same(&found[i], &found[0]);
            builds[i] = found[i].builds;
        }
        pairs += found[0].count[0];
        for (int i = 0; i < 3; i++)
            forget(&found[i]);
    }
    assert_true(pairs > 100);
    print_message("built %zu, %zu and %zu times in %d steps\n", builds[0], builds[1], builds[2],
                  STEPS);
    assert_in_range(builds[0], 2, 15);
    assert_int_equal(builds[1], STEPS);
    assert_int_equal(builds[2], 1);
    for (int i = 0; i < 3; i++)
        trama_detection_destroy(detect[i]);
    clear(&s);
}

/* A crumpled sheet that drifts, first slowly and then by more than an edge a step, and is searched
 * with two reaches in turn, as a response does: what is kept of pairs does not show. */
static void pairs_that_are_kept_change_no_pair(void **state)
{
    (void)state;
    enum { STEPS = 60 };
    scene s = sheet_scene(17, CRUMPLED_BALL, 0.0, 1.0, 0.0);
    const double edge = 1.0 / 16.0, reach[] = {0.1 * edge, 0.001 * edge};
    const size_t coordinates = 3 * s.soup->vertices;
    trama_random random = {7};
    trama_detection *detect[2];
    for (int i = 0; i < 2; i++) {
        const trama_detection_spec spec = {TRAMA_DETECTION_TREE, TRAMA_CULL_CONES, s.x0, 1.5,
                                           i ? 0.25 : 0.0,       i ? 2 : 1,        0,    false};
        detect[i] = open(&s, &spec);
    }
    size_t pairs = 0;
    for (size_t step = 0; step < STEPS; step++) {
        const double way = (step < STEPS / 2 ? 0.02 : 1.5) * edge;
        for (size_t c = 0; c < coordinates; c++)
            s.x1[c] = s.x0[c] + 0.5 * way * trama_random_signed(&random);
        for (int r = 0; r < 2; r++) {
            lists trees = search(detect[0], &s, reach[r]), kept = search(detect[1], &s, reach[r]);
            assert_same(&kept, &trees);
            pairs += kept.count[0];
            forget(&trees);
            forget(&kept);
        }
        memcpy(s.x0, s.x1, coordinates * sizeof *s.x0);
    }
    const size_t searches = trama_detection_searches(detect[1]);
    print_message("%zu of %d searches were of trees\n", searches, 2 * STEPS);
    assert_true(pairs > 1000);
    assert_in_range(searches, STEPS / 2,
                    STEPS); /* of two a step; those of the fast half are of trees */
    assert_int_equal(trama_detection_searches(detect[0]), 2 * STEPS);
    for (int i = 0; i < 2; i++)
        trama_detection_destroy(detect[i]);
    clear(&s);
}

/* A run that has diverged still ends. */
static void positions_that_are_no_numbers_end_the_search(void **state)
{
    (void)state;
    scene s = sheet_scene(12, CRUMPLED_BALL, 0.0, 0.1, 0.0);
    trama_detection_spec spec = trama_detection_spec_default();
    spec.rest = s.x0;
    spec.bad = 0.0;
    s.x1[100] = TRAMA_NAN;
    s.x0[31] = TRAMA_INFINITY;
    for (size_t i = 150; i < 300; i++)
        s.x1[i] = i % 2 ? TRAMA_NAN : -TRAMA_INFINITY;
    lists found = search_once(&s, &spec, 0.01);
    forget(&found);
    clear(&s);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_soups_lose_no_pair),
        cmocka_unit_test(sheets_lose_no_pair),
        cmocka_unit_test(a_crowd_is_told_and_not_listed),
        cmocka_unit_test(a_flat_sheet_has_no_candidates),
        cmocka_unit_test(one_triangle_and_none_have_no_pairs),
        cmocka_unit_test(a_lone_vertex_meets_a_face_and_no_vertex),
        cmocka_unit_test(building_anew_changes_no_pair),
        cmocka_unit_test(pairs_that_are_kept_change_no_pair),
        cmocka_unit_test(positions_that_are_no_numbers_end_the_search),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
