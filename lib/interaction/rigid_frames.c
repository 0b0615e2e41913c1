/* Where rigid bodies are, how fast, and the boxes that hold them. */
#include "interaction/rigid_find.h"
#include "surface/lifetimes.h"

#include "core/vec.h"

#include <math.h>

void trama_rigid_pairs_frames(const trama_rigid_pairs *pairs, double t, const double *q,
                              trama_rigid_frame *frame)
{
    for (size_t i = 0; i < pairs->bodies; i++)
        if (trama_body_is_static(&pairs->body[i]) && pairs->framed)
            frame[i] = pairs->frame[i];
        else
            trama_body_frame(&pairs->body[i], t, q, &frame[i].axes, &frame[i].shape);
}

bool trama_rigid_bodies_finite(const trama_rigid_pairs *pairs)
{
    double sum = 0.0;
    for (size_t i = 0; i < pairs->bodies; i++) {
        const trama_rigid_frame *f = &pairs->frame[i];
        sum += 0.0 * (f->axes.x[0] + f->axes.x[1] + f->axes.x[2] + f->shape.axes[0][0]);
    }
    return sum == 0.0;
}

static const double unmoved = 1e-4; /* of the least radius */

/* How far a point of the body may be from where it was, m. */
static double moved_by(const trama_pose *from, const trama_pose *to, double radius)
{
    double shift = 0.0, turn = 0.0;
    for (size_t r = 0; r < 3; r++) {
        shift += (to->x[r] - from->x[r]) * (to->x[r] - from->x[r]);
        for (size_t c = 0; c < 3; c++)
            turn += (to->axes[r][c] - from->axes[r][c]) * (to->axes[r][c] - from->axes[r][c]);
    }
    return sqrt(shift) + radius * sqrt(turn);
}

void trama_rigid_bodies_see(trama_rigid_pairs *pairs, double t, const double *q)
{
    trama_rigid_pairs_frames(pairs, t, q, pairs->frame);
    pairs->framed = true;
    for (size_t i = 0; i < pairs->bodies && pairs->lives; i++)
        pairs->matter[i].is_there = trama_body_is_there(&pairs->body[i]);
    for (size_t i = 0; i < pairs->bodies && pairs->reuses; i++) {
        const trama_pose *now = &pairs->frame[i].shape;
        pairs->moved[i] =
            !(moved_by(&pairs->anchor[i], now, pairs->radius[i]) <= unmoved * pairs->least);
        if (pairs->moved[i])
            pairs->anchor[i] = *now;
    }
}

/* The box along the axes that holds a shape, by its furthest points along them. */
static trama_extent extent_of(const trama_convex *shape, const trama_pose *pose, double margin)
{
    trama_extent box;
    uint32_t hint = 0;
    for (size_t axis = 0; axis < 3; axis++) {
        const double *row = pose->axes[axis], back[3] = {-row[0], -row[1], -row[2]};
        double high[3], low[3];
        shape->type->support(shape, row, &hint, high);
        shape->type->support(shape, back, &hint, low);
        box.high[axis] = pose->x[axis] + dot3(row, high) + margin;
        box.low[axis] = pose->x[axis] + dot3(row, low) - margin;
    }
    return box;
}

void trama_rigid_bodies_box(trama_rigid_pairs *pairs)
{
    /* with `every`, boxes stay where they were made, all in one place */
    for (uint32_t i = 0; i < pairs->bodies && !pairs->every; i++) {
        const trama_extent box = extent_of(&pairs->shape[i], &pairs->frame[i].shape,
                                           fmax(pairs->way[i], 0.01 * pairs->radius[i]));
        trama_broad_move(pairs->broad, i, &box);
    }
}

double trama_rigid_body_speed(const trama_rigid_pairs *pairs, size_t i, double t, const double *q,
                              const double *v)
{
    static const double along[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
    const trama_body *body = &pairs->body[i];
    double centre[3], u[3], turning = 0.0;
    if (pairs->lives && !trama_body_is_there(body))
        return 0.0;
    if (pairs->is_free[i]) {
        const double *own = v + pairs->components[i];
        return sqrt(dot3(own, own)) + pairs->radius[i] * sqrt(dot3(own + 3, own + 3));
    }
    if (trama_body_is_static(body))
        return 0.0;
    trama_body_centre(body, t, q, centre);
    trama_body_velocity(body, t, q, v, centre, u);
    for (size_t axis = 0; axis < 3; axis++) {
        double x[3], w[3];
        for (size_t k = 0; k < 3; k++)
            x[k] = centre[k] + pairs->radius[i] * along[axis][k];
        trama_body_velocity(body, t, q, v, x, w);
        for (size_t k = 0; k < 3; k++)
            turning += (w[k] - u[k]) * (w[k] - u[k]);
    }
    return sqrt(dot3(u, u)) + sqrt(turning);
}

double trama_rigid_pairs_speed(const trama_rigid_pairs *pairs, double t, const double *q,
                               const double *v)
{
    double largest = 0.0;
    for (size_t i = 0; i < pairs->bodies; i++)
        largest = fmax(largest, trama_rigid_body_speed(pairs, i, t, q, v));
    return largest;
}
