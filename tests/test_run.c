/* Runs end where they should, show observers every state, and repeat to the bit. The criteria of
 * equilibrium are right on planted motions. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/run.h"
#include "support/near.h"
#include "support/oscillator.h"
#include "support/sheet.h"

#define OFF TRAMA_INFINITY
static const trama_bounds no_bounds = {OFF, OFF, OFF, OFF, OFF};
static const trama_bounds strain_bound = {OFF, 1.0, OFF, OFF, OFF};
static const oscillator_spring damped = {.omega = 1, .damping = 0.3, .position = 1};

/* ---- Runs. */

/* What an observer saw. */
typedef struct witness {
    long views;
    double last;  /* position at the last view */
    bool orderly; /* iterations one by one from 0, each from where the one before had ended */
} witness;

static void look(void *context, const trama_view *view)
{
    witness *w = context;
    const double x = view->system->q[0], before = view->before[0];
    w->orderly &= view->system->iteration == w->views && view->budget == NULL;
    w->orderly &= w->views == 0 ? before == x : before == w->last;
    w->orderly &= view->displacement == fabs(x - before);
    w->last = x;
    w->views++;
}

static void an_observer_sees_the_start_and_every_iteration(void **state)
{
    (void)state;
    piece run;
    trama_outcome outcome;
    trama_error error;
    witness w = {.orderly = true};
    const trama_run_spec spec = {
        .h = 0.1, .horizon = 50, .bounds = no_bounds, .observe = look, .context = &w};
    oscillator_begin(&run, (oscillator_method){.name = "rk4"}, damped);
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    assert_true(w.orderly);
    assert_int_equal(w.views, 51);
    assert_int_equal(outcome.ending, TRAMA_COMPLETED);
    assert_int_equal(outcome.iteration, 50);
    assert_int_equal(outcome.evaluations, 200);
    assert_string_equal(trama_ending_name(outcome.ending), "completed");
    piece_end(&run);
}

/* ---- The last view. */

typedef struct ends {
    long last, refused; /* views that say so */
    long at;            /* iteration of the last of them */
    bool again;         /* of a refused step: without what came before */
} ends;

static void look_for_the_end(void *context, const trama_view *view)
{
    ends *e = context;
    assert_int_equal(e->last, 0); /* nothing comes after the last */
    e->last += view->last;
    e->at = view->system->iteration;
}

static void look_at_refused(void *context, const trama_view *view)
{
    ends *e = context;
    e->refused++;
    e->at = view->system->iteration;
    e->again = view->last && !view->before && isnan(view->displacement);
}

/* At the horizon, where a detector fires, where rest is reached. */
static void the_last_view_of_a_run_says_that_it_is(void **state)
{
    (void)state;
    trama_equilibrium_spec criteria = {.displacement = {1, {0.04}}, .window = 5, .confirm = 1};
    static const struct {
        const char *ending;
        double moved; /* a bound */
        bool rests;
    } cases[] = {{"completed", OFF, false}, {"unstable", 0.05, false}, {"equilibrium", OFF, true}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        ends e = {0};
        trama_equilibrium equilibrium;
        piece run;
        trama_outcome outcome;
        trama_error error;
        trama_run_spec spec = {.h = 0.1, .horizon = 1003, .bounds = no_bounds, .context = &e};
        spec.bounds.displacement = cases[i].moved;
        spec.observe = look_for_the_end;
        spec.refused = look_at_refused;
        spec.equilibrium = cases[i].rests ? &equilibrium : NULL;
        oscillator_begin(&run, (oscillator_method){.name = "rk4"}, damped);
        assert_int_equal(trama_equilibrium_begin(&equilibrium, &criteria, run.scene, &error),
                         TRAMA_OK);
        assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
        assert_string_equal(trama_ending_name(outcome.ending), cases[i].ending);
        assert_true((outcome.iteration == 1003) == (i == 0));
        assert_int_equal(e.last, 1);
        assert_int_equal(e.refused, 0);
        assert_int_equal(e.at, outcome.iteration);
        piece_end(&run);
    }
}

/* A method that refuses whatever ends after 0.25 s: of the third step the first half is made, and
 * the second never. The state after two steps is shown once more, as the end. */
static trama_integrator_type refuses;
static void refuse_the_third(trama_integrator *integrator, trama_system *system, double h)
{
    const bool late = system->t + h > 0.26;
    trama_integrator_find("symplectic_euler")->step(integrator, system, h);
    integrator->status = late ? TRAMA_STEP_REFUSED : TRAMA_STEP_OK;
}

