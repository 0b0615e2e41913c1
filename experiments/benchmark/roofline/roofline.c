#include "benchmark/roofline/roofline.h"
#include "clock.h"

#include "core/memory.h"
#include "core/numbers.h"
#include "core/threads.h"

#include <stdlib.h>

/* --- arithmetic --- */

enum { REPEATS = 100 };
static const long chain_rounds = 100000, array_rounds = 400; /* some 0.2 ms each */

/* Least time: what the processor can do when nobody disturbs it. */
static double least_of_chains(double (*work)(long rounds))
{
    double least = TRAMA_INFINITY;
    for (int i = 0; i < REPEATS; i++) {
        const double start = seconds_now();
        static volatile double sink;
        sink = work(chain_rounds);
        (void)sink;
        const double seconds = seconds_now() - start;
        least = seconds < least ? seconds : least;
    }
    return least / (double)(chain_rounds * ROOFLINE_CHAINS);
}

static double least_of_arrays(void (*work)(long rounds, const double *from, double *to))
{
    static double from[ROOFLINE_ARRAY], to[ROOFLINE_ARRAY];
    double least = TRAMA_INFINITY;
    for (int l = 0; l < ROOFLINE_ARRAY; l++)
        from[l] = 1.0 + 0.37 * l; /* neither roots nor quotients come out even */
    for (int i = 0; i < REPEATS; i++) {
        const double start = seconds_now();
        work(array_rounds, from, to);
        const double seconds = seconds_now() - start;
        least = seconds < least ? seconds : least;
    }
    return least / (double)(array_rounds * ROOFLINE_ARRAY);
}

roofline roofline_measure(trama_isa isa)
{
#ifdef TRAMA_SEVERAL_ISAS
    static const roofline_loops *const all[] = {&roofline_loops_v2, &roofline_loops_v3,
                                                &roofline_loops_v4};
#else
    static const roofline_loops *const all[] = {&roofline_loops_v2};
#endif
    const roofline_loops *loops = all[isa];
    const double lanes = (double)loops->lanes;
    return (roofline){.product = least_of_chains(loops->products) / lanes,
                      .sum = least_of_chains(loops->sums) / lanes,
                      .pair = least_of_chains(loops->pairs) / lanes,
                      .root = least_of_arrays(loops->roots),
                      .quotient = least_of_arrays(loops->quotients)};
}

/* --- memory --- */

typedef struct triad {
    size_t count, parts;
    double *a, *b, *c;
} triad;

static void triad_part(void *context, size_t part)
{
    const triad *t = context;
    const size_t end = trama_part_begin(t->count, t->parts, part + 1, 8);
#pragma omp simd
    for (size_t i = trama_part_begin(t->count, t->parts, part, 8); i < end; i++)
        t->a[i] = t->b[i] + 3.0 * t->c[i];
}

double roofline_bandwidth(size_t threads)
{
    const size_t count = (size_t)64 << 17; /* 64 MiB */
    triad t = {count, threads, trama_doubles(count), trama_doubles(count), trama_doubles(count)};
    double least = TRAMA_INFINITY;
    for (int i = 0; t.a && t.b && t.c && i < 6; i++) {
        const double start = seconds_now();
        trama_threads_run(threads, triad_part, &t);
        const double seconds = seconds_now() - start;
        least = seconds < least ? seconds : least;
    }
    free(t.a);
    free(t.b);
    free(t.c);
    return 24.0 * (double)count / least;
}
