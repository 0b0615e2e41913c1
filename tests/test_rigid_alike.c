/* What contacts of rigid bodies may not depend on: the order of the bodies, under any method; the
 * units of time and mass, to the bit; what is far away; and what an earlier run has left. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "support/near.h"
#include "support/rigid.h"

static const double earth[3] = {0.0, -9.81, 0.0};
static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};
static const char *const responses[] = {"rigid_contact", "rigid_contact_soft",
                                        "rigid_contact_published"};

/* ---- Order. */

/* A ball with spin falls on what stands still, or on what is led upwards. */
static void throw_ball(const char *response, const char *method, bool ball_first,
                       const char *ground, double q[7], double v[6])
{
    static const char ball[] = "shape=sphere radius=0.2 mass=2 position=0,0.5,0 velocity=1,0,0.5 "
                               "angular_velocity=3,-2,4 restitution=0.6 friction=0.3";
    char other[200];
    objects o;
    snprintf(other, sizeof other, "shape=box side=30,2,30 position=0,-1,0 friction=0.5 %s", ground);
    objects_begin(&o);
    rigid_add(&o, NULL, earth);
    rigid_add_body(&o, 0, "first", ball_first ? ball : other);
    rigid_add_body(&o, 0, "second", ball_first ? other : ball);
    objects_join(&o, "touch", response, NULL, 1, 0);
    objects_make(&o, method);
    objects_steps(&o, 0.01, 120);
    memcpy(q, o.system->q, 7 * sizeof *q);
    memcpy(v, o.system->v, 6 * sizeof *v);
    rigid_end(&o);
}

static void who_comes_first_does_not_matter(void **state)
{
    (void)state;
    static const char *const grounds[] = {"motion=static", "motion=kinematic velocity=0.3,0.2,0 "
                                                           "angular_velocity=0.02,0.1,-0.03"};
    for (size_t i = 0; i < 18; i++) {
        double q[2][7], v[2][6];
        for (size_t first = 0; first < 2; first++)
            throw_ball(responses[i % 3], methods[i / 3 % 3], first == 1, grounds[i / 9], q[first],
                       v[first]);
        for (size_t k = 0; k < 7; k++)
            assert_near(q[0][k], q[1][k], 1e-6);
        for (size_t k = 0; k < 6; k++)
            assert_near(v[0][k], v[1][k], 1e-6);
    }
}

/* ---- Units. */

typedef struct units {
    double time, mass;
} units;

static void add(objects *o, const char *name, const units *u, const char *shape,
                const double size[3], const double x[3], const double v[3], const char *more)
{
    static const double spin[3] = {1.0, -2.0, 0.5};
    const double s = 1.0 / u->time;
    char text[500];
    snprintf(text, sizeof text,
             "shape=%s position=%.17g,%.17g,%.17g velocity=%.17g,%.17g,%.17g "
             "angular_velocity=%.17g,%.17g,%.17g density=%.17g %s",
             shape, x[0], x[1], x[2], s * v[0], s * v[1], s * v[2], s * spin[0], s * spin[1],
             s * spin[2], 700.0 * u->mass, more);
    trama_rigid_spec *made = rigid_add_body(o, 0, name, text);
    if (strcmp(shape, "sphere") == 0)
        made->radius = size[0];
    else
        rigid_set(made->side, size[0], size[1], size[2]);
}

/* Boxes and balls, some of which bounce, that fall on the ground and each other in these units. */
static void begin(objects *o, const units *u, const char *response, const char *method)
{
    static const double box[3] = {0.3, 0.2, 0.4}, ball[3] = {0.15, 0, 0},
                        at[5][3] = {{0, 0.3, 0},
                                    {0.1, 0.7, 0.05},
                                    {-0.1, 1.1, 0.1},
                                    {0.05, 1.5, 0},
                                    {1, 0.2, 0.4}},
                        v[5][3] = {{0, -1, 0}, {0.3, 0, 0}, {0, 0, 0.2}, {0, -2, 0}, {-3, 0, -1}};
    static const char *const names[] = {"a", "b", "c", "d", "e"};
    const double down[3] = {0.0, -9.81 / (u->time * u->time), 0.0};
    char settings[200];
    objects_begin(o);
    rigid_add(o, NULL, down);
    rigid_add_body(o, 0, "ground",
                   "shape=box side=8,2,8 position=0,-1,0 motion=static friction=0.5");
    for (size_t i = 0; i < 5; i++)
        add(o, names[i], u, i % 2 ? "sphere" : "box", i % 2 ? ball : box, at[i], v[i],
            i % 2 ? "friction=0.3 restitution=0.5" : "friction=0.6 orientation=1,0.1,0.2,-0.1");
    if (strcmp(response, "rigid_contact") == 0)
        snprintf(settings, sizeof settings, "rest_speed=%.17g sleep=%.17g sleep_speed=%.17g",
                 0.25 / u->time, 0.125 * u->time, 0.125 / u->time);
    else
        snprintf(settings, sizeof settings, "rest_speed=%.17g frequency=%.17g push_speed=%.17g",
                 0.25 / u->time, 32.0 / u->time, 4.0 / u->time);
    objects_join(o, "touch", response, settings, 1, 0);
    objects_make(o, method);
}

