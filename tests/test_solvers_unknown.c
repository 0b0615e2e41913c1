/* What is not known of a solver that is no method of the library is not said of it, and is no 0:
 * its order, its force evaluations, its stability, the processor time and the memory of another
 * process, and what it keeps from step to step beyond positions and velocities. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "solver/solver.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/piece.h"
#include "support/shell.h"
#include "support/text.h"

#include <glob.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PYTHON "/usr/bin/python3"
#define ENGINE(name, seconds)                                                                      \
    name "=" PYTHON " '" TRAMA_SOURCE_DIR "/tests/engines/counting.py' " seconds

static int set_up(void **state)
{
    return folder_enter(state);
}

/* A cloth of 2 x 2 nodes under `integrator`. */
static void write_case(const char *limits, const char *integrator, const char *task)
{
    char text[1024];
    snprintf(text, sizeof text,
             "experiment: small\n%s"
             "case:\n"
             "  model: {name: provot, mass: 0.1, structural: 50, shear: 50, sweeps: 0}\n"
             "  scene: {grid: {points: [2, 2], side: [1, 1]}}\n"
             "  task: {%s}\n"
             "sweep:\n"
             "  - grid: {model.structural: [50, 60, 70]}\n"
             "  - grid: {integrator.name: [%s]}\n",
             limits, task, integrator);
    folder_write("small.yaml", text);
}

static void skip_without_python(void)
{
    if (access(PYTHON, X_OK) != 0)
        skip();
}

static void a_task_that_looks_into_the_step_refuses_it(void **state)
{
    static const char *const refused[][2] = {
        {"name: predict, horizon: 20, every: 10", "other is not a method of the library"},
        {"name: advice", "other is not a method of the library"},
        {"name: stability_map", "other is not a method of the library"},
        {"name: memory", "other runs in a separate process, whose memory is not counted"},
    };
    (void)state;
    skip_without_python();
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        write_case("", "other", refused[i][0]);
        const shell_end ran =
            shell_run(SHELL("run", "small.yaml", "-o", "r", "--engine", ENGINE("other", "0")));
        assert_int_equal(ran.code, 2);
        text_assert_has(ran.err, refused[i][1]);
        text_assert_has(ran.err, "small.yaml:");
    }
}

static void assert_unsaid(const char *task, const results_column *const *column, size_t columns)
{
    write_case("", "other", task);
    const shell_end ran = shell_run(SHELL("run", "small.yaml", "-o", "unsaid", "--engine",
                                          ENGINE("other", "0"), "--again", "all", "--quiet"));
    if (ran.code != 0 && ran.code != 3)
        fail_msg("%s: %s", task, ran.err);
    glob_t files;
    assert_int_equal(glob("unsaid/small/cases/*/*.h5", 0, NULL, &files), 0);
    assert_true(files.gl_pathc > 0);
    for (size_t i = 0; i < files.gl_pathc; i++) {
        bundle b = experiment_read(files.gl_pathv[i]);
        for (size_t c = 0; c < columns; c++)
            if (bundle_get(&b, column[c]))
                fail_msg("%s says %s", task, column[c]->path);
        bundle_free(&b);
    }
    globfree(&files);
    folder_remove("unsaid");
}

static void orders_evaluations_and_foreign_processor_times_are_left_out(void **state)
{
    const results_column *const of_time[] = {&column_evaluations_per_iteration,
                                             &column_sample_processor_time};
    const results_column *const of_accuracy[] = {&column_steps_evaluations, &column_order_stated,
                                                 &column_accuracy_processor};
    (void)state;
    skip_without_python();
    assert_unsaid("name: timing, dt: 1e-3, iterations: 10, repeats: 2", of_time, 2);
    assert_unsaid("name: cost, dt: 1e-3, iterations: 10, repeats: 2", of_time, 2);
    assert_unsaid("name: accuracy, end: 0.01, dts: [1e-3, 5e-4], reference: {dt: 1e-4}",
                  of_accuracy, 3);
}

/* Each is started once: to say who it is, and then for all cases of the plan together. */
static void a_plan_starts_each_program_once(void **state)
{
    const char *const one = "one=/bin/sh -c 'echo x >> one; exec " PYTHON " \"" TRAMA_SOURCE_DIR
                            "/tests/engines/counting.py\" 0'";
    const char *const two = "two=/bin/sh -c 'echo x >> two; exec " PYTHON " \"" TRAMA_SOURCE_DIR
                            "/tests/engines/counting.py\" 0'";
    (void)state;
    skip_without_python();
    write_case("", "one, two", "name: run, dt: 1e-3, horizon: 3");
    const shell_end ran = shell_run(
        SHELL("run", "small.yaml", "-o", "plan", "--dry-run", "--engine", one, "--engine", two));
    assert_int_equal(ran.code, 0);
    const shell_end counted = shell_run_by("cat one two", SHELL(NULL));
    assert_string_equal(counted.out, "x\nx\n");
}

