/* Measures of folding, with one definition for every model. Arrays are pointwise states of stride N
 * (scene/scene.h). Sums are taken in fixed order. */
#ifndef TRAMA_MEASURE_FOLDS_H
#define TRAMA_MEASURE_FOLDS_H

#include "scene/scene.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Bends below this, in rad from one node to the next, are noise. */
#define TRAMA_FOLD_NOISE 0.01

typedef struct trama_folds {
    double out_of_plane; /* m: r.m.s. distance of the nodes from their plane of least squares */
    double projection;   /* area divided by its projection on that plane; 1: flat */
    double lines[2];     /* fold lines crossed along k and along l: sign changes of the mean
                            curvature where the bend is above the noise, averaged over the inner
                            columns and rows; NAN for a mesh, and for a grid without inner nodes */
} trama_folds;

/* All NAN if a position is not finite. */
trama_folds trama_folds_of(const trama_scene *scene, const double *q);

/* Spectrum of the height over that plane: power[p - 1], m^2, is the mean over the rows along
 * `direction` of the squared amplitude of p half waves, cos(pi p (i + 1/2)/n), p from 1 to
 * points - 1. Needs a grid. */
void trama_fold_spectrum(const trama_scene *scene, const double *q, int direction, double *power);

#ifdef __cplusplus
}
#endif

#endif
