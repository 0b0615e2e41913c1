/* Forces of contacts, joints and pins as a run gives them, each against statics, Newton's second
 * law or the energy integral. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/momentum.h"
#include "measure/reaction.h"
#include "support/near.h"
#include "support/rigid.h"

static const double earth[3] = {0.0, -9.81, 0.0};
static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};
enum { METHODS = 3 };

static void keep(objects *o)
{
    trama_error error;
    assert_int_equal(trama_integrator_keep_impulses(o->integrator, &error), TRAMA_OK);
}

enum { ROOM = 4096 };
static double room[ROOM];

static trama_reaction reaction(const objects *o)
{
    assert_true(o->system->nv <= ROOM);
    return trama_reaction_of(o->system, o->integrator, 0, room);
}

/* ---- Contacts of bodies. */

/* The force on the upper body of a pair of neighbours, summed over its points, N. */
static double carried_between(const objects *o, long lower, double h)
{
    const trama_acting *acting = &o->system->acting[0];
    double sum = 0.0;
    for (size_t i = 0; i < acting->type->carriers(acting->self); i++) {
        trama_carried c;
        acting->type->carried(acting->self, i, &c);
        if (c.body[0] == lower && c.body[1] == lower + 1)
            sum -= c.impulse[1] / h;
    }
    return sum;
}

/* Contact i of a stack of n carries what is above it, (n - i + 1) m g; the ground all. */
static void a_contact_of_a_stack_carries_what_is_above(void **state)
{
    (void)state;
    for (size_t m = 0; m < METHODS; m++) {
        objects o;
        rigid_begin_on_ground(&o, earth, "");
        rigid_add_body(&o, 0, "stack",
                       "shape=box side=1,1,1 mass=3 position=0,0.5,0 arrangement=line count=5 "
                       "step=0,1,0");
        rigid_touch(&o, NULL, methods[m]);
        keep(&o);
        objects_steps(&o, 0.01, 20);
        const double weight = 3.0 * 9.81;
        for (long i = 0; i < 5; i++)
            assert_near(carried_between(&o, i, 0.01), (double)(5 - i) * weight, 1e-6 * weight);
        const trama_reaction r = reaction(&o);
        assert_near(r.force[1], 5.0 * weight, 1e-6 * weight);
        assert_near(r.force[0], 0.0, 1e-6 * weight);
        assert_near(r.normal, 15.0 * weight, 1e-5 * weight);
        assert_true(isnan(r.joint) && isnan(r.torque));
        rigid_end(&o);
    }
}

/* A box that slides on an incline of 30 degrees, mu = 0.3: m g cos and mu m g cos. */
static void friction_of_a_sliding_box_is_mu_times_what_presses(void **state)
{
    (void)state;
    const double slope = acos(-1.0) / 6.0,
                 gravity[3] = {9.81 * sin(slope), -9.81 * cos(slope), 0.0};
    for (size_t m = 0; m < METHODS; m++) {
        objects o;
        rigid_begin_on_ground(&o, gravity, "friction=0.3");
        rigid_add_body(&o, 0, "box",
                       "shape=box side=0.4,0.1,0.4 mass=2 position=0,0.05,0 friction=0.3");
        rigid_touch(&o, NULL, methods[m]);
        keep(&o);
        objects_steps(&o, 0.005, 40);
        const trama_reaction r = reaction(&o);
        const double pressed = 2.0 * 9.81 * cos(slope);
        assert_near(r.normal, pressed, 1e-6);
        assert_near(r.friction, 0.3 * pressed, 1e-6);
        assert_near(r.force[0], -0.3 * pressed, 1e-6);
        assert_near(r.force[1], pressed, 1e-6);
        rigid_end(&o);
    }
}

/* Of an impact e = 0.5 at 2 m/s: (1 + e) m v in the step in which it is, and nothing else. */
static void an_impact_gives_its_impulse(void **state)
{
    (void)state;
    objects o;
    double sum = 0.0;
    rigid_begin_on_ground(&o, NULL, "restitution=0.5 friction=0");
    rigid_add_body(&o, 0, "ball",
                   "shape=sphere radius=0.1 mass=3 position=0,0.1337,0 velocity=0,-2,0 "
                   "restitution=0.5");
    rigid_touch(&o, NULL, "velocity_verlet");
    keep(&o);
    for (int i = 0; i < 20; i++) {
        objects_steps(&o, 0.004, 1);
        const trama_reaction r = reaction(&o);
        assert_near(r.normal, r.force[1], 1e-9);
        sum += 0.004 * r.force[1];
    }
    assert_near(sum, 1.5 * 3.0 * 2.0, 1e-9);
    rigid_end(&o);
}

