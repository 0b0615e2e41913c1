/* A dynamic tree of boxes (E. Catto, "Dynamic bounding volume hierarchies", GDC 2019; Bullet's
 * btDbvt). A leaf has the body's box enlarged by a tenth of its size, and is inserted again only
 * when the body has left that box. A new leaf is inserted where it enlarges the areas of the boxes
 * above it least; rotations keep the tree balanced. Overlapping pairs of leaves are kept: only
 * leaves that were inserted again are searched in the tree. */
#include "collision/broad_list.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double growth = 0.1; /* of the largest edge, on each side */
static const uint32_t none = UINT32_MAX;

typedef struct node {
    trama_extent box;
    uint32_t parent; /* of a free node: the next free one */
    uint32_t child[2];
    uint32_t body; /* of a leaf; none for others */
    int32_t height;
} node;

typedef struct tree {
    node *node;
    size_t capacity;
    uint32_t root, free;
    uint32_t *leaf; /* of each body; none: it is not in */
    unsigned char
        *fresh;       /* of each body: its leaf was put in, or taken out, since the last search */
    size_t changes;   /* of leaves since then */
    trama_pair *pair; /* whose leaves overlap, in order */
    size_t pairs, pair_capacity;
} tree;

static void *create(void)
{
    tree *t = calloc(1, sizeof *t);
    if (t)
        t->root = t->free = none;
    return t;
}

static void destroy(void *state)
{
    tree *t = state;
    free(t->node);
    free(t->leaf);
    free(t->fresh);
    free(t->pair);
    free(t);
}

static bool reserve(void *state, size_t bodies)
{
    tree *t = state;
    uint32_t *leaf = realloc(t->leaf, bodies * sizeof *leaf);
    if (leaf)
        t->leaf = leaf;
    unsigned char *fresh = realloc(t->fresh, bodies);
    if (fresh)
        t->fresh = fresh;
    node *grown = realloc(t->node, 2 * bodies * sizeof *grown);
    if (grown)
        t->node = grown;
    if (!leaf || !fresh || !grown)
        return false;
    for (size_t i = t->capacity / 2; i < bodies; i++) {
        t->leaf[i] = none;
        t->fresh[i] = 0;
    }
    for (size_t i = t->capacity; i < 2 * bodies; i++) {
        t->node[i].parent = t->free;
        t->free = (uint32_t)i;
    }
    t->capacity = 2 * bodies;
    return true;
}

static uint32_t take_node(tree *t)
{
    const uint32_t i = t->free;
    t->free = t->node[i].parent;
    t->node[i] = (node){.parent = none, .child = {none, none}, .body = none};
    return i;
}

static void give_node(tree *t, uint32_t i)
{
    t->node[i].parent = t->free;
    t->free = i;
}

static bool is_leaf(const node *n)
{
    return n->child[0] == none;
}

/* ---- Shape of the tree. */

/* Half the surface. */
static double area(const trama_extent *box)
{
    const double x = box->high[0] - box->low[0], y = box->high[1] - box->low[1],
                 z = box->high[2] - box->low[2];
    return x * y + y * z + z * x;
}

static double joined_area(const trama_extent *a, const trama_extent *b)
{
    const trama_extent both = trama_extent_join(a, b);
    return area(&both);
}

static void refit(tree *t, uint32_t i)
{
    node *n = &t->node[i];
    const node *a = &t->node[n->child[0]], *b = &t->node[n->child[1]];
    n->box = trama_extent_join(&a->box, &b->box);
    n->height = 1 + (a->height > b->height ? a->height : b->height);
}

static void replace_child(tree *t, uint32_t parent, uint32_t old, uint32_t new)
{
    if (parent == none)
        t->root = new;
    else
        t->node[parent].child[t->node[parent].child[1] == old] = new;
    t->node[new].parent = parent;
}

/* If one side is higher by two, its root takes this node's place and this node one of its children,
 * the lower one. Returns what stands at the place of i now. */
static uint32_t balance(tree *t, uint32_t i)
{
    node *n = &t->node[i];
    const int32_t lean = t->node[n->child[1]].height - t->node[n->child[0]].height;
    if (lean >= -1 && lean <= 1)
        return i;
    const int side = lean > 1;
    const uint32_t up = n->child[side];
    node *above = &t->node[up];
    const int lower = t->node[above->child[1]].height < t->node[above->child[0]].height;
    const uint32_t given = above->child[lower];
    replace_child(t, n->parent, i, up);
    above->child[lower] = i;
    n->parent = up;
    n->child[side] = given;
    t->node[given].parent = i;
    refit(t, i);
    refit(t, up);
    return up;
}

static void refit_upwards(tree *t, uint32_t i)
{
    while (i != none) {
        i = balance(t, i);
        refit(t, i);
        i = t->node[i].parent;
    }
}

/* What a leaf costs below a child: what that box grows by, and all of it if it is a leaf, since a
 * new parent has the joined box. */
static double cost_below(const tree *t, uint32_t child, const trama_extent *box)
{
    const node *n = &t->node[child];
    const double joined = joined_area(&n->box, box);
    return is_leaf(n) ? joined : joined - area(&n->box);
}

static uint32_t best_sibling(const tree *t, const trama_extent *box)
{
    uint32_t i = t->root;
    while (!is_leaf(&t->node[i])) {
        const node *n = &t->node[i];
        const double joined = joined_area(&n->box, box), inherited = joined - area(&n->box);
        const double cost[2] = {inherited + cost_below(t, n->child[0], box),
                                inherited + cost_below(t, n->child[1], box)};
        if (joined < cost[0] && joined < cost[1])
            break;
        i = n->child[cost[1] < cost[0]];
    }
    return i;
}

