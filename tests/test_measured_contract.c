/* What is measured of a state is measured for every model of the registry: a body that is half as
 * large again has a strain of one half, and what has no length, no area, no volume is not a number,
 * and no bound can ask for it. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "measure/folds.h"
#include "measure/momentum.h"
#include "measure/run.h"
#include "support/near.h"
#include "support/rigid.h"
#include "support/sheet.h"

/* Every model with nodes; all kinds of its stiffness are above 0. */
typedef struct body {
    const char *model, *settings;
    long points[3]; /* of a lattice, or of a grid (the third is 0) */
    bool lengths, area, closed;
} body;

static const body bodies[] = {
    {"cosserat", "density=0.4 zeta=50 xi=3 phi=0.1", {7, 6, 0}, true, true, false},
    {"cosserat", "density=0.4 zeta=50 xi=3 phi=0.1", {2, 2, 0}, true, true, false},
    {"bridson",
     "density=0.5 structural=50 shear=20 bending=3 sweeps=0",
     {7, 6, 0},
     true,
     true,
     false},
    {"nedel", "mass=0.02 elasticity=50 curvature=3", {7, 6, 0}, true, true, false},
    {"provot",
     "density=0.5 structural=50 shear=20 flexion=4 sweeps=0",
     {7, 6, 0},
     true,
     true,
     false},
    {"fem_cloth",
     "density=0.5 young_thickness=50 poisson=0.3 bending=3",
     {7, 6, 0},
     true,
     true,
     false},
    {"lattice", "mass=1 edge=50 face=30 space=20", {4, 3, 5}, true, true, true},
    {"lattice", "mass=1 edge=50 face=30 space=20", {5, 4, 1}, true, false, false},
    {"lattice", "mass=1 edge=50", {5, 1, 1}, true, false, false},
    {"lattice", "mass=1 edge=50", {1, 1, 1}, false, false, false},
    {"lattice", "mass=1", {5, 4, 1}, false, false, false},
    {"soft_body", "mass=1 young=30", {0, 0, 0}, true, true, true},
};
enum { BODIES = sizeof bodies / sizeof *bodies };

static bool is_of(const body *b, const char *model)
{
    return strcmp(b->model, model) == 0;
}

static trama_scene_spec scene_of(const body *b)
{
    trama_scene_spec spec = sheet_scene(b->points[0], b->points[1], 1.2, 2.0);
    if (trama_model_find(b->model)->lattice || trama_model_find(b->model)->tetrahedral)
        trama_fields_default(trama_grid_fields, &spec.grid);
    if (is_of(b, "lattice"))
        for (size_t axis = 0; axis < 3; axis++) {
            spec.lattice.points[axis] = b->points[axis];
            spec.lattice.side[axis] = b->points[axis] > 1 ? 1.0 + 0.5 * (double)axis : 0.0;
        }
    if (is_of(b, "soft_body"))
        spec.body = (trama_form){.form = TRAMA_FORM_BOX, .cells = 1, .side = {1.0, 0.25, 0.25}};
    spec.gravity[1] = -9.81;
    return spec;
}

static void begin(piece *run, const body *b)
{
    const trama_scene_spec scene = scene_of(b);
    piece_begin(run, &scene, b->model, b->settings, "symplectic_euler", NULL);
}

/* What a model says that it is made of it counts and tells, and it says something. */
static void assert_says_each_part(const trama_model_type *type)
{
    const trama_composition *of = type->composition;
    if (!of)
        return;
    const bool counts[] = {of->springs, of->bends, of->membranes, of->tetrahedra, of->solids};
    const bool tells[] = {of->spring, of->bend, of->membrane, of->tetrahedron, of->solid};
    bool any = false;
    for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
        if (counts[i] != tells[i])
            fail_msg("%s counts what it does not tell, or tells what it does not count",
                     type->name);
        any = any || counts[i];
    }
    assert_true(any);
}

static void every_model_with_nodes_has_a_case(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_model_count(); i++) {
        const trama_model_type *type = trama_model_at(i);
        bool found = !type->pointwise;
        for (size_t b = 0; b < BODIES; b++)
            found = found || is_of(&bodies[b], type->name);
        if (!found)
            fail_msg("%s has nodes; give it a case here", type->name);
        assert_says_each_part(type);
    }
}

