/* A hierarchy of boxes (BVH) over elements that have boxes: finds pairs of near elements in about n
 * log n time. The tree is binary and balanced: the left child of a subtree has the first half of
 * its leaves, the right child the others. So nodes need no pointers: they are stored depth first,
 * and leaves one after another (see trama_subtree). Building splits at the median along the longest
 * axis; a refit keeps the splits and updates the boxes.
 *
 * A tree gets worse as elements move: boxes grow and overlap. Its cost is the sum of the half areas
 * of all inner boxes divided by that of the leaves' boxes, each extent with `reach` added
 * (MacDonald and Booth 1990: how many inner boxes a small query that meets a leaf's box would meet,
 * relative to the leaves; about the depth for a good tree). Moving, turning and scaling do not
 * change it much. */
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

/* A node and everything below it: `count` leaves, starting at leaf `first`. */
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

/* Work on a tree is cut into parts at this depth, whatever the number of threads, so that sums do
 * not depend on that number. */
enum { TRAMA_TREE_CUT = 6, TRAMA_TREE_PARTS = 1 << TRAMA_TREE_CUT };

/* A tree for `count` elements, still without boxes. Errors: TRAMA_NO_MEMORY. */
trama_status trama_tree_create(size_t count, trama_tree **tree, trama_error *error);
void trama_tree_destroy(trama_tree *tree); /* accepts NULL */

/* Builds the tree over the boxes of its elements, or updates only the boxes, on `threads` threads;
 * both set the cost. */
void trama_tree_build(trama_tree *tree, const trama_extent *box, double reach, size_t threads);
void trama_tree_refit(trama_tree *tree, const trama_extent *box, double reach, size_t threads);
/* Updates the boxes, and rebuilds the tree if its cost exceeds `bad` times its cost when last
 * built. Returns true if it was rebuilt. */
bool trama_tree_update(trama_tree *tree, const trama_extent *box, double reach, double bad,
                       size_t threads);

/* The subtrees at the cut, or leaves above it; their number, at most TRAMA_TREE_PARTS. */
size_t trama_tree_cut(const trama_tree *tree, trama_subtree *part);

/* Called for each near pair of elements; `thread` is the number of the calling thread. */
typedef struct trama_tree_visitor {
    void (*visit)(void *context, size_t thread, uint32_t a, uint32_t b);
    void *context;
    const uint32_t *part; /* of each node, from trama_tree_parts: subtrees of one part are not
                             searched for pairs of their own. NULL: all are */
    const bool *enough;   /* of each thread: true stops its visits. NULL: never */
} trama_tree_visitor;

#define TRAMA_TREE_MIXED UINT32_MAX

/* Sets each node's part to that of all its elements, or TRAMA_TREE_MIXED; on `threads` threads. */
void trama_tree_parts(const trama_tree *tree, const uint32_t *part_of_element, uint32_t *part,
                      size_t threads);

/* Finds the element nearest to x: visits elements whose boxes are within sqrt(*square) (m^2),
 * nearer boxes first. `visit` lowers *square to the squared distance it found. Distances of boxes
 * are lowered a little, so that rounding hides no element; `visit` decides ties, and the result is
 * that of a search over all elements. */
void trama_tree_nearest(const trama_tree *tree, const double x[3], const double *square,
                        void (*visit)(void *context, uint32_t element), void *context);

/* Visits all pairs of leaves, of one tree or of two, whose boxes are at most `reach` apart along
 * every axis: each pair once, and no leaf with itself. Order and thread of the visits are the same
 * in each run, but depend on `threads`: sort the pairs found. */
void trama_tree_pairs(const trama_tree *tree, double reach, size_t threads,
                      const trama_tree_visitor *visitor);
void trama_trees_pairs(const trama_tree *a, const trama_tree *b, double reach, size_t threads,
                       const trama_tree_visitor *visitor);

#ifdef __cplusplus
}
#endif

#endif
