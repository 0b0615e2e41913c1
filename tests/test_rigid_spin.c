/* How the spin of a free body is carried: every entry of spins.def against Jacobi's elliptic
 * functions, and what each keeps over a long time at a coarse step. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <gsl/gsl_sf_elljac.h>

#include "core/vec.h"
#include "model/rigid/spin.h"
#include "support/near.h"
#include "support/rigid.h"

static void make(objects *o, const char *variant, const char *body, const char *integrator)
{
    char settings[64];
    snprintf(settings, sizeof settings, "variant=%s", variant);
    objects_begin(o);
    rigid_add(o, settings, NULL);
    rigid_add_body(o, 0, "brick", body);
    objects_make(o, integrator);
}

/* ---- Orders. */

/* Sides 1, 2, 3: moments 13/12, 10/12, 5/12 of the mass, 6. From w = (2, 0, 1) it goes as
 * w1 = 2 dn, |w2| = s |sn|, w3 = cn (Landau and Lifshitz, Mechanics, section 37). */
static const char top[] = "shape=box side=1,2,3 density=1 angular_velocity=2,0,1";

static double error_of_top(const char *variant, const char *method, long steps)
{
    objects o;
    double sn, cn, dn;
    make(&o, variant, top, method);
    const double *i = rigid_of(&o, 0)->body[0].moment;
    const double twice_e = 4.0 * i[0] + i[2], ll = 4.0 * i[0] * i[0] + i[2] * i[2];
    const double rate = sqrt((i[0] - i[1]) * (ll - twice_e * i[2]) / (i[0] * i[1] * i[2]));
    const double k2 =
        (i[1] - i[2]) * (twice_e * i[0] - ll) / ((i[0] - i[1]) * (ll - twice_e * i[2]));
    const double second = sqrt((twice_e * i[0] - ll) / (i[1] * (i[0] - i[1])));
    objects_steps(&o, 2.0 / (double)steps, steps);
    gsl_sf_elljac_e(rate * 2.0, k2, &sn, &cn, &dn);
    const double *w = o.system->v + 3;
    const double error =
        fmax(fabs(w[0] - 2.0 * dn), fmax(fabs(fabs(w[1]) - fabs(second * sn)), fabs(w[2] - cn)));
    rigid_end(&o);
    return error;
}

/* Without the term (published) w stays, and nothing converges. A flow's order does not depend on
 * the method, which leaves w alone; a term that is evaluated has the method's. */
static void every_spin_has_its_order_beside_jacobi(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        int order;
    } methods[] = {{"symplectic_euler", 1}, {"velocity_verlet", 2}, {"rk4", 4}};
    for (int s = 0; s < TRAMA_SPINS; s++)
        for (size_t m = 0; m < sizeof methods / sizeof *methods; m++) {
            const trama_spin_type *spin = trama_spin_at(s);
            const bool evaluated = !spin->flow || (spin->yields && methods[m].order > spin->order);
            const int stated = s == TRAMA_SPIN_published ? 0
                               : evaluated               ? methods[m].order
                                                         : spin->order;
            const double coarse = error_of_top(spin->name, methods[m].method, 100),
                         fine = error_of_top(spin->name, methods[m].method, 200);
            const double order = log2(coarse / fine);
            print_message("%s, %s: order %.2f (stated %d), error %.2g rad/s at 10 ms\n", spin->name,
                          methods[m].method, order, stated, fine);
            assert_near(order, stated, 0.12);
        }
}

static const char brick[] = "shape=box side=0.3,0.1,0.2 density=700 angular_velocity=0.1,0.1,22 "
                            "orientation=0.2,-0.4,0.1,0.9";

/* The orientation, by angle to what the method of order 8 finds: order 2 of the composition. */
static double turned_off(const char *variant, long steps)
{
    objects o, exact;
    make(&o, variant, top, "symplectic_euler");
    make(&exact, "exact", top, "gsl_rk8pd");
    objects_steps(&o, 1.0 / (double)steps, steps);
    objects_steps(&exact, 1.0 / 200.0, 200);
    double product = 0.0;
    for (size_t k = 3; k < 7; k++)
        product += o.system->q[k] * exact.system->q[k];
    rigid_end(&o);
    rigid_end(&exact);
    return 2.0 * sqrt(fmax(0.0, 1.0 - product * product));
}

static void orientations_have_the_order_of_the_splitting(void **state)
{
    (void)state;
    assert_near(log2(turned_off("splitting", 50) / turned_off("splitting", 100)), 2.0, 0.1);
    assert_near(log2(turned_off("implicit", 200) / turned_off("implicit", 400)), 1.0, 0.1);
}

/* ---- What is kept. */

typedef struct kept {
    double low, high, end; /* kinetic energy over the first */
    double size;           /* largest change of |L| over itself */
    double away;           /* largest change of L, a vector, over its size */
} kept;

