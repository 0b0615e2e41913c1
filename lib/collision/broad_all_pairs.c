/* Every box against every other: O(n^2), the published engine's algorithm and the reference for the
 * others. */
#include "collision/broad_list.h"

static char nothing; /* a state that is not NULL */

static void *create(void)
{
    return &nothing;
}

static void destroy(void *state)
{
    (void)state;
}

static bool reserve(void *state, size_t bodies)
{
    (void)state, (void)bodies;
    return true;
}

static void ignore(void *state, const trama_broad *broad, uint32_t body)
{
    (void)state, (void)broad, (void)body;
}

static bool find(void *state, trama_broad *broad)
{
    (void)state;
    for (uint32_t i = 0; i < broad->capacity; i++)
        for (uint32_t j = i + 1; broad->present[i] && j < broad->capacity; j++)
            if (broad->present[j] && trama_extent_near(&broad->box[i], &broad->box[j], 0.0) &&
                !trama_broad_add(broad, i, j))
                return false;
    return true;
}

const trama_broad_type trama_broad_all_pairs = {
    .name = "all_pairs",
    .summary = "every box against every other",
    .reference = "Mueller 2010",
    .create = create,
    .destroy = destroy,
    .reserve = reserve,
    .insert = ignore,
    .remove = ignore,
    .move = ignore,
    .find = find,
};
