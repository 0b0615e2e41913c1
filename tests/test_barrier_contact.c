/* barrier_contact: friction is Coulomb's, but for the speed below which it is smooth; energy is
 * accounted for; obstacles that move do not pass; a stiffness that adapts says what it puts in;
 * and what cannot work is refused before anything runs. test_exact_barrier.c looks at every
 * iterate, test_barrier_distance.c at the derivatives. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/threads.h"
#include "interaction/barrier_stiffness.h"
#include "support/near.h"
#include "support/penetration.h"
#include "support/touching.h"

static const char block_of_cloth[] = "structural=100 shear=100 density=0.2 sweeps=0";

/* ---- Friction. */

/* The speed of a block of cloth down a slope of 26.565 degrees, whose tangent is 0.5, after `steps`
 * and twice as many steps from rest, m/s. It begins near where the barrier carries its weight. */
static void slide(double friction, double h, long steps, double speed[2])
{
    objects o;
    char settings[96];
    const double c = 2.0 / sqrt(5.0), s = 1.0 / sqrt(5.0), gap = 0.9953e-3;
    trama_scene_spec block =
        touching_sheet(5, 0.1, 0.33548 * c - s * gap, 0.33548 * s + c * gap, -0.3);
    block.perturbation = 0.0;
    block.gravity[1] = -9.81;
    block.grid.axis[0][0] = c;
    block.grid.axis[0][1] = s;
    snprintf(settings, sizeof settings, "friction=%g lags=3", friction);
    objects_begin(&o);
    objects_add(&o, "block", "provot", block_of_cloth, &block);
    objects_add(&o, "slope", "table", "points=2,2 side=4,4 normal=-0.5,1,0", NULL);
    objects_join(&o, "touch", "barrier_contact", settings, 2, 0, 1);
    objects_make_with(&o, "backward_euler", "iterations=100 tolerance=1e-8");
    for (int half = 0; half < 2; half++) {
        objects_steps(&o, h, steps);
        speed[half] = -o.system->v[0] * c - o.system->v[25] * s;
    }
    objects_end(&o);
}

/* Normal forces of friction are taken anew so often in a step: without friction never. */
static void friction_is_renewed_as_often_as_lags_say(void **state)
{
    (void)state;
    static const struct {
        const char *settings;
        int lags;
    } cases[] = {{"friction=0.3", 1},
                 {"friction=0.3 lags=2", 2},
                 {"friction=0.3 lags=4", 4},
                 {"friction=0 lags=4", 1}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        objects o;
        trama_scene_spec block = touching_sheet(5, 0.1, 0.0, 0.5e-3, -0.3);
        block.perturbation = 0.0;
        objects_begin(&o);
        objects_add(&o, "block", "provot", block_of_cloth, &block);
        objects_add(&o, "floor", "table", "points=2,2 side=4,4", NULL);
        objects_join(&o, "touch", "barrier_contact", cases[i].settings, 2, 0, 1);
        objects_make(&o, "backward_euler");
        const trama_acting *acting = &o.system->acting[0];
        const trama_moment now = {0.0, o.system->q, o.system->v};
        for (int step = 0; step < 2; step++) {
            assert_int_equal(acting->type->begin(acting->self, &now, 1e-3), TRAMA_STEP_OK);
            for (int lag = 1; lag < cases[i].lags; lag++)
                assert_true(acting->type->renew(acting->self, &now));
            assert_false(acting->type->renew(acting->self, &now));
        }
        objects_end(&o);
    }
}

/* What Coulomb holds creeps below eps_v, 1 mm/s. */
static void a_block_sticks_at_0_5_and_slides_at_0_49_on_a_slope_of_26_565_degrees(void **state)
{
    (void)state;
    static const double frictions[] = {0.6, 0.5, 0.49, 0.4, 0.0};
    const double h = 5e-3;
    for (size_t i = 0; i < sizeof frictions / sizeof frictions[0]; i++) {
        double speed[2];
        slide(frictions[i], h, 20, speed);
        const double expected = fmax(9.81 * (1.0 - 2.0 * frictions[i]) / sqrt(5.0), 0.0),
                     found = (speed[1] - speed[0]) / (20.0 * h);
        print_message("mu %g: %g m/s, then %g m/s; %g m/s^2, Coulomb %g\n", frictions[i], speed[0],
                      speed[1], found, expected);
        if (expected > 0.0 ? !(fabs(found - expected) < 0.02 * expected)
                           : !(fabs(speed[0]) < 1e-3 && fabs(speed[1]) < 1e-3))
            fail_msg("mu %g: %g m/s^2, expected %g", frictions[i], found, expected);
    }
}

