/* A hierarchy of boxes (BVH) over elements that have boxes: pairs of near elements in about n log n
 * of time. The tree is binary and balanced: a subtree's first half of leaves is its left child, the
 * rest its right one. So nodes need no pointers: they stand depth first, and leaves one after
 * another (see trama_subtree). The halves are parted at the median along the longest axis when the
 * tree is built; a refit keeps them and renews the boxes.
 *
 * A tree ages as elements move: boxes grow and overlap. Its cost is the sum of the half areas of
 * all inner boxes over that of the leaves' boxes, each extent with `reach` added (MacDonald and
 * Booth 1990: how many inner boxes a small query that meets a leaf's box would meet, relative to
 * the leaves; about the depth for a good tree). Moving, turning and scaling do not change it much.
 */
#ifndef TRAMA_COLLISION_TREE_H
#define TRAMA_COLLISION_TREE_H

#include "collision/extent.h"
#include "core/status.h"

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_tree {
    size_t count;       /* elements, which are the leaves */
    uint32_t *element;  /* at each leaf, in the order of the tree */
    trama_extent *node; /* 2 count - 1; the root is the first */
    double cost;        /* when last built or refitted */
    double cost_built;
    double *key; /* centres, to build with: 3 count */
} trama_tree;

/* A node with all that is below it: `count` leaves from the leaf `first` on. */
typedef struct trama_subtree {
    size_t node, first, count;
    unsigned depth;
} trama_subtree;

static inline trama_subtree trama_tree_root(const trama_tree *tree)
{
    const trama_subtree own = {0, 0, tree->count, 0};
    return own;
}
static inline trama_subtree trama_subtree_left(trama_subtree s)
{
    const trama_subtree own = {s.node + 1, s.first, s.count / 2, s.depth + 1};
    return own;
}
static inline trama_subtree trama_subtree_right(trama_subtree s)
{
    const size_t left = s.count / 2; /* leaves, of 2 left - 1 nodes */
    const trama_subtree own = {s.node + 2 * left, s.first + left, s.count - left, s.depth + 1};
    return own;
}

/* Work on a tree is cut at this depth into parts for threads, whatever their number: sums do not
 * depend on it. */
enum { TRAMA_TREE_CUT = 6, TRAMA_TREE_PARTS = 1 << TRAMA_TREE_CUT };

/* For `count` elements, without boxes yet. TRAMA_NO_MEMORY. */
trama_status trama_tree_create(size_t count, trama_tree **tree, trama_error *error);
void trama_tree_destroy(trama_tree *tree); /* accepts NULL */

/* Builds the tree over the boxes of its elements, or renews the boxes alone, on `threads` threads;
 * both set the cost. */
void trama_tree_build(trama_tree *tree, const trama_extent *box, double reach, size_t threads);
void trama_tree_refit(trama_tree *tree, const trama_extent *box, double reach, size_t threads);
/* Renews the boxes, and rebuilds the tree if its cost has become more than `bad` times what it
 * was when built. Says whether it did. */
bool trama_tree_update(trama_tree *tree, const trama_extent *box, double reach, double bad,
                       size_t threads);

/* The subtrees at the cut, or leaves above it; their number, at most TRAMA_TREE_PARTS. */
size_t trama_tree_cut(const trama_tree *tree, trama_subtree *part);

/* What is done with the near pairs of elements. `thread` tells the threads apart. */
typedef struct trama_tree_visitor {
    void (*visit)(void *context, size_t thread, uint32_t a, uint32_t b);
    void *context;
    const uint32_t *part; /* of each node, from trama_tree_parts: pairs below a node that is of one
                             part are not visited. NULL: all are */
    const bool *enough;   /* of each thread: it visits no more, once this is true. NULL: never */
} trama_tree_visitor;

#define TRAMA_TREE_MIXED UINT32_MAX

/* Gives each node the part that all its elements are of, or TRAMA_TREE_MIXED; on `threads` threads.
 */
void trama_tree_parts(const trama_tree *tree, const uint32_t *part_of_element, uint32_t *part,
                      size_t threads);

/* Looks for what is nearest to x: visits elements in boxes no further than sqrt(*square) (m^2), the
 * nearer box first. `visit` lowers *square to that of what it found. A box counts as a little
 * nearer than it is, so that rounding hides no element; who visits decides ties, and gets what a
 * look at all elements would give. */
void trama_tree_nearest(const trama_tree *tree, const double x[3], const double *square,
                        void (*visit)(void *context, uint32_t element), void *context);

/* Visits all pairs of leaves of a tree, or of two, whose boxes are at most `reach` apart along
 * every axis: each once, those of one tree not with themselves. Which thread visits a pair, and
 * when, is the same in each run, but depends on `threads`: sort what is found. */
void trama_tree_pairs(const trama_tree *tree, double reach, size_t threads,
                      const trama_tree_visitor *visitor);
void trama_trees_pairs(const trama_tree *a, const trama_tree *b, double reach, size_t threads,
                       const trama_tree_visitor *visitor);

#ifdef __cplusplus
}
#endif

#endif
