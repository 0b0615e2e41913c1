/* record/: files that someone else made, by accident or by intent: refused, with a sentence that
 * names the file, nothing on stderr, and little memory. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/record_sample.h"

/* Files that record_write would never make need HDF5 itself; Debian keeps the serial one apart. */
#define H5_USE_110_API
#if __has_include(<hdf5.h>)
#include <hdf5.h>
#else
#include <hdf5/serial/hdf5.h>
#endif

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static hid_t new_file_of(const char *path, H5F_libver_t form)
{
    const int64_t version = RECORD_SCHEMA_VERSION;
    const hid_t list = H5Pcreate(H5P_FILE_ACCESS);
    H5Pset_libver_bounds(list, form, H5F_LIBVER_V110);
    const hid_t file = H5Fcreate(path, H5F_ACC_TRUNC, H5P_DEFAULT, list);
    H5Pclose(list);
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate2(file, "schema_version", H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_INT64, &version);
    H5Aclose(attribute);
    H5Sclose(space);
    return file;
}

static hid_t new_file(const char *path)
{
    return new_file_of(path, H5F_LIBVER_V110);
}

static void set_text(hid_t object, const char *name, const char *text)
{
    const hid_t space = H5Screate(H5S_SCALAR), type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, strlen(text));
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(attribute, type, text);
    H5Aclose(attribute);
    H5Tclose(type);
    H5Sclose(space);
}

/* What is peculiar about a dataset; the rest is as in a results file. */
typedef struct dataset {
    const char *path;
    int rank;
    hsize_t size[3], chunk[3];
    bool no_checksum, no_unit, no_summary, no_values, growing, compact;
} dataset;

static void add_typed(hid_t file, hid_t type, const dataset *d)
{
    static const double values[64];
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    if (d->compact)
        H5Pset_layout(list, H5D_COMPACT);
    if (d->chunk[0] > 0)
        H5Pset_chunk(list, d->rank, d->chunk);
    if (d->chunk[0] > 0 && !d->no_checksum)
        H5Pset_fletcher32(list);
    const hsize_t no_end[3] = {H5S_UNLIMITED, H5S_UNLIMITED, H5S_UNLIMITED};
    const hid_t space = H5Screate_simple(d->rank, d->size, d->growing ? no_end : NULL);
    const hid_t made = H5Dcreate2(file, d->path, type, space, H5P_DEFAULT, list, H5P_DEFAULT);
    assert_true(made >= 0);
    if (!d->no_unit)
        set_text(made, "unit", "s");
    if (!d->no_summary)
        set_text(made, "summary", "what it is");
    if (!d->no_values)
        assert_true(H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Dclose(made);
    H5Sclose(space);
    H5Pclose(list);
}

static void add(hid_t file, const dataset *d)
{
    add_typed(file, H5T_IEEE_F64LE, d);
}

static const dataset sound = {.path = "/a", .rank = 1, .size = {4}, .chunk = {4}};

static void make_sound(hid_t file)
{
    add(file, &sound);
}

static void make_singles(hid_t file)
{
    add_typed(file, H5T_IEEE_F32LE, &sound);
}

static void make_big_endian(hid_t file)
{
    add_typed(file, H5T_IEEE_F64BE, &sound);
}

static void make_unsigned(hid_t file)
{
    add_typed(file, H5T_STD_U64LE, &sound);
}

static void make_loose_texts(hid_t file)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    add_typed(file, type, &(dataset){.path = "/a", .rank = 1, .size = {4}, .no_values = true});
    H5Tclose(type);
}

static void add_texts(hid_t file, H5T_str_t padding, H5T_cset_t characters)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, 5);
    H5Tset_strpad(type, padding);
    H5Tset_cset(type, characters);
    add_typed(file, type, &sound);
    H5Tclose(type);
}

static void make_sound_texts(hid_t file)
{
    add_texts(file, H5T_STR_NULLPAD, H5T_CSET_UTF8);
}

static void make_ascii_texts(hid_t file)
{
    add_texts(file, H5T_STR_NULLPAD, H5T_CSET_ASCII);
}

static void make_spaced_texts(hid_t file)
{
    add_texts(file, H5T_STR_SPACEPAD, H5T_CSET_UTF8);
}

static void make_pairs(hid_t file)
{
    const dataset d = {.path = "/a", .rank = 1, .size = {2}, .chunk = {2}};
    const hid_t type = H5Tcreate(H5T_COMPOUND, 16);
    H5Tinsert(type, "x", 0, H5T_IEEE_F64LE);
    H5Tinsert(type, "y", 8, H5T_IEEE_F64LE);
    add_typed(file, type, &d);
    H5Tclose(type);
}

