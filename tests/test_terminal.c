/* On a terminal, the line of progress fits and names no more cases than run, and tables and lists
 * fit, and tables go to a pager where they are long. The estimate of the time left goes by the
 * experiment's own cases, and does not jump. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "command/progress_estimate.h"
#include "support/folder.h"
#include "support/near.h"
#include "support/springs.h"
#include "support/terminal.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMNS = 60 };

static void a_line_fits_and_names_what_runs(void **state)
{
    (void)state;
    static char text[65536];
    size_t lines = 0, named = 0;
    springs_first("whole");
    assert_int_equal(terminal_run(COLUMNS, 24, SHELL("run", "spring.yaml", "-j1", "-o", "watched"),
                                  text, sizeof text),
                     0);
    for (char *line = strtok(text, "\r\n"); line; line = strtok(NULL, "\r\n")) {
        if (strncmp(line, "\033[K", 3) != 0)
            continue;
        line += 3;
        assert_true(strlen(line) < COLUMNS);
        lines += strstr(line, " of 3 cases, 0:0") != NULL;
        named += strstr(line, ": verlet") || strstr(line, ": symplectic") || strstr(line, ": rk4");
        assert_null(strchr(line, ';')); /* -j1 */
    }
    assert_true(lines >= 4); /* as the first begins, and as each ends */
    assert_true(named >= 1);
}

/* What has ended is told on request alone: the line that renews itself is for what runs. */
static void each_case_has_a_line_on_request(void **state)
{
    (void)state;
    static char text[65536];
    assert_int_equal(terminal_run(COLUMNS, 24, SHELL("run", "spring.yaml", "-j1", "-o", "silent"),
                                  text, sizeof text),
                     0);
    assert_null(strstr(text, "[3/3]"));
    assert_int_equal(terminal_run(COLUMNS, 24,
                                  SHELL("run", "spring.yaml", "-j1", "-o", "told", "--verbose"),
                                  text, sizeof text),
                     0);
    assert_non_null(strstr(text, "\r\033[K[1/3] "));
    assert_non_null(strstr(text, "\r\033[K[3/3] "));
    assert_non_null(strstr(text, ": ok: "));
}

/* --- tables --- */

static size_t characters(const char *text)
{
    size_t count = 0;
    for (; *text; text++)
        count += ((unsigned char)*text & 0xC0) != 0x80;
    return count;
}

static void a_table_fits_its_terminal(void **state)
{
    (void)state;
    static char text[65536];
    size_t lines = 0;
    springs_first("wide");
    assert_int_equal(
        terminal_run(COLUMNS, 200, SHELL("table", "wide", "matrix"), text, sizeof text), 0);
    assert_null(strchr(text, '|'));
    assert_non_null(strstr(text, "───"));
    char *grid = strstr(text, "What came out"); /* before it the line on standard error */
    assert_non_null(grid);
    for (char *line = strtok(grid, "\r\n"); line; line = strtok(NULL, "\r\n"), lines++)
        assert_true(characters(line) <= COLUMNS);
    assert_true(lines > 6);
}

static void a_long_table_is_paged(void **state)
{
    (void)state;
    static char text[65536];
    springs_first("long");
    setenv("PAGER", "sed s/^/paged:/", 1);
    assert_int_equal(terminal_run(100, 200, SHELL("table", "long"), text, sizeof text), 0);
    assert_null(strstr(text, "paged:"));
    assert_int_equal(terminal_run(100, 5, SHELL("table", "long"), text, sizeof text), 0);
    assert_non_null(strstr(text, "paged:What came out"));
    setenv("PAGER", "no-such-pager", 1);
    assert_int_equal(terminal_run(100, 5, SHELL("table", "long"), text, sizeof text), 0);
    assert_non_null(strstr(text, "What came out"));
    unsetenv("PAGER");
}

/* --- lists --- */