static void the_state_before_a_refused_step_is_shown_as_the_end(void **state)
{
    (void)state;
    ends e = {0};
    piece run;
    trama_outcome outcome;
    trama_error error;
    const trama_run_spec spec = {.h = 0.1,
                                 .horizon = 10,
                                 .bounds = no_bounds,
                                 .observe = look_for_the_end,
                                 .refused = look_at_refused,
                                 .context = &e};
    oscillator_begin(&run, (oscillator_method){.name = "backward_euler"}, damped);
    refuses = *run.integrator->type;
    refuses.step = refuse_the_third;
    run.integrator->type = &refuses;
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    assert_ptr_equal(outcome.detector, &trama_refusal);
    assert_int_equal(e.last, 0);
    assert_int_equal(e.refused, 1);
    assert_int_equal(e.at, 2);
    assert_true(e.again);
    assert_near(run.system->t, 0.2, 1e-15);
    double x = 1.0, v = 0.0;
    for (int i = 0; i < 2; i++) {
        v += 0.1 * (-x - 0.3 * v);
        x += 0.1 * v;
    }
    assert_near(run.system->q[0], x, 1e-14);
    assert_near(run.system->v[0], v, 1e-14);
    assert_int_equal(outcome.iteration, 3);
    run.integrator->type = trama_integrator_find("backward_euler");
    piece_end(&run);
}

/* S1 at 0.013 s: the run stops where the detector fired, in the state that it saw. */
static void an_unstable_run_ends_in_the_state_that_the_detector_saw(void **state)
{
    (void)state;
    const trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_material_s1("reference");
    const trama_run_spec spec = {.h = 0.013, .horizon = 1725, .bounds = strain_bound};
    sheet_run run;
    trama_outcome outcome;
    trama_error error;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    assert_int_equal(outcome.ending, TRAMA_UNSTABLE);
    assert_string_equal(outcome.detector->name, "strain");
    assert_int_equal(outcome.iteration, run.system->iteration);
    assert_int_equal(outcome.evaluations, outcome.iteration);
    const trama_peak peak = trama_edge_strain(run.scene, run.system->q);
    assert_true(peak.value == outcome.finding.value && peak.value > 1);
    assert_int_equal(peak.node, outcome.finding.node);
    sheet_end(&run);
}

static bool same_outcome(const trama_outcome *a, const trama_outcome *b)
{
    return a->ending == b->ending && a->iteration == b->iteration && a->detector == b->detector &&
           (a->finding.value == b->finding.value ||
            (isnan(a->finding.value) && isnan(b->finding.value))) &&
           a->finding.node == b->finding.node && a->evaluations == b->evaluations;
}

/* Nothing of a run is left in the next: not the method's state, nor pins, nor the time. */
static void a_run_repeats_to_the_bit_whatever_ran_between(void **state)
{
    (void)state;
    static const char *const methods[] = {"symplectic_euler", "leapfrog", "velocity_verlet", "rk4"};
    for (size_t i = 0; i < sizeof methods / sizeof methods[0]; i++) {
        const trama_scene_spec scene = sheet_scene_s1();
        const sheet_material material = sheet_material_s1("reference");
        const trama_run_spec spec = {.h = 0.012, .horizon = 100, .bounds = strain_bound};
        const trama_run_spec other = {.h = 0.025, .horizon = 60, .bounds = strain_bound};
        sheet_run run;
        trama_outcome first, between, again;
        trama_error error;
        double q[300], v[300];
        sheet_begin(&run, &scene, &material, methods[i]);
        assert_int_equal(trama_run(run.system, run.integrator, &spec, &first, &error), TRAMA_OK);
        memcpy(q, run.system->q, sizeof q);
        memcpy(v, run.system->v, sizeof v);
        assert_int_equal(trama_run(run.system, run.integrator, &other, &between, &error), TRAMA_OK);
        assert_int_equal(between.ending, TRAMA_UNSTABLE);
        assert_int_equal(trama_run(run.system, run.integrator, &spec, &again, &error), TRAMA_OK);
        assert_true(same_outcome(&first, &again));
        assert_memory_equal(q, run.system->q, sizeof q);
        assert_memory_equal(v, run.system->v, sizeof v);
        sheet_end(&run);
    }
}

