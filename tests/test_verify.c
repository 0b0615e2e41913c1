/* trama verify finds and names a results file in which any byte was changed. trama index and a
 * resumed run cope with such files, and run their cases anew on request. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/experiment.h"
#include "support/folder.h"
#include "support/record_sample.h"
#include "support/shell.h"
#include "support/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* HDF5 1.10.8 loses what it holds of each object header whose checksum does not hold;
 * LeakSanitizer, where it is on, asks here what to leave out. */
const char *__lsan_default_suppressions(void); /* NOLINT(bugprone-reserved-identifier) */
const char *__lsan_default_suppressions(void)  /* NOLINT(bugprone-reserved-identifier) */
{
    return "leak:libhdf5";
}

static bundle case_bundle(void)
{
    static const double values[64] = {2.385};
    bundle b = {0};
    bundle_add_text(&b, "/case/id", "identity", "0a");
    bundle_add_text(&b, "/case/status", "how it ended", "ok");
    bundle_add_reals(&b, "/result/x", "m", "one value, and zeros", values, 60, 1);
    return b;
}

static record_status verify(const char *path, const sample_bytes *bytes)
{
    bundle b = {0};
    record_error error;
    if (bytes)
        sample_write(path, bytes->bytes, bytes->size);
    const record_status status = record_verify(path, NULL, &b, &error);
    assert_int_equal(status, error.status);
    assert_true(status == RECORD_OK || strstr(error.text, path) == error.text);
    assert_true(status == RECORD_OK || b.count == 0);
    bundle_free(&b);
    return status;
}

/* Measured: 0 of 1370 bytes and 8 masks. */
static void every_flipped_bit_is_found(void **state)
{
    (void)state;
    bundle b = case_bundle();
    record_error error;
    assert_int_equal(record_write("flip.h5", &b, &error), RECORD_OK);
    sample_bytes file = sample_read("flip.h5");
    assert_int_equal(verify("flip.h5", NULL), RECORD_OK);
    for (size_t i = 0; i < file.size; i++) {
        const unsigned char mask = (unsigned char)(1u << (i * 5 % 8));
        file.bytes[i] ^= mask;
        if (verify("flip.h5", &file) != RECORD_DAMAGED)
            fail_msg("a flipped bit of byte %zu is not found", i);
        file.bytes[i] ^= mask;
    }
    free(file.bytes);
    bundle_free(&b);
}

/* Fletcher-32 sums words modulo 65535: 0xffff is 0x0000 to it. Values lie under other checksums
 * too: that of their object's header, or that of zlib. */
static void zeros_that_become_ones_are_found(void **state)
{
    (void)state;
    bundle b = case_bundle(), read = {0};
    record_error error;
    assert_int_equal(record_write("words.h5", &b, &error), RECORD_OK);
    sample_bytes file = sample_read("words.h5");
    size_t start = 0, unnoticed = 0;
    static const unsigned char zeros[400];
    while (memcmp(file.bytes + start, zeros, sizeof zeros) != 0)
        start++;
    for (size_t i = 0; i < 16; i++) {
        memset(file.bytes + start + 2 * i, 0xff, 2);
        assert_int_equal(verify("words.h5", &file), RECORD_DAMAGED);
        unnoticed += record_read("words.h5", NULL, &read, &error) == RECORD_OK;
        bundle_free(&read);
        memset(file.bytes + start + 2 * i, 0, 2);
    }
    assert_int_equal(unnoticed, 0);
    free(file.bytes);
    bundle_free(&b);
}

static void more_bytes_or_fewer_are_found(void **state)
{
    (void)state;
    bundle b = case_bundle();
    record_error error;
    assert_int_equal(record_write("size.h5", &b, &error), RECORD_OK);
    sample_bytes file = sample_read("size.h5");
    sample_bytes longer = {calloc(file.size + 8, 1), file.size + 8};
    memcpy(longer.bytes, file.bytes, file.size);
    for (; longer.size > file.size; longer.size--)
        assert_int_equal(verify("size.h5", &longer), RECORD_DAMAGED);
    assert_int_equal(verify("size.h5", &longer), RECORD_OK);
    while (longer.size-- > 8)
        assert_int_equal(verify("size.h5", &longer), RECORD_DAMAGED);
    free(longer.bytes);
    free(file.bytes);
    bundle_free(&b);
}

