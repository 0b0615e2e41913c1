/* If any single allocation fails, or all from one on, everything that the library and the runner do
 * ends with a status: no crash, no leak, and nothing wrong or half-written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "engine/execute.h"
#include "index/index.h"
#include "integrator/integrator.h"
#include "model/model.h"
#include "model/particle/gather.h"
#include "plan/plan.h"
#include "results/lock.h"
#include "results/text_buffer.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/record_sample.h"
#include "support/scarcity.h"
#include "task/task.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* HDF5 1.10.8 loses what it holds for a file in memory that cannot grow; LeakSanitizer, where it is
 * on, asks here what to leave out. */
const char *__lsan_default_suppressions(void); /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void)  /* NOLINT(bugprone-reserved-identifier) */
{
    return "leak:libhdf5";
}

/* Something that is tried with less and less memory. */
typedef struct attempt {
    bool (*make)(void *context); /* false: it said that there is no memory; may call scarcity_end */
    void *context;
    long stride; /* of the allocations that fail; 0: each in turn */
} attempt;

static bool make(const attempt *a, long at, bool all_after)
{
    const long live = scarcity_live();
    scarcity_begin(at, all_after);
    const bool made = a->make(a->context);
    scarcity_end();
    if (scarcity_live() != live)
        fail_msg("%ld blocks are lost where allocation %ld fails", scarcity_live() - live, at);
    return made;
}

/* Returns how many allocations it takes. */
static long starve(const attempt *a)
{
    const long stride = a->stride > 0 ? a->stride : 1;
    assert_true(make(a, 0, false));
    const long needed = scarcity_end();
    for (long at = 1; at <= needed; at += stride)
        for (int all_after = 0; all_after < 2; all_after++)
            if (make(a, at, all_after != 0))
                fail_msg("allocation %ld of %ld may fail and nobody says so", at, needed);
    return needed;
}

/* --- forces that several threads find: there are none in the small models below --- */

static size_t corners_of(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    (void)self;
    for (size_t c = 0; c < 4; c++)
        node[c] = (element + c) % 5;
    return 4;
}

static bool gather(void *context)
{
    const trama_elements elements = {.count = 7, .nodes = 5, .find = corners_of};
    trama_gather made;
    (void)context;
    const bool done = trama_gather_make(&elements, 4, 2, &made);
    trama_gather_free(&made);
    return done;
}

static void a_gathering_says_that_memory_is_short(void **state)
{
    (void)state;
    assert_int_equal(starve(&(attempt){.make = gather}), 4);
}

/* --- texts that are collected in memory --- */

static bool collect(void *context)
{
    enum { NUMBERS = 10000, BYTES = NUMBERS * 5 };
    text_buffer text;
    (void)context;
    for (int i = text_begin(&text) ? 0 : NUMBERS; i < NUMBERS; i++)
        fprintf(text.stream, "%04d\n", i);
    const bool whole = text_end(&text);
    scarcity_end();
    if (whole) {
        assert_int_equal(text.size, BYTES);
        assert_string_equal(text.data + BYTES - 5, "9999\n");
    }
    text_free(&text);
    return whole;
}

/* Measured: a block, the stream, and six times more room. */
static void a_text_is_whole_or_it_is_said_that_memory_is_short(void **state)
{
    (void)state;
    assert_in_range(starve(&(attempt){.make = collect}), 3, 20);
}

/* --- the library, by its registries --- */

static const char cloth_model[] = "cosserat, zeta: 100, xi: 0.3, phi: 0.001, mass: 10";
static const char square[] = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3\nf 1 3 4\n";
static const char short_run[] = "run, dt: 0.001, horizon: 3, frames: [0, 3]";
static const char plain_run[] = "run, dt: 0.001, horizon: 3";

