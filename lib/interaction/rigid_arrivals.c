/* Bodies that appear inside others: responses push them out as every depth, and the run remarks it.
 */
#include "interaction/rigid_pairs.h"

#include "surface/lifetimes.h"

#include <math.h>

void trama_rigid_arrivals_restart(trama_rigid_pairs *pairs)
{
    pairs->arrivals = 0;
    for (size_t i = 0; i < pairs->bodies; i++)
        pairs->was[i] = trama_body_is_there(&pairs->body[i]);
}

static bool is_deep(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair)
{
    const double size = fmin(pairs->radius[pair->body[0]], pairs->radius[pair->body[1]]);
    for (uint32_t p = 0; p < pair->count; p++)
        if (pair->point[p].gap < -TRAMA_RIGID_OVERLAP * size)
            return true;
    return false;
}

void trama_rigid_arrivals_note(trama_rigid_pairs *pairs)
{
    bool any = false;
    for (size_t i = 0; pairs->lives && i < pairs->now.count; i++) {
        const trama_rigid_pair *pair = &pairs->now.pair[i];
        const bool new = !pairs->was[pair->body[0]] || !pairs->was[pair->body[1]];
        any |= new &&is_deep(pairs, pair);
    }
    pairs->arrivals += any;
    for (size_t i = 0; pairs->lives && i < pairs->bodies; i++)
        pairs->was[i] = trama_body_is_there(&pairs->body[i]);
}

void trama_rigid_arrivals_state(trama_rigid_pairs *pairs, trama_archive *archive)
{
    for (size_t i = 0; pairs->lives && i < pairs->bodies; i++)
        trama_archive_flag(archive, &pairs->was[i]);
    if (pairs->lives)
        trama_archive_integer(archive, &pairs->arrivals);
}

trama_remark trama_rigid_arrivals_remark(const void *interaction)
{
    return (trama_remark){((const trama_rigid_pairs *)interaction)->arrivals,
                          "that began with a body that had appeared inside another"};
}
