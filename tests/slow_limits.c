/* The experiment that users run finds the published limits of symplectic Euler for S1 to S6
 * (thesis, table 3.1): the cases of configs/thesis/dt-limits.yaml, each with its own task. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "plan/plan.h"

/* Measures a case in this process, without an engine or a file. */
static bundle measured(const plan_case *c)
{
    bundle results = {0};
    task_bench bench = {.the_case = c};
    plan_made made;
    trama_error error;
    assert_int_equal(plan_make(c, &made, &error), TRAMA_OK);
    bench.system = made.system;
    assert_int_equal(trama_integrator_create(c->integrator, c->integrator_parameters, bench.system,
                                             &bench.integrator, &error),
                     TRAMA_OK);
    assert_int_equal(c->task->run(&bench, &results, &error), TRAMA_OK);
    trama_integrator_destroy(bench.integrator);
    plan_unmake(&made);
    return results;
}

/* The limit is `milliseconds`, the next step fails by strain, and the limit holds in the longer
 * check. */
static void assert_limit(const char *simulation, int milliseconds)
{
    char file[] = TRAMA_SOURCE_DIR "/configs/thesis/dt-limits.yaml", only[128];
    char *files[] = {file};
    plan p;
    config_error error;
    snprintf(only, sizeof only, "simulation == '%s' and integrator.name == 'symplectic_euler'",
             simulation);
    if (!plan_load(files, 1, only, &p, &error))
        fail_msg("%s", error.text);
    assert_int_equal(p.case_count, 1);
    bundle results = measured(&p.cases[0]);
    assert_true(bundle_real(&results, column_dt_stable.path, 0) == milliseconds / 1000.0);
    assert_true(bundle_real(&results, column_dt_unstable.path, 0) == (milliseconds + 1) / 1000.0);
    assert_string_equal(bundle_text(&results, column_failure.path, ""), "strain");
    assert_int_equal(bundle_integer(&results, column_late_iteration.path, 0), -1);
    bundle_free(&results);
    plan_free(&p);
}

static void s1_has_the_published_limit_of_12_ms(void **state)
{
    (void)state;
    assert_limit("S1", 12);
}

static void s2_has_the_published_limit_of_4_ms(void **state)
{
    (void)state;
    assert_limit("S2", 4);
}

static void s3_has_the_published_limit_of_3_ms(void **state)
{
    (void)state;
    assert_limit("S3", 3);
}

static void s4_has_the_published_limit_of_2_ms(void **state)
{
    (void)state;
    assert_limit("S4", 2);
}

static void s5_has_the_published_limit_of_2_ms(void **state)
{
    (void)state;
    assert_limit("S5", 2);
}

static void s6_has_the_published_limit_of_2_ms(void **state)
{
    (void)state;
    assert_limit("S6", 2);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s1_has_the_published_limit_of_12_ms),
        cmocka_unit_test(s2_has_the_published_limit_of_4_ms),
        cmocka_unit_test(s3_has_the_published_limit_of_3_ms),
        cmocka_unit_test(s4_has_the_published_limit_of_2_ms),
        cmocka_unit_test(s5_has_the_published_limit_of_2_ms),
        cmocka_unit_test(s6_has_the_published_limit_of_2_ms),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
