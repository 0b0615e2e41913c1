/* What a response to collisions lends to a method that holds pairs apart within its iterations. */
#include "interaction/collision.h"

#include <string.h>

size_t trama_collision_vertices(const void *interaction, const size_t **at)
{
    const trama_contact_mesh *mesh = ((const trama_collision *)interaction)->mesh;
    *at = mesh->at;
    return mesh->vertices;
}

void trama_collision_hold(void *interaction, bool held)
{
    ((trama_collision *)interaction)->apart = held;
}

/* From x0 to x1 of the mesh. What is held is known when a filter runs: here all that has
 * coordinates may move. */
int trama_collision_find(void *interaction, const trama_moment *from, const trama_moment *to,
                         double reach, const trama_mesh_contact **pair, size_t *count)
{
    trama_collision *collision = interaction;
    trama_contact_mesh *mesh = collision->mesh;
    const size_t components = 3 * mesh->vertices;
    trama_contact_mesh_place(mesh, to->t, to->q);
    memcpy(mesh->found, mesh->x1, components * sizeof *mesh->found);
    trama_contact_mesh_place(mesh, from->t, from->q);
    memcpy(mesh->x1, mesh->found, components * sizeof *mesh->x1);
    for (size_t c = 0; c < components; c++)
        mesh->yield[c] = mesh->at[c] == TRAMA_NONE ? 0.0 : 1.0;
    const trama_step_status status = trama_contact_find_passing(mesh, reach, &collision->near);
    *pair = collision->near.item;
    *count = collision->near.count;
    return (int)status;
}

void trama_collision_tell(void *interaction, long pairs)
{
    ((trama_collision *)interaction)->contacts = pairs;
}
