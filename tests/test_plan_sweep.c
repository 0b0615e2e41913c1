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

/* In doubles 0.3 / 1e-5 is 29999.999999999996 and 0.3 / 1e-4 is 2999.9999999999995. */
static void a_derived_number_is_the_integer_that_it_is_but_for_rounding(void **state)
{
    (void)state;
    assert_order("sweep:\n  - grid: {model.omega: {from: 1e-5, to: 1e-3, count: 3, spacing: log}}\n"
                 "derive: {task.horizon: 0.3 / model.omega}\n",
                 NULL, " verlet 30000;  verlet 3000;  verlet 300");
    assert_order("sweep:\n  - grid: {model.omega: [1]}\nderive: {task.horizon: 5 + 4e-9}\n", NULL,
                 " verlet 5");
}

static void a_derived_value_can_be_excluded(void **state)
{
    (void)state;
    assert_order("sweep:\n  - grid: {model.omega: [2, 3]}\n"
                 "derive: {task.horizon: model.omega * 10}\nexclude: [task.horizon == 20]\n",
                 NULL, " verlet 30");
}

/* The value of `path` in every case. */
static void values_of(const char *sweep, const char *path, double *value, size_t count)
{
    experiment_write(
        "case.yaml", experiment_spring,
        EDITS("sweep:\n  - grid: {integrator.name: [verlet, symplectic_euler, rk4]}\n", sweep));
    plan p = plans_load_only("case.yaml", NULL);
    assert_int_equal(p.case_count, count);
    for (size_t i = 0; i < count; i++) {
        config_error error;
        assert_true(config_real(config_at(p.cases[i].tree, path), &value[i], &error));
    }
    plan_free(&p);
}

static void a_range_has_both_its_ends(void **state)
{
    (void)state;
    double x[5];
    values_of("sweep:\n  - grid: {model.omega: {from: 0.1, to: 0.5, count: 5}}\n", "model.omega", x,
              5);
    const double linear[] = {0.1, 0.2, 0.3, 0.4, 0.5}; /* 0.3, not 0.30000000000000004 */
    for (size_t i = 0; i < 5; i++)
        assert_true(x[i] == linear[i]);
    values_of("sweep:\n  - grid: {model.omega: {from: 1, to: 81, count: 5, spacing: log}}\n",
              "model.omega", x, 5);
    const double powers[] = {1, 3, 9, 27, 81};
    for (size_t i = 0; i < 5; i++)
        assert_true(x[i] == powers[i]);
    values_of("sweep:\n  - grid: {task.horizon: {from: 9, to: 5, count: 3}}\n", "task.horizon", x,
              3);
    assert_true(x[0] == 9 && x[1] == 7 && x[2] == 5);
}

/* The powers of 10^(1/8) are 1, 1.33, 1.78, 2.37, 3.16, 4.22, 5.62, 7.50 (7.4989) and 10. */
static void a_range_of_whole_numbers_has_each_once(void **state)
{
    (void)state;
    double x[7];
    values_of("sweep:\n  - grid: {task.horizon: {from: 1, to: 10, count: 9, spacing: log, whole: "
              "true}}\n",
              "task.horizon", x, 7);
    const double whole[] = {1, 2, 3, 4, 6, 7, 10};
    for (size_t i = 0; i < 7; i++)
        assert_true(x[i] == whole[i]);
}

/* Each part of the range has one value; the orders of two paths of a zip differ, and are the same
 * again. */
static void a_latin_hypercube_has_one_value_in_each_part(void **state)
{
    (void)state;
    enum { COUNT = 50 };
    double x[COUNT], y[COUNT], again[COUNT];
    static const char sweep[] =
        "sweep:\n  - zip:\n"
        "      model.omega: {sample: latin_hypercube, from: 10, to: 20, count: 50, seed: 3}\n"
        "      labels.y: {sample: latin_hypercube, from: 10, to: 20, count: 50, seed: 3}\n";
    values_of(sweep, "model.omega", x, COUNT);
    values_of(sweep, "labels.y", y, COUNT);
    values_of(sweep, "labels.y", again, COUNT);
    int parts[2][COUNT] = {{0}}, same = 0;
    double product = 0.0;
    for (size_t i = 0; i < COUNT; i++) {
        parts[0][(int)((x[i] - 10.0) * 5.0)]++;
        parts[1][(int)((y[i] - 10.0) * 5.0)]++;
        product += (x[i] - 15.0) * (y[i] - 15.0) / COUNT;
        same += x[i] == y[i];
        assert_true(y[i] == again[i]);
    }
    for (size_t i = 0; i < COUNT; i++)
        assert_true(parts[0][i] == 1 && parts[1][i] == 1);
    assert_int_equal(same, 0);
    assert_true(product > -4.0 && product < 4.0); /* of 8.3 if the orders were the same */
}

