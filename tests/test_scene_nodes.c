/* The nodes of a grid have the positions and velocities at the start that the scene gives. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/draft.h"

#include <math.h>
#include <string.h>

static void nodes_stand_on_the_grid(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.grid.origin[1] = 7.0;
    const double axes[2][3] = {{0, 3, 4}, {-5, 0, 0}};
    memcpy(d.spec.grid.axis, axes, sizeof axes);
    trama_scene *scene = draft_make(&d);
    assert_int_equal(trama_scene_nodes(scene), 20);
    assert_true(fabs(trama_scene_spacing(scene, 0) - 0.5) < 1e-15);
    assert_true(fabs(trama_scene_spacing(scene, 1) - 1.5) < 1e-15);
    double q[60];
    trama_scene_reference(scene, q);
    const size_t node = 3 * 4 + 2; /* [3, 2]: 1.5 m along (0, 0.6, 0.8), 3 m along (-1, 0, 0) */
    assert_true(fabs(q[node] + 3.0) < 1e-14);
    assert_true(fabs(q[20 + node] - 7.9) < 1e-14);
    assert_true(fabs(q[40 + node] - 1.2) < 1e-14);
    trama_scene_destroy(scene);
}

static void perturbation_is_normal_bounded_and_seeded(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d); /* axes x and z: the normal is -y */
    d.spec.perturbation = 1e-3;
    double flat[60], first[60], again[60], other[60], v[60];
    trama_scene *scene = draft_make(&d), *twin = draft_make(&d);
    d.spec.seed = 2;
    trama_scene *second = draft_make(&d);
    trama_scene_reference(scene, flat);
    trama_scene_initial(scene, first, v);
    trama_scene_initial(twin, again, v);
    trama_scene_initial(second, other, v);
    assert_memory_equal(first, again, sizeof first);
    assert_memory_not_equal(first, other, sizeof first);
    double largest = 0.0;
    for (size_t i = 0; i < 20; i++) {
        assert_true(first[i] == flat[i] && first[40 + i] == flat[40 + i]);
        assert_true(first[20 + i] != 0.0);
        largest = fmax(largest, fabs(first[20 + i]));
    }
    assert_true(largest <= 1e-3 && largest > 0.8e-3);
    trama_scene_destroy(scene);
    trama_scene_destroy(twin);
    trama_scene_destroy(second);
}

/* A start is of all nodes, apart from the shape at rest; `velocity` is added to its own. */
static void a_start_is_apart_from_rest(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    double place[60], velocity[60], flat[60], q[60], v[60];
    for (size_t c = 0; c < 60; c++) {
        place[c] = 2.385 + (double)(c * c);
        velocity[c] = 0.5 * (double)c;
    }
    d.spec.velocity[1] = 0.25;
    d.spec.start = (trama_start){20, place, velocity};
    trama_scene *scene = draft_make(&d);
    trama_scene_reference(scene, flat);
    trama_scene_initial(scene, q, v);
    assert_memory_equal(q, place, sizeof q);
    assert_true(v[7] == 3.5 && v[20 + 7] == 13.5 + 0.25 && v[40 + 7] == 23.5);
    assert_true(fabs(flat[7]) < 10.0);
    trama_scene_destroy(scene);
    d.spec.start = (trama_start){20, NULL, velocity};
    scene = draft_make(&d);
    trama_scene_initial(scene, q, v);
    assert_memory_equal(q, flat, sizeof q);
    trama_scene_destroy(scene);
}

static void a_start_of_other_nodes_is_refused(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    double place[60] = {0};
    trama_scene *scene;
    trama_error error;
    d.spec.start = (trama_start){19, place, NULL};
    assert_int_equal(trama_scene_create(&d.spec, &scene, &error), TRAMA_BAD_INPUT);
    assert_string_equal(error.path, "start");
    assert_non_null(strstr(error.text, "19 rows, and the scene has 20 nodes"));
    place[59] = HUGE_VAL;
    d.spec.start.nodes = 20;
    assert_int_equal(trama_scene_create(&d.spec, &scene, &error), TRAMA_BAD_INPUT);
    assert_non_null(strstr(error.text, "not finite"));
}

