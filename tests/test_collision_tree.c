/* Trees of boxes: their shape, boxes, cost and parts as the header says, and searches that find
 * what a search over all elements finds, for every number of elements and of threads. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "collision/tree.h"
#include "core/numbers.h"
#include "core/random.h"
#include "support/near.h"

enum { MOST = 400 };

static const size_t counts[] = {0, 1, 2, 3, 4, 5, 7, 8, 63, 64, 65, 129, 200, MOST};
enum { COUNTS = sizeof counts / sizeof *counts };

static trama_tree *make(size_t count)
{
    trama_tree *tree;
    trama_error error;
    assert_int_equal(trama_tree_create(count, &tree, &error), TRAMA_OK);
    return tree;
}

/* Boxes of very different sizes, in a space that is long along `axis`; some at the same place. */
static void draw(trama_random *random, size_t count, size_t axis, trama_extent *box)
{
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < 3; k++) {
            const double at = (k == axis ? 9.0 : 2.0) * trama_random_signed(random);
            const double half = 0.4 * pow(trama_random_signed(random), 4.0);
            box[i].low[k] = i % 7 == 6 ? box[i - 1].low[k] : at - half;
            box[i].high[k] = i % 7 == 6 ? box[i - 1].high[k] : at + half;
        }
}

/* ---- Shape. */

static double centre(const trama_extent *box, size_t axis)
{
    return 0.5 * box->low[axis] + 0.5 * box->high[axis];
}

/* The axis along which centres reach farthest; of equal ones the first. */
static size_t axis_of(const trama_tree *tree, const trama_extent *box, trama_subtree s)
{
    size_t best = 0;
    double most = -1.0;
    for (size_t axis = 0; axis < 3; axis++) {
        double low = TRAMA_INFINITY, high = -TRAMA_INFINITY;
        for (size_t i = s.first; i < s.first + s.count; i++) {
            low = fmin(low, centre(&box[tree->element[i]], axis));
            high = worst_of(high, centre(&box[tree->element[i]], axis));
        }
        if (high - low > most) {
            most = high - low;
            best = axis;
        }
    }
    return best;
}

static double half_area(const trama_extent *box, double reach)
{
    double side[3];
    for (size_t axis = 0; axis < 3; axis++)
        side[axis] = box->high[axis] - box->low[axis] + reach;
    return side[0] * side[1] + side[1] * side[2] + side[2] * side[0];
}

/* Checks the boxes below s; adds half areas of inner boxes, and of leaves. With `built` also that
 * no centre of the left half is beyond one of the right half. */
static void check_below(const trama_tree *tree, const trama_extent *box, double reach, bool built,
                        trama_subtree s, double sum[2])
{
    trama_extent all = box[tree->element[s.first]];
    for (size_t i = s.first; i < s.first + s.count; i++)
        all = trama_extent_join(&all, &box[tree->element[i]]);
    assert_memory_equal(&tree->node[s.node], &all, sizeof all);
    sum[s.count == 1] += half_area(&all, reach);
    if (s.count == 1)
        return;
    const trama_subtree left = trama_subtree_left(s), right = trama_subtree_right(s);
    const size_t axis = axis_of(tree, box, s);
    double low = -TRAMA_INFINITY, high = TRAMA_INFINITY;
    for (size_t i = left.first; i < left.first + left.count; i++)
        low = worst_of(low, centre(&box[tree->element[i]], axis));
    for (size_t i = right.first; i < right.first + right.count; i++)
        high = fmin(high, centre(&box[tree->element[i]], axis));
    assert_true(!built || low <= high);
    check_below(tree, box, reach, built, left, sum);
    check_below(tree, box, reach, built, right, sum);
}

static void check_tree(const trama_tree *tree, const trama_extent *box, double reach, bool built)
{
    bool seen[MOST] = {false};
    double sum[2] = {0.0, 0.0};
    for (size_t i = 0; i < tree->count; i++) {
        assert_true(tree->element[i] < tree->count && !seen[tree->element[i]]);
        seen[tree->element[i]] = true;
    }
    if (tree->count > 0)
        check_below(tree, box, reach, built, trama_tree_root(tree), sum);
    assert_near(tree->cost, tree->count > 0 ? sum[0] / sum[1] : 0.0, 1e-12 * tree->cost);
    if (built)
        assert_true(tree->cost_built == tree->cost);
}

