/* Steps of a state along its rates of change, element by element. They use the best instruction
 * set, and trama_threads() threads if the arrays are long enough. */
#ifndef TRAMA_CORE_ADVANCE_H
#define TRAMA_CORE_ADVANCE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Elements of a thread's share at least: with fewer, threads cost more than they save. Models that
 * share their own work out have to share it at the same size: numbers that one thread has found and
 * another moves go from cache to cache. Measured on two cores of a virtual AMD EPYC, one thread
 * over two, when the cores were far from each other and when they were near: 0.5 and 1.3 at 64^2
 * nodes of Cosserat cloth, 1.1 and 1.7 at 80^2, where this begins. */
enum { TRAMA_ADVANCE_LEAST = 9600 };

/* out = in + h d; `out` may be `in`. */
void trama_advance(size_t count, double h, const double *d, const double *in, double *out);

/* v += h a, then q += h v, in one pass. */
void trama_advance_both(size_t count, double h, const double *a, double *v, double *q);

/* The same of a few numbers that are in cache: without threads. */
void trama_advance_both_here(size_t count, double h, const double *a, double *v, double *q);

/* The loops, once for each instruction set: for advance.c alone. */
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
