#include "rigid/mpr_published.h"

#include <math.h>
#include <stdbool.h>

static const float collide_epsilon = 1e-3F;  /* m, absolute */
static const float coincident_shift = 1e-5F; /* m, along x */

typedef struct vec3 {
    float x, y, z;
} vec3;

/* A point of B - A and the points of both that it is made of: v, v1, v2 of the listing. */
typedef struct vertex {
    vec3 v, a, b;
} vertex;

typedef struct search {
    const trama_convex *a, *b;
    const trama_pose *pose_a, *pose_b;
    vertex v0, v1, v2, v3;
    int iterations;
    trama_mpr_result *result;
} search;

static vec3 minus(vec3 a, vec3 b)
{
    return (vec3){a.x - b.x, a.y - b.y, a.z - b.z};
}
static vec3 times(float c, vec3 a)
{
    return (vec3){c * a.x, c * a.y, c * a.z};
}
static float dot(vec3 a, vec3 b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z;
}
static vec3 cross(vec3 a, vec3 b)
{
    return (vec3){a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}
static bool is_zero(vec3 a)
{
    return a.x == 0.0F && a.y == 0.0F && a.z == 0.0F;
}

/* Geometry_GetSupport: in the world. */
static vec3 support_of(const trama_convex *shape, const trama_pose *pose, vec3 d)
{
    const double world[3] = {(double)d.x, (double)d.y, (double)d.z};
    double local[3], point[3];
    float placed[3];
    for (int i = 0; i < 3; i++)
        local[i] =
            pose->axes[0][i] * world[0] + pose->axes[1][i] * world[1] + pose->axes[2][i] * world[2];
    shape->type->support(shape, local, NULL, point);
    for (int i = 0; i < 3; i++)
        placed[i] = (float)(pose->axes[i][0] * point[0] + pose->axes[i][1] * point[1] +
                            pose->axes[i][2] * point[2]) +
                    (float)pose->x[i];
    return (vec3){placed[0], placed[1], placed[2]};
}

static vertex support(const search *s, vec3 n)
{
    vertex v;
    v.a = support_of(s->a, s->pose_a, times(-1.0F, n));
    v.b = support_of(s->b, s->pose_b, n);
    v.v = minus(v.b, v.a);
    return v;
}

static bool end(search *s, trama_mpr_status status, vec3 n)
{
    const float length = sqrtf(dot(n, n));
    const vec3 unit = length > 0.0F ? times(-1.0F / length, n) : n;
    s->result->status = status;
    s->result->normal[0] = (double)unit.x;
    s->result->normal[1] = (double)unit.y;
    s->result->normal[2] = (double)unit.z;
    return false;
}

static void put_points(search *s, vec3 a, vec3 b)
{
    const float pa[3] = {a.x, a.y, a.z}, pb[3] = {b.x, b.y, b.z};
    for (int i = 0; i < 3; i++) {
        s->result->a[i] = (double)pa[i];
        s->result->b[i] = (double)pb[i];
    }
}

/* Up to three points, or the answer (false). */
static bool begin(search *s)
{
    const vec3 t1 = {(float)s->pose_a->x[0], (float)s->pose_a->x[1], (float)s->pose_a->x[2]},
               t2 = {(float)s->pose_b->x[0], (float)s->pose_b->x[1], (float)s->pose_b->x[2]};
    s->v0 = (vertex){minus(t2, t1), t1, t2};
    if (is_zero(s->v0.v))
        s->v0.v.x = coincident_shift;
    vec3 n = times(-1.0F, s->v0.v);
    s->v1 = support(s, n);
    if (dot(s->v1.v, n) <= 0.0F)
        return end(s, TRAMA_MPR_APART, n);
    n = cross(s->v1.v, s->v0.v);
    if (is_zero(n)) {
        put_points(s, s->v1.a, s->v1.b);
        return end(s, TRAMA_MPR_HIT, minus(s->v1.v, s->v0.v));
    }
    s->v2 = support(s, n);
    return dot(s->v2.v, n) > 0.0F || end(s, TRAMA_MPR_APART, n);
}

/* Phase one. */
static bool find_portal(search *s)
{
    vec3 n = cross(minus(s->v1.v, s->v0.v), minus(s->v2.v, s->v0.v));
    if (dot(n, s->v0.v) > 0.0F) {
        const vertex swap = s->v1;
        s->v1 = s->v2;
        s->v2 = swap;
        n = times(-1.0F, n);
    }
    while (++s->iterations <= TRAMA_MPR_PUBLISHED_BOUND) {
        s->v3 = support(s, n);
        if (dot(s->v3.v, n) <= 0.0F)
            return end(s, TRAMA_MPR_APART, n);
        if (dot(cross(s->v1.v, s->v3.v), s->v0.v) < 0.0F) {
            s->v2 = s->v3;
            n = cross(minus(s->v1.v, s->v0.v), minus(s->v3.v, s->v0.v));
        } else if (dot(cross(s->v3.v, s->v2.v), s->v0.v) < 0.0F) {
            s->v1 = s->v3;
            n = cross(minus(s->v3.v, s->v0.v), minus(s->v2.v, s->v0.v));
        } else
            return true;
    }
    return end(s, TRAMA_MPR_UNDECIDED, n);
}

static vec3 mean(const vec3 p[4], const float weight[4], float inverse)
{
    vec3 sum = {0.0F, 0.0F, 0.0F};
    for (int i = 0; i < 4; i++) {
        sum.x += weight[i] * p[i].x;
        sum.y += weight[i] * p[i].y;
        sum.z += weight[i] * p[i].z;
    }
    return times(inverse, sum);
}

/* The origin's weights in the tetrahedron, or in the portal if it has no volume. */
static void find_points(search *s, vec3 n)
{
    const vec3 v0 = s->v0.v, v1 = s->v1.v, v2 = s->v2.v, v3 = s->v3.v;
    float b[4] = {dot(cross(v1, v2), v3), dot(cross(v3, v2), v0), dot(cross(v0, v1), v3),
                  dot(cross(v2, v1), v0)};
    float sum = b[0] + b[1] + b[2] + b[3];
    if (sum <= 0.0F) {
        b[0] = 0.0F;
        b[1] = dot(cross(v2, v3), n);
        b[2] = dot(cross(v3, v1), n);
        b[3] = dot(cross(v1, v2), n);
        sum = b[1] + b[2] + b[3];
    }
    const vec3 a_points[4] = {s->v0.a, s->v1.a, s->v2.a, s->v3.a},
               b_points[4] = {s->v0.b, s->v1.b, s->v2.b, s->v3.b};
    put_points(s, mean(a_points, b, 1.0F / sum), mean(b_points, b, 1.0F / sum));
}

/* d1, d2, d3 of the listing. */
static void push(search *s, const vertex *v4)
{
    const float d1 = dot(cross(v4->v, s->v1.v), s->v0.v), d2 = dot(cross(v4->v, s->v2.v), s->v0.v),
                d3 = dot(cross(v4->v, s->v3.v), s->v0.v);
    if (d1 < 0.0F)
        *(d2 < 0.0F ? &s->v1 : &s->v3) = *v4;
    else
        *(d3 < 0.0F ? &s->v2 : &s->v1) = *v4;
}

/* Phase two. */
static void refine(search *s)
{
    bool hit = false;
    vec3 n = {0.0F, 0.0F, 0.0F};
    while (++s->iterations <= TRAMA_MPR_PUBLISHED_BOUND) {
        n = cross(minus(s->v2.v, s->v1.v), minus(s->v3.v, s->v1.v));
        if (is_zero(n)) { /* an assertion in the listing, and a collision */
            end(s, TRAMA_MPR_HIT, n);
            return;
        }
        n = times(1.0F / sqrtf(dot(n, n)), n);
        if (dot(n, s->v1.v) >= 0.0F && !hit) {
            find_points(s, n);
            hit = true;
        }
        const vertex v4 = support(s, n);
        if (dot(minus(v4.v, s->v3.v), n) <= collide_epsilon || dot(v4.v, n) <= 0.0F) {
            end(s, hit ? TRAMA_MPR_HIT : TRAMA_MPR_APART, n);
            return;
        }
        push(s, &v4);
    }
    end(s, TRAMA_MPR_UNDECIDED, n);
}

trama_mpr_result trama_mpr_published(const trama_convex *a, const trama_pose *pose_a,
                                     const trama_convex *b, const trama_pose *pose_b)
{
    trama_mpr_result result = {.status = TRAMA_MPR_APART};
    search s = {.a = a, .b = b, .pose_a = pose_a, .pose_b = pose_b, .result = &result};
    if (begin(&s) && find_portal(&s))
        refine(&s);
    result.iterations = s.iterations;
    for (int i = 0; i < 3; i++)
        result.depth -= (result.b[i] - result.a[i]) * result.normal[i];
    return result;
}
