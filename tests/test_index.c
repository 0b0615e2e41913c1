/* index.h5 is a cache: what it says is taken only of files that are as it says, `trama verify`
 * finds where it lies, and tables, figures and pages are the same to the byte without it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "results/columns/columns.h"
#include "results/config_digests.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/record_sample.h"
#include "support/shell.h"
#include "support/text.h"

#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define INDEX "out/spring/index.h5"

/* Three cases, which are stable up to steps of their own. */
static void run_study(void)
{
    experiment_write("spring.yaml", experiment_spring, NULL);
    assert_int_equal(
        shell_run_by("rm -rf out; exec \"$0\" \"$@\"", SHELL("run", "spring.yaml", "-o", "out"))
            .code,
        0);
}

static char *table(const char *name)
{
    const shell_end end = shell_run(SHELL("table", "out", name, "--format", "csv"));
    if (end.code != 0)
        fail_msg("%d: %s", end.code, end.err);
    return strdup(end.out);
}

static double number(const bundle_column *c, size_t row)
{
    return c->type == BUNDLE_REAL ? c->real[row] : (double)c->integer[row];
}

/* The path of the case in a row of the index. */
static void case_file(size_t row, char path[256])
{
    bundle index = experiment_read(INDEX);
    snprintf(path, 256, "out/spring/%s", bundle_get(&index, &column_index_file)->text[row]);
    bundle_free(&index);
}

/* The index with another value in a row of a column of reals. */
static void lie(const char *column, size_t row, double value)
{
    bundle index = experiment_read(INDEX);
    record_error error;
    bundle_find(&index, column)->real[row] = value;
    assert_int_equal(record_write(INDEX, &index, &error), RECORD_OK);
    bundle_free(&index);
}

static void set_time(const char *path, const struct stat *of, long seconds)
{
    struct timespec time[2] = {of->st_mtim, of->st_mtim};
    time[1].tv_sec += seconds;
    assert_int_equal(utimensat(AT_FDCWD, path, time, 0), 0);
}

static void verify_says(const char *what)
{
    const shell_end end = shell_run(SHELL("verify", "out"));
    assert_int_equal(end.code, 4);
    text_assert_has(end.out, INDEX ": lies: ");
    text_assert_has(end.out, what);
}

static void a_changed_value_is_a_lie_and_not_shown_of_a_file_that_was_touched(void **state)
{
    (void)state;
    struct stat about;
    char path[256];
    run_study();
    char *truth = table("dt_limits_other");
    lie("/result/dt_stable", 1, 0.0625);
    verify_says("/result/dt_stable of cases/");
    verify_says("and it says 0.0625; `trama index` makes it anew\n");
    case_file(1, path);
    assert_int_equal(stat(path, &about), 0);
    set_time(path, &about, 1);
    char *shown = table("dt_limits_other");
    assert_string_equal(shown, truth);
    assert_int_equal(shell_run(SHELL("verify", "out")).code, 0); /* it was made anew */
    free(shown);
    free(truth);
}

static double answer_of(const bundle *index, const char *column, size_t row)
{
    char path[64];
    snprintf(path, sizeof path, "/answer/%s", column);
    const bundle_column *c = bundle_find(index, path);
    assert_true(c && c->rows == 3 && c->real);
    return c->real[row];
}

/* The limit of RK4 on x'' = -omega^2 x is 2 sqrt 2 / omega, 282.8 ms, on a grid of 50 ms; those of
 * Verlet and symplectic Euler are 2 / omega. */
