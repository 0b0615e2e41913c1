/* Bounces, rest and friction of bouncing_contact are those of mechanics, under every integrator. A
 * sheet of 2 x 2 masses whose springs have no stiffness stands for four balls. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/objects.h"

static const double gravity = 9.81;
static const char balls_settings[] = "structural=0 shear=0 density=1 sweeps=0";

/* Four balls 1 m apart, in a level plane at `height`, that fall along -y. */
static trama_scene_spec balls_at(double height)
{
    return (trama_scene_spec){.grid = {.points = {2, 2},
                                       .side = {1.0, 1.0},
                                       .origin = {0.0, height, 0.0},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                              .gravity = {0.0, -gravity, 0.0}};
}

static void begin_balls(objects *o, double height, const char *contact, const char *integrator)
{
    const trama_scene_spec scene = balls_at(height);
    objects_begin(o);
    objects_add(o, "balls", "provot", balls_settings, &scene);
    objects_add(o, "floor", "plane", NULL, NULL);
    objects_join(o, "floor", "bouncing_contact", contact, 2, 0, 1);
    objects_make(o, integrator);
}

static double height_of(const objects *o, size_t ball)
{
    return o->system->q[4 + ball];
}

static double speed_of(const objects *o, size_t ball)
{
    return o->system->v[4 + ball];
}

/* Highest point that ball 0 reaches between its bounce `bounce` (from 1) and the next. */
static double apex_after(const char *integrator, const char *contact, int bounce, double h)
{
    objects o;
    int bounces = 0;
    double highest = 0.0, before = 1.0;
    bool falls = true;
    begin_balls(&o, 1.0, contact, integrator);
    while (bounces <= bounce && o.system->t < 10.0) {
        objects_steps(&o, h, 1);
        const double now = height_of(&o, 0);
        bounces += falls && now > before;
        falls = now < before;
        if (bounces == bounce)
            highest = worst_of(highest, now);
        before = now;
    }
    objects_end(&o);
    return highest;
}

/* e^2n of the height of the fall. A contact costs no order: the error is of the first order under
 * methods whose velocity is (4.4e-3 m a bounce at h = 1 ms; verlet, whose velocity lags, 8.8e-3),
 * of the second under the others (2.3e-6). Verlet's start makes its positions of order 1 too. */
static void a_ball_bounces_to_the_height_that_restitution_leaves(void **state)
{
    (void)state;
    static const struct {
        const char *contact;
        double kept; /* e^2 */
    } cases[] = {{"restitution=1", 1.0}, {"restitution=0.5", 0.25}};
    for (size_t m = 0; m < trama_integrator_count(); m++)
        for (size_t c = 0; c < 2; c++) {
            const char *name = trama_integrator_at(m)->name;
            const double theory = pow(cases[c].kept, 2);
            const double coarse = apex_after(name, cases[c].contact, 2, 4e-3) - theory;
            const double fine = apex_after(name, cases[c].contact, 2, 4e-4) - theory;
            if (!(fabs(coarse) < 0.08 && fabs(fine) < 0.12 * fabs(coarse)))
                fail_msg("%s, %s: %g, then %g m off", name, cases[c].contact, coarse, fine);
        }
}

/* Without gravity, at 1 m/s from heights of whole steps, and of so little more or less that END
 * takes the ball as closed though it has not passed the floor: the speed is kept. */
static void a_fall_of_whole_steps_bounces_as_well(void **state)
{
    (void)state;
    static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};
    const double h = 1e-3, more[] = {0.0, 5e-4, -5e-4, 0.3};
    for (size_t m = 0; m < 3; m++)
        for (size_t i = 0; i < 4; i++) {
            objects o;
            trama_scene_spec scene = balls_at((5.0 + more[i]) * h);
            memset(scene.gravity, 0, sizeof scene.gravity);
            objects_begin(&o);
            objects_add(&o, "balls", "provot", balls_settings, &scene);
            objects_add(&o, "floor", "plane", NULL, NULL);
            objects_join(&o, "floor", "bouncing_contact", "restitution=1", 2, 0, 1);
            objects_make(&o, methods[m]);
            for (size_t ball = 0; ball < 4; ball++)
                o.system->v[4 + ball] = -1.0;
            objects_steps(&o, h, 12);
            assert_near(speed_of(&o, 0), 1.0, 1e-12);
            objects_end(&o);
        }
}