/* ---- Far from the origin. */

/* How far a sheet that is dropped on a turned table has come down, and along x, after 0.2 s, m;
 * `far` is a power of 2, so that the scene is the same but for rounding. */
static void drop_far(double far, double moved[2], long *refused)
{
    objects o;
    trama_scene_spec sheet = touching_sheet(5, 0.5, far, far + 0.02, -far);
    sheet.perturbation = 0.0;
    sheet.gravity[1] = -9.81;
    char table[96];
    snprintf(table, sizeof table, "points=3,3 side=2,2 normal=0,1,0 position=%.1f,%.1f,%.1f", far,
             far, -far);
    objects_begin(&o);
    objects_add(&o, "sheet", "provot", block_of_cloth, &sheet);
    objects_add(&o, "table", "table", table, NULL);
    objects_join(&o, "touch", "barrier_contact", "friction=0.3", 2, 0, 1);
    objects_make_with(&o, "backward_euler", "iterations=100 tolerance=1e-6");
    objects_steps(&o, 5e-3, 40);
    moved[0] = o.system->q[25] - (far + 0.02);
    moved[1] = o.system->q[0] - far;
    *refused = o.integrator->solves.refused[TRAMA_REFUSAL_NEWTON];
    objects_end(&o);
}

/* At 131072 m positions have steps of 1.5e-11 m, by which the barrier's push changes the residual
 * by more than the tolerance. */
static void far_from_the_origin_the_rounding_of_positions_refuses_no_step(void **state)
{
    (void)state;
    double near[2], far[2];
    long refused[2];
    drop_far(0.0, near, &refused[0]);
    drop_far(131072.0, far, &refused[1]);
    print_message("fallen %.9f m, far away %.9f m; refused %ld and %ld\n", near[0], far[0],
                  refused[0], refused[1]);
    assert_int_equal(refused[0], 0);
    assert_int_equal(refused[1], 0);
    assert_near(far[0], near[0], 1e-7);
    assert_near(far[1], near[1], 1e-7);
}

/* ---- Energy. */

static void begin_bounce(objects *o, const char *settings)
{
    trama_scene_spec low = touching_sheet(5, 0.5, 0.0, 0.0, 0.0),
                     high = touching_sheet(4, 0.3, 0.11, 0.02, 0.07);
    high.velocity[0] = 0.5;
    high.velocity[1] = -2.0;
    objects_begin(o);
    objects_add(o, "low", "provot", touching_models[TOUCHING_PROVOT].settings, &low);
    objects_add(o, "high", "provot", touching_models[TOUCHING_PROVOT].settings, &high);
    objects_join(o, "touch", "barrier_contact", settings, 2, 0, 1);
    objects_make_with(o, "newmark", "iterations=100");
}

/* What nothing explains goes to 0 with the step. Friction is booked as lost. */
static void energy_is_accounted_for(void **state)
{
    (void)state;
    static const char *const settings[] = {"dhat=0.02 kappa=20", "dhat=0.02 kappa=20 friction=0.4"};
    for (int i = 0; i < 2; i++) {
        objects o;
        objects_energy found[2];
        for (int fine = 0; fine < 2; fine++) {
            begin_bounce(&o, settings[i]);
            found[fine] = objects_budget(&o, fine == 1 ? 1.25e-4 : 1e-3, 0.03);
            assert_true(touching_observed(&o, "least") < 0.02);
            objects_end(&o);
        }
        print_message("%s: %g J, then %g J unexplained; %g J dissipated\n", settings[i],
                      found[0].unexplained, found[1].unexplained, found[1].dissipated);
        assert_true(found[1].unexplained < 0.3 * found[0].unexplained);
        assert_true(found[1].unexplained < 5e-3 * 0.5 * 0.3 * 0.09 * 4.25);
        assert_true(i == 0 ? found[1].dissipated == 0.0 : found[1].dissipated > 1e-4);
    }
}

/* ---- Obstacles that move. */

static void obstacles_that_move_and_turn_do_not_pass(void **state)
{
    (void)state;
    for (size_t i = 0; i < TOUCHING_OBSTACLES; i++) {
        objects o;
        touching_begin_obstacle(&o, TOUCHING_PROVOT, i, "barrier_contact", "friction=0.5");
        objects_make_with(&o, "backward_euler", "iterations=100 tolerance=1e-6");
        for (int step = 0; step < 15; step++) {
            objects_steps(&o, 2e-3, 1);
            const size_t crossings = penetration_crossings(o.system);
            if (crossings > 0 || touching_observed(&o, "crossings") > 0.0 ||
                !(touching_observed(&o, "least") > 0.0))
                fail_msg("%s, step %d: %zu edges cross", touching_obstacles[i].name, step,
                         crossings);
        }
        assert_true(touching_observed(&o, "least") < 1e-3);
        objects_end(&o);
    }
}

