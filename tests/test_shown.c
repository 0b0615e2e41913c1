/* Texts from elsewhere do nothing to a terminal, nor to a shell that a printed command is given to.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/planted.h"
#include "support/record_sample.h"
#include "support/shell.h"
#include "support/terminal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "analysis/output/html.h"
#include "results/terminal.h"

#define ESCAPE "\033]0;title\a"
#define TURN "\342\200\256" /* U+202E, right-to-left override */
#define CSI "\302\233"      /* U+009B */

/* What a stream of text becomes, written in parts of `part` bytes. */
static char *shown(const char *text, size_t part)
{
    char *data = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&data, &size), *stream = out ? shown_stream(out) : NULL;
    assert_non_null(stream);
    setvbuf(stream, NULL, _IONBF, 0);
    for (size_t left = strlen(text); left > 0;) {
        const size_t bytes = left < part ? left : part;
        assert_int_equal(fwrite(text, 1, bytes, stream), bytes);
        text += bytes;
        left -= bytes;
    }
    assert_int_equal(fclose(stream), 0);
    assert_int_equal(fclose(out), 0);
    return data;
}

static void what_acts_is_shown_and_letters_stay(void **state)
{
    (void)state;
    static const struct {
        const char *text, *seen;
    } table[] = {
        {"Δt ≤ 2/ω\n\tx", "Δt ≤ 2/ω\n\tx"},
        {"a" ESCAPE "b\r", "a\\x1b]0;title\\x07b\\r"},
        {TURN "gnp" CSI "2J\177", "\\u202egnp\\x9b2J\\x7f"},
        {"\342\201\246 \342\200\217 \330\234", "\\u2066 \\u200f \\u061c"},
        {"\377 \303", "\\xff \\xc3"},
        {"\360\237\247\265 \342\202", "\360\237\247\265 \\xe2\\x82"},
    };
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        for (size_t part = 1; part <= 16; part++) {
            char *seen = shown(table[i].text, part);
            assert_string_equal(seen, table[i].seen);
            free(seen);
        }
}

/* A page has the word as it is printed. */
static void assert_page_has_word(const char *word, const char *printed)
{
    char page[512] = "", expected[512] = "";
    FILE *out = fmemopen(page, sizeof page - 1, "w");
    html_word(word, out);
    assert_int_equal(fclose(out), 0);
    out = fmemopen(expected, sizeof expected - 1, "w");
    html_text(printed, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(page, expected);
}

/* The shell is the judge: it prints the word that it is given. */
static void a_shell_takes_a_word_as_it_was(void **state)
{
    (void)state;
    static const char *const words[] = {"results/thesis",
                                        "",
                                        "two words",
                                        "$(touch made)",
                                        "`touch made`; touch made",
                                        "it's \"quoted\" \\ !",
                                        "~",
                                        "* ? [a] {b,c} # & | < > ( )",
                                        "integrator.name == 'rk4' and model.zeta == 10",
                                        "two\nlines"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        char command[512] = "printf %s ", heard[256] = "";
        FILE *to = fmemopen(command + strlen(command), sizeof command - strlen(command) - 1, "w");
        assert_non_null(to);
        print_word(words[i], to);
        assert_int_equal(fclose(to), 0);
        FILE *from = popen(command, "r"); /* NOLINT(cert-env33-c): that is what is tested */
        assert_non_null(from);
        heard[fread(heard, 1, sizeof heard - 1, from)] = '\0';
        assert_int_equal(pclose(from), 0);
        assert_string_equal(heard, words[i]);
        assert_page_has_word(words[i], command + strlen("printf %s "));
    }
}

static void a_page_does_not_turn(void **state)
{
    (void)state;
    char *data = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&data, &size);
    assert_non_null(out);
    html_text("a" TURN "b" CSI, out);
    assert_int_equal(fclose(out), 0);
    assert_string_equal(data, "a\357\277\275b\357\277\275");
    free(data);
}

/* On a terminal and in messages no byte of a results file acts; to a file all go as they are. */
static void no_command_sends_what_a_file_holds_to_the_terminal(void **state)
{
    (void)state;
    static char text[1 << 17];
    bundle b = planted_case("limits", "stable_step", "rk4" ESCAPE, "crashed");
    planted_labels(&b, "S1" TURN ESCAPE, NULL, NULL, NULL);
    planted_write(&b, "acting", "00");
    const char *folder = sample_path("acting"), *file = sample_path("acting/limits/cases/00.h5");
    const char *const *const commands[] = {SHELL("table", folder),
                                           SHELL("table", folder, "runs", "--format", "csv"),
                                           SHELL("show", file),
                                           SHELL("show", file, "labels/simulation"),
                                           SHELL("baseline", folder),
                                           SHELL("verify", folder),
                                           SHELL("compare", folder, folder)};
    setenv("PAGER", "cat", 1);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++) {
        terminal_run(80, 200, commands[i], text, sizeof text);
        assert_true(strlen(text) > 0);
        assert_null(strchr(text, '\033'));
        assert_null(strchr(text, '\a'));
        assert_null(strstr(text, TURN));
    }
    unsetenv("PAGER");
    assert_int_equal(symlink("limits", sample_path("acting/" ESCAPE)), 0);
    const char *const *const told_links[] = {SHELL("table", folder), SHELL("verify", folder)};
    for (size_t i = 0; i < 2; i++) {
        const shell_end linked = shell_run(told_links[i]);
        assert_int_equal(linked.code, 4);
        assert_non_null(strstr(linked.err, "acting/\\x1b]0;title\\x07: is a link"));
        assert_null(strchr(linked.err, '\033'));
    }
    const shell_end end = shell_run(SHELL("show", file, "labels/simulation"));
    assert_int_equal(end.code, 0);
    assert_non_null(strstr(end.out, "S1" TURN ESCAPE));
    const shell_end told = shell_run(SHELL("table", folder));
    assert_non_null(strstr(told.err, "rk4\\x1b]0;title\\x07"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_acts_is_shown_and_letters_stay),
        cmocka_unit_test(a_shell_takes_a_word_as_it_was),
        cmocka_unit_test(a_page_does_not_turn),
        cmocka_unit_test(no_command_sends_what_a_file_holds_to_the_terminal),
    };
    return cmocka_run_group_tests(tests, sample_folder_begin, sample_folder_end);
}
