#include "support/plain_cosserat.h"

#include "support/vec.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

/* All that belongs to a node. C1 and C2 are the reciprocal tangents a^1, a^2. */
typedef struct node {
    vec r, v;
    vec a1, a2, c1, c2, n, r11, r12, r22;
    double a11, a12, a22;      /* metric */
    double up11, up12, up22;   /* its inverse, a^ab */
    double root;               /* sqrt(a) */
    bool degenerate;           /* `zero`: a tangent is zero, at rest too; no area, no stress */
    double b11, b12, b22;      /* curvature */
    double s;                  /* rest over current area */
    double m11, m12, m22;      /* director stress */
    double n11, n12, n21, n22; /* stress */
    double q1, q2;
    vec f1, f2; /* flux */
} node;

typedef struct work {
    const plain_cosserat *sheet;
    long m, n;
    double h1, h2;
    double area; /* S, m^2 */
    node *nodes;
} work;

static const vec none = {0, 0, 0};

static bool inside(const work *w, long k, long l)
{
    return k >= 0 && k < w->m && l >= 0 && l < w->n;
}

/* Beyond the edges everything is zero. */
static node *at(const work *w, long k, long l)
{
    static node nothing;
    return inside(w, k, l) ? &w->nodes[k * w->n + l] : &nothing;
}

/* Edges and measure of `reference`, no Christoffel symbols in the divergence of the flux. */
static bool is_reference(const work *w)
{
    return w->sheet->scheme == PLAIN_REFERENCE || w->sheet->scheme == PLAIN_NO_CHRISTOFFEL;
}

static bool on_far_edge(const work *w, long k, long l)
{
    return k == w->m - 1 || l == w->n - 1;
}

/* (b - a) / h */
static vec slope(vec a, vec b, double h)
{
    return scaled(1.0 / h, minus(b, a));
}

/* --- geometry --- */

/* Forward; at a far edge the last one, backward. */
static void set_tangents(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    const long i = k < w->m - 1 ? k : k - 1, j = l < w->n - 1 ? l : l - 1;
    p->a1 = slope(at(w, i, l)->r, at(w, i + 1, l)->r, w->h1);
    p->a2 = slope(at(w, k, j)->r, at(w, k, j + 1)->r, w->h2);
}

/* Central along a direction, nothing where a neighbour is missing; mixed of the forward cell, at a
 * far edge of the last one. */
static void set_second_derivatives(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    const long i = k < w->m - 1 ? k : k - 1, j = l < w->n - 1 ? l : l - 1;
    p->r11 = p->r22 = none;
    if (k > 0 && k < w->m - 1)
        p->r11 = slope(slope(at(w, k - 1, l)->r, p->r, w->h1),
                       slope(p->r, at(w, k + 1, l)->r, w->h1), w->h1);
    if (l > 0 && l < w->n - 1)
        p->r22 = slope(slope(at(w, k, l - 1)->r, p->r, w->h2),
                       slope(p->r, at(w, k, l + 1)->r, w->h2), w->h2);
    p->r12 = slope(slope(at(w, i, j)->r, at(w, i + 1, j)->r, w->h1),
                   slope(at(w, i, j + 1)->r, at(w, i + 1, j + 1)->r, w->h1), w->h2);
}

/* The unit normals of the one to four faces at the node, summed, made a unit again (3.10). */
static void set_normal(const work *w, long k, long l)
{
    static const long step[5][2] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}, {1, 0}};
    node *p = at(w, k, l);
    vec sum = none;
    for (int i = 0; i < 4; i++) {
        const long k1 = k + step[i][0], l1 = l + step[i][1];
        const long k2 = k + step[i + 1][0], l2 = l + step[i + 1][1];
        if (inside(w, k1, l1) && inside(w, k2, l2)) {
            const vec e1 = minus(at(w, k1, l1)->r, p->r);
            const vec e2 = minus(at(w, k2, l2)->r, p->r);
            sum = plus(sum, vec_unit(cross(e1, e2)));
        }
    }
    p->n = vec_unit(sum);
}

/* de Melo, (3.9), (3.11), (3.12): a difference that lacks a neighbour is zero. A tangent that is
 * always zero is so at rest too. */
static void clear_edges(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    p->degenerate = on_far_edge(w, k, l);
    if (k == w->m - 1)
        p->a1 = none;
    if (l == w->n - 1)
        p->a2 = none;
    if (on_far_edge(w, k, l))
        p->r12 = none;
    if (on_far_edge(w, k, l) || k == 0 || l == 0)
        p->r11 = p->r22 = none;
}

