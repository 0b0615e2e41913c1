#include "collision/detection.h"

#include "core/threads.h"

#include <assert.h>
#include <stdlib.h>

trama_detection_spec trama_detection_spec_default(void)
{
    return (trama_detection_spec){
        .method = TRAMA_DETECTION_TREE, .cull = TRAMA_CULL_CONES, .bad = 1.5, .keep = 0.25};
}

/* Starting threads takes some microseconds, about ten times a step. */
static size_t threads_for(const trama_soup *soup)
{
    const size_t worth = soup->triangles / 2000, threads = trama_threads();
    return worth < 1 ? 1 : worth < threads ? worth : threads;
}

/* --- making --- */

/* Gives each vertex and edge to the first of its triangles. */
static void give_out(trama_detection *d)
{
    const trama_soup *soup = d->soup;
    for (uint32_t t = 0; t < soup->triangles; t++)
        for (unsigned corner = 0; corner < 3; corner++) {
            const uint32_t vertex = soup->triangle[t][corner];
            if (d->owner[vertex] == TRAMA_SOUP_NONE) {
                d->owner[vertex] = t;
                d->owned[t] = (uint8_t)(d->owned[t] | 1U << corner);
            }
            if (soup->edge_triangle[soup->triangle_edge[t][corner]][0] == t)
                d->owned[t] = (uint8_t)(d->owned[t] | 8U << corner);
        }
}

static trama_status make_branch(trama_detection *d, size_t group, size_t *lone_count,
                                trama_error *error)
{
    const trama_soup *soup = d->soup;
    const size_t first = soup->triangle_begin[group];
    branch *b = &d->branch[group];
    size_t count = 0;
    for (size_t v = soup->vertex_begin[group]; v < soup->vertex_begin[group + 1]; v++)
        if (d->owner[v] == TRAMA_SOUP_NONE)
            d->lone[*lone_count + count++] = (uint32_t)v;
    b->lone = d->lone + *lone_count;
    b->triangles = soup->triangle_begin[group + 1] - first;
    b->box = d->box + first + *lone_count;
    b->part = d->part + first + *lone_count;
    b->part_of_node = d->part_of_node + 2 * (first + *lone_count);
    *lone_count += count;
    trama_status status = trama_tree_create(b->triangles + count, &b->tree, error);
    if (status == TRAMA_OK && d->spec.cull != TRAMA_CULL_NONE && d->spec.rest)
        status = trama_cones_create(soup, group, d->spec.rest, d->spec.cull, d->spec.threads,
                                    &b->cones, error);
    return status;
}

static trama_status make_branches(trama_detection *d, trama_error *error)
{
    size_t lone_count = 0;
    trama_status status = TRAMA_OK;
    for (size_t i = 0; i < d->soup->vertices; i++)
        d->owner[i] = TRAMA_SOUP_NONE;
    give_out(d);
    for (size_t group = 0; group < d->soup->groups && status == TRAMA_OK; group++)
        status = make_branch(d, group, &lone_count, error);
    return status;
}

static bool allocate(trama_detection *d)
{
    const trama_soup *soup = d->soup;
    const size_t most = soup->edges > soup->vertices ? soup->edges : soup->vertices;
    d->vertex = calloc(soup->vertices + 1, sizeof *d->vertex);
    d->edge = calloc(soup->edges + 1, sizeof *d->edge);
    d->box = calloc(soup->triangles + soup->vertices + 1, sizeof *d->box);
    d->part = calloc(soup->triangles + soup->vertices + 1, sizeof *d->part);
    d->part_of_node = calloc(2 * (soup->triangles + soup->vertices) + 1, sizeof *d->part_of_node);
    d->owned = calloc(soup->triangles + 1, sizeof *d->owned);
    d->owner = calloc(soup->vertices + 1, sizeof *d->owner);
    d->lone = calloc(soup->vertices + 1, sizeof *d->lone);
    d->branch = calloc(soup->groups + 1, sizeof *d->branch);
    d->found = calloc(d->spec.threads, sizeof *d->found);
    d->enough = calloc(d->spec.threads, sizeof *d->enough);
    d->begin = calloc(most + 2, sizeof *d->begin);
    return d->vertex && d->edge && d->box && d->part && d->part_of_node && d->owned && d->owner &&
           d->lone && d->branch && d->found && d->enough && d->begin;
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
    if (spec->threads == 0)
        made->spec.threads = threads_for(soup);
    trama_status status = allocate(made) ? make_branches(made, error) : trama_fail_memory(error);
    if (status == TRAMA_OK)
        status = trama_detection_keep_create(made, error);
    if (status == TRAMA_OK)
        *detect = made;
    else
        trama_detection_destroy(made);
    return status;
}