static void bounds_that_a_model_cannot_have_are_refused(void **state)
{
    (void)state;
    trama_model_type silent = *trama_model_find("oscillator");
    piece run;
    trama_outcome outcome;
    trama_error error;
    oscillator_begin(&run, (oscillator_method){.name = "rk4"}, damped);
    trama_run_spec spec = {.h = 0.1, .horizon = 1, .bounds = {OFF, 1, OFF, OFF, OFF}};
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error),
                     TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "strain");
    spec.bounds = (trama_bounds){OFF, OFF, 2, OFF, OFF};
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error),
                     TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "area");
    spec.bounds = (trama_bounds){OFF, OFF, OFF, 1, OFF};
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    silent.energy = NULL;
    run.system->object[0].type = &silent;
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error),
                     TRAMA_BAD_INPUT);
    assert_non_null(strstr(error.text, "has no energy"));
    piece_end(&run);
}

/* ---- Equilibrium, told what the displacement of each iteration was. */

typedef struct planted {
    sheet_run run;
    trama_equilibrium_spec spec;
    trama_equilibrium equilibrium;
} planted;

static const double h = 0.25;

/* A flat 3 x 4 sheet, k along x and l downward, with gravity. */
static void begin_planted(planted *p)
{
    trama_scene_spec scene = sheet_scene(3, 4, 2, 3);
    const sheet_material material = sheet_isotropic(1, 1, 1, 12, "reference");
    const double down[3] = {0, -3, -4};
    trama_error error;
    memcpy(scene.gravity, down, sizeof down);
    sheet_begin(&p->run, &scene, &material, "symplectic_euler");
    assert_int_equal(trama_equilibrium_begin(&p->equilibrium, &p->spec, p->run.scene, &error),
                     TRAMA_OK);
}

/* One iteration with this displacement; true if all criteria are reached. */
static bool move_on(planted *p, double displacement)
{
    p->run.system->iteration++;
    p->run.system->t = h * (double)p->run.system->iteration;
    return trama_equilibrium_update(&p->equilibrium, p->run.system, h, displacement);
}

/* Returns the iteration at which all criteria were reached first, or -1. */
static long all_reached(planted *p, const double *displacement, size_t count)
{
    long reached = -1;
    for (size_t i = 0; i < count; i++)
        if (move_on(p, displacement[i]) && reached < 0)
            reached = p->run.system->iteration;
    return reached;
}

/* The first quiet window is noted, and withdrawn by the violation at 9. */
static void a_criterion_is_reached_after_the_last_violation(void **state)
{
    (void)state;
    static const double moves[] = {5, 4, 0.9, 0.8, 2, 0.7, 0.6, 0.5, 3, 0.1, 0.2, 0.3};
    planted p = {.spec = {.displacement = {1, {1.0}}, .window = 3, .confirm = 1}};
    begin_planted(&p);
    const trama_criterion *c = p.equilibrium.criterion;
    assert_int_equal(all_reached(&p, moves, 8), 8);
    assert_int_equal(p.equilibrium.count, 1);
    assert_string_equal(c->name, "displacement");
    assert_int_equal(c->reached, 6);
    assert_true(c->time == 6 * h);
    assert_false(move_on(&p, moves[8]));
    assert_int_equal(c->reached, -1);
    assert_true(isnan(c->time));
    assert_int_equal(all_reached(&p, moves + 9, 3), 12);
    assert_int_equal(c->reached, 10);
    assert_true(c->time == 10 * h);
    assert_int_equal(c->first, 6);
    assert_int_equal(c->last, 9);
    assert_near(c->out_of_plane, 0.0, 1e-12);
    sheet_end(&p.run);
}

/* Quiet from 3 on, it is confirmed when the run has lasted 9 iterations; two more are no matter. */
static void a_criterion_counts_when_the_run_has_lasted_three_times_as_long(void **state)
{
    (void)state;
    static const double moves[] = {5, 4, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1};
    planted p = {.spec = {.displacement = {1, {1.0}}, .window = 2, .confirm = 3}};
    begin_planted(&p);
    assert_int_equal(all_reached(&p, moves, 11), 9);
    assert_int_equal(p.equilibrium.criterion[0].reached, 3);
    assert_true(p.equilibrium.criterion[0].time == 3 * h);
    sheet_end(&p.run);
}

/* A cloth let go moves little at first. At the threshold it is not at rest. */
static void what_never_moved_has_not_come_to_rest(void **state)
{
    (void)state;
    static const double slow[] = {0.1, 0.2, 0.3, 0.4, 0.3, 0.2, 0.1, 0.05};
    planted p = {.spec = {.displacement = {2, {0.5, 0.4}}, .window = 2}};
    begin_planted(&p);
    assert_int_equal(all_reached(&p, slow, 8), -1);
    assert_int_equal(p.equilibrium.criterion[0].reached, -1);
    assert_true(isnan(p.equilibrium.criterion[0].time));
    assert_int_equal(p.equilibrium.criterion[1].reached, 5);
    sheet_end(&p.run);
}

