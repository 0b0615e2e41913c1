/* Surfaces of revolution about z, as triangles, to draw spheres, capsules, cylinders and cones. */
#ifndef TRAMA_RIGID_REVOLVE_H
#define TRAMA_RIGID_REVOLVE_H

#include "rigid/shape.h"

#include <stdbool.h>

enum { TRAMA_CIRCLE = 16 }; /* corners of the polygon that replaces a circle in a contact */

/* Half a section, from the lower pole to the upper one: rings of radius r at height z. The first
 * and the last point are on the axis (r = 0) and have one vertex each. */
typedef struct trama_profile {
    size_t points;
    double (*at)(const trama_convex *shape, size_t points, size_t i, double *z); /* r */
} trama_profile;

trama_convex_outline trama_revolve_size(const trama_profile *profile, size_t segments);
void trama_revolve(const trama_convex *shape, const trama_profile *profile, size_t segments,
                   double (*x)[3], uint32_t (*triangle)[3]);

/* The disc of radius r at height z that faces +z (up) or -z, as an inscribed polygon. */
void trama_revolve_disc(double r, double z, bool up, trama_convex_face *face);

/* The unit vector from the axis towards d; along x where d is along the axis. */
void trama_revolve_radial(const double d[3], double radial[2]);

/* The tensor with moment `across` about x and y and `along` about z. */
void trama_revolve_inertia(double across, double along, double inertia[3][3]);

#endif
