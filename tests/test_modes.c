/* measure/modes, measure/buckling: states at rest, the frequency nearest to a given one, and the
 * load at which a scene buckles, against closed forms. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/buckling.h"
#include "measure/modes.h"
#include "support/cloth.h"
#include "support/near.h"

static const double pi = 3.14159265358979323846;

/* Bridson's springs, E h = 1e5 N/m, D = K^e/5 = 1 N m, 1 kg/m^2: as configs/validation. */
static const cloth_value bridson[] = {{"structural", 75000}, {"shear", 75000}, {"bending", 5},
                                      {"density", 1},        {"sweeps", 0},    {NULL, 0}};
static const cloth_value provot[] = {
    {"structural", 75000}, {"shear", 37500}, {"density", 1}, {"sweeps", 0}, {NULL, 0}};

/* A strip of `cells` clamped by its first two rows; the length counts from the middle of the first
 * cell. `pin` outlives it. */
static trama_scene_spec strip(long cells, trama_pin *pin)
{
    trama_scene_spec spec = cloth_scene(cells + 1, 3, 1.0 / ((double)cells - 0.5));
    trama_fields_default(trama_pin_fields, pin);
    pin->k[1] = 1;
    pin->l[1] = -1;
    spec.pins = pin;
    spec.pin_count = 1;
    return spec;
}

static const trama_rest_spec to_rest = {.tolerance = 1e-10, .iterations = 50};

static trama_mode lowest(cloth *c, double near)
{
    trama_modes modes;
    trama_rest rest;
    trama_mode mode;
    trama_error error;
    assert_int_equal(trama_modes_create(c->system, 100, &modes, &error), TRAMA_OK);
    assert_int_equal(trama_rest_find(&modes, &to_rest, &rest, &error), TRAMA_OK);
    assert_true(rest.found);
    assert_int_equal(trama_mode_nearest(&modes, near, 1e-8, &mode, &error), TRAMA_OK);
    assert_true(mode.converged);
    trama_modes_free(&modes);
    return mode;
}

/* 3.516 sqrt(D/mu)/L^2; measured: 3.643 at 10 cells, 3.595 at 20. */
static void a_clamped_strip_has_its_frequency(void **state)
{
    (void)state;
    trama_pin pin;
    const trama_scene_spec spec = strip(10, &pin);
    cloth c = cloth_of("bridson", &spec, bridson, "symplectic_euler");
    const trama_mode mode = lowest(&c, 0.0);
    assert_near(sqrt(mode.square), 3.6435, 1e-3);
    assert_near(sqrt(mode.square), 3.5160, 0.15);
    assert_near(mode.imaginary, 0.0, 1e-9);
    assert_near(sqrt(lowest(&c, 3.0).square), sqrt(mode.square), 1e-6); /* from beside it too */
    cloth_end(&c);
}

/* A ribbon that hangs from two nodes: 2.40483/2 sqrt(g/L), of the frequencies the one nearest to
 * that. Measured: 3.753 for 3.764. */
static void a_hanging_ribbon_has_bessels_frequency(void **state)
{
    (void)state;
    trama_scene_spec spec = cloth_scene(11, 2, 0.1);
    cloth_pin(&spec, 0, 0);
    cloth_pin(&spec, 0, 1);
    spec.gravity[0] = 9.8;
    cloth c = cloth_of("provot", &spec, provot, "symplectic_euler");
    const double expected = 0.5 * 2.404825558 * sqrt(9.8);
    assert_near(sqrt(lowest(&c, expected).square), expected, 0.02);
    assert_true(c.system->q[21] > 1.0 && c.system->q[21] < 1.001); /* it is longer by its weight */
    cloth_end(&c);
}

/* 2 pi^2 sqrt(D/mu)/L^2 whatever Poisson's ratio, to the second order. Measured, of 1: -3.1e-2,
 * -7.4e-3 at -0.3 and -5.1e-2, -1.3e-2 at 0.3. */
static void a_plate_on_supports_has_its_frequency(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        const cloth_value values[] = {{"young_thickness", 1e5}, {"poisson", 0},
                                      {"flexural_rigidity", 1}, {"flexural_poisson", 0.3 * sign},
                                      {"density", 1},           {NULL, 0}};
        double error[2];
        for (long i = 0; i < 2; i++) {
            const long n = 7 + 6 * i;
            trama_scene_spec spec = cloth_scene(n, n, 1.0 / (double)(n - 1));
            trama_pin pin[4];
            for (int side = 0; side < 4; side++) {
                trama_fields_default(trama_pin_fields, &pin[side]);
                long *along = side < 2 ? pin[side].l : pin[side].k;
                long *at = side < 2 ? pin[side].k : pin[side].l;
                at[0] = at[1] = side % 2 ? -1 : 0;
                along[0] = side < 2 ? 0 : 1;
                along[1] = side < 2 ? -1 : -2;
            }
            spec.pins = pin;
            spec.pin_count = 4;
            cloth c = cloth_of("fem_cloth", &spec, values, "symplectic_euler");
            error[i] = sqrt(lowest(&c, 0.0).square) / (2.0 * pi * pi) - 1.0;
            cloth_end(&c);
        }
        print_message("%g: %.2e, %.2e\n", 0.3 * sign, error[0], error[1]);
        assert_near(error[1], 0.0, 0.015);
        assert_near(error[0] / error[1], 4.0, 0.3);
    }
}

