/* What responses to collisions hold, beyond what their own tests say: large sheets pass nothing,
 * by samples; a folded cloth that closes at 100 m/s; the same bits for any number of threads, with
 * enough triangles that threads share the work; a step that carries all across all is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "core/threads.h"
#include "interaction/contact_find.h"
#include "support/penetration.h"
#include "support/touching.h"

/* ---- Nothing passes. */

static void begin_large(objects *o, long points, const char *response, const char *settings)
{
    trama_scene_spec cloth = touching_sheet(points, 0.6, -0.3, 2e-3, -0.31);
    cloth.velocity[1] = -8.0;
    cloth.perturbation = 1e-4;
    objects_begin(o);
    objects_add(o, "cloth", "provot", "structural=20 shear=10 density=0.3 sweeps=0", &cloth);
    objects_add(o, "ball", "sphere_mesh",
                "radius=0.2 position=0,-0.2,0 points=25,33 angular_velocity=0,20,0", NULL);
    objects_join(o, "touch", response, settings, 2, 0, 1);
    objects_make(o, "symplectic_euler");
}

static void no_sampled_triangle_of_a_large_sheet_is_passed_through(void **state)
{
    (void)state;
    trama_random random = {3};
    for (size_t g = 0; g < TOUCHING_GUARDS; g++) {
        objects o;
        begin_large(&o, 33, touching_guards[g].name, touching_guards[g].settings);
        for (int i = 0; i < 12; i++) {
            objects_steps(&o, 5e-4, 1);
            const size_t crossed = penetration_sampled(o.system, 250, &random);
            if (crossed > 0)
                fail_msg("%s, %s, step %d: %zu edges pass through the triangles of a sample",
                         touching_guards[g].name, touching_guards[g].settings, i, crossed);
        }
        objects_end(&o);
    }
}

/* The sample sees what does pass. */
static void a_sample_sees_a_sheet_that_falls_through(void **state)
{
    (void)state;
    objects o;
    trama_random random = {3};
    begin_large(&o, 33, "bridson_collision",
                "thickness=1e-9 rounds=0 zone_rounds=0 on_unresolved=record");
    objects_steps(&o, 5e-4, 10);
    assert_true(penetration_sampled(o.system, 250, &random) > 0);
    objects_end(&o);
}

/* Volumes of four points in one plane are rounding alone. A flat sheet, whose nodes are moved
 * within its plane by less than half a cell, lies at any angle. */
static void a_flat_sheet_passes_through_nothing_wherever_it_lies(void **state)
{
    (void)state;
    enum { POINTS = 17, NODES_FLAT = POINTS * POINTS };
    trama_random random = {11};
    objects o;
    const trama_scene_spec flat = touching_sheet(POINTS, 0.5, 0.0, 0.0, 0.0);
    objects_begin(&o);
    objects_add(&o, "flat", "provot", touching_loose, &flat);
    objects_join(&o, "self", "bridson_collision", "", 1, 0);
    objects_make(&o, "symplectic_euler");
    for (int trial = 0; trial < 40; trial++) {
        const double tilt = 3.0 * trama_random_signed(&random),
                     turn = 3.0 * trama_random_signed(&random);
        const double e[2][3] = {{cos(tilt), sin(tilt), 0.0},
                                {-sin(tilt) * sin(turn), cos(tilt) * sin(turn), cos(turn)}};
        for (size_t i = 0; i < NODES_FLAT; i++) {
            const size_t row = i / POINTS;
            const double u = (double)row + 0.2 * trama_random_signed(&random),
                         v = (double)(i % POINTS) + 0.2 * trama_random_signed(&random);
            for (size_t axis = 0; axis < 3; axis++)
                o.system->q[axis * NODES_FLAT + i] = 0.03 * (u * e[0][axis] + v * e[1][axis]);
        }
        if (touching_observed(&o, "crossings") != 0.0)
            fail_msg("trial %d: %g edges, %g m deep", trial, touching_observed(&o, "crossings"),
                     touching_observed(&o, "deepest"));
    }
    objects_end(&o);
}

/* A sheet of two flaps, the upper of which comes down at 100 m/s: 10 cm a step, 4 times their
 * distance, and past the lower flap before the back holds it. */
enum { FLAP = 4, COLUMNS = 4, NODES = 2 * FLAP * COLUMNS };
static void throw_on_itself(trama_system *s)
{
    for (size_t i = NODES / 2; i < NODES; i++) {
        const size_t row = i / COLUMNS, under = i - (2 * row - (2 * FLAP - 1)) * COLUMNS;
        s->q[i] = s->q[under] + 3e-3;
        s->q[NODES + i] = s->q[NODES + under] + 0.025;
        s->q[2 * NODES + i] = s->q[2 * NODES + under] + 2e-3;
        s->v[NODES + i] = -100.0;
    }
    s->disturbed = true;
}

