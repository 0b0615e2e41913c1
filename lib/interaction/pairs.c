#include "interaction/pairs.h"

#include "core/vec.h"
#include "interaction/lever.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* ---- Making. */

static bool can_be_touched(const trama_surface *surface)
{
    return trama_surface_is_solid(surface) || surface->mesh;
}

static bool is_sheet(const trama_surface *surface)
{
    return !trama_surface_is_solid(surface) && surface->mesh;
}

/* A sheet has no inside, by which to tell where a vertex belongs that lies on it. */
static trama_status check_touched(const trama_surface *touched, double thickness,
                                  trama_error *error)
{
    const char *missing = trama_surface_inside_missing(touched);
    if (missing)
        return trama_fail(error, TRAMA_BAD_INPUT, "among",
                          "'%s' is %s; allowed: a closed mesh, or an interaction for triangles",
                          touched->name, missing);
    if (trama_surface_is_solid(touched) || thickness > 0.0)
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "thickness",
                      "thickness: 0 m, and vertices touch the sheet '%s'; allowed: above 0",
                      touched->name);
}

static trama_status count_pairs(const trama_surface *const *among, size_t count, double thickness,
                                size_t *pairs, trama_error *error)
{
    *pairs = 0;
    for (size_t a = 0; a < count; a++) {
        if (trama_surface_nodes(among[a]) == 0 && !can_be_touched(among[a]))
            return trama_fail(error, TRAMA_BAD_INPUT, "among",
                              "'%s' has neither vertices nor a surface to touch", among[a]->name);
        for (size_t b = 0; b < count; b++) {
            if (a == b || !can_be_touched(among[b]) || trama_surface_nodes(among[a]) == 0)
                continue;
            if (check_touched(among[b], thickness, error) != TRAMA_OK)
                return error->status;
            *pairs += trama_surface_nodes(among[a]);
        }
    }
    if (*pairs == 0)
        return trama_fail(error, TRAMA_BAD_INPUT, "among",
                          "no vertex of one object could touch another; allowed: an object with "
                          "vertices, and a surface");
    return TRAMA_OK;
}

static trama_status make_feet(const trama_surface *const *among, size_t count, trama_feet *feet,
                              trama_error *error)
{
    for (size_t i = 0; i < count; i++)
        if (is_sheet(among[i]) && trama_feet_create(among[i], &feet[i], error) != TRAMA_OK)
            return error->status;
    return TRAMA_OK;
}

trama_status trama_pairs_create(const trama_surface *const *among, size_t count, double thickness,
                                size_t size, void **interaction, trama_error *error)
{
    trama_pairs *pairs = *interaction = calloc(1, size);
    if (!pairs)
        return trama_fail_memory(error);
    *pairs = (trama_pairs){.surfaces = count, .thickness = thickness};
    memcpy(pairs->surface, among, count * sizeof *among);
    const trama_status status = count_pairs(among, count, thickness, &pairs->capacity, error);
    if (status != TRAMA_OK)
        return status;
    pairs->contact = calloc(pairs->capacity + 1, sizeof *pairs->contact);
    return pairs->contact ? make_feet(among, count, pairs->feet, error) : trama_fail_memory(error);
}

void trama_pairs_destroy(void *interaction)
{
    trama_pairs *pairs = interaction;
    for (size_t i = 0; pairs && i < pairs->surfaces; i++)
        trama_feet_free(&pairs->feet[i]);
    if (pairs)
        free(pairs->contact);
    free(pairs);
}

/* ---- Finding. */

void trama_pairs_place(trama_pairs *pairs, const double *q)
{
    for (size_t i = 0; i < pairs->surfaces; i++)
        if (is_sheet(pairs->surface[i]))
            trama_feet_place(&pairs->feet[i], q);
}

/* The foot of x on surface `to`, at most `reach` away if it is a sheet. */
static bool find_foot(const trama_pairs *pairs, size_t to, double t, const double *q,
                      const double x[3], double reach, trama_foot *foot)
{
    return is_sheet(pairs->surface[to])
               ? trama_feet_find(&pairs->feet[to], x, reach, foot)
               : trama_surface_nearest(pairs->surface[to], t, q, x, reach, foot);
}

static void find_vertex(trama_pairs *pairs, size_t vertex, size_t from, size_t to, double t,
                        const double *q, double reach, uint64_t key)
{
    trama_contact found = {.vertex = trama_spot_of_vertex(pairs->surface[from], vertex),
                           .key = key};
    double x[3];
    trama_spot_position(&found.vertex, q, x);
    if (!find_foot(pairs, to, t, q, x, pairs->thickness + reach, &found.foot))
        return;
    found.gap = found.foot.distance - pairs->thickness;
    if (found.gap <= reach)
        pairs->contact[pairs->count++] = found;
}

void trama_pairs_find(trama_pairs *pairs, double t, const double *q, double reach)
{
    uint64_t key = 0;
    pairs->count = 0;
    trama_pairs_place(pairs, q);
    for (size_t a = 0; a < pairs->surfaces; a++)
        for (size_t b = 0; b < pairs->surfaces; b++) {
            if (a == b || !can_be_touched(pairs->surface[b]))
                continue;
            for (size_t vertex = 0; vertex < trama_surface_nodes(pairs->surface[a]); vertex++)
                find_vertex(pairs, vertex, a, b, t, q, reach, key++);
        }
}

