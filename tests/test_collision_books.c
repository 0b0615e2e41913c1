/* What responses to collisions book, J, is what the kinetic energy of all has lost: of loose
 * particles, in which nothing is stored, and of rigid bodies among
 * them, to the part of a turn that their vertices make along chords; step by step. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/rigid.h"
#include "support/touching.h"

typedef void begin_scene(objects *o, const char *response, const char *settings);

/* A sheet that falls on a ball and a cube, which turn and lie in its way. */
static void begin_bodies(objects *o, const char *response, const char *settings)
{
    trama_scene_spec sheet = touching_sheet(7, 0.6, -0.3, 0.16, -0.3);
    sheet.velocity[0] = 1.0;
    sheet.velocity[1] = -15.0;
    objects_begin(o);
    objects_add(o, "sheet", "provot", touching_loose, &sheet);
    rigid_add(o, NULL, NULL);
    rigid_add_body(o, 1, "ball",
                   "shape=sphere radius=0.12 mass=0.05 position=0.13,0,0.02 "
                   "velocity=0,4,1 angular_velocity=9,-7,5");
    rigid_add_body(o, 1, "cube",
                   "shape=box side=0.2,0.2,0.2 mass=0.04 position=-0.15,0,-0.03 "
                   "orientation=1,0.2,0.3,0.1 velocity=0,3,0 angular_velocity=-4,6,8");
    objects_join(o, "touch", response, settings, 2, 0, 1);
}

/* The same on a ball that nothing moves. */
static void begin_obstacle(objects *o, const char *response, const char *settings)
{
    trama_scene_spec sheet = touching_sheet(7, 0.6, -0.3, 0.16, -0.3);
    sheet.velocity[0] = 1.0;
    sheet.velocity[1] = -15.0;
    objects_begin(o);
    objects_add(o, "sheet", "provot", touching_loose, &sheet);
    objects_add(o, "ball", "sphere_mesh", "radius=0.15 points=9,9", NULL);
    objects_join(o, "touch", response, settings, 2, 0, 1);
}

static const struct {
    begin_scene *begin;
    const char *response, *settings;
} cases[] = {
    {touching_begin_loose, "bridson_collision", "friction=0.3"},
    {touching_begin_loose, "bridson_collision", "rounds=0 thickness=1e-5"},
    {touching_begin_loose, "bridson_collision", "stiffness=3000 thickness=0.02"},
    {touching_begin_loose, "provot_collision", TOUCHING_CORRECTED " friction=0.3"},
    {touching_begin_loose, "provot_collision", "on_unresolved=record"},
    {touching_begin_loose, "nedel_collision", "treatment=springs stiffness=3000"},
    {begin_obstacle, "bridson_collision", "friction=0.3"},
    {begin_obstacle, "provot_collision", TOUCHING_CORRECTED " friction=0.3"},
    {begin_obstacle, "surface_traversal", "friction=0.3"},
    {begin_obstacle, "surface_traversal", "friction=0.3 order=jacobi"},
    {begin_bodies, "bridson_collision", "friction=0.3"},
    {begin_bodies, "bridson_collision", "rounds=0 thickness=1e-5"},
};

static void what_is_booked_is_what_was_lost(void **state)
{
    (void)state;
    double most = 0.0;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        objects o;
        double gained = 0.0;
        cases[i].begin(&o, cases[i].response, cases[i].settings);
        objects_make(&o, "symplectic_euler");
        const double start = touching_kinetic(o.system);
        for (int step = 0; step < 30; step++) {
            objects_steps(&o, 5e-4, 1);
            const double lost = start - touching_kinetic(o.system);
            gained = touching_observed(&o, "impact_gained");
            const double booked = touching_observed(&o, "impact_lost") - gained;
            const double within = cases[i].begin == begin_bodies ? 1e-3 : 1e-9;
            if (!(fabs(booked - lost) < within * start))
                fail_msg("case %zu, step %d: %.12g J are booked, %.12g of %g J were lost", i, step,
                         booked, lost, start);
        }
        print_message("%s, %s: %g of %g J lost, %g gained\n", cases[i].response, cases[i].settings,
                      start - touching_kinetic(o.system), start, gained);
        assert_true(start - touching_kinetic(o.system) > 0.01 * start);
        most = fmax(most, gained);
        rigid_end(&o);
    }
    assert_true(most > 0.01);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_booked_is_what_was_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