static void flip_on_disk(const char *path, size_t position)
{
    sample_bytes file = sample_read(path);
    file.bytes[position < file.size ? position : file.size - 1] ^= 0x40;
    sample_write(path, file.bytes, file.size);
    free(file.bytes);
}

/* In the signature, in the middle, and in the last byte. */
static void damage_is_named_and_run_anew_on_request(void **state)
{
    (void)state;
    char path[256], says[512];
    experiment_write("spring.yaml", experiment_spring, NULL);
    assert_int_equal(shell_run(SHELL("run", "spring.yaml", "-o", "out")).code, 0);
    assert_int_equal(shell_run(SHELL("verify", "out")).code, 0);
    char *expected = experiment_digests("out/spring/cases");
    static const size_t positions[] = {1, 3000, SIZE_MAX};
    for (size_t i = 0; i < sizeof positions / sizeof positions[0]; i++) {
        snprintf(path, sizeof path, "out/spring/cases/%s",
                 experiment_list("out/spring/cases", ".h5")->name[i]);
        flip_on_disk(path, positions[i]);
        shell_end end = shell_run(SHELL("verify", "out"));
        assert_int_equal(end.code, 4);
        snprintf(says, sizeof says, "%s: ", path);
        assert_ptr_equal(strstr(end.out, says), end.out);
        text_assert_has(
            end.out,
            "\n4 files are whole, 1 is not; `trama run --again bad` runs damaged cases again");
        end = shell_run(SHELL("run", "spring.yaml", "-o", "out"));
        assert_int_equal(end.code, 4);
        assert_ptr_equal(strstr(end.err, says), end.err);
        text_assert_has(end.err, "`--again bad` runs it again\n");
        end = shell_run(SHELL("run", "spring.yaml", "-o", "out", "--again", "bad"));
        assert_int_equal(end.code, 0);
        text_assert_has(end.err, "2 cases exist already\n[1/1] ");
        end = shell_run(SHELL("verify", "out"));
        assert_string_equal(end.out, "5 files are whole, 0 are not\n");
        assert_int_equal(end.code, 0);
    }
    char *after = experiment_digests("out/spring/cases");
    assert_string_equal(after, expected);
    free(after);
    free(expected);
}

/* A whole file, every byte of it as written, under the name of another case. */
/* At which line of a column's values `text` stands first. */
static size_t line_of(const char *file, const char *column, const char *text)
{
    const char *out = shell_run(SHELL("show", file, column)).out, *at = strstr(out, text);
    size_t line = 0;
    assert_non_null(at);
    for (const char *c = out; c < at; c++)
        line += *c == '\n';
    return line;
}

static void a_file_of_another_case_is_no_result(void **state)
{
    (void)state;
    char taken[256], copied[256];
    experiment_write("spring.yaml", experiment_spring, NULL);
    assert_int_equal(shell_run(SHELL("run", "spring.yaml", "-o", "copied")).code, 0);
    const experiment_names *names = experiment_list("copied/spring/cases", ".h5");
    snprintf(copied, sizeof copied, "copied/spring/cases/%s", names->name[0]);
    snprintf(taken, sizeof taken, "copied/spring/cases/%s", names->name[1]);
    const size_t place = line_of("copied/spring/index.h5", "/index/file", names->name[0]);
    sample_bytes other = sample_read(taken);
    sample_write(copied, other.bytes, other.size);
    free(other.bytes);
    static const char *const commands[][7] = {{"verify", "copied"},
                                              {"table", "copied"},
                                              {"run", "spring.yaml", "-o", "copied"},
                                              {"merge", "spring.yaml", "-o", "copied"}};
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++) {
        const shell_end end = shell_run(commands[i]);
        assert_int_equal(end.code, 4);
        const char *said = i == 0 ? end.out : end.err;
        assert_ptr_equal(strstr(said, copied), said);
        text_assert_has(said, ": is the file of another case, ");
    }
    assert_int_equal(shell_run(SHELL("index", "copied")).code, 0);
    const size_t after = line_of("copied/spring/index.h5", "/index/status", "damaged");
    assert_int_equal(after, place); /* the planned one */
    assert_int_equal(shell_run(SHELL("run", "spring.yaml", "-o", "copied", "--again", "bad")).code,
                     0);
    assert_int_equal(shell_run(SHELL("verify", "copied")).code, 0);
}

