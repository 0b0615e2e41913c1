#include "model/particle/mesh_cloth.h"
#include "core/memory.h"
#include "model/particle/masses.h"
#include "model/particle/total.h"

#include <stdlib.h>

const char *const trama_mesh_cloth_rest_names[] = {"flat", "initial", "angle", NULL};

static trama_status check(const trama_mesh_cloth_parameters *p, trama_error *error)
{
    if (p->rest != TRAMA_HINGE_ANGLE && p->rest_angle != 0.0)
        return trama_fail(error, TRAMA_BAD_INPUT, "rest_angle",
                          "rest_angle is for rest: angle; with %s it is 0",
                          trama_mesh_cloth_rest_names[p->rest]);
    return TRAMA_OK;
}

trama_status trama_mesh_cloth_make(const trama_mesh_cloth_parameters *p, const trama_scene *scene,
                                   trama_mesh_cloth *cloth, trama_error *error)
{
    const trama_mesh *mesh = trama_scene_mesh(scene);
    trama_particles *particles = &cloth->particles;
    trama_status status = check(p, error);
    if (status == TRAMA_OK && !mesh)
        status = trama_mesh_of_grid(trama_scene_grid(scene), &cloth->own, error);
    if (status != TRAMA_OK)
        return status;
    if (!trama_particles_allocate(particles, scene, mesh ? mesh : cloth->own))
        return trama_fail_memory(error);
    cloth->extra = trama_doubles(3 * particles->nodes);
    if (!cloth->extra)
        return trama_fail_memory(error);
    if (p->rest == TRAMA_HINGE_INITIAL)
        trama_scene_initial(scene, particles->normal, cloth->extra);
    else
        trama_scene_reference(scene, particles->normal);
    return TRAMA_OK;
}

trama_status trama_mesh_cloth_weigh(const trama_mesh_cloth_parameters *p, double area,
                                    trama_mesh_cloth *cloth, trama_error *error)
{
    trama_particles *particles = &cloth->particles;
    double total;
    const trama_status status = trama_total_mass(p->mass, p->density, area, "m^2", &total, error);
    if (status != TRAMA_OK)
        return status;
    trama_mesh_masses(particles->mesh, particles->normal, total, area, particles->mass);
    trama_particles_invert(particles);
    return TRAMA_OK;
}

void trama_mesh_cloth_free(trama_mesh_cloth *cloth)
{
    trama_particles_free(&cloth->particles);
    trama_mesh_destroy(cloth->own);
    free(cloth->extra);
}
