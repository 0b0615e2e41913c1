/* Runs with a layer of air: their energy is booked, their bits do not depend on threads, their air
 * is saved and loaded, and what makes no layer is refused. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/threads.h"
#include "measure/energy.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/layer.h"
#include "support/near.h"
#include "support/plans.h"

/* ---- Energy. */

/* Largest share of the energy that nothing explains. */
static double unexplained(int body, const char *air, double h)
{
    objects o;
    layer at = layer_falling(body, air);
    at.velocity = -2.0;
    layer_begin(&o, &at);
    const double begun = trama_system_energy(o.system);
    const objects_energy found = objects_budget(&o, h, 0.006);
    assert_true(found.dissipated >= 0.0 || strstr(air, "published"));
    if (strstr(air, "permeability"))
        assert_true(found.dissipated > 1e-3 * begun);
    objects_end(&o);
    return found.unexplained / begun;
}

/* A sheet that bounces on a ball, sealed, and as its air leaks, spreads and leaves. */
static void all_energy_is_booked(void **state)
{
    (void)state;
    static const struct {
        int body;
        const char *air;
    } trials[] = {{LAYER_BALL, "border=sealed law=gradient"},
                  {LAYER_SPHERE, "border=sealed law=gradient permeability=0.05"},
                  {LAYER_SPHERE, "law=gradient permeability=0.05 propagation=10"},
                  {LAYER_SPHERE, "border=sealed law=published permeability=0.05"}};
    for (size_t i = 0; i < sizeof trials / sizeof *trials; i++) {
        const double coarse = unexplained(trials[i].body, trials[i].air, 2e-5),
                     fine = unexplained(trials[i].body, trials[i].air, 5e-6);
        if (!(fine < 0.5 * coarse + 1e-9 && coarse < 0.02))
            fail_msg("%s: %g, then %g of the energy", trials[i].air, coarse, fine);
    }
}

/* The largest energy after 16 ms of a sheet over a soft box that is narrower, over that at the
 * start; by steps of h. */
static double stirred(const char *air, double h)
{
    objects o;
    const trama_scene_spec sheet = {.grid = {.points = {9, 9},
                                             .side = {0.4, 0.4},
                                             .origin = {-0.2, 0.09, -0.2},
                                             .axis = {{1.0, 0.0, 0.0}, {0.0, 0.0, 1.0}}},
                                    .perturbation = 1e-6,
                                    .seed = 3},
                           box = {.body = {.form = TRAMA_FORM_BOX,
                                           .cells = 2,
                                           .side = {0.15, 0.15, 0.15}}};
    objects_begin(&o);
    objects_add(&o, "cloth", "bridson", "structural=200 shear=100 density=0.2 sweeps=0", &sheet);
    objects_add(&o, "body", "soft_body", "density=200 young=20000", &box);
    objects_join(&o, "air", "air_layer", air, 2, 0, 1);
    objects_make(&o, "symplectic_euler");
    objects_steps(&o, h, 1);
    const double begun = trama_system_energy(o.system);
    double most = begun;
    while (o.system->t < 0.016) {
        objects_steps(&o, h, 1);
        most = worst_of(most, trama_system_energy(o.system));
    }
    objects_end(&o);
    return most / begun;
}

/* The published force, along the cloth's normals, does work in a cycle where the cloth is not
 * parallel to a body that yields: the energy grows, at any step, from nothing. That of the energy
 * does not. */
static void the_published_force_feeds_energy_and_the_gradient_does_not(void **state)
{
    (void)state;
    const double coarse = stirred("law=published", 1e-4), fine = stirred("law=published", 5e-5);
    assert_true(stirred("law=gradient", 1e-4) < 1.5);
    assert_true(coarse > 100.0 && fine > 100.0); /* 1280, 1270; the gradient: 1.02 */
}

/* ---- Bits. */

static void run_threads(objects *o, size_t threads)
{
    layer at = layer_falling(LAYER_BALL, "permeability=0.05 propagation=10");
    at.points = 12;
    trama_threads_set(threads);
    layer_begin(o, &at);
    objects_steps(o, 5e-5, 10);
    trama_threads_set(1);
}

static void assert_same(const objects *a, const objects *b)
{
    trama_archive archive[2] = {{0}};
    const objects *both[2] = {a, b};
    for (int i = 0; i < 2; i++) {
        trama_archive_digest(&archive[i]);
        trama_system_state(both[i]->system, &archive[i]);
    }
    assert_true(archive[0].digest == archive[1].digest);
}

static void bits_do_not_depend_on_threads(void **state)
{
    (void)state;
    objects one, more;
    run_threads(&one, 1);
    for (size_t threads = 2; threads <= 3 && threads <= trama_threads_most(); threads++) {
        run_threads(&more, threads);
        assert_same(&one, &more);
        objects_end(&more);
    }
    objects_end(&one);
}

/* The air is part of the state: a run that goes on from a copy has the same bits, and one that
 * begins anew is the first one. */
