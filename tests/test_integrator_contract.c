/* Every integrator keeps its contract: it counts, allocates nothing, keeps its state where it says,
 * starts again cleanly, asks for forces at the right times, and lets divergence be a result. All
 * tests but one loop over the registry. test_integrator_pins.c tests pins. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "support/allocations.h"
#include "support/near.h"
#include "support/oscillator.h"

static const oscillator_spring spring = {1.0, 0.4, 0.8, 1.1, 0.3};

static oscillator_method method_at(size_t index)
{
    return (oscillator_method){.name = trama_integrator_at(index)->name};
}

/* An implicit method makes room for its matrix in the first step. */
static void a_step_allocates_nothing(void **state)
{
    (void)state;
    watch_allocations();
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        piece run;
        const long before = allocations;
        oscillator_begin(&run, method_at(m), spring);
        if (trama_integrator_at(m)->implicit)
            piece_steps(&run, 0.01, 1);
        const long made = allocations;
        assert_true(made > before); /* the counter counts */
        piece_steps(&run, 0.01, 50);
        piece_steps(&run, 0.02, 50);
        assert_int_equal(allocations, made);
        piece_end(&run);
    }
}

/* ---- Bookkeeping. */

static void a_step_evaluates_as_often_as_the_table_says(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        piece run;
        oscillator_begin(&run, method_at(m), spring);
        piece_steps(&run, 0.01, 1); /* the first may begin a state of the method's own */
        const long before = run.system->evaluations;
        piece_steps(&run, 0.01, 7);
        if (trama_integrator_at(m)->evaluations > 0)
            assert_int_equal(run.system->evaluations - before,
                             7 * trama_integrator_at(m)->evaluations);
        piece_end(&run);
    }
}

static void assert_same_state(const piece *a, const piece *b)
{
    assert_memory_equal(a->system->q, b->system->q, sizeof(double));
    assert_memory_equal(a->system->v, b->system->v, sizeof(double));
}

/* Fills with NaN what the type does not declare as carried from step to step. */
static void poison_scratch(trama_integrator *integrator)
{
    const trama_integrator_type *type = integrator->type;
    for (size_t i = 0; i < type->q_arrays * integrator->nq; i++)
        integrator->q_work[i] = TRAMA_NAN;
    for (size_t i = type->state_arrays; i < type->v_arrays; i++)
        for (size_t j = 0; j < integrator->nv; j++)
            trama_integrator_v(integrator, i)[j] = TRAMA_NAN;
}

static void only_declared_arrays_carry_over(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        piece clean, poisoned;
        assert_true(trama_integrator_at(m)->state_arrays <= trama_integrator_at(m)->v_arrays);
        oscillator_begin(&clean, method_at(m), spring);
        oscillator_begin(&poisoned, method_at(m), spring);
        for (int i = 0; i < 10; i++) {
            poison_scratch(poisoned.integrator);
            piece_steps(&clean, 0.1, 1);
            piece_steps(&poisoned, 0.1, 1);
            assert_same_state(&clean, &poisoned);
        }
        piece_end(&clean);
        piece_end(&poisoned);
    }
}

/* A restarted integrator goes on as a new one would from the same state. */
static void a_restart_forgets_everything(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        piece used, fresh;
        oscillator_begin(&used, method_at(m), spring);
        oscillator_begin(&fresh, method_at(m), spring);
        piece_steps(&used, 0.1, 9);
        fresh.system->q[0] = used.system->q[0];
        fresh.system->v[0] = used.system->v[0];
        trama_integrator_restart(used.integrator);
        piece_steps(&used, 0.1, 3);
        piece_steps(&fresh, 0.1, 3);
        assert_same_state(&used, &fresh);
        piece_end(&used);
        piece_end(&fresh);
    }
}

/* Collisions and the like act on v between steps. Measured: h dv to 0.04 %. */
static void an_impulse_between_steps_moves_the_next_position(void **state)
{
    (void)state;
    const double h = 1e-3, impulse = 0.5;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        piece struck, free;
        oscillator_begin(&struck, method_at(m), spring);
        oscillator_begin(&free, method_at(m), spring);
        piece_steps(&struck, h, 5);
        piece_steps(&free, h, 5);
        struck.system->v[0] += impulse;
        piece_steps(&struck, h, 1);
        piece_steps(&free, h, 1);
        const double moved = struck.system->q[0] - free.system->q[0];
        assert_near(moved / (h * impulse), 1.0, 0.001);
        piece_end(&struck);
        piece_end(&free);
    }
}

/* A spring that stiffens as x^3 throws every explicit method out at h = 100: NaN or infinity, and
 * no abort, also where a library does the step. An implicit one stays, or refuses the step. */
static void a_divergence_is_a_result(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const bool implicit = trama_integrator_at(m)->implicit;
        trama_step_status status = TRAMA_STEP_OK;
        piece run;
        oscillator_begin(&run, method_at(m), spring);
        for (int i = 0; i < 40 && status == TRAMA_STEP_OK; i++)
            status = trama_integrator_step(run.integrator, run.system, 100.0);
        assert_true(isfinite(run.system->q[0]) == implicit);
        assert_true(implicit || status == TRAMA_STEP_OK);
        piece_end(&run);
    }
}

