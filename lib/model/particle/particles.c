#include "model/particle/particles.h"
#include "core/memory.h"
#include "model/particle/normals.h"

#include <stdlib.h>

bool trama_particles_allocate(trama_particles *p, const trama_scene *scene, const trama_mesh *mesh)
{
    p->scene = scene;
    p->mesh = mesh;
    p->nodes = mesh ? mesh->nodes : trama_scene_nodes(scene);
    p->mass = trama_doubles(p->nodes);
    p->inverse_mass = trama_doubles(p->nodes);
    p->normal = trama_doubles(3 * p->nodes);
    return p->mass && p->inverse_mass && p->normal;
}

void trama_particles_invert(trama_particles *p)
{
    for (size_t i = 0; i < p->nodes; i++)
        p->inverse_mass[i] = 1.0 / p->mass[i];
}

void trama_particles_free(trama_particles *p)
{
    free(p->mass);
    free(p->inverse_mass);
    free(p->normal);
}

const double *trama_particles_normals(const trama_particles *p, const trama_loads *loads,
                                      const double *q)
{
    const trama_grid *grid = trama_scene_grid(p->scene);
    if (loads->drag == 0.0)
        return NULL;
    if (p->mesh)
        trama_mesh_normals(p->mesh, q, p->normal);
    else
        trama_grid_normals((size_t)grid->points[0], (size_t)grid->points[1], q, p->normal);
    return p->normal;
}

void trama_particles_apply(const trama_particles *p, const trama_loads *loads, const double *q,
                           const double *v, double *a)
{
    const size_t n = p->nodes;
    const double *normal = trama_particles_normals(p, loads, q);
    trama_loads_apply(loads, 0, n, n, p->inverse_mass, normal, normal ? normal + n : NULL,
                      normal ? normal + 2 * n : NULL, v, a);
}

void trama_particles_dimensions(const void *model, size_t *nq, size_t *nv)
{
    const trama_particles *p = model;
    *nq = *nv = 3 * p->nodes;
}

void trama_particles_initial(const void *model, double *q, double *v)
{
    const trama_particles *p = model;
    trama_scene_initial(p->scene, q, v);
}

const double *trama_particles_inverse_measure(const void *model)
{
    const trama_particles *p = model;
    return p->inverse_mass;
}

void trama_particles_masses(const void *model, double *mass)
{
    const trama_particles *p = model;
    for (size_t i = 0; i < 3 * p->nodes; i++)
        mass[i] = p->mass[i % p->nodes];
}

void trama_particles_solve_drag(void *model, double h, const double *q, const trama_loads *loads,
                                double *dv)
{
    const trama_particles *p = model;
    trama_particle_solve_drag(p->nodes, h, p->inverse_mass, trama_particles_normals(p, loads, q),
                              loads, dv);
}
