/* Largest values over all objects of a system, with object and node. */
#ifndef TRAMA_MEASURE_WHOLE_H
#define TRAMA_MEASURE_WHOLE_H

#include "measure/geometry.h"
#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_NO_NODE = -1, TRAMA_NO_OBJECT = -1 };

typedef struct trama_finding {
    double value;
    long node;   /* of the object; TRAMA_NO_NODE: not at a node */
    long object; /* TRAMA_NO_OBJECT: not of a single object */
} trama_finding;

/* Largest displacement of a node (of a coordinate, in a model without nodes) since `before` (nq),
 * m; NAN where a coordinate is not finite. */
trama_finding trama_system_displacement(const trama_system *system, const double *before);
/* The unit of its coordinates and displacements: "m" for nodes, "mixed" for objects of several
 * units. */
const char *trama_system_unit(const trama_system *system);
/* Largest |l / l0 - 1| of an edge; NAN if a length is not a number, or there are no edges. */
trama_finding trama_system_strain(const trama_system *system);
/* The ratio of area to rest area that is furthest from 1; NAN without areas. */
trama_finding trama_system_area(const trama_system *system);

/* has_strain: true if an object has springs of its model or edges of its scene; has_area: if it has
 * areas. Below, q is the object's own part of the state. */
/* True if its strain is that of its springs (model/composition.h), not of its scene's edges. */
bool trama_object_strains_springs(const trama_object *object);
bool trama_object_has_strain(const trama_object *object);
bool trama_object_has_area(const trama_object *object);
/* Largest |l / l0 - 1|; NAN if a length is not a number, or there is none. */
trama_peak trama_object_strain(const trama_object *object, const double *q);
/* vertex_strain.c: the mean of |l / l0 - 1| over the lengths that meet at each node; NAN where none
 * does. `strain` and `edges` (workspace): N each. */
void trama_vertex_strain(const trama_object *object, const double *q, double *strain,
                         double *edges);
/* Volume that its closed mesh encloses, m^3 (trama_volume), or that of its free rigid bodies; NAN
 * if it has neither. */
double trama_object_volume(const trama_object *object, const double *q);

#ifdef __cplusplus
}
#endif

#endif
