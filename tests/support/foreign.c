#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "support/foreign.h"
#include "support/record_sample.h"

#include <string.h>
#include <unistd.h>

const foreign_dataset foreign_sound = {.path = "/a", .rank = 1, .size = {4}, .chunk = {4}};

hid_t foreign_new_of(const char *path, H5F_libver_t form)
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

hid_t foreign_new(const char *path)
{
    return foreign_new_of(path, H5F_LIBVER_V110);
}

void foreign_set_text(hid_t object, const char *name, const char *text)
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

void foreign_add_typed(hid_t file, hid_t type, const foreign_dataset *d)
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
        foreign_set_text(made, "unit", "s");
    if (!d->no_summary)
        foreign_set_text(made, "summary", "what it is");
    if (!d->no_values)
        assert_true(H5Dwrite(made, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, values) >= 0);
    H5Dclose(made);
    H5Sclose(space);
    H5Pclose(list);
}

void foreign_add(hid_t file, const foreign_dataset *d)
{
    foreign_add_typed(file, H5T_IEEE_F64LE, d);
}

void foreign_make_sound(hid_t file)
{
    foreign_add(file, &foreign_sound);
}

void foreign_assert_told(const foreign_kind *kinds, size_t count)
{
    const char *path = sample_path("foreign.h5");
    for (size_t i = 0; i < count; i++) {
        bundle read = {0};
        record_error error;
        const hid_t file = foreign_new(path);
        kinds[i].make(file);
        assert_true(H5Fclose(file) >= 0);
        if (record_read(path, NULL, &read, &error) != kinds[i].status ||
            !strstr(error.text, kinds[i].says))
            fail_msg("file %zu is to be '%s': %s", i, kinds[i].says, error.text);
        bundle_free(&read);
        assert_int_equal(sample_status(path, &read), kinds[i].status);
        bundle_free(&read);
    }
}

void foreign_assert_quiet(const foreign_kind *kinds, size_t count)
{
    const char *path = sample_path("quiet.h5");
    const int before = dup(STDERR_FILENO);
    FILE *caught = tmpfile();
    dup2(fileno(caught), STDERR_FILENO);
    for (size_t i = 0; i < count; i++) {
        bundle read = {0};
        record_error error;
        const hid_t file = foreign_new(path);
        kinds[i].make(file);
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