/* ---- Joints. */

/* A ball of radius r at L from a joint, let go at 80 degrees: along the rod m g cos + m L w^2 with
 * w^2 = 2 m g L (cos - cos0)/J, which is m g (3 cos - 2 cos0) of a point; across it what Newton
 * asks for, m g sin (1 - m L^2/J). At the step's middle, of which the force is the mean. */
static void a_pendulum_pulls_as_energy_says(void **state)
{
    (void)state;
    const double length = 1.0, radius = 0.1, mass = 2.0, start = 1.396263401595464, h = 1e-4;
    const double inertia = mass * (length * length + 0.4 * radius * radius), g = 9.81;
    char ball[160];
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, earth);
    snprintf(ball, sizeof ball, "shape=sphere radius=0.1 mass=2 position=%.17g,%.17g,0", sin(start),
             -cos(start));
    rigid_add_body(&o, 0, "ball", ball);
    objects_join(&o, "pivot", "ball_joint", "body=ball at=0,0,0", 1, 0);
    objects_make(&o, "velocity_verlet");
    keep(&o);
    for (int part = 0; part < 4; part++) {
        objects_steps(&o, h, 1000);
        const double *q = o.system->q, *v = o.system->v;
        const double angle = atan2(q[0], -q[1]) - 0.5 * h * v[5]; /* v[5]: about z */
        const double rate = 2.0 * mass * g * length * (cos(angle) - cos(start)) / inertia;
        const double along = mass * g * cos(angle) + mass * length * rate,
                     across = mass * g * sin(angle) * (1.0 - mass * length * length / inertia);
        const trama_reaction r = reaction(&o);
        assert_near(r.joint, sqrt(along * along + across * across), 2e-5 * mass * g);
        assert_near(r.force[1], along * cos(angle) + across * sin(angle), 2e-4 * mass * g);
        assert_near(r.torque, 0.0, 1e-12);
        assert_true(isnan(r.normal));
    }
    rigid_end(&o);
}

/* A beam that a hinge holds askew to its weight: the hinge gives the moment about the axes that it
 * holds, m g times the arm, and none about its own. */
static void a_hinge_gives_a_torque(void **state)
{
    (void)state;
    objects o;
    objects_begin(&o);
    rigid_add(&o, NULL, earth);
    rigid_add_body(&o, 0, "beam", "shape=box side=1,0.1,0.1 mass=2 position=0.5,0,0");
    objects_join(&o, "hinge", "hinge_joint", "body=beam at=0,0,0 axis=0,1,0", 1, 0);
    objects_make(&o, "symplectic_euler");
    keep(&o);
    objects_steps(&o, 0.01, 5);
    const trama_reaction r = reaction(&o);
    assert_near(r.force[1], 2.0 * 9.81, 1e-9);
    assert_near(r.torque, 2.0 * 9.81 * 0.5, 1e-9);
    rigid_end(&o);
}

/* ---- Cloth: pins and obstacles. */

static void add_sheet(objects *o, double y, trama_pin *pin, double damping)
{
    const trama_scene_spec scene = {.grid = {.points = {5, 4},
                                             .side = {0.4, 0.3},
                                             .origin = {-0.2, y, -0.15},
                                             .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                                    .gravity = {0.0, -9.81, 0.0},
                                    .damping = damping,
                                    .pins = pin,
                                    .pin_count = pin ? 1 : 0};
    objects_add(o, "sheet", "provot", "structural=60 shear=30 density=0.5 sweeps=0", &scene);
}

/* What moves the momentum beside the weight of nodes that move is what the held ones are pulled by:
 * F = dP/h - M g with symplectic Euler, whose acceleration is that of the step's start. */
static void pins_hold_what_does_not_move(void **state)
{
    (void)state;
    objects o;
    trama_pin pin;
    double force[3], before[3], after[3], free_mass = 0.0;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.k[1] = 0;
    pin.l[0] = 0;
    pin.l[1] = 3;
    objects_begin(&o);
    add_sheet(&o, 0.0, &pin, 0.0);
    objects_make(&o, "symplectic_euler");
    const size_t nodes = o.system->nv / 3;
    for (size_t i = 0; i < nodes; i++)
        free_mass += o.system->mass[i];
    objects_steps(&o, 1e-3, 100);
    trama_pin_force(o.system, 0, room, force);
    trama_momentum(o.system, before);
    objects_steps(&o, 1e-3, 1);
    trama_momentum(o.system, after);
    for (size_t axis = 0; axis < 3; axis++)
        assert_near(force[axis],
                    (after[axis] - before[axis]) / 1e-3 + (axis == 1 ? 9.81 * free_mass : 0.0),
                    1e-9);
    objects_end(&o);
}

/* At rest they carry M g, the held nodes' too. */
static void pins_carry_a_sheet_that_hangs(void **state)
{
    (void)state;
    objects o;
    trama_pin pin;
    double force[3], mass = 0.0;
    trama_fields_default(trama_pin_fields, &pin);
    pin.k[0] = pin.k[1] = 0;
    pin.l[0] = 0;
    pin.l[1] = 3;
    objects_begin(&o);
    add_sheet(&o, 0.0, &pin, 0.02);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, 2e-3, 5000);
    trama_pin_force(o.system, 0, room, force);
    for (size_t i = 0; i < o.system->nv / 3; i++)
        mass += o.system->mass[i];
    print_message("hangs: %.9g N of %.9g N\n", force[1], 9.81 * mass);
    assert_near(force[1], 9.81 * mass, 1e-6 * mass);
    assert_near(force[0], 0.0, 1e-6 * mass);
    objects_end(&o);
}

