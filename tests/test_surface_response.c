/* The response of surface_traversal against its law by hand: four vertices above a flat face, each
 * with a velocity of its own, over some steps. */
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

enum { NODES = 4, STEPS = 6 };
static const double h = 0.01, thickness = 0.02, repulsion = 0.01, stiffness = 60.0, part = 0.3;

typedef struct law {
    double recovery, friction;
    bool at_once;
    long rounds;
} law;

static void begin_under(objects *o, double height, const law *l, const double gravity[3])
{
    trama_scene_spec scene = {.grid = {.points = {2, 2},
                                       .side = {1.0, 1.0},
                                       .origin = {-0.37, height, -0.41},
                                       .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}}};
    char settings[300];
    memcpy(scene.gravity, gravity, sizeof scene.gravity);
    snprintf(settings, sizeof settings,
             "thickness=%g repulsion=%g stiffness=%g part=%g recovery=%g friction=%g order=%s "
             "rounds=%ld",
             thickness, repulsion, stiffness, part, l->recovery, l->friction,
             l->at_once ? "jacobi" : "sequential", l->rounds);
    objects_begin(o);
    objects_add(o, "sheet", "provot", "structural=0 shear=0 mass=1 sweeps=0", &scene);
    objects_add(o, "box", "box_mesh", "low=-5,-2,-5 high=5,0,5 points=3,3,3", NULL);
    objects_join(o, "touch", "surface_traversal", settings, 2, 0, 1);
    objects_make(o, "symplectic_euler");
}

static void begin(objects *o, double height, const law *l)
{
    begin_under(o, height, l, (const double[3]){0.0});
}

/* A vertex by hand: v across the face, s along it. */
typedef struct vertex {
    double mass, begun, height, v, s[2];
    double impulse, rubbed; /* N s, in this step */
} vertex;

static void push(vertex *x, double impulse, double friction)
{
    const double slip = hypot(x->s[0], x->s[1]);
    x->impulse += impulse;
    x->v += impulse / x->mass;
    const double rub = fmin(friction * x->impulse - x->rubbed, slip * x->mass);
    if (!(rub > 0.0))
        return;
    x->rubbed += rub;
    for (int k = 0; k < 2; k++)
        x->s[k] *= 1.0 - rub / x->mass / slip;
}

static double let_come(const vertex *x, const law *l, double distance, double t)
{
    return fmin(distance, x->begun + l->recovery * t);
}

/* In the first round the spring, and the constraint; then what is left of it. */
static void step_by_hand(vertex *x, const law *l, double t)
{
    const double reach = let_come(x, l, thickness + repulsion, t),
                 target = fmin(let_come(x, l, thickness, t), x->height + h * l->recovery),
                 most = x->height < reach ? x->height + part * (reach - x->height) : reach;
    x->impulse = x->rubbed = 0.0;
    for (long round = 0; round < l->rounds; round++) {
        const double end = x->height + h * x->v;
        if (!(end < thickness + repulsion))
            break;
        double impulse = 0.0;
        if (round == 0)
            impulse = fmax(0.0, fmin(h * stiffness * (reach - end), (most - end) * x->mass / h));
        const double deficit = target - end - h * impulse / x->mass;
        if (deficit > (round == 0 ? 0.0 : 1e-3 * thickness))
            impulse +=
                (l->at_once && round == 0 && l->rounds > 1 ? 0.5 : 1.0) * deficit * x->mass / h;
        if (!(impulse > 0.0))
            break;
        push(x, impulse, l->friction);
    }
    if (x->height + h * x->v < 0.0)
        push(x, (target - x->height - h * x->v) * x->mass / h, l->friction);
    x->height += h * x->v;
}

static void check(double height, double speed, const law *l)
{
    static const double down[NODES] = {1.0, 0.3, -0.2, 0.0};
    objects o;
    vertex x[NODES];
    begin(&o, height, l);
    double *q = o.system->q, *v = o.system->v;
    for (size_t i = 0; i < NODES; i++) {
        v[i] = 0.4;
        v[NODES + i] = -speed * down[i];
        v[2 * NODES + i] = i == 1 ? 0.01 : -0.3;
        x[i] = (vertex){o.system->mass[i],        height, height, v[NODES + i],
                        {v[i], v[2 * NODES + i]}, 0,      0};
    }
    trama_integrator_restart(o.integrator);
    for (long n = 1; n <= STEPS; n++) {
        objects_steps(&o, h, 1);
        for (size_t i = 0; i < NODES; i++) {
            step_by_hand(&x[i], l, h * (double)n);
            assert_near(q[NODES + i], x[i].height, 1e-12);
            assert_near(v[NODES + i], x[i].v, 1e-10);
            assert_near(v[i], x[i].s[0], 1e-10);
            assert_near(v[2 * NODES + i], x[i].s[1], 1e-10);
        }
    }
    objects_end(&o);
}

static void vertices_are_pushed_as_the_law_says(void **state)
{
    (void)state;
    static const double heights[] = {0.004, 0.015, 0.0201, 0.025, 0.031, 0.06},
                        speeds[] = {0.0, 0.05, 0.4, 1.7, 6.0};
    static const law laws[] = {{0.1, 0.0, false, 2}, {0.7, 0.3, false, 1}, {1e6, 0.1, false, 2},
                               {0.2, 0.3, true, 2},  {0.2, 0.0, true, 1},  {1e6, 2.0, true, 3}};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++)
        for (size_t k = 0; k < sizeof speeds / sizeof *speeds; k++)
            for (size_t n = 0; n < sizeof laws / sizeof *laws; n++)
                check(heights[i], speeds[k], &laws[n]);
}

/* What impulses take out is their work by the mean velocity of the step, whatever gravity has added
 * in it: -m (v2 - v1).(v0 + v2)/2, v1 = v0 + h g being without them. Gravity leans, and vertices
 * differ along each axis, so that each component of each vertex counts. */
static void impulses_take_their_work_by_the_mean_velocity(void **state)
{
    (void)state;
    static const law laws[] = {{1e6, 0.0, false, 2}, {1e6, 0.3, false, 2}, {0.7, 0.3, true, 2}};
    const double g[3] = {3.0, -9.81, -2.0};
    for (size_t k = 0; k < 3 * sizeof laws / sizeof *laws; k++) {
        objects o;
        double taken = 0.0, before = 0.0;
        begin_under(&o, 0.012, &laws[k / 3], g);
        for (size_t i = 0; i < 3 * NODES; i++)
            o.system->v[i] = 0.1 * (double)(i % 5) - (k % 3 == 0 ? 0.2 : 0.0);
        trama_integrator_restart(o.integrator);
        for (int n = 0; n < STEPS; n++) {
            double v[3 * NODES];
            memcpy(v, o.system->v, sizeof v);
            objects_steps(&o, h, 1);
            for (size_t i = 0; i < 3 * NODES; i++)
                taken -= o.system->mass[i % NODES] * (o.system->v[i] - v[i] - h * g[i / NODES]) *
                         0.5 * (o.system->v[i] + v[i]);
            const double booked =
                objects_observed(&o, 0, "impact_lost") - objects_observed(&o, 0, "impact_gained");
            assert_near(booked, taken, 1e-13);
            before += fabs(taken);
        }
        assert_true(before > 1e-4);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vertices_are_pushed_as_the_law_says),
        cmocka_unit_test(impulses_take_their_work_by_the_mean_velocity),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
