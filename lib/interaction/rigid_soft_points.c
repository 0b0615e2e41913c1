#include "core/hypot.h"
#include "core/memory.h"
#include "interaction/pairs.h"
#include "interaction/rigid_soft.h"

#include <math.h>

static vec end_of(const trama_soft *soft, const trama_soft_point *at, size_t side)
{
    return placed(&soft->body[at->body[side]].axes, vec_of(at->arm[side]));
}

/* Of separation, at the ends as they were at the step's start. */
static vec between(const trama_soft *soft, const trama_soft_point *at)
{
    vec v[2];
    for (size_t side = 0; side < 2; side++) {
        const trama_soft_body *body = &soft->body[at->body[side]];
        v[side] = plus(body->v, cross(body->w, turned(&body->start, vec_of(at->arm[side]))));
    }
    return minus(v[1], v[0]);
}

static void push(trama_soft *soft, const trama_soft_point *at, size_t direction, double impulse)
{
    for (size_t side = 0; side < 2; side++) {
        trama_soft_body *body = &soft->body[at->body[side]];
        const double signed_impulse = side == 0 ? -impulse : impulse;
        if (!body->is_free)
            continue;
        body->v =
            plus_scaled(body->v, signed_impulse * body->inverse_mass, at->direction[direction]);
        body->w = plus_scaled(body->w, signed_impulse, at->moment[side][direction]);
    }
}

/* What a unit impulse along a direction changes of the rate along it. */
static double yield_of(const trama_soft *soft, trama_soft_point *at, size_t direction)
{
    double sum = 0.0;
    for (size_t side = 0; side < 2; side++) {
        const trama_soft_body *body = &soft->body[at->body[side]];
        const vec moment =
            cross(turned(&body->start, vec_of(at->arm[side])), at->direction[direction]);
        at->moment[side][direction] = trama_soft_body_turned_by(body, moment);
        sum += body->inverse_mass + dot(moment, at->moment[side][direction]);
    }
    return sum;
}

/* The gap now, by how both ends have moved. */
static double gap_of(const trama_soft *soft, const trama_soft_point *at)
{
    return at->gap + dot(at->direction[0], minus(end_of(soft, at, 1), end_of(soft, at, 0)));
}

trama_soft_point *trama_soft_point_add(trama_soft *soft, const trama_rigid_pair *pair,
                                       const trama_rigid_point *from)
{
    const double *n = pair->manifold.normal;
    double across[2][3];
    trama_soft_point *grown =
        trama_with_room(soft->point, soft->points, &soft->capacity, sizeof *grown);
    if (!grown)
        return NULL;
    soft->point = grown;
    trama_soft_point *at = &soft->point[soft->points++];
    *at = (trama_soft_point){.body = {pair->body[0], pair->body[1]},
                             .gap = from->gap,
                             .friction = pair->friction,
                             .restitution = pair->restitution};
    trama_tangents_of(n, across[0], across[1]);
    at->direction[0] = vec_of(n);
    at->direction[1] = vec_of(across[0]);
    at->direction[2] = vec_of(across[1]);
    for (size_t side = 0; side < 2; side++) {
        trama_soft_body *body = &soft->body[at->body[side]];
        vec_put(turned_back(&body->start, vec_of(from->arm[side])), at->arm[side]);
        body->touches = true;
    }
    at->mass[0] = 1.0 / yield_of(soft, at, 0);
    at->mass[1] = at->mass[2] = 1.0 / fmax(yield_of(soft, at, 1), yield_of(soft, at, 2));
    at->speed = dot(at->direction[0], between(soft, at));
    return at;
}

/* ---- Impulses. */

typedef struct softness {
    double rate, mass, impulse; /* r, 1/s; m; i */
} softness;

static softness softness_of(const trama_soft_law *law, double s, bool is_fixed)
{
    const double pi = 3.14159265358979323846;
    const double frequency = fmin(law->frequency, 0.25 / s) * (is_fixed ? 2.0 : 1.0);
    const double o = 2.0 * pi * frequency, a = 2.0 * law->damping_ratio + s * o, c = s * o * a;
    return (softness){o / a, c / (1.0 + c), 1.0 / (1.0 + c)};
}

static void solve_normal(trama_soft *soft, trama_soft_point *at, double s, const softness *by)
{
    const double gap = gap_of(soft, at);
    double bias = 0.0, mass = 1.0, kept = 0.0;
    if (gap > 0.0) {
        bias = gap / s;
    } else if (by) {
        bias = fmax(by->rate * gap, -soft->law.push_speed);
        mass = by->mass;
        kept = by->impulse;
    }
    const double rate = dot(at->direction[0], between(soft, at));
    const double wanted =
        at->impulse[0] - at->mass[0] * mass * (rate + bias) - kept * at->impulse[0];
    const double impulse = fmax(wanted, 0.0);
    push(soft, at, 0, impulse - at->impulse[0]);
    at->impulse[0] = impulse;
    at->largest = fmax(at->largest, impulse);
}

static void solve_friction(trama_soft *soft, trama_soft_point *at)
{
    const vec slip = between(soft, at);
    double to[2], size;
    for (size_t i = 0; i < 2; i++)
        to[i] = at->impulse[1 + i] - at->mass[1 + i] * dot(at->direction[1 + i], slip);
    size = trama_hypot(to[0], to[1]);
    const double radius = at->friction * at->impulse[0];
    for (size_t i = 0; i < 2; i++) {
        const double impulse = size > radius ? to[i] * radius / size : to[i];
        push(soft, at, 1 + i, impulse - at->impulse[1 + i]);
        at->impulse[1 + i] = impulse;
    }
}

static void sweep(trama_soft *soft, double s, bool relax)
{
    const softness between_free = softness_of(&soft->law, s, false),
                   against_fixed = softness_of(&soft->law, s, true);
    for (size_t i = 0; i < soft->points; i++) {
        trama_soft_point *at = &soft->point[i];
        const bool is_fixed = !soft->body[at->body[0]].is_free || !soft->body[at->body[1]].is_free;
        solve_friction(soft, at);
        solve_normal(soft, at, s, relax ? NULL : is_fixed ? &against_fixed : &between_free);
    }
}

void trama_soft_substep(trama_soft *soft, double s)
{
    for (size_t b = 0; b < soft->bodies; b++)
        if (soft->body[b].touches && soft->body[b].is_free)
            trama_soft_body_kick(&soft->body[b], 1.0 / (double)soft->substeps);
    for (size_t i = 0; i < soft->points; i++)
        for (size_t d = 0; d < 3; d++)
            push(soft, &soft->point[i], d, soft->point[i].impulse[d]);
    sweep(soft, s, false);
    for (size_t b = 0; b < soft->bodies; b++)
        if (soft->body[b].touches)
            trama_soft_body_move(&soft->shape[b], s, &soft->body[b]);
    sweep(soft, s, true);
    for (size_t i = 0; i < soft->points; i++)
        soft->point[i].total += soft->point[i].impulse[0];
}

void trama_soft_bounce(trama_soft *soft)
{
    for (size_t i = 0; i < soft->points; i++) {
        trama_soft_point *at = &soft->point[i];
        if (at->restitution == 0.0 || at->largest == 0.0 || at->speed > -soft->law.rest_speed)
            continue;
        const double rate = dot(at->direction[0], between(soft, at));
        const double impulse =
            fmax(at->impulse[0] - at->mass[0] * (rate + at->restitution * at->speed), 0.0);
        push(soft, at, 0, impulse - at->impulse[0]);
        at->total += impulse - at->impulse[0];
        at->impulse[0] = impulse;
    }
}
