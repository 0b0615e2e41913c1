/* The scheme `variational`, element by element: the pulls on edges by the energy of a cell and of a
 * node. docs/cosserat.md states the energy; energy_variational.c sums it.
 *
 * * Every number carries its change (dual.h), so that the same lines give the force and its exact
 * derivative. A kernel that does not read the changes is compiled without them. Coordinates are the
 * indices k and l. "Pull" is the derivative of the energy by an edge's vector; twice the strain of
 * an edge is u = |e|^2 - h^2. */
#ifndef TRAMA_MODEL_COSSERAT_VARIATIONAL_H
#define TRAMA_MODEL_COSSERAT_VARIATIONAL_H

#include "model/cosserat/dual.h"
#include "model/cosserat/sheet.h"

/* Constants of a cell: of shear, of twist, of their coupling, and of Poisson's effect (of a sum of
 * two values of u on each of two edges); A1 . A2 and n . r,12 at rest, 0 of a flat sheet. */
typedef struct cell_constants {
    double shear, twist, coupling, poisson;
    double rest_shear, rest_twist;
} cell_constants;

/* Constants of a node with its share of area. Its moments are b11 k11 + b22 cross and b22 k22 + b11
 * cross; coupling multiplies a sum of two values of u. b11 and b22 at rest, 0 of a flat sheet. */
typedef struct node_constants {
    double k11, k22, cross, coupling11, coupling22;
    double rest_b11, rest_b22;
} node_constants;

/* Stretch of the outgoing edges of a row of nodes: along k in an inner column; along l. */
typedef struct edge_constants {
    double k11, k22;
} edge_constants;

/* Constants of a row of nodes: those of an inner node; `ends` those of its first and last (along k
 * alone). */
typedef struct row_constants {
    double k11, k11_ends, k22, cross, coupling11, coupling22;
} row_constants;

/* Pulls of a cell on its edge along k at the near side, on that at the far side, and on both edges
 * along l; and the stresses of both edges along k, and of both along l. */
typedef struct cell_pulls {
    dual_vec near, far, across;
    dual n11, n22;
} cell_pulls;

/* Pulls of a node with unit normal n: out * n on the edge that leaves along k (or l), in * n on the
 * edge that comes in; and the stresses of both. */
typedef struct node_pulls {
    dual_vec normal;
    dual out1, in1, out2, in2, n11, n22;
} node_pulls;

/* --- constants divided by `mass` (kg/m^2): pulls are then accelerations --- */

INLINE edge_constants constants_of_edges(const cosserat_sheet *s, double mass, size_t k)
{
    return (edge_constants){s->membrane[0] / mass, cosserat_share(k, s->m) * s->membrane[2] / mass};
}

INLINE cell_constants constants_of_cell(const cosserat_sheet *s, double mass)
{
    return (cell_constants){s->membrane[1] / mass,
                            2.0 * s->bending[1] / mass,
                            s->coupling[1] / mass,
                            0.125 * s->membrane_cross / mass,
                            0.0,
                            0.0};
}

INLINE row_constants constants_of_row(const cosserat_sheet *s, double mass, size_t k)
{
    const bool edge = k == 0 || k == s->m - 1;
    const double share = cosserat_share(k, s->m) / mass;
    const double clamp = cosserat_clamp(s->clamped, k, s->m);
    return (row_constants){
        .k11 = edge ? 0.0 : clamp * s->bending[0] / mass,
        .k11_ends = edge ? 0.0 : 0.5 * clamp * cosserat_bending_edge(s, 0) / mass,
        .k22 = share * (edge ? cosserat_bending_edge(s, 2) : s->bending[2]),
        .cross = edge ? 0.0 : s->bending_cross / mass,
        .coupling11 = edge ? 0.0 : 0.25 * clamp * s->coupling[0] / mass,
        .coupling22 = 0.25 * share * s->coupling[2],
    };
}

/* `share` of area of the node's column; `inside`: 1, or 0 of the first and last; `clamp`: of its
 * column (sheet.h). */
INLINE node_constants constants_of_node(const row_constants *c, double share, double inside,
                                        double clamp)
{
    return (node_constants){.k11 = inside * c->k11 + (1.0 - inside) * c->k11_ends,
                            .k22 = inside * clamp * c->k22,
                            .cross = inside * c->cross,
                            .coupling11 = share * c->coupling11,
                            .coupling22 = inside * clamp * c->coupling22};
}

/* --- pulls --- */

