/* provot_collision and nedel_collision. As corrected, Provot's response keeps the guarantees of
 * test_bridson_collision.c. As published, both do what their formulas say, and what that leaves is
 * recorded: momentum that friction a vertex does not keep, objects that turn and drag nothing,
 * edges that pass through edges. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/penetration.h"
#include "support/touching.h"

/* ---- Two loose sheets. */

typedef struct outcome {
    double momentum, energy; /* largest change, kg m/s; largest gain in a step, J */
    double contacts, unresolved, crossings, passes;
} outcome;

static outcome outcome_of(const char *interaction, const char *settings)
{
    objects o;
    outcome found = {0};
    double p0[3], p[3], l[3];
    touching_begin_loose(&o, interaction, settings);
    objects_make(&o, "symplectic_euler");
    double *q = malloc(o.system->nq * sizeof *q);
    objects_sums(o.system, o.system->q, o.system->v, true, p0, l);
    for (int i = 0; i < 30; i++) {
        const double before = touching_kinetic(o.system), t = o.system->t;
        memcpy(q, o.system->q, o.system->nq * sizeof *q);
        objects_steps(&o, 1e-3, 1);
        objects_sums(o.system, o.system->q, o.system->v, true, p, l);
        for (int axis = 0; axis < 3; axis++)
            found.momentum = worst_of(found.momentum, fabs(p[axis] - p0[axis]));
        found.energy = worst_of(found.energy, touching_kinetic(o.system) - before);
        found.contacts += touching_observed(&o, "contacts");
        found.unresolved += touching_observed(&o, "unresolved");
        found.crossings += (double)penetration_crossings(o.system);
        found.passes += (double)penetration_passes(o.system, t, q, o.system->t, o.system->q);
    }
    free(q);
    objects_end(&o);
    return found;
}

static void as_corrected_nothing_passes_and_momentum_and_energy_hold(void **state)
{
    (void)state;
    static const char *const settings[] = {"", "friction=0.5", "restitution=0.7 friction=0.3",
                                           "restitution=1", "rounds=0"};
    for (size_t i = 0; i < sizeof settings / sizeof settings[0]; i++) {
        char text[256];
        snprintf(text, sizeof text, TOUCHING_CORRECTED " %s", settings[i]);
        const outcome found = outcome_of("provot_collision", text);
        if (!(found.momentum < 1e-13 && found.energy < 1e-12 && found.crossings == 0.0 &&
              found.passes == 0.0 && found.unresolved == 0.0 &&
              (found.contacts > 0.0 || strstr(text, "rounds=0"))))
            fail_msg("%s: momentum %g, energy %g, %g cross, %g pass, %g unresolved", text,
                     found.momentum, found.energy, found.crossings, found.passes, found.unresolved);
    }
}

static void as_published_friction_a_vertex_loses_momentum(void **state)
{
    (void)state;
    const outcome smooth = outcome_of("provot_collision", "rounds=1 zone_rounds=0"),
                  rough = outcome_of("provot_collision", "rounds=1 zone_rounds=0 friction=0.5");
    assert_true(smooth.momentum < 1e-13 && smooth.contacts > 0.0);
    assert_true(rough.momentum > 1e-4);
}

static void the_three_elastic_treatments_keep_momentum(void **state)
{
    (void)state;
    static const char *const settings[] = {"treatment=nearest", "treatment=three",
                                           "treatment=springs"};
    for (size_t i = 0; i < 3; i++) {
        const outcome found = outcome_of("nedel_collision", settings[i]);
        assert_true(found.contacts > 0.0 && found.momentum < 1e-13);
        assert_true(i == 2 || found.energy < 1e-12); /* springs at rest may give or take */
    }
}

