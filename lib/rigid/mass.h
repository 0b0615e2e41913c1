/* Mass, centre of mass and principal moments of solids of constant density bounded by closed
 * triangle meshes. Closed forms of other shapes are in shape.h. */
#ifndef TRAMA_RIGID_MASS_H
#define TRAMA_RIGID_MASS_H

#include "core/status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_mass {
    double mass;      /* kg */
    double centre[3]; /* of mass, in the frame of the input, m */
    double moment[3]; /* principal moments of inertia about the centre, kg m^2 */
    /* Its columns are the principal axes, right-handed, in the order of the moments: r = centre +
     * axes s for a point s in principal axes. The identity if the axes of the input are principal
     * up to rounding. By rows. */
    double axes[9];
} trama_mass;

/* For the solid bounded by `triangles` triangles (3 vertices each, 3 coordinates of each in m),
 * counterclockwise as seen from outside, with `density` in kg/m^3. Integrates over the tetrahedra
 * between the triangles and the mean of the vertices rather than the origin, so that a distant
 * solid loses no digits. Errors: TRAMA_BAD_INPUT, path "": an index out of range, a mesh that is
 * not closed (an edge without its opposite), a triangle without area, triangles that face inwards,
 * no volume. TRAMA_NO_MEMORY. Source: B. Mirtich, "Fast and accurate computation of polyhedral mass
 * properties", 1996; the integrals over a tetrahedron: F. Tonon, 2004. */
trama_status trama_mass_of_mesh(const double *vertex, size_t vertices, const uint32_t *triangle,
                                size_t triangles, double density, trama_mass *mass,
                                trama_error *error);

/* Principal moments and axes of a symmetric matrix of inertia (by rows, kg m^2), by Jacobi's
 * rotations. Off-diagonal entries within rounding count as zero. */
void trama_principal_axes(const double inertia[9], double moment[3], double axes[9]);

#ifdef __cplusplus
}
#endif

#endif
