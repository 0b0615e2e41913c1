/* trama baseline keeps every bit of results in a text file, and trama compare refuses a file that
 * is no baseline. Both refuse bad usage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/compare/baseline.h"
#include "core/numbers.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/springs.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void odd_values(bundle *b)
{
    const double value[] = {-0.0, TRAMA_NAN, TRAMA_INFINITY, 5e-324, 0.1};
    const char *const text[] = {"two\nlines", "", "#no comment", "+"};
    const int64_t integer[] = {INT64_MIN, INT64_MAX};
    bundle_add_reals(b, "/result/odd/real", "m", "", value, 5, 1);
    bundle_add_texts(b, "/result/odd/text", "", text, 4);
    bundle_add_integers(b, "/result/odd/integer", "1", "", integer, 1, 2);
    bundle_add_reals(b, "/result/odd/none", "m", "", value, 0, 1);
}

static void a_baseline_file_keeps_every_bit(void **state)
{
    (void)state;
    springs_run("odd", NULL);
    springs_edit("odd", "verlet", odd_values);
    assert_int_equal(shell_run(SHELL("baseline", "odd", "-o", "odd.txt")).code, 0);
    shell_end end = springs_compare("odd.txt", "odd");
    assert_string_equal(end.err, "");
    assert_int_equal(end.code, 0);
    text_assert_has(end.out, "3 cases: 3 same\n");
    springs_edit("odd", "rk4", springs_nudge);
    end = springs_compare("odd.txt", "odd");
    assert_int_equal(end.code, 1);
    text_assert_has(end.out, "0.2500000000000001");
}

static void a_baseline_file_that_is_none_is_refused_by_its_line(void **state)
{
    (void)state;
    static const struct {
        const char *text, *line;
    } table[] = {
        {"", "bad.txt:1: no baseline of this version: its first line is `trama baseline 2`"},
        {"trama baseline 1\n",
         "bad.txt:1: no baseline of this version: its first line is `trama baseline 2`"},
        {"trama baseline 2\nkase\n", "bad.txt:2: 'kase'; a case begins with a line `case`"},
        {"trama baseline 2\ncase\n/a real 1 1\n",
         "bad.txt:3: '/a real 1 1' is no column: path, type, rows, columns, unit"},
        {"trama baseline 2\ncase\n/a rael 1 1 m\n",
         "bad.txt:3: 'rael' is no type; one of real, integer, text"},
        {"trama baseline 2\ncase\n/a real 1 1 m\n 1.5x\n", "bad.txt:4: '1.5x' is no real"},
        {"trama baseline 2\ncase\n/a integer 1 1 m\n 99999999999999999999\n",
         "bad.txt:4: '99999999999999999999' is no integer"},
        {"trama baseline 2\ncase\n/a real 2 1 m\n 1.5\n",
         "bad.txt:5: /a has 1 values before this line, and should have 2"},
        {"trama baseline 2\ncase\n/a real 1 1 m\n 1\n/a/b real 0 1 m\n",
         "bad.txt:5: the column /a/b cannot stand here; each stands once, none below another"},
        {"trama baseline 2\ncase\n/a text 1 2 -\n", "bad.txt:3: texts have one column"},
        {"trama baseline 2\ncase\n", "bad.txt:3: the checksum is missing: the baseline is cut off"},
        {"trama baseline 2\ncase", "bad.txt:2: the line has no end; it is cut off"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char line[256];
        snprintf(line, sizeof line, "%s\n", table[i].line);
        folder_write("bad.txt", table[i].text);
        const shell_end end = springs_compare("bad.txt", "a");
        assert_string_equal(end.err, line);
        assert_int_equal(end.code, 4);
    }
}

/* The line that a message names, 0 if it names none. */
static long line_of(const char *message, const char *file)
{
    const size_t length = strlen(file);
    const bool named = strncmp(message, file, length) == 0 && message[length] == ':';
    return named ? strtol(message + length + 1, NULL, 10) : 0;
}

static bool is_refused_by_its_line(const char *file)
{
    char said[400] = "";
    study s = {0};
    FILE *err = fmemopen(said, sizeof said, "w");
    const bool read = baseline_read(file, &s, err);
    fclose(err);
    study_free(&s);
    return !read && line_of(said, file) > 0;
}

/* Values, texts, units, comments, the checksum itself. */
static void a_changed_byte_is_found(void **state)
{
    (void)state;
    assert_int_equal(shell_run(SHELL("baseline", "a", "-o", "whole.txt")).code, 0);
    char *text = text_of_file("whole.txt");
    const size_t size = strlen(text);
    for (size_t i = 0; i < size; i += 7) {
        const char kept = text[i];
        text[i] = kept == '1' ? '2' : '1';
        folder_write("mutant.txt", text);
        text[i] = kept;
        if (!is_refused_by_its_line("mutant.txt"))
            fail_msg("a change of byte %zu of %zu is not found", i, size);
    }
    folder_write("mutant.txt", text);
    assert_false(is_refused_by_its_line("mutant.txt"));
    free(text);
}

