/* Detection by trees of boxes: pairs of near leaves, and the features that belong to them. */
#include "collision/detection.h"

/* What a leaf brings to a pair: its face, and of its corners and sides those that belong to it. */
typedef struct leaf {
    const uint32_t *corner, *side; /* vertices and edges; side: NULL of a lone vertex */
    unsigned owned;                /* as in trama_detection */
    uint32_t face;                 /* or TRAMA_SOUP_NONE */
    const trama_extent *box;
} leaf;

static leaf leaf_of(const trama_detection *d, size_t group, uint32_t element)
{
    const branch *b = &d->branch[group];
    if (element >= b->triangles)
        return (leaf){b->lone + (element - b->triangles), NULL, 1U, TRAMA_SOUP_NONE,
                      b->box + element};
    const size_t face = d->soup->triangle_begin[group] + element;
    return (leaf){d->soup->triangle[face], d->soup->triangle_edge[face], d->owned[face],
                  (uint32_t)face, b->box + element};
}

/* Two groups that are searched. */
typedef struct encounter {
    trama_detection *detect;
    size_t group[2];
    double reach;
    bool passes, whole;
} encounter;

static void add_vertex_faces(const encounter *e, size_t thread, const leaf *a, const leaf *b)
{
    const trama_detection *d = e->detect;
    if (b->face == TRAMA_SOUP_NONE)
        return;
    for (unsigned i = 0; i < 3; i++)
        if (a->owned & 1U << i && trama_extent_near(&d->vertex[a->corner[i]], b->box, e->reach) &&
            !trama_soup_has_vertex(d->soup, b->face, a->corner[i]))
            trama_pair_list_add(&d->found[thread].list[VERTEX_FACE], a->corner[i], b->face);
}

static void add_edge_edges(const encounter *e, size_t thread, const leaf *a, const leaf *b)
{
    const trama_detection *d = e->detect;
    for (unsigned i = 0; i < 3; i++) {
        if (!(a->owned & 8U << i) || !trama_extent_near(&d->edge[a->side[i]], b->box, e->reach))
            continue;
        for (unsigned j = 0; j < 3; j++) {
            if (!(b->owned & 8U << j))
                continue;
            const uint32_t f = a->side[i], g = b->side[j];
            if (trama_extent_near(&d->edge[f], &d->edge[g], e->reach) &&
                !trama_soup_edges_touch(d->soup, f, g))
                trama_pair_list_add(&d->found[thread].list[EDGE_EDGE], f < g ? f : g,
                                    f < g ? g : f);
        }
    }
}

static void add_edge_faces(const encounter *e, size_t thread, const leaf *a, const leaf *b)
{
    const trama_detection *d = e->detect;
    if (b->face == TRAMA_SOUP_NONE)
        return;
    for (unsigned i = 0; i < 3; i++)
        if (a->owned & 8U << i && trama_extent_near(&d->edge[a->side[i]], b->box, 0.0) &&
            !shares_vertex(d->soup, a->side[i], b->face))
            trama_pair_list_add(&d->found[thread].list[EDGE_FACE], a->side[i], b->face);
}

static void meet(void *context, size_t thread, uint32_t first, uint32_t second)
{
    const encounter *e = context;
    const found *f = &e->detect->found[thread];
    if (!e->whole && e->group[0] == e->group[1] &&
        is_one_part(&e->detect->branch[e->group[0]], first, second))
        return;
    const leaf a = leaf_of(e->detect, e->group[0], first),
               b = leaf_of(e->detect, e->group[1], second);
    if (e->passes) {
        add_edge_faces(e, thread, &a, &b);
        add_edge_faces(e, thread, &b, &a);
    } else {
        add_vertex_faces(e, thread, &a, &b);
        add_vertex_faces(e, thread, &b, &a);
        add_edge_edges(e, thread, &a, &b);
    }
    if (f->list[VERTEX_FACE].full || f->list[EDGE_EDGE].full || f->list[EDGE_FACE].full)
        e->detect->enough[thread] = true;
}

static void update_branch(const step *s, branch *b)
{
    trama_detection *d = s->detect;
    const bool is_new = !b->is_built;
    if (is_new)
        trama_tree_build(b->tree, b->box, s->reach, d->spec.threads);
    if (is_new || trama_tree_update(b->tree, b->box, s->reach, d->spec.bad, d->spec.threads))
        d->builds++;
    b->is_built = true;
    if (b->cones && !s->whole)
        trama_tree_parts(b->tree, b->part, b->part_of_node, d->spec.threads);
}

void trama_detection_find_by_trees(const step *s)
{
    trama_detection *d = s->detect;
    const trama_soup *soup = d->soup;
    d->searches++;
    for (size_t group = 0; group < soup->groups; group++)
        update_branch(s, &d->branch[group]);
    for (uint32_t i = 0; i < soup->groups; i++)
        for (uint32_t j = i; j < soup->groups; j++) {
            const branch *a = &d->branch[i], *b = &d->branch[j];
            encounter e = {d, {i, j}, s->reach, s->passes, s->whole};
            const trama_tree_visitor visitor = {
                meet, &e, a->cones && !s->whole ? a->part_of_node : NULL, d->enough};
            if (!trama_soup_meets(soup, i, j))
                continue;
            if (i == j)
                trama_tree_pairs(a->tree, s->reach, d->spec.threads, &visitor);
            else
                trama_trees_pairs(a->tree, b->tree, s->reach, d->spec.threads, &visitor);
        }
}
