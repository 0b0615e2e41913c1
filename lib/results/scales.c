/* The dimensions of frames have names: HDF5's dimension scales (H5DS), so that h5py, xarray and
 * netCDF see (time, node) and the values along both. /frames/time and `node` of each object are
 * scales; every column of nodes refers to its scales (DIMENSION_LIST), and they to it
 * (REFERENCE_LIST). Of a grid it has the attribute `grid`, the nodes along both directions: its
 * values have the shape (time, grid[0], grid[1]). The attributes are written once, all that a
 * scale is referred by at a time: what the H5DS functions do, who write them anew for each, would
 * leave gaps in the file. */
#include "results/hdf.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

/* An element of REFERENCE_LIST, as H5DS lays it out: a column, and which of its dimensions. */
typedef struct reference {
    hobj_ref_t column;
    int dimension;
} reference;

typedef struct work {
    hid_t file;
    const bundle *bundle;
    const bundle_column *const *column; /* of the bundle, in order of path */
    size_t frames;
} work;

static bool put(hid_t object, const char *name, hid_t type, hid_t space, const void *value)
{
    const hid_t attribute = H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
    const bool written = attribute >= 0 && H5Awrite(attribute, type, value) >= 0;
    record_close(attribute);
    return written;
}

static bool put_many(hid_t object, const char *name, hid_t type, size_t count, const void *values)
{
    const hsize_t size = count;
    const hid_t space = H5Screate_simple(1, &size, NULL);
    const bool written = space >= 0 && put(object, name, type, space, values);
    record_close(space);
    return written;
}

/* As H5DS has texts: of ASCII, with their end. */
static bool put_word(hid_t object, const char *name, const char *word)
{
    const hid_t type = H5Tcopy(H5T_C_S1), space = H5Screate(H5S_SCALAR);
    const bool written = type >= 0 && space >= 0 && H5Tset_size(type, strlen(word) + 1) >= 0 &&
                         put(object, name, type, space, word);
    record_close(space);
    record_close(type);
    return written;
}

/* --- columns of nodes --- */

static const results_column *const of_nodes[] = {&column_frames_x,      &column_frames_y,
                                                 &column_frames_z,      &column_frames_speed,
                                                 &column_frames_strain, &column_frames_held};

static const bundle_column *nodes_of(const work *w, const char *name)
{
    column_member m;
    return bundle_find(w->bundle, column_named(&column_frames_node, name, &m)->path);
}

/* Whether a column has a row a frame, and a value a node of the object `name` ("": the only one).
 */
static bool is_of_nodes(const work *w, const bundle_column *c, char *name, size_t size)
{
    column_member m;
    for (size_t i = 0; i < sizeof of_nodes / sizeof *of_nodes && c->rows == w->frames; i++) {
        *name = '\0';
        if (strcmp(c->path, column_named(of_nodes[i], "", &m)->path) == 0 ||
            column_takes(of_nodes[i], c->path, name, size))
            return c->columns == 1 || nodes_of(w, name);
    }
    return false;
}

/* Nodes along both directions, or NULL of what is no grid. */
static const int64_t *grid_of(const work *w, const char *name, size_t nodes)
{
    column_member m;
    const char *path =
        *name ? column_named(&column_frames_points, name, &m)->path : column_config_points.path;
    const bundle_column *points = bundle_find(w->bundle, path);
    const bool is_grid = points && points->integer && points->rows == 2 && points->integer[1] > 1 &&
                         points->integer[0] * points->integer[1] == (int64_t)nodes;
    return is_grid ? points->integer : NULL;
}

