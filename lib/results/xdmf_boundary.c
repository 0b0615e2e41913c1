/* Triangles of obstacles in the sidecar for ParaView, as contact uses them: stored once in the
 * file, and shown in every frame; those of a moving obstacle only in the first frame, to which its
 * vertices belong. */
#include "results/xdmf.h"

#include <string.h>

static const results_column *const axes[] = {&column_boundary_x, &column_boundary_y,
                                             &column_boundary_z};
enum { AXES = sizeof axes / sizeof *axes };

bool xdmf_boundary_take(const bundle *small, const bundle *shapes, xdmf_boundary *b)
{
    column_member m;
    const bundle_column *moves =
        bundle_find(small, column_named(&column_boundary_moves, b->name, &m)->path);
    const bundle_column *triangles =
        bundle_find(shapes, column_named(&column_boundary_triangles, b->name, &m)->path);
    if (!moves || moves->type != BUNDLE_INTEGER || moves->rows != 1 || !triangles ||
        triangles->columns != 3)
        return false;
    b->moves = moves->integer[0] != 0;
    b->triangles = triangles->rows;
    for (size_t i = 0; i < AXES; i++) {
        const bundle_column *x = bundle_find(shapes, column_named(axes[i], b->name, &m)->path);
        if (!x || x->type != BUNDLE_REAL || x->columns != 1 || (i > 0 && x->rows != b->vertices))
            return false;
        b->vertices = x->rows;
    }
    return true;
}

void xdmf_print_boundary(FILE *out, const char *file, const xdmf_boundary *b, size_t frame)
{
    column_member m;
    if (b->moves && frame > 0)
        return;
    fputs("        <Grid Name=\"", out);
    xdmf_print_escaped(out, b->name);
    fputs(" as it collides\" GridType=\"Uniform\">\n", out);
    xdmf_print_triangles(out, file, column_named(&column_boundary_triangles, b->name, &m)->path,
                         b->triangles);
    fputs("        <Geometry GeometryType=\"X_Y_Z\">\n", out);
    for (size_t i = 0; i < AXES; i++)
        xdmf_print_rows(out, file, column_named(axes[i], b->name, &m), b->vertices, 0, b->vertices);
    fputs("        </Geometry>\n        </Grid>\n", out);
}
