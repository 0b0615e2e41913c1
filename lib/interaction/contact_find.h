/* Which features of a contact mesh are near each other, will meet within the step, or cross. */
#ifndef TRAMA_INTERACTION_CONTACT_FIND_H
#define TRAMA_INTERACTION_CONTACT_FIND_H

#include "interaction/contact_mesh.h"

enum { TRAMA_CONTACT_WORK = 10000 }; /* directions that one continuous query tries, at most */

/* All vertices and faces, and edges, that are nearer than `reach` (m) at x0, with the closest
 * points, sorted by key. TRAMA_STEP_REFUSED if more pairs are candidates than
 * TRAMA_CONTACT_CROWD allows, TRAMA_STEP_NO_MEMORY. */
trama_step_status trama_contact_find_near(const trama_contact_mesh *mesh, double reach,
                                          trama_mesh_contacts *contacts);

/* All that may come nearer than `reach` (m) on their straight ways from x0 to x1: whose distance at
 * x0 is less than that and the farthest that a vertex of the one moves against a vertex of the
 * other. With the closest points at x0, sorted by key. Errors as above. */
trama_step_status trama_contact_find_passing(const trama_contact_mesh *mesh, double reach,
                                             trama_mesh_contacts *contacts);

/* All that come nearer than the rounding tolerance (m) on their straight ways from x0 to x1, with
 * the closest points then, sorted by time and then by key. Those that are nearer already, come to a
 * tenth of their distance: so two that touch may slide, and never pass. None is missed (ccd.h).
 * Errors as above: over half of a step, fewer are candidates. */
trama_step_status trama_contact_find_hits(const trama_contact_mesh *mesh, double tolerance,
                                          trama_mesh_contacts *contacts);

/* Length of an edge of the soup at x0, m; area of a triangle, m^2. */
double trama_contact_mesh_edge(const trama_contact_mesh *mesh, size_t edge);
double trama_contact_mesh_area(const trama_contact_mesh *mesh, size_t triangle);

/* An edge that passes through a triangle at x0. */
typedef struct trama_crossing {
    size_t count;          /* such edges and triangles */
    size_t edge, triangle; /* the deepest pair */
    double depth;          /* m: how far its nearer end is behind the triangle's plane */
} trama_crossing;
/* Looks at every edge and triangle whose boxes meet. TRAMA_STEP_NO_MEMORY. */
trama_step_status trama_contact_find_crossings(const trama_contact_mesh *mesh,
                                               trama_crossing *crossing);

void trama_mesh_contacts_free(trama_mesh_contacts *contacts);

#endif
