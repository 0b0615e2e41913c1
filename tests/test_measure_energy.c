/* The energy budget explains what changes the energy of a run, and the momenta of a state are
 * right.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/energy.h"
#include "measure/momentum.h"
#include "support/near.h"
#include "support/oscillator.h"
#include "support/sheet.h"

/* ---- The energy budget. */

/* Gravity, damping and wind do all the work on a hanging sheet; at this step, little is left over.
 * Measured: 1.04e-3 and 5.2e-4 of the largest energy at 1 ms and 0.5 ms. */
static double largest_growth(double h, double seconds)
{
    trama_scene_spec scene = sheet_scene_s1();
    const sheet_material material = sheet_isotropic(100, 0, 0, 10, "reference");
    sheet_run run;
    trama_budget *budget;
    trama_error error;
    double before[300], largest = 0.0;
    scene.drag = 0.05;
    scene.wind[0] = 3.0;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, run.system, run.integrator);
    for (long i = 0; i < lround(seconds / h); i++) {
        memcpy(before, run.system->q, sizeof before);
        trama_integrator_step(run.integrator, run.system, h);
        trama_budget_update(budget, run.system, run.integrator, before);
        largest = fmax(largest, trama_budget_growth(budget));
    }
    assert_true(trama_budget_work(budget) > 30); /* J; measured: 47.7 */
    assert_near(trama_budget_kinetic(budget), trama_kinetic_energy(run.system), 1e-12);
    trama_budget_destroy(budget);
    sheet_end(&run);
    return largest;
}

static void the_work_of_the_loads_explains_the_energy_of_a_sheet(void **state)
{
    (void)state;
    const double coarse = largest_growth(1e-3, 2.0), fine = largest_growth(5e-4, 2.0);
    assert_true(coarse < 0.002);
    assert_true(fine < 0.6 * coarse);
}

/* A flat sheet at rest that nothing pulls: its forces are rounding, and so is what it gains, some
 * 1e-26 J after 10000 steps. Measured: 7e-5 of what rounding may give, at most, and 1 without that.
 */
static void rounding_of_what_rests_without_loads_is_no_growth(void **state)
{
    (void)state;
    trama_scene_spec scene = sheet_scene(6, 6, 1.0, 1.0);
    const sheet_material material = sheet_isotropic(100, 0, 0, 10, "reference");
    sheet_run run;
    trama_budget *budget;
    trama_error error;
    double before[108], largest = 0.0, most = 0.0;
    scene.grid.origin[0] = 0.3;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, run.system, run.integrator);
    for (long i = 0; i < 10000; i++) {
        memcpy(before, run.system->q, sizeof before);
        trama_integrator_step(run.integrator, run.system, 2e-3);
        trama_budget_update(budget, run.system, run.integrator, before);
        largest = fmax(largest, trama_budget_growth(budget));
        most = fmax(most, trama_budget_kinetic(budget));
    }
    print_message("growth %g, kinetic energy %g J\n", largest, most);
    assert_true(most > 0.0 && most < 1e-24);
    assert_true(largest < 0.01);
    trama_budget_destroy(budget);
    sheet_end(&run);
}

/* One iteration by hand: four nodes of m = 0.5 kg at 3 m/s, no internal force, damping of
 * c = 0.2 / 0.5 = 0.4 1/s, h = 0.25 s: v = 2.7 m/s, a step of 0.675 m. The cubic has 1.5 0.675 / h
 * - 0.25 (3 + 2.7) = 2.625 m/s in the middle: the air takes m c h (9 + 4 2.625^2 + 7.29) / 6 =
 * 0.36544... J a node; the energy falls from 2.25 to 1.8225 J. */
