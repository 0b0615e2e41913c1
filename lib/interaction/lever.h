/* Transfer of a force on a vertex to a triangle some distance away, as to a rigid plate, by a lever
 * from the foot to the vertex. And the derivatives of a contact by the positions and velocities of
 * its points, for tangents. */
#ifndef TRAMA_INTERACTION_LEVER_H
#define TRAMA_INTERACTION_LEVER_H

#include "core/vec.h"
#include "interaction/pairs.h"

/* A triangle's corners relative to their mean, the inverse of sum (r^2 - r r^T), the weights of the
 * foot and the vector from it to the touching vertex. */
typedef struct trama_lever {
    vec r[3], inverse[3], arm;
    const double *weight;
} trama_lever;

/* The lever at the state in which the contact was found or updated; the contact outlives it. */
trama_lever trama_lever_of(const trama_contact *contact, const double *q);
/* Distributes a force (N) at the lever's end over the corners. */
void trama_lever_share(const trama_lever *lever, vec force, vec corner[3]);

/* The points that a contact depends on: the vertex, and the corners of the triangle. A solid has a
 * prescribed motion. */
enum { TRAMA_CONTACT_POINTS = 4 };
typedef struct trama_contact_points {
    size_t count; /* 4; 1 at a solid */
    trama_spot point[TRAMA_CONTACT_POINTS];
} trama_contact_points;
trama_contact_points trama_contact_points_of(const trama_contact *contact);

/* A contact at a state. */
typedef struct trama_contact_state {
    const trama_contact *contact;
    double t;
    trama_lever lever;     /* of a triangle */
    vec velocity[3], spin; /* of the corners, m/s; of the plate, rad/s */
    vec normal, slip;      /* trama_contact_slip's, m/s */
    double turning[9];     /* of a solid: d normal/dx, 1/m */
} trama_contact_state;
trama_contact_state trama_contact_state_of(const trama_contact *contact, double t, const double *q,
                                           const double *v);

/* Derivatives of a contact along changes dx (m) of the positions and dv (m/s) of the velocities.
 * The vertex stays on the face, edge or corner that it touches. */
typedef struct trama_contact_change {
    double gap;       /* m */
    vec normal, slip; /* 1; m/s */
    vec r[3], arm;    /* m: the lever's */
    double weight[3];
} trama_contact_change;
trama_contact_change trama_contact_changes(const trama_contact_state *at, const vec dx[],
                                           const vec dv[]);
/* The change of the forces on all points when a force (N) on the vertex changes by d_force. */
void trama_contact_share_changes(const trama_contact_state *at, const trama_contact_change *change,
                                 vec force, vec d_force, vec on_point[]);

#endif
