/* The difference of the shapes, second minus first, holds the origin if and only if they overlap.
 * A ray from a point inside it through the origin leaves it through a portal, a triangle of support
 * points; the portal is pushed outwards until the origin is seen to be behind or before it, and
 * for the depth until it lies in the surface.
 *
 * The least depth is the least value of the support function h(n) = max { n . p } over unit n. A
 * ray from the origin along n leaves at a distance t <= h(n), through a face with normal n' for
 * which h(n') = t n . n' <= h(n): so each ray finds a face that is nearer, or the face itself,
 * whose normal then meets it. That is a local minimum. The search begins at the least of h along
 * the ray's portal, the last normal of the pair and the axes of both shapes. */
#include "rigid/mpr.h"
#include "core/numbers.h"
#include "rigid/difference.h"
#include "rigid/gjk.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <string.h>

enum { RAYS = 64 };                  /* of one refinement to the least depth, at most */
static const double in_line = 1e-14; /* sine of an angle that is rounding */

typedef struct search {
    trama_difference pair;
    double tolerance; /* m */
    int iterations, most;
    bool boolean, lean; /* lean: nothing is kept either */
} search;

/* A triangle of the difference that a ray from inside leaves through; at the end, in its surface.
 */
typedef struct portal {
    trama_vertex p[3];
    vec n;    /* outward; unit at the end of a search for a depth */
    double h; /* m: of the support along n */
} portal;

trama_mpr_options trama_mpr_default(void)
{
    return (trama_mpr_options){TRAMA_MPR_LEAST, 1e-9, 100};
}

INLINE bool counted(search *s)
{
    return ++s->iterations <= s->most;
}

/* ---- One ray, from `inside` (a point of the difference) along r. It is compiled twice, since
 * whoever asks for no more than whether the shapes overlap (`lean`) needs neither points nor
 * normals. */

/* Normal and support along it, of a portal that is no triangle: the surface is met in v. */
INLINE trama_mpr_status end_at(portal *found, vec n, trama_vertex v, bool lean)
{
    if (lean)
        return dot(n, v.v) < 0.0 ? TRAMA_MPR_APART : TRAMA_MPR_HIT;
    const double length = sqrt(dot(n, n));
    found->n = scaled(1.0 / length, n);
    found->h = dot(found->n, v.v);
    found->p[0] = found->p[1] = found->p[2] = v;
    return found->h < 0.0 ? TRAMA_MPR_APART : TRAMA_MPR_HIT;
}

/* Three support points whose triangle the ray goes through. APART: the origin is beyond a support
 * plane. *ended: the ray goes through the first support point itself. */
INLINE trama_mpr_status find_portal(search *s, vec inside, vec r, portal *found, bool *ended,
                                    bool lean)
{
    trama_vertex *p = found->p;
    *ended = true;
    p[0] = trama_difference_support(&s->pair, r);
    if (dot(p[0].v, r) < 0.0)
        return end_at(found, r, p[0], lean);
    vec n = cross(r, p[0].v);
    if (dot(n, n) <= in_line * in_line * dot(r, r) * dot(p[0].v, p[0].v))
        return end_at(found, r, p[0], lean);
    p[1] = trama_difference_support(&s->pair, n);
    if (dot(p[1].v, n) < 0.0)
        return end_at(found, n, p[1], lean);
    n = cross(minus(p[0].v, inside), minus(p[1].v, inside));
    if (dot(n, r) < 0.0) { /* the ray must be on the side to which n points */
        const trama_vertex swap = p[0];
        p[0] = p[1];
        p[1] = swap;
        n = scaled(-1.0, n);
    }
    while (counted(s)) {
        if (dot(n, n) == 0.0)
            return end_at(found, r, trama_difference_support(&s->pair, r), lean);
        p[2] = trama_difference_support(&s->pair, n);
        if (dot(p[2].v, n) < 0.0)
            return end_at(found, n, p[2], lean);
        const vec across = cross(p[2].v, r);
        if (dot(p[0].v, across) > 0.0) /* the ray passes outside of p0, p2 */
            p[1] = p[2];
        else if (dot(p[1].v, across) < 0.0) /* outside of p2, p1 */
            p[0] = p[2];
        else {
            *ended = false;
            return TRAMA_MPR_HIT;
        }
        n = cross(minus(p[0].v, inside), minus(p[1].v, inside));
    }
    end_at(found, r, trama_difference_support(&s->pair, r), lean);
    return TRAMA_MPR_UNDECIDED;
}

