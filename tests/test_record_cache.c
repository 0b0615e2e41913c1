/* The summary cache of a results file repeats what the file holds, and a cache that trama has not
 * written is ignored. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "core/numbers.h"
#include "index/index.h"
#include "support/record_sample.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NASTY "a\tb\nc\\d\\n \xc3\xa9"

/* What a result may be: none of them is lost on its way through text. */
static const double reals[] = {1.0 / 3, -0.0, 5e-324, -TRAMA_INFINITY, 0.1 + 0.2, TRAMA_NAN};
static const int64_t integers[] = {INT64_MIN, INT64_MAX, 0};
enum { REALS = sizeof reals / sizeof reals[0], INTEGERS = sizeof integers / sizeof integers[0] };

static void add_results(bundle *b)
{
    char path[64];
    const double list[] = {1, 2};
    for (size_t i = 0; i < REALS; i++) {
        snprintf(path, sizeof path, "/result/reals/r%zu", i);
        bundle_add_real(b, path, "m/s", "a real", reals[i]);
    }
    for (size_t i = 0; i < INTEGERS; i++) {
        snprintf(path, sizeof path, "/result/integers/i%zu", i);
        bundle_add_integer(b, path, "1", "an integer", integers[i]);
    }
    bundle_add_text(b, "/result/text", "a text", NASTY);
    bundle_add_text(b, "/result/empty", "", "");
    bundle_add_reals(b, "/result/list", "m", "no single value", list, 2, 1);
}

static bundle case_bundle(const char *id, bool frames)
{
    const double times[] = {0, 0.5};
    bundle b = {0};
    bundle_add_text(&b, "/case/id", "identity", id);
    bundle_add_text(&b, "/case/experiment", "experiment", "cards");
    bundle_add_text(&b, "/case/status", "how it ended", "ok");
    bundle_add_text(&b, "/labels/simulation", "", NASTY);
    bundle_add_real(&b, "/labels/dt", "s", "", 0.012);
    bundle_add_text(&b, "/labels/none", "", "");
    bundle_add_real(&b, "/result/x", "m", "what it gave", 2.385);
    add_results(&b);
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
        bundle b = case_bundle("0a", frames != 0), read = {0};
        record_error error;
        char digest[65];
        sample_record(sample_path("cache.h5"), &b);
        assert_int_equal(record_verify_case(sample_path("cache.h5"), &read, &error), RECORD_OK);
        for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
            assert_string_equal(bundle_text(&read, texts[i][0], "-"), texts[i][1]);
        record_digest(&b, "/result", digest);
        assert_string_equal(bundle_text(&read, "/index/digest", "-"), digest);
        assert_int_equal(bundle_find(&read, "/frames/time") != NULL, frames);
        assert_int_equal(read.count, 8 + frames); /* a resumed run wants no results */
        bundle_free(&read);
        bundle_free(&b);
    }
}

