/* Instruction sets. Kernels (files named kernel*.c) are compiled once for each, and the table of
 * functions is chosen at run time, so that one binary serves all machines. Results are the same
 * bits for each: nothing is contracted, and every sum has a fixed order. */
#ifndef TRAMA_CORE_ISA_H
#define TRAMA_CORE_ISA_H

#include <stdbool.h>
#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Kernels are compiled for several: on x86-64, unless the build takes one alone (TRAMA_ONE_ISA). */
#if defined(__x86_64__) && !defined(TRAMA_ONE_ISA)
#define TRAMA_SEVERAL_ISAS
#endif

typedef enum trama_isa {
    TRAMA_ISA_V2, /* x86-64-v2: SSE4.2; the only one on other processors, there as plain C */
    TRAMA_ISA_V3, /* x86-64-v3: AVX2 */
    TRAMA_ISA_V4, /* x86-64-v4: AVX-512 */
    TRAMA_ISA_COUNT,
} trama_isa;

/* "x86-64-v3", ... */
const char *trama_isa_name(trama_isa isa);

/* True if this processor has it and the library was built with it. */
bool trama_isa_available(trama_isa isa);

/* The best available, or the one forced. */
trama_isa trama_isa_current(void);

/* For tests and benchmarks. Returns false if it is not available. */
bool trama_isa_force(trama_isa isa);

#ifdef __cplusplus
}
#endif

#endif
