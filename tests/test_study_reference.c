/* The closed form of a study stands beside what each case measures, and counts as nothing
 * published. */
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
#include <string.h>

/* omega h < 2 for leapfrog, 2 sqrt(2) for RK4 (Hairer and Wanner 1996, IV.2). The search rises by
 * 0.03 s, and then halves its bracket to 0.1 %. */
static const char whole[] =
    "experiment: steps\n"
    "study:\n"
    "  factors: {method: integrator.name, w: model.omega}\n"
    "  response: {column: dt_stable, unit: ms}\n"
    "  reference: {of: 2 * sqrt(power) / w, relative: 0.005}\n"
    "case:\n"
    "  labels: {power: 1}\n"
    "  model: {name: oscillator}\n"
    "  integrator: {name: rk4}\n"
    "  bounds: {displacement: 10}\n"
    "  task: {name: stable_step, horizon: 4000, search: {first: 0.03, increment: 0.03, cap: 0.5, "
    "tolerance: 0.001}}\n"
    "sweep:\n"
    "  - zip: {integrator.name: [rk4, leapfrog, leapfrog], model.omega: [10, 10, 20], "
    "labels.power: "
    "[2, 1, 2]}\n";

static void run_to(const char *folder, const char *only)
{
    const shell_end end = only ? shell_run(SHELL("run", "steps.yaml", "--only", only, "-o", folder))
                               : shell_run(SHELL("run", "steps.yaml", "-o", folder));
    if (end.code != 0)
        fail_msg("%s", end.err);
}

/* Steps of 0.2828 and 0.2 s come out; 2 sqrt(2)/20 is no limit of leapfrog's. A part of the cases
 * that is run later finds its own rows. */
static void each_case_stands_beside_its_closed_form(void **state)
{
    (void)state;
    folder_write("steps.yaml", whole);
    run_to("some", "model.omega == 20");
    run_to("some", NULL);
    const shell_end end = shell_run(SHELL("table", "some", "published", "--format", "csv"));
    const char *expected[] = {"rk4,dt_stable,s,0.2828427125,", "leapfrog,dt_stable,s,0.2,",
                              "leapfrog,dt_stable,s,0.1414213562,"};
    const char *verdict[] = {",reproduced,", ",reproduced,", ",not reproduced,"};
    for (size_t i = 0; i < 3; i++) {
        const char *row = strstr(end.out, expected[i]);
        char line[512] = "";
        if (!row)
            fail_msg("%s is not in %s", expected[i], end.out);
        snprintf(line, sizeof line, "%.*s", (int)strcspn(row, "\n"), row);
        if (!strstr(line, verdict[i]) || !strstr(line, ",theory,") ||
            !strstr(line, "closed form: 2 * sqrt(power) / w"))
            fail_msg("%s", line);
    }
}

static void it_counts_as_nothing_published(void **state)
{
    (void)state;
    const shell_end end = shell_run(SHELL("table", "some"));
    assert_int_equal(end.code, 0);
    assert_non_null(strstr(end.out, "✓"));
    assert_null(strstr(end.err, "published"));
    const shell_end table = shell_run(SHELL("table", "some", "published"));
    assert_non_null(strstr(table.out, "no: theory"));
}

static void what_is_no_closed_form_is_refused_at_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *from, *to, *message;
    } faults[] = {
        {"{of: 2 * sqrt(power) / w, relative: 0.005}", "[1]", "steps.yaml:5:14: reference is an"},
        {"{of: 2 * sqrt(power) / w, relative: 0.005}", "2 * x",
         "steps.yaml:5:14: expression, column 5"},
        {"{of: 2 * sqrt(power) / w, relative: 0.005}", "method",
         "steps.yaml:5:14: reference is a text"},
        {"relative: 0.005", "relatve: 1", "unknown key 'relatve'; nearest allowed: 'relative'"},
        {"  response: {column: dt_stable, unit: ms}\n", "", "a reference of no quantity"},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        experiment_write("steps.yaml", whole, EDITS(faults[i].from, faults[i].to));
        const shell_end end = shell_run(SHELL("run", "steps.yaml", "--dry-run"));
        assert_int_equal(end.code, 2);
        if (!strstr(end.err, faults[i].message))
            fail_msg("\"%s\" is not said but \"%s\"", faults[i].message, end.err);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_case_stands_beside_its_closed_form),
        cmocka_unit_test(it_counts_as_nothing_published),
        cmocka_unit_test(what_is_no_closed_form_is_refused_at_its_place),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