static void make_named_type(hid_t file)
{
    const hid_t type = H5Tcopy(H5T_IEEE_F64LE);
    H5Tcommit2(file, "/a", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Tclose(type);
}

static void make_block(hid_t file)
{
    add(file, &(dataset){.path = "/a", .rank = 3, .size = {2, 2, 2}, .chunk = {2, 2, 2}});
}

static void make_scalar(hid_t file)
{
    add(file, &(dataset){.path = "/a", .rank = 0});
}

static void make_contiguous(hid_t file)
{
    add(file, &(dataset){.path = "/a", .rank = 1, .size = {4}});
}

/* In the header of the object, which has a checksum. */
static void make_compact(hid_t file)
{
    add(file, &(dataset){.path = "/a", .rank = 1, .size = {4}, .compact = true});
}

static void make_unchecked(hid_t file)
{
    add(file, &(dataset){.path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_checksum = true});
}

static void make_unit_missing(hid_t file)
{
    add(file, &(dataset){.path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_unit = true});
}

static void make_summary_missing(hid_t file)
{
    add(file, &(dataset){.path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_summary = true});
}

static void make_values_missing(hid_t file)
{
    add(file, &(dataset){.path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_values = true});
}

/* 16 TiB, and 2^63 bytes, that are not there, in a file of some kB. */
static void make_huge(hid_t file)
{
    add(file, &(dataset){.path = "/a",
                         .rank = 2,
                         .size = {1 << 20, 1 << 21},
                         .chunk = {1, 1 << 21},
                         .no_values = true});
}

static void make_immense(hid_t file)
{
    add(file, &(dataset){.path = "/a",
                         .rank = 2,
                         .size = {(hsize_t)1 << 30, (hsize_t)1 << 30},
                         .chunk = {1, 1},
                         .no_values = true});
}

/* 3 GiB and 3 GiB. */
static void make_huge_together(hid_t file)
{
    dataset d = {.path = "/a", .rank = 1, .size = {0}, .chunk = {1 << 20}, .no_values = true};
    d.size[0] = (hsize_t)3 << 27;
    add(file, &d);
    d.path = "/b";
    add(file, &d);
}

/* HDF5 would take 2 GiB of memory for the one chunk of four values. */
static void make_large_chunk(hid_t file)
{
    add(file, &(dataset){.path = "/a",
                         .rank = 1,
                         .size = {4},
                         .chunk = {1 << 28},
                         .no_values = true,
                         .growing = true});
}

static void make_units_many(hid_t file)
{
    static const char units[500] = "many";
    const hsize_t count = 100;
    const dataset d = {.path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_unit = true};
    add(file, &d);
    const hid_t object = H5Dopen2(file, "/a", H5P_DEFAULT), type = H5Tcopy(H5T_C_S1);
    const hid_t space = H5Screate_simple(1, &count, NULL);
    H5Tset_size(type, 5);
    H5Tset_strpad(type, H5T_STR_NULLPAD);
    H5Tset_cset(type, H5T_CSET_UTF8);
    const hid_t unit = H5Acreate2(object, "unit", type, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(unit, type, units);
    H5Aclose(unit);
    H5Sclose(space);
    H5Tclose(type);
    H5Dclose(object);
}

static void make_unit_a_number(hid_t file)
{
    const double one = 1;
    const dataset d = {.path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_unit = true};
    add(file, &d);
    const hid_t object = H5Dopen2(file, "/a", H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
    const hid_t unit = H5Acreate2(object, "unit", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(unit, H5T_NATIVE_DOUBLE, &one);
    H5Aclose(unit);
    H5Sclose(space);
    H5Dclose(object);
}

static void make_soft_link(hid_t file)
{
    add(file, &sound);
    H5Lcreate_soft("/a", file, "/b", H5P_DEFAULT, H5P_DEFAULT);
}

static void make_dangling_link(hid_t file)
{
    H5Lcreate_soft("/nowhere", file, "/b", H5P_DEFAULT, H5P_DEFAULT);
}

static void make_external_link(hid_t file)
{
    H5Lcreate_external("/etc/passwd", "/a", file, "/b", H5P_DEFAULT, H5P_DEFAULT);
}

static void make_second_name(hid_t file)
{
    add(file, &sound);
    H5Lcreate_hard(file, "/a", file, "/b", H5P_DEFAULT, H5P_DEFAULT);
}

static hid_t add_group(hid_t where, const char *name)
{
    return H5Gcreate2(where, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

static void make_loop(hid_t file)
{
    const hid_t group = add_group(file, "/g");
    H5Lcreate_hard(file, "/g", group, "again", H5P_DEFAULT, H5P_DEFAULT);
    H5Gclose(group);
}

static void make_loop_to_the_root(hid_t file)
{
    const hid_t group = add_group(file, "/g");
    H5Lcreate_hard(file, "/", group, "root", H5P_DEFAULT, H5P_DEFAULT);
    H5Gclose(group);
}

static void make_deep(hid_t file)
{
    char path[64] = "";
    for (int depth = 0; depth < 20; depth++) {
        strcat(path, "/g");
        H5Gclose(add_group(file, path));
    }
}

/* The values lie in another file, of the attacker's choice. */
static void make_external_values(hid_t file)
{
    const hsize_t size = 4;
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &size, NULL);
    H5Pset_external(list, "/etc/passwd", 0, 32);
    const hid_t made =
        H5Dcreate2(file, "/a", H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
    set_text(made, "unit", "s");
    set_text(made, "summary", "what it is");
    H5Dclose(made);
    H5Sclose(space);
    H5Pclose(list);
}

static void set_version(hid_t file, int64_t version)
{
    const hid_t attribute = H5Aopen(file, "schema_version", H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_INT64, &version);
    H5Aclose(attribute);
}

static void make_version_3(hid_t file)
{
    set_version(file, 3);
}

static void make_version_1(hid_t file)
{
    make_sound(file);
    set_version(file, 1);
}

static void make_version_0(hid_t file)
{
    set_version(file, 0);
}

static void make_no_version(hid_t file)
{
    H5Adelete(file, "schema_version");
}

static void make_version_a_text(hid_t file)
{
    H5Adelete(file, "schema_version");
    set_text(file, "schema_version", "1");
}

static const struct {
    void (*make)(hid_t file);
    record_status status;
    const char *says; /* part of the sentence */
} foreign[] = {
    {make_sound, RECORD_OK, ""}, /* the others differ from this one by what they are named after */
    {make_singles, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_big_endian, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_unsigned, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_loose_texts, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_sound_texts, RECORD_OK, ""},
    {make_ascii_texts, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_spaced_texts, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_pairs, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_named_type, RECORD_NOT_OURS, "'/a' is neither a group nor"},
    {make_block, RECORD_NOT_OURS, "'/a' is not a column of one or two"},
    {make_scalar, RECORD_NOT_OURS, "'/a' is not a column of one or two"},
    {make_contiguous, RECORD_NOT_OURS, "'/a' is not stored with checksums"},
    {make_compact, RECORD_OK, ""},
    {make_unchecked, RECORD_NOT_OURS, "'/a' is not stored with checksums"},
    {make_external_values, RECORD_NOT_OURS, "'/a' is not stored with checksums"},
    {make_unit_missing, RECORD_NOT_OURS, "'/a' lacks its unit or its summary"},
    {make_summary_missing, RECORD_NOT_OURS, "'/a' lacks its unit or its summary"},
    {make_large_chunk, RECORD_NOT_OURS, "'/a' is not stored with checksums"},
    {make_units_many, RECORD_NOT_OURS, "'/a' lacks its unit or its summary"},
    {make_unit_a_number, RECORD_NOT_OURS, "'/a' lacks its unit or its summary"},
    {make_values_missing, RECORD_NOT_OURS, "'/a' lacks some of its values"},
    {make_huge, RECORD_NOT_OURS, "'/a' makes it larger than 4 GiB"},
    {make_immense, RECORD_NOT_OURS, "'/a' makes it larger than 4 GiB"},
    {make_huge_together, RECORD_NOT_OURS, "'/a' lacks some of its values"},
    {make_soft_link, RECORD_NOT_OURS, "'/b' is a link to elsewhere"},
    {make_dangling_link, RECORD_NOT_OURS, "'/b' is a link to elsewhere"},
    {make_external_link, RECORD_NOT_OURS, "'/b' is a link to elsewhere"},
    {make_second_name, RECORD_NOT_OURS, "'/a' has several names"},
    {make_loop, RECORD_NOT_OURS, "'/g' has several names"},
    {make_loop_to_the_root, RECORD_NOT_OURS, "'/g/root' has several names"},
    {make_deep, RECORD_NOT_OURS, "lies too deep"},
    {make_version_1, RECORD_OK, ""},
    {make_version_3, RECORD_NOT_OURS,
     "has version 3 of the results schema; this program reads versions 1 to 2"},
    {make_version_0, RECORD_NOT_OURS,
     "has version 0 of the results schema; this program reads versions 1 to 2"},
    {make_no_version, RECORD_NOT_OURS, "it has no schema_version"},
    {make_version_a_text, RECORD_NOT_OURS, "its schema_version is not an integer"},
};

static void what_a_results_file_never_holds_is_refused(void **state)
{
    (void)state;
    const char *path = sample_path("foreign.h5");
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        bundle read = {0};
        record_error error;
        const hid_t file = new_file(path);
        foreign[i].make(file);
        assert_true(H5Fclose(file) >= 0);
        if (record_read(path, NULL, &read, &error) != foreign[i].status ||
            !strstr(error.text, foreign[i].says))
            fail_msg("file %zu is to be '%s': %s", i, foreign[i].says, error.text);
        bundle_free(&read);
        assert_int_equal(sample_status(path, &read), foreign[i].status);
        bundle_free(&read);
    }
}

/* A column that is refused for nothing else; the HDF5 of before 1.8 and of 1.8 writes versions 0
 * and 2 of the superblock. */
static void older_forms_of_hdf5_are_refused(void **state)
{
    (void)state;
    static const H5F_libver_t forms[] = {H5F_LIBVER_EARLIEST, H5F_LIBVER_V18, H5F_LIBVER_V110};
    static const char *const says[] = {"it has version 0 of the HDF5 superblock",
                                       "it has version 2 of the HDF5 superblock", ""};
    const char *path = sample_path("older.h5");
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        bundle read = {0};
        record_error error;
        const hid_t file = new_file_of(path, forms[i]);
        make_sound(file);
        assert_true(H5Fclose(file) >= 0);
        assert_int_equal(record_read(path, NULL, &read, &error),
                         says[i][0] ? RECORD_NOT_OURS : RECORD_OK);
        assert_non_null(strstr(error.text, says[i]));
        bundle_free(&read);
    }
}

static void what_is_no_results_file_is_told_apart(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        record_status status;
    } table[] = {
        {"not-there.h5", RECORD_MISSING}, {"no-folder/x.h5", RECORD_MISSING},
        {"text.h5/x.h5", RECORD_MISSING}, {"text.h5", RECORD_NOT_OURS},
        {"short.h5", RECORD_NOT_OURS},    {"none.h5", RECORD_DAMAGED},
        {"signature.h5", RECORD_DAMAGED}, {"folder.h5", RECORD_NOT_OURS},
        {"pipe.h5", RECORD_NOT_OURS},     {"garbage.h5", RECORD_DAMAGED},
    };
    static const char garbage[4096] = "\211HDF\r\n\032\n\003\010\010garbage";
    sample_write(sample_path("text.h5"), "id,dt\n1,0.012\n", 14);
    sample_write(sample_path("short.h5"), "\211HDF", 4);
    sample_write(sample_path("none.h5"), "", 0);
    sample_write(sample_path("signature.h5"), garbage, 8);
    sample_write(sample_path("garbage.h5"), garbage, sizeof garbage);
    sample_make_folder("folder.h5");
    assert_int_equal(mkfifo(sample_path("pipe.h5"), 0600), 0);
    for (size_t i = 0; i < sizeof table / sizeof table[0]; i++) {
        bundle read = {0};
        assert_int_equal(sample_status(sample_path(table[i].name), &read), table[i].status);
        assert_int_equal(read.count, 0);
    }
}

/* HDF5 by itself prints its stack of errors. */
static void nothing_is_printed_or_left_open(void **state)
{
    (void)state;
    const char *path = sample_path("quiet.h5");
    const int before = dup(STDERR_FILENO);
    FILE *caught = tmpfile();
    dup2(fileno(caught), STDERR_FILENO);
    for (size_t i = 0; i < sizeof foreign / sizeof foreign[0]; i++) {
        bundle read = {0};
        record_error error;
        const hid_t file = new_file(path);
        foreign[i].make(file);
        H5Fclose(file);
        record_read(path, NULL, &read, &error);
        truncate(path, 1000);
        record_read(path, NULL, &read, &error);
        bundle_free(&read);
    }
    dup2(before, STDERR_FILENO);
    close(before);
    assert_int_equal(H5Fget_obj_count(H5F_OBJ_ALL, H5F_OBJ_ALL), 0);
    assert_int_equal(fseek(caught, 0, SEEK_END), 0);
    assert_int_equal(ftell(caught), 0);
    fclose(caught);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_results_file_never_holds_is_refused),
        cmocka_unit_test(older_forms_of_hdf5_are_refused),
        cmocka_unit_test(what_is_no_results_file_is_told_apart),
        cmocka_unit_test(nothing_is_printed_or_left_open),
    };
    return cmocka_run_group_tests_name("record_foreign", tests, sample_folder_begin,
                                       sample_folder_end);
}
