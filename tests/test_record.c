/* Bundles and results files (lib/results) give back what was put into them. test_record_damage.c
 * tests damage and full disks, test_record_foreign.c and test_record_strange.c foreign files,
 * test_record_index.c the index and the sidecar. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/record_sample.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void every_type_and_shape_comes_back_bit_for_bit(void **state)
{
    (void)state;
    bundle written = sample_bundle();
    sample_record(sample_path("all.h5"), &written);
    bundle read = sample_back(sample_path("all.h5"));
    sample_assert_equal(&written, &read);
    bundle_free(&read);
    bundle_free(&written);
}

/* Several chunks in both directions, compressed; a text longer than HDF5's conversion buffer (1
 * MiB). */
static void large_columns_come_back_bit_for_bit(void **state)
{
    (void)state;
    enum { ROWS = 6, COLUMNS = 40000, LENGTH = 3 << 20 };
    double *reals = malloc(ROWS * COLUMNS * sizeof *reals);
    char *text = malloc(LENGTH + 1);
    for (size_t i = 0; i < ROWS * COLUMNS; i++)
        reals[i] = sin((double)i);
    for (size_t i = 0; i < LENGTH; i++)
        text[i] = (char)('a' + i % 23);
    text[LENGTH] = '\0';
    const char *texts[] = {"short", text, ""};
    bundle written = {0};
    bundle_add_reals(&written, "/frames/x", "m", "wide", reals, ROWS, COLUMNS);
    bundle_add_reals(&written, "/frames/tall", "m", "tall", reals, ROWS * COLUMNS / 2, 2);
    bundle_add_reals(&written, "/frames/long", "m", "long", reals, ROWS * COLUMNS, 1);
    bundle_add_texts(&written, "/config/text", "long", texts, 3);
    sample_record(sample_path("large.h5"), &written);
    bundle read = sample_back(sample_path("large.h5"));
    sample_assert_equal(&written, &read);
    bundle_free(&read);
    bundle_free(&written);
    free(text);
    free(reals);
}

static void an_empty_bundle_comes_back_empty(void **state)
{
    (void)state;
    const bundle nothing = {0};
    sample_record(sample_path("empty.h5"), &nothing);
    bundle read = sample_back(sample_path("empty.h5"));
    assert_int_equal(read.count, 0);
    bundle_free(&read);
}

/* Times of groups and datasets have a resolution of a second. */
static void the_same_bundle_gives_the_same_bytes_at_any_time(void **state)
{
    (void)state;
    const struct timespec more_than_a_second = {1, 50000000};
    bundle b = sample_bundle();
    sample_record(sample_path("first.h5"), &b);
    nanosleep(&more_than_a_second, NULL);
    sample_record(sample_path("second.h5"), &b);
    sample_bytes first = sample_read(sample_path("first.h5"));
    sample_bytes second = sample_read(sample_path("second.h5"));
    assert_int_equal(first.size, second.size);
    assert_memory_equal(first.bytes, second.bytes, first.size);
    free(first.bytes);
    free(second.bytes);
    bundle_free(&b);
}

/* Measured: 11.7 kB; in the earliest format of HDF5 it is about 100 kB. */
static void a_file_of_forty_columns_is_small(void **state)
{
    (void)state;
    bundle b = {0};
    for (int i = 0; i < 40; i++) {
        const double values[8] = {0.1 * i, 0.2 * i};
        char path[64];
        snprintf(path, sizeof path, "/result/group/column_%d", i);
        bundle_add_reals(&b, path, "kg/m^2", "a summary of a usual length", values, 8, 1);
    }
    sample_record(sample_path("forty.h5"), &b);
    sample_bytes file = sample_read(sample_path("forty.h5"));
    assert_in_range(file.size, 40 * 8 * sizeof(double), 12000);
    free(file.bytes);
    bundle_free(&b);
}