void trama_detection_destroy(trama_detection *detect)
{
    if (!detect)
        return;
    for (size_t group = 0; detect->branch && group < detect->soup->groups; group++) {
        trama_tree_destroy(detect->branch[group].tree);
        trama_cones_destroy(detect->branch[group].cones);
    }
    for (size_t thread = 0; detect->found && thread < detect->spec.threads; thread++)
        for (int kind = 0; kind < KINDS; kind++)
            free(detect->found[thread].list[kind].pair);
    free(detect->vertex);
    free(detect->edge);
    free(detect->box);
    free(detect->part);
    free(detect->part_of_node);
    free(detect->owned);
    free(detect->owner);
    free(detect->lone);
    free(detect->branch);
    free(detect->found);
    free(detect->enough);
    for (int kind = 0; kind < KINDS; kind++)
        free(detect->sorted[kind].pair);
    free(detect->begin);
    trama_detection_keep_destroy(detect);
    free(detect);
}

size_t trama_detection_builds(const trama_detection *detect)
{
    return detect->builds;
}

size_t trama_detection_searches(const trama_detection *detect)
{
    return detect->searches;
}

/* --- boxes of a step --- */

static void find_vertices(void *context, size_t thread)
{
    const step *s = context;
    trama_detection *d = s->detect;
    const size_t count = d->soup->vertices, threads = d->spec.threads;
    for (size_t i = trama_part_begin(count, threads, thread, 1);
         i < trama_part_begin(count, threads, thread + 1, 1); i++)
        d->vertex[i] = trama_extent_of_path(s->x0 + 3 * i, s->x1 + 3 * i);
}

static void join_boxes(void *context, size_t thread)
{
    const step *s = context;
    const trama_detection *d = s->detect;
    const size_t edges = d->soup->edges, threads = d->spec.threads;
    for (size_t i = trama_part_begin(edges, threads, thread, 1);
         i < trama_part_begin(edges, threads, thread + 1, 1); i++) {
        const uint32_t *v = d->soup->edge[i];
        d->edge[i] = trama_extent_join(&d->vertex[v[0]], &d->vertex[v[1]]);
    }
    for (size_t group = 0; group < d->soup->groups; group++) {
        const branch *b = &d->branch[group];
        const size_t count = b->tree->count;
        for (size_t i = trama_part_begin(count, threads, thread, 1);
             i < trama_part_begin(count, threads, thread + 1, 1); i++)
            b->box[i] = i < b->triangles ? extent_of_triangle(d, d->soup->triangle_begin[group] + i)
                                         : d->vertex[b->lone[i - b->triangles]];
    }
}

void trama_detection_join_boxes(step *s)
{
    trama_threads_run(s->detect->spec.threads, join_boxes, s);
}

/* Lone vertices are parts by themselves. */
static void find_parts(const step *s)
{
    trama_detection *d = s->detect;
    for (size_t group = 0; group < d->soup->groups; group++) {
        branch *b = &d->branch[group];
        if (!b->cones || !trama_soup_meets(d->soup, (uint32_t)group, (uint32_t)group))
            continue;
        trama_cones_find(b->cones, s->x0, s->x1, s->reach, b->part);
        for (size_t i = b->triangles; i < b->tree->count; i++)
            b->part[i] = (uint32_t)(2 * b->triangles + i);
    }
}

