/* Anderson's acceleration of an iteration x <- G(x) (for integrator/ only): subtracts from the
 * residual F = G(x) - x the nearest combination of its last changes, and from G(x) the same
 * combination of its changes,
 *
 *   min |F - sum t_j dF_j|,   x <- G - sum t_j dG_j,
 *
 * by a QR factorisation of the changes, the newest first; changes that depend on newer ones are
 * left out. Sources: Anderson 1965; Walker and Ni 2011; Peng et al. 2018 (projective dynamics). */
#ifndef TRAMA_INTEGRATOR_ANDERSON_H
#define TRAMA_INTEGRATOR_ANDERSON_H

#include "core/vec.h"

#include <stdbool.h>
#include <stddef.h>

enum { TRAMA_ANDERSON_MAX = 20 }; /* most changes that are kept */

typedef struct trama_anderson {
    size_t nodes, window;
    size_t count; /* changes since the start */
    bool begun;   /* f and g are set */
    vec *block;
    vec *f, *g; /* of the last iterate */
    vec *df[TRAMA_ANDERSON_MAX], *dg[TRAMA_ANDERSON_MAX], *unit[TRAMA_ANDERSON_MAX];
} trama_anderson;

/* Makes room for `window` changes; false without memory. Free it in any case. */
bool trama_anderson_make(trama_anderson *a, size_t nodes, size_t window);
void trama_anderson_free(trama_anderson *a);
/* Starts a new iteration. */
void trama_anderson_start(trama_anderson *a);
/* Computes the accelerated iterate `to` from x and G(x); `to` must be neither. */
void trama_anderson_mix(trama_anderson *a, const vec *x, const vec *g, vec *to);

#endif
