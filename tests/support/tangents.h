/* The tangent of a system's first interaction against what it stands for. Include after cmocka.h.
 */
#ifndef TRAMA_TESTS_SUPPORT_TANGENTS_H
#define TRAMA_TESTS_SUPPORT_TANGENTS_H

#include "support/objects.h"

/* f (nv): the interaction's forces at the state of the system. */
void tangents_forces(const objects *o, double *f);
/* Largest difference of a component of (cq df/dq + cv df/dv) u from central differences of the
 * forces, over the sum of all components; u random, of `seed`, 0 in pads. 0 where both are 0. */
double tangents_error(objects *o, double cq, double cv, long seed);
/* The same of the assembled matrices -(cq K + cv D) u from the product. */
double tangents_assembled_error(const objects *o, double cq, double cv, long seed);

#endif
