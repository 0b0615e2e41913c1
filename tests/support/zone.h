/* Vertices that a test moves as one impact zone. Include after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_ZONE_H
#define TRAMA_TESTS_SUPPORT_ZONE_H

#include "interaction/impact_zone.h"
#include "support/objects.h"

enum { ZONE_SIDE = 3, ZONE_VERTICES = ZONE_SIDE * ZONE_SIDE };

/* A mesh of one sheet, with positions, velocities and masses at random. */
typedef struct zone_mesh {
    objects o;
    trama_contact_mesh *mesh;
    size_t vertex[ZONE_VERTICES];
} zone_mesh;

/* h in s, speed in m/s: the largest of a component. */
void zone_begin(zone_mesh *f, double h, double speed);
void zone_end(zone_mesh *f);

#endif
