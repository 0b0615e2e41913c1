/* The program loads plugins from its command line, or refuses them with a reason. The plugins are
 * real shared libraries (tests/plugins/, examples/plugin/). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define PLUGIN(name) TRAMA_PLUGINS "/" name ".so"
#define EXAMPLE TRAMA_SOURCE_DIR "/examples/plugin"

static const char experiment[] = EXAMPLE "/my_experiment.yaml";
static const char example[] = PLUGIN("my_plugin"), option[] = "--plugin=" PLUGIN("my_plugin");
static const char objects[] = EXAMPLE "/my_objects.yaml";
static const char rounding[] = PLUGIN("rounds"), turns[] = PLUGIN("turns");

/* ---- What is refused. */

static void assert_refused(const char *file, const char *text)
{
    const shell_end end = shell_run(SHELL("list", "models", "--plugin", file));
    assert_int_equal(end.code, 2);
    assert_string_equal(end.out, "");
    text_assert_has(end.err, "trama: plugin ");
    text_assert_has(end.err, file);
    text_assert_has(end.err, text);
    assert_ptr_equal(strchr(end.err, '\n'), end.err + strlen(end.err) - 1);
}

static void unfit_library_is_refused_in_one_line(void **state)
{
    (void)state;
    static const struct {
        const char *file, *text;
    } cases[] = {
        {PLUGIN("other_abi"), "was made for version 2 of the plugin interface; allowed: 3"},
        {PLUGIN("other_layout"), "was compiled with other headers than this program"},
        {PLUGIN("no_table"), "is not a plugin: it does not export trama_plugin_table"},
        {PLUGIN("missing_symbol"), "cannot be loaded: undefined symbol: trama_not_there"},
        {PLUGIN("clash"), "the integrator rk4 already exists"},
        {PLUGIN("hollow"), "the model hollow lacks a function: create, destroy"},
        {PLUGIN("blunt"), "the model blunt lacks a function: what has `nearest` needs `moves`"},
#if defined(__x86_64__)
        {PLUGIN("flushes"), "changes the arithmetic of this program: denormal numbers are flushed"},
#endif
        {"absent.so", "cannot be read: No such file or directory"},
        {"text.so", "cannot be loaded: "},
        {".", "is a folder; allowed: a shared library"},
        {"fifo.so", "is not a regular file; allowed: a shared library"},
        {"/dev/zero", "is not a regular file; allowed: a shared library"},
        {PLUGIN("aborts"), "crashes (signal 6, Aborted) while it is loaded"},
        {PLUGIN("exits"), "exits (code "},
        {PLUGIN("forks"), "starts another process while it is loaded"},
        {PLUGIN("hangs"), "does not end within 10 s while it is loaded"},
        {PLUGIN("no_list"), "states that it has 1 models, but number 1 is NULL"},
        {PLUGIN("empty_list"), "states that it has 2 integrators, but number 2 is NULL"},
        {PLUGIN("no_fields"), "the integrator idler states that it has 2 fields, but their table"},
        {PLUGIN("outside"), "the integrator idler has a field 'far' without "},
    };
    folder_write("text.so", "not a library\n");
    assert_int_equal(mkfifo("fifo.so", 0600), 0);
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
        assert_refused(cases[i].file, cases[i].text);
}

/* Some lengths the loader refuses; with others the library's pages end behind the file's. */
/* Without its symbols for debuggers, whose loss the loader would not miss. */
static void library_cut_short_is_refused(void **state)
{
    (void)state;
    char command[400];
    for (int percent = 0; percent < 90; percent += 15) {
        snprintf(command, sizeof command,
                 "strip -o cut.so %s && truncate -s $(($(stat -c %%s cut.so) * %d / 100)) cut.so",
                 example, percent);
        assert_int_equal(system(command), 0);
        assert_refused("cut.so", "trama: plugin cut.so c"); /* crashes, or cannot be loaded */
    }
}

static void plugin_given_twice_is_refused(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("list", "--plugin", example, option));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "is named my_plugin, as ");
}

static void option_without_a_file_is_refused(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("list", "--plugin"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "option --plugin needs a value");
}

static void without_the_plugin_what_it_brings_is_unknown(void **state)
{
    (void)state;
    shell_end end = shell_run(SHELL("run", experiment, "--dry-run"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "unknown model 'my_chains'");
    assert_int_equal(system("sed -e 's/my_chains, stiffness: 40, mass: 0.01/provot, structural: 40,"
                            " density: 1/' -e 's/my_verlet, //' " EXAMPLE
                            "/my_objects.yaml > tied.yaml"),
                     0);
    end = shell_run(SHELL("run", "tied.yaml", "--dry-run"));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "tied.yaml:");
    text_assert_has(end.err, "unknown interaction 'my_tether'");
    assert_int_equal(shell_run(SHELL("run", "tied.yaml", "--dry-run", "--plugin", example)).code,
                     0);
}

