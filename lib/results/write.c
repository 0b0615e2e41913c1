/* Writes a bundle as the groups and datasets of an HDF5 file, in order of path. The bytes depend on
 * the columns alone, not on the clock, names or the process. */
#include "results/hdf.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

/* Columns below LARGE_BYTES lie in the header of their object; others in chunks of whole rows up to
 * CHUNK_BYTES, deflated: below that, nothing is gained. HDF5 has no chunks of a single value, which
 * therefore lies in the header up to SINGLE_BYTES, and beyond that is a row like others. */
enum {
    CHUNK_BYTES = RECORD_PIECE_BYTES,
    LARGE_BYTES = 1 << 9,
    SINGLE_BYTES = 1 << 15,
    DEFLATE_LEVEL = 4
};

/* What every column is made with, made once. The first failure ends the work; `error` says which.
 */
typedef struct writer {
    const char *path;
    record_error *error;
    const bundle *bundle;
    hid_t file;
    hid_t group;        /* the group of the last column, */
    const char *parent; /* whose path is the first parent_length bytes of this */
    size_t parent_length;
    hid_t text;    /* type of texts, whose size is set anew for each */
    hid_t boolean; /* type of yes and no */
    hid_t scalar;  /* space of an attribute, and of single values */
    hid_t small;   /* properties of columns in the header of their object */
} writer;

static size_t element_bytes(const bundle_column *column)
{
    if (column->type != BUNDLE_TEXT)
        return column->boolean ? sizeof(int8_t) : sizeof(double);
    const size_t width = bundle_text_width(column);
    return width > 0 ? width : 1;
}

size_t record_column_bytes(const bundle_column *column)
{
    const double bytes =
        (double)column->rows * (double)column->columns * (double)element_bytes(column);
    return bytes <= (double)RECORD_BYTES_MAX ? (size_t)bytes : RECORD_BYTES_MAX + 1;
}

/* The type of texts of `width` bytes, at least one. */
static hid_t text_of(const writer *w, size_t width)
{
    return H5Tset_size(w->text, width > 0 ? width : 1) >= 0 ? w->text : H5I_INVALID_HID;
}

static bool write_attribute(const writer *w, hid_t object, const char *name, hid_t file_type,
                            hid_t memory_type, const void *value)
{
    const hid_t attribute =
        H5Acreate2(object, name, file_type, w->scalar, H5P_DEFAULT, H5P_DEFAULT);
    const bool written = attribute >= 0 && H5Awrite(attribute, memory_type, value) >= 0;
    record_close(attribute);
    return written;
}

static bool write_text_attribute(const writer *w, hid_t object, const char *name, const char *text)
{
    const hid_t type = text_of(w, strlen(text));
    return write_attribute(w, object, name, type, type, text);
}

/* The root's attributes after the openPMD standard 1.1, and the columns that they repeat. */
static const struct {
    const char *name;
    const results_column *column;
} root_attribute[] = {
    {"software", &column_run_software},
    {"softwareVersion", &column_run_software_version},
    {"date", &column_run_date},
};

static bool write_root(const writer *w)
{
    const int64_t version = RECORD_SCHEMA_VERSION;
    bool written =
        write_attribute(w, w->file, "schema_version", H5T_STD_I64LE, H5T_NATIVE_INT64, &version);
    for (size_t i = 0; i < sizeof root_attribute / sizeof root_attribute[0]; i++) {
        const char *text = bundle_text(w->bundle, root_attribute[i].column->path, NULL);
        if (text)
            written = written && write_text_attribute(w, w->file, root_attribute[i].name, text);
    }
    if (!written)
        record_fail_hdf(w->error, RECORD_IO, w->path, "the attributes of the file cannot be made");
    return written;
}

/* --- groups --- */

/* Room for the links of the group's columns, at once: HDF5 would add to its header for each. */
static bool reserve_links(const writer *w, hid_t list, const char *path)
{
    const size_t length = strlen(path);
    unsigned links = 0;
    size_t bytes = 0;
    for (size_t i = 0; i < w->bundle->count; i++) {
        const char *column = w->bundle->column[i].path;
        if (bundle_below(column, path) && !strchr(column + length + 1, '/')) {
            links++;
            bytes += strlen(column) - length - 1;
        }
    }
    return links == 0 || H5Pset_est_link_info(list, links, (unsigned)(bytes / links) + 1) >= 0;
}

/* Made here, not by HDF5 on the way to a dataset: those would carry the time of day. */
static bool make_group(const writer *w, const char *path)
{
    if (H5Lexists(w->file, path, H5P_DEFAULT) > 0)
        return true;
    const hid_t list = record_group_list(H5P_GROUP_CREATE);
    const hid_t group = reserve_links(w, list, path)
                            ? H5Gcreate2(w->file, path, H5P_DEFAULT, list, H5P_DEFAULT)
                            : H5I_INVALID_HID;
    record_close(list);
    record_close(group);
    return group >= 0;
}

