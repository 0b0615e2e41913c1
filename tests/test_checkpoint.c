/* A run that continues from a checkpoint, in a system made anew as another process makes it, has
 * the bits of an uninterrupted run. The tests loop over every method and every interaction. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "measure/run.h"
#include "support/acting.h"
#include "support/folder.h"
#include "support/piece.h"
#include "support/plans.h"
#include "support/sheet.h"

enum { HORIZON = 23, KEPT_MAX = HORIZON };

/* What a run is seen to do, and its checkpoints. */
typedef struct witness {
    uint64_t seen; /* FNV-1a of the states that are observed, and of their energies */
    trama_archive kept[KEPT_MAX];
    uint64_t seen_then[KEPT_MAX];
    size_t count;
} witness;

static void add(uint64_t *digest, const double *value, size_t count)
{
    trama_archive archive = {0};
    trama_archive_digest(&archive);
    archive.digest ^= *digest;
    for (size_t i = 0; i < count; i++) {
        double copy = value[i];
        trama_archive_reals(&archive, &copy, 1);
    }
    *digest = archive.digest;
}

static void observe(void *context, const trama_view *view)
{
    witness *w = context;
    const double at[] = {view->system->t, view->displacement, (double)view->system->iteration,
                         view->budget ? trama_budget_excess(view->budget) : 0.0,
                         view->budget ? trama_budget_work(view->budget) : 0.0};
    add(&w->seen, view->system->q, view->system->nq);
    add(&w->seen, view->system->v, view->system->nv);
    add(&w->seen, view->before, view->system->nq);
    add(&w->seen, at, sizeof at / sizeof at[0]);
}

static bool always(void *context, long iteration)
{
    (void)context;
    return iteration >= 0;
}

static trama_status keep(void *context, const trama_archive *state, trama_error *error)
{
    (void)error;
    witness *w = context;
    trama_archive *copy = &w->kept[w->count];
    *copy = (trama_archive){.size = state->size, .capacity = state->size};
    copy->byte = malloc(state->size);
    assert_non_null(copy->byte);
    memcpy(copy->byte, state->byte, state->size);
    w->seen_then[w->count++] = w->seen;
    return TRAMA_OK;
}

/* A system and its method, made anew for every run. */
typedef struct subject {
    const char *name, *settings, *method;
    void (*begin)(const struct subject *s, objects *o, piece *p, trama_system **system,
                  trama_integrator **integrator);
    const acting_sample *sample;
    double h; /* s; 0: 0.004 */
    double vary;
} subject;

static void begin_layers(const subject *s, objects *o, piece *p, trama_system **system,
                         trama_integrator **integrator);
static void end_layers(void);

static trama_outcome run(const subject *s, witness *w, trama_archive *from)
{
    objects o = {0};
    piece p = {0};
    trama_system *system;
    trama_integrator *integrator;
    trama_outcome outcome;
    trama_error error = {0};
    s->begin(s, &o, &p, &system, &integrator);
    const trama_equilibrium_spec at_rest = {.displacement = {1, {1e-9}}, .window = 3, .confirm = 2};
    trama_equilibrium equilibrium;
    assert_int_equal(
        trama_equilibrium_begin(&equilibrium, &at_rest, system->object[0].scene, &error), TRAMA_OK);
    const trama_checkpoints checkpoints = {always, keep, w, from};
    const trama_run_spec spec = {
        .h = s->h > 0.0 ? s->h : 0.004,
        .vary = s->vary,
        .horizon = HORIZON,
        .bounds = {TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY},
        .equilibrium = &equilibrium,
        .budget = trama_budget_possible(system),
        .observe = observe,
        .context = w,
        .checkpoints = &checkpoints};
    if (trama_run(system, integrator, &spec, &outcome, &error) != TRAMA_OK)
        fail_msg("%s under %s: %s", s->name, s->method, error.text);
    if (s->sample)
        objects_end(&o);
    else if (s->begin == begin_layers)
        end_layers();
    else
        piece_end(&p);
    return outcome;
}

