/* The nearest element of a tree, by branch and bound. */
#include "collision/tree.h"

#include <math.h>

typedef struct search {
    const trama_tree *tree;
    const double *x, *square;
    void (*visit)(void *context, uint32_t element);
    void *context;
    double
        rounding; /* m: of distances to boxes; those far from the origin have that of coordinates */
    double limit; /* m^2: boxes beyond have nothing as near as what was found */
} search;

static double larger(double a, double b)
{
    return a > b ? a : b;
}

static double square_to_box(const double x[3], const trama_extent *box)
{
    double square = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        const double beyond = larger(box->low[axis] - x[axis], x[axis] - box->high[axis]);
        square += beyond > 0.0 ? beyond * beyond : 0.0;
    }
    return square;
}

static void renew_limit(search *s)
{
    const double least = sqrt(*s->square) * (1.0 + 2e-14) + s->rounding;
    s->limit = least * least;
}

/* The nearer child first, so that the other is often beyond what was found. */
static void search_below(search *s, trama_subtree node, double square)
{
    const trama_extent *box = s->tree->node;
    if (square > s->limit)
        return;
    if (node.count == 1) {
        s->visit(s->context, s->tree->element[node.first]);
        renew_limit(s);
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
    search s = {tree, x, square, visit, context, 0.0, 0.0};
    if (tree->count == 0)
        return;
    for (size_t axis = 0; axis < 3; axis++) {
        const double far = larger(fabs(tree->node[0].low[axis]), fabs(tree->node[0].high[axis]));
        s.rounding = larger(s.rounding, 2e-14 * larger(far, fabs(x[axis])));
    }
    renew_limit(&s);
    search_below(&s, trama_tree_root(tree), square_to_box(x, &tree->node[0]));
}
