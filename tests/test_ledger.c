/* The account of energy closes: every entry against a value in closed form. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/energy.h"
#include "support/near.h"
#include "support/oscillator.h"
#include "support/sheet.h"

/* ---- A damped spring: x'' = -omega^2 x - c x', x = 1, x' = 0 at t = 0. */

static const oscillator_spring spring = {.omega = 2, .damping = 0.6, .position = 1};

static void exact(double t, double *x, double *v)
{
    const double b = 0.5 * spring.damping, w = sqrt(spring.omega * spring.omega - b * b);
    *x = exp(-b * t) * (cos(w * t) + b / w * sin(w * t));
    *v = -exp(-b * t) * spring.omega * spring.omega / w * sin(w * t);
}

/* The integral of c v^2, J. */
static double lost_by(double t)
{
    double x, v;
    const double stiffness = spring.omega * spring.omega;
    exact(t, &x, &v);
    return 0.5 * stiffness - 0.5 * v * v - 0.5 * stiffness * x * x;
}

typedef struct account {
    double damped, excess, bookkeeping; /* J, at the end */
} account;

/* Under a method; NULL: the exact states. */
static account of_spring(const char *method, double h, double end)
{
    piece run;
    trama_budget *budget;
    trama_error error;
    oscillator_begin(&run, (oscillator_method){.name = method ? method : "rk4"}, spring);
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, run.system, run.integrator);
    const long steps = lround(end / h);
    for (long i = 1; i <= steps; i++) {
        const double before = run.system->q[0];
        trama_integrator_step(run.integrator, run.system, h);
        if (!method)
            exact((double)i * h, run.system->q, run.system->v);
        trama_budget_update(budget, run.system, run.integrator, &before);
    }
    const account found = {trama_budget_damped(budget), trama_budget_excess(budget),
                           trama_budget_bookkeeping(budget)};
    assert_true(trama_budget_work(budget) == 0.0 && trama_budget_led(budget) == 0.0 &&
                trama_budget_air(budget) == 0.0);
    trama_budget_destroy(budget);
    piece_end(&run);
    return found;
}

/* Of exact states the excess is what the sum is off. Measured: order 4.0. */
static void a_smooth_loss_is_summed_to_fourth_order_and_bounded(void **state)
{
    (void)state;
    const double end = 3.0, coarse = of_spring(NULL, 0.1, end).damped - lost_by(end);
    const account fine = of_spring(NULL, 0.05, end);
    const double order = log2(coarse / (fine.damped - lost_by(end)));
    print_message("off by %.3g J of %.3g J, order %.2f, bookkeeping %.3g J\n", coarse, lost_by(end),
                  order, fine.bookkeeping);
    assert_true(fabs(order - 4.0) < 0.2);
    assert_near(fine.excess, fine.damped - lost_by(end), 1e-14);
    assert_true(fabs(fine.excess) < fine.bookkeeping);
    assert_true(fine.bookkeeping < 100 * fabs(fine.excess));
}

/* What is left of all is the error of rk4, of fourth order too; of midpoint it crosses 0 near here.
 */
static void the_loss_has_the_order_of_the_method(void **state)
{
    (void)state;
    static const struct {
        const char *method;
        double order;
    } cases[] = {{"rk4", 4}, {"midpoint", 2}};
    const double end = 3.0, lost = lost_by(end);
    for (size_t i = 0; i < 2; i++) {
        const account coarse = of_spring(cases[i].method, 0.05, end),
                      fine = of_spring(cases[i].method, 0.025, end);
        const double order = log2(fabs((coarse.damped - lost) / (fine.damped - lost))),
                     left = log2(fabs(coarse.excess / fine.excess));
        print_message("%s: %.3g J off, order %.2f; excess %.3g J, order %.2f\n", cases[i].method,
                      fine.damped - lost, order, fine.excess, left);
        assert_true(fabs(order - cases[i].order) < 0.3);
        assert_true(i > 0 || left > 3.7);
    }
}

/* ---- A damper that pushes. */

static const trama_model_type *passive;

static void push(void *model, double t, const double *q, const double *v, const trama_loads *loads,
                 double *a)
{
    passive->acceleration(model, t, q, v, loads, a);
    a[0] += 2.0 * spring.damping * v[0];
}

/* c is -0.6: the spring gains what the formula says, the books show it as the damper's gift, and
 * all of that is growth. */
static void a_damper_that_gives_is_growth(void **state)
{
    (void)state;
    piece run;
    trama_budget *budget;
    trama_error error;
    oscillator_begin(&run, (oscillator_method){.name = "rk4"}, spring);
    passive = run.system->object[0].type;
    trama_model_type active = *passive;
    active.acceleration = push;
    run.system->object[0].type = &active;
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, run.system, run.integrator);
    for (int i = 0; i < 300; i++) {
        const double before = run.system->q[0];
        trama_integrator_step(run.integrator, run.system, 0.01);
        trama_budget_update(budget, run.system, run.integrator, &before);
    }
    const double gained = oscillator_energy(&run, spring) - 2.0;
    assert_true(gained > 1.0);
    assert_near(trama_budget_damped(budget), -gained, 1e-6);
    assert_near(trama_budget_excess(budget), gained, 1e-6);
    assert_near(trama_budget_growth(budget), gained / (2.0 + gained), 1e-6);
    trama_budget_destroy(budget);
    run.system->object[0].type = passive;
    piece_end(&run);
}

