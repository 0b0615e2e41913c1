/* The results of a run are the same however it was run, and results that exist are kept. A file
 * also holds every sample of a timing, and has a sidecar for its frames. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/threads.h"
#include "support/bench.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/springs.h"
#include "support/text.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>

/* Twelve cases of both models and three tasks, a fraction of a second. */
static void write_small_experiments(void)
{
    experiment_write("spring.yaml", experiment_spring,
                     EDITS("cap: 0.5", "cap: 0.5, late: 2, scan: 2"));
    experiment_write("cloth.yaml", experiment_cloth,
                     EDITS("case:",
                           "sweep:\n"
                           "  - grid:\n"
                           "      integrator.name: [symplectic_euler, verlet, rk4]\n"
                           "      task:\n"
                           "        - {name: stable_step, horizon: 100, search: {first: 0.01, "
                           "increment: 0.01, cap: 0.1}}\n"
                           "        - {name: equilibrium, horizon: 100, dt: 0.005, criteria: "
                           "{displacement: [1e-3, 1e-4]}}\n"
                           "        - {name: run, horizon: 40, dt: 0.01, frames: [0, 20, 40]}\n"
                           "case:"));
}

static void the_results_do_not_depend_on_the_number_of_workers(void **state)
{
    (void)state;
    static const char *const workers[] = {"1", "2", "4"};
    char *cloth[3], *spring[3], folder[64];
    write_small_experiments();
    for (size_t i = 0; i < 3; i++) {
        const shell_end end = shell_run(
            SHELL("run", "spring.yaml", "cloth.yaml", "-o", workers[i], "-j", workers[i]));
        text_assert_has(end.out, "9 ok, 3 not converged; next: trama table ");
        assert_int_equal(end.code, 0);
        snprintf(folder, sizeof folder, "%s/cloth/cases", workers[i]);
        assert_int_equal(experiment_list(folder, "")->count,
                         9 + 6); /* runs and equilibria: frames */
        cloth[i] = experiment_digests(folder);
        snprintf(folder, sizeof folder, "%s/spring/cases", workers[i]);
        assert_int_equal(experiment_list(folder, "")->count, 3);
        spring[i] = experiment_digests(folder);
        assert_string_equal(cloth[i], cloth[0]);
        assert_string_equal(spring[i], spring[0]);
    }
    for (size_t i = 0; i < 3; i++) {
        free(cloth[i]);
        free(spring[i]);
    }
}

typedef struct stamp {
    char name[80];
    ino_t file;
    struct timespec time;
} stamp;

static size_t stamps_of(const char *folder, stamp *stamps)
{
    const experiment_names *names = experiment_list(folder, ".h5");
    for (size_t i = 0; i < names->count; i++) {
        char path[256];
        struct stat status;
        snprintf(path, sizeof path, "%s/%s", folder, names->name[i]);
        assert_int_equal(stat(path, &status), 0);
        strcpy(stamps[i].name, names->name[i]);
        stamps[i].file = status.st_ino;
        stamps[i].time = status.st_mtim;
    }
    return names->count;
}

static bool same_stamp(const stamp *a, const stamp *b)
{
    return strcmp(a->name, b->name) == 0 && a->file == b->file &&
           a->time.tv_sec == b->time.tv_sec && a->time.tv_nsec == b->time.tv_nsec;
}

/* One of the cases is taken away: that one is run, the others are not touched. */
static void a_second_run_keeps_what_stands(void **state)
{
    (void)state;
    stamp before[8], after[8];
    char gone[256];
    experiment_write("spring.yaml", experiment_spring, NULL);
    shell_end end = shell_run(SHELL("run", "spring.yaml", "-o", "twice"));
    assert_int_equal(end.code, 0);
    assert_int_equal(stamps_of("twice/spring/cases", before), 3);
    snprintf(gone, sizeof gone, "twice/spring/cases/%s", before[1].name);
    assert_int_equal(remove(gone), 0);
    end = shell_run(SHELL("run", "spring.yaml", "-o", "twice"));
    assert_int_equal(end.code, 0);
    assert_non_null(strstr(end.err, "2 cases exist already\n[1/1] "));
    assert_non_null(strstr(end.err, "3 cases done, results in twice\n"));
    assert_int_equal(stamps_of("twice/spring/cases", after), 3);
    assert_true(same_stamp(&before[0], &after[0]) && same_stamp(&before[2], &after[2]));
    assert_false(same_stamp(&before[1], &after[1]));
    end = shell_run(SHELL("run", "spring.yaml", "-o", "twice"));
    assert_string_equal(end.err, "3 cases exist already\n3 cases done, results in twice\n");
    assert_int_equal(stamps_of("twice/spring/cases", before), 3);
    for (size_t i = 0; i < 3; i++)
        assert_true(same_stamp(&before[i], &after[i]));
}

