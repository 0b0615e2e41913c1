/* Energy of contact with a closed body: what impulses take is what the system loses, what rests
 * takes nothing, and no landing leaves more energy than there was. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "measure/energy.h"
#include "support/near.h"
#include "support/objects.h"

static void add_cloth(objects *o, double height, double speed, double gravity)
{
    const trama_scene_spec sheet = {.grid = {.points = {9, 9},
                                             .side = {0.4, 0.4},
                                             .origin = {-0.2, height, -0.2},
                                             .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                                    .gravity = {0.0, -gravity, 0.0},
                                    .velocity = {0.0, -speed, 0.0}};
    objects_add(o, "cloth", "bridson", "structural=30 shear=15 density=0.2 sweeps=0", &sheet);
}

static double taken(const objects *o)
{
    return objects_observed(o, 0, "impact_lost") - objects_observed(o, 0, "impact_gained");
}

/* A cloth that lies on a box gets m g h in every step and moves nowhere. By the velocity that the
 * method leaves, g h, impulses would take m g^2 h/2 = 1.5 mJ a second. */
static void what_rests_takes_nothing(void **state)
{
    (void)state;
    const double h = 1e-3, mass = 0.2 * 0.16, gravity = 9.81;
    objects o;
    objects_begin(&o);
    add_cloth(&o, 0.148, 0.0, gravity);
    objects_add(&o, "body", "box_mesh", "low=-0.3,-0.1,-0.3 high=0.3,0.1,0.3 points=4,2,4", NULL);
    objects_join(&o, "touch", "surface_traversal", "repulsion=0", 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, h, 200);
    const double landed = taken(&o);
    const objects_energy found = objects_budget(&o, h, o.system->t + 1.0);
    const double otherwise = 0.5 * mass * gravity * gravity * h;
    assert_near(taken(&o) - landed, 0.0, 1e-6 * otherwise);
    assert_near(found.dissipated, 0.0, 1e-6 * otherwise);
    objects_end(&o);
}

/* A cloth slides along a box: the account has what the contact says that friction took. A filter
 * that does not say it is not measured, unless it has no friction. */
static double friction_of_a_slide(const char *name, const char *settings, double *said)
{
    objects o;
    objects_begin(&o);
    add_cloth(&o, 0.148, 0.0, 9.81);
    objects_add(&o, "body", "box_mesh", "low=-0.3,-0.1,-0.3 high=0.3,0.1,0.3 points=4,2,4", NULL);
    objects_join(&o, "touch", name, settings, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 1e-3, 50);
    for (size_t i = 0; i < o.system->nv / 3; i++)
        o.system->v[i] = 0.5;
    trama_integrator_restart(o.integrator);
    const double before = said ? objects_observed(&o, 0, "friction_lost") : 0.0;
    const objects_energy found = objects_budget(&o, 1e-3, o.system->t + 0.05);
    if (said)
        *said = objects_observed(&o, 0, "friction_lost") - before;
    objects_end(&o);
    return found.friction;
}

static void friction_of_filters_is_told_or_not_a_number(void **state)
{
    (void)state;
    double said;
    const double taken =
        friction_of_a_slide("surface_traversal", "repulsion=0 friction=0.3", &said);
    assert_true(said > 1e-4);
    assert_near(taken, said, 1e-12);
    assert_true(
        isnan(friction_of_a_slide("bridson_collision", "thickness=0.01 friction=0.3", NULL)));
    assert_near(friction_of_a_slide("bridson_collision", "thickness=0.01 friction=0", NULL), 0, 0);
    assert_true(isnan(friction_of_a_slide("provot_collision", "friction=0.3", NULL)));
}

/* A cloth that starts 13 mm nearer than H has no energy, and comes back at the speed `recovery`,
 * 0.1 m/s, at any step. If it had the whole overlap to be repelled from, it would leave at 1.3 m/s
 * by steps of 1 ms, and at 6.3 m/s by steps of 0.2 ms. */
static void what_starts_too_near_comes_back_slowly(void **state)
{
    (void)state;
    static const double steps[] = {1e-3, 2e-4};
    for (size_t s = 0; s < 2; s++) {
        objects o;
        double most = 0.0;
        objects_begin(&o);
        add_cloth(&o, 0.134, 0.0, 0.0);
        objects_add(&o, "body", "box_mesh", "low=-0.3,-0.1,-0.3 high=0.3,0.1,0.3 points=4,2,4",
                    NULL);
        objects_join(&o, "touch", "surface_traversal", "", 2, 0, 1);
        objects_make(&o, "symplectic_euler");
        while (o.system->t < 0.2) {
            objects_steps(&o, steps[s], 1);
            most = worst_of(most, trama_kinetic_energy(o.system));
        }
        assert_true(objects_observed(&o, 0, "least_distance") > 0.0471);
        assert_near(most, 0.5 * 0.2 * 0.16 * 0.01, 0.1 * 0.5 * 0.2 * 0.16 * 0.01);
        objects_end(&o);
    }
}

/* The share of a cloth's energy that nothing explains as it lands on a soft box, and how much more
 * energy there is at any moment than at the start. */
static double landing(double h, const char *settings, double *grown)
{
    const trama_scene_spec box = {
        .body = {.form = TRAMA_FORM_BOX, .cells = 3, .side = {0.3, 0.2, 0.3}}};
    objects o, again;
    double most = 0.0;
    for (int run = 0; run < 2; run++) {
        objects *at = run == 0 ? &o : &again;
        objects_begin(at);
        add_cloth(at, 0.15, 2.0, 0.0);
        objects_add(at, "body", "soft_body", "density=200 young=20000", &box);
        objects_join(at, "touch", "surface_traversal", settings, 2, 0, 1);
        objects_make(at, "symplectic_euler");
    }
    const double begun = trama_system_energy(o.system);
    while (o.system->t < 0.1) {
        objects_steps(&o, h, 1);
        most = worst_of(most, trama_system_energy(o.system));
    }
    const objects_energy found = objects_budget(&again, h, 0.1);
    /* What the contact says that it took is what the step says. */
    assert_near(taken(&again), found.dissipated, 1e-12 * begun);
    assert_true(found.dissipated > 0.1 * begun);
    objects_end(&o);
    objects_end(&again);
    *grown = most / begun - 1.0;
    return found.unexplained / begun;
}

/* 2.8e-3 and 1.2e-3 of the energy are symplectic Euler's own. */
static void a_landing_is_booked_and_feeds_nothing(void **state)
{
    (void)state;
    static const char *const settings[] = {"friction=0.4", "friction=0.4 order=jacobi",
                                           "friction=0.4 repulsion=0"};
    for (size_t s = 0; s < sizeof settings / sizeof *settings; s++) {
        double grown[2];
        const double coarse = landing(5e-4, settings[s], &grown[0]),
                     fine = landing(1.25e-4, settings[s], &grown[1]);
        if (!(coarse < 5e-3 && fine < 2e-3 && grown[0] <= 1e-9 && grown[1] <= 1e-9))
            fail_msg("%s: %g, %g of the energy; grown by %g, %g", settings[s], coarse, fine,
                     grown[0], grown[1]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(friction_of_filters_is_told_or_not_a_number),
        cmocka_unit_test(what_rests_takes_nothing),
        cmocka_unit_test(what_starts_too_near_comes_back_slowly),
        cmocka_unit_test(a_landing_is_booked_and_feeds_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