static void answers_are_those_of_the_study_that_stands(void **state)
{
    static const char *const asked[] = {"case:\n",
                                        "study: {response: {column: dt_unstable}}\ncase:\n", NULL};
    static const double theory[] = {200, 200, 282.8427};
    struct stat before, after;
    char path[256];
    (void)state;
    run_study();
    case_file(1, path);
    assert_int_equal(stat(path, &before), 0);
    bundle index = experiment_read(INDEX);
    for (size_t row = 0; row < 3; row++) {
        const double value = answer_of(&index, "value", row),
                     upper = answer_of(&index, "upper", row);
        assert_string_equal(bundle_find(&index, "/answer/quantity")->text[row], "dt_stable");
        assert_string_equal(bundle_find(&index, "/answer/unit")->text[row], "ms");
        assert_string_equal(bundle_find(&index, "/answer/word")->text[row], "");
        assert_true(value == answer_of(&index, "lower", row));
        assert_true(value <= theory[row] + 1e-9 && upper > theory[row] - 1e-9);
        assert_true(fabs(upper - value - 50) < 1e-9);
        assert_true(value == 1e3 * bundle_find(&index, "/result/dt_stable")->real[row]);
    }
    bundle_free(&index);
    experiment_write("spring.yaml", experiment_spring, asked);
    assert_int_equal(shell_run(SHELL("index", "spring.yaml", "-o", "out")).code, 0);
    index = experiment_read(INDEX);
    for (size_t row = 0; row < 3; row++) {
        assert_string_equal(bundle_find(&index, "/answer/quantity")->text[row], "dt_unstable");
        assert_string_equal(bundle_find(&index, "/answer/unit")->text[row], "ms");
        assert_true(answer_of(&index, "value", row) ==
                    1e3 * bundle_find(&index, "/result/dt_unstable")->real[row]);
    }
    bundle_free(&index);
    assert_int_equal(stat(path, &after), 0); /* no case was measured again */
    assert_true(before.st_ino == after.st_ino && before.st_mtime == after.st_mtime);
}

/* Three cloths come to rest by two criteria. What counts for each is the one that explains its
 * published iterations, whatever the others' is; without any, the finest that is met. */
#define RESTS                                                                                      \
    "case:\n"                                                                                      \
    "  model: {name: cosserat, zeta: 20, xi: 1e-4, phi: 0, density: 0.2}\n"                        \
    "  scene:\n"                                                                                   \
    "    grid: {points: [3, 3], side: [1, 1]}\n"                                                   \
    "    gravity: [0, -9.8, 0]\n"                                                                  \
    "    damping: 4\n"                                                                             \
    "    pins: [{k: 0, l: 0}, {k: 0, l: -1}]\n"                                                    \
    "  integrator: {name: symplectic_euler}\n"                                                     \
    "  task: {name: equilibrium, dt: 0.005, horizon: 6000, frames: false, criteria: "              \
    "{displacement: [1e-3, 1e-4], window: 10}}\n"                                                  \
    "sweep: [{zip: {labels.cloth: [a, b, c], scene.damping: [4, 5, 6]}}]\n"

static void the_criterion_that_fits_answers_for_each_subject(void **state)
{
    static const char compared[] =
        "experiment: rests\nstudy:\n  factors: {cloth: labels.cloth}\n"
        "  published: [{table: rests.csv, match: [cloth], compare: {rest_iterations: {column: n, "
        "relative: 0.01}}}]\n" RESTS;
    int64_t met[3][2];
    char path[256], published[256];
    (void)state;
    folder_write("rests.yaml", "experiment: rests\n" RESTS);
    assert_int_equal(shell_run(SHELL("run", "rests.yaml", "-o", "out")).code, 0);
    bundle index = experiment_read("out/rests/index.h5");
    for (size_t row = 0; row < 3; row++) {
        snprintf(path, sizeof path, "out/rests/%s",
                 bundle_get(&index, &column_index_file)->text[row]);
        bundle c = experiment_read(path);
        memcpy(met[row], bundle_get(&c, &column_criteria_iteration)->integer, sizeof met[row]);
        assert_true(met[row][0] > 0 && met[row][1] > met[row][0]);
        assert_true(answer_of(&index, "value", row) == (double)met[row][1]);
        assert_string_equal(bundle_find(&index, "/answer/marks")->text[row], "");
        bundle_free(&c);
    }
    bundle_free(&index);
    snprintf(published, sizeof published,
             "# source: made up\n# unit n 1\ncloth,n,kind\na,%d,printed\nb,%d,printed\n",
             (int)met[0][0], (int)met[1][1]);
    folder_write("rests.csv", published);
    folder_write("rests.yaml", compared);
    assert_int_equal(shell_run(SHELL("index", "rests.yaml", "-o", "out")).code, 0);
    index = experiment_read("out/rests/index.h5");
    assert_true(answer_of(&index, "value", 0) == (double)met[0][0]);
    assert_true(answer_of(&index, "value", 1) == (double)met[1][1]);
    assert_true(answer_of(&index, "value", 2) == (double)met[2][1]);
    bundle_free(&index);
}

/* Two cloths, each timed and brought to rest: the time to rest of the timed ones is that of an
 * iteration times those of the run that simulates the same. With a run of theirs lacking, only
 * whoever knows more than the index could say. */
