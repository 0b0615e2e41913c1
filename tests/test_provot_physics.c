/* Provot's cloth moves as springs in closed form do, and its correction makes methods first order.
 */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/accuracy.h"
#include "support/cloth.h"
#include "support/near.h"

static const double pi = 3.14159265358979323846;

/* --- small motions --- */

/* Two masses of 0.25 kg a row on a spring of 40 N/m: omega = sqrt(2 K/m). */
static void one_spring_has_its_period(void **state)
{
    (void)state;
    trama_scene_spec spec = cloth_scene(2, 2, 1.0);
    const cloth_value values[] = {{"structural", 40},  {"shear", 0},  {"mass", 1},
                                  {"distribution", 2}, {"sweeps", 0}, {NULL, 0}};
    cloth c = cloth_of("provot", &spec, values, "velocity_verlet");
    const double period = 2.0 * pi / sqrt(2.0 * 40 / 0.25), h = period / 2000;
    c.system->q[0] = c.system->q[1] = -0.05; /* both rows alike, along k */
    c.system->q[2] = c.system->q[3] = 1.05;
    double last = 0.1, crossed = 0.0;
    int crossings = 0;
    while (crossings < 11) { /* ten half periods between the first and the last */
        trama_integrator_step(c.integrator, c.system, h);
        const double stretch = c.system->q[2] - c.system->q[0] - 1.0;
        if (last * stretch < 0.0) {
            const double at = c.system->t - h * stretch / (stretch - last);
            crossed = crossings++ == 0 ? at : crossed;
            if (crossings == 11)
                assert_near((at - crossed) / 5.0, period, 1e-6 * period); /* 4e-7: h^2 */
        }
        last = stretch;
    }
    cloth_end(&c);
}

/* Longitudinal waves u = sin(kappa x) in a row of springs K and, between second neighbours, Kf:
 * omega^2 = 4/m (K sin^2(kappa/2) + Kf sin^2(kappa)), kappa a spacing. */
static void a_chain_has_its_dispersion(void **state)
{
    (void)state;
    enum { LENGTH = 48 };
    trama_scene_spec spec = cloth_scene(LENGTH, 2, 1.0);
    const cloth_value values[] = {{"structural", 40},  {"shear", 0},  {"flexion", 7}, {"mass", 96},
                                  {"distribution", 2}, {"sweeps", 0}, {NULL, 0}};
    cloth c = cloth_of("provot", &spec, values, "symplectic_euler");
    double a[3 * 2 * LENGTH], v[3 * 2 * LENGTH] = {0};
    for (int wave = 1; wave <= 12; wave++) {
        const double kappa = pi * wave / 12;
        for (size_t i = 0; i < (size_t)2 * LENGTH; i++) {
            const size_t k = i / 2;
            const double x = (double)k;
            c.system->q[i] = x + 1e-3 * sin(kappa * x + 0.4);
        }
        trama_system_acceleration(c.system, 0.0, c.system->q, v, a);
        const double s = sin(0.5 * kappa), d = sin(kappa), omega2 = 4.0 * (40 * s * s + 7 * d * d);
        for (size_t i = 4; i + 4 < (size_t)2 * LENGTH; i++) { /* linear along its own line */
            const size_t k = i / 2;
            const double u = c.system->q[i] - (double)k;
            assert_near(a[i], -omega2 * u, 1e-12);
        }
    }
    cloth_end(&c);
}

/* --- a hanging chain --- */

enum { NODES = 61, SPRINGS = NODES - 1 };

typedef struct chain {
    double weight, stiffness, rest; /* of a node, N; N/m; m */
    double x[NODES], y[NODES];
} chain;

/* The shape under horizontal tension H, hung at both ends: spring j carries the weight of the
 * nodes between it and the middle. */
static void hang(chain *c, double tension)
{
    c->x[0] = c->y[0] = 0.0;
    for (int j = 0; j < SPRINGS; j++) {
        const double down = c->weight * (0.5 * (SPRINGS - 1) - j);
        const double whole = hypot(tension, down), length = c->rest + whole / c->stiffness;
        c->x[j + 1] = c->x[j] + length * tension / whole;
        c->y[j + 1] = c->y[j] - length * down / whole;
    }
}

