/* A model that is set by name, in a scene, under an integrator that is set by name, for tests: made
 * and freed in one call each, any failure of which fails the test. Include after cmocka.h. */
#ifndef TRAMA_TESTS_SUPPORT_PIECE_H
#define TRAMA_TESTS_SUPPORT_PIECE_H

#include "integrator/integrator.h"

typedef struct piece {
    void *parameters, *options; /* of model and integrator */
    trama_scene *scene;
    trama_system *system;
    trama_integrator *integrator;
} piece;

/* `settings` of the model and `options` of the integrator as core/settings.h takes them. */
void piece_begin(piece *run, const trama_scene_spec *scene, const char *model, const char *settings,
                 const char *integrator, const char *options);
/* The same, but an integrator may refuse; piece_end frees what there is. */
trama_status piece_try(piece *run, const trama_scene_spec *scene, const char *model,
                       const char *settings, const char *integrator, const char *options,
                       trama_error *error);
void piece_steps(piece *run, double h, long count);
void piece_end(piece *run);

/* trama_parameters_create, which must not fail. */
void *piece_parameters(trama_fields fields, const char *settings);

/* Creates a system that must be refused; the error. */
trama_error piece_refused(const trama_scene_spec *scene, const char *model, const char *settings);

/* The model's energies together at q, J. */
double piece_energy(const piece *run, const double *q);

/* dE/dq[i] of the first object by five points `step` apart: exact of a polynomial of degree 4. q is
 * left as it is. */
double piece_energy_slope(const trama_system *system, double *q, size_t i, double step);

/* Sum of m v, and of m q x v. */
void piece_momentum(const trama_system *system, const double *v, double p[3]);
void piece_angular_momentum(const trama_system *system, const double *q, const double *v,
                            double l[3]);

#endif
