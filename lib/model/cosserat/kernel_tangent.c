/* The tangent of the Cosserat cloth times a vector, for the schemes `reference` and
 * `no_christoffel` in the rest measure (compiled once for each instruction set): the formulas of
 * the acceleration, row by row, each number with its derivative. A number with its derivative is
 * two columns of a row buffer; a vector is three columns of values and three of derivatives. The
 * sheet is swept in panels of PANEL columns, so that columns lie at constant distances; a panel
 * also computes two nodes to its left and one to its right. */
#include "model/cosserat/kernel_tangent_rows.h"

#define NAME_OF(isa) trama_cosserat_tangent_##isa
#define NAME(isa) NAME_OF(isa)

/* Columns of a row of nodes: tangents, normal, the flux without Q, metric, 1/det a_ab, moments. */
enum {
    A1 = 0,
    A2 = 6,
    N = 12,
    P1 = 18,
    P2 = 24,
    G11 = 30,
    G12 = 32,
    G22 = 34,
    INVERSE = 36,
    M11 = 38,
    M12 = 40,
    M22 = 42,
};
_Static_assert(M22 + 2 <= NODE_COLUMNS, "the buffer has all columns");

/* ---- Edges. */

/* Edges that begin at a node; beyond the far edges ghosts continue the last ones. */
static void set_edges(const panel *a, size_t k)
{
    double *row = node_row(a, k);
    const double cq = a->p->cq;
    const size_t lower = k + 1 < a->p->s->m ? k : k - 1;
    const positions here = positions_of(a, k), low = positions_of(a, lower),
                    high = positions_of(a, lower + 1);
    const ptrdiff_t beyond = a->right ? 0 : 1, last = a->count - 1;
#pragma omp simd
    for (ptrdiff_t l = 0; l < a->count + beyond; l++)
        put_vec(row, A1, l, between(cq, low, l, high, l));
#pragma omp simd
    for (ptrdiff_t l = 0; l < last + beyond; l++)
        put_vec(row, A2, l, between(cq, here, l, here, l + 1));
    if (a->right)
        put_vec(row, A2, last, get_vec(row, A2, last - 1));
    put_vec(row, A2, -1, a->left ? get_vec(row, A2, 0) : between(cq, here, -1, here, 0));
}

/* ---- Nodes. */

/* The normalised sum of the unit normals of the four faces (3.10). */
INLINE dual_vec normal_of(dual_vec a1, dual_vec a2, dual_vec b1, dual_vec b2)
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

/* What a node lies on. */
typedef struct place {
    bool far;     /* a far edge: neither shear nor twist, and no curvature in N and Q */
    bool ends[2]; /* an edge across which there is no moment, along k and along l */
} place;

static const dual none = {0.0, 0.0};

INLINE dual unless(bool nothing, dual a)
{
    return (dual){nothing ? 0.0 : a.x, nothing ? 0.0 : a.d};
}

/* N^ab = N*^ab - b^a_g M^gb, and N^ba a_b: kernel_stress.h. */
INLINE void set_stress(const cosserat_sheet *s, const strains *e, double *row, ptrdiff_t l)
{
    const dual_vec a1 = get_vec(row, A1, l), a2 = get_vec(row, A2, l);
    const dual g11 = get(row, G11, l), g12 = get(row, G12, l), g22 = get(row, G22, l);
    const dual m11 = get(row, M11, l), m12 = get(row, M12, l), m22 = get(row, M22, l);
    const dual inverse = get(row, INVERSE, l);
    const dual n11 = dual_less(s->membrane[0], e->e11, s->coupling[0], e->b11);
    const dual n12 = dual_less(s->membrane[1], e->e12, s->coupling[1], e->b12);
    const dual n22 = dual_less(s->membrane[2], e->e22, s->coupling[2], e->b22);
    const dual b1_1 = dual_cross(g22, e->b11, g12, e->b12);
    const dual b1_2 = dual_cross(g22, e->b12, g12, e->b22);
    const dual b2_1 = dual_cross(g11, e->b12, g12, e->b11);
    const dual b2_2 = dual_cross(g11, e->b22, g12, e->b12);
    const dual i11 = dual_times(inverse, m11), i12 = dual_times(inverse, m12);
    const dual i22 = dual_times(inverse, m22);
    const dual s11 = dual_plus(dual_times(b1_1, i11), dual_times(b1_2, i12));
    const dual s21 = dual_plus(dual_times(b2_1, i11), dual_times(b2_2, i12));
    const dual s12 = dual_plus(dual_times(b1_1, i12), dual_times(b1_2, i22));
    const dual s22 = dual_plus(dual_times(b2_1, i12), dual_times(b2_2, i22));
    put_vec(row, P1, l,
            dual_vec_plus(dual_vec_times(dual_minus(n11, s11), a1),
                          dual_vec_times(dual_minus(n12, s21), a2)));
    put_vec(row, P2, l,
            dual_vec_plus(dual_vec_times(dual_minus(n12, s12), a1),
                          dual_vec_times(dual_minus(n22, s22), a2)));
}

