/* The structure of the herringbone mesh, for its kernel and for herringbone.c, which lays out its
 * edges.
 *
 * A square's diagonal joins nodes of even k + l, called A; the others are B. So every triangle has
 * its right angle at a B, and around a B stand four A: S (next row), E (next column), N, W, with
 * the triangles SE, NE, NW, SW between them: a fan. Each edge along a row or a column has one B,
 * and both of its triangles in that B's fan. Each diagonal has its two triangles in two fans.
 *
 * Rows of A and of B are stored separately: node [k, l] is number l / 2 of its kind in row k. The
 * four edges of a fan and the two diagonals of a pair of squares are then six kinds of edges, each
 * swept with stride 1. In an even row a B stands between A number j and j + 1 (W and E), in an odd
 * row between j - 1 and j; N and S are numbers j of the rows before and after. */
#ifndef TRAMA_MODEL_BRIDSON_HERRINGBONE_H
#define TRAMA_MODEL_BRIDSON_HERRINGBONE_H

#include <stddef.h>

/* TO_x: from a B to its x. FIRST, SECOND: of the squares whose corner of least k and l is in an
 * even, in an odd column; kept with the row of that corner. */
enum { TO_S, TO_E, TO_N, TO_W, FIRST, SECOND, KINDS };
/* The data of an edge: bridson_edge. */
enum { STIFFNESS, LENGTH, INNER, SINE, CONSTANTS };

/* The grid is swept in panels of at most PANEL columns, so that columns of a row of buffers lie at
 * constant distances and the rows in flight stay in cache. */
enum {
    PANEL = 256, /* even */
    GHOST = 8,   /* before number 0 and after the last; keeps columns aligned */
    WIDTH = PANEL / 2 + 3 * GHOST,
};

/* Columns of a row of buffers. */
enum {
    AX,
    AY,
    AZ,
    BX,
    BY,
    BZ, /* positions */
    AVX,
    AVY,
    AVZ,
    BVX,
    BVY,
    BVZ, /* velocities */
    FAX,
    FAY,
    FAZ,
    FBX,
    FBY,
    FBZ, /* forces on A and B */
    FEX,
    FEY,
    FEZ,   /* forces on A as the E of a fan */
    FACES, /* of SE, NE, NW, SW: five each (element.h) */
    COLUMNS = FACES + 4 * 5,
    ROWS = 4, /* in flight */
    BUFFERS = ROWS * COLUMNS * WIDTH,
};

/* Numbers that an edge kind's constant takes in a row of n nodes, and the place of the first. */
static inline size_t slot_width(size_t n)
{
    return n / 2 + 1;
}
static inline size_t slot_at(size_t n, size_t k, size_t kind, size_t constant)
{
    return ((k * KINDS + kind) * CONSTANTS + constant) * slot_width(n);
}

#endif