static void a_loss_is_simpsons_rule_over_an_iteration(void **state)
{
    (void)state;
    trama_scene_spec scene = sheet_scene(2, 2, 1, 1);
    const sheet_material material = sheet_isotropic(0, 0, 0, 0.5, "reference");
    sheet_run run;
    trama_budget *budget;
    trama_error error;
    double before[12];
    scene.damping = 0.2;
    scene.velocity[1] = 3;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, run.system, run.integrator);
    memcpy(before, run.system->q, sizeof before);
    trama_integrator_step(run.integrator, run.system, 0.25);
    trama_budget_update(budget, run.system, run.integrator, before);
    assert_near(trama_budget_kinetic(budget), 4 * 1.8225, 1e-14);
    assert_near(trama_budget_internal(budget, 0, 0), 0, 1e-14);
    const double taken = 0.2 * 0.25 * (9.0 + 4.0 * 2.625 * 2.625 + 7.29) / 6.0;
    assert_near(trama_budget_work(budget), 0.0, 1e-14);
    assert_near(trama_budget_air(budget), 4 * taken, 1e-14);
    assert_near(trama_budget_excess(budget), 4 * (1.8225 - 2.25 + taken), 1e-14);
    assert_true(trama_budget_growth(budget) == 0.0); /* it has fallen */
    trama_budget_destroy(budget);
    sheet_end(&run);
}

/* Energy that a method loses does not pay for what it makes later: a spring, damped for 40
 * iterations by a stable method at a large step, is then driven by one that is not stable. */
static void growth_counts_from_the_lowest_excess(void **state)
{
    (void)state;
    const oscillator_spring spring = {.omega = 1, .position = 1};
    piece run, driver;
    trama_budget *budget;
    trama_error error;
    double lowest = 0.5;
    oscillator_begin(&run, (oscillator_method){.name = "rk4"}, spring);
    oscillator_begin(&driver, (oscillator_method){.name = "forward_euler"}, spring);
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, run.system, run.integrator);
    for (int i = 0; i < 60; i++) {
        const double before = run.system->q[0];
        trama_integrator *method = i < 40 ? run.integrator : driver.integrator;
        trama_integrator_step(method, run.system, i < 40 ? 1.2 : 0.5);
        trama_budget_update(budget, run.system, run.integrator, &before);
        lowest = fmin(lowest, oscillator_energy(&run, spring));
    }
    const double end = oscillator_energy(&run, spring);
    assert_true(end > 2.0 && lowest < 0.3);
    assert_near(trama_budget_excess(budget), end - 0.5, 1e-12);
    assert_near(trama_budget_growth(budget), (end - lowest) / end, 1e-12);
    trama_budget_destroy(budget);
    piece_end(&run);
    piece_end(&driver);
}

/* A point force of 0.7 N/m^2 on node 1, cells of 2 m^2; 3 x 4 nodes of 1/3 kg, at (0.25, -3, 0.5)
 * from their places. */
static void the_potential_of_the_loads_is_that_of_weights_and_dead_forces(void **state)
{
    (void)state;
    trama_scene_spec scene = sheet_scene(3, 4, 4, 3);
    const sheet_material material = sheet_isotropic(1, 1, 1, 4, "reference");
    trama_point_force pull;
    trama_force force = {&trama_force_point, &pull};
    trama_fields_default(trama_force_point.parameters, &pull);
    pull.on.l[0] = pull.on.l[1] = 1;
    pull.force[0] = 0.7;
    pull.force[1] = -0.2;
    sheet_run run;
    trama_budget *budget;
    trama_error error;
    scene.gravity[1] = -9.5;
    scene.gravity[2] = 2;
    scene.damping = 0.3;
    scene.forces = &force;
    scene.force_count = 1;
    sheet_begin(&run, &scene, &material, "symplectic_euler");
    double *q = run.system->q, centre[3];
    for (size_t i = 0; i < 12; i++) {
        q[i] += 0.25;
        q[12 + i] += -3;
        q[24 + i] += 0.5;
        run.system->v[i] = 1.5;
    }
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, run.system, run.integrator);
    trama_centre(run.system, centre);
    const double mass = 12 * run.system->mass[0];
    const double weights = -mass * (-9.5 * centre[1] + 2 * centre[2]);
    assert_near(trama_budget_potential(budget), weights - 2 * (0.7 * q[1] - 0.2 * q[13]), 1e-12);
    trama_budget_destroy(budget);
    sheet_end(&run);
}

