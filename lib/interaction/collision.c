#include "interaction/collision.h"

#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *const trama_zone_motions[] = {"published", "corrected", NULL};
const char *const trama_on_unresolved_names[] = {"record", "halve", "refuse", NULL};

/* ---- Making. */

trama_status trama_collision_create(const trama_surface *const *among, size_t count,
                                    const trama_collision_options *options, size_t size,
                                    void **interaction, trama_error *error)
{
    char path[32];
    *interaction = NULL;
    for (size_t i = 0; i < count; i++) {
        snprintf(path, sizeof path, "among[%zu]", i);
        if (trama_surface_bodies(among[i]) > 0)
            return trama_fail(
                error, TRAMA_BAD_INPUT, path,
                "'%s' has rigid bodies; allowed: objects with nodes and obstacles, or "
                "bridson_collision",
                among[i]->name);
    }
    return trama_collision_create_of_bodies(among, count, options, size, interaction, error);
}

trama_status trama_collision_create_of_bodies(const trama_surface *const *among, size_t count,
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

/* ---- A step. */

trama_step_status trama_collision_begin(void *interaction, const trama_moment *now, double h)
{
    trama_collision *collision = interaction;
    (void)now, (void)h;
    memset(collision->mesh->changed, 0,
           3 * collision->mesh->vertices * sizeof *collision->mesh->changed);
    collision->first = true;
    collision->gave_up = false;
    collision->contacts = collision->unresolved = collision->in_plane = 0;
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
        else if (mesh->fixed[c / 3])
            collision->held = true;
    for (size_t b = 0; b < mesh->bodies.count; b++) {
        const trama_mesh_body *body = &mesh->bodies.item[b];
        const vec change = minus(body->v, body->v_found);
        const double mass = body->inverse_mass > 0.0 ? 1.0 / body->inverse_mass : 0.0;
        collision->momentum[0] += mass * change.x;
        collision->momentum[1] += mass * change.y;
        collision->momentum[2] += mass * change.z;
    }
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
    collision->in_plane_steps += collision->in_plane > 0;
}

void trama_collision_restart(void *interaction)
{
    trama_collision *collision = interaction;
    collision->contacts = collision->unresolved = collision->unresolved_steps = 0;
    collision->in_plane = collision->in_plane_steps = 0;
    collision->lost = collision->gained = 0.0;
    memset(collision->momentum, 0, sizeof collision->momentum);
    collision->held = collision->refusing = false;
    trama_detection_restart(collision->mesh->detect);
}

/* `refusing` is none of it: it outlives the step that is taken back. */
void trama_collision_state(void *interaction, trama_archive *archive)
{
    trama_collision *collision = interaction;
    trama_archive_integer(archive, &collision->contacts);
    trama_archive_integer(archive, &collision->unresolved);
    trama_archive_integer(archive, &collision->unresolved_steps);
    trama_archive_integer(archive, &collision->in_plane);
    trama_archive_integer(archive, &collision->in_plane_steps);
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

trama_remark trama_collision_remark(const void *interaction)
{
    return (trama_remark){
        ((const trama_collision *)interaction)->in_plane_steps,
        "with an answer at an edge whose triangles lie in one plane, which brakes "
        "what slides over it"};
}

double trama_collision_searched(void *interaction, double (*clock)(void))
{
    trama_contact_clock *searches = ((trama_collision *)interaction)->mesh->clock;
    searches->now = clock;
    return searches->spent;
}