/* Replaces one of the portal's points by a new one beyond it, so that the ray still goes through.
 */
INLINE void push(portal *found, vec r, const trama_vertex *beyond)
{
    trama_vertex *p = found->p;
    const vec across = cross(r, beyond->v);
    if (dot(p[0].v, across) > 0.0)
        p[dot(p[1].v, across) > 0.0 ? 0 : 2] = *beyond;
    else
        p[dot(p[2].v, across) > 0.0 ? 1 : 0] = *beyond;
}

/* The portal with unit normal, and the support along it. */
INLINE trama_mpr_status finish(portal *found, vec n, double square, const trama_vertex *v,
                               trama_mpr_status status, bool lean)
{
    if (lean)
        return status;
    found->n = scaled(1.0 / sqrt(square), n);
    found->h = dot(found->n, v->v);
    return status;
}

/* Pushes the portal outwards: until the origin is decided upon (boolean), or to the surface. */
INLINE trama_mpr_status refine_portal(search *s, vec r, portal *found, bool lean)
{
    trama_vertex *p = found->p;
    for (;;) {
        const vec n = cross(minus(p[1].v, p[0].v), minus(p[2].v, p[0].v));
        const double square = dot(n, n);
        if (square == 0.0)
            return end_at(found, r, trama_difference_support(&s->pair, r), lean);
        if ((lean || s->boolean) && dot(n, p[0].v) >= 0.0)
            return TRAMA_MPR_HIT;
        const trama_vertex v = trama_difference_support(&s->pair, n);
        const double above = dot(n, v.v);
        if (above < 0.0)
            return finish(found, n, square, &v, TRAMA_MPR_APART, lean);
        const double pushed = above - dot(n, p[0].v);
        if (pushed <= 0.0 || pushed * pushed <= s->tolerance * s->tolerance * square)
            return finish(found, n, square, &v, TRAMA_MPR_HIT, lean);
        if (!counted(s))
            return finish(found, n, square, &v, TRAMA_MPR_UNDECIDED, lean);
        push(found, r, &v);
    }
}

INLINE trama_mpr_status cast_as(search *s, vec inside, vec r, portal *found, bool lean)
{
    bool ended;
    const trama_mpr_status status = find_portal(s, inside, r, found, &ended, lean);
    return ended ? status : refine_portal(s, r, found, lean);
}

static trama_mpr_status cast(search *s, vec inside, vec r, portal *found)
{
    return cast_as(s, inside, r, found, false);
}

/* Whether the origin is inside, and no more. */
static trama_mpr_status cast_lean(search *s, vec inside, vec r)
{
    portal found;
    return cast_as(s, inside, r, &found, true);
}

/* ---- The least depth. */

static void try_direction(search *s, vec n, portal *least)
{
    const trama_vertex v = trama_difference_support(&s->pair, n);
    const double h = dot(v.v, n);
    if (h < least->h)
        *least = (portal){{v, v, v}, n, h};
}

static void try_axes(search *s, portal *least)
{
    const double(*r)[3] = (const double(*)[3])s->pair.r;
    const double side[2] = {1.0, -1.0};
    for (int k = 0; k < 2; k++) {
        try_direction(s, (vec){side[k], 0.0, 0.0}, least);
        try_direction(s, (vec){0.0, side[k], 0.0}, least);
        try_direction(s, (vec){0.0, 0.0, side[k]}, least);
        for (int i = 0; i < 3; i++)
            try_direction(s, scaled(side[k], (vec){r[0][i], r[1][i], r[2][i]}), least);
    }
}

/* Weights of the portal's points, of sum 1, where a line through the origin along r meets it; false
 * if that is not within it. */
