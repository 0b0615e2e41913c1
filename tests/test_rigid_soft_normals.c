/* The normal impulses of a manifold's points do not depend on units or on the order of the points,
 * and are those that a search of all sets finds; what approaches by less than rounding is left. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "interaction/rigid_soft.h"
#include "support/near.h"

enum { COUNT = TRAMA_MANIFOLD_POINTS, ALL = (1 << COUNT) - 1 };

/* Positive definite, by four factors at random. */
static void draw(trama_random *random, double a[COUNT][COUNT], double b[COUNT])
{
    double factor[COUNT][COUNT];
    for (int i = 0; i < COUNT; i++) {
        b[i] = trama_random_signed(random);
        for (int k = 0; k < COUNT; k++)
            factor[i][k] = trama_random_signed(random);
    }
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            a[i][j] = i == j ? 0.1 : 0.0;
            for (int k = 0; k < COUNT; k++)
                a[i][j] += factor[i][k] * factor[j][k];
        }
}

/* x of the points of a set where their rates vanish, by elimination. */
static void stop(double a[COUNT][COUNT], const double b[COUNT], unsigned set, double x[COUNT])
{
    double m[COUNT][COUNT];
    for (int i = 0; i < COUNT; i++) {
        const bool is_in = set >> i & 1;
        x[i] = is_in ? -b[i] : 0.0;
        for (int j = 0; j < COUNT; j++)
            m[i][j] = is_in ? (set >> j & 1 ? a[i][j] : 0.0) : i == j;
    }
    for (int i = 0; i < COUNT; i++)
        for (int r = 0; r < COUNT; r++) {
            const double part = m[r][i] / m[i][i];
            if (r == i)
                continue;
            for (int c = 0; c < COUNT; c++)
                m[r][c] -= part * m[i][c];
            x[r] -= part * x[i];
        }
    for (int i = 0; i < COUNT; i++)
        x[i] /= m[i][i];
}

/* The set that pushes: by trial of all. */
static unsigned search(double a[COUNT][COUNT], const double b[COUNT], unsigned set, double x[COUNT])
{
    for (unsigned pushing = 0; pushing <= ALL; pushing++) {
        bool holds = (pushing & ~set) == 0;
        stop(a, b, pushing, x);
        for (int i = 0; i < COUNT && holds; i++) {
            double rate = b[i];
            for (int j = 0; j < COUNT; j++)
                rate += a[i][j] * x[j];
            holds = pushing >> i & 1 ? x[i] > 0.0 : !(set >> i & 1) || rate > 0.0;
        }
        if (holds)
            return pushing;
    }
    fail();
    return 0;
}

static void impulses_are_those_of_a_search_of_all_sets(void **state)
{
    (void)state;
    trama_random random = {5};
    unsigned seen = 0;
    for (unsigned trial = 0; trial < 8000; trial++) {
        double a[COUNT][COUNT], b[COUNT], x[COUNT], expected[COUNT];
        const unsigned set = trial & ALL;
        draw(&random, a, b);
        seen |= 1U << search(a, b, set, expected);
        trama_soft_complement(a, b, set, x);
        for (int i = 0; i < COUNT; i++)
            assert_near(x[i], expected[i], 1e-11);
    }
    assert_int_equal(seen, 0xffff); /* every set has pushed */
}

/* Powers of two are exact: a slow contact has the bits of a fast one. */
static void impulses_scale_with_the_rates_to_the_bit(void **state)
{
    (void)state;
    static const int powers[] = {-400, -60, -30, 40, 300};
    trama_random random = {9};
    for (unsigned trial = 0; trial < 1600; trial++)
        for (size_t p = 0; p < sizeof powers / sizeof *powers; p++) {
            double a[COUNT][COUNT], b[COUNT], x[COUNT], scaled[COUNT], by = ldexp(1.0, powers[p]);
            draw(&random, a, b);
            trama_soft_complement(a, b, trial & ALL, x);
            for (int i = 0; i < COUNT; i++)
                b[i] *= by;
            trama_soft_complement(a, b, trial & ALL, scaled);
            for (int i = 0; i < COUNT; i++)
                assert_true(scaled[i] == by * x[i]);
        }
}

/* Two points that nearly share their motion. The first, stopped by 1, leaves the second with a rate
 * of `over`: rounding of the largest rate in the set, which is 1, or of that of a point outside of
 * it, which does not count. */
static double second_of(double over, unsigned set)
{
    double a[COUNT][COUNT] = {{0}}, x[COUNT];
    const double b[COUNT] = {-1.0, -0.5 + over, 0.0, -1e3};
    for (int i = 0; i < COUNT; i++)
        a[i][i] = 1.0;
    a[0][1] = a[1][0] = 0.5;
    trama_soft_complement(a, b, set, x);
    return x[1];
}

static void an_approach_within_rounding_is_left(void **state)
{
    (void)state;
    assert_true(second_of(-1e-9, 3) > 0.0 && second_of(-4e-12, 3) > 0.0);
    assert_true(second_of(-4e-12, 7) > 0.0); /* with a third that rests */
    assert_true(second_of(1e-9, 3) == 0.0 && second_of(0.0, 3) < 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(impulses_are_those_of_a_search_of_all_sets),
        cmocka_unit_test(impulses_scale_with_the_rates_to_the_bit),
        cmocka_unit_test(an_approach_within_rounding_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
