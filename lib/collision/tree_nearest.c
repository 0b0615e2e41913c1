/* The nearest element of a tree, by branch and bound. */
#include "collision/tree.h"

#include <math.h>

typedef struct search {
    const trama_tree *tree;
    const double *x, *square;
    void (*visit)(void *context, uint32_t element);
    void *context;
} search;

/* Where x and the box are far from the origin, their distance has the rounding of coordinates. */
static double square_to_box(const double x[3], const trama_extent *box)
{
    double square = 0.0, far = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        const double below = box->low[axis] - x[axis], above = x[axis] - box->high[axis];
        const double beyond = fmax(fmax(below, above), 0.0);
        square += beyond * beyond;
        far = fmax(far, fmax(fabs(box->low[axis]), fabs(box->high[axis])));
    }
    const double least = sqrt(square) * (1.0 - 1e-14) - 1e-14 * far;
    return least > 0.0 ? least * least : 0.0;
}

/* The nearer child first, so that the other is often beyond what was found. */
static void search_below(const search *s, trama_subtree node, double square)
{
    const trama_extent *box = s->tree->node;
    if (square > *s->square)
        return;
    if (node.count == 1) {
        s->visit(s->context, s->tree->element[node.first]);
        return;
    }
    const trama_subtree left = trama_subtree_left(node), right = trama_subtree_right(node);
    const double to_left = square_to_box(s->x, &box[left.node]),
                 to_right = square_to_box(s->x, &box[right.node]);
    const bool leftward = to_left <= to_right;
    search_below(s, leftward ? left : right, leftward ? to_left : to_right);
    search_below(s, leftward ? right : left, leftward ? to_right : to_left);
}

void trama_tree_nearest(const trama_tree *tree, const double x[3], const double *square,
                        void (*visit)(void *context, uint32_t element), void *context)
{
    const search s = {tree, x, square, visit, context};
    if (tree->count > 0)
        search_below(&s, trama_tree_root(tree), square_to_box(x, &tree->node[0]));
}
