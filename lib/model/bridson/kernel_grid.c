/* Acceleration of Bridson's cloth on a herringbone grid, row by row (compiled once for each
 * instruction set). The order is: fan by fan, its four triangles and the four edges from its B;
 * then the diagonals between this row of fans and the previous one; then the previous row, whose
 * forces are complete, is written. Rows roll through buffers that stay in cache. A missing
 * neighbour is replaced by its mirror image in the B, so that triangles have an area; the constants
 * of its edges are 0, so that edges of the sheet need no branch. */
#include "model/bridson/element.h"
#include "model/bridson/fabric.h"
#include "model/bridson/herringbone.h"

#include <string.h>

#define NAME_OF(isa) trama_bridson_grid_##isa
#define NAME(isa) NAME_OF(isa)

/* Columns first to first + count - 1 of the sheet; nodes from <= l < to get their acceleration. */
typedef struct panel {
    ptrdiff_t first, count, from, to;
} panel;

/* Nodes of a kind in a row of the panel; odd rows begin with a B. */
INLINE ptrdiff_t count_a(const panel *p, ptrdiff_t k)
{
    return (p->count + (k % 2 == 0)) / 2;
}
INLINE ptrdiff_t count_b(const panel *p, ptrdiff_t k)
{
    return (p->count + (k % 2 != 0)) / 2;
}

INLINE double *row_of(const bridson_fabric *f, ptrdiff_t k)
{
    return f->buffers + (k + ROWS) % ROWS * COLUMNS * WIDTH;
}
INLINE double *column(double *row, int c)
{
    return row + c * WIDTH + GHOST;
}
/* Three columns, one for each axis, from the first of them. */
INLINE vec vec_at(const double *first, ptrdiff_t j)
{
    return (vec){first[j], first[WIDTH + j], first[2 * WIDTH + j]};
}
INLINE void put(double *first, ptrdiff_t j, vec value)
{
    first[j] = value.x;
    first[WIDTH + j] = value.y;
    first[2 * WIDTH + j] = value.z;
}

enum { SE, NE, NW, SW }; /* the faces of a fan */

/* --- rows in --- */

/* Splits a row of nodes into those of even and of odd columns. */
static void split(const double *from, ptrdiff_t count, double *even, double *odd)
{
    const ptrdiff_t pairs = count / 2;
#pragma omp simd
    for (ptrdiff_t j = 0; j < pairs; j++) {
        even[j] = from[2 * j];
        odd[j] = from[2 * j + 1];
    }
    if (count % 2 != 0)
        even[pairs] = from[count - 1];
}

static void load_three(const bridson_fabric *f, const panel *p, ptrdiff_t k, const double *from,
                       int a, int b)
{
    double *row = row_of(f, k);
    const bool even = k % 2 == 0;
    for (int axis = 0; axis < 3; axis++)
        split(from + (size_t)axis * f->nodes + (size_t)k * f->n + (size_t)p->first, p->count,
              column(row, (even ? a : b) + axis), column(row, (even ? b : a) + axis));
}

/* 2 x - y: the mirror image of y in x. */
INLINE void mirror(const double *x, const double *y, double *image)
{
    *image = 2.0 * *x - *y;
}

/* Number `at` of A, which is missing, beyond the B number b: the image of that on its other side.
 */
static void make_ghost(double *row, ptrdiff_t b, ptrdiff_t other, ptrdiff_t at)
{
    for (int axis = 0; axis < 3; axis++) {
        double *a = column(row, AX + axis);
        mirror(&column(row, BX + axis)[b], &a[other], &a[at]);
        column(row, AVX + axis)[at] = 0.0;
    }
}

/* W of the first B and E of the last, where the row has none. */
static void close_row(const panel *p, ptrdiff_t k, double *row)
{
    const ptrdiff_t last = count_b(p, k) - 1, east = k % 2 == 0 ? 1 : 0;
    if (east == 0)
        make_ghost(row, 0, 0, -1);
    if (last + east >= count_a(p, k))
        make_ghost(row, last, last + east - 1, last + east);
}