static void the_air_is_saved_loaded_and_begun_anew(void **state)
{
    (void)state;
    objects first, second;
    trama_archive archive = {0};
    const layer at = {.points = 4,
                      .side = 0.3,
                      .height = 0.03,
                      .velocity = -1.0,
                      .air = "permeability=0.05 propagation=10"};
    layer_begin(&first, &at);
    layer_begin(&second, &at);
    objects_steps(&first, 5e-5, 20);
    trama_archive_save(&archive);
    trama_system_state(first.system, &archive);
    trama_integrator_state(first.integrator, &archive);
    trama_archive_load(&archive);
    trama_system_state(second.system, &archive);
    trama_integrator_state(second.integrator, &archive);
    assert_int_equal(archive.at, archive.size);
    objects_steps(&first, 5e-5, 20);
    objects_steps(&second, 5e-5, 20);
    assert_same(&first, &second);
    trama_system_reset(second.system);
    trama_integrator_restart(second.integrator);
    objects_steps(&second, 5e-5, 40);
    assert_same(&first, &second);
    trama_archive_free(&archive);
    objects_end(&first);
    objects_end(&second);
}

/* At 150 m/s a step of 1 ms would end below the plane. It is halved, and the air is that of the
 * halves: none is lost. */
static void a_step_through_the_body_is_halved(void **state)
{
    (void)state;
    objects o;
    const layer at = {.points = 3,
                      .side = 0.3,
                      .height = 0.03,
                      .velocity = -150.0,
                      .air = "border=sealed law=published propagation=10"};
    layer_begin(&o, &at);
    const double air = layer_observed(&o, "air");
    for (int i = 0; i < 5; i++) {
        objects_steps(&o, 1e-3, 1);
        assert_true(layer_observed(&o, "distance") > 0.0);
        assert_near(layer_observed(&o, "air") / air, 1.0, 1e-14);
    }
    objects_end(&o);
}

/* ---- Refused. */

static void check_refused(const layer *at, const char *path, const char *text)
{
    objects o;
    layer_add(&o, at);
    const trama_error error = objects_refused(&o);
    if (!strstr(error.path, path) || !strstr(error.text, text))
        fail_msg("%s: %s; expected %s", error.path, error.text, text);
    objects_end(&o);
}

static void what_makes_no_layer_is_refused(void **state)
{
    (void)state;
    layer at = {.points = 3, .side = 0.3, .height = -0.01, .air = NULL};
    check_refused(&at, "interactions.air.among", "0.01 m within 'body'");
    at.body = LAYER_BALL;
    at.height = -0.1;
    check_refused(&at, "interactions.air.among", "within 'body'");
    at.height = 0.1;
    at.air = "overpressure=-101325";
    check_refused(&at, "interactions.air.overpressure", "above -P_atm");
}

static const char text[] = "experiment: layer\n"
                           "summary: a layer\n"
                           "case:\n"
                           "  objects:\n"
                           "    cloth:\n"
                           "      model: {name: bridson, density: 1}\n"
                           "      scene: {grid: {points: [3, 3], side: 1, origin: [0, 0.1, 0]}}\n"
                           "    body: {model: {name: plane}}\n"
                           "  interactions:\n"
                           "    air: {name: air_layer, among: [cloth, body], permeability: 0.1}\n"
                           "  integrator: {name: symplectic_euler}\n"
                           "  task: {name: run, dt: 0.001, horizon: 10}\n";

static const struct {
    const char *from, *to, *message;
} faults[] = {
    {"permeability: 0.1", "permeability: -0.1",
     "case.yaml:10:64: permeability: '-0.1' is out of range; allowed: at least 0 m/s"},
    {"permeability: 0.1", "ambient: 0",
     "case.yaml:10:59: ambient: '0' is out of range; allowed: 0 < x, in Pa"},
    {"permeability: 0.1", "tolerance: 0.5",
     "case.yaml:10:61: tolerance: '0.5' is out of range; allowed: from 1e-15 to 0.1"},
    {"permeability: 0.1", "iterations: 0",
     "case.yaml:10:62: iterations: '0' is out of range; allowed: a whole number, from 1 to 1e+06"},
    {"permeability: 0.1", "overpressure: -2e5",
     "case.yaml:10:64: overpressure: -200000 Pa leaves no pressure; allowed: above -P_atm, -101325 "
     "Pa"},
    {"0.1, 0]", "-0.1, 0]",
     "case.yaml:10:35: vertex 0 of 'cloth' is 0.1 m within 'body' at the start, where there is no "
     "air; allowed: outside"},
    {"{name: plane}", "{name: table, side: [1, 1]}",
     "case.yaml:10:43: 'body' is an open mesh, which has no inside: no other triangle is at an "
     "edge of faces[0]; allowed below a layer of air: a plane, a sphere, a box, or a closed "
     "surface of triangles"},
    {"[cloth, body]", "[body, cloth]",
     "case.yaml:10:36: 'body' has no triangles whose vertices "
     "move; allowed: a cloth"},
};

static void a_fault_is_refused_where_it_stands(void **state)
{
    (void)state;
    char *const files[] = {"case.yaml"};
    int wrong = 0;
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        experiment_write("case.yaml", text, EDITS(faults[i].from, faults[i].to));
        const char *message = plans_refusal(files, 1, NULL);
        if (strcmp(message, faults[i].message) == 0)
            continue;
        print_error("%s\n  is refused with  %s\n  and not with     %s\n", faults[i].to, message,
                    faults[i].message);
        wrong++;
    }
    assert_int_equal(wrong, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_energy_is_booked),
        cmocka_unit_test(the_published_force_feeds_energy_and_the_gradient_does_not),
        cmocka_unit_test(bits_do_not_depend_on_threads),
        cmocka_unit_test(the_air_is_saved_loaded_and_begun_anew),
        cmocka_unit_test(a_step_through_the_body_is_halved),
        cmocka_unit_test(what_makes_no_layer_is_refused),
        cmocka_unit_test(a_fault_is_refused_where_it_stands),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