/* Two strips that cross, so that edges alone meet. */
static void edges_pass_nedel_and_are_recorded(void **state)
{
    (void)state;
    static const char *const names[] = {"nedel_collision", "provot_collision"};
    for (int i = 0; i < 2; i++) {
        objects o;
        trama_scene_spec low = touching_sheet(2, 1.0, 0.0, 0.0, 0.4),
                         high = touching_sheet(2, 1.0, 0.43, 1e-3, 0.0);
        low.grid.side[1] = high.grid.side[0] = 0.2;
        low.perturbation = high.perturbation = 0.0;
        high.velocity[1] = -2.0;
        objects_begin(&o);
        objects_add(&o, "low", "provot", touching_loose, &low);
        objects_add(&o, "high", "provot", touching_loose, &high);
        objects_join(&o, "touch", names[i], "", 2, 0, 1);
        objects_make(&o, "symplectic_euler");
        objects_steps(&o, 1e-3, 2);
        const bool passed = o.system->q[4] > o.system->q[o.system->object[1].q_begin + 4];
        assert_int_equal(passed, i == 0);
        assert_int_equal(touching_observed(&o, "unresolved_steps") > 0.0, i == 0);
        objects_end(&o);
    }
}

/* ---- One vertex on an object. */

/* The velocity after a step of a loose sheet of 2 x 2 that hits a held one, whose velocity is `led`
 * along x; v is the velocity before. */
static void strike(const char *interaction, const char *settings, double led, const double v[3],
                   double after[3])
{
    objects o;
    trama_pin pin = touching_hold();
    pin.motion.velocity[0] = led;
    trama_scene_spec cloth = touching_sheet(2, 0.1, 0.4, 1e-3, 0.0),
                     table = touching_sheet(2, 2.0, -1.0, 0.0, -1.0);
    cloth.perturbation = table.perturbation = 0.0;
    for (int axis = 0; axis < 3; axis++)
        cloth.velocity[axis] = v[axis];
    table.pins = &pin;
    table.pin_count = 1;
    objects_begin(&o);
    objects_add(&o, "cloth", "provot", touching_loose, &cloth);
    objects_add(&o, "table", "provot", touching_loose, &table);
    objects_join(&o, "touch", interaction, settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 1e-3, 1);
    for (size_t axis = 0; axis < 3; axis++)
        after[axis] = o.system->v[4 * axis];
    objects_end(&o);
}

static void the_law_is_the_printed_one(void **state)
{
    (void)state;
    static const char *const responses[] = {"published", "corrected"};
    const double v[3] = {3.0, -2.0, 4.0}; /* |V_T| 5, |V_N| 2 */
    for (int i = 0; i < 2; i++) {
        char text[128];
        double after[3];
        snprintf(text, sizeof text, "friction=0.8 restitution=0.25 response=%s", responses[i]);
        strike("provot_collision", text, 0.0, v, after);
        const double left = 1.0 - 0.8 * 2.0 / 5.0;
        assert_true(fabs(after[0] - 3.0 * left) < 1e-12 && fabs(after[2] - 4.0 * left) < 1e-12);
        assert_true(fabs(after[1] - 0.25 * 2.0) < 1e-12);
        snprintf(text, sizeof text, "friction=3 restitution=0.25 response=%s", responses[i]);
        strike("provot_collision", text, 0.5, v, after); /* sticks to what moves */
        assert_true(fabs(after[0] - 0.5) < 1e-9 && fabs(after[2]) < 1e-9);
    }
    double after[3];
    strike("nedel_collision", "", 0.0, v, after);
    assert_true(fabs(after[0] - 3.0) < 1e-12 && fabs(after[1] - 2.0) < 1e-12);
}

/* A loose sheet falls through two held ones in a step, whose velocities tell which it has met: the
 * upper first, though it was added last. */
