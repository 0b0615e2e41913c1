#include "model/obstacle/mesh_shapes.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>

static const double PI = 3.14159265358979323846;

static bool allocate(trama_mesh_spec *spec, size_t vertices, size_t faces)
{
    *spec = (trama_mesh_spec){.vertex_count = vertices};
    spec->vertex = calloc(3 * vertices + 1, sizeof *spec->vertex);
    spec->face = calloc(faces + 1, sizeof *spec->face);
    return spec->vertex && spec->face;
}

void trama_mesh_spec_free(trama_mesh_spec *spec)
{
    free(spec->vertex);
    free(spec->face);
    *spec = (trama_mesh_spec){0};
}

size_t trama_coarser(size_t cells, size_t most)
{
    size_t divisor = most < cells ? most : cells;
    while (divisor > 1 && cells % divisor != 0)
        divisor--;
    return divisor > 0 ? divisor : 1;
}

static void add_face(trama_mesh_spec *spec, size_t a, size_t b, size_t c)
{
    spec->face[spec->face_count++] = (trama_triangle){{a, b, c}};
}

/* A square with corners a, b, c, d in turn, cut from a to c where `first`, else from b to d. */
static void add_square(trama_mesh_spec *spec, const size_t corner[4], bool first)
{
    if (first) {
        add_face(spec, corner[0], corner[1], corner[2]);
        add_face(spec, corner[0], corner[2], corner[3]);
    } else {
        add_face(spec, corner[0], corner[1], corner[3]);
        add_face(spec, corner[1], corner[2], corner[3]);
    }
}

/* --- blocks --- */

/* The points of the block's lattice that are vertices get numbers in the order of the lattice. */
typedef struct lattice {
    const trama_block *block;
    size_t *number;
} lattice;

static size_t *number_at(const lattice *l, const size_t at[3])
{
    const size_t *cells = l->block->cells;
    return &l->number[(at[2] * (cells[1] + 1) + at[1]) * (cells[0] + 1) + at[0]];
}

static bool is_vertex(const trama_block *block, const size_t at[3])
{
    if (block->open)
        return at[2] == block->cells[2];
    bool is = false;
    for (size_t axis = 0; axis < 3; axis++)
        is = is || at[axis] == 0 || at[axis] == block->cells[axis];
    return is;
}

/* Of the square [-1, 1]^2 on the disc: squares about the middle become circles. */
static void make_round(double *a, double *b)
{
    const double u = *a, v = *b;
    if (u == 0.0 && v == 0.0)
        return;
    const bool flat = fabs(u) >= fabs(v);
    const double r = flat ? u : v;
    const double angle = 0.25 * PI * (flat ? v / u : 2.0 - u / v);
    *a = r * cos(angle);
    *b = r * sin(angle);
}

static void place_vertex(const trama_block *block, const size_t at[3], double x[3])
{
    double share[3];
    for (size_t i = 0; i < 3; i++)
        share[i] = (double)at[i] / (double)block->cells[i];
    if (block->round) {
        double a = 2.0 * share[0] - 1.0, b = 2.0 * share[1] - 1.0;
        make_round(&a, &b);
        share[0] = 0.5 * (1.0 + a);
        share[1] = 0.5 * (1.0 + b);
    }
    for (size_t axis = 0; axis < 3; axis++) {
        x[axis] = block->origin[axis];
        for (size_t i = 0; i < 3; i++)
            x[axis] += share[i] * block->edge[i][axis];
    }
}

static void place_vertices(const lattice *l, trama_mesh_spec *spec)
{
    const size_t *cells = l->block->cells, count = spec->vertex_count;
    size_t number = 0, at[3];
    for (at[2] = 0; at[2] <= cells[2]; at[2]++)
        for (at[1] = 0; at[1] <= cells[1]; at[1]++)
            for (at[0] = 0; at[0] <= cells[0]; at[0]++) {
                double x[3];
                if (!is_vertex(l->block, at))
                    continue;
                place_vertex(l->block, at, x);
                for (size_t axis = 0; axis < 3; axis++)
                    spec->vertex[axis * count + number] = x[axis];
                *number_at(l, at) = number++;
            }
}