/* H by bisection, so that the ends are `span` apart. */
static double hang_between(chain *c, double span)
{
    double low = 1e-9, high = 1e6;
    for (int i = 0; i < 200; i++) {
        const double middle = sqrt(low * high);
        hang(c, middle);
        if (c->x[SPRINGS] > span)
            high = middle;
        else
            low = middle;
    }
    return sqrt(low * high);
}

/* Two such chains side by side, NODES x 2 nodes 1/SPRINGS m apart, hung at their ends. */
static cloth hanging(double stiffness, double damping)
{
    trama_scene_spec spec = cloth_scene(NODES, 2, 1.0 / SPRINGS);
    spec.gravity[1] = -9.8;
    spec.damping = damping;
    for (int corner = 0; corner < 4; corner++)
        cloth_pin(&spec, corner < 2 ? 0 : -1, corner % 2);
    spec.grid.axis[1][1] = 0.0;
    spec.grid.axis[1][2] = 1.0;
    const cloth_value values[] = {{"structural", stiffness}, {"shear", 0},  {"mass", 2 * 0.122},
                                  {"distribution", 2},       {"sweeps", 0}, {NULL, 0}};
    return cloth_of("provot", &spec, values, "velocity_verlet");
}

static void place(cloth *c, const chain *shape)
{
    for (size_t i = 0; i < NODES; i++)
        for (size_t row = 0; row < 2; row++) {
            c->system->q[2 * i + row] = shape->x[i];
            c->system->q[(size_t)2 * NODES + 2 * i + row] = shape->y[i];
        }
}

/* Irvine's elastic catenary, hung level: H sinh and the stretch, sag of the middle, m. */
static double elastic_sag(double tension, double weight, double length, double modulus)
{
    const double v = 0.5 * weight;
    return weight * length / modulus * 0.125 +
           tension * length / weight * (sqrt(1.0 + v * v / (tension * tension)) - 1.0);
}

static void a_chain_hangs_in_a_discrete_elastic_catenary(void **state)
{
    (void)state;
    cloth c = hanging(200.0, 0.0);
    chain shape = {9.8 * c.system->mass[0], 200.0, 1.0 / SPRINGS, {0}, {0}};
    double a[6 * NODES];
    const double tension = hang_between(&shape, 0.8);
    place(&c, &shape);
    trama_system_acceleration(c.system, 0.0, c.system->q, c.system->v, a);
    for (size_t i = 2; i < (size_t)2 * NODES - 2; i++) { /* the ends are held */
        assert_near(a[i], 0.0, 1e-9);
        assert_near(a[(size_t)2 * NODES + i], 0.0, 1e-9);
    }
    /* against the continuous one: 60 springs of 1/60 m and 200 N/m are EA = 200/60 N */
    const double sag = elastic_sag(tension, shape.weight * SPRINGS, 1.0, 200.0 / SPRINGS);
    assert_near(-shape.y[NODES / 2], sag, 2e-3 * sag);
    cloth_end(&c);
}

/* From a parabola between the same ends, 0.8 m apart, until it has come to rest. */
static void come_to_rest(cloth *c, double h, int steps)
{
    chain start = {.rest = 1.0 / SPRINGS};
    for (size_t i = 0; i < NODES; i++) {
        const double s = (double)i / SPRINGS;
        start.x[i] = 0.8 * s;
        start.y[i] = -1.2 * s * (1.0 - s);
    }
    place(c, &start);
    for (int i = 0; i < steps; i++)
        trama_integrator_step(c->integrator, c->system, h);
}

static void a_damped_chain_comes_to_rest_in_it(void **state)
{
    (void)state;
    cloth c = hanging(200.0, 0.02);
    chain shape = {9.8 * c.system->mass[0], 200.0, 1.0 / SPRINGS, {0}, {0}};
    hang_between(&shape, 0.8);
    come_to_rest(&c, 1e-3, 30000);
    for (size_t i = 0; i < NODES; i++) {
        assert_near(c.system->q[2 * i], shape.x[i], 1e-6);
        assert_near(c.system->q[(size_t)2 * NODES + 2 * i], shape.y[i], 1e-6);
    }
    cloth_end(&c);
}

