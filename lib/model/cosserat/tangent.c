/* The tangent of the Cosserat cloth for the schemes `reference` and `no_christoffel` in the rest
 * measure: the formulas of the kernel, row by row, with the change of every number beside it.
 *
 * What is symmetric: with xi = phi = 0 the stiffness, as the force is then the gradient of the
 * stretching energy (energy.c); at the flat state at rest, for any constants. Once the sheet is
 * bent the strong form's moments have no potential, and the stiffness is not symmetric. Damping is.
 *
 * The matrices are assembled from products with vectors that are 1 at every fifth node along k and
 * along l, and 0 elsewhere: a node acts two rows and two columns far, so that no two of such nodes
 * act on one. As the tangent is linear, the entries are exact. (Curtis, Powell and Reid, J. Inst.
 * Maths Applics 13, 1974.) */
#include "model/cosserat/dual.h"
#include "model/cosserat/sheet.h"

#include <stdlib.h>
#include <string.h>

/* ---- A node. */

/* Its tangents, metric, normal, 1/det a_ab, moments, and the flux without Q. */
typedef struct node {
    dual_vec a1, a2, n, p1, p2;
    dual g11, g12, g22, inverse, m11, m12, m22;
} node;

typedef struct flux {
    dual_vec f1, f2;
} flux;

enum { NODE_ROWS = 3, FLUX_ROWS = 2 };

size_t trama_cosserat_tangent_room(const cosserat_sheet *s)
{
    return s->n * (NODE_ROWS * sizeof(node) + FLUX_ROWS * sizeof(flux));
}

/* A product that is being taken. */
typedef struct product {
    const cosserat_sheet *s;
    const double *q, *v, *u;
    double cq, cv;
    const trama_loads *loads;
    double *y;
    node *nodes;
    flux *fluxes;
} product;

static node *node_row(const product *p, size_t k)
{
    return p->nodes + k % NODE_ROWS * p->s->n;
}
static flux *flux_row(const product *p, size_t k)
{
    return p->fluxes + k % FLUX_ROWS * p->s->n;
}

static vec vec_of(const cosserat_sheet *s, const double *x, size_t k, size_t l)
{
    const size_t stride = s->m * s->n, i = k * s->n + l;
    return (vec){x[i], x[stride + i], x[2 * stride + i]};
}
static dual_vec position(const product *p, size_t k, size_t l)
{
    return (dual_vec){vec_of(p->s, p->q, k, l), scaled(p->cq, vec_of(p->s, p->u, k, l))};
}

/* The edge that begins at [k, l] along k, or along l; beyond the far edge a ghost continues the
 * last one. */
static dual_vec edge1(const product *p, size_t k, size_t l)
{
    const size_t from = k + 1 < p->s->m ? k : k - 1;
    return dual_vec_minus(position(p, from + 1, l), position(p, from, l));
}
static dual_vec edge2(const product *p, size_t k, size_t l)
{
    const size_t from = l + 1 < p->s->n ? l : l - 1;
    return dual_vec_minus(position(p, k, from + 1), position(p, k, from));
}

static bool is_far(const cosserat_sheet *s, size_t k, size_t l)
{
    return k == s->m - 1 || l == s->n - 1;
}

/* The normalised sum of the unit normals of the four faces (3.10). */
static dual_vec normal_of(dual_vec a1, dual_vec a2, dual_vec b1, dual_vec b2)
{
    const dual_vec along_a2 =
        dual_vec_plus(dual_unit(dual_vec_cross(a1, a2)), dual_unit(dual_vec_cross(b1, a2)));
    const dual_vec along_b2 =
        dual_vec_plus(dual_unit(dual_vec_cross(b1, b2)), dual_unit(dual_vec_cross(a1, b2)));
    return dual_unit(dual_vec_plus(along_a2, along_b2));
}

/* Strains (2 epsilon) and curvatures of a node. */
typedef struct strains {
    dual e11, e12, e22, b11, b12, b22;
} strains;

