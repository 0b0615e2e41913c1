#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/folder.h"
#include "support/record_sample.h"

#include <dirent.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[256];

int sample_folder_begin(void **state)
{
    (void)state;
    record_begin();
    return folder_temporary(NULL, folder, sizeof folder) ? 0 : -1;
}

int sample_folder_end(void **state)
{
    (void)state;
    return folder_remove(folder);
}

const char *sample_path(const char *name)
{
    static char path[8][512];
    static size_t next;
    next = (next + 1) % 8;
    snprintf(path[next], sizeof path[next], "%s/%s", folder, name);
    return path[next];
}

void sample_make_folder(const char *name)
{
    assert_int_equal(mkdir(sample_path(name), 0755), 0);
}

size_t sample_entries(const char *path)
{
    DIR *entries = opendir(path);
    assert_non_null(entries);
    size_t count = 0;
    while (readdir(entries))
        count++;
    closedir(entries);
    return count - 2;
}

static double from_bits(uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

bundle sample_bundle(void)
{
    const double reals[] = {2.385,
                            -0.0,
                            from_bits(0x7ff8000000000123),
                            (double)INFINITY,
                            -(double)INFINITY,
                            4.94e-324,
                            1.7976931348623157e308,
                            0.1};
    const int64_t integers[] = {INT64_MIN, -1, 0, 1, 2385, INT64_MAX};
    const char *texts[] = {"tecido", "", "sim\xc3\xa9trico \xe2\x89\xa4 1 mm", "two\nlines"};
    bundle b = {0};
    bundle_add_reals(&b, "/result/runs/dt", "s", "time steps", reals, 8, 1);
    bundle_add_reals(&b, "/result/table", "kg/m^2", "rows x columns", reals, 2, 4);
    bundle_add_reals(&b, "/result/no_rows", "m", "none", NULL, 0, 1);
    bundle_add_reals(&b, "/result/no_table", "m", "none of three", NULL, 0, 3);
    bundle_add_integers(&b, "/result/runs/node", "1", "", integers, 6, 1);
    bundle_add_integers(&b, "/config/points", "1", "nodes", integers + 3, 1, 2);
    bundle_add_integers(&b, "/result/no_integers", "1", "none", NULL, 0, 1);
    bundle_add_texts(&b, "/result/runs/outcome", "how it ended", texts, 4);
    bundle_add_texts(&b, "/result/no_texts", "none", NULL, 0);
    bundle_add_real(&b, "/result/dt_stable", "s", "a \xce\xb4t", 0.012);
    bundle_add_integer(&b, "/result/iterations", "1", "made", 1850);
    bundle_add_text(&b, "/result/empty", "an empty text", "");
    bundle_add_text(&b, "/run/software", "program", "trama");
    bundle_add_text(&b, "/run/software_version", "version", "0.1.0");
    bundle_add_text(&b, "/run/date", "when", "2019-08-07 06:05:04 +0000");
    bundle_add_text(&b, "/alone", "below the root", "x");
    bundle_add_reals(&b, "/result/one_row", "m", "a list of one", reals, 1, 1);
    bundle_add_integers(&b, "/result/yes", "1", "a single yes", integers + 3, 1, 1);
    bundle_mark_single(&b);
    bundle_mark_boolean(&b);
    bundle_add_integers(&b, "/result/runs/stable", "1", "no and yes", integers + 2, 2, 1);
    bundle_mark_boolean(&b);
    assert_false(b.no_memory);
    return b;
}

static void assert_columns_equal(const bundle_column *a, const bundle_column *b)
{
    assert_string_equal(a->unit, b->unit);
    assert_string_equal(a->summary, b->summary);
    assert_int_equal(a->type, b->type);
    assert_int_equal(a->single, b->single);
    assert_int_equal(a->boolean, b->boolean);
    assert_int_equal(a->rows, b->rows);
    assert_int_equal(a->columns, b->columns);
    const size_t bytes = a->rows * a->columns * sizeof(double);
    if (a->type == BUNDLE_REAL && bytes > 0)
        assert_memory_equal(a->real, b->real, bytes);
    if (a->type == BUNDLE_INTEGER && bytes > 0)
        assert_memory_equal(a->integer, b->integer, bytes);
    for (size_t i = 0; a->type == BUNDLE_TEXT && i < a->rows; i++)
        assert_string_equal(a->text[i], b->text[i]);
}

void sample_assert_equal(const bundle *a, const bundle *b)
{
    assert_int_equal(a->count, b->count);
    for (size_t i = 0; i < a->count; i++) {
        const bundle_column *same = bundle_find(b, a->column[i].path);
        assert_non_null(same);
        assert_columns_equal(&a->column[i], same);
    }
}

sample_bytes sample_read(const char *path)
{
    struct stat about;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    assert_int_equal(fstat(fileno(file), &about), 0);
    sample_bytes read = {malloc((size_t)about.st_size + 1), (size_t)about.st_size};
    assert_non_null(read.bytes);
    assert_int_equal(fread(read.bytes, 1, read.size, file), read.size);
    fclose(file);
    return read;
}

void sample_assert_same_bytes(const char *path, const char *other)
{
    const sample_bytes a = sample_read(path), b = sample_read(other);
    assert_int_equal(a.size, b.size);
    assert_memory_equal(a.bytes, b.bytes, a.size);
    free(a.bytes);
    free(b.bytes);
}

void sample_write(const char *path, const void *bytes, size_t size)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, size, file), size);
    assert_int_equal(fclose(file), 0);
}

void sample_record(const char *path, const bundle *b)
{
    record_error error;
    if (record_write(path, b, &error) != RECORD_OK)
        fail_msg("%s", error.text);
    assert_string_equal(error.text, "");
}

bundle sample_back(const char *path)
{
    bundle b = {0};
    record_error error;
    if (record_read(path, NULL, &b, &error) != RECORD_OK)
        fail_msg("%s", error.text);
    return b;
}

record_status sample_status(const char *path, bundle *read)
{
    record_error error;
    const record_status status = record_read(path, NULL, read, &error);
    assert_int_equal(error.status, status);
    if (status == RECORD_OK)
        assert_string_equal(error.text, "");
    else
        assert_ptr_equal(strstr(error.text, path), error.text);
    return status;
}
