/* analysis/file writes one file under the name that a person gave, wherever that name leads. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "analysis/output/file.h"
#include "support/experiment.h"
#include "support/folder.h"
#include "support/shell.h"
#include "support/springs.h"
#include "support/text.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static mode_t kind_of(const char *path)
{
    struct stat about;
    return lstat(path, &about) == 0 ? about.st_mode & S_IFMT : 0;
}

static void assert_file_is(const char *path, const char *expected)
{
    char *text = text_of_file(path);
    assert_string_equal(text, expected);
    free(text);
}

/* Writes "new" there; what is said of it, valid until the next call. */
static const char *write_new(const char *path)
{
    static char said[300];
    said[0] = '\0';
    text_buffer text;
    FILE *err = fmemopen(said, sizeof said, "w");
    assert_true(text_begin(&text));
    fputs("new", text.stream);
    assert_true(text_end(&text));
    const bool written = file_write(path, &text, err);
    fclose(err);
    text_free(&text);
    assert_int_equal(written, said[0] == '\0');
    return said;
}

static void a_regular_file_is_replaced_and_nothing_is_left_beside(void **state)
{
    (void)state;
    folder_write("plain", "old");
    const int old = open("plain", O_RDONLY);
    assert_string_equal(write_new("plain"), "");
    assert_file_is("plain", "new");
    char kept[4] = "";
    assert_int_equal(read(old, kept, 3), 3); /* who had it open keeps the whole old one */
    close(old);
    assert_string_equal(kept, "old");
    assert_int_equal(experiment_list(".", ".tmp")->count, 0);
}

static void a_link_stays_and_what_it_names_is_replaced(void **state)
{
    (void)state;
    assert_int_equal(mkdir("deep", 0777), 0);
    folder_write("deep/target", "old");
    assert_int_equal(symlink("target", "deep/second"), 0);
    assert_int_equal(symlink("deep/second", "first"), 0);
    assert_string_equal(write_new("first"), "");
    assert_file_is("deep/target", "new");
    assert_int_equal(kind_of("first"), S_IFLNK);
    assert_int_equal(kind_of("deep/second"), S_IFLNK);
    assert_int_equal(experiment_list("deep", ".tmp")->count, 0);
}

static void a_link_to_nothing_yet_makes_what_it_names(void **state)
{
    (void)state;
    assert_int_equal(symlink("to_come", "early"), 0);
    assert_string_equal(write_new("early"), "");
    assert_file_is("to_come", "new");
    assert_int_equal(kind_of("early"), S_IFLNK);
}

static void links_in_a_ring_are_refused(void **state)
{
    (void)state;
    assert_int_equal(symlink("ring", "ring"), 0);
    assert_string_equal(write_new("ring"),
                        "ring: not written: Too many levels of symbolic links\n");
}

static void a_pipe_takes_the_bytes_and_stays(void **state)
{
    (void)state;
    char taken[8] = "";
    assert_int_equal(mkfifo("pipe", 0666), 0);
    const int end = open("pipe", O_RDONLY | O_NONBLOCK);
    assert_string_equal(write_new("pipe"), "");
    assert_int_equal(read(end, taken, sizeof taken - 1), 3);
    close(end);
    assert_string_equal(taken, "new");
    assert_int_equal(kind_of("pipe"), S_IFIFO);
}

static void a_folder_is_refused(void **state)
{
    (void)state;
    assert_int_equal(mkdir("folder", 0777), 0);
    assert_string_equal(write_new("folder"), "folder: not written: Is a directory\n");
}

/* Every command that writes one file: into a device, here behind a link that may be replaced. */
static void commands_write_into_devices(void **state)
{
    (void)state;
    springs_run("a", NULL);
    assert_int_equal(symlink("/dev/null", "null"), 0);
    const char *const *const runs[] = {
        SHELL("baseline", "a", "-o", "null"),
        SHELL("report", "a", "--no-plots", "-o", "null"),
        SHELL("compare", "a", "a", "--junit", "null"),
    };
    for (size_t i = 0; i < sizeof runs / sizeof *runs; i++) {
        const shell_end end = shell_run(runs[i]);
        assert_string_equal(end.err, "");
        assert_int_equal(end.code, 0);
        assert_int_equal(kind_of("null"), S_IFLNK);
    }
    assert_int_equal(kind_of("/dev/null"), S_IFCHR);
}

/* What the shell has opened takes what is written; the report's own line is not part of the page.
 */
static void standard_output_is_written_into(void **state)
{
    (void)state;
    springs_run("b", NULL);
    assert_int_equal(system("'" TRAMA_PROGRAM "' report b --no-plots -o page.html >line"), 0);
    assert_int_equal(system("echo before >out && '" TRAMA_PROGRAM
                            "' report b --no-plots -o /dev/stdout >>out 2>said"),
                     0);
    assert_int_equal(system("(echo before; cat page.html) | cmp - out"), 0);
    char *said = text_of_file("said");
    text_assert_has(said, "report: /dev/stdout (0.");
    free(said);
    assert_int_equal(system("'" TRAMA_PROGRAM
                            "' report b --no-plots -o /dev/stdout 2>/dev/null | cmp - page.html"),
                     0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_regular_file_is_replaced_and_nothing_is_left_beside),
        cmocka_unit_test(a_link_stays_and_what_it_names_is_replaced),
        cmocka_unit_test(a_link_to_nothing_yet_makes_what_it_names),
        cmocka_unit_test(links_in_a_ring_are_refused),
        cmocka_unit_test(a_pipe_takes_the_bytes_and_stays),
        cmocka_unit_test(a_folder_is_refused),
        cmocka_unit_test(commands_write_into_devices),
        cmocka_unit_test(standard_output_is_written_into),
    };
    return cmocka_run_group_tests(tests, folder_enter_in_memory, folder_leave);
}
