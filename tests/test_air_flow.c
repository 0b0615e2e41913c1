/* The air of a layer flows by Darcy's law and along the layer as closed forms say; none is lost;
 * and the three solvers find the same. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "interaction/air_flow.h"
#include "measure/energy.h"
#include "support/layer.h"
#include "support/near.h"

static const double pi = 3.14159265358979323846;

/* ---- Through the cloth. */

static layer sheet(const char *air)
{
    return (layer){.points = 5, .side = 0.4, .height = 0.02, .air = air};
}

/* Pressure above the atmosphere after 1/r of a second in `steps`, over that at the start. */
static double kept(long steps)
{
    objects o;
    const double rate = 0.01 * atmosphere / (200.0 * 0.02);
    const layer at = sheet("border=sealed permeability=0.01 overpressure=500");
    layer_begin(&o, &at);
    for (long i = 0; i < steps; i++)
        layer_flow(&o, 1.0 / (rate * (double)steps));
    const double left = layer_observed(&o, "highest");
    assert_near(layer_observed(&o, "lowest"), left, 1e-9);
    assert_near(layer_observed(&o, "leaked"), (500.0 - left) * 0.16 * 0.02, 1e-9);
    objects_end(&o);
    return left / 500.0;
}

/* dp/dt = -alpha P_atm/(dP d) p. A step of backward Euler divides by 1 + h r; e^-1 is approached
 * with the first order: 3.6e-3, 1.8e-3. */
static void a_flat_sheet_leaks_exponentially(void **state)
{
    (void)state;
    const double coarse = kept(50), fine = kept(100);
    assert_near(coarse, pow(1.0 + 1.0 / 50.0, -50.0), 1e-10);
    assert_near(fine, pow(1.0 + 1.0 / 100.0, -100.0), 1e-10);
    assert_near((coarse - exp(-1.0)) / (fine - exp(-1.0)), 2.0, 0.03);
}

/* Wind of 10 m/s on a flat sheet, from above and from below, brings the air to rho w^2/2 more and
 * less. */
static void wind_presses_air_through_the_cloth(void **state)
{
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        objects o;
        const layer at = sheet(sign < 0 ? "border=sealed permeability=0.01 wind=3,-10,0"
                                        : "border=sealed permeability=0.01 wind=3,10,0");
        layer_begin(&o, &at);
        for (int i = 0; i < 60; i++)
            layer_flow(&o, 0.01);
        assert_near(layer_observed(&o, "highest"), -sign * 60.0, 1e-8);
        assert_near(layer_observed(&o, "lowest"), -sign * 60.0, 1e-8);
        assert_near(layer_observed(&o, "leaked"), sign * 60.0 * 0.16 * 0.02, 1e-9);
        objects_end(&o);
    }
}

/* ---- Along the layer. */

/* Rate at which the lowest wave along x dies out, over its rate by diffusion, of n squares along
 * 0.4 m. On squares that are cut herringbone k p_xx has the factor (c_x + c_d) k = k h (2 + sqrt
 * 2)/3: through each line across pass one edge of the grid, c = 2 h/3, and one diagonal, c = sqrt 2
 * h/3, a square. */
static double rate_of(long n, bool by_length)
{
    objects o;
    const double length = 0.4, h = length / (double)n, depth = 0.02, k = by_length ? 1.0 : 10.0;
    const layer at = {.points = n + 1,
                      .side = length,
                      .height = depth,
                      .air = by_length ? "border=sealed propagation=1 by_length=true"
                                       : "border=sealed propagation=10"};
    const double diffusivity =
                     k * h * (by_length ? (2.0 + 1.0) / (3.0 * h) : (2.0 + sqrt(2.0)) / 3.0),
                 rate = diffusivity * pi * pi / (length * length);
    layer_begin(&o, &at);
    trama_archive archive = {0};
    trama_archive_save(&archive);
    const trama_acting *acting = &o.system->acting[0];
    acting->type->state(acting->self, &archive);
    const size_t nodes = o.system->object[0].nv / 3;
    double *air = (double *)(void *)archive.byte, sums[2];
    for (size_t i = 0; i < nodes; i++)
        air[i] *= 1.0 + 1e-3 * cos(pi * (o.system->q[i] / length + 0.5));
    double before = 0.0, after = 0.0;
    for (int part = 0; part < 2; part++) {
        if (part == 1)
            for (int step = 0; step < 20; step++)
                layer_flow(&o, 1e-3 / rate);
        else
            trama_archive_load(&archive);
        if (part == 1)
            trama_archive_save(&archive);
        acting->type->state(acting->self, &archive);
        air = (double *)(void *)archive.byte;
        sums[part] = 0.0;
        for (size_t i = 0; i < nodes; i++)
            sums[part] += air[i] * cos(pi * (o.system->q[i] / length + 0.5));
    }
    before = sums[0];
    after = sums[1];
    trama_archive_free(&archive);
    objects_end(&o);
    return 1e3 * (pow(before / after, 1.0 / 20.0) - 1.0);
}

static void pressure_diffuses_along_the_layer(void **state)
{
    (void)state;
    for (int by_length = 0; by_length < 2; by_length++) {
        const double coarse = rate_of(8, by_length == 1) - 1.0,
                     fine = rate_of(16, by_length == 1) - 1.0;
        assert_true(fabs(fine) < 0.01); /* -1.3e-2, -3.2e-3 */
        assert_near(coarse / fine, 4.0, 0.5);
    }
}

/* ---- What stays. */