/* ---- Times. */

/* A force that depends on time alone, x'' = cos(2 t + 0.3), and the times at which it was asked
 * for. */
enum { ASKED_MAX = 4 };
static double asked[ASKED_MAX];
static size_t asked_count;

static trama_status driven_create(const void *parameters, const trama_scene *scene, void **model,
                                  trama_error *error)
{
    (void)parameters, (void)scene;
    *model = malloc(1);
    return *model ? TRAMA_OK : trama_fail_memory(error);
}

static void driven_dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = *nv = 1;
}

static void driven_initial(const void *model, double *q, double *v)
{
    (void)model;
    *q = -cos(0.3) / 4;
    *v = sin(0.3) / 2;
}

static void driven_acceleration(void *model, double t, const double *q, const double *v,
                                const trama_loads *loads, double *a)
{
    (void)model, (void)q, (void)v, (void)loads;
    *a = cos(2 * t + 0.3);
    asked[asked_count++ % ASKED_MAX] = t;
}

static void driven_tangent_product(void *model, double t, const double *q, const double *v,
                                   const trama_loads *loads, double cq, double cv, const double *u,
                                   double *y)
{
    (void)model, (void)t, (void)q, (void)v, (void)loads, (void)cq, (void)cv, (void)u, (void)y;
}

static void driven_tangent(void *model, double t, const double *q, const double *v,
                           const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    (void)model, (void)t, (void)q, (void)v, (void)loads, (void)k, (void)d;
}

static const trama_model_type driven = {
    .name = "driven",
    .parameters = TRAMA_NO_FIELDS,
    .create = driven_create,
    .destroy = free,
    .dimensions = driven_dimensions,
    .initial = driven_initial,
    .acceleration = driven_acceleration,
    .tangent_product = driven_tangent_product,
    .tangent = driven_tangent,
};

/* Largest error of x in `steps` steps of size h; `asked` is then of the last. */
static double driven_error(oscillator_method method, double h, long steps)
{
    const trama_scene_spec nowhere = {0};
    piece run = {.options = oscillator_options(method)};
    trama_error error;
    double largest = 0;
    assert_int_equal(trama_scene_create(&nowhere, &run.scene, &error), TRAMA_OK);
    assert_int_equal(trama_system_create(&driven, NULL, run.scene, &run.system, &error), TRAMA_OK);
    assert_int_equal(trama_integrator_create(trama_integrator_find(method.name), run.options,
                                             run.system, &run.integrator, &error),
                     TRAMA_OK);
    for (long i = 1; i <= steps; i++) {
        asked_count = 0;
        piece_steps(&run, h, 1);
        largest = fmax(largest, fabs(run.system->q[0] + cos(2 * h * (double)i + 0.3) / 4));
    }
    piece_end(&run);
    return largest;
}

/* Halving h must win the order (a wrong time leaves 1), less 0.3 for such large steps.
 * Measured: 0.95 to 1.08 of 1, 2.03 to 2.42 of 2, 9.02 of 8 (gsl_rk8pd, error 1e-13). */
static void a_force_that_depends_on_time_costs_no_order(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const double coarse = driven_error(method_at(m), 1.0 / 2, 8);
        const double fine = driven_error(method_at(m), 1.0 / 4, 16);
        if (!(log2(coarse / fine) > trama_integrator_at(m)->order - 0.3))
            fail_msg("%s: order %.3f", method_at(m).name, log2(coarse / fine));
    }
}

/* In a step from t = 1 with h = 1/4; of methods of order 1 the order says nothing. */
static void forces_are_taken_at_the_times_of_the_method(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        size_t count;
        double time[ASKED_MAX]; /* in h, from the start of the step */
    } cases[] = {
        {"forward_euler", 1, {0}},        {"symplectic_euler", 1, {0}},
        {"rk2_thesis", 1, {0.5}},         {"midpoint", 2, {0, 0.5}},
        {"rk4_thesis", 3, {0.5, 0.5, 1}}, {"rk4_thesis_mean", 3, {0.5, 0.5, 1}},
        {"rk4", 4, {0, 0.5, 0.5, 1}},     {"verlet", 1, {0}},
        {"velocity_verlet", 1, {1}},      {"leapfrog", 1, {0}},
    };
    for (size_t m = 0; m < sizeof cases / sizeof cases[0]; m++) {
        driven_error((oscillator_method){.name = cases[m].name}, 0.25, 5);
        assert_int_equal(asked_count, cases[m].count);
        for (size_t i = 0; i < cases[m].count; i++)
            assert_true(asked[i] == 1.0 + 0.25 * cases[m].time[i]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_step_allocates_nothing),
        cmocka_unit_test(a_step_evaluates_as_often_as_the_table_says),
        cmocka_unit_test(only_declared_arrays_carry_over),
        cmocka_unit_test(a_restart_forgets_everything),
        cmocka_unit_test(an_impulse_between_steps_moves_the_next_position),
        cmocka_unit_test(a_divergence_is_a_result),
        cmocka_unit_test(a_force_that_depends_on_time_costs_no_order),
        cmocka_unit_test(forces_are_taken_at_the_times_of_the_method),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