static const char timed[] =
    "experiment: timed\n"
    "study: {factors: {cloth: labels.cloth}, response: {column: rest_time}}\n"
    "case:\n"
    "  model: {name: cosserat, zeta: 20, xi: 1e-4, phi: 0, density: 0.2}\n"
    "  scene:\n"
    "    grid: {points: [3, 3], side: [1, 1]}\n"
    "    gravity: [0, -9.8, 0]\n"
    "    damping: 4\n"
    "    pins: [{k: 0, l: 0}, {k: 0, l: -1}]\n"
    "  integrator: {name: symplectic_euler}\n"
    "sweep:\n"
    "  - zip: {labels.cloth: [a, b], scene.damping: [4, 6]}\n"
    "  - zip:\n"
    "      task:\n"
    "        - {name: equilibrium, dt: 0.005, horizon: 6000, frames: false, criteria: "
    "{displacement: 1e-3, window: 10}}\n"
    "        - {name: timing, dt: 0.005, iterations: 10, repeats: 1, blocks: 1, warmup: 1}\n";

static void a_timed_case_answers_with_the_rest_of_its_system(void **state)
{
    double iterations[2];
    (void)state;
    folder_write("timed.yaml", timed);
    assert_int_equal(shell_run(SHELL("run", "timed.yaml", "-o", "out", "--quiet")).code, 0);
    bundle index = experiment_read("out/timed/index.h5");
    for (size_t row = 0; row < 4; row++) {
        const double value = bundle_find(&index, "/answer/value")->real[row];
        char path[256];
        assert_string_equal(bundle_find(&index, "/answer/marks")->text[row], "");
        snprintf(path, sizeof path, "out/timed/%s",
                 bundle_get(&index, &column_index_file)->text[row]);
        bundle c = experiment_read(path);
        if (row % 2 == 0)
            iterations[row / 2] = (double)bundle_get(&c, &column_criteria_iteration)->integer[0];
        else
            assert_true(value ==
                        bundle_find(&c, "/quantity/iteration_time")->real[0] * iterations[row / 2]);
        assert_true(row % 2 == 1 || isnan(value)); /* no iteration of those is timed */
        bundle_free(&c);
    }
    assert_true(iterations[0] > 0 && iterations[1] > 0 && iterations[0] != iterations[1]);
    bundle_free(&index);
    assert_int_equal(shell_run_by("rm $(grep -l equilibrium -r out/timed/cases | head -n 1); "
                                  "exec \"$0\" \"$@\"",
                                  SHELL("index", "out"))
                         .code,
                     0);
    index = experiment_read("out/timed/index.h5");
    size_t left = 0;
    for (size_t row = 0; row < 4; row++)
        left += strcmp(bundle_find(&index, "/answer/marks")->text[row], "others") == 0;
    assert_int_equal(left, 2);
    bundle_free(&index);
}

/* A stranger's answers are believed where the rest of the index is, and found by verify. */
static void a_changed_answer_is_a_lie(void **state)
{
    (void)state;
    run_study();
    lie("/answer/value", 1, 62.5);
    verify_says("/answer/value of cases/");
    assert_int_equal(shell_run(SHELL("index", "out")).code, 0);
    assert_int_equal(shell_run(SHELL("verify", "out")).code, 0);
}

static void copy_column(const bundle_column *c, bundle *to)
{
    if (c->real)
        bundle_add_reals(to, c->path, c->unit, c->summary, c->real, c->rows, c->columns);
    else if (c->integer)
        bundle_add_integers(to, c->path, c->unit, c->summary, c->integer, c->rows, c->columns);
    else
        bundle_add_texts(to, c->path, c->summary, (const char *const *)c->text, c->rows);
}

/* As an earlier program wrote it: the answers are added at the next look. */
static void an_index_without_answers_gets_them(void **state)
{
    (void)state;
    record_error error;
    run_study();
    bundle index = experiment_read(INDEX), earlier = {0};
    for (size_t i = 0; i < index.count; i++)
        if (strncmp(index.column[i].path, "/answer/", 8) != 0)
            copy_column(&index.column[i], &earlier);
    assert_int_equal(record_write(INDEX, &earlier, &error), RECORD_OK);
    assert_int_equal(shell_run(SHELL("verify", "out")).code, 0); /* that is no lie */
    char *shown = table("dt_limits_other");
    bundle again = experiment_read(INDEX);
    for (size_t row = 0; row < 3; row++)
        assert_true(answer_of(&again, "value", row) == answer_of(&index, "value", row));
    bundle_free(&again);
    bundle_free(&index);
    bundle_free(&earlier);
    free(shown);
}