/* ---- What it brings. */

static void several_plugins_are_listed_behind_the_librarys_own(void **state)
{
    (void)state;
    shell_end end = shell_run(SHELL("list", "--plugin", example, "models", "--plugin", rounding));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "my_chains: rows of masses on springs");
    text_assert_has(end.out, "of each spring (at least 0 N/m; required)");
    assert_true(strstr(end.out, "my_chains") > strstr(end.out, "cosserat"));
    end = shell_run(SHELL("list", "interactions", "--plugin", example));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "my_tether: a rope between two nodes, slack up to its length");
    text_assert_has(end.out, "among 2 objects");
    text_assert_has(end.out, "L, up to which it is slack (at least 0 m; required)");
    assert_true(strstr(end.out, "my_tether") > strstr(end.out, "bouncing_contact"));
    end = shell_run(SHELL("--version", "--plugin", example));
    text_assert_has(end.out, "plugin    my_plugin 1, " PLUGIN("my_plugin") ", SHA-256 ");
}

static void run_example(const char *plugin, const char *folder, const char *workers)
{
    const shell_end end =
        shell_run(SHELL("run", experiment, "-o", folder, "-j", workers, "--plugin", plugin));
    if (end.code != 0)
        fail_msg("exit code %d: %s", end.code, end.err);
}

/* Prediction, search and record work on it as on any other: the limits of both methods, which move
 * positions alike, are predicted to 3 %. Measured 1.1 % at most. */
static void predictions_hold_on_a_plugins_model_and_method(void **state)
{
    (void)state;
    run_example(example, "predicted", "2");
    const experiment_names *files = experiment_list("predicted/my-experiment/cases", ".h5");
    assert_int_equal(files->count, 2);
    char path[2][160];
    for (size_t i = 0; i < 2; i++)
        snprintf(path[i], sizeof path[i], "predicted/my-experiment/cases/%s", files->name[i]);
    for (size_t i = 0; i < 2; i++) {
        assert_string_equal(experiment_text(path[i], &column_case_status), "ok");
        assert_string_equal(experiment_text(path[i], &column_case_model), "my_chains");
        assert_true(fabs(experiment_real(path[i], &column_predicted_ratio) - 1.0) < 0.03);
        assert_string_equal(experiment_text(path[i], &column_run_plugin_name), "my_plugin");
        assert_string_equal(experiment_text(path[i], &column_run_plugin_version), "1");
        assert_int_equal(strlen(experiment_text(path[i], &column_run_plugin_sha256)), 64);
        text_assert_has(experiment_text(path[i], &column_run_build), ", plugin my_plugin 1 (");
        text_assert_has(experiment_text(path[i], &column_config_resolved),
                        "model.plugin = my_plugin 1\n");
    }
}

/* The built-in methods are compared with the plugin's on the plugin's model; those that need a
 * tangent, which it has not, are refused by name. */
static void advice_is_given_on_a_plugins_model_and_method(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("advise", experiment, "--check", "--plugin", example));
    if (end.code != 0)
        fail_msg("exit code %d: %s", end.code, end.err);
    text_assert_has(end.out, "my_chains, 18 nodes, my_verlet");
    text_assert_has(end.out,
                    " my_verlet  "); /* its row; which one is recommended is a matter of times */
    text_assert_has(end.out, "\n  backward_euler ");
    text_assert_has(end.out, "the model my_chains has no tangent");
    text_assert_has(end.out, "\nUse ");
}

static void run_objects(const char *file, const char *folder)
{
    const shell_end end = shell_run(SHELL("run", file, "-o", folder, "--plugin", example));
    if (end.code != 0)
        fail_msg("exit code %d: %s", end.code, end.err);
}

/* The path of the case of that method. */
static const char *case_of(const char *cases, const char *method)
{
    static char path[200];
    const experiment_names *files = experiment_list(cases, ".h5");
    for (size_t i = 0; i < files->count; i++) {
        snprintf(path, sizeof path, "%s/%s", cases, files->name[i]);
        if (strcmp(experiment_text(path, &column_case_integrator), method) == 0)
            return path;
    }
    fail_msg("no case of %s in %s", method, cases);
    return NULL;
}

/* Slack at first, and taut once the chains have fallen; its state is the largest tension so far, at
 * every tenth step at least that which is seen. Its energy is that of its forces: what the budget
 * does not explain is little beside the 0.04 J that gravity gives. */
