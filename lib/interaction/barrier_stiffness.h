/* The stiffness kappa of the barrier: fixed, or adapted as in Li et al. 2020 (technical
 * supplement). For interaction/ only.
 *
 * Adapted, a step begins with the least kappa, for which the barrier's second derivative at 1e-8 of
 * the scene's diagonal is 1e11 times the mean mass of a node over h^2. At the first iterate in
 * which the barrier acts on free components, kappa is set to the value that best balances all other
 * forces, the minimum of |g_E + kappa g_B|, with the gradients g_B (m) of the barrier and g_E (N)
 * of inertia and all other forces, but no less than the least and no more than 100 times that. It
 * is doubled, up to the same bound, from one iterate to the next while the least distance is below
 * 1e-9 of the diagonal and falls. */
#ifndef TRAMA_INTERACTION_BARRIER_STIFFNESS_H
#define TRAMA_INTERACTION_BARRIER_STIFFNESS_H

#include "interaction/barrier_potential.h"

typedef struct trama_stiffness {
    const trama_barrier_potential *potential;
    double fixed;       /* N/m: kappa if not adaptive */
    bool adaptive;      /* if false, the members below except `kappa` are unused */
    double kappa;       /* N/m */
    double least, most; /* N/m: of the step */
    bool balanced;      /* in this step */
    double raised;      /* J: energy added by changes of kappa so far */
    double *gradient;   /* m: of the barrier, 3 a vertex of the mesh */
} trama_stiffness;

/* The run begins. */
void trama_stiffness_restart(trama_stiffness *stiffness);
/* Begins a step of h (s) at the positions of the last search. */
void trama_stiffness_begin(trama_stiffness *stiffness, double h);
/* For an iterate at the last search: `left` (N) is the whole gradient, g_E + kappa g_B; `moves` is
 * 1 for components that the iteration moves, else 0. Both have the components of the system's
 * velocities. Returns true if kappa has changed. */
bool trama_stiffness_balance(trama_stiffness *stiffness, const double *left, const double *moves);
/* The least distance was `before` (m), and is `now` at the last search. Returns true if kappa has
 * changed. */
bool trama_stiffness_follow(trama_stiffness *stiffness, double before, double now);

#endif
