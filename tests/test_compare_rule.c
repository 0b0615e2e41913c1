/* The rule that calls a program slower (analysis/compare/rule.h) agrees with closed forms, and is
 * right on simulated machines whose speed drifts, which pause, and which others use. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/compare/rule.h"
#include "core/numbers.h"
#include "core/random.h"
#include "support/near.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const rule usual = {0.05, 0.025};

/* --- closed forms --- */

static void the_coin_is_fair(void **state)
{
    (void)state;
    assert_near(rule_binomial(0, 3), 0.125, 1e-15);
    assert_near(rule_binomial(5, 20), 0.020694732666015625, 1e-12);
    assert_true(rule_binomial(3, 3) >= 1.0);
}

/* Of 20 values the 6th from each end: P(X <= 5) = 0.0207 <= 0.025 < P(X <= 6). */
static void the_interval_is_that_of_the_sign_test(void **state)
{
    (void)state;
    double value[20];
    for (size_t i = 0; i < 20; i++)
        value[i] = (double)((i * 7) % 20) + 0.385;
    const rule_evidence e = rule_judge(&usual, value, 20);
    assert_int_equal(e.pairs, 20);
    assert_near(e.median, 9.885, 1e-12);
    assert_near(e.range.low, 5.385, 1e-12);
    assert_near(e.range.high, 14.385, 1e-12);
}

/* The lower bound lies beyond the limit exactly where p is at most the level. */
static void p_and_the_lower_bound_say_the_same(void **state)
{
    (void)state;
    trama_random random = {77};
    size_t beyond = 0;
    for (size_t trial = 0; trial < 2000; trial++) {
        double value[40];
        const size_t pairs = 5 + trial % 36;
        for (size_t i = 0; i < pairs; i++)
            value[i] = 0.06 + 0.04 * trama_random_signed(&random);
        const rule_evidence e = rule_judge(&usual, value, pairs);
        assert_int_equal(e.range.low > log1p(usual.limit), e.p <= usual.level);
        beyond += e.p <= usual.level;
    }
    assert_in_range(beyond, 100, 1900); /* 430: both happen */
}

static void few_pairs_have_no_interval(void **state)
{
    (void)state;
    double value[] = {0.3, 0.31, 0.32, 0.33, 0.34, 0.35};
    assert_true(isinf(rule_judge(&usual, value, 5).range.high));
    assert_true(rule_judge(&usual, value, 5).p > usual.level);
    assert_true(rule_judge(&usual, value, 6).p <= usual.level);
    assert_int_equal(rule_pairs_needed(&usual, 1), 6);
    assert_int_equal(rule_pairs_needed(&usual, 10), 9);
    assert_true(rule_judge(&usual, value, 0).p >= 1.0);
}

/* Holm's own example of four: 0.01, 0.04, 0.03, 0.005 become 0.03, 0.06, 0.06, 0.02. */
static void holm_adjusts_step_by_step(void **state)
{
    (void)state;
    static const double expected[] = {0.03, 0.06, 0.06, 0.02};
    rule_p p[] = {{0.01, 0}, {0.04, 1}, {0.03, 2}, {0.005, 3}};
    rule_holm(p, 4);
    for (size_t i = 0; i < 4; i++)
        assert_near(p[i].p, expected[p[i].number], 1e-15);
    rule_p large[] = {{0.8, 0}, {0.7, 1}};
    rule_holm(large, 2);
    assert_true(large[0].p <= 1.0 && large[1].p <= 1.0 && large[0].p >= 1.0);
}

static void opinions_follow_from_the_interval(void **state)
{
    (void)state;
    const struct {
        double low, high, p;
        rule_opinion opinion;
    } table[] = {
        {0.06, 0.12, 0.001, RULE_SLOWER},   {0.06, 0.12, 0.2, RULE_UNDECIDED},
        {0.06, 0.12, 0.025, RULE_SLOWER}, /* at the level */
        {0.01, 0.12, 0.3, RULE_UNDECIDED},  {-0.02, 0.03, 1.0, RULE_NO_SLOWER},
        {0.01, 0.04, 1.0, RULE_NO_SLOWER},  {-0.2, -0.06, 1.0, RULE_FASTER},
        {-0.2, -0.03, 1.0, RULE_NO_SLOWER}, {-TRAMA_INFINITY, TRAMA_INFINITY, 1.0, RULE_UNDECIDED},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        const rule_evidence e = {.pairs = 20, .range = {table[i].low, table[i].high}};
        assert_int_equal(rule_decide(&usual, &e, table[i].p), table[i].opinion);
    }
}

/* --- simulated machines --- */

enum { CASES = 4, PAIRS = 30 };

/* The speed of a machine as it goes on from run to run. */
typedef struct weather {
    trama_random random;
    double trend;   /* of a run, in ln s: it warms up */
    double wander;  /* of a run: a random walk */
    double spell;   /* what a neighbour costs while it is there */
    double stumble; /* how likely a run is hit by something else */
    double noise;   /* of a process: where its memory happens to lie, and the clock */
    double now;
    bool in_spell;
} weather;

static double uniform(weather *w)
{
    return (trama_random_signed(&w->random) + 1.0) / 2.0;
}

/* Nearly normal, of deviation 1: the sum of twelve. */
static double normal(weather *w)
{
    double sum = 0.0;
    for (int i = 0; i < 12; i++)
        sum += trama_random_signed(&w->random);
    return sum / 2.0;
}

