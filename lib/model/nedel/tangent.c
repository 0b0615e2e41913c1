/* The tangent of Nedel's surface: springs, angular springs, and the loads' damping and drag, times
 * the share that friction leaves. Symmetric but for the drag.
 *
 * Angular springs, in the notation of kernel_nedel.c: F_A = -k R (w - 2 z a) / |a| with z = x^2 =
 * sin^2(beta/2) and R(z) = beta / sin beta. R solves 2 z (1 - z) R' = 1 - (1 - 2 z) R, whose right
 * side cancels near z = 0; there R = sum c_n z^n, c_0 = 1, c_(n+1)/c_n = 2 (n + 1)/(2 n + 3). */
#include "model/nedel/sheet.h"
#include "model/particle/drag_tangent.h"

#include <math.h>

/* ---- Springs. */

static bool is_on_grid(const nedel_sheet *s, size_t node, nedel_step step, ptrdiff_t sign,
                       size_t *to)
{
    const ptrdiff_t k = (ptrdiff_t)(node / s->n) + sign * step.dk;
    const ptrdiff_t l = (ptrdiff_t)(node % s->n) + sign * step.dl;
    if (k < 0 || k >= (ptrdiff_t)s->m || l < 0 || l >= (ptrdiff_t)s->n)
        return false;
    *to = (size_t)k * s->n + (size_t)l;
    return true;
}

static size_t find_spring(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const nedel_sheet *s = self;
    const size_t nodes = s->m * s->n;
    node[0] = element % nodes;
    return is_on_grid(s, node[0], trama_nedel_steps[element / nodes], 1, &node[1]) ? 2 : 0;
}

static void change_spring(const void *self, size_t element, const trama_element_state *state,
                          vec force[TRAMA_ELEMENT_NODES])
{
    const nedel_sheet *s = self;
    const size_t d = element / (s->m * s->n);
    force[0] =
        trama_spring_change(s->kept * s->elasticity[d], s->rest[d], minus(state->x[1], state->x[0]),
                            minus(state->dx[1], state->dx[0]));
    force[1] = scaled(-1.0, force[0]);
}

/* ---- Angular springs. */

enum { A, B, P };

static size_t find_bend(const void *self, size_t element, size_t node[TRAMA_ELEMENT_NODES])
{
    const nedel_sheet *s = self;
    const size_t nodes = s->m * s->n, d = element / nodes;
    node[P] = element % nodes;
    return s->curvature[d] != 0.0 && is_on_grid(s, node[P], trama_nedel_steps[d], 1, &node[A]) &&
                   is_on_grid(s, node[P], trama_nedel_steps[d], -1, &node[B])
               ? 3
               : 0;
}

/* R and dR/dz at z = x^2, x = sin(beta/2), y = cos(beta/2). */
static double arc_over_chord(double x, double y, double *slope)
{
    const double z = x * x;
    if (z > 0.1) {
        const double ratio = atan2(x, y) / (x * y);
        *slope = (1.0 - (1.0 - 2.0 * z) * ratio) / (2.0 * z * (y * y));
        return ratio;
    }
    double ratio = 1.0, term = 1.0; /* c_n z^n */
    *slope = 0.0;
    for (int n = 0; n < 18; n++) {
        const double next = term * (2.0 * (n + 1.0) / (2.0 * n + 3.0));
        *slope += (n + 1.0) * next; /* (n + 1) c_(n+1) z^n */
        term = next * z;
        ratio += term;
    }
    return ratio;
}

/* A unit vector from P, its change, and the distance. */
typedef struct arm {
    vec e, de;
    double length, stretch; /* and its change */
} arm;

static arm arm_of(const trama_element_state *s, int end)
{
    const vec r = minus(s->x[end], s->x[P]), dr = minus(s->dx[end], s->dx[P]);
    const double length = sqrt(dot(r, r));
    const vec e = scaled(1.0 / length, r);
    const double stretch = dot(e, dr);
    return (arm){e, scaled(1.0 / length, plus_scaled(dr, -stretch, e)), length, stretch};
}

/* The change of g (w - 2 z e) / length for g, w and z that change by dg, dw and dz. */
static vec pull_change(const arm *a, double g, double dg, vec w, vec dw, double z, double dz)
{
    const vec f = plus_scaled(w, -2.0 * z, a->e);
    const vec df = minus(dw, combined(2.0 * dz, a->e, 2.0 * z, a->de));
    return scaled(1.0 / a->length, combined(dg - g * a->stretch / a->length, f, g, df));
}

static void change_bend(const void *self, size_t element, const trama_element_state *state,
                        vec force[TRAMA_ELEMENT_NODES])
{
    const nedel_sheet *s = self;
    const double stiffness = s->kept * s->curvature[element / (s->m * s->n)];
    const arm a = arm_of(state, A), b = arm_of(state, B);
    const vec w = plus(a.e, b.e), dw = plus(a.de, b.de), across = minus(a.e, b.e);
    const double z = 0.25 * dot(w, w), dz = 0.5 * dot(w, dw);
    double slope;
    const double ratio = arc_over_chord(sqrt(z), 0.5 * sqrt(dot(across, across)), &slope);
    const double g = -stiffness * ratio, dg = -stiffness * slope * dz;
    force[A] = pull_change(&a, g, dg, w, dw, z, dz);
    force[B] = pull_change(&b, g, dg, w, dw, z, dz);
    force[P] = scaled(-1.0, plus(force[A], force[B]));
}

/* ---- The whole. */

enum { SPRINGS, BENDS, DRAG, KINDS };

/* `grid` is the drag's, which the last kind refers to. */
static void elements_of(const nedel_sheet *s, const trama_grid_drag *grid,
                        trama_elements kind[KINDS])
{
    const size_t nodes = s->m * s->n, count = NEDEL_DIRECTIONS * nodes;
    kind[SPRINGS] = (trama_elements){
        .self = s, .count = count, .nodes = nodes, .find = find_spring, .change = change_spring};
    kind[BENDS] = (trama_elements){
        .self = s, .count = count, .nodes = nodes, .find = find_bend, .change = change_bend};
    kind[DRAG] = trama_grid_drag_elements(grid);
}

void trama_nedel_tangent_product(const nedel_sheet *s, const double *q, const double *v,
                                 const trama_loads *loads, double cq, double cv, const double *u,
                                 double *y)
{
    const trama_grid_drag grid = {s->m, s->n, s->kept * loads->drag, loads->wind};
    trama_elements kind[KINDS];
    elements_of(s, &grid, kind);
    for (int i = 0; i < KINDS; i++)
        trama_elements_product(&kind[i], q, v, cq, cv, u, y);
    trama_damping_product(s->m * s->n, loads, s->kept, s->inverse_mass, cv, u, y);
}

void trama_nedel_tangent(const nedel_sheet *s, const double *q, const double *v,
                         const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    const trama_grid_drag grid = {s->m, s->n, s->kept * loads->drag, loads->wind};
    trama_elements kind[KINDS];
    elements_of(s, &grid, kind);
    for (int i = 0; i < KINDS; i++)
        trama_elements_assemble(&kind[i], q, v, k, d);
    trama_damping_assemble(s->m * s->n, loads, s->kept, s->inverse_mass, d);
}
