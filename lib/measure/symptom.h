/* The first symptom of an instability: the iteration at which the shortest wave of the grid began
 * to grow, before a detector fired, and whether the wave was larger in the surface or out of it.
 * Figure 3.16 of the thesis shows one: a saw-tooth in the plane, growth in the plane, then out of
 * it. */
#ifndef TRAMA_MEASURE_SYMPTOM_H
#define TRAMA_MEASURE_SYMPTOM_H

#include "measure/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_symptom {
    const char *name; /* "saw-tooth in the surface", "saw-tooth out of the surface", "none" */
    long iteration;   /* from which on the wave's amplitude grew until the end; -1: none */
    double growth;    /* its amplitude at the end over that at `iteration` */
} trama_symptom;

/* Runs `spec` once more and watches the saw-tooth. Needs a grid; without one the symptom is "none".
 */
trama_status trama_symptom_find(trama_system *system, trama_integrator *integrator,
                                const trama_run_spec *spec, trama_symptom *symptom,
                                trama_error *error);

/* The iteration from which on amplitude[0..count) grew until its end, two iterations at a time (an
 * unstable mode alternates its sign); count if it did not grow. */
size_t trama_growth_onset(const double *amplitude, size_t count);

#ifdef __cplusplus
}
#endif

#endif
