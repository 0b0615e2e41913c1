/* A plugin that misbehaves when a case is planned or run is named, and changes no other case. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PLUGIN(name) TRAMA_PLUGINS "/" name ".so"

static const char example[] = PLUGIN("my_plugin");
static const char rounding[] = PLUGIN("rounds"), misbehaving[] = PLUGIN("unruly");

/* The built-in model is beside it, and must not be run either. */
static const char unruly_experiment[] = "experiment: unruly\n"
                                        "limits: {timeout: 0.5}\n"
                                        "case:\n"
                                        "  integrator: {name: symplectic_euler}\n"
                                        "  bounds: {displacement: 10}\n"
                                        "  task: {name: run, dt: 0.01, horizon: 5}\n"
                                        "sweep:\n"
                                        "  - grid: {model: [{name: unruly, way: WAY}, {name: "
                                        "oscillator}], task.dt: [0.01, 0.02, 0.03]}\n";

#define OTHER "plugin unruly changes the state of this process: "

/* The whole run ends before it has begun, with the plugin's name, where the case stands. */
static void plugin_that_misbehaves_in_create_is_named(void **state)
{
    (void)state;
    static const char *const ways[][2] = {
        {"abort", "plugin unruly crashes (signal 6, Aborted) while this case is planned"},
        {"exit", "plugin unruly exits (code "},
        {"hang", "plugin unruly does not end within 0.5 s while this case is planned"},
        {"fork", "plugin unruly starts another process while this case is planned"},
        {"leave", "plugin unruly starts another process while this case is planned"},
        {"round", "plugin unruly changes the arithmetic of this program: numbers are rounded"},
        {"chdir", OTHER "the current folder (chdir)"},
        {"limit", OTHER "its limits (setrlimit)"},
        {"umask", OTHER "the permissions of new files (umask)"},
        {"handle", OTHER "the handling of signals (signal, sigaction)"},
        {"block", OTHER "the blocked signals (sigprocmask)"},
        {"alarm", OTHER "a timer (alarm, setitimer)"},
        {"setenv", OTHER "environment variables (setenv)"},
        {"locale", OTHER "the locale (setlocale)"},
        {"close", OTHER "open files, closed or replaced"},
#if defined(__x86_64__) || defined(__aarch64__)
        {"flush",
         "plugin unruly changes the arithmetic of this program: denormal numbers are flushed"},
        {"trap", "plugin unruly changes the arithmetic of this program: "},
#endif
    };
    for (size_t i = 0; i < sizeof ways / sizeof ways[0]; i++) {
        experiment_write("unruly.yaml", unruly_experiment, EDITS("WAY", ways[i][0]));
        const shell_end end =
            shell_run(SHELL("run", "unruly.yaml", "-o", "unruly", "--plugin", misbehaving));
        assert_int_equal(end.code, 2);
        assert_string_equal(end.out, "");
        text_assert_has(end.err, "unruly.yaml:");
        text_assert_has(end.err, ways[i][1]);
        assert_ptr_equal(strchr(end.err, '\n'), end.err + strlen(end.err) - 1);
        assert_false(experiment_stands("unruly"));
    }
}

/* Which of the plugins of a case it was is not known: all are named, and no other. */
static void every_plugin_of_the_case_is_named(void **state)
{
    (void)state;
    folder_write("several.yaml",
                 "experiment: several\n"
                 "limits: {timeout: 5}\n"
                 "case:\n"
                 "  objects:\n"
                 "    wild: {model: {name: unruly, way: abort}}\n"
                 "    tame: {model: {name: oscillator}}\n"
                 "    upper: {model: {name: provot, structural: 10, density: 1}, scene: {grid: "
                 "{points: 3, side: 1}}}\n"
                 "    lower: {model: {name: provot, structural: 10, density: 1}, scene: {grid: "
                 "{points: 3, side: 1}}}\n"
                 "  interactions:\n"
                 "    rope: {name: my_tether, among: [upper, lower], stiffness: 1, length: 1}\n"
                 "  integrator: {name: METHOD}\n"
                 "  task: {name: run, dt: 0.01, horizon: 5}\n");
    static const char *const methods[][2] = {
        {"rounder", "plugin rounds or unruly or my_plugin crashes (signal 6, Aborted) while"},
        {"symplectic_euler", "plugin unruly or my_plugin crashes (signal 6, Aborted) while"},
    };
    for (size_t i = 0; i < 2; i++) {
        char command[100];
        snprintf(command, sizeof command, "sed s/METHOD/%s/ several.yaml > one.yaml",
                 methods[i][0]);
        assert_int_equal(system(command), 0);
        const shell_end end = shell_run(SHELL("run", "one.yaml", "--plugin", rounding, "--plugin",
                                              misbehaving, "--plugin", example));
        assert_int_equal(end.code, 2);
        text_assert_has(end.err, methods[i][1]);
    }
}