static void assert_goes_on(const subject *s)
{
    witness whole = {0};
    const trama_outcome first = run(s, &whole, NULL);
    assert_int_equal(whole.count, HORIZON);
    for (size_t k = 0; k < whole.count; k += 5) {
        witness rest = {.seen = whole.seen_then[k]};
        const trama_outcome second = run(s, &rest, &whole.kept[k]);
        if (rest.seen != whole.seen || rest.count != whole.count - k - 1)
            fail_msg("%s under %s goes on from iteration %zu otherwise", s->name, s->method, k + 1);
        assert_int_equal(second.iteration, first.iteration);
        assert_int_equal(second.evaluations, first.evaluations);
        assert_memory_equal(&second.growth, &first.growth, sizeof first.growth);
        const trama_archive *a = &rest.kept[rest.count - 1], *b = &whole.kept[whole.count - 1];
        if (rest.count > 0) {
            assert_int_equal(a->size, b->size);
            assert_memory_equal(a->byte, b->byte, b->size);
        }
        for (size_t i = 0; i < rest.count; i++)
            trama_archive_free(&rest.kept[i]);
    }
    for (size_t i = 0; i < whole.count; i++)
        trama_archive_free(&whole.kept[i]);
}

/* ---- What runs. */

/* A sheet whose pins come, turn and let go on the way, and that meets a plane. */
static void begin_sheet(const subject *s, objects *o, piece *p, trama_system **system,
                        trama_integrator **integrator)
{
    (void)o;
    static trama_pin pins[2];
    static trama_scene_spec scene;
    scene = sheet_scene(5, 4, 1.0, 0.7);
    pins[0] = sheet_pin(0, 0);
    pins[1] = sheet_pin(4, 3);
    pins[1].interval.iterations[0] = 4;
    pins[1].interval.iterations[1] = 17;
    scene.pins = pins;
    scene.pin_count = 2;
    scene.gravity[1] = -9.8;
    scene.damping = 0.2;
    piece_begin(p, &scene, s->name, s->settings, s->method, NULL);
    *system = p->system;
    *integrator = p->integrator;
}

static void begin_acting(const subject *s, objects *o, piece *p, trama_system **system,
                         trama_integrator **integrator)
{
    (void)p;
    acting_begin(o, s->sample, (acting_setup){.held = true, .method = s->method});
    *system = o->system;
    *integrator = o->integrator;
}

/* A cover over a soft body, with air between them and friction that was measured, on bodies that
 * touch and swing on joints. */
static const char layers[] =
    "experiment: layers\n"
    "case:\n"
    "  environment: {gravity: [0.3, -9.81, 0.2]}\n"
    "  objects:\n"
    "    cover:\n"
    "      model: {name: fem_cloth, young_thickness: 200, poisson: 0.3, viscosity: [0.02, 0.02, "
    "0.01], bending: 0.001, density: 0.3}\n"
    "      scene: {grid: {points: [7, 6], side: [0.4, 0.35], origin: [-0.2, 0.12, -0.17], axis1: "
    "[1, "
    "0, 0], axis2: [0, 0, 1]}, velocity: [0.5, -2, 0.3]}\n"
    "    soft:\n"
    "      model: {name: soft_body, young: 2.0e+4, poisson: 0.3, density: 300, mass_damping: 0.5, "
    "stiffness_damping: 1.0e-4}\n"
    "      scene: {body: {form: box, side: [0.3, 0.2, 0.3], cells: 2, centre: [0, 0, 0]}}\n"
    "    bodies:\n"
    "      model:\n"
    "        name: rigid_bodies\n"
    "        bodies:\n"
    "          ground: {shape: box, side: [4, 1, 4], position: [0, -0.7, 0], motion: static, "
    "friction: 0.4}\n"
    "          brick: {shape: box, side: [0.3, 0.2, 0.4], mass: 2, position: [1, -0.09, 0], "
    "velocity: "
    "[0.3, -1, 0.1], angular_velocity: [2, 1, -3], friction: 0.5, restitution: 0.3}\n"
    "          arm: {shape: box, side: [0.1, 0.4, 0.1], mass: 0.8, position: [1.5, 1, 0], "
    "angular_velocity: [0, 0, 3]}\n"
    "  interactions:\n"
    "    inner: {name: surface_traversal, among: [cover, soft], thickness: 0.008, friction_curve: "
    "[[0.05, 0.02, 0], [1, 0.3, 0], [0.05, 0.03, 90], [1, 0.5, 90]]}\n"
    "    air: {name: air_layer, among: [cover, soft], ambient: 101325, permeability: 0.05, "
    "propagation: 1}\n"
    "    folds: {name: bridson_collision, among: [cover], friction: 0.2}\n"
    "    touch: {name: rigid_contact, among: [bodies]}\n"
    "    joint: {name: hinge_joint, among: [bodies], body: arm, at: [1.5, 1.2, 0], axis: [0, 0, "
    "1]}\n"
    "  integrator: {name: symplectic_euler}\n"
    "  task: {name: run, dt: 0.0002, horizon: 10}\n";

