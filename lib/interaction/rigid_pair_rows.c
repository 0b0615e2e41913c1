/* The rows of two rigid bodies that touch. */
#include "interaction/rigid_pairs.h"

#include "core/vec.h"
#include "interaction/pairs.h"

#include <string.h>

/* What a body with a prescribed motion adds to the rates. */
static void fill_prescribed(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair, int side,
                            double t, double h, const double *q, trama_rows_pair *rows)
{
    const trama_body *body = &pairs->body[pair->body[side]];
    for (uint32_t p = 0; p < rows->count; p++)
        for (size_t k = 0; k < 3 && !trama_body_is_static(body); k++) {
            double x[3];
            trama_row row = {0};
            trama_body_centre(body, t, q, x);
            for (size_t i = 0; i < 3; i++)
                x[i] += pair->point[p].arm[side][i];
            trama_body_row(body, t, h, q, x, rows->axis[k], side == 0 ? -1.0 : 1.0, &row);
            rows->point[p].prescribed[k] += row.prescribed;
        }
}

void trama_rigid_pair_rows(const trama_rigid_pairs *pairs, trama_rigid_pair *pair,
                           trama_stage stage, const trama_rigid_frame *frame, double t, double h,
                           const double *q, trama_rows_pair *rows)
{
    rows->count = pair->count;
    rows->friction = pair->friction;
    memcpy(rows->axis[0], pair->manifold->normal, sizeof rows->axis[0]);
    trama_tangents_of(rows->axis[0], rows->axis[1], rows->axis[2]);
    for (uint32_t p = 0; p < rows->count; p++) {
        rows->point[p].gap = rows->point[p].target = 0.0;
        rows->point[p].impulse = pair->point[p].found[stage];
        memset(rows->point[p].prescribed, 0, sizeof rows->point[p].prescribed);
        for (int side = 0; side < 2; side++)
            rows->point[p].arm[side] = pair->point[p].arm[side];
    }
    for (int side = 0; side < 2; side++) {
        const uint32_t body = pair->body[side];
        rows->at[side] = pairs->components[body];
        rows->frame[side] = frame[body].axes.axes[0];
        if (!pairs->is_free[body])
            fill_prescribed(pairs, pair, side, t, h, q, rows);
    }
}

double trama_rigid_point_rate(const trama_rows_pair *rows, uint32_t point, const double *u)
{
    double rate = rows->point[point].prescribed[0], moment[3];
    for (int side = 0; side < 2; side++)
        if (rows->at[side] != TRAMA_NO_COMPONENTS) {
            const double *own = u + rows->at[side], along = dot3(rows->axis[0], own);
            trama_rows_pair_moment(rows, point, side, 0, moment);
            rate += (side == 0 ? -along : along) + dot3(moment, own + 3);
        }
    return rate;
}

void trama_rigid_point_at(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair,
                          const trama_rigid_point *point, int side, double t, const double *q,
                          double x[3])
{
    trama_body_centre(&pairs->body[pair->body[side]], t, q, x);
    for (size_t axis = 0; axis < 3; axis++)
        x[axis] += point->arm[side][axis];
}

void trama_rigid_point_row(const trama_rigid_pairs *pairs, const trama_rigid_pair *pair,
                           const trama_rigid_point *point, double t, double h, const double *q,
                           const double direction[3], trama_row *row)
{
    for (int side = 0; side < 2; side++) {
        double x[3];
        trama_rigid_point_at(pairs, pair, point, side, t, q, x);
        trama_body_row(&pairs->body[pair->body[side]], t, h, q, x, direction,
                       side == 0 ? -1.0 : 1.0, row);
    }
}
