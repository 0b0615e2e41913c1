/* Reads a results file back, and trusts nothing in it: only groups and datasets of the kinds that
 * write.c makes are read, sizes are checked before anything is allocated, every link is a hard one
 * and the only one to its object. */
#include "results/hdf.h"

#include <stdlib.h>
#include <string.h>

enum {
    DEPTH_MAX = 16,
    OBJECTS_MAX = 1 << 20,
    ATTRIBUTE_BYTES_MAX = 1 << 20,
    BUFFER_BYTES = 1 << 18
};

typedef struct reader {
    const record_wanted *wanted;
    const char *path; /* of the file */
    bundle *bundle;
    size_t bytes, objects, depth; /* so far */
    const char *group;            /* path of the group at hand, "" for the root */
    record_error *error;          /* of the first failure, which ends the work */
} reader;

/* What is known of a column before its values are read. */
typedef struct shape {
    bundle_type type;
    bool single, boolean;
    size_t element;       /* bytes of a value in the file */
    size_t rows, columns; /* columns 1: one-dimensional */
} shape;

static bool refuse(const reader *r, const char *object, const char *why)
{
    record_fail(r->error, RECORD_NOT_OURS, r->path, "is not a results file: '%s' %s", object, why);
    return false;
}

/* After an HDF5 call that failed. */
static bool damaged(const reader *r, const char *object)
{
    record_fail_hdf(r->error, RECORD_DAMAGED, r->path, "'%s' is damaged", object);
    return false;
}

static bool begins_with(const char *text, const char *start)
{
    return strncmp(text, start, strlen(start)) == 0;
}

/* True if `path` is asked for, or (`on_the_way`) something below it may be. */
static bool wanted(const reader *r, const char *path, bool on_the_way)
{
    if (!r->wanted->prefixes)
        return true;
    for (const char *const *prefix = r->wanted->prefixes; *prefix; prefix++)
        if ((r->wanted->exact ? strcmp(path, *prefix) == 0 : begins_with(path, *prefix)) ||
            (on_the_way && begins_with(*prefix, path)))
            return true;
    return false;
}

static bool is_text(hid_t type)
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

/* The text of an attribute that is open, to be freed, or NULL with the error set. */
static char *read_text(const reader *r, hid_t attribute, const char *path)
{
    const hid_t type = H5Aget_type(attribute);
    if (type < 0) {
        damaged(r, path);
        return NULL;
    }
    const size_t width = H5Tget_size(type);
    const bool one = is_text(type) && H5Aget_storage_size(attribute) == width;
    const bool fits = one && width <= ATTRIBUTE_BYTES_MAX;
    char *text = fits ? calloc(1, width + 1) : NULL;
    bool read = false;
    if (!fits)
        refuse(r, path, "lacks its unit or its summary");
    else if (!text)
        record_fail_memory(r->error, r->path);
    else
        read = H5Aread(attribute, type, text) >= 0 || damaged(r, path);
    record_close(type);
    if (read)
        return text;
    free(text);
    return NULL;
}

static char *read_attribute(const reader *r, hid_t object, const char *path, const char *name)
{
    const htri_t exists = H5Aexists(object, name);
    if (exists == 0)
        refuse(r, path, "lacks its unit or its summary");
    const hid_t attribute = exists > 0 ? H5Aopen(object, name, H5P_DEFAULT) : H5I_INVALID_HID;
    if (exists != 0 && attribute < 0)
        damaged(r, path);
    char *text = attribute >= 0 ? read_text(r, attribute, path) : NULL;
    record_close(attribute);
    return text;
}

/* Texts have none. */
static char *read_unit(const reader *r, hid_t dataset, const char *path, bundle_type type)
{
    if (type != BUNDLE_TEXT)
        return read_attribute(r, dataset, path, "unit");
    char *none = strdup("");
    if (!none)
        record_fail_memory(r->error, r->path);
    return none;
}

static bool read_type(const reader *r, hid_t dataset, const char *path, shape *s)
{
    const hid_t type = H5Dget_type(dataset);
    if (type < 0)
        return damaged(r, path);
    bool known = true;
    s->boolean = is_boolean(type);
    s->element = H5Tget_size(type);
    if (H5Tequal(type, H5T_IEEE_F64LE) > 0)
        s->type = BUNDLE_REAL;
    else if (s->boolean || H5Tequal(type, H5T_STD_I64LE) > 0)
        s->type = BUNDLE_INTEGER;
    else if (is_text(type))
        s->type = BUNDLE_TEXT;
    else
        known =
            refuse(r, path, "is neither of reals nor of integers nor of yes and no nor of texts");
    record_close(type);
    return known;
}

