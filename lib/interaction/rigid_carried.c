/* What points of contact of rigid bodies gave in the last step. */
#include "interaction/pairs.h"
#include "interaction/rigid_pairs.h"

#include <string.h>

static bool carries(const trama_rigid_point *point)
{
    return point->carried[0] != 0.0 || point->carried[1] != 0.0 || point->carried[2] != 0.0;
}

size_t trama_rigid_pairs_carriers(const void *interaction)
{
    const trama_rigid_pairs *pairs = interaction;
    size_t count = 0;
    for (size_t i = 0; i < pairs->old.count; i++)
        for (uint32_t p = 0; p < pairs->old.pair[i].count; p++)
            count += carries(&pairs->old.pair[i].point[p]);
    return count;
}

/* Impulses are those on the second body along directions from the first to it. */
static void fill(const trama_rigid_pair *pair, uint32_t p, trama_carried *carried)
{
    const trama_manifold_point *point = &pair->manifold->point[p];
    double axis[3][3];
    *carried = (trama_carried){.body = {pair->body[0], pair->body[1]}};
    memcpy(axis[0], pair->manifold->normal, sizeof axis[0]);
    memcpy(carried->normal, axis[0], sizeof carried->normal);
    trama_tangents_of(axis[0], axis[1], axis[2]);
    for (size_t i = 0; i < 3; i++) {
        carried->at[i] = 0.5 * (point->a[i] + point->b[i]);
        for (size_t k = 0; k < 3; k++)
            carried->impulse[i] -= pair->point[p].carried[k] * axis[k][i];
    }
}

void trama_rigid_pairs_carried(const void *interaction, size_t index, trama_carried *carried)
{
    const trama_rigid_pairs *pairs = interaction;
    for (size_t i = 0; i < pairs->old.count; i++)
        for (uint32_t p = 0; p < pairs->old.pair[i].count; p++)
            if (carries(&pairs->old.pair[i].point[p]) && index-- == 0) {
                fill(&pairs->old.pair[i], p, carried);
                return;
            }
}