/* As an earlier program wrote it, which left the time to rest to whoever knows more: the answers
 * are the same, and `trama index` makes them anew. */
static void an_index_that_left_answers_to_others_is_renewed(void **state)
{
    static const char *const left[] = {"others", "others", "others", "others"};
    (void)state;
    record_error error;
    bundle earlier = {0};
    folder_write("timed.yaml", timed);
    assert_int_equal(shell_run_by("rm -rf out; exec \"$0\" \"$@\"",
                                  SHELL("run", "timed.yaml", "-o", "out", "--quiet"))
                         .code,
                     0);
    char *before = table("matrix");
    bundle index = experiment_read("out/timed/index.h5");
    for (size_t i = 0; i < index.count; i++) {
        const bundle_column *c = &index.column[i];
        if (strcmp(c->path, column_answer_marks.path) == 0)
            bundle_add_texts(&earlier, c->path, c->summary, left, 4);
        else
            copy_column(c, &earlier);
    }
    bundle_find(&earlier, "/answer/value")->real[1] = TRAMA_NAN;
    assert_int_equal(record_write("out/timed/index.h5", &earlier, &error), RECORD_OK);
    char *shown = table("matrix");
    assert_string_equal(shown, before);
    assert_int_equal(shell_run(SHELL("index", "out")).code, 0);
    bundle again = experiment_read("out/timed/index.h5");
    for (size_t row = 0; row < 4; row++)
        assert_string_equal(bundle_get(&again, &column_answer_marks)->text[row], "");
    assert_true(bundle_find(&again, "/answer/value")->real[1] ==
                bundle_find(&index, "/answer/value")->real[1]);
    assert_int_equal(shell_run(SHELL("verify", "out")).code, 0);
    bundle_free(&again);
    bundle_free(&earlier);
    bundle_free(&index);
    free(shown);
    free(before);
}

/* A case of another program version: the same size, the time of the first, another seal. */
static void a_replaced_file_is_read_though_its_time_is_the_same(void **state)
{
    (void)state;
    struct stat about;
    char path[256];
    record_error error;
    run_study();
    case_file(1, path);
    assert_int_equal(stat(path, &about), 0);
    bundle b = experiment_read(path);
    bundle_find(&b, "/result/dt_stable")->real[0] = 0.0625;
    assert_int_equal(record_write(path, &b, &error), RECORD_OK);
    set_time(path, &about, 0);
    verify_says("of cases/");
    char *shown = table("dt_limits_other");
    text_assert_has(shown, ",0.0625,");
    bundle index = experiment_read(INDEX);
    assert_true(bundle_find(&index, "/result/dt_stable")->real[1] == 0.0625);
    bundle_free(&index);
    bundle_free(&b);
    free(shown);
}

static void a_file_that_is_gone_is_missing(void **state)
{
    (void)state;
    char path[256];
    run_study();
    case_file(1, path);
    assert_int_equal(unlink(path), 0);
    verify_says("its row 2 is of cases/");
    char *shown = table("matrix");
    text_assert_has(shown, "missing");
    bundle index = experiment_read(INDEX);
    assert_string_equal(bundle_get(&index, &column_index_status)->text[1], "missing");
    bundle_free(&index);
    assert_int_equal(shell_run(SHELL("verify", "out")).code, 0);
    free(shown);
}

/* The index alone, without one file of those that it tells of. */
static void an_index_of_no_file_is_a_lie(void **state)
{
    (void)state;
    run_study();
    assert_int_equal(shell_run_by("rm -r out/spring/cases", SHELL("verify")).code, 0);
    verify_says("its row 1 is of cases/");
    assert_int_equal(shell_run(SHELL("table", "out")).code, 3);
    assert_int_equal(shell_run(SHELL("run", "spring.yaml", "-o", "out")).code, 0);
    assert_int_equal(shell_run(SHELL("verify", "out")).code, 0);
}