/* What a task must be given. */
static const struct {
    const char *name, *values;
} task_values[] = {
    {"stable_step", "stable_step, horizon: 5, search: {first: 0.01, increment: 0.02, cap: 0.1, "
                    "scan: 1, late: 2, below: 1, tolerance: 0.1}"},
    {"equilibrium", "equilibrium, horizon: 5, dt: 0.001, criteria: {displacement: [1e-9], "
                    "kinetic: [1e-9], window: 2}"},
    {"timing", "timing, dt: 0.001, iterations: 2, repeats: 2, warmup: 1"},
    {"cost", "cost, dt: 0.001, iterations: 2, repeats: 2, warmup: 1"},
    {"run", short_run},
    {"accuracy", "accuracy, end: 0.01, dts: [0.005, 0.0025], repeats: 1, reference: {dt: 0.001}"},
    {"accurate_step", "accurate_step, law: 1, end: 0.01, search: {first: 0.01, finest: 0.005}, "
                      "answer: {signal: excess}"},
    {"drift", "drift, dt: 0.001, horizon: 70"}, /* of an oscillator: it wants no damping */
    {"one_step", "one_step, dt: 0.001"},
    {"waves", "waves, dt: 0.001, horizon: 8, every: 1, direction: [0, 1, 0]"},
    {"passing", "passing, dt: 0.001, horizon: 3, distance: 1, height: 1, skip: 0"}, /* of bodies */
    {"predict", "predict, dt: 0.001, horizon: 4, every: 4, amplification: 1.1"},
    {"advice", "advice, iterations: 10, looks: 1, samples: 1, steps: 1, spectrum: {products: 10}"},
    {"stability_map", "stability_map, omega_points: 2, c_points: 2, rays: 2"},
};

/* "name, field: 1, ..." with a mass and every field that has no default; the cloth of these tests
 * as it is. */
static const char *values_of_model(const trama_model_type *model)
{
    static char text[1024];
    if (strcmp(model->name, "cosserat") == 0)
        return cloth_model;
    snprintf(text, sizeof text, "%s", model->name);
    if (strcmp(model->name, "fem_cloth") == 0)
        strcat(text, ", young_thickness: 100, poisson: 0.3");
    for (size_t i = 0; i < model->parameters.count; i++) {
        const trama_field *field = &model->parameters.field[i];
        const bool wanted = field->required || strcmp(field->name, "mass") == 0;
        if (wanted && strlen(text) + strlen(field->name) < sizeof text - 8)
            sprintf(text + strlen(text), ", %s: 1", field->name);
    }
    return text;
}

static const char *values_of_task(const char *name)
{
    for (size_t i = 0; i < sizeof task_values / sizeof task_values[0]; i++)
        if (strcmp(task_values[i].name, name) == 0)
            return task_values[i].values;
    return name;
}

/* Models that are no sheet, each beside an oscillator. */
static const struct {
    const char *model, *object;
} object_of[] = {
    {"lattice", "model: {name: lattice, mass: 1}, scene: {lattice: {points: 2, side: 0.2}}"},
    {"soft_body", "model: {name: soft_body, young: 1000, poisson: 0.3, density: 1}, scene: {body: "
                  "{form: box, side: [1, 1, 1], cells: 1}}"},
    {"plane", "model: {name: plane}"},
    {"sphere", "model: {name: sphere, radius: 0.4}"},
    {"box", "model: {name: box, low: [-1, 0, 0], high: [1, 1, 1]}"},
    {"table", "model: {name: table, side: [1, 1], points: [2, 2]}"},
    {"round_table", "model: {name: round_table, radius: 0.3, points: 3}"},
    {"sphere_mesh", "model: {name: sphere_mesh, radius: 0.4, points: [4, 4]}"},
    {"box_mesh", "model: {name: box_mesh, low: [-1, 0, 0], high: [1, 1, 1], points: [2, 2, 2]}"},
    {"mesh_obstacle", "model: {name: mesh_obstacle, mesh: {file: square.obj}}"},
    {"rigid_bodies", "model: {name: rigid_bodies, bodies: {one: {shape: sphere, radius: 0.1, mass: "
                     "1}, two: {shape: sphere, radius: 0.1, mass: 1, position: [1, 0, 0]}, three: "
                     "{shape: box, side: [1, 1, 1], mass: 1, position: [2, 0, 0]}}}"},
};

static const char *files[] = {"scarce.yaml"};

static bool write_object(const char *model, const char *task)
{
    for (size_t i = 0; i < sizeof object_of / sizeof object_of[0]; i++)
        if (strcmp(object_of[i].model, model) == 0) {
            char text[1024];
            snprintf(text, sizeof text,
                     "experiment: scarce\ncase:\n  objects:\n    thing: {%s}\n    beside: {model: "
                     "{name: oscillator, omega: 3}}\n  integrator: {name: verlet}\n  task: {name: "
                     "%s}\n",
                     object_of[i].object, task);
            folder_write(files[0], text);
            return true;
        }
    return false;
}

