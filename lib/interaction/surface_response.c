#include "interaction/surface_response.h"

#include "core/hypot.h"
#include "core/memory.h"
#include "core/vec.h"
#include "surface/material.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Deficits below this part of the thickness are left to the next step, after the first round. */
#define SLACK 1e-3

/* ---- Making. */

bool trama_surface_response_make(trama_surface_response *r)
{
    const size_t n = r->vertices, all = 3 * r->mesh->vertices;
    double *rest = r->block =
        trama_doubles(3 * trama_padded(n) + trama_padded(all) + 2 * trama_padded(3 * n));
    r->got = calloc(n + 1, sizeof *r->got);
    if (!rest || !r->got)
        return false;
    r->area = trama_carve(&rest, n);
    r->begun = trama_carve(&rest, n);
    r->count = trama_carve(&rest, n);
    r->lead = trama_carve(&rest, all);
    r->warp = trama_carve(&rest, 3 * n);
    r->weft = trama_carve(&rest, 3 * n);
    return true;
}

void trama_surface_response_free(trama_surface_response *r)
{
    free(r->got);
    free(r->block);
}

/* ---- A step. */

static void find_threads(trama_surface_response *r, const double *q)
{
    const trama_soup *soup = r->mesh->soup;
    for (size_t s = 0; s + 1 < r->mesh->surfaces; s++) {
        const size_t first = soup->vertex_begin[s];
        trama_surface_vertex_threads(r->mesh->surface[s], q, r->count + first, r->warp + 3 * first,
                                     r->weft + 3 * first);
    }
}

void trama_surface_response_begin(trama_surface_response *r, const double *q)
{
    r->contacts = 0;
    memset(r->got, 0, r->vertices * sizeof *r->got);
    if (r->friction.is_orthotropic)
        find_threads(r, q);
}

void trama_surface_response_gather(trama_surface_response *r, const trama_step_view *view,
                                   const double *u)
{
    const size_t size = 3 * r->mesh->vertices;
    r->elapsed = view->before.t + view->h - r->t_begun;
    trama_contact_mesh_gather(r->mesh, view, view->before.v);
    memcpy(r->lead, r->mesh->u, size * sizeof *r->lead);
    trama_contact_mesh_gather(r->mesh, view, view->v);
    for (size_t i = 0; i < size; i++)
        r->lead[i] -= r->mesh->u[i];
    trama_contact_mesh_gather(r->mesh, view, u);
}

/* The vertex i and its closest point, as two points of the mesh. */
static trama_mesh_contact contact_of(const trama_surface_response *r, size_t i)
{
    const trama_closest_point *point = &trama_traversal_points(r->traversal)[i];
    const uint32_t *v = trama_traversal_surface(r->traversal)->triangle[point->triangle];
    trama_mesh_contact c = {.vertex = {(uint32_t)i}, .weight = {1.0}, .distance = point->distance};
    for (int k = 0; k < 3; k++) {
        c.vertex[k + 1] = (uint32_t)r->vertices + v[k];
        c.weight[k + 1] = -point->weight[k];
        c.normal[k] = point->normal[k];
    }
    return c;
}

/* ---- Energy. */

/* Gives an impulse and books what it takes, J: by the mean of the velocities before and after it,
 * less the half of what the method's forces have added in this step. So the sum over all impulses
 * of all filters is that by the mean velocity of the step. Without the second part a vertex that
 * pressure holds against the body, and that does not move, would take energy out of every step. */
static double give(trama_surface_response *r, const trama_mesh_contact *c,
                   const double direction[3], double impulse)
{
    double lead = 0.0;
    for (int k = 0; k < 4; k++)
        lead += c->weight[k] * dot3(r->lead + 3 * (size_t)c->vertex[k], direction);
    const double lost =
        trama_contact_mesh_push(r->mesh, c, direction, impulse) - 0.5 * impulse * lead;
    if (lost > 0.0)
        r->lost += lost;
    else
        r->gained -= lost;
    return lost;
}

/* ---- Along the normal. */

/* H, or H + h, of a vertex; of one that started nearer, how far it has been let come back. With the
 * whole it would leave at `part` of the overlap in a step: at any speed, if the step is short. */
static double kept(const trama_surface_response *r, size_t i, double distance)
{
    return fmin(distance, r->begun[i] + r->options.recovery * r->elapsed);
}

/* N s, for a contact of a yield above 0. */
static double impulse_of(const trama_surface_response *r, size_t i, const trama_mesh_contact *c,
                         double yield, long round)
{
    const trama_surface_response_options *o = &r->options;
    const double h = r->mesh->h, before = trama_traversal_accepted(r->traversal)[i].distance;
    const double reach = kept(r, i, o->thickness + o->repulsion);
    double spring = 0.0;
    if (round == 0) {
        const double most = before < reach ? before + o->part * (reach - before) : reach;
        spring = fmax(0.0, fmin(h * o->stiffness * (reach - c->distance),
                                (most - c->distance) / (h * yield)));
    }
    const double target = fmin(kept(r, i, o->thickness), before + h * o->recovery);
    const double deficit = target - c->distance - h * yield * spring;
    if (!(deficit > (round == 0 ? 0.0 : SLACK * o->thickness)))
        return spring;
    const double grown = o->at_once && round == 0 && o->rounds > 1 ? 0.5 : 1.0;
    return spring + grown * deficit / (h * yield);
}

