/* The summary cache of a results file repeats what the file holds, and a cache that trama has not
 * written is ignored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/record_sample.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NASTY "a\tb\nc\\d\\n \xc3\xa9"

static bundle case_bundle(bool frames)
{
    const double times[] = {0, 0.5};
    bundle b = {0};
    bundle_add_text(&b, "/case/id", "identity", "0a");
    bundle_add_text(&b, "/case/experiment", "experiment", "cards");
    bundle_add_text(&b, "/case/status", "how it ended", "ok");
    bundle_add_text(&b, "/labels/simulation", "", NASTY);
    bundle_add_real(&b, "/labels/dt", "s", "", 0.012);
    bundle_add_text(&b, "/labels/none", "", "");
    bundle_add_real(&b, "/result/x", "m", "what it gave", 2.385);
    bundle_add_text(&b, "/run/build", "", "trama");
    if (frames)
        bundle_add_reals(&b, "/frames/time", "s", "", times, 2, 1);
    return b;
}

static void a_cache_says_what_the_file_says(void **state)
{
    (void)state;
    static const char *const texts[][2] = {
        {"/case/id", "0a"},      {"/case/experiment", "cards"}, {"/case/status", "ok"},
        {"/run/build", "trama"}, {"/labels/simulation", NASTY}, {"/labels/dt", "0.012"},
        {"/labels/none", ""},
    };
    for (int frames = 0; frames < 2; frames++) {
        bundle b = case_bundle(frames != 0), read = {0};
        record_error error;
        char digest[65];
        sample_record(sample_path("cache.h5"), &b);
        assert_int_equal(record_verify_case(sample_path("cache.h5"), &read, &error), RECORD_OK);
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
            assert_string_equal(bundle_text(&read, texts[i][0], "-"), texts[i][1]);
        record_digest(&b, "/result", digest);
        assert_string_equal(bundle_text(&read, "/index/digest", "-"), digest);
        assert_int_equal(bundle_find(&read, "/frames/time") != NULL, frames);
        assert_int_equal(read.count, 8 + frames);
        bundle_free(&read);
        bundle_free(&b);
    }
}

/* The bytes of the case without its cache and trailer. */
static sample_bytes bare_case(void)
{
    bundle b = case_bundle(false);
    sample_record(sample_path("bare.h5"), &b);
    sample_bytes file = sample_read(sample_path("bare.h5"));
    static const char start[] = "\n/case/id\t0a\n";
    size_t end = 0;
    while (memcmp(file.bytes + end, start, sizeof start - 1) != 0)
        end++;
    file.size = end;
    bundle_free(&b);
    return file;
}

/* As another program could: the trailer is right whatever the cache says. */
static void write_with_trailer(const char *path, const sample_bytes *bare, const char *cache)
{
    char command[2048];
    FILE *out = fopen(path, "wb");
    assert_non_null(out);
    assert_int_equal(fwrite(bare->bytes, 1, bare->size, out), bare->size);
    fputs(cache, out);
    assert_int_equal(fclose(out), 0);
    snprintf(command, sizeof command,
             "sum=$(sha256sum <'%s') && printf '\\ntrama: SHA-256 of the bytes before this line: "
             "%%s\\n' \"${sum%%%% *}\" >>'%s'",
             path, path);
    assert_int_equal(system(command), 0); /* NOLINT(cert-env33-c): names of this test's own */
}

