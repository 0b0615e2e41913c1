/* Motion of a zone, vertices joined by collisions, as one body over a step (Provot 1997; Campos
 * 2006, 5.4 and 6.2.5). For interaction/ only.
 *
 * Two motions:
 *   published   V_G the mean velocity, Omega_G = (1/n) sum GM x (V_M - V_G) / |GM|^2, and
 *               V'_M = V_G + Omega_G x GM (5.4.2), whatever the masses. Neither angular momentum
 *               nor energy is bounded by what there was: a vertex near G counts most.
 *   corrected   mean by mass, omega = I^-1 L with the tensor of inertia about the centre, and the
 *               exact rotation of the positions over the step (6.2.5). It keeps momentum, keeps
 *               angular momentum to the first order in h omega, and takes energy out. A tensor that
 *               has no inverse, of vertices on a line, turns about no axis along it.
 *
 * No source treats vertices with a prescribed motion, of an obstacle or a pin. Published: they
 * count as points of the zone, but keep their motion; collisions of the others with them remain.
 * Corrected: they have infinite mass, so the zone takes their motion: the rigid motion that carries
 * them from x0 to x1, with the least rotation. If there is none, since they move apart, the zone is
 * not resolved. */
#ifndef TRAMA_INTERACTION_ZONE_MOTION_H
#define TRAMA_INTERACTION_ZONE_MOTION_H

#include "interaction/contact_mesh.h"

typedef enum trama_zone_motion { TRAMA_ZONES_PUBLISHED, TRAMA_ZONES_CORRECTED } trama_zone_motion;

/* Sets the velocities of `count` vertices of the mesh to those of one body; may reorder `vertex`.
 * Returns false, and changes nothing, if fixed vertices move apart. */
bool trama_zone_move(trama_contact_mesh *mesh, trama_zone_motion motion, size_t *vertex,
                     size_t count);

#endif
