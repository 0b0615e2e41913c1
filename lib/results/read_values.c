/* The storage of a column in the file, which is checked first, and its values. */
#include "results/reader.h"

#include <stdlib.h>

enum { BUFFER_BYTES = 1 << 18 };

/* --- how they lie --- */

/* True if they lie in the header of the object, which has a checksum from its second version on,
 * and all of them do: HDF5 1.10.8 would read on behind what is there (found by fuzzing). */
static bool in_header(hid_t dataset, hid_t list, const shape *s)
{
    H5O_info_t about;
    return H5Pget_layout(list) == H5D_COMPACT && H5Oget_info2(dataset, &about, H5O_INFO_HDR) >= 0 &&
           about.hdr.version >= 2 &&
           H5Dget_storage_size(dataset) == (hsize_t)s->rows * s->columns * s->element;
}

/* How the values lie in chunks. */
typedef struct chunks {
    hsize_t count;   /* 0: not as write.c stores them */
    hsize_t size[2]; /* rows and columns of one */
    size_t bytes;    /* of one, unpacked */
} chunks;

static chunks chunks_of(hid_t list, const shape *s)
{
    const hsize_t size[2] = {s->rows, s->columns};
    chunks c = {1, {1, 1}, 0};
    if (H5Pget_layout(list) != H5D_CHUNKED || H5Pget_chunk(list, 2, c.size) > 2)
        return (chunks){0};
    for (int i = 0; i < 2; i++) {
        if (c.size[i] < 1 || c.size[i] > size[i])
            return (chunks){0};
        c.count *= (size[i] - 1) / c.size[i] + 1;
    }
    c.bytes = (size_t)c.size[0] * c.size[1] * s->element;
    return c;
}

/* Whether those of rows [first, first + rows) hold what they have to. */
static bool check_chunks_of(const reader *r, hid_t dataset, hid_t list, const char *path,
                            const shape *s, const chunks *c, size_t first, size_t rows)
{
    const record_block block = {{first, 0}, {rows, s->columns}, {c->size[0], c->size[1]}};
    const record_status status = record_chunks_fit(dataset, list, &block, c->bytes);
    if (status == RECORD_NOT_OURS)
        return reader_refuse(r, path, "is not stored with checksums");
    if (status == RECORD_NO_MEMORY)
        record_fail_memory(r->error, r->path);
    if (status == RECORD_DAMAGED)
        record_fail(r->error, status, r->path, "'%s' is damaged: a part of it has another size",
                    path);
    return status == RECORD_OK;
}

/* All are there; those that are read at once hold what they have to. */
static bool check_chunks(const reader *r, hid_t dataset, hid_t list, const char *path,
                         const shape *s, const chunks *c)
{
    hsize_t stored = 0;
    const hid_t space = H5Dget_space(dataset);
    const bool counted = space >= 0 && H5Dget_num_chunks(dataset, space, &stored) >= 0;
    if (!counted)
        reader_damaged(r, path);
    record_close(space);
    if (!counted)
        return false;
    if (stored != c->count)
        return reader_refuse(r, path, "lacks some of its values");
    if (!reader_has_values(r, s))
        return true;
    bool fit = true;
    const size_t *row = r->wanted->row;
    for (size_t i = 0; fit && i < r->wanted->rows; i++)
        if (i == 0 || row[i] / c->size[0] != row[i - 1] / c->size[0]) /* else it has been */
            fit = check_chunks_of(r, dataset, list, path, s, c, row[i], 1);
    return fit &&
           (r->wanted->rows > 0 || check_chunks_of(r, dataset, list, path, s, c, 0, s->rows));
}

bool reader_check_storage(const reader *r, hid_t dataset, const char *path, const shape *s)
{
    if (s->rows == 0 || s->columns == 0)
        return true;
    const hid_t list = H5Dget_create_plist(dataset);
    if (list < 0)
        return reader_damaged(r, path);
    const chunks c = chunks_of(list, s);
    bool fits = in_header(dataset, list, s);
    if (!fits && c.count == 0)
        reader_refuse(r, path, "is not stored with checksums");
    else if (!fits)
        fits = check_chunks(r, dataset, list, path, s, &c);
    record_close(list);
    return fits;
}

/* --- what they are --- */

/* HDF5 turns texts padded with NUL into texts that end with one. */
static hid_t memory_type(const shape *s)
{
    if (s->type != BUNDLE_TEXT)
        return H5Tcopy(s->type == BUNDLE_REAL ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64);
    const hid_t type = record_text_type(s->element + 1);
    if (type >= 0)
        H5Tset_strpad(type, H5T_STR_NULLTERM);
    return type;
}

