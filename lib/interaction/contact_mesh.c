#include "interaction/contact_mesh.h"

#include "core/memory.h"
#include "core/threads.h"
#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making. */

static trama_status check_surfaces(const trama_surface *const *among, size_t count,
                                   trama_error *error)
{
    bool moves = false, any_bodies = false;
    for (size_t i = 0; i < count; i++) {
        char path[32];
        any_bodies = any_bodies || trama_surface_bodies(among[i]) > 0;
        moves = moves || trama_surface_nodes(among[i]) > 0;
        if ((among[i]->vertices > 0 && among[i]->mesh) || trama_surface_bodies(among[i]) > 0)
            continue;
        snprintf(path, sizeof path, "among[%zu]", i);
        return trama_fail(error, TRAMA_BAD_INPUT, path,
                          "'%s' has no triangles; allowed: objects with a triangle mesh, rigid "
                          "bodies, obstacles that are meshes",
                          among[i]->name);
    }
    if (!moves)
        return trama_fail(
            error, TRAMA_BAD_INPUT, "among", "%s; allowed: an object with nodes among them",
            any_bodies ? "rigid bodies and obstacles, which do not meet here" : "obstacles alone");
    return TRAMA_OK;
}

/* The triangles of a surface; of one with bodies they are made, in *own, to be freed. */
static trama_status part_of(const trama_surface *surface, size_t **own, trama_soup_part *part,
                            trama_error *error)
{
    *own = NULL;
    if (trama_surface_bodies(surface) == 0) {
        *part = (trama_soup_part){.vertices = surface->vertices,
                                  .triangles = surface->mesh->triangle_count,
                                  .triangle = surface->mesh->triangle[0].node};
        return TRAMA_OK;
    }
    *own = trama_mesh_bodies_triangles(surface, &part->vertices, &part->triangles);
    part->triangle = *own;
    return *own ? TRAMA_OK : trama_fail_memory(error);
}

/* Obstacles and bodies meet neither each other nor themselves. */
static trama_status make_soup(trama_contact_mesh *mesh, trama_error *error)
{
    trama_soup_part part[TRAMA_AMONG_MAX];
    size_t *own[TRAMA_AMONG_MAX] = {NULL};
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < mesh->surfaces && status == TRAMA_OK; i++) {
        status = part_of(mesh->surface[i], &own[i], &part[i], error);
        mesh->vertices += part[i].vertices;
    }
    if (status == TRAMA_OK)
        status = trama_soup_create(part, mesh->surfaces, &mesh->soup, error);
    for (size_t i = 0; i < mesh->surfaces; i++)
        free(own[i]);
    for (size_t i = 0; status == TRAMA_OK && i < mesh->surfaces; i++)
        for (size_t j = 0; j <= i; j++)
            if (trama_surface_nodes(mesh->surface[i]) == 0 &&
                trama_surface_nodes(mesh->surface[j]) == 0)
                trama_soup_set_meets(mesh->soup, i, j, false);
    return status;
}

static trama_status make_detection(trama_contact_mesh *mesh, trama_error *error)
{
    trama_detection_spec spec = trama_detection_spec_default();
    spec.distances = true;
    spec.most = TRAMA_CONTACT_CROWD * mesh->soup->triangles;
    if (spec.most < TRAMA_CONTACT_CROWD_LEAST)
        spec.most = TRAMA_CONTACT_CROWD_LEAST;
    return trama_detection_create(mesh->soup, &spec, &mesh->detect, error);
}

static bool make_arrays(trama_contact_mesh *mesh)
{
    const size_t n = 3 * mesh->vertices;
    mesh->block = trama_doubles(8 * trama_padded(n));
    mesh->at = calloc(n, sizeof *mesh->at);
    mesh->fixed = calloc(mesh->vertices, sizeof *mesh->fixed);
    mesh->changed = calloc(n, sizeof *mesh->changed);
    mesh->clock = calloc(1, sizeof *mesh->clock);
    mesh->clear = calloc(1, sizeof *mesh->clear);
    if (!mesh->block || !mesh->at || !mesh->fixed || !mesh->changed || !mesh->clock || !mesh->clear)
        return false;
    double *rest = mesh->block;
    mesh->x0 = trama_carve(&rest, n);
    mesh->x1 = trama_carve(&rest, n);
    mesh->u = trama_carve(&rest, n);
    mesh->found = trama_carve(&rest, n);
    mesh->yield = trama_carve(&rest, n);
    mesh->clear->tolerance = -1.0;
    mesh->clear->x0 = trama_carve(&rest, n);
    mesh->clear->x1 = trama_carve(&rest, n);
    mesh->clear->yield = trama_carve(&rest, n);
    return true;
}

