/* air_damping is a force per area, the same for every cloth and every mesh: a sheet falls as far,
 * whatever it is made of; its tangent, its closed form and its work are those of that force. What
 * has no surface refuses it by name. */
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
#include "measure/energy.h"
#include "measure/momentum.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/piece.h"
#include "support/sheet.h"
#include "support/shell.h"

/* 0.2 kg/m^2 in air of 0.01 N s/m^3: 0.05 1/s. */
static const double rate = 0.05;
static const struct {
    const char *model, *settings;
} cloths[] = {
    {"cosserat", "density=0.2 zeta=50 xi=0.01 phi=0"},
    {"cosserat", "density=0.2 young_thickness=50 poisson=0.3 bending=0.01 scheme=variational"},
    {"bridson", "density=0.2 structural=50 sweeps=0"},
    {"bridson", "mass=0.4 structural=50 sweeps=0"},
    {"nedel", "mass=0.4 elasticity=50 curvature=0.1 friction=0"},
    {"provot", "density=0.2 structural=50 sweeps=0"},
    {"provot", "density=0.2 structural=50 sweeps=0 distribution=uniform"},
    {"fem_cloth", "density=0.2 young_thickness=500 poisson=0.3 bending=1e-5"},
};
enum { CLOTHS = sizeof cloths / sizeof *cloths };

/* 2 m^2 of m x (m + 1) nodes. */
static trama_scene_spec sheet_in_air(long m)
{
    trama_scene_spec scene = sheet_scene(m, m + 1, 1.0, 2.0);
    scene.gravity[1] = -9.81;
    scene.air_damping = 0.01;
    return scene;
}

static void begin(piece *run, size_t i, const trama_scene_spec *scene, const char *method)
{
    piece_begin(run, scene, cloths[i].model, cloths[i].settings, method, NULL);
}

static void every_cloth_is_tested(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_model_count(); m++) {
        const trama_model_type *type = trama_model_at(m);
        bool found = false;
        for (size_t i = 0; i < CLOTHS; i++)
            found = found || strcmp(cloths[i].model, type->name) == 0;
        const bool cloth = type->pointwise && !type->lattice && !type->tetrahedral;
        if (cloth != (type->air != TRAMA_AIR_NONE) || cloth != found)
            fail_msg("%s: a cloth takes air_damping, and is tested here", type->name);
    }
}

/* v+ = v + h (g - rate v), y+ = y + h v+. */
static double fallen(double h, long steps)
{
    double v = 0.0, y = 0.0;
    for (long n = 0; n < steps; n++) {
        v += h * (-9.81 - rate * v);
        y += h * v;
    }
    return y;
}

static void a_sheet_falls_as_far_under_every_cloth_on_every_mesh(void **state)
{
    (void)state;
    static const long sizes[] = {3, 6, 11};
    const double h = 1e-4;
    for (size_t i = 0; i < CLOTHS; i++)
        for (size_t s = 0; s < 3; s++) {
            const trama_scene_spec scene = sheet_in_air(sizes[s]);
            piece run;
            begin(&run, i, &scene, "symplectic_euler");
            piece_steps(&run, h, 500);
            double centre[3];
            trama_centre(run.system, centre);
            if (!(fabs(centre[1] / fallen(h, 500) - 1.0) < 1e-12))
                fail_msg("%s of %ld rows: %.15g m, not %.15g", cloths[i].model, sizes[s], centre[1],
                         fallen(h, 500));
            piece_end(&run);
        }
}

/* The force is linear in velocity: the tangent's is the change of the acceleration times the mass,
 * and the assembled matrix is the same. */
