/* What is read of a signal is what its formula says; the search finds a step that is known; and the
 * task's steps, errors and orders are those of closed forms of the methods' own errors. */
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
#include "measure/accurate.h"
#include "measure/reading.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/shell.h"

/* ---- Readings. */

/* 2 + t - t^2/3 until 4 s, of which any three samples know all: its maximum, 2.75 at 1.5 s. */
static double parabola(double t)
{
    return 2.0 + t - t * t / 3.0;
}

static double read_of(double (*signal)(double), double step, long count, trama_reading_kind kind,
                      long number, double level)
{
    trama_reading reading = trama_reading_begin(kind, 1, number, level);
    for (long i = 0; i <= count; i++) {
        const double value = signal((double)i * step);
        trama_reading_take(&reading, (double)i * step, &value);
    }
    double result;
    trama_reading_result(&reading, &result);
    return result;
}

static void a_parabola_is_read_exactly(void **state)
{
    (void)state;
    assert_near(read_of(parabola, 0.4, 10, TRAMA_READ_PEAK, 1, 0), 2.75, 1e-14);
    assert_near(read_of(parabola, 0.4, 10, TRAMA_READ_PEAK_TIME, 1, 0), 1.5, 1e-14);
    assert_true(isnan(read_of(parabola, 0.4, 10, TRAMA_READ_PEAK, 2, 0)));
    assert_near(read_of(parabola, 0.4, 10, TRAMA_READ_END, 1, 0), 6.0 - 16.0 / 3.0, 1e-14);
    assert_near(read_of(parabola, 0.4, 10, TRAMA_READ_CHANGE, 1, 0), 4.0 - 16.0 / 3.0, 1e-14);
}

/* sin(2 t) + 0.25: upward through 0.25 at multiples of pi, downward at odd ones of pi/2. */
static double wave(double t)
{
    return sin(2.0 * t) + 0.25;
}

/* The straight line leaves a crossing by h^2 w |y''|/(8 |y'|), which is 0 at the inflection. */
static void crossings_and_periods_are_those_of_a_wave(void **state)
{
    (void)state;
    const double pi = 3.14159265358979323846;
    assert_near(read_of(wave, 0.01, 700, TRAMA_READ_CROSSING, 1, 0.25), 0.5 * pi, 1e-6);
    assert_near(read_of(wave, 0.01, 700, TRAMA_READ_CROSSING, 4, 0.25), 2.0 * pi, 1e-6);
    assert_near(read_of(wave, 0.01, 700, TRAMA_READ_PERIOD, 1, 0.25), pi, 1e-6);
    assert_true(isnan(read_of(wave, 0.01, 600, TRAMA_READ_PERIOD, 1, 0.25))); /* one alone */
    assert_near(read_of(wave, 0.01, 700, TRAMA_READ_RANGE, 1, 0), 2.0, 1e-4);
    assert_near(read_of(wave, 0.01, 700, TRAMA_READ_LARGEST, 1, 0), 1.25, 1e-4);
}

/* ---- The search, on errors that are planted: c h, and a range above that is right by chance. */

typedef struct planted {
    double end, factor, low, high; /* no error from low to high, s */
    long runs;
} planted;

static trama_status plant(void *context, trama_accurate_trial *trial, trama_error *error)
{
    planted *p = context;
    const double h = p->end / (double)trial->steps;
    (void)error;
    p->runs++;
    trial->error = h >= p->low && h <= p->high ? 0.0 : p->factor * h;
    return TRAMA_OK;
}

static const trama_accurate_spec fine = {.first = 0.5,
                                         .finest = 1e-4,
                                         .ratio = 1.5,
                                         .confirm = 3,
                                         .tolerance = 0.01,
                                         .loose = 0.05,
                                         .resolution = 1e-3};

static trama_accurate *search(planted *p, const trama_accurate_spec *spec)
{
    trama_error error;
    trama_accurate *found = malloc(sizeof *found);
    assert_non_null(found);
    assert_int_equal(trama_accurate_search(spec, p->end, plant, p, found, &error), TRAMA_OK);
    assert_int_equal(found->count, p->runs); /* none twice */
    return found;
}

