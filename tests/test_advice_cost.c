/* Which methods trama advise takes for dear, by its rules alone: those that are compared by as many
 * steps as their work allows, and those that are timed by as many as their estimate does. No time
 * that is measured decides anything here. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "plan/plan.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"
#include "task/advice.h"

/* ---- Solves. */

/* Four springs are four unknowns, and 4^1.8 = 2^3.6 = 12.1257: ten steps of an implicit method are
 * 121.257 of work, twenty 242.514. */
static void work_of_a_solve_goes_as_unknowns_to_the_power_1_8(void **state)
{
    (void)state;
    static const struct {
        const char *work, *note;
        long least; /* of the implicit methods; half the step helps few of them */
    } table[] = {
        {"121.2", "not compared: 10 steps of 4 unknowns exceed solve_work", 4},
        {"121.3", "halved no further: 20 steps of 4 unknowns exceed solve_work", 4},
        {"242.4", "halved no further: 20 steps of 4 unknowns exceed solve_work", 4},
        {"242.6", "halved no further: 40 steps of 4 unknowns exceed solve_work", 1},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char file[800];
        snprintf(file, sizeof file,
                 "experiment: springs\ncase:\n  objects:\n"
                 "    a: {model: {name: oscillator, omega: 10}}\n"
                 "    b: {model: {name: oscillator, omega: 10}}\n"
                 "    c: {model: {name: oscillator, omega: 10}}\n"
                 "    d: {model: {name: oscillator, omega: 10}}\n"
                 "  integrator: {name: symplectic_euler}\n  bounds: {displacement: 10}\n"
                 "  task: {name: advice, samples: 1, steps: 10, solve_work: %s}\n",
                 table[i].work);
        folder_write("work.yaml", file);
        const shell_end end = shell_run(SHELL("advise", "work.yaml"));
        assert_int_equal(end.code, 0);
        if ((long)text_count(end.out, table[i].note) < table[i].least)
            fail_msg("solve_work %s: %s", table[i].work, end.out);
    }
}

/* ---- Samples. */

/* s a step; how many steps are a sample, 0: it is not timed. What takes 20 ms in all is enough: 200
 * steps of 0.1 ms, and never less than 10, or more than `steps`, which are 2000. */
static const struct {
    const char *method;
    double estimate;
    int64_t steps;
} costs[] = {
    {"symplectic_euler", 19.9e-3, 10}, {"velocity_verlet", 20.1e-3, 0},
    {"rk4", 20e-3 / 200.5, 200},       {"forward_euler", 20e-3 / 17.5, 17},
    {"midpoint", TRAMA_NAN, 2000},     {"verlet", 1e-9, 2000},
};
enum { COSTS = sizeof costs / sizeof *costs };

static advice_method *method_of(const advice *a, const char *name)
{
    for (size_t k = 0; k < a->count; k++)
        if (strcmp(a->method[k].type->name, name) == 0)
            return &a->method[k];
    fail_msg("there is no method %s", name);
    return NULL;
}

/* Of a part: how many samples there are, and the steps of one. */
static size_t samples_of(const bundle *results, const char *part, int64_t *steps)
{
    const bundle_column *parts = bundle_find(results, column_sample_part.path),
                        *iterations = bundle_find(results, column_sample_iterations.path);
    size_t count = 0;
    assert_non_null(parts);
    for (size_t i = 0; i < parts->rows; i++)
        if (strcmp(parts->text[i], part) == 0) {
            *steps = iterations->integer[i];
            count++;
        }
    return count;
}

static void compare(const advice *a, const bundle *results)
{
    for (size_t i = 0; i < COSTS; i++) {
        int64_t steps = 0;
        const advice_method *m = method_of(a, costs[i].method);
        const size_t samples = samples_of(results, costs[i].method, &steps);
        if (steps != costs[i].steps || samples != (costs[i].steps > 0 ? 2 : 0))
            fail_msg("%s: %zu samples of %ld steps", costs[i].method, samples, (long)steps);
        assert_int_equal(m->cost == costs[i].estimate, costs[i].steps == 0);
        assert_true(m->cost_second == m->cost / m->step);
    }
}

static void what_takes_longer_than_a_sample_is_not_timed(void **state)
{
    (void)state;
    plan p;
    plan_made made;
    config_error unread;
    trama_error error = {0};
    bundle results = {0};
    static char name[] = "cost.yaml";
    char *const files[] = {name};
    folder_write(name, "experiment: cost\ncase:\n  model: {name: oscillator, omega: 10}\n"
                       "  integrator: {name: symplectic_euler}\n"
                       "  task: {name: advice, samples: 2}\n");
    assert_int_equal(plan_load(files, 1, NULL, &p, &unread), true);
    task_bench bench = {.the_case = &p.cases[0], .processor = -1};
    assert_int_equal(plan_make(&p.cases[0], &made, &error), TRAMA_OK);
    bench.system = made.system;
    advice a = {.bench = &bench, .p = p.cases[0].task_parameters};
    assert_int_equal(advice_methods_create(&a, &error), TRAMA_OK);
    for (size_t i = 0; i < COSTS; i++) {
        method_of(&a, costs[i].method)->estimate = costs[i].estimate;
        method_of(&a, costs[i].method)->step = 1e-3;
    }
    assert_int_equal(advice_measure_cost(&a, &results, &error), TRAMA_OK);
    compare(&a, &results);
    bundle_free(&results);
    advice_methods_free(&a);
    plan_unmake(&made);
    plan_free(&p);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(work_of_a_solve_goes_as_unknowns_to_the_power_1_8),
        cmocka_unit_test(what_takes_longer_than_a_sample_is_not_timed),
    };
    return cmocka_run_group_tests_name("what is dear", tests, folder_enter, folder_leave);
}