/* Where each component is in the system's velocities. */
static void fill_indices(trama_contact_mesh *mesh)
{
    const trama_soup *soup = mesh->soup;
    for (size_t s = 0; s < mesh->surfaces; s++) {
        const trama_surface *surface = mesh->surface[s];
        const size_t begin = soup->vertex_begin[s], count = soup->vertex_begin[s + 1] - begin;
        for (size_t i = 0; i < count; i++)
            for (size_t axis = 0; axis < 3; axis++)
                mesh->at[3 * (begin + i) + axis] =
                    trama_surface_nodes(surface) == 0
                        ? TRAMA_NONE
                        : surface->v_begin + axis * surface->vertices + i;
    }
}

trama_status trama_contact_mesh_create(const trama_surface *const *among, size_t count,
                                       trama_contact_mesh **mesh, trama_error *error)
{
    *mesh = NULL;
    if (check_surfaces(among, count, error) != TRAMA_OK)
        return error->status;
    trama_contact_mesh *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->surfaces = count;
    made->threads = trama_threads();
    memcpy(made->surface, among, count * sizeof *among);
    trama_status status = make_soup(made, error);
    if (status == TRAMA_OK)
        status = make_detection(made, error);
    if (status == TRAMA_OK && (!make_arrays(made) || !trama_mesh_bodies_make(made)))
        status = trama_fail_memory(error);
    if (status != TRAMA_OK) {
        trama_contact_mesh_destroy(made);
        return status;
    }
    fill_indices(made);
    *mesh = made;
    return TRAMA_OK;
}

void trama_contact_mesh_destroy(trama_contact_mesh *mesh)
{
    if (!mesh)
        return;
    trama_detection_destroy(mesh->detect);
    trama_soup_destroy(mesh->soup);
    trama_mesh_bodies_free(&mesh->bodies);
    free(mesh->clock);
    free(mesh->clear);
    free(mesh->changed);
    free(mesh->fixed);
    free(mesh->at);
    free(mesh->block);
    free(mesh);
}

/* ---- To and from the system. */

/* Positions of all vertices at (t, q). */
static void place(const trama_contact_mesh *mesh, double t, const double *q, double *x)
{
    for (size_t s = 0; s < mesh->surfaces; s++)
        (trama_surface_bodies(mesh->surface[s]) > 0 ? trama_mesh_bodies_place
                                                    : trama_surface_positions)(
            mesh->surface[s], t, q, x + 3 * mesh->soup->vertex_begin[s]);
}

void trama_contact_mesh_move(trama_contact_mesh *mesh)
{
    for (size_t i = 0; i < 3 * mesh->vertices; i++)
        mesh->x1[i] = mesh->x0[i] + mesh->h * mesh->u[i];
    trama_mesh_bodies_move(mesh);
}

/* The velocity of a component over the step: of the system, or from x0 to x1. */
static void gather_component(trama_contact_mesh *mesh, const trama_step_view *view, const double *u,
                             size_t c)
{
    const bool led = mesh->at[c] == TRAMA_NONE;
    mesh->u[c] = led ? (mesh->x1[c] - mesh->x0[c]) / mesh->h : u[mesh->at[c]];
    mesh->found[c] = mesh->u[c];
    mesh->yield[c] = led ? 0.0 : view->inverse_mass[mesh->at[c]];
}

void trama_contact_mesh_gather(trama_contact_mesh *mesh, const trama_step_view *view,
                               const double *u)
{
    mesh->h = view->h;
    place(mesh, view->before.t, view->before.q, mesh->x0);
    place(mesh, view->before.t + view->h, view->before.q, mesh->x1);
    for (size_t i = 0; i < mesh->vertices; i++) {
        mesh->fixed[i] = false;
        for (size_t c = 3 * i; c < 3 * i + 3; c++) {
            gather_component(mesh, view, u, c);
            mesh->fixed[i] = mesh->fixed[i] || mesh->yield[c] == 0.0;
        }
    }
    trama_mesh_bodies_gather(mesh, view, u);
    trama_contact_mesh_move(mesh);
}

void trama_contact_mesh_place(trama_contact_mesh *mesh, double t, const double *q)
{
    place(mesh, t, q, mesh->x0);
    memcpy(mesh->x1, mesh->x0, 3 * mesh->vertices * sizeof *mesh->x1);
    memset(mesh->u, 0, 3 * mesh->vertices * sizeof *mesh->u);
}

