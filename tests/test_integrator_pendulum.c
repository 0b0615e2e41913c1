/* Every integrator comes near the exact period of a pendulum that swings to 2.5 rad. The period is
 * an elliptic integral, and no other method's result. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "support/oscillator.h"

#include <gsl/gsl_sf_ellint.h>

static const double frequency = 1.7, amplitude = 2.5; /* rad/s of small swings, rad */

static trama_status pendulum_create(const void *parameters, const trama_scene *scene, void **model,
                                    trama_error *error)
{
    (void)parameters, (void)scene;
    *model = malloc(1);
    return *model ? TRAMA_OK : trama_fail_memory(error);
}

static void pendulum_dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = *nv = 1;
}

static void pendulum_initial(const void *model, double *q, double *v)
{
    (void)model;
    *q = amplitude;
    *v = 0.0;
}

static void pendulum_acceleration(void *model, double t, const double *q, const double *v,
                                  const trama_loads *loads, double *a)
{
    (void)model, (void)t, (void)v, (void)loads;
    *a = -frequency * frequency * sin(*q);
}

static void pendulum_tangent_product(void *model, double t, const double *q, const double *v,
                                     const trama_loads *loads, double cq, double cv,
                                     const double *u, double *y)
{
    (void)model, (void)t, (void)v, (void)loads, (void)cv;
    *y -= cq * frequency * frequency * cos(*q) * *u;
}

static void pendulum_tangent(void *model, double t, const double *q, const double *v,
                             const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    (void)model, (void)t, (void)v, (void)loads, (void)d;
    trama_triplets_add(k, 0, 0, frequency * frequency * cos(*q));
}

static const trama_model_type pendulum = {
    .name = "pendulum",
    .parameters = TRAMA_NO_FIELDS,
    .create = pendulum_create,
    .destroy = free,
    .dimensions = pendulum_dimensions,
    .initial = pendulum_initial,
    .acceleration = pendulum_acceleration,
    .tangent_product = pendulum_tangent_product,
    .tangent = pendulum_tangent,
};

/* Let go at rest, it swings through its lowest point after a quarter of a period, and after five.
 */
static double five_quarters(void)
{
    const double period = 4 * gsl_sf_ellint_Kcomp(sin(amplitude / 2), GSL_PREC_DOUBLE) / frequency;
    return 1.25 * period;
}

/* The angle there, in `steps` of equal size: 0, but for the method's error. */
static double miss(const trama_integrator_type *type, const trama_scene *scene, long steps)
{
    trama_system *system;
    trama_integrator *integrator;
    trama_error error;
    void *options = oscillator_options((oscillator_method){.name = type->name});
    assert_int_equal(trama_system_create(&pendulum, NULL, scene, &system, &error), TRAMA_OK);
    assert_int_equal(trama_integrator_create(type, options, system, &integrator, &error), TRAMA_OK);
    for (long i = 0; i < steps; i++)
        trama_integrator_step(integrator, system, five_quarters() / (double)steps);
    const double angle = fabs(system->q[0]);
    trama_integrator_destroy(integrator);
    trama_system_destroy(system);
    free(options);
    return angle;
}

/* The local order between the finest steps that stand clear of round-off. */
static double order_of(const trama_integrator_type *type, const trama_scene *scene)
{
    double coarse = miss(type, scene, 32), order = 0;
    for (long steps = 64; steps <= 8192; steps *= 2) {
        const double fine = miss(type, scene, steps);
        if (fine < 3e-13)
            break;
        order = log2(coarse / fine);
        coarse = fine;
    }
    return order;
}

/* Measured: within 0.12 of orders 1 to 5; gsl_rk8pd 9.1, near round-off. */
static void the_exact_period_is_met_with_the_order_of_the_table(void **state)
{
    (void)state;
    const trama_scene_spec nowhere = {0};
    trama_scene *scene;
    trama_error error;
    assert_int_equal(trama_scene_create(&nowhere, &scene, &error), TRAMA_OK);
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const trama_integrator_type *type = trama_integrator_at(m);
        const double order = order_of(type, scene);
        if (!(order > type->order - 0.2 && order < type->order + 1.3))
            fail_msg("%s: order %.3f, expected %d", type->name, order, type->order);
    }
    trama_scene_destroy(scene);
}

/* The period of small swings is shorter by a third: the reference is that of the large ones. */
static void the_large_swing_takes_longer_than_the_small_one(void **state)
{
    (void)state;
    const double small = 1.25 * 2 * acos(-1.0) / frequency;
    assert_true(five_quarters() / small > 1.5);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_exact_period_is_met_with_the_order_of_the_table),
        cmocka_unit_test(the_large_swing_takes_longer_than_the_small_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