static struct {
    plan plan;
    plan_made made;
    trama_integrator *integrator;
} planned;

static void begin_layers(const subject *s, objects *o, piece *p, trama_system **system,
                         trama_integrator **integrator)
{
    trama_error error = {0};
    (void)s, (void)o, (void)p;
    planned.plan = plans_load("layers.yaml");
    if (plan_make(&planned.plan.cases[0], &planned.made, &error) != TRAMA_OK)
        fail_msg("%s", error.text);
    const plan_case *c = &planned.plan.cases[0];
    assert_int_equal(trama_integrator_create(c->integrator, c->integrator_parameters,
                                             planned.made.system, &planned.integrator, &error),
                     TRAMA_OK);
    *system = planned.made.system;
    *integrator = planned.integrator;
}

static void end_layers(void)
{
    trama_integrator_destroy(planned.integrator);
    plan_unmake(&planned.made);
    plan_free(&planned.plan);
}

static void cloth_air_and_bodies_together_go_on_to_the_same_bits(void **state)
{
    (void)state;
    folder_write("layers.yaml", layers);
    assert_goes_on(&(subject){"layers", NULL, "symplectic_euler", begin_layers, NULL, 0.0004, 0});
}

/* Bodies that appear and vanish on the way, under each response that follows that. */
static void bodies_that_come_and_go_go_on_to_the_same_bits(void **state)
{
    (void)state;
    static const char *const responses[] = {
        "rigid_contact", "rigid_contact_soft",
        "rigid_contact_published, iterations: 10, merge: 0.02, breaking: 0.02"};
    static const char *const methods[] = {"symplectic_euler", "velocity_verlet", "rk4"};
    char text[1500];
    for (size_t r = 0; r < 9; r++) {
        snprintf(text, sizeof text,
                 "experiment: layers\n"
                 "case:\n"
                 "  environment: {gravity: [0.3, -9.81, 0.2]}\n"
                 "  objects:\n"
                 "    bodies:\n"
                 "      model:\n"
                 "        name: rigid_bodies\n"
                 "        bodies:\n"
                 "          ground: {shape: box, side: [4, 1, 4], position: [0, -0.5, 0], motion: "
                 "static, vanishes: 0.06}\n"
                 "          brick: {shape: box, side: [0.3, 0.2, 0.4], mass: 2, position: [0, 0.1, "
                 "0], vanishes: 0.04, damping: 0.3}\n"
                 "          ball: {shape: sphere, radius: 0.1, position: [0, 0.301, 0], velocity: "
                 "[0, -2, 1], angular_velocity: [1, 2, 3], appears: 0.02}\n"
                 "  interactions:\n"
                 "    touch: {name: %s, among: [bodies]}\n"
                 "  integrator: {name: %s}\n"
                 "  task: {name: run, dt: 0.004, horizon: 23}\n",
                 responses[r % 3], methods[r / 3]);
        folder_write("layers.yaml", text);
        assert_goes_on(
            &(subject){responses[r % 3], NULL, methods[r / 3], begin_layers, NULL, 0, 0});
    }
}

static void every_method_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    static const char *const models[][2] = {
        {"cosserat", "zeta=100 xi=0.3 phi=0.001 mass=10"},
        {"provot", "structural=30 shear=20 density=1"},
        {"bridson", "density=1"},
        {"nedel", "elasticity=30 density=1"},
    };
    for (size_t m = 0; m < trama_integrator_count(); m++)
        for (size_t i = 0; i < sizeof models / sizeof models[0]; i++)
            assert_goes_on(&(subject){models[i][0], models[i][1], trama_integrator_at(m)->name,
                                      begin_sheet, NULL, 0, 0});
}

static void every_interaction_goes_on_to_the_same_bits(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++)
        for (size_t i = 0; i < acting_sample_count(); i++)
            if (trama_interaction_find(acting_samples[i].interaction) && /* no plugin's */
                acting_fits(&acting_samples[i], trama_integrator_at(m)->name))
                assert_goes_on(&(subject){acting_samples[i].interaction, NULL,
                                          trama_integrator_at(m)->name, begin_acting,
                                          &acting_samples[i], 0, 0});
}

