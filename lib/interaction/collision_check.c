/* What a response to collisions refuses at the start: triangles of no area, a thickness that
 * neighbours of one surface are within, what interpenetrates, what touches, what is inside a closed
 * obstacle. Each message names objects, triangles and a place. */
#include "interaction/collision.h"

#include "collision/proximity.h"
#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

/* A triangle counts as degenerate where its least height is so small a part of its longest side
 * that rounding could be all of it. */
static const double FLAT = 1e-12;
/* So small a part of the tolerance counts as no distance: two that touch have no side to be kept
 * on. */
static const double TOUCH = 1e-3;

typedef struct name {
    char text[160];
} name;

static name name_of(const trama_contact_mesh *mesh, size_t triangle)
{
    name n;
    trama_contact_mesh_name(mesh, triangle, n.text, sizeof n.text);
    return n;
}

/* "vertex 3 of 'cloth' at [0.1, 0, 0.2]" */
static name place_of(const trama_contact_mesh *mesh, size_t vertex)
{
    const size_t s = mesh->soup->group_of_vertex[vertex];
    const double *x = mesh->x0 + 3 * vertex;
    name n;
    snprintf(n.text, sizeof n.text, "vertex %zu of '%s' at [%.6g, %.6g, %.6g]",
             vertex - mesh->soup->vertex_begin[s], mesh->surface[s]->name, x[0], x[1], x[2]);
    return n;
}

/* ---- Triangles, and what the thickness must be below. */

/* Of the sides of a triangle. */
typedef struct shape {
    double shortest, longest, height; /* m; the least height */
} shape;

static shape shape_of(const trama_contact_mesh *mesh, size_t triangle)
{
    shape s = {.shortest = TRAMA_INFINITY};
    for (int side = 0; side < 3; side++) {
        const double length =
            trama_contact_mesh_edge(mesh, mesh->soup->triangle_edge[triangle][side]);
        s.shortest = fmin(s.shortest, length);
        s.longest = fmax(s.longest, length);
    }
    s.height = s.longest > 0.0 ? 2.0 * trama_contact_mesh_area(mesh, triangle) / s.longest : 0.0;
    return s;
}

static trama_status check_degenerate(const trama_contact_mesh *mesh, trama_error *error)
{
    for (size_t t = 0; t < mesh->soup->triangles; t++) {
        const shape s = shape_of(mesh, t);
        if (!(s.height > FLAT * s.longest))
            return trama_fail(error, TRAMA_BAD_INPUT, "among",
                              "%s has no area at the start; allowed: above 0",
                              name_of(mesh, t).text);
    }
    return TRAMA_OK;
}

/* Features of one surface that have no vertex in common are nearer than a height of a triangle, or
 * farther than half of a side: what keeps more apart parts neighbours that belong together. */
static trama_status check_thickness(const trama_contact_mesh *mesh, const char *field,
                                    double thickness, trama_error *error)
{
    for (size_t t = 0; t < mesh->soup->triangles; t++) {
        const uint32_t group = mesh->soup->group_of_triangle[t];
        const shape s = shape_of(mesh, t);
        const double limit = fmin(0.5 * s.shortest, s.height);
        if (!trama_soup_meets(mesh->soup, group, group) || thickness < limit)
            continue;
        return trama_fail(error, TRAMA_BAD_INPUT, field,
                          "%s: %g m, and the shortest side of %s is %g m, its least height %g m; "
                          "allowed of what may touch itself: below half of that side and below "
                          "that height, %g m",
                          field, thickness, name_of(mesh, t).text, s.shortest, s.height, limit);
    }
    return TRAMA_OK;
}

/* ---- Where things are. */

static trama_status check_crossings(const trama_contact_mesh *mesh, trama_error *error)
{
    trama_crossing crossing;
    if (trama_contact_find_crossings(mesh, &crossing) != TRAMA_STEP_OK)
        return trama_fail_memory(error);
    if (crossing.count == 0)
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "among",
                      "%s is passed through at the start by the edge from %s, by %.3g m; allowed: "
                      "no interpenetration",
                      name_of(mesh, crossing.triangle).text,
                      place_of(mesh, mesh->soup->edge[crossing.edge][0]).text, crossing.depth);
}

/* The triangle that the second of two stands for; of an edge, the first that has it. */
static size_t second_triangle(const trama_contact_mesh *mesh, const trama_mesh_contact *c)
{
    const uint32_t second = (uint32_t)c->key;
    return c->edges ? mesh->soup->edge_triangle[second][0] : second;
}

