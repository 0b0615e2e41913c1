#include "interaction/collision.h"

#include "core/vec.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const trama_zone_motions[] = {"published", "corrected", NULL};
const char *const trama_on_unresolved_names[] = {"record", "halve", "refuse", NULL};

/* ---- Making. */

trama_status trama_collision_create(const trama_surface *const *among, size_t count,
                                    const trama_collision_options *options, size_t size,
                                    void **interaction, trama_error *error)
{
    trama_collision *made = *interaction = calloc(1, size);
    if (!made)
        return trama_fail_memory(error);
    made->options = *options;
    const trama_status status = trama_contact_mesh_create(among, count, &made->mesh, error);
    if (status != TRAMA_OK)
        return status;
    return trama_impact_zones_create(made->mesh->vertices, &made->zones, error);
}

void trama_collision_destroy(void *interaction)
{
    trama_collision *collision = interaction;
    if (!collision)
        return;
    trama_mesh_contacts_free(&collision->near);
    trama_mesh_contacts_free(&collision->hits);
    trama_impact_zones_destroy(collision->zones);
    trama_contact_mesh_destroy(collision->mesh);
    free(collision);
}

/* ---- The start. */

static trama_status check_shape(const trama_collision *collision, trama_error *error)
{
    const trama_contact_mesh *mesh = collision->mesh;
    double shortest = TRAMA_INFINITY;
    char name[160];
    for (size_t t = 0; t < mesh->soup->triangles; t++)
        if (!(trama_contact_mesh_area(mesh, t) > 0.0)) {
            trama_contact_mesh_name(mesh, t, name, sizeof name);
            return trama_fail(error, TRAMA_BAD_INPUT, "among",
                              "%s has no area at the start; allowed: above 0", name);
        }
    for (size_t e = 0; e < mesh->soup->edges; e++)
        if (trama_soup_meets(mesh->soup, mesh->soup->group_of_edge[e],
                             mesh->soup->group_of_edge[e]))
            shortest = fmin(shortest, trama_contact_mesh_edge(mesh, e));
    if (collision->thickness < 0.5 * shortest)
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, "thickness",
                      "thickness: %g m, and the shortest edge of what may touch itself is %g m; "
                      "allowed: below half of that",
                      collision->thickness, shortest);
}

static trama_status check_crossings(const trama_collision *collision, trama_error *error)
{
    const trama_contact_mesh *mesh = collision->mesh;
    trama_crossing crossing;
    char name[160];
    if (trama_contact_find_crossings(mesh, &crossing) != TRAMA_STEP_OK)
        return trama_fail_memory(error);
    if (crossing.count == 0)
        return TRAMA_OK;
    const size_t vertex = mesh->soup->edge[crossing.edge][0];
    const size_t s = mesh->soup->group_of_vertex[vertex];
    const double *x = mesh->x0 + 3 * vertex;
    trama_contact_mesh_name(mesh, crossing.triangle, name, sizeof name);
    return trama_fail(error, TRAMA_BAD_INPUT, "among",
                      "%s is passed through at the start by the edge of '%s' from vertex %zu at "
                      "[%.6g, %.6g, %.6g], by %.3g m; allowed: no interpenetration",
                      name, mesh->surface[s]->name, vertex - mesh->soup->vertex_begin[s], x[0],
                      x[1], x[2], crossing.depth);
}

/* Features at no distance, which have no side to be kept on. */
static trama_status check_touching(trama_collision *collision, trama_error *error)
{
    const trama_contact_mesh *mesh = collision->mesh;
    if (trama_contact_find_near(mesh, collision->options.tolerance, &collision->near) !=
        TRAMA_STEP_OK)
        return trama_fail_memory(error);
    for (size_t i = 0; i < collision->near.count; i++) {
        const trama_mesh_contact *c = &collision->near.item[i];
        const double *x = mesh->x0 + 3 * (size_t)c->vertex[0];
        const size_t first = mesh->soup->group_of_vertex[c->vertex[0]],
                     second = mesh->soup->group_of_vertex[c->vertex[2]];
        if (c->distance > 1e-3 * collision->options.tolerance)
            continue;
        return trama_fail(error, TRAMA_BAD_INPUT, "among",
                          "vertex %zu of '%s' at [%.6g, %.6g, %.6g], or an edge from it, touches "
                          "'%s' at the start; allowed: a distance above 0",
                          c->vertex[0] - mesh->soup->vertex_begin[first],
                          mesh->surface[first]->name, x[0], x[1], x[2],
                          mesh->surface[second]->name);
    }
    return TRAMA_OK;
}