static void its_tangent_is_the_change_of_the_force(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLOTHS; i++) {
        const trama_scene_spec scene = sheet_in_air(5);
        piece run;
        begin(&run, i, &scene, "symplectic_euler");
        const trama_object *object = trama_system_first(run.system);
        const trama_model_type *type = object->type;
        const trama_loads *loads = trama_activity_loads(object->activity);
        const size_t nv = run.system->nv;
        double *u = sheet_numbers(nv), *still = sheet_numbers(nv), *moving = sheet_numbers(nv),
               *y = sheet_numbers(nv);
        sheet_shake(u, nv, 1.0, 7);
        type->acceleration(object->model, 0.0, run.system->q, run.system->v, loads, still);
        type->acceleration(object->model, 0.0, run.system->q, u, loads, moving);
        type->tangent_product(object->model, 0.0, run.system->q, run.system->v, loads, 0.0, 1.0, u,
                              y);
        for (size_t c = 0; c < nv; c++) {
            const double force = run.system->mass[c] * (moving[c] - still[c]);
            assert_true(fabs(force + run.system->mass[c] * rate * u[c]) < 1e-12);
            assert_true(fabs(y[c] - force) < 1e-12);
        }
        trama_triplets k = {0}, d = {0};
        type->tangent(object->model, 0.0, run.system->q, run.system->v, loads, &k, &d);
        double trace = 0.0, right = 0.0;
        for (size_t e = 0; e < d.count; e++)
            trace += d.row[e] == d.column[e] ? d.value[e] : 0.0;
        for (size_t c = 0; c < nv; c++)
            right += rate * run.system->mass[c];
        assert_near(trace, right, 1e-12);
        trama_triplets_free(&k);
        trama_triplets_free(&d);
        free(y);
        free(moving);
        free(still);
        free(u);
        piece_end(&run);
    }
}

static void its_closed_form_divides_by_one_plus_h_rate(void **state)
{
    (void)state;
    const double h = 3.0;
    for (size_t i = 0; i < CLOTHS; i++) {
        const trama_scene_spec scene = sheet_in_air(5);
        piece run;
        begin(&run, i, &scene, "symplectic_euler");
        const trama_object *object = trama_system_first(run.system);
        double *dv = sheet_numbers(run.system->nv);
        for (size_t c = 0; c < run.system->nv; c++)
            dv[c] = 2.0;
        if (object->type->solve_drag) {
            object->type->solve_drag(object->model, h, run.system->q,
                                     trama_activity_loads(object->activity), dv);
            for (size_t c = 0; c < run.system->nv; c++)
                assert_near(dv[c], 2.0 / (1.0 + h * rate), 1e-14);
        }
        free(dv);
        piece_end(&run);
    }
}

/* A sheet that flies without gravity loses K = 1/2 m v^2 by 1 - exp(-2 rate t), and all of it is in
 * the books of the air: nothing is left unexplained. */
static void what_air_takes_is_in_its_books(void **state)
{
    (void)state;
    for (size_t i = 0; i < CLOTHS; i++) {
        trama_scene_spec scene = sheet_in_air(5);
        piece run;
        trama_budget *budget;
        trama_error error;
        scene.gravity[1] = 0.0;
        scene.velocity[0] = 3.0;
        begin(&run, i, &scene, "rk4");
        double *before = sheet_numbers(run.system->nq);
        assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_OK);
        trama_integrator_restart(run.integrator);
        trama_budget_begin(budget, run.system, run.integrator);
        const double start = trama_kinetic_energy(run.system);
        for (int n = 0; n < 1000; n++) {
            memcpy(before, run.system->q, run.system->nq * sizeof *before);
            piece_steps(&run, 1e-3, 1);
            trama_budget_update(budget, run.system, run.integrator, before);
        }
        const double lost = start * (1.0 - exp(-2.0 * rate));
        assert_true(fabs(trama_kinetic_energy(run.system) - (start - lost)) < 1e-9 * start);
        assert_true(fabs(trama_budget_air(budget) - lost) < 1e-11 * start);
        assert_true(fabs(trama_budget_excess(budget)) < 1e-11 * start);
        assert_true(fabs(trama_budget_work(budget)) < 1e-14 * start);
        trama_budget_destroy(budget);
        free(before);
        piece_end(&run);
    }
}

