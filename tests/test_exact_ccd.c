/* Continuous detection against exact arithmetic, on every set of queries that the benchmark has,
 * with and without a separation: no collision is missed, nothing happens before the time of impact,
 * a hit is near a collision, and what begins apart does not hit at once.
 *
 * What is exact: exact/meets.h decides whether paths come within a distance, with integers only;
 * the paths are those of the formula x(t) = (1 - t) x0 + t x1 with the very doubles that are asked
 * about. What is not: the queries are samples; and the distances `separation + tolerance * motion +
 * rounding` that a hit is held to are rounded, to within 1e-15 of themselves.
 *
 * TRAMA_QUERIES=1000 ctest --test-dir build/release -V -R test_exact_ccd asks more of each set, and
 * prints the table of docs/collisions.md. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "benchmark/fixture/queries.h"
#include "collision/ccd.h"
#include "exact/meets.h"

enum { QUERIES = 25 }; /* of a set, unless TRAMA_QUERIES says otherwise */

typedef struct tally {
    long queries, collisions, false_alarms, undecided;
    long misses, early, distant, stuck, askew; /* what must not be */
} tally;

static exact_kind kind_of(const query *q)
{
    return q->edges ? EXACT_EDGE_EDGE : EXACT_VERTEX_FACE;
}

static bool meets(const query *q, double distance, double from, double to)
{
    return exact_meets(kind_of(q), &q->x0, &q->x1, distance, from, to);
}

static trama_ccd_hit ask(const query *q, const trama_ccd_options *options)
{
    return q->edges ? trama_ccd_edge_edge(&q->x0, &q->x1, options)
                    : trama_ccd_vertex_face(&q->x0, &q->x1, options);
}

/* The largest difference between a point of one feature and a point of the other: of coordinates at
 * x0 or x1, and the length of that of displacements. */
static void sizes(const query *q, double *size, double *motion)
{
    *size = *motion = 0.0;
    const int second = q->edges ? 2 : 1;
    for (int i = 0; i < second; i++)
        for (int j = second; j < 4; j++) {
            double square = 0.0;
            for (int k = 0; k < 3; k++) {
                const double start = q->x0.x[i][k] - q->x0.x[j][k],
                             end = q->x1.x[i][k] - q->x1.x[j][k];
                *size = fmax(*size, fmax(fabs(start), fabs(end)));
                square += (end - start) * (end - start);
            }
            *motion = fmax(*motion, sqrt(square));
        }
}

/* The normal is not of length 1, or not along the vector between the points that the weights name.
 */
static bool is_askew(const query *q, const trama_ccd_hit *hit, double rounding)
{
    double square = 0.0, distance = 0.0, product = 0.0;
    for (int k = 0; k < 3; k++) {
        double between = 0.0;
        for (int i = 0; i < 4; i++)
            between += hit->weight[i] * ((1.0 - hit->toi) * (q->x0.x[i][k] - q->x0.x[3][k]) +
                                         hit->toi * (q->x1.x[i][k] - q->x1.x[3][k]));
        square += hit->normal[k] * hit->normal[k];
        distance += between * between;
        product += between * hit->normal[k];
    }
    return !(fabs(square - 1.0) <= 1e-14 && product >= sqrt(distance) - rounding);
}

static void count(tally *t, const query *q, const trama_ccd_options *options)
{
    const trama_ccd_hit hit = ask(q, options);
    const bool collides = meets(q, options->separation, 0, 1);
    t->queries++;
    t->collisions += collides;
    if (hit.status == TRAMA_CCD_CLEAR) {
        t->misses += collides;
        return;
    }
    double size, motion;
    sizes(q, &size, &motion);
    const double rounding = 1e-13 * size,
                 near = options->separation + options->tolerance * motion + rounding;
    t->undecided += hit.status == TRAMA_CCD_UNDECIDED;
    t->false_alarms += !collides;
    t->early += hit.toi > 0.0 && collides && meets(q, options->separation, 0, hit.toi);
    t->distant += hit.status == TRAMA_CCD_HIT && !meets(q, near, hit.toi, hit.toi);
    t->askew += is_askew(q, &hit, rounding);
    t->stuck += hit.toi == 0.0 && !meets(q, options->separation + rounding, 0, 0);
}