/* Provot's correction shortens springs after the iteration: here those of a cloth whose ends are
 * pulled down on both sides of a wall, so that its middle would go through the wall's upper edge.
 * Steps in which it would are refused. */
static void a_model_that_moves_nodes_afterwards_is_held_to_the_barrier(void **state)
{
    (void)state;
    objects o;
    trama_pin all, ends[2];
    trama_scene_spec cloth = touching_sheet(3, 0.2, 0.0, 0.002, 0.0),
                     wall = touching_sheet(3, 0.3, 0.103, 0, -0.05);
    trama_step_status status = TRAMA_STEP_OK;
    cloth.perturbation = wall.perturbation = 0.0;
    wall.grid.axis[0][0] = 0.0;
    wall.grid.axis[0][1] = -1.0;
    trama_fields_default(trama_pin_fields, &all);
    ends[0] = ends[1] = all;
    all.k[0] = all.l[0] = ends[0].l[0] = ends[1].l[0] = 0;
    all.k[1] = all.l[1] = ends[0].l[1] = ends[1].l[1] = -1;
    ends[0].k[0] = ends[0].k[1] = 0;
    ends[1].k[0] = ends[1].k[1] = -1;
    ends[0].motion.velocity[1] = ends[1].motion.velocity[1] = -2.0;
    cloth.pins = ends;
    cloth.pin_count = 2;
    wall.pins = &all;
    wall.pin_count = 1;
    objects_begin(&o);
    objects_add(&o, "cloth", "provot", "structural=10 density=0.3 sweeps=50 tau=0.01", &cloth);
    objects_add(&o, "wall", "provot", touching_models[TOUCHING_PROVOT].settings, &wall);
    objects_join(&o, "touch", "barrier_contact", "", 2, 0, 1);
    objects_make_with(&o, "backward_euler", "iterations=100 tolerance=1e-6");
    for (int i = 0; i < 60 && status == TRAMA_STEP_OK; i++) {
        status = trama_integrator_step(o.integrator, o.system, 2e-3);
        if (status == TRAMA_STEP_OK && penetration_crossings(o.system) > 0)
            fail_msg("step %d: %zu edges cross", i, penetration_crossings(o.system));
    }
    assert_int_equal(status, TRAMA_STEP_REFUSED);
    assert_int_equal(trama_integrator_refuser(o.integrator), 0);
    objects_end(&o);
}

/* ---- The stiffness. */

static void an_adaptive_stiffness_is_the_least_published_and_says_what_it_puts_in(void **state)
{
    (void)state;
    objects o;
    begin_bounce(&o, "adaptive=true");
    const double h = 1e-3, mean = (0.3 * 0.25 + 0.3 * 0.09) / 41.0;
    objects_steps(&o, h, 1);
    const double low = touching_observed(&o, "kappa");
    objects_steps(&o, h / 2, 1);
    /* b'' at 1e-8 of the diagonal D is nearly (dhat/1e-8 D)^2 */
    const double diagonal = sqrt(0.5 * 0.5 * 2.0 + 0.02 * 0.02), ratio = 1e-3 / (1e-8 * diagonal);
    const double expected = 1e11 * mean / (ratio * ratio * h * h);
    if (!(fabs(low - expected) < 0.02 * expected))
        fail_msg("kappa is %g, expected %g", low, expected);
    assert_true(fabs(touching_observed(&o, "kappa") - 4.0 * low) < 0.02 * expected * 4.0);
    assert_true(touching_observed(&o, "raised") == 0.0); /* nothing is near yet */
    objects_steps(&o, h, 15);
    assert_true(touching_observed(&o, "least") < 1e-3 && touching_observed(&o, "least") > 0.0);
    objects_end(&o);
}

/* A light sheet that hovers in the barrier over one triangle, under gravity: each of its nodes has
 * one pair, and the least that is left has their mean weight on kappa b'(d); but kappa is at most
 * 100 times the least. With one of the two heavier nodes held, of 1/3 of the mass, the others have
 * 2/9 of the weight each. */
