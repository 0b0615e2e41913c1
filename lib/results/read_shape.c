/* The type and size of a column of a file, before its values are read. */
#include "results/reader.h"

static bool read_type(const reader *r, hid_t dataset, const char *path, shape *s);
static bool read_size(const reader *r, hid_t dataset, const char *path, shape *s);

bool reader_shape(const reader *r, hid_t dataset, const char *path, shape *s)
{
    return read_type(r, dataset, path, s) && read_size(r, dataset, path, s);
}

bool reader_is_text(hid_t type)
{
    return H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0 &&
           H5Tget_strpad(type) == H5T_STR_NULLPAD && H5Tget_cset(type) == H5T_CSET_UTF8;
}

/* As record_boolean_type makes them. */
static bool is_boolean(hid_t type)
{
    if (H5Tget_class(type) != H5T_ENUM)
        return false;
    const hid_t ours = record_boolean_type();
    const bool same = ours >= 0 && H5Tequal(type, ours) > 0;
    record_close(ours);
    return same;
}

static bool read_type(const reader *r, hid_t dataset, const char *path, shape *s)
{
    const hid_t type = H5Dget_type(dataset);
    if (type < 0)
        return reader_damaged(r, path);
    bool known = true;
    s->boolean = is_boolean(type);
    s->element = H5Tget_size(type);
    if (H5Tequal(type, H5T_IEEE_F64LE) > 0)
        s->type = BUNDLE_REAL;
    else if (s->boolean || H5Tequal(type, H5T_STD_I64LE) > 0)
        s->type = BUNDLE_INTEGER;
    else if (reader_is_text(type))
        s->type = BUNDLE_TEXT;
    else
        known = reader_refuse(r, path,
                              "is neither of reals nor of integers nor of yes and no nor of texts");
    record_close(type);
    return known;
}

static bool read_size(const reader *r, hid_t dataset, const char *path, shape *s)
{
    const hid_t space = H5Dget_space(dataset);
    if (space < 0)
        return reader_damaged(r, path);
    const int rank = H5Sget_simple_extent_ndims(space);
    hsize_t size[2] = {1, 1};
    s->single = H5Sget_simple_extent_type(space) == H5S_SCALAR;
    bool known = s->single || rank == 1 || (rank == 2 && s->type != BUNDLE_TEXT);
    if (!known || H5Sget_simple_extent_dims(space, size, NULL) != rank)
        known = reader_refuse(r, path,
                              "is neither a single value nor a column of one or two dimensions");
    record_close(space);
    s->rows = (size_t)size[0];
    s->columns = (size_t)size[1];
    return known;
}
