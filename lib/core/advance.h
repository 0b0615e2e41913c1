/* Steps of a state along its rates of change, element by element. They use the best instruction
 * set, and trama_threads() threads if the arrays are long enough. */
#ifndef TRAMA_CORE_ADVANCE_H
#define TRAMA_CORE_ADVANCE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Fewest elements per thread: below that, threads cost more than they save. Models that divide
 * their own work must use threads from the same size on: else one thread computes numbers that
 * another moves, and they go from cache to cache. Measured on two cores of a virtual AMD EPYC, time
 * of one thread divided by that of two, with distant and with near cores: 0.5 and 1.3 at 64^2 nodes
 * of Cosserat cloth, 1.1 and 1.7 at 80^2, where threads begin. */
enum { TRAMA_ADVANCE_LEAST = 9600 };

/* out = in + h d; `out` may be `in`. */
void trama_advance(size_t count, double h, const double *d, const double *in, double *out);

/* v += h a, then q += h v, in one pass. */
void trama_advance_both(size_t count, double h, const double *a, double *v, double *q);

/* The same without threads, for a few numbers that are in cache. */
void trama_advance_both_here(size_t count, double h, const double *a, double *v, double *q);

/* The loops for each instruction set; for advance.c only. */
typedef void trama_advance_loop(size_t count, double h, const double *d, const double *in,
                                double *out);
typedef void trama_advance_both_loop(size_t count, double h, const double *a, double *v, double *q);
trama_advance_loop trama_kernel_advance_v2, trama_kernel_advance_v3, trama_kernel_advance_v4;
trama_advance_both_loop trama_kernel_advance_both_v2, trama_kernel_advance_both_v3,
    trama_kernel_advance_both_v4;

#ifdef __cplusplus
}
#endif

#endif
