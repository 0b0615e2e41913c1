/* Parameters and creation of a Bridson cloth. For this folder only. */
#ifndef TRAMA_MODEL_BRIDSON_BUILD_H
#define TRAMA_MODEL_BRIDSON_BUILD_H

#include "model/bridson/fabric.h"
#include "model/particle/mesh_cloth.h"
#include "model/particle/strain_limit.h"

/* Documented by the field table in bridson.c. */
typedef struct bridson_parameters {
    double structural, shear, bending, damping;
    trama_mesh_cloth_parameters cloth;
    trama_strain_limits limits;
    trama_coupling coupling;
} bridson_parameters;

typedef struct bridson {
    trama_mesh_cloth cloth; /* first */
    bridson_fabric fabric;
    trama_strain_limits limits;
    trama_coupling coupling;
    trama_springs springs;
    size_t *ends;    /* of the springs, 2 each */
    double *lengths; /* of the springs, at rest */
    bridson_kernel *kernel;
    double area; /* at rest, m^2 */
} bridson;

/* A cloth on the scene's mesh, or on its grid cut herringbone: masses, rest lengths and angles,
 * stiffnesses, workspace. *cloth is the caller's to destroy. TRAMA_BAD_INPUT (mass, density,
 * rest_angle), TRAMA_NO_MEMORY. */
trama_status trama_bridson_build(const bridson_parameters *parameters, const trama_scene *scene,
                                 bridson **cloth, trama_error *error);

/* A trama_model_type's `destroy`, of a bridson or NULL. */
void trama_bridson_destroy(void *cloth);

#endif