/* The text without blanks and ends of lines. */
static void squeeze(char *text)
{
    char *to = text;
    for (; *text; text++)
        if (!strchr(" \r\n", *text))
            *to++ = *text;
    *to = '\0';
}

/* A terminal gets the same words as a pipe, in lines that fit it. */
static void a_list_fits_its_terminal(void **state)
{
    (void)state;
    enum { WIDE = 80 };
    static char text[65536], all[65536], piped[65536];
    assert_int_equal(terminal_run(WIDE, 500, SHELL("list", "cosserat"), text, sizeof text), 0);
    snprintf(all, sizeof all, "%s", text);
    for (char *line = strtok(text, "\r\n"); line; line = strtok(NULL, "\r\n"))
        assert_true(characters(line) <= WIDE);
    const shell_end s = shell_run(SHELL("list", "cosserat"));
    assert_int_equal(s.code, 0);
    snprintf(piped, sizeof piped, "%s", s.out);
    squeeze(all);
    squeeze(piped);
    assert_string_equal(all, piped);
}

/* --- the estimate --- */

static plan_experiment slow = {.name = "slow"}, fast = {.name = "fast"};

static void end_one(progress_estimate *e, const engine_job *job, double seconds, double elapsed)
{
    const engine_end end = {.job = job, .seconds = seconds};
    progress_estimate_add(e, &end, elapsed);
}

static void cases_to_come_take_what_their_experiment_took(void **state)
{
    (void)state;
    enum { EACH = 10 };
    plan_case a = {.experiment = &slow}, b = {.experiment = &fast};
    engine_job job[2 * EACH];
    progress_estimate e;
    char text[64];
    for (size_t i = 0; i < 2 * EACH; i++)
        job[i] = (engine_job){.the_case = i < EACH ? &a : &b};
    progress_estimate_begin(&e, job, 2 * EACH);
    progress_estimate_text(&e, 5.0, text, sizeof text);
    assert_string_equal(text, "");
    /* one at a time, all slow ones and then one fast one: nine more of 1 s are to come */
    for (size_t i = 0; i < EACH; i++)
        end_one(&e, &job[i], 600.0, 600.0 * (double)(i + 1));
    assert_near(e.end, 12000.0, 1e-6);
    end_one(&e, &job[EACH], 1.0, 6001.0);
    assert_near(e.end, 12000.0 + 0.25 * (6010.0 - 12000.0), 1e-6);
    progress_estimate_text(&e, 6001.0, text, sizeof text);
    assert_string_equal(text, "about 1 h 10 min left");
    progress_estimate_end(&e);
}

static void two_at_a_time_take_half_as_long(void **state)
{
    (void)state;
    plan_case a = {.experiment = &slow};
    engine_job job[4];
    progress_estimate e;
    char text[64];
    for (size_t i = 0; i < 4; i++)
        job[i] = (engine_job){.the_case = &a};
    progress_estimate_begin(&e, job, 4);
    end_one(&e, &job[0], 100.0, 100.0);
    end_one(&e, &job[1], 100.0, 100.0);
    /* 400 s told after the first, when two seemed to run one after another; then 200 s */
    assert_near(e.end, 400.0 + 0.25 * (200.0 - 400.0), 1e-6);
    progress_estimate_text(&e, 300.0, text, sizeof text);
    assert_string_equal(text, "about 50 s left");
    progress_estimate_text(&e, 400.0, text, sizeof text);
    assert_string_equal(text, "some seconds left");
    progress_estimate_end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_fits_and_names_what_runs),
        cmocka_unit_test(each_case_has_a_line_on_request),
        cmocka_unit_test(a_table_fits_its_terminal),
        cmocka_unit_test(a_long_table_is_paged),
        cmocka_unit_test(a_list_fits_its_terminal),
        cmocka_unit_test(cases_to_come_take_what_their_experiment_took),
        cmocka_unit_test(two_at_a_time_take_half_as_long),
    };
    return cmocka_run_group_tests(tests, folder_enter, folder_leave);
}