/* 0.7 h <= 0.01 where n >= 140 of 2 s, and 0.05 where n >= 28. */
static void the_largest_accurate_step_is_found(void **state)
{
    (void)state;
    planted p = {.end = 2.0, .factor = 0.7, .low = 9.0, .high = 9.0};
    trama_accurate *found = search(&p, &fine);
    assert_int_equal(found->tolerance.accurate, 140);
    assert_int_equal(found->tolerance.failed, 139);
    assert_int_equal(found->loose.accurate, 28);
    assert_int_equal(found->loose.failed, 27);
    assert_int_equal(found->tolerance.again, 0);
    assert_near(found->named[0], 0.7 / 60.0, 1e-15);
    assert_near(found->named[2], 0.7e-3, 1e-15);
    assert_near(found->order.slope, 1.0, 1e-9);
    free(found);
}

/* From 0.09 to 0.2 s the answer is right by chance, at three steps of the grid in a row: fewer than
 * four. It is told, and the step that is found is the one below which it stays right. */
static void a_range_that_is_right_by_chance_is_told(void **state)
{
    (void)state;
    planted p = {.end = 2.0, .factor = 0.7, .low = 0.09, .high = 0.2};
    trama_accurate *found = search(&p, &fine);
    assert_int_equal(found->tolerance.accurate, 140);
    assert_int_equal(found->tolerance.again, 4); /* n = 14 and 21, and 10 and 11 of a bisection */
    free(found);
}

/* As numbers of four bytes have it: no answer below 1.2 ms, but for one step of the grid by chance.
 */
static trama_status plant_rounding(void *context, trama_accurate_trial *trial, trama_error *error)
{
    const planted *p = context;
    const double h = p->end / (double)trial->steps;
    (void)error;
    trial->error = trial->steps == 6245 ? 0.0 : h < 1.2e-3 ? TRAMA_NAN : p->factor * h;
    return TRAMA_OK;
}

static void a_step_that_is_right_below_the_others_is_not_the_answer(void **state)
{
    (void)state;
    planted p = {.end = 2.0, .factor = 0.7};
    trama_accurate found;
    trama_error error;
    assert_int_equal(trama_accurate_search(&fine, p.end, plant_rounding, &p, &found, &error),
                     TRAMA_OK);
    assert_int_equal(found.tolerance.accurate, 140);
    assert_int_equal(found.tolerance.failed, 139);
    assert_int_equal(found.tolerance.below, 6); /* 1850, 2000, 2775, 4163, 9368 and 14052 */
}

/* An error that is none at every second n, as an impact's may be: two phases see it everywhere. */
static trama_status plant_every_second(void *context, trama_accurate_trial *trial,
                                       trama_error *error)
{
    const planted *p = context;
    (void)error;
    trial->error = trial->steps % 2 ? 0.0 : p->factor * p->end / (double)trial->steps;
    return TRAMA_OK;
}

static void the_worst_phase_counts(void **state)
{
    (void)state;
    trama_accurate_spec spec = fine;
    planted p = {.end = 2.0, .factor = 0.7};
    trama_accurate found;
    trama_error error;
    spec.phases = 2;
    assert_int_equal(trama_accurate_search(&spec, p.end, plant_every_second, &p, &found, &error),
                     TRAMA_OK);
    assert_int_equal(found.tolerance.accurate, 139); /* of 139 and 140 the latter has 0.01 */
    assert_int_equal(found.tolerance.again, 0);
}

static void no_step_is_accurate_where_none_is(void **state)
{
    (void)state;
    planted p = {.end = 2.0, .factor = 700.0, .low = 9.0, .high = 9.0};
    trama_accurate *found = search(&p, &fine);
    const trama_accurate_trial *last = &found->trial[found->count - 1];
    assert_int_equal(found->tolerance.accurate, 0);
    assert_near(found->least, last->error, 0.0);
    assert_int_equal(found->least_steps, last->steps);
    assert_true(last->error > 0.05 && 2.0 / (double)last->steps < 1.5e-4);
    free(found);
}

/* ---- The task. */

