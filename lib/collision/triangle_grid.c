#include "collision/triangle_grid.h"

#include "core/memory.h"
#include "core/vec.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { CELLS_A_TRIANGLE = 8, CELLS_LEAST = 4096 };

trama_status trama_triangle_grid_create(const trama_closed_surface *surface,
                                        trama_triangle_grid **grid, trama_error *error)
{
    trama_triangle_grid *made = *grid = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    const size_t n = surface->triangles;
    made->surface = surface;
    made->capacity = CELLS_A_TRIANGLE * n + CELLS_LEAST;
    made->begin = calloc(made->capacity + 2, sizeof *made->begin);
    made->cell = calloc(n + 1, sizeof *made->cell);
    made->triangle = calloc(n + 1, sizeof *made->triangle);
    made->box = calloc(n + 1, sizeof *made->box);
    made->box_of = calloc(n + 1, sizeof *made->box_of);
    double *rest = made->plane[0] = trama_doubles(4 * trama_padded(n + 1));
    if (!made->begin || !made->cell || !made->triangle || !made->box || !made->box_of || !rest) {
        trama_triangle_grid_destroy(made);
        *grid = NULL;
        return trama_fail_memory(error);
    }
    for (int i = 0; i < 4; i++)
        made->plane[i] = trama_carve(&rest, n + 1);
    return TRAMA_OK;
}

void trama_triangle_grid_destroy(trama_triangle_grid *grid)
{
    if (!grid)
        return;
    free(grid->begin);
    free(grid->cell);
    free(grid->triangle);
    free(grid->box);
    free(grid->box_of);
    free(grid->plane[0]);
    free(grid);
}

/* Plain comparisons, which is what a minimum instruction does. */
static double less(double a, double b)
{
    return a < b ? a : b;
}
static double more(double a, double b)
{
    return a > b ? a : b;
}

static trama_extent box_around(const double *a, const double *b, const double *c)
{
    trama_extent box;
    for (int axis = 0; axis < 3; axis++) {
        box.low[axis] = less(less(a[axis], b[axis]), c[axis]);
        box.high[axis] = more(more(a[axis], b[axis]), c[axis]);
    }
    return box;
}

/* An index along an axis; positions that are no numbers, of a run that diverges, are in the first
 * cell. */
static size_t index_of(double place, double low, double width, size_t size)
{
    const double at = (place - low) / width;
    return !(at > 0.0) ? 0 : at >= (double)size ? size - 1 : (size_t)at;
}

/* How many cells a box has. */
static double cells_of(const trama_triangle_grid *grid, const trama_extent *all)
{
    double cells = 1.0;
    for (int axis = 0; axis < 3; axis++)
        cells *= floor((all->high[axis] - all->low[axis]) / grid->width) + 1.0;
    return cells;
}

/* The box of all, the largest half box, and cells that are as wide as that with the reach, or as
 * the box if the reach is larger; wider where they would be too many. */
static void choose_cells(trama_triangle_grid *grid, const double *x, double reach)
{
    trama_extent all = {{0, 0, 0}, {0, 0, 0}};
    memset(grid->half, 0, sizeof grid->half);
    for (size_t t = 0; t < grid->surface->triangles; t++) {
        const uint32_t *v = grid->surface->triangle[t];
        const trama_extent box =
            box_around(x + 3 * (size_t)v[0], x + 3 * (size_t)v[1], x + 3 * (size_t)v[2]);
        grid->box_of[t] = box;
        all = t == 0 ? box : trama_extent_join(&all, &box);
        for (int axis = 0; axis < 3; axis++)
            grid->half[axis] = more(grid->half[axis], 0.5 * (box.high[axis] - box.low[axis]));
    }
    memcpy(grid->low, all.low, sizeof grid->low);
    const double half = fmax(grid->half[0], fmax(grid->half[1], grid->half[2]));
    grid->width = fmax(half + fmin(reach, half), DBL_MIN);
    while (cells_of(grid, &all) > (double)grid->capacity)
        grid->width *= 1.25;
    const bool is_number = cells_of(grid, &all) <= (double)grid->capacity;
    for (int axis = 0; axis < 3; axis++) {
        const double size = floor((all.high[axis] - all.low[axis]) / grid->width) + 1.0;
        grid->size[axis] = is_number ? (size_t)size : 1;
    }
}

static size_t cell_of(const trama_triangle_grid *grid, const trama_extent *box)
{
    size_t index[3];
    for (int axis = 0; axis < 3; axis++)
        index[axis] = index_of(0.5 * (box->low[axis] + box->high[axis]), grid->low[axis],
                               grid->width, grid->size[axis]);
    return index[0] + grid->size[0] * (index[1] + grid->size[1] * index[2]);
}

static void put(trama_triangle_grid *grid, const double *x, uint32_t triangle, size_t place)
{
    const uint32_t *v = grid->surface->triangle[triangle];
    double a[3], e[3], f[3], n[3];
    for (int axis = 0; axis < 3; axis++) {
        const double from = x[3 * (size_t)v[0] + (size_t)axis];
        a[axis] = from - grid->low[axis];
        e[axis] = x[3 * (size_t)v[1] + (size_t)axis] - from;
        f[axis] = x[3 * (size_t)v[2] + (size_t)axis] - from;
    }
    cross3(e, f, n);
    for (int axis = 0; axis < 3; axis++)
        grid->plane[axis][place] = n[axis];
    grid->plane[3][place] = dot3(n, a);
    grid->triangle[place] = triangle;
    grid->box[place] = grid->box_of[triangle];
}

void trama_triangle_grid_fill(trama_triangle_grid *grid, const double *x, double reach)
{
    const size_t n = grid->surface->triangles;
    choose_cells(grid, x, reach);
    const size_t cells = grid->size[0] * grid->size[1] * grid->size[2];
    memset(grid->begin, 0, (cells + 2) * sizeof *grid->begin);
    for (size_t t = 0; t < n; t++) {
        grid->cell[t] = (uint32_t)cell_of(grid, &grid->box_of[t]);
        grid->begin[grid->cell[t] + 2]++;
    }
    for (size_t c = 2; c < cells + 2; c++)
        grid->begin[c] += grid->begin[c - 1];
    /* begin[c + 1] runs from the beginning of cell c to its end while the cell is filled. */
    for (uint32_t t = 0; t < n; t++)
        put(grid, x, t, grid->begin[grid->cell[t] + 1]++);
}

bool trama_triangle_grid_range(const trama_triangle_grid *grid, const double p[3], double reach,
                               trama_grid_range *range)
{
    for (int axis = 0; axis < 3; axis++) {
        /* A little more, for rounding of centres and boxes. */
        const double far = (reach + grid->half[axis]) * (1.0 + 1e-9) +
                           8.0 * DBL_EPSILON * (fabs(p[axis]) + fabs(grid->low[axis]));
        const double low = p[axis] - far, high = p[axis] + far;
        if (high < grid->low[axis] ||
            low > grid->low[axis] + grid->width * (double)grid->size[axis])
            return false;
        range->first[axis] = index_of(low, grid->low[axis], grid->width, grid->size[axis]);
        range->last[axis] = index_of(high, grid->low[axis], grid->width, grid->size[axis]);
        if (range->last[axis] < range->first[axis]) /* no number */
            range->last[axis] = range->first[axis];
    }
    return true;
}
