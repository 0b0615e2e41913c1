/* The sidecar for ParaView: XDMF 2 (www.xdmf.org), a temporal collection of surfaces whose nodes
 * are hyperslabs of the results file; of several objects, each moment is a spatial collection of
 * them, of its contacts (xdmf_contacts.c) and of obstacles as they collide (xdmf_boundary.c). The
 * results file is named without its folder, so that the two may be moved together. By the ending
 * .xdmf2 ParaView takes its reader of version 2; for .xdmf it takes that of version 3, which shows
 * nothing of hyperslabs (seen in 5.11). */
#include "results/xdmf.h"
#include "results/door.h"
#include "results/path.h"
#include "results/text_buffer.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { COORDINATES = 3 };

/* What ParaView can colour nodes by, where the frames have it; `held` are those of pins. */
static const struct attribute {
    const results_column *column;
    const char *name;
} attributes[] = {
    {&column_frames_speed, "speed"},
    {&column_frames_strain, "strain"},
    {&column_frames_held, "held"},
};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes };

/* A surface in every frame: of the only object without a name, or of one with a name. */
typedef struct surface {
    char name[XDMF_NAME_MOST]; /* "": its columns are /frames/x, /config/points, ... */
    int64_t m, n;              /* nodes along the two sides; node (k, l) is k * n + l */
    uint64_t triangles;        /* of a mesh; 0: a grid */
    bool has[ATTRIBUTES];      /* results of earlier versions have none */
} surface;

typedef struct film {
    const char *file;   /* name of the results file, without its folder */
    size_t count;       /* of frames */
    const double *time; /* s */
    surface *surface;
    size_t surfaces;
    xdmf_contacts *contacts; /* of each interaction that has some */
    size_t interactions;
    xdmf_boundary *boundary; /* of each obstacle that has one */
    size_t boundaries;
} film;

/* Its column of a family, or the one of the only object, without a name. */
static const char *path_of(const surface *s, const results_column *of_one,
                           const results_column *family, column_member *m)
{
    return *s->name ? column_named(family, s->name, m)->path : column_named(of_one, "", m)->path;
}
static const char *points_of(const surface *s, column_member *m)
{
    return path_of(s, &column_config_points, &column_frames_points, m);
}
static const char *triangles_of(const surface *s, column_member *m)
{
    return path_of(s, &column_config_triangles, &column_frames_triangles, m);
}
static const char *coordinate_of(const surface *s, size_t axis, column_member *m)
{
    static const results_column *const axes[] = {&column_frames_x, &column_frames_y,
                                                 &column_frames_z};
    return column_named(axes[axis], s->name, m)->path;
}

/* A value of each node in each frame. */
static bool is_of_nodes(const bundle_column *c, size_t frames, const surface *s)
{
    return c && c->type == BUNDLE_REAL && c->rows == frames && c->columns >= 1 &&
           c->columns % (uint64_t)s->m == 0 && c->columns / (uint64_t)s->m == (uint64_t)s->n;
}

/* All frames of the surface are there, and of m x n nodes. Only `points` has values; of the
 * other columns the shapes are known. */
static bool is_whole(const bundle *b, const bundle *shapes, size_t frames, surface *s)
{
    column_member m;
    const bundle_column *points = bundle_find(b, points_of(s, &m));
    const bundle_column *triangles = bundle_find(shapes, triangles_of(s, &m));
    if (!points || points->type != BUNDLE_INTEGER || points->rows * points->columns != 2)
        return false;
    s->m = points->integer[0];
    s->n = points->integer[1];
    s->triangles = triangles && triangles->columns == 3 ? triangles->rows : 0;
    bool same = s->m >= 1 && s->n >= 1;
    for (size_t i = 0; same && i < COORDINATES; i++)
        same = is_of_nodes(bundle_find(shapes, coordinate_of(s, i, &m)), frames, s);
    for (size_t i = 0; same && i < ATTRIBUTES; i++)
        s->has[i] = is_of_nodes(
            bundle_find(shapes, column_named(attributes[i].column, s->name, &m)->path), frames, s);
    return same;
}

/* The surfaces and interactions of the frames, by name. */
static bool find_names(const bundle *shapes, film *f)
{
    f->surface = calloc(shapes->count + 1, sizeof *f->surface);
    f->contacts = calloc(shapes->count + 1, sizeof *f->contacts);
    f->boundary = calloc(shapes->count + 1, sizeof *f->boundary);
    const bool made = f->surface && f->contacts && f->boundary;
    for (size_t i = 0; made && i < shapes->count; i++) {
        f->surfaces += column_takes(&column_frames_points, shapes->column[i].path,
                                    f->surface[f->surfaces].name, XDMF_NAME_MOST);
        f->interactions += column_takes(&column_contacts_frame, shapes->column[i].path,
                                        f->contacts[f->interactions].name, XDMF_NAME_MOST);
        f->boundaries += column_takes(&column_boundary_moves, shapes->column[i].path,
                                      f->boundary[f->boundaries].name, XDMF_NAME_MOST);
    }
    f->surfaces += f->surfaces == 0; /* the only object, without a name */
    return made;
}