/* Thesis, section 3.1: the mixed difference stands in for one that lacks a neighbour. */
static void borrow_mixed(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    if (k == 0 || k == w->m - 1)
        p->r11 = p->r12;
    if (l == 0 || l == w->n - 1)
        p->r22 = p->r12;
}

static void set_metric(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    p->a11 = dot(p->a1, p->a1);
    p->a12 = dot(p->a1, p->a2);
    p->a22 = dot(p->a2, p->a2);
    const double a = p->a11 * p->a22 - p->a12 * p->a12;
    p->root = p->degenerate ? 0.0 : sqrt(a);
    p->up11 = p->degenerate ? 0.0 : p->a22 / a;
    p->up12 = p->degenerate ? 0.0 : -p->a12 / a;
    p->up22 = p->degenerate ? 0.0 : p->a11 / a;
    p->c1 = plus(scaled(p->up11, p->a1), scaled(p->up12, p->a2));
    p->c2 = plus(scaled(p->up12, p->a1), scaled(p->up22, p->a2));
    p->b11 = dot(p->n, p->r11);
    p->b12 = dot(p->n, p->r12);
    p->b22 = dot(p->n, p->r22);
}

static void set_geometry(work *w, long k, long l)
{
    node *p = at(w, k, l);
    set_tangents(w, k, l);
    set_second_derivatives(w, k, l);
    set_normal(w, k, l);
    if (w->sheet->scheme == PLAIN_ZERO)
        clear_edges(w, k, l);
    if (w->sheet->scheme == PLAIN_LITERAL)
        borrow_mixed(w, k, l);
    set_metric(w, k, l);
    if (!on_far_edge(w, k, l))
        w->area += p->root * w->h1 * w->h2;
}

/* --- stress --- */

/* Rest over current area; nothing where there is no area. */
static double area_factor(const work *w, const node *p)
{
    const plain_cosserat *sheet = w->sheet;
    if (sheet->measure == PLAIN_GLOBAL)
        return sheet->side[0] * sheet->side[1] / w->area;
    if (sheet->measure == PLAIN_LOCAL)
        return p->degenerate ? 0.0 : 1.0 / p->root;
    return 1.0;
}

/* N*^ab = s (2 Phi eps + Theta kappa), M^ab = s (2 Psi kappa + Theta eps) (2.18), the coefficients
 * zeta G and so on; G_ab = A^aa A^bb + 2 (A^ab)^2 of a flat rest state (2.22). */
static void set_stress(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    const plain_cosserat *sheet = w->sheet;
    const double g[] = {3, 1, 3}, strain[] = {(p->a11 - 1) / 2, p->a12 / 2, (p->a22 - 1) / 2};
    const double bend[] = {-p->b11, -p->b12, -p->b22};
    double n[3], m[3];
    p->s = area_factor(w, p);
    for (int i = 0; i < 3; i++) {
        const double factor = p->degenerate ? 0.0 : p->s * g[i];
        n[i] = factor * (2 * sheet->zeta[i] * strain[i] + sheet->phi[i] * bend[i]);
        m[i] = factor * (2 * sheet->xi[i] * bend[i] + sheet->phi[i] * strain[i]);
    }
    p->n11 = n[0];
    p->n12 = p->n21 = n[1];
    p->n22 = n[2];
    p->m11 = m[0];
    p->m12 = m[1];
    p->m22 = m[2];
}

/* `reference`: no moment across an edge; a node of a far edge has no shear and no twist. */
static void free_edges(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    if (k == 0 || k == w->m - 1)
        p->m11 = 0.0;
    if (l == 0 || l == w->n - 1)
        p->m22 = 0.0;
    if (on_far_edge(w, k, l))
        p->m12 = p->n12 = p->n21 = 0.0;
}

/* N^ab = N*^ab - b^a_g M^gb (2.19), b^a_g = a^ad b_dg (2.20). */
static void subtract_curved(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    const double b1_1 = p->up11 * p->b11 + p->up12 * p->b12;
    const double b1_2 = p->up11 * p->b12 + p->up12 * p->b22;
    const double b2_1 = p->up12 * p->b11 + p->up22 * p->b12;
    const double b2_2 = p->up12 * p->b12 + p->up22 * p->b22;
    p->n11 -= b1_1 * p->m11 + b1_2 * p->m12;
    p->n12 -= b1_1 * p->m12 + b1_2 * p->m22;
    p->n21 -= b2_1 * p->m11 + b2_2 * p->m12;
    p->n22 -= b2_1 * p->m12 + b2_2 * p->m22;
}

