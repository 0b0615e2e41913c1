/* Several objects form one system, and interactions act between them as they should. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "measure/momentum.h"
#include "support/near.h"
#include "support/objects.h"

static const char *const oscillator_settings = "omega=3 position=0.5";

/* Two oscillators, omega 3 and mass 1 each, joined by a spring k = 4: the sum of their positions
 * swings at 3, the difference at sqrt(9 + 2 k). */
static void begin_pair(objects *pair, const char *integrator)
{
    objects_begin(pair);
    objects_add(pair, "left", "oscillator", "omega=3 position=0.5", NULL);
    objects_add(pair, "right", "oscillator", "omega=3 position=-0.2 velocity=0.7", NULL);
    objects_join(pair, "joint", "spring_between", "stiffness=4 length=0", 2, 0, 1);
    objects_make(pair, integrator);
}

/* Largest error of either position against the closed form, in `steps` steps of h. */
static double pair_error(const char *integrator, double h, long steps)
{
    objects pair;
    begin_pair(&pair, integrator);
    const trama_object *left = &pair.system->object[0], *right = &pair.system->object[1];
    const double fast = sqrt(17.0);
    double error = 0.0;
    for (long i = 1; i <= steps; i++) {
        assert_int_equal(trama_integrator_step(pair.integrator, pair.system, h), TRAMA_STEP_OK);
        const double t = pair.system->t;
        const double sum = 0.3 * cos(3.0 * t) + 0.7 / 3.0 * sin(3.0 * t);
        const double difference = 0.7 * cos(fast * t) - 0.7 / fast * sin(fast * t);
        error = fmax(error, fabs(pair.system->q[left->q_begin] - (sum + difference) / 2.0));
        error = fmax(error, fabs(pair.system->q[right->q_begin] - (sum - difference) / 2.0));
    }
    objects_end(&pair);
    return error;
}

static void a_pair_of_oscillators_moves_as_its_closed_form(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const trama_integrator_type *type = trama_integrator_at(m);
        const double coarse = pair_error(type->name, 0.02, 100);
        const double fine = pair_error(type->name, 0.01, 200);
        if (!(log2(coarse / fine) > type->order - 0.3) && !(fine < 1e-12))
            fail_msg("%s: order %.3f, error %g", type->name, log2(coarse / fine), fine);
    }
}

/* An object beside others moves as it does alone, to the last bit, wherever it stands. */
static void objects_that_nothing_joins_move_as_they_do_alone(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const char *name = trama_integrator_at(m)->name;
        objects alone, together;
        if (trama_integrator_at(m)->evaluations == 0) /* it solves for the whole at once */
            continue;
        objects_begin(&alone);
        objects_add(&alone, "one", "oscillator", oscillator_settings, NULL);
        objects_make(&alone, name);
        objects_begin(&together);
        objects_add(&together, "other", "oscillator", "omega=7", NULL);
        objects_add(&together, "one", "oscillator", oscillator_settings, NULL);
        objects_make(&together, name);
        for (int i = 0; i < 40; i++) {
            trama_integrator_step(alone.integrator, alone.system, 0.05);
            trama_integrator_step(together.integrator, together.system, 0.05);
        }
        const trama_object *one = &together.system->object[1];
        assert_memory_equal(&alone.system->q[0], &together.system->q[one->q_begin], sizeof(double));
        assert_memory_equal(&alone.system->v[0], &together.system->v[one->v_begin], sizeof(double));
        objects_end(&alone);
        objects_end(&together);
    }
}

/* Slices begin at multiples of 8 numbers; what is between them stays zero. */
static void pads_stay_zero(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        objects pair;
        begin_pair(&pair, trama_integrator_at(m)->name);
        assert_int_equal(pair.system->object[1].q_begin, 8);
        assert_int_equal(pair.system->nq, 9);
        for (int i = 0; i < 10; i++)
            trama_integrator_step(pair.integrator, pair.system, 0.05);
        for (size_t i = 1; i < 8; i++) {
            assert_true(pair.system->q[i] == 0.0);
            assert_true(pair.system->v[i] == 0.0);
        }
        objects_end(&pair);
    }
}

/* Saved in the middle, loaded into another system of the same making: the same bits from there. */
static void a_saved_state_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const char *name = trama_integrator_at(m)->name;
        objects first, second;
        trama_archive archive = {0};
        trama_error error;
        begin_pair(&first, name);
        begin_pair(&second, name);
        for (int i = 0; i < 17; i++)
            trama_integrator_step(first.integrator, first.system, 0.05);
        trama_archive_save(&archive);
        trama_system_state(first.system, &archive);
        trama_integrator_state(first.integrator, &archive);
        assert_int_equal(trama_archive_status(&archive, &error), TRAMA_OK);
        trama_archive_load(&archive);
        trama_system_state(second.system, &archive);
        trama_integrator_state(second.integrator, &archive);
        assert_int_equal(trama_archive_status(&archive, &error), TRAMA_OK);
        for (int i = 0; i < 17; i++) {
            trama_integrator_step(first.integrator, first.system, 0.05);
            trama_integrator_step(second.integrator, second.system, 0.05);
        }
        assert_memory_equal(first.system->q, second.system->q, first.system->nq * sizeof(double));
        assert_memory_equal(first.system->v, second.system->v, first.system->nv * sizeof(double));
        assert_true(first.system->t == second.system->t);
        trama_archive_free(&archive);
        objects_end(&first);
        objects_end(&second);
    }
}

