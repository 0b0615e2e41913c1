/* The rest state of a shell: metric, curvature and area of every element (2.3)-(2.6), and from them
 * the constants of its energy (2.22). The coordinates of a cylinder and of a torus are orthogonal,
 * so A^11 = 1/A_11, A^22 = 1/A_22 and A^12 = 0. */
#include "model/cosserat/shell.h"

#include "core/memory.h"

#include <stdlib.h>

/* What the rest state is computed from. */
typedef struct rest {
    cosserat_shell *shell;
    const cosserat_sheet *unit;
    const double *q;
} rest;

static vec way(const rest *r, size_t from, size_t to)
{
    const size_t n = r->shell->nodes;
    return (vec){r->q[to] - r->q[from], r->q[n + to] - r->q[n + from],
                 r->q[2 * n + to] - r->q[2 * n + from]};
}

static size_t neighbour(const trama_shell *form, size_t a, size_t b, int d, bool ahead)
{
    const size_t count = (size_t)form->points[d], at = d == 0 ? a : b;
    const bool last = ahead ? at + 1 == count : at == 0;
    if (last && !trama_shell_is_closed(form, d))
        return TRAMA_NONE;
    const size_t other = (at + (ahead ? 1 : count - 1)) % count;
    return d == 0 ? other * (size_t)form->points[1] + b : a * (size_t)form->points[1] + other;
}

static void set_stars(const trama_shell *form, cosserat_shell *s)
{
    for (size_t i = 0; i < s->nodes; i++)
        for (int d = 0; d < 2; d++) {
            const size_t a = i / (size_t)form->points[1], b = i % (size_t)form->points[1];
            s->star[i].next[d] = neighbour(form, a, b, d, true);
            s->star[i].previous[d] = neighbour(form, a, b, d, false);
        }
}

static bool has_cell(const cosserat_shell *s, size_t i)
{
    return s->star[i].next[0] != TRAMA_NONE && s->star[i].next[1] != TRAMA_NONE;
}

/* A cell's area is that of its mean edges. A quarter belongs to each of its nodes, and half of it
 * to both edges along a direction together. */
static void set_cell(const rest *r, size_t i)
{
    cosserat_shell *s = r->shell;
    const cosserat_sheet *unit = r->unit;
    const size_t up = s->star[i].next[0], right = s->star[i].next[1], far = s->star[right].next[0];
    const vec near_edge = way(r, i, up), far_edge = way(r, right, far);
    const vec lower = way(r, i, right), upper = way(r, up, far);
    const vec a1 = scaled(0.5, plus(near_edge, far_edge)), a2 = scaled(0.5, plus(lower, upper));
    const vec f = cross(a1, a2);
    const double inverse = 1.0 / sqrt(dot(f, f)), area = sqrt(dot(f, f));
    const double weight = area / (dot(a1, a1) * dot(a2, a2));
    const size_t corner[4] = {i, up, right, far};
    s->cell[i] =
        (cell_constants){.shear = weight * unit->membrane[1],
                         .twist = weight * 2.0 * unit->bending[1],
                         .coupling = weight * unit->coupling[1],
                         .poisson = weight * 0.125 * unit->membrane_cross,
                         .rest_shear = dot(a1, a2),
                         .rest_twist = dot(scaled(inverse, f), minus(far_edge, near_edge))};
    for (int c = 0; c < 4; c++)
        s->share[corner[c]] += 0.25 * area;
    s->edge[0][i].stiffness += 0.5 * area;
    s->edge[0][right].stiffness += 0.5 * area;
    s->edge[1][i].stiffness += 0.5 * area;
    s->edge[1][up].stiffness += 0.5 * area;
    s->area += area;
}

/* Once its stiffness is the edge's area. */
static void set_edge(const rest *r, size_t i, int d)
{
    const vec e = way(r, i, r->shell->star[i].next[d]);
    shell_edge *edge = &r->shell->edge[d][i];
    edge->rest = dot(e, e);
    edge->stiffness *= r->unit->membrane[2 * d] / (edge->rest * edge->rest);
}

/* The edges of a node along d: their sum, their difference, which is r,dd, and the metric A_dd, the
 * mean of their squares. */
typedef struct line {
    vec sum, second;
    double metric;
    bool inside;
} line;

static line line_at(const rest *r, size_t i, int d)
{
    const shell_star *star = &r->shell->star[i];
    const vec none = {0.0, 0.0, 0.0};
    const bool out = star->next[d] != TRAMA_NONE, in = star->previous[d] != TRAMA_NONE;
    const vec a = out ? way(r, i, star->next[d]) : none;
    const vec b = in ? way(r, star->previous[d], i) : none;
    return (line){.sum = plus(a, b),
                  .second = minus(a, b),
                  .metric = (dot(a, a) + dot(b, b)) / (out && in ? 2.0 : 1.0),
                  .inside = out && in};
}

