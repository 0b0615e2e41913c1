/* Minkowski portal refinement and its companions end, whatever the support mappings answer. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/vec.h"
#include "rigid/gjk.h"
#include "rigid/mpr_published.h"
#include "rigid/sat.h"
#include "support/convex_mpr.h"

static const trama_mpr_depth depths[] = {TRAMA_MPR_BOOLEAN, TRAMA_MPR_RAY, TRAMA_MPR_LEAST};

/* ---- Supports that lie. */

static long calls;
static trama_random lies;

typedef void answer(const trama_convex *, const double[3], uint32_t *, double[3]);

static void at_random(const trama_convex *s, const double d[3], uint32_t *h, double x[3])
{
    (void)s, (void)d, (void)h;
    calls++;
    for (int k = 0; k < 3; k++)
        x[k] = trama_random_signed(&lies);
}

/* Always further out than before, so that no portal is ever on the surface. */
static void receding(const trama_convex *s, const double d[3], uint32_t *h, double x[3])
{
    (void)s, (void)h;
    const double length = sqrt(dot3(d, d));
    calls++;
    for (int k = 0; k < 3; k++)
        x[k] = (1.0 + 1e-3 * (double)calls) * (d[k] / length + 0.1 * trama_random_signed(&lies));
}

static void against(const trama_convex *s, const double d[3], uint32_t *h, double x[3])
{
    (void)s, (void)h;
    calls++;
    for (int k = 0; k < 3; k++)
        x[k] = -d[k];
}

static void one_point(const trama_convex *s, const double d[3], uint32_t *h, double x[3])
{
    (void)s, (void)d, (void)h;
    calls++;
    x[0] = x[1] = x[2] = 0.0;
}

static void on_a_line(const trama_convex *s, const double d[3], uint32_t *h, double x[3])
{
    (void)s, (void)h;
    calls++;
    x[0] = d[0] > 0.0 ? 1.0 : -1.0;
    x[1] = x[2] = 0.0;
}

static void no_number(const trama_convex *s, const double d[3], uint32_t *h, double x[3])
{
    (void)s, (void)d, (void)h;
    calls++;
    x[0] = x[1] = x[2] = calls % 5 ? 1.0 : (double)NAN;
}

static void huge_and_tiny(const trama_convex *s, const double d[3], uint32_t *h, double x[3])
{
    (void)s, (void)h;
    calls++;
    for (int k = 0; k < 3; k++)
        x[k] = ldexp(d[k] > 0.0 ? 1.0 : -1.0, (int)(trama_random_bits(&lies) % 600) - 300);
}

/* At most: two phases of 100 iterations for each of 65 rays, each two calls; and a few more. */
enum { MOST_CALLS = 2 * (65 * 212 + 40) };

static void searches_end_whatever_supports_answer(void **state)
{
    (void)state;
    static answer *const answers[] = {at_random, receding,  against,      one_point,
                                      on_a_line, no_number, huge_and_tiny};
    const size_t count = sizeof answers / sizeof *answers;
    trama_random random = {13};
    long most = 0;
    for (int i = 0; i < 7 * 7 * 40; i++) {
        trama_convex_type liar = *trama_convex_find("box"), other = liar;
        trama_convex a = convex_make("box", 1, 1, 1), b = a;
        liar.support = answers[(size_t)i % count];
        other.support = answers[(size_t)i / count % count];
        a.type = &liar;
        b.type = &other;
        lies.state = (uint64_t)i;
        const trama_pose p = convex_pose(&random, 0.5), q = convex_pose(&random, i % 3 ? 0.5 : 0.0);
        for (int k = 0; k < 3; k++) {
            calls = 0;
            mpr(&a, &p, &b, &q, depths[k]);
            most = calls > most ? calls : most;
            assert_in_range(calls, 0, MOST_CALLS);
        }
        calls = 0;
        trama_gjk(&a, &p, &b, &q, (double)INFINITY);
        assert_in_range(calls, 0, 2 * 110);
        calls = 0;
        trama_mpr_published(&a, &p, &b, &q);
        assert_in_range(calls, 0, 4 * TRAMA_MPR_PUBLISHED_BOUND + 10);
    }
    print_message("most calls of one search: %ld\n", most);
}

/* A bound of 1 on a sphere is met, and said. */
static void a_bound_that_is_met_is_reported(void **state)
{
    (void)state;
    const trama_convex ball = convex_make("sphere", 1, 0, 0),
                       can = convex_make("cylinder", 1, 1, 0);
    const trama_pose p = convex_at(0, 0, 0), q = convex_at(1.1, 0.7, 0.4);
    const trama_mpr_options options = {TRAMA_MPR_RAY, 1e-12, 3};
    assert_int_equal(trama_mpr(&ball, &p, &can, &q, &options, NULL).status, TRAMA_MPR_UNDECIDED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(searches_end_whatever_supports_answer),
        cmocka_unit_test(a_bound_that_is_met_is_reported),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
