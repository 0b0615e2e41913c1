/* The load at which an object buckles: the factor of its scene's loads (gravity and forces) at
 * which the stiffness of the state at rest is singular. The state is found at two nearby loads; the
 * change of the stiffness between them predicts the load at which it becomes singular, and the
 * search continues there: Newton's method for the load. It converges to the critical load nearest
 * to its start. */
#ifndef TRAMA_MEASURE_BUCKLING_H
#define TRAMA_MEASURE_BUCKLING_H

#include "measure/modes.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_buckling_spec {
    double first;     /* initial factor */
    double tolerance; /* of the factor, relative */
    long iterations;  /* at most */
    long products;    /* at most, of each search for an increment */
} trama_buckling_spec;
extern const trama_fields trama_buckling_fields;

typedef struct trama_buckling {
    double factor;   /* NAN: not found */
    double last;     /* last change of the factor, relative */
    long iterations; /* made */
    bool converged;
} trama_buckling;

/* TRAMA_OK if the scene's loads can be scaled: every force has a `scale`; else the
 * error names the first that has none. */
trama_status trama_buckling_check(const trama_scene *scene, trama_error *error);

/* Finds the load of a model of `type` with `parameters` in copies of `scene`. A state that is not
 * found ends the search; this is a result, not an error. Errors: as trama_modes_create,
 * TRAMA_NO_MEMORY. */
trama_status trama_buckling_find(const trama_model_type *type, const void *parameters,
                                 const trama_scene *scene, const trama_buckling_spec *spec,
                                 const trama_rest_spec *rest, trama_buckling *buckling,
                                 trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
