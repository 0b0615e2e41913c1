#include "interaction/barrier_distance.h"

#include "interaction/barrier_convex.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

/* ---- The distance. */

/* How the weights change with a free parameter of the closest points: both parameters of two edges,
 * or those of the sides of the face that meet in one of its corners. */
typedef struct parameters {
    int count;
    double rate[2][4];
} parameters;

/* A point this near to the end of a side, in parts of the side, is at the end.
 */
static const double at_end = 1e-10;

static parameters parameters_of_edges(const double weight[4])
{
    parameters p = {0};
    for (int edge = 0; edge < 4; edge += 2)
        if (fabs(weight[edge]) > at_end && fabs(weight[edge + 1]) > at_end) {
            p.rate[p.count][edge] = edge == 0 ? -1.0 : 1.0;
            p.rate[p.count++][edge + 1] = edge == 0 ? 1.0 : -1.0;
        }
    return p;
}

static parameters parameters_of_face(const double weight[4])
{
    parameters p = {0};
    int first = 0;
    for (int i = 1; i < 4; i++) {
        if (!(fabs(weight[i]) > at_end))
            continue;
        if (first > 0) {
            p.rate[p.count][first] = 1.0;
            p.rate[p.count++][i] = -1.0;
        } else {
            first = i;
        }
    }
    return p;
}

static void combine(const trama_four *points, const double weight[4], double sum[3])
{
    for (int axis = 0; axis < 3; axis++)
        sum[axis] = weight[0] * points->x[0][axis] + weight[1] * points->x[1][axis] +
                    weight[2] * points->x[2][axis] + weight[3] * points->x[3][axis];
}

/* Takes along direction a what the others have of it, and gives it the length 1; false: nothing is
 * left, as of parallel edges. `turn` follows, by (sum_a turn[a] e_a).g_k = rate[k] for the
 * directions g_k = sum_i rate[k][i] x_i before. */
static bool add_direction(trama_distance *at, const double rate[4], const double direction[3])
{
    const int a = at->slides;
    double rest[3], turn[4];
    memcpy(rest, direction, sizeof rest);
    memcpy(turn, rate, sizeof turn);
    for (int b = 0; b < a; b++) {
        const double part = dot3(direction, at->along[b]);
        for (int axis = 0; axis < 3; axis++)
            rest[axis] -= part * at->along[b][axis];
        for (int i = 0; i < 4; i++)
            turn[i] -= part * at->turn[b][i];
    }
    const double length = sqrt(dot3(rest, rest));
    if (!(length > 1e-8 * sqrt(dot3(direction, direction))))
        return false;
    for (int axis = 0; axis < 3; axis++)
        at->along[a][axis] = rest[axis] / length;
    for (int i = 0; i < 4; i++)
        at->turn[a][i] = turn[i] / length;
    at->slides++;
    return true;
}

trama_distance trama_distance_of(const trama_four *points, const trama_proximity *closest,
                                 bool edges)
{
    trama_distance at = {.d = sqrt(closest->squared)};
    const parameters p =
        edges ? parameters_of_edges(closest->weight) : parameters_of_face(closest->weight);
    memcpy(at.weight, closest->weight, sizeof at.weight);
    combine(points, at.weight, at.normal);
    const double length = sqrt(dot3(at.normal, at.normal));
    for (int axis = 0; axis < 3; axis++)
        at.normal[axis] /= length;
    for (int k = 0; k < p.count; k++) {
        double direction[3];
        combine(points, p.rate[k], direction);
        add_direction(&at, p.rate[k], direction);
    }
    return at;
}

static void distance_gradient(const trama_distance *at, double gradient[12])
{
    for (int i = 0; i < 4; i++)
        for (int axis = 0; axis < 3; axis++)
            gradient[3 * i + axis] = at->weight[i] * at->normal[axis];
}

/* The part of a motion across n and all e_a, as a matrix. */
static void across(const trama_distance *at, double t[3][3])
{
    for (int r = 0; r < 3; r++)
        for (int c = 0; c < 3; c++) {
            t[r][c] = (r == c ? 1.0 : 0.0) - at->normal[r] * at->normal[c];
            for (int a = 0; a < at->slides; a++)
                t[r][c] -= at->along[a][r] * at->along[a][c];
        }
}

/* Adds c times the second derivatives of d: the form in trama_distance, point by point. */
static void add_distance_hessian(const trama_distance *at, double c, double hessian[12][12])
{
    double t[3][3];
    across(at, t);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            const int p = i / 3, q = j / 3, r = i % 3, s = j % 3;
            double sum = at->weight[p] * at->weight[q] * t[r][s] / at->d;
            for (int a = 0; a < at->slides; a++) {
                const double slide = at->weight[p] * at->along[a][r],
                             other = at->weight[q] * at->along[a][s],
                             turn = at->turn[a][p] * at->normal[r],
                             turned = at->turn[a][q] * at->normal[s];
                sum -= slide * turned + turn * other + at->d * (turn * turned);
            }
            hessian[i][j] += c * sum;
        }
}

/* ---- The barrier. */

/* By the series of the inverse hyperbolic tangent: the C library's logarithm is not the same
 * everywhere. Error below 3e-16 of the larger of |ln x| and x - 1.
 */
static double natural_log(double x)
{
    static const double ln2 = 0.693147180559945309417;
    int exponent;
    double m = frexp(x, &exponent), sum = 0.0;
    if (m < 0.70710678118654752) {
        m *= 2.0;
        exponent--;
    }
    const double z = (m - 1.0) / (m + 1.0);
    for (int k = 23; k >= 1; k -= 2)
        sum = sum * z * z + 1.0 / k;
    return exponent * ln2 + 2.0 * z * sum;
}