static bool weigh(const portal *found, vec r, double weight[3])
{
    const trama_vertex *p = found->p;
    double sum = 0.0;
    for (int i = 0; i < 3; i++) {
        weight[i] = dot(cross(p[(i + 1) % 3].v, p[(i + 2) % 3].v), r);
        sum += weight[i];
    }
    if (!(sum > 0.0)) {
        weight[0] = weight[1] = weight[2] = 1.0 / 3.0;
        return false;
    }
    for (int i = 0; i < 3; i++)
        weight[i] /= sum;
    return weight[0] >= 0.0 && weight[1] >= 0.0 && weight[2] >= 0.0;
}

/* On a curved surface the normals of one ray after the other come nearer by a nearly constant
 * ratio: tries where their sequence leads (Aitken 1926). `before`, `along` and `least->n` follow
 * each other. */
static void try_limit(search *s, vec before, vec along, portal *least)
{
    const vec first = minus(along, before), second = minus(least->n, along);
    const double square = dot(first, first), ratio = dot(first, second) / square;
    if (!(square > 0.0) || !(ratio > 0.1 && ratio < 0.999))
        return;
    const vec n = plus_scaled(least->n, ratio / (1.0 - ratio), second);
    try_direction(s, scaled(1.0 / sqrt(dot(n, n)), n), least);
}

/* Rays along the normal, from face to face, as long as the depth falls. */
static trama_mpr_status descend(search *s, portal *least)
{
    const vec origin = {0.0, 0.0, 0.0};
    vec along = least->n;
    double weight[3];
    for (int ray = 0; ray < RAYS; ray++) {
        portal next;
        if (weigh(least, least->n, weight))
            return TRAMA_MPR_HIT;
        const vec before = along;
        along = least->n;
        s->iterations = 0;
        const trama_mpr_status status = cast(s, origin, along, &next);
        if (status == TRAMA_MPR_UNDECIDED)
            return status;
        const bool lower = next.h < least->h - s->tolerance;
        if (next.h <= least->h + s->tolerance)
            *least = next;
        if (!lower || status == TRAMA_MPR_APART)
            return TRAMA_MPR_HIT;
        if (ray > 1)
            try_limit(s, before, along, least);
    }
    return TRAMA_MPR_UNDECIDED;
}

/* ---- A pair. */

/* Whether the last direction still parts the pair. */
static bool still_apart(search *s, const trama_mpr_memory *memory, portal *found)
{
    const vec n = {memory->normal[0], memory->normal[1], memory->normal[2]};
    if (dot(n, n) == 0.0)
        return false;
    *found = (portal){.h = TRAMA_INFINITY};
    try_direction(s, n, found);
    return found->h < 0.0;
}

/* Whether the shapes overlap, and the portal of the line of their origins, along *ray. */
static trama_mpr_status overlap(search *s, portal *found, vec *ray)
{
    const double reach = s->pair.a->radius + s->pair.b->radius;
    const double square = dot(s->pair.x, s->pair.x);
    *ray = scaled(-1.0, s->pair.x);
    if (square > reach * reach) {
        const double distance = sqrt(square);
        *found = (portal){.n = scaled(1.0 / distance, *ray), .h = reach - distance};
        return TRAMA_MPR_APART;
    }
    if (square > DBL_EPSILON * DBL_EPSILON * reach * reach)
        return s->lean ? cast_lean(s, s->pair.x, *ray) : cast(s, s->pair.x, *ray, found);
    *ray = (vec){1.0, 0.0, 0.0}; /* the centres coincide: any direction will do */
    if (s->boolean)
        return TRAMA_MPR_HIT;
    return cast(s, (vec){0.0, 0.0, 0.0}, *ray, found);
}

/* From the portal that is found, or the last normal, or an axis, whichever is least. */
static trama_mpr_status find_least(search *s, const trama_mpr_memory *memory, portal *found)
{
    if (memory) {
        const vec n = {memory->normal[0], memory->normal[1], memory->normal[2]};
        if (dot(n, n) > 0.0)
            try_direction(s, n, found);
    }
    try_axes(s, found);
    const trama_mpr_status status = descend(s, found);
    return found->h < 0.0 ? TRAMA_MPR_APART : status;
}

