/* A uniform grid of a surface's triangles, each at the centre of its box. Cells are about as wide
 * as the largest box plus the reach, so that the triangles near a point are in few cells. Triangles
 * are sorted by cell, x fastest, so that a row of cells is one run of triangles. Only `create`
 * allocates. */
#ifndef TRAMA_COLLISION_TRIANGLE_GRID_H
#define TRAMA_COLLISION_TRIANGLE_GRID_H

#include "collision/closed_surface.h"
#include "collision/extent.h"

#ifdef __cplusplus
extern "C" {
#endif

typedef struct trama_triangle_grid {
    const trama_closed_surface *surface;
    size_t capacity, size[3]; /* cells: at most; along each axis */
    double low[3], width;     /* m */
    double half[3];           /* m, of the largest box, along each axis */
    uint32_t *begin;          /* of each cell, in the arrays below; cells + 1 */
    uint32_t *cell;           /* of each triangle */
    uint32_t *triangle;       /* the triangles, cell by cell */
    trama_extent *box;        /* of each of these */
    trama_extent *box_of;     /* of each triangle, in their own order */
    double *plane[4]; /* of each of these: n and n . a, from `low`: p is outside where n . (p - low)
                         > n . (a - low) */
} trama_triangle_grid;

trama_status trama_triangle_grid_create(const trama_closed_surface *surface,
                                        trama_triangle_grid **grid, trama_error *error);
void trama_triangle_grid_destroy(trama_triangle_grid *grid); /* accepts NULL */

/* Sorts the triangles at positions x into cells, for queries with that reach. */
void trama_triangle_grid_fill(trama_triangle_grid *grid, const double *x, double reach);

/* The cells that can hold triangles whose boxes are within `reach` of p along every axis: first and
 * last along each axis. Returns false if p is too far from all triangles. */
typedef struct trama_grid_range {
    size_t first[3], last[3];
} trama_grid_range;
bool trama_triangle_grid_range(const trama_triangle_grid *grid, const double p[3], double reach,
                               trama_grid_range *range);

/* The run of triangles in a row of cells of the range. */
static inline void trama_triangle_grid_run(const trama_triangle_grid *grid,
                                           const trama_grid_range *range, size_t y, size_t z,
                                           uint32_t *first, uint32_t *last)
{
    const size_t row = grid->size[0] * (y + grid->size[1] * z);
    *first = grid->begin[row + range->first[0]];
    *last = grid->begin[row + range->last[0] + 1];
}

#ifdef __cplusplus
}
#endif

#endif
