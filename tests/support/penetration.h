/* Whether meshes pass through each other or themselves: by brute force over all pairs, in long
 * double, by the cubic of four points in one plane. It shares nothing with lib/collision. */
#ifndef TRAMA_TESTS_SUPPORT_PENETRATION_H
#define TRAMA_TESTS_SUPPORT_PENETRATION_H

#include "core/random.h"
#include "system.h"

/* Edges that pass through a triangle where the system's vertices are now. */
size_t penetration_crossings(const trama_system *system);
/* The same of `triangles` of them, drawn at random, and all edges: for large systems. */
size_t penetration_sampled(const trama_system *system, size_t triangles, trama_random *random);
/* Vertices that pass through a triangle's inside, and edges that pass through each other, on the
 * straight way from (t0, q0) to (t1, q1). */
size_t penetration_passes(const trama_system *system, double t0, const double *q0, double t1,
                          const double *q1);

#endif
