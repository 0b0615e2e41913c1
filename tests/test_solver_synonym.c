/* `solver` is another name of `integrator`: as a section of a case and of files that it includes,
 * and at the beginning of paths. The same case by either name has the same identity, and what is
 * recorded says `integrator`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define HEAD "experiment: named\n"
#define CASE                                                                                       \
    "  model: {name: oscillator, omega: 5}\n"                                                      \
    "  task: {name: run, dt: 0.001, horizon: 3, energy: false}\n"

/* Pairs of experiments, each of the same cases. */
static const struct {
    const char *by_integrator, *by_solver;
    const char *cases; /* as many files */
} pairs[] = {
    {HEAD "case:\n  integrator: {name: rk4}\n" CASE, HEAD "case:\n  solver: {name: rk4}\n" CASE,
     "1\n"},
    {HEAD "case:\n  integrator: {name: rk4}\n" CASE
          "sweep:\n  - grid: {integrator.name: [rk4, verlet]}\n",
     HEAD "case:\n  solver: {name: rk4}\n" CASE "sweep:\n  - grid: {solver.name: [rk4, verlet]}\n",
     "2\n"},
    /* one name in the case, the other in the sweep */
    {HEAD "case:\n  integrator: {name: bridson_mixed, tolerance: 1e-9}\n" CASE
          "sweep:\n  - zip: {integrator.start: [explicit, implicit], integrator.iterations: [7, "
          "8]}\n",
     HEAD "case:\n  integrator: {name: bridson_mixed, tolerance: 1e-9}\n" CASE
          "sweep:\n  - zip: {solver.start: [explicit, implicit], integrator.iterations: [7, 8]}\n",
     "2\n"},
    {HEAD "case:\n  integrator: {name: rk4}\n" CASE
          "sweep:\n  - grid: {integrator: [{name: rk4}, {name: verlet, start: thesis}]}\n",
     HEAD "case:\n  integrator: {name: rk4}\n" CASE
          "sweep:\n  - grid: {solver: [{name: rk4}, {name: verlet, start: thesis}]}\n",
     "2\n"},
    /* expressions may use either */
    {HEAD "case:\n  integrator: {name: rk4}\n" CASE
          "sweep:\n  - grid: {integrator.name: [rk4, verlet, velocity_verlet]}\n"
          "derive: {labels.method: integrator.name}\nexclude: [\"integrator.name == 'verlet'\"]\n",
     HEAD "case:\n  solver: {name: rk4}\n" CASE
          "sweep:\n  - grid: {solver.name: [rk4, verlet, velocity_verlet]}\n"
          "derive: {labels.method: solver.name}\nexclude: [\"solver.name == 'verlet'\"]\n",
     "2\n"},
    {HEAD "case:\n  integrator: {name: rk4}\n" CASE "sweep:\n  - grid: {labels.m: [rk4, verlet]}\n"
          "derive: {integrator.name: labels.m}\n",
     HEAD "case:\n  integrator: {name: rk4}\n" CASE "sweep:\n  - grid: {labels.m: [rk4, verlet]}\n"
          "derive: {solver.name: labels.m}\n",
     "2\n"},
    /* a label of that name is itself */
    {HEAD "case:\n  labels: {solver: mine}\n  integrator: {name: rk4}\n" CASE
          "sweep:\n  - grid: {integrator.name: [rk4, verlet]}\n"
          "exclude: [\"integrator.name == 'rk4' and solver == 'mine'\"]\n",
     HEAD "case:\n  labels: {solver: mine}\n  solver: {name: rk4}\n" CASE
          "sweep:\n  - grid: {solver.name: [rk4, verlet]}\n"
          "exclude: [\"integrator.name == 'rk4' and solver == 'mine'\"]\n",
     "1\n"},
    /* included files: what the case says counts */
    {HEAD "case:\n  include: rk4-integrator.yaml\n" CASE,
     HEAD "case:\n  include: rk4-solver.yaml\n" CASE, "1\n"},
    {HEAD "case:\n  include: rk4-integrator.yaml\n  integrator: {name: verlet}\n" CASE,
     HEAD "case:\n  include: rk4-solver.yaml\n  integrator: {name: verlet}\n" CASE, "1\n"},
    {HEAD "case:\n  include: rk4-integrator.yaml\n  integrator: {name: verlet}\n" CASE,
     HEAD "case:\n  include: rk4-integrator.yaml\n  solver: {name: verlet}\n" CASE, "1\n"},
    {HEAD "case:\n  include: rk4-integrator.yaml\n" CASE
          "sweep:\n  - grid: {integrator.name: [rk4, verlet]}\n",
     HEAD "case:\n  include: rk4-solver.yaml\n" CASE
          "sweep:\n  - grid: {solver.name: [rk4, verlet]}\n",
     "2\n"},
    /* within a section the word is another */
    {HEAD "case:\n  integrator: {name: backward_euler, solver: cholmod}\n  include: "
          "rk4-integrator.yaml\n" CASE,
     HEAD "case:\n  solver: {name: backward_euler, solver: cholmod}\n  include: "
          "rk4-solver.yaml\n" CASE,
     "1\n"},
};

static int set_up(void **state)
{
    if (folder_enter(state) != 0)
        return -1;
    folder_write("rk4-integrator.yaml", "integrator: {name: rk4}\n");
    folder_write("rk4-solver.yaml", "solver: {name: rk4}\n");
    return 0;
}

static void plan(const char *text, const char *folder)
{
    folder_write("named.yaml", text);
    const shell_end ran = shell_run(SHELL("run", "named.yaml", "-o", folder, "--quiet"));
    if (ran.code != 0)
        fail_msg("%s\n%s%s", text, ran.out, ran.err);
}

