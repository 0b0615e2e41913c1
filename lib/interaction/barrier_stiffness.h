/* The stiffness kappa of the barrier as Li et al. 2020 adapt it (technical supplement).
 * Within interaction/. */
#ifndef TRAMA_INTERACTION_BARRIER_STIFFNESS_H
#define TRAMA_INTERACTION_BARRIER_STIFFNESS_H

#include "interaction/contact_mesh.h"

enum { TRAMA_STIFFNESS_RANGE = 100 }; /* the largest kappa over the least */

/* The least kappa for a step of h, N/m, at positions x0 of the mesh: at 1e-8 of the scene's
 * diagonal the barrier's second derivative is 1e11 times the mean mass of a node over h^2. */
double trama_stiffness_least(const trama_contact_mesh *mesh, double dhat, double h);
/* Whether kappa is to be doubled: the least distance was below 1e-9 of the diagonal, and has fallen
 * from one iterate to the next. */
bool trama_stiffness_is_small(const trama_contact_mesh *mesh, double before, double distance);

#endif
