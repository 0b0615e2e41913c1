/* Names of files and folders, and texts in files, that a shell, HDF5, gnuplot, XML or HTML would
 * take for something else work from run to report, or are refused in a line. None is executed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* As the folder of results, and in the name of the configuration file. */
static const char *const names[] = {
    "with spaces",    "it's",          "say \"hi\"",    "S\xc3\xa3o Jo\xc3\xa3o \xe6\xbc\xa2",
    "$(touch owned)", "`touch owned`", "a;touch owned", "a|b&c",
    "100%s%n",        "new\nline",     "back\\slash",   "#hash",
    "{brace}",        "<b>&amp;",
};

/* A label and a summary of the sort too. */
static void write_hostile(const char *file)
{
    static const char summary[] =
        "experiment: spring\nsummary: \"$(touch owned) '; system 'touch owned'\"\n";
    static const char label[] = "case:\n  labels: {simulation: \"S1'; system('touch owned'); "
                                "'$(touch owned)`touch owned`\"}\n";
    experiment_write(file, experiment_spring,
                     EDITS("experiment: spring\n", summary, "case:\n", label));
}

static void assert_ended(const char *name, const char *command, shell_end end)
{
    if (end.code != 0)
        fail_msg("%s with '%s': exit code %d: %s", command, name, end.code, end.err);
}

static void every_name_works_from_run_to_report(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof names / sizeof names[0]; i++) {
        char config[128], folder[128];
        snprintf(config, sizeof config, "%s.yaml", names[i]);
        snprintf(folder, sizeof folder, "results of %s", names[i]);
        write_hostile(config);
        assert_ended(names[i], "run", shell_run(SHELL("run", config, "-o", folder, "-q")));
        assert_ended(names[i], "verify", shell_run(SHELL("verify", folder)));
        assert_ended(names[i], "index", shell_run(SHELL("index", folder)));
        assert_ended(names[i], "table", shell_run(SHELL("table", folder)));
        if (i % 3 == 0) /* gnuplot takes its time */
            assert_ended(names[i], "plot", shell_run(SHELL("plot", folder)));
        assert_ended(names[i], "report", shell_run(SHELL("report", folder)));
        assert_false(experiment_stands("owned"));
        char page[256];
        snprintf(page, sizeof page, "%s/report.html", folder);
        assert_true(experiment_stands(page));
    }
}

/* What is not text, or too long for a path, is refused in one line. */
static void what_cannot_be_a_name_is_refused(void **state)
{
    (void)state;
    static char longest[5000];
    memset(longest, 'x', sizeof longest - 1);
    experiment_write("a.yaml", experiment_spring, NULL);
    const char *const folders[] = {longest, "a.yaml", "a.yaml/below"};
    for (size_t i = 0; i < sizeof folders / sizeof folders[0]; i++) {
        const shell_end end = shell_run(SHELL("run", "a.yaml", "-o", folders[i]));
        assert_int_equal(end.code, folders[i] == longest ? 2 : 4);
        assert_ptr_equal(strchr(end.err, '\n'), end.err + strlen(end.err) - 1);
    }
    experiment_write("b.yaml", experiment_spring, EDITS("experiment: spring", "experiment: ../up"));
    const shell_end end = shell_run(SHELL("run", "b.yaml", "-o", "out"));
    assert_int_equal(end.code, 2);
    assert_non_null(strstr(end.err, "cannot name a folder"));
    assert_false(experiment_stands("up"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_name_works_from_run_to_report),
        cmocka_unit_test(what_cannot_be_a_name_is_refused),
    };
    record_begin();
    return cmocka_run_group_tests_name("names", tests, folder_enter, folder_leave);
}
