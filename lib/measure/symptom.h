/* The first symptom of an instability: the iteration at which the shortest wave of the grid began
 * to grow, before a detector fired, and whether it was larger in the surface or out of it (thesis,
 * figure 3.16: a saw-tooth in the plane, growth in the plane, then out of it). */
#ifndef TRAMA_MEASURE_SYMPTOM_H
#define TRAMA_MEASURE_SYMPTOM_H

#include "measure/run.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_symptom {
    const char *name; /* "saw-tooth in the surface", "saw-tooth out of the surface", "none" */
    long iteration;   /* since which the amplitude has grown; -1: none */
    double growth;    /* amplitude at the end divided by that at `iteration` */
} trama_symptom;

/* Runs `spec` once more and watches the saw-tooth. Needs a grid; without one the symptom is "none".
 */
trama_status trama_symptom_find(trama_system *system, trama_integrator *integrator,
                                const trama_run_spec *spec, trama_symptom *symptom,
                                trama_error *error);

/* The iteration since which amplitude[0..count) has grown, compared over two iterations (an
 * unstable mode alternates its sign); count if it did not grow. */
size_t trama_growth_onset(const double *amplitude, size_t count);

#ifdef __cplusplus
}
#endif

#endif