static bool read_size(const reader *r, hid_t dataset, const char *path, shape *s)
{
    const hid_t space = H5Dget_space(dataset);
    if (space < 0)
        return damaged(r, path);
    const int rank = H5Sget_simple_extent_ndims(space);
    hsize_t size[2] = {1, 1};
    s->single = H5Sget_simple_extent_type(space) == H5S_SCALAR;
    bool known = s->single || rank == 1 || (rank == 2 && s->type != BUNDLE_TEXT);
    if (!known || H5Sget_simple_extent_dims(space, size, NULL) != rank)
        known = refuse(r, path, "is neither a single value nor a column of one or two dimensions");
    record_close(space);
    s->rows = (size_t)size[0];
    s->columns = (size_t)size[1];
    return known;
}

/* Rows of a column that are read. */
static size_t rows_of(const reader *r, const shape *s)
{
    return r->wanted->rows > 0 ? r->wanted->rows : s->rows;
}

/* Bytes of the rows that are read, in memory. */
static double bytes_of(const reader *r, const shape *s)
{
    const size_t element = s->boolean ? sizeof(int64_t) : s->element;
    return (double)rows_of(r, s) * (double)s->columns * (double)element;
}

/* Texts that are to be checked are read whole. */
static bool has_values(const reader *r, const shape *s)
{
    return bytes_of(r, s) <= (double)r->wanted->most ||
           (r->wanted->check && s->type == BUNDLE_TEXT);
}

static bool check_rows(const reader *r, const char *path, const shape *s)
{
    for (size_t i = 0; i < r->wanted->rows; i++)
        if (r->wanted->row[i] >= s->rows || (s->single && i > 0))
            return refuse(r, path, "has fewer rows");
    return true;
}

/* Adds the values to those that are in memory, which have a limit. */
static bool count_bytes(reader *r, const char *path, const shape *s)
{
    const double bytes = has_values(r, s) ? bytes_of(r, s) : 0.0;
    if ((double)r->bytes + bytes > (double)RECORD_BYTES_MAX)
        return refuse(r, path, "makes it larger than 4 GiB");
    r->bytes += (size_t)bytes;
    record_time_step((size_t)bytes);
    return true;
}

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
        return refuse(r, path, "is not stored with checksums");
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
        damaged(r, path);
    record_close(space);
    if (!counted)
        return false;
    if (stored != c->count)
        return refuse(r, path, "lacks some of its values");
    if (!has_values(r, s))
        return true;
    bool fit = true;
    const size_t *row = r->wanted->row;
    for (size_t i = 0; fit && i < r->wanted->rows; i++)
        if (i == 0 || row[i] / c->size[0] != row[i - 1] / c->size[0]) /* else it has been */
            fit = check_chunks_of(r, dataset, list, path, s, c, row[i], 1);
    return fit &&
           (r->wanted->rows > 0 || check_chunks_of(r, dataset, list, path, s, c, 0, s->rows));
}

/* Values without a checksum are not trusted; chunks that are missing would read as zeros. */
static bool check_storage(const reader *r, hid_t dataset, const char *path, const shape *s)
{
    if (s->rows == 0 || s->columns == 0)
        return true;
    const hid_t list = H5Dget_create_plist(dataset);
    if (list < 0)
        return damaged(r, path);
    const chunks c = chunks_of(list, s);
    bool fits = in_header(dataset, list, s);
    if (!fits && c.count == 0)
        refuse(r, path, "is not stored with checksums");
    else if (!fits)
        fits = check_chunks(r, dataset, list, path, s, &c);
    record_close(list);
    return fits;
}

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
                    damaged(r, column->path));
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
        damaged(r, path);
    record_close(memory);
    record_close(file);
    return read;
}

