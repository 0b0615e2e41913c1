/* What a finite-element cloth is made of, and its making. Not for other rooms. */
#ifndef TRAMA_MODEL_FEM_CLOTH_BUILD_H
#define TRAMA_MODEL_FEM_CLOTH_BUILD_H

#include "model/fem_cloth/fabric.h"

enum { FEM_FACTOR_REST, FEM_FACTOR_CURRENT };

/* As the field table of fem_cloth.c has them. */
typedef struct fem_parameters {
    double young_thickness, poisson;
    trama_reals curve[FEM_STRAINS];
    double cross;
    double viscosity[FEM_STRAINS];
    double warp[3];
    double bending, damping;
    int factor;
    double mass, density;
    int rest;
    double rest_angle;
} fem_parameters;

typedef struct fem_cloth {
    const trama_scene *scene;
    trama_mesh *own; /* of a grid; a scene with a mesh keeps its own */
    fem_fabric fabric;
    bool directed;  /* the user knows where warp and weft are */
    double area;    /* at rest, m^2 */
    double *normal; /* room for 3 N numbers */
} fem_cloth;

/* A cloth on the scene's mesh, or on its grid cut herringbone. *cloth is the caller's to destroy.
 * TRAMA_BAD_INPUT (curves, moduli, mass, warp), TRAMA_NO_MEMORY. */
trama_status trama_fem_cloth_build(const fem_parameters *parameters, const trama_scene *scene,
                                   fem_cloth **cloth, trama_error *error);

/* A trama_model_type's `destroy`, of a fem_cloth or NULL. */
void trama_fem_cloth_destroy(void *cloth);

#endif
