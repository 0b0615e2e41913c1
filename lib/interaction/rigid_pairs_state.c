/* The last step's pairs are state: numbers and warm starts come from them. */
#include "interaction/rigid_pairs.h"

#include "core/memory.h"

static void archive_pair(trama_rigid_pair *pair, trama_archive *archive)
{
    trama_manifold *m = &pair->manifold;
    trama_archive_bytes(archive, pair->body, sizeof pair->body);
    trama_archive_bytes(archive, &m->count, sizeof m->count);
    trama_archive_reals(archive, m->normal, 3);
    trama_archive_reals(archive, pair->memory.normal, 3);
    trama_archive_bytes(archive, pair->memory.hint, sizeof pair->memory.hint);
    for (uint32_t p = 0; p < TRAMA_MANIFOLD_POINTS; p++) {
        trama_archive_reals(archive, m->point[p].a, 3);
        trama_archive_reals(archive, m->point[p].b, 3);
        trama_archive_reals(archive, m->point[p].local_a, 3);
        trama_archive_reals(archive, m->point[p].local_b, 3);
        trama_archive_reals(archive, &m->point[p].gap, 1);
        trama_archive_bytes(archive, &m->point[p].key, sizeof m->point[p].key);
        trama_archive_bytes(archive, &pair->point[p].slot, sizeof pair->point[p].slot);
        trama_archive_reals(archive, &pair->point[p].impulse, 1);
        trama_archive_reals(archive, pair->point[p].found[0], 6);
    }
    trama_archive_reals(archive, &pair->reach, 1);
    trama_archive_reals(archive, &pair->friction, 1);
    trama_archive_reals(archive, &pair->restitution, 1);
}

void trama_rigid_pairs_state(void *interaction, trama_archive *archive)
{
    trama_rigid_pairs *pairs = interaction;
    long count = (long)pairs->old_count;
    trama_archive_integer(archive, &count);
    if (archive->mode == TRAMA_ARCHIVE_LOAD) {
        pairs->count = 0;
        for (pairs->old_count = 0; pairs->old_count < (size_t)count; pairs->old_count++) {
            trama_rigid_pair *grown =
                trama_with_room(pairs->old, pairs->old_count, &pairs->old_capacity, sizeof *grown);
            if (!grown) {
                archive->failed = true;
                return;
            }
            pairs->old = grown;
            pairs->old[pairs->old_count] = (trama_rigid_pair){0};
        }
    }
    for (size_t i = 0; i < pairs->old_count; i++)
        archive_pair(&pairs->old[i], archive);
    for (size_t i = 0; i < pairs->bodies; i++) {
        trama_archive_reals(archive, pairs->anchor[i].x, 3);
        trama_archive_reals(archive, pairs->anchor[i].axes[0], 9);
    }
}
