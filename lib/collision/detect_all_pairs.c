/* Detection by all pairs: n^2, as a reference. */
#include "collision/detection.h"

static void all_vertex_faces(trama_detection *d, double reach)
{
    const trama_soup *soup = d->soup;
    for (uint32_t t = 0; t < soup->triangles; t++) {
        const trama_extent face = extent_of_triangle(d, t);
        for (uint32_t v = 0; v < soup->vertices; v++)
            if (trama_extent_near(&d->vertex[v], &face, reach) &&
                may_meet(d, soup->group_of_vertex[v], soup->group_of_triangle[t], d->owner[v], t) &&
                !trama_soup_has_vertex(soup, t, v))
                trama_pair_list_add(&d->found->list[VERTEX_FACE], v, t);
    }
}

static void all_edge_edges(trama_detection *d, double reach)
{
    const trama_soup *soup = d->soup;
    for (uint32_t e = 0; e < soup->edges; e++)
        for (uint32_t f = e + 1; f < soup->edges; f++)
            if (trama_extent_near(&d->edge[e], &d->edge[f], reach) &&
                may_meet(d, soup->group_of_edge[e], soup->group_of_edge[f],
                         soup->edge_triangle[e][0], soup->edge_triangle[f][0]) &&
                !trama_soup_edges_touch(soup, e, f))
                trama_pair_list_add(&d->found->list[EDGE_EDGE], e, f);
}

static void all_edge_faces(trama_detection *d)
{
    const trama_soup *soup = d->soup;
    for (uint32_t t = 0; t < soup->triangles; t++) {
        const trama_extent face = extent_of_triangle(d, t);
        for (uint32_t e = 0; e < soup->edges; e++)
            if (trama_extent_near(&d->edge[e], &face, 0.0) &&
                may_meet(d, soup->group_of_edge[e], soup->group_of_triangle[t],
                         soup->edge_triangle[e][0], t) &&
                !shares_vertex(soup, e, t))
                trama_pair_list_add(&d->found->list[EDGE_FACE], e, t);
    }
}

void trama_detection_find_all(const step *s)
{
    if (s->passes) {
        all_edge_faces(s->detect);
        return;
    }
    all_vertex_faces(s->detect, s->reach);
    all_edge_edges(s->detect, s->reach);
}