static void timing_keeps_every_sample(void **state)
{
    (void)state;
    experiment_write(
        "timing.yaml", experiment_cloth,
        EDITS("experiment: cloth", "experiment: timing",
              "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}",
              "timing, dt: 0.001, iterations: 50, repeats: 7, warmup: 10"));
    char *digest[2];
    static const char *const folders[] = {"time1", "time2"};
    for (size_t i = 0; i < 2; i++) {
        char cases[64], path[256];
        assert_int_equal(shell_run(SHELL("run", "timing.yaml", "-o", folders[i])).code, 0);
        snprintf(cases, sizeof cases, "%s/timing/cases", folders[i]);
        snprintf(path, sizeof path, "%s/%s", cases, experiment_list(cases, ".h5")->name[0]);
        bundle b = experiment_read(path);
        const bundle_column *samples = bundle_get(&b, &column_sample);
        assert_int_equal(samples->rows, 7);
        assert_string_equal(samples->unit, "s");
        for (size_t s = 0; s < 7; s++)
            assert_true(samples->real[s] > 1e-8 && samples->real[s] < 1.0); /* s, not ns */
        assert_int_equal(bundle_integer(&b, column_sample_iterations.path, -1), 50);
        assert_int_equal(bundle_integer(&b, column_run_pinned.path, -1), bench_last_processor());
        assert_int_equal((int)bundle_real(&b, column_evaluations_per_iteration.path, 0.0), 1);
        assert_int_equal(bundle_integer(&b, column_nodes.path, -1), 36);
        bundle_free(&b);
        digest[i] = experiment_digests(cases);
    }
    assert_string_equal(digest[0], digest[1]); /* time is no result */
    free(digest[0]);
    free(digest[1]);
}

/* omega dt = 2: 0.2 s is the limit of verlet and symplectic Euler at omega = 10, and growth there
 * is linear only; rk4's is 0.2828 s. The detector is a displacement of 10 m. */
static void the_limit_of_a_spring_is_found(void **state)
{
    (void)state;
    static const struct {
        const char *integrator;
        double stable, unstable;
    } table[] = {{"verlet", 0.15, 0.25}, {"symplectic_euler", 0.15, 0.25}, {"rk4", 0.25, 0.3}};
    experiment_write("spring.yaml", experiment_spring, NULL);
    assert_int_equal(shell_run(SHELL("run", "spring.yaml", "-o", "limit")).code, 0);
    const experiment_names names = *experiment_list("limit/spring/cases", ".h5");
    assert_int_equal(names.count, 3);
    for (size_t i = 0; i < names.count; i++) {
        char path[256];
        snprintf(path, sizeof path, "limit/spring/cases/%s", names.name[i]);
        const char *integrator = experiment_text(path, &column_case_integrator);
        size_t row = 0;
        while (row < 3 && strcmp(table[row].integrator, integrator) != 0)
            row++;
        assert_in_range(row, 0, 2);
        const double stable = experiment_real(path, &column_dt_stable);
        const double unstable = experiment_real(path, &column_dt_unstable);
        assert_true(stable >= table[row].stable - 1e-12 && stable < unstable);
        assert_true(unstable <= table[row].unstable + 1e-12);
        assert_string_equal(experiment_text(path, &column_failure), "displacement");
    }
}

/* The path of the only case of experiment `name`, valid until the next call. */
static const char *only_case(const char *name)
{
    static char path[256];
    char folder[64];
    snprintf(folder, sizeof folder, "out/%s/cases", name);
    const experiment_names *names = experiment_list(folder, ".h5");
    assert_int_equal(names->count, 1);
    snprintf(path, sizeof path, "%s/%s", folder, names->name[0]);
    return path;
}