static void insert_leaf(tree *t, uint32_t leaf)
{
    if (t->root == none) {
        t->root = leaf;
        t->node[leaf].parent = none;
        return;
    }
    const uint32_t sibling = best_sibling(t, &t->node[leaf].box), parent = take_node(t);
    replace_child(t, t->node[sibling].parent, sibling, parent);
    t->node[parent].child[0] = sibling;
    t->node[parent].child[1] = leaf;
    t->node[sibling].parent = t->node[leaf].parent = parent;
    refit_upwards(t, parent);
}

static void remove_leaf(tree *t, uint32_t leaf)
{
    if (leaf == t->root) {
        t->root = none;
        return;
    }
    const uint32_t parent = t->node[leaf].parent, above = t->node[parent].parent;
    const uint32_t sibling = t->node[parent].child[t->node[parent].child[0] == leaf];
    replace_child(t, above, parent, sibling);
    give_node(t, parent);
    refit_upwards(t, above);
}

/* ---- Bodies. */

static trama_extent grown(const trama_extent *box)
{
    trama_extent fat = *box;
    double edge = 0.0;
    for (int axis = 0; axis < 3; axis++)
        edge = fmax(edge, box->high[axis] - box->low[axis]);
    for (int axis = 0; axis < 3; axis++) {
        fat.low[axis] -= growth * edge;
        fat.high[axis] += growth * edge;
    }
    return fat;
}

static bool holds(const trama_extent *outer, const trama_extent *inner)
{
    for (int axis = 0; axis < 3; axis++)
        if (inner->low[axis] < outer->low[axis] || inner->high[axis] > outer->high[axis])
            return false;
    return true;
}

static void note_change(tree *t, uint32_t body)
{
    t->fresh[body] = 1;
    t->changes++;
}

static void insert(void *state, const trama_broad *broad, uint32_t body)
{
    tree *t = state;
    note_change(t, body);
    const uint32_t leaf = take_node(t);
    t->node[leaf].box = grown(&broad->box[body]);
    t->node[leaf].body = body;
    t->leaf[body] = leaf;
    insert_leaf(t, leaf);
}

static void take_out(void *state, const trama_broad *broad, uint32_t body)
{
    tree *t = state;
    (void)broad;
    note_change(t, body);
    remove_leaf(t, t->leaf[body]);
    give_node(t, t->leaf[body]);
    t->leaf[body] = none;
}

static void move(void *state, const trama_broad *broad, uint32_t body)
{
    tree *t = state;
    const uint32_t leaf = t->leaf[body];
    if (holds(&t->node[leaf].box, &broad->box[body]))
        return;
    note_change(t, body);
    remove_leaf(t, leaf);
    t->node[leaf].box = grown(&broad->box[body]);
    insert_leaf(t, leaf);
}

/* ---- Pairs. */

enum { OPEN_MAX = 64 }; /* nodes of a balanced tree of 2^32 leaves that wait at once */

/* Adds the pairs of a fresh body with the leaves of the tree; two fresh ones find each other once.
 */
static bool look(const tree *t, trama_broad *broad, uint32_t body)
{
    const trama_extent box = t->node[t->leaf[body]].box;
    uint32_t open[OPEN_MAX] = {t->root};
    for (size_t count = 1; count > 0;) {
        const node *n = &t->node[open[--count]];
        if (!trama_extent_near(&n->box, &box, 0.0))
            continue;
        if (!is_leaf(n)) {
            open[count++] = n->child[1];
            open[count++] = n->child[0];
        } else if (n->body != body && !(t->fresh[n->body] && n->body < body) &&
                   !trama_broad_add(broad, body, n->body)) {
            return false;
        }
    }
    return true;
}

/* Leaves that overlap: those that did and are both not fresh, and those of the fresh ones. */
static bool update_pairs(tree *t, trama_broad *broad)
{
    for (size_t i = 0; i < t->pairs; i++) {
        const trama_pair p = t->pair[i];
        if (!t->fresh[p.first] && !t->fresh[p.second] && !trama_broad_add(broad, p.first, p.second))
            return false;
    }
    for (uint32_t body = 0; body < broad->capacity; body++)
        if (t->fresh[body] && t->leaf[body] != none && !look(t, broad, body))
            return false;
    if (!trama_broad_sort(broad))
        return false;
    if (t->pair_capacity < broad->pair_capacity) {
        trama_pair *kept = realloc(t->pair, broad->pair_capacity * sizeof *kept);
        if (!kept)
            return false;
        t->pair = kept;
        t->pair_capacity = broad->pair_capacity;
    }
    if (broad->pairs > 0)
        memcpy(t->pair, broad->pair, broad->pairs * sizeof *t->pair);
    t->pairs = broad->pairs;
    memset(t->fresh, 0, broad->capacity);
    t->changes = 0;
    return true;
}

/* Of the pairs of leaves those of the boxes themselves. The list has room for all of them: it held
 * them when they were found. */
static bool find(void *state, trama_broad *broad)
{
    tree *t = state;
    if (t->changes > 0 && !update_pairs(t, broad))
        return false;
    broad->pairs = 0;
    for (size_t i = 0; i < t->pairs; i++) {
        const trama_pair p = t->pair[i];
        if (trama_extent_near(&broad->box[p.first], &broad->box[p.second], 0.0))
            broad->pair[broad->pairs++] = p;
    }
    return true;
}

const trama_broad_type trama_broad_dynamic_tree = {
    .name = "dynamic_tree",
    .summary = "a balanced tree of boxes that are grown by a tenth",
    .reference = "Catto 2019",
    .create = create,
    .destroy = destroy,
    .reserve = reserve,
    .insert = insert,
    .remove = take_out,
    .move = move,
    .find = find,
};