static void write_case(const char *model, const char *integrator, const char *task)
{
    char text[1024];
    snprintf(text, sizeof text,
             "experiment: scarce\ncase:\n  model: {name: %s}\n  integrator: {name: %s}\n  task: "
             "{name: %s}\n%s",
             model, integrator, task,
             strcmp(model, "oscillator") == 0
                 ? ""
                 : "  scene: {grid: {points: [4, 3], side: [1, 1]}, gravity: [0, -9.8, 0], pins: "
                   "[{k: 0, l: 0}]}\n  bounds: {strain: 1.0}\n");
    folder_write(files[0], text);
}

/* False where a model wants more than this test knows to give. */
static bool load(plan *p)
{
    config_error error;
    const bool loaded = plan_load((char *const *)files, 1, NULL, p, &error);
    if (!loaded)
        print_message("left out: %s\n", error.text);
    else
        assert_int_equal(p->case_count, 1);
    return loaded;
}

/* As engine/execute.c does it, but for the file. */
static bool measure(void *context)
{
    const plan_case *c = context;
    plan_made made;
    task_bench bench = {.the_case = c, .processor = -1};
    bundle results = {0};
    trama_error error = {0};
    trama_status status = plan_make(c, &made, &error);
    bench.system = made.system;
    if (status == TRAMA_OK)
        status = trama_integrator_create(c->integrator, c->integrator_parameters, bench.system,
                                         &bench.integrator, &error);
    if (status == TRAMA_OK)
        status = c->task->run(&bench, &results, &error);
    trama_integrator_destroy(bench.integrator);
    plan_unmake(&made);
    const bool whole = status == TRAMA_OK && !results.no_memory;
    bundle_free(&results);
    scarcity_end();
    if (status != TRAMA_OK && status != TRAMA_NO_MEMORY)
        fail_msg("status %d: %s %s", (int)status, error.path, error.text);
    return whole;
}

/* How many allocations the case that was written takes; 0: it is refused. */
static long starve_written(long stride)
{
    plan p;
    const bool loaded = load(&p);
    const attempt a = {.make = measure, .context = loaded ? &p.cases[0] : NULL, .stride = stride};
    const long needed = loaded ? starve(&a) : 0;
    plan_free(&p);
    return needed;
}

static long starve_case(const char *model, const char *integrator, const char *task, long stride)
{
    write_case(model, integrator, task);
    return starve_written(stride);
}

static void every_model_and_integrator_says_that_memory_is_short(void **state)
{
    (void)state;
    folder_write("square.obj", square);
    for (size_t i = 0; i < trama_model_count(); i++) {
        const trama_model_type *model = trama_model_at(i);
        if (!write_object(model->name, plain_run))
            write_case(values_of_model(model), "verlet", plain_run);
        if (starve_written(1) <= 10)
            fail_msg("%s was left out", model->name);
    }
    for (size_t i = 0; i < trama_integrator_count(); i++)
        assert_in_range(starve_case("oscillator", trama_integrator_at(i)->name, plain_run, 1), 10,
                        1000);
}

/* Advice makes and runs every method, and it and predictions step the linearised system: of their
 * many allocations only these fail here. All of a prediction's were tried once, and take half a
 * minute. */
enum { STRIDE_OF_ADVICE = 397, STRIDE_OF_PREDICT = 37 };

/* The tasks use every measure. */
static void tasks_say_that_memory_is_short(void **state)
{
    (void)state;
    for (size_t i = 0; i < trama_registry_count(&task_registry); i++) {
        const char *name = trama_registry_name(&task_registry, i);
        const char *model = strcmp(name, "drift") == 0 ? "oscillator" : cloth_model;
        const long stride = strcmp(name, "advice") == 0    ? STRIDE_OF_ADVICE
                            : strcmp(name, "predict") == 0 ? STRIDE_OF_PREDICT
                                                           : 1;
        if (strcmp(name, "passing") == 0)
            write_object("rigid_bodies", values_of_task(name));
        else
            write_case(model, "symplectic_euler", values_of_task(name));
        if (starve_written(stride) <= 10)
            fail_msg("%s was left out", name);
    }
}

