#include "collision/tree.h"

#include "core/random.h"
#include "core/threads.h"

#include <math.h>
#include <stdlib.h>

trama_status trama_tree_create(size_t count, trama_tree **tree, trama_error *error)
{
    *tree = NULL;
    trama_tree *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->count = count;
    made->element = calloc(count + 1, sizeof *made->element);
    made->node = calloc(2 * count + 1, sizeof *made->node);
    made->key = calloc(3 * count + 1, sizeof *made->key);
    if (!made->element || !made->node || !made->key) {
        trama_tree_destroy(made);
        return trama_fail_memory(error);
    }
    *tree = made;
    return TRAMA_OK;
}

void trama_tree_destroy(trama_tree *tree)
{
    if (!tree)
        return;
    free(tree->element);
    free(tree->node);
    free(tree->key);
    free(tree);
}

/* --- the cut, and work on its parts by several threads --- */

static void collect(trama_subtree s, trama_subtree *part, size_t *count)
{
    if (s.depth == TRAMA_TREE_CUT || s.count <= 1) {
        if (s.count > 0)
            part[(*count)++] = s;
        return;
    }
    collect(trama_subtree_left(s), part, count);
    collect(trama_subtree_right(s), part, count);
}

size_t trama_tree_cut(const trama_tree *tree, trama_subtree *part)
{
    size_t count = 0;
    collect(trama_tree_root(tree), part, &count);
    return count;
}

typedef struct work {
    trama_tree *tree;
    const trama_extent *box;
    double reach;
    size_t threads, parts;
    trama_subtree part[TRAMA_TREE_PARTS];
    double area[2 * TRAMA_TREE_PARTS]; /* of a part's inner nodes, and of its leaves */
} work;

/* --- boxes --- */

static double half_area(const trama_extent *box, double reach)
{
    const double a = box->high[0] - box->low[0] + reach, b = box->high[1] - box->low[1] + reach,
                 c = box->high[2] - box->low[2] + reach;
    return a * b + b * c + c * a;
}

/* Renews the boxes of s from its leaves up; adds their half areas to area[0], the leaves' to
 * area[1]. */
static void refit_below(const work *w, trama_subtree s, double area[2])
{
    trama_extent *node = w->tree->node + s.node;
    if (s.count == 1) {
        *node = w->box[w->tree->element[s.first]];
        area[1] += half_area(node, w->reach);
        return;
    }
    const trama_subtree left = trama_subtree_left(s), right = trama_subtree_right(s);
    refit_below(w, left, area);
    refit_below(w, right, area);
    *node = trama_extent_join(&w->tree->node[left.node], &w->tree->node[right.node]);
    area[0] += half_area(node, w->reach);
}

static void refit_part(void *context, size_t thread)
{
    work *w = context;
    for (size_t i = thread; i < w->parts; i += w->threads)
        refit_below(w, w->part[i], w->area + 2 * i);
}

/* The nodes above the cut, whose parts are done. */
static void refit_above(const work *w, trama_subtree s, double area[2])
{
    if (s.depth == TRAMA_TREE_CUT || s.count <= 1)
        return;
    const trama_subtree left = trama_subtree_left(s), right = trama_subtree_right(s);
    refit_above(w, left, area);
    refit_above(w, right, area);
    trama_extent *node = w->tree->node + s.node;
    *node = trama_extent_join(&w->tree->node[left.node], &w->tree->node[right.node]);
    area[0] += half_area(node, w->reach);
}

void trama_tree_refit(trama_tree *tree, const trama_extent *box, double reach, size_t threads)
{
    work w = {.tree = tree, .box = box, .reach = reach, .threads = threads};
    w.parts = trama_tree_cut(tree, w.part);
    trama_threads_run(threads, refit_part, &w);
    double area[2] = {0.0, 0.0};
    refit_above(&w, trama_tree_root(tree), area);
    for (size_t i = 0; i < w.parts; i++) {
        area[0] += w.area[2 * i];
        area[1] += w.area[2 * i + 1];
    }
    tree->cost = area[1] > 0.0 ? area[0] / area[1] : 0.0;
}