/* Verlet's central velocity belongs to the step's start, so gravity's half kick stands in it. */
static void a_ball_at_rest_on_the_floor_has_no_velocity(void **state)
{
    (void)state;
    const double h = 1e-3;
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const char *name = trama_integrator_at(m)->name;
        const double lag = strcmp(name, "verlet") == 0 ? 0.5 * gravity * h : 0.0;
        objects o;
        begin_balls(&o, 0.0, "restitution=0.5", name);
        objects_steps(&o, h, 200);
        for (size_t ball = 0; ball < 4; ball++) {
            assert_true(fabs(height_of(&o, ball)) < 1e-15);
            assert_true(fabs(speed_of(&o, ball) - lag) < 1e-14);
        }
        objects_end(&o);
    }
}

/* ---- Friction. */

/* Balls on a floor, with gravity turned by the angle whose tangent is `slope`: how far they are
 * after 0.4 s. */
static double slid(const char *integrator, double slope, double friction, double h)
{
    char contact[64];
    objects o;
    trama_scene_spec scene = balls_at(0.0);
    const double cosine = 1.0 / sqrt(1.0 + slope * slope);
    scene.gravity[0] = gravity * slope * cosine;
    scene.gravity[1] = -gravity * cosine;
    snprintf(contact, sizeof contact, "friction=%g", friction);
    objects_begin(&o);
    objects_add(&o, "balls", "provot", balls_settings, &scene);
    objects_add(&o, "floor", "plane", NULL, NULL);
    objects_join(&o, "floor", "bouncing_contact", contact, 2, 0, 1);
    objects_make(&o, integrator);
    objects_steps(&o, h, lround(0.4 / h));
    const double moved = o.system->q[0];
    objects_end(&o);
    return moved;
}

/* mu 0.5: at a slope of 0.45, and at 0.5 itself, nothing moves; at 0.6 the block slides by
 * (g sin - mu g cos) t^2/2. */
static void a_block_slides_above_the_angle_of_friction_alone(void **state)
{
    (void)state;
    const double t = 0.4, steep = 0.6, along = gravity * (steep - 0.5) / sqrt(1.0 + steep * steep);
    for (size_t m = 0; m < trama_integrator_count(); m++) {
        const char *name = trama_integrator_at(m)->name;
        assert_true(fabs(slid(name, 0.45, 0.5, 1e-3)) < 1e-14);
        assert_true(fabs(slid(name, 0.5, 0.5, 1e-3)) < 1e-12);
        const double expected = 0.5 * along * t * t;
        const double order_1 = fabs(slid(name, steep, 0.5, 1e-3) - expected);
        if (!(order_1 < 1.01 * along * t * 1e-3))
            fail_msg("%s: %g m of %g", name, order_1, expected);
    }
}

/* Sliding along x and along x = z, at the same slope, is the same: the disc has no corners. */
static void friction_is_the_same_in_every_direction(void **state)
{
    (void)state;
    double moved[2];
    for (int diagonal = 0; diagonal < 2; diagonal++) {
        objects o;
        trama_scene_spec scene = balls_at(0.0);
        scene.velocity[0] = diagonal ? sqrt(0.5) : 1.0;
        scene.velocity[2] = diagonal ? sqrt(0.5) : 0.0;
        objects_begin(&o);
        objects_add(&o, "balls", "provot", balls_settings, &scene);
        objects_add(&o, "floor", "plane", NULL, NULL);
        objects_join(&o, "floor", "bouncing_contact", "friction=0.3", 2, 0, 1);
        objects_make(&o, "rk4");
        objects_steps(&o, 1e-3, 1000);
        moved[diagonal] = hypot(o.system->q[0], o.system->q[8]);
        objects_end(&o);
    }
    assert_near(moved[0], 1.0 / (2.0 * 0.3 * gravity), 2e-3);
    assert_near(moved[1], moved[0], 1e-9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_ball_bounces_to_the_height_that_restitution_leaves),
        cmocka_unit_test(a_fall_of_whole_steps_bounces_as_well),
        cmocka_unit_test(a_ball_at_rest_on_the_floor_has_no_velocity),
        cmocka_unit_test(a_block_slides_above_the_angle_of_friction_alone),
        cmocka_unit_test(friction_is_the_same_in_every_direction),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