static tally tally_of(const query_set *set, bool edges, const trama_ccd_options *options,
                      long queries)
{
    tally t = {0};
    trama_random random = {2};
    for (long i = 0; i < queries; i++) {
        query q = {.edges = edges};
        set->make(&random, &q);
        count(&t, &q, options);
    }
    return t;
}

static void no_collision_is_missed_and_every_hit_is_near_one(void **state)
{
    (void)state;
    const char *more = getenv("TRAMA_QUERIES");
    const long queries = more ? strtol(more, NULL, 10) : QUERIES;
    print_message(
        "set         features     separation  queries  collisions  false alarms  undecided  "
        "misses\n");
    for (size_t i = 0; i < query_set_count; i++)
        for (int kind = 0; kind < 4; kind++) {
            const query_set *set = &query_sets[i];
            trama_ccd_options options = trama_ccd_default();
            options.separation = kind & 1 ? set->separation : 0.0;
            const tally t = tally_of(set, kind & 2, &options, queries);
            print_message("%-11s %-11s  %10g  %7ld  %10ld  %12ld  %9ld  %6ld\n", set->name,
                          kind & 2 ? "edge-edge" : "vertex-face", options.separation, t.queries,
                          t.collisions, t.false_alarms, t.undecided, t.misses);
            assert_int_equal(t.misses, 0);
            assert_int_equal(t.early, 0);
            assert_int_equal(t.distant, 0);
            assert_int_equal(t.stuck, 0);
            assert_int_equal(t.askew, 0);
            assert_int_equal(t.undecided, 0);
        }
}

static void what_is_undecided_is_clear_up_to_its_time(void **state)
{
    (void)state;
    long undecided = 0, decided = 0;
    for (size_t i = 0; i < query_set_count; i++)
        for (int kind = 0; kind < 4; kind++) {
            trama_ccd_options options = trama_ccd_default();
            options.separation = kind & 1 ? query_sets[i].separation : 0.0;
            options.work = 4;
            const tally t = tally_of(&query_sets[i], kind & 2, &options, QUERIES);
            undecided += t.undecided;
            decided += t.queries - t.undecided;
            assert_int_equal(t.misses, 0);
            assert_int_equal(t.early, 0);
        }
    print_message("%ld of %ld queries undecided\n", undecided, undecided + decided);
    assert_true(undecided > 100 && decided > 100);
}

/* A direction that turns for the whole rest of the step alone leaves 13 of 100 with a separation
 * undecided. */
static void what_turns_together_is_settled_in_few_steps(void **state)
{
    (void)state;
    for (size_t i = 0; i < query_set_count; i++)
        for (int kind = 0; kind < 4 && strcmp(query_sets[i].name, "turning") == 0; kind++) {
            trama_ccd_options options = trama_ccd_default();
            options.separation = kind & 1 ? query_sets[i].separation : 0.0;
            options.work = 32;
            const tally t = tally_of(&query_sets[i], kind & 2, &options, 4L * QUERIES);
            assert_int_equal(t.undecided, 0);
            assert_int_equal(t.misses, 0);
        }
}

/* ---- The judge itself: points of the paths at many t, in long double, and what is known on paper.
 */

/* The distance between a point of one feature and a point of the other, at (a, b) of the unit
 * square. */
static double distance_of(const query *q, long double t, long double a, long double b)
{
    long double square = 0.0L;
    if (!q->edges && a + b > 1.0L) {
        a = 1.0L - a;
        b = 1.0L - b;
    }
    const long double face_weight[4] = {1, a + b - 1, -a, -b},
                      edge_weight[4] = {1 - a, a, b - 1, -b};
    for (int k = 0; k < 3; k++) {
        long double between = 0.0L;
        for (int i = 0; i < 4; i++)
            between += (q->edges ? edge_weight : face_weight)[i] *
                       ((1 - t) * (long double)q->x0.x[i][k] + t * (long double)q->x1.x[i][k]);
        square += between * between;
    }
    return (double)sqrtl(square);
}

static long double share(trama_random *random)
{
    return 0.5L + 0.5L * (long double)trama_random_signed(random);
}