static void place_points(const portal *found, vec line, const double margin[2],
                         const trama_pose *pose_a, trama_mpr_result *result)
{
    double weight[3];
    vec a = {0.0, 0.0, 0.0}, difference = {0.0, 0.0, 0.0};
    weigh(found, line, weight);
    for (int i = 0; i < 3; i++) {
        a = plus_scaled(a, weight[i], found->p[i].a);
        difference = plus_scaled(difference, weight[i], found->p[i].v);
    }
    trama_difference_place(pose_a, plus_scaled(a, -margin[0], found->n), result->a);
    trama_difference_place(pose_a, plus_scaled(plus(a, difference), margin[1], found->n),
                           result->b);
}

/* Round shapes: their cores have flat faces or none, and the margins add to any depth. Where the
 * cores are apart, their distance is what is looked for. True: the result is complete. */
static bool take_cores(search *s, const trama_pose *pose_a, const trama_pose *pose_b, portal *found,
                       double margin[2], trama_mpr_result *result)
{
    const trama_convex *a = s->pair.a, *b = s->pair.b;
    margin[0] = a->type->margin ? a->type->margin(a) : 0.0;
    margin[1] = b->type->margin ? b->type->margin(b) : 0.0;
    if (margin[0] + margin[1] == 0.0)
        return false;
    const trama_gjk_result apart = trama_gjk(a, pose_a, b, pose_b, TRAMA_INFINITY);
    if (apart.found) {
        result->depth = -apart.distance;
        memcpy(result->normal, apart.normal, sizeof result->normal);
        memcpy(result->a, apart.a, sizeof result->a);
        memcpy(result->b, apart.b, sizeof result->b);
        return true;
    }
    if (a->type->core)
        s->pair.support_a = a->type->core;
    if (b->type->core)
        s->pair.support_b = b->type->core;
    const trama_vertex v = trama_difference_support(&s->pair, found->n);
    *found = (portal){{v, v, v}, found->n, dot(found->n, v.v)};
    return false;
}

trama_mpr_result trama_mpr(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                           const trama_pose *pose_b, const trama_mpr_options *options,
                           trama_mpr_memory *memory)
{
    trama_mpr_result result = {.status = TRAMA_MPR_APART};
    const double smaller = a->radius < b->radius ? a->radius : b->radius;
    search s = {.tolerance =
                    options->tolerance * smaller + 4.0 * DBL_EPSILON * (a->radius + b->radius),
                .most = options->iterations,
                .boolean = options->depth == TRAMA_MPR_BOOLEAN,
                .lean = options->depth == TRAMA_MPR_BOOLEAN && !memory};
    portal found;
    vec line = {0.0, 0.0, 0.0};
    double margin[2] = {0.0, 0.0};
    trama_difference_set(&s.pair, a, pose_a, b, pose_b);
    if (memory) {
        s.pair.hint_a = memory->hint[0];
        s.pair.hint_b = memory->hint[1];
    }
    if (!memory || !still_apart(&s, memory, &found))
        result.status = overlap(&s, &found, &line);
    result.iterations = s.iterations;
    if (s.lean || (s.boolean && result.status != TRAMA_MPR_APART))
        return result;
    if (options->depth == TRAMA_MPR_LEAST && result.status == TRAMA_MPR_HIT) {
        if (take_cores(&s, pose_a, pose_b, &found, margin, &result))
            return result;
        result.status = find_least(&s, memory, &found);
        line = found.n;
    }
    trama_difference_turn(pose_a, scaled(-1.0, found.n), result.normal);
    result.depth = found.h + margin[0] + margin[1];
    if (result.status == TRAMA_MPR_HIT)
        place_points(&found, line, margin, pose_a, &result);
    if (memory)
        *memory =
            (trama_mpr_memory){{found.n.x, found.n.y, found.n.z}, {s.pair.hint_a, s.pair.hint_b}};
    return result;
}