static const char projectile[] = "experiment: flight\n"
                                 "case:\n"
                                 "  model: {name: lattice, mass: 1}\n"
                                 "  scene: {lattice: {points: 1}, velocity: [3, 4, 0], "
                                 "gravity: [0, -9.81, 0]}\n"
                                 "  integrator: {name: symplectic_euler}\n"
                                 "  task:\n"
                                 "    name: accurate_step\n"
                                 "    end: 1\n"
                                 "    answer: {signal: place}\n"
                                 "    scale: 1\n"
                                 "    law: [0, 0, 0]\n"
                                 "derive:\n"
                                 "  task.law[0]: scene.velocity[0]\n"
                                 "  task.law[1]: scene.velocity[1] + scene.gravity[1] / 2\n";

static bundle run_one(const char *text, const char *const *edits, const char *name)
{
    char path[256];
    experiment_write("one.yaml", text, edits);
    const shell_end end = shell_run(SHELL("run", "one.yaml", "-o", "out"));
    if (end.code != 0)
        fail_msg("%s", end.err);
    snprintf(path, sizeof path, "out/%s/cases", name);
    const experiment_names *names = experiment_list(path, ".h5");
    assert_int_equal(names->count, 1);
    snprintf(path, sizeof path, "out/%s/cases/%s", name, names->name[0]);
    return experiment_read(path);
}

static double number(const bundle *b, const results_column *column)
{
    return bundle_get_number(b, column);
}

/* Symplectic Euler falls g h T/2 too far: 0.01 m at n = 490.5, 0.05 at 98.1. */
static void symplectic_euler_throws_as_far_as_its_formula(void **state)
{
    (void)state;
    bundle b = run_one(projectile, NULL, "flight");
    assert_near(number(&b, &column_accurate_step), 1.0 / 491.0, 1e-15);
    assert_near(number(&b, &column_accurate_step_failed), 1.0 / 490.0, 1e-15);
    assert_near(number(&b, &column_nearly_step), 1.0 / 99.0, 1e-15);
    assert_near(number(&b, &column_error_at_60), 9.81 / 120.0, 1e-12);
    assert_near(number(&b, &column_error_at_ms), 9.81 / 2000.0, 1e-12);
    assert_near(number(&b, &column_order_observed), 1.0, 1e-6);
    assert_near(number(&b, &column_accurate_step_evaluations), 491.0, 0.0);
    assert_true(number(&b, &column_accurate_step_wall) > 0.0);
    const bundle_column *answer = bundle_get(&b, &column_runs_answer);
    assert_int_equal(answer->columns, 3);
    assert_string_equal(answer->unit, "m");
    bundle_free(&b);
}

/* A wrong g in the law is seen: 2 % of g are 0.0981 m, which no step mends. */
static void a_wrong_gravity_is_seen(void **state)
{
    (void)state;
    bundle b = run_one(projectile,
                       EDITS("experiment: flight", "experiment: wrong", "symplectic_euler",
                             "velocity_verlet", "scene.gravity[1] / 2", "scene.gravity[1] * 0.51"),
                       "wrong");
    assert_true(isnan(number(&b, &column_accurate_step)));
    assert_near(number(&b, &column_error_least), 0.0981, 1e-10);
    bundle_free(&b);
}

/* Ten periods of a spring of w = 10 by velocity Verlet, whose period is pi h/asin(w h/2): 1 % short
 * where asin(z/2)/(z/2) = 1/0.99, z = 0.4881; the run ends after 10.25 periods. */
static const char spring[] =
    "experiment: spring\n"
    "case:\n"
    "  model: {name: lattice, mass: 2, edge: 100}\n"
    "  scene: {lattice: {points: [2, 1, 1], side: [1, 0, 0]}, velocity: [1, 0, 0], pins: [{k: "
    "0}]}\n"
    "  integrator: {name: velocity_verlet}\n"
    "  task: {name: accurate_step, law: 0.6283185307179586, end: 6.440264939859075,\n"
    "         answer: {signal: place, nodes: -1, along: [2, 0, 0], read: period, level: 2}}\n";

