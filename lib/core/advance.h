/* Steps of a state along its rates of change, element by element. They use the best instruction
 * set, and trama_threads() threads if the arrays are long enough. */
#ifndef TRAMA_CORE_ADVANCE_H
#define TRAMA_CORE_ADVANCE_H

#include <stddef.h>

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

#endif