bool trama_tree_update(trama_tree *tree, const trama_extent *box, double reach, double bad,
                       size_t threads)
{
    trama_tree_refit(tree, box, reach, threads);
    const bool is_bad = tree->cost > bad * tree->cost_built;
    if (is_bad)
        trama_tree_build(tree, box, reach, threads);
    return is_bad;
}

/* --- building --- */

/* Centres, and then elements: no two are equal. */
static bool is_before(const double *key, uint32_t a, uint32_t b)
{
    return key[3 * (size_t)a] < key[3 * (size_t)b] ||
           (key[3 * (size_t)a] == key[3 * (size_t)b] && a < b);
}

/* Quickselect (Hoare): puts the `middle` least of `count` elements first. Random pivots, of a fixed
 * seed, make it linear for any input, and the same in each run. */
static void part_halves(uint32_t *element, size_t count, size_t middle, const double *key)
{
    trama_random random = {count};
    size_t low = 0, high = count;
    while (high - low > 1) {
        const uint32_t pivot = element[low + trama_random_bits(&random) % (high - low)];
        size_t i = low, j = high - 1;
        for (;;) {
            while (is_before(key, element[i], pivot))
                i++;
            while (is_before(key, pivot, element[j]))
                j--;
            if (i >= j)
                break;
            const uint32_t swap = element[i];
            element[i] = element[j];
            element[j] = swap;
        }
        /* The pivot stands at i. */
        if (i == middle)
            return;
        if (i < middle)
            low = i + 1;
        else
            high = i;
    }
}

static size_t longest_axis(const trama_tree *tree, trama_subtree s)
{
    double extent[3];
    for (size_t axis = 0; axis < 3; axis++) {
        double low = TRAMA_INFINITY, high = -TRAMA_INFINITY;
        for (size_t i = s.first; i < s.first + s.count; i++) {
            const double centre = tree->key[3 * (size_t)tree->element[i] + axis];
            low = centre < low ? centre : low;
            high = centre > high ? centre : high;
        }
        extent[axis] = high - low;
    }
    const size_t first = extent[1] > extent[0] ? 1 : 0;
    return extent[2] > extent[first] ? 2 : first;
}

static void order(const trama_tree *tree, trama_subtree s, unsigned to_depth)
{
    if (s.count <= 1 || s.depth == to_depth)
        return;
    part_halves(tree->element + s.first, s.count, s.count / 2, tree->key + longest_axis(tree, s));
    order(tree, trama_subtree_left(s), to_depth);
    order(tree, trama_subtree_right(s), to_depth);
}

static void order_part(void *context, size_t thread)
{
    work *w = context;
    for (size_t i = thread; i < w->parts; i += w->threads)
        order(w->tree, w->part[i], UINT32_MAX);
}

void trama_tree_build(trama_tree *tree, const trama_extent *box, double reach, size_t threads)
{
    for (size_t i = 0; i < tree->count; i++) {
        tree->element[i] = (uint32_t)i;
        for (size_t axis = 0; axis < 3; axis++) {
            const double centre = 0.5 * box[i].low[axis] + 0.5 * box[i].high[axis];
            tree->key[3 * i + axis] = isnan(centre) ? 0.0 : centre; /* NaN has no order */
        }
    }
    work w = {.tree = tree, .threads = threads};
    order(tree, trama_tree_root(tree), TRAMA_TREE_CUT);
    w.parts = trama_tree_cut(tree, w.part);
    trama_threads_run(threads, order_part, &w);
    trama_tree_refit(tree, box, reach, threads);
    tree->cost_built = tree->cost;
}

/* --- pairs --- */

typedef struct marking {
    const trama_tree *tree;
    const uint32_t *part_of_element;
    uint32_t *part;
    size_t threads, parts;
    trama_subtree at[TRAMA_TREE_PARTS];
} marking;

/* Those above the cut, where `above`: what is below is done. */
static void mark(const marking *m, trama_subtree s, bool above)
{
    if (above && (s.depth == TRAMA_TREE_CUT || s.count <= 1))
        return;
    if (s.count == 1) {
        m->part[s.node] = m->part_of_element[m->tree->element[s.first]];
        return;
    }
    const trama_subtree left = trama_subtree_left(s), right = trama_subtree_right(s);
    mark(m, left, above);
    mark(m, right, above);
    const uint32_t part = m->part[left.node];
    m->part[s.node] = part == m->part[right.node] ? part : TRAMA_TREE_MIXED;
}