/* Alternated, as Campos cuts cloth; of a round one from the middle outwards, so that no triangle
 * has its three vertices on the rim. */
static bool cuts_first(const trama_block *block, size_t i, size_t j)
{
    return block->round ? (2 * i + 1 > block->cells[0]) == (2 * j + 1 > block->cells[1])
                        : (i + j) % 2 == 0;
}

/* The face across the edge `out`, at its end or its beginning. */
static void add_side(const lattice *l, size_t out, bool end, trama_mesh_spec *spec)
{
    const size_t one = (out + 1) % 3, other = (out + 2) % 3, *cells = l->block->cells;
    for (size_t i = 0; i < cells[one]; i++)
        for (size_t j = 0; j < cells[other]; j++) {
            size_t corner[4];
            for (size_t k = 0; k < 4; k++) {
                size_t at[3];
                at[out] = end ? cells[out] : 0;
                at[one] = i + (k == 1 || k == 2);
                at[other] = j + (k >= 2);
                corner[end ? k : (4 - k) % 4] = *number_at(l, at);
            }
            add_square(spec, corner, cuts_first(l->block, i, j));
        }
}

static size_t count_vertices(const trama_block *block)
{
    const size_t a = block->cells[0], b = block->cells[1], c = block->cells[2];
    return block->open ? (a + 1) * (b + 1)
                       : (a + 1) * (b + 1) * (c + 1) - (a - 1) * (b - 1) * (c - 1);
}

bool trama_mesh_of_block(const trama_block *block, trama_mesh_spec *spec)
{
    const size_t a = block->cells[0], b = block->cells[1], c = block->cells[2];
    lattice l = {block, calloc((a + 1) * (b + 1) * (c + 1), sizeof(size_t))};
    const bool made =
        allocate(spec, count_vertices(block), 4 * (a * b + b * c + c * a)) && l.number;
    if (made) {
        place_vertices(&l, spec);
        for (size_t side = 0; side < 6; side++)
            if (!block->open || side == 5)
                add_side(&l, side / 2, side % 2, spec);
    }
    free(l.number);
    return made;
}

/* --- balls --- */

/* The poles are the first and the last vertex. */
static size_t ball_vertex(size_t ring, size_t step, size_t rings, size_t around)
{
    return ring == 0       ? 0
           : ring == rings ? 1 + (rings - 1) * around
                           : 1 + (ring - 1) * around + step % around;
}

bool trama_mesh_of_ball(const double centre[3], double radius, size_t rings, size_t around,
                        trama_mesh_spec *spec)
{
    const size_t count = 2 + (rings - 1) * around;
    if (!allocate(spec, count, 2 * rings * around))
        return false;
    for (size_t ring = 0; ring <= rings; ring++)
        for (size_t step = 0; step < around; step++) {
            const size_t i = ball_vertex(ring, step, rings, around);
            const double down = PI * (double)ring / (double)rings,
                         turn = 2.0 * PI * (double)step / (double)around;
            const bool pole = ring == 0 || ring == rings;
            spec->vertex[i] = centre[0] + (pole ? 0.0 : radius * sin(down) * sin(turn));
            spec->vertex[count + i] = centre[1] + radius * cos(down);
            spec->vertex[2 * count + i] = centre[2] + (pole ? 0.0 : radius * sin(down) * cos(turn));
        }
    for (size_t ring = 0; ring < rings; ring++)
        for (size_t step = 0; step < around; step++) {
            const size_t a = ball_vertex(ring, step, rings, around),
                         b = ball_vertex(ring + 1, step, rings, around),
                         c = ball_vertex(ring + 1, step + 1, rings, around),
                         d = ball_vertex(ring, step + 1, rings, around);
            if (ring == 0)
                add_face(spec, a, b, c);
            else if (ring + 1 == rings)
                add_face(spec, a, b, d);
            else
                add_square(spec, (const size_t[4]){a, b, c, d}, (ring + step) % 2 == 0);
        }
    return true;
}