static void pairs_are_answered_in_the_order_in_which_they_meet(void **state)
{
    (void)state;
    static const char *const names[] = {"low", "upper"};
    objects o;
    trama_pin pin[2] = {touching_hold(), touching_hold()};
    trama_scene_spec cloth = touching_sheet(2, 0.1, 0.4, 3e-3, 0.0);
    pin[0].motion.velocity[2] = pin[1].motion.velocity[0] = 1.0;
    cloth.perturbation = 0.0;
    cloth.velocity[1] = -5.0;
    objects_begin(&o);
    objects_add(&o, "cloth", "provot", touching_loose, &cloth);
    for (int i = 0; i < 2; i++) {
        trama_scene_spec table = touching_sheet(2, 2.0, -1.0, 1e-3 * i, -1.0);
        table.perturbation = 0.0;
        table.pins = &pin[i];
        table.pin_count = 1;
        objects_add(&o, names[i], "provot", touching_loose, &table);
    }
    objects_join(&o, "touch", "provot_collision",
                 "friction=0.1 restitution=0.5 response=corrected zone_rounds=0", 3, 0, 1, 2);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 1e-3, 1);
    assert_true(fabs(o.system->v[0] - 0.1 * 5.0) < 1e-12 && fabs(o.system->v[4] - 2.5) < 1e-12);
    assert_true(fabs(o.system->v[8]) < 1e-12);
    objects_end(&o);
}

/* A node of a loose sheet hits one triangle of another, near its first corner: who takes the blow.
 */
static void every_treatment_hits_whom_it_says(void **state)
{
    (void)state;
    static const char *const settings[] = {"treatment=nearest", "treatment=three",
                                           "treatment=springs"};
    for (int i = 0; i < 3; i++) {
        objects o;
        trama_scene_spec low = touching_sheet(2, 1.0, 0.0, 0.0, 0.0),
                         high = touching_sheet(2, 0.01, 0.1, 1e-3, 0.15);
        low.perturbation = high.perturbation = 0.0;
        high.velocity[1] = -2.0;
        objects_begin(&o);
        objects_add(&o, "low", "provot", touching_loose, &low);
        objects_add(&o, "high", "provot", touching_loose, &high);
        objects_join(&o, "touch", "nedel_collision", settings[i], 2, 0, 1);
        objects_make(&o, "symplectic_euler");
        objects_steps(&o, 1e-3, 1);
        const double *v = o.system->v + 4;
        const bool only_first = v[0] < -1e-3 && v[1] == 0.0 && v[2] == 0.0 && v[3] == 0.0;
        assert_int_equal(only_first, i == 0);
        if (i == 1) /* the triangle's three as one, the middle one of half the mass */
            assert_true(v[0] < 0.0 && v[3] == v[0] && fabs(v[1] - 2.0 * v[0]) < 1e-15 &&
                        v[2] == 0.0);
        if (i == 2)
            assert_true(v[0] < v[3] && v[3] < 0.0);
        objects_end(&o);
    }
}

/* The turning that a loose sheet takes from a disc that turns in place, kg m^2/s. */
static double dragged(const char *settings)
{
    objects o;
    trama_scene_spec cloth = touching_sheet(4, 0.2, -0.1, 1e-3, -0.11);
    double p[3], l[3];
    cloth.perturbation = 0.0;
    cloth.velocity[1] = -2.0;
    objects_begin(&o);
    objects_add(&o, "cloth", "provot", touching_loose, &cloth);
    objects_add(&o, "disc", "round_table", "radius=0.4 points=9 angular_velocity=0,10,0", NULL);
    objects_join(&o, "touch", "provot_collision", settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 1e-3, 1);
    objects_sums(o.system, o.system->q, o.system->v, true, p, l);
    objects_end(&o);
    return l[1];
}

/* Of a disc of 9 points across the mean velocity of the vertices is 0 but for the curve of their
 * ways. */
static void what_turns_in_place_counts_as_still_as_published(void **state)
{
    (void)state;
    const double published = dragged("friction=0.5 zone_rounds=0"),
                 corrected = dragged("friction=0.5 response=corrected");
    if (!(fabs(published) < 0.02 * corrected && corrected > 1e-4))
        fail_msg("published %g, corrected %g", published, corrected);
}

/* ---- What is not resolved. */

