/* Making and ending: the roles of the objects, the searches on the body, friction. */
#include "interaction/surface_traversal.h"

#include "core/memory.h"
#include "surface/material.h"

#include <stdio.h>
#include <stdlib.h>

static trama_status check_roles(const trama_surface *const *among, size_t count, trama_error *error)
{
    for (size_t i = 0; i + 1 < count; i++) {
        char path[32];
        snprintf(path, sizeof path, "among[%zu]", i);
        if (trama_surface_nodes(among[i]) == 0)
            return trama_fail(error, TRAMA_BAD_INPUT, path,
                              "'%s' has no nodes; allowed: cloths, and after them the body",
                              among[i]->name);
    }
    return TRAMA_OK;
}

static trama_status make_traversal(trama_surface_traversal *self, trama_traversal **traversal,
                                   trama_error *error)
{
    const trama_soup *soup = self->mesh->soup;
    const size_t body = self->mesh->surfaces - 1, first = soup->triangle_begin[body],
                 count = soup->triangle_begin[body + 1] - first;
    size_t *triangle = calloc(3 * count + 1, sizeof *triangle);
    if (!triangle)
        return trama_fail_memory(error);
    for (size_t i = 0; i < 3 * count; i++)
        triangle[i] = soup->triangle[first + i / 3][i % 3] - soup->vertex_begin[body];
    trama_error fault = {.status = TRAMA_OK};
    const trama_status status =
        trama_traversal_create(self->mesh->vertices - self->vertices, count, triangle,
                               self->vertices, 0.0, traversal, &fault);
    free(triangle);
    if (status == TRAMA_NO_MEMORY)
        return trama_fail_memory(error);
    char path[32];
    snprintf(path, sizeof path, "among[%zu]", body);
    return status == TRAMA_OK ? TRAMA_OK
                              : trama_fail(error, TRAMA_BAD_INPUT, path, "of '%s', %s",
                                           self->mesh->surface[body]->name, fault.text);
}

static bool make_response(trama_surface_traversal *self)
{
    const trama_surface_traversal_options *p = &self->p;
    self->response.options =
        (trama_surface_response_options){.repulsion = p->repulsion,
                                         .stiffness = p->stiffness,
                                         .part = p->part,
                                         .recovery = p->recovery,
                                         .at_once = p->order == TRAMA_SURFACE_JACOBI,
                                         .rounds = p->rounds};
    self->response.mesh = self->mesh;
    self->response.traversal = self->traversal;
    self->response.vertices = self->vertices;
    self->end = trama_doubles(trama_padded(3 * self->mesh->vertices));
    return self->end && trama_surface_response_make(&self->response);
}

static trama_status make_friction(trama_surface_traversal *self, trama_error *error)
{
    const trama_surface_traversal_options *p = &self->p;
    if (p->friction > 0.0 && p->friction_curve.count > 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "friction_curve",
                          "friction and friction_curve; allowed: one of them");
    return trama_friction_make(&self->response.friction, p->friction, &p->friction_curve,
                               p->sample_area, "friction_curve", error);
}

/* What depends on the direction in a cloth needs to know its threads. */
static trama_status check_threads(const trama_surface_traversal *self,
                                  const trama_surface *const *among, size_t count,
                                  trama_error *error)
{
    for (size_t i = 0; i + 1 < count && self->response.friction.is_orthotropic; i++) {
        char path[32];
        snprintf(path, sizeof path, "among[%zu]", i);
        if (!trama_surface_has_threads(among[i]))
            return trama_fail(error, TRAMA_BAD_INPUT, path,
                              "friction depends on the direction in '%s', whose warp is not known; "
                              "allowed: a grid, a model that is told its warp, or a curve of 0 "
                              "degrees alone",
                              among[i]->name);
    }
    return TRAMA_OK;
}

trama_status trama_surface_traversal_create(const void *given, const trama_surface *const *among,
                                            size_t count, void **interaction, trama_error *error)
{
    *interaction = NULL;
    if (check_roles(among, count, error) != TRAMA_OK)
        return error->status;
    trama_surface_traversal *made = *interaction = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->p = *(const trama_surface_traversal_options *)given;
    trama_status status = make_friction(made, error);
    if (status == TRAMA_OK)
        status = check_threads(made, among, count, error);
    if (status == TRAMA_OK)
        status = trama_contact_mesh_create(among, count, &made->mesh, error);
    if (status != TRAMA_OK)
        return status;
    made->vertices = made->mesh->soup->vertex_begin[count - 1];
    status = make_traversal(made, &made->traversal, error);
    if (status == TRAMA_OK)
        status = make_traversal(made, &made->judge, error);
    if (status == TRAMA_OK && !make_response(made))
        status = trama_fail_memory(error);
    return status;
}

void trama_surface_traversal_destroy(void *interaction)
{
    trama_surface_traversal *self = interaction;
    if (!self)
        return;
    trama_traversal_destroy(self->judge);
    trama_traversal_destroy(self->traversal);
    trama_contact_mesh_destroy(self->mesh);
    trama_surface_response_free(&self->response);
    free(self->end);
    free(self);
}