/* Of 1000 values the mean is known to 0.032 deviations and the deviation to 0.022: four of these.
 */
static void a_normal_sample_has_its_mean_and_deviation(void **state)
{
    (void)state;
    enum { COUNT = 1000 };
    static double x[COUNT];
    double mean = 0.0, square = 0.0;
    values_of(
        "sweep:\n  - grid: {model.omega: {sample: normal, mean: 50, deviation: 2, count: 1000, "
        "seed: 9}}\n",
        "model.omega", x, COUNT);
    for (size_t i = 0; i < COUNT; i++)
        mean += x[i] / COUNT;
    for (size_t i = 0; i < COUNT; i++)
        square += (x[i] - mean) * (x[i] - mean) / COUNT;
    assert_true(mean > 50.0 - 4 * 2 * 0.032 && mean < 50.0 + 4 * 2 * 0.032);
    assert_true(square > 4.0 * (1 - 8 * 0.022) && square < 4.0 * (1 + 8 * 0.022));
}

static void a_rule_that_makes_no_list_is_refused_at_its_place(void **state)
{
    (void)state;
    static const struct {
        const char *rule, *message;
    } bad[] = {
        {"{from: 1, count: 3}", "a range or sample needs `from` and `to`"},
        {"{from: 1, to: 2}", "count"},
        {"{from: 0, to: 2, count: 3, spacing: log}", "allowed: ends that are above 0"},
        {"{from: 1, to: 2, count: 1}", "one value from 1 to 2; allowed: 2 or more"},
        {"{from: 1, to: 2, count: 3, seed: 1}", "a range has no seed"},
        {"{sample: normal, from: 1, to: 2, count: 3}", "needs `mean` and `deviation`"},
        {"{sample: normal, mean: 1, deviation: 1, to: 2, count: 3}", "has no ends and no spacing"},
        {"{sample: sobol, from: 1, to: 2, count: 3}", "sobol"},
        {"{form: 1, to: 2, count: 3}", "form"},
        {"3", "allowed: a list of one value or more, a range such as"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char sweep[256];
        char *const files[] = {"case.yaml"};
        config_error error = {0};
        plan p;
        snprintf(sweep, sizeof sweep, "sweep:\n  - grid: {model.omega: %s}\n", bad[i].rule);
        experiment_write(
            "case.yaml", experiment_spring,
            EDITS("sweep:\n  - grid: {integrator.name: [verlet, symplectic_euler, rk4]}\n", sweep));
        const bool loaded = plan_load(files, 1, NULL, &p, &error);
        plan_free(&p);
        if (loaded || !strstr(error.text, bad[i].message) || !strstr(error.text, "case.yaml:"))
            fail_msg("%s: \"%s\" is not said but \"%s\"", bad[i].rule, bad[i].message, error.text);
    }
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
        cmocka_unit_test(a_derived_number_is_the_integer_that_it_is_but_for_rounding),
        cmocka_unit_test(a_derived_value_can_be_excluded),
        cmocka_unit_test(a_range_has_both_its_ends),
        cmocka_unit_test(a_range_of_whole_numbers_has_each_once),
        cmocka_unit_test(a_latin_hypercube_has_one_value_in_each_part),
        cmocka_unit_test(a_normal_sample_has_its_mean_and_deviation),
        cmocka_unit_test(a_rule_that_makes_no_list_is_refused_at_its_place),
        cmocka_unit_test(only_keeps_what_it_says),
        cmocka_unit_test(a_sweep_may_vary_what_is_included),
    };
    return cmocka_run_group_tests_name("plan: sweeps", tests, folder_enter, folder_leave);
}