static void only_columns_that_begin_with_a_prefix_are_read(void **state)
{
    (void)state;
    static const struct {
        const char *const prefixes[3];
        size_t count;
    } table[] = {
        {{"/result/runs/", NULL}, 4},
        {{"/result/runs/dt", NULL}, 1},
        {{"/result/no_", NULL}, 4},
        {{"/run", "/alone", NULL}, 4},
        {{"/none", NULL}, 0},
        {{"/", NULL}, 19},
        {{"/resul", "/run/d", NULL}, 15},
        {{"/result/runs/dt/", NULL}, 0},
        {{NULL}, 0},
    };
    bundle b = sample_bundle();
    sample_record(sample_path("prefix.h5"), &b);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        bundle read = {0};
        record_error error;
        assert_int_equal(record_read(sample_path("prefix.h5"), table[i].prefixes, &read, &error),
                         RECORD_OK);
        assert_int_equal(read.count, table[i].count);
        bundle_free(&read);
    }
    bundle_free(&b);
}

/* A failed read leaves what was there before. */
static void reading_adds_to_a_bundle_or_leaves_it(void **state)
{
    (void)state;
    static const char *const alone[] = {"/alone", NULL};
    bundle b = sample_bundle(), read = {0};
    record_error error;
    sample_record(sample_path("add.h5"), &b);
    bundle_add_integer(&read, "/first", "1", "", 1);
    assert_int_equal(record_read(sample_path("add.h5"), alone, &read, &error), RECORD_OK);
    assert_int_equal(read.count, 2);
    assert_int_equal(record_read(sample_path("none.h5"), NULL, &read, &error), RECORD_MISSING);
    assert_int_equal(read.count, 2);
    assert_string_equal(bundle_text(&read, "/alone", "y"), "x");
    bundle_free(&read);
    bundle_free(&b);
}

/* True if h5dump, a reader that is not ours, prints `expected`. */
static bool h5dump_prints(const char *options, const char *file, const char *expected)
{
    char command[1024], *output = calloc(1, 1 << 16);
    snprintf(command, sizeof command, "h5dump %s '%s' 2>&1", options, file);
    FILE *dump = popen(command, "r");
    assert_non_null(dump);
    fread(output, 1, (1 << 16) - 1, dump);
    const bool found = pclose(dump) == 0 && strstr(output, expected);
    if (!found)
        print_error("%s:\n%s\n", command, output);
    free(output);
    return found;
}

static void h5dump_reads_what_was_written(void **state)
{
    (void)state;
    static const struct {
        const char *options, *expected;
    } table[] = {
        {"-m %.17g -d /result/dt_stable", "(0): 0.012"},
        {"-m %.17g -d /result/runs/dt", "(1): -0,\n   (2): nan,\n   (3): inf,\n   (4): -inf,"},
        {"-d /result/table", "DATASPACE  SIMPLE { ( 2, 4 ) / ( 2, 4 ) }"},
        {"-d /result/runs/node", "(0): -9223372036854775808, -1, 0, 1, 2385"},
        {"-d /result/runs/outcome", "CSET H5T_CSET_UTF8"},
        {"-d /result/runs/outcome", "(0): \"tecido\\000"},
        {"-a /result/dt_stable/unit", "(0): \"s\""},
        {"-p -H -d /result/dt_stable", "COMPACT"},
        {"-p -H -d /frames/x", "CHECKSUM FLETCHER32"},
        {"-d /result/no_table", "DATASPACE  SIMPLE { ( 0, 3 ) / ( 0, 3 ) }"},
        {"-d /result/dt_stable", "DATASPACE  SCALAR"},
        {"-d /run/software", "DATASPACE  SCALAR"},
        {"-d /result/one_row", "DATASPACE  SIMPLE { ( 1 ) / ( 1 ) }"},
        {"-d /result/yes", "\"FALSE\"            0;\n      \"TRUE\"             1;"},
        {"-d /result/yes", "(0): TRUE"},
        {"-d /result/runs/stable", "(0): FALSE, TRUE"},
        {"-a /schema_version", "(0): 4"},
        {"-a /software", "(0): \"trama\""},
        {"-a /softwareVersion", "(0): \"0.1.0\""},
        {"-a /date", "(0): \"2019-08-07 06:05:04 +0000\""},
    };
    if (system("command -v h5dump >/dev/null") != 0)
        skip();
    static const double zeros[64];
    bundle b = sample_bundle();
    bundle_add_reals(&b, "/frames/x", "m", "512 bytes", zeros, 64, 1);
    sample_record(sample_path("dump.h5"), &b);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++)
        assert_true(h5dump_prints(table[i].options, sample_path("dump.h5"), table[i].expected));
    bundle_free(&b);
}

