/* Every integrator obeys pins: coordinates that are held from one iteration to another, or that
 * move as told. A method that keeps velocities or accelerations of its own must not carry them into
 * a pin. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/oscillator.h"

/* Node 1 is fixed in iterations 4 to 9; node 2 moves along x and z, free along y, from 6 on. */
static trama_pin pins[] = {
    {.k = {0, 0},
     .l = {1, 1},
     .interval = {.iterations = {4, 9}, .seconds = {(double)NAN, (double)NAN}}},
    {.k = {1, 1},
     .l = {0, 0},
     .free = {false, true, false},
     .motion.velocity = {0.25, 0, -0.125},
     .interval = {.iterations = {6, 100}, .seconds = {(double)NAN, (double)NAN}}},
};

static const trama_scene_spec pinned = {
    .grid = {.points = {2, 2}, .side = {1, 1}, .axis = {{1, 0, 0}, {0, 1, 0}}},
    .pins = pins,
    .pin_count = 2,
};

enum { NODES = 4, FIXED = 1, MOVED = 2 };

static long iteration; /* the one that runs */

static bool is_fixed(void)
{
    return iteration >= 4 && iteration <= 9;
}

static bool is_moved(size_t axis)
{
    return iteration >= 6 && !pins[1].free[axis];
}

/* Four nodes, each on a spring to the origin, all coupled through their velocities, so that what a
 * held node's velocity does is felt by the others. */
static trama_status bed_create(const void *parameters, const trama_scene *scene, void **model,
                               trama_error *error)
{
    (void)parameters, (void)scene;
    *model = malloc(1);
    return *model ? TRAMA_OK : trama_fail_memory(error);
}

static void bed_dimensions(const void *model, size_t *nq, size_t *nv)
{
    (void)model;
    *nq = *nv = (size_t)3 * NODES;
}

static void bed_initial(const void *model, double *q, double *v)
{
    (void)model;
    for (size_t i = 0; i < 3 * NODES; i++) {
        q[i] = 0.3 + 0.1 * (double)i;
        v[i] = 0.5 - 0.07 * (double)i;
    }
}

/* Whatever a method shows the model, held nodes have the velocities that they were told. */
static void check_velocities(const double *v)
{
    for (size_t axis = 0; axis < 3; axis++) {
        assert_true(!is_fixed() || v[axis * NODES + FIXED] == 0);
        assert_true(!is_moved(axis) || v[axis * NODES + MOVED] == pins[1].motion.velocity[axis]);
    }
}

static void bed_acceleration(void *model, double t, const double *q, const double *v,
                             const trama_loads *loads, double *a)
{
    (void)model, (void)t, (void)loads;
    double mean = 0;
    check_velocities(v);
    for (size_t i = 0; i < 3 * NODES; i++)
        mean += v[i] / (3 * NODES);
    for (size_t i = 0; i < 3 * NODES; i++)
        a[i] = -4 * q[i] - 0.5 * (v[i] - mean);
}

static void bed_tangent_product(void *model, double t, const double *q, const double *v,
                                const trama_loads *loads, double cq, double cv, const double *u,
                                double *y)
{
    double mean = 0;
    (void)model, (void)t, (void)q, (void)v, (void)loads;
    for (size_t i = 0; i < 3 * NODES; i++)
        mean += u[i] / (3 * NODES);
    for (size_t i = 0; i < 3 * NODES; i++)
        y[i] -= cq * 4 * u[i] + cv * 0.5 * (u[i] - mean);
}

static void bed_tangent(void *model, double t, const double *q, const double *v,
                        const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    (void)model, (void)t, (void)q, (void)v, (void)loads;
    for (size_t i = 0; i < 3 * NODES; i++) {
        trama_triplets_add(k, i, i, 4);
        for (size_t j = 0; j < 3 * NODES; j++)
            trama_triplets_add(d, i, j, 0.5 * ((i == j) - 1.0 / (3 * NODES)));
    }
}

static const trama_model_type bed = {
    .name = "bed",
    .parameters = TRAMA_NO_FIELDS,
    .pointwise = true,
    .create = bed_create,
    .destroy = free,
    .dimensions = bed_dimensions,
    .initial = bed_initial,
    .acceleration = bed_acceleration,
    .tangent_product = bed_tangent_product,
    .tangent = bed_tangent,
};

static void check_positions(const double *before, const double *after, double h)
{
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t node1 = axis * NODES + FIXED, node2 = axis * NODES + MOVED;
        if (iteration != 10) /* let go at rest: forward Euler moves first with v = 0 */
            assert_true((after[node1] == before[node1]) == is_fixed());
        if (is_moved(axis))
            assert_near(after[node2] - before[node2], h * pins[1].motion.velocity[axis], 1e-15);
        else
            assert_true(fabs(after[node2] - before[node2]) > 1e-6);
        assert_true(after[axis * NODES] != before[axis * NODES]);
    }
}

static void step_with_pins(const trama_integrator_type *type, const void *options,
                           const trama_scene *scene)
{
    trama_system *system;
    trama_integrator *integrator;
    trama_error error;
    double before[3 * NODES];
    const double h = 0.1;
    assert_int_equal(trama_system_create(&bed, NULL, scene, &system, &error), TRAMA_OK);
    assert_int_equal(trama_integrator_create(type, options, system, &integrator, &error), TRAMA_OK);
    for (iteration = 1; iteration <= 14; iteration++) {
        memcpy(before, system->q, sizeof before);
        trama_integrator_step(integrator, system, h);
        check_positions(before, system->q, h);
    }
    trama_integrator_destroy(integrator);
    trama_system_destroy(system);
}

static void pins_hold_and_move_and_let_go(void **state)
{
    (void)state;
    trama_scene *scene;
    trama_error error;
    assert_int_equal(trama_scene_create(&pinned, &scene, &error), TRAMA_OK);
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        void *options =
            oscillator_options((oscillator_method){.name = trama_integrator_at(m)->name});
        step_with_pins(trama_integrator_at(m), options, scene);
        free(options);
    }
    void *options = oscillator_options((oscillator_method){"verlet", {"velocity=backward"}});
    step_with_pins(trama_integrator_find("verlet"), options, scene);
    free(options);
    trama_scene_destroy(scene);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pins_hold_and_move_and_let_go),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
