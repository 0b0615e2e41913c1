/* The elements of the scheme `variational`, one by one: an element adds its pulls to the nodes at
 * the ends of its edges. The including file must define
 *
 *   motion                        positions of nodes and their changes
 *   way(r, from, to)              the edge between two nodes, a dual_vec
 *   add_to(r, node, sign, f, y)   adds the wanted part of the force f to a node
 *
 * with `dual` and `dual_vec` of dual.h or viscous_dual.h. All inline. */
#ifndef TRAMA_MODEL_COSSERAT_SHELL_ELEMENTS_H
#define TRAMA_MODEL_COSSERAT_SHELL_ELEMENTS_H

#include "model/cosserat/shell.h"

/* u = |e|^2 minus its value at rest. */
INLINE dual longer(dual_vec e, double rest)
{
    return dual_apart(dual_dot(e, e), rest);
}

/* A pull on the edge from one node to another draws them together. */
INLINE void add_pull(const motion *r, size_t from, size_t to, dual_vec pull, double *y)
{
    add_to(r, from, 1.0, pull, y);
    add_to(r, to, -1.0, pull, y);
}

INLINE void add_edge(const cosserat_shell *s, const motion *r, size_t i, int d, double *y)
{
    const size_t to = s->star[i].next[d];
    const shell_edge *is = &s->edge[d][i];
    const dual_vec e = way(r, i, to);
    add_pull(r, i, to, dual_vec_times(dual_scaled(is->stiffness, longer(e, is->rest)), e), y);
}

INLINE void add_cell(const cosserat_shell *s, const motion *r, size_t i, double *y)
{
    const size_t up = s->star[i].next[0], right = s->star[i].next[1], far = s->star[right].next[0];
    const dual_vec near_edge = way(r, i, up), far_edge = way(r, right, far);
    const dual_vec lower = way(r, i, right), upper = way(r, up, far);
    const dual u11 =
        dual_plus(longer(near_edge, s->edge[0][i].rest), longer(far_edge, s->edge[0][right].rest));
    const dual u22 =
        dual_plus(longer(lower, s->edge[1][i].rest), longer(upper, s->edge[1][up].rest));
    const cell_pulls p = pulls_of_cell(&s->cell[i], near_edge, far_edge, lower, upper, u11, u22);
    add_pull(r, i, up, dual_vec_plus(p.near, dual_vec_times(p.n11, near_edge)), y);
    add_pull(r, right, far, dual_vec_plus(p.far, dual_vec_times(p.n11, far_edge)), y);
    add_pull(r, i, right, dual_vec_plus(p.across, dual_vec_times(p.n22, lower)), y);
    add_pull(r, up, far, dual_vec_plus(p.across, dual_vec_times(p.n22, upper)), y);
}

/* The edges of a node along d, and the sum of their u; zero if there is none. */
typedef struct pair {
    dual_vec out, in;
    dual u;
} pair;

INLINE pair pair_at(const cosserat_shell *s, const motion *r, size_t i, int d)
{
    pair p = {0};
    const size_t next = s->star[i].next[d], previous = s->star[i].previous[d];
    if (next != TRAMA_NONE)
        p.out = way(r, i, next);
    if (previous != TRAMA_NONE)
        p.in = way(r, previous, i);
    if (next != TRAMA_NONE && previous != TRAMA_NONE)
        p.u = dual_plus(longer(p.out, s->edge[d][i].rest), longer(p.in, s->edge[d][previous].rest));
    return p;
}

INLINE void add_pair(const cosserat_shell *s, const motion *r, size_t i, int d, const pair *p,
                     dual_vec normal, dual out, dual in, dual stress, double *y)
{
    const size_t next = s->star[i].next[d], previous = s->star[i].previous[d];
    if (next != TRAMA_NONE)
        add_pull(r, i, next,
                 dual_vec_plus(dual_vec_times(out, normal), dual_vec_times(stress, p->out)), y);
    if (previous != TRAMA_NONE)
        add_pull(r, previous, i,
                 dual_vec_plus(dual_vec_times(in, normal), dual_vec_times(stress, p->in)), y);
}

/* Returns the node's normal. */
INLINE dual_vec add_node(const cosserat_shell *s, const motion *r, size_t i, double *y)
{
    const pair one = pair_at(s, r, i, 0), two = pair_at(s, r, i, 1);
    const node_pulls p = pulls_of_node(&s->node[i], one.out, one.in, two.out, two.in, one.u, two.u);
    add_pair(s, r, i, 0, &one, p.normal, p.out1, p.in1, p.n11, y);
    add_pair(s, r, i, 1, &two, p.normal, p.out2, p.in2, p.n22, y);
    return p.normal;
}

#endif
