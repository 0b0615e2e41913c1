/* Bending of a plate of flexural rigidity D and Poisson's ratio nu, by the hinges around each
 * triangle. The curvature of a triangle is that of its normals at the middles of its sides (the
 * mid-edge operator of Grinspun et al. 2006, on the plane Morley's triangle), with which the energy
 * per area is
 *
 *   1/2 k^T C k,   C = D ((1, nu, 0), (nu, 1, 0), (0, 0, (1 - nu)/2)),   k = (k_xx, k_yy, 2 k_xy).
 *
 * There the normals are unknowns. Here they follow from the hinge angles: each side has the mean of
 * the normals of its two triangles, each from the quadratic through its own three nodes and the
 * third ones of its neighbours (Phaal and Calladine 1992). Of a surface of curvature k the face and
 * the normal at the middle of a side of length l differ by
 *
 *   d(k) = 1/2 h k_nn + l (1/2 - s) k_nt - 1/2 l^2 s (1 - s)/h k_tt,
 *
 * with n across the side and t along it, h the height of the triangle over it and s l the position
 * of the foot of that height along it; the hinge angle there is the sum of d over both triangles.
 * So quadratic surfaces have their curvature on any mesh, and as each side has one normal, constant
 * moments are in balance on any mesh. Taking the mean is not from these sources.
 *
 * No moment acts across a border: normals there minimise the energy, as does the quadratic of a
 * triangle at a border where it is not determined. Angles are relative to those at rest, and
 * neighbours are unfolded into the plane. */
#ifndef TRAMA_MODEL_FEM_CLOTH_PLATE_H
#define TRAMA_MODEL_FEM_CLOTH_PLATE_H

#include "core/status.h"
#include "model/particle/elements.h"
#include "model/particle/hinge.h"
#include "scene/mesh.h"

enum { FEM_PLATE_NODES = 12, FEM_PLATE_HINGES = 9 };

/* The bending of a triangle: U = 1/2 d^T K d, d the hinge angles minus those at rest. */
typedef struct fem_plate {
    size_t nodes, node[FEM_PLATE_NODES];
    size_t hinges, edge[FEM_PLATE_HINGES]; /* its own, and those of its neighbours */
    unsigned char place[FEM_PLATE_HINGES][TRAMA_HINGE_NODES]; /* of a hinge's nodes in `node` */
    double angle[FEM_PLATE_HINGES];                           /* at rest, rad */
    double stiffness[FEM_PLATE_HINGES][FEM_PLATE_HINGES];     /* K, N m */
} fem_plate;

/* plate_rest.c: the plates of a mesh's triangles whose rest positions are q (3 N); `hinge` (of each
 * edge) has the angles at rest. TRAMA_BAD_INPUT, path "flexural_rigidity": six nodes lie on a
 * conic, so that a surface can bend without hinge angles; TRAMA_NO_MEMORY. */
trama_status trama_fem_plates_make(const trama_mesh *mesh, const double *q,
                                   const trama_hinge *hinge, double rigidity, double poisson,
                                   fem_plate *plate, trama_error *error);

/* U, J, at the positions x of its nodes. */
double trama_fem_plate_energy(const fem_plate *plate, const vec *x);
/* The forces on its nodes, N, with the hinges of all edges. */
void trama_fem_plate_forces(const fem_plate *plate, const hinge_bent *bent, vec *force);
/* The change of the forces, for tangents: symmetric. */
void trama_fem_plate_change(const fem_plate *plate, const trama_element_state *state, vec *force);

#endif
