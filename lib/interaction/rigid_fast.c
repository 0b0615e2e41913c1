/* Two rigid bodies that meet within a step: that move further in it than they are thick, or all. */
#include "interaction/rigid_find.h"

#include "core/vec.h"
#include "rigid/sweep.h"

#include <math.h>

static void sweep_of(const trama_rigid_pairs *pairs, uint32_t i, double t, const double *q,
                     const trama_rigid_motion *m, trama_sweep_motion *sweep)
{
    const trama_body *body = &pairs->body[i];
    const trama_rigid_frame *f = &pairs->frame[i];
    double x[3], v[3], w[3];
    for (size_t axis = 0; axis < 3; axis++)
        x[axis] = f->shape.x[axis];
    trama_body_velocity(body, t, q, m->u, x, v);
    if (trama_body_is_free(body)) {
        const double *own = m->u + trama_body_components(body) + 3;
        for (size_t axis = 0; axis < 3; axis++)
            w[axis] = dot3(f->axes.axes[axis], own);
    } else {
        double along[3][3];
        for (size_t k = 0; k < 3; k++) {
            double y[3] = {x[0], x[1], x[2]};
            y[k] += 1.0;
            trama_body_velocity(body, t, q, m->u, y, along[k]);
        }
        w[0] = along[1][2] - v[2];
        w[1] = along[2][0] - v[0];
        w[2] = along[0][1] - v[1];
    }
    for (size_t axis = 0; axis < 3; axis++) {
        sweep->shift[axis] = m->h * v[axis];
        sweep->turn[axis] = m->h * w[axis];
    }
}

/* The gaps of points at part s of the step, as they are at its start: less what the shapes come
 * nearer along the normal until then. */
static void gaps_before(const trama_sweep_motion sweep[2], const trama_rigid_frame at[2], double s,
                        trama_rigid_pair *pair)
{
    for (uint32_t p = 0; p < pair->manifold->count; p++) {
        double nearer = 0.0;
        for (int side = 0; side < 2; side++) {
            double turning[3], arm[3];
            for (size_t i = 0; i < 3; i++)
                arm[i] = 0.5 * (pair->manifold->point[p].a[i] + pair->manifold->point[p].b[i]) -
                         at[side].shape.x[i];
            cross3(sweep[side].turn, arm, turning);
            for (size_t i = 0; i < 3; i++)
                nearer += (side == 0 ? s : -s) * pair->manifold->normal[i] *
                          (sweep[side].shift[i] + turning[i]);
        }
        pair->point[p].gap += fmax(nearer, 0.0);
    }
}

/* A body that is struck at a corner far from its centre spins about it, and would pass with the
 * rest of its way. So the centre of one that moves further than it is thick is a point too, where
 * there is room: it stays half its thickness before the plane of the contact. */
static void add_centre(const trama_rigid_pairs *pairs, const trama_rigid_frame at[2], int side,
                       trama_rigid_pair *pair)
{
    const uint32_t *body = pair->body, last = pair->manifold->count;
    if (last == 0 || last == TRAMA_MANIFOLD_POINTS ||
        !(pairs->way[body[side]] > pairs->thin[body[side]]))
        return;
    trama_manifold_point *p = &pair->manifold->point[last];
    const double *centre = at[side].axes.x,
                 *plane = side == 0 ? pair->manifold->point[0].b : pair->manifold->point[0].a;
    bool taken[TRAMA_MANIFOLD_POINTS] = {false};
    *p = pair->manifold->point[0]; /* where points are matched by keys, the first has this one */
    p->gap = -0.5 * pairs->thin[body[side]];
    for (size_t i = 0; i < 3; i++) {
        p->gap += (side == 0 ? 1.0 : -1.0) * pair->manifold->normal[i] * (plane[i] - centre[i]);
        p->a[i] = p->b[i] = centre[i];
    }
    for (uint32_t i = 0; i < last; i++)
        taken[pair->point[i].slot] = true;
    pair->point[last] = (trama_rigid_point){.slot = 0};
    while (taken[pair->point[last].slot])
        pair->point[last].slot++;
    pair->manifold->count++;
}

void trama_rigid_points_sweep(const trama_rigid_pairs *pairs, const trama_rigid_pair *last,
                              double t, const double *q, const trama_rigid_motion *m,
                              trama_rigid_pair *pair)
{
    const trama_convex *shape[2];
    trama_sweep_motion sweep[2];
    trama_rigid_frame at[2];
    for (int side = 0; side < 2; side++) {
        shape[side] = &pairs->shape[pair->body[side]];
        at[side] = pairs->frame[pair->body[side]];
        sweep_of(pairs, pair->body[side], t, q, m, &sweep[side]);
    }
    trama_sweep_options options = trama_sweep_default(shape[0], shape[1]);
    if (pairs->arrives)
        options.tolerance = TRAMA_ARRIVAL * fmin(shape[0]->radius, shape[1]->radius);
    const trama_sweep_result met =
        trama_sweep(shape[0], &at[0].shape, &sweep[0], shape[1], &at[1].shape, &sweep[1], &options);
    if (met.status == TRAMA_SWEEP_CLEAR)
        return;
    for (int side = 0; side < 2; side++) {
        const trama_pose moved = trama_sweep_pose(&at[side].shape, &sweep[side], met.s);
        for (size_t i = 0; i < 3; i++) /* an arm's end moves with the shape */
            at[side].axes.x[i] += moved.x[i] - at[side].shape.x[i];
        at[side].shape = moved;
    }
    const trama_pose poses[2] = {at[0].shape, at[1].shape};
    pairs->detect(pairs, last, poses, 0.0, pair);
    add_centre(pairs, at, 0, pair);
    add_centre(pairs, at, 1, pair);
    trama_rigid_points_place(&at[0], &at[1], pair);
    gaps_before(sweep, at, met.s, pair);
}
