/* The friction of incremental potential contact (Li et al. 2020): Coulomb's law, smoothed, with
 * normal forces and tangent planes of an earlier state ("lagged"). For interaction/ only.
 *
 *   F = -mu lambda f1(|w|/eps_v) w/|w|,   f1(y) = 2 y - y^2, y < 1;   1 beyond
 *
 * on the first point, along the slip w = (I - n n^T) sum w_i v_i. The paper writes the slip as a
 * displacement over the step of h; in velocities it is the same for backward Euler, and works with
 * any implicit method. With lambda >= 0, n and the weights fixed the force has a potential in the
 * velocities, and its matrix is symmetric and positive semidefinite. Contacts that would stick by
 * Coulomb's law creep at less than eps_v. */
#ifndef TRAMA_INTERACTION_BARRIER_FRICTION_H
#define TRAMA_INTERACTION_BARRIER_FRICTION_H

#include "interaction/barrier_potential.h"

typedef struct trama_lagged {
    uint32_t vertex[4];
    double weight[4], normal[3];
    double limit; /* N: mu lambda */
} trama_lagged;

/* The force (N) on the first point, and minus its derivative by the slip (N s/m, symmetric), for a
 * velocity (m/s) of the first point relative to the second. `matrix` may be NULL. */
void trama_lagged_force(const trama_lagged *contact, double eps_v, const double velocity[3],
                        double force[3], double matrix[3][3]);

/* All contacts with a normal force at the last trama_friction_take. A zeroed struct has none. */
typedef struct trama_friction {
    double mu, eps_v; /* 1, m/s */
    trama_lagged *item;
    size_t count, capacity;
} trama_friction;

/* Takes normal forces and tangent planes of the pairs found by the last search. Returns false
 * without memory. */
bool trama_friction_take(trama_friction *friction, const trama_barrier_potential *potential,
                         double kappa);
/* Adds the forces to f (nv of the system), for velocities of all vertices of the mesh, 3 each. */
void trama_friction_forces(const trama_friction *friction, const trama_contact_mesh *mesh,
                           const double *velocity, double *f);
/* Visits minus their derivatives by the velocities. */
void trama_friction_visit(const trama_friction *friction, const trama_contact_mesh *mesh,
                          const double *velocity, trama_visit_entry *entry, void *context);
void trama_friction_free(trama_friction *friction);

#endif
