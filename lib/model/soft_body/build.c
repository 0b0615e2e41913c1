/* Sets a soft body up: its elements at rest, and the masses of its nodes. */
#include "model/soft_body/build.h"
#include "core/numbers.h"
#include "model/particle/total.h"

#include <math.h>
#include <stdlib.h>

/* Lame's parameters of Young's modulus and Poisson's ratio. */
static trama_status set_material(const soft_parameters *p, soft_body *self, trama_error *error)
{
    if (!(p->poisson > -1.0 && p->poisson < 0.5))
        return trama_fail(error, TRAMA_BAD_INPUT, "poisson",
                          "poisson %g; allowed: above -1 and below 0.5, where a body has a finite "
                          "stiffness against every strain",
                          p->poisson);
    self->material = (soft_material){.mu = p->young / (2.0 * (1.0 + p->poisson)),
                                     .lambda = p->young * p->poisson /
                                               ((1.0 + p->poisson) * (1.0 - 2.0 * p->poisson)),
                                     .beta = p->beta};
    self->alpha = p->alpha;
    self->positive = p->tangent == SOFT_POSITIVE;
    return TRAMA_OK;
}

static vec vertex_at(const trama_tetrahedra *rest, size_t node)
{
    const double *x = rest->vertex + node;
    return (vec){x[0], x[rest->vertex_count], x[2 * rest->vertex_count]};
}

/* g_i is the area vector of the face across from node i, inwards, over three times the volume. */
static soft_element element_of(const trama_tetrahedra *rest, size_t i)
{
    soft_element e;
    const double six = trama_tetrahedron_six_volumes(rest, i);
    for (int c = 0; c < 4; c++)
        e.node[c] = rest->item[i].node[c];
    const vec origin = vertex_at(rest, e.node[0]);
    const vec a = minus(vertex_at(rest, e.node[1]), origin),
              b = minus(vertex_at(rest, e.node[2]), origin),
              c = minus(vertex_at(rest, e.node[3]), origin);
    e.gradient[1] = scaled(1.0 / six, cross(b, c));
    e.gradient[2] = scaled(1.0 / six, cross(c, a));
    e.gradient[3] = scaled(1.0 / six, cross(a, b));
    e.gradient[0] = scaled(-1.0, plus(plus(e.gradient[1], e.gradient[2]), e.gradient[3]));
    e.volume = six / 6.0;
    return e;
}

static trama_status set_masses(const soft_parameters *p, soft_body *self, trama_error *error)
{
    double volume = 0.0, total;
    for (size_t i = 0; i < self->count; i++)
        volume += self->element[i].volume;
    const trama_status status = trama_total_mass(p->mass, p->density, volume, "m^3", &total, error);
    if (status != TRAMA_OK)
        return status;
    self->density = total / volume;
    for (size_t i = 0; i < self->count; i++)
        for (int c = 0; c < 4; c++)
            self->particles.mass[self->element[i].node[c]] +=
                0.25 * self->density * self->element[i].volume;
    trama_particles_invert(&self->particles);
    return TRAMA_OK;
}

static size_t find(const void *model, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const soft_body *self = model;
    for (int c = 0; c < 4; c++)
        node[c] = self->element[element].node[c];
    return 4;
}

/* What the elements are must be known. */
static bool make_gather(soft_body *self)
{
    const trama_elements elements = {
        .self = self, .count = self->count, .nodes = self->particles.nodes, .find = find};
    self->parts = trama_gather_parts(self->count);
    return trama_gather_make(&elements, 4, self->parts, &self->gather);
}

static bool allocate(soft_body *self, const trama_scene *scene)
{
    self->element = calloc(self->count, sizeof *self->element);
    return trama_particles_allocate(&self->particles, scene, trama_scene_mesh(scene)) &&
           self->element;
}

void trama_soft_destroy(void *body)
{
    soft_body *self = body;
    if (!self)
        return;
    free(self->element);
    trama_gather_free(&self->gather);
    trama_particles_free(&self->particles);
    free(self);
}

static trama_status fill(const soft_parameters *p, const trama_scene *scene, soft_body *self,
                         trama_error *error)
{
    const trama_tetrahedra *rest = trama_scene_tetrahedra(scene);
    self->count = rest->count;
    trama_status status = set_material(p, self, error);
    if (status == TRAMA_OK && !allocate(self, scene))
        status = trama_fail_memory(error);
    if (status != TRAMA_OK)
        return status;
    for (size_t i = 0; i < self->count; i++)
        self->element[i] = element_of(rest, i);
    self->quality = trama_tetrahedra_quality_of(rest);
    return make_gather(self) ? set_masses(p, self, error) : trama_fail_memory(error);
}

trama_status trama_soft_build(const soft_parameters *p, const trama_scene *scene, soft_body **body,
                              trama_error *error)
{
    soft_body *self = calloc(1, sizeof *self);
    if (!self)
        return trama_fail_memory(error);
    const trama_status status = fill(p, scene, self, error);
    if (status == TRAMA_OK)
        *body = self;
    else
        trama_soft_destroy(self);
    return status;
}