static void push(trama_surface_response *r, size_t i, const trama_mesh_contact *c, double impulse)
{
    r->contacts += r->got[i].normal == 0.0;
    r->got[i].normal += impulse;
    give(r, c, c->normal, impulse);
}

/* ---- Friction. */

/* The direction of a velocity in the material of the cloth: (a, b) of a U + b V, the combination of
 * the threads at the vertex that is nearest to it. 0 where the threads are not two directions. */
static void material_direction(const trama_surface_response *r, size_t i, const double v[3],
                               double direction[2])
{
    const double *warp = r->warp + 3 * i, *weft = r->weft + 3 * i;
    const double uu = dot3(warp, warp), uv = dot3(warp, weft), vv = dot3(weft, weft),
                 u = dot3(warp, v), w = dot3(weft, v);
    const double a = vv * u - uv * w, b = uu * w - uv * u, length = trama_hypot(a, b);
    direction[0] = length > 0.0 ? a / length : 0.0;
    direction[1] = length > 0.0 ? b / length : 0.0;
}

/* Friction for all normal impulse that the vertex has got in this step, less what it has given. */
static void rub(trama_surface_response *r, size_t i, const trama_mesh_contact *c)
{
    trama_surface_received *got = &r->got[i];
    double v[3], direction[2] = {1.0, 0.0};
    trama_contact_mesh_between(r->mesh, c, v);
    const double along = dot3(v, c->normal);
    for (int axis = 0; axis < 3; axis++)
        v[axis] -= along * c->normal[axis];
    const double slip = sqrt(dot3(v, v));
    if (!(slip > 0.0))
        return;
    if (r->friction.is_orthotropic)
        material_direction(r, i, v, direction);
    for (int axis = 0; axis < 3; axis++)
        v[axis] /= -slip;
    const double yield = trama_contact_mesh_yield(r->mesh, c, v), h = r->mesh->h;
    const double limit =
        h * trama_friction_force(&r->friction, got->normal / h, r->area[i], direction) -
        got->friction;
    if (!(yield > 0.0 && limit > 0.0))
        return;
    const double impulse = fmin(limit, slip / yield);
    got->friction += impulse;
    r->rubbed += give(r, c, v, impulse);
}

/* The same, and what it takes. A reading of the clock takes as long as friction of a vertex: few
 * are timed, and what a reading takes is left out. */
static void rub_timed(trama_surface_response *r, size_t i, const trama_mesh_contact *c)
{
    trama_contact_clock *clock = r->mesh->clock;
    if (!clock->now || clock->frictions++ % TRAMA_CONTACT_TIMED > 0) {
        rub(r, i, c);
        return;
    }
    const double from = clock->now();
    rub(r, i, c);
    const double to = clock->now(), after = clock->now();
    clock->friction += TRAMA_CONTACT_TIMED * ((to - from) - (after - to));
}

/* ---- Rounds. */

/* The contact of a vertex, if it gets an impulse in this round. */
static bool touches(const trama_surface_response *r, size_t i, long round, trama_mesh_contact *c,
                    double *impulse)
{
    const trama_surface_response_options *o = &r->options;
    const double distance = trama_traversal_points(r->traversal)[i].distance;
    if (!(distance < o->thickness + o->repulsion) || (round >= o->rounds && distance > 0.0))
        return false;
    *c = contact_of(r, i);
    const double yield = trama_contact_mesh_yield(r->mesh, c, c->normal);
    *impulse = yield > 0.0 ? impulse_of(r, i, c, yield, round) : 0.0;
    return *impulse > 0.0;
}

static bool respond_in_turn(trama_surface_response *r, long round)
{
    bool any = false;
    for (size_t i = 0; i < r->vertices; i++) {
        trama_mesh_contact c;
        double impulse;
        if (!touches(r, i, round, &c, &impulse))
            continue;
        any = true;
        push(r, i, &c, impulse);
        rub_timed(r, i, &c);
    }
    return any;
}

static bool respond_at_once(trama_surface_response *r, long round)
{
    bool any = false;
    trama_mesh_contact c;
    for (size_t i = 0; i < r->vertices; i++) {
        double impulse;
        r->got[i].now = touches(r, i, round, &c, &impulse) ? impulse : 0.0;
    }
    for (size_t i = 0; i < r->vertices; i++) {
        if (r->got[i].now == 0.0)
            continue;
        any = true;
        c = contact_of(r, i);
        push(r, i, &c, r->got[i].now);
        rub_timed(r, i, &c);
    }
    return any;
}

bool trama_surface_response_round(trama_surface_response *r, long round)
{
    const bool at_once = r->options.at_once && round < r->options.rounds;
    return (at_once ? respond_at_once : respond_in_turn)(r, round);
}
