/* Searches for features of a contact mesh that are near each other, collide within the step, or
 * intersect. */
#ifndef TRAMA_INTERACTION_CONTACT_FIND_H
#define TRAMA_INTERACTION_CONTACT_FIND_H

#include "interaction/contact_mesh.h"

enum { TRAMA_CONTACT_WORK = 10000 }; /* most directions tried by one continuous query */

/* All pairs of a vertex and a face, and of edges, that are nearer than `reach` (m) at x0, with the
 * closest points, sorted by key. TRAMA_STEP_REFUSED if there are more candidates than
 * TRAMA_CONTACT_CROWD allows, TRAMA_STEP_NO_MEMORY. */
trama_step_status trama_contact_find_near(const trama_contact_mesh *mesh, double reach,
                                          trama_mesh_contacts *contacts);

/* All pairs that may come nearer than `reach` (m) on straight paths from x0 to x1: their distance
 * at x0 is below `reach` plus the largest relative displacement of their vertices. With the closest
 * points at x0, sorted by key. Errors as above. */
trama_step_status trama_contact_find_passing(const trama_contact_mesh *mesh, double reach,
                                             trama_mesh_contacts *contacts);

/* All pairs that come nearer than the rounding tolerance (m) on straight paths from x0 to x1, with
 * the closest points at that time, sorted by time, then by key. Pairs that are already nearer are
 * reported if they come within a tenth of their distance, so that touching pairs may slide but
 * never pass. None is missed (ccd.h). Errors as above; half a step has fewer candidates. */
trama_step_status trama_contact_find_hits(const trama_contact_mesh *mesh, double tolerance,
                                          trama_mesh_contacts *contacts);

/* Length of an edge of the soup at x0, m; area of a triangle, m^2. */
double trama_contact_mesh_edge(const trama_contact_mesh *mesh, size_t edge);
double trama_contact_mesh_area(const trama_contact_mesh *mesh, size_t triangle);

/* An edge that passes through a triangle at x0. */
typedef struct trama_crossing {
    size_t count;          /* number of such edges and triangles */
    size_t edge, triangle; /* the deepest pair */
    double depth;          /* m: how far its nearer end is behind the triangle's plane */
} trama_crossing;
/* Tests every edge and triangle whose boxes meet. TRAMA_STEP_NO_MEMORY. */
trama_step_status trama_contact_find_crossings(const trama_contact_mesh *mesh,
                                               trama_crossing *crossing);

void trama_mesh_contacts_free(trama_mesh_contacts *contacts);

#endif
