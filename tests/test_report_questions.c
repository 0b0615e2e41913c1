/* The report of several studies: its heading counts their questions and lists them, one picture
 * shows each of them rather than each subject; and of each the answers stand in cells of their own.
 */
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

/* What is swept is told by labels alone, which are factors. */
#define STUDY                                                                                      \
    "experiment: %s\n"                                                                             \
    "study:\n"                                                                                     \
    "  question: %s\n"                                                                             \
    "  factors: {height: labels.height, push: labels.push}\n"                                      \
    "case:\n"                                                                                      \
    "  labels: {height: 1, push: 1}\n"                                                             \
    "  model: {name: nedel, elasticity: 10, density: 0.1}\n"                                       \
    "  scene: {grid: {points: [3, 3], side: [1, 1]}, gravity: [0, -10, 0]}\n"                      \
    "  integrator: {name: symplectic_euler}\n"                                                     \
    "  task: {name: run, dt: 0.001, horizon: 2, energy: false, frames: [0, 2]}\n"                  \
    "sweep:\n"                                                                                     \
    "  - grid: {labels.height: [0.1, 0.4], labels.push: [1, 2]}\n"                                 \
    "derive: {model.elasticity: 100 * height + push}\n"

static void write_study(const char *name, const char *question)
{
    char text[2048], file[64];
    snprintf(text, sizeof text, STUDY, name, question);
    snprintf(file, sizeof file, "%s.yaml", name);
    folder_write(file, text);
}

static char *page_of(const char *folder)
{
    char file[64];
    assert_int_equal(shell_run(SHELL("report", folder, "--no-plots")).code, 0);
    snprintf(file, sizeof file, "%s/report.html", folder);
    return text_of_file(file);
}

static void one_question_is_the_heading(void **state)
{
    (void)state;
    write_study("alone", "does it fall?");
    assert_int_equal(shell_run(SHELL("run", "alone.yaml", "-o", "one", "--quiet")).code, 0);
    char *page = page_of("one");
    assert_int_equal(text_count(page, "<h1>Does it fall?</h1>"), 1);
    assert_int_equal(text_count(page, "<ol class=\"questions\">"), 0);
    assert_int_equal(text_count(page, " data-shows>"), 2);
    assert_true(text_count(page, "\"title\":\"height 0.1, Symplectic Euler") > 0);
    assert_int_equal(text_count(page, "<span>height 0.4</span> <small></small>"), 1);
    free(page);
}

static void several_questions_are_counted_and_listed(void **state)
{
    (void)state;
    write_study("first", "does it fall?");
    write_study("second", "does it rise?");
    write_study("third", "does it rise?");
    assert_int_equal(
        shell_run(SHELL("run", "first.yaml", "second.yaml", "third.yaml", "-o", "many", "--quiet"))
            .code,
        0);
    char *page = page_of("many");
    assert_int_equal(text_count(page, "<h1>Many: 2 questions</h1>"), 1);
    assert_int_equal(text_count(page,
                                "<li><a href=\"#answers-first\">does it fall?</a></li>\n"
                                "<li><a href=\"#answers-second\">does it rise?</a></li>\n</ol>"),
                     1);
    assert_int_equal(text_count(page, " data-shows>"), 3);
    assert_int_equal(text_count(page, "<span>second</span> <small>height 0.1</small>"), 1);
    free(page);
}

/* A cell is of one height and one push, and says of which. */
static void every_case_has_a_cell_of_its_own(void **state)
{
    (void)state;
    write_study("cells", "does it fall?");
    assert_int_equal(shell_run(SHELL("run", "cells.yaml", "-o", "cells", "--quiet")).code, 0);
    const shell_end s = shell_run(SHELL("table", "cells"));
    assert_int_equal(s.code, 0);
    text_assert_has(s.out, "| height | push 1 | push 2 |");
    text_assert_has(s.out, "\n|    0.1 | ");
    text_assert_has(s.out, "\n|    0.4 | ");
    text_assert_lacks(s.out, "0; 0");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_question_is_the_heading),
        cmocka_unit_test(several_questions_are_counted_and_listed),
        cmocka_unit_test(every_case_has_a_cell_of_its_own),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
