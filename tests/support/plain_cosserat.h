/* The Cosserat cloth in plain form: the formulas of the thesis (sections 2.4 and 3.1) node by node,
 * nothing shared with the kernel and nothing made fast. It is what the kernel is measured against.
 *
 * Flat rest state, coordinates in metres: A_ab = identity, B_ab = 0, G_11 = G_22 = 3, G_12 = 1. */
#ifndef SUPPORT_PLAIN_COSSERAT_H
#define SUPPORT_PLAIN_COSSERAT_H

#include "scene/loads.h"

#include <stddef.h>

typedef enum plain_scheme {
    PLAIN_REFERENCE,
    PLAIN_NATURAL,
    PLAIN_ZERO,
    PLAIN_LITERAL,
    PLAIN_NO_CHRISTOFFEL,
    PLAIN_SCHEMES,
} plain_scheme;

/* What mu and s are taken over: the area at rest; the whole current area; each node's own. */
typedef enum plain_measure { PLAIN_REST, PLAIN_GLOBAL, PLAIN_LOCAL, PLAIN_MEASURES } plain_measure;

typedef struct plain_cosserat {
    size_t m, n;                   /* nodes along each direction */
    double side[2];                /* m */
    double zeta[3], xi[3], phi[3]; /* of 11, 12, 22: N/m, N m, N */
    double mass;                   /* kg */
    plain_scheme scheme;
    plain_measure measure;
    size_t pulled[2]; /* nodes with a force of their own, per area, N/m^2 */
    double force[2][3];
} plain_cosserat;

/* Accelerations a at positions q and velocities v: states of 3 m n, as in scene/scene.h. */
void plain_cosserat_acceleration(const plain_cosserat *sheet, const double *q, const double *v,
                                 const trama_loads *loads, double *a);

#endif
