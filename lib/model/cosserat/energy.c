/* Energy per rest area W = Phi eps^2 + Psi kappa^2 + Theta eps kappa (2.21), summed over the nodes,
 * each with the area of a cell, with the differences and the edges of the scheme `reference`:
 * stretch along existing edges, shear and twist on cells, curvature where both neighbours exist.
 * With xi = phi = 0 the force of `reference` is exactly the gradient of this sum. For bending this
 * sum gives the stresses, but is not their exact potential. */
#include "core/vec.h"
#include "model/cosserat/sheet.h"

#include <math.h>

static vec at(const cosserat_sheet *s, const double *q, size_t k, size_t l)
{
    const size_t nodes = s->m * s->n, i = k * s->n + l;
    return (vec){q[i], q[nodes + i], q[2 * nodes + i]};
}

/* a x b added to `sum` with length 1. */
static void add_face(vec a, vec b, vec *sum)
{
    const vec f = cross(a, b);
    *sum = combined(1.0, *sum, 1.0 / sqrt(dot(f, f)), f);
}

static vec normal_at(const cosserat_sheet *s, const double *q, size_t k, size_t l)
{
    const vec r = at(s, q, k, l);
    const bool up = k + 1 < s->m, down = k > 0, right = l + 1 < s->n, left = l > 0;
    const vec zero = {0.0, 0.0, 0.0};
    const vec u = up ? combined(1.0, at(s, q, k + 1, l), -1.0, r) : zero;
    const vec d = down ? combined(1.0, r, -1.0, at(s, q, k - 1, l)) : zero;
    const vec g = right ? combined(1.0, at(s, q, k, l + 1), -1.0, r) : zero;
    const vec h = left ? combined(1.0, r, -1.0, at(s, q, k, l - 1)) : zero;
    vec sum = zero;
    if (up && right)
        add_face(u, g, &sum);
    if (down && right)
        add_face(d, g, &sum);
    if (down && left)
        add_face(d, h, &sum);
    if (up && left)
        add_face(u, h, &sum);
    return combined(1.0 / sqrt(dot(sum, sum)), sum, 0.0, zero);
}

/* Energies per area of a strain and a curvature: `weight` 1 for 11 and 22, 2 for 12 and 21
 * together. */
static void add_pair(const cosserat_sheet *s, int component, double weight, double strain,
                     double bend, double energy[3])
{
    energy[0] += weight * s->membrane[component] * strain * strain;
    energy[1] += weight * 0.5 * s->bending[component] * bend * bend;
    energy[2] += weight * s->coupling[component] * strain * bend;
}

/* Along direction `d` of node [k, l]: strain of the forward edge, and curvature. */
static void add_along(const cosserat_sheet *s, const double *q, size_t k, size_t l, int d, vec n,
                      double energy[3])
{
    const size_t at_d = d == 0 ? k : l, last = (d == 0 ? s->m : s->n) - 1;
    const size_t dk = d == 0, dl = d == 1;
    const double rest = d == 0 ? s->rest11 : s->rest22;
    const vec r = at(s, q, k, l);
    double bend = 0.0;
    if (at_d == last)
        return;
    const vec forward = combined(1.0, at(s, q, k + dk, l + dl), -1.0, r);
    if (at_d > 0) {
        const vec backward = combined(1.0, r, -1.0, at(s, q, k - dk, l - dl));
        bend = -dot(n, combined(1.0, forward, -1.0, backward));
    }
    add_pair(s, d == 0 ? 0 : 2, 1.0, 0.5 * (dot(forward, forward) - rest), bend, energy);
}

static void add_cell(const cosserat_sheet *s, const double *q, size_t k, size_t l, vec n,
                     double energy[3])
{
    if (k + 1 == s->m || l + 1 == s->n)
        return;
    const vec r = at(s, q, k, l), right = at(s, q, k, l + 1);
    const vec a1 = combined(1.0, at(s, q, k + 1, l), -1.0, r);
    const vec b1 = combined(1.0, at(s, q, k + 1, l + 1), -1.0, right);
    const vec a2 = combined(1.0, right, -1.0, r), r12 = combined(1.0, b1, -1.0, a1);
    add_pair(s, 1, 2.0, 0.5 * dot(a1, a2), -dot(n, r12), energy);
}

void trama_cosserat_energy(const cosserat_sheet *s, const double *q, double energy[3])
{
    energy[0] = energy[1] = energy[2] = 0.0;
    for (size_t k = 0; k < s->m; k++)
        for (size_t l = 0; l < s->n; l++) {
            const vec n = normal_at(s, q, k, l);
            add_along(s, q, k, l, 0, n, energy);
            add_along(s, q, k, l, 1, n, energy);
            add_cell(s, q, k, l, n, energy);
        }
    for (int kind = 0; kind < 3; kind++)
        energy[kind] *= s->h1 * s->h2;
}