/* An obstacle pushes as Newton says: what moves the momentum beside the weight, in each step, by
 * rows, or by forces at the step's start. The sheet falls on the ball, bounces and slides. */
static void an_obstacle_pushes_as_the_momentum_says(void **state)
{
    (void)state;
    static const struct {
        const char *contact, *settings;
        bool at_start;
    } cases[] = {{"bouncing_contact", "thickness=0.01 friction=0.5", false},
                 {"penalty_contact", "stiffness=2000 thickness=0.01", true}};
    for (size_t i = 0; i < 2; i++) {
        objects o;
        double before[3], after[3], mass = 0.0, largest = 0.0;
        objects_begin(&o);
        add_sheet(&o, 0.015, NULL, 0.0);
        objects_add(&o, "ball", "sphere", "radius=0.2 position=0.01,-0.2,0.02", NULL);
        objects_join(&o, "touch", cases[i].contact, cases[i].settings, 2, 0, 1);
        objects_make(&o, "symplectic_euler");
        keep(&o);
        for (size_t n = 0; n < o.system->nv / 3; n++)
            mass += o.system->mass[n];
        objects_steps(&o, 1e-3, 1);
        for (int step = 0; step < 300; step++) {
            const trama_reaction early = reaction(&o);
            trama_momentum(o.system, before);
            objects_steps(&o, 1e-3, 1);
            trama_momentum(o.system, after);
            const trama_reaction late = reaction(&o), *r = cases[i].at_start ? &early : &late;
            for (size_t axis = 0; axis < 3; axis++)
                assert_near(r->force[axis],
                            (after[axis] - before[axis]) / 1e-3 + (axis == 1 ? 9.81 * mass : 0.0),
                            1e-9);
            largest = worst_of(largest, r->force[1]);
        }
        print_message("%s: %.3g N at most, of a weight of %.3g N\n", cases[i].contact, largest,
                      9.81 * mass);
        assert_true(largest > 9.81 * mass);
        objects_end(&o);
    }
}

/* At rest on a plane that all nodes lie on: the weight. */
static void an_obstacle_carries_the_weight_at_rest(void **state)
{
    (void)state;
    for (size_t m = 0; m < METHODS; m++) {
        objects o;
        double mass = 0.0;
        objects_begin(&o);
        add_sheet(&o, 0.01, NULL, 0.0);
        objects_add(&o, "floor", "plane", "", NULL);
        objects_join(&o, "touch", "bouncing_contact", "thickness=0.01", 2, 0, 1);
        objects_make(&o, methods[m]);
        keep(&o);
        for (size_t n = 0; n < o.system->nv / 3; n++)
            mass += o.system->mass[n];
        objects_steps(&o, 1e-3, 50);
        assert_near(reaction(&o).force[1], 9.81 * mass, 1e-9);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_contact_of_a_stack_carries_what_is_above),
        cmocka_unit_test(friction_of_a_sliding_box_is_mu_times_what_presses),
        cmocka_unit_test(an_impact_gives_its_impulse),
        cmocka_unit_test(a_pendulum_pulls_as_energy_says),
        cmocka_unit_test(a_hinge_gives_a_torque),
        cmocka_unit_test(pins_hold_what_does_not_move),
        cmocka_unit_test(pins_carry_a_sheet_that_hangs),
        cmocka_unit_test(an_obstacle_pushes_as_the_momentum_says),
        cmocka_unit_test(an_obstacle_carries_the_weight_at_rest),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
