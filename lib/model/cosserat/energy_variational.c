/* The energy whose gradient is the scheme `variational`: the integral of W (2.21), and of Poisson's
 * cross terms, by the trapezoidal rule (docs/cosserat.md). Stretch is evaluated on edges; shear,
 * twist and Poisson's effect on stretch on cells; curvature and its coupling at nodes; each with
 * its own area of the rest state. */
#include "core/vec.h"
#include "model/cosserat/sheet.h"

#include <math.h>

static vec at(const cosserat_sheet *s, const double *q, size_t k, size_t l)
{
    const size_t nodes = s->m * s->n, i = k * s->n + l;
    return (vec){q[i], q[nodes + i], q[2 * nodes + i]};
}

/* Direction d: 0 along k, 1 along l. The edge that leaves a node, and whether there is one. */
static bool leaves(const cosserat_sheet *s, size_t k, size_t l, int d)
{
    return d == 0 ? k + 1 < s->m : l + 1 < s->n;
}
static bool comes(size_t k, size_t l, int d)
{
    return d == 0 ? k > 0 : l > 0;
}
static vec edge(const cosserat_sheet *s, const double *q, size_t k, size_t l, int d)
{
    return minus(at(s, q, k + (d == 0), l + (d == 1)), at(s, q, k, l));
}
static double strain(const cosserat_sheet *s, const double *q, size_t k, size_t l, int d)
{
    const vec e = edge(s, q, k, l, d);
    return 0.5 * (dot(e, e) - (d == 0 ? s->rest11 : s->rest22));
}

static vec unit_normal(vec a1, vec a2)
{
    const vec f = cross(a1, a2);
    return scaled(1.0 / sqrt(dot(f, f)), f);
}

/* Phi_11 eps^2 of the edge that leaves a node along d; its area is halved along an edge of the
 * sheet. */
static void add_edge(const cosserat_sheet *s, const double *q, size_t k, size_t l, int d,
                     double energy[3])
{
    const double share = d == 0 ? cosserat_share(l, s->n) : cosserat_share(k, s->m);
    const double e = strain(s, q, k, l, d);
    energy[0] += share * s->membrane[2 * d] * e * e;
}

/* Shear and twist of the cell's mean edges, and the product of its mean strains. */
static void add_cell(const cosserat_sheet *s, const double *q, size_t k, size_t l, double energy[3])
{
    const vec near = edge(s, q, k, l, 0), far = edge(s, q, k, l + 1, 0);
    const vec a1 = scaled(0.5, plus(near, far));
    const vec a2 = scaled(0.5, plus(edge(s, q, k, l, 1), edge(s, q, k + 1, l, 1)));
    const double e11 = 0.5 * (strain(s, q, k, l, 0) + strain(s, q, k, l + 1, 0));
    const double e22 = 0.5 * (strain(s, q, k, l, 1) + strain(s, q, k + 1, l, 1));
    const double e12 = 0.5 * dot(a1, a2), k12 = -dot(unit_normal(a1, a2), minus(far, near));
    energy[0] += 2.0 * s->membrane[1] * e12 * e12 + s->membrane_cross * e11 * e22;
    energy[1] += s->bending[1] * k12 * k12;
    energy[2] += 2.0 * s->coupling[1] * e12 * k12;
}

/* The sum of a node's edges along d, which its normal is perpendicular to; their difference, r,dd;
 * and, where both are, the mean of their strains. */
static vec chord(const cosserat_sheet *s, const double *q, size_t k, size_t l, int d, vec *second,
                 double *mean)
{
    const bool out = leaves(s, k, l, d), in = comes(k, l, d);
    const size_t dk = d == 0, dl = d == 1;
    const vec none = {0.0, 0.0, 0.0};
    const vec a = out ? edge(s, q, k, l, d) : none, b = in ? edge(s, q, k - dk, l - dl, d) : none;
    *second = out && in ? minus(a, b) : none;
    *mean = out && in ? 0.5 * (strain(s, q, k, l, d) + strain(s, q, k - dk, l - dl, d)) : 0.0;
    return plus(a, b);
}

/* Bending of a node. On an edge of the sheet only along it. */
static void add_node(const cosserat_sheet *s, const double *q, size_t k, size_t l, double energy[3])
{
    const bool inside[2] = {leaves(s, k, l, 0) && comes(k, l, 0),
                            leaves(s, k, l, 1) && comes(k, l, 1)};
    const double share = cosserat_share(k, s->m) * cosserat_share(l, s->n);
    vec second[2];
    const double clamp[2] = {cosserat_clamp(s->clamped, k, s->m),
                             cosserat_clamp(s->clamped + 2, l, s->n)};
    double mean[2], curvature[2];
    const vec c1 = chord(s, q, k, l, 0, &second[0], &mean[0]);
    const vec n = unit_normal(c1, chord(s, q, k, l, 1, &second[1], &mean[1]));
    for (int d = 0; d < 2; d++) {
        const double stiffness =
            clamp[d] * (inside[1 - d] ? s->bending[2 * d] : cosserat_bending_edge(s, 2 * d));
        curvature[d] = -dot(n, second[d]);
        energy[1] += share * 0.5 * stiffness * curvature[d] * curvature[d];
        energy[2] += share * clamp[d] * s->coupling[2 * d] * mean[d] * curvature[d];
    }
    if (inside[0] && inside[1])
        energy[1] += share * s->bending_cross * curvature[0] * curvature[1];
}

void trama_cosserat_energy_variational(const cosserat_sheet *s, const double *q, double energy[3])
{
    energy[0] = energy[1] = energy[2] = 0.0;
    for (size_t k = 0; k < s->m; k++)
        for (size_t l = 0; l < s->n; l++) {
            add_node(s, q, k, l, energy);
            for (int d = 0; d < 2; d++)
                if (leaves(s, k, l, d))
                    add_edge(s, q, k, l, d, energy);
            if (leaves(s, k, l, 0) && leaves(s, k, l, 1))
                add_cell(s, q, k, l, energy);
        }
    for (int kind = 0; kind < 3; kind++)
        energy[kind] *= s->h1 * s->h2;
}
