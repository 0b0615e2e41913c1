#include "interaction/mesh_bodies.h"

#include "interaction/contact_mesh.h"
#include "rigid/pose.h"

#include <stdlib.h>
#include <string.h>

/* ---- Making. */

static size_t vertices_of(const trama_surface *surface)
{
    size_t vertices = 0;
    for (size_t b = 0; b < trama_surface_bodies(surface); b++) {
        const trama_body body = {surface, b};
        vertices += trama_body_outline(&body).points;
    }
    return vertices;
}

size_t *trama_mesh_bodies_triangles(const trama_surface *surface, size_t *vertices,
                                    size_t *triangles)
{
    size_t first = 0, at = 0;
    *vertices = vertices_of(surface);
    *triangles = 0;
    for (size_t b = 0; b < trama_surface_bodies(surface); b++) {
        const trama_body body = {surface, b};
        *triangles += trama_body_outline(&body).triangles;
    }
    size_t *corner = calloc(3 * *triangles + 1, sizeof *corner);
    for (size_t b = 0; corner && b < trama_surface_bodies(surface); b++) {
        const trama_body body = {surface, b};
        const trama_body_outline_view outline = trama_body_outline(&body);
        for (size_t t = 0; t < outline.triangles; t++)
            for (size_t c = 0; c < 3; c++)
                corner[at++] = first + outline.triangle[t][c];
        first += outline.points;
    }
    return corner;
}

bool trama_mesh_bodies_make(trama_contact_mesh *mesh)
{
    trama_mesh_bodies *bodies = &mesh->bodies;
    size_t count = 0;
    for (size_t s = 0; s < mesh->surfaces; s++)
        count += trama_surface_bodies(mesh->surface[s]);
    if (count == 0)
        return true;
    bodies->item = calloc(count, sizeof *bodies->item);
    bodies->of = calloc(mesh->vertices, sizeof *bodies->of);
    if (!bodies->item || !bodies->of)
        return false;
    for (size_t i = 0; i < mesh->vertices; i++)
        bodies->of[i] = TRAMA_SOUP_NONE;
    for (size_t s = 0; s < mesh->surfaces; s++) {
        size_t vertex = mesh->soup->vertex_begin[s];
        for (size_t b = 0; b < trama_surface_bodies(mesh->surface[s]); b++) {
            trama_mesh_body *made = &bodies->item[bodies->count];
            made->body = (trama_body){mesh->surface[s], b};
            made->first = vertex;
            made->count = trama_body_outline(&made->body).points;
            for (size_t i = 0; i < made->count; i++)
                bodies->of[vertex++] = (uint32_t)bodies->count;
            bodies->count++;
        }
    }
    return true;
}

void trama_mesh_bodies_free(trama_mesh_bodies *bodies)
{
    free(bodies->item);
    free(bodies->of);
}

/* ---- To and from the system. */

void trama_mesh_bodies_place(const trama_surface *surface, double t, const double *q, double *x)
{
    for (size_t b = 0; b < trama_surface_bodies(surface); b++) {
        const trama_body body = {surface, b};
        const trama_body_outline_view outline = trama_body_outline(&body);
        trama_pose axes;
        trama_body_axes(&body, t, q, &axes);
        for (size_t i = 0; i < outline.points; i++, x += 3)
            for (size_t k = 0; k < 3; k++)
                x[k] = axes.x[k] + dot3(axes.axes[k], outline.point[i]);
    }
}

static void gather_body(trama_contact_mesh *mesh, const trama_step_view *view, const double *u,
                        trama_mesh_body *b)
{
    const bool is_free = trama_body_is_free(&b->body);
    const size_t at = is_free ? trama_body_components(&b->body) : 0;
    b->inverse_mass = is_free ? view->inverse_mass[at] : 0.0;
    if (b->inverse_mass == 0.0)
        return;
    trama_body_axes(&b->body, view->before.t, view->before.q, &b->axes);
    memcpy(b->inverse_moment, view->inverse_mass + at + 3, sizeof b->inverse_moment);
    b->v = b->v_found = (vec){u[at], u[at + 1], u[at + 2]};
    b->w = b->w_found = turned(&b->axes, vec_of(u + at + 3));
    memset(mesh->fixed + b->first, 0, b->count * sizeof *mesh->fixed);
}

