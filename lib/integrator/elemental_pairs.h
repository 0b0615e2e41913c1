/* Contact of sheets with themselves and each other within the sweeps of a method over elements (for
 * integrator/ only): pairs of a vertex and a face, and of two edges, by positions. An interaction
 * provides the pairs and their law (interaction/pairing.h). With a and b the closest points of the
 * two, a - b = sum w_i x_i, and n the unit vector from b to a, a pair is a constraint
 *
 *   C = n.(a - b) - thickness,   l >= 0,   C + l/k >= 0,   l (C + l/k) = 0,
 *
 * solved after each sweep over the elements, with the nodes' inertia W_i (elemental.h), N/m:
 *
 *   dl = max(-(C + l/k)/(Y + 1/k), -l),   x_i += w_i dl n/W_i,   Y = sum w_i^2/W_i.
 *
 * l is the normal force, N. Friction is a force T limited to Coulomb's disc by sums over the
 * sweeps,
 *
 *   T' = T - s/Y,  cut to |T'| <= mu l,   s = sum w_i (x_i - x0_i) less its part along n.
 *
 * Forces of a pair sum to 0: momentum is conserved. Sources: Macklin et al. 2016 (compliant
 * constraints), Macklin et al. 2014 (contact and friction by positions); the pairs: Bridson et al.
 * 2002.
 *
 * Two features that have passed through each other since the part's start have a negative distance:
 * n then points against the direction from b to a at that start, and both closest points are inside
 * of their features. Pairs are searched along the nodes' paths from the part's start, again when a
 * node has left its path by more than half of the thickness. Remaining collisions are treated by
 * the interaction's filter after the step. */
#ifndef TRAMA_INTEGRATOR_ELEMENTAL_PAIRS_H
#define TRAMA_INTEGRATOR_ELEMENTAL_PAIRS_H

#include "integrator/elemental.h"

typedef struct trama_elemental_pair {
    uint64_t key; /* of trama_mesh_contact */
    size_t node[4];
    bool edges;
    vec before;  /* unit: from b to a at the part's start */
    double push; /* l, N */
    vec rub;     /* T, N */
} trama_elemental_pair;

typedef struct trama_elemental_pairs {
    const trama_acting *acting; /* NULL: none, and the rest is unused */
    size_t interaction;
    trama_pairing_law law;
    size_t *node; /* of each vertex of the interaction's mesh */
    size_t nodes, nq, count, room;
    trama_elemental_pair *pair, *next; /* sorted by key; room for the next search */
    double *from, *to;                 /* nq, m */
    vec *led;                          /* m: end of each node's path in the last search */
    vec *moved;                        /* m: displacement by contact in this part */
    bool is_searched;
    double t; /* s: start of the current part of the step */
} trama_elemental_pairs;

/* Takes the interaction that provides pairs, if there is one. TRAMA_BAD_INPUT, path
 * "integrator.contact", if there are several, its stiffness is 0, or an object has no nodes. Free
 * it in any case. */
trama_status trama_elemental_pairs_make(trama_elemental_pairs *pairs, const trama_elemental *e,
                                        const trama_system *system, trama_error *error);
void trama_elemental_pairs_free(trama_elemental_pairs *pairs);

/* Begins a part of a step at t. */
void trama_elemental_pairs_begin(trama_elemental_pairs *pairs, double t);
trama_step_status trama_elemental_pairs_sweep(trama_elemental_pairs *pairs, trama_elemental *e);
/* As those of elemental_contact.h. */
void trama_elemental_pairs_balance(const trama_elemental_pairs *pairs, const trama_elemental *e,
                                   vec *gradient);
void trama_elemental_pairs_book(const trama_elemental_pairs *pairs, const trama_elemental *e,
                                trama_step *step);

#endif