static void a_tree_is_what_its_header_says(void **state)
{
    (void)state;
    static trama_extent box[MOST];
    trama_random random = {21};
    for (size_t c = 0; c < COUNTS; c++)
        for (size_t threads = 1; threads < 4; threads++) {
            trama_tree *tree = make(counts[c]);
            draw(&random, counts[c], c % 3, box);
            trama_tree_build(tree, box, 0.1, threads);
            check_tree(tree, box, 0.1, true);
            const double built = tree->cost;
            draw(&random, counts[c], c % 3, box);
            trama_tree_refit(tree, box, 0.3, threads);
            check_tree(tree, box, 0.3, false);
            assert_true(tree->cost_built == built);
            trama_tree_destroy(tree);
        }
}

static void a_tree_is_built_again_when_it_has_become_bad(void **state)
{
    (void)state;
    static trama_extent box[MOST];
    trama_random random = {22};
    trama_tree *tree = make(MOST);
    draw(&random, MOST, 1, box);
    trama_tree_build(tree, box, 0.1, 1);
    assert_false(trama_tree_update(tree, box, 0.1, 1.0, 1));
    const double built = tree->cost_built;
    draw(&random, MOST, 1, box);
    trama_tree_refit(tree, box, 0.1, 1);
    const double bad = tree->cost / built;
    assert_true(bad > 2.0);
    assert_false(trama_tree_update(tree, box, 0.1, 1.01 * bad, 1));
    assert_true(tree->cost_built == built);
    assert_true(trama_tree_update(tree, box, 0.1, 0.99 * bad, 1));
    check_tree(tree, box, 0.1, true);
    trama_tree_destroy(tree);
}

/* What is no number has a place in the order, and the others theirs. */
static void a_box_without_a_place_hides_no_other(void **state)
{
    (void)state;
    trama_extent box[9];
    trama_tree *tree = make(9);
    for (size_t i = 0; i < 9; i++)
        for (size_t k = 0; k < 3; k++)
            box[i].low[k] = box[i].high[k] =
                i == 4 ? TRAMA_NAN : (double)((i * 5) % 9) * (k == 0 ? 1.0 : 0.1) - 4.0;
    trama_tree_build(tree, box, 0.0, 1);
    bool seen[9] = {false};
    for (size_t i = 0; i < 9; i++)
        seen[tree->element[i]] = true;
    for (size_t i = 0; i < 9; i++)
        assert_true(seen[i]);
    trama_tree_destroy(tree);
}

/* Pieces of 2^6 and more leaves at the cut, each leaf in one. */
static void a_cut_has_all_leaves_once(void **state)
{
    (void)state;
    for (size_t c = 0; c < COUNTS; c++) {
        trama_subtree part[TRAMA_TREE_PARTS];
        trama_tree *tree = make(counts[c]);
        const size_t parts = trama_tree_cut(tree, part);
        size_t next = 0;
        assert_int_equal(parts, counts[c] < TRAMA_TREE_PARTS ? counts[c] : TRAMA_TREE_PARTS);
        for (size_t i = 0; i < parts; i++) {
            assert_int_equal(part[i].first, next);
            assert_true(part[i].depth == TRAMA_TREE_CUT || part[i].count == 1);
            next += part[i].count;
        }
        assert_int_equal(next, counts[c]);
        trama_tree_destroy(tree);
    }
}

/* ---- Parts. */

static void check_parts(const trama_tree *tree, const uint32_t *of_element, const uint32_t *part,
                        trama_subtree s)
{
    const uint32_t first = of_element[tree->element[s.first]];
    bool same = true;
    for (size_t i = s.first; i < s.first + s.count; i++)
        same = same && of_element[tree->element[i]] == first;
    assert_int_equal(part[s.node], same ? first : TRAMA_TREE_MIXED);
    if (s.count > 1) {
        check_parts(tree, of_element, part, trama_subtree_left(s));
        check_parts(tree, of_element, part, trama_subtree_right(s));
    }
}