/* A copy that ends too early, at every part, and one that has more than is read. */
static void a_copy_of_another_size_is_refused(void **state)
{
    (void)state;
    objects pair;
    trama_archive archive = {0};
    trama_error error;
    begin_pair(&pair, "rk4");
    trama_archive_save(&archive);
    trama_system_state(pair.system, &archive);
    trama_integrator_state(pair.integrator, &archive);
    const size_t whole = archive.size;
    for (size_t size = 0; size <= whole + 8; size += 8) {
        static unsigned char more[8];
        trama_archive_save(&archive);
        trama_system_state(pair.system, &archive);
        trama_integrator_state(pair.integrator, &archive);
        if (size > whole)
            trama_archive_bytes(&archive, more, sizeof more);
        assert_true(archive.size >= size);
        archive.size = size;
        trama_archive_load(&archive);
        trama_system_state(pair.system, &archive);
        trama_integrator_state(pair.integrator, &archive);
        assert_int_equal(trama_archive_status(&archive, &error),
                         size == whole ? TRAMA_OK : TRAMA_BAD_INPUT);
        assert_true(archive.at <= size);
    }
    trama_archive_free(&archive);
    objects_end(&pair);
}

/* How pictures show every obstacle of the registry: its triangles name its points, which lie on its
 * boundary wherever it has moved to, and face out of it. */
static void outlines_lie_on_their_solids(void **state)
{
    (void)state;
    static const struct {
        const char *model, *settings;
    } solids[] = {
        {"sphere", "radius=0.4 position=0.1,0.2,0.3 velocity=0.1,0.2,-0.3 "
                   "angular_velocity=1,2,0.5"},
        {"box", "low=-0.1,0,0 high=0.5,0.3,0.2 velocity=0.1,0,0 angular_velocity=0,2,1"},
        {"plane", "normal=0.2,1,-0.4 point=0,0.1,0 angular_velocity=0.3,0,0.2"},
        {"table", "side=0.8,0.5 thickness=0.05 normal=0.2,1,0 along=0,0,1 velocity=0,0.1,0 "
                  "angular_velocity=0,0,1"},
        {"round_table", "radius=0.3 thickness=0.1 position=0.1,0.2,0.3 angular_velocity=0.3,0,1"},
        {"sphere_mesh", "radius=0.4 position=0.1,0.2,0.3 angular_velocity=1,2,0.5"},
        {"box_mesh", "low=-0.1,0,0 high=0.5,0.3,0.2 velocity=0.1,0,0 angular_velocity=0,2,1"},
    };
    static const double low[3] = {0.0, 0.3, 0.0}, high[3] = {1.0, 0.5, 2.0}, t = 0.7;
    size_t outlined = 0;
    for (size_t i = 0; i < trama_model_count(); i++)
        outlined += trama_model_at(i)->outline != NULL &&
                    trama_model_at(i)->mesh_offset == 0; /* test_mesh_obstacles.c */
    assert_int_equal(outlined, sizeof solids / sizeof *solids);
    for (size_t i = 0; i < outlined; i++) {
        objects o;
        trama_outline outline = {0};
        objects_begin(&o);
        objects_add(&o, "left", "oscillator", oscillator_settings, NULL);
        objects_add(&o, "solid", solids[i].model, solids[i].settings, NULL);
        objects_make(&o, "verlet");
        const trama_object *solid = &o.system->object[1];
        solid->type->outline(solid->model, t, low, high, &outline);
        assert_true(outline.points <= TRAMA_OUTLINE_POINTS);
        assert_true(outline.triangles > 0 && outline.triangles <= TRAMA_OUTLINE_TRIANGLES);
        for (size_t k = 0; k < outline.triangles; k++) {
            double *p[3], normal[3], foot[3], distance, area[3], out = 0.0, middle[3];
            for (size_t c = 0; c < 3; c++) {
                assert_true(outline.corner[k][c] < outline.points);
                p[c] = outline.point[outline.corner[k][c]];
                solid->type->nearest(solid->model, t, p[c], foot, normal, &distance);
                assert_true(fabs(distance) < 1e-12);
            }
            for (size_t a = 0; a < 3; a++) {
                const size_t b = (a + 1) % 3, c = (a + 2) % 3;
                area[a] = (p[1][b] - p[0][b]) * (p[2][c] - p[0][c]) -
                          (p[1][c] - p[0][c]) * (p[2][b] - p[0][b]);
                middle[a] = (p[0][a] + p[1][a] + p[2][a]) / 3.0;
            }
            solid->type->nearest(solid->model, t, middle, foot, normal, &distance);
            for (size_t a = 0; a < 3; a++)
                out += area[a] * normal[a];
            assert_true(out > 1e-6);
        }
        objects_end(&o);
    }
}

