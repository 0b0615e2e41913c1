/* A system keeps its contract: defaults, a model's own drift, time, a new start, workspaces, and
 * refusals. The registries find every entry by its name. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/stage.h"

#include <math.h>
#include <string.h>

static void without_drift_and_rates_positions_move_by_velocity(void **state)
{
    (void)state;
    stage s;
    stage_begin_grid(&s);
    stage_open(&s, &stage_dust, NULL);
    double q[18], v[18], a[18], out[18];
    for (size_t i = 0; i < 18; i++) {
        q[i] = 0.3 * (double)i;
        v[i] = 1.0 - (double)i;
        a[i] = 2.5 * (double)i;
    }
    trama_system_drift(s.system, 0.01, v, q, out);
    for (size_t i = 0; i < 18; i++)
        assert_true(out[i] == q[i] + 0.01 * v[i]);
    trama_system_drift(s.system, 0.01, v, q, q); /* in place */
    assert_memory_equal(q, out, sizeof q);
    trama_system_kick(s.system, -0.5, a, v, out);
    for (size_t i = 0; i < 18; i++)
        assert_true(out[i] == v[i] - 0.5 * a[i]);
    trama_system_kick(s.system, -0.5, a, v, v);
    assert_memory_equal(v, out, sizeof v);
    trama_system_rates(s.system, 0.0, q, v, out, a);
    assert_memory_equal(out, v, sizeof v);
    stage_close(&s);
}

static void masses_default_to_one(void **state)
{
    (void)state;
    trama_model_type weighty = stage_dust;
    weighty.masses = stage_masses;
    const struct {
        const trama_model_type *type;
        double mass;
    } cases[] = {{&stage_dust, 1.0}, {&weighty, 0.25}};
    for (size_t c = 0; c < 2; c++) {
        stage s;
        stage_begin_grid(&s);
        stage_open(&s, cases[c].type, NULL);
        for (size_t i = 0; i < 18; i++)
            assert_true(s.system->mass[i] == cases[c].mass);
        stage_close(&s);
    }
}

/* q + h dq/dt would grow to |q| = 1.12; by turning it stays 1. */
static void rotor_keeps_its_length_by_its_own_drift(void **state)
{
    (void)state;
    enum { STEPS = 400 };
    const double h = 0.01;
    stage s;
    stage_begin_nothing(&s);
    stage_open(&s, &stage_rotor, NULL);
    assert_int_equal(s.system->nq, 2);
    assert_int_equal(s.system->nv, 1);
    stage_run(&s, STEPS, h);
    const double *q = s.system->q;
    assert_true(fabs(hypot(q[0], q[1]) - 1.0) < 1e-13); /* measured 4e-16 */
    double angle = atan2(0.8, 0.6), velocity = 2.5;
    for (int i = 0; i < STEPS; i++) {
        velocity -= h * (i * h);
        angle += h * velocity;
    }
    assert_true(fabs(q[0] - cos(angle)) < 1e-12 && fabs(q[1] - sin(angle)) < 1e-12);
    stage_close(&s);
}

static void rates_of_the_rotor_are_its_own(void **state)
{
    (void)state;
    stage s;
    stage_begin_nothing(&s);
    stage_open(&s, &stage_rotor, NULL);
    double dq[2], dv[1];
    trama_system_rates(s.system, 3.0, s.system->q, s.system->v, dq, dv);
    assert_true(dq[0] == -2.0 && dq[1] == 1.5 && dv[0] == -3.0);
    stage_close(&s);
}

static void time_is_a_product_and_not_a_sum(void **state)
{
    (void)state;
    stage s;
    stage_begin_nothing(&s);
    stage_open(&s, &stage_rotor, NULL);
    stage_run(&s, 1000, 0.1);
    assert_true(s.system->t == 1000 * 0.1); /* a sum of 0.1 is off by 1.4e-12 */
    assert_int_equal(s.system->iteration, 1000);
    assert_int_equal(s.system->evaluations, 1000);
    stage_run(&s, 10, 0.025);
    assert_true(s.system->t == 1000 * 0.1 + 10 * 0.025);
    assert_int_equal(stage_beginnings, 2);
    stage_close(&s);
}

static void method_begins_afresh_when_h_changes_or_on_restart(void **state)
{
    (void)state;
    stage s;
    stage_begin_nothing(&s);
    stage_open(&s, &stage_rotor, NULL);
    const struct {
        double h;
        long beginnings;
    } cases[] = {{0.1, 1}, {0.1, 1}, {0.2, 2}, {0.2, 2}, {0.1, 3}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        stage_run(&s, 1, cases[i].h);
        assert_int_equal(stage_beginnings, cases[i].beginnings);
    }
    trama_integrator_restart(s.integrator);
    stage_run(&s, 3, 0.1);
    assert_int_equal(stage_beginnings, 4);
    stage_close(&s);
}