/* Every length is 1.5 of itself, every area 2.25, every volume 3.375. */
static void half_as_large_again_is_a_strain_of_one_half(void **state)
{
    (void)state;
    for (size_t b = 0; b < BODIES; b++) {
        piece run;
        begin(&run, &bodies[b]);
        const trama_object *object = trama_system_first(run.system);
        double *q = run.system->q;
        const size_t nodes = trama_scene_nodes(object->scene);
        double *strain = sheet_numbers(nodes), *edges = sheet_numbers(nodes);
        const double volume = trama_object_volume(object, q);
        for (size_t i = 0; i < 3 * nodes; i++)
            q[i] *= 1.5;
        trama_vertex_strain(object, q, strain, edges);
        const double measured[] = {trama_object_strain(object, q).value,
                                   trama_system_strain(run.system).value,
                                   strain[0],
                                   strain[nodes - 1],
                                   trama_area_ratio(object->scene, q),
                                   trama_system_area(run.system).value,
                                   trama_object_volume(object, q) / volume};
        const double right[] = {0.5, 0.5, 0.5, 0.5, 2.25, 2.25, 3.375};
        const bool there[] = {bodies[b].lengths, bodies[b].lengths, bodies[b].lengths,
                              bodies[b].lengths, bodies[b].area,    bodies[b].area,
                              bodies[b].closed};
        for (size_t i = 0; i < sizeof right / sizeof *right; i++)
            if (there[i] ? !(fabs(measured[i] - right[i]) < 1e-12) : !isnan(measured[i]))
                fail_msg("body %zu, %s, measure %zu: %g", b, bodies[b].model, i, measured[i]);
        free(edges);
        free(strain);
        piece_end(&run);
    }
}

/* Nothing that a model observes, and no energy of it, is 0 in a state in which all has moved,
 * except a count of elements that are turned inside out. */
static void what_a_model_observes_of_a_shaken_state_is_not_zero(void **state)
{
    (void)state;
    for (size_t b = 0; b < BODIES; b++) {
        piece run;
        double value[TRAMA_OBSERVABLES_MAX] = {0.0};
        begin(&run, &bodies[b]);
        const trama_object *object = trama_system_first(run.system);
        const trama_model_type *type = object->type;
        for (size_t i = 0; i < object->nq; i++)
            run.system->q[i] *= 1.5;
        sheet_shake(run.system->q, object->nq, 0.02, 1);
        if (type->observe)
            type->observe(object->model, run.system->q, run.system->v, value);
        for (size_t i = 0; i < TRAMA_OBSERVABLES_MAX && type->observed[i].name; i++)
            if (strcmp(type->observed[i].name, "inverted") != 0 && value[i] == 0.0)
                fail_msg("body %zu, %s: %s is 0", b, bodies[b].model, type->observed[i].name);
        if (bodies[b].points[2] > 1 || !is_of(&bodies[b], "lattice")) {
            type->energy(object->model, run.system->q, value);
            for (size_t i = 0; i < TRAMA_ENERGY_MAX && type->energy_names[i]; i++)
                if (!(value[i] > 0.0) && bodies[b].points[0] != 2)
                    fail_msg("body %zu, %s: energy %s is %g", b, bodies[b].model,
                             type->energy_names[i], value[i]);
        }
        piece_end(&run);
    }
}

/* Meshes have no rows: no fold lines along them, no shortest wave. Nor have grids without inner
 * nodes. */
static void what_a_mesh_has_not_is_not_a_number(void **state)
{
    (void)state;
    for (size_t b = 0; b < BODIES; b++) {
        piece run;
        begin(&run, &bodies[b]);
        const trama_scene *scene = trama_system_first(run.system)->scene;
        const bool rows = trama_scene_is_grid(scene) && bodies[b].points[0] >= 5;
        const trama_folds folds = trama_folds_of(scene, run.system->q);
        const trama_sawtooth wave = trama_sawtooth_of(scene, run.system->q, run.system->q);
        assert_true(isnan(folds.lines[0]) == !rows && isnan(folds.lines[1]) == !rows);
        assert_true(isnan(wave.in_plane) == !rows && isnan(wave.out_of_plane) == !rows);
        assert_true(isnan(folds.projection) == !bodies[b].area);
        piece_end(&run);
    }
}

/* A run under a bound ends at once where it is broken, and is refused where nothing has what the
 * bound is of. */
static void a_bound_fires_or_is_refused(void **state)
{
    (void)state;
    for (size_t b = 0; b < BODIES; b++)
        for (int area = 0; area < 2; area++) {
            piece run;
            trama_outcome outcome;
            trama_error error;
            trama_run_spec spec = {.h = 1e-4, .horizon = 1};
            begin(&run, &bodies[b]);
            trama_fields_default(trama_bounds_fields, &spec.bounds);
            *(area ? &spec.bounds.area : &spec.bounds.strain) = area ? 1.0 + 1e-15 : 1e-15;
            const bool there = area ? bodies[b].area : bodies[b].lengths;
            const trama_status made =
                trama_run(run.system, run.integrator, &spec, &outcome, &error);
            assert_int_equal(made, there ? TRAMA_OK : TRAMA_BAD_INPUT);
            if (!there)
                assert_string_equal(error.path, area ? "area" : "strain");
            piece_end(&run);
        }
}

