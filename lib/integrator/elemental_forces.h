/* Forces of interactions for a method over elements that moves one node at a time (for integrator/
 * only). Only forces on a node that depend on no other node (nodal_tangent of interaction.h) are
 * allowed, such as penalty_contact with obstacles. At the step's end, with v = (x - x0)/h, they add
 * -f to Phi's gradient, and their K + D/h to a node's block: the fixed point is a step of backward
 * Euler with these forces, including dampers and friction. Contact by penalties in block descent:
 * Chen et al. 2024. */
#ifndef TRAMA_INTEGRATOR_ELEMENTAL_FORCES_H
#define TRAMA_INTEGRATOR_ELEMENTAL_FORCES_H

#include "integrator/elemental.h"
#include "model/soft_body/matrix.h"

typedef struct trama_elemental_forces {
    const trama_system *system; /* NULL: no interaction has forces, and the rest is unused */
    double *q, *v, *f;          /* nq, nv, nv */
    vec *force;                 /* nodes, N */
    matrix *block;              /* nodes, N/m: of -df/dx */
    size_t *node;               /* nv: the node of a component */
    trama_triplets stiffness, damping;
} trama_elemental_forces;

/* TRAMA_BAD_INPUT, path "integrator.name", if an interaction has other forces. Free it in any case;
 * e and the system outlive it. */
trama_status trama_elemental_forces_make(trama_elemental_forces *forces, const trama_elemental *e,
                                         const trama_integrator_type *type,
                                         const trama_system *system, trama_error *error);
void trama_elemental_forces_free(trama_elemental_forces *forces);

/* Computes forces at e->x, and blocks if `blocks` is true. */
void trama_elemental_forces_find(trama_elemental_forces *forces, const trama_elemental *e,
                                 bool blocks);

#endif
