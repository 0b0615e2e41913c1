/* Volumes A d cos of the angle: they are those of the air under a flat sheet that is tilted, whose
 * forces, losses and tangents agree; and the sheet does not rest on them, as Chen et al. say. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/random.h"
#include "measure/energy.h"
#include "support/layer.h"
#include "support/near.h"
#include "support/norms.h"
#include "support/tangents.h"

static const double side = 0.3, low = 0.02;

/* A flat sheet over a plane, tilted by an angle (rad) about the edge that is lowest. */
static void begin_tilted(objects *o, double angle, const char *air)
{
    const trama_scene_spec sheet = {
        .grid = {.points = {7, 5},
                 .side = {side, side},
                 .origin = {0.0, low, 0.0},
                 .axis = {{cos(angle), sin(angle), 0.0}, {0.0, 0.0, 1.0}}},
    };
    objects_begin(o);
    objects_add(o, "cloth", "bridson", "structural=0 shear=0 density=0.2 sweeps=0", &sheet);
    objects_add(o, "body", "plane", NULL, NULL);
    objects_join(o, "air", "air_layer", air, 2, 0, 1);
}

/* The prism below it: by distance alone there is more by 1/cos. */
static void volumes_are_those_below_a_tilted_sheet(void **state)
{
    (void)state;
    static const double angles[] = {0.0, 0.5, 1.0, 1.5};
    for (size_t i = 0; i < 4; i++) {
        objects by_angle, by_distance;
        const double mean = low + 0.5 * side * sin(angles[i]),
                     prism = side * side * cos(angles[i]) * mean;
        begin_tilted(&by_angle, angles[i], "volume=angle law=published border=sealed");
        begin_tilted(&by_distance, angles[i], "law=published border=sealed");
        objects_make(&by_angle, "symplectic_euler");
        objects_make(&by_distance, "symplectic_euler");
        assert_near(layer_observed(&by_angle, "volume") / prism, 1.0, 1e-13);
        assert_near(layer_observed(&by_distance, "volume") / prism, 1.0 / cos(angles[i]), 1e-11);
        objects_end(&by_angle);
        objects_end(&by_distance);
    }
}

/* ---- Forces and tangents where no direction is special. */

static const char sealed[] = "volume=angle law=published border=sealed overpressure=7e4";

static void check_slope(const objects *o)
{
    const trama_system *s = o->system;
    const trama_interaction_type *type = s->acting[0].type;
    double *block = calloc(4 * s->nv, sizeof *block), *f = block, *lost = f + s->nv,
           *u = lost + s->nv, *q = u + s->nv;
    double slope = 0.0, energies[2];
    trama_random random = {5};
    tangents_forces(o, f);
    type->losses(s->acting[0].self, s->t, s->q, s->v, lost);
    assert_true(size_of(lost, s->nv) > 1.0);
    for (size_t i = 0; i < s->nv; i++) {
        u[i] = s->mass[i] != 1.0 ? trama_random_signed(&random) : 0.0;
        slope += (f[i] - lost[i]) * u[i];
    }
    for (int end = 0; end < 2; end++) {
        for (size_t i = 0; i < s->nv; i++)
            q[i] = s->q[i] + (end == 0 ? 1e-6 : -1e-6) * u[i];
        energies[end] = type->energy(s->acting[0].self, s->t, q);
    }
    assert_near((energies[1] - energies[0]) / 2e-6, slope, 1e-6 * size_of(f, s->nv));
    free(block);
}

static void losses_and_tangents_agree_with_differences(void **state)
{
    (void)state;
    for (int body = LAYER_PLANE; body <= LAYER_BALL; body++) {
        objects o;
        const layer at = {.points = 4,
                          .side = 0.3,
                          .height = 0.05,
                          .perturbation = 0.01,
                          .body = body,
                          .air = sealed};
        layer_begin(&o, &at);
        check_slope(&o);
        assert_true(tangents_error(&o, 1.0, 0.0, 7) < 1e-7);
        assert_true(tangents_assembled_error(&o, 1.0, 0.0, 8) < 1e-13);
        objects_end(&o);
    }
}

/* ---- At rest but for 1 um/s. */

/* The largest kinetic energy in the second half of `end` (s), over that in the first. */
static double grown(double angle, const char *air, double h, double end)
{
    objects o;
    double most[2] = {0.0, 0.0};
    trama_random random = {3};
    begin_tilted(&o, angle, air);
    objects_make(&o, "symplectic_euler");
    for (size_t i = 0; i < o.system->nv; i++)
        o.system->v[i] = 1e-6 * trama_random_signed(&random);
    while (o.system->t < end) {
        objects_steps(&o, h, 1);
        double *half = &most[o.system->t > 0.5 * end];
        *half = worst_of(*half, trama_kinetic_energy(o.system));
    }
    objects_end(&o);
    return most[1] / most[0];
}

static void a_tilted_sheet_rests_by_distance_and_not_by_angle(void **state)
{
    (void)state;
    static const char by_angle[] = "volume=angle law=published border=sealed ambient=1010",
                      by_distance[] = "law=published border=sealed ambient=1010";
    const double coarse = grown(1.2, by_angle, 1e-4, 0.02), fine = grown(1.2, by_angle, 2e-5, 0.02),
                 distance = grown(1.2, by_distance, 1e-4, 0.02);
    print_message("energy of the second 10 ms over that of the first: %g, %g; by distance %g\n",
                  coarse, fine, distance);
    assert_true(distance < 20.0); /* 8; 2600 */
    assert_true(coarse > 1000.0 && fine > 1000.0);
}

static void assert_refused(objects *o, const char *says)
{
    const trama_error error = objects_refused(o);
    assert_string_equal(error.path, "interactions.air.volume");
    if (!strstr(error.text, says))
        fail_msg("%s", error.text);
    objects_end(o);
}

/* A sheet beside a sphere, in the plane of its middle. */
static void a_right_angle_and_another_law_are_refused(void **state)
{
    (void)state;
    objects o;
    const trama_scene_spec sheet = {.grid = {.points = {3, 3},
                                             .side = {side, side},
                                             .origin = {1.5, 0.0, 0.0},
                                             .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}};
    objects_begin(&o);
    objects_add(&o, "cloth", "bridson", "density=0.2 sweeps=0", &sheet);
    objects_add(&o, "body", "sphere", "radius=1", NULL);
    objects_join(&o, "air", "air_layer", "volume=angle law=published border=sealed", 2, 0, 1);
    assert_refused(&o, "volume: angle has no air at vertex 0 of 'cloth' at the start");
    begin_tilted(&o, 0.5, "volume=angle border=sealed");
    assert_refused(&o, "allowed: law: published, or volume: distance");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(volumes_are_those_below_a_tilted_sheet),
        cmocka_unit_test(losses_and_tangents_agree_with_differences),
        cmocka_unit_test(a_tilted_sheet_rests_by_distance_and_not_by_angle),
        cmocka_unit_test(a_right_angle_and_another_law_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