/* HDF5 converts texts in a buffer of 1 MiB unless told otherwise, and clears it for every column.
 */
static hid_t transfer_list(const shape *s)
{
    if (s->type != BUNDLE_TEXT)
        return H5P_DEFAULT;
    const size_t value = s->element + 1, values = s->rows * s->columns;
    const size_t whole = values < BUFFER_BYTES / value ? values * value : BUFFER_BYTES;
    const hid_t list = H5Pcreate(H5P_DATASET_XFER);
    if (list >= 0 && H5Pset_buffer(list, whole > value ? whole : value, NULL, NULL) >= 0)
        return list;
    record_close(list);
    return H5I_INVALID_HID;
}

static bool read_all(const reader *r, hid_t dataset, const shape *s, const bundle_column *column)
{
    void *values = column->text ? (void *)column->text[0]
                                : (column->real ? (void *)column->real : (void *)column->integer);
    const hid_t type = memory_type(s), list = transfer_list(s);
    bool read = list >= 0;
    if (!read)
        record_fail_memory(r->error, r->path);
    read = read && (H5Dread(dataset, type, H5S_ALL, H5S_ALL, list, values) >= 0 ||
                    reader_damaged(r, column->path));
    if (list != H5P_DEFAULT)
        record_close(list);
    record_close(type);
    return read;
}

/* Rows [first, first + rows) of a column of numbers. */
static bool read_rows(const reader *r, hid_t dataset, const shape *s, const char *path,
                      size_t first, size_t rows, void *values)
{
    const hsize_t start[2] = {first, 0}, count[2] = {rows, s->columns};
    const hid_t file = H5Dget_space(dataset);
    const int rank = file >= 0 ? H5Sget_simple_extent_ndims(file) : 1;
    const hid_t memory = H5Screate_simple(rank, count, NULL);
    const hid_t type = s->type == BUNDLE_REAL ? H5T_NATIVE_DOUBLE : H5T_NATIVE_INT64;
    const bool read = file >= 0 && memory >= 0 &&
                      H5Sselect_hyperslab(file, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
                      H5Dread(dataset, type, memory, file, H5P_DEFAULT, values) >= 0;
    if (!read)
        reader_damaged(r, path);
    record_close(memory);
    record_close(file);
    return read;
}

static bool read_some(const reader *r, hid_t dataset, const shape *s, const bundle_column *column)
{
    const size_t row = s->columns * sizeof(double);
    char *values = column->real ? (void *)column->real : (void *)column->integer;
    if (s->type == BUNDLE_TEXT)
        return reader_refuse(r, column->path, "is of texts, which are read whole");
    for (size_t i = 0; i < r->wanted->rows; i++)
        if (!read_rows(r, dataset, s, column->path, r->wanted->row[i], 1, values + i * row))
            return false;
    return true;
}

/* Reads values that are not kept, so that every checksum is compared. */
static bool read_pieces(const reader *r, hid_t dataset, hid_t list, const shape *s,
                        const char *path)
{
    const chunks c = chunks_of(list, s);
    if (c.count == 0)
        return reader_refuse(r, path, "is not stored with checksums");
    double *piece = malloc((size_t)c.size[0] * s->columns * sizeof *piece);
    bool read = piece != NULL;
    if (!read)
        record_fail_memory(r->error, r->path);
    for (size_t row = 0; read && row < s->rows; row += (size_t)c.size[0]) {
        const size_t left = s->rows - row, rows = left < c.size[0] ? left : (size_t)c.size[0];
        record_time_step(rows * s->columns * sizeof *piece);
        read = check_chunks_of(r, dataset, list, path, s, &c, row, rows) &&
               read_rows(r, dataset, s, path, row, rows, piece);
    }
    free(piece);
    return read;
}

bool reader_values(const reader *r, hid_t dataset, const shape *s, const bundle_column *column)
{
    if (s->rows == 0 || s->columns == 0)
        return true;
    if (reader_has_values(r, s))
        return r->wanted->rows > 0 && !s->single ? read_some(r, dataset, s, column)
                                                 : read_all(r, dataset, s, column);
    if (!r->wanted->check)
        return true;
    const hid_t list = H5Dget_create_plist(dataset);
    const bool read = list >= 0 ? read_pieces(r, dataset, list, s, column->path)
                                : reader_damaged(r, column->path);
    record_close(list);
    return read;
}
