/* The wave that moves a sheet most: its period, and whether, where to and how fast it travels. From
 * the displacements of a grid's nodes along one direction, sampled at equal times.
 *
 * The means in time are taken away. The spectrum in time (window of Hann), summed over the nodes,
 * has its highest line at a frequency f with at least two periods in the window. The amplitudes at
 * f, A(x) e^(2 pi i f t), are then searched for the wave e^(-2 pi i k.x) that has the most power:
 * crests go along k at f / |k|. Lengths are those of the sheet at rest. */
#ifndef TRAMA_MEASURE_WAVES_H
#define TRAMA_MEASURE_WAVES_H

#include "core/status.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_waves_spec {
    size_t points[2];           /* nodes along each direction; node [k, l] is k points[1] + l */
    double spacing[2];          /* m */
    size_t samples;             /* at least 8 */
    double interval;            /* between samples, s */
    const double *displacement; /* samples x nodes, m */
} trama_waves_spec;

typedef struct trama_wave {
    double amplitude; /* r.m.s. of the displacements about their means in time, m; if it is 0, all
                         that follows is NAN */
    double frequency; /* f, 1/s; resolution: 1 over the window */
    double share;     /* of the power that stands in f's line and the two beside it: 1, a period */
    double number[2]; /* k, 1/m: periods a metre along both directions; resolution: an eighth of 1
                         over the side */
    double speed;     /* f / |k|, m/s; infinite: the sheet moves as a whole */
    double angle;     /* of k, degrees from the first direction toward the second, -180 to 180 */
    double travel; /* (P(k) - P(-k))/(P(k) + P(-k)) of the powers P: 1, it travels; 0, it stands */
} trama_wave;

/* Errors: TRAMA_BAD_INPUT with path "samples" for fewer than 8; TRAMA_NO_MEMORY. */
trama_status trama_waves_find(const trama_waves_spec *spec, trama_wave *wave, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