static kept keep(const char *variant, const char *method, double h, long steps)
{
    objects o;
    double first[3], l[3];
    kept k = {1.0, 1.0, 1.0, 0.0, 0.0};
    make(&o, variant, brick, method);
    rigid_angular_momentum(&o, first);
    const double energy = rigid_kinetic(&o), size = sqrt(dot3(first, first));
    for (long i = 0; i < steps; i += 10) {
        objects_steps(&o, h, 10);
        rigid_angular_momentum(&o, l);
        k.end = rigid_kinetic(&o) / energy;
        k.low = fmin(k.low, k.end);
        k.high = worst_of(k.high, k.end);
        k.size = worst_of(k.size, fabs(sqrt(dot3(l, l)) / size - 1.0));
        for (size_t axis = 0; axis < 3; axis++)
            l[axis] -= first[axis];
        k.away = worst_of(k.away, sqrt(dot3(l, l)) / size);
    }
    rigid_end(&o);
    return k;
}

/* 22 rad/s about the middle axis at 60 Hz, 28 minutes: 0.37 rad a step. Evaluated, the term makes
 * energy without bound. */
static void a_brick_at_22_rad_s_stays_bounded_at_60_hz(void **state)
{
    (void)state;
    for (int s = 0; s < TRAMA_SPINS; s++) {
        const trama_spin_type *spin = trama_spin_at(s);
        if (!spin->flow)
            continue;
        const kept k = keep(spin->name, "symplectic_euler", 1.0 / 60.0, 100000);
        print_message("%s: energy %.6f to %.6f, at the end %.6f; |L| off by %.2g, L by %.2g\n",
                      spin->name, k.low, k.high, k.end, k.size, k.away);
        assert_true(k.high < 1.02);
        assert_true(k.low > 0.0);
        if (spin->yields) {
            assert_true(k.low > 0.98);
            assert_near(k.size, 0.0, 1e-9);
        }
    }
    const kept evaluated = keep("exact", "symplectic_euler", 1.0 / 60.0, 200);
    assert_true(!(evaluated.high < 100.0));
}

/* The range of energy and the cone of L shrink by four as the step is halved, and do not grow with
 * the horizon. */
static void the_splitting_keeps_energy_and_momentum_to_its_order(void **state)
{
    (void)state;
    const kept coarse = keep("splitting", "velocity_verlet", 0.008, 5000),
               fine = keep("splitting", "velocity_verlet", 0.004, 10000),
               longer = keep("splitting", "velocity_verlet", 0.008, 50000);
    print_message("energy %.3g, %.3g, longer %.3g; L %.3g, %.3g, longer %.3g\n",
                  coarse.high - coarse.low, fine.high - fine.low, longer.high - longer.low,
                  coarse.away, fine.away, longer.away);
    assert_near(log2((coarse.high - coarse.low) / (fine.high - fine.low)), 2.0, 0.2);
    assert_near(log2(coarse.away / fine.away), 2.0, 0.3);
    assert_near((longer.high - longer.low) / (coarse.high - coarse.low), 1.0, 0.05);
    assert_near(longer.away / coarse.away, 1.0, 0.3);
}

/* Implicit Euler: the equation is solved to rounding, and the body ends about the axis of its
 * largest moment, with the least energy that |L| would allow or less. */
static void the_implicit_flow_solves_its_equation(void **state)
{
    (void)state;
    const double moment[3] = {0.7, 1.9, 2.3}, sizes[] = {1e-3, 0.3, 3.0, 50.0};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        const double from[3] = {sizes[i], -2.0 * sizes[i], 1.5 * sizes[i]};
        double w[3] = {from[0], from[1], from[2]}, before = 0.0, after = 0.0;
        trama_spin_at(TRAMA_SPIN_implicit)->flow(moment, 1.0, w);
        for (size_t k = 0; k < 3; k++) {
            const size_t a = (k + 1) % 3, b = (k + 2) % 3;
            const double left =
                moment[k] * (w[k] - from[k]) + (moment[b] - moment[a]) * w[a] * w[b];
            assert_near(left, 0.0, 1e-13 * (sizes[i] + sizes[i] * sizes[i]));
            before += 0.5 * moment[k] * from[k] * from[k];
            after += 0.5 * moment[k] * w[k] * w[k];
        }
        assert_true(after < before);
    }
}

/* A sphere and a body that does not turn have no term: no flow moves them, and nothing is evaluated
 * anew. */
static void what_has_no_term_is_not_disturbed(void **state)
{
    (void)state;
    static const char *const bodies[] = {"shape=sphere radius=0.2 angular_velocity=1,2,3",
                                         "shape=box side=1,2,3 velocity=1,2,3",
                                         "shape=box side=1,2,3 angular_velocity=0,4,0"};
    for (size_t i = 0; i < sizeof bodies / sizeof *bodies; i++) {
        objects o;
        make(&o, "splitting", bodies[i], "velocity_verlet");
        objects_steps(&o, 0.01, 3);
        assert_false(o.system->disturbed);
        rigid_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_spin_has_its_order_beside_jacobi),
        cmocka_unit_test(orientations_have_the_order_of_the_splitting),
        cmocka_unit_test(a_brick_at_22_rad_s_stays_bounded_at_60_hz),
        cmocka_unit_test(the_splitting_keeps_energy_and_momentum_to_its_order),
        cmocka_unit_test(the_implicit_flow_solves_its_equation),
        cmocka_unit_test(what_has_no_term_is_not_disturbed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