/* --- the step --- */

static void clear(trama_pair_list *list, size_t most)
{
    list->count = 0;
    list->most = most > 0 ? most : SIZE_MAX;
    list->full = list->starved = false;
}

void trama_detection_forget(trama_detection *d)
{
    for (size_t thread = 0; thread < d->spec.threads; thread++) {
        for (int kind = 0; kind < KINDS; kind++)
            clear(&d->found[thread].list[kind], d->spec.most);
        d->enough[thread] = false;
    }
}

/* Brings what the threads have found into one order. *crowded: it is more than may be listed, which
 * no number of threads changes. False: no memory. */
bool trama_detection_gather(trama_detection *d, int kind, trama_pair_list *sorted, bool *crowded)
{
    trama_pair_list list[TRAMA_THREADS_MAX];
    size_t count = 0;
    bool full = false, starved = false;
    for (size_t thread = 0; thread < d->spec.threads; thread++) {
        list[thread] = d->found[thread].list[kind];
        count += list[thread].count;
        full = full || list[thread].full;
        starved = starved || list[thread].starved;
    }
    const size_t firsts = kind == VERTEX_FACE ? d->soup->vertices : d->soup->edges;
    *crowded = *crowded || full || (d->spec.most > 0 && count > d->spec.most);
    return *crowded ||
           (!starved && trama_pair_list_sort(list, d->spec.threads, firsts, d->begin, sorted));
}

static void search(step *s)
{
    trama_detection *d = s->detect;
    trama_threads_run(d->spec.threads, find_vertices, s);
    const bool is_kept = trama_detection_keeps(s);
    trama_detection_join_boxes(s);
    find_parts(s);
    trama_detection_forget(d);
    if (d->spec.method == TRAMA_DETECTION_ALL_PAIRS)
        trama_detection_find_all(s);
    else if (is_kept)
        trama_detection_find_kept(s);
    else
        trama_detection_find_by_trees(s);
}

static trama_status fail_crowded(const trama_detection *d, trama_error *error)
{
    return trama_fail(error, TRAMA_NO_MEMORY, "", "more than %zu pairs are near each other",
                      d->spec.most);
}

trama_status trama_detection_find(trama_detection *detect, const double *x0, const double *x1,
                                  double reach, trama_candidates *candidates, trama_error *error)
{
    assert(reach >= 0.0);
    step s = {detect, x0, x1, reach, false, false};
    const trama_pair_list *sorted = detect->sorted;
    *candidates = (trama_candidates){0};
    search(&s);
    if (!trama_detection_gather(detect, VERTEX_FACE, &detect->sorted[VERTEX_FACE],
                                &candidates->crowded) ||
        !trama_detection_gather(detect, EDGE_EDGE, &detect->sorted[EDGE_EDGE],
                                &candidates->crowded))
        return trama_fail_memory(error);
    if (candidates->crowded)
        return fail_crowded(detect, error);
    *candidates = (trama_candidates){sorted[VERTEX_FACE].count, sorted[EDGE_EDGE].count,
                                     sorted[VERTEX_FACE].pair, sorted[EDGE_EDGE].pair, false};
    return TRAMA_OK;
}

trama_status trama_detection_find_edge_faces(trama_detection *detect, const double *x,
                                             trama_edge_faces *edge_faces, trama_error *error)
{
    step s = {detect, x, x, 0.0, true, false};
    bool crowded = false;
    *edge_faces = (trama_edge_faces){0};
    search(&s);
    if (!trama_detection_gather(detect, EDGE_FACE, &detect->sorted[EDGE_FACE], &crowded))
        return trama_fail_memory(error);
    if (crowded)
        return fail_crowded(detect, error);
    *edge_faces =
        (trama_edge_faces){detect->sorted[EDGE_FACE].count, detect->sorted[EDGE_FACE].pair};
    return TRAMA_OK;
}
