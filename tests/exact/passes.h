/* What passes through what in a step, by exact arithmetic over all pairs (meets.h). */
#ifndef TRAMA_TESTS_EXACT_PASSES_H
#define TRAMA_TESTS_EXACT_PASSES_H

#include "system.h"

typedef struct exact_passes {
    size_t near; /* pairs that no direction of a few separates: what was decided */
    size_t meet; /* of a vertex and a triangle, or two edges, on the straight way from q0 to q1 */
} exact_passes;

/* Of all objects that have coordinates and triangles, with each other and with themselves; pairs
 * with a common vertex are not looked at. */
exact_passes exact_passes_of(const trama_system *system, const double *q0, const double *q1);

#endif