static void mark_parts(void *context, size_t thread)
{
    const marking *m = context;
    for (size_t i = thread; i < m->parts; i += m->threads)
        mark(m, m->at[i], false);
}

void trama_tree_parts(const trama_tree *tree, const uint32_t *part_of_element, uint32_t *part,
                      size_t threads)
{
    marking m = {
        .tree = tree, .part_of_element = part_of_element, .part = part, .threads = threads};
    m.parts = trama_tree_cut(tree, m.at);
    trama_threads_run(threads, mark_parts, &m);
    mark(&m, trama_tree_root(tree), true);
}

/* A subtree against itself (is_self), or two against each other. */
typedef struct task {
    trama_subtree a, b;
    bool is_self;
} task;

typedef struct search {
    const trama_tree *a, *b;
    double reach;
    const trama_tree_visitor *visitor;
    size_t threads, tasks;
    task *task; /* for threads, while the serial beginning collects them; else NULL */
} search;

enum { TASKS_MOST = TRAMA_TREE_PARTS * TRAMA_TREE_PARTS };

static bool is_at_cut(trama_subtree s)
{
    return s.depth >= TRAMA_TREE_CUT || s.count <= 1;
}

static bool has_enough(const search *w, size_t thread)
{
    return w->visitor->enough && w->visitor->enough[thread];
}

static void pairs_between(search *w, bool collects, size_t thread, trama_subtree a, trama_subtree b)
{
    if (has_enough(w, thread) ||
        !trama_extent_near(&w->a->node[a.node], &w->b->node[b.node], w->reach))
        return;
    if (collects && is_at_cut(a) && is_at_cut(b)) {
        w->task[w->tasks++] = (task){a, b, false};
    } else if (a.count == 1 && b.count == 1) {
        w->visitor->visit(w->visitor->context, thread, w->a->element[a.first],
                          w->b->element[b.first]);
    } else if (collects ? !is_at_cut(a) && (is_at_cut(b) || a.count >= b.count)
                        : a.count >= b.count) {
        pairs_between(w, collects, thread, trama_subtree_left(a), b);
        pairs_between(w, collects, thread, trama_subtree_right(a), b);
    } else {
        pairs_between(w, collects, thread, a, trama_subtree_left(b));
        pairs_between(w, collects, thread, a, trama_subtree_right(b));
    }
}

static void pairs_within(search *w, bool collects, size_t thread, trama_subtree s)
{
    if (s.count <= 1 || has_enough(w, thread))
        return;
    const uint32_t *part = w->visitor->part;
    if (collects && is_at_cut(s)) {
        w->task[w->tasks++] = (task){s, s, true};
        return;
    }
    if (part && part[s.node] != TRAMA_TREE_MIXED)
        return;
    pairs_within(w, collects, thread, trama_subtree_left(s));
    pairs_within(w, collects, thread, trama_subtree_right(s));
    pairs_between(w, collects, thread, trama_subtree_left(s), trama_subtree_right(s));
}

static void do_tasks(void *context, size_t thread)
{
    search *w = context;
    for (size_t i = thread; i < w->tasks; i += w->threads) {
        const task *todo = &w->task[i];
        if (todo->is_self)
            pairs_within(w, false, thread, todo->a);
        else
            pairs_between(w, false, thread, todo->a, todo->b);
    }
}

void trama_tree_pairs(const trama_tree *tree, double reach, size_t threads,
                      const trama_tree_visitor *visitor)
{
    task tasks[TASKS_MOST];
    search w = {tree, tree, reach, visitor, threads, 0, tasks};
    pairs_within(&w, threads > 1, 0, trama_tree_root(tree));
    trama_threads_run(threads, do_tasks, &w);
}

void trama_trees_pairs(const trama_tree *a, const trama_tree *b, double reach, size_t threads,
                       const trama_tree_visitor *visitor)
{
    task tasks[TASKS_MOST];
    search w = {a, b, reach, visitor, threads, 0, tasks};
    if (a->count > 0 && b->count > 0)
        pairs_between(&w, threads > 1, 0, trama_tree_root(a), trama_tree_root(b));
    trama_threads_run(threads, do_tasks, &w);
}