static void the_library_says_its_version(void **state)
{
    (void)state;
    char *rest;
    const long major = strtol(record_library_version(), &rest, 10);
    assert_int_equal(*rest, '.');
    const long minor = strtol(rest + 1, &rest, 10);
    assert_int_equal(*rest, '.');
    assert_true(major > 1 || (major == 1 && minor >= 10));
}

/* Made by another program (Python's hashlib) from the form that digest.c documents. */
static void the_digest_is_the_documented_one(void **state)
{
    (void)state;
    const double reals[] = {2.385, -0.0};
    const int64_t integers[] = {-1, 7, INT64_MAX};
    const char *texts[] = {"", "\xc3\xa9"};
    char digest[65];
    bundle b = {0};
    record_digest(&b, "", digest);
    assert_string_equal(digest, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    bundle_add_texts(&b, "/result/name", "not hashed", texts, 2);
    bundle_add_integers(&b, "/result/node", "1", "not hashed", integers, 1, 3);
    bundle_add_reals(&b, "/result/a/dt", "s", "not hashed", reals, 2, 1);
    bundle_add_real(&b, "/result2", "s", "not below /result", 1);
    record_digest(&b, "/result", digest);
    assert_string_equal(digest, "7e2f843409529b47e359ea756c4b4ae52056a579c50d0890576011944de471ff");
    bundle_free(&b);
}

typedef struct variant {
    const char *path, *unit;
    bool integer;
    double value;
    size_t rows, columns;
} variant;

static void digest_of(const variant *v, char digest[65])
{
    const double reals[6] = {v->value, 1, 2, 3, 4, 5};
    const int64_t integers[6] = {(int64_t)v->value, 1, 2, 3, 4, 5};
    bundle b = {0};
    if (v->integer)
        bundle_add_integers(&b, v->path, v->unit, "", integers, v->rows, v->columns);
    else
        bundle_add_reals(&b, v->path, v->unit, "", reals, v->rows, v->columns);
    record_digest(&b, "/", digest);
    bundle_free(&b);
}

static void the_digest_depends_on_all_that_counts(void **state)
{
    (void)state;
    static const variant variants[] = {
        {"/r/a", "m", false, 0.0, 6, 1},         {"/r/b", "m", false, 0.0, 6, 1},
        {"/r/a", "s", false, 0.0, 6, 1},         {"/r/a", "m", true, 0.0, 6, 1},
        {"/r/a", "m", false, -0.0, 6, 1},        {"/r/a", "m", false, 1e-320, 6, 1},
        {"/r/a", "m", false, 0.0, 3, 2},         {"/r/a", "m", false, 0.0, 2, 3},
        {"/r/a", "m", false, 0.0, 5, 1},         {"/r/a", "m", false, 0.0, 0, 1},
        {"/r/a", "m", false, (double)NAN, 6, 1},
    };
    enum { COUNT = sizeof variants / sizeof variants[0] };
    char digest[COUNT][65];
    for (size_t i = 0; i < COUNT; i++)
        digest_of(&variants[i], digest[i]);
    for (size_t i = 0; i < COUNT; i++)
        for (size_t k = 0; k < i; k++)
            assert_string_not_equal(digest[i], digest[k]);
}

static void the_digest_depends_neither_on_order_nor_on_the_file(void **state)
{
    (void)state;
    bundle b = sample_bundle();
    char before[65], after[65];
    record_digest(&b, "/result", before);
    const bundle_column first = b.column[0];
    b.column[0] = b.column[7];
    b.column[7] = first;
    sample_record(sample_path("digest.h5"), &b);
    bundle read = sample_back(sample_path("digest.h5"));
    record_digest(&read, "/result/", after);
    assert_string_equal(before, after);
    bundle_free(&read);
    bundle_free(&b);
}

static void the_bytes_of_a_file_do_not_depend_on_the_order_of_its_columns(void **state)
{
    (void)state;
    bundle b = sample_bundle();
    bundle_add_text(&b, "/labels/second", "label of the case", "2.385");
    bundle_add_text(&b, "/labels/first", "label of the case", "1.19");
    sample_record(sample_path("forth.h5"), &b);
    for (size_t i = 0; i < b.count / 2; i++) {
        const bundle_column other = b.column[i];
        b.column[i] = b.column[b.count - 1 - i];
        b.column[b.count - 1 - i] = other;
    }
    sample_record(sample_path("back.h5"), &b);
    sample_assert_same_bytes(sample_path("forth.h5"), sample_path("back.h5"));
    bundle_free(&b);
}

static void a_lookup_falls_back_where_there_is_no_such_value(void **state)
{
    (void)state;
    bundle b = sample_bundle();
    assert_true(bundle_real(&b, "/result/dt_stable", 7) == 0.012);
    assert_true(bundle_real(&b, "/result/runs/dt", 7) == 2.385);
    assert_true(bundle_real(&b, "/result/dt", 7) == 7);
    assert_true(bundle_real(&b, "/result/iterations", 7) == 7); /* of integers */
    assert_true(bundle_real(&b, "/result/no_rows", 7) == 7);
    assert_int_equal(bundle_integer(&b, "/result/iterations", 7), 1850);
    assert_int_equal(bundle_integer(&b, "/result/no_integers", 7), 7);
    assert_string_equal(bundle_text(&b, "/result/runs/outcome", "none"), "tecido");
    assert_string_equal(bundle_text(&b, "/result/no_texts", "none"), "none");
    assert_null(bundle_find(&b, "/result/runs"));
    bundle_free(&b);
    assert_int_equal(b.count, 0);
    bundle_free(&b);
}

/* Its number of values does not fit into a size_t. */
static void a_bundle_that_lost_a_column_is_not_written(void **state)
{
    (void)state;
    bundle b = sample_bundle();
    const size_t count = b.count;
    record_error error;
    bundle_add_reals(&b, "/lost", "m", "too large", NULL, SIZE_MAX / 2, 3);
    assert_true(b.no_memory);
    assert_int_equal(b.count, count);
    assert_int_equal(record_write(sample_path("lost.h5"), &b, &error), RECORD_NO_MEMORY);
    assert_int_equal(record_write(sample_path("lost.h5"), &b, &error), error.status);
    assert_non_null(strstr(error.text, "lost.h5"));
    bundle read = {0};
    assert_int_equal(record_read(sample_path("lost.h5"), NULL, &read, &error), RECORD_MISSING);
    bundle_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_type_and_shape_comes_back_bit_for_bit),
        cmocka_unit_test(large_columns_come_back_bit_for_bit),
        cmocka_unit_test(an_empty_bundle_comes_back_empty),
        cmocka_unit_test(the_same_bundle_gives_the_same_bytes_at_any_time),
        cmocka_unit_test(a_file_of_forty_columns_is_small),
        cmocka_unit_test(only_columns_that_begin_with_a_prefix_are_read),
        cmocka_unit_test(reading_adds_to_a_bundle_or_leaves_it),
        cmocka_unit_test(h5dump_reads_what_was_written),
        cmocka_unit_test(the_library_says_its_version),
        cmocka_unit_test(the_digest_is_the_documented_one),
        cmocka_unit_test(the_digest_depends_on_all_that_counts),
        cmocka_unit_test(the_digest_depends_neither_on_order_nor_on_the_file),
        cmocka_unit_test(the_bytes_of_a_file_do_not_depend_on_the_order_of_its_columns),
        cmocka_unit_test(a_lookup_falls_back_where_there_is_no_such_value),
        cmocka_unit_test(a_bundle_that_lost_a_column_is_not_written),
    };
    return cmocka_run_group_tests_name("record", tests, sample_folder_begin, sample_folder_end);
}
