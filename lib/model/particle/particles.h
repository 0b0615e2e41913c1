/* Shared by models with masses at the scene's nodes. A model whose struct begins with
 * trama_particles uses the functions below in its trama_model_type. */
#ifndef TRAMA_MODEL_PARTICLE_PARTICLES_H
#define TRAMA_MODEL_PARTICLE_PARTICLES_H

#include "scene/mesh.h"
#include "scene/scene.h"

#include <stdbool.h>

typedef struct trama_particles {
    const trama_scene *scene;
    const trama_mesh *mesh; /* gives the normals for drag; NULL: those of a grid (normals.h) */
    size_t nodes;
    double *mass, *inverse_mass; /* kg, 1/kg (N) */
    double *normal;              /* workspace of 3 N numbers: unit normals, if there is drag */
} trama_particles;

/* Allocates arrays for the nodes of `mesh`, or of the scene if it is NULL. False without memory;
 * free by trama_particles_free in any case. */
bool trama_particles_allocate(trama_particles *particles, const trama_scene *scene,
                              const trama_mesh *mesh);
/* Computes inverse_mass from mass. */
void trama_particles_invert(trama_particles *particles);
void trama_particles_free(trama_particles *particles);

/* The normals at q for trama_loads_apply; NULL if the loads have no drag. */
const double *trama_particles_normals(const trama_particles *particles, const trama_loads *loads,
                                      const double *q);
/* Adds the loads at (q, v) to the accelerations a, all of 3 N. */
void trama_particles_apply(const trama_particles *particles, const trama_loads *loads,
                           const double *q, const double *v, double *a);

/* Functions of trama_model_type (model.h). */
void trama_particles_dimensions(const void *model, size_t *nq, size_t *nv);
void trama_particles_initial(const void *model, double *q, double *v);
const double *trama_particles_inverse_measure(const void *model);
void trama_particles_masses(const void *model, double *mass);
void trama_particles_solve_drag(void *model, double h, const double *q, const trama_loads *loads,
                                double *dv);

#endif
