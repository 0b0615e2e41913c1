/* The stiffness kappa of the barrier: fixed, or as Li et al. 2020 adapt it (technical supplement).
 * Within interaction/.
 *
 * Adapted, a step begins with the least kappa, for which the barrier's second derivative at 1e-8 of
 * the scene's diagonal is 1e11 times the mean mass of a node over h^2. In the first iterate in
 * which the barrier pushes what moves, kappa becomes the one that balances all else best: that of
 * the least |g_E + kappa g_B|, with the gradients g_B (m) of the barrier and g_E (N) of inertia and
 * all other forces, but no less than the least and no more than 100 times that. It is doubled, up
 * to the same bound, from one iterate to the next while the least distance is below 1e-9 of the
 * diagonal and falls. */
#ifndef TRAMA_INTERACTION_BARRIER_STIFFNESS_H
#define TRAMA_INTERACTION_BARRIER_STIFFNESS_H

#include "interaction/barrier_potential.h"

typedef struct trama_stiffness {
    const trama_barrier_potential *potential;
    double fixed;       /* N/m: kappa, unless it is adapted */
    bool adaptive;      /* else all below but `kappa` stays as it is */
    double kappa;       /* N/m */
    double least, most; /* N/m: of the step */
    bool balanced;      /* in this step */
    double raised;      /* J: put in by changes of kappa so far */
    double *gradient;   /* m: of the barrier, 3 a vertex of the mesh */
} trama_stiffness;

/* The run begins. */
void trama_stiffness_restart(trama_stiffness *stiffness);
/* A step of h (s) begins, at the positions that were searched last. */
void trama_stiffness_begin(trama_stiffness *stiffness, double h);
/* The iteration is where the potential was searched last, and `left` (N) is the gradient of all
 * there, g_E + kappa g_B; `moves` is 1 where the iteration moves a component, and else 0. Both are
 * of the system's velocities. True: kappa has changed. */
bool trama_stiffness_balance(trama_stiffness *stiffness, const double *left, const double *moves);
/* The least distance was `before` (m), and is `now` where the potential was searched last. True:
 * kappa has changed. */
bool trama_stiffness_follow(trama_stiffness *stiffness, double before, double now);

#endif
