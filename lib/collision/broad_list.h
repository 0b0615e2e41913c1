/* Data of a broad phase: the boxes by body number, and the list of pairs that it fills. */
#ifndef TRAMA_COLLISION_BROAD_LIST_H
#define TRAMA_COLLISION_BROAD_LIST_H

#include "collision/broad.h"

struct trama_broad {
    const trama_broad_type *type;
    void *state;
    size_t capacity;        /* all body numbers are below it */
    trama_extent *box;      /* of each number */
    unsigned char *present; /* the number is in use */
    trama_pair *pair, *work;
    size_t pairs, pair_capacity, work_capacity;
    uint32_t *begin; /* capacity + 1: index of the first pair of each `first`, or `second` */
};

/* Adds a pair, the smaller number first; false without memory. */
bool trama_broad_add(trama_broad *broad, uint32_t a, uint32_t b);
/* Sorts the list by first, then by second; false without memory. */
bool trama_broad_sort(trama_broad *broad);

#endif