static void an_adaptive_stiffness_carries_what_presses(void **state)
{
    (void)state;
    static const struct {
        double part;
        bool pinned; /* a node, which then neither weighs nor is carried */
    } cases[] = {{0.1, false}, {0.5, false}, {0.7, false}, {0.9, false}, {0.5, true}};
    trama_pin pin;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.k[1] = pin.l[0] = pin.l[1] = 0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        objects o;
        const double dhat = 1e-3, h = 0.4, mean = 0.3 * 0.01 / 4.0, x = cases[i].part;
        trama_scene_spec light = touching_sheet(2, 0.1, -0.5, x * dhat, -0.8);
        light.perturbation = 0.0;
        light.gravity[1] = -9.81;
        light.pins = &pin;
        light.pin_count = cases[i].pinned;
        objects_begin(&o);
        objects_add(&o, "light", "provot", touching_loose, &light);
        objects_add(&o, "table", "table", "points=2,2 side=2,2", NULL);
        objects_join(&o, "touch", "barrier_contact", "adaptive=true", 2, 0, 1);
        objects_make_with(&o, "backward_euler", "iterations=100");
        assert_int_equal((long)touching_observed(&o, "contacts"), 4);
        const double before = touching_observed(&o, "kappa");
        objects_steps(&o, h, 1);
        /* b'' at 1e-8 of the diagonal, of which the table has nearly all */
        const double ratio = dhat / (1e-8 * 2.0 * sqrt(2.0)),
                     most = 100.0 * 1e11 * mean / (ratio * ratio * h * h),
                     push = dhat * (2.0 * (x - 1.0) * log(x) + (x - 1.0) * (x - 1.0) / x),
                     weight = 9.81 * 0.3 * 0.01 * (cases[i].pinned ? 2.0 / 9.0 : 0.25),
                     expected = fmin(weight / push, most), found = touching_observed(&o, "kappa");
        print_message("at %g of dhat: %g N/m, %g expected\n", x, found, expected);
        if (!(fabs(found - expected) < (expected < most ? 1e-6 : 0.01) * expected))
            fail_msg("at %g of dhat: %g N/m, not %g", x, found, expected);
        const double raised = -4.0 * (found - before) * pow((x - 1.0) * dhat, 2.0) * log(x),
                     told = touching_observed(&o, "raised");
        if (!(fabs(told - raised) < 1e-6 * fabs(raised)))
            fail_msg("at %g of dhat: %g J put in, not %g", x, told, raised);
        objects_end(&o);
    }
}

/* From one iterate to the next, while the least distance is below 1e-9 of the diagonal and falls.
 */
static void an_adaptive_stiffness_doubles_where_the_distance_vanishes(void **state)
{
    (void)state;
    objects o;
    trama_error error;
    trama_contact_mesh *mesh;
    trama_mesh_contacts none = {0};
    const trama_scene_spec sheet = touching_sheet(3, 3.0, 0.0, 0.0, 0.0);
    objects_begin(&o);
    objects_add(&o, "sheet", "provot", touching_loose, &sheet);
    objects_join(&o, "touch", "barrier_contact", "", 1, 0);
    objects_make_with(&o, "backward_euler", "iterations=100");
    const trama_surface *surface = &o.system->object[0].surface;
    assert_int_equal(trama_contact_mesh_create(&surface, 1, &mesh, &error), TRAMA_OK);
    trama_contact_mesh_place(mesh, 0.0, o.system->q);
    const trama_barrier_potential potential = {.mesh = mesh, .near = &none, .dhat = 1e-3};
    trama_stiffness stiffness = {
        .potential = &potential, .adaptive = true, .kappa = 1.0, .most = 3.0};
    const double vanishing = 1e-9 * 3.0 * sqrt(2.0);
    assert_false(trama_stiffness_follow(&stiffness, 1.1 * vanishing, 0.5 * vanishing));
    assert_false(trama_stiffness_follow(&stiffness, 0.5 * vanishing, 0.5 * vanishing));
    assert_true(trama_stiffness_follow(&stiffness, 0.9 * vanishing, 0.5 * vanishing));
    assert_true(stiffness.kappa == 2.0);
    assert_true(trama_stiffness_follow(&stiffness, 0.5 * vanishing, 0.2 * vanishing));
    assert_true(stiffness.kappa == stiffness.most);
    assert_false(trama_stiffness_follow(&stiffness, 0.2 * vanishing, 0.1 * vanishing));
    trama_contact_mesh_destroy(mesh);
    objects_end(&o);
}

/* ---- Bits. */

