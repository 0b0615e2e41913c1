/* Pairs that threads find in any order, brought into one order. Within collision/. */
#ifndef TRAMA_COLLISION_PAIR_LIST_H
#define TRAMA_COLLISION_PAIR_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A vertex and a triangle, or two edges of which the first has the smaller number. */
typedef struct trama_pair {
    uint32_t first, second;
} trama_pair;

typedef struct trama_pair_list {
    trama_pair *pair;
    size_t count, capacity;
    size_t most;  /* pairs that it takes; set before use */
    bool full;    /* there was one more; set to false before use */
    bool starved; /* it could not grow; set to false before use */
} trama_pair_list;

void trama_pair_list_add(trama_pair_list *list, uint32_t first, uint32_t second);

/* Puts the pairs of `lists` lists into `sorted`, by first and then by second, on a thread for each
 * list. `begin` has room for firsts, the number that every first is below. No pair may come twice.
 * False: no memory. */
bool trama_pair_list_sort(const trama_pair_list *list, size_t lists, size_t firsts, size_t *begin,
                          trama_pair_list *sorted);

#ifdef __cplusplus
}
#endif

#endif