static void an_interaction_of_a_plugin_acts_and_is_recorded(void **state)
{
    (void)state;
    run_objects(objects, "tied");
    bundle b = experiment_read(case_of("tied/my-objects/cases", "my_verlet"));
    const bundle_column *tension = bundle_find(&b, "/result/series/left/tension"),
                        *strongest = bundle_find(&b, "/result/series/left/strongest"),
                        *excess = bundle_get(&b, &column_series_excess);
    assert_true(tension && strongest && excess);
    const size_t last = tension->rows - 1;
    assert_true(tension->real[0] == 0.0 && strongest->real[last] > 0.1);
    for (size_t i = 0; i <= last; i++) {
        assert_true(strongest->real[i] >= tension->real[i]);
        assert_true(i == 0 || strongest->real[i] >= strongest->real[i - 1]);
        assert_true(fabs(excess->real[i]) < 1e-3);
    }
    text_assert_has(bundle_text(&b, column_config_resolved.path, ""),
                    "interactions.left.plugin = my_plugin 1");
    assert_string_equal(bundle_text(&b, column_run_plugin_name.path, ""), "my_plugin");
    bundle_free(&b);
}

/* Two beads of 1 kg on a rope that is stretched by 0.1 m, which makes it a spring of 2 k 0.1 m =
 * 200 N/m: 20 rad/s at the start, by the tangent that the plugin gives. */
static void predictions_use_the_tangent_of_a_plugins_interaction(void **state)
{
    (void)state;
    folder_write(
        "beads.yaml",
        "experiment: beads\n"
        "case:\n"
        "  objects:\n"
        "    upper: {model: {name: lattice, mass: 1}, scene: {lattice: {points: 1}}}\n"
        "    lower: {model: {name: lattice, mass: 1}, scene: {lattice: {points: 1, origin: "
        "[0, -0.2, 0]}}}\n"
        "  interactions:\n"
        "    rope: {name: my_tether, among: [upper, lower], stiffness: 1000, length: 0.1}\n"
        "  integrator: {name: symplectic_euler}\n"
        "  bounds: {displacement: 0.5}\n"
        "  task: {name: predict, horizon: 100, every: 50, search: {first: 0.005, increment: "
        "0.005, cap: 1, tolerance: 0.01}}\n");
    run_objects("beads.yaml", "beads");
    const char *path = case_of("beads/beads/cases", "symplectic_euler");
    assert_string_equal(experiment_text(path, &column_tangent), "exact");
    assert_string_equal(experiment_text(path, &column_without), "");
    assert_true(fabs(experiment_real(path, &column_spectra_omega) - 20.0) < 1e-9);
}

static void results_do_not_depend_on_the_workers(void **state)
{
    (void)state;
    run_example(example, "one", "1");
    run_example(example, "two", "2");
    char *one = experiment_digests("one/my-experiment/cases");
    char *two = experiment_digests("two/my-experiment/cases");
    assert_string_equal(one, two);
    free(one);
    free(two);
}

/* A plugin compiled anew has another hash: its results stand, and are said to be stale. */
static void results_of_another_build_of_the_plugin_are_stale(void **state)
{
    (void)state;
    run_example(example, "stale", "1");
    assert_int_equal(system("cp " PLUGIN("my_plugin") " other.so && echo >> other.so"), 0);
    const shell_end end =
        shell_run(SHELL("run", experiment, "-o", "stale", "--plugin", "./other.so"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, "2 cases exist already; 2 of another build");
}

/* A script for Slurm gives its tasks the plugins that it was given. */
static void script_of_shards_loads_the_plugin_too(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("script", "slurm", experiment, "--plugin", example));
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, " --plugin " PLUGIN("my_plugin") " -o results ");
}

static void shards_of_a_plugins_cases_make_a_whole(void **state)
{
    (void)state;
    static const char *const shards[] = {"1/2", "2/2"};
    run_example(example, "whole", "1");
    for (size_t i = 0; i < 2; i++)
        assert_int_equal(shell_run(SHELL("run", experiment, "-o", "parts", "--shard", shards[i],
                                         "--plugin", example))
                             .code,
                         0);
    assert_int_equal(shell_run(SHELL("merge", experiment, "-o", "parts", "--plugin", example)).code,
                     0);
    char *whole = experiment_digests("whole/my-experiment/cases");
    char *parts = experiment_digests("parts/my-experiment/cases");
    assert_string_equal(whole, parts);
    free(whole);
    free(parts);
}

/* ---- As the README says it. */

/* Wherever the tree is: "a tree" stands for a path with spaces. */
static void makefile_of_the_example_builds_what_the_program_loads(void **state)
{
    (void)state;
    assert_int_equal(symlink(TRAMA_SOURCE_DIR, "a tree"), 0);
    assert_int_equal(
        system("cp " EXAMPLE "/* . && make -s CC=" TRAMA_C_COMPILER " TRAMA=\"$PWD/a tree\""), 0);
    const shell_end end =
        shell_run(SHELL("run", "my_experiment.yaml", "-o", "made", "--plugin", "./my_plugin.so"));
    assert_int_equal(end.code, 0);
    assert_int_equal(experiment_list("made/my-experiment/cases", ".h5")->count, 2);
}