/* In a fall without damping the three energies sum to one, to the accuracy of the step. */
static void a_fall_turns_potential_into_kinetic_energy(void **state)
{
    (void)state;
    trama_scene_spec scene = sheet_scene(3, 4, 4, 3);
    const sheet_material material = sheet_isotropic(1, 1, 1, 4, "reference");
    sheet_run run;
    trama_budget *budget;
    trama_error error;
    double before[36];
    scene.gravity[1] = -10;
    sheet_begin(&run, &scene, &material, "velocity_verlet");
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
    trama_budget_begin(budget, run.system, run.integrator);
    const double start = trama_budget_potential(budget);
    for (int i = 0; i < 10; i++) {
        memcpy(before, run.system->q, sizeof before);
        trama_integrator_step(run.integrator, run.system, 0.1);
        trama_budget_update(budget, run.system, run.integrator, before);
    }
    const double mass = 12 * run.system->mass[0];
    assert_near(trama_budget_potential(budget) - start, -mass * 10 * 5, 1e-9); /* 5 m after 1 s */
    assert_near(trama_budget_kinetic(budget), mass * 10 * 5, 1e-9);
    trama_budget_destroy(budget);
    sheet_end(&run);
}

/* A 3 x 5 sheet turns by (0, 0.75, 0) rad/s about its centre, which is far away and moves: sum of
 * (x^2 + z^2) is 5 (4 + 0 + 4) + 3 (4 + 1 + 0 + 1 + 4) = 70 m^2. Tilted, it has that about its
 * normal. */
static void angular_momentum_of_a_turning_sheet_is_inertia_times_rate(void **state)
{
    (void)state;
    sheet_run run;
    double angular[3], centre[3];
    sheet_begin_flat(&run, 3, 5);
    double *q = run.system->q, *v = run.system->v;
    trama_centre(run.system, centre);
    for (size_t i = 0; i < 15; i++) {
        const double x = q[i] - centre[0], z = q[30 + i] - centre[2];
        v[i] = 0.75 * z + 3;
        v[15 + i] = -7;
        v[30 + i] = -0.75 * x + 0.5;
        q[i] += 11;
        q[15 + i] += 100;
    }
    trama_angular_momentum(run.system, angular);
    assert_near(angular[0], 0, 1e-12);
    assert_near(angular[1], 0.75 * 70 * run.system->mass[0], 1e-12);
    assert_near(angular[2], 0, 1e-12);
    for (size_t i = 0; i < 15; i++) { /* x, y, z -> z, x, y */
        const double r[3] = {q[i], q[15 + i], q[30 + i]}, u[3] = {v[i], v[15 + i], v[30 + i]};
        for (size_t axis = 0; axis < 3; axis++) {
            q[15 * axis + i] = r[(axis + 2) % 3];
            v[15 * axis + i] = u[(axis + 2) % 3];
        }
    }
    trama_angular_momentum(run.system, angular);
    assert_near(angular[0], 0, 1e-12);
    assert_near(angular[1], 0, 1e-12);
    assert_near(angular[2], 0.75 * 70 * run.system->mass[0], 1e-12);
    sheet_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_work_of_the_loads_explains_the_energy_of_a_sheet),
        cmocka_unit_test(rounding_of_what_rests_without_loads_is_no_growth),
        cmocka_unit_test(a_loss_is_simpsons_rule_over_an_iteration),
        cmocka_unit_test(growth_counts_from_the_lowest_excess),
        cmocka_unit_test(the_potential_of_the_loads_is_that_of_weights_and_dead_forces),
        cmocka_unit_test(a_fall_turns_potential_into_kinetic_energy),
        cmocka_unit_test(angular_momentum_of_a_turning_sheet_is_inertia_times_rate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