static void what_has_no_surface_refuses_it_by_name(void **state)
{
    (void)state;
    trama_scene_spec lattice = {.lattice = {.points = {3, 2, 2}, .side = {1.0, 1.0, 1.0}},
                                .air_damping = 0.01};
    trama_scene_spec soft = {.body = {.form = TRAMA_FORM_BOX, .cells = 1, .side = {1.0, 1.0, 1.0}},
                             .air_damping = 0.01};
    static const char text[] = "air_damping acts on the area of a cloth, and the model %s is none; "
                               "allowed: cosserat, bridson, nedel, provot, fem_cloth";
    char right[200];
    trama_error error = piece_refused(&lattice, "lattice", "mass=1 edge=1");
    snprintf(right, sizeof right, text, "lattice");
    assert_string_equal(error.text, right);
    error = piece_refused(&soft, "soft_body", "mass=1 young=1");
    snprintf(right, sizeof right, text, "soft_body");
    assert_string_equal(error.text, right);
    assert_string_equal(error.path, "air_damping");
}

/* ---- From a configuration. */

static const char falling[] = "experiment: falling\n"
                              "case:\n"
                              "  model: {name: provot, density: 0.2, structural: 50, sweeps: 0}\n"
                              "  scene: {grid: {points: 4, side: 1}, damping: 0.01}\n"
                              "  integrator: {name: symplectic_euler}\n"
                              "  task: {name: run, dt: 0.001, horizon: 3}\n"
                              "sweep: [{grid: {scene.grid.points: [4, 5]}}]\n";

/* What the program says of it, to be freed by the next. */
static shell_end dry(const char *const *edits)
{
    experiment_write("air.yaml", falling, edits);
    return shell_run(SHELL("run", "air.yaml", "-o", "out", "--dry-run"));
}

static void a_swept_mesh_with_a_damping_of_nodes_is_said(void **state)
{
    (void)state;
    static const char said[] = "air.yaml: damping 0.01 N s/m of provot is that of a node, and the "
                               "mesh is swept: more nodes damp one body more; air_damping, N "
                               "s/m^3, is per area\n";
    assert_string_equal(dry(EDITS(NULL)).err, said);
    assert_string_equal(dry(EDITS("damping: 0.01", "drag: 0.01")).err,
                        "air.yaml: drag 0.01 N s/m of provot is that of a node, and the mesh is "
                        "swept: more nodes damp one body more\n");
    assert_string_equal(dry(EDITS("damping: 0.01", "air_damping: 0.01")).err, "");
    assert_string_equal(
        dry(EDITS("points: [4, 5]", "gravity: [[0, 1, 0], [0, 2, 0]]", "grid.gr", "gr")).err, "");
    assert_string_equal(dry(EDITS("model: {name: provot, density: 0.2, structural: 50, sweeps: 0}",
                                  "model: {name: cosserat, density: 0.2, zeta: 50, xi: 0, phi: 0}"))
                            .err,
                        "");
}

static void both_dampings_at_once_are_refused_at_their_place(void **state)
{
    (void)state;
    const shell_end end = dry(EDITS("damping: 0.01", "damping: 0.01, air_damping: 0.02"));
    assert_int_equal(end.code, 2);
    assert_string_equal(end.err,
                        "air.yaml:4:67: air_damping is in place of damping: one of them\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_cloth_is_tested),
        cmocka_unit_test(a_sheet_falls_as_far_under_every_cloth_on_every_mesh),
        cmocka_unit_test(its_tangent_is_the_change_of_the_force),
        cmocka_unit_test(its_closed_form_divides_by_one_plus_h_rate),
        cmocka_unit_test(what_air_takes_is_in_its_books),
        cmocka_unit_test(what_has_no_surface_refuses_it_by_name),
        cmocka_unit_test(a_swept_mesh_with_a_damping_of_nodes_is_said),
        cmocka_unit_test(both_dampings_at_once_are_refused_at_their_place),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
