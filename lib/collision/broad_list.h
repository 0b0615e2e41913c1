/* What a broad phase works on: the boxes by the bodies' numbers, and the list that it fills. */
#ifndef TRAMA_COLLISION_BROAD_LIST_H
#define TRAMA_COLLISION_BROAD_LIST_H

#include "collision/broad.h"

struct trama_broad {
    const trama_broad_type *type;
    void *state;
    size_t capacity;        /* numbers are below it */
    trama_extent *box;      /* of each number */
    unsigned char *present; /* whether the number is in */
    trama_pair *pair, *work;
    size_t pairs, pair_capacity, work_capacity;
    uint32_t *begin; /* capacity + 1: where the pairs of each first, or second, begin */
};

/* Adds a pair, the smaller number first; false without memory. */
bool trama_broad_add(trama_broad *broad, uint32_t a, uint32_t b);
/* Sorts the list by first, then by second; false without memory. */
bool trama_broad_sort(trama_broad *broad);

#endif
