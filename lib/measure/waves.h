/* The strongest wave of a sheet: its period, direction and speed, from displacements of a grid's
 * nodes along one direction at equal intervals.
 *
 * The means in time are subtracted. The spectrum in time (Hann window), summed over the nodes, has
 * its highest line at a frequency f with at least two periods in the window. The amplitudes at f,
 * A(x) e^(2 pi i f t), are then searched for the wave e^(-2 pi i k.x) that has the most power:
 * crests move along k at f / |k|. Lengths are those of the sheet at rest. */
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
    double amplitude; /* r.m.s. of the displacements about their means in time, m; if it is 0, the
                         members below are NAN */
    double frequency; /* f, 1/s; resolution: 1 over the window */
    double share;     /* share of the power in f's line and its two neighbours; 1: periodic */
    double number[2]; /* k, 1/m: periods per metre along both directions; resolution: 1/(8 side) */
    double speed;     /* f / |k|, m/s; infinite: the sheet moves as a whole */
    double angle;     /* of k, degrees from the first direction toward the second, -180 to 180 */
    double travel; /* (P(k) - P(-k))/(P(k) + P(-k)) of the powers P; 1: travelling wave, 0: standing
                      wave */
} trama_wave;

/* Errors: TRAMA_BAD_INPUT with path "samples" for fewer than 8; TRAMA_NO_MEMORY. */
trama_status trama_waves_find(const trama_waves_spec *spec, trama_wave *wave, trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