static void a_node_has_the_part_of_all_its_elements(void **state)
{
    (void)state;
    static trama_extent box[MOST];
    static uint32_t of_element[MOST], part[2 * MOST];
    trama_random random = {23};
    for (size_t c = 0; c < COUNTS; c++)
        for (size_t threads = 1; threads < 4; threads++) {
            trama_tree *tree = make(counts[c]);
            draw(&random, counts[c], 0, box);
            trama_tree_build(tree, box, 0.0, threads);
            for (size_t i = 0; i < counts[c]; i++)
                of_element[i] = (uint32_t)(4.0 + 0.2 * box[i].low[0]);
            memset(part, 1, sizeof part);
            trama_tree_parts(tree, of_element, part, threads);
            if (counts[c] > 0)
                check_parts(tree, of_element, part, trama_tree_root(tree));
            trama_tree_destroy(tree);
        }
}

/* ---- Pairs. */

typedef struct visits {
    unsigned char times[4][MOST][MOST]; /* of each thread */
    size_t most;                        /* then it is enough */
    size_t count;
    bool enough[4];
} visits;

static void count_visit(void *context, size_t thread, uint32_t a, uint32_t b)
{
    visits *v = context;
    v->times[thread][a][b]++;
    if (v->most > 0 && ++v->count >= v->most)
        v->enough[thread] = true;
}

static size_t times_of(const visits *v, size_t a, size_t b)
{
    size_t sum = 0;
    for (size_t thread = 0; thread < 4; thread++)
        sum += v->times[thread][a][b];
    return sum;
}

/* Whether the least subtree that has both elements has more than one part. */
static bool is_parted(const trama_tree *tree, const uint32_t *part, size_t a, size_t b)
{
    trama_subtree s = trama_tree_root(tree);
    for (;;) {
        const trama_subtree left = trama_subtree_left(s);
        bool in_left[2] = {false, false};
        for (size_t i = left.first; i < left.first + left.count; i++) {
            in_left[0] |= tree->element[i] == a;
            in_left[1] |= tree->element[i] == b;
        }
        if (in_left[0] != in_left[1])
            return part[s.node] == TRAMA_TREE_MIXED;
        s = in_left[0] ? left : trama_subtree_right(s);
    }
}

/* Of pairs within one part those are left out whose least common subtree is of that part. */
static void every_near_pair_is_visited_once(void **state)
{
    (void)state;
    static trama_extent box[2][MOST];
    static uint32_t of_element[MOST], part[2 * MOST];
    static visits v;
    trama_random random = {24};
    bool none_left_out = true;
    for (size_t c = 0; c < COUNTS; c++)
        for (size_t threads = 1; threads < 4; threads++) {
            const size_t n[2] = {counts[c], counts[(c + 3) % COUNTS]};
            const double reach = 0.05 * (double)threads;
            trama_tree *tree[2];
            for (size_t k = 0; k < 2; k++) {
                tree[k] = make(n[k]);
                draw(&random, n[k], 2, box[k]);
                trama_tree_build(tree[k], box[k], reach, threads);
            }
            const trama_tree_visitor all = {.visit = count_visit, .context = &v};
            memset(&v, 0, sizeof v);
            trama_trees_pairs(tree[0], tree[1], reach, threads, &all);
            for (size_t i = 0; i < n[0]; i++)
                for (size_t j = 0; j < n[1]; j++)
                    assert_int_equal(times_of(&v, i, j),
                                     trama_extent_near(&box[0][i], &box[1][j], reach));
            for (size_t i = 0; i < n[0]; i++)
                of_element[i] = (uint32_t)(6.0 + 0.5 * box[0][i].low[2]);
            trama_tree_parts(tree[0], of_element, part, 1);
            for (int parted = 0; parted < 2; parted++) {
                trama_tree_visitor visitor = all;
                visitor.part = parted ? part : NULL;
                memset(&v, 0, sizeof v);
                trama_tree_pairs(tree[0], reach, threads, &visitor);
                for (size_t i = 0; i < n[0]; i++)
                    for (size_t j = 0; j <= i; j++) {
                        const size_t times = times_of(&v, i, j) + (i == j ? 0 : times_of(&v, j, i));
                        const bool near =
                            i != j && trama_extent_near(&box[0][i], &box[0][j], reach);
                        const bool left_out = near && parted && of_element[i] == of_element[j] &&
                                              !is_parted(tree[0], part, i, j);
                        assert_int_equal(times, near && !left_out);
                        none_left_out = none_left_out && !left_out;
                    }
            }
            trama_tree_destroy(tree[0]);
            trama_tree_destroy(tree[1]);
        }
    assert_false(none_left_out);
}