/* N^ab = N*^ab - b^a_g M^gb, and N^ba a_b: kernel_stress.h. */
static void set_flux(const cosserat_sheet *s, const strains *e, node *at)
{
    const dual n11 = dual_less(s->membrane[0], e->e11, s->coupling[0], e->b11);
    const dual n12 = dual_less(s->membrane[1], e->e12, s->coupling[1], e->b12);
    const dual n22 = dual_less(s->membrane[2], e->e22, s->coupling[2], e->b22);
    const dual b1_1 = dual_cross(at->g22, e->b11, at->g12, e->b12);
    const dual b1_2 = dual_cross(at->g22, e->b12, at->g12, e->b22);
    const dual b2_1 = dual_cross(at->g11, e->b12, at->g12, e->b11);
    const dual b2_2 = dual_cross(at->g11, e->b22, at->g12, e->b12);
    const dual i11 = dual_times(at->inverse, at->m11), i12 = dual_times(at->inverse, at->m12);
    const dual i22 = dual_times(at->inverse, at->m22);
    const dual s11 = dual_plus(dual_times(b1_1, i11), dual_times(b1_2, i12));
    const dual s21 = dual_plus(dual_times(b2_1, i11), dual_times(b2_2, i12));
    const dual s12 = dual_plus(dual_times(b1_1, i12), dual_times(b1_2, i22));
    const dual s22 = dual_plus(dual_times(b2_1, i12), dual_times(b2_2, i22));
    at->p1 = dual_vec_plus(dual_vec_times(dual_minus(n11, s11), at->a1),
                           dual_vec_times(dual_minus(n12, s21), at->a2));
    at->p2 = dual_vec_plus(dual_vec_times(dual_minus(n12, s12), at->a1),
                           dual_vec_times(dual_minus(n22, s22), at->a2));
}

/* No moment across an edge. */
static void set_moments(const cosserat_sheet *s, const strains *e, size_t k, size_t l, node *at)
{
    static const dual none = {0.0, 0.0};
    at->m11 = k == 0 || k == s->m - 1
                  ? none
                  : dual_less(s->half_coupling[0], e->e11, s->bending[0], e->b11);
    at->m12 = dual_less(s->half_coupling[1], e->e12, s->bending[1], e->b12);
    at->m22 = l == 0 || l == s->n - 1
                  ? none
                  : dual_less(s->half_coupling[2], e->e22, s->bending[2], e->b22);
}

static void set_edges(const product *p, size_t k)
{
    node *row = node_row(p, k);
    for (size_t l = 0; l < p->s->n; l++) {
        row[l].a1 = edge1(p, k, l);
        row[l].a2 = edge2(p, k, l);
    }
}

/* The rest of a node whose row has its edges. A far edge has neither shear nor twist, and no
 * curvature in N and Q. */
static void set_node(const product *p, size_t k, size_t l, node *at)
{
    const cosserat_sheet *s = p->s;
    static const dual none = {0.0, 0.0};
    const bool far = is_far(s, k, l);
    const dual_vec a1 = at->a1, a2 = at->a2;
    const dual_vec b1 = k > 0 ? node_row(p, k - 1)[l].a1 : a1, b2 = l > 0 ? at[-1].a2 : a2;
    at->g11 = dual_dot(a1, a1);
    at->g12 = dual_dot(a1, a2);
    at->g22 = dual_dot(a2, a2);
    at->n = normal_of(a1, a2, b1, b2);
    at->inverse = far ? none : dual_inverse(dual_cross(at->g11, at->g22, at->g12, at->g12));
    const strains e = {
        .e11 = {at->g11.x - s->rest11, at->g11.d},
        .e12 = far ? none : at->g12,
        .e22 = {at->g22.x - s->rest22, at->g22.d},
        .b11 = dual_dot(at->n, dual_vec_minus(a1, b1)),
        .b12 = far ? none : dual_dot(at->n, dual_vec_minus(at[1].a1, a1)),
        .b22 = dual_dot(at->n, dual_vec_minus(a2, b2)),
    };
    set_moments(s, &e, k, l, at);
    set_flux(s, &e, at);
}

