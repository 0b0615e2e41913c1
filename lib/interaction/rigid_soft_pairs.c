/* Pairs of bodies with soft contacts: what is known of them for a step, and their impulses in each
 * substep (rigid_contact_soft.c has the formulas). */
#include "core/memory.h"
#include "interaction/pairs.h"
#include "interaction/rigid_soft.h"

#include <math.h>

/* ---- What is known for a step. */

trama_soft_pair *trama_soft_pair_add(trama_soft *soft, const trama_rigid_pair *from)
{
    double across[2][3];
    trama_soft_pair *grown =
        trama_with_room(soft->pair, soft->pairs, &soft->capacity, sizeof *grown);
    if (!grown)
        return NULL;
    soft->pair = grown;
    trama_soft_pair *pair = &soft->pair[soft->pairs++];
    *pair = (trama_soft_pair){.body = {from->body[0], from->body[1]},
                              .friction = from->friction,
                              .restitution = from->restitution};
    trama_tangents_of(from->manifold->normal, across[0], across[1]);
    pair->direction[0] = vec_of(from->manifold->normal);
    pair->direction[1] = vec_of(across[0]);
    pair->direction[2] = vec_of(across[1]);
    for (size_t side = 0; side < 2; side++) {
        pair->is_fixed |= !soft->body[pair->body[side]].is_free;
        soft->body[pair->body[side]].touches = true;
    }
    return pair;
}

/* What a unit impulse at q along a direction changes of the rate at p along it. */
static double yield_of(const trama_soft *soft, const trama_soft_pair *pair, size_t direction,
                       const trama_soft_point *p, const trama_soft_point *q)
{
    double sum = 0.0;
    for (size_t side = 0; side < 2; side++)
        sum += soft->body[pair->body[side]].inverse_mass +
               dot(p->lever[side][direction], q->moment[side][direction]);
    return sum;
}

/* Of separation along a direction, with the arms of the step's start. */
static double rate_of(const trama_soft *soft, const trama_soft_pair *pair,
                      const trama_soft_point *at, size_t direction)
{
    const trama_soft_body *a = &soft->body[pair->body[0]], *b = &soft->body[pair->body[1]];
    return dot(pair->direction[direction], minus(b->v, a->v)) + dot(at->lever[1][direction], b->w) -
           dot(at->lever[0][direction], a->w);
}

trama_soft_point *trama_soft_point_add(trama_soft *soft, trama_soft_pair *pair,
                                       const trama_rigid_point *from)
{
    trama_soft_point *at = &pair->point[pair->points++];
    *at = (trama_soft_point){.gap = from->gap};
    for (size_t side = 0; side < 2; side++) {
        /* Before they touch, each body's own surface: with the point between them a ball would roll
         * as a larger one. */
        const double out = (side == 0 ? -0.5 : 0.5) * fmax(from->gap, 0.0);
        const vec arm = plus_scaled(vec_of(from->arm[side]), out, pair->direction[0]);
        for (size_t d = 0; d < 3; d++) {
            at->lever[side][d] = cross(arm, pair->direction[d]);
            at->moment[side][d] =
                trama_soft_body_turned_by(&soft->body[pair->body[side]], at->lever[side][d]);
        }
    }
    const size_t p = pair->points - 1;
    for (size_t q = 0; q <= p; q++)
        pair->yield[p][q] = pair->yield[q][p] = yield_of(soft, pair, 0, at, &pair->point[q]);
    at->mass = 1.0 / fmax(yield_of(soft, pair, 1, at, at), yield_of(soft, pair, 2, at, at));
    at->speed = rate_of(soft, pair, at, 0);
    return at;
}

/* ---- Impulses. */

static void push(trama_soft *soft, const trama_soft_pair *pair, const trama_soft_point *at,
                 size_t direction, double impulse)
{
    for (size_t side = 0; side < 2; side++) {
        trama_soft_body *body = &soft->body[pair->body[side]];
        const double signed_impulse = side == 0 ? -impulse : impulse;
        if (!body->is_free)
            continue;
        body->v =
            plus_scaled(body->v, signed_impulse * body->inverse_mass, pair->direction[direction]);
        body->w = plus_scaled(body->w, signed_impulse, at->moment[side][direction]);
    }
}

/* What normals are to do at the points of a set: rate + bias >= 0, and their impulse yields by a
 * share `give` more than the bodies do. */
typedef struct demand {
    unsigned set; /* bit p: point p */
    double bias[TRAMA_MANIFOLD_POINTS], give[TRAMA_MANIFOLD_POINTS];
} demand;

/* A rigid row gives this little: four points of one face are one more than a body has ways to
 * answer, and so share the load evenly. */
static const double rigid_give = 1e-10;

static void solve_normals(trama_soft *soft, trama_soft_pair *pair, const demand *by)
{
    double a[TRAMA_MANIFOLD_POINTS][TRAMA_MANIFOLD_POINTS], without[TRAMA_MANIFOLD_POINTS] = {0.0},
                                                            impulse[TRAMA_MANIFOLD_POINTS];
    for (uint32_t p = 0; p < pair->points; p++) {
        without[p] = rate_of(soft, pair, &pair->point[p], 0) + by->bias[p];
        for (uint32_t q = 0; q < pair->points; q++) {
            a[p][q] = pair->yield[p][q];
            if (by->set >> q & 1)
                without[p] -= a[p][q] * pair->point[q].impulse[0];
        }
        a[p][p] *= 1.0 + by->give[p];
    }
    trama_soft_complement(a, without, by->set, impulse);
    for (uint32_t p = 0; p < pair->points; p++) {
        trama_soft_point *at = &pair->point[p];
        if (!(by->set >> p & 1))
            continue;
        push(soft, pair, at, 0, impulse[p] - at->impulse[0]);
        at->impulse[0] = impulse[p];
        at->largest = fmax(at->largest, impulse[p]);
    }
}