/* Metric, 1/det and normal. */
INLINE void set_frame(place at, const double *below, double *row, ptrdiff_t l)
{
    const dual_vec a1 = get_vec(row, A1, l), a2 = get_vec(row, A2, l);
    const dual_vec b1 = get_vec(below, A1, l), b2 = get_vec(row, A2, l - 1);
    const dual g11 = dual_dot(a1, a1), g12 = dual_dot(a1, a2), g22 = dual_dot(a2, a2);
    put(row, G11, l, g11);
    put(row, G12, l, g12);
    put(row, G22, l, g22);
    put(row, INVERSE, l, unless(at.far, dual_inverse(dual_cross(g11, g22, g12, g12))));
    put_vec(row, N, l, normal_of(a1, a2, b1, b2));
}

/* Curvature, moments and stress of a node that has its frame. */
INLINE void set_node(const cosserat_sheet *s, place at, const double *below, double *row,
                     ptrdiff_t l)
{
    const dual_vec a1 = get_vec(row, A1, l), a2 = get_vec(row, A2, l), n = get_vec(row, N, l);
    const dual_vec b1 = get_vec(below, A1, l), b2 = get_vec(row, A2, l - 1);
    const dual g11 = get(row, G11, l), g22 = get(row, G22, l);
    const strains e = {
        .e11 = {g11.x - s->rest11, g11.d},
        .e12 = unless(at.far, get(row, G12, l)),
        .e22 = {g22.x - s->rest22, g22.d},
        .b11 = dual_dot(n, dual_vec_minus(a1, b1)),
        .b12 = unless(at.far, dual_dot(n, dual_vec_minus(get_vec(row, A1, l + 1), a1))),
        .b22 = dual_dot(n, dual_vec_minus(a2, b2)),
    };
    put(row, M11, l,
        unless(at.ends[0], dual_less(s->half_coupling[0], e.e11, s->bending[0], e.b11)));
    put(row, M12, l, dual_less(s->half_coupling[1], e.e12, s->bending[1], e.b12));
    put(row, M22, l,
        unless(at.ends[1], dual_less(s->half_coupling[2], e.e22, s->bending[2], e.b22)));
    set_stress(s, &e, row, l);
}

static void set_nodes(const panel *a, size_t k)
{
    const cosserat_sheet *s = a->p->s;
    double *row = node_row(a, k), *below = k > 0 ? node_row(a, k - 1) : row;
    const ptrdiff_t last = a->count - 1;
    const place inside = {k == s->m - 1, {k == 0 || k == s->m - 1, false}};
    const place at_left = {inside.far, {inside.ends[0], true}};
    const place at_right = {true, {inside.ends[0], true}};
#pragma omp simd
    for (ptrdiff_t l = 0; l < a->count; l++)
        set_frame(inside, below, row, l);
    if (a->right)
        put(row, INVERSE, last, none);
#pragma omp simd
    for (ptrdiff_t l = a->left ? 1 : 0; l < (a->right ? last : a->count); l++)
        set_node(s, inside, below, row, l);
    if (a->left)
        set_node(s, at_left, below, row, 0);
    if (a->right)
        set_node(s, at_right, below, row, last);
    put(row, M12, -1, none); /* beyond the edges; of an inner panel nothing that is asked for */
    put(row, M22, a->count, none);
}

/* ---- Fluxes. */

