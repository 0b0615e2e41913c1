/* A bundle becomes an HDF5 file in memory, and then a file on disk, all or nothing. The bytes
 * depend on the bundle alone: no clock, no name, no process is asked. */
#include "record/hdf.h"

#include <stdlib.h>
#include <string.h>

/* Whole rows up to CHUNK_BYTES make a chunk; columns of COMPRESS_BYTES or more are deflated: below
 * that, nothing is gained. */
enum { CHUNK_BYTES = 1 << 18, COMPRESS_BYTES = 1 << 12, DEFLATE_LEVEL = 4, PATH_BYTES = 1024 };

/* The first failure ends the work; `error` says which. */
typedef struct writer {
    hid_t file;
    const char *path;
    record_error *error;
} writer;

static size_t element_bytes(const bundle_column *column)
{
    if (column->type != BUNDLE_TEXT)
        return sizeof(double);
    const size_t width = bundle_text_width(column);
    return width > 0 ? width : 1;
}

/* RECORD_BYTES_MAX + 1 for anything larger. */
static size_t column_bytes(const bundle_column *column)
{
    const double bytes =
        (double)column->rows * (double)column->columns * (double)element_bytes(column);
    return bytes <= (double)RECORD_BYTES_MAX ? (size_t)bytes : RECORD_BYTES_MAX + 1;
}

static bool write_text_attribute(hid_t object, const char *name, const char *text)
{
    const size_t width = strlen(text);
    const hid_t type = record_text_type(width), space = H5Screate(H5S_SCALAR);
    const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool written = attribute >= 0 && H5Awrite(attribute, type, text) >= 0;
    record_close(attribute);
    record_close(space);
    record_close(type);
    return written;
}

static bool write_version(hid_t root)
{
    const int64_t version = RECORD_SCHEMA_VERSION;
    const hid_t space = H5Screate(H5S_SCALAR);
    const hid_t attribute =
        H5Acreate2(root, "schema_version", H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool written = attribute >= 0 && H5Awrite(attribute, H5T_NATIVE_INT64, &version) >= 0;
    record_close(attribute);
    record_close(space);
    return written;
}

/* The root's attributes after the openPMD standard 1.1, and the columns that they repeat. */
static const struct {
    const char *name, *column;
} root_attribute[] = {
    {"software", "/run/software"},
    {"softwareVersion", "/run/software_version"},
    {"date", "/run/date"},
};

static bool write_root(writer *w, const bundle *b)
{
    bool written = write_version(w->file);
    for (size_t i = 0; i < sizeof root_attribute / sizeof root_attribute[0]; i++) {
        const char *text = bundle_text(b, root_attribute[i].column, NULL);
        if (text)
            written = written && write_text_attribute(w->file, root_attribute[i].name, text);
    }
    if (!written)
        record_fail_hdf(w->error, RECORD_IO, w->path, "the attributes of the file cannot be made");
    return written;
}

/* Made here, not by HDF5 on the way to a dataset: those would carry the time of day. */
static bool make_group(hid_t file, const char *path)
{
    if (H5Lexists(file, path, H5P_DEFAULT) > 0)
        return true;
    const hid_t list = record_group_list(H5P_GROUP_CREATE);
    const hid_t group = H5Gcreate2(file, path, H5P_DEFAULT, list, H5P_DEFAULT);
    record_close(list);
    record_close(group);
    return group >= 0;
}

static bool make_groups(hid_t file, const char *path)
{
    bool made = true;
    char *group = strdup(path);
    for (char *slash = group ? strchr(group + 1, '/') : NULL; made && slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        made = make_group(file, group);
        *slash = '/';
    }
    free(group);
    return made && group;
}

static hid_t file_type(const bundle_column *column)
{
    if (column->type == BUNDLE_TEXT)
        return record_text_type(element_bytes(column));
    return H5Tcopy(column->type == BUNDLE_REAL ? H5T_IEEE_F64LE : H5T_STD_I64LE);
}

static int rank(const bundle_column *column)
{
    return column->columns == 1 ? 1 : 2;
}

static hid_t file_space(const bundle_column *column)
{
    const hsize_t size[2] = {column->rows, column->columns};
    return H5Screate_simple(rank(column), size, NULL);
}

/* At least one. */
static size_t at_most(size_t count, size_t limit)
{
    const size_t least = count < limit ? count : limit;
    return least > 0 ? least : 1;
}

static bool set_chunks(hid_t list, const bundle_column *column)
{
    const size_t element = element_bytes(column);
    const size_t columns = at_most(column->columns, CHUNK_BYTES / element);
    const size_t rows = at_most(column->rows, CHUNK_BYTES / element / columns);
    const hsize_t size[2] = {rows, columns};
    return H5Pset_chunk(list, rank(column), size) >= 0;
}

static bool set_compression(hid_t list, const bundle_column *column)
{
    if (column_bytes(column) < COMPRESS_BYTES)
        return true;
    return (column->type == BUNDLE_TEXT || H5Pset_shuffle(list) >= 0) &&
           H5Pset_deflate(list, DEFLATE_LEVEL) >= 0;
}

/* The checksum comes last: it is over the bytes as they lie on the disk. A column without values
 * has none, and no chunks. */
static hid_t dataset_list(const bundle_column *column)
{
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    bool made = list >= 0 && H5Pset_obj_track_times(list, false) >= 0;
    if (column_bytes(column) > 0)
        made = made && set_chunks(list, column) && set_compression(list, column) &&
               H5Pset_fletcher32(list) >= 0;
    if (made)
        return list;
    record_close(list);
    return H5I_INVALID_HID;
}

/* Texts side by side, each padded with NUL to the column's width. NULL if there is no memory. */
static char *packed_texts(const bundle_column *column)
{
    const size_t width = element_bytes(column);
    char *packed = calloc(column->rows, width);
    for (size_t i = 0; packed && i < column->rows; i++)
        memcpy(packed + i * width, column->text[i], strlen(column->text[i]));
    return packed;
}

static bool write_values(hid_t dataset, hid_t type, const bundle_column *column)
{
    if (column_bytes(column) == 0)
        return true;
    if (column->type == BUNDLE_REAL)
        return H5Dwrite(dataset, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, column->real) >=
               0;
    if (column->type == BUNDLE_INTEGER)
        return H5Dwrite(dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL, H5P_DEFAULT,
                        column->integer) >= 0;
    char *packed = packed_texts(column);
    const bool written =
        packed && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, packed) >= 0;
    free(packed);
    return written;
}

