#include "model/obstacle/board.h"

#include "core/vec.h"

#include <math.h>

/* Unit vectors along the sides and out of the top: the third is normal, the first lies where
 * `along` does but for its part along the normal. */
static trama_status find_axes(const trama_board_frame *frame, double axis[3][3], trama_error *error)
{
    const double *n = frame->normal, *a = frame->along;
    const double height = sqrt(dot3(n, n));
    if (!(height > 0.0))
        return trama_fail(error, TRAMA_BAD_INPUT, "normal",
                          "normal: [0, 0, 0]; allowed: a vector that is not zero");
    for (size_t i = 0; i < 3; i++)
        axis[2][i] = n[i] / height;
    const double part = dot3(a, axis[2]);
    for (size_t i = 0; i < 3; i++)
        axis[0][i] = a[i] - part * axis[2][i];
    const double length = sqrt(dot3(axis[0], axis[0]));
    if (!(length > 1e-9 * sqrt(dot3(a, a))))
        return trama_fail(error, TRAMA_BAD_INPUT, "along",
                          "along: [%g, %g, %g] is 0 or along normal; allowed: any other direction",
                          a[0], a[1], a[2]);
    for (size_t i = 0; i < 3; i++)
        axis[0][i] /= length;
    cross3(axis[2], axis[0], axis[1]);
    return TRAMA_OK;
}

static trama_block block_of(const trama_board_frame *frame, double axis[3][3], const double side[2],
                            bool round)
{
    const double length[3] = {side[0], side[1], frame->thickness};
    trama_block block = {.cells = {1, 1, 1}, .open = frame->thickness == 0.0, .round = round};
    for (size_t i = 0; i < 3; i++) {
        for (size_t e = 0; e < 3; e++)
            block.edge[e][i] = length[e] * axis[e][i];
        block.origin[i] =
            frame->position[i] - 0.5 * block.edge[0][i] - 0.5 * block.edge[1][i] - block.edge[2][i];
    }
    return block;
}

trama_status trama_board_create(const trama_motion *motion, const trama_board_frame *frame,
                                const double side[2], const long points[2], bool round,
                                void **model, trama_error *error)
{
    double axis[3][3] = {{0}};
    if (find_axes(frame, axis, error) != TRAMA_OK)
        return error->status;
    trama_block fine = block_of(frame, axis, side, round), coarse = fine;
    for (size_t i = 0; i < 2; i++) {
        fine.cells[i] = (size_t)points[i] - 1;
        coarse.cells[i] = trama_coarser(fine.cells[i], fine.open ? 11 : 7);
    }
    trama_mesh_spec mesh = {0}, shown = {0};
    const bool made = trama_mesh_of_block(&fine, &mesh) && trama_mesh_of_block(&coarse, &shown);
    return trama_mesh_solid_of_shape(motion, made, &mesh, &shown, model, error);
}