/* Then the columns come from HDF5: the label is a real there, and only text on a cache. */
static void a_cache_that_we_have_not_written_is_passed_over(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *size; /* that it says; NULL: its own */
        bool ours;
    } caches[] = {
        {"", NULL, false},
        {"\n/case/id\t0b\n/case/status\tok\n", "00000028", false}, /* one byte short */
        {"\n/case/id\t0b\n/case/status\tok\n", "00065537", false}, /* before the file */
        {"\n/case/id\t0b\n/case/status\tok\n", "0000002x", false}, /* no number */
        {"\n/case/id\t0b\n/case/status ok\n", NULL, false},        /* no tab */
        {"\n/case/id\t0b\n/case/status\tok\t\n", NULL, false},     /* a tab too many */
        {"\n/case/id\t0b\n/case/status\t\\x\n", NULL, false},      /* an escape of nothing */
        {"\n/case/id\t0b\n/case/status\tok\\\n", NULL, false},     /* of the line's end */
        {"\n/case/id\t0b\n/case/status\tok\n/case/id\t0b\n", NULL, false}, /* twice */
        {"\n/case/id\t0b\n/case/status\tok\n/case/id/x\t0b\n", NULL, false},
        {"\n/case/id\t0b\n/case/status\tok\n/case/\t0b\n", NULL, false}, /* no path */
        {"\n/case/id\t0b\n/case/experiment\tx\n", NULL, false},          /* no status */
        {"\n/case/id\t0b\n/case/status\tok\n\n", NULL, false},           /* an empty line */
        {"\n/case/id\t0b\n/case/status\tok", NULL, false},               /* no end of the line */
        {"\n/case/id\t0b\n/case/status\tok\n", NULL, true}, /* the forger can do it right */
    };
    sample_bytes bare = bare_case();
    static const char *const heads[] = {"trama: summary cache of the", "trama: card of the"};
    for (size_t k = 0; k < 2 * (sizeof caches / sizeof caches[0]); k++) {
        const size_t i = k / 2;
        bundle read = {0};
        record_error error;
        char cache[512], size[32];
        snprintf(size, sizeof size, "%08zu", strlen(caches[i].text));
        snprintf(cache, sizeof cache, "%s%s %s bytes before this line", caches[i].text,
                 heads[k % 2], caches[i].size ? caches[i].size : size);
        write_with_trailer(sample_path("forged.h5"), &bare, cache);
        if (record_verify_case(sample_path("forged.h5"), &read, &error) != RECORD_OK)
            fail_msg("cache %zu: %s", i, error.text);
        const bool taken = strcmp(bundle_text(&read, "/case/id", "-"), "0b") == 0;
        if (taken != caches[i].ours || bundle_real(&read, "/labels/dt", 0) != (taken ? 0 : 0.012))
            fail_msg("cache %zu is %s", i, taken ? "taken for one of ours" : "not taken");
        bundle_free(&read);
    }
    free(bare.bytes);
}

/* One file has its cache and trailer, the other has lost them. */
static void the_index_is_the_same_with_and_without_caches(void **state)
{
    (void)state;
    static const char *const folders[] = {"with", "without"};
    bundle b = case_bundle(false), index[2] = {0};
    sample_bytes bare = bare_case();
    for (size_t i = 0; i < 2; i++) {
        char path[64];
        record_error error;
        sample_make_folder(folders[i]);
        snprintf(path, sizeof path, "%s/cases", folders[i]);
        sample_make_folder(path);
        snprintf(path, sizeof path, "%s/cases/0a.h5", folders[i]);
        if (i == 0)
            sample_record(sample_path(path), &b);
        else
            sample_write(sample_path(path), bare.bytes, bare.size);
        assert_int_equal(record_index(sample_path(folders[i]), &error), RECORD_OK);
        snprintf(path, sizeof path, "%s/index.h5", folders[i]);
        index[i] = sample_back(sample_path(path));
    }
    sample_assert_equal(&index[0], &index[1]);
    bundle_free(&index[0]);
    bundle_free(&index[1]);
    free(bare.bytes);
    bundle_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cache_says_what_the_file_says),
        cmocka_unit_test(a_cache_that_we_have_not_written_is_passed_over),
        cmocka_unit_test(the_index_is_the_same_with_and_without_caches),
    };
    return cmocka_run_group_tests_name("record_cache", tests, sample_folder_begin,
                                       sample_folder_end);
}
