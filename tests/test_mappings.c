/* What a solver in another program took exactly and approximately is recorded, a line a feature,
 * and a table shows it with how: in its data for each case, for people once. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define PYTHON "/usr/bin/python3"
#define ENGINE(name, how)                                                                          \
    name "=" PYTHON " '" TRAMA_SOURCE_DIR "/tests/engines/counting.py' 0 [] nobody '" how "'"

static const char *const study =
    "experiment: mapped\n"
    "case:\n"
    "  model: {name: provot, mass: 0.1, structural: 50, shear: 50, sweeps: 0}\n"
    "  scene: {grid: {points: [2, 2], side: [1, 1]}, gravity: [0, -9.81, 0]}\n"
    "  task: {name: run, dt: 1e-3, horizon: 3}\n"
    "sweep:\n"
    "  - grid: {solver.name: [rk4, one, two], model.structural: [50, 60]}\n";

static size_t count_of(const char *text, const char *word)
{
    size_t count = 0;
    for (; (text = strstr(text, word)) != NULL; text += strlen(word))
        count++;
    return count;
}

static void a_table_says_what_was_taken_and_how(void **state)
{
    (void)state;
    if (access(PYTHON, X_OK) != 0)
        skip();
    folder_write("mapped.yaml", study);
    const shell_end ran = shell_run(SHELL("run", "mapped.yaml", "-o", "r", "--quiet", "--engine",
                                          ENGINE("one", "rods, each: half"), "--engine",
                                          ENGINE("two", "a line\x1b[31m,\nand another")));
    if (ran.code != 0)
        fail_msg("%s", ran.err);
    const shell_end data = shell_run(SHELL("table", "r", "mappings", "--format", "csv"));
    assert_int_equal(count_of(data.out, "\n"), 1 + 2 * 2 * 2); /* solvers, cases, features */
    text_assert_has(data.out, "mapped,one,counting,1,float64,gravity,exactly,,one,50\n");
    text_assert_has(
        data.out,
        "mapped,one,counting,1,float64,springs,approximately,\"rods, each: half\",one,60\n");
    text_assert_has(data.out, "springs,approximately,\"a line\\x1b[31m,\\nand another\",two,50\n");
    const shell_end shown = shell_run(SHELL("table", "r", "mappings"));
    assert_int_equal(count_of(shown.out, "rods, each: half"), 1);
    assert_int_equal(count_of(shown.out, "gravity"), 2);
    assert_int_equal(count_of(shown.out, "rk4"), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_table_says_what_was_taken_and_how),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
