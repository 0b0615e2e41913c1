/* The roofline of the processor, measured: the rates that bound a kernel. */
#ifndef BENCHMARK_ROOFLINE_H
#define BENCHMARK_ROOFLINE_H

#include "core/isa.h"

/* Seconds of one operation on one thread, when many independent ones run in vectors of the
 * instruction set, with operands in registers or the first cache. */
typedef struct roofline {
    double product, sum; /* multiplications only, additions only */
    double pair;         /* one of each, independent (not contracted) */
    double root, quotient;
} roofline;

roofline roofline_measure(trama_isa isa);

/* Bytes a second of a = b + s c over arrays of 64 MiB each on `threads` threads, 24 bytes per
 * element as in STREAM. 0: no memory. */
double roofline_bandwidth(size_t threads);

/* The loops: `rounds` times the work of roofline_work, once for each instruction set. */
enum { ROOFLINE_CHAINS = 6, ROOFLINE_ARRAY = 512 };
typedef struct roofline_loops {
    size_t lanes; /* of a vector */
    double (*products)(long rounds);
    double (*sums)(long rounds);
    double (*pairs)(long rounds);
    void (*roots)(long rounds, const double *from, double *to);
    void (*quotients)(long rounds, const double *from, double *to);
} roofline_loops;
extern const roofline_loops roofline_loops_v2, roofline_loops_v3, roofline_loops_v4;

#endif
