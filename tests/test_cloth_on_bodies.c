/* A sheet and rigid bodies that push each other: what one gets, the other gives; nothing passes;
 * no energy comes of it; a zone moves a body as a body. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/vec.h"
#include "measure/energy.h"
#include "measure/momentum.h"
#include "support/near.h"
#include "support/rigid.h"
#include "support/touching.h"

static trama_scene_spec sheet(long points, double side, double y, double speed)
{
    return (trama_scene_spec){.grid = {.points = {points, points},
                                       .side = {side, side},
                                       .origin = {-0.5 * side, y, -0.5 * side},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                              .velocity = {0.0, -speed, 0.0},
                              .perturbation = 1e-3,
                              .seed = 7};
}

static const char cloth[] = "structural=60 shear=30 density=0.4 sweeps=0";

/* A sheet that flies at 3 m/s at a box that turns, in free space. */
static void begin(objects *o, const char *settings, const char *method)
{
    const trama_scene_spec scene = sheet(9, 1.0, 0.3, 3.0);
    objects_begin(o);
    objects_add(o, "cloth", "provot", cloth, &scene);
    rigid_add(o, NULL, NULL);
    rigid_add_body(o, 1, "box",
                   "shape=box side=0.3,0.2,0.25 mass=0.6 position=0.05,0,-0.03 "
                   "angular_velocity=1,2,5");
    objects_join(o, "touch", "bridson_collision", settings, 2, 0, 1);
    objects_make(o, method);
}

typedef struct changes {
    double momentum, angular; /* the largest change, over the scale of what was exchanged */
    double most, last;        /* J: the largest and the last energy over the first */
    double box;               /* m/s, that the box got */
} changes;

static changes fly(const char *settings, const char *method, double h, double end)
{
    objects o;
    changes c = {0};
    double p0[3], p[3], l0[3], l[3];
    begin(&o, settings, method);
    trama_momentum(o.system, p0);
    trama_angular_momentum(o.system, l0);
    const double before = trama_system_energy(o.system);
    for (long i = 0; i < lround(end / h); i++) {
        objects_steps(&o, h, 1);
        trama_momentum(o.system, p);
        trama_angular_momentum(o.system, l);
        for (size_t axis = 0; axis < 3; axis++) {
            c.momentum = worst_of(c.momentum, fabs(p[axis] - p0[axis]));
            c.angular = worst_of(c.angular, fabs(l[axis] - l0[axis]));
        }
        c.most = worst_of(c.most, trama_system_energy(o.system) / before);
        if (i % 20 == 0)
            assert_true(touching_observed(&o, "crossings") == 0.0);
    }
    const double *v = o.system->v + o.system->object[1].v_begin;
    c.momentum /= sqrt(dot3(p0, p0));
    c.angular /= sqrt(dot3(l0, l0));
    c.last = trama_system_energy(o.system) / before;
    c.box = sqrt(dot3(v, v));
    assert_true(touching_observed(&o, "unresolved_steps") == 0.0);
    print_message("%s, h = %g s: momentum off by %.2g, angular by %.2g; energy at most %.6f, at "
                  "last %.3f of the first; the box gets %.3g m/s\n",
                  method, h, c.momentum, c.angular, c.most, c.last, c.box);
    rigid_end(&o);
    return c;
}

/* Linear momentum to rounding; angular momentum as the step goes to zero, since two that meet
 * within a step are apart at its beginning, where impulses act. */
static void a_sheet_and_a_box_keep_their_momentum(void **state)
{
    (void)state;
    static const char *const methods[] = {"symplectic_euler", "velocity_verlet"};
    for (size_t m = 0; m < 2; m++) {
        const changes coarse = fly("thickness=0.005 friction=0.3", methods[m], 1e-3, 0.4),
                      fine = fly("thickness=0.005 friction=0.3", methods[m], 2.5e-4, 0.4);
        assert_true(coarse.momentum < 1e-12 && fine.momentum < 1e-12);
        assert_true(fine.angular < 0.8 * coarse.angular && fine.angular < 0.01);
        assert_true(coarse.most < 1.001 && fine.most < 1.001);
        assert_true(fine.last < 0.99 && fine.box > 0.1);
    }
}