static bool read_some(const reader *r, hid_t dataset, const shape *s, const bundle_column *column)
{
    const size_t row = s->columns * sizeof(double);
    char *values = column->real ? (void *)column->real : (void *)column->integer;
    if (s->type == BUNDLE_TEXT)
        return refuse(r, column->path, "is of texts, which are read whole");
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
        return refuse(r, path, "is not stored with checksums");
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

static bool read_values(const reader *r, hid_t dataset, const shape *s, const bundle_column *column)
{
    if (s->rows == 0 || s->columns == 0)
        return true;
    if (has_values(r, s))
        return r->wanted->rows > 0 && !s->single ? read_some(r, dataset, s, column)
                                                 : read_all(r, dataset, s, column);
    if (!r->wanted->check)
        return true;
    const hid_t list = H5Dget_create_plist(dataset);
    const bool read =
        list >= 0 ? read_pieces(r, dataset, list, s, column->path) : damaged(r, column->path);
    record_close(list);
    return read;
}

static bool read_column(reader *r, hid_t dataset, const char *path)
{
    shape s;
    if (!bundle_has_room(r->bundle, path))
        return refuse(r, path, "is there twice");
    if (!read_type(r, dataset, path, &s) || !read_size(r, dataset, path, &s) ||
        !check_rows(r, path, &s) || !count_bytes(r, path, &s) ||
        !check_storage(r, dataset, path, &s))
        return false;
    char *unit = read_unit(r, dataset, path, s.type);
    char *summary = unit ? read_attribute(r, dataset, path, "summary") : NULL;
    bundle_column *column = NULL;
    if (summary)
        column = bundle_append(r->bundle, path, unit, summary, s.type, rows_of(r, &s), s.columns,
                               s.element, has_values(r, &s));
    if (summary && !column)
        record_fail_memory(r->error, r->path);
    free(summary);
    free(unit);
    if (column) {
        column->single = s.single;
        column->boolean = s.boolean;
    }
    return column && read_values(r, dataset, &s, column);
}

static bool read_group(reader *r, hid_t group, const char *path);

/* One name leads to each object: no loops, and nothing is read twice. */
static bool read_object(reader *r, hid_t object, const char *path)
{
    H5O_info_t about;
    record_time_step(0);
    if (object < 0 || H5Oget_info2(object, &about, H5O_INFO_BASIC) < 0)
        return damaged(r, path);
    if (about.rc != 1)
        return refuse(r, path, "has several names");
    if (++r->objects > OBJECTS_MAX)
        return refuse(r, path, "is one object too many");
    if (about.type == H5O_TYPE_GROUP)
        return read_group(r, object, path);
    if (about.type != H5O_TYPE_DATASET)
        return refuse(r, path, "is neither a group nor a dataset");
    return !wanted(r, path, false) || read_column(r, object, path);
}

static bool read_link(reader *r, hid_t group, const char *name, H5L_type_t type, const char *path)
{
    if (!wanted(r, path, true))
        return true;
    if (type != H5L_TYPE_HARD)
        return refuse(r, path, "is a link to elsewhere");
    if (name[0] == '\0' || strchr(name, '/') || strcmp(name, ".") == 0)
        return refuse(r, path, "is no name");
    const hid_t object = H5Oopen(group, name, H5P_DEFAULT);
    const bool read = read_object(r, object, path);
    record_close(object);
    return read;
}

/* Called by H5Literate for each link of the group r->group. */
static herr_t visit_link(hid_t group, const char *name, const H5L_info_t *link, void *data)
{
    reader *r = data;
    const size_t size = strlen(r->group) + strlen(name) + 2;
    char *path = malloc(size);
    column_path today;
    bool read = false;
    if (path) {
        snprintf(path, size, "%s/%s", r->group, name);
        read = read_link(r, group, name, link->type, column_current(path, &today));
    } else {
        record_fail_memory(r->error, r->path);
    }
    free(path);
    return read ? 0 : -1;
}

static bool read_group(reader *r, hid_t group, const char *path)
{
    if (r->depth == DEPTH_MAX)
        return refuse(r, path, "lies too deep");
    const char *above = r->group;
    r->group = path;
    r->depth++;
    const bool read = H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, visit_link, r) >= 0;
    r->depth--;
    r->group = above;
    return read || r->error->status != RECORD_OK ? read : damaged(r, path);
}

/* Where memory is short, nobody can tell whether the file is damaged: HDF5 and zlib fail alike. */
static void doubt_damage(const reader *r)
{
    if (r->error->status == RECORD_DAMAGED && !record_has_room(0))
        record_fail_memory(r->error, r->path);
}

static record_status read_file(reader *r)
{
    const size_t before = r->bundle->count;
    record_clear(r->error);
    record_time_step(0);
    if (!record_has_room(0))
        return record_fail_memory(r->error, r->path);
    const hid_t file = record_open(r->path, r->error);
    if (file >= 0)
        read_group(r, file, "");
    doubt_damage(r);
    record_close(file);
    if (r->error->status != RECORD_OK)
        bundle_truncate(r->bundle, before);
    return (record_status)r->error->status;
}

record_status record_read_here(const record_wanted *wanted, bundle *b, record_error *error)
{
    reader r = {.wanted = wanted, .path = wanted->path, .bundle = b, .error = error};
    return read_file(&r);
}