/* A column that is not there, of another type, or with a row too few is not believed. */
static void an_index_that_lacks_values_is_read_over(void **state)
{
    (void)state;
    run_study();
    char *truth = table("dt_limits_other");
    for (int k = 0; k < 3; k++) {
        bundle index = experiment_read(INDEX), forged = {0};
        record_error error;
        for (size_t i = 0; i < index.count; i++) {
            const bundle_column *c = &index.column[i];
            const bool is_it = strcmp(c->path, "/result/dt_stable") == 0;
            const char *const words[] = {"a", "b", "c"};
            if (is_it && k == 1)
                bundle_add_texts(&forged, c->path, c->summary, words, 3);
            else if (c->type == BUNDLE_REAL && !(is_it && k == 0))
                bundle_add_reals(&forged, c->path, c->unit, c->summary, c->real,
                                 c->rows - (is_it && k == 2), 1);
            else if (c->type == BUNDLE_INTEGER)
                bundle_add_integers(&forged, c->path, c->unit, c->summary, c->integer, c->rows, 1);
            else if (c->type == BUNDLE_TEXT)
                bundle_add_texts(&forged, c->path, c->summary, (const char *const *)c->text,
                                 c->rows);
        }
        assert_int_equal(record_write(INDEX, &forged, &error), RECORD_OK);
        verify_says(k == 0 ? "it lacks /result/dt_stable" : "/result/dt_stable is another column");
        char *shown = table("dt_limits_other");
        assert_string_equal(shown, truth);
        free(shown);
        bundle_free(&index);
        bundle_free(&forged);
        assert_int_equal(shell_run(SHELL("index", "out")).code, 0);
    }
    free(truth);
}

/* What is no HDF5 file any more, of the same size, time and seal. */
static void spoil(const char *path)
{
    struct stat about;
    assert_int_equal(stat(path, &about), 0);
    FILE *file = fopen(path, "r+b");
    assert_non_null(file);
    for (int i = 0; i < 512; i++)
        fputc('x', file);
    assert_int_equal(fclose(file), 0);
    set_time(path, &about, 0);
}

/* The tables of a study that compares nothing published, its rows as CSV, and the figure of folds,
 * for which it does not ask. */
static void case_files_are_not_opened_for_what_nobody_asks(void **state)
{
    (void)state;
    static const char script[] = "set -e; trama=$0\n"
                                 "show() {\n"
                                 "    rm -rf many/tables many/csv shown-$1; mkdir shown-$1\n"
                                 "    $trama table many >shown-$1/table 2>&1\n"
                                 "    $trama plot many folds >shown-$1/plot 2>&1 || true\n"
                                 "    $trama export many >shown-$1/export 2>&1\n"
                                 "    cp -r many/tables many/csv shown-$1\n"
                                 "}\n"
                                 "case $1 in\n"
                                 "before) $trama run many.yaml -o many >log 2>&1; show before;;\n"
                                 "after) show after; diff -r shown-before shown-after;;\n"
                                 "esac\n";
    static const char many[] = "experiment: many\n"
                               "case:\n"
                               "  model: {name: oscillator}\n"
                               "  integrator: {name: rk4}\n"
                               "  task: {name: run, dt: 0.01, horizon: 1}\n"
                               "sweep:\n"
                               "  - grid: {model.omega: [1, 2, 3], task.dt: [0.001, 0.01]}\n";
    experiment_write("many.yaml", many, NULL);
    shell_end end = shell_run_by(script, SHELL("before"));
    if (end.code != 0)
        fail_msg("%s%s", end.out, end.err);
    bundle index = experiment_read("many/many/index.h5");
    const bundle_column *file = bundle_get(&index, &column_index_file);
    assert_int_equal(file->rows, 6);
    const char *first = file->text[0]; /* says what files of its kind hold */
    for (size_t i = 1; i < file->rows; i++)
        first = strcmp(file->text[i], first) < 0 ? file->text[i] : first;
    for (size_t i = 0; i < file->rows; i++) {
        char path[256];
        snprintf(path, sizeof path, "many/many/%s", file->text[i]);
        if (file->text[i] != first)
            spoil(path);
    }
    bundle_free(&index);
    end = shell_run_by(script, SHELL("after"));
    if (end.code != 0)
        fail_msg("%s%s", end.out, end.err);
}

/* SHA-256 of the lines that are named, by Python's hashlib. */
static void a_configuration_has_digests_of_its_system_and_its_bounds(void **state)
{
    (void)state;
    static const char resolved[] = "experiment = x\nmodel.zeta = 0x1.9p+6\nbounds.strain = 0x1p-1\n"
                                   "task.dt = 1\nlabels.a = b\nintegrator.name = rk4\n";
    char digest[RECORD_SEAL + 1];
    config_part_digest(resolved, CONFIG_SYSTEM, digest);
    assert_string_equal(digest, "22b2fd4ad5ec1a1b16efca80d1d8f4d18ff3f4dacb91483b7a23d8831b2b2031");
    config_part_digest(resolved, CONFIG_BOUNDS, digest);
    assert_string_equal(digest, "43fb583c1ca12d2ec0f7d0459ef48f7a6ca6f96c90e753abbaac569dc6e291fb");
}