static void visits_end_when_there_are_enough(void **state)
{
    (void)state;
    static trama_extent box[MOST];
    static visits v;
    trama_random random = {25};
    trama_tree *tree = make(MOST);
    draw(&random, MOST, 0, box);
    trama_tree_build(tree, box, 1.0, 1);
    memset(&v, 0, sizeof v);
    v.most = 17;
    trama_tree_pairs(
        tree, 1.0, 1,
        &(trama_tree_visitor){.visit = count_visit, .context = &v, .enough = v.enough});
    assert_int_equal(v.count, 17);
    trama_tree_destroy(tree);
}

/* ---- The nearest. */

typedef struct nearest {
    const trama_extent *box;
    double x[3], square;
    uint32_t element;
    size_t visits;
} nearest;

static double square_of(const trama_extent *box, const double x[3])
{
    double square = 0.0;
    for (size_t axis = 0; axis < 3; axis++)
        square += pow(fmax(0.0, fmax(box->low[axis] - x[axis], x[axis] - box->high[axis])), 2.0);
    return square;
}

static void keep_nearest(void *context, uint32_t element)
{
    nearest *n = context;
    const double square = square_of(&n->box[element], n->x);
    n->visits++;
    if (square < n->square || (square == n->square && element < n->element)) {
        n->square = square;
        n->element = element;
    }
}

/* Far from the origin too; and few are visited. */
static void the_nearest_is_that_of_all(void **state)
{
    (void)state;
    static trama_extent box[MOST];
    trama_random random = {26};
    size_t visited = 0, searched = 0;
    for (size_t c = 0; c < COUNTS; c++)
        for (int far = 0; far < 2; far++) {
            trama_tree *tree = make(counts[c]);
            draw(&random, counts[c], 1, box);
            for (size_t i = 0; far && i < counts[c]; i++)
                for (size_t k = 0; k < 3; k++) {
                    box[i].low[k] += 1e5;
                    box[i].high[k] += 1e5;
                }
            trama_tree_build(tree, box, 0.0, 1);
            for (int trial = 0; trial < 50; trial++) {
                const double within = trial % 5 == 4 ? 0.25 : TRAMA_INFINITY;
                nearest all = {box, {0.0}, within, UINT32_MAX, 0}, found;
                for (size_t k = 0; k < 3; k++)
                    all.x[k] = (far ? 1e5 : 0.0) + 10.0 * trama_random_signed(&random);
                found = all;
                for (uint32_t i = 0; i < counts[c]; i++)
                    keep_nearest(&all, i);
                trama_tree_nearest(tree, found.x, &found.square, keep_nearest, &found);
                assert_int_equal(found.element, all.element);
                assert_true(found.square == all.square);
                visited += counts[c] == MOST ? found.visits : 0;
                searched += counts[c] == MOST;
            }
            trama_tree_destroy(tree);
        }
    print_message("%g of %d visited\n", (double)visited / (double)searched, MOST);
    assert_true(visited < 30 * searched);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_tree_is_what_its_header_says),
        cmocka_unit_test(a_tree_is_built_again_when_it_has_become_bad),
        cmocka_unit_test(a_box_without_a_place_hides_no_other),
        cmocka_unit_test(a_cut_has_all_leaves_once),
        cmocka_unit_test(a_node_has_the_part_of_all_its_elements),
        cmocka_unit_test(every_near_pair_is_visited_once),
        cmocka_unit_test(visits_end_when_there_are_enough),
        cmocka_unit_test(the_nearest_is_that_of_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
