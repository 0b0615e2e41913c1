/* The sidecar for ParaView: XDMF 2 (www.xdmf.org), a temporal collection of structured surfaces
 * whose nodes are hyperslabs of the results file. The results file is named without its folder, so
 * that the two may be moved together. By the ending .xdmf2 ParaView takes its reader of version 2;
 * for .xdmf it takes that of version 3, which shows nothing of hyperslabs (seen in 5.11). */
#include "record/internal.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const char *const coordinate[] = {"/frames/x", "/frames/y", "/frames/z"};
enum { COORDINATES = sizeof coordinate / sizeof coordinate[0] };

typedef struct film {
    const char *file;   /* name of the results file, without its folder */
    size_t count;       /* of frames */
    const double *time; /* s */
    int64_t m, n;       /* nodes along the two sides; node (k, l) is k * n + l */
    uint64_t triangles; /* of a mesh; 0: a grid */
} film;

/* All frames are there, and of m x n nodes. */
static bool whole(const bundle *b, film *f)
{
    const bundle_column *time = bundle_find(b, "/frames/time");
    const bundle_column *points = bundle_find(b, "/config/points");
    const bundle_column *triangles = bundle_find(b, "/config/triangles");
    if (!time || time->type != BUNDLE_REAL || time->columns != 1 || time->rows == 0 || !points ||
        points->type != BUNDLE_INTEGER || points->rows * points->columns != 2)
        return false;
    f->time = time->real;
    f->count = time->rows;
    f->m = points->integer[0];
    f->n = points->integer[1];
    f->triangles = triangles && triangles->columns == 3 ? triangles->rows : 0;
    bool same = f->m >= 1 && f->n >= 1;
    for (size_t i = 0; same && i < COORDINATES; i++) {
        const bundle_column *c = bundle_find(b, coordinate[i]);
        same = c && c->type == BUNDLE_REAL && c->rows == f->count && c->columns > 1 &&
               c->columns % (uint64_t)f->m == 0 && c->columns / (uint64_t)f->m == (uint64_t)f->n;
    }
    return same;
}

static void print_escaped(FILE *out, const char *text)
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

/* One frame of one coordinate: start, stride and count of the hyperslab in (frames, nodes). */
static void print_coordinate(FILE *out, const film *f, size_t frame, const char *dataset)
{
    const int64_t nodes = f->m * f->n;
    fprintf(out,
            "          <DataItem ItemType=\"HyperSlab\" Dimensions=\"%" PRId64 " %" PRId64 "\">\n"
            "            <DataItem Format=\"XML\" NumberType=\"Int\" Dimensions=\"3 2\">"
            "%zu 0 1 1 1 %" PRId64 "</DataItem>\n"
            "            <DataItem Format=\"HDF\" NumberType=\"Float\" Precision=\"8\" "
            "Dimensions=\"%zu %" PRId64 "\">",
            f->m, f->n, frame, nodes, f->count, nodes);
    print_escaped(out, f->file);
    fprintf(out, ":%s</DataItem>\n          </DataItem>\n", dataset);
}

static void print_topology(FILE *out, const film *f)
{
    if (f->triangles == 0) {
        fprintf(out,
                "        <Topology TopologyType=\"2DSMesh\" Dimensions=\"%" PRId64 " %" PRId64
                "\"/>\n",
                f->m, f->n);
        return;
    }
    /* A slab of all of them, as the nodes' items are slabs: of a plain item ParaView 5.11 wants to
     * keep the grid for the next frame, and complains that it cannot. */
    fprintf(out,
            "        <Topology TopologyType=\"Triangle\" NumberOfElements=\"%" PRIu64 "\">\n"
            "          <DataItem ItemType=\"HyperSlab\" Dimensions=\"%" PRIu64 " 3\">\n"
            "            <DataItem Format=\"XML\" NumberType=\"Int\" Dimensions=\"3 2\">"
            "0 0 1 1 %" PRIu64 " 3</DataItem>\n"
            "            <DataItem Format=\"HDF\" NumberType=\"Int\" Precision=\"8\" "
            "Dimensions=\"%" PRIu64 " 3\">",
            f->triangles, f->triangles, f->triangles, f->triangles);
    print_escaped(out, f->file);
    fputs(":/config/triangles</DataItem>\n          </DataItem>\n        </Topology>\n", out);
}

static void print_frame(FILE *out, const film *f, size_t frame)
{
    fprintf(out,
            "      <Grid Name=\"frame %zu\" GridType=\"Uniform\">\n"
            "        <Time Value=\"%.17g\"/>\n",
            frame, f->time[frame]);
    print_topology(out, f);
    fputs("        <Geometry GeometryType=\"X_Y_Z\">\n", out);
    for (size_t i = 0; i < COORDINATES; i++)
        print_coordinate(out, f, frame, coordinate[i]);
    fputs("        </Geometry>\n      </Grid>\n", out);
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
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    if (!out)
        return NULL;
    print_film(out, f);
    const bool printed = ferror(out) == 0;
    if (fclose(out) == 0 && printed)
        return text;
    free(text);
    return NULL;
}

/* <file>.xdmf2 for <file>.h5, to be freed. */
char *record_sidecar_path(const char *path)
{
    const size_t length = strlen(path);
    const bool named = length > 3 && strcmp(path + length - 3, ".h5") == 0;
    const size_t stem = named ? length - 3 : length, size = stem + sizeof ".xdmf2";
    char *sidecar = malloc(size);
    if (sidecar)
        snprintf(sidecar, size, "%.*s.xdmf2", (int)stem, path);
    return sidecar;
}

bool record_has_xdmf(const char *path)
{
    char *sidecar = record_sidecar_path(path);
    const bool stands = sidecar && access(sidecar, F_OK) == 0;
    free(sidecar);
    return stands;
}

static void write_sidecar(const char *path, film *f, record_error *error)
{
    const char *slash = strrchr(path, '/');
    f->file = slash ? slash + 1 : path;
    size_t size = 0;
    char *text = print_to_memory(f, &size), *sidecar = record_sidecar_path(path);
    if (text && sidecar)
        record_replace(sidecar, text, size, error);
    else
        record_fail_memory(error, path);
    free(sidecar);
    free(text);
}

record_status record_xdmf(const char *path, record_error *error)
{
    static const char *const small[] = {"/frames/time", "/config/points", NULL};
    static const char *const large[] = {"/frames/x", "/frames/y", "/frames/z", "/config/triangles",
                                        NULL};
    bundle b = {0};
    film f = {0};
    if (record_read(path, small, &b, error) == RECORD_OK &&
        record_read_shapes(path, large, &b, error) == RECORD_OK) {
        if (whole(&b, &f))
            write_sidecar(path, &f, error);
        else
            record_fail(
                error, RECORD_NOT_OURS, path,
                "holds no frames (/frames/time, x, y and z of the nodes of /config/points)");
    }
    bundle_free(&b);
    return error->status;
}
