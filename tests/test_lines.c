/* The messages of a run name each case by what tells it from the others, and the last one says what
 * came out. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "command/tally.h"
#include "results/record.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>

#define SPRING                                                                                     \
    "case:\n"                                                                                      \
    "  labels: {simulation: S2}\n"                                                                 \
    "  model: {name: oscillator, omega: 10}\n"                                                     \
    "  integrator: {name: verlet}\n"                                                               \
    "  task: {name: one_step, dt: 0.01}\n"

/* The label that goes with the damping, and one that all have, say nothing more. */
static void lines_name_what_tells_cases_apart(void **state)
{
    (void)state;
    folder_write("two.yaml", "experiment: two\n" SPRING "sweep:\n"
                             "  - zip: {model.damping: [0.8, 1.25], labels.simulation: [S2, S2],\n"
                             "          labels.weight: [light, heavy]}\n"
                             "  - grid: {integrator.name: [verlet, rk4]}\n");
    const shell_end end = shell_run(SHELL("run", "two.yaml", "-o", "out", "-j1"));
    assert_int_equal(end.code, 0);
    text_assert_has(end.err, "] two verlet, damping 0.8: ok: ");
    text_assert_has(end.err, "] two rk4, damping 1.25: ok: ");
    text_assert_lacks(end.err, "light");
}

/* One parameter alone does not tell them apart: all that does is told. */
static void all_that_differs_is_told(void **state)
{
    (void)state;
    folder_write("grid.yaml", "experiment: grid\n" SPRING
                              "sweep:\n  - grid: {model.damping: [1, 2], model.omega: [5, 10]}\n");
    const shell_end end = shell_run(SHELL("run", "grid.yaml", "-o", "out", "-j1"));
    text_assert_has(end.err, "] grid verlet, damping 2, omega 5: ok: ");
}

static void a_run_ends_with_what_came_out_and_what_is_next(void **state)
{
    (void)state;
    folder_write("end.yaml",
                 "experiment: end\n" SPRING "sweep:\n  - grid: {model.omega: [5, 10, 20]}\n");
    assert_int_equal(
        shell_run(SHELL("run", "end.yaml", "-o", "end", "--only", "model.omega == 5")).code, 0);
    const shell_end end = shell_run(SHELL("run", "end.yaml", "-o", "end"));
    text_assert_has(end.out, "3 ok; next: trama table end\n");
    assert_string_equal(shell_run(SHELL("run", "end.yaml", "-o", "end", "-q")).out, "");
}

static void endings_are_counted_ok_first(void **state)
{
    (void)state;
    tally t = {0};
    char text[128];
    tally_add(&t, "unstable", 1);
    tally_add(&t, "ok", 2);
    tally_add(&t, "crashed", 3);
    tally_add(&t, "unstable", 4);
    tally_text(&t, text, sizeof text);
    assert_string_equal(text, "2 ok, 3 crashed, 5 unstable");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_name_what_tells_cases_apart),
        cmocka_unit_test(all_that_differs_is_told),
        cmocka_unit_test(a_run_ends_with_what_came_out_and_what_is_next),
        cmocka_unit_test(endings_are_counted_ok_first),
    };
    record_begin();
    return cmocka_run_group_tests_name("lines", tests, folder_enter, folder_leave);
}
