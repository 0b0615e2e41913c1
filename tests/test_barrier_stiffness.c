/* The stiffness of the barrier: its least and largest by their formulas, the value that balances
 * what else acts, its doubling while what is very near comes nearer, and the energy that changes
 * put in. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "interaction/barrier_stiffness.h"
#include "support/near.h"
#include "support/triangles.h"

enum { N = 3 * TRIANGLES_VERTICES, ROOM = 32 };
static const double dhat = 0.4, h = 0.02;

typedef struct barrier {
    triangles two;
    trama_barrier_potential potential;
    trama_stiffness stiffness;
    double searched[N], square[N], gradient[N], q[ROOM];
} barrier;

/* A corner of the second triangle is 0.1 m above the first; the mesh is 8, 3 and 9 m wide. */
static void begin(barrier *b)
{
    static const double x[N] = {0.0, 0.0, 0.0, 8.0, 0.0, 0.0, 0.0, 0.0, 9.0,
                                2.0, 0.1, 2.0, 3.0, 3.0, 2.0, 2.0, 3.0, 3.0};
    memset(b, 0, sizeof *b);
    triangles_begin(&b->two);
    assert_true(b->two.o.system->nv <= ROOM);
    b->potential = (trama_barrier_potential){.mesh = b->two.mesh,
                                             .near = &b->two.found,
                                             .dhat = dhat,
                                             .searched = b->searched,
                                             .square = b->square};
    b->stiffness = (trama_stiffness){
        .potential = &b->potential, .fixed = 7.0, .adaptive = true, .gradient = b->gradient};
    for (size_t c = 0; c < N; c++)
        b->q[b->two.mesh->at[c]] = x[c];
    trama_barrier_search(&b->potential, 0.0, b->q);
    assert_int_equal(b->two.found.count, 1);
    trama_stiffness_restart(&b->stiffness);
    assert_true(b->stiffness.kappa == 7.0 && b->stiffness.raised == 0.0);
}

static void end(barrier *b)
{
    triangles_end(&b->two);
}

/* b'' at a share of the diagonal, by hand; triangles of 0.5 m^2 and 1 kg/m^2: nodes of 1/6 kg. */
static double least(void)
{
    const double d = 1e-8 * sqrt(8.0 * 8.0 + 3.0 * 3.0 + 9.0 * 9.0), a = d - dhat;
    const double second = -2.0 * log(d / dhat) - 4.0 * a / d + a * a / (d * d);
    return 1e11 / 6.0 / (second * h * h);
}

static void a_step_begins_with_the_least_stiffness(void **state)
{
    (void)state;
    barrier b;
    begin(&b);
    const double sum = trama_barrier_sum(&b.potential);
    assert_near(sum, -0.3 * 0.3 * log(0.1 / dhat), 1e-14);
    trama_stiffness_begin(&b.stiffness, h);
    assert_near(b.stiffness.least / least(), 1.0, 1e-12);
    assert_near(b.stiffness.most / least(), 100.0, 1e-10);
    assert_true(b.stiffness.kappa == b.stiffness.least && !b.stiffness.balanced);
    assert_near(b.stiffness.raised, (b.stiffness.least - 7.0) * sum, 1e-12 * b.stiffness.least);
    b.stiffness.adaptive = false; /* a fixed one does not change */
    trama_stiffness_restart(&b.stiffness);
    trama_stiffness_begin(&b.stiffness, h);
    assert_true(b.stiffness.kappa == 7.0 && b.stiffness.raised == 0.0);
    end(&b);
}

/* All else is `share` of the least stiffness times the barrier's pull, and a part across it, which
 * does not count; nor does what is not moved. */
static double balanced(double share, bool adaptive)
{
    barrier b;
    double left[ROOM] = {0.0}, moves[ROOM] = {0.0}, g[N];
    begin(&b);
    trama_stiffness_begin(&b.stiffness, h);
    b.stiffness.adaptive = adaptive;
    const double kappa = b.stiffness.kappa, raised = b.stiffness.raised;
    assert_false(trama_stiffness_balance(&b.stiffness, left, moves)); /* it pushes nothing */
    trama_barrier_gradient(&b.potential, g);
    for (size_t c = 0; c < N; c++) {
        const size_t at = b.two.mesh->at[c];
        moves[at] = c == 10 ? 0.0 : 1.0; /* the corner itself is held */
        left[at] = c == 10 ? 1e9 : (1.0 - share) * kappa * g[c] + (c % 3 == 1 ? 0.0 : 1e3);
    }
    assert_int_equal(trama_stiffness_balance(&b.stiffness, left, moves), adaptive);
    const double found = b.stiffness.kappa;
    assert_near(b.stiffness.raised - raised, (found - kappa) * trama_barrier_sum(&b.potential),
                1e-12 * found);
    assert_false(trama_stiffness_balance(&b.stiffness, left, moves)); /* once a step */
    assert_true(b.stiffness.kappa == found);
    end(&b);
    return found / kappa;
}

static void the_stiffness_balances_within_its_bounds(void **state)
{
    (void)state;
    assert_near(balanced(5.0, true), 5.0, 1e-10);
    assert_near(balanced(99.0, true), 99.0, 1e-9);
    assert_near(balanced(101.0, true), 100.0, 1e-12);
    assert_near(balanced(0.9, true), 1.0, 1e-15);
    assert_near(balanced(5.0, false), 1.0, 0.0);
}

static void it_doubles_while_what_is_very_near_comes_nearer(void **state)
{
    (void)state;
    barrier b;
    begin(&b);
    trama_stiffness *s = &b.stiffness;
    const double near = 1e-9 * sqrt(8.0 * 8.0 + 3.0 * 3.0 + 9.0 * 9.0);
    trama_stiffness_begin(s, h);
    assert_false(trama_stiffness_follow(s, 1.01 * near, 0.5 * near));
    assert_false(trama_stiffness_follow(s, 0.9 * near, 0.9 * near));
    assert_false(trama_stiffness_follow(s, 0.9 * near, 0.95 * near));
    for (int power = 1; power < 8; power++) {
        const double times = ldexp(1.0, power);
        const double before = s->kappa, raised = s->raised;
        assert_true(trama_stiffness_follow(s, 0.99 * near, 0.98 * near));
        assert_near(s->kappa / s->least, fmin(times, 100.0), 1e-12);
        assert_near(s->raised - raised, (s->kappa - before) * trama_barrier_sum(&b.potential),
                    1e-12 * s->kappa);
    }
    assert_false(trama_stiffness_follow(s, 0.99 * near, 0.5 * near));
    s->kappa = s->least;
    s->adaptive = false;
    assert_false(trama_stiffness_follow(s, 0.99 * near, 0.5 * near));
    end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_begins_with_the_least_stiffness),
        cmocka_unit_test(the_stiffness_balances_within_its_bounds),
        cmocka_unit_test(it_doubles_while_what_is_very_near_comes_nearer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
