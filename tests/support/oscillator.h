/* The oscillator under an integrator: a piece (support/piece.h) that is told by numbers. Include
 * after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_OSCILLATOR_H
#define TRAMA_TESTS_SUPPORT_OSCILLATOR_H

#include "support/piece.h"

/* x'' = -omega^2 x - damping x' - cubic x^3, from x = position, x' = velocity. */
typedef struct oscillator_spring {
    double omega, damping, cubic, position, velocity;
} oscillator_spring;

/* An integrator and what is chosen of its options, "field=choice" each; NULL for the defaults. */
typedef struct oscillator_method {
    const char *name;
    const char *options[2];
} oscillator_method;

void oscillator_begin(piece *run, oscillator_method method, oscillator_spring spring);

/* The parameters of an integrator with the options chosen; to be freed. */
void *oscillator_options(oscillator_method method);

/* v^2/2 + omega^2 x^2/2 + cubic x^4/4, J. */
double oscillator_energy(const piece *run, oscillator_spring spring);

#endif
