#include "rigid/gjk.h"
#include "rigid/difference.h"
#include "rigid/pose.h"

#include <float.h>
#include <math.h>

enum { ITERATIONS = 100 };

/* Up to four points of the difference, and the weights of the point of their hull that is nearest
 * to the origin. */
typedef struct simplex {
    trama_vertex p[4];
    double weight[4];
    int count;
} simplex;

/* A part of a simplex, whose points stay where they are, and its point that is nearest to the
 * origin. */
typedef struct part {
    const trama_vertex *p[3];
    double weight[3];
    int count; /* 4: the origin is inside of all */
    vec v;
} part;

static part combined_part(part s)
{
    s.v = (vec){0.0, 0.0, 0.0};
    for (int i = 0; i < s.count; i++)
        s.v = plus_scaled(s.v, s.weight[i], s.p[i]->v);
    return s;
}

static part of_one(const trama_vertex *p)
{
    return combined_part((part){{p}, {1.0}, 1, p->v});
}

static part of_two(const trama_vertex *p, const trama_vertex *q)
{
    const vec line = minus(q->v, p->v);
    const double square = dot(line, line), along = -dot(p->v, line);
    if (along <= 0.0)
        return of_one(p);
    if (along >= square)
        return of_one(q);
    return combined_part((part){{p, q}, {1.0 - along / square, along / square}, 2, p->v});
}

static part nearer(part s, part t)
{
    return dot(t.v, t.v) < dot(s.v, s.v) ? t : s;
}

/* The nearest point of a triangle: inside if all weights are positive, else on an edge. */
static part of_three(const trama_vertex *const p[3])
{
    const vec n = cross(minus(p[1]->v, p[0]->v), minus(p[2]->v, p[0]->v));
    double weight[3], square = dot(n, n);
    bool inside = square > 0.0;
    for (int i = 0; i < 3; i++) {
        weight[i] = dot(cross(p[(i + 1) % 3]->v, p[(i + 2) % 3]->v), n);
        inside = inside && weight[i] > 0.0;
    }
    if (inside) {
        const double sum = weight[0] + weight[1] + weight[2];
        return combined_part((part){
            {p[0], p[1], p[2]}, {weight[0] / sum, weight[1] / sum, weight[2] / sum}, 3, p[0]->v});
    }
    const part s = nearer(of_two(p[0], p[1]), of_two(p[1], p[2]));
    return nearer(s, of_two(p[2], p[0]));
}

/* Of a tetrahedron: the nearest point of the faces that have the origin outside. */
static part of_four(const trama_vertex p[4])
{
    part best = {.count = 4, .v = {0.0, 0.0, 0.0}};
    for (int i = 0; i < 4; i++) {
        const trama_vertex *face[3] = {&p[(i + 1) % 4], &p[(i + 2) % 4], &p[(i + 3) % 4]};
        const vec n = cross(minus(face[1]->v, face[0]->v), minus(face[2]->v, face[0]->v));
        const double origin = -dot(n, face[0]->v), opposite = dot(n, minus(p[i].v, face[0]->v));
        if (origin * opposite > 0.0)
            continue;
        const part s = of_three(face);
        best = best.count == 4 ? s : nearer(best, s);
    }
    return best;
}

static part nearest(const simplex *s)
{
    const trama_vertex *const p[3] = {&s->p[0], &s->p[1], &s->p[2]};
    if (s->count == 1)
        return of_one(p[0]);
    if (s->count == 2)
        return of_two(p[0], p[1]);
    return s->count == 3 ? of_three(p) : of_four(s->p);
}

/* What is left of it is its part alone. */
static void keep_part(simplex *s, const part *kept)
{
    simplex left = {.count = kept->count};
    for (int i = 0; i < kept->count; i++) {
        left.p[i] = *kept->p[i];
        left.weight[i] = kept->weight[i];
    }
    *s = left;
}

static bool has(const simplex *s, vec v)
{
    for (int i = 0; i < s->count; i++)
        if (s->p[i].v.x == v.x && s->p[i].v.y == v.y && s->p[i].v.z == v.z)
            return true;
    return false;
}