/* Two held sheets close on a loose one between them. */
static trama_step_status close_on(const char *settings, double *unresolved)
{
    objects o;
    char text[256];
    trama_step_status status = TRAMA_STEP_OK;
    trama_pin up = touching_hold(), down = touching_hold();
    up.motion.velocity[1] = 1.0;
    down.motion.velocity[1] = -1.0;
    trama_scene_spec low = touching_sheet(2, 1.0, 0.0, -0.01, 0.0),
                     cloth = touching_sheet(4, 0.3, 0.3, 0.0, 0.31),
                     high = touching_sheet(2, 1.1, 0.0, 0.012, 0.0);
    low.pins = &up;
    high.pins = &down;
    low.pin_count = high.pin_count = 1;
    snprintf(text, sizeof text, "zones=corrected response=corrected %s", settings);
    objects_begin(&o);
    objects_add(&o, "low", "provot", touching_loose, &low);
    objects_add(&o, "cloth", "provot", touching_loose, &cloth);
    objects_add(&o, "upper", "provot", touching_loose, &high);
    objects_join(&o, "touch", "provot_collision", text, 3, 0, 1, 2);
    objects_make(&o, "symplectic_euler");
    for (int i = 0; i < 20 && status == TRAMA_STEP_OK; i++)
        status = trama_integrator_step(o.integrator, o.system, 1e-3);
    *unresolved = touching_observed(&o, "unresolved_steps");
    assert_true(status == TRAMA_STEP_OK || trama_integrator_refuser(o.integrator) == 0);
    objects_end(&o);
    return status;
}

static void what_cannot_be_resolved_is_recorded_or_refused(void **state)
{
    (void)state;
    double unresolved;
    assert_int_equal(close_on("on_unresolved=record", &unresolved), TRAMA_STEP_OK);
    assert_true(unresolved > 0.0 && unresolved < 20.0);
    assert_int_equal(close_on("on_unresolved=halve", &unresolved), TRAMA_STEP_REFUSED);
    assert_int_equal(close_on("on_unresolved=refuse", &unresolved), TRAMA_STEP_REFUSED);
}

/* ---- The start. */

static void check_refused(double high, const char *interaction, const char *settings,
                          const char *path, const char *text)
{
    objects o;
    const trama_scene_spec low = touching_sheet(3, 0.5, 0.0, 0.0, 0.0),
                           cloth = touching_sheet(3, 0.3, 0.1, high, 0.12);
    objects_begin(&o);
    objects_add(&o, "low", "provot", touching_loose, &low);
    objects_add(&o, "cloth", "provot", touching_loose, &cloth);
    objects_join(&o, "touch", interaction, settings, 2, 0, 1);
    const trama_error error = objects_refused(&o);
    if (!strstr(error.path, path) || !strstr(error.text, text))
        fail_msg("%s: %s", error.path, error.text);
    objects_end(&o);
}

static void a_start_that_cannot_be_kept_is_refused(void **state)
{
    (void)state;
    check_refused(0.0, "bridson_collision", "", "interactions.touch.among", "is passed through");
    check_refused(0.0, "provot_collision", "", "interactions.touch.among", "is passed through");
    check_refused(0.1, "bridson_collision", "thickness=0.08", "interactions.touch.thickness",
                  "below half");
    objects o;
    const trama_scene_spec low = touching_sheet(3, 0.5, 0.0, 0.1, 0.0);
    objects_begin(&o);
    objects_add(&o, "low", "provot", touching_loose, &low);
    objects_add(&o, "floor", "plane", NULL, NULL);
    objects_join(&o, "touch", "bridson_collision", "", 2, 0, 1);
    const trama_error error = objects_refused(&o);
    assert_non_null(strstr(error.path, "among[1]"));
    assert_non_null(strstr(error.text, "has no triangles"));
    objects_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(as_corrected_nothing_passes_and_momentum_and_energy_hold),
        cmocka_unit_test(as_published_friction_a_vertex_loses_momentum),
        cmocka_unit_test(the_three_elastic_treatments_keep_momentum),
        cmocka_unit_test(edges_pass_nedel_and_are_recorded),
        cmocka_unit_test(the_law_is_the_printed_one),
        cmocka_unit_test(pairs_are_answered_in_the_order_in_which_they_meet),
        cmocka_unit_test(every_treatment_hits_whom_it_says),
        cmocka_unit_test(what_turns_in_place_counts_as_still_as_published),
        cmocka_unit_test(what_cannot_be_resolved_is_recorded_or_refused),
        cmocka_unit_test(a_start_that_cannot_be_kept_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