/* ---- Fluxes. */

/* Gamma^a_bl M^lb of Q^a: kernel_flux.h. Nothing at a far edge. */
static void add_christoffel(const node *at, const node *next, const node *right, dual q[2])
{
    const dual a11 = at->g11, a12 = at->g12, a22 = at->g22;
    const dual a11_1 = dual_minus(next->g11, a11), a11_2 = dual_minus(right->g11, a11);
    const dual a12_1 = dual_minus(next->g12, a12), a12_2 = dual_minus(right->g12, a12);
    const dual a22_1 = dual_minus(next->g22, a22), a22_2 = dual_minus(right->g22, a22);
    const dual half11 = dual_scaled(0.5, at->m11), half22 = dual_scaled(0.5, at->m22);
    const dual sum1 = dual_plus(dual_plus(dual_times(half11, a11_1), dual_times(at->m12, a11_2)),
                                dual_times(half22, dual_less(2.0, a12_2, 1.0, a22_1)));
    const dual sum2 = dual_plus(dual_plus(dual_times(half11, dual_less(2.0, a12_1, 1.0, a11_2)),
                                          dual_times(at->m12, a22_1)),
                                dual_times(half22, a22_2));
    const dual w1 = dual_times(at->inverse, sum1), w2 = dual_times(at->inverse, sum2);
    q[0] = dual_plus(q[0], dual_cross(a22, w1, a12, w2));
    q[1] = dual_plus(q[1], dual_cross(a11, w2, a12, w1));
}

/* F^a = N^ba a_b + Q^a n, none across a far edge. */
static void set_fluxes(const product *p, size_t k, flux *row)
{
    const cosserat_sheet *s = p->s;
    static const dual none = {0.0, 0.0};
    static const dual_vec nothing = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const node *at = node_row(p, k), *next = node_row(p, k + 1), *before = node_row(p, k + 2);
    for (size_t l = 0; l < s->n; l++) {
        const bool last_row = k + 1 == s->m, last = l + 1 == s->n;
        const dual m11 = last_row ? none : next[l].m11, m22 = last ? none : at[l + 1].m22;
        const dual m12_left = l > 0 ? at[l - 1].m12 : none;
        const dual m12_before = k > 0 ? before[l].m12 : none;
        dual q[2] = {
            dual_plus(dual_minus(m11, at[l].m11), dual_minus(at[l].m12, m12_left)),
            dual_plus(dual_minus(at[l].m12, m12_before), dual_minus(m22, at[l].m22)),
        };
        if (s->scheme == COSSERAT_REFERENCE && !last_row && !last)
            add_christoffel(&at[l], &next[l], &at[l + 1], q);
        row[l].f1 = last_row ? nothing : dual_vec_plus(at[l].p1, dual_vec_times(q[0], at[l].n));
        row[l].f2 = last ? nothing : dual_vec_plus(at[l].p2, dual_vec_times(q[1], at[l].n));
    }
}

/* ---- Forces: a node has the cell's area. */

/* The change of rho_R (n . (w - v)) n - rho v. */
static vec load_change(const product *p, size_t k, size_t l, dual_vec n)
{
    const trama_loads *loads = p->loads;
    const vec wind = {loads->wind[0], loads->wind[1], loads->wind[2]};
    const vec v = vec_of(p->s, p->v, k, l), dv = scaled(p->cv, vec_of(p->s, p->u, k, l));
    const dual_vec apart = {minus(wind, v), scaled(-1.0, dv)};
    const dual_vec drag = dual_vec_times(dual_scaled(loads->drag, dual_dot(n, apart)), n);
    return plus_scaled(drag.d, -loads->damping, dv);
}