/* Points and normal of the shapes, from those of the cores. */
static void finish(const trama_pose *pose_a, const simplex *s, vec v, double margin_a,
                   double margin_b, trama_gjk_result *result)
{
    const double distance = sqrt(dot(v, v));
    const vec n = scaled(1.0 / distance, v);
    vec a = {0.0, 0.0, 0.0};
    for (int i = 0; i < s->count; i++)
        a = plus_scaled(a, s->weight[i], s->p[i].a);
    result->found = true;
    result->distance = distance - margin_a - margin_b;
    trama_difference_turn(pose_a, n, result->normal);
    trama_difference_place(pose_a, plus_scaled(a, margin_a, n), result->a);
    trama_difference_place(pose_a, plus_scaled(plus(a, v), -margin_b, n), result->b);
}

/* Of two balls: the difference of their cores is one point, where the search would end. */
static trama_gjk_result of_balls(const trama_convex *a, const trama_pose *pose_a,
                                 const trama_convex *b, const trama_pose *pose_b)
{
    const double radius_a = a->type->margin(a), radius_b = b->type->margin(b),
                 rounding = 16.0 * DBL_EPSILON * (radius_a + radius_b);
    const vec origin = {0.0, 0.0, 0.0},
              v = plus(turned_back(pose_a, minus(vec_of(pose_b->x), vec_of(pose_a->x))), origin);
    const simplex s = {{{v, origin}}, {1.0}, 1};
    const double square = dot(v, v);
    trama_gjk_result result = {.least = -radius_a - radius_b, .iterations = 1};
    if (square <= rounding * rounding)
        return result;
    result.converged = true;
    result.least = fmax(result.least, square / sqrt(square) - radius_a - radius_b);
    finish(pose_a, &s, v, radius_a, radius_b, &result);
    return result;
}

trama_gjk_result trama_gjk(const trama_convex *a, const trama_pose *pose_a, const trama_convex *b,
                           const trama_pose *pose_b, double enough)
{
    if (!a->type->face && !b->type->face)
        return of_balls(a, pose_a, b, pose_b);
    const double margin_a = a->type->margin ? a->type->margin(a) : 0.0,
                 margin_b = b->type->margin ? b->type->margin(b) : 0.0;
    trama_gjk_result result = {.least = -margin_a - margin_b};
    trama_difference pair;
    trama_difference_set(&pair, a, pose_a, b, pose_b);
    pair.support_a = a->type->core ? a->type->core : a->type->support;
    pair.support_b = b->type->core ? b->type->core : b->type->support;
    const double rounding = 16.0 * DBL_EPSILON * (a->radius + b->radius);
    const vec start = dot(pair.x, pair.x) > 0.0 ? pair.x : (vec){1.0, 0.0, 0.0};
    simplex s = {{trama_difference_support(&pair, scaled(-1.0, start))}, {1.0}, 1};
    vec v = s.p[0].v;
    while (++result.iterations <= ITERATIONS) {
        const double square = dot(v, v);
        if (square <= rounding * rounding)
            return result;
        const trama_vertex w = trama_difference_support(&pair, scaled(-1.0, v));
        const double distance = sqrt(square);
        const double proved = dot(v, w.v) / distance - margin_a - margin_b;
        if (proved > result.least)
            result.least = proved;
        result.converged =
            square - dot(v, w.v) <= 1e-12 * square + rounding * distance || has(&s, w.v);
        if (result.converged || result.least > enough)
            break;
        s.p[s.count++] = w;
        const part next = nearest(&s);
        const bool inside = next.count == 4, parted = result.least + margin_a + margin_b > rounding;
        if (inside && !parted)
            return result;
        if (inside || dot(next.v, next.v) >= square) { /* rounding has the last word */
            s.count--;
            result.converged = true;
            break;
        }
        keep_part(&s, &next);
        v = next.v;
    }
    finish(pose_a, &s, v, margin_a, margin_b, &result);
    return result;
}