static void what_is_not_finite_is_not_at_rest(void **state)
{
    (void)state;
    static const double lost[] = {5, 0.1, (double)NAN, 0.1, (double)NAN, 0.1};
    planted p = {.spec = {.displacement = {1, {1.0}}, .window = 2}};
    begin_planted(&p);
    assert_int_equal(all_reached(&p, lost, 6), -1);
    sheet_end(&p.run);
}

/* 0.25 s an iteration: 0.5 m/s are 0.125 m. */
static void a_rate_is_a_displacement_over_the_step(void **state)
{
    (void)state;
    static const double moves[] = {1, 0.13, 0.126, 0.124, 0.06, 0.01};
    planted p = {
        .spec = {.displacement_rate = {1, {0.5}}, .displacement = {1, {0.07}}, .window = 1}};
    begin_planted(&p);
    assert_int_equal(all_reached(&p, moves, 6), 5);
    assert_string_equal(p.equilibrium.criterion[0].name, "displacement");
    assert_int_equal(p.equilibrium.criterion[0].reached, 5);
    assert_string_equal(p.equilibrium.criterion[1].name, "displacement_rate");
    assert_int_equal(p.equilibrium.criterion[1].reached, 4);
    sheet_end(&p.run);
}

/* 12 nodes of 12 kg / 6 cells each: all moving at v carry 12 v^2 J. */
static void kinetic_energy_is_watched_in_joules(void **state)
{
    (void)state;
    planted p = {.spec = {.kinetic = {1, {11.9}}, .window = 1}};
    begin_planted(&p);
    for (size_t i = 0; i < 12; i++)
        p.run.system->v[12 + i] = 1.0;
    assert_near(trama_kinetic_energy(p.run.system), 12.0, 1e-12);
    assert_false(move_on(&p, 9));
    for (size_t i = 0; i < 12; i++)
        p.run.system->v[12 + i] = 0.99; /* 11.76 J */
    assert_true(move_on(&p, 9));
    assert_string_equal(p.equilibrium.criterion[0].name, "kinetic");
    assert_int_equal(p.equilibrium.criterion[0].reached, 2);
    sheet_end(&p.run);
}

static void without_criteria_nothing_is_reached(void **state)
{
    (void)state;
    static const double moves[] = {1, 0, 0, 0};
    planted p = {.spec = {.window = 1}};
    begin_planted(&p);
    assert_int_equal(all_reached(&p, moves, 4), -1);
    sheet_end(&p.run);
}

/* The node [2, 3] under gravity (0, -3, -4): a drop of d is d / 5 (0, -3, -4). */
static void hang(planted *p, double drop)
{
    p->run.system->q[12 + 11] = -0.6 * drop;
    p->run.system->q[24 + 11] = 3 - 0.8 * drop;
}

/* The edge from [0, -1] to [-1, -1], nodes 3 and 11, is level at first; it must hang by 0.5 before
 * it can be level again, and then 0.2 is level. The window of the others is not its own. */
static void an_edge_is_level_again_after_it_has_hung(void **state)
{
    (void)state;
    static const struct {
        double drop;
        bool level;
    } moves[] = {{0, false},   {0.1, false}, {0.49, false}, {0.1, false}, {0.51, false},
                 {0.9, false}, {0.3, false}, {0.21, false}, {0.19, true}, {-1, true}};
    planted p = {
        .spec = {
            .level = {0, -1, -1, -1}, .level_band = 0.5, .level_tolerance = 0.2, .window = 50}};
    begin_planted(&p);
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        hang(&p, moves[i].drop);
        assert_true(move_on(&p, 1) == moves[i].level);
    }
    assert_string_equal(p.equilibrium.criterion[0].name, "level");
    assert_int_equal(p.equilibrium.criterion[0].reached, 9);
    assert_true(p.equilibrium.criterion[0].time == 9 * h);
    sheet_end(&p.run);
}

