/* Pairs that are kept over searches (detect_kept.c) serve as far as they hold, and no farther: what
 * is found is what a search without them finds, whatever moves, how far, and with which reach. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collision/ccd.h"
#include "collision/detect.h"
#include "core/random.h"

/* Loose triangles with sides of about 1 m in a box; half of them are a mesh of their own. */
enum { TRIANGLES = 200, VERTICES = 3 * TRIANGLES, COORDINATES = 3 * VERTICES };
static const double box = 5.0, keep = 0.25;

typedef struct fixture {
    trama_soup *soup;
    trama_detection *detect, *plain; /* the latter tests all pairs and keeps none */
    double x0[COORDINATES], x1[COORDINATES];
    double margin; /* m: the kept part of the mean side of the finer mesh */
    size_t pairs;  /* that were found */
} fixture;

static double mean_side(const double *x)
{
    double sum = 0.0;
    for (size_t t = 0; t < TRIANGLES / 2; t++)
        for (size_t i = 0; i < 3; i++) {
            double squares = 0.0;
            for (size_t axis = 0; axis < 3; axis++)
                squares += pow(x[9 * t + 3 * ((i + 1) % 3) + axis] - x[9 * t + 3 * i + axis], 2);
            sum += sqrt(squares) / (3.0 * TRIANGLES / 2.0);
        }
    return sum;
}

static void begin(fixture *f)
{
    static size_t triangle[VERTICES];
    trama_random random = {31};
    trama_error error;
    for (size_t i = 0; i < VERTICES; i++)
        triangle[i] = i % (VERTICES / 2);
    const trama_soup_part parts[2] = {{VERTICES / 2, TRIANGLES / 2, triangle},
                                      {VERTICES / 2, TRIANGLES / 2, triangle}};
    f->pairs = 0;
    assert_int_equal(trama_soup_create(parts, 2, &f->soup, &error), TRAMA_OK);
    for (size_t t = 0; t < TRIANGLES; t++)
        for (size_t axis = 0; axis < 3; axis++) {
            const double at = box * trama_random_signed(&random);
            for (size_t i = 0; i < 3; i++)
                f->x0[9 * t + 3 * i + axis] = at + trama_random_signed(&random);
        }
    memcpy(f->x1, f->x0, sizeof f->x0);
    f->margin = keep * fmin(mean_side(f->x0), mean_side(f->x0 + COORDINATES / 2));
    const trama_detection_spec kept = {.keep = keep, .bad = 1.5, .threads = 1},
                               plain = {.method = TRAMA_DETECTION_ALL_PAIRS, .threads = 1};
    assert_int_equal(trama_detection_create(f->soup, &kept, &f->detect, &error), TRAMA_OK);
    assert_int_equal(trama_detection_create(f->soup, &plain, &f->plain, &error), TRAMA_OK);
}

static void end(fixture *f)
{
    trama_detection_destroy(f->detect);
    trama_detection_destroy(f->plain);
    trama_soup_destroy(f->soup);
}

/* Searches both ways; whether the first one went through its trees. */
static bool search(fixture *f, double reach, const char *what)
{
    trama_error error;
    trama_candidates c, all;
    const size_t before = trama_detection_searches(f->detect);
    assert_int_equal(trama_detection_find(f->detect, f->x0, f->x1, reach, &c, &error), TRAMA_OK);
    assert_int_equal(trama_detection_find(f->plain, f->x0, f->x1, reach, &all, &error), TRAMA_OK);
    if (c.vertex_faces != all.vertex_faces || c.edge_edges != all.edge_edges)
        fail_msg("%s, reach %g: %zu and %zu pairs, not %zu and %zu", what, reach, c.vertex_faces,
                 c.edge_edges, all.vertex_faces, all.edge_edges);
    assert_memory_equal(c.vertex_face, all.vertex_face, c.vertex_faces * sizeof *c.vertex_face);
    assert_memory_equal(c.edge_edge, all.edge_edge, c.edge_edges * sizeof *c.edge_edge);
    f->pairs += c.vertex_faces + c.edge_edges;
    return trama_detection_searches(f->detect) > before;
}

/* Searches at one place, until pairs are kept and have been worth it. */
static void settle(fixture *f, double reach)
{
    search(f, reach, "settles");
    for (int i = 0; i < 4; i++)
        assert_false(search(f, reach, "settled"));
}

/* Whoever asks for more than was kept for is answered by a new search; who asks for less is not. */
static void a_reach_that_grows_loses_no_pair(void **state)
{
    (void)state;
    static fixture f;
    begin(&f);
    settle(&f, 0.0);
    double reach = 1e-3;
    for (int n = 0; n < 15; n++) {
        assert_true(search(&f, reach, "grows"));
        for (int i = 0; i < 4; i++)
            assert_false(search(&f, reach * 0.25 * i, "below"));
        reach *= 1.7;
    }
    assert_true(f.pairs > 1000);
    end(&f);
}

/* Vertex i goes along an axis, at the step's end or at both of its ends, and back. */
static bool move(fixture *f, size_t i, size_t axis, double way, bool whole)
{
    const size_t c = 3 * i + axis;
    const double at = f->x0[c];
    f->x1[c] = at + way;
    f->x0[c] = whole ? at + way : at;
    const bool searched = search(f, 0.05, "moves");
    f->x0[c] = f->x1[c] = at;
    return searched;
}