/* The bytes of the case without its cache and trailer. */
static sample_bytes bare_case(const char *id)
{
    bundle b = case_bundle(id, false);
    sample_record(sample_path("bare.h5"), &b);
    sample_bytes file = sample_read(sample_path("bare.h5"));
    static const char start[] = "\n/case/id\t";
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
    sample_bytes bare = bare_case("0a");
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

/* A folder of the cases 0a and 0b, of which the second is bytes of its own, or as it is written.
 * The units of results are taken from the first, and so the cache of the second is read. */
static bundle index_of(const char *folder, const sample_bytes *second, const char *cache)
{
    char path[64];
    record_error error;
    bundle b = case_bundle("0a", false), other = case_bundle("0b", false);
    sample_make_folder(folder);
    snprintf(path, sizeof path, "%s/cases", folder);
    sample_make_folder(path);
    snprintf(path, sizeof path, "%s/cases/0a.h5", folder);
    sample_record(sample_path(path), &b);
    snprintf(path, sizeof path, "%s/cases/0b.h5", folder);
    if (!second)
        sample_record(sample_path(path), &other);
    else if (cache)
        write_with_trailer(sample_path(path), second, cache);
    else
        sample_write(sample_path(path), second->bytes, second->size);
    if (record_index(sample_path(folder), true, &error) != RECORD_OK)
        fail_msg("%s", error.text);
    snprintf(path, sizeof path, "%s/index.h5", folder);
    bundle_free(&b);
    bundle_free(&other);
    return sample_back(sample_path(path));
}

/* What the index says of the file, not of the case. */
static bool is_of_file(const char *path)
{
    return strcmp(path, "/index/size") == 0 || strcmp(path, "/index/time") == 0 ||
           strcmp(path, "/index/seal") == 0;
}

static void forget(const bundle_column *a, const bundle_column *b)
{
    for (size_t i = 0; i < a->rows; i++)
        if (a->type == BUNDLE_TEXT)
            a->text[i][0] = b->text[i][0] = '\0';
        else
            a->integer[i] = b->integer[i] = 0;
}

/* The second file has its cache and trailer, or has lost them. */
static void the_index_is_the_same_with_and_without_caches(void **state)
{
    (void)state;
    sample_bytes bare = bare_case("0b");
    bundle with = index_of("with", NULL, NULL), without = index_of("without", &bare, NULL);
    for (size_t i = 0; i < with.count; i++)
        if (is_of_file(with.column[i].path))
            forget(&with.column[i], bundle_find(&without, with.column[i].path));
    sample_assert_equal(&with, &without);
    bundle_free(&with);
    bundle_free(&without);
    free(bare.bytes);
}

static const bundle_column *result_of(const bundle *index, const char *group, size_t i)
{
    char path[64];
    snprintf(path, sizeof path, "/result/%s%zu", group, i);
    const bundle_column *column = bundle_find(index, path);
    assert_non_null(column);
    assert_int_equal(column->rows, 2);
    return column;
}

static uint64_t bits_of(double value)
{
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void results_are_the_same_to_the_bit_from_a_cache(void **state)
{
    (void)state;
    bundle index = index_of("bits", NULL, NULL);
    for (size_t i = 0; i < REALS; i++) {
        const bundle_column *c = result_of(&index, "reals/r", i);
        assert_int_equal(c->type, BUNDLE_REAL);
        assert_string_equal(c->unit, "m/s");
        assert_string_equal(c->summary, "a real");
        for (size_t k = 0; k < 2; k++)
            assert_true(isnan(reals[i]) ? isnan(c->real[k])
                                        : bits_of(c->real[k]) == bits_of(reals[i]));
    }
    for (size_t i = 0; i < INTEGERS; i++) {
        const bundle_column *c = result_of(&index, "integers/i", i);
        assert_int_equal(c->type, BUNDLE_INTEGER);
        assert_true(c->integer[0] == integers[i] && c->integer[1] == integers[i]);
    }
    assert_string_equal(bundle_find(&index, "/result/text")->text[1], NASTY);
    assert_string_equal(bundle_find(&index, "/result/empty")->text[1], "");
    assert_null(bundle_find(&index, "/result/list"));
    bundle_free(&index);
}

/* The lines of the case's cache, with `from` replaced by `to`. */
static void cache_with(const char *from, const char *to, char *lines, size_t size)
{
    sample_bytes bare = bare_case("0b"), all = sample_read(sample_path("bare.h5"));
    char text[4096];
    const size_t length = all.size - bare.size;
    assert_in_range(length, 1, sizeof text - 1);
    memcpy(text, all.bytes + bare.size, length);
    text[length] = '\0';
    *strstr(text, "trama: summary cache") = '\0';
    const char *at = strstr(text, from);
    assert_non_null(at);
    snprintf(lines, size, "%.*s%s%s", (int)(at - text), text, to, at + strlen(from));
    free(bare.bytes);
    free(all.bytes);
}

/* Each says another x than the file, 2.385, or is of another file. The last one could be ours. */
static void values_of_a_cache_that_is_not_ours_come_from_the_file(void **state)
{
    (void)state;
    static const char x_line[] = "=/result/x\tr2.385\n";
    static const char *const forged[][2] = {
        {x_line, ""},                                   /* one is lacking */
        {x_line, "=/result/x\tr3\n=/result/y\tr3\n"},   /* one is too many */
        {x_line, "=/result/x\tr3x\n"},                  /* no real */
        {x_line, "=/result/x\tr\n"},                    /* nothing */
        {x_line, "=/result/x\t\n"},                     /* not even a type */
        {x_line, "=/result/x\tq3\n"},                   /* an unknown type */
        {x_line, "=/result/x\ti3\n"},                   /* another type */
        {x_line, "=/result/x\ti9223372036854775808\n"}, /* too large */
        {"/cache/layout\t", "/cache/layout\t0"},        /* of another kind of file */
        {"/cache/layout", "/cache/nothing"},            /* of none */
        {"/index/digest\t", "/index/digest\t0"},        /* no digest */
        {"=/case/id\tt0b\n", "=/case/id\tt0a\n"},       /* of another case */
        {x_line, "=/result/x\tr3\n"},
    };
    enum { COUNT = sizeof forged / sizeof forged[0] };
    sample_bytes bare = bare_case("0b");
    for (size_t i = 0; i < COUNT; i++) {
        char cache[5000], lines[4500], folder[32];
        cache_with(forged[i][0], forged[i][1], lines, sizeof lines);
        snprintf(cache, sizeof cache, "%strama: summary cache of the %08zu bytes before this line",
                 lines, strlen(lines));
        snprintf(folder, sizeof folder, "forged%zu", i);
        bundle index = index_of(folder, &bare, cache);
        const bundle_column *x = bundle_find(&index, "/result/x");
        assert_non_null(x);
        assert_int_equal(x->type, BUNDLE_REAL);
        if (x->real[0] != 2.385 || x->real[1] != (i == COUNT - 1 ? 3 : 2.385))
            fail_msg("cache %zu: x is %g", i, x->real[1]);
        assert_string_equal(bundle_find(&index, "/index/id")->text[1], "0b");
        assert_null(bundle_find(&index, "/result/y"));
        bundle_free(&index);
    }
    free(bare.bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cache_says_what_the_file_says),
        cmocka_unit_test(a_cache_that_we_have_not_written_is_passed_over),
        cmocka_unit_test(the_index_is_the_same_with_and_without_caches),
        cmocka_unit_test(results_are_the_same_to_the_bit_from_a_cache),
        cmocka_unit_test(values_of_a_cache_that_is_not_ours_come_from_the_file),
    };
    return cmocka_run_group_tests_name("record_cache", tests, sample_folder_begin,
                                       sample_folder_end);
}