/* Opens the group `path`, made with those above it unless they are there; "" is the root. */
static hid_t open_group(const writer *w, char *path)
{
    bool made = true;
    for (char *slash = strchr(path + (path[0] != '\0'), '/'); made && slash;
         slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        made = make_group(w, path);
        *slash = '/';
    }
    made = made && (path[0] == '\0' || make_group(w, path));
    return made ? H5Gopen2(w->file, path[0] ? path : "/", H5P_DEFAULT) : H5I_INVALID_HID;
}

/* The group that the column goes to, which stays open: the next one mostly goes there too. */
static hid_t group_of(writer *w, const bundle_column *column)
{
    const size_t length = (size_t)(strrchr(column->path, '/') - column->path);
    if (w->group >= 0 && length == w->parent_length && memcmp(w->parent, column->path, length) == 0)
        return w->group;
    record_close(w->group);
    char *path = strndup(column->path, length);
    w->group = path ? open_group(w, path) : H5I_INVALID_HID;
    w->parent = column->path;
    w->parent_length = length;
    free(path);
    return w->group;
}

/* --- columns --- */

static bool is_scalar(const bundle_column *column)
{
    return column->single && record_column_bytes(column) < SINGLE_BYTES;
}

/* Whether it lies in the header of its object. */
static bool is_small(const bundle_column *column)
{
    return is_scalar(column) || record_column_bytes(column) < LARGE_BYTES;
}

static int rank(const bundle_column *column)
{
    return is_scalar(column) ? 0 : column->columns == 1 ? 1 : 2;
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
    return (column->type == BUNDLE_TEXT || H5Pset_shuffle(list) >= 0) &&
           H5Pset_deflate(list, DEFLATE_LEVEL) >= 0;
}

/* Without the room for attributes that HDF5 sets aside unless told otherwise. */
static hid_t column_list(void)
{
    const hid_t list = H5Pcreate(H5P_DATASET_CREATE);
    if (list >= 0 && H5Pset_obj_track_times(list, false) >= 0 &&
        H5Pset_dset_no_attrs_hint(list, true) >= 0)
        return list;
    record_close(list);
    return H5I_INVALID_HID;
}

/* The header of an object has a checksum. */
static hid_t small_list(void)
{
    const hid_t list = column_list();
    if (list >= 0 && H5Pset_layout(list, H5D_COMPACT) >= 0)
        return list;
    record_close(list);
    return H5I_INVALID_HID;
}

/* The checksum comes last: it is over the bytes as they lie on the disk. */
static hid_t large_list(const bundle_column *column)
{
    const hid_t list = column_list();
    if (list >= 0 && set_chunks(list, column) && set_compression(list, column) &&
        H5Pset_fletcher32(list) >= 0)
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

static bool write_texts(hid_t dataset, hid_t type, const bundle_column *column)
{
    if (column->rows == 1 && column->text[0][0] != '\0') /* it fills its width */
        return H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, column->text[0]) >= 0;
    char *packed = packed_texts(column);
    const bool written =
        packed && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, packed) >= 0;
    free(packed);
    return written;
}

/* HDF5 keeps chunks back, and would lose an error when it stores them on its own. */
static bool store_chunks(hid_t dataset, const bundle_column *column)
{
    return is_small(column) || H5Dflush(dataset) >= 0;
}

static bool write_rows(hid_t dataset, hid_t file, const bundle_column *column, size_t first,
                       size_t rows, const double *values)
{
    const hsize_t start[2] = {first, 0}, count[2] = {rows, column->columns};
    const hid_t memory = H5Screate_simple(rank(column), count, NULL);
    const bool written =
        memory >= 0 && H5Sselect_hyperslab(file, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
        H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, file, H5P_DEFAULT, values) >= 0;
    record_close(memory);
    return written;
}

/* A piece at a time. */
static bool write_stream(const writer *w, hid_t dataset, const bundle_column *column)
{
    const size_t most = bundle_piece_rows(column);
    const hid_t file = H5Dget_space(dataset);
    double *piece = malloc(most * column->columns * sizeof *piece);
    bool written = piece && file >= 0;
    for (size_t row = 0; written && row < column->rows; row += most) {
        const size_t left = column->rows - row, rows = left < most ? left : most;
        if (!bundle_read_rows(column, row, rows, piece)) {
            record_fail(w->error, RECORD_IO, w->path, "the values of '%s' cannot be read back: %s",
                        column->path, strerror(errno));
            written = false;
        } else {
            written = write_rows(dataset, file, column, row, rows, piece);
        }
    }
    free(piece);
    record_close(file);
    return written;
}