/* y = c cosh(x/c) through both ends, of length 1: what the model itself comes to rest in where
 * hardly anything stretches. The springs' stretch moves it by 2.4e-4 m. */
static void a_stiff_chain_comes_to_rest_in_a_catenary(void **state)
{
    (void)state;
    cloth chains = hanging(1e5, 0.02);
    double c = 0.2; /* 2 c sinh(0.4/c) = 1 */
    for (int i = 0; i < 50; i++)
        c -= (2 * c * sinh(0.4 / c) - 1) / (2 * sinh(0.4 / c) - 0.8 / c * cosh(0.4 / c));
    come_to_rest(&chains, 1e-4, 200000);
    double farthest = 0.0;
    for (size_t i = 0; i < NODES; i++) {
        const double x = 0.4 + c * asinh(((double)i / SPRINGS - 0.5) / c);
        const double y = c * (cosh((x - 0.4) / c) - cosh(0.4 / c));
        farthest = worst_of(farthest, hypot(chains.system->q[2 * i] - x,
                                            chains.system->q[(size_t)2 * NODES + 2 * i] - y));
    }
    assert_near(farthest, 0.0, 5e-4);
    cloth_end(&chains);
}

/* --- order --- */

/* Positions after 0.16 s of a sheet that flies apart, in steps of h. */
static void fly(const cloth_value *values, double h, double *q)
{
    trama_scene_spec spec = cloth_scene(5, 4, 0.1);
    cloth c = cloth_of("provot", &spec, values, "velocity_verlet");
    cloth_shake(c.system->v, c.system->nv, 0.2, 3);
    for (size_t i = 0; i < 20; i++)
        c.system->v[i] += 8.0 * c.system->q[i];
    const long steps = lround(0.16 / h);
    for (long i = 0; i < steps; i++)
        trama_integrator_step(c.integrator, c.system, h);
    memcpy(q, c.system->q, c.system->nq * sizeof *q);
    cloth_end(&c);
}

/* log2 of the ratio of differences between steps h, h/2, h/4. */
static double order_of(const cloth_value *values, double h)
{
    double q[3][60], coarse = 0.0, fine = 0.0;
    for (int i = 0; i < 3; i++)
        fly(values, h / (double)(1 << i), q[i]);
    for (int i = 0; i < 60; i++) {
        coarse += (q[0][i] - q[1][i]) * (q[0][i] - q[1][i]);
        fine += (q[1][i] - q[2][i]) * (q[1][i] - q[2][i]);
    }
    return 0.5 * log2(coarse / fine);
}

static int stated_limit(const cloth_value *values)
{
    trama_scene_spec spec = cloth_scene(5, 4, 0.1);
    cloth c = cloth_of("provot", &spec, values, "velocity_verlet");
    const int limit = c.system->object[0].type->order_limit_of(c.system->object[0].model);
    cloth_end(&c);
    return limit;
}

static void the_correction_lowers_the_order_to_one(void **state)
{
    (void)state;
    static const cloth_value smooth[] = {
        {"structural", 50}, {"shear", 20}, {"density", 0.5}, {"sweeps", 0}, {NULL, 0}};
    static const cloth_value corrected[] = {
        {"structural", 50}, {"shear", 20}, {"density", 0.5}, {"sweeps", 4}, {NULL, 0}};
    assert_int_equal(stated_limit(smooth), 0);
    assert_int_equal(stated_limit(corrected), 1);
    const double two = order_of(smooth, 1e-3), one = order_of(corrected, 1e-4);
    assert_near(two, 2.0, 0.05);           /* 2.02 */
    assert_true(one > 0.85 && one < 1.15); /* 0.97 */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_spring_has_its_period),
        cmocka_unit_test(a_chain_has_its_dispersion),
        cmocka_unit_test(a_chain_hangs_in_a_discrete_elastic_catenary),
        cmocka_unit_test(a_stiff_chain_comes_to_rest_in_a_catenary),
        cmocka_unit_test(a_damped_chain_comes_to_rest_in_it),
        cmocka_unit_test(the_correction_lowers_the_order_to_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