/* Exact derivatives and differences of the acceleration are the same stiffness: a force that has no
 * exact tangent, and is too weak to matter, makes the system take differences. */
static void differences_give_the_same_frequency(void **state)
{
    (void)state;
    trama_pin pin;
    trama_scene_spec spec = strip(10, &pin);
    const trama_force_type *attractor = trama_force_find("attractor");
    trama_force force = {attractor, calloc(1, attractor->parameters.size)};
    assert_non_null(force.parameters);
    trama_fields_default(attractor->parameters, force.parameters);
    *(double *)trama_field_at(trama_fields_find(attractor->parameters, "radius"),
                              force.parameters) = 1.0;
    cloth exact = cloth_of("bridson", &spec, bridson, "symplectic_euler");
    spec.forces = &force;
    spec.force_count = 1;
    cloth differences = cloth_of("bridson", &spec, bridson, "symplectic_euler");
    assert_near(lowest(&differences, 0.0).square / lowest(&exact, 0.0).square, 1.0, 2e-3);
    cloth_end(&exact);
    cloth_end(&differences);
    free(force.parameters);
}

static trama_force pull(double x)
{
    const trama_force_type *type = trama_force_find("pull");
    trama_force force = {type, calloc(1, type->parameters.size)};
    assert_non_null(force.parameters);
    trama_fields_default(type->parameters, force.parameters);
    trama_force_target *on = trama_force_target_of(&force);
    on->k[0] = on->k[1] = -1;
    on->l[1] = -1;
    *(double *)trama_field_at(trama_fields_find(type->parameters, "force"), force.parameters) = x;
    return force;
}

/* pi^2/4 D/L^2 a width; measured: 2.577 at 10 cells. The load is scaled, the scene's own is not. */
static void a_clamped_strip_buckles_at_eulers_load(void **state)
{
    (void)state;
    trama_pin pin;
    trama_scene_spec spec = strip(10, &pin);
    trama_force force = pull(-0.5 * spec.grid.side[1]); /* half a N/m */
    trama_buckling_spec how;
    trama_buckling found;
    trama_error error;
    spec.forces = &force;
    spec.force_count = 1;
    cloth c = cloth_of("bridson", &spec, bridson, "symplectic_euler");
    trama_fields_default(trama_buckling_fields, &how);
    assert_int_equal(trama_buckling_check(c.scene, &error), TRAMA_OK);
    assert_int_equal(trama_buckling_find(trama_model_find("bridson"), c.parameters, c.scene, &how,
                                         &to_rest, &found, &error),
                     TRAMA_OK);
    assert_true(found.converged && found.iterations < 10);
    assert_near(0.5 * found.factor, 2.5770, 1e-3);
    assert_near(0.5 * found.factor, pi * pi / 4, 0.13);
    how.iterations = 1;
    assert_int_equal(trama_buckling_find(trama_model_find("bridson"), c.parameters, c.scene, &how,
                                         &to_rest, &found, &error),
                     TRAMA_OK);
    assert_false(found.converged);
    cloth_end(&c);
    free(force.parameters);
}

static void what_cannot_be_scaled_or_moved_is_refused(void **state)
{
    (void)state;
    const trama_force_type *couple = trama_force_find("couple");
    trama_force force = {couple, calloc(1, couple->parameters.size)};
    assert_non_null(force.parameters);
    trama_fields_default(couple->parameters, force.parameters);
    *trama_force_target_of(&force) =
        (trama_force_target){{0, 1}, {0, -1}, {0, 0}, trama_force_target_of(&force)->interval};
    trama_scene_spec spec = cloth_scene(4, 3, 0.1);
    trama_error error;
    trama_modes modes;
    spec.forces = &force;
    spec.force_count = 1;
    cloth c = cloth_of("provot", &spec, provot, "symplectic_euler");
    assert_int_equal(trama_buckling_check(c.scene, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "scene.forces[0]");
    cloth_end(&c);
    trama_pin pin;
    spec = strip(4, &pin);
    pin.k[1] = -1;
    c = cloth_of("provot", &spec, provot, "symplectic_euler");
    assert_int_equal(trama_modes_create(c.system, 10, &modes, &error), TRAMA_BAD_INPUT);
    assert_non_null(strstr(error.text, "held"));
    trama_modes_free(&modes);
    cloth_end(&c);
    free(force.parameters);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_clamped_strip_has_its_frequency),
        cmocka_unit_test(a_hanging_ribbon_has_bessels_frequency),
        cmocka_unit_test(a_plate_on_supports_has_its_frequency),
        cmocka_unit_test(differences_give_the_same_frequency),
        cmocka_unit_test(a_clamped_strip_buckles_at_eulers_load),
        cmocka_unit_test(what_cannot_be_scaled_or_moved_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