static void reset_repeats_the_run_to_the_bit(void **state)
{
    (void)state;
    stage s;
    stage_begin_grid(&s);
    s.spec.perturbation = 1e-3;
    s.spec.damping = 0.2;
    s.spec.pin_count = 1;
    s.pin.interval.iterations[0] = 1;
    s.pin.interval.iterations[1] = 25;
    stage_open(&s, &stage_dust, NULL);
    double q[2][18], v[2][18];
    for (int round = 0; round < 2; round++) {
        trama_system_reset(s.system);
        trama_integrator_restart(s.integrator);
        assert_true(s.system->t == 0.0 && s.system->iteration == 0 && s.system->evaluations == 0);
        stage_run(&s, 50, 0.013);
        memcpy(q[round], s.system->q, sizeof q[round]);
        memcpy(v[round], s.system->v, sizeof v[round]);
    }
    assert_memory_equal(q[0], q[1], sizeof q[0]);
    assert_memory_equal(v[0], v[1], sizeof v[0]);
    stage_close(&s);
}

static void workspace_arrays_are_apart_and_zeroed(void **state)
{
    (void)state;
    stage s;
    stage_begin_nothing(&s);
    stage_open(&s, &stage_rotor, NULL);
    assert_int_equal(trama_integrator_q(s.integrator, 1) - trama_integrator_q(s.integrator, 0), 2);
    assert_int_equal(trama_integrator_v(s.integrator, 2) - trama_integrator_v(s.integrator, 0), 2);
    for (size_t i = 0; i < 4; i++)
        assert_true(trama_integrator_q(s.integrator, 0)[i] == 0.0);
    stage_close(&s);
}

static void model_and_grid_must_match(void **state)
{
    (void)state;
    trama_error error;
    stage s;
    stage_begin_nothing(&s);
    assert_int_equal(stage_refused(&s, &stage_dust, NULL, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "grid");
    assert_non_null(strstr(error.text, "dust needs a scene with a grid"));
    stage_begin_grid(&s);
    assert_int_equal(stage_refused(&s, &stage_rotor, NULL, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "grid");
    assert_non_null(strstr(error.text, "rotor takes no grid"));
}

static long openings, closings;

static trama_status open_fails(trama_integrator *integrator, const trama_system *system,
                               trama_error *error)
{
    (void)integrator;
    (void)system;
    openings++;
    return trama_fail(error, TRAMA_BAD_INPUT, "context", "no context today");
}

static trama_status open_succeeds(trama_integrator *integrator, const trama_system *system,
                                  trama_error *error)
{
    (void)integrator;
    (void)system;
    (void)error;
    openings++;
    return TRAMA_OK;
}

static void count_closing(trama_integrator *integrator)
{
    (void)integrator;
    closings++;
}

static void context_is_closed_if_it_was_opened(void **state)
{
    (void)state;
    stage s;
    stage_begin_nothing(&s);
    stage_open(&s, &stage_rotor, NULL);
    trama_integrator_type type = stage_probe;
    trama_integrator *integrator = s.integrator;
    trama_error error;
    type.close = count_closing;
    type.open = open_fails;
    openings = closings = 0;
    assert_int_equal(trama_integrator_create(&type, NULL, s.system, &integrator, &error),
                     TRAMA_BAD_INPUT);
    assert_null(integrator);
    assert_string_equal(error.path, "context");
    assert_true(openings == 1 && closings == 0);
    type.open = open_succeeds;
    assert_int_equal(trama_integrator_create(&type, NULL, s.system, &integrator, &error), TRAMA_OK);
    trama_integrator_destroy(integrator);
    assert_true(openings == 2 && closings == 1);
    stage_close(&s);
}

static void destroying_nothing_is_harmless(void **state)
{
    (void)state;
    trama_scene_destroy(NULL);
    trama_activity_destroy(NULL);
    trama_system_destroy(NULL);
    trama_integrator_destroy(NULL);
}

static void registries_find_every_entry_by_its_name(void **state)
{
    (void)state;
    assert_true(trama_model_count() > 0 && trama_integrator_count() > 0);
    for (size_t i = 0; i < trama_model_count(); i++)
        assert_ptr_equal(trama_model_find(trama_model_at(i)->name), trama_model_at(i));
    for (size_t i = 0; i < trama_integrator_count(); i++)
        assert_ptr_equal(trama_integrator_find(trama_integrator_at(i)->name),
                         trama_integrator_at(i));
    assert_null(trama_model_find("cosserats"));
    assert_null(trama_integrator_find("eulers"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_drift_and_rates_positions_move_by_velocity),
        cmocka_unit_test(masses_default_to_one),
        cmocka_unit_test(rotor_keeps_its_length_by_its_own_drift),
        cmocka_unit_test(rates_of_the_rotor_are_its_own),
        cmocka_unit_test(time_is_a_product_and_not_a_sum),
        cmocka_unit_test(method_begins_afresh_when_h_changes_or_on_restart),
        cmocka_unit_test(reset_repeats_the_run_to_the_bit),
        cmocka_unit_test(workspace_arrays_are_apart_and_zeroed),
        cmocka_unit_test(model_and_grid_must_match),
        cmocka_unit_test(context_is_closed_if_it_was_opened),
        cmocka_unit_test(destroying_nothing_is_harmless),
        cmocka_unit_test(registries_find_every_entry_by_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