/* ---- What is led. */

typedef struct led_account {
    double led, damped, excess, kinetic, air;
} led_account;

static led_account of_lattice(const trama_scene_spec *scene, const char *settings,
                              const char *method, double h, long steps)
{
    piece run;
    trama_budget *budget;
    trama_error error;
    piece_begin(&run, scene, "lattice", settings, method, NULL);
    double *before = sheet_numbers(run.system->nq);
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, run.system, run.integrator);
    for (long i = 0; i < steps; i++) {
        memcpy(before, run.system->q, run.system->nq * sizeof *before);
        piece_steps(&run, h, 1);
        trama_budget_update(budget, run.system, run.integrator, before);
    }
    const led_account found = {trama_budget_led(budget), trama_budget_damped(budget),
                               trama_budget_excess(budget), trama_budget_kinetic(budget),
                               trama_budget_air(budget)};
    trama_budget_destroy(budget);
    free(before);
    piece_end(&run);
    return found;
}

/* Two masses of 1 kg, 1 m apart, K = 50 N/m, c = 0.7 N s/m. One is held, one is drawn away at 0.3
 * m/s for 0.5 s: K x^2/2, c v^2 t, and m v^2/2 to set it going; in air of 0.2 N s/m, 0.2 v^2 t. */
static void drawing_a_spring_out_is_led_work(void **state)
{
    (void)state;
    trama_pin pins[] = {sheet_pin(0, 0), sheet_pin(1, 0)};
    trama_scene_spec scene = {.lattice = {.points = {2, 1, 1}, .side = {1, 0, 0}},
                              .pins = pins,
                              .pin_count = 2,
                              .damping = 0.2};
    pins[1].motion.velocity[0] = 0.3;
    const led_account found =
        of_lattice(&scene, "mass=2 edge=50 damping=0.7", "velocity_verlet", 0.05, 10);
    assert_near(found.damped, 0.7 * 0.09 * 0.5, 1e-13);
    assert_near(found.kinetic, 0.045, 1e-14);
    assert_near(found.air, 0.2 * 0.09 * 0.5, 1e-3);
    assert_near(found.led - found.air, 25 * 0.15 * 0.15 + 0.7 * 0.09 * 0.5 + 0.045, 1e-13);
    assert_near(found.excess, 0.0, 1e-13);
}

/* A bar is twisted by one end: all its energy comes through the pins that turn. */
static void twisting_a_bar_is_led_work_to_fourth_order(void **state)
{
    (void)state;
    trama_pin pins[] = {sheet_pin(0, 0), sheet_pin(0, 0)};
    trama_scene_spec scene = {
        .lattice = {.points = {4, 2, 2}, .side = {0.6, 0.2, 0.2}}, .pins = pins, .pin_count = 2};
    pins[0].k[1] = 3;
    pins[1].k[0] = 12;
    pins[1].k[1] = 15;
    pins[1].motion.centre[1] = pins[1].motion.centre[2] = 0.1;
    pins[1].motion.angular_velocity[0] = 1.5;
    double left[2];
    for (long i = 0; i < 2; i++) {
        const led_account found = of_lattice(&scene, "mass=2 edge=300 face=200 damping=0.5", "rk4",
                                             0.004 / (double)(1 + i), 100 * (1 + i));
        left[i] = fabs(found.excess);
        print_message("led %.4g J, damped %.4g J, excess %.3g J\n", found.led, found.damped,
                      found.excess);
        assert_true(found.led > 0.1 && found.damped > 0.005);
        assert_true(left[i] < 1e-6 * found.led);
    }
    assert_true(log2(left[0] / left[1]) > 3.5);
}

/* 2 kg fall 0.5 m onto a stop, which takes what they have gained. */
static void a_stop_takes_what_fell(void **state)
{
    (void)state;
    trama_stop stop = {.point = {0, -0.5, 0}, .normal = {0, 1, 0}};
    trama_scene_spec scene = {
        .lattice = {.points = {1, 1, 1}, .side = {0, 0, 0}}, .stops = &stop, .stop_count = 1};
    for (int i = 0; i < 3; i++)
        stop.low[i] = stop.high[i] = TRAMA_NAN;
    stop.interval = sheet_pin(0, 0).interval;
    scene.gravity[1] = -10;
    const led_account found = of_lattice(&scene, "mass=2", "velocity_verlet", 1e-3, 500);
    assert_near(found.kinetic, 0.0, 1e-20);
    assert_near(found.led, -10.0, 0.1);
    assert_near(found.excess, 0.0, 1e-12);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_smooth_loss_is_summed_to_fourth_order_and_bounded),
        cmocka_unit_test(the_loss_has_the_order_of_the_method),
        cmocka_unit_test(a_damper_that_gives_is_growth),
        cmocka_unit_test(drawing_a_spring_out_is_led_work),
        cmocka_unit_test(twisting_a_bar_is_led_work_to_fourth_order),
        cmocka_unit_test(a_stop_takes_what_fell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