/* Two sheets that meet all over, so that there is work for more than one thread. */
static void run_threads(objects *o, size_t threads)
{
    trama_scene_spec low = touching_sheet(13, 0.2, 0.0, 0.0, 0.0),
                     high = touching_sheet(13, 0.19, 0.007, 0.0019, 0.003);
    high.velocity[1] = -1.0;
    high.velocity[0] = 0.3;
    low.perturbation = high.perturbation = 2e-4;
    trama_threads_set(threads);
    objects_begin(o);
    objects_add(o, "low", "provot", touching_models[TOUCHING_PROVOT].settings, &low);
    objects_add(o, "high", "provot", touching_models[TOUCHING_PROVOT].settings, &high);
    objects_join(o, "touch", "barrier_contact", "friction=0.3", 2, 0, 1);
    objects_make_with(o, "backward_euler", "iterations=100 tolerance=1e-3");
    objects_steps(o, 1e-3, 2);
    trama_threads_set(1);
}

static void bits_do_not_depend_on_threads(void **state)
{
    (void)state;
    objects one, more;
    run_threads(&one, 1);
    assert_true(touching_observed(&one, "contacts") > 256.0);
    const size_t threads = trama_threads_most() < 3 ? trama_threads_most() : 3;
    run_threads(&more, threads);
    assert_memory_equal(one.system->q, more.system->q, one.system->nq * sizeof(double));
    assert_memory_equal(one.system->v, more.system->v, one.system->nv * sizeof(double));
    objects_end(&one);
    objects_end(&more);
}

/* ---- Refusals. */

static void a_method_that_does_not_ask_is_refused_by_name(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const trama_integrator_type *type = trama_integrator_at(m);
        trama_error error;
        trama_integrator *integrator;
        objects o;
        begin_bounce(&o, "");
        void *options = piece_parameters(type->parameters, NULL);
        const trama_status status =
            trama_integrator_create(type, options, o.system, &integrator, &error);
        assert_int_equal(status, type->guarded ? TRAMA_OK : TRAMA_BAD_INPUT);
        if (status != TRAMA_OK) {
            char begin[96];
            snprintf(begin, sizeof begin, "%s cannot step with barrier_contact ('touch')",
                     type->name);
            assert_ptr_equal(strstr(error.text, begin), error.text);
            assert_non_null(strstr(error.text, "allowed: backward_euler, bdf2, newmark"));
        } else {
            trama_integrator_destroy(integrator);
        }
        free(options);
        objects_end(&o);
    }
}

static void a_start_that_meets_or_a_dhat_that_is_too_large_is_refused(void **state)
{
    (void)state;
    static const struct {
        double height;
        const char *settings, *path, *text;
    } starts[] = {
        {0.0, "", "interactions.touch.among", "touches"},
        {0.02, "dhat=0.06", "interactions.touch.dhat", "shortest edge"},
    };
    for (int i = 0; i < 2; i++) {
        objects o;
        trama_scene_spec low = touching_sheet(4, 0.3, 0.0, 0.0, 0.0),
                         high = touching_sheet(4, 0.3, 0.05, starts[i].height, 0.05);
        low.perturbation = high.perturbation = 0.0;
        objects_begin(&o);
        objects_add(&o, "low", "provot", touching_models[TOUCHING_PROVOT].settings, &low);
        objects_add(&o, "high", "provot", touching_models[TOUCHING_PROVOT].settings, &high);
        objects_join(&o, "touch", "barrier_contact", starts[i].settings, 2, 0, 1);
        const trama_error error = objects_refused(&o);
        assert_string_equal(error.path, starts[i].path);
        assert_non_null(strstr(error.text, starts[i].text));
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_is_renewed_as_often_as_lags_say),
        cmocka_unit_test(a_block_sticks_at_0_5_and_slides_at_0_49_on_a_slope_of_26_565_degrees),
        cmocka_unit_test(far_from_the_origin_the_rounding_of_positions_refuses_no_step),
        cmocka_unit_test(energy_is_accounted_for),
        cmocka_unit_test(obstacles_that_move_and_turn_do_not_pass),
        cmocka_unit_test(a_model_that_moves_nodes_afterwards_is_held_to_the_barrier),
        cmocka_unit_test(an_adaptive_stiffness_is_the_least_published_and_says_what_it_puts_in),
        cmocka_unit_test(an_adaptive_stiffness_carries_what_presses),
        cmocka_unit_test(an_adaptive_stiffness_doubles_where_the_distance_vanishes),
        cmocka_unit_test(bits_do_not_depend_on_threads),
        cmocka_unit_test(a_method_that_does_not_ask_is_refused_by_name),
        cmocka_unit_test(a_start_that_meets_or_a_dhat_that_is_too_large_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
