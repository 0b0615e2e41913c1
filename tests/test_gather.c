/* Accelerations and tangents of models of elements have the same bits for any number of threads. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "core/threads.h"
#include "model/particle/gather.h"
#include "support/objects.h"
#include "system_tangent.h"

/* Moves all nodes, and gives them velocities. */
static void shake(trama_system *s)
{
    trama_random random = {29};
    for (size_t i = 0; i < s->nv; i++) {
        s->q[i] += 2e-3 * trama_random_signed(&random);
        s->v[i] += trama_random_signed(&random);
    }
}

/* Acceleration and a product of the tangent, 2 nv numbers, of a model made for so many threads. */
static double *evaluate(const char *model, const char *settings, const trama_scene_spec *scene,
                        size_t threads, size_t *count)
{
    objects o;
    trama_threads_set(threads);
    objects_begin(&o);
    objects_add(&o, "body", model, settings, scene);
    objects_make(&o, "symplectic_euler");
    trama_threads_set(1);
    shake(o.system);
    *count = 2 * o.system->nv;
    double *found = calloc(*count, sizeof *found);
    trama_system_acceleration(o.system, 0.0, o.system->q, o.system->v, found);
    trama_system_tangent_product(o.system, 0.0, o.system->q, o.system->v, 0.7, 0.3, o.system->v,
                                 found + o.system->nv);
    objects_end(&o);
    return found;
}

static void the_number_of_threads_changes_no_bit(void **state)
{
    (void)state;
    const trama_scene_spec sheet = {
        .grid = {.points = {80, 81}, .side = {1, 1}, .axis = {{1, 0, 0}, {0, 1, 0}}}};
    const trama_scene_spec box = {
        .body = {.form = TRAMA_FORM_BOX, .cells = 8, .side = {0.4, 0.2, 0.4}}};
    const struct {
        const char *model, *settings;
        const trama_scene_spec *scene;
    } cases[] = {
        {"fem_cloth", "young_thickness=50 poisson=0.3 density=0.1", &sheet},
        {"fem_cloth", "young_thickness=50 poisson=0 density=0.1 bending=1e-3", &sheet},
        {"fem_cloth", "young_thickness=50 poisson=0 density=0.1 flexural_rigidity=1e-3", &sheet},
        {"fem_cloth",
         "young_thickness=50 poisson=0.3 density=0.1 viscosity=0.1 bending=1e-3 "
         "bending_damping=1e-5",
         &sheet},
        {"soft_body", "young=1e4 density=100", &box},
        {"soft_body", "young=1e4 density=100 stiffness_damping=1e-3 mass_damping=1", &box},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        size_t count, other;
        double *one = evaluate(cases[i].model, cases[i].settings, cases[i].scene, 1, &count);
        double largest = 0.0;
        for (size_t k = 0; k < count; k++)
            largest = fmax(largest, fabs(one[k]));
        assert_true(largest > 1.0);
        for (size_t threads = 2; threads < 6 && threads <= trama_threads_most(); threads++) {
            double *several =
                evaluate(cases[i].model, cases[i].settings, cases[i].scene, threads, &other);
            assert_int_equal(count, other);
            assert_memory_equal(one, several, count * sizeof *one);
            free(several);
        }
        free(one);
    }
}

/* 2000 elements and more for each: small bodies do not wait for threads. */
static void parts_are_as_many_as_are_worth_it(void **state)
{
    (void)state;
    if (trama_threads_most() < 4)
        skip();
    trama_threads_set(4);
    assert_int_equal(trama_gather_parts(0), 1);
    assert_int_equal(trama_gather_parts(1999), 1);
    assert_int_equal(trama_gather_parts(4000), 3);
    assert_int_equal(trama_gather_parts(100000), 4);
    trama_threads_set(1);
    assert_int_equal(trama_gather_parts(100000), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_number_of_threads_changes_no_bit),
        cmocka_unit_test(parts_are_as_many_as_are_worth_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
