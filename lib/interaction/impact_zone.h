/* Impact zones (Provot 1997; Campos 2006, 5.4 and 6.2.5): vertices joined by collisions move as one
 * body over the step, so that nothing within a zone collides. Zones grow until no collision is
 * left. The motion of a zone: zone_motion.h. */
#ifndef TRAMA_INTERACTION_IMPACT_ZONE_H
#define TRAMA_INTERACTION_IMPACT_ZONE_H

#include "interaction/contact_find.h"
#include "interaction/zone_motion.h"

typedef struct trama_impact_zones {
    size_t vertices;
    size_t *parent;      /* of a tree; its root, the smallest vertex, represents the zone */
    size_t *next, *last; /* list of the vertices of a zone, ascending; for a root its last */
    size_t *member;      /* the vertices of the current zone */
    bool *struck;        /* per root: the zone has a new collision */
    trama_mesh_contacts hits;
    /* Of the last step: */
    size_t largest;    /* vertices of the largest zone */
    size_t unresolved; /* pairs that still collide */
    double lost;       /* J, kinetic energy taken out by the zones; negative: added */
} trama_impact_zones;

trama_status trama_impact_zones_create(size_t vertices, trama_impact_zones **zones,
                                       trama_error *error);
void trama_impact_zones_destroy(trama_impact_zones *zones); /* accepts NULL */

/* Finds collisions, joins their vertices in zones, moves these, and repeats until nothing collides,
 * no zone grows, or for `rounds`. `tolerance` as trama_contact_find_hits's. u and x1 of the mesh
 * change. TRAMA_STEP_NO_MEMORY. */
trama_step_status trama_impact_zones_resolve(trama_impact_zones *zones, trama_contact_mesh *mesh,
                                             trama_zone_motion motion, double tolerance,
                                             long rounds);

#endif
