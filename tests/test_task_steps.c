/* No task takes a step for made that was not. If memory ends inside a direct solver, the case has
 * failed and says so; where the library could do without the block, the result is that of a run
 * with memory enough. If a step is refused, the case is unstable. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/execute.h"
#include "plan/plan.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/suitesparse.h"
#include "support/text.h"

#include <stdio.h>
#include <string.h>

static long allocated, failing_at; /* by SuiteSparse; 0: none */

static bool is_short(void)
{
    return ++allocated == failing_at;
}
static void *scarce_malloc(size_t size)
{
    return is_short() ? NULL : malloc(size);
}
static void *scarce_calloc(size_t count, size_t size)
{
    return is_short() ? NULL : calloc(count, size);
}
static void *scarce_realloc(void *block, size_t size)
{
    return is_short() ? NULL : realloc(block, size);
}

static const char *const solvers[] = {"cholmod", "klu", "umfpack"};

/* Every way in which a task steps by a method: by runs, in samples of a stopwatch, alone. */
static const char *const tasks[] = {
    "one_step, dt: 0.01",
    "run, dt: 0.01, horizon: 3",
    "equilibrium, horizon: 3, dt: 0.01, criteria: {displacement: [1e-9], window: 2}",
    "timing, dt: 0.01, iterations: 2, repeats: 1, warmup: 1",
    "cost, dt: 0.01, iterations: 2, repeats: 1, warmup: 1",
    "accuracy, end: 0.02, dts: [0.02, 0.01], repeats: 1, reference: {dt: 0.01}",
    "advice, iterations: 10, looks: 1, samples: 1, steps: 1, spectrum: {products: 10}",
};

static const char *files[] = {"short.yaml"};

static void load(const char *solver, const char *task, plan *p)
{
    char text[1024];
    config_error error;
    snprintf(text, sizeof text,
             "experiment: short\ncase:\n"
             "  model: {name: provot, mass: 1, structural: 50}\n"
             "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -9.8, 0]}\n"
             "  integrator: {name: baraff_witkin, solver: %s}\n  task: {name: %s}\n",
             solver, task);
    folder_write(files[0], text);
    if (!plan_load((char *const *)files, 1, NULL, p, &error))
        fail_msg("%s", error.text);
}

/* The digest of the case's result; "": it has failed, by memory. */
static void execute(const plan_case *c, long at, char digest[65])
{
    execute_ending ending;
    record_error error;
    const execute_way way = {.pinned = -1};
    remove("case.h5");
    allocated = 0;
    failing_at = at;
    assert_int_equal(execute_case(c, "case.h5", &way, &ending, &error), RECORD_OK);
    failing_at = 0;
    bundle b = experiment_read("case.h5");
    assert_true(record_digest(&b, "/result", digest));
    bundle_free(&b);
    if (strcmp(ending.status, "failed") == 0) {
        text_assert_has(ending.headline, "memory");
        *digest = '\0';
    }
}

/* Each allocation of the first step fails, and this many of those that follow. */
enum { FIRST = 25, LATER = 5 };

static void starve(const char *solver, const char *task)
{
    plan p;
    char expected[65], digest[65];
    long failed = 0;
    load(solver, task, &p);
    execute(&p.cases[0], 0, expected);
    const long needed = allocated;
    assert_true(*expected && needed > FIRST);
    for (long at = 1; at <= needed; at += at < FIRST ? 1 : needed / LATER) {
        execute(&p.cases[0], at, digest);
        failed += !*digest;
        if (*digest && strcmp(digest, expected) != 0)
            fail_msg("%s, %s: allocation %ld of %ld fails, and the result is another", solver, task,
                     at, needed);
    }
    assert_true(failed > FIRST / 2);
    plan_free(&p);
}

static void a_task_whose_solver_has_no_memory_fails_and_says_so(void **state)
{
    (void)state;
    suitesparse_allocates_by(scarce_malloc, scarce_calloc, scarce_realloc);
    for (size_t s = 0; s < sizeof solvers / sizeof *solvers; s++)
        for (size_t t = 0; t < sizeof tasks / sizeof *tasks; t++)
            starve(solvers[s], tasks[t]);
    suitesparse_allocates_by(malloc, calloc, realloc);
}

/* Newton's iteration of this method never ends, as it may leave no residual. */
static void a_task_whose_step_is_refused_says_so(void **state)
{
    (void)state;
    static const char *const timed[] = {"one_step, dt: 0.2", "run, dt: 0.2, horizon: 3",
                                        "timing, dt: 0.2, iterations: 2, repeats: 2, warmup: 0",
                                        "cost, dt: 0.2, iterations: 2, repeats: 2, warmup: 0"};
    for (size_t t = 0; t < sizeof timed / sizeof *timed; t++) {
        char text[1024];
        plan p;
        config_error problem;
        execute_ending ending;
        record_error error;
        const execute_way way = {.pinned = -1};
        snprintf(text, sizeof text,
                 "experiment: short\ncase:\n  model: {name: oscillator, cubic: 40}\n"
                 "  integrator: {name: backward_euler, floor: 0, tolerance: 0}\n"
                 "  task: {name: %s}\n",
                 timed[t]);
        folder_write(files[0], text);
        if (!plan_load((char *const *)files, 1, NULL, &p, &problem))
            fail_msg("%s", problem.text);
        assert_int_equal(execute_case(&p.cases[0], "case.h5", &way, &ending, &error), RECORD_OK);
        assert_string_equal(ending.status, "unstable");
        plan_free(&p);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_task_whose_solver_has_no_memory_fails_and_says_so),
        cmocka_unit_test(a_task_whose_step_is_refused_says_so),
    };
    record_begin();
    return cmocka_run_group_tests_name("task_steps", tests, folder_enter, folder_leave);
}