static void add_forces(const product *p, size_t k)
{
    const cosserat_sheet *s = p->s;
    const size_t stride = s->m * s->n;
    const double area = s->h1 * s->h2;
    const flux *row = flux_row(p, k), *before = flux_row(p, k + 1);
    for (size_t l = 0; l < s->n; l++) {
        vec f = plus(row[l].f1.d, row[l].f2.d);
        if (k > 0)
            f = minus(f, before[l].f1.d);
        if (l > 0)
            f = minus(f, row[l - 1].f2.d);
        f = plus(f, load_change(p, k, l, node_row(p, k)[l].n));
        double *y = p->y + k * s->n + l;
        y[0] += area * f.x;
        y[stride] += area * f.y;
        y[2 * stride] += area * f.z;
    }
}

/* ---- The whole. */

void trama_cosserat_tangent_product(const cosserat_sheet *s, void *room, const double *q,
                                    const double *v, const trama_loads *loads, double cq, double cv,
                                    const double *u, double *y)
{
    node *nodes = room;
    const product p = {s, q, v, u, cq, cv, loads, y, nodes, (flux *)(nodes + NODE_ROWS * s->n)};
    for (size_t k = 0; k <= s->m; k++) {
        if (k < s->m)
            set_edges(&p, k);
        for (size_t l = 0; k < s->m && l < s->n; l++)
            set_node(&p, k, l, &node_row(&p, k)[l]);
        if (k == 0)
            continue;
        set_fluxes(&p, k - 1, flux_row(&p, k - 1));
        add_forces(&p, k - 1);
    }
}

/* ---- Matrices. */

enum { REACH = 2, COLOURS = 2 * REACH + 1 };

/* What node [k, l], moved along `axis`, does to the nodes within `reach`, from y. */
static void add_column(const cosserat_sheet *s, size_t k, size_t l, size_t axis, size_t reach,
                       const double *y, trama_triplets *entries)
{
    const size_t nodes = s->m * s->n, column = axis * nodes + k * s->n + l;
    for (size_t i = k > reach ? k - reach : 0; i <= k + reach && i < s->m; i++)
        for (size_t j = l > reach ? l - reach : 0; j <= l + reach && j < s->n; j++)
            for (size_t c = 0; c < 3; c++) {
                const size_t row = c * nodes + i * s->n + j;
                trama_triplets_add(entries, row, column, -y[row]);
            }
}

/* One product with the nodes of a colour, at distances 2 reach + 1, moved along `axis`. */
static void probe(const cosserat_sheet *s, void *room, const double *q, const double *v,
                  const trama_loads *loads, bool positions, size_t first[2], size_t axis, double *u,
                  trama_triplets *entries)
{
    const size_t nodes = s->m * s->n, reach = positions ? REACH : 0, step = 2 * reach + 1;
    double *y = u + 3 * nodes;
    memset(u, 0, 6 * nodes * sizeof *u);
    for (size_t k = first[0]; k < s->m; k += step)
        for (size_t l = first[1]; l < s->n; l += step)
            u[axis * nodes + k * s->n + l] = 1.0;
    trama_cosserat_tangent_product(s, room, q, v, loads, positions, !positions, u, y);
    for (size_t k = first[0]; k < s->m; k += step)
        for (size_t l = first[1]; l < s->n; l += step)
            add_column(s, k, l, axis, reach, y, entries);
}

void trama_cosserat_tangent(const cosserat_sheet *s, void *room, const double *q, const double *v,
                            const trama_loads *loads, trama_triplets *k, trama_triplets *d)
{
    double *u = malloc(6 * s->m * s->n * sizeof *u);
    if (!u) {
        k->no_memory = true;
        return;
    }
    size_t first[2] = {0, 0};
    for (size_t axis = 0; axis < 3; axis++) {
        for (size_t colour = 0; colour < COLOURS * COLOURS; colour++)
            probe(s, room, q, v, loads, true, (size_t[]){colour / COLOURS, colour % COLOURS}, axis,
                  u, k);
        probe(s, room, q, v, loads, false, first, axis, u, d);
    }
    free(u);
}
