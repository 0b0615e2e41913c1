/* Reads a results file back without trusting its contents: only groups and datasets of the kinds
 * that write.c makes are read, sizes are checked before any allocation, every link must be a hard
 * link and the only one to its object. This file walks through the groups; read_shape.c determines
 * the type and size of a column, read_values.c reads its values. */
#include "results/reader.h"

#include <stdlib.h>
#include <string.h>

enum { DEPTH_MAX = 16, OBJECTS_MAX = 1 << 20, ATTRIBUTE_BYTES_MAX = 1 << 20 };

bool reader_refuse(const reader *r, const char *object, const char *why)
{
    record_fail(r->error, RECORD_NOT_OURS, r->path, "is not a results file: '%s' %s", object, why);
    return false;
}

/* After an HDF5 call that failed. */
bool reader_damaged(const reader *r, const char *object)
{
    record_fail_hdf(r->error, RECORD_DAMAGED, r->path, "'%s' is damaged", object);
    return false;
}

/* Rows of a column that are read. */
size_t reader_rows(const reader *r, const shape *s)
{
    return r->wanted->rows > 0 ? r->wanted->rows : s->rows;
}

/* Bytes of the rows that are read, in memory. */
static double bytes_of(const reader *r, const shape *s)
{
    const size_t element = s->boolean ? sizeof(int64_t) : s->element;
    return (double)reader_rows(r, s) * (double)s->columns * (double)element;
}

/* Texts that are to be checked are read whole. */
bool reader_has_values(const reader *r, const shape *s)
{
    return bytes_of(r, s) <= (double)r->wanted->most ||
           (r->wanted->check && s->type == BUNDLE_TEXT);
}

static bool check_rows(const reader *r, const char *path, const shape *s)
{
    for (size_t i = 0; i < r->wanted->rows; i++)
        if (r->wanted->row[i] >= s->rows || (s->single && i > 0))
            return reader_refuse(r, path, "has fewer rows");
    return true;
}

/* Adds the values to those that are in memory, which have a limit. */
static bool count_bytes(reader *r, const char *path, const shape *s)
{
    const double bytes = reader_has_values(r, s) ? bytes_of(r, s) : 0.0;
    if ((double)r->bytes + bytes > (double)RECORD_BYTES_MAX)
        return reader_refuse(r, path, "makes it larger than 4 GiB");
    r->bytes += (size_t)bytes;
    record_time_step((size_t)bytes);
    return true;
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

/* The text of an attribute that is open, to be freed, or NULL with the error set. */
static char *read_text(const reader *r, hid_t attribute, const char *path)
{
    const hid_t type = H5Aget_type(attribute);
    if (type < 0) {
        reader_damaged(r, path);
        return NULL;
    }
    const size_t width = H5Tget_size(type);
    const bool one = reader_is_text(type) && H5Aget_storage_size(attribute) == width;
    const bool fits = one && width <= ATTRIBUTE_BYTES_MAX;
    char *text = fits ? calloc(1, width + 1) : NULL;
    bool read = false;
    if (!fits)
        reader_refuse(r, path, "lacks its unit or its summary");
    else if (!text)
        record_fail_memory(r->error, r->path);
    else
        read = H5Aread(attribute, type, text) >= 0 || reader_damaged(r, path);
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
        reader_refuse(r, path, "lacks its unit or its summary");
    const hid_t attribute = exists > 0 ? H5Aopen(object, name, H5P_DEFAULT) : H5I_INVALID_HID;
    if (exists != 0 && attribute < 0)
        reader_damaged(r, path);
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

static bool read_column(reader *r, hid_t dataset, const char *path)
{
    shape s;
    if (!bundle_has_room(r->bundle, path))
        return reader_refuse(r, path, "is there twice");
    if (!reader_shape(r, dataset, path, &s) || !check_rows(r, path, &s) ||
        !count_bytes(r, path, &s) || !reader_check_storage(r, dataset, path, &s))
        return false;
    char *unit = read_unit(r, dataset, path, s.type);
    char *summary = unit ? read_attribute(r, dataset, path, "summary") : NULL;
    bundle_column *column = NULL;
    if (summary)
        column = bundle_append(r->bundle, path, unit, summary, s.type, reader_rows(r, &s),
                               s.columns, s.element, reader_has_values(r, &s));
    if (summary && !column)
        record_fail_memory(r->error, r->path);
    free(summary);
    free(unit);
    if (column) {
        column->single = s.single;
        column->boolean = s.boolean;
    }
    return column && reader_values(r, dataset, &s, column);
}

static bool read_group(reader *r, hid_t group, const char *path);

/* One name leads to each object: no loops, and nothing is read twice. */
static bool read_object(reader *r, hid_t object, const char *path)
{
    H5O_info_t about;
    record_time_step(0);
    if (object < 0 || H5Oget_info2(object, &about, H5O_INFO_BASIC) < 0)
        return reader_damaged(r, path);
    if (about.rc != 1)
        return reader_refuse(r, path, "has several names");
    if (++r->objects > OBJECTS_MAX)
        return reader_refuse(r, path, "is one object too many");
    if (about.type == H5O_TYPE_GROUP)
        return read_group(r, object, path);
    if (about.type != H5O_TYPE_DATASET)
        return reader_refuse(r, path, "is neither a group nor a dataset");
    return !wanted(r, path, false) || read_column(r, object, path);
}

static bool read_link(reader *r, hid_t group, const char *name, H5L_type_t type, const char *path)
{
    if (!wanted(r, path, true))
        return true;
    if (type != H5L_TYPE_HARD)
        return reader_refuse(r, path, "is a link to elsewhere");
    if (name[0] == '\0' || strchr(name, '/') || strcmp(name, ".") == 0)
        return reader_refuse(r, path, "is no name");
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
        return reader_refuse(r, path, "lies too deep");
    const char *above = r->group;
    r->group = path;
    r->depth++;
    const bool read = H5Literate(group, H5_INDEX_NAME, H5_ITER_INC, NULL, visit_link, r) >= 0;
    r->depth--;
    r->group = above;
    return read || r->error->status != RECORD_OK ? read : reader_damaged(r, path);
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