/* What is left of the theory is the straight line at the crossings, of order h^3. */
static void verlet_shortens_a_period_as_its_formula(void **state)
{
    (void)state;
    double low = 0.1, high = 2.0;
    for (int i = 0; i < 60; i++) {
        const double z = 0.5 * (low + high);
        *(0.5 * z / asin(0.5 * z) < 0.99 ? &high : &low) = z;
    }
    bundle b = run_one(spring, EDITS("level: 2", "level: 1"), "spring");
    const double step = number(&b, &column_accurate_step);
    assert_true(step <= 0.1 * low * 1.005 &&
                number(&b, &column_accurate_step_failed) > 0.0995 * low);
    assert_near(number(&b, &column_order_observed), 2.0, 0.05);
    const double z = 10.0 * 6.440264939859075 / 386.0; /* the nearest to 1/60 s */
    assert_near(number(&b, &column_error_at_60), 1.0 - 0.5 * z / asin(0.5 * z), 3e-6);
    assert_string_equal(bundle_get(&b, &column_law)->unit, "s");
    bundle_free(&b);
}

/* A point 0.3 m off the centre of a box that flies by (1, 0, 0) m/s and turns by 2 rad/s about z:
 * after 0.5 s it has turned by 1 rad. Verlet's rotations about a principal axis are exact. */
static const char turning[] =
    "experiment: turning\n"
    "case:\n"
    "  objects:\n"
    "    bodies:\n"
    "      model:\n"
    "        name: rigid_bodies\n"
    "        bodies:\n"
    "          box: {shape: box, side: [0.4, 0.2, 0.1], velocity: [1, 0, 0], "
    "angular_velocity: [0, 0, 2]}\n"
    "  integrator: {name: velocity_verlet}\n"
    "  task: {name: accurate_step, end: 0.5, law: [0, 0, 0], scale: 1,\n"
    "         answer: {signal: velocity, body: box, point: [0.3, 0, 0]}}\n"
    "derive:\n"
    "  task.law[0]: 1 - 0.6 * sin(1)\n"
    "  task.law[1]: 0.6 * cos(1)\n";

static void a_point_of_a_body_moves_and_turns_with_it(void **state)
{
    (void)state;
    bundle b = run_one(turning, NULL, "turning");
    assert_true(number(&b, &column_error_at_60) < 1e-12);
    assert_string_equal(bundle_get(&b, &column_law)->unit, "m/s");
    bundle_free(&b);
    b = run_one(turning,
                EDITS("experiment: turning", "experiment: placed", "velocity, body", "place, body",
                      "1 - 0.6 * sin(1)", "0.5 + 0.3 * cos(1)", "0.6 * cos(1)", "0.3 * sin(1)"),
                "placed");
    assert_true(number(&b, &column_error_at_60) < 1e-12);
    bundle_free(&b);
}

/* A ball on a joint is let go from 90 degrees: in 0.1 s it turns too far for one step. Whole
 * steps take two evaluations. */
static const char hung[] =
    "experiment: hung\n"
    "case:\n"
    "  environment: {gravity: [0, -9.81, 0]}\n"
    "  objects:\n"
    "    bodies:\n"
    "      model: {name: rigid_bodies, bodies: {bob: {shape: sphere, radius: 0.05, mass: 1, "
    "position: [1, 0, 0]}}}\n"
    "  interactions:\n"
    "    joint: {name: ball_joint, among: [bodies], body: bob, at: [0, 0, 0]}\n"
    "  integrator: {name: velocity_verlet}\n"
    "  task: {name: accurate_step, end: 4.7380, law: 2.3690, answer: {signal: place, body: bob, "
    "along: [1, 0, 0], read: period}}\n";

