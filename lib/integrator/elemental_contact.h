/* Contact within the sweeps of a method over elements (within integrator/): nodes against solids,
 * by positions. The law is what an interaction says of itself (interaction/composition.h). A node
 * and a solid are a constraint
 *
 *   C = distance - thickness >= 0,   l >= 0,   C l = 0
 *
 * without compliance, solved for after each sweep over the elements. Of a node's own inertia w
 * nothing is left in the displacement: dl/w = max(-C, -l/w) along the normal n. Friction is held in
 * Coulomb's disc by the sums of the sweeps,
 *
 *   r' = r - d,  cut to |r'| <= mu l/w,   d = (x - x0 - h u) less its part along n,
 *
 * u the mean velocity of the solid's point that touched at the part's start, r the displacement
 * that friction has given. Nothing bounces. Sources: Macklin et al. 2014 (contact and friction by
 * positions); Mueller et al. 2020 (friction bounded by the sums of a step).
 *
 * A distance changes by at most the way of the node, so a solid is asked again only for a node that
 * has gone further than it was away. */
#ifndef TRAMA_INTEGRATOR_ELEMENTAL_CONTACT_H
#define TRAMA_INTEGRATOR_ELEMENTAL_CONTACT_H

#include "integrator/elemental.h"

/* A node that may touch a solid: where it was when the solid was asked last, and how far it may
 * have gone from there without touching; 0: unknown, or it touches. */
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
    vec moved;   /* m: the displacement that contact has given in this part of the step */
} trama_elemental_touch;

/* What an interaction says. */
typedef struct trama_elemental_law {
    size_t interaction; /* of the system */
    double friction, thickness;
} trama_elemental_law;

typedef struct trama_elemental_contact {
    size_t laws, count;
    trama_elemental_law *law;
    trama_elemental_watch *watch; /* one of each touch */
    trama_elemental_touch *touch;
    size_t active, *which; /* touches that are active */
    bool led;              /* some solid moves */
    double t;              /* s: the part of the current step began then */
} trama_elemental_contact;

/* Takes every interaction that is contact of nodes, which acts beside the method no more.
 * TRAMA_BAD_INPUT, path "integrator.contact": a law is none of the above. Free it in any case. */
trama_status trama_elemental_contact_make(trama_elemental_contact *contact,
                                          const trama_system *system, trama_step *step,
                                          trama_error *error);
void trama_elemental_contact_free(trama_elemental_contact *contact);

/* A part of a step begins at t. */
void trama_elemental_contact_begin(trama_elemental_contact *contact, double t);
void trama_elemental_contact_sweep(trama_elemental_contact *contact, trama_elemental *e);
/* Takes the contacts' forces from a gradient at the part's end. */
void trama_elemental_contact_balance(const trama_elemental_contact *contact,
                                     const trama_elemental *e, vec *gradient);
/* The part ends at e->x; before trama_elemental_advance: books each interaction's impulses. */
void trama_elemental_contact_book(const trama_elemental_contact *contact, const trama_elemental *e,
                                  trama_step *step);

#endif