static const char scene_of_all[] =
    "experiment: scarce\ncase:\n"
    "  model: {name: cosserat, zeta: 100, xi: 0.3, phi: 0.001, mass: 10}\n"
    "  scene:\n"
    "    grid: {points: [4, 3], side: [1, 1]}\n"
    "    point_sets: [{name: rod, points: [[0, 0, 0], [0, 0, 0.5]], centre: [0, 0, 0], "
    "angular_velocity: [0, 2, 0]}]\n"
    "    pins:\n"
    "      - {k: 0, l: [0, 1], point_set: rod}\n"
    "      - {k: 3, l: 2, path: [[0.001, 0, 0.1, 0], [0.002, 0, 0, 0]]}\n"
    "    stops: [{k: [1, 2], point: [0, -1, 0], normal: [0, 1, 0]}]\n"
    "    forces: [{k: [0, -1], force: [0, 0.01, 0]}]\n"
    "  integrator: {name: verlet}\n"
    "  task: {name: run, dt: 0.001, horizon: 3, energy: false}\n";

static const char scene_of_a_mesh[] =
    "experiment: scarce\ncase:\n"
    "  model: {name: bridson, mass: 1, coupling: 1, coupling_below: 0}\n"
    "  scene: {mesh: {file: square.obj}, pins: [{k: 0}]}\n"
    "  integrator: {name: bridson_mixed}\n"
    "  task: {name: run, dt: 0.001, horizon: 3, frames: [0, 3]}\n";

static bool load_plan(void *context);

/* Measured: plans of 57 and 71 allocations, runs of 167 and 216. */
static void scenes_of_every_kind_say_that_memory_is_short(void **state)
{
    (void)state;
    const char *const scenes[] = {scene_of_all, scene_of_a_mesh};
    folder_write("square.obj", square);
    for (size_t i = 0; i < sizeof scenes / sizeof scenes[0]; i++) {
        plan p;
        folder_write(files[0], scenes[i]);
        const long of_plan = starve(&(attempt){.make = load_plan});
        assert_true(load(&p));
        const long of_case = starve(&(attempt){.make = measure, .context = &p.cases[0]});
        assert_in_range(of_plan, 20, 1000);
        assert_in_range(of_case, 20, 1000);
        plan_free(&p);
    }
}

/* --- the runner --- */

static bool load_plan(void *context)
{
    (void)context;
    plan p;
    config_error error = {0};
    const bool loaded = plan_load((char *const *)files, 1, "task.dt > 0", &p, &error);
    scarcity_end();
    if (!loaded && !strstr(error.text, "memory"))
        fail_msg("that memory is short is not said: '%s'", error.text);
    plan_free(&p);
    return loaded;
}

/* With an include, a sweep of each kind, derived values, conditions. */
static void a_plan_says_that_memory_is_short(void **state)
{
    (void)state;
    folder_write("base.yaml",
                 "model: {name: cosserat, zeta: 100, xi: 0.3, phi: 0.001, mass: 10}\n");
    folder_write(files[0],
                 "experiment: scarce\nsummary: text\ncase:\n  include: base.yaml\n"
                 "  integrator: {name: verlet}\n"
                 "  task: {name: run, dt: 0.001, horizon: 3}\n"
                 "  scene: {grid: {points: [4, 3], side: [1, 1]}, pins: [{k: 0, l: 0}]}\n"
                 "sweep:\n  - grid: {model.xi: [0.1, 0.2], integrator.name: [verlet, rk4]}\n"
                 "  - zip: {task.horizon: [3, 4], task.every: [1, 2]}\n"
                 "exclude: [\"model.xi > 0.15 and integrator.name == 'rk4'\"]\n");
    assert_in_range(starve(&(attempt){.make = load_plan}), 100, 20000);
}

static bool execute(void *context)
{
    record_error error;
    execute_ending ending;
    const execute_way way = {.pinned = -1};
    remove("case.h5");
    const record_status status = execute_case(context, "case.h5", &way, &ending, &error);
    scarcity_end();
    assert_true(status == RECORD_OK || status == RECORD_NO_MEMORY);
    if (experiment_stands("case.h5"))
        assert_string_equal(experiment_text("case.h5", &column_case_status), ending.status);
    return status == RECORD_OK && strcmp(ending.status, "ok") == 0;
}

/* In the file, if there is memory for one; where it is short for the sidecar only, the file stands.
 */
