/* Compiled once for each instruction set. */
#include "core/advance.h"

#define NAME_OF(name, isa) trama_kernel_##name##_##isa
#define NAME(name, isa) NAME_OF(name, isa)

void NAME(advance, TRAMA_ISA)(size_t count, double h, const double *d, const double *in,
                              double *out)
{
#pragma omp simd
    for (size_t i = 0; i < count; i++)
        out[i] = in[i] + h * d[i];
}

void NAME(advance_both, TRAMA_ISA)(size_t count, double h, const double *a, double *v, double *q)
{
#pragma omp simd
    for (size_t i = 0; i < count; i++) {
        v[i] += h * a[i];
        q[i] += h * v[i];
    }
}