/* The small columns of surfaces, contacts and boundaries, one after the other. */
static const char *small_of(const film *f, size_t i, column_member *m)
{
    if (i < f->surfaces)
        return points_of(&f->surface[i], m);
    i -= f->surfaces;
    if (i < f->interactions)
        return column_named(&column_contacts_frame, f->contacts[i].name, m)->path;
    return column_named(&column_boundary_moves, f->boundary[i - f->interactions].name, m)->path;
}

/* Times, nodes along the sides of every surface, which frames contacts are of, and which
 * boundaries move. */
static record_status read_small(const char *path, const film *f, bundle *b, record_error *error)
{
    const size_t count = f->surfaces + f->interactions + f->boundaries;
    column_member *member = calloc(count, sizeof *member);
    const char **wanted = calloc(count + 2, sizeof *wanted);
    for (size_t i = 0; member && wanted && i < count; i++)
        wanted[i] = small_of(f, i, &member[i]);
    if (member && wanted) {
        wanted[count] = column_frames_time.path;
        record_read(path, wanted, b, error);
    } else {
        record_fail_memory(error, path);
    }
    free(member);
    free(wanted);
    return (record_status)error->status;
}

static bool are_whole(const bundle *b, const bundle *shapes, film *f)
{
    const bundle_column *time = bundle_get(b, &column_frames_time);
    if (!time || time->type != BUNDLE_REAL || time->columns != 1 || time->rows == 0)
        return false;
    f->time = time->real;
    f->count = time->rows;
    bool whole = true;
    for (size_t i = 0; i < f->surfaces; i++)
        whole = whole && is_whole(b, shapes, f->count, &f->surface[i]);
    for (size_t i = 0; i < f->interactions; i++)
        whole = whole && xdmf_contacts_take(b, shapes, f->count, &f->contacts[i]);
    for (size_t i = 0; i < f->boundaries; i++)
        whole = whole && xdmf_boundary_take(b, shapes, &f->boundary[i]);
    return whole;
}

void xdmf_print_escaped(FILE *out, const char *text)
{
    static const struct {
        char character;
        const char *entity;
    } escape[] = {{'&', "&amp;"}, {'<', "&lt;"}, {'>', "&gt;"}, {'"', "&quot;"}, {'\'', "&apos;"}};
    for (; *text; text++) {
        size_t i = 0;
        while (i < sizeof escape / sizeof escape[0] && escape[i].character != *text)
            i++;
        if (i < sizeof escape / sizeof escape[0])
            fputs(escape[i].entity, out);
        else
            fputc(*text, out);
    }
}

/* One frame of one column: start, stride and count of the hyperslab in (frames, nodes). */
static void print_slab(FILE *out, const film *f, const surface *s, size_t frame,
                       const char *dataset)
{
    const int64_t nodes = s->m * s->n;
    fprintf(out,
            "          <DataItem ItemType=\"HyperSlab\" Dimensions=\"%" PRId64 " %" PRId64 "\">\n"
            "            <DataItem Format=\"XML\" NumberType=\"Int\" Dimensions=\"3 2\">"
            "%zu 0 1 1 1 %" PRId64 "</DataItem>\n"
            "            <DataItem Format=\"HDF\" NumberType=\"Float\" Precision=\"8\" "
            "Dimensions=\"%zu %" PRId64 "\">",
            s->m, s->n, frame, nodes, f->count, nodes);
    xdmf_print_escaped(out, f->file);
    fprintf(out, ":%s</DataItem>\n          </DataItem>\n", dataset);
}

void xdmf_print_rows(FILE *out, const char *file, const results_column *column, size_t rows,
                     size_t begin, size_t count)
{
    fprintf(out,
            "            <DataItem ItemType=\"HyperSlab\" Dimensions=\"%zu\">\n"
            "              <DataItem Format=\"XML\" NumberType=\"Int\" Dimensions=\"3 1\">"
            "%zu 1 %zu</DataItem>\n"
            "              <DataItem Format=\"HDF\" NumberType=\"%s\" Precision=\"8\" "
            "Dimensions=\"%zu\">",
            count, begin, count, column->type == COLUMN_REAL ? "Float" : "Int", rows);
    xdmf_print_escaped(out, file);
    fprintf(out, ":%s</DataItem>\n            </DataItem>\n", column->path);
}

/* A slab of all of them, as the nodes' items are slabs: of a plain item ParaView 5.11 wants to
 * keep the grid for the next frame, and complains that it cannot. */
