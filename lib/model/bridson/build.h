/* What a cloth of Bridson's is made of, and its making. Not for other rooms. */
#ifndef TRAMA_MODEL_BRIDSON_BUILD_H
#define TRAMA_MODEL_BRIDSON_BUILD_H

#include "model/bridson/fabric.h"
#include "scene/scene.h"

/* As the field table of bridson.c has them. */
typedef struct bridson_parameters {
    double structural, shear, bending, damping, mass, density;
    int rest; /* trama_hinge_rest */
    double rest_angle;
    bridson_limits limits;
    trama_coupling coupling;
} bridson_parameters;

typedef struct bridson {
    const trama_scene *scene;
    trama_mesh *own; /* of a grid; a scene with a mesh keeps its own */
    bridson_fabric fabric;
    bridson_limits limits;
    trama_coupling coupling;
    trama_springs springs;
    size_t *ends;    /* of the springs, 2 a spring */
    double *lengths; /* of the springs, at rest */
    bridson_kernel *kernel;
    double area;            /* at rest, m^2 */
    double *normal, *extra; /* 3 N */
} bridson;

/* A cloth on the scene's mesh, or on its grid cut herringbone: masses, rest lengths and angles,
 * stiffnesses, room. *cloth is the caller's to destroy. TRAMA_BAD_INPUT (mass, density),
 * TRAMA_NO_MEMORY. */
trama_status trama_bridson_build(const bridson_parameters *parameters, const trama_scene *scene,
                                 bridson **cloth, trama_error *error);

/* A trama_model_type's `destroy`, of a bridson or NULL. */
void trama_bridson_destroy(void *cloth);

#endif