void trama_mesh_bodies_gather(trama_contact_mesh *mesh, const trama_step_view *view,
                              const double *u)
{
    for (size_t b = 0; b < mesh->bodies.count; b++)
        gather_body(mesh, view, u, &mesh->bodies.item[b]);
}

static void move_body(trama_contact_mesh *mesh, const trama_mesh_body *b)
{
    const trama_body_outline_view outline = trama_body_outline(&b->body);
    double own[6] = {b->v.x, b->v.y, b->v.z};
    trama_pose end;
    vec_put(turned_back(&b->axes, b->w), own + 3);
    trama_body_carried_axes(&b->body, mesh->h, &b->axes, own, &end);
    for (size_t i = 0; i < b->count; i++)
        for (size_t k = 0; k < 3; k++) {
            const size_t c = 3 * (b->first + i) + k;
            mesh->x1[c] = end.x[k] + dot3(end.axes[k], outline.point[i]);
            mesh->u[c] = (mesh->x1[c] - mesh->x0[c]) / mesh->h;
        }
}

void trama_mesh_bodies_move(trama_contact_mesh *mesh)
{
    for (size_t b = 0; b < mesh->bodies.count; b++)
        if (mesh->bodies.item[b].inverse_mass > 0.0)
            move_body(mesh, &mesh->bodies.item[b]);
}

static bool is_same(vec a, vec b)
{
    return a.x == b.x && a.y == b.y && a.z == b.z;
}

void trama_mesh_bodies_scatter(trama_contact_mesh *mesh, double *u, trama_touched *touched)
{
    for (size_t i = 0; i < mesh->bodies.count; i++) {
        trama_mesh_body *b = &mesh->bodies.item[i];
        if (b->inverse_mass == 0.0 || (is_same(b->v, b->v_found) && is_same(b->w, b->w_found)))
            continue;
        double *own = u + trama_body_components(&b->body);
        own[0] = b->v.x;
        own[1] = b->v.y;
        own[2] = b->v.z;
        vec_put(turned_back(&b->axes, b->w), own + 3);
        b->v_found = b->v;
        b->w_found = b->w;
        for (size_t c = 0; c < 6; c++)
            trama_touch(touched, trama_body_components(&b->body) + c);
    }
}

/* ---- Impulses. */

trama_mesh_body *trama_mesh_body_of(const trama_contact_mesh *mesh, size_t vertex)
{
    const uint32_t i = mesh->bodies.of ? mesh->bodies.of[vertex] : TRAMA_SOUP_NONE;
    trama_mesh_body *b = i == TRAMA_SOUP_NONE ? NULL : &mesh->bodies.item[i];
    return b && b->inverse_mass > 0.0 ? b : NULL;
}

vec trama_mesh_body_turned_by(const trama_mesh_body *body, vec moment)
{
    double own[3];
    vec_put(turned_back(&body->axes, moment), own);
    for (size_t i = 0; i < 3; i++)
        own[i] *= body->inverse_moment[i];
    return turned(&body->axes, vec_of(own));
}

vec trama_mesh_body_spin(const trama_mesh_body *body, vec w)
{
    double own[3];
    vec_put(turned_back(&body->axes, w), own);
    for (size_t i = 0; i < 3; i++)
        own[i] /= body->inverse_moment[i];
    return turned(&body->axes, vec_of(own));
}

void trama_mesh_body_change(trama_contact_mesh *mesh, trama_mesh_body *body, vec dv, vec dw)
{
    const vec centre = {body->axes.x[0], body->axes.x[1], body->axes.x[2]};
    body->v = plus(body->v, dv);
    body->w = plus(body->w, dw);
    for (size_t i = body->first; i < body->first + body->count; i++) {
        const double *x = mesh->x0 + 3 * i;
        const vec du = plus(dv, cross(dw, minus((vec){x[0], x[1], x[2]}, centre)));
        mesh->u[3 * i] += du.x;
        mesh->u[3 * i + 1] += du.y;
        mesh->u[3 * i + 2] += du.z;
    }
}
