/* Shared by the files of the finite-element cloth: triangles, curves and hinges. For this folder
 * only. */
#ifndef TRAMA_MODEL_FEM_CLOTH_FABRIC_H
#define TRAMA_MODEL_FEM_CLOTH_FABRIC_H

#include "model/fem_cloth/curve.h"
#include "model/fem_cloth/plate.h"
#include "model/particle/gather.h"
#include "model/particle/hinge.h"
#include "scene/scene.h"

enum { FEM_WARP, FEM_WEFT, FEM_SHEAR, FEM_STRAINS };

/* A triangle at rest, with corners at (u, v) in its plane, u along the warp. */
typedef struct fem_triangle {
    double ru[2],
        rv[2];   /* weights of corners 1 and 2, 1/m; those of corner 0 are minus their sum */
    double area; /* m^2 */
} fem_triangle;

/* Stress by strain, N/m: curve of its own strain, and for warp and weft `cross` times that of the
 * other; and `viscosity` times its rate, N s/m. */
typedef struct fem_material {
    fem_curve curve[FEM_STRAINS];
    double cross;
    double viscosity[FEM_STRAINS];
} fem_material;

typedef struct fem_fabric {
    const trama_mesh *mesh;
    size_t nodes;
    fem_material material;
    fem_triangle *triangle;
    trama_hinge *hinge; /* of each edge */
    bend_constants bend;
    bool held;                              /* hinge.h */
    fem_plate *plate;                       /* of each triangle; NULL: only hinges bend */
    hinge_bent *bent;                       /* workspace of plates: of each edge */
    bool viscous;                           /* some viscosity is not 0 */
    double *faces;                          /* FACE numbers per triangle, for hinges */
    trama_gather triangles, hinges, plates; /* of their forces */
    size_t parts;                           /* of the work, one per thread */
} fem_fabric;

enum { FEM_TRIANGLES, FEM_HINGES, FEM_PLATES, FEM_KINDS };

/* forces.c: adds internal forces to sum (3 N, N); with `rates` also those of viscosity and bending
 * damping. */
void trama_fem_cloth_forces(const fem_fabric *fabric, bool rates, const double *q, const double *v,
                            double *sum);

/* energy.c: tensile (warp and weft), shear and bending energy at q, J. */
void trama_fem_cloth_energy(const fem_fabric *fabric, const double *q, double energy[3]);
/* Largest strain of the warp, of the weft, largest |shear|, and largest compression of warp or
 * weft. */
void trama_fem_cloth_strains(const fem_fabric *fabric, const double *q, double largest[4]);

/* tangent.c: the elements; no hinges and no plates if they have no force. */
void trama_fem_cloth_elements(const fem_fabric *fabric, bool rates, trama_elements kind[FEM_KINDS]);
/* The tangents of the internal forces. */
void trama_fem_cloth_tangent_product(const fem_fabric *fabric, bool rates, const double *q,
                                     const double *v, double cq, double cv, const double *u,
                                     double *y);
void trama_fem_cloth_tangent(const fem_fabric *fabric, bool rates, const double *q, const double *v,
                             trama_triplets *k, trama_triplets *d);

#endif