static bool write_booleans(hid_t dataset, hid_t type, const bundle_column *column)
{
    const size_t count = column->rows * column->columns;
    int8_t *packed = malloc(count);
    for (size_t i = 0; packed && i < count; i++)
        packed[i] = column->integer[i] != 0;
    const bool written =
        packed && H5Dwrite(dataset, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, packed) >= 0;
    free(packed);
    return written;
}

static bool write_values(const writer *w, hid_t dataset, hid_t type, const bundle_column *column)
{
    if (column->rows == 0 || column->columns == 0)
        return true;
    if (column->type == BUNDLE_TEXT)
        return write_texts(dataset, type, column);
    if (column->boolean)
        return write_booleans(dataset, type, column);
    if (column->stream.read)
        return write_stream(w, dataset, column);
    const bool real = column->type == BUNDLE_REAL;
    return H5Dwrite(dataset, real ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64, H5S_ALL, H5S_ALL,
                    H5P_DEFAULT,
                    real ? (const void *)column->real : (const void *)column->integer) >= 0;
}

/* Texts have no unit, and no attribute that says so. */
static bool write_attributes(const writer *w, hid_t dataset, const bundle_column *column)
{
    return (column->type == BUNDLE_TEXT ||
            write_text_attribute(w, dataset, "unit", column->unit)) &&
           write_text_attribute(w, dataset, "summary", column->summary);
}

static void fail_column(const writer *w, const bundle_column *column)
{
    record_fail_hdf(w->error, RECORD_IO, w->path, "'%s' cannot be stored", column->path);
}

static hid_t type_of(const writer *w, const bundle_column *column)
{
    if (column->type == BUNDLE_TEXT)
        return text_of(w, element_bytes(column));
    if (column->boolean)
        return w->boolean;
    return column->type == BUNDLE_REAL ? H5T_IEEE_F64LE : H5T_STD_I64LE;
}

/* In its group. */
static bool write_dataset(writer *w, const bundle_column *column, hid_t space, hid_t list)
{
    const hid_t group = group_of(w, column);
    const hid_t type = type_of(w, column);
    const hid_t dataset = group >= 0 ? H5Dcreate2(group, strrchr(column->path, '/') + 1, type,
                                                  space, H5P_DEFAULT, list, H5P_DEFAULT)
                                     : H5I_INVALID_HID;
    const bool written = dataset >= 0 && write_values(w, dataset, type, column) &&
                         store_chunks(dataset, column) && write_attributes(w, dataset, column);
    if (!written && w->error->status == RECORD_OK)
        fail_column(w, column);
    const bool closed = dataset < 0 || H5Dclose(dataset) >= 0;
    if (written && !closed)
        fail_column(w, column);
    return written && closed;
}

static bool write_column(writer *w, const bundle_column *column)
{
    const bool scalar = is_scalar(column), small = is_small(column);
    const hsize_t size[2] = {column->rows, column->columns};
    const hid_t space = scalar ? w->scalar : H5Screate_simple(rank(column), size, NULL);
    const hid_t list = small ? w->small : large_list(column);
    const bool ready = space >= 0 && list >= 0;
    if (!ready)
        record_fail_memory(w->error, w->path);
    const bool written = ready && write_dataset(w, column, space, list);
    record_close(small ? H5I_INVALID_HID : list);
    record_close(scalar ? H5I_INVALID_HID : space);
    return written;
}

/* --- the file --- */

static bool prepare(writer *w)
{
    w->group = H5I_INVALID_HID;
    w->boolean = record_boolean_type();
    w->text = record_text_type(1);
    w->scalar = H5Screate(H5S_SCALAR);
    w->small = small_list();
    if (w->text >= 0 && w->boolean >= 0 && w->scalar >= 0 && w->small >= 0)
        return true;
    record_fail_memory(w->error, w->path);
    return false;
}

static void release(const writer *w)
{
    record_close(w->group);
    record_close(w->small);
    record_close(w->scalar);
    record_close(w->boolean);
    record_close(w->text);
}

record_status record_write_columns(const char *path, const bundle *b, hid_t file,
                                   record_error *error)
{
    writer w = {.path = path, .error = error, .bundle = b, .file = file};
    if (w.file < 0)
        return record_fail_hdf(error, RECORD_IO, path, "a file cannot be made");
    const bundle_column **column = bundle_in_order(b);
    bool built = prepare(&w) && write_root(&w);
    if (built && !column) {
        record_fail_memory(error, path);
        built = false;
    }
    for (size_t i = 0; built && i < b->count; i++)
        built = write_column(&w, column[i]);
    built = built && record_write_scales(path, b, column, file, error);
    free(column);
    release(&w);
    if (H5Fclose(w.file) < 0 && built)
        record_fail_hdf(error, RECORD_IO, path, "the file cannot be finished");
    return (record_status)error->status;
}
