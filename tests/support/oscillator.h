/* The oscillator under an integrator, for tests: made and freed in one call each, any failure of
 * which fails the test. */
#ifndef TRAMA_TESTS_SUPPORT_OSCILLATOR_H
#define TRAMA_TESTS_SUPPORT_OSCILLATOR_H

#include "integrator/integrator.h"

/* x'' = -omega^2 x - damping x' - cubic x^3, from x = position, x' = velocity. */
typedef struct oscillator_spring {
    double omega, damping, cubic, position, velocity;
} oscillator_spring;

/* An integrator and what is chosen of its options, "field=choice" each; NULL for the defaults. */
typedef struct oscillator_method {
    const char *name;
    const char *options[2];
} oscillator_method;

typedef struct oscillator_run {
    void *spring, *options; /* parameters of model and integrator */
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
} oscillator_run;

void oscillator_begin(oscillator_run *run, oscillator_method method, oscillator_spring spring);
void oscillator_steps(oscillator_run *run, double h, long count);
void oscillator_end(oscillator_run *run);

/* The parameters of an integrator with the options chosen; to be freed. */
void *oscillator_options(oscillator_method method);

/* v^2/2 + omega^2 x^2/2 + cubic x^4/4, J. */
double oscillator_energy(const oscillator_run *run, oscillator_spring spring);

#endif