/* To the same bytes. */
static void an_index_is_made_anew_from_its_cases(void **state)
{
    (void)state;
    experiment_write("spring.yaml", experiment_spring, NULL);
    assert_int_equal(shell_run(SHELL("run", "spring.yaml", "-o", "again")).code, 0);
    sample_bytes before = sample_read("again/spring/index.h5");
    for (size_t i = 0; i < 2; i++) {
        if (i == 0)
            flip_on_disk("again/spring/index.h5", 2000);
        else
            assert_int_equal(unlink("again/spring/index.h5"), 0);
        assert_int_equal(shell_run(SHELL("verify", "again")).code, i == 0 ? 4 : 0);
        const shell_end end = shell_run(SHELL("index", "again"));
        assert_string_equal(end.err, "");
        assert_string_equal(end.out, "1 indices made\n");
        assert_int_equal(end.code, 0);
        sample_bytes after = sample_read("again/spring/index.h5");
        assert_int_equal(after.size, before.size);
        assert_memory_equal(after.bytes, before.bytes, before.size);
        free(after.bytes);
    }
    free(before.bytes);
}

static void what_holds_no_results_is_said_so(void **state)
{
    (void)state;
    static const struct {
        const char *arguments[3];
        int code;
        const char *says;
    } table[] = {
        {{"verify"}, 2, "trama verify: a results folder is needed; see `trama --help`\n"},
        {{"verify", "."}, 2, "trama verify: no results files in .\n"},
        {{"verify", "nowhere"}, 2, "nowhere: No such file or directory\n"},
        {{"index", "."}, 2, "trama index: no folders of cases in .\n"},
        {{"index", "nowhere"}, 2, "nowhere: No such file or directory\n"},
        {{"verify", "-x"}, 2, "trama verify: unknown option '-x'; see `trama --help`\n"},
    };
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        const shell_end end = shell_run(table[i].arguments);
        assert_string_equal(end.err, table[i].says);
        assert_int_equal(end.code, table[i].code);
    }
}

static void a_file_is_verified_by_its_name_and_what_is_not_there_is_said(void **state)
{
    (void)state;
    bundle b = case_bundle();
    record_error error;
    assert_int_equal(record_write("one.h5", &b, &error), RECORD_OK);
    bundle_free(&b);
    shell_end end = shell_run(SHELL("verify", "one.h5"));
    assert_int_equal(end.code, 0);
    assert_string_equal(end.out, "1 file is whole, 0 are not\n");
    end = shell_run(SHELL("verify", "nowhere"));
    assert_int_equal(end.code, 2);
    assert_string_equal(end.err, "nowhere: No such file or directory\n");
    assert_string_equal(end.out, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_holds_no_results_is_said_so),
        cmocka_unit_test(every_flipped_bit_is_found),
        cmocka_unit_test(zeros_that_become_ones_are_found),
        cmocka_unit_test(more_bytes_or_fewer_are_found),
        cmocka_unit_test(a_file_of_another_case_is_no_result),
        cmocka_unit_test(damage_is_named_and_run_anew_on_request),
        cmocka_unit_test(an_index_is_made_anew_from_its_cases),
        cmocka_unit_test(a_file_is_verified_by_its_name_and_what_is_not_there_is_said),
    };
    record_begin();
    return cmocka_run_group_tests_name("verify", tests, folder_enter, folder_leave);
}
