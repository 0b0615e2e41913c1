/* A sweep makes the cases that it should, in order. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/plans.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* "a verlet 1; a verlet 2; ...": label a, integrator and horizon of every case, in order. */
static char *order_of(const plan *p)
{
    char *text = calloc(p->case_count + 1, 64);
    assert_non_null(text);
    for (size_t i = 0; i < p->case_count; i++) {
        long horizon;
        config_error error;
        assert_true(config_integer(config_at(p->cases[i].tree, "task.horizon"), &horizon, &error));
        sprintf(text + strlen(text), "%s%s %s %ld", i ? "; " : "", plan_label(&p->cases[i], "a"),
                p->cases[i].integrator->name, horizon);
    }
    return text;
}

static void assert_order(const char *sweep, const char *only, const char *expected)
{
    experiment_write(
        "case.yaml", experiment_spring,
        EDITS("sweep:\n  - grid: {integrator.name: [verlet, symplectic_euler, rk4]}\n", sweep));
    plan p = plans_load_only("case.yaml", only);
    char *order = order_of(&p);
    assert_string_equal(order, expected);
    free(order);
    plan_free(&p);
}

static void a_grid_has_every_combination_and_the_last_varies_fastest(void **state)
{
    (void)state;
    assert_order("sweep:\n  - grid: {integrator.name: [verlet, rk4], task.horizon: [7, 8, 9]}\n",
                 NULL, " verlet 7;  verlet 8;  verlet 9;  rk4 7;  rk4 8;  rk4 9");
}

static void a_zip_goes_in_step(void **state)
{
    (void)state;
    assert_order("sweep:\n  - zip: {labels.a: [x, y], task.horizon: [7, 8]}\n", NULL,
                 "x verlet 7; y verlet 8");
}

static void entries_of_a_sweep_combine(void **state)
{
    (void)state;
    assert_order("sweep:\n  - zip: {labels.a: [x, y], task.horizon: [7, 8]}\n"
                 "  - grid: {integrator.name: [verlet, rk4]}\n",
                 NULL, "x verlet 7; x rk4 7; y verlet 8; y rk4 8");
}

static void no_sweep_is_one_case(void **state)
{
    (void)state;
    assert_order("", NULL, " verlet 100");
}

static void excluded_cases_are_left_out(void **state)
{
    (void)state;
    assert_order("sweep:\n  - grid: {integrator.name: [verlet, rk4], task.horizon: [7, 8, 9]}\n"
                 "exclude:\n  - integrator.name == 'rk4' and task.horizon > 7\n"
                 "  - task.horizon == 9\n",
                 NULL, " verlet 7;  verlet 8;  rk4 7");
}

static void values_are_derived_in_the_order_written(void **state)
{
    (void)state;
    assert_order("sweep:\n  - grid: {model.omega: [2, 3]}\n"
                 "derive:\n  task.horizon: round(2.5 * model.omega) * 10\n"
                 "  labels.a: task.horizon + 1\n",
                 NULL, "51 verlet 50; 81 verlet 80");
}

static void a_derived_value_can_be_excluded(void **state)
{
    (void)state;
    assert_order("sweep:\n  - grid: {model.omega: [2, 3]}\n"
                 "derive: {task.horizon: model.omega * 10}\nexclude: [task.horizon == 20]\n",
                 NULL, " verlet 30");
}

static void only_keeps_what_it_says(void **state)
{
    (void)state;
    assert_order("sweep:\n  - grid: {integrator.name: [verlet, rk4], labels.a: [x, y]}\n",
                 "a == 'y' and integrator.name != 'rk4'", "y verlet 100");
}

/* What a sweep includes varies with the case: the seam through which scenes and materials come. */
static void a_sweep_may_vary_what_is_included(void **state)
{
    (void)state;
    folder_write("slow.yaml", "omega: 2\n");
    folder_write("fast.yaml", "omega: 50\n");
    experiment_write("case.yaml", experiment_spring,
                     EDITS("omega: 10", "damping: 0",
                           "integrator.name: [verlet, symplectic_euler, rk4]",
                           "model.include: [slow.yaml, fast.yaml]"));
    plan p = plans_load("case.yaml");
    assert_int_equal(p.case_count, 2);
    assert_non_null(strstr(p.cases[0].resolved, "\nmodel.omega = 0x1p+1\n"));
    assert_non_null(strstr(p.cases[1].resolved, "\nmodel.omega = 0x1.9p+5\n"));
    plan_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_grid_has_every_combination_and_the_last_varies_fastest),
        cmocka_unit_test(a_zip_goes_in_step),
        cmocka_unit_test(entries_of_a_sweep_combine),
        cmocka_unit_test(no_sweep_is_one_case),
        cmocka_unit_test(excluded_cases_are_left_out),
        cmocka_unit_test(values_are_derived_in_the_order_written),
        cmocka_unit_test(a_derived_value_can_be_excluded),
        cmocka_unit_test(only_keeps_what_it_says),
        cmocka_unit_test(a_sweep_may_vary_what_is_included),
    };
    return cmocka_run_group_tests_name("plan: sweeps", tests, folder_enter, folder_leave);
}
