/* Forces of interactions for a method over elements that moves one node at a time (within
 * integrator/): those whose force on a node depends on no other node (nodal_tangent of
 * interaction.h), such as penalty_contact with obstacles. At the step's end, with v = (x - x0)/h,
 * they take part in Phi's gradient with -f, and in a node's block with their part of K + D/h: the
 * fixed point is backward Euler's step with these forces, dampers and friction included. Contact by
 * penalties in block descent: Chen et al. 2024. */
#ifndef TRAMA_INTEGRATOR_ELEMENTAL_FORCES_H
#define TRAMA_INTEGRATOR_ELEMENTAL_FORCES_H

#include "integrator/elemental.h"
#include "model/soft_body/matrix.h"

typedef struct trama_elemental_forces {
    const trama_system *system; /* NULL: no interaction has forces, and nothing below */
    double *q, *v, *f;          /* nq, nv, nv */
    vec *force;                 /* nodes, N */
    matrix *block;              /* nodes, N/m: of -df/dx */
    size_t *node;               /* nv: the node of a component */
    trama_triplets stiffness, damping;
} trama_elemental_forces;

/* TRAMA_BAD_INPUT, path "integrator.name": an interaction has forces that are
 * not of single nodes. Free it in any case; e and the system outlive it. */
trama_status trama_elemental_forces_make(trama_elemental_forces *forces, const trama_elemental *e,
                                         const trama_integrator_type *type,
                                         const trama_system *system, trama_error *error);
void trama_elemental_forces_free(trama_elemental_forces *forces);

/* Forces, and blocks if they are asked for, at e->x. */
void trama_elemental_forces_find(trama_elemental_forces *forces, const trama_elemental *e,
                                 bool blocks);

#endif
