/* Impact zones (Provot 1997; Campos 2006, 5.4 and 6.2.5): vertices that collisions join move as one
 * body over the step, so that nothing within a zone collides. Zones grow until nothing does.
 *
 * Two motions:
 *   published   V_G the mean velocity, Omega_G = (1/n) sum GM x (V_M - V_G) / |GM|^2, and
 *               V'_M = V_G + Omega_G x GM (5.4.2), whatever the masses. Neither angular momentum
 *               nor energy is bounded by what there was: a vertex near G counts most.
 *   corrected   mean by mass, omega = I^-1 L with the tensor of inertia about the centre, and the
 *               exact rotation of the positions over the step (6.2.5). It keeps momentum, keeps
 *               angular momentum to the first order in h omega, and takes energy out. A tensor that
 * has no inverse, of vertices on a line, turns about no axis along it.
 *
 * No source says what becomes of vertices that nothing moves, an obstacle's or a pin's. Published:
 * they count as points of the zone, and go where they are led; what the rest then meets remains.
 * Corrected: they have infinite mass, so the zone takes their motion: the rigid motion that carries
 * them from x0 to x1, with the least rotation. If there is none, for they move apart, the zone is
 * not resolved. */
#ifndef TRAMA_INTERACTION_IMPACT_ZONE_H
#define TRAMA_INTERACTION_IMPACT_ZONE_H

#include "interaction/contact_find.h"

typedef enum trama_zone_motion { TRAMA_ZONES_PUBLISHED, TRAMA_ZONES_CORRECTED } trama_zone_motion;

typedef struct trama_impact_zones {
    size_t vertices;
    size_t *parent;      /* of a tree; its root, the smallest vertex, stands for the zone */
    size_t *next, *last; /* the vertices of a zone, ascending; of a root its last */
    size_t *member;      /* the vertices of the zone at hand */
    bool *struck;        /* a root: the zone has a new collision */
    trama_mesh_contacts hits;
    /* Of the last step: */
    size_t largest;    /* vertices of the largest zone */
    size_t unresolved; /* pairs that still meet */
    double lost;       /* J, kinetic energy that the zones took; negative: gave */
} trama_impact_zones;

trama_status trama_impact_zones_create(size_t vertices, trama_impact_zones **zones,
                                       trama_error *error);
void trama_impact_zones_destroy(trama_impact_zones *zones); /* accepts NULL */

/* Finds what collides, joins it in zones, moves these, and so on until nothing collides, until no
 * zone grows, or for `rounds`. `tolerance` as trama_contact_find_hits's. u and x1 of the mesh
 * change. TRAMA_STEP_NO_MEMORY. */
trama_step_status trama_impact_zones_resolve(trama_impact_zones *zones, trama_contact_mesh *mesh,
                                             trama_zone_motion motion, double tolerance,
                                             long rounds);

/* Gives `count` vertices of the mesh the velocities of one body; their order may change. False if
 * there is no such motion, since fixed ones move apart: then nothing changes. */
bool trama_impact_zone_move(trama_contact_mesh *mesh, trama_zone_motion motion, size_t *vertex,
                            size_t count);

#endif