static void a_cloth_thrown_on_itself_at_100_m_s_does_not_pass(void **state)
{
    (void)state;
    for (size_t g = 0; g < TOUCHING_GUARDS; g++)
        for (size_t m = 0; m < TOUCHING_MODELS; m++) {
            objects o;
            trama_scene_spec cloth = {.grid = {.points = {2 * FLAP, COLUMNS},
                                               .side = {0.35, 0.15},
                                               .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                                      .perturbation = 1e-3,
                                      .seed = 7};
            objects_begin(&o);
            objects_add(&o, "cloth", touching_models[m].name, touching_models[m].settings, &cloth);
            objects_join(&o, "self", touching_guards[g].name, touching_guards[g].settings, 1, 0);
            objects_make(&o, "symplectic_euler");
            trama_system *s = o.system;
            throw_on_itself(s);
            for (int i = 0; i < 6; i++) {
                double before[3 * NODES];
                const double t = s->t;
                memcpy(before, s->q, sizeof before);
                objects_steps(&o, 1e-3, 1);
                if (penetration_passes(s, t, before, s->t, s->q) + penetration_crossings(s) > 0)
                    fail_msg("%s under %s, %s: something passes in step %d",
                             touching_models[m].name, touching_guards[g].name,
                             touching_guards[g].settings, i);
            }
            objects_end(&o);
        }
}

/* ---- Threads. */

static double *run_with(size_t threads, size_t g, size_t *count)
{
    objects o;
    trama_threads_set(threads);
    begin_large(&o, 49, touching_guards[g].name, touching_guards[g].settings);
    objects_steps(&o, 5e-4, 2);
    const size_t n = o.system->nq;
    double *q = malloc(2 * n * sizeof *q);
    memcpy(q, o.system->q, n * sizeof *q);
    memcpy(q + n, o.system->v, n * sizeof *q);
    objects_end(&o);
    trama_threads_set(1);
    *count = 2 * n;
    return q;
}

static uint64_t bits_of(double x)
{
    uint64_t bits;
    memcpy(&bits, &x, sizeof bits);
    return bits;
}

/* 4608 triangles of the sheet and 1536 of the ball: 3 threads detect, and test candidates. */
static void bits_are_the_same_for_any_number_of_threads(void **state)
{
    (void)state;
    for (size_t g = 0; g < TOUCHING_GUARDS; g++) {
        size_t count;
        double *one = run_with(1, g, &count);
        for (size_t threads = 2; threads <= 5 && threads <= trama_threads_most(); threads++) {
            double *some = run_with(threads, g, &count);
            for (size_t i = 0; i < count; i++)
                if (bits_of(some[i]) != bits_of(one[i]))
                    fail_msg("%s: %zu threads differ at %zu", touching_guards[g].name, threads, i);
            free(some);
        }
        free(one);
    }
}

/* ---- Too large a step. */

/* 2048 triangles, each of which may meet each of the others: 7 million pairs are not looked at. */
static void a_step_that_carries_all_across_all_is_refused(void **state)
{
    (void)state;
    objects o;
    trama_contact_mesh *mesh;
    trama_mesh_contacts hits = {0};
    trama_random random = {5};
    trama_error error;
    const trama_scene_spec scene = touching_sheet(33, 1.0, 0.0, 0.0, 0.0);
    objects_begin(&o);
    objects_add(&o, "sheet", "provot", touching_loose, &scene);
    objects_join(&o, "self", "bridson_collision", "", 1, 0);
    objects_make(&o, "symplectic_euler");
    const trama_surface *surface = &o.system->object[0].surface;
    assert_int_equal(trama_contact_mesh_create(&surface, 1, &mesh, &error), TRAMA_OK);
    trama_contact_mesh_place(mesh, 0.0, o.system->q);
    mesh->h = 1e-3;
    for (size_t i = 0; i < 3 * mesh->vertices; i++) {
        mesh->yield[i] = 1.0;
        mesh->u[i] = 1e5 * trama_random_signed(&random);
    }
    trama_contact_mesh_move(mesh);
    assert_int_equal(trama_contact_find_hits(mesh, 1e-6, &hits), TRAMA_STEP_REFUSED);
    mesh->h = 1e-9; /* so little of it is small enough */
    trama_contact_mesh_move(mesh);
    assert_int_equal(trama_contact_find_hits(mesh, 1e-6, &hits), TRAMA_STEP_OK);
    trama_mesh_contacts_free(&hits);
    trama_contact_mesh_destroy(mesh);
    objects_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_sampled_triangle_of_a_large_sheet_is_passed_through),
        cmocka_unit_test(a_sample_sees_a_sheet_that_falls_through),
        cmocka_unit_test(a_flat_sheet_passes_through_nothing_wherever_it_lies),
        cmocka_unit_test(a_cloth_thrown_on_itself_at_100_m_s_does_not_pass),
        cmocka_unit_test(bits_are_the_same_for_any_number_of_threads),
        cmocka_unit_test(a_step_that_carries_all_across_all_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