static void no_point_of_a_path_is_within_what_is_clear(void **state)
{
    (void)state;
    enum { SAMPLES = 1000 };
    long within = 0;
    for (size_t i = 0; i < query_set_count; i++)
        for (int n = 0; n < 2 * QUERIES; n++) {
            trama_random random = {4 + (uint64_t)n};
            query q = {.edges = n & 1};
            query_sets[i].make(&random, &q);
            trama_ccd_options options = trama_ccd_default();
            options.separation = query_sets[i].separation;
            const trama_ccd_hit hit = ask(&q, &options);
            const double clear = hit.status == TRAMA_CCD_CLEAR ? 1.0 : hit.toi;
            bool seen = false;
            for (int sample = 0; sample < SAMPLES; sample++) {
                const long double t = share(&random), a = share(&random), b = share(&random);
                const bool near = distance_of(&q, t, a, b) < options.separation * (1.0 - 1e-9);
                assert_false(near && (double)t < clear);
                seen = seen || near;
            }
            within += seen;
            if (seen)
                assert_true(meets(&q, options.separation, 0, 1));
        }
    print_message("%ld of %ld queries have a sampled point within the separation\n", within,
                  2 * QUERIES * (long)query_set_count);
    assert_true(within > 100);
}

static const trama_four face = {{{0.25, 0.25, 1}, {0, 0, 0}, {1, 0, 0}, {0, 1, 0}}};

static trama_four lowered(double by)
{
    trama_four down = face;
    down.x[0][2] -= by;
    return down;
}

static void the_judge_tells_touching_from_the_next_double(void **state)
{
    (void)state;
    const trama_four touching = lowered(1.0), above = lowered(1.0 - 0x1p-53),
                     through = lowered(4.0);
    assert_true(exact_meets(EXACT_VERTEX_FACE, &face, &touching, 0, 0, 1));
    assert_false(exact_meets(EXACT_VERTEX_FACE, &face, &above, 0, 0, 1));
    assert_true(exact_meets(EXACT_VERTEX_FACE, &face, &above, 0x1p-53, 0, 1));
    assert_false(exact_meets(EXACT_VERTEX_FACE, &face, &above, 0x1.fffffffffffffp-54, 0, 1));
    assert_true(exact_meets(EXACT_VERTEX_FACE, &face, &through, 0, 0, 0.25));
    assert_false(exact_meets(EXACT_VERTEX_FACE, &face, &through, 0, 0, 0.25 - 0x1p-54));
    assert_false(exact_meets(EXACT_VERTEX_FACE, &face, &through, 0, 0.25 + 0x1p-54, 1));
    assert_true(exact_meets(EXACT_VERTEX_FACE, &face, &through, 0.5, 0, 0.125));
    assert_false(exact_meets(EXACT_VERTEX_FACE, &face, &through, 0.5, 0, 0.125 - 0x1p-55));
}

/* Two edges that turn in one plane, and meet end to end at t = 1/2 alone: the cubic is 0
 * throughout. */
static void the_judge_sees_what_meets_within_a_plane(void **state)
{
    (void)state;
    static const trama_four x0 = {{{-1, -1, 0}, {-3, 0, 0}, {0, 1, 0}, {5, 1, 0}}},
                            x1 = {{{1, 1, 0}, {-3, 0, 0}, {0, -1, 0}, {5, 1, 0}}};
    assert_true(exact_meets(EXACT_EDGE_EDGE, &x0, &x1, 0, 0, 1));
    assert_true(exact_meets(EXACT_EDGE_EDGE, &x0, &x1, 0, 0.5, 0.5));
    assert_false(exact_meets(EXACT_EDGE_EDGE, &x0, &x1, 0, 0, 0.5 - 0x1p-54));
    trama_four lifted = x0;
    lifted.x[0][2] = -0x1p-60;
    assert_false(exact_meets(EXACT_EDGE_EDGE, &lifted, &x1, 0, 0, 0.5 - 0x1p-54));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_judge_tells_touching_from_the_next_double),
        cmocka_unit_test(the_judge_sees_what_meets_within_a_plane),
        cmocka_unit_test(no_point_of_a_path_is_within_what_is_clear),
        cmocka_unit_test(no_collision_is_missed_and_every_hit_is_near_one),
        cmocka_unit_test(what_is_undecided_is_clear_up_to_its_time),
        cmocka_unit_test(what_turns_together_is_settled_in_few_steps),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