static void a_level_that_cannot_be_told_is_refused(void **state)
{
    (void)state;
    static const struct {
        long level[4];
        double gravity;
        const char *text; /* NULL: accepted */
    } cases[] = {{{0, 4, 2, 0}, -9.8, "node [0, 4] is outside"},
                 {{0, 0, -4, 0}, -9.8, "node [-4, 0] is outside"},
                 {{0, 0, 2, 3}, 0, "gravity"},
                 {{0, 0, 2, 3}, -9.8, NULL},
                 {{-3, -4, 2, 3}, -9.8, NULL},
                 {{0, 0, 0, 0}, 0, NULL}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        trama_scene_spec scene_spec = sheet_scene(3, 4, 2, 3);
        trama_equilibrium_spec spec = {.window = 1};
        trama_equilibrium equilibrium;
        trama_scene *scene;
        trama_error error;
        scene_spec.gravity[1] = cases[i].gravity;
        memcpy(spec.level, cases[i].level, sizeof spec.level);
        assert_int_equal(trama_scene_create(&scene_spec, &scene, &error), TRAMA_OK);
        const trama_status status = trama_equilibrium_begin(&equilibrium, &spec, scene, &error);
        assert_int_equal(status, cases[i].text ? TRAMA_BAD_INPUT : TRAMA_OK);
        if (cases[i].text)
            assert_non_null(strstr(error.text, cases[i].text));
        trama_scene_destroy(scene);
    }
}

/* ---- Both together. */

/* Iteration from which on x'' = -x - 0.3 x' by symplectic Euler at h = 0.1 moves by less than
 * `threshold`. */
static long settled(double threshold)
{
    double x = 1, v = 0;
    long last = 0;
    for (long i = 1; i < 10000; i++) {
        v += 0.1 * (-x - 0.3 * v);
        x += 0.1 * v;
        last = fabs(0.1 * v) < threshold ? last : i;
    }
    return last + 1;
}

/* Near its turning points the oscillator is slow too, and 0.04 m is kept for five iterations there:
 * the first quiet window comes long before rest. */
static void a_damped_oscillator_comes_to_rest_when_its_recurrence_says(void **state)
{
    (void)state;
    trama_equilibrium_spec criteria = {
        .displacement = {2, {0.04, 0.001}}, .window = 5, .confirm = 3};
    trama_equilibrium equilibrium;
    piece run;
    trama_outcome outcome;
    trama_error error;
    trama_run_spec spec = {
        .h = 0.1, .horizon = 2000, .bounds = no_bounds, .equilibrium = &equilibrium};
    oscillator_begin(&run, (oscillator_method){.name = "symplectic_euler"}, damped);
    assert_int_equal(trama_equilibrium_begin(&equilibrium, &criteria, run.scene, &error), TRAMA_OK);
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    assert_int_equal(outcome.ending, TRAMA_AT_EQUILIBRIUM);
    assert_string_equal(trama_ending_name(outcome.ending), "equilibrium");
    assert_int_equal(equilibrium.criterion[0].reached, settled(0.04));
    assert_true(equilibrium.criterion[0].first < settled(0.04));
    assert_int_equal(equilibrium.criterion[1].reached, settled(0.001));
    assert_int_equal(outcome.iteration, 3 * settled(0.001));
    spec.keep_going = true;
    assert_int_equal(trama_equilibrium_begin(&equilibrium, &criteria, run.scene, &error), TRAMA_OK);
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    assert_int_equal(outcome.ending, TRAMA_COMPLETED);
    assert_int_equal(outcome.iteration, 2000);
    assert_int_equal(equilibrium.criterion[1].reached, settled(0.001));
    piece_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_observer_sees_the_start_and_every_iteration),
        cmocka_unit_test(the_last_view_of_a_run_says_that_it_is),
        cmocka_unit_test(the_state_before_a_refused_step_is_shown_as_the_end),
        cmocka_unit_test(an_unstable_run_ends_in_the_state_that_the_detector_saw),
        cmocka_unit_test(a_run_repeats_to_the_bit_whatever_ran_between),
        cmocka_unit_test(bounds_that_a_model_cannot_have_are_refused),
        cmocka_unit_test(a_criterion_is_reached_after_the_last_violation),
        cmocka_unit_test(a_criterion_counts_when_the_run_has_lasted_three_times_as_long),
        cmocka_unit_test(what_never_moved_has_not_come_to_rest),
        cmocka_unit_test(what_is_not_finite_is_not_at_rest),
        cmocka_unit_test(a_rate_is_a_displacement_over_the_step),
        cmocka_unit_test(kinetic_energy_is_watched_in_joules),
        cmocka_unit_test(without_criteria_nothing_is_reached),
        cmocka_unit_test(an_edge_is_level_again_after_it_has_hung),
        cmocka_unit_test(a_level_that_cannot_be_told_is_refused),
        cmocka_unit_test(a_damped_oscillator_comes_to_rest_when_its_recurrence_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
