#include "interaction/rigid_soft.h"

#include <string.h>

static void lead(const trama_body *shape, const trama_step_view *view, trama_soft_body *body)
{
    trama_pose end;
    double w[3];
    trama_body_axes(shape, view->before.t + view->h, view->before.q, &end);
    trama_body_turning(&body->start, &end, view->h, w);
    body->v =
        (vec){(end.x[0] - body->start.x[0]) / view->h, (end.x[1] - body->start.x[1]) / view->h,
              (end.x[2] - body->start.x[2]) / view->h};
    body->w = vec_of(w);
}

void trama_soft_body_begin(const trama_body *shape, const trama_step_view *view,
                           trama_soft_body *body)
{
    *body = (trama_soft_body){.is_free = trama_body_is_free(shape)};
    trama_body_axes(shape, view->before.t, view->before.q, &body->start);
    body->axes = body->start;
    if (!body->is_free) {
        lead(shape, view, body);
        return;
    }
    const size_t at = trama_body_components(shape);
    const double *before = view->before.v + at, *after = view->v + at;
    body->inverse_mass = view->inverse_mass[at];
    memcpy(body->inverse_moment, view->inverse_mass + at + 3, sizeof body->inverse_moment);
    body->v = vec_of(before);
    body->w = turned(&body->start, vec_of(before + 3));
    body->gain = minus(vec_of(after), vec_of(before));
    for (size_t i = 0; i < 3; i++)
        body->spin_gain[i] = after[3 + i] - before[3 + i];
}

void trama_soft_body_kick(trama_soft_body *body, double part)
{
    body->v = plus_scaled(body->v, part, body->gain);
    body->w = plus(body->w, turned(&body->axes, scaled(part, vec_of(body->spin_gain))));
}

void trama_soft_body_move(const trama_body *shape, double s, trama_soft_body *body)
{
    double own[6];
    trama_pose end;
    trama_soft_body_last(body, own);
    trama_body_carried_axes(shape, s, &body->axes, own, &end);
    body->axes = end;
}

vec trama_soft_body_turned_by(const trama_soft_body *body, vec moment)
{
    const vec own = turned_back(&body->start, moment);
    return turned(&body->start,
                  (vec){own.x * body->inverse_moment[0], own.y * body->inverse_moment[1],
                        own.z * body->inverse_moment[2]});
}

void trama_soft_body_mean(const trama_soft_body *body, double h, double u[6])
{
    double w[3];
    trama_body_turning(&body->start, &body->axes, h, w);
    for (size_t i = 0; i < 3; i++)
        u[i] = (body->axes.x[i] - body->start.x[i]) / h;
    vec_put(turned_back(&body->start, vec_of(w)), u + 3);
}

void trama_soft_body_last(const trama_soft_body *body, double v[6])
{
    vec_put(body->v, v);
    vec_put(turned_back(&body->axes, body->w), v + 3);
}