static void solve_friction_at(trama_soft *soft, const trama_soft_pair *pair, trama_soft_point *at)
{
    double to[2];
    for (size_t i = 0; i < 2; i++)
        to[i] = at->impulse[1 + i] - at->mass * rate_of(soft, pair, at, 1 + i);
    const double square = to[0] * to[0] + to[1] * to[1], radius = pair->friction * at->impulse[0];
    const double share = square > radius * radius ? radius / sqrt(square) : 1.0;
    for (size_t i = 0; i < 2; i++) {
        const double impulse = share * to[i];
        push(soft, pair, at, 1 + i, impulse - at->impulse[1 + i]);
        at->impulse[1 + i] = impulse;
    }
}

static void solve_friction(trama_soft *soft, trama_soft_pair *pair)
{
    for (uint32_t p = 0; p < pair->points; p++)
        solve_friction_at(soft, pair, &pair->point[p]);
}

/* ---- The substep. */

typedef struct softness {
    double rate, give; /* r, 1/s; 1/c */
} softness;

static softness softness_of(const trama_soft_law *law, double s, bool is_fixed)
{
    const double pi = 3.14159265358979323846;
    const double frequency = fmin(law->frequency, 0.25 / s) * (is_fixed ? 2.0 : 1.0);
    const double o = 2.0 * pi * frequency, a = 2.0 * law->damping_ratio + s * o;
    return (softness){o / a, 1.0 / (s * o * a)};
}

/* Open points may close within s; closed ones are springs, or rigid where there is no law. */
static demand demand_of(const trama_soft *soft, const trama_soft_pair *pair, double s,
                        const softness *law)
{
    demand by = {.set = (1U << pair->points) - 1};
    for (uint32_t p = 0; p < pair->points; p++) {
        const double gap = pair->point[p].gap;
        const bool is_open = gap > soft->closed, is_spring = law && !is_open;
        by.bias[p] = is_open ? gap / s : law ? fmax(law->rate * gap, -soft->law.push_speed) : 0.0;
        by.give[p] = is_spring ? law->give : rigid_give;
    }
    return by;
}

static void press(trama_soft *soft, double s)
{
    const softness between_free = softness_of(&soft->law, s, false),
                   against_fixed = softness_of(&soft->law, s, true);
    for (size_t i = 0; i < soft->pairs; i++) {
        trama_soft_pair *pair = &soft->pair[i];
        const demand by = demand_of(soft, pair, s, pair->is_fixed ? &against_fixed : &between_free);
        solve_friction(soft, pair);
        solve_normals(soft, pair, &by);
    }
}

/* Friction last, so that none of it outlives the normal impulse that it needs. */
static void relax(trama_soft *soft, double s)
{
    for (size_t i = 0; i < soft->pairs; i++) {
        const demand by = demand_of(soft, &soft->pair[i], s, NULL);
        solve_normals(soft, &soft->pair[i], &by);
        solve_friction(soft, &soft->pair[i]);
    }
}

/* Impulses of the last substep are where those of the next begin. */
static void begin(trama_soft *soft, trama_soft_pair *pair)
{
    for (uint32_t p = 0; p < pair->points; p++)
        for (size_t d = 0; d < 3; d++)
            push(soft, pair, &pair->point[p], d, pair->point[p].impulse[d]);
}

static void move(trama_soft *soft, double s)
{
    for (size_t i = 0; i < soft->pairs; i++)
        for (uint32_t p = 0; p < soft->pair[i].points; p++)
            soft->pair[i].point[p].gap +=
                s * rate_of(soft, &soft->pair[i], &soft->pair[i].point[p], 0);
    for (size_t b = 0; b < soft->bodies; b++)
        if (soft->body[b].touches)
            trama_soft_body_move(&soft->shape[b], s, &soft->body[b]);
}

void trama_soft_substep(trama_soft *soft, double s)
{
    for (size_t b = 0; b < soft->bodies; b++)
        if (soft->body[b].touches && soft->body[b].is_free)
            trama_soft_body_kick(&soft->body[b], 1.0 / (double)soft->substeps);
    for (size_t i = 0; i < soft->pairs; i++)
        begin(soft, &soft->pair[i]);
    press(soft, s);
    move(soft, s);
    relax(soft, s);
    for (size_t i = 0; i < soft->pairs; i++)
        for (uint32_t p = 0; p < soft->pair[i].points; p++)
            soft->pair[i].point[p].total += soft->pair[i].point[p].impulse[0];
}

/* ---- Restitution. */

/* Points that were struck leave at their share of the speed, with friction. */
static void bounce_pair(trama_soft *soft, trama_soft_pair *pair)
{
    demand by = {0};
    double before[TRAMA_MANIFOLD_POINTS] = {0.0};
    for (uint32_t p = 0; p < pair->points; p++) {
        const trama_soft_point *at = &pair->point[p];
        before[p] = at->impulse[0];
        by.bias[p] = pair->restitution * at->speed;
        by.give[p] = rigid_give;
        if (at->largest > 0.0 && at->speed <= -soft->law.rest_speed)
            by.set |= 1U << p;
    }
    if (by.set == 0)
        return;
    solve_normals(soft, pair, &by);
    solve_friction(soft, pair);
    for (uint32_t p = 0; p < pair->points; p++)
        pair->point[p].total += pair->point[p].impulse[0] - before[p];
}

void trama_soft_bounce(trama_soft *soft)
{
    for (size_t i = 0; i < soft->pairs; i++)
        if (soft->pair[i].restitution > 0.0)
            bounce_pair(soft, &soft->pair[i]);
}