/* A free edge bends along itself alone, and with the stiffness of a strip (docs/cosserat.md). */
static double bending_along(const cosserat_sheet *unit, const line *own, const line *other, int d)
{
    if (!own->inside)
        return 0.0;
    const double stiffness =
        other->inside ? unit->bending[2 * d] : cosserat_bending_edge(unit, 2 * d);
    return stiffness / (own->metric * own->metric);
}

static void set_node(const rest *r, size_t i)
{
    const cosserat_sheet *unit = r->unit;
    const double share = r->shell->share[i];
    const line one = line_at(r, i, 0), two = line_at(r, i, 1);
    const vec f = cross(one.sum, two.sum);
    const vec n = scaled(1.0 / sqrt(dot(f, f)), f);
    const bool inside = one.inside && two.inside;
    const double both = one.metric * two.metric;
    r->shell->node[i] = (node_constants){
        .k11 = share * bending_along(unit, &one, &two, 0),
        .k22 = share * bending_along(unit, &two, &one, 1),
        .cross = inside ? share * unit->bending_cross / both : 0.0,
        .coupling11 =
            one.inside ? 0.25 * share * unit->coupling[0] / (one.metric * one.metric) : 0.0,
        .coupling22 =
            two.inside ? 0.25 * share * unit->coupling[2] / (two.metric * two.metric) : 0.0,
        .rest_b11 = dot(n, one.second),
        .rest_b22 = dot(n, two.second),
    };
}

static void set_elements(const rest *r)
{
    cosserat_shell *s = r->shell;
    for (size_t i = 0; i < s->nodes; i++)
        if (has_cell(s, i))
            set_cell(r, i);
    for (size_t i = 0; i < s->nodes; i++) {
        for (int d = 0; d < 2; d++)
            if (s->star[i].next[d] != TRAMA_NONE)
                set_edge(r, i, d);
        set_node(r, i);
    }
}

static bool allocate(cosserat_shell *s)
{
    s->star = calloc(s->nodes, sizeof *s->star);
    s->share = calloc(s->nodes, sizeof *s->share);
    s->edge[0] = calloc(s->nodes, sizeof *s->edge[0]);
    s->edge[1] = calloc(s->nodes, sizeof *s->edge[1]);
    s->cell = calloc(s->nodes, sizeof *s->cell);
    s->node = calloc(s->nodes, sizeof *s->node);
    return s->star && s->share && s->edge[0] && s->edge[1] && s->cell && s->node;
}

cosserat_shell *trama_cosserat_shell_create(const trama_shell *form, const cosserat_sheet *unit)
{
    cosserat_shell *s = calloc(1, sizeof *s);
    double *q = calloc(3 * trama_shell_nodes(form), sizeof *q);
    if (s)
        s->nodes = trama_shell_nodes(form);
    if (!s || !q || !allocate(s)) {
        free(q);
        trama_cosserat_shell_destroy(s);
        return NULL;
    }
    trama_shell_place(form, q);
    set_stars(form, s);
    set_elements(&(rest){s, unit, q});
    free(q);
    return s;
}

/* ---- Of a flat sheet. */

static void set_grid(const cosserat_sheet *sheet, cosserat_shell *s, double *q)
{
    const size_t m = sheet->m, n = sheet->n;
    for (size_t k = 0; k < m; k++)
        for (size_t l = 0; l < n; l++) {
            const size_t i = k * n + l;
            s->star[i] =
                (shell_star){{k + 1 < m ? i + n : TRAMA_NONE, l + 1 < n ? i + 1 : TRAMA_NONE},
                             {k > 0 ? i - n : TRAMA_NONE, l > 0 ? i - 1 : TRAMA_NONE}};
            q[i] = (double)k * sheet->h1;
            q[s->nodes + i] = (double)l * sheet->h2;
        }
}

static void set_clamps(const cosserat_sheet *sheet, cosserat_shell *s)
{
    for (size_t k = 0; k < sheet->m; k++)
        for (size_t l = 0; l < sheet->n; l++) {
            node_constants *node = &s->node[k * sheet->n + l];
            const double along = cosserat_clamp(sheet->clamped, k, sheet->m),
                         across = cosserat_clamp(sheet->clamped + 2, l, sheet->n);
            node->k11 *= along;
            node->coupling11 *= along;
            node->k22 *= across;
            node->coupling22 *= across;
        }
}

cosserat_shell *trama_cosserat_grid_create(const cosserat_sheet *sheet, const cosserat_sheet *unit)
{
    cosserat_shell *s = calloc(1, sizeof *s);
    double *q = calloc(3 * sheet->m * sheet->n, sizeof *q);
    if (s)
        s->nodes = sheet->m * sheet->n;
    if (!s || !q || !allocate(s)) {
        free(q);
        trama_cosserat_shell_destroy(s);
        return NULL;
    }
    set_grid(sheet, s, q);
    set_elements(&(rest){s, unit, q});
    set_clamps(sheet, s);
    free(q);
    return s;
}

void trama_cosserat_shell_destroy(cosserat_shell *shell)
{
    if (shell) {
        free(shell->star);
        free(shell->share);
        free(shell->edge[0]);
        free(shell->edge[1]);
        free(shell->cell);
        free(shell->node);
    }
    free(shell);
}