static void assert_frames(const char *name, const char *wanted, const int64_t *iteration,
                          size_t count)
{
    static const char task[] =
        "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";
    char file[64], run[128], title[64];
    snprintf(file, sizeof file, "%s.yaml", name);
    snprintf(title, sizeof title, "experiment: %s", name);
    snprintf(run, sizeof run, "run, dt: 0.01, horizon: 40, %s", wanted);
    experiment_write(file, experiment_cloth, EDITS("experiment: cloth", title, task, run));
    assert_int_equal(shell_run(SHELL("run", file, "-o", "out")).code, 0);
    bundle b = experiment_read(only_case(name));
    const bundle_column *frames = springs_column(&b, &column_frames_iteration);
    assert_int_equal(frames->rows, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(frames->integer[i], iteration[i]);
    bundle_free(&b);
}

/* `every` and `frames_every` do not divide the horizon, or are beyond it; a run may end before it.
 */
static void the_end_of_a_run_is_its_last_sample_and_its_last_frame(void **state)
{
    (void)state;
    static const struct {
        const char *task, *bounds;
        int64_t last;
    } runs[] = {
        {"run, dt: 0.01, horizon: 41, every: 7, frames_every: 9", "{strain: 1.0}", 41},
        {"run, dt: 0.01, horizon: 41, every: 1000, frames: [3]", "{strain: 1.0}", 41},
        {"run, dt: 0.01, horizon: 41, every: 1000, frames: [3]", "{displacement: 0.021}", 28},
    };
    static const char task[] =
        "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";
    for (size_t i = 0; i < sizeof runs / sizeof runs[0]; i++) {
        experiment_write("ends.yaml", experiment_cloth,
                         EDITS("experiment: cloth", "experiment: ends", task, runs[i].task,
                               "{strain: 1.0}", runs[i].bounds));
        folder_remove("out/ends");
        assert_int_equal(shell_run(SHELL("run", "ends.yaml", "-o", "out")).code, 0);
        bundle b = experiment_read(only_case("ends"));
        const bundle_column *frames = springs_column(&b, &column_frames_iteration),
                            *samples = bundle_find(&b, "/result/series/iteration");
        assert_int_equal(frames->integer[frames->rows - 1], runs[i].last);
        assert_true(samples->real[samples->rows - 1] == (double)runs[i].last);
        assert_true(samples->real[samples->rows - 2] < (double)runs[i].last);
        bundle_free(&b);
    }
}

static void the_frames_asked_for_and_the_last_are_kept_and_no_others(void **state)
{
    (void)state;
    assert_frames("early", "frames: [3, 17]", (int64_t[]){3, 17, 40}, 3);
    assert_frames("listed", "frames: [3, 17, 40]", (int64_t[]){3, 17, 40}, 3);
    assert_frames("regular", "frames_every: 20", (int64_t[]){0, 20, 40}, 3);
    assert_frames("both", "frames: [3, 20], frames_every: 20", (int64_t[]){0, 3, 20, 40}, 4);
}

/* The first mapping and later ones, and their first value and the others. */
static void every_assumed_value_is_recorded_with_its_reason(void **state)
{
    (void)state;
    static const char *const expected[][2] = {
        {"zeta", "a guess"}, {"damping", "nobody says"}, {"gravity", "on earth"}};
    experiment_write("guess.yaml", experiment_cloth,
                     EDITS("experiment: cloth", "experiment: guess", "zeta: 100",
                           "assumed: {zeta: a guess}, zeta: 100", "damping: 0.2",
                           "damping: 0.2\n    assumed: {damping: nobody says, gravity: on earth}"));
    assert_int_equal(shell_run(SHELL("run", "guess.yaml", "-o", "out")).code, 0);
    bundle b = experiment_read(only_case("guess"));
    const bundle_column *path = springs_column(&b, &column_config_assumed_path);
    const bundle_column *reason = springs_column(&b, &column_config_assumed_reason);
    assert_int_equal(path->rows, 3);
    for (size_t i = 0; i < 3; i++) {
        assert_string_equal(path->text[i], expected[i][0]);
        assert_string_equal(reason->text[i], expected[i][1]);
    }
    bundle_free(&b);
}

static void frames_have_a_sidecar_for_paraview(void **state)
{
    (void)state;
    static const char task[] =
        "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";
    experiment_write("film.yaml", experiment_cloth,
                     EDITS("experiment: cloth", "experiment: film", task,
                           "run, dt: 0.01, horizon: 40, frames: [0, 10, 40]"));
    assert_int_equal(shell_run(SHELL("run", "film.yaml", "-o", "out")).code, 0);
    assert_int_equal(experiment_list("out/film/cases", ".xdmf2")->count, 1);
    char path[256], item[256], text[16384] = "";
    snprintf(path, sizeof path, "out/film/cases/%s",
             experiment_list("out/film/cases", ".xdmf2")->name[0]);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    assert_true(fread(text, 1, sizeof text - 1, file) > 0);
    fclose(file);
    snprintf(item, sizeof item, "%.32s.h5:/frames/z</DataItem>", strrchr(path, '/') + 1);
    assert_non_null(strstr(text, item));
    assert_non_null(strstr(text, "<Time Value=\"0.40000000000000002\"/>"));
    assert_non_null(strstr(text, "\"2DSMesh\" Dimensions=\"6 6\""));
}

/* A case that was done before an interruption has its sidecar too. */
static void an_interrupted_run_has_the_sidecars_of_what_is_done(void **state)
{
    (void)state;
    static const char task[] =
        "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}";
    experiment_write("films.yaml", experiment_cloth,
                     EDITS("experiment: cloth", "experiment: films", task,
                           "run, dt: 0.01, horizon: 5, every: 1000000, frames: [0], energy: false",
                           "case:", "sweep: [{grid: {task.horizon: [5, 100000000]}}]\ncase:"));
    const shell_process process = shell_start(SHELL("run", "films.yaml", "-o", "out", "-j1"));
    experiment_await("out/films/cases", ".h5", 1);
    kill(process.pid, SIGINT);
    assert_int_equal(shell_wait(process).code, 130);
    assert_int_equal(experiment_list("out/films/cases", ".h5")->count, 1);
    assert_int_equal(experiment_list("out/films/cases", ".xdmf2")->count, 1);
}

/* As after a run that was killed, or that found the disk full, before it came to them. */
static void a_sidecar_that_is_missing_is_made_on_resuming(void **state)
{
    (void)state;
    char path[256];
    experiment_write(
        "again.yaml", experiment_cloth,
        EDITS("experiment: cloth", "experiment: again",
              "stable_step, horizon: 200, search: {first: 0.005, increment: 0.005, cap: 0.1}",
              "run, dt: 0.01, horizon: 5, frames: [0]"));
    assert_int_equal(shell_run(SHELL("run", "again.yaml", "-o", "out")).code, 0);
    snprintf(path, sizeof path, "out/again/cases/%s",
             experiment_list("out/again/cases", ".xdmf2")->name[0]);
    assert_int_equal(remove(path), 0);
    const shell_end end = shell_run(SHELL("run", "again.yaml", "-o", "out"));
    assert_string_equal(end.err, "1 case exists already\n1 case done, results in out\n");
    assert_true(experiment_stands(path));
}

/* As many as --threads says, and one unasked; a build without OpenMP takes no other number. */
static void the_threads_of_a_case_are_those_asked_for(void **state)
{
    (void)state;
    char asked[] = "2";
    const long threads = trama_threads_most() < 2 ? 1 : 2;
    asked[0] = (char)('0' + threads);
    springs_run("unasked", NULL);
    assert_int_equal(
        shell_run(SHELL("run", "spring.yaml", "-q", "-o", "asked", "--threads", asked)).code, 0);
    bundle one = experiment_read(springs_file("unasked", "verlet"));
    bundle more = experiment_read(springs_file("asked", "verlet"));
    assert_int_equal(springs_column(&one, &column_run_threads)->integer[0], 1);
    assert_int_equal(springs_column(&more, &column_run_threads)->integer[0], threads);
    bundle_free(&one);
    bundle_free(&more);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_results_do_not_depend_on_the_number_of_workers),
        cmocka_unit_test(a_second_run_keeps_what_stands),
        cmocka_unit_test(the_threads_of_a_case_are_those_asked_for),
        cmocka_unit_test(timing_keeps_every_sample),
        cmocka_unit_test(the_limit_of_a_spring_is_found),
        cmocka_unit_test(the_end_of_a_run_is_its_last_sample_and_its_last_frame),
        cmocka_unit_test(the_frames_asked_for_and_the_last_are_kept_and_no_others),
        cmocka_unit_test(every_assumed_value_is_recorded_with_its_reason),
        cmocka_unit_test(frames_have_a_sidecar_for_paraview),
        cmocka_unit_test(an_interrupted_run_has_the_sidecars_of_what_is_done),
        cmocka_unit_test(a_sidecar_that_is_missing_is_made_on_resuming),
    };
    record_begin();
    return cmocka_run_group_tests_name("engine: results", tests, folder_enter, folder_leave);
}