/* The edges along k at the cell's near and far side, those along l at its lower and upper end; u
 * summed over the two edges along k, and over the two along l.
 * Shear s = A1 . A2 and twist b = n . r,12 of the cell's mean edges A1, A2, both less what they are
 * at rest: energy (per area, in
 * these constants) shear s^2/2 + twist b^2/2 - coupling s b, and Poisson's product.
 * The change of n lies in the cell, and what it adds to the pulls stands along n: for A1 it is
 * (db/dA1) = n (n . (A2 x r,12)) / |A1 x A2|. */
INLINE cell_pulls pulls_of_cell(const cell_constants *c, dual_vec near, dual_vec far,
                                dual_vec lower, dual_vec upper, dual u11, dual u22)
{
    const dual_vec a1 = dual_vec_scaled(0.5, dual_vec_plus(near, far));
    const dual_vec a2 = dual_vec_scaled(0.5, dual_vec_plus(lower, upper));
    const dual_vec r12 = dual_vec_minus(far, near), f = dual_vec_cross(a1, a2);
    const dual inverse = dual_inverse_root(dual_dot(f, f));
    const dual_vec n = dual_vec_times(inverse, f);
    const dual s = dual_apart(dual_dot(a1, a2), c->rest_shear);
    const dual b = dual_apart(dual_dot(n, r12), c->rest_twist);
    const dual shear = dual_scaled(0.5, dual_less(c->shear, s, c->coupling, b));
    const dual twist = dual_less(c->twist, b, c->coupling, s);
    const dual turn = dual_scaled(0.5, dual_times(twist, inverse));
    const dual turn1 = dual_times(turn, dual_dot(n, dual_vec_cross(a2, r12)));
    const dual turn2 = dual_times(turn, dual_dot(n, dual_vec_cross(r12, a1)));
    const dual_vec along2 = dual_vec_times(shear, a2);
    return (cell_pulls){
        .near = dual_vec_plus(along2, dual_vec_times(dual_minus(turn1, twist), n)),
        .far = dual_vec_plus(along2, dual_vec_times(dual_plus(turn1, twist), n)),
        .across = dual_vec_plus(dual_vec_times(shear, a1), dual_vec_times(turn2, n)),
        .n11 = dual_scaled(c->poisson, u22),
        .n22 = dual_scaled(c->poisson, u11),
    };
}

/* Outgoing and incoming edges of the node, along k and l; zero if there is none. u as above.
 * Curvature b11 = n . r,11, with r,11 = out1 - in1 and n along (out1 + in1) x (out2 + in2), less
 * what it is at rest. */
INLINE node_pulls pulls_of_node(const node_constants *c, dual_vec out1, dual_vec in1, dual_vec out2,
                                dual_vec in2, dual u11, dual u22)
{
    const dual_vec c1 = dual_vec_plus(out1, in1), c2 = dual_vec_plus(out2, in2);
    const dual_vec r11 = dual_vec_minus(out1, in1), r22 = dual_vec_minus(out2, in2);
    const dual_vec f = dual_vec_cross(c1, c2);
    const dual inverse = dual_inverse_root(dual_dot(f, f));
    const dual_vec n = dual_vec_times(inverse, f);
    const dual b11 = dual_apart(dual_dot(n, r11), c->rest_b11);
    const dual b22 = dual_apart(dual_dot(n, r22), c->rest_b22);
    const dual m11 = dual_less(1.0, dual_plus(dual_scaled(c->k11, b11), dual_scaled(c->cross, b22)),
                               c->coupling11, u11);
    const dual m22 = dual_less(1.0, dual_plus(dual_scaled(c->k22, b22), dual_scaled(c->cross, b11)),
                               c->coupling22, u22);
    const dual_vec y = dual_vec_plus(dual_vec_times(m11, r11), dual_vec_times(m22, r22));
    const dual turn1 = dual_times(inverse, dual_dot(n, dual_vec_cross(c2, y)));
    const dual turn2 = dual_times(inverse, dual_dot(n, dual_vec_cross(y, c1)));
    return (node_pulls){
        .normal = n,
        .out1 = dual_plus(turn1, m11),
        .in1 = dual_minus(turn1, m11),
        .out2 = dual_plus(turn2, m22),
        .in2 = dual_minus(turn2, m22),
        .n11 = dual_scaled(-2.0 * c->coupling11, b11),
        .n22 = dual_scaled(-2.0 * c->coupling22, b22),
    };
}

/* The whole pull on an edge: its stress, the nodes that it leaves and comes to, the cells on both
 * sides. */
INLINE dual_vec whole_pull(dual stress, dual_vec edge, dual out, dual_vec normal, dual in,
                           dual_vec next, dual_vec cell, dual_vec other)
{
    return dual_vec_plus(
        dual_vec_plus(dual_vec_times(stress, edge),
                      dual_vec_plus(dual_vec_times(out, normal), dual_vec_times(in, next))),
        dual_vec_plus(cell, other));
}

#endif
