/* Files with strange links, groups, versions or bytes are refused as those of test_record_foreign.c
 * are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/foreign.h"
#include "support/record_sample.h"

#include <string.h>
#include <sys/stat.h>

static void make_named_type(hid_t file)
{
    const hid_t type = H5Tcopy(H5T_IEEE_F64LE);
    H5Tcommit2(file, "/a", type, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    H5Tclose(type);
}

static void make_soft_link(hid_t file)
{
    foreign_add(file, &foreign_sound);
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
    foreign_add(file, &foreign_sound);
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

static void set_version(hid_t file, int64_t version)
{
    const hid_t attribute = H5Aopen(file, "schema_version", H5P_DEFAULT);
    H5Awrite(attribute, H5T_NATIVE_INT64, &version);
    H5Aclose(attribute);
}

static void make_version_5(hid_t file)
{
    set_version(file, 5);
}

static void make_version_1(hid_t file)
{
    foreign_make_sound(file);
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
    foreign_set_text(file, "schema_version", "1");
}

static const foreign_kind kinds[] = {
    {make_named_type, RECORD_NOT_OURS, "'/a' is neither a group nor"},
    {make_soft_link, RECORD_NOT_OURS, "'/b' is a link to elsewhere"},
    {make_dangling_link, RECORD_NOT_OURS, "'/b' is a link to elsewhere"},
    {make_external_link, RECORD_NOT_OURS, "'/b' is a link to elsewhere"},
    {make_second_name, RECORD_NOT_OURS, "'/a' has several names"},
    {make_loop, RECORD_NOT_OURS, "'/g' has several names"},
    {make_loop_to_the_root, RECORD_NOT_OURS, "'/g/root' has several names"},
    {make_deep, RECORD_NOT_OURS, "lies too deep"},
    {make_version_1, RECORD_OK, ""},
    {make_version_5, RECORD_NOT_OURS,
     "has version 5 of the results schema; this program reads versions 1 to 4"},
    {make_version_0, RECORD_NOT_OURS,
     "has version 0 of the results schema; this program reads versions 1 to 4"},
    {make_no_version, RECORD_NOT_OURS, "it has no schema_version"},
    {make_version_a_text, RECORD_NOT_OURS, "its schema_version is not an integer"},
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void links_groups_and_versions_of_others_are_refused(void **state)
{
    (void)state;
    foreign_assert_told(kinds, KINDS);
}

/* HDF5 by itself prints its stack of errors. */
static void nothing_is_printed_of_them_or_left_open(void **state)
{
    (void)state;
    foreign_assert_quiet(kinds, KINDS);
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
        const hid_t file = foreign_new_of(path, forms[i]);
        foreign_make_sound(file);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(links_groups_and_versions_of_others_are_refused),
        cmocka_unit_test(nothing_is_printed_of_them_or_left_open),
        cmocka_unit_test(older_forms_of_hdf5_are_refused),
        cmocka_unit_test(what_is_no_results_file_is_told_apart),
    };
    return cmocka_run_group_tests_name("record: strange files", tests, sample_folder_begin,
                                       sample_folder_end);
}