static void set_stresses(work *w, long k, long l)
{
    set_stress(w, k, l);
    if (is_reference(w))
        free_edges(w, k, l);
    if (!is_reference(w) || !on_far_edge(w, k, l))
        subtract_curved(w, k, l);
}

/* --- flux --- */

/* Q^a = M^ab,b (2.15): forward for M^11 and M^22, backward for M^12. */
static void set_shear_force(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    p->q1 = (at(w, k + 1, l)->m11 - p->m11) / w->h1 + (p->m12 - at(w, k, l - 1)->m12) / w->h2;
    p->q2 = (p->m12 - at(w, k - 1, l)->m12) / w->h1 + (at(w, k, l + 1)->m22 - p->m22) / w->h2;
}

/* `literal`: backward, at the near edges forward. */
static void set_shear_force_literally(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    const long i = k > 0 ? k : 1, j = l > 0 ? l : 1;
    const node *hi1 = at(w, i, l), *lo1 = at(w, i - 1, l);
    const node *hi2 = at(w, k, j), *lo2 = at(w, k, j - 1);
    p->q1 = (hi1->m11 - lo1->m11) / w->h1 + (hi2->m12 - lo2->m12) / w->h2;
    p->q2 = (hi1->m12 - lo1->m12) / w->h1 + (hi2->m22 - lo2->m22) / w->h2;
}

/* Gamma^l_1l and Gamma^l_2l, Gamma^l_ab = r,ab . a^l (2.16). */
static double trace1(const node *p)
{
    return dot(p->r11, p->c1) + dot(p->r12, p->c2);
}
static double trace2(const node *p)
{
    return dot(p->r12, p->c1) + dot(p->r22, p->c2);
}

/* Q^a += Gamma^a_bl M^lb + Gamma^b_bl M^al. */
static void add_christoffel(node *p)
{
    p->q1 += dot(p->r11, p->c1) * p->m11 + 2 * dot(p->r12, p->c1) * p->m12 +
             dot(p->r22, p->c1) * p->m22 + trace1(p) * p->m11 + trace2(p) * p->m12;
    p->q2 += dot(p->r11, p->c2) * p->m11 + 2 * dot(p->r12, p->c2) * p->m12 +
             dot(p->r22, p->c2) * p->m22 + trace1(p) * p->m12 + trace2(p) * p->m22;
}

/* `reference`: Q^a += Gamma^a_bl M^lb, Gamma^a_bl = a^ac (a_cb,l + a_cl,b - a_bl,c) / 2, metric
 * differences forward; nothing on a far edge. In the measure of the rest area the other sum of
 * (2.15), over Gamma^b_bl, is that of the area and falls away. */
static void add_metric_christoffel(const work *w, long k, long l)
{
    node *p = at(w, k, l);
    if (on_far_edge(w, k, l))
        return;
    const node *next[2] = {at(w, k + 1, l), at(w, k, l + 1)};
    const double h[2] = {w->h1, w->h2};
    const double moment[2][2] = {{p->m11, p->m12}, {p->m12, p->m22}};
    const double inverse[2][2] = {{p->up11, p->up12}, {p->up12, p->up22}};
    double slope_of[2][2][2], lower[2] = {0, 0}; /* a_ab,c; Gamma_cbl M^bl */
    for (int c = 0; c < 2; c++) {
        slope_of[0][0][c] = (next[c]->a11 - p->a11) / h[c];
        slope_of[0][1][c] = slope_of[1][0][c] = (next[c]->a12 - p->a12) / h[c];
        slope_of[1][1][c] = (next[c]->a22 - p->a22) / h[c];
    }
    for (int c = 0; c < 2; c++)
        for (int a = 0; a < 2; a++)
            for (int b = 0; b < 2; b++)
                lower[c] +=
                    (slope_of[c][a][b] + slope_of[c][b][a] - slope_of[a][b][c]) / 2 * moment[a][b];
    p->q1 += inverse[0][0] * lower[0] + inverse[0][1] * lower[1];
    p->q2 += inverse[1][0] * lower[0] + inverse[1][1] * lower[1];
}

