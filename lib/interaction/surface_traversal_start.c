/* The start of a run: the sizes that depend on it, and whether all cloths are outside. */
#include "interaction/surface_traversal.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

/* The longest edge, and a third of each triangle's area at its vertices. */
static double measure_cloths(trama_surface_traversal *self)
{
    const trama_soup *soup = self->mesh->soup;
    const double *x = self->mesh->x0;
    double longest = 0.0, *of_vertex = self->response.area;
    memset(of_vertex, 0, self->vertices * sizeof *of_vertex);
    for (size_t t = 0; t < soup->triangle_begin[self->mesh->surfaces - 1]; t++) {
        const uint32_t *v = soup->triangle[t];
        double side[3][3], area[3];
        for (size_t c = 0; c < 3; c++) {
            for (size_t axis = 0; axis < 3; axis++)
                side[c][axis] = x[3 * (size_t)v[(c + 1) % 3] + axis] - x[3 * (size_t)v[c] + axis];
            longest = fmax(longest, sqrt(dot3(side[c], side[c])));
        }
        cross3(side[0], side[1], area);
        for (size_t c = 0; c < 3; c++)
            of_vertex[v[c]] += sqrt(dot3(area, area)) / 6.0;
    }
    return longest;
}

static trama_status check_inside(const trama_surface_traversal *self, trama_error *error)
{
    const trama_contact_mesh *mesh = self->mesh;
    const trama_closest_point *point = trama_traversal_points(self->judge);
    const char *body = mesh->surface[mesh->surfaces - 1]->name;
    for (size_t i = 0; i < self->vertices; i++) {
        if (point[i].distance > 0.0)
            continue;
        const size_t s = mesh->soup->group_of_vertex[i];
        const double *x = mesh->x0 + 3 * i;
        return trama_fail(
            error, TRAMA_BAD_INPUT, "among",
            "vertex %zu of '%s', at [%g, %g, %g], is inside '%s' at the start, %.3g m "
            "behind its triangle %u; allowed: outside",
            i - mesh->soup->vertex_begin[s], mesh->surface[s]->name, x[0], x[1], x[2], body,
            fabs(point[i].distance), (unsigned)point[i].triangle);
    }
    return TRAMA_OK;
}

trama_status trama_surface_traversal_check(void *interaction, const trama_moment *start,
                                           trama_error *error)
{
    trama_surface_traversal *self = interaction;
    const trama_contact_mesh *mesh = self->mesh;
    const trama_closed_surface *surface = trama_traversal_surface(self->judge);
    trama_contact_mesh_place(self->mesh, start->t, start->q);
    const double longest = measure_cloths(self);
    const double thickness = self->p.thickness > 0.0 ? self->p.thickness : 2.0 / 3.0 * longest;
    self->response.options.thickness = thickness;
    trama_traversal_set_range(self->traversal, thickness + self->p.repulsion);
    if (!(trama_closed_surface_volume(surface, trama_surface_traversal_body(self, mesh->x0)) > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "among",
                          "'%s' is inside out; allowed: triangles counter-clockwise seen from "
                          "outside",
                          mesh->surface[mesh->surfaces - 1]->name);
    trama_traversal_start(self->judge, trama_surface_traversal_body(self, mesh->x0), mesh->x0);
    for (size_t i = 0; i < self->vertices; i++)
        self->response.begun[i] = trama_traversal_points(self->judge)[i].distance;
    self->response.t_begun = start->t;
    return check_inside(self, error);
}