static trama_status check_touching(trama_collision *collision, trama_error *error)
{
    const trama_contact_mesh *mesh = collision->mesh;
    const double least = TOUCH * collision->options.tolerance;
    const trama_step_status status =
        trama_contact_find_near(mesh, collision->options.tolerance, &collision->near);
    if (status != TRAMA_STEP_OK)
        return status == TRAMA_STEP_NO_MEMORY
                   ? trama_fail_memory(error)
                   : trama_fail(error, TRAMA_BAD_INPUT, "among",
                                "nearly everything is within %g m of everything at the start; "
                                "allowed: surfaces with room between them",
                                collision->options.tolerance);
    for (size_t i = 0; i < collision->near.count; i++) {
        const trama_mesh_contact *c = &collision->near.item[i];
        if (c->distance > least)
            continue;
        return trama_fail(
            error, TRAMA_BAD_INPUT, "among",
            "%s%s touches %s%s at the start; allowed: a distance above %g m, also at a "
            "seam (an attachment by force)",
            c->edges ? "the edge from " : "", place_of(mesh, c->vertex[0]).text,
            c->edges ? "an edge of " : "", name_of(mesh, second_triangle(mesh, c)).text, least);
    }
    return TRAMA_OK;
}

/* The triangle of group `s` that is nearest to a vertex. */
static size_t nearest_triangle(const trama_contact_mesh *mesh, size_t vertex, size_t s)
{
    double least = TRAMA_INFINITY;
    size_t nearest = mesh->soup->triangle_begin[s];
    for (size_t t = nearest; t < mesh->soup->triangle_begin[s + 1]; t++) {
        trama_four four;
        memcpy(four.x[0], mesh->x0 + 3 * vertex, 3 * sizeof(double));
        for (size_t i = 0; i < 3; i++)
            memcpy(four.x[i + 1], mesh->x0 + 3 * (size_t)mesh->soup->triangle[t][i],
                   3 * sizeof(double));
        const double squared = trama_closest_vertex_face(&four).squared;
        if (squared < least) {
            least = squared;
            nearest = t;
        }
    }
    return nearest;
}

static trama_status check_inside_of(const trama_contact_mesh *mesh, size_t obstacle,
                                    const trama_moment *start, trama_error *error)
{
    const trama_surface *surface = mesh->surface[obstacle];
    for (size_t i = 0; i < mesh->vertices; i++) {
        trama_foot foot;
        if (mesh->surface[mesh->soup->group_of_vertex[i]]->is_prescribed ||
            !trama_surface_nearest(surface, start->t, start->q, mesh->x0 + 3 * i, TRAMA_INFINITY,
                                   &foot) ||
            foot.distance >= 0.0)
            continue;
        return trama_fail(error, TRAMA_BAD_INPUT, "among",
                          "%s is inside '%s' at the start, %.3g m behind %s; allowed: outside of "
                          "a closed mesh (walls around an object are tables)",
                          place_of(mesh, i).text, surface->name, -foot.distance,
                          name_of(mesh, nearest_triangle(mesh, i, obstacle)).text);
    }
    return TRAMA_OK;
}

static trama_status check_inside(const trama_contact_mesh *mesh, const trama_moment *start,
                                 trama_error *error)
{
    for (size_t s = 0; s < mesh->surfaces; s++)
        if (mesh->surface[s]->is_prescribed && !trama_surface_inside_missing(mesh->surface[s]) &&
            check_inside_of(mesh, s, start, error) != TRAMA_OK)
            return error->status;
    return TRAMA_OK;
}

trama_status trama_collision_check(void *interaction, const trama_moment *start, trama_error *error)
{
    trama_collision *collision = interaction;
    trama_contact_mesh *mesh = collision->mesh;
    trama_contact_mesh_place(mesh, start->t, start->q);
    /* What is held is known when a step begins. Here all that has coordinates may move. */
    for (size_t c = 0; c < 3 * mesh->vertices; c++)
        mesh->yield[c] = mesh->at[c] == TRAMA_NONE ? 0.0 : 1.0;
    trama_status status = check_degenerate(mesh, error);
    if (status == TRAMA_OK)
        status = check_thickness(mesh, "thickness", collision->thickness, error);
    if (status == TRAMA_OK)
        status = check_thickness(mesh, "tolerance", collision->options.tolerance, error);
    if (status == TRAMA_OK)
        status = check_crossings(mesh, error);
    if (status == TRAMA_OK)
        status = check_touching(collision, error);
    return status == TRAMA_OK ? check_inside(mesh, start, error) : status;
}