/* What is made with masses of 1 kg, since the model gives none, is no energy and no momentum. */
static void without_masses_there_is_no_energy_and_no_momentum(void **state)
{
    (void)state;
    trama_model_type massless = *trama_model_find("lattice");
    static const body chain = {"lattice", "mass=1 edge=50", {3, 1, 1}, true, false, false};
    piece run;
    trama_budget *budget;
    trama_error error;
    begin(&run, &chain);
    assert_true(trama_budget_possible(run.system) && trama_has_momentum(run.system));
    assert_null(trama_system_without_masses(run.system));
    massless.masses = NULL;
    run.system->object[0].type = &massless;
    assert_false(trama_budget_possible(run.system) || trama_has_momentum(run.system));
    assert_ptr_equal(trama_system_without_masses(run.system), &run.system->object[0]);
    assert_int_equal(trama_budget_create(run.system, &budget, &error), TRAMA_BAD_INPUT);
    run.system->object[0].type = trama_model_find("lattice");
    piece_end(&run);
}

/* The bar of a chain of two links, whose middle is drawn aside. */
static void a_chain_that_is_drawn_out_is_unstable(void **state)
{
    (void)state;
    static const body chain = {"lattice", "mass=1 edge=50", {3, 1, 1}, true, false, false};
    trama_scene_spec scene = scene_of(&chain);
    trama_pin pins[2] = {sheet_pin(0, 0), sheet_pin(-1, 0)};
    piece run;
    trama_outcome outcome;
    trama_error error;
    trama_run_spec spec = {.h = 0.01, .horizon = 10000};
    scene.pins = pins;
    scene.pin_count = 2;
    piece_begin(&run, &scene, chain.model, chain.settings, "forward_euler", NULL);
    trama_fields_default(trama_bounds_fields, &spec.bounds);
    spec.bounds.strain = 0.5;
    assert_int_equal(trama_run(run.system, run.integrator, &spec, &outcome, &error), TRAMA_OK);
    assert_string_equal(outcome.detector->name, "strain");
    const double x = run.system->q[1], y = run.system->q[4]; /* the middle; links of 0.5 m */
    const double left = sqrt(x * x + y * y) / 0.5 - 1.0;
    const double right = sqrt((1.0 - x) * (1.0 - x) + y * y) / 0.5 - 1.0;
    assert_near(outcome.finding.value, fmax(left, right), 1e-13);
    piece_end(&run);
}

/* Two free boxes and a ball, and a wedge that stands: 0.06 + 0.06 + 4/3 pi r^3 m^3. */
static void the_volume_of_rigid_bodies_is_that_of_those_that_are_free(void **state)
{
    (void)state;
    static const double pi = 3.14159265358979323846;
    objects o;
    objects_begin(&o);
    const size_t at = rigid_add(&o, NULL, NULL);
    rigid_add_body(&o, at, "a", "shape=box side=0.3,0.4,0.5 mass=1");
    rigid_add_body(&o, at, "b", "shape=box side=0.3,0.4,0.5 mass=1 position=1,0,0");
    rigid_add_body(&o, at, "ball", "shape=sphere radius=0.2 mass=1 position=2,0,0");
    rigid_add_body(&o, at, "ramp", "shape=wedge side=1,1,1 motion=static position=0,3,0");
    objects_make(&o, "symplectic_euler");
    const trama_object *object = &o.system->object[at];
    assert_near(trama_object_volume(object, o.system->q), 0.12 + 4.0 / 3.0 * pi * 0.008, 1e-14);
    rigid_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_model_with_nodes_has_a_case),
        cmocka_unit_test(half_as_large_again_is_a_strain_of_one_half),
        cmocka_unit_test(what_a_model_observes_of_a_shaken_state_is_not_zero),
        cmocka_unit_test(what_a_mesh_has_not_is_not_a_number),
        cmocka_unit_test(a_bound_fires_or_is_refused),
        cmocka_unit_test(without_masses_there_is_no_energy_and_no_momentum),
        cmocka_unit_test(a_chain_that_is_drawn_out_is_unstable),
        cmocka_unit_test(the_volume_of_rigid_bodies_is_that_of_those_that_are_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
