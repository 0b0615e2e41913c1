/* The largest displacement that a scene can explain, from its size and its initial speeds
   (core/explosion.h). */
#ifndef TRAMA_MEASURE_REACH_H
#define TRAMA_MEASURE_REACH_H

#include "system.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_reach {
    double extent;       /* m, of all objects together: of nodes the diagonal of their box, of other
                            coordinates the largest at the start */
    double speed;        /* m/s, the largest at the start */
    double acceleration; /* m/s^2, largest by gravity and constant forces */
} trama_reach;

/* The system must be in its initial state. */
trama_reach trama_reach_of(const trama_system *system);
/* The displacement that is explained in the iteration of size h that ends at t, m; above 0. */
double trama_reach_of_step(const trama_reach *reach, double t, double h);

#ifdef __cplusplus
}
#endif

#endif
