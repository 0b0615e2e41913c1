/* Foreign files, made by accident or by intent, with columns of other types, shapes or storage, are
 * refused. The sentence names the file, standard error stays empty, and little memory is used.
 * test_record_strange.c tests links, groups and versions. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/foreign.h"
#include "support/record_sample.h"

static void make_singles(hid_t file)
{
    foreign_add_typed(file, H5T_IEEE_F32LE, &foreign_sound);
}

static void make_big_endian(hid_t file)
{
    foreign_add_typed(file, H5T_IEEE_F64BE, &foreign_sound);
}

static void make_unsigned(hid_t file)
{
    foreign_add_typed(file, H5T_STD_U64LE, &foreign_sound);
}

static void make_loose_texts(hid_t file)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, H5T_VARIABLE);
    foreign_add_typed(file, type,
                      &(foreign_dataset){.path = "/a", .rank = 1, .size = {4}, .no_values = true});
    H5Tclose(type);
}

static void add_texts(hid_t file, H5T_str_t padding, H5T_cset_t characters)
{
    const hid_t type = H5Tcopy(H5T_C_S1);
    H5Tset_size(type, 5);
    H5Tset_strpad(type, padding);
    H5Tset_cset(type, characters);
    foreign_add_typed(file, type, &foreign_sound);
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
    const foreign_dataset d = {.path = "/a", .rank = 1, .size = {2}, .chunk = {2}};
    const hid_t type = H5Tcreate(H5T_COMPOUND, 16);
    H5Tinsert(type, "x", 0, H5T_IEEE_F64LE);
    H5Tinsert(type, "y", 8, H5T_IEEE_F64LE);
    foreign_add_typed(file, type, &d);
    H5Tclose(type);
}

static void make_block(hid_t file)
{
    foreign_add(file,
                &(foreign_dataset){.path = "/a", .rank = 3, .size = {2, 2, 2}, .chunk = {2, 2, 2}});
}

static void make_scalar(hid_t file)
{
    foreign_add(file, &(foreign_dataset){.path = "/a", .rank = 0});
}

static void make_compact_scalar(hid_t file)
{
    foreign_add(file, &(foreign_dataset){.path = "/a", .rank = 0, .compact = true});
}

/* A space without any value. */
static void make_nothing(hid_t file)
{
    const hid_t space = H5Screate(H5S_NULL);
    const hid_t made =
        H5Dcreate2(file, "/a", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    foreign_set_text(made, "unit", "s");
    foreign_set_text(made, "summary", "what it is");
    H5Dclose(made);
    H5Sclose(space);
}

static void make_enumeration(hid_t file, const char *no, const char *yes, hid_t of, size_t bytes)
{
    static const int64_t zero, all_ones = -1, one = 1;
    const hid_t type = H5Tenum_create(of);
    H5Tenum_insert(type, no, &zero);
    H5Tenum_insert(type, yes, bytes == 1 ? (const void *)&one : &all_ones);
    foreign_add_typed(file, type, &(foreign_dataset){.path = "/a", .rank = 0, .compact = true});
    H5Tclose(type);
}

static void make_boolean(hid_t file)
{
    make_enumeration(file, "FALSE", "TRUE", H5T_STD_I8LE, 1);
}

static void make_other_words(hid_t file)
{
    make_enumeration(file, "FALSE", "TREU", H5T_STD_I8LE, 1);
}

static void make_wide_boolean(hid_t file)
{
    make_enumeration(file, "FALSE", "TRUE", H5T_STD_I64LE, 8);
}

static void make_contiguous(hid_t file)
{
    foreign_add(file, &(foreign_dataset){.path = "/a", .rank = 1, .size = {4}});
}

/* In the header of the object, which has a checksum. */
static void make_compact(hid_t file)
{
    foreign_add(file, &(foreign_dataset){.path = "/a", .rank = 1, .size = {4}, .compact = true});
}

static void make_unchecked(hid_t file)
{
    foreign_add(file, &(foreign_dataset){
                          .path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_checksum = true});
}

static void make_unit_missing(hid_t file)
{
    foreign_add(file, &(foreign_dataset){
                          .path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_unit = true});
}

static void make_summary_missing(hid_t file)
{
    foreign_add(file, &(foreign_dataset){
                          .path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_summary = true});
}

static void make_values_missing(hid_t file)
{
    foreign_add(file, &(foreign_dataset){
                          .path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_values = true});
}

/* 16 TiB, and 2^63 bytes, that are not there, in a file of some kB. */
static void make_huge(hid_t file)
{
    foreign_add(file, &(foreign_dataset){.path = "/a",
                                         .rank = 2,
                                         .size = {1 << 20, 1 << 21},
                                         .chunk = {1, 1 << 21},
                                         .no_values = true});
}

static void make_immense(hid_t file)
{
    foreign_add(file, &(foreign_dataset){.path = "/a",
                                         .rank = 2,
                                         .size = {(hsize_t)1 << 30, (hsize_t)1 << 30},
                                         .chunk = {1, 1},
                                         .no_values = true});
}

/* 3 GiB and 3 GiB. */
static void make_huge_together(hid_t file)
{
    foreign_dataset d = {
        .path = "/a", .rank = 1, .size = {0}, .chunk = {1 << 20}, .no_values = true};
    d.size[0] = (hsize_t)3 << 27;
    foreign_add(file, &d);
    d.path = "/b";
    foreign_add(file, &d);
}

/* HDF5 would take 2 GiB of memory for the one chunk of four values. */
static void make_large_chunk(hid_t file)
{
    foreign_add(file, &(foreign_dataset){.path = "/a",
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
    const foreign_dataset d = {.path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_unit = true};
    foreign_add(file, &d);
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
    const foreign_dataset d = {.path = "/a", .rank = 1, .size = {4}, .chunk = {4}, .no_unit = true};
    foreign_add(file, &d);
    const hid_t object = H5Dopen2(file, "/a", H5P_DEFAULT), space = H5Screate(H5S_SCALAR);
    const hid_t unit = H5Acreate2(object, "unit", H5T_IEEE_F64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    H5Awrite(unit, H5T_NATIVE_DOUBLE, &one);
    H5Aclose(unit);
    H5Sclose(space);
    H5Dclose(object);
}

/* The values lie in another file, of the attacker's choice. */
static void make_external_values(hid_t file)
{
    const hsize_t size = 4;
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &size, NULL);
    H5Pset_external(list, "/etc/passwd", 0, 32);
    const hid_t made =
        H5Dcreate2(file, "/a", H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
    foreign_set_text(made, "unit", "s");
    foreign_set_text(made, "summary", "what it is");
    H5Dclose(made);
    H5Sclose(space);
    H5Pclose(list);
}

static const foreign_kind kinds[] = {
    {foreign_make_sound, RECORD_OK,
     ""}, /* the others differ from this one by what they are named after */
    {make_singles, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_big_endian, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_unsigned, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_loose_texts, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_sound_texts, RECORD_OK, ""},
    {make_ascii_texts, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_spaced_texts, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_pairs, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_boolean, RECORD_OK, ""},
    {make_other_words, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_wide_boolean, RECORD_NOT_OURS, "'/a' is neither of reals nor"},
    {make_block, RECORD_NOT_OURS, "'/a' is neither a single value nor a column of one or two"},
    {make_nothing, RECORD_NOT_OURS, "'/a' is neither a single value nor a column of one or two"},
    {make_scalar, RECORD_NOT_OURS, "'/a' is not stored with checksums"},
    {make_compact_scalar, RECORD_OK, ""},
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
};
enum { KINDS = sizeof kinds / sizeof kinds[0] };

static void what_a_results_file_never_holds_is_refused(void **state)
{
    (void)state;
    foreign_assert_told(kinds, KINDS);
}

/* HDF5 by itself prints its stack of errors. */
static void nothing_is_printed_or_left_open(void **state)
{
    (void)state;
    foreign_assert_quiet(kinds, KINDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_results_file_never_holds_is_refused),
        cmocka_unit_test(nothing_is_printed_or_left_open),
    };
    return cmocka_run_group_tests_name("record: foreign columns", tests, sample_folder_begin,
                                       sample_folder_end);
}
