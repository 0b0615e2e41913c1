/* The oscillator has the force, the energy and the exact motion of its formula, and refuses bad
 * input. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/stage.h"

#include <math.h>

typedef struct oscillator_parameters {
    double omega, damping, cubic, position, velocity;
} oscillator_parameters;

/* The parameters by name, so that the test knows nothing of the model's struct but its fields. */
static void oscillator_set(void *parameters, const char *name, double value)
{
    const trama_model_type *type = trama_model_find("oscillator");
    const trama_field *field = trama_fields_find(type->parameters, name);
    assert_non_null(field);
    *(double *)trama_field_at(field, parameters) = value;
}

static void open_oscillator(stage *s, oscillator_parameters *parameters, double damping,
                            double cubic)
{
    const trama_model_type *type = trama_model_find("oscillator");
    assert_true(type->parameters.size == sizeof *parameters);
    trama_fields_default(type->parameters, parameters);
    oscillator_set(parameters, "omega", 3.0);
    oscillator_set(parameters, "damping", damping);
    oscillator_set(parameters, "cubic", cubic);
    oscillator_set(parameters, "position", 0.5);
    oscillator_set(parameters, "velocity", -2.0);
    stage_begin_nothing(s);
    stage_open(s, type, parameters);
}

static void oscillator_has_its_force_and_initial_state(void **state)
{
    (void)state;
    stage s;
    oscillator_parameters parameters;
    open_oscillator(&s, &parameters, 0.25, 4.0);
    assert_true(s.system->q[0] == 0.5 && s.system->v[0] == -2.0);
    double a;
    trama_system_acceleration(s.system, 0.0, s.system->q, s.system->v, &a);
    assert_true(a == -9.0 * 0.5 + 0.25 * 2.0 - 4.0 * 0.125);
    stage_close(&s);
}

static void oscillator_force_is_minus_the_gradient_of_its_energy(void **state)
{
    (void)state;
    stage s;
    oscillator_parameters parameters;
    open_oscillator(&s, &parameters, 0.0, 4.0);
    const double d = 1e-4, q = 0.7, low = q - d, high = q + d, v = 0.0;
    double e_low, e_high, a;
    s.system->object[0].type->energy(s.system->object[0].model, &low, &e_low);
    s.system->object[0].type->energy(s.system->object[0].model, &high, &e_high);
    trama_system_acceleration(s.system, 0.0, &q, &v, &a);
    /* Central difference of a quartic: off by cubic q d^2 = 2.8e-8. */
    assert_true(fabs(a + (e_high - e_low) / (2.0 * d)) < 4e-8);
    assert_true(fabs(a + (e_high - e_low) / (2.0 * d)) > 1e-8);
    assert_string_equal(s.system->object[0].type->energy_names[0], "elastic");
    assert_null(s.system->object[0].type->energy_names[1]);
    stage_close(&s);
}

/* Symplectic Euler's error at t = 1 halves with h: the frame carries a first-order method. */
static void oscillator_under_the_frame_converges_to_the_exact_motion(void **state)
{
    (void)state;
    double error[2];
    for (int i = 0; i < 2; i++) {
        const long steps = 1000L << i;
        stage s;
        oscillator_parameters parameters;
        open_oscillator(&s, &parameters, 0.0, 0.0);
        stage_run(&s, steps, 1.0 / (double)steps);
        error[i] = s.system->q[0] - (0.5 * cos(3.0) - 2.0 / 3.0 * sin(3.0));
        stage_close(&s);
    }
    const double order = log2(error[0] / error[1]);
    assert_true(order > 0.95 && order < 1.05); /* measured 0.996 */
}

static void oscillator_out_of_range_is_refused(void **state)
{
    (void)state;
    const trama_model_type *type = trama_model_find("oscillator");
    const struct {
        const char *field;
        double value;
    } cases[] = {
        {"omega", -1.0}, {"damping", -0.5}, {"cubic", TRAMA_INFINITY}, {"position", TRAMA_NAN}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        oscillator_parameters parameters;
        trama_fields_default(type->parameters, &parameters);
        oscillator_set(&parameters, cases[i].field, cases[i].value);
        stage s;
        stage_begin_nothing(&s);
        trama_error error;
        assert_int_equal(stage_refused(&s, type, &parameters, &error), TRAMA_BAD_INPUT);
        assert_string_equal(error.path, cases[i].field);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(oscillator_has_its_force_and_initial_state),
        cmocka_unit_test(oscillator_force_is_minus_the_gradient_of_its_energy),
        cmocka_unit_test(oscillator_under_the_frame_converges_to_the_exact_motion),
        cmocka_unit_test(oscillator_out_of_range_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