void trama_contact_update(trama_contact *contact, const trama_pairs *pairs, double t,
                          const double *q)
{
    double x[3];
    trama_spot_position(&contact->vertex, q, x);
    size_t to = 0;
    while (pairs->surface[to] != contact->foot.spot.surface)
        to++;
    find_foot(pairs, to, t, q, x, TRAMA_INFINITY, &contact->foot);
    contact->gap = contact->foot.distance - pairs->thickness;
}

double trama_pairs_speed(const trama_pairs *pairs, double t, const double *q, const double *v)
{
    double largest = 0.0;
    for (size_t a = 0; a < pairs->surfaces; a++)
        for (size_t vertex = 0; vertex < trama_surface_nodes(pairs->surface[a]); vertex++) {
            const trama_spot spot = trama_spot_of_vertex(pairs->surface[a], vertex);
            double x[3], u[3];
            trama_spot_position(&spot, q, x);
            trama_spot_velocity(&spot, t, v, u);
            largest = fmax(largest, dot3(u, u));
            for (size_t b = 0; b < pairs->surfaces; b++) {
                if (!trama_surface_is_solid(pairs->surface[b]))
                    continue;
                pairs->surface[b]->type->moves(pairs->surface[b]->model, t, 0.0, x, u);
                largest = fmax(largest, dot3(u, u));
            }
        }
    return sqrt(largest);
}

void trama_pairs_observe(trama_pairs *pairs, double t, const double *q, double reach, double *value)
{
    double deepest = 0.0;
    trama_pairs_find(pairs, t, q, reach);
    for (size_t i = 0; i < pairs->count; i++)
        deepest = fmax(deepest, -pairs->contact[i].gap);
    value[0] = (double)pairs->count;
    value[1] = deepest;
}

trama_status trama_pairs_check(void *interaction, const trama_moment *start, trama_error *error)
{
    trama_pairs *pairs = interaction;
    trama_pairs_find(pairs, start->t, start->q, 0.0);
    for (size_t i = 0; i < pairs->count; i++) {
        const trama_contact *contact = &pairs->contact[i];
        const double *foot = contact->foot.spot.at;
        const double size = fabs(foot[0]) + fabs(foot[1]) + fabs(foot[2]) + pairs->thickness;
        if (contact->gap < -1e-9 * (1.0 + size))
            return trama_fail(error, TRAMA_BAD_INPUT, "among",
                              "vertex %zu of '%s' is %.3g m too far into '%s' at the start; "
                              "allowed: outside, by the thickness %g m",
                              contact->vertex.vertex[0], contact->vertex.surface->name,
                              -contact->gap, contact->foot.spot.surface->name, pairs->thickness);
    }
    return TRAMA_OK;
}

/* ---- Acting across the gap. */

void trama_contact_push(const trama_contact *contact, const double *q, const double force[3],
                        double *f)
{
    const trama_spot *foot = &contact->foot.spot;
    trama_spot_push(&contact->vertex, force, f);
    if (foot->count == 0)
        return;
    vec part[3];
    const trama_lever lever = trama_lever_of(contact, q);
    trama_lever_share(&lever, (vec){-force[0], -force[1], -force[2]}, part);
    for (size_t i = 0; i < 3; i++) {
        const trama_spot corner = trama_spot_of_vertex(foot->surface, foot->vertex[i]);
        trama_spot_push(&corner, (double[]){part[i].x, part[i].y, part[i].z}, f);
    }
}

void trama_contact_row(const trama_contact *contact, double t, double h, const double *q,
                       const double direction[3], trama_row *row)
{
    const trama_spot *foot = &contact->foot.spot;
    trama_spot_row(&contact->vertex, t, h, direction, 1.0, row);
    if (foot->count == 0) {
        trama_spot_row(foot, t, h, direction, -1.0, row);
        return;
    }
    vec part[3];
    const trama_lever lever = trama_lever_of(contact, q);
    trama_lever_share(&lever, (vec){direction[0], direction[1], direction[2]}, part);
    for (size_t i = 0; i < 3; i++) {
        const trama_spot corner = trama_spot_of_vertex(foot->surface, foot->vertex[i]);
        trama_spot_row(&corner, t, h, (double[]){part[i].x, part[i].y, part[i].z}, -1.0, row);
    }
}

void trama_contact_slip(const trama_contact *contact, double t, const double *q, const double *v,
                        double slip[3])
{
    static const double axes[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    for (size_t axis = 0; axis < 3; axis++) {
        trama_row along = {0};
        trama_contact_row(contact, t, 0.0, q, axes[axis], &along);
        slip[axis] = trama_row_rate(&along, v);
    }
}

void trama_tangents_of(const double normal[3], double first[3], double second[3])
{
    const vec n = {normal[0], normal[1], normal[2]};
    const vec helper = fabs(n.x) < 0.6 ? (vec){1.0, 0.0, 0.0} : (vec){0.0, 1.0, 0.0};
    vec a = cross(n, helper);
    a = scaled(1.0 / sqrt(dot(a, a)), a);
    const vec b = cross(n, a);
    first[0] = a.x, first[1] = a.y, first[2] = a.z;
    second[0] = b.x, second[1] = b.y, second[2] = b.z;
}