/* Node [1, 2] of a 5 x 4 grid stands at s = (1/4, 2/3). */
static void wave_is_a_product_of_sines_along_the_grids_axes(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    const double wave[3] = {0.3, -0.7, 2.385};
    memcpy(d.spec.wave, wave, sizeof wave);
    d.spec.wave_numbers[1] = 2;
    trama_scene *scene = draft_make(&d);
    double flat[60], q[60], v[60];
    trama_scene_reference(scene, flat);
    trama_scene_initial(scene, q, v);
    const size_t node = 1 * 4 + 2;
    const double pi = acos(-1.0), factor = sin(pi / 4) * sin(4 * pi / 3);
    assert_true(fabs(q[node] - flat[node] - 0.3 * factor) < 1e-15);
    assert_true(fabs(q[20 + node] - flat[20 + node] + 2.385 * factor) < 1e-15); /* normal: -y */
    assert_true(fabs(q[40 + node] - flat[40 + node] + 0.7 * factor) < 1e-15);
    for (size_t i = 0; i < 60; i++)
        if (i % 20 < 4 || i % 20 >= 16 || i % 4 == 0 || i % 4 == 3) /* the rim stays: round-off */
            assert_true(fabs(q[i] - flat[i]) < 1e-15);
    trama_scene_destroy(scene);
}

static void wave_of_no_half_waves_is_constant_along_that_direction(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.wave[0] = 0.25;
    d.spec.wave_numbers[1] = 0;
    trama_scene *scene = draft_make(&d);
    double flat[60], q[60], v[60];
    trama_scene_reference(scene, flat);
    trama_scene_initial(scene, q, v);
    for (size_t k = 0; k < 5; k++)
        for (size_t l = 0; l < 4; l++) /* the crest, k = 2, moves by the amplitude */
            assert_true(fabs(q[4 * k + l] - flat[4 * k + l] -
                             0.25 * sin(acos(-1.0) * (double)k / 4)) < 1e-15);
    assert_memory_equal(q + 20, flat + 20, 40 * sizeof *q);
    trama_scene_destroy(scene);
}

static void every_node_begins_with_the_initial_velocity(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    const double velocity[3] = {0.5, -1.25, 2.385};
    memcpy(d.spec.velocity, velocity, sizeof velocity);
    trama_scene *scene = draft_make(&d);
    double q[60], v[60];
    trama_scene_initial(scene, q, v);
    for (size_t i = 0; i < 60; i++)
        assert_true(v[i] == velocity[i / 20]);
    trama_scene_destroy(scene);
}

static void scene_keeps_a_copy_of_the_spec(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    d.spec.pin_count = 1;
    d.pins[0].k[0] = d.pins[0].k[1] = -1;
    d.pins[0].l[0] = -3;
    d.pins[0].l[1] = -1;
    trama_scene *scene = draft_make(&d);
    const trama_pin before = d.pins[0];
    memset(d.pins, 0x5a, sizeof d.pins);
    const trama_scene_spec *kept = trama_scene_spec_of(scene);
    assert_true(kept->pins[0].k[0] == 4 && kept->pins[0].k[1] == 4); /* counted from the end */
    assert_true(kept->pins[0].l[0] == 1 && kept->pins[0].l[1] == 3);
    assert_true(before.k[0] == -1); /* the caller's own stays as it was */
    trama_scene_destroy(scene);
}

static void scene_without_a_grid_has_no_nodes(void **state)
{
    (void)state;
    draft d;
    draft_begin(&d);
    trama_fields_default(trama_grid_fields, &d.spec.grid);
    trama_scene *scene = draft_make(&d);
    assert_int_equal(trama_scene_nodes(scene), 0);
    trama_activity *activity = draft_activity(scene);
    trama_activity_update(activity, 0.0, 1, 0.1, draft_nodes);
    assert_int_equal(trama_activity_held(activity)->count, 0);
    trama_activity_destroy(activity);
    trama_scene_destroy(scene);
}

static void tables_describe_the_structs_that_they_name(void **state)
{
    (void)state;
    const trama_fields tables[] = {trama_grid_fields, trama_scene_fields, trama_pin_fields,
                                   trama_force_point.parameters};
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (size_t f = 0; f < tables[t].count; f++) {
            const trama_field *field = &tables[t].field[f];
            assert_true(field->offset < tables[t].size);
            assert_true(field->count >= 1 && field->count <= 4);
            assert_non_null(field->unit);
            assert_non_null(field->summary);
            assert_ptr_equal(trama_fields_find(tables[t], field->name), field); /* no name twice */
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nodes_stand_on_the_grid),
        cmocka_unit_test(a_start_is_apart_from_rest),
        cmocka_unit_test(a_start_of_other_nodes_is_refused),
        cmocka_unit_test(perturbation_is_normal_bounded_and_seeded),
        cmocka_unit_test(wave_is_a_product_of_sines_along_the_grids_axes),
        cmocka_unit_test(wave_of_no_half_waves_is_constant_along_that_direction),
        cmocka_unit_test(every_node_begins_with_the_initial_velocity),
        cmocka_unit_test(scene_keeps_a_copy_of_the_spec),
        cmocka_unit_test(scene_without_a_grid_has_no_nodes),
        cmocka_unit_test(tables_describe_the_structs_that_they_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