static bool write_dataset(writer *w, const bundle_column *column, hid_t type, hid_t space,
                          hid_t list)
{
    const hid_t dataset =
        make_groups(w->file, column->path)
            ? H5Dcreate2(w->file, column->path, type, space, H5P_DEFAULT, list, H5P_DEFAULT)
            : H5I_INVALID_HID;
    const bool written = dataset >= 0 && write_text_attribute(dataset, "unit", column->unit) &&
                         write_text_attribute(dataset, "summary", column->summary) &&
                         write_values(dataset, type, column) && H5Dflush(dataset) >= 0;
    if (!written)
        record_fail_hdf(w->error, RECORD_IO, w->path, "'%s' cannot be stored", column->path);
    record_close(dataset);
    return written;
}

static bool write_column(writer *w, const bundle_column *column)
{
    const hid_t type = file_type(column), space = file_space(column), list = dataset_list(column);
    const bool ready = type >= 0 && space >= 0 && list >= 0;
    if (!ready)
        record_fail_memory(w->error, w->path);
    const bool written = ready && write_dataset(w, column, type, space, list);
    record_close(list);
    record_close(space);
    record_close(type);
    return written;
}

static record_status build(const char *path, const bundle *b, record_image *image,
                           record_error *error)
{
    writer w = {record_image_create(image), path, error};
    if (w.file < 0)
        return record_fail_hdf(error, RECORD_IO, path, "a file cannot be made in memory");
    bool built = write_root(&w, b);
    for (size_t i = 0; built && i < b->count; i++)
        built = write_column(&w, &b->column[i]);
    if (H5Fclose(w.file) < 0 && built)
        record_fail_hdf(error, RECORD_IO, path, "the file cannot be finished in memory");
    if (error->status == RECORD_OK && !record_seal(image))
        record_fail_memory(error, path);
    return error->status;
}

/* What the reader would refuse is not written. */
static record_status check(const char *path, const bundle *b, record_error *error)
{
    if (b->no_memory)
        return record_fail_memory(error, path);
    size_t bytes = 0;
    for (size_t i = 0; i < b->count && bytes <= RECORD_BYTES_MAX; i++)
        bytes += column_bytes(&b->column[i]);
    if (bytes > RECORD_BYTES_MAX)
        return record_fail(error, RECORD_IO, path, "would hold more than 4 GiB of values");
    return RECORD_OK;
}

record_status record_write(const char *path, const bundle *b, record_error *error)
{
    record_image image = {0};
    record_clear(error);
    if (check(path, b, error) == RECORD_OK && build(path, b, &image, error) == RECORD_OK)
        record_replace(path, image.bytes, image.size, error);
    free(image.bytes);
    return error->status;
}
