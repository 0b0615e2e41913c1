/* Benchmark of continuous detection: ns of a query, one thread, pinned; one line for each set of
 * queries, kind of features and separation. Each round times every query of a set once, in random
 * order, so that the processor cannot learn the order. The time of a query is the median over the
 * rounds, less the time of reading the clock, which is measured in the same way. The table has the
 * median, the 99 % quantile and the largest time of each set, and its answers. */
#include "collision/ccd.h"
#include "benchmark/fixture/machine.h"
#include "benchmark/fixture/queries.h"
#include "clock.h"
#include "core/median.h"
#include "core/sort.h"

#include <stdio.h>
#include <stdlib.h>

enum { QUERIES = 2000, ROUNDS = 9 };

typedef struct bench {
    query q[QUERIES];
    double ns[QUERIES][ROUNDS], of_query[QUERIES];
    size_t order[QUERIES];
    long answers[3];
} bench;

static void shuffle(trama_random *random, size_t *order)
{
    for (size_t i = 0; i < QUERIES; i++) {
        const size_t j = trama_random_bits(random) % (i + 1);
        order[i] = order[j];
        order[j] = i;
    }
}

static trama_ccd_hit ask(const query *q, const trama_ccd_options *options)
{
    return q->edges ? trama_ccd_edge_edge(&q->x0, &q->x1, options)
                    : trama_ccd_vertex_face(&q->x0, &q->x1, options);
}

/* ns that reading the clock takes. */
static double clock_cost(void)
{
    static double ns[QUERIES];
    for (size_t i = 0; i < QUERIES; i++) {
        const double start = seconds_now();
        ns[i] = 1e9 * (seconds_now() - start);
    }
    trama_sort(ns, QUERIES);
    return trama_quantile(ns, QUERIES, 0.5);
}

static void measure(bench *b, const query_set *set, bool edges, const trama_ccd_options *options)
{
    trama_random random = {1};
    for (size_t i = 0; i < QUERIES; i++) {
        b->q[i].edges = edges;
        set->make(&random, &b->q[i]);
    }
    b->answers[0] = b->answers[1] = b->answers[2] = 0;
    for (size_t round = 0; round < ROUNDS; round++) {
        shuffle(&random, b->order);
        for (size_t i = 0; i < QUERIES; i++) {
            const size_t at = b->order[i];
            const double start = seconds_now();
            const trama_ccd_hit hit = ask(&b->q[at], options);
            b->ns[at][round] = 1e9 * (seconds_now() - start);
            b->answers[hit.status]++;
        }
    }
}

static void report(bench *b, const query_set *set, bool edges, double separation, double cost)
{
    for (size_t i = 0; i < QUERIES; i++) {
        trama_sort(b->ns[i], ROUNDS);
        b->of_query[i] = trama_quantile(b->ns[i], ROUNDS, 0.5) - cost;
    }
    trama_sort(b->of_query, QUERIES);
    const double all = 1e-2 * QUERIES * ROUNDS;
    printf("%-11s %-11s %10g  %6.0f %7.0f %8.0f   %6.1f %6.1f %6.1f\n", set->name,
           edges ? "edge-edge" : "vertex-face", separation,
           trama_quantile(b->of_query, QUERIES, 0.5), trama_quantile(b->of_query, QUERIES, 0.99),
           b->of_query[QUERIES - 1], (double)b->answers[TRAMA_CCD_CLEAR] / all,
           (double)b->answers[TRAMA_CCD_HIT] / all, (double)b->answers[TRAMA_CCD_UNDECIDED] / all);
}

int main(void)
{
    static bench b;
    machine_pin();
    machine_print();
    const double cost = clock_cost();
    puts("ns of a query            separation  median    99 %  largest   clear %  hit %  undecided "
         "%");
    for (int apart = 0; apart < 2; apart++)
        for (int edges = 0; edges < 2; edges++)
            for (size_t i = 0; i < query_set_count; i++) {
                trama_ccd_options options = trama_ccd_default();
                options.separation = apart ? query_sets[i].separation : 0.0;
                measure(&b, &query_sets[i], edges, &options);
                report(&b, &query_sets[i], edges, options.separation, cost);
            }
    return EXIT_SUCCESS;
}
