/* The air of small closed cases against solutions that are made apart from it: two chambers between
 * which air flows, and a plate that falls on air that leaks through it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/layer.h"
#include "support/near.h"

/* ---- Two chambers. */

/* A square of four vertices over a floor, cut from vertex 0 to 3 or from 1 to 2, of which the row
 * {0, 1} is at 20 mm and the row {2, 3} goes down to 10 mm: by P V, 2 P_atm there. Then nothing
 * moves, and V_i dP_i/dt = -sum k s_ij (P_i - P_j). */
static const double wide = 0.1, high = 0.02, low = 0.01, k = 2.0;

typedef struct chambers {
    double volume[4], flow[4][4]; /* m^3; k s_ij */
    double pressure[4];           /* Pa */
} chambers;

static void join(chambers *c, size_t i, size_t j, double width)
{
    const double d[4] = {high, high, low, low};
    c->flow[i][j] = c->flow[j][i] = k * width * 0.5 * (d[i] + d[j]);
}

/* By its geometry: a rectangle of a x b whose centroids are a third of its sides from them. */
static chambers chambers_of(bool cut_from_0)
{
    const double b = sqrt(wide * wide + (high - low) * (high - low));
    chambers c = {.volume = {0.0}};
    for (size_t i = 0; i < 4; i++) {
        const bool at_the_cut = (i == 0 || i == 3) == cut_from_0;
        const double d = i < 2 ? high : low, area = wide * b * (at_the_cut ? 1.0 / 3.0 : 1.0 / 6.0);
        c.volume[i] = area * d;
        c.pressure[i] = atmosphere * wide * high / (b * d);
    }
    join(&c, 0, 2, wide / 3.0);
    join(&c, 1, 3, wide / 3.0);
    join(&c, 0, 1, b / 3.0);
    join(&c, 2, 3, b / 3.0);
    if (cut_from_0)
        join(&c, 0, 3, sqrt(wide * wide + b * b) / 3.0);
    else
        join(&c, 1, 2, sqrt(wide * wide + b * b) / 3.0);
    return c;
}

/* A step of Runge and Kutta's classical method. */
static void flow(chambers *c, double h)
{
    static const double ahead[4] = {0.0, 0.5, 0.5, 1.0}, share[4] = {1.0, 2.0, 2.0, 1.0};
    double rate[4] = {0.0}, sum[4] = {0.0};
    for (size_t stage = 0; stage < 4; stage++) {
        double p[4];
        for (size_t i = 0; i < 4; i++)
            p[i] = c->pressure[i] + h * ahead[stage] * rate[i];
        for (size_t i = 0; i < 4; i++) {
            rate[i] = 0.0;
            for (size_t j = 0; j < 4; j++)
                rate[i] -= c->flow[i][j] * (p[i] - p[j]) / c->volume[i];
            sum[i] += share[stage] * rate[i] / 6.0;
        }
    }
    for (size_t i = 0; i < 4; i++)
        c->pressure[i] += h * sum[i];
}

/* P_i of the layer: the air of its cells begins its state. */
static void pressures_of(const objects *o, const chambers *c, double pressure[4])
{
    trama_archive archive = {0};
    trama_archive_save(&archive);
    o->system->acting[0].type->state(o->system->acting[0].self, &archive);
    const double *air = (const double *)(const void *)archive.byte;
    for (size_t i = 0; i < 4; i++)
        pressure[i] = air[i] / c->volume[i];
    trama_archive_free(&archive);
}

static void begin_chambers(objects *o)
{
    const layer at = {.points = 2,
                      .side = wide,
                      .height = high,
                      .air = "border=sealed law=published propagation=2"};
    layer_begin(o, &at);
    o->system->q[4 + 2] = o->system->q[4 + 3] = low;
}

/* The largest difference from what Runge and Kutta find after `end`, Pa. */
static double off_after(double end, int steps, bool cut_from_0)
{
    objects o;
    chambers c = chambers_of(cut_from_0);
    double pressure[4], most = 0.0;
    begin_chambers(&o);
    pressures_of(&o, &c, pressure);
    for (size_t i = 0; i < 4; i++)
        assert_near(pressure[i] / c.pressure[i], 1.0, 1e-13);
    for (int i = 0; i < 2000; i++)
        flow(&c, end / 2000.0);
    for (int i = 0; i < steps; i++)
        layer_flow(&o, end / steps);
    pressures_of(&o, &c, pressure);
    for (size_t i = 0; i < 4; i++)
        most = worst_of(most, fabs(pressure[i] - c.pressure[i]));
    objects_end(&o);
    return most;
}