/* Powers of two scale all numbers and no rounding. (Other units of length would: the solver weighs
 * metres and radians alike.) */
static void in_other_units_the_bits_are_the_same(void **state)
{
    (void)state;
    static const units si = {1.0, 1.0};
    static const units others[] = {{0x1p-8, 0x1p-6}, {0x1p6, 0x1p4}};
    for (size_t i = 0; i < 12; i++) {
        const units *u = &others[i / 6];
        const char *response = responses[i % 2], *method = methods[i / 2 % 3];
        objects one, two;
        begin(&one, &si, response, method);
        begin(&two, u, response, method);
        for (int step = 0; step < 150; step++) {
            objects_steps(&one, 0x1p-7, 1);
            objects_steps(&two, 0x1p-7 * u->time, 1);
            for (size_t k = 0; k < one.system->nq; k++)
                if (one.system->q[k] != two.system->q[k])
                    fail_msg("%s under %s, units %zu, step %d: %.17g is %.17g there", response,
                             method, i / 6, step, one.system->q[k], two.system->q[k]);
        }
        rigid_end(&one);
        rigid_end(&two);
    }
}

/* ---- Neighbours. */

enum { GROUPS = 3, MEMBERS = 3 };

/* What bounces, what stands, and what passes a blow on, each far from the others. */
static const char *const members[GROUPS][MEMBERS] = {
    {"shape=sphere radius=0.2 mass=2 position=0,0.5,0 velocity=1,0,0.5 restitution=0.6 "
     "friction=0.3",
     "shape=box side=0.3,0.2,0.4 mass=1 position=0.1,1.2,0 restitution=0.3 friction=0.3", NULL},
    {"shape=box side=0.5,0.4,0.5 mass=3 position=20,0.2,0 friction=0.5",
     "shape=box side=0.3,0.2,0.3 mass=1 position=20.05,0.5,0.02 friction=0.5", NULL},
    {"shape=sphere radius=0.1 mass=1 position=-20,0.1,0 velocity=3,0,0 restitution=0.8",
     "shape=sphere radius=0.1 mass=2 position=-19.6,0.1,0 restitution=0.8",
     "shape=sphere radius=0.1 mass=1 position=-19.4,0.1,0 restitution=0.8"},
};

/* Positions and orientations of all members, of the groups that `there` has; 0 of the others. */
static void run_groups(unsigned there, const char *method, double q[GROUPS][MEMBERS][7])
{
    static const char *const names[GROUPS][MEMBERS] = {
        {"a", "b", "c"}, {"d", "e", "f"}, {"g", "h", "i"}};
    objects o;
    size_t at = 0;
    rigid_begin_on_ground(&o, earth, "friction=0.4");
    for (size_t g = 0; g < GROUPS; g++)
        for (size_t m = 0; m < MEMBERS && there >> g & 1U; m++)
            if (members[g][m])
                rigid_add_body(&o, 0, names[g][m], members[g][m]);
    o.contact.rows.sweeps = 2000;
    o.contact.rows.tolerance = 1e-12;
    objects_join(&o, "touch", "rigid_contact", NULL, 1, 0);
    objects_make(&o, method);
    objects_steps(&o, 0.01, 60);
    for (size_t g = 0; g < GROUPS; g++)
        for (size_t m = 0; m < MEMBERS && there >> g & 1U; m++)
            if (members[g][m])
                memcpy(q[g][m], o.system->q + 7 * at++, sizeof q[g][m]);
    rigid_end(&o);
}

static void what_is_far_away_changes_nothing(void **state)
{
    (void)state;
    for (size_t i = 0; i < 3; i++) {
        double all[GROUPS][MEMBERS][7] = {0}, one[GROUPS][MEMBERS][7] = {0};
        run_groups(7U, methods[i], all);
        for (unsigned g = 0; g < GROUPS; g++)
            run_groups(1U << g, methods[i], one);
        for (size_t g = 0; g < GROUPS; g++)
            for (size_t m = 0; m < MEMBERS; m++)
                for (size_t k = 0; k < 7; k++)
                    assert_near(all[g][m][k], one[g][m][k], 1e-7);
    }
}

/* ---- Runs. */

/* Two boxes that have come to rest sleep at the end of the first run, and do not in the second. */
static void nothing_of_an_earlier_run_is_left(void **state)
{
    (void)state;
    for (size_t i = 0; i < 6; i++) {
        objects o;
        double first[70];
        begin(&o, &(units){1.0, 1.0}, responses[i % 2], methods[i / 2]);
        for (int run = 0; run < 3; run++) {
            trama_system_reset(o.system);
            trama_integrator_restart(o.integrator);
            objects_steps(&o, 0x1p-7, run == 1 ? 37 : 300);
            if (run == 0)
                memcpy(first, o.system->q, o.system->nq * sizeof(double));
        }
        assert_memory_equal(o.system->q, first, o.system->nq * sizeof(double));
        rigid_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(who_comes_first_does_not_matter),
        cmocka_unit_test(in_other_units_the_bits_are_the_same),
        cmocka_unit_test(what_is_far_away_changes_nothing),
        cmocka_unit_test(nothing_of_an_earlier_run_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
