/* A particle cloth on a grid, made by names of fields, for the suites of the particle models. */
#ifndef TRAMA_TESTS_SUPPORT_CLOTH_H
#define TRAMA_TESTS_SUPPORT_CLOTH_H

#include "integrator/integrator.h"
#include "model/model.h"

typedef struct cloth_value {
    const char *name;
    double value; /* of whatever kind the field is */
} cloth_value;

typedef struct cloth {
    void *parameters;
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
} cloth;

/* A scene of an m x n grid in the plane xy, k along x and l along y, h m apart. */
trama_scene_spec cloth_scene(long m, long n, double h);
/* Pins node [k, l] in the scene, which has room for four pins. */
void cloth_pin(trama_scene_spec *spec, long k, long l);

/* The model of that name with `values` (ends with a name NULL), the others at their defaults. Fails
 * the test if it cannot be made. */
cloth cloth_of(const char *model, const trama_scene_spec *spec, const cloth_value *values,
               const char *integrator);
void cloth_end(cloth *c);

/* Moves each coordinate by up to `amplitude`, seeded. */
void cloth_shake(double *q, size_t count, double amplitude, unsigned long seed);
/* A relative difference of force from energy: the largest |F + dE/dq| over the largest |F|, the
 * gradient by central differences of step `step` m. Loads must be none. */
double cloth_gradient_error(const cloth *c, const double *q, double step);

#endif