/* Within the margin what is kept serves; beyond it, however little or far, it does not. */
static void a_vertex_that_leaves_its_box_loses_no_pair(void **state)
{
    (void)state;
    static const double ways[] = {0.999, 1.001, 3.0, 10.0};
    static fixture f;
    begin(&f);
    for (size_t trial = 0; trial < 36; trial++)
        for (size_t k = 0; k < sizeof ways / sizeof *ways; k++) {
            const size_t i = trial * 37 % VERTICES;
            const double sign = trial / 3 % 2 ? -1.0 : 1.0;
            trama_detection_restart(f.detect);
            settle(&f, 0.05);
            const double way = sign * ways[k] * f.margin;
            assert_int_equal(move(&f, i, trial % 3, way, trial % 4 < 2), k > 0);
        }
    assert_true(f.pairs > 1000);
    end(&f);
}

/* All vertices walk at random, at first less and then more than the margin a step, with reaches
 * that grow and shrink. */
static void what_walks_at_random_loses_no_pair(void **state)
{
    (void)state;
    static fixture f;
    trama_random random = {5};
    size_t served = 0, steps = 300;
    begin(&f);
    for (size_t step = 0; step < steps; step++) {
        const double pace = (step % 100 < 80 ? 0.05 : 1.3) * f.margin;
        for (size_t c = 0; c < COORDINATES; c++)
            f.x1[c] = f.x0[c] + pace * trama_random_signed(&random);
        const double reach =
            1e-3 + 0.2 * fabs(trama_random_signed(&random)) * (double)(step + 1) / (double)steps;
        served += !search(&f, reach, "walks");
        memcpy(f.x0, f.x1, sizeof f.x0);
    }
    assert_in_range(served, steps / 10, steps - 60);
    end(&f);
}

/* ---- Distances. */

static trama_four four_of(const double *x, const trama_soup *soup, bool edges, trama_pair pair)
{
    const uint32_t *first = edges ? soup->edge[pair.first] : &pair.first,
                   *second = edges ? soup->edge[pair.second] : soup->triangle[pair.second];
    const size_t ends = edges ? 2 : 1;
    trama_four four;
    for (size_t i = 0; i < 4; i++)
        memcpy(four.x[i], x + 3 * (size_t)(i < ends ? first[i] : second[i - ends]),
               sizeof four.x[i]);
    return four;
}

/* Of the pairs in `all` and not in `some`, which must all be clear by the exact test: how many. */
static size_t check_left_out(const fixture *f, bool edges, const trama_pair *all, size_t count,
                             const trama_pair *some, size_t listed, double reach)
{
    const trama_ccd_options options = {.separation = reach, .tolerance = 1e-6, .work = 10000};
    size_t at = 0, left_out = 0;
    for (size_t i = 0; i < count; i++) {
        if (at < listed && some[at].first == all[i].first && some[at].second == all[i].second) {
            at++;
            continue;
        }
        const trama_four x0 = four_of(f->x0, f->soup, edges, all[i]),
                         x1 = four_of(f->x1, f->soup, edges, all[i]);
        const trama_ccd_hit hit = edges ? trama_ccd_edge_edge(&x0, &x1, &options)
                                        : trama_ccd_vertex_face(&x0, &x1, &options);
        assert_int_equal(hit.status, TRAMA_CCD_CLEAR);
        left_out++;
    }
    assert_int_equal(at, listed); /* some are among all, in their order */
    return left_out;
}

/* Each triangle goes its way, a tenth of the margin a step, so that pairs come near that were not.
 */
static void what_distances_leave_out_is_clear(void **state)
{
    (void)state;
    static fixture f;
    trama_random random = {11};
    trama_error error;
    size_t left_out = 0, listed = 0;
    static double drift[TRIANGLES][3];
    begin(&f);
    for (size_t t = 0; t < TRIANGLES; t++)
        for (size_t axis = 0; axis < 3; axis++)
            drift[t][axis] = 0.1 * f.margin * trama_random_signed(&random);
    const trama_detection_spec spec = {.keep = keep, .bad = 1.5, .threads = 1, .distances = true};
    trama_detection_destroy(f.detect);
    assert_int_equal(trama_detection_create(f.soup, &spec, &f.detect, &error), TRAMA_OK);
    for (size_t step = 0; step < 40; step++) {
        trama_candidates some, all;
        const double reach = step == 0 ? 0.05 : 0.05 * fabs(trama_random_signed(&random));
        for (size_t c = 0; c < COORDINATES; c++)
            f.x1[c] = f.x0[c] + drift[c / 9][c % 3];
        assert_int_equal(trama_detection_find(f.detect, f.x0, f.x1, reach, &some, &error),
                         TRAMA_OK);
        assert_int_equal(trama_detection_find(f.plain, f.x0, f.x1, reach, &all, &error), TRAMA_OK);
        left_out += check_left_out(&f, false, all.vertex_face, all.vertex_faces, some.vertex_face,
                                   some.vertex_faces, reach) +
                    check_left_out(&f, true, all.edge_edge, all.edge_edges, some.edge_edge,
                                   some.edge_edges, reach);
        listed += some.vertex_faces + some.edge_edges;
        memcpy(f.x0, f.x1, sizeof f.x0);
    }
    print_message("%zu left out, %zu listed\n", left_out, listed);
    assert_true(left_out > listed / 4);
    end(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_distances_leave_out_is_clear),
        cmocka_unit_test(a_reach_that_grows_loses_no_pair),
        cmocka_unit_test(a_vertex_that_leaves_its_box_loses_no_pair),
        cmocka_unit_test(what_walks_at_random_loses_no_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