/* Cases of one frequency simulate the same, whatever their step, which is the task's here. */
static void the_index_says_which_cases_simulate_the_same(void **state)
{
    (void)state;
    bundle index = experiment_read("many/many/index.h5");
    const bundle_column *omega = bundle_find(&index, "/swept/model.omega");
    const bundle_column *system = bundle_get(&index, &column_config_system);
    const bundle_column *sources = bundle_get(&index, &column_config_sources);
    assert_non_null(system);
    assert_int_equal(system->rows, 6);
    for (size_t i = 0; i < 6; i++)
        for (size_t j = 0; j < 6; j++) {
            assert_int_equal(strcmp(system->text[i], system->text[j]) == 0,
                             number(omega, i) == number(omega, j));
            assert_string_equal(sources->text[i], sources->text[j]);
        }
    bundle_free(&index);
}

/* Everything that is shown, with the index, without it, where it cannot be written, and with one of
 * an earlier version, which has no facts of the files. */
static void nothing_that_is_shown_depends_on_the_index(void **state)
{
    (void)state;
    static const char script[] =
        "set -e; trama=$0\n"
        "trap '[ $? = 0 ] || tail -n 3 log shown-*/table shown-*/plot shown-*/report "
        "shown-*/export' EXIT\n"
        "for name in first-sweep equilibrium published timing largest-step; do\n"
        "    $trama run '" TRAMA_SOURCE_DIR "/examples/'$name.yaml -o all >log 2>&1\n"
        "done\n"
        "show() {\n"
        "    rm -rf all/tables all/plots all/csv shown-$1; mkdir shown-$1\n"
        "    $trama table all >shown-$1/table 2>&1\n"
        "    for t in runs dt_limits equilibrium timing matrix; do\n"
        "        $trama table all $t --format csv >>shown-$1/cells 2>&1 || true\n"
        "    done\n"
        "    $trama plot all >shown-$1/plot 2>&1\n"
        "    $trama report all -o shown-$1/page.html >shown-$1/report 2>&1\n"
        "    $trama export all --series >shown-$1/export 2>&1\n"
        "    cp -r all/tables all/csv shown-$1; cp all/plots/*.svg all/plots/*.dat shown-$1\n"
        "    sed -i \"s/shown-$1//\" shown-$1/report\n"
        "}\n"
        "show with; show again\n"
        "rm all/*/index.h5; show without\n"
        "rm all/*/index.h5; for e in all/*/; do mkdir -p \"$e/index.h5\"; done; show unwritten\n"
        "for w in again without unwritten; do diff -r shown-with shown-$w; done\n";
    const shell_end end = shell_run_by(script, SHELL(""));
    if (end.code != 0)
        fail_msg("%s%s", end.out, end.err);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_changed_value_is_a_lie_and_not_shown_of_a_file_that_was_touched),
        cmocka_unit_test(answers_are_those_of_the_study_that_stands),
        cmocka_unit_test(the_criterion_that_fits_answers_for_each_subject),
        cmocka_unit_test(a_timed_case_answers_with_the_rest_of_its_system),
        cmocka_unit_test(a_changed_answer_is_a_lie),
        cmocka_unit_test(an_index_without_answers_gets_them),
        cmocka_unit_test(an_index_that_left_answers_to_others_is_renewed),
        cmocka_unit_test(a_replaced_file_is_read_though_its_time_is_the_same),
        cmocka_unit_test(a_file_that_is_gone_is_missing),
        cmocka_unit_test(an_index_of_no_file_is_a_lie),
        cmocka_unit_test(an_index_that_lacks_values_is_read_over),
        cmocka_unit_test(case_files_are_not_opened_for_what_nobody_asks),
        cmocka_unit_test(a_configuration_has_digests_of_its_system_and_its_bounds),
        cmocka_unit_test(the_index_says_which_cases_simulate_the_same),
        cmocka_unit_test(nothing_that_is_shown_depends_on_the_index),
    };
    record_begin();
    return cmocka_run_group_tests_name("index", tests, folder_enter, folder_leave);
}