static void load_row(const bridson_fabric *f, const panel *p, ptrdiff_t k, const double *q,
                     const double *v)
{
    double *row = row_of(f, k);
    load_three(f, p, k, q, AX, BX);
    if (f->damping != 0.0)
        load_three(f, p, k, v, AVX, BVX);
    close_row(p, k, row);
    for (int c = FAX; c <= FEZ; c++)
        memset(column(row, c) - GHOST, 0, WIDTH * sizeof(double));
}

/* The row of A beyond row k of B: mirror images of the row `inside`. */
static void mirror_row(const bridson_fabric *f, const panel *p, ptrdiff_t beyond, ptrdiff_t k,
                       ptrdiff_t inside)
{
    double *to = row_of(f, beyond), *row = row_of(f, k), *from = row_of(f, inside);
    for (int axis = 0; axis < 3; axis++)
        for (ptrdiff_t j = 0; j < count_b(p, k); j++)
            mirror(&column(row, BX + axis)[j], &column(from, AX + axis)[j],
                   &column(to, AX + axis)[j]);
    for (int c = AVX; c <= FEZ; c++)
        memset(column(to, c) - GHOST, 0, WIDTH * sizeof(double));
}

/* --- triangles --- */

/* The triangle of the B, `from` and `to` of row k's fans, counter-clockwise. */
static void faces(ptrdiff_t count, const double *b, const double *from, const double *to,
                  double *face_columns)
{
#pragma omp simd
    for (ptrdiff_t j = 0; j < count; j++) {
        const face f = face_of(vec_at(b, j), vec_at(from, j), vec_at(to, j));
        put(face_columns, j, f.normal);
        face_columns[3 * WIDTH + j] = f.inverse;
        face_columns[4 * WIDTH + j] = f.area;
    }
}

/* --- edges --- */

/* A corner of the edges of a kind: columns of positions, velocities and forces, from that of the
 * edge number 0. */
typedef struct corner {
    double *x, *v, *f;
} corner;

INLINE corner corner_b(double *row, ptrdiff_t j)
{
    return (corner){column(row, BX) + j, column(row, BVX) + j, column(row, FBX) + j};
}
INLINE corner corner_a(double *row, ptrdiff_t j)
{
    return (corner){column(row, AX) + j, column(row, AVX) + j, column(row, FAX) + j};
}
/* As the E of a fan, so that no two edges of a kind add to one number. */
INLINE corner corner_e(double *row, ptrdiff_t j)
{
    return (corner){column(row, AX) + j, column(row, AVX) + j, column(row, FEX) + j};
}
INLINE double *face_column(double *row, int which, ptrdiff_t j)
{
    return column(row, FACES + which * FACE) + j;
}

/* Edges of one kind: x1 to x4 and the faces as in element.h, and their constants. */
typedef struct edges {
    ptrdiff_t count;
    corner c[4];
    const double *face1, *face2;
    const double *constants[CONSTANTS];
} edges;

INLINE void put_constants(const bridson_fabric *f, const panel *p, ptrdiff_t k, size_t kind,
                          edges *e)
{
    for (size_t i = 0; i < CONSTANTS; i++)
        e->constants[i] = f->slots + slot_at(f->n, (size_t)k, kind, i) + p->first / 2;
}

INLINE point point_at(bool damped, corner c, ptrdiff_t j)
{
    const vec zero = {0.0, 0.0, 0.0};
    return (point){vec_at(c.x, j), damped ? vec_at(c.v, j) : zero};
}
INLINE face face_at(const double *first, ptrdiff_t j)
{
    return (face){vec_at(first, j), first[3 * WIDTH + j], first[4 * WIDTH + j]};
}
INLINE void add(corner c, ptrdiff_t j, vec force)
{
    put(c.f, j, plus(vec_at(c.f, j), force));
}

