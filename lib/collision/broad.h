/* Broad phases for many bodies that move one by one: which boxes along the axes overlap. One const
 * table each; all find the same pairs in the same order.
 *
 * The box of a body is its bounding box, grown by how far it may move before the next call, or by
 * the reach of contacts. Boxes that touch overlap. Coordinates must be finite. */
#ifndef TRAMA_COLLISION_BROAD_H
#define TRAMA_COLLISION_BROAD_H

#include "collision/detect.h"
#include "collision/extent.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_broad trama_broad;

typedef struct trama_broad_pairs {
    size_t count;
    const trama_pair *pair; /* first < second; sorted by first, then by second */
} trama_broad_pairs;

/* A broad phase; `state` is its own data besides the boxes. Functions return false if there is no
 * memory, and have changed nothing then. */
typedef struct trama_broad_type {
    const char *name, *summary, *reference;
    void *(*create)(void);
    void (*destroy)(void *state);
    bool (*reserve)(void *state, size_t bodies); /* room for numbers below `bodies` */
    void (*insert)(void *state, const trama_broad *broad, uint32_t body);
    void (*remove)(void *state, const trama_broad *broad, uint32_t body);
    void (*move)(void *state, const trama_broad *broad, uint32_t body);
    bool (*find)(void *state, trama_broad *broad);
} trama_broad_type;

/* all_pairs (every box against every other, as published), sweep_and_prune, dynamic_tree. */
size_t trama_broad_count(void);
const trama_broad_type *trama_broad_at(size_t index);
const trama_broad_type *trama_broad_find(const char *name); /* or NULL */

/* Without bodies. Errors: TRAMA_NO_MEMORY. */
trama_status trama_broad_create(const trama_broad_type *type, trama_broad **broad,
                                trama_error *error);
void trama_broad_destroy(trama_broad *broad); /* accepts NULL */

/* Bodies are numbered; use 0 to n - 1, since memory grows with the largest number. Inserting a body
 * twice, and moving or removing an absent one, are programmer's errors. Only insert allocates.
 * Errors: TRAMA_NO_MEMORY; nothing has changed then. */
trama_status trama_broad_insert(trama_broad *broad, uint32_t body, const trama_extent *box,
                                trama_error *error);
void trama_broad_remove(trama_broad *broad, uint32_t body);
void trama_broad_move(trama_broad *broad, uint32_t body, const trama_extent *box);

/* Finds all pairs of boxes that overlap now; they are valid until the next call. The list grows as
 * needed and is never cut. Errors: TRAMA_NO_MEMORY. */
trama_status trama_broad_pairs_find(trama_broad *broad, trama_broad_pairs *pairs,
                                    trama_error *error);

#ifdef __cplusplus
}
#endif

#endif
