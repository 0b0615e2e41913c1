/* Broad phases: each finds exactly the pairs that all pairs finds, in the same order, in scenes at
 * random whose boxes move, come and go; and says so if memory lacks. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "collision/broad.h"
#include "core/random.h"

enum { BODIES = 300, PHASES = 3 };

static double between(trama_random *random, double low, double high)
{
    return low + 0.5 * (trama_random_signed(random) + 1.0) * (high - low);
}

/* How a scene is made: where boxes are, how large, and how far they move at once. */
typedef struct scene {
    const char *name;
    double reach[3], smallest, largest, step;
    double grid; /* coordinates are multiples of it; 0: any */
} scene;

static const scene scenes[] = {
    {"alike, in a cube", {10, 10, 10}, 0.5, 1.0, 0.1, 0.0},
    {"sizes of 1 : 1000", {10, 10, 10}, 0.01, 10.0, 0.5, 0.0},
    {"in a plane", {30, 0, 30}, 0.5, 2.0, 0.3, 0.0},
    {"in one place", {0.1, 0.1, 0.1}, 0.5, 1.0, 0.1, 0.0},
    {"touching, on a grid", {6, 6, 6}, 1.0, 1.0, 2.0, 1.0},
    {"in a column", {0.2, 100, 0.2}, 0.5, 1.5, 0.5, 0.0},
    {"points", {2, 2, 2}, 0.0, 0.0, 1.0, 1.0},
    {"far away and fast", {1e6, 1e6, 1e6}, 1e4, 2e5, 1e6, 0.0},
};

static double on_grid(double x, double grid)
{
    return grid > 0.0 ? grid * nearbyint(x / grid) : x;
}

static trama_extent draw(trama_random *random, const scene *s)
{
    trama_extent box;
    for (int axis = 0; axis < 3; axis++) {
        const double at = on_grid(s->reach[axis] * trama_random_signed(random), s->grid);
        const double half =
            0.5 * (s->smallest > 0.0 ? s->smallest * exp(between(random, 0.0, 1.0) *
                                                         log(s->largest / s->smallest))
                                     : 0.0);
        box.low[axis] = at - half;
        box.high[axis] = at + half;
    }
    return box;
}

static void shift(trama_random *random, const scene *s, trama_extent *box)
{
    for (int axis = 0; axis < 3; axis++) {
        const double by = on_grid(s->step * trama_random_signed(random), s->grid);
        box->low[axis] += by;
        box->high[axis] += by;
    }
}

static void same_pairs(trama_broad *const broad[PHASES])
{
    trama_broad_pairs all, other;
    trama_error error;
    assert_int_equal(trama_broad_pairs_find(broad[0], &all, &error), TRAMA_OK);
    for (size_t i = 0; i < all.count; i++) {
        assert_true(all.pair[i].first < all.pair[i].second);
        assert_true(i == 0 || all.pair[i - 1].first < all.pair[i].first ||
                    (all.pair[i - 1].first == all.pair[i].first &&
                     all.pair[i - 1].second < all.pair[i].second));
    }
    for (int k = 1; k < PHASES; k++) {
        assert_int_equal(trama_broad_pairs_find(broad[k], &other, &error), TRAMA_OK);
        assert_int_equal(other.count, all.count);
        if (all.count > 0)
            assert_memory_equal(other.pair, all.pair, all.count * sizeof *all.pair);
    }
}

/* 60 rounds in which a third of the bodies moves, some come and some go. */
static void play(const scene *s, uint64_t seed)
{
    trama_random random = {seed};
    trama_broad *broad[PHASES];
    trama_extent box[BODIES];
    bool present[BODIES] = {false};
    trama_error error;
    for (size_t k = 0; k < PHASES; k++)
        assert_int_equal(trama_broad_create(trama_broad_at(k), &broad[k], &error), TRAMA_OK);
    for (int round = 0; round < 60; round++) {
        for (uint32_t i = 0; i < BODIES; i++) {
            const uint64_t chance = trama_random_bits(&random) % 12;
            if (!present[i] && (chance < 3 || round == 0)) {
                box[i] = draw(&random, s);
                present[i] = true;
                for (int k = 0; k < PHASES; k++)
                    assert_int_equal(trama_broad_insert(broad[k], i, &box[i], &error), TRAMA_OK);
            } else if (present[i] && chance < 4) {
                shift(&random, s, &box[i]);
                for (int k = 0; k < PHASES; k++)
                    trama_broad_move(broad[k], i, &box[i]);
            } else if (present[i] && chance == 5) {
                present[i] = false;
                for (int k = 0; k < PHASES; k++)
                    trama_broad_remove(broad[k], i);
            }
        }
        same_pairs(broad);
    }
    for (uint32_t i = 0; i < BODIES; i++)
        for (int k = 0; present[i] && k < PHASES; k++)
            trama_broad_remove(broad[k], i);
    same_pairs(broad);
    for (int k = 0; k < PHASES; k++)
        trama_broad_destroy(broad[k]);
}

static void no_broad_phase_misses_a_pair_that_all_pairs_finds(void **state)
{
    (void)state;
    assert_int_equal(trama_broad_count(), PHASES);
    assert_string_equal(trama_broad_at(0)->name, "all_pairs");
    for (size_t i = 0; i < sizeof scenes / sizeof *scenes; i++)
        play(&scenes[i], 100 + i);
}

/* Counted by hand: a row of unit boxes, each touching the next. */
static void boxes_that_touch_are_a_pair(void **state)
{
    (void)state;
    trama_error error;
    for (size_t k = 0; k < PHASES; k++) {
        trama_broad *broad;
        trama_broad_pairs pairs;
        assert_int_equal(trama_broad_create(trama_broad_at(k), &broad, &error), TRAMA_OK);
        assert_int_equal(trama_broad_pairs_find(broad, &pairs, &error), TRAMA_OK);
        assert_int_equal(pairs.count, 0);
        for (uint32_t i = 0; i < 100; i++) {
            const double x = (i * 37U) % 100;
            const trama_extent box = {{x, 0, 0}, {x + 1, 1, 1}};
            assert_int_equal(trama_broad_insert(broad, i, &box, &error), TRAMA_OK);
        }
        assert_int_equal(trama_broad_pairs_find(broad, &pairs, &error), TRAMA_OK);
        assert_int_equal(pairs.count, 99);
        trama_broad_destroy(broad);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_broad_phase_misses_a_pair_that_all_pairs_finds),
        cmocka_unit_test(boxes_that_touch_are_a_pair),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
