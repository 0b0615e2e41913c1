/* The potential of incremental potential contact on a contact mesh, sum of e b over all pairs that
 * are nearer than dhat (barrier_distance.h), with its derivatives. For interaction/ only. */
#ifndef TRAMA_INTERACTION_BARRIER_POTENTIAL_H
#define TRAMA_INTERACTION_BARRIER_POTENTIAL_H

#include "interaction/barrier_distance.h"
#include "interaction/contact_find.h"

typedef struct trama_barrier_potential {
    trama_contact_mesh *mesh;
    trama_mesh_contacts *near; /* pairs that are nearer than dhat, sorted by key */
    double dhat;               /* m */
    double *searched;          /* m: positions at which `near` was found; 3 per vertex */
    double *square;            /* m^2: squared length of each edge at rest */
    bool is_searched, starved; /* starved: an allocation failed in the search */
} trama_barrier_potential;

/* Finds the pairs at (t, q), unless the last search was there. Their list grows as needed. */
void trama_barrier_search(trama_barrier_potential *potential, double t, const double *q);

/* The least distance of a pair, m; dhat if there is none. */
double trama_barrier_nearest(const trama_barrier_potential *potential);

/* One of the pairs. */
void trama_barrier_pair_at(const trama_barrier_potential *potential,
                           const trama_mesh_contact *contact, trama_barrier_order order,
                           trama_barrier_pair *pair);

/* The sum of all, m^2. */
double trama_barrier_sum(const trama_barrier_potential *potential);
/* Its gradient, m, in g: 3 a vertex of the mesh. */
void trama_barrier_gradient(const trama_barrier_potential *potential, double *g);
/* Adds minus kappa times its gradient to f (nv of the system). */
void trama_barrier_forces(const trama_barrier_potential *potential, double kappa, double *f);

/* Called with each entry of a matrix, -df/dq (damping false) or -df/dv: row and column are indices
 * in the system's velocities. */
typedef void trama_visit_entry(void *context, bool damping, size_t row, size_t column,
                               double value);
/* Adds each entry to one of two matrices. */
typedef struct trama_visit_matrices {
    trama_triplets *k, *d;
} trama_visit_matrices;
trama_visit_entry trama_visit_to_matrices;
/* Adds -(cq K + cv D) u to y, of the matrix K of -df/dq and D of -df/dv. */
typedef struct trama_visit_product {
    double cq, cv;
    const double *u;
    double *y;
} trama_visit_product;
trama_visit_entry trama_visit_to_product;

/* Visits the second derivatives times kappa. */
void trama_barrier_visit(const trama_barrier_potential *potential, trama_barrier_order order,
                         double kappa, trama_visit_entry *entry, void *context);

/* Index in the system's velocities of a component of a pair's four vertices, or TRAMA_NONE. */
static inline size_t trama_barrier_index(const trama_contact_mesh *mesh, const uint32_t vertex[4],
                                         int component)
{
    return mesh->at[3 * (size_t)vertex[component / 3] + (size_t)(component % 3)];
}

#endif
