#include "interaction/impact_zone.h"

#include "core/vec.h"

#include <stdlib.h>
#include <string.h>

/* ---- Making. */

trama_status trama_impact_zones_create(size_t vertices, trama_impact_zones **zones,
                                       trama_error *error)
{
    trama_impact_zones *made = *zones = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->vertices = vertices;
    made->parent = calloc(vertices + 1, sizeof *made->parent);
    made->next = calloc(vertices + 1, sizeof *made->next);
    made->last = calloc(vertices + 1, sizeof *made->last);
    made->member = calloc(vertices + 1, sizeof *made->member);
    made->struck = calloc(vertices + 1, sizeof *made->struck);
    if (made->parent && made->next && made->last && made->member && made->struck)
        return TRAMA_OK;
    trama_impact_zones_destroy(made);
    *zones = NULL;
    return trama_fail_memory(error);
}

void trama_impact_zones_destroy(trama_impact_zones *zones)
{
    if (!zones)
        return;
    trama_mesh_contacts_free(&zones->hits);
    free(zones->parent);
    free(zones->next);
    free(zones->last);
    free(zones->member);
    free(zones->struck);
    free(zones);
}

/* ---- Which vertices belong together. */

static size_t root_of(const trama_impact_zones *zones, size_t vertex)
{
    while (zones->parent[vertex] != vertex) {
        zones->parent[vertex] = zones->parent[zones->parent[vertex]];
        vertex = zones->parent[vertex];
    }
    return vertex;
}

/* Joins the four of every hit; true if a zone has grown. */
static bool unite(trama_impact_zones *zones)
{
    bool grew = false;
    for (size_t i = 0; i < zones->hits.count; i++)
        for (int k = 1; k < 4; k++) {
            const size_t a = root_of(zones, zones->hits.item[i].vertex[0]);
            const size_t b = root_of(zones, zones->hits.item[i].vertex[k]);
            zones->parent[a > b ? a : b] = a > b ? b : a;
            grew = grew || a != b;
        }
    memset(zones->struck, 0, zones->vertices * sizeof *zones->struck);
    for (size_t i = 0; i < zones->hits.count; i++)
        zones->struck[root_of(zones, zones->hits.item[i].vertex[0])] = true;
    return grew;
}

/* Links the vertices of each zone, which begin with its root. */
static void link_members(trama_impact_zones *zones)
{
    for (size_t i = 0; i < zones->vertices; i++) {
        const size_t root = root_of(zones, i);
        zones->next[i] = TRAMA_NONE;
        if (root != i)
            zones->next[zones->last[root]] = i;
        zones->last[root] = i;
    }
}

/* ---- All zones of a step. */

/* Of the rigid body for which a vertex stands, or 0. */
static double kinetic_of_rigid(const trama_contact_mesh *mesh, size_t vertex, const double frame[3])
{
    const trama_mesh_body *rigid = trama_mesh_body_of(mesh, vertex);
    if (!rigid || rigid->first != vertex)
        return 0.0;
    const vec v = minus(rigid->v, (vec){frame[0], frame[1], frame[2]});
    return 0.5 * dot(v, v) / rigid->inverse_mass +
           0.5 * dot(rigid->w, trama_mesh_body_spin(rigid, rigid->w));
}

/* J, of what yields, seen by one that moves with `frame`. */
static double kinetic(const trama_contact_mesh *mesh, const size_t *vertex, size_t count,
                      const double frame[3])
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        for (size_t axis = 0; axis < 3; axis++) {
            const size_t c = 3 * vertex[i] + axis;
            if (mesh->yield[c] > 0.0)
                sum +=
                    0.5 / mesh->yield[c] * (mesh->u[c] - frame[axis]) * (mesh->u[c] - frame[axis]);
        }
    for (size_t i = 0; i < count; i++)
        sum += kinetic_of_rigid(mesh, vertex[i], frame);
    return sum;
}

/* The velocity of the first fixed vertex, or 0. */
static void frame_of(const trama_contact_mesh *mesh, const size_t *vertex, size_t count,
                     double frame[3])
{
    frame[0] = frame[1] = frame[2] = 0.0;
    for (size_t i = 0; i < count; i++)
        if (mesh->fixed[vertex[i]]) {
            memcpy(frame, mesh->u + 3 * vertex[i], 3 * sizeof *frame);
            return;
        }
}

static void move_zone(trama_impact_zones *zones, trama_contact_mesh *mesh, size_t root,
                      trama_zone_motion motion)
{
    size_t count = 0;
    double frame[3];
    for (size_t i = root; i != TRAMA_NONE; i = zones->next[i])
        zones->member[count++] = i;
    zones->largest = count > zones->largest ? count : zones->largest;
    frame_of(mesh, zones->member, count, frame);
    const double before = kinetic(mesh, zones->member, count, frame);
    trama_zone_move(mesh, motion, zones->member, count);
    zones->lost += before - kinetic(mesh, zones->member, count, frame);
}

static void move_zones(trama_impact_zones *zones, trama_contact_mesh *mesh,
                       trama_zone_motion motion)
{
    link_members(zones);
    for (size_t root = 0; root < zones->vertices; root++)
        if (zones->struck[root])
            move_zone(zones, mesh, root, motion);
    trama_contact_mesh_move(mesh);
}

trama_step_status trama_impact_zones_resolve(trama_impact_zones *zones, trama_contact_mesh *mesh,
                                             trama_zone_motion motion, double tolerance,
                                             long rounds)
{
    zones->largest = 0;
    zones->lost = 0.0;
    for (size_t i = 0; i < zones->vertices; i++) {
        const trama_mesh_body *rigid = trama_mesh_body_of(mesh, i);
        zones->parent[i] = rigid ? rigid->first : i;
    }
    for (long round = 0;; round++) {
        const trama_step_status status = trama_contact_find_hits(mesh, tolerance, &zones->hits);
        zones->unresolved = zones->hits.count;
        if (status != TRAMA_STEP_OK || zones->unresolved == 0 || round == rounds || !unite(zones))
            return status;
        move_zones(zones, mesh, motion);
    }
}
