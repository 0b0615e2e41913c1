/* Files as a whole are refused where their fault is: without cases, included, in what a sweep,
 * derive or exclude puts in or leaves, with a case twice, or by --only. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/plans.h"

#include <string.h>
#include <sys/stat.h>

static void a_file_without_cases_is_refused(void **state)
{
    (void)state;
    static const char *const table[][2] = {
        {"experiment: x\n", "case.yaml:1:1: the experiment has no case"},
        {"experiment: x\ncase: 5\n", "case.yaml:2:7: a case is a mapping"},
        {"- case\n", "case.yaml:1:1: not a mapping; allowed: a file of 'key: value'"},
        {"", "case.yaml:1:1: empty file; allowed: a mapping of 'key: value'"},
    };
    char *const files[] = {"case.yaml"};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        folder_write("case.yaml", table[i][0]);
        assert_string_equal(plans_refusal(files, 1, NULL), table[i][1]);
    }
}

/* The message names the file that holds the value, not the one that includes it. */
static void a_fault_in_an_included_file_is_placed_there(void **state)
{
    (void)state;
    char *const files[] = {"case.yaml"};
    mkdir("scenes", 0777);
    folder_write("scenes/bad.yaml", "grid: {points: 6, side: 10}\npins:\n  - {k: 0, l: 8}\n");
    experiment_write(
        "case.yaml", experiment_cloth,
        EDITS("scene:\n    grid: {points: [6, 6], side: [10, 10]}\n    gravity: [0, -9.8, 0]\n"
              "    damping: 0.2\n    pins:\n      - {k: 0, l: 0}\n      - {k: 0, l: -1}\n",
              "scene: {include: scenes/bad.yaml}\n"));
    assert_string_equal(plans_refusal(files, 1, NULL),
                        "scenes/bad.yaml:3:15: l 8 is outside the grid; allowed: 0 to 5, or -6 to "
                        "-1 from the end");
}

/* The value that the sweep puts in its place is right. */
static void what_a_sweep_or_derive_overrides_is_checked(void **state)
{
    (void)state;
    static const struct {
        const char *sweep, *from, *to, *message;
    } table[] = {
        {"sweep: [{grid: {model.zeta: [1, 2]}}]\ncase:", "zeta: 100", "zeta: stiff",
         "case.yaml:4:33: zeta: 'stiff' is not a number; allowed: at least 0 N/m"},
        {"sweep: [{zip: {model.xi: [1], model.zeta: [1]}}]\ncase:", "zeta: 100", "zeta: -1",
         "case.yaml:4:33: zeta: '-1' is out of range; allowed: at least 0 N/m"},
        {"sweep: [{grid: {integrator.name: [rk4]}}]\ncase:", "symplectic_euler", "rk5",
         "case.yaml:12:22: unknown integrator 'rk5'; nearest allowed: 'rk4'"},
        {"sweep: [{grid: {scene.pins: [[]]}}]\ncase:", "{k: 0, l: 0}", "{k: 0, L: 0}",
         "case.yaml:10:16: unknown key 'L'; allowed: k, l, skip, free, velocity, centre, "
         "angular_velocity, path, points, iterations, seconds, point_set, assumed"},
        {"derive: {task.horizon: 2 * 100}\ncase:", "horizon: 200", "horizon: 2.5",
         "case.yaml:14:38: horizon: '2.5' is not written as an integer; allowed: a whole number, "
         "from 1 to 1e+09"},
        /* right by itself, and without what that method alone takes */
        {"sweep: [{grid: {integrator: [{name: verlet, start: thesis}]}}]\ncase:", "x", "x",
         "(not refused)"},
    };
    char *const files[] = {"case.yaml"};
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        experiment_write("case.yaml", experiment_cloth,
                         EDITS("case:", table[i].sweep, table[i].from, table[i].to));
        assert_string_equal(plans_refusal(files, 1, NULL), table[i].message);
    }
}

static void an_exclude_that_leaves_nothing_is_refused_at_its_place(void **state)
{
    (void)state;
    char *const files[] = {"case.yaml"};
    experiment_write("case.yaml", experiment_cloth,
                     EDITS("case:", "exclude: [model.zeta > 1]\ncase:"));
    assert_string_equal(plans_refusal(files, 1, NULL),
                        "case.yaml:2:10: exclude leaves no case; allowed: conditions "
                        "under which at least one is left");
}

/* [[11, 12], [21, 22]] is what [11, 12, 21, 22] is. */
static void a_constant_of_two_directions_may_be_written_in_rows(void **state)
{
    (void)state;
    char id[2][33];
    static const char *const written[] = {"zeta: [100, 1, 1, 50]", "zeta: [[100, 1], [1, 50]]"};
    for (int i = 0; i < 2; i++) {
        experiment_write("case.yaml", experiment_cloth, EDITS("zeta: 100", written[i]));
        plan p = plans_load("case.yaml");
        memcpy(id[i], p.cases[0].id, sizeof id[i]);
        plan_free(&p);
    }
    assert_string_equal(id[0], id[1]);
}

static void a_case_that_comes_twice_is_refused(void **state)
{
    (void)state;
    char *const one[] = {"case.yaml"}, *const two[] = {"a.yaml", "a.yaml"};
    experiment_write("case.yaml", experiment_spring,
                     EDITS("[verlet, symplectic_euler, rk4]", "[verlet, rk4, verlet]"));
    experiment_write("a.yaml", experiment_cloth, NULL);
    const char *message = plans_refusal(one, 1, NULL);
    assert_ptr_equal(
        strstr(message, "case.yaml:8:43: experiment 'spring' has the same case twice ("), message);
    assert_non_null(strstr(message, "): a sweep repeats a value, or a file is given twice"));
    message = plans_refusal(two, 2, NULL);
    assert_ptr_equal(strstr(message, "a.yaml:3:3: experiment 'cloth' has the same case twice ("),
                     message);
}

static void a_fault_in_only_is_said_to_be_there(void **state)
{
    (void)state;
    static const struct {
        const char *only, *message;
    } table[] = {
        {"integrator.name ==",
         "--only: expression:19: unexpected end; allowed: a number, a text, a name or '('"},
        {"integratr.name == 'rk4'",
         "--only: expression:1: unknown name 'integratr.name'; nearest allowed: 'integrator'"},
        {"integrator.name", "--only: expression:1: a text; allowed: a condition"},
        {"", "--only: expression:1: unexpected end; allowed: a number, a text, a name or '('"},
    };
    char *const files[] = {"case.yaml"};
    experiment_write("case.yaml", experiment_spring, NULL);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_string_equal(plans_refusal(files, 1, table[i].only), table[i].message);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_without_cases_is_refused),
        cmocka_unit_test(a_fault_in_an_included_file_is_placed_there),
        cmocka_unit_test(what_a_sweep_or_derive_overrides_is_checked),
        cmocka_unit_test(an_exclude_that_leaves_nothing_is_refused_at_its_place),
        cmocka_unit_test(a_constant_of_two_directions_may_be_written_in_rows),
        cmocka_unit_test(a_case_that_comes_twice_is_refused),
        cmocka_unit_test(a_fault_in_only_is_said_to_be_there),
    };
    return cmocka_run_group_tests_name("plan: refused files", tests, folder_enter, folder_leave);
}
