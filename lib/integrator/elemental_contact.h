/* Contact within the sweeps of a method over elements (for integrator/ only): nodes against solids,
 * by positions. The law is that of an interaction's composition (interaction/composition.h). A node
 * and a solid form a constraint
 *
 *   C = distance - thickness >= 0,   l >= 0,   C l = 0
 *
 * without compliance, solved after each sweep over the elements. A node's inertia w cancels in its
 * displacement: dl/w = max(-C, -l/w) along the normal n. Friction is limited to Coulomb's disc by
 * sums over the sweeps,
 *
 *   r' = r - d,  cut to |r'| <= mu l/w,   d = (x - x0 - h u) less its part along n,
 *
 * with u the mean velocity of the solid's contact point at the start of the part, and r the
 * displacement by friction. Nothing bounces. Sources: Macklin et al. 2014 (contact and friction by
 * positions); Mueller et al. 2020 (friction bounded by the sums of a step).
 *
 * A distance changes by at most the displacement of the node, so the nearest point of a solid is
 * computed again only when a node has moved further than its distance. */
#ifndef TRAMA_INTEGRATOR_ELEMENTAL_CONTACT_H
#define TRAMA_INTEGRATOR_ELEMENTAL_CONTACT_H

#include "integrator/elemental.h"

/* A node that may touch a solid: its position at the last query, and the distance it may move from
 * there without touching; 0: unknown, or it touches. */
typedef struct trama_elemental_watch {
    vec at;
    double clear; /* m */
    size_t node;
} trama_elemental_watch;

typedef struct trama_elemental_touch {
    size_t node, law;
    const trama_surface *solid;
    bool led;    /* the solid moves */
    bool active; /* it has touched in this part of the step */
    double out;  /* l/w, m */
    vec rubbed;  /* r, m */
    vec moved;   /* m: displacement by contact in this part of the step */
} trama_elemental_touch;

/* The contact law of an interaction. */
typedef struct trama_elemental_law {
    size_t interaction; /* of the system */
    double friction, thickness;
} trama_elemental_law;

typedef struct trama_elemental_contact {
    size_t laws, count;
    trama_elemental_law *law;
    trama_elemental_watch *watch; /* one per possible contact */
    trama_elemental_touch *touch;
    size_t active, *which; /* active contacts */
    bool led;              /* some solid moves */
    double t;              /* s: start of the current part of the step */
} trama_elemental_contact;

/* Takes over every interaction that is contact of nodes; the step no longer applies it.
 * TRAMA_BAD_INPUT, path "integrator.contact", for another law. Free it in any case. */
trama_status trama_elemental_contact_make(trama_elemental_contact *contact,
                                          const trama_system *system, trama_step *step,
                                          trama_error *error);
void trama_elemental_contact_free(trama_elemental_contact *contact);

/* Begins a part of a step at t. */
void trama_elemental_contact_begin(trama_elemental_contact *contact, double t);
void trama_elemental_contact_sweep(trama_elemental_contact *contact, trama_elemental *e);
/* Subtracts the contact forces from a gradient at the part's end. */
void trama_elemental_contact_balance(const trama_elemental_contact *contact,
                                     const trama_elemental *e, vec *gradient);
/* Ends the part at e->x and records each interaction's impulses; call it before
 * trama_elemental_advance. */
void trama_elemental_contact_book(const trama_elemental_contact *contact, const trama_elemental *e,
                                  trama_step *step);

#endif
