/* What every model of masses at the scene's nodes has. A model whose struct begins with
 * trama_particles takes the functions below as those of its trama_model_type. */
#ifndef TRAMA_MODEL_PARTICLE_PARTICLES_H
#define TRAMA_MODEL_PARTICLE_PARTICLES_H

#include "scene/mesh.h"
#include "scene/scene.h"

#include <stdbool.h>

typedef struct trama_particles {
    const trama_scene *scene;
    const trama_mesh *mesh; /* whose normals drag acts along; NULL: a grid's (normals.h) */
    size_t nodes;
    double *mass, *inverse_mass; /* kg, 1/kg (N) */
    double *normal;              /* room for 3 N numbers: unit normals, where there is drag */
} trama_particles;

/* The nodes of `mesh`, or of the scene if it is NULL, and room for them. False: no memory; either
 * way trama_particles_free frees what there is. */
bool trama_particles_allocate(trama_particles *particles, const trama_scene *scene,
                              const trama_mesh *mesh);
/* inverse_mass of mass. */
void trama_particles_invert(trama_particles *particles);
void trama_particles_free(trama_particles *particles);

/* The normals at q if the loads have drag: they are those that trama_loads_apply wants; NULL
 * without drag. */
const double *trama_particles_normals(const trama_particles *particles, const trama_loads *loads,
                                      const double *q);
/* Adds what the loads do at (q, v) to the accelerations a, all of 3 N. */
void trama_particles_apply(const trama_particles *particles, const trama_loads *loads,
                           const double *q, const double *v, double *a);

/* Of trama_model_type (model.h). */
void trama_particles_dimensions(const void *model, size_t *nq, size_t *nv);
void trama_particles_initial(const void *model, double *q, double *v);
const double *trama_particles_inverse_measure(const void *model);
void trama_particles_masses(const void *model, double *mass);
void trama_particles_solve_drag(void *model, double h, const double *q, const trama_loads *loads,
                                double *dv);

#endif
