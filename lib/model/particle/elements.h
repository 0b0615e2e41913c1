/* Tangents of forces that are sums over elements: a few nodes each (a spring, a hinge), and forces
 * that depend only on these. A model gives the change of an element's forces with the change of its
 * positions and velocities, as the derivative of its own formula, never as a difference; the
 * product with a vector and the assembled matrices follow, from the same function, which is linear
 * in the change. */
#ifndef TRAMA_MODEL_PARTICLE_ELEMENTS_H
#define TRAMA_MODEL_PARTICLE_ELEMENTS_H

#include "core/vec.h"
#include "linear/sparse.h"
#include "scene/loads.h"

#include <stdbool.h>
#include <stddef.h>

enum { TRAMA_ELEMENT_NODES = 12 }; /* most nodes of one element */

/* Positions (m) and velocities (m/s) of an element's nodes, and a change of each. */
typedef struct trama_element_state {
    vec x[TRAMA_ELEMENT_NODES], v[TRAMA_ELEMENT_NODES];
    vec dx[TRAMA_ELEMENT_NODES], dv[TRAMA_ELEMENT_NODES];
} trama_element_state;

typedef struct trama_elements {
    const void *self;
    size_t count; /* elements */
    size_t nodes; /* of the object, whose arrays are of 3 nodes */
    bool rates;   /* forces depend on velocities, too */
    /* The nodes of an element, and their number; 0: there is no such element. A node may occur
     * twice. */
    size_t (*find)(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES]);
    /* The change of the force on each node (N). */
    void (*change)(const void *self, size_t element, const trama_element_state *state,
                   vec force[TRAMA_ELEMENT_NODES]);
} trama_elements;

/* Adds (cq dF/dq + cv dF/dv) u to y, in the order of the elements. */
void trama_elements_product(const trama_elements *elements, const double *q, const double *v,
                            double cq, double cv, const double *u, double *y);
/* Adds -dF/dq to k and -dF/dv to d. Places do not depend on the state. */
void trama_elements_assemble(const trama_elements *elements, const double *q, const double *v,
                             trama_triplets *k, trama_triplets *d);

/* The change of a spring's force on its first end, of stiffness K and rest length l0: F = K (1 -
 * l0/l) r, r the vector to the second end and dr its change. On the second end it is the opposite.
 */
vec trama_spring_change(double stiffness, double rest, vec r, vec dr);

/* Damping -(c + rate m) v of every node of mass m, c and rate those of the loads times `factor`:
 * for a product, and assembled. */
void trama_damping_product(size_t nodes, const trama_loads *loads, double factor,
                           const double *inverse_mass, double cv, const double *u, double *y);
void trama_damping_assemble(size_t nodes, const trama_loads *loads, double factor,
                            const double *inverse_mass, trama_triplets *d);

/* The change of the drag C (n . (w - v)) n of a node, with n = A/|A| (n = 0 where A is), when its
 * area vector A changes by dA and its velocity v by dv. */
vec trama_drag_change(double drag, const double wind[3], vec area, vec v, vec change, vec dv);

#endif