void xdmf_print_triangles(FILE *out, const char *file, const char *dataset, uint64_t count)
{
    fprintf(out,
            "        <Topology TopologyType=\"Triangle\" NumberOfElements=\"%" PRIu64 "\">\n"
            "          <DataItem ItemType=\"HyperSlab\" Dimensions=\"%" PRIu64 " 3\">\n"
            "            <DataItem Format=\"XML\" NumberType=\"Int\" Dimensions=\"3 2\">"
            "0 0 1 1 %" PRIu64 " 3</DataItem>\n"
            "            <DataItem Format=\"HDF\" NumberType=\"Int\" Precision=\"8\" "
            "Dimensions=\"%" PRIu64 " 3\">",
            count, count, count, count);
    xdmf_print_escaped(out, file);
    fprintf(out, ":%s</DataItem>\n          </DataItem>\n        </Topology>\n", dataset);
}

static void print_topology(FILE *out, const film *f, const surface *s)
{
    column_member m;
    if (s->triangles > 0)
        xdmf_print_triangles(out, f->file, triangles_of(s, &m), s->triangles);
    else
        fprintf(out,
                "        <Topology TopologyType=\"2DSMesh\" Dimensions=\"%" PRId64 " %" PRId64
                "\"/>\n",
                s->m, s->n);
}

/* What a grid holds. */
static void print_surface(FILE *out, const film *f, const surface *s, size_t frame)
{
    column_member m;
    print_topology(out, f, s);
    fputs("        <Geometry GeometryType=\"X_Y_Z\">\n", out);
    for (size_t i = 0; i < COORDINATES; i++)
        print_slab(out, f, s, frame, coordinate_of(s, i, &m));
    fputs("        </Geometry>\n", out);
    for (size_t i = 0; i < ATTRIBUTES; i++) {
        if (!s->has[i])
            continue;
        fprintf(out, "        <Attribute Name=\"%s\" AttributeType=\"Scalar\" Center=\"Node\">\n",
                attributes[i].name);
        print_slab(out, f, s, frame, column_named(attributes[i].column, s->name, &m)->path);
        fputs("        </Attribute>\n", out);
    }
}

static void print_frame(FILE *out, const film *f, size_t frame)
{
    const bool several = f->surfaces + f->interactions + f->boundaries > 1;
    fprintf(out,
            "      <Grid Name=\"frame %zu\" GridType=\"%s\">\n"
            "        <Time Value=\"%.17g\"/>\n",
            frame, several ? "Collection\" CollectionType=\"Spatial" : "Uniform", f->time[frame]);
    for (size_t i = 0; i < f->surfaces; i++) {
        if (several) {
            fputs("        <Grid Name=\"", out);
            xdmf_print_escaped(out, f->surface[i].name);
            fputs("\" GridType=\"Uniform\">\n", out);
        }
        print_surface(out, f, &f->surface[i], frame);
        fputs(several ? "        </Grid>\n" : "", out);
    }
    for (size_t i = 0; i < f->interactions; i++)
        xdmf_print_contacts(out, f->file, &f->contacts[i], frame);
    for (size_t i = 0; i < f->boundaries; i++)
        xdmf_print_boundary(out, f->file, &f->boundary[i], frame);
    fputs("      </Grid>\n", out);
}

static void print_film(FILE *out, const film *f)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
          "<Xdmf Version=\"2.0\">\n"
          "  <Domain>\n"
          "    <Grid Name=\"frames\" GridType=\"Collection\" CollectionType=\"Temporal\">\n",
          out);
    for (size_t frame = 0; frame < f->count; frame++)
        print_frame(out, f, frame);
    fputs("    </Grid>\n  </Domain>\n</Xdmf>\n", out);
}

/* The text in memory, to be freed, or NULL if there is no memory for it. */
static char *print_to_memory(const film *f, size_t *size)
{
    text_buffer text;
    if (text_begin(&text))
        print_film(text.stream, f);
    return text_take(&text, size);
}

bool record_has_xdmf(const char *path)
{
    char *sidecar = path_of_sidecar(path);
    const bool stands = sidecar && door_stands(sidecar);
    free(sidecar);
    return stands;
}

static void write_sidecar(const char *path, film *f, record_error *error)
{
    const char *slash = strrchr(path, '/');
    f->file = slash ? slash + 1 : path;
    size_t size = 0;
    char *text = print_to_memory(f, &size), *sidecar = path_of_sidecar(path);
    if (text && sidecar)
        record_replace(sidecar, text, size, error);
    else
        record_fail_memory(error, path);
    free(sidecar);
    free(text);
}

record_status record_xdmf(const char *path, record_error *error)
{
    const char *const large[] = {group_frames, column_config_triangles.path, NULL};
    bundle shapes = {0}, b = {0};
    film f = {0};
    const bool read = record_read_small(path, large, 0, &shapes, error) == RECORD_OK;
    if (read && !find_names(&shapes, &f)) {
        record_fail_memory(error, path);
    } else if (read && read_small(path, &f, &b, error) == RECORD_OK) {
        if (are_whole(&b, &shapes, &f))
            write_sidecar(path, &f, error);
        else
            record_fail(
                error, RECORD_NOT_OURS, path,
                "holds no frames (/frames/time, x, y and z of the nodes of /config/points)");
    }
    free(f.surface);
    free(f.contacts);
    free(f.boundary);
    bundle_free(&b);
    bundle_free(&shapes);
    return (record_status)error->status;
}