INLINE void add_edges(bool damped, const edges *e, bend_constants bend)
{
    const corner c1 = e->c[0], c2 = e->c[1], c3 = e->c[2], c4 = e->c[3];
    const double *face1 = e->face1, *face2 = e->face2;
    const double *stiffness = e->constants[STIFFNESS], *length = e->constants[LENGTH];
    const double *inner = e->constants[INNER], *sine = e->constants[SINE];
    const ptrdiff_t count = e->count;
#pragma omp simd
    for (ptrdiff_t j = 0; j < count; j++) {
        const point p1 = point_at(damped, c1, j), p2 = point_at(damped, c2, j);
        const point p3 = point_at(damped, c3, j), p4 = point_at(damped, c4, j);
        const face t1 = face_at(face1, j), t2 = face_at(face2, j);
        const edge_constants own = {stiffness[j], length[j], inner[j], sine[j]};
        const forces made = element(damped, &p1, &p2, &p3, &p4, &t1, &t2, own, bend);
        add(c1, j, made.f1);
        add(c2, j, made.f2);
        add(c3, j, made.f3);
        add(c4, j, made.f4);
    }
}

/* Not inline: one copy each of a long loop. */
static __attribute__((noinline)) void add_damped(const edges *e, bend_constants bend)
{
    add_edges(true, e, bend);
}
static __attribute__((noinline)) void add_elastic(const edges *e, bend_constants bend)
{
    add_edges(false, e, bend);
}
static void add_all(const bridson_fabric *f, const edges *e)
{
    const bend_constants bend = {f->bending, f->damping};
    if (f->damping != 0.0)
        add_damped(e, bend);
    else
        add_elastic(e, bend);
}

/* Row k of fans: its triangles, and the edges from each B, of which the first triangle is the one
 * that follows counter-clockwise. */
static void fans(const bridson_fabric *f, const panel *p, ptrdiff_t k)
{
    double *row = row_of(f, k), *before = row_of(f, k - 1), *after = row_of(f, k + 1);
    const ptrdiff_t count = count_b(p, k), west = k % 2 == 0 ? 0 : -1;
    const corner b = corner_b(row, 0), s = corner_a(after, 0), n = corner_a(before, 0);
    const corner w = corner_a(row, west), e = corner_e(row, west + 1);
    double *const se = face_column(row, SE, 0), *const ne = face_column(row, NE, 0);
    double *const nw = face_column(row, NW, 0), *const sw = face_column(row, SW, 0);
    faces(count, b.x, s.x, e.x, se);
    faces(count, b.x, e.x, n.x, ne);
    faces(count, b.x, n.x, w.x, nw);
    faces(count, b.x, w.x, s.x, sw);
    edges from_b[] = {
        [TO_S] = {count, {e, w, b, s}, se, sw, {NULL}},
        [TO_E] = {count, {n, s, b, e}, ne, se, {NULL}},
        [TO_N] = {count, {w, e, b, n}, nw, ne, {NULL}},
        [TO_W] = {count, {s, n, b, w}, sw, nw, {NULL}},
    };
    for (size_t kind = TO_S; kind <= TO_W; kind++) {
        put_constants(f, p, k, kind, &from_b[kind]);
        add_all(f, &from_b[kind]);
    }
}

/* The diagonals between rows k and k + 1, of even and of odd columns: one runs from the W of a fan
 * in row k to its S, the other from the S to the E. */
static void diagonals(const bridson_fabric *f, const panel *p, ptrdiff_t k)
{
    double *up = row_of(f, k), *low = row_of(f, k + 1);
    const bool even = k % 2 == 0;
    const ptrdiff_t west = even ? 0 : 1, east = even ? 1 : 0; /* numbers in SECOND that are j + 1 */
    edges w_to_s = {(p->count - !even) / 2,
                    {corner_b(up, west), corner_b(low, 0), corner_a(up, 0), corner_a(low, west)},
                    face_column(up, SW, west),
                    face_column(low, NE, 0),
                    {NULL}};
    edges s_to_e = {(p->count - even) / 2,
                    {corner_b(up, 0), corner_b(low, east), corner_a(low, 0), corner_a(up, east)},
                    face_column(up, SE, 0),
                    face_column(low, NW, east),
                    {NULL}};
    put_constants(f, p, k, even ? FIRST : SECOND, &w_to_s);
    put_constants(f, p, k, even ? SECOND : FIRST, &s_to_e);
    add_all(f, &w_to_s);
    add_all(f, &s_to_e);
}