/* ln of the time of a process's samples; spells last ten runs on average. */
static double run_of(weather *w, double slower)
{
    w->now += w->trend + w->wander * normal(w);
    if (uniform(w) < 0.1)
        w->in_spell = !w->in_spell;
    const double hit = uniform(w) < w->stumble ? log1p(uniform(w)) : 0.0;
    return slower + w->now + (w->in_spell ? w->spell : 0.0) + hit + w->noise * normal(w);
}

/* One measurement of all cases, the first of which is slower: pairs in a random order each. */
static void measure(weather *w, double slower, rule_evidence *evidence)
{
    double log_ratio[CASES][PAIRS];
    for (size_t pair = 0; pair < PAIRS; pair++) {
        double time[2][CASES];
        const int first = uniform(w) < 0.5;
        for (int turn = 0; turn < 2; turn++)
            for (size_t c = 0; c < CASES; c++)
                time[turn ? !first : first][c] =
                    run_of(w, (turn ? !first : first) && c == 0 ? slower : 0.0);
        for (size_t c = 0; c < CASES; c++)
            log_ratio[c][pair] = time[1][c] - time[0][c];
    }
    for (size_t c = 0; c < CASES; c++)
        evidence[c] = rule_judge(&usual, log_ratio[c], PAIRS);
}

static size_t adjusted(const rule_evidence *e, const bool *counts, bool *beyond)
{
    rule_p p[CASES];
    size_t count = 0, found = 0;
    for (size_t c = 0; c < CASES; c++)
        if (counts[c])
            p[count++] = (rule_p){e[c].p, c};
    rule_holm(p, count);
    for (size_t i = 0; i < count; i++) {
        beyond[p[i].number] = p[i].p <= usual.level;
        found += beyond[p[i].number];
    }
    return found;
}

/* True if a case is called slower, and again when measured again. */
static bool is_flagged(weather *w, double slower)
{
    static const bool all[CASES] = {true, true, true, true};
    rule_evidence evidence[CASES];
    bool suspect[CASES] = {false}, confirmed[CASES] = {false};
    measure(w, slower, evidence);
    if (adjusted(evidence, all, suspect) == 0)
        return false;
    measure(w, slower, evidence);
    return adjusted(evidence, suspect, confirmed) > 0;
}

static size_t flagged_of(weather w, double slower, size_t trials)
{
    size_t flagged = 0;
    for (size_t i = 0; i < trials; i++)
        flagged += is_flagged(&w, slower);
    return flagged;
}

static const weather machines[] = {
    {.random = {1}, .noise = 0.01},
    {.random = {2}, .noise = 0.02, .trend = 0.002, .wander = 0.005},
    {.random = {4}, .noise = 0.01, .stumble = 0.15},
    {.random = {3}, .noise = 0.02, .spell = 0.15},
    {.random = {5}, .noise = 0.02, .wander = 0.01, .spell = 0.08, .stumble = 0.05},
    {.random = {6}, .noise = 0.30},
};
enum { MACHINES = sizeof machines / sizeof machines[0], TRIALS = 1000 };

/* At most 1 %; of 1000 comparisons of a build with itself 0 were flagged on each machine. */
static void a_build_is_not_slower_than_itself(void **state)
{
    (void)state;
    for (size_t i = 0; i < MACHINES; i++)
        assert_in_range(flagged_of(machines[i], 0.0, TRIALS), 0, TRIALS / 100);
}

/* A build that is slower by just the limit is none to be flagged either: at most level a
 * measurement, and so its square. */
static void what_is_as_slow_as_the_limit_is_not_flagged(void **state)
{
    (void)state;
    for (size_t i = 0; i < MACHINES; i++)
        assert_in_range(flagged_of(machines[i], log1p(0.05), TRIALS), 0, TRIALS / 100);
}

/* Of 1000 on the first three machines 1000, 1000, 963. On the others 30 pairs do not suffice (814,
 * 618 and 1 are found), and the rest ends undecided, not as no slower. */
static void ten_percent_is_found(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++)
        assert_in_range(flagged_of(machines[i], log1p(0.10), TRIALS), TRIALS * 95 / 100, TRIALS);
}

/* The most that can be said wrongly of a slow build is that it is undecided: of 1000 measurements
 * of one that is 10 % slower 0, 0, 0, 0, 0 and 10 say no slower. */
static void what_is_slower_is_not_called_no_slower(void **state)
{
    (void)state;
    for (size_t i = 0; i < MACHINES; i++) {
        weather w = machines[i];
        size_t wrong = 0;
        for (size_t trial = 0; trial < TRIALS; trial++) {
            rule_evidence evidence[CASES];
            measure(&w, log1p(0.10), evidence);
            wrong += rule_decide(&usual, &evidence[0], 1.0) == RULE_NO_SLOWER;
        }
        assert_in_range(wrong, 0, TRIALS * 25 / 1000);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_coin_is_fair),
        cmocka_unit_test(the_interval_is_that_of_the_sign_test),
        cmocka_unit_test(p_and_the_lower_bound_say_the_same),
        cmocka_unit_test(few_pairs_have_no_interval),
        cmocka_unit_test(holm_adjusts_step_by_step),
        cmocka_unit_test(opinions_follow_from_the_interval),
        cmocka_unit_test(a_build_is_not_slower_than_itself),
        cmocka_unit_test(what_is_as_slow_as_the_limit_is_not_flagged),
        cmocka_unit_test(ten_percent_is_found),
        cmocka_unit_test(what_is_slower_is_not_called_no_slower),
    };
    return cmocka_run_group_tests_name("compare_rule", tests, NULL, NULL);
}