void trama_contact_mesh_scatter(trama_contact_mesh *mesh, double *u, trama_touched *touched)
{
    for (size_t c = 0; c < 3 * mesh->vertices; c++) {
        if (mesh->u[c] == mesh->found[c] || mesh->yield[c] == 0.0)
            continue;
        u[mesh->at[c]] = mesh->found[c] = mesh->u[c];
        mesh->changed[c] = true;
        trama_touch(touched, mesh->at[c]);
    }
    trama_mesh_bodies_scatter(mesh, u, touched);
}

/* ---- Impulses. */

bool trama_contact_mesh_yields(const trama_contact_mesh *mesh, const trama_mesh_contact *contact)
{
    for (int i = 0; i < 4; i++)
        for (size_t axis = 0; axis < 3; axis++)
            if (mesh->yield[3 * (size_t)contact->vertex[i] + axis] > 0.0 ||
                trama_mesh_body_of(mesh, contact->vertex[i]))
                return true;
    return false;
}

/* What a unit impulse along a direction gives to the body of a contact: to the velocity of its
 * centre, over its inverse mass, and to its angular velocity. NULL: no body takes part. One at most
 * does, for bodies do not meet. */
static trama_mesh_body *body_share(const trama_contact_mesh *mesh,
                                   const trama_mesh_contact *contact, vec direction, vec *linear,
                                   vec *moment)
{
    trama_mesh_body *found = NULL;
    *linear = *moment = (vec){0.0, 0.0, 0.0};
    for (int i = 0; i < 4; i++) {
        trama_mesh_body *body = trama_mesh_body_of(mesh, contact->vertex[i]);
        const double *x = mesh->x0 + 3 * (size_t)contact->vertex[i];
        if (!body)
            continue;
        const double *centre = body->axes.x;
        const vec arm = {x[0] - centre[0], x[1] - centre[1], x[2] - centre[2]};
        *linear = plus_scaled(*linear, contact->weight[i], direction);
        *moment = plus_scaled(*moment, contact->weight[i], cross(arm, direction));
        found = body;
    }
    return found;
}

void trama_contact_mesh_between(const trama_contact_mesh *mesh, const trama_mesh_contact *contact,
                                double velocity[3])
{
    for (size_t axis = 0; axis < 3; axis++) {
        velocity[axis] = 0.0;
        for (int i = 0; i < 4; i++)
            velocity[axis] += contact->weight[i] * mesh->u[3 * (size_t)contact->vertex[i] + axis];
    }
}

double trama_contact_mesh_yield(const trama_contact_mesh *mesh, const trama_mesh_contact *contact,
                                const double direction[3])
{
    double sum = 0.0;
    for (int i = 0; i < 4; i++)
        for (size_t axis = 0; axis < 3; axis++)
            sum += contact->weight[i] * contact->weight[i] * direction[axis] * direction[axis] *
                   mesh->yield[3 * (size_t)contact->vertex[i] + axis];
    vec linear, moment;
    const trama_mesh_body *body = body_share(
        mesh, contact, (vec){direction[0], direction[1], direction[2]}, &linear, &moment);
    return body ? sum + body->inverse_mass * dot(linear, linear) +
                      dot(moment, trama_mesh_body_turned_by(body, moment))
                : sum;
}

double trama_contact_mesh_push(trama_contact_mesh *mesh, const trama_mesh_contact *contact,
                               const double direction[3], double impulse)
{
    double before[3], after[3];
    trama_contact_mesh_between(mesh, contact, before);
    for (int i = 0; i < 4; i++)
        for (size_t axis = 0; axis < 3; axis++) {
            const size_t c = 3 * (size_t)contact->vertex[i] + axis;
            mesh->u[c] += contact->weight[i] * mesh->yield[c] * impulse * direction[axis];
        }
    vec linear, moment;
    trama_mesh_body *body = body_share(
        mesh, contact, (vec){direction[0], direction[1], direction[2]}, &linear, &moment);
    if (body)
        trama_mesh_body_change(mesh, body, scaled(body->inverse_mass * impulse, linear),
                               scaled(impulse, trama_mesh_body_turned_by(body, moment)));
    trama_contact_mesh_between(mesh, contact, after);
    return -0.5 * impulse * (dot3(before, direction) + dot3(after, direction));
}

void trama_contact_mesh_name(const trama_contact_mesh *mesh, size_t triangle, char *text,
                             size_t size)
{
    const size_t s = mesh->soup->group_of_triangle[triangle];
    snprintf(text, size, "triangle %zu of '%s'", triangle - mesh->soup->triangle_begin[s],
             mesh->surface[s]->name);
}
