/* Largest values over all objects of a system, with object and node. */
#ifndef TRAMA_MEASURE_WHOLE_H
#define TRAMA_MEASURE_WHOLE_H

#include "measure/geometry.h"
#include "system.h"

enum { TRAMA_NO_NODE = -1, TRAMA_NO_OBJECT = -1 };

typedef struct trama_finding {
    double value;
    long node;   /* of the object; TRAMA_NO_NODE: of no node */
    long object; /* TRAMA_NO_OBJECT: of no one object */
} trama_finding;

/* Largest displacement of a node (of a coordinate, in a model without nodes) since `before` (nq),
 * m; NAN where a coordinate is not finite. */
trama_finding trama_system_displacement(const trama_system *system, const double *before);
/* Largest |l / l0 - 1| of an edge; NAN if a length is not a number. 0 without edges. */
trama_finding trama_system_strain(const trama_system *system);
/* Area over rest area that is furthest from 1, by ratio; 1 without area. */
trama_finding trama_system_area(const trama_system *system);

#endif