/* One that forks in a step too: what the copy does is no result. */
static void plugin_that_behaves_is_run(void **state)
{
    (void)state;
    static const char *const ways[] = {"well", "fork_later"};
    for (size_t i = 0; i < 2; i++) {
        experiment_write("unruly.yaml", unruly_experiment, EDITS("WAY", ways[i]));
        const shell_end end = shell_run(
            SHELL("run", "unruly.yaml", "-o", ways[i], "-j", "1", "--plugin", misbehaving));
        assert_int_equal(end.code, 0);
        text_assert_has(end.err, "6 cases done, results in ");
        assert_null(strstr(end.err, "crashed"));
        char folder[60];
        snprintf(folder, sizeof folder, "%s/unruly/cases", ways[i]);
        assert_int_equal(experiment_list(folder, ".h5")->count, 6);
    }
}

/* What a plugin leaves changed at the end of a case fails the case, and no other one. */
/* And alone: what is run in the same process after it has the bits that it has by itself. */
static void case_that_changes_the_rounding_fails(void **state)
{
    (void)state;
    folder_write("rounding.yaml", "experiment: rounding\n"
                                  "case:\n"
                                  "  model: {name: oscillator}\n"
                                  "  bounds: {displacement: 10}\n"
                                  "  task: {name: run, dt: 0.01, horizon: 5}\n"
                                  "sweep:\n"
                                  "  - grid: {integrator.name: [rounder, symplectic_euler]}\n");
    const shell_end end =
        shell_run(SHELL("run", "rounding.yaml", "-o", "rounded", "-j", "1", "--plugin", rounding));
    assert_int_equal(end.code, 3);
    const experiment_names *files = experiment_list("rounded/rounding/cases", ".h5");
    assert_int_equal(files->count, 2);
    char path[2][160];
    for (size_t i = 0; i < 2; i++)
        snprintf(path[i], sizeof path[i], "rounded/rounding/cases/%s", files->name[i]);
    for (size_t i = 0; i < 2; i++)
        if (strcmp(experiment_text(path[i], &column_case_integrator), "rounder") == 0) {
            assert_string_equal(experiment_text(path[i], &column_case_status), "failed");
            text_assert_has(experiment_text(path[i], &column_case_message),
                            "numbers are rounded differently");
        } else {
            assert_string_equal(experiment_text(path[i], &column_case_status), "ok");
        }
    assert_int_equal(shell_run(SHELL("run", "rounding.yaml", "-o", "alone", "--plugin", rounding,
                                     "--only", "integrator.name == 'symplectic_euler'"))
                         .code,
                     0);
    char *after = experiment_digests("rounded/rounding/cases"),
         *alone = experiment_digests("alone/rounding/cases");
    assert_non_null(strstr(after, alone));
    free(after);
    free(alone);
}

/* The process could write its results elsewhere, or not at all: its case fails with the plugin's
 * name, in a file where it belongs, and the cases beside it are run. */
static void case_that_changes_what_the_program_works_in_fails(void **state)
{
    (void)state;
    static const char *const ways[][2] = {
        {"chdir_later", "the current folder (chdir)"},
        {"limit_later", "its limits (setrlimit)"},
    };
    for (size_t i = 0; i < 2; i++) {
        size_t failed = 0;
        experiment_write("unruly.yaml", unruly_experiment,
                         EDITS("timeout: 0.5", "timeout: 50", "WAY", ways[i][0]));
        const shell_end end = shell_run(
            SHELL("run", "unruly.yaml", "-o", ways[i][0], "-j", "1", "--plugin", misbehaving));
        assert_int_equal(end.code, 3);
        char folder[60], path[200];
        snprintf(folder, sizeof folder, "%s/unruly/cases", ways[i][0]);
        const experiment_names files = *experiment_list(folder, ".h5");
        assert_int_equal(files.count, 6);
        for (size_t k = 0; k < 6; k++) {
            snprintf(path, sizeof path, "%s/%s", folder, files.name[k]);
            if (strcmp(experiment_text(path, &column_case_status), "failed") != 0)
                continue;
            failed++;
            const char *message = experiment_text(path, &column_case_message);
            text_assert_has(message, "plugin unruly changed the state of the process: ");
            text_assert_has(message, ways[i][1]);
        }
        assert_int_equal(failed, 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(plugin_that_misbehaves_in_create_is_named),
        cmocka_unit_test(every_plugin_of_the_case_is_named),
        cmocka_unit_test(plugin_that_behaves_is_run),
        cmocka_unit_test(case_that_changes_the_rounding_fails),
        cmocka_unit_test(case_that_changes_what_the_program_works_in_fails),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