/* Gamma^a_bl M^lb of Q^a: kernel_flux.h. */
INLINE void add_christoffel(const double *row, const double *next, ptrdiff_t l, dual q[2])
{
    const dual a11 = get(row, G11, l), a12 = get(row, G12, l), a22 = get(row, G22, l);
    const dual a11_1 = dual_minus(get(next, G11, l), a11);
    const dual a11_2 = dual_minus(get(row, G11, l + 1), a11);
    const dual a12_1 = dual_minus(get(next, G12, l), a12);
    const dual a12_2 = dual_minus(get(row, G12, l + 1), a12);
    const dual a22_1 = dual_minus(get(next, G22, l), a22);
    const dual a22_2 = dual_minus(get(row, G22, l + 1), a22);
    const dual half11 = dual_scaled(0.5, get(row, M11, l)), m12 = get(row, M12, l),
               half22 = dual_scaled(0.5, get(row, M22, l)), inverse = get(row, INVERSE, l);
    const dual sum1 = dual_plus(dual_plus(dual_times(half11, a11_1), dual_times(m12, a11_2)),
                                dual_times(half22, dual_less(2.0, a12_2, 1.0, a22_1)));
    const dual sum2 = dual_plus(
        dual_plus(dual_times(half11, dual_less(2.0, a12_1, 1.0, a11_2)), dual_times(m12, a22_1)),
        dual_times(half22, a22_2));
    const dual w1 = dual_times(inverse, sum1), w2 = dual_times(inverse, sum2);
    q[0] = dual_plus(q[0], dual_cross(a22, w1, a12, w2));
    q[1] = dual_plus(q[1], dual_cross(a11, w2, a12, w1));
}

/* F^a = N^ba a_b + Q^a n. Moments beyond the last row count for nothing (`last_row`), and those
 * before the first (`first_row`). */
INLINE void set_flux(bool christoffel, bool first_row, bool last_row, const double *row,
                     const double *next, const double *before, double *flux, ptrdiff_t l)
{
    const dual_vec n = get_vec(row, N, l);
    const dual m11 = unless(last_row, get(next, M11, l)), m22 = get(row, M22, l + 1);
    const dual m12_before = unless(first_row, get(before, M12, l));
    dual q[2] = {
        dual_plus(dual_minus(m11, get(row, M11, l)),
                  dual_minus(get(row, M12, l), get(row, M12, l - 1))),
        dual_plus(dual_minus(get(row, M12, l), m12_before), dual_minus(m22, get(row, M22, l))),
    };
    if (christoffel)
        add_christoffel(row, next, l, q);
    put_vec(flux, F1, l, dual_vec_plus(get_vec(row, P1, l), dual_vec_times(q[0], n)));
    put_vec(flux, F2, l, dual_vec_plus(get_vec(row, P2, l), dual_vec_times(q[1], n)));
}

/* None across a far edge, where Christoffel symbols have no part. */
static void set_fluxes(const panel *a, size_t k)
{
    static const dual_vec nothing = {{0.0, 0.0, 0.0}, {0.0, 0.0, 0.0}};
    const cosserat_sheet *s = a->p->s;
    const bool first_row = k == 0, last_row = k + 1 == s->m;
    const double *row = node_row(a, k), *next = node_row(a, k + 1), *before = node_row(a, k + 2);
    double *flux = flux_row(a, k);
    const ptrdiff_t last = a->count - 1;
    if (s->scheme == COSSERAT_REFERENCE && !last_row) {
#pragma omp simd
        for (ptrdiff_t l = 0; l < last; l++)
            set_flux(true, first_row, false, row, next, before, flux, l);
    } else {
#pragma omp simd
        for (ptrdiff_t l = 0; l < last; l++)
            set_flux(false, first_row, last_row, row, next, before, flux, l);
    }
    if (a->right) {
        set_flux(false, first_row, last_row, row, next, before, flux, last);
        put_vec(flux, F2, last, nothing);
    }
    for (ptrdiff_t l = 0; last_row && l < a->count; l++)
        put_vec(flux, F1, l, nothing);
    put_vec(flux, F2, -1, nothing);
}

/* ---- The whole. */

static void enter(const panel *a, size_t k)
{
    set_edges(a, k);
    set_nodes(a, k);
}

void NAME(TRAMA_ISA)(const tangent_product *p)
{
    sweep_panels(p, enter, set_fluxes, N, false);
}
