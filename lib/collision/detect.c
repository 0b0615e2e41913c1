#include "collision/detect.h"

#include "collision/extent.h"
#include "core/memory.h"

#include <assert.h>
#include <stdlib.h>

/* Pairs that grow in number. */
typedef struct list {
    trama_pair *pair;
    size_t count, capacity;
} list;

struct trama_detection {
    const trama_soup *soup;
    trama_detection_spec spec;
    trama_extent *vertex, *edge, *triangle; /* over both ends of the step */
    list vertex_face, edge_edge;
    bool starved; /* a list could not grow */
};

trama_detection_spec trama_detection_spec_default(void)
{
    return (trama_detection_spec){.method = TRAMA_DETECTION_ALL_PAIRS};
}

trama_status trama_detection_create(const trama_soup *soup, const trama_detection_spec *spec,
                                    trama_detection **detect, trama_error *error)
{
    *detect = NULL;
    trama_detection *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->soup = soup;
    made->spec = *spec;
    made->vertex = calloc(soup->vertices + 1, sizeof *made->vertex);
    made->edge = calloc(soup->edges + 1, sizeof *made->edge);
    made->triangle = calloc(soup->triangles + 1, sizeof *made->triangle);
    if (!made->vertex || !made->edge || !made->triangle) {
        trama_detection_destroy(made);
        return trama_fail_memory(error);
    }
    *detect = made;
    return TRAMA_OK;
}

void trama_detection_destroy(trama_detection *detect)
{
    if (!detect)
        return;
    free(detect->vertex);
    free(detect->edge);
    free(detect->triangle);
    free(detect->vertex_face.pair);
    free(detect->edge_edge.pair);
    free(detect);
}

static void add(trama_detection *d, list *pairs, uint32_t first, uint32_t second)
{
    trama_pair *pair =
        trama_with_room(pairs->pair, pairs->count, &pairs->capacity, sizeof *pairs->pair);
    if (!pair) {
        d->starved = true;
        return;
    }
    pairs->pair = pair;
    pair[pairs->count++] = (trama_pair){first, second};
}

static void find_extents(trama_detection *d, const double *x0, const double *x1)
{
    const trama_soup *soup = d->soup;
    for (size_t i = 0; i < soup->vertices; i++)
        d->vertex[i] = trama_extent_of_path(x0 + 3 * i, x1 + 3 * i);
    for (size_t e = 0; e < soup->edges; e++)
        d->edge[e] = trama_extent_join(&d->vertex[soup->edge[e][0]], &d->vertex[soup->edge[e][1]]);
    for (size_t t = 0; t < soup->triangles; t++)
        d->triangle[t] = trama_extent_join(&d->edge[soup->triangle_edge[t][0]],
                                           &d->vertex[soup->triangle[t][2]]);
}

/* --- all pairs --- */

static void all_vertex_faces(trama_detection *d, double reach)
{
    const trama_soup *soup = d->soup;
    for (uint32_t v = 0; v < soup->vertices; v++)
        for (uint32_t t = 0; t < soup->triangles; t++)
            if (trama_extent_near(&d->vertex[v], &d->triangle[t], reach) &&
                trama_soup_meets(soup, soup->group_of_vertex[v], soup->group_of_triangle[t]) &&
                !trama_soup_has_vertex(soup, t, v))
                add(d, &d->vertex_face, v, t);
}

static void all_edge_edges(trama_detection *d, double reach)
{
    const trama_soup *soup = d->soup;
    for (uint32_t e = 0; e < soup->edges; e++)
        for (uint32_t f = e + 1; f < soup->edges; f++)
            if (trama_extent_near(&d->edge[e], &d->edge[f], reach) &&
                trama_soup_meets(soup, soup->group_of_edge[e], soup->group_of_edge[f]) &&
                !trama_soup_edges_touch(soup, e, f))
                add(d, &d->edge_edge, e, f);
}

trama_status trama_detection_find(trama_detection *detect, const double *x0, const double *x1,
                                  double reach, trama_candidates *candidates, trama_error *error)
{
    assert(reach >= 0.0);
    detect->starved = false;
    detect->vertex_face.count = detect->edge_edge.count = 0;
    find_extents(detect, x0, x1);
    all_vertex_faces(detect, reach);
    all_edge_edges(detect, reach);
    *candidates = (trama_candidates){detect->vertex_face.count, detect->edge_edge.count,
                                     detect->vertex_face.pair, detect->edge_edge.pair};
    return detect->starved ? trama_fail_memory(error) : TRAMA_OK;
}