/* Which way a square of a grid is cut. */
static bool is_cut_from_0(void)
{
    objects o;
    bool from_0 = false;
    begin_chambers(&o);
    const trama_mesh *mesh = o.system->object[0].surface.mesh;
    for (size_t e = 0; e < mesh->edge_count; e++)
        from_0 |= mesh->edge[e].node[0] + mesh->edge[e].node[1] == 3 &&
                  (mesh->edge[e].node[0] == 0 || mesh->edge[e].node[1] == 0);
    objects_end(&o);
    return from_0;
}

/* 10 ms: the difference of 101 kPa has fallen to a half. Backward Euler is of first order. */
static void two_chambers_exchange_air_as_the_law_says(void **state)
{
    (void)state;
    const bool from_0 = is_cut_from_0();
    const double coarse = off_after(0.01, 200, from_0), fine = off_after(0.01, 400, from_0);
    print_message("off by %g and %g Pa of 101325\n", coarse, fine);
    assert_true(fine < 1e-2 * atmosphere);
    assert_near(coarse / fine, 2.0, 0.05);
}

/* That of all the air in the whole volume. */
static void two_chambers_end_at_one_pressure(void **state)
{
    (void)state;
    objects o;
    const chambers c = chambers_of(is_cut_from_0());
    double volume = 0.0, air = 0.0;
    begin_chambers(&o);
    for (size_t i = 0; i < 4; i++) {
        volume += c.volume[i];
        air += c.pressure[i] * c.volume[i];
    }
    for (int i = 0; i < 60; i++)
        layer_flow(&o, 1.0);
    assert_near(air, atmosphere * wide * wide * high, 1e-10);
    assert_near(layer_observed(&o, "highest") / (air / volume - atmosphere), 1.0, 1e-9);
    assert_near(layer_observed(&o, "lowest") / (air / volume - atmosphere), 1.0, 1e-9);
    assert_near(layer_observed(&o, "air") / air, 1.0, 1e-14);
    objects_end(&o);
}

/* ---- A plate on air that leaks. */

static const double density = 30.0, gravity = 9.81, begun = 0.05, permeability = 0.02, drop = 200.0;

/* Height, its rate, and air by area, P d. */
typedef struct plate {
    double y, v, q;
} plate;

/* sigma y'' = P - P_atm - sigma g,  Q' = -alpha P_atm (P - P_atm)/dP,  P = Q/y. */
static plate rate_of(plate at)
{
    const double excess = at.q / at.y - atmosphere;
    return (plate){at.v, excess / density - gravity, -permeability * atmosphere * excess / drop};
}

static plate moved(plate at, double h, plate by)
{
    return (plate){at.y + h * by.y, at.v + h * by.v, at.q + h * by.q};
}

/* By the classical method of Runge and Kutta, which has no part of the library. */
static plate solved(double end, long steps)
{
    plate at = {begun, 0.0, atmosphere * begun};
    const double h = end / (double)steps;
    for (long i = 0; i < steps; i++) {
        const plate a = rate_of(at), b = rate_of(moved(at, 0.5 * h, a)),
                    c = rate_of(moved(at, 0.5 * h, b)), d = rate_of(moved(at, h, c));
        at = moved(moved(moved(moved(at, h / 6.0, a), h / 3.0, b), h / 3.0, c), h / 6.0, d);
    }
    return at;
}

/* How far the layer's plate is from it, m. */
static double apart(double end, long steps, const plate *exact)
{
    objects o;
    const layer at = {.points = 3,
                      .side = 0.3,
                      .height = begun,
                      .gravity = gravity,
                      .density = density,
                      .air = "border=sealed law=published permeability=0.02"};
    layer_begin(&o, &at);
    objects_steps(&o, end / (double)steps, steps);
    const double off = o.system->q[9 + 4] - exact->y;
    assert_near(layer_observed(&o, "air") / (0.09 * exact->q), 1.0, 0.05);
    objects_end(&o);
    return off;
}

/* Air flows once a step, after the method: the layer is of first order. */
static void a_plate_sinks_on_air_that_leaks(void **state)
{
    (void)state;
    const double end = 0.03;
    const plate exact = solved(end, 20000), half = solved(end, 10000);
    assert_near(exact.y, half.y, 1e-13);
    const double coarse = apart(end, 1000, &exact), fine = apart(end, 2000, &exact);
    print_message("sunk by %g mm; off by %g and %g mm\n", 1e3 * (begun - exact.y), 1e3 * coarse,
                  1e3 * fine);
    assert_true(begun - exact.y > 2e-4);
    assert_true(fabs(fine) < 0.02 * (begun - exact.y));
    assert_near(coarse / fine, 2.0, 0.1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_chambers_exchange_air_as_the_law_says),
        cmocka_unit_test(two_chambers_end_at_one_pressure),
        cmocka_unit_test(a_plate_sinks_on_air_that_leaks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
