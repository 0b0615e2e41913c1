/* bridson_collision keeps its guarantees with every model and method: nothing passes through
 * anything, by a check of all pairs that shares no code with it; inelastic responses add no energy;
 * what free sheets exchange sums to nothing; what is not resolved is told. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/penetration.h"
#include "support/touching.h"

/* Steps after each of which nothing crosses and nothing has passed; contacts in all. */
static double watched_steps(objects *o, double h, long count, const char *what)
{
    trama_system *s = o->system;
    double *before = malloc(s->nq * sizeof *before), contacts = 0.0;
    for (long i = 0; i < count; i++) {
        const double t = s->t;
        memcpy(before, s->q, s->nq * sizeof *before);
        objects_steps(o, h, 1);
        const size_t crossings = penetration_crossings(s),
                     passes = penetration_passes(s, t, before, s->t, s->q);
        if (crossings > 0 || passes > 0 || touching_observed(o, "crossings") > 0.0 ||
            touching_observed(o, "unresolved") > 0.0)
            fail_msg("%s, step %ld: %zu edges cross (seen: %g), %zu pairs passed, %g unresolved",
                     what, i, crossings, touching_observed(o, "crossings"), passes,
                     touching_observed(o, "unresolved"));
        contacts += touching_observed(o, "contacts");
    }
    free(before);
    return contacts;
}

/* ---- Nothing passes. */

static void check_fall(size_t model, const char *method)
{
    objects o;
    char what[128];
    touching_begin_fall(&o, model, "bridson_collision", "friction=0.2");
    objects_make(&o, method);
    snprintf(what, sizeof what, "%s under %s", touching_models[model].name, method);
    assert_true(watched_steps(&o, 2e-3, 25, what) > 20.0);
    objects_end(&o);
}

static void nothing_passes_with_any_model_and_method(void **state)
{
    (void)state;
    for (size_t model = 0; model < TOUCHING_MODELS; model++)
        for (size_t m = 0; m < trama_integrator_count(); m++)
            check_fall(model, trama_integrator_at(m)->name);
}

/* A cloth that falls on what moves by a law of its own. */
static void nothing_passes_obstacles_that_move_and_turn(void **state)
{
    (void)state;
    for (size_t i = 0; i < TOUCHING_OBSTACLES; i++) {
        objects o;
        touching_begin_obstacle(&o, i, i, "bridson_collision", "friction=0.5");
        objects_make(&o, "symplectic_euler");
        assert_true(watched_steps(&o, 2e-3, 30, touching_obstacles[i].name) > 20.0);
        objects_end(&o);
    }
}

static void a_cloth_thrown_on_itself_at_100_m_s_does_not_pass(void **state)
{
    (void)state;
    enum { FLAP = 5, COLUMNS = 5 };
    objects o;
    touching_begin_folded(&o, FLAP, COLUMNS, "bridson_collision", "");
    objects_make(&o, "symplectic_euler");
    touching_throw(o.system, FLAP, COLUMNS); /* 10 cm a step, 5 times the distance */
    assert_true(watched_steps(&o, 1e-3, 12, "folded cloth") > 0.0);
    const double *y = o.system->q + o.system->nq / 3;
    for (size_t i = 0; i < COLUMNS; i++) /* the flaps' outer edges are in order */
        assert_true(y[i] < y[(2 * FLAP + 1) * COLUMNS + i]);
    objects_end(&o);
}

/* ---- Energy and momentum. */

static void check_loss(const char *settings)
{
    objects o;
    double p0[3], l0[3], p[3], l[3], contacts = 0.0;
    touching_begin_loose(&o, "bridson_collision", settings);
    objects_make(&o, "symplectic_euler");
    objects_sums(o.system, o.system->q, o.system->v, true, p0, l0);
    const double start = touching_kinetic(o.system);
    for (int i = 0; i < 40; i++) {
        const double before = touching_kinetic(o.system);
        objects_steps(&o, 1e-3, 1);
        objects_sums(o.system, o.system->q, o.system->v, true, p, l);
        for (int axis = 0; axis < 3; axis++)
            if (!(fabs(p[axis] - p0[axis]) < 1e-13))
                fail_msg("%s: momentum changes by %g", settings, p[axis] - p0[axis]);
        if (!(touching_kinetic(o.system) <= before * (1.0 + 1e-14)))
            fail_msg("%s: energy grows by %g J", settings, touching_kinetic(o.system) - before);
        contacts += touching_observed(&o, "contacts");
    }
    const double lost = start - touching_kinetic(o.system);
    assert_true(contacts > 0.0 || strstr(settings, "rounds=0") != NULL);
    assert_true(lost > 0.05 * start);
    assert_true(touching_observed(&o, "impact_gained") <= 1e-14 * start);
    if (!(fabs(touching_observed(&o, "impact_lost") - lost) < 1e-12 * start))
        fail_msg("%s: %g J lost, %g said", settings, lost, touching_observed(&o, "impact_lost"));
    objects_end(&o);
}