/* The command of this run, as one word to a shell. */
static void a_script_for_a_batch_system_has_the_engines(void **state)
{
    (void)state;
    skip_without_python();
    write_case("", "other", "name: run, dt: 1e-3, horizon: 3");
    const shell_end written = shell_run(SHELL("script", "slurm", "small.yaml", "-o", "batch",
                                              "--engine", ENGINE("other", "0 \"$(touch gone)\"")));
    assert_int_equal(written.code, 0);
    folder_write("batch.sh", written.out);
    const shell_end ran = shell_run_by(
        "SLURM_ARRAY_TASK_ID=1 SLURM_CPUS_PER_TASK=1 TRAMA_STEP=shard bash batch.sh && "
        "test ! -e gone",
        SHELL(NULL));
    if (ran.code != 0)
        fail_msg("code %d: %s\n%s", ran.code, ran.err, written.out);
}

/* --- what it keeps from step to step --- */

static off_t journal_size(void)
{
    glob_t files;
    struct stat about = {0};
    if (glob("cut/small/cases/*/*.part", 0, NULL, &files) == 0)
        stat(files.gl_pathv[0], &about);
    globfree(&files);
    return about.st_size;
}

/* Its state is not seen, so that a run cut short is made again from its start: the same bits. */
static void a_run_cut_short_ends_with_the_same_bits(void **state)
{
    const char *const engine = ENGINE("other", "0.002");
    long waited = 0;
    (void)state;
    skip_without_python();
    write_case("limits: {checkpoint_every: 5}\n", "other",
               "name: run, dt: 1e-3, horizon: 150, frames_every: 5");
    const shell_end whole =
        shell_run(SHELL("run", "small.yaml", "-o", "whole", "--engine", engine, "-j", "1"));
    if (whole.code != 0)
        fail_msg("%s", whole.err);
    shell_process p =
        shell_start(SHELL("run", "small.yaml", "-o", "cut", "--engine", engine, "-j", "1"));
    while (journal_size() < 6000)
        shell_pause(&waited);
    kill(p.pid, SIGKILL);
    shell_wait(p);
    const shell_end again =
        shell_run(SHELL("run", "small.yaml", "-o", "cut", "--engine", engine, "-j", "1"));
    if (again.code != 0)
        fail_msg("%s", again.err);
    char *expected = experiment_digests("whole/small/cases"),
         *found = experiment_digests("cut/small/cases");
    assert_string_equal(found, expected);
    free(expected);
    free(found);
}

/* --- a solver that counts the worlds that it makes, and in which nothing moves --- */

static size_t worlds;
static double time_of_world;

static trama_status open_world(void *self, const trama_problem *problem, const void *options,
                               trama_mapping *mapping, void **solver, trama_error *error)
{
    (void)problem, (void)options, (void)error;
    for (int f = 0; f < TRAMA_FEATURES; f++)
        mapping->taking[f] = TRAMA_TAKES;
    worlds++;
    time_of_world = 0.0;
    *solver = self;
    return TRAMA_OK;
}

static trama_step_status rest(void *solver, double h, trama_state *state)
{
    const trama_problem *problem = trama_solver_problem(*(trama_integrator **)solver);
    const size_t size = 3 * problem->nodes * sizeof(double);
    memcpy(state->position, problem->position, size);
    memcpy(state->velocity, problem->velocity, size);
    state->time = time_of_world += h;
    return TRAMA_STEP_OK;
}

static void close_world(void *solver)
{
    (void)solver;
}

static trama_integrator *resting;
static const trama_solver_type at_rest = {.name = "at_rest",
                                          .summary = "nothing moves",
                                          .reference = "",
                                          .version = 1,
                                          .own = "at rest",
                                          .own_version = "1",
                                          .precision = "float64",
                                          .open = open_world,
                                          .step = rest,
                                          .close = close_world,
                                          .self = &resting};

/* Positions do not tell: they are those of the start when it begins again. */
static void a_run_that_begins_again_is_a_new_world_even_at_rest(void **state)
{
    trama_scene_spec scene = {.grid = {.points = {2, 2}, .side = {1, 1}}};
    trama_error error;
    piece run;
    (void)state;
    assert_int_equal(trama_solver_register(&at_rest, &error), TRAMA_OK);
    scene.grid.axis[0][0] = scene.grid.axis[1][1] = 1.0;
    piece_begin(&run, &scene, "provot", "mass=0.4 sweeps=0", "at_rest", NULL);
    resting = run.integrator;
    piece_steps(&run, 1e-3, 3);
    const size_t before = worlds;
    piece_steps(&run, 1e-3, 3);
    assert_int_equal(worlds, before);
    trama_system_reset(run.system);
    trama_integrator_restart(run.integrator);
    piece_steps(&run, 1e-3, 3);
    assert_int_equal(worlds, before + 1);
    piece_end(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_that_looks_into_the_step_refuses_it),
        cmocka_unit_test(orders_evaluations_and_foreign_processor_times_are_left_out),
        cmocka_unit_test(a_plan_starts_each_program_once),
        cmocka_unit_test(a_script_for_a_batch_system_has_the_engines),
        cmocka_unit_test(a_run_cut_short_ends_with_the_same_bits),
        cmocka_unit_test(a_run_that_begins_again_is_a_new_world_even_at_rest),
    };
    return cmocka_run_group_tests(tests, set_up, folder_leave);
}