/* Each pair of steps takes as long as two of one size, and none is of that. */
static void steps_that_vary_go_on_to_the_same_bits(void **state)
{
    (void)state;
    for (size_t m = 0; m < trama_integrator_count(); m++)
        if (!trama_integrator_at(m)->implicit)
            assert_goes_on(&(subject){.name = "bridson",
                                      .settings = "density=1",
                                      .method = trama_integrator_at(m)->name,
                                      .begin = begin_sheet,
                                      .h = 0.002,
                                      .vary = 0.5});
}

typedef struct times {
    double t[HORIZON + 1];
} times;

static void see_time(void *context, const trama_view *view)
{
    ((times *)context)->t[view->system->iteration] = view->system->t;
}

static void steps_vary_by_pairs(void **state)
{
    (void)state;
    const subject s = {.name = "bridson", .settings = "density=1", .method = "symplectic_euler"};
    piece p = {0};
    trama_system *system;
    trama_integrator *integrator;
    trama_outcome outcome;
    trama_error error = {0};
    times seen;
    double most = 0.0;
    begin_sheet(&s, NULL, &p, &system, &integrator);
    const trama_run_spec spec = {
        .h = 0.002,
        .vary = 0.5,
        .horizon = HORIZON,
        .bounds = {TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY},
        .observe = see_time,
        .context = &seen};
    assert_int_equal(trama_run(system, integrator, &spec, &outcome, &error), TRAMA_OK);
    for (size_t i = 0; i + 1 < HORIZON; i += 2) {
        const double part = (seen.t[i + 1] - seen.t[i]) / 0.002 - 1.0;
        assert_true(fabs(seen.t[i + 2] - 0.002 * (double)(i + 2)) < 1e-15);
        assert_true(fabs(part) < 0.5 && part != 0.0);
        most = fmax(most, fabs(part));
    }
    assert_true(most > 0.3);
    piece_end(&p);
}

static trama_status refuse(void *context, const trama_archive *archive, trama_error *error)
{
    (void)context, (void)archive;
    return trama_fail(error, TRAMA_BAD_INPUT, "", "the disk is full");
}

/* A run of a sheet whose checkpoints are refused, or cannot be gone on from; iterations made. */
static long run_refused(trama_archive *from, trama_error *error)
{
    const subject s = {
        "provot", "structural=30 shear=20 density=1", "symplectic_euler", begin_sheet, NULL, 0, 0};
    piece p = {0};
    trama_system *system;
    trama_integrator *integrator;
    trama_outcome outcome;
    s.begin(&s, NULL, &p, &system, &integrator);
    const trama_checkpoints checkpoints = {.due = always, .keep = refuse, .from = from};
    const trama_run_spec spec = {
        .h = 0.004,
        .horizon = HORIZON,
        .bounds = {TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY, TRAMA_INFINITY},
        .checkpoints = &checkpoints};
    assert_int_equal(trama_run(system, integrator, &spec, &outcome, error), TRAMA_BAD_INPUT);
    const long iterations = system->iteration;
    piece_end(&p);
    return iterations;
}

static void a_checkpoint_that_cannot_be_kept_ends_the_run(void **state)
{
    (void)state;
    trama_error error = {0};
    assert_int_equal(run_refused(NULL, &error), 1);
    assert_string_equal(error.text, "the disk is full");
}

static void a_checkpoint_of_another_system_is_refused(void **state)
{
    (void)state;
    trama_error error = {0};
    trama_archive shorter = {.byte = calloc(1, 64), .size = 64, .capacity = 64};
    run_refused(&shorter, &error);
    assert_non_null(strstr(error.text, "is not of this system"));
    trama_archive_free(&shorter);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(cloth_air_and_bodies_together_go_on_to_the_same_bits,
                                        folder_enter, folder_leave),
        cmocka_unit_test_setup_teardown(bodies_that_come_and_go_go_on_to_the_same_bits,
                                        folder_enter, folder_leave),
        cmocka_unit_test(every_method_goes_on_to_the_same_bits),
        cmocka_unit_test(every_interaction_goes_on_to_the_same_bits),
        cmocka_unit_test(steps_that_vary_go_on_to_the_same_bits),
        cmocka_unit_test(steps_vary_by_pairs),
        cmocka_unit_test(a_checkpoint_that_cannot_be_kept_ends_the_run),
        cmocka_unit_test(a_checkpoint_of_another_system_is_refused),
    };
    return cmocka_run_group_tests_name("checkpoints", tests, NULL, NULL);
}