/* ---- Units. */

static const char swinging[] = "experiment: swinging\n"
                               "case:\n"
                               "  model: {name: pendulum}\n"
                               "  integrator: {name: rk4}\n"
                               "  bounds: {displacement: 1}\n"
                               "  task: TASK\n";

/* An angle is no length: what is measured of it has its own unit, 1 if the model names none. */
static void angles_are_not_in_metres(void **state)
{
    (void)state;
    static const char to_rest[] =
        "{name: equilibrium, dt: 0.01, horizon: 1000, criteria: {displacement: 1e-3, "
        "displacement_rate: 1e-3}}";
    static const char accuracy[] = "{name: accuracy, end: 0.1, dts: [0.02, 0.01, 0.005], repeats: "
                                   "1, reference: {dt: 0.001}}";
    static const struct {
        const char *task, *path, *unit, *rate; /* rate: of the last element, where it is a text */
    } columns[] = {
        {"{name: run, dt: 0.01, horizon: 10, energy: false}", "/result/series/displacement", "rad",
         NULL},
        {"{name: run, dt: 10, horizon: 10, energy: false}", "/result/failure_value", "rad", NULL},
        {"{name: one_step, dt: 0.01}", "/result/position", "rad", NULL},
        {"{name: one_step, dt: 0.01}", "/result/velocity", "rad/s", NULL},
        {accuracy, "/result/steps/error_rms", "rad", NULL},
        {to_rest, "/result/criteria/unit", "1", "rad/s"},
        {to_rest, "/result/push/before", "rad", NULL},
    };
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
        for (int named = 0; named < 2; named++) {
            experiment_write("swinging.yaml", swinging,
                             EDITS("TASK", columns[i].task, "name: pendulum",
                                   named ? "name: pendulum" : "name: dial"));
            folder_remove("swung");
            assert_int_equal(
                shell_run(SHELL("run", "swinging.yaml", "-o", "swung", "--plugin", turns, "-q"))
                    .code,
                0);
            bundle b = experiment_read(case_of("swung/swinging/cases", "rk4"));
            const bundle_column *c = bundle_find(&b, columns[i].path);
            assert_non_null(c);
            const char *unit = columns[i].rate ? c->text[c->rows - 1] : c->unit;
            const char *right = columns[i].rate ? columns[i].rate : columns[i].unit;
            char expected[32];
            snprintf(expected, sizeof expected, "%s%s", named ? "rad" : "1", right + strlen("rad"));
            if (strcmp(unit, expected) != 0)
                fail_msg("%s of %s is in %s, not in %s", columns[i].path,
                         named ? "pendulum" : "dial", unit, expected);
            bundle_free(&b);
        }
}

static void rest_by_kinetic_energy_needs_masses(void **state)
{
    (void)state;
    static const char task[] =
        "{name: equilibrium, dt: 0.01, horizon: 9, criteria: {kinetic: 1e-9}}";
    experiment_write("swinging.yaml", swinging, EDITS("TASK", task));
    const shell_end end = shell_run(SHELL("run", "swinging.yaml", "--dry-run", "--plugin", turns));
    assert_int_equal(end.code, 2);
    text_assert_has(end.err, "swinging.yaml:6:");
    text_assert_has(end.err, "kinetic energy needs masses, and the model 'pendulum' has none");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(unfit_library_is_refused_in_one_line),
        cmocka_unit_test(library_cut_short_is_refused),
        cmocka_unit_test(plugin_given_twice_is_refused),
        cmocka_unit_test(option_without_a_file_is_refused),
        cmocka_unit_test(without_the_plugin_what_it_brings_is_unknown),
        cmocka_unit_test(several_plugins_are_listed_behind_the_librarys_own),
        cmocka_unit_test(predictions_hold_on_a_plugins_model_and_method),
        cmocka_unit_test(advice_is_given_on_a_plugins_model_and_method),
        cmocka_unit_test(an_interaction_of_a_plugin_acts_and_is_recorded),
        cmocka_unit_test(predictions_use_the_tangent_of_a_plugins_interaction),
        cmocka_unit_test(results_do_not_depend_on_the_workers),
        cmocka_unit_test(results_of_another_build_of_the_plugin_are_stale),
        cmocka_unit_test(angles_are_not_in_metres),
        cmocka_unit_test(rest_by_kinetic_energy_needs_masses),
        cmocka_unit_test(script_of_shards_loads_the_plugin_too),
        cmocka_unit_test(shards_of_a_plugins_cases_make_a_whole),
        cmocka_unit_test(makefile_of_the_example_builds_what_the_program_loads),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