static uint64_t digest_of(const objects *pair)
{
    trama_archive archive = {0};
    trama_error error;
    trama_archive_digest(&archive);
    trama_system_state(pair->system, &archive);
    trama_integrator_state(pair->integrator, &archive);
    assert_int_equal(trama_archive_status(&archive, &error), TRAMA_OK);
    assert_null(archive.byte);
    return archive.digest;
}

/* Verlet keeps positions of its own. */
static void a_digest_changes_with_each_part_of_the_state(void **state)
{
    (void)state;
    objects pair, twin;
    begin_pair(&pair, "verlet");
    begin_pair(&twin, "verlet");
    objects_steps(&pair, 0.05, 3);
    objects_steps(&twin, 0.05, 3);
    const uint64_t digest = digest_of(&pair);
    assert_true(digest_of(&twin) == digest);
    assert_true(digest_of(&pair) == digest);
    trama_system *system = pair.system;
    double *const reals[] = {&system->t, &system->q[0], &system->q[system->nq - 1], &system->v[0],
                             &system->v[system->nv - 1]};
    for (size_t i = 0; i < sizeof reals / sizeof *reals; i++) {
        const double kept = *reals[i];
        *reals[i] = nextafter(kept, 1.0);
        assert_true(digest_of(&pair) != digest);
        *reals[i] = kept;
    }
    system->iteration++;
    assert_true(digest_of(&pair) != digest);
    system->iteration--;
    assert_true(digest_of(&pair) == digest);
    objects_steps(&twin, 0.025, 1); /* the method's own state alone differs */
    twin.system->t = system->t;
    memcpy(twin.system->q, system->q, system->nq * sizeof *system->q);
    memcpy(twin.system->v, system->v, system->nv * sizeof *system->v);
    twin.system->iteration = system->iteration;
    assert_true(digest_of(&twin) != digest);
    objects_end(&pair);
    objects_end(&twin);
}

/* Without a length the spring is at rest as it begins. */
static void a_spring_between_coordinates_measures_their_difference(void **state)
{
    (void)state;
    objects pair;
    double length;
    objects_begin(&pair);
    objects_add(&pair, "left", "oscillator", "omega=3 position=0.5", NULL);
    objects_add(&pair, "right", "oscillator", "omega=3 position=-0.2", NULL);
    objects_join(&pair, "joint", "spring_between", "stiffness=4", 2, 0, 1);
    objects_make(&pair, "rk4");
    trama_system *system = pair.system;
    const trama_acting *joint = &system->acting[0];
    joint->type->observe(joint->self, 0.0, system->q, system->v, &length);
    assert_near(length, 0.7, 1e-15);
    assert_near(joint->type->energy(joint->self, 0.0, system->q), 0.0, 1e-30);
    system->q[system->object[0].q_begin] += 0.25;
    joint->type->observe(joint->self, 0.0, system->q, system->v, &length);
    assert_near(length, 0.95, 1e-15);
    assert_near(joint->type->energy(joint->self, 0.0, system->q), 0.125, 1e-14);
    objects_end(&pair);
}

static trama_scene_spec moving_sheet(double y, double speed)
{
    return (trama_scene_spec){.grid = {.points = {3, 3},
                                       .side = {1.0, 1.0},
                                       .origin = {0.0, y, 0.0},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                              .velocity = {speed, 0.0, 0.0}};
}

/* Two sheets of 1 and 3 kg, one 2 m above the other, that pass at 1.5 m/s: as two points, m1 m2 /
 * (m1 + m2) r x v about their centre. */
static void angular_momentum_is_of_all_objects_about_their_centre(void **state)
{
    (void)state;
    const trama_scene_spec low = moving_sheet(0.0, 0.5), high = moving_sheet(2.0, -1.0);
    objects o;
    double angular[3], centre[3];
    objects_begin(&o);
    objects_add(&o, "low", "provot", "mass=1", &low);
    objects_add(&o, "high", "provot", "mass=3", &high);
    objects_make(&o, "rk4");
    trama_angular_momentum(o.system, angular);
    trama_centre(o.system, centre);
    assert_near(centre[1], 1.5, 1e-14);
    assert_near(angular[0], 0.0, 1e-14);
    assert_near(angular[1], 0.0, 1e-14);
    assert_near(angular[2], 0.75 * 2.0 * 1.5, 1e-14);
    objects_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pair_of_oscillators_moves_as_its_closed_form),
        cmocka_unit_test(objects_that_nothing_joins_move_as_they_do_alone),
        cmocka_unit_test(outlines_lie_on_their_solids),
        cmocka_unit_test(pads_stay_zero),
        cmocka_unit_test(a_saved_state_goes_on_to_the_same_bits),
        cmocka_unit_test(a_copy_of_another_size_is_refused),
        cmocka_unit_test(a_digest_changes_with_each_part_of_the_state),
        cmocka_unit_test(a_spring_between_coordinates_measures_their_difference),
        cmocka_unit_test(angular_momentum_is_of_all_objects_about_their_centre),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
