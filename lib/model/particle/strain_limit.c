/* Limits of strain and strain rate (Campos, sections 4.3 and 4.4; Bridson et al. 2002, 2003). With
 * the current velocities an edge would end the step with d = (xj + h vj) - (xi + h vi). If |d| is
 * out of bounds, opposite impulses along d bring it exactly to the bound. Linear momentum is
 * conserved; angular momentum only approximately, since d is not along the current edge. Edges are
 * corrected one after another, in the order of the mesh, and each uses the result of the previous
 * ones; there are a few sweeps, without a guarantee of convergence. */
#include "model/particle/strain_limit.h"

#include <math.h>

typedef struct limiter {
    const trama_mesh *mesh;
    const double *rest; /* lengths of the edges, m */
    double h;
    const double *inverse_mass, *q;
    double *v;
    bool acted;
} limiter;

/* Bounds on the squared length of an edge of length l0 at rest, of which l2 is the squared length
 * at hand. */
typedef struct bounds {
    double least, most;
} bounds;

static double square(double x)
{
    return x * x;
}

static bounds strain_bounds(const trama_strain_limits *limits, double l0)
{
    const double least = limits->compression < 1.0 ? (1.0 - limits->compression) * l0 : 0.0;
    return (bounds){square(least), square((1.0 + limits->strain) * l0)};
}
static bounds rate_bounds(const trama_strain_limits *limits, double l2)
{
    const double least = limits->rate < 1.0 ? 1.0 - limits->rate : 0.0;
    return (bounds){square(least) * l2, square(1.0 + limits->rate) * l2};
}

static const double rounding = 1e-12; /* of a length; an edge within it of its bound is at it */

/* The impulse that takes |d| to `target`, if an end can move. What is held along an axis takes no
 * part there: the impulse's components are found axis by axis. */
static void strike(limiter *l, size_t i, size_t j, const double d[3], double length, double target)
{
    const size_t nodes = l->mesh->nodes;
    const double change = (1.0 - target / length) / l->h;
    l->acted |= fabs(length - target) > rounding * target;
    for (size_t axis = 0; axis < 3; axis++) {
        const double wi = l->inverse_mass[axis * nodes + i], wj = l->inverse_mass[axis * nodes + j];
        if (wi + wj == 0.0)
            continue;
        const double impulse = change * d[axis] / (wi + wj);
        l->v[axis * nodes + i] += wi * impulse;
        l->v[axis * nodes + j] -= wj * impulse;
    }
}

static void limit_edge(limiter *l, size_t edge, const trama_strain_limits *limits, bool rate)
{
    const size_t nodes = l->mesh->nodes;
    const size_t i = l->mesh->edge[edge].node[0], j = l->mesh->edge[edge].node[1];
    double d[3], now = 0.0, then = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t ci = axis * nodes + i, cj = axis * nodes + j;
        const double r = l->q[cj] - l->q[ci];
        d[axis] = r + l->h * (l->v[cj] - l->v[ci]);
        now += r * r;
        then += d[axis] * d[axis];
    }
    const bounds b = rate ? rate_bounds(limits, now) : strain_bounds(limits, l->rest[edge]);
    if (then > b.most)
        strike(l, i, j, d, sqrt(then), sqrt(b.most));
    else if (then < b.least && then > 0.0)
        strike(l, i, j, d, sqrt(then), sqrt(b.least));
}

static void sweep(limiter *l, const trama_strain_limits *limits, bool rate)
{
    for (size_t edge = 0; edge < l->mesh->edge_count; edge++)
        limit_edge(l, edge, limits, rate);
}

bool trama_strain_limits_act(const trama_strain_limits *limits)
{
    return limits->sweeps > 0 &&
           (isfinite(limits->strain) || isfinite(limits->compression) || isfinite(limits->rate));
}

bool trama_strain_limit(const trama_strain_limits *limits, const trama_mesh *mesh,
                        const double *rest, double h, const double *inverse_mass, const double *q,
                        double *v)
{
    limiter l = {mesh, rest, h, inverse_mass, q, v, false};
    const bool strain = isfinite(limits->strain) || isfinite(limits->compression);
    for (long i = 0; strain && i < limits->sweeps; i++)
        sweep(&l, limits, false);
    for (long i = 0; isfinite(limits->rate) && i < limits->sweeps; i++)
        sweep(&l, limits, true);
    return l.acted;
}
