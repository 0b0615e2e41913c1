/* Compiled once for each instruction set, as the kernels are. */
#include "benchmark/roofline/roofline.h"

#include <math.h>

#define NAME_OF(isa) roofline_loops_##isa
#define NAME(isa) NAME_OF(isa)

/* A vector register's worth of doubles. */
#if defined(__AVX512F__)
enum { LANES = 8 };
#elif defined(__AVX__)
enum { LANES = 4 };
#else
enum { LANES = 2 };
#endif
typedef double lanes __attribute__((vector_size(LANES * sizeof(double))));

/* Chains of operations, each of which waits for the one before it in its chain alone. The factor
 * and the summand leave numbers as they are; the compiler does not know them. */
typedef struct chains {
    lanes p[ROOFLINE_CHAINS], s[ROOFLINE_CHAINS];
} chains;

static volatile double one = 1.0, nothing = 0.0;

static inline __attribute__((always_inline)) double run(long rounds, int products, int sums)
{
    chains c;
    const lanes factor = one - (lanes){0}, summand = nothing - (lanes){0};
    for (int i = 0; i < ROOFLINE_CHAINS; i++)
        c.p[i] = c.s[i] = (double)(i + 1) - (lanes){0};
    for (long round = 0; round < rounds; round++)
        for (int i = 0; i < ROOFLINE_CHAINS; i++) {
            if (products)
                c.p[i] *= factor;
            if (sums)
                c.s[i] += summand;
        }
    lanes total = {0};
    for (int i = 0; i < ROOFLINE_CHAINS; i++)
        total += c.p[i] + c.s[i];
    return total[0];
}

static double products(long rounds)
{
    return run(rounds, 1, 0);
}
static double sums(long rounds)
{
    return run(rounds, 0, 1);
}
static double pairs(long rounds)
{
    return run(rounds, 1, 1);
}

static void roots(long rounds, const double *from, double *to)
{
    for (long round = 0; round < rounds; round++) {
#pragma omp simd
        for (int l = 0; l < ROOFLINE_ARRAY; l++)
            to[l] = sqrt(from[l]);
        __asm__ volatile("" ::: "memory");
    }
}

static void quotients(long rounds, const double *from, double *to)
{
    for (long round = 0; round < rounds; round++) {
#pragma omp simd
        for (int l = 0; l < ROOFLINE_ARRAY; l++)
            to[l] = 1.0 / from[l];
        __asm__ volatile("" ::: "memory");
    }
}

const roofline_loops NAME(TRAMA_ISA) = {LANES, products, sums, pairs, roots, quotients};
