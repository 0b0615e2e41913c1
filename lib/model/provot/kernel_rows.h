/* The rows of Provot's kernel, all inline, so that it is compiled for the instruction set of the
 * including file. */
#ifndef TRAMA_MODEL_PROVOT_KERNEL_ROWS_H
#define TRAMA_MODEL_PROVOT_KERNEL_ROWS_H

#include "core/vec.h"
#include "model/provot/sheet.h"

#include <math.h>

/* A panel includes two columns on either side for the springs that end there. GHOST keeps columns
 * aligned. */
enum { PANEL = 520, HALO = 2, GHOST = 8, WIDTH = PANEL + 2 * GHOST };

/* Columns of the rows in flight: positions, coefficients of the families, pushes of the coupled
 * families at their first and at their second ends; then the normal, and zeros. */
enum { POSITION_ROWS = 6, COEFFICIENT_ROWS = 4, PUSH_ROWS = 2 };
enum {
    PUSHES = 2 * PROVOT_TANGENTIAL,
    ALL_POSITIONS = POSITION_ROWS * 3,
    ALL_COEFFICIENTS = COEFFICIENT_ROWS * PROVOT_FAMILIES,
    ALL_PUSHES = PUSH_ROWS * PUSHES,
    BUFFERS = WIDTH * (ALL_POSITIONS + ALL_COEFFICIENTS + ALL_PUSHES + 3 + 3),
};

/* A column of numbers is WIDTH doubles; element 0 is the panel's first node. */
INLINE double *column(double *row, int c)
{
    return row + (ptrdiff_t)c * WIDTH + GHOST;
}
/* The row, its origin hidden from the compiler: columns are then displacements from one register,
 * not pointers loaded from the stack. */
INLINE double *base(double *row)
{
    __asm__("" : "+r"(row));
    return row;
}
#define AT(row, c, i) (column(row, c)[i])

INLINE vec at(double *row, ptrdiff_t i)
{
    return (vec){AT(row, 0, i), AT(row, 1, i), AT(row, 2, i)};
}
INLINE double length(vec a)
{
    return sqrt(dot(a, a));
}

#endif
