/* Chunks with right checksums and wrong values are refused before HDF5 unpacks them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/foreign.h"
#include "support/record_sample.h"

#include <stdlib.h>

enum { CHECKSUM_BYTES = 4, CHECKSUM_SKIPPED = 1 << 2 };

/* Zeros in one chunk, packed as results files are. */
static hid_t add_packed(hid_t file, const char *path, hsize_t rows)
{
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &rows, NULL);
    H5Pset_chunk(list, 1, &rows);
    H5Pset_shuffle(list);
    H5Pset_deflate(list, 4);
    H5Pset_fletcher32(list);
    const hid_t made =
        H5Dcreate2(file, path, H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
    foreign_set_text(made, "unit", "s");
    foreign_set_text(made, "summary", "what it is");
    double *values = calloc(rows, sizeof *values);
    assert_non_null(values);
    assert_true(H5Dwrite(made, H5T_IEEE_F64LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    free(values);
    H5Sclose(space);
    H5Pclose(list);
    return made;
}

/* Writes /a with `rows` rows, whose chunk is that of a dataset of `packed_rows`, less its last
 * `cut` bytes and with the filters of `skipped` left out. */
static void make_moved(hid_t file, hsize_t rows, hsize_t packed_rows, size_t cut, uint32_t skipped)
{
    const hsize_t first = 0;
    hsize_t size = 0;
    uint32_t none = 0;
    const hid_t other = add_packed(file, "/other", packed_rows), a = add_packed(file, "/a", rows);
    assert_true(H5Fflush(file, H5F_SCOPE_LOCAL) >= 0);
    assert_true(H5Dget_chunk_storage_size(other, &first, &size) >= 0);
    void *packed = malloc(size);
    assert_true(H5Dread_chunk(other, H5P_DEFAULT, &first, &none, packed) >= 0);
    assert_true(H5Dwrite_chunk(a, H5P_DEFAULT, skipped, &first, size - cut, packed) >= 0);
    free(packed);
    H5Dclose(other);
    H5Dclose(a);
    H5Ldelete(file, "/other", H5P_DEFAULT);
}

static void make_whole(hid_t file)
{
    make_moved(file, 8192, 8192, 0, 0);
}

/* HDF5 1.10.8 alone reads on behind these values. */
static void make_short(hid_t file)
{
    make_moved(file, 8192, 64, 0, 0);
}

/* 4 MiB where 64 KiB are said to be. */
static void make_long(hid_t file)
{
    make_moved(file, 8192, 1 << 19, 0, 0);
}

static void make_longer_than_packed(hid_t file)
{
    make_moved(file, 8, 1 << 19, 0, 0);
}

static void make_unchecked(hid_t file)
{
    make_moved(file, 8192, 8192, CHECKSUM_BYTES, CHECKSUM_SKIPPED);
}

static void make_packed_otherwise(hid_t file)
{
    const hsize_t rows = 64;
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE), space = H5Screate_simple(1, &rows, NULL);
    H5Pset_chunk(list, 1, &rows);
    H5Pset_fletcher32(list);
    H5Pset_deflate(list, 4);
    const hid_t made =
        H5Dcreate2(file, "/a", H5T_IEEE_F64LE, space, H5P_DEFAULT, list, H5P_DEFAULT);
    const double values[64] = {0};
    H5Dwrite(made, H5T_IEEE_F64LE, H5S_ALL, H5S_ALL, H5P_DEFAULT, values);
    H5Dclose(made);
    H5Sclose(space);
    H5Pclose(list);
}

static const foreign_kind kinds[] = {
    {make_whole, RECORD_OK, ""},
    {make_short, RECORD_DAMAGED, "'/a' is damaged: a part of it has another size"},
    {make_long, RECORD_DAMAGED, "'/a' is damaged: a part of it has another size"},
    {make_longer_than_packed, RECORD_DAMAGED, "'/a' is damaged: a part of it has another size"},
    {make_unchecked, RECORD_DAMAGED, "'/a' is damaged: a part of it has another size"},
    {make_packed_otherwise, RECORD_NOT_OURS, "'/a' is not stored with checksums"},
};

static void chunks_of_another_size_are_refused(void **state)
{
    (void)state;
    foreign_assert_told(kinds, sizeof kinds / sizeof kinds[0]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chunks_of_another_size_are_refused),
    };
    return cmocka_run_group_tests_name("record: chunks", tests, sample_folder_begin,
                                       sample_folder_end);
}