/* The scales of a column's dimensions, which are its rank. */
static bool put_dimensions(const work *w, hid_t column, const char *const *scale, size_t rank)
{
    hobj_ref_t of[2];
    hvl_t list[2];
    const hid_t type = H5Tvlen_create(H5T_STD_REF_OBJ);
    bool written = type >= 0;
    for (size_t i = 0; i < rank; i++) {
        list[i] = (hvl_t){1, &of[i]};
        written = written && H5Rcreate(&of[i], w->file, scale[i], H5R_OBJECT, -1) >= 0;
    }
    written = written && put_many(column, "DIMENSION_LIST", type, rank, list);
    record_close(type);
    return written;
}

static bool write_column(const work *w, const bundle_column *c, const char *name)
{
    const bundle_column *node = nodes_of(w, name);
    const char *const scale[] = {column_frames_time.path, node ? node->path : NULL};
    const size_t rank = c->columns == 1 ? 1 : 2;
    const int64_t *grid = grid_of(w, name, c->columns);
    const hid_t column = H5Dopen2(w->file, c->path, H5P_DEFAULT);
    const bool written = column >= 0 && (rank == 1 || node) &&
                         put_dimensions(w, column, scale, rank) &&
                         (!grid || put_many(column, "grid", H5T_STD_I64LE, 2, grid));
    record_close(column);
    return written;
}

/* --- scales --- */

static hid_t reference_type(void)
{
    const hid_t type = H5Tcreate(H5T_COMPOUND, sizeof(reference));
    if (type >= 0 &&
        H5Tinsert(type, "dataset", offsetof(reference, column), H5T_STD_REF_OBJ) >= 0 &&
        H5Tinsert(type, "dimension", offsetof(reference, dimension), H5T_STD_I32LE) >= 0)
        return type;
    record_close(type);
    return H5I_INVALID_HID;
}

/* All that refer to a scale: columns of the object `of` (NULL: of any) in that dimension. */
static bool write_scale(const work *w, const char *path, const char *title, const char *of,
                        int dimension)
{
    char name[128];
    size_t count = 0;
    bool made = true;
    reference *list = calloc(w->bundle->count, sizeof *list); /* zeros also between its fields */
    for (size_t i = 0; list && made && i < w->bundle->count; i++) {
        const bundle_column *c = w->column[i];
        if (!is_of_nodes(w, c, name, sizeof name) || (of && strcmp(name, of) != 0) ||
            (dimension == 1 && c->columns == 1))
            continue;
        made = H5Rcreate(&list[count].column, w->file, c->path, H5R_OBJECT, -1) >= 0;
        list[count++].dimension = dimension;
    }
    const hid_t scale = H5Dopen2(w->file, path, H5P_DEFAULT), type = reference_type();
    made = made && list && scale >= 0 && type >= 0 && put_word(scale, "CLASS", "DIMENSION_SCALE") &&
           put_word(scale, "NAME", title) &&
           (count == 0 || put_many(scale, "REFERENCE_LIST", type, count, list));
    record_close(type);
    record_close(scale);
    free(list);
    return made;
}

static bool write_all(const work *w)
{
    char name[128];
    column_member m;
    bool written = write_scale(w, column_frames_time.path, "time", NULL, 0);
    for (size_t i = 0; written && i < w->bundle->count; i++) {
        const bundle_column *c = w->column[i];
        const bool only = strcmp(c->path, column_named(&column_frames_node, "", &m)->path) == 0;
        if (is_of_nodes(w, c, name, sizeof name))
            written = write_column(w, c, name);
        else if (only || column_takes(&column_frames_node, c->path, name, sizeof name))
            written = write_scale(w, c->path, "node", only ? "" : name, 1);
    }
    return written;
}

bool record_write_scales(const char *path, const bundle *b, const bundle_column *const *column,
                         hid_t file, record_error *error)
{
    const bundle_column *time = bundle_get(b, &column_frames_time);
    const work w = {.file = file, .bundle = b, .column = column, .frames = time ? time->rows : 0};
    const bool written = w.frames == 0 || write_all(&w);
    if (!written)
        record_fail_hdf(error, RECORD_IO, path, "the dimensions of its frames cannot be named");
    return written;
}