/* Beneath a sheet that swings for 2000 steps, sealed and impermeable, the air moves, and stays. */
static void sealed_air_stays(void **state)
{
    (void)state;
    objects o;
    const layer at = layer_falling(LAYER_SPHERE, "border=sealed propagation=10 law=gradient");
    layer_begin(&o, &at);
    const double air = layer_observed(&o, "air");
    double worst = 0.0, lowest = TRAMA_INFINITY, highest = 0.0;
    for (int i = 0; i < 2000; i++) {
        objects_steps(&o, 5e-5, 1);
        worst = worst_of(worst, fabs(layer_observed(&o, "air") / air - 1.0));
        lowest = fmin(lowest, layer_observed(&o, "volume"));
        highest = worst_of(highest, layer_observed(&o, "volume"));
    }
    assert_true(worst < 1e-13); /* 1.1e-15 */
    assert_true(lowest < 0.995 * highest);
    assert_true(layer_observed(&o, "leaked") == 0.0 && layer_observed(&o, "opened") == 0.0);
    objects_end(&o);
}

/* What leaks and what goes out at the border is what is missing. */
static void what_flows_out_is_counted(void **state)
{
    (void)state;
    objects o;
    const layer at = sheet("permeability=0.01 propagation=100 overpressure=500");
    layer_begin(&o, &at);
    const double air = layer_observed(&o, "air");
    for (int i = 0; i < 30; i++)
        layer_flow(&o, 1e-4);
    const double leaked = layer_observed(&o, "leaked"), opened = layer_observed(&o, "opened");
    assert_true(leaked > 1e-4 && opened > 1e-4);
    assert_near(layer_observed(&o, "air") + leaked + opened, air, 1e-12 * air);
    objects_end(&o);
}

/* Every flow lowers the air's energy, at any step, and no pressure leaves what there was. */
static void a_flow_lowers_the_energy(void **state)
{
    (void)state;
    static const double steps[] = {1e-6, 1e-4, 1e-2, 1.0};
    for (size_t s = 0; s < sizeof steps / sizeof *steps; s++) {
        objects o;
        const layer at = {.points = 6,
                          .side = 0.4,
                          .height = 0.02,
                          .perturbation = 0.01,
                          .body = LAYER_SPHERE,
                          .air = "permeability=0.01 propagation=50 overpressure=-9e4"};
        layer_begin(&o, &at);
        const double begun = trama_interaction_energy(o.system);
        double energy = begun;
        for (int i = 0; i < 8; i++) {
            layer_flow(&o, steps[s]);
            const double now = trama_interaction_energy(o.system);
            assert_true(now >= 0.0 && now <= energy + 1e-14 * begun);
            assert_true(layer_observed(&o, "lowest") > -9e4 * (1.0 + 1e-9) &&
                        layer_observed(&o, "highest") < 1e-6);
            energy = now;
        }
        objects_end(&o);
    }
}

/* ---- Solvers. */

enum { NODES = 49 };

/* The air after a flow beneath a sheet of 7 x 7. */
static void flow_by(const char *air, double next[NODES], double *iterations)
{
    objects o;
    trama_archive archive = {0};
    const layer at = {.points = 7,
                      .side = 0.4,
                      .height = 0.02,
                      .perturbation = 0.01,
                      .body = LAYER_SPHERE,
                      .air = air};
    layer_begin(&o, &at);
    for (int i = 0; i < 3; i++)
        layer_flow(&o, 1e-3);
    trama_archive_save(&archive);
    o.system->acting[0].type->state(o.system->acting[0].self, &archive);
    memcpy(next, archive.byte, NODES * sizeof *next);
    *iterations = layer_observed(&o, "iterations");
    trama_archive_free(&archive);
    objects_end(&o);
}

static void every_solver_finds_the_same(void **state)
{
    (void)state;
    double found[TRAMA_AIR_SOLVERS][NODES], iterations[TRAMA_AIR_SOLVERS];
    for (size_t s = 0; s < TRAMA_AIR_SOLVERS; s++) {
        char air[160];
        snprintf(air, sizeof air,
                 "permeability=0.001 propagation=200 overpressure=3000 tolerance=1e-13 solver=%s",
                 trama_air_solvers[s].name);
        flow_by(air, found[s], &iterations[s]);
    }
    assert_true(iterations[0] > 3.0 && iterations[1] > 3.0 && iterations[2] == 0.0);
    for (size_t s = 1; s < TRAMA_AIR_SOLVERS; s++)
        for (size_t i = 0; i < NODES; i++)
            assert_near(found[s][i] / found[0][i], 1.0, 1e-13);
}

/* A flow that is not solved is not taken: the step is refused. */
static void a_flow_that_is_not_solved_refuses_the_step(void **state)
{
    (void)state;
    static const char *const solvers[] = {"conjugate_gradients", "bicgstab"};
    for (size_t s = 0; s < 2; s++) {
        objects o;
        char air[160];
        snprintf(air, sizeof air,
                 "propagation=200 overpressure=3000 iterations=1 tolerance=1e-14 solver=%s",
                 solvers[s]);
        const layer at = {.points = 7, .side = 0.4, .height = 0.02, .air = air};
        layer_begin(&o, &at);
        o.system->contact.halvings = 0;
        assert_int_equal(trama_integrator_step(o.integrator, o.system, 1e-4), TRAMA_STEP_REFUSED);
        objects_end(&o);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_flat_sheet_leaks_exponentially),
        cmocka_unit_test(wind_presses_air_through_the_cloth),
        cmocka_unit_test(pressure_diffuses_along_the_layer),
        cmocka_unit_test(sealed_air_stays),
        cmocka_unit_test(what_flows_out_is_counted),
        cmocka_unit_test(a_flow_lowers_the_energy),
        cmocka_unit_test(every_solver_finds_the_same),
        cmocka_unit_test(a_flow_that_is_not_solved_refuses_the_step),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