static void inelastic_responses_lose_energy_and_keep_momentum(void **state)
{
    (void)state;
    check_loss("stiffness=0 part=0");
    check_loss("stiffness=0 part=0 friction=0.5");
    check_loss("stiffness=0 part=0 rounds=0 thickness=1e-5"); /* zones alone */
}

static void the_spring_says_what_it_gives(void **state)
{
    (void)state;
    objects o;
    touching_begin_loose(&o, "bridson_collision", "stiffness=1000 thickness=0.01");
    objects_make(&o, "symplectic_euler");
    const double start = touching_kinetic(o.system);
    objects_steps(&o, 1e-3, 40);
    assert_true(touching_observed(&o, "impact_gained") > 0.0);
    const double lost = start - touching_kinetic(o.system);
    assert_true(fabs(touching_observed(&o, "impact_lost") - touching_observed(&o, "impact_gained") -
                     lost) < 1e-12 * start);
    objects_end(&o);
}

/* ---- The velocity at the end. */

/* A damped sheet that lies on a held one, under bridson_mixed: the velocity of a node across, m/s,
 * and what the damping does to it in half a step, h/2 D/m. It may have become unstable. */
static double velocity_at_rest(double damping, const char *contact, const char *interaction,
                               double *k)
{
    objects o;
    trama_pin pin = touching_hold();
    trama_scene_spec cloth = touching_sheet(4, 0.2, 0.1, 0.999e-3, 0.11),
                     table = touching_sheet(2, 1, -0.3, 0, -0.3);
    cloth.perturbation = table.perturbation = 0.0;
    cloth.gravity[1] = -9.81;
    cloth.damping = damping;
    table.pins = &pin;
    table.pin_count = 1;
    objects_begin(&o);
    objects_add(&o, "cloth", "provot", touching_models[TOUCHING_PROVOT].settings, &cloth);
    objects_add(&o, "table", "provot", touching_models[TOUCHING_PROVOT].settings, &table);
    objects_join(&o, "touch", "bridson_collision", interaction, 2, 0, 1);
    objects_make_with(&o, "bridson_mixed", contact);
    trama_step_status status = TRAMA_STEP_OK;
    for (int i = 0; i < 150 && status == TRAMA_STEP_OK; i++)
        status = trama_integrator_step(o.integrator, o.system, 1e-3);
    const double velocity = status == TRAMA_STEP_OK ? o.system->v[16 + 5] : TRAMA_INFINITY;
    *k = 0.5e-3 * damping / o.system->mass[5];
    objects_end(&o);
    return velocity;
}

/* On its support the mean velocity of a step is 0. The last solve of the paper leaves the half kick
 * of gravity and damping, h/2 g / (1 + k), k = h/2 D/m; Campos' mean velocity leaves nothing. The
 * change of the mean velocity, added to the method's, grows by k (k - 1)/(k + 1) a step. */
static void the_last_solve_keeps_contact_stable_under_damping(void **state)
{
    (void)state;
    static const double dampings[] = {0.5, 20.0};
    for (int i = 0; i < 2; i++) {
        double k;
        const double solved = velocity_at_rest(dampings[i], "contact=solved", "", &k),
                     mean = velocity_at_rest(dampings[i], "contact=added", "velocity=mean", &k),
                     added = velocity_at_rest(dampings[i], "contact=added", "", &k);
        const double half = -9.81 * 0.5e-3 / (1.0 + k);
        if (!(fabs(solved - half) < 1e-8 && fabs(mean) < 1e-8))
            fail_msg("k = %g: %g, not %g; mean %g", k, solved, half, mean);
        assert_int_equal(!(fabs(added) < 1.0), k > 1.0 + sqrt(2.0));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_passes_with_any_model_and_method),
        cmocka_unit_test(nothing_passes_obstacles_that_move_and_turn),
        cmocka_unit_test(a_cloth_thrown_on_itself_at_100_m_s_does_not_pass),
        cmocka_unit_test(inelastic_responses_lose_energy_and_keep_momentum),
        cmocka_unit_test(the_spring_says_what_it_gives),
        cmocka_unit_test(the_last_solve_keeps_contact_stable_under_damping),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