trama_barrier_value trama_barrier_of(double d, double dhat)
{
    if (!(d < dhat))
        return (trama_barrier_value){0};
    const double gap = d - dhat, log = natural_log(d / dhat), ratio = gap / d;
    return (trama_barrier_value){.b = -gap * gap * log,
                                 .first = -gap * (2.0 * log + ratio),
                                 .second = -2.0 * log - 4.0 * ratio + ratio * ratio};
}

/* ---- The mollifier. */

/* c = |u x v|^2 = |u|^2 |v|^2 - (u.v)^2, with derivatives by u and v. */
typedef struct parallel {
    double u[3], v[3], uu, vv, uv, c;
} parallel;

static parallel parallel_of(const trama_four *x)
{
    parallel p;
    double product[3];
    for (int axis = 0; axis < 3; axis++) {
        p.u[axis] = x->x[1][axis] - x->x[0][axis];
        p.v[axis] = x->x[3][axis] - x->x[2][axis];
    }
    cross3(p.u, p.v, product);
    p.uu = dot3(p.u, p.u);
    p.vv = dot3(p.v, p.v);
    p.uv = dot3(p.u, p.v);
    p.c = dot3(product, product);
    return p;
}

static void parallel_gradient(const parallel *p, double gradient[12])
{
    for (int axis = 0; axis < 3; axis++) {
        gradient[3 + axis] = 2.0 * (p->vv * p->u[axis] - p->uv * p->v[axis]);
        gradient[9 + axis] = 2.0 * (p->uu * p->v[axis] - p->uv * p->u[axis]);
        gradient[axis] = -gradient[3 + axis];
        gradient[6 + axis] = -gradient[9 + axis];
    }
}

/* d2c by component r of the first and s of the second edge that are named (0: u, 1: v). */
static double parallel_second(const parallel *p, int first, int second, int r, int s)
{
    const double same = r == s ? 1.0 : 0.0;
    if (first == 0 && second == 0)
        return 2.0 * (p->vv * same - p->v[r] * p->v[s]);
    if (first == 1 && second == 1)
        return 2.0 * (p->uu * same - p->u[r] * p->u[s]);
    const double ur = first == 0 ? p->u[r] : p->v[r], vs = first == 0 ? p->v[s] : p->u[s],
                 vr = first == 0 ? p->v[r] : p->u[r], us = first == 0 ? p->u[s] : p->v[s];
    return 4.0 * ur * vs - 2.0 * vr * us - 2.0 * p->uv * same;
}

static void add_parallel_hessian(const parallel *p, double c, double hessian[12][12])
{
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++) {
            const double sign = (i / 3 + j / 3) % 2 == 0 ? c : -c;
            hessian[i][j] += sign * parallel_second(p, i / 6, j / 6, i % 3, j % 3);
        }
}

/* ---- A pair. */

static void set_hessian(const trama_distance *at, trama_barrier_value b, const double slope[12],
                        double hessian[12][12])
{
    memset(hessian, 0, 12 * sizeof *hessian);
    trama_add_products(b.second, slope, slope, hessian);
    add_distance_hessian(at, b.first, hessian);
}

/* e b in place of b, for edges that are parallel enough. */
static void mollify(const parallel *p, double scale, trama_barrier_value b, const double slope[12],
                    bool second, trama_barrier_pair *pair)
{
    const double ratio = p->c / scale, e = (2.0 - ratio) * ratio, e1 = (2.0 - 2.0 * ratio) / scale,
                 e2 = -2.0 / (scale * scale);
    double turning[12];
    parallel_gradient(p, turning);
    if (second) {
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++)
                pair->hessian[i][j] *= e;
        trama_add_products(2.0 * b.first * e1, slope, turning, pair->hessian);
        trama_add_products(b.b * e2, turning, turning, pair->hessian);
        add_parallel_hessian(p, b.b * e1, pair->hessian);
    }
    for (int i = 0; i < 12; i++)
        pair->gradient[i] = e * pair->gradient[i] + b.b * e1 * turning[i];
    pair->value *= e;
    pair->load *= e;
}

void trama_barrier_pair_of(const trama_four *points, const trama_proximity *closest, bool edges,
                           double rest, double dhat, trama_barrier_order order,
                           trama_barrier_pair *pair)
{
    const trama_distance at = trama_distance_of(points, closest, edges);
    const trama_barrier_value b = trama_barrier_of(at.d, dhat);
    const parallel p = parallel_of(points);
    const bool mollified = edges && p.c < 1e-3 * rest;
    double slope[12];
    distance_gradient(&at, slope);
    pair->value = b.b;
    pair->load = -b.first;
    for (int i = 0; i < 12; i++)
        pair->gradient[i] = b.first * slope[i];
    if (order == TRAMA_BARRIER_CONVEX && !mollified)
        trama_convex_of_barrier(&at, b, pair->hessian);
    else if (order != TRAMA_BARRIER_SLOPE)
        set_hessian(&at, b, slope, pair->hessian);
    if (mollified)
        mollify(&p, 1e-3 * rest, b, slope, order != TRAMA_BARRIER_SLOPE, pair);
    if (mollified && order == TRAMA_BARRIER_CONVEX)
        trama_convex_of_pair(pair->hessian);
}
