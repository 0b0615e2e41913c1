/* The last step's pairs are state: numbers and warm starts come from them. */
#include "interaction/rigid_pairs.h"

/* A pair and what it has of points; of four, whatever their number. */
static void archive_pair(trama_rigid_pair *pair, trama_rigid_touch *touch, trama_archive *archive)
{
    trama_manifold *m = &touch->manifold;
    trama_archive_bytes(archive, pair->body, sizeof pair->body);
    trama_archive_bytes(archive, &pair->count, sizeof pair->count);
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
        trama_archive_bytes(archive, &touch->point[p].slot, sizeof touch->point[p].slot);
        trama_archive_reals(archive, &touch->point[p].impulse, 1);
        trama_archive_reals(archive, touch->point[p].found[0], 6);
    }
    trama_archive_reals(archive, &pair->reach, 1);
    trama_archive_reals(archive, &pair->friction, 1);
    trama_archive_reals(archive, &pair->restitution, 1);
}

static void save_pair(trama_rigid_pair *pair, trama_archive *archive)
{
    trama_rigid_touch touch = {0};
    if (pair->count > 0)
        trama_rigid_touch_copy(pair, &touch.manifold, touch.point);
    archive_pair(pair, &touch, archive);
}

/* False without memory. */
static bool load_pair(trama_rigid_pairs *pairs, trama_archive *archive)
{
    trama_rigid_pair pair = {0};
    trama_rigid_touch touch = {0};
    archive_pair(&pair, &touch, archive);
    touch.manifold.count = pair.count;
    pair.manifold = &touch.manifold;
    pair.point = touch.point;
    return trama_rigid_list_add(&pairs->old, &pair);
}

void trama_rigid_pairs_state(void *interaction, trama_archive *archive)
{
    trama_rigid_pairs *pairs = interaction;
    long count = (long)pairs->old.count;
    trama_archive_integer(archive, &count);
    if (archive->mode == TRAMA_ARCHIVE_LOAD) {
        pairs->ended = true;
        trama_rigid_list_clear(&pairs->now);
        trama_rigid_list_clear(&pairs->old);
        for (long i = 0; i < count; i++)
            if (!load_pair(pairs, archive)) {
                archive->failed = true;
                return;
            }
    } else
        for (size_t i = 0; i < pairs->old.count; i++)
            save_pair(&pairs->old.pair[i], archive);
    for (size_t i = 0; i < pairs->bodies; i++) {
        trama_archive_reals(archive, pairs->anchor[i].x, 3);
        trama_archive_reals(archive, pairs->anchor[i].axes[0], 9);
    }
    trama_rigid_arrivals_state(pairs, archive);
}
