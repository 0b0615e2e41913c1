/* Lists of pairs that threads fill in any order, and their sort. For collision/ only. */
#ifndef TRAMA_COLLISION_PAIR_LIST_H
#define TRAMA_COLLISION_PAIR_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A vertex and a triangle, or two edges, the smaller number first. */
typedef struct trama_pair {
    uint32_t first, second;
} trama_pair;

typedef struct trama_pair_list {
    trama_pair *pair;
    size_t count, capacity;
    size_t most;  /* largest number of pairs; set before use */
    bool full;    /* more than `most` were added; set to false before use */
    bool starved; /* an allocation failed; set to false before use */
} trama_pair_list;

void trama_pair_list_add(trama_pair_list *list, uint32_t first, uint32_t second);

/* Puts the pairs of `lists` lists into `sorted`, by first and then by second, one thread per list.
 * `begin` has `firsts` entries; every `first` is below `firsts`. No pair may occur twice. Returns
 * false without memory. */
bool trama_pair_list_sort(const trama_pair_list *list, size_t lists, size_t firsts, size_t *begin,
                          trama_pair_list *sorted);

#ifdef __cplusplus
}
#endif

#endif