/* What the filter works on is unknown here: whether features are held. So all are looked at. */
trama_status trama_collision_check(void *interaction, const trama_moment *start, trama_error *error)
{
    trama_collision *collision = interaction;
    trama_contact_mesh_place(collision->mesh, start->t, start->q);
    trama_status status = check_shape(collision, error);
    if (status == TRAMA_OK)
        status = check_crossings(collision, error);
    return status == TRAMA_OK ? check_touching(collision, error) : status;
}

/* ---- A step. */

trama_step_status trama_collision_begin(void *interaction, const trama_moment *now, double h)
{
    trama_collision *collision = interaction;
    (void)now, (void)h;
    memset(collision->mesh->changed, 0,
           3 * collision->mesh->vertices * sizeof *collision->mesh->changed);
    collision->first = true;
    collision->gave_up = false;
    collision->contacts = collision->unresolved = 0;
    return collision->refusing ? TRAMA_STEP_REFUSED : TRAMA_STEP_OK;
}

void trama_collision_book(trama_collision *collision, double lost)
{
    if (lost > 0.0)
        collision->lost += lost;
    else
        collision->gained -= lost;
}

/* What a filter is about to give away of momentum, which nothing outside of the mesh gives it. */
static void book_momentum(trama_collision *collision)
{
    const trama_contact_mesh *mesh = collision->mesh;
    for (size_t c = 0; c < 3 * mesh->vertices; c++)
        if (mesh->yield[c] > 0.0)
            collision->momentum[c % 3] += (mesh->u[c] - mesh->found[c]) / mesh->yield[c];
        else
            collision->held = true;
}

trama_step_status trama_collision_finish(trama_collision *collision, double *u,
                                         trama_touched *touched)
{
    const trama_collision_options *o = &collision->options;
    trama_step_status status =
        trama_impact_zones_resolve(collision->zones, collision->mesh, (trama_zone_motion)o->zones,
                                   o->tolerance, o->zone_rounds);
    collision->first = false;
    if (status != TRAMA_STEP_OK)
        return status;
    trama_collision_book(collision, collision->zones->lost);
    collision->unresolved = (long)collision->zones->unresolved;
    collision->gave_up = collision->unresolved > 0;
    if (collision->gave_up && o->on_unresolved != TRAMA_UNRESOLVED_RECORD) {
        collision->refusing = o->on_unresolved == TRAMA_UNRESOLVED_REFUSE;
        return TRAMA_STEP_REFUSED;
    }
    book_momentum(collision);
    trama_contact_mesh_scatter(collision->mesh, u, touched);
    return TRAMA_STEP_OK;
}

void trama_collision_advance(void *interaction, const trama_moment *end, double h)
{
    trama_collision *collision = interaction;
    (void)end, (void)h;
    collision->unresolved_steps += collision->unresolved > 0;
}

void trama_collision_restart(void *interaction)
{
    trama_collision *collision = interaction;
    collision->contacts = collision->unresolved = collision->unresolved_steps = 0;
    collision->lost = collision->gained = 0.0;
    memset(collision->momentum, 0, sizeof collision->momentum);
    collision->held = collision->refusing = false;
}

/* `refusing` is none of it: it outlives the step that is taken back. */
void trama_collision_state(void *interaction, trama_archive *archive)
{
    trama_collision *collision = interaction;
    trama_archive_integer(archive, &collision->contacts);
    trama_archive_integer(archive, &collision->unresolved);
    trama_archive_integer(archive, &collision->unresolved_steps);
    trama_archive_reals(archive, &collision->lost, 1);
    trama_archive_reals(archive, &collision->gained, 1);
    trama_archive_reals(archive, collision->momentum, 3);
    trama_archive_bytes(archive, &collision->held, sizeof collision->held);
}

void trama_collision_observe(void *interaction, double t, const double *q, const double *v,
                             double *value)
{
    trama_collision *collision = interaction;
    trama_crossing crossing;
    (void)v;
    trama_contact_mesh_place(collision->mesh, t, q);
    const bool found = trama_contact_find_crossings(collision->mesh, &crossing) == TRAMA_STEP_OK;
    value[0] = (double)collision->contacts;
    value[1] = (double)collision->unresolved;
    value[2] = (double)collision->unresolved_steps;
    value[3] = found ? (double)crossing.count : TRAMA_NAN;
    value[4] = found ? crossing.depth : TRAMA_NAN;
    value[5] = collision->lost;
    value[6] = collision->gained;
    value[7] = collision->held ? TRAMA_NAN : sqrt(dot3(collision->momentum, collision->momentum));
}

double trama_collision_searched(void *interaction, double (*clock)(void))
{
    trama_contact_clock *searches = ((trama_collision *)interaction)->mesh->clock;
    searches->now = clock;
    return searches->spent;
}