static void an_answer_that_is_made_in_parts_says_so(void **state)
{
    (void)state;
    column_member m;
    bundle b = run_one(hung, NULL, "hung");
    assert_non_null(
        strstr(bundle_text(&b, column_case_headline.path, ""), "raise task.search.first"));
    const double evaluations = number(&b, &column_accurate_step_evaluations);
    assert_true(evaluations * number(&b, &column_accurate_step) > 10.0);
    assert_near(number(&b, column_named(&column_remark_steps, "accurate-step", &m)), 47.0, 0.0);
    const char *what =
        bundle_text(&b, column_named(&column_remark_what, "accurate-step", &m)->path, "");
    assert_string_equal(strstr(what, " evaluations a step"),
                        " evaluations a step, small steps take 2");
    bundle_free(&b);
    const shell_end table = shell_run(SHELL("table", "out/hung", "laws"));
    if (!strstr(table.out, " †"))
        fail_msg("%s", table.out);
    b = run_one(
        hung,
        EDITS("experiment: hung", "experiment: whole", "body: bob, at", "body: bob, apart: 1, at"),
        "whole");
    assert_true(isnan(number(&b, column_named(&column_remark_steps, "accurate-step", &m))));
    bundle_free(&b);
}

/* An event that never comes is no answer; nor is that of a run that explodes. */
static void without_an_answer_no_step_is_accurate(void **state)
{
    (void)state;
    bundle b = run_one(spring, EDITS("experiment: spring", "experiment: never"), "never");
    assert_true(isnan(number(&b, &column_accurate_step)));
    assert_true(isnan(number(&b, &column_error_least)));
    assert_string_equal(bundle_get_text(&b, &column_case_status), "ok");
    bundle_free(&b);
}

static void refused(const char *text, const char *from, const char *to, const char *words)
{
    experiment_write("one.yaml", text, EDITS(from, to));
    const shell_end end = shell_run(SHELL("run", "one.yaml", "-o", "refused", "--dry-run"));
    assert_int_equal(end.code, 2);
    if (!strstr(end.err, words) || strncmp(end.err, "one.yaml:", 9) != 0)
        fail_msg("no '%s' in '%s'", words, end.err);
}

static void what_cannot_be_judged_is_refused(void **state)
{
    (void)state;
    refused(projectile, "signal: place", "signal: plase", "plase");
    refused(projectile, "signal: place", "signal: spin", "needs a rigid body");
    refused(projectile, "signal: place", "signal: place, read: peak", "allowed: a direction");
    refused(projectile, "signal: place", "signal: place, nodes: 1", "there is no node 1");
    refused(projectile, "signal: place", "signal: place, body: ball", "no free body 'ball'");
    refused(projectile, "signal: place", "signal: excess", "the answer has 1");
    refused(projectile, "signal: place", "signal: force_y", "is not a series of ''");
    refused(turning, "body: box", "body: bax",
            "no free body 'bax' in the object; nearest allowed: 'box'");
    refused(turning, "body: box", "nodes: 0", "the object has 0 nodes");
    refused(turning, "body: box", "object: ball",
            "there is no object 'ball'; allowed: the name of");
    refused(projectile, "scale: 1", "search: {finest: 0.2}", "above the largest step");
    refused(projectile, "end: 1", "end: 0.05", "past the end");
    refused(spring, "law: 0.6283185307179586", "law: 0", "allowed: a scale");
    refused(spring, "along: [2, 0, 0]", "along: [0, 0, 0]", "a direction of some length");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_parabola_is_read_exactly),
        cmocka_unit_test(crossings_and_periods_are_those_of_a_wave),
        cmocka_unit_test(the_largest_accurate_step_is_found),
        cmocka_unit_test(a_range_that_is_right_by_chance_is_told),
        cmocka_unit_test(the_worst_phase_counts),
        cmocka_unit_test(a_step_that_is_right_below_the_others_is_not_the_answer),
        cmocka_unit_test(no_step_is_accurate_where_none_is),
        cmocka_unit_test(symplectic_euler_throws_as_far_as_its_formula),
        cmocka_unit_test(a_wrong_gravity_is_seen),
        cmocka_unit_test(verlet_shortens_a_period_as_its_formula),
        cmocka_unit_test(a_point_of_a_body_moves_and_turns_with_it),
        cmocka_unit_test(an_answer_that_is_made_in_parts_says_so),
        cmocka_unit_test(without_an_answer_no_step_is_accurate),
        cmocka_unit_test(what_cannot_be_judged_is_refused),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