/* F^a = N^ba a_b + Q^a n; none across a free far edge. */
static void set_flux(work *w, long k, long l)
{
    const plain_scheme scheme = w->sheet->scheme;
    node *p = at(w, k, l);
    if (scheme == PLAIN_LITERAL)
        set_shear_force_literally(w, k, l);
    else
        set_shear_force(w, k, l);
    if (!is_reference(w))
        add_christoffel(p);
    if (scheme == PLAIN_REFERENCE)
        add_metric_christoffel(w, k, l);
    p->f1 = plus(plus(scaled(p->n11, p->a1), scaled(p->n21, p->a2)), scaled(p->q1, p->n));
    p->f2 = plus(plus(scaled(p->n12, p->a1), scaled(p->n22, p->a2)), scaled(p->q2, p->n));
    const bool open = is_reference(w) || scheme == PLAIN_NATURAL;
    if (open && k == w->m - 1)
        p->f1 = none;
    if (open && l == w->n - 1)
        p->f2 = none;
}

/* --- motion --- */

/* F^a,a + Gamma^l_al F^a (2.14): backward; `literal` forward at the near edges. */
static vec internal_force(const work *w, long k, long l)
{
    const plain_scheme scheme = w->sheet->scheme;
    const node *p = at(w, k, l);
    const long i = scheme == PLAIN_LITERAL && k == 0 ? 1 : k;
    const long j = scheme == PLAIN_LITERAL && l == 0 ? 1 : l;
    vec force = plus(slope(at(w, i - 1, l)->f1, at(w, i, l)->f1, w->h1),
                     slope(at(w, k, j - 1)->f2, at(w, k, j)->f2, w->h2));
    if (!is_reference(w))
        force = plus(force, plus(scaled(trace1(p), p->f1), scaled(trace2(p), p->f2)));
    return force;
}

/* Per area: internal - rho v + rho_R (n . (u - v)) n + F; mu g is added as g. */
static vec force_on(const work *w, const trama_loads *loads, long k, long l)
{
    const node *p = at(w, k, l);
    const vec wind = {loads->wind[0], loads->wind[1], loads->wind[2]};
    vec force = plus(internal_force(w, k, l), scaled(-loads->damping, p->v));
    const double across = dot(p->n, minus(wind, p->v));
    force = plus(force, scaled(loads->drag * across, p->n));
    for (size_t i = 0; i < 2; i++) {
        const double *given = w->sheet->force[i];
        if (w->sheet->pulled[i] == (size_t)(k * w->n + l))
            force = plus(force, (vec){given[0], given[1], given[2]});
    }
    return force;
}

/* r'' = force / mu + g, mu = mu0 s: a node without an area (`zero`) is infinitely heavy. */
static vec acceleration_of(const work *w, const trama_loads *loads, long k, long l)
{
    const plain_cosserat *sheet = w->sheet;
    const double s = at(w, k, l)->s, mu0 = sheet->mass / (sheet->side[0] * sheet->side[1]);
    const vec gravity = {loads->gravity[0], loads->gravity[1], loads->gravity[2]};
    const vec force = force_on(w, loads, k, l);
    return plus(gravity, s > 0.0 ? scaled(1.0 / (mu0 * s), force) : none);
}

/* --- the whole --- */

typedef void step(work *w, long k, long l);

static void for_each(work *w, step *what)
{
    for (long k = 0; k < w->m; k++)
        for (long l = 0; l < w->n; l++)
            what(w, k, l);
}

static void begin(work *w, const plain_cosserat *sheet, const double *q, const double *v)
{
    const size_t count = sheet->m * sheet->n;
    *w = (work){sheet,
                (long)sheet->m,
                (long)sheet->n,
                sheet->side[0] / (double)(sheet->m - 1),
                sheet->side[1] / (double)(sheet->n - 1),
                0.0,
                calloc(count, sizeof *w->nodes)};
    assert_non_null(w->nodes);
    for (size_t i = 0; i < count; i++) {
        w->nodes[i].r = vec_at(q, count, i);
        w->nodes[i].v = vec_at(v, count, i);
    }
}

void plain_cosserat_acceleration(const plain_cosserat *sheet, const double *q, const double *v,
                                 const trama_loads *loads, double *a)
{
    const size_t count = sheet->m * sheet->n;
    work w;
    begin(&w, sheet, q, v);
    for_each(&w, set_geometry);
    for_each(&w, set_stresses);
    for_each(&w, set_flux);
    for (size_t i = 0; i < count; i++) {
        const vec r = acceleration_of(&w, loads, (long)(i / sheet->n), (long)(i % sheet->n));
        a[i] = r.x;
        a[count + i] = r.y;
        a[2 * count + i] = r.z;
    }
    free(w.nodes);
}