/* Without impulses, zones do it all: the sheet's vertices and the box move as one body. */
static void zones_keep_momentum_too(void **state)
{
    (void)state;
    const changes c =
        fly("thickness=0.0001 rounds=0 tolerance=1e-6", "symplectic_euler", 1e-3, 0.3);
    assert_true(c.momentum < 1e-12 && c.angular < 0.02 && c.most < 1.001 && c.box > 0.1);
}

/* A body that is led takes the sheet along, and takes nothing of it. */
static void a_sheet_lies_on_what_is_led(void **state)
{
    (void)state;
    static const char *const motions[] = {"motion=static", "motion=kinematic velocity=0.2,0.1,0"};
    const double gravity[3] = {0.0, -9.81, 0.0};
    for (size_t i = 0; i < 2; i++) {
        objects o;
        char box[120];
        trama_scene_spec scene = sheet(7, 0.4, 0.11, 0.0);
        memcpy(scene.gravity, gravity, sizeof gravity);
        scene.damping = 0.01;
        objects_begin(&o);
        objects_add(&o, "cloth", "provot", cloth, &scene);
        rigid_add(&o, NULL, gravity);
        snprintf(box, sizeof box, "shape=box side=1,0.2,1 position=0,0,0 %s", motions[i]);
        rigid_add_body(&o, 1, "table", box);
        rigid_add_body(&o, 1, "away", "shape=sphere radius=0.1 position=5,0,0");
        objects_join(&o, "touch", "bridson_collision", "thickness=0.005 friction=0.5", 2, 0, 1);
        objects_make(&o, "symplectic_euler");
        objects_steps(&o, 1e-3, 600);
        const size_t nodes = o.system->object[0].nv / 3;
        for (size_t n = 0; n < nodes; n++) {
            const double height = o.system->q[nodes + n] - 0.1 - (i == 1 ? 0.06 : 0.0);
            if (!(height > 0.0 && height < 0.01))
                fail_msg("%s: node %zu is %g m above the table", motions[i], n, height);
            assert_true(i == 0 || o.system->v[n] > 0.1);
        }
        assert_true(touching_observed(&o, "crossings") == 0.0);
        rigid_end(&o);
    }
}

static void what_has_no_meaning_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *interaction, *settings, *path, *text;
    } cases[] = {
        {"bridson_collision", "velocity=mean", "velocity", "rigid bodies; allowed: added"},
        {"bridson_collision", "zones=published", "zones", "allowed: corrected"},
        {"provot_collision", NULL, "among[1]", "has rigid bodies"},
        {"nedel_collision", NULL, "among[1]", "has rigid bodies"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        objects o;
        const trama_scene_spec scene = sheet(5, 1.0, 1.0, 0.0);
        objects_begin(&o);
        objects_add(&o, "cloth", "provot", cloth, &scene);
        rigid_add(&o, NULL, NULL);
        rigid_add_body(&o, 1, "box", "shape=box side=0.3,0.2,0.25");
        objects_join(&o, "touch", cases[i].interaction, cases[i].settings, 2, 0, 1);
        const trama_error error = objects_refused(&o);
        if (!strstr(error.path, cases[i].path) || !strstr(error.text, cases[i].text))
            fail_msg("%s: %s: %s", cases[i].interaction, error.path, error.text);
        rigid_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_sheet_and_a_box_keep_their_momentum),
        cmocka_unit_test(zones_keep_momentum_too),
        cmocka_unit_test(a_sheet_lies_on_what_is_led),
        cmocka_unit_test(what_has_no_meaning_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
