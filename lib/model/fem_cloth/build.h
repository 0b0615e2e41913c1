/* Parameters and creation of a finite-element cloth. For this folder only. */
#ifndef TRAMA_MODEL_FEM_CLOTH_BUILD_H
#define TRAMA_MODEL_FEM_CLOTH_BUILD_H

#include "model/fem_cloth/fabric.h"
#include "model/particle/mesh_cloth.h"
#include "model/particle/strain_limit.h"

enum { FEM_FACTOR_REST, FEM_FACTOR_CURRENT };

/* Documented by the field table in fem_cloth.c. */
typedef struct fem_parameters {
    double young_thickness, poisson;
    trama_reals curve[FEM_STRAINS];
    double cross;
    double viscosity[FEM_STRAINS];
    double warp[3];
    double bending, damping, rigidity, bending_poisson;
    int factor;
    trama_mesh_cloth_parameters cloth;
    trama_strain_limits limits; /* without a rate */
} fem_parameters;

typedef struct fem_cloth {
    trama_mesh_cloth cloth; /* first */
    fem_fabric fabric;
    trama_strain_limits limits;
    double *lengths; /* of the edges, at rest; NULL: no limits */
    bool directed;   /* directions of warp and weft are given */
    double area;     /* at rest, m^2 */
} fem_cloth;

/* A cloth on the scene's mesh, or on its grid cut herringbone. *cloth is the caller's to destroy.
 * TRAMA_BAD_INPUT (curves, moduli, mass, warp, rest_angle), TRAMA_NO_MEMORY. */
trama_status trama_fem_cloth_build(const fem_parameters *parameters, const trama_scene *scene,
                                   fem_cloth **cloth, trama_error *error);

/* A trama_model_type's `destroy`, of a fem_cloth or NULL. */
void trama_fem_cloth_destroy(void *cloth);

#endif
