/* The sheet's area, for schemes in the whole current measure. Included by kernel_cosserat.c
   only. */
#ifndef TRAMA_MODEL_COSSERAT_KERNEL_AREA_H
#define TRAMA_MODEL_COSSERAT_KERNEL_AREA_H

#include "model/cosserat/kernel_rows.h"

#include "core/memory.h"
#include "core/threads.h"

#include <math.h>
#include <string.h>

enum { LANES = 8, CHUNK = 64 };

/* sqrt(a) of `count` cells of row k from cell `first` on, m^2, and zeros up to whole lanes. */
static void cell_areas(const cosserat_sheet *s, const double *q, size_t k, size_t first,
                       size_t count, double *area)
{
    const size_t stride = s->m * s->n;
    const double *x = q + k * s->n + first, *y = x + stride, *z = y + stride;
    const double *x1 = x + s->n, *y1 = y + s->n, *z1 = z + s->n;
#pragma omp simd
    for (size_t l = 0; l < count; l++) {
        const vec r = {x[l], y[l], z[l]}, right = {x[l + 1], y[l + 1], z[l + 1]};
        const vec f = cross(minus((vec){x1[l], y1[l], z1[l]}, r), minus(right, r));
        area[l] = sqrt(dot(f, f));
    }
    for (size_t l = count; l % LANES != 0; l++)
        area[l] = 0.0;
}

/* Eight sums, so that their order is the same for every width of vectors. */
INLINE void add_lanes(const double *area, size_t count, double lanes[LANES])
{
    for (size_t l = 0; l < count; l += LANES)
        for (size_t j = 0; j < LANES; j++)
            lanes[j] += area[l + j];
}

static void add_in_turn(const step *j, double lanes[LANES])
{
    const size_t cells = j->sheet->n - 1;
    double area[CHUNK];
    for (size_t k = 0; k + 1 < j->sheet->m; k++)
        for (size_t first = 0; first < cells; first += CHUNK) {
            const size_t count = cells - first < CHUNK ? cells - first : CHUNK;
            cell_areas(j->sheet, j->q, k, first, count, area);
            add_lanes(area, count, lanes);
        }
}

/* The cells of a block of rows, to where the accelerations will be. */
static void areas_of_block(void *context, size_t block)
{
    const step *j = context;
    const cosserat_sheet *s = j->sheet;
    const size_t pitch = trama_padded(s->n - 1);
    const size_t end = trama_part_begin(s->m - 1, s->blocks, block + 1, 1);
    for (size_t k = trama_part_begin(s->m - 1, s->blocks, block, 1); k < end; k++)
        cell_areas(s, j->q, k, 0, s->n - 1, j->a + k * pitch);
}

/* Sum of sqrt(a) over the cells, m^2. Threads compute the areas, and one adds them, so that the
 * order does not depend on their number. */
static double total_area(step *j)
{
    const cosserat_sheet *s = j->sheet;
    double lanes[LANES] = {0};
    if (s->blocks == 1) {
        add_in_turn(j, lanes);
    } else {
        trama_threads_run(s->blocks, areas_of_block, j);
        add_lanes(j->a, (s->m - 1) * trama_padded(s->n - 1), lanes);
    }
    return ((lanes[0] + lanes[1]) + (lanes[2] + lanes[3])) +
           ((lanes[4] + lanes[5]) + (lanes[6] + lanes[7]));
}

#endif