static void lines_that_are_added_or_missing_are_found(void **state)
{
    (void)state;
    char *text = text_of_file("whole.txt"), *end = strstr(text, "\ncase\n");
    char *second = end ? strstr(end + 1, "\ncase\n") : NULL, *checksum = strstr(text, "\nsha256 ");
    assert_non_null(second);
    assert_non_null(checksum);
    char *mutant = malloc(strlen(text) + 16);
    sprintf(mutant, "%s\n", text);
    folder_write("mutant.txt", mutant);
    assert_true(is_refused_by_its_line("mutant.txt"));
    sprintf(mutant, "%.*s%s", (int)(end - text), text, second); /* without the first case */
    folder_write("mutant.txt", mutant);
    assert_true(is_refused_by_its_line("mutant.txt"));
    sprintf(mutant, "%.*s\n", (int)(checksum - text), text); /* without the checksum */
    folder_write("mutant.txt", mutant);
    assert_true(is_refused_by_its_line("mutant.txt"));
    free(mutant);
    free(text);
}

/* One that was edited, or merged, must be made anew: `make baseline`. */
static void the_baseline_of_the_regression_experiments_reads_back(void **state)
{
    (void)state;
    study s = {0};
    assert_true(baseline_read(TRAMA_SOURCE_DIR "/results/baselines/regression.txt", &s, stderr));
    assert_true(s.count > 0);
    study_free(&s);
}

static void bad_usage_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[10];
        const char *line;
        int code;
    } table[] = {
        {{"compare", "a"},
         "trama compare: two results folders are needed, the baseline's first; see `trama --help`",
         2},
        {{"compare", "--against", "x"},
         "trama compare: --against needs configurations; see `trama --help`",
         2},
        {{"compare", "a", "b", "--only", "x"},
         "trama compare: -o and --only need --against; see `trama --help`",
         2},
        {{"compare", "a", "b", "--slower", "5%"},
         "trama compare: --slower '5%' is not a number from 0.1 to 1000",
         2},
        {{"compare", "a", "b", "--level", "0.5"},
         "trama compare: --level '0.5' is not a number from 1e-06 to 0.2",
         2},
        {{"compare", "a", "b", "--format", "html"},
         "'html' is not a format; one of csv, md, latex",
         2},
        {{"compare", "a", "b", "--junti", "x"},
         "trama compare: unknown option '--junti'; nearest: --junit; see `trama --help`",
         2},
        {{"compare", "a", "nothing"}, "nothing: no results here, and no baseline file", 2},
        {{"compare", "--against", "/none", "spring.yaml"},
         "trama compare: --against '/none': No such file or directory",
         2},
        {{"compare", "--against", TRAMA_PROGRAM, "spring.yaml", "-o", "a"},
         "trama compare: -o 'a' is not empty; allowed: a new folder",
         2},
        {{"compare", "--against", TRAMA_PROGRAM, "spring.yaml", "--only", "model.omega > 99"},
         "trama compare: no case is left",
         2},
        {{"baseline"}, "trama baseline: one results folder is needed; see `trama --help`", 2},
        {{"baseline", "a", "-o", "x/"},
         "trama baseline: -o needs a file's name; see `trama --help`",
         2},
        {{"baseline", "a", "-o", "none/b.txt"},
         "none/b.txt: not written: No such file or directory",
         4},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++) {
        char line[300];
        snprintf(line, sizeof line, "%s\n", table[i].line);
        const shell_end end = shell_run(table[i].arguments);
        assert_string_equal(end.err, line);
        assert_int_equal(end.code, table[i].code);
    }
}

/* The results that tests begin with are in "a". */
static int begin(void **state)
{
    if (folder_enter_in_memory(state) != 0)
        return -1;
    springs_run("a", NULL);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_baseline_file_keeps_every_bit),
        cmocka_unit_test(a_baseline_file_that_is_none_is_refused_by_its_line),
        cmocka_unit_test(a_changed_byte_is_found),
        cmocka_unit_test(lines_that_are_added_or_missing_are_found),
        cmocka_unit_test(the_baseline_of_the_regression_experiments_reads_back),
        cmocka_unit_test(bad_usage_is_refused),
    };
    record_begin();
    return cmocka_run_group_tests_name("compare: baselines", tests, begin, folder_leave);
}