static void a_case_says_that_memory_is_short(void **state)
{
    (void)state;
    plan p;
    write_case(cloth_model, "verlet", short_run);
    assert_true(load(&p));
    assert_in_range(starve(&(attempt){.make = execute, .context = &p.cases[0]}), 100, 5000);
    plan_free(&p);
}

static bool write_sample(void *context)
{
    record_error error;
    remove("sample.h5");
    const record_status status = record_write("sample.h5", context, &error);
    scarcity_end();
    assert_int_equal(status, error.status);
    assert_true(status == RECORD_OK || status == RECORD_NO_MEMORY);
    assert_int_equal(experiment_stands("sample.h5"), status == RECORD_OK);
    assert_int_equal(experiment_list(".", ".tmp")->count, 0);
    return status == RECORD_OK;
}

static bool read_sample(void *context)
{
    (void)context;
    bundle b = {0};
    record_error error;
    const record_status status = record_verify("sample.h5", NULL, &b, &error);
    scarcity_end();
    assert_true(status == RECORD_OK ||
                (status == RECORD_NO_MEMORY && strstr(error.text, "not enough memory")));
    assert_true(status == RECORD_OK || b.count == 0);
    bundle_free(&b);
    return status == RECORD_OK;
}

static void a_file_is_written_and_read_or_it_is_said_that_memory_is_short(void **state)
{
    (void)state;
    bundle b = sample_bundle();
    assert_in_range(starve(&(attempt){.make = write_sample, .context = &b}), 10, 5000);
    assert_true(write_sample(&b));
    assert_in_range(starve(&(attempt){.make = read_sample}), 10, 5000);
    bundle_free(&b);
}

static bool index_folder(void *context)
{
    (void)context;
    record_error error;
    record_lock lock;
    record_status status = record_lock_take("short", 1, 1, &lock, &error);
    if (status == RECORD_OK)
        status = record_index("short", true, &error);
    record_lock_release(&lock);
    return status == RECORD_OK;
}

static bool verify_index(void *context)
{
    (void)context;
    record_error error;
    const record_status status = index_verify("short", &error);
    scarcity_end();
    if (status != RECORD_OK && !strstr(error.text, "memory"))
        fail_msg("status %d: %s", status, error.text);
    return status == RECORD_OK;
}

static void an_index_is_whole_or_it_is_said_that_memory_is_short(void **state)
{
    (void)state;
    bundle b = sample_bundle();
    record_error error;
    mkdir("short", 0777);
    mkdir("short/cases", 0777);
    bundle_add_text(&b, "/case/id", "identity", "0a");
    bundle_add_text(&b, "/case/status", "how it ended", "ok");
    bundle_add_text(&b, "/labels/simulation", "label", "S1");
    bundle_add_real(&b, "/result/of/one", "m", "what it gave", 2.385);
    bundle_add_text(&b, "/result/outcome", "how it ended", "completed");
    assert_int_equal(record_write("short/cases/0a.h5", &b, &error), RECORD_OK);
    b.column[b.count - 5].text[0][1] = 'b'; /* of which the cache is read */
    assert_int_equal(record_write("short/cases/0b.h5", &b, &error), RECORD_OK);
    bundle_free(&b);
    assert_in_range(starve(&(attempt){.make = index_folder}), 20, 5000);
    assert_int_equal(experiment_list("short", ".tmp")->count, 0);
    assert_in_range(starve(&(attempt){.make = verify_index}), 20, 5000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_gathering_says_that_memory_is_short),
        cmocka_unit_test(a_text_is_whole_or_it_is_said_that_memory_is_short),
        cmocka_unit_test(every_model_and_integrator_says_that_memory_is_short),
        cmocka_unit_test(tasks_say_that_memory_is_short),
        cmocka_unit_test(scenes_of_every_kind_say_that_memory_is_short),
        cmocka_unit_test(a_plan_says_that_memory_is_short),
        cmocka_unit_test(a_case_says_that_memory_is_short),
        cmocka_unit_test(a_file_is_written_and_read_or_it_is_said_that_memory_is_short),
        cmocka_unit_test(an_index_is_whole_or_it_is_said_that_memory_is_short),
    };
    record_begin();
    return cmocka_run_group_tests_name("memory", tests, folder_enter, folder_leave);
}