static void the_same_case_by_either_name_has_the_same_identity(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        plan(pairs[i].by_integrator, "a");
        plan(pairs[i].by_solver, "b");
        const shell_end count = shell_run_by("ls a/named/cases/*/*.h5 | wc -l", SHELL(NULL));
        assert_string_equal(count.out, pairs[i].cases);
        const shell_end same = shell_run_by("(cd a && find . -name '*.h5' | sort) >one; (cd b && "
                                            "find . -name '*.h5' | sort) >two; diff one two",
                                            SHELL(NULL));
        if (same.code != 0)
            fail_msg("%s\nother cases:\n%s%s", pairs[i].by_solver, same.out, same.err);
        folder_remove("a");
        folder_remove("b");
    }
}

static void both_are_refused_with_their_place(void **state)
{
    static const struct {
        const char *text, *said;
    } rows[] = {
        {HEAD "case:\n  integrator: {name: rk4}\n  solver: {name: rk4}\n" CASE,
         "both.yaml:4:3: 'solver' is a synonym of 'integrator', which is given too; allowed: "
         "one"},
        {HEAD "case:\n  solver: {name: rk4}\n  integrator: {name: rk4}\n" CASE,
         "both.yaml:3:3: 'solver' is a synonym of 'integrator', which is given too"},
        {HEAD "case:\n  include: twice.yaml\n" CASE,
         "twice.yaml:2:1: 'solver' is a synonym of 'integrator', which is given too"},
        {HEAD "case:\n  solver: {name: rk4}\n" CASE
              "sweep:\n  - grid: {integrator.name: [rk4, verlet]}\n  - grid: {solver.name: "
              "[verlet, rk4]}\n",
         "both.yaml:8:12: 'integrator.name' is already swept"},
        {HEAD "case:\n  solver: {name: rk5}\n" CASE, "both.yaml:3:18: unknown integrator 'rk5'"},
        {HEAD "case:\n  solvers: {name: rk4}\n" CASE, "both.yaml:3:3: unknown key 'solvers'"},
    };
    (void)state;
    folder_write("twice.yaml", "integrator: {name: rk4}\nsolver: {name: verlet}\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        folder_write("both.yaml", rows[i].text);
        const shell_end ran = shell_run(SHELL("run", "both.yaml", "-o", "r", "--quiet"));
        assert_int_equal(ran.code, 2);
        text_assert_has(ran.err, rows[i].said);
    }
}

static void a_study_and_a_choice_of_cases_take_it_too(void **state)
{
    (void)state;
    folder_write("study.yaml",
                 "experiment: study\nstudy:\n  question: which?\n  factors: {solver: solver.name}\n"
                 "  must_hold: \"solver == 'rk4'\"\n"
                 "case:\n  solver: {name: rk4}\n" CASE
                 "sweep:\n  - grid: {solver.name: [rk4, verlet, velocity_verlet]}\n");
    const shell_end ran = shell_run(SHELL("run", "study.yaml", "-o", "s", "--quiet", "--only",
                                          "solver.name != 'velocity_verlet'"));
    if (ran.code != 0)
        fail_msg("%s", ran.err);
    const shell_end cases = shell_run_by("ls s/study/cases/*/*.h5 | wc -l", SHELL(NULL));
    assert_string_equal(cases.out, "2\n");
    const shell_end shown = shell_run_by("grep -c 'solver\\.name' s/study/study.h5", SHELL(NULL));
    assert_string_equal(shown.out, "0\n");
}

/* Tables of results, which say `integrator`, are asked by either name: for cases, for columns and
 * in sums. A part of that name is itself. */
static void a_table_is_asked_by_either_name(void **state)
{
    static const struct {
        const char *only, *columns, *csv;
    } rows[] = {
        {"solver.name == 'rk4'", "task.horizon,solver.name",
         "task.horizon,solver.name\n3,rk4\n4,rk4\n"},
        {"solver == 'verlet' and task.horizon > 3", "task.horizon,solver",
         "task.horizon,solver\n4,verlet\n"},
        {"integrator.name == 'rk4' and task.horizon == 3", "solver.name", "solver.name\nrk4\n"},
    };
    (void)state;
    folder_write("asked.yaml", "experiment: asked\ncase:\n  integrator: {name: rk4}\n" CASE
                               "sweep:\n  - grid: {integrator.name: [rk4, verlet]}\n"
                               "  - grid: {task.horizon: [3, 4]}\n");
    const shell_end ran = shell_run(SHELL("run", "asked.yaml", "-o", "t", "--quiet"));
    if (ran.code != 0)
        fail_msg("%s", ran.err);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const shell_end end = shell_run(SHELL("table", "t", "--format", "csv", "--only",
                                              rows[i].only, "--columns", rows[i].columns));
        if (end.code != 0 || strcmp(end.out, rows[i].csv) != 0)
            fail_msg("%s, %s: %s%s", rows[i].only, rows[i].columns, end.out, end.err);
    }
    const shell_end unknown =
        shell_run(SHELL("table", "t", "--only", "solvers.name == 'rk4'", "--format", "csv"));
    assert_int_equal(unknown.code, 2);
    text_assert_has(unknown.err, "solvers.name");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_case_by_either_name_has_the_same_identity),
        cmocka_unit_test(both_are_refused_with_their_place),
        cmocka_unit_test(a_study_and_a_choice_of_cases_take_it_too),
        cmocka_unit_test(a_table_is_asked_by_either_name),
    };
    return cmocka_run_group_tests(tests, set_up, folder_leave);
}
