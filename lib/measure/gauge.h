/* The gauge of a scene: the mean position of some nodes of a grid, in the axes of the grid at rest,
 * so that a rotated scene gives the same numbers. */
#ifndef TRAMA_MEASURE_GAUGE_H
#define TRAMA_MEASURE_GAUGE_H

#include "scene/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_gauge_reading {
    double moved[3]; /* m: displacement of the mean place along axis1, axis2, normal */
    double slope;    /* 1: of the vector from the gauge's origin to the mean position: component
                        along the normal divided by that along axis1 */
} trama_gauge_reading;

/* The scene must have a gauge; q: positions of its nodes, 3 N. */
trama_gauge_reading trama_gauge_read(const trama_scene *scene, const double *q);

#ifdef __cplusplus
}
#endif

#endif