/* --- rows out --- */

static void join(const double *even, const double *odd, ptrdiff_t from, ptrdiff_t to, double *a)
{
    ptrdiff_t l = from;
    if (l % 2 != 0 && l < to) {
        a[l] = odd[l / 2];
        l++;
    }
    const ptrdiff_t pairs = (to - l) / 2, start = l / 2;
#pragma omp simd
    for (ptrdiff_t j = 0; j < pairs; j++) {
        a[l + 2 * j] = even[start + j];
        a[l + 2 * j + 1] = odd[start + j];
    }
    if ((to - l) % 2 != 0)
        a[to - 1] = even[(to - 1) / 2];
}

/* a = (F + extra) / m and the loads, of row k. */
static void store_row(const bridson_fabric *f, const panel *p, ptrdiff_t k, const double *v,
                      const double *extra, const double *normal, const trama_loads *loads,
                      double *a)
{
    double *row = row_of(f, k);
    const size_t start = (size_t)k * f->n + (size_t)p->first, first = start + (size_t)p->from;
    const size_t count = (size_t)(p->to - p->from);
    for (int axis = 0; axis < 3; axis++) {
        const size_t at = (size_t)axis * f->nodes;
        double *fa = column(row, FAX + axis), *fe = column(row, FEX + axis);
#pragma omp simd
        for (ptrdiff_t j = 0; j < count_a(p, k); j++)
            fa[j] += fe[j];
        double *fb = column(row, FBX + axis);
        join(k % 2 == 0 ? fa : fb, k % 2 == 0 ? fb : fa, p->from, p->to, a + at + start);
        double *out = a + at + first;
        const double *inverse = f->inverse_mass + first;
        if (extra)
            for (size_t i = 0; i < count; i++)
                out[i] += extra[at + first + i];
#pragma omp simd
        for (size_t i = 0; i < count; i++)
            out[i] *= inverse[i];
    }
    trama_loads_apply(loads, first, count, f->nodes, f->inverse_mass + first,
                      normal ? normal + first : NULL, normal ? normal + f->nodes + first : NULL,
                      normal ? normal + 2 * f->nodes + first : NULL, v, a);
}

/* --- the whole --- */

static void sweep(const bridson_fabric *f, const panel *p, const double *q, const double *v,
                  const double *extra, const double *normal, const trama_loads *loads, double *a)
{
    const ptrdiff_t rows = (ptrdiff_t)f->m;
    load_row(f, p, 0, q, v);
    load_row(f, p, 1, q, v);
    mirror_row(f, p, -1, 0, 1);
    for (ptrdiff_t k = 0; k < rows; k++) {
        if (k + 1 < rows && k > 0)
            load_row(f, p, k + 1, q, v);
        if (k + 1 == rows)
            mirror_row(f, p, rows, k, k - 1);
        fans(f, p, k);
        if (k == 0)
            continue;
        diagonals(f, p, k - 1);
        store_row(f, p, k - 1, v, extra, normal, loads, a);
    }
    store_row(f, p, rows - 1, v, extra, normal, loads, a);
}

/* Columns at the panel's cut edges have not all their forces; OVERLAP of them belong to the next.
 */
enum { OVERLAP = 4 };

static panel panel_from(const bridson_fabric *f, ptrdiff_t from)
{
    const ptrdiff_t n = (ptrdiff_t)f->n, first = from == 0 ? 0 : from - OVERLAP;
    const ptrdiff_t count = n - first <= PANEL ? n - first : PANEL;
    const ptrdiff_t to = first + count == n ? n : first + count - OVERLAP;
    return (panel){first, count, from - first, to - first};
}

void NAME(TRAMA_ISA)(const bridson_fabric *fabric, const double *q, const double *v,
                     const double *extra, const double *normal, const trama_loads *loads, double *a)
{
    for (ptrdiff_t from = 0; from < (ptrdiff_t)fabric->n;) {
        const panel p = panel_from(fabric, from);
        sweep(fabric, &p, q, v, extra, normal, loads, a);
        from = p.first + p.to;
    }
}
