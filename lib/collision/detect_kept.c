/* Detection with pairs kept over steps: pairs found once for boxes enlarged by a margin contain the
 * candidates of every search until a vertex leaves its box (the neighbour list of Verlet 1967, with
 * boxes for spheres). The kept pairs never change the result. */
#include "collision/detection.h"
#include "collision/proximity.h"

#include "core/numbers.h"
#include "core/threads.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    WORTH = 3,  /* searches that pairs must serve to be worth theirs */
    PAUSE = 32, /* searches without, where they did not */
};

/* --- making --- */

trama_status trama_detection_keep_create(trama_detection *d, trama_error *error)
{
    if (d->spec.method != TRAMA_DETECTION_TREE || !(d->spec.keep > 0.0))
        return TRAMA_OK;
    kept *k = &d->kept;
    k->vertex = calloc(d->soup->vertices + 1, sizeof *k->vertex);
    k->place = calloc(3 * d->soup->vertices + 1, sizeof *k->place);
    k->away[VERTEX] = calloc(d->soup->vertices + 1, sizeof **k->away);
    k->away[EDGE] = calloc(d->soup->edges + 1, sizeof **k->away);
    k->away[FACE] = calloc(d->soup->triangles + 1, sizeof **k->away);
    return k->vertex && k->place && k->away[VERTEX] && k->away[EDGE] && k->away[FACE]
               ? TRAMA_OK
               : trama_fail_memory(error);
}

void trama_detection_keep_destroy(trama_detection *d)
{
    free(d->kept.vertex);
    free(d->kept.place);
    for (int feature = 0; feature < FEATURES; feature++)
        free(d->kept.away[feature]);
    for (int kind = 0; kind <= EDGE_EDGE; kind++) {
        free(d->kept.list[kind].pair);
        free(d->kept.apart[kind]);
        free(d->kept.is_distance[kind]);
    }
}

void trama_detection_restart(trama_detection *d)
{
    kept *k = &d->kept;
    k->stands = false;
    k->reach = 0.0;
    k->uses = k->pause = 0;
}

/* --- whether what is kept serves --- */

static bool is_within(const trama_extent *box, const trama_extent *larger)
{
    bool within = true;
    for (int axis = 0; axis < 3; axis++)
        within =
            within && box->low[axis] >= larger->low[axis] && box->high[axis] <= larger->high[axis];
    return within;
}

static bool serves(const step *s)
{
    const kept *k = &s->detect->kept;
    if (!k->stands || s->reach > k->reach)
        return false;
    for (size_t i = 0; i < s->detect->soup->vertices; i++)
        if (!is_within(&s->detect->vertex[i], &k->vertex[i]))
            return false;
    return true;
}

/* --- keeping --- */

static double mean_edge(const trama_soup *soup, size_t group, const double *x)
{
    const size_t first = soup->edge_begin[group], end = soup->edge_begin[group + 1];
    double sum = 0.0;
    for (size_t e = first; e < end; e++) {
        const double *a = x + 3 * (size_t)soup->edge[e][0], *b = x + 3 * (size_t)soup->edge[e][1];
        double squares = 0.0;
        for (int axis = 0; axis < 3; axis++)
            squares += (b[axis] - a[axis]) * (b[axis] - a[axis]);
        sum += sqrt(squares);
    }
    return end > first ? sum / (double)(end - first) : TRAMA_INFINITY;
}

/* Of the finest mesh. */
static double margin_of(const step *s)
{
    double least = TRAMA_INFINITY;
    for (size_t group = 0; group < s->detect->soup->groups; group++)
        least = fmin(least, mean_edge(s->detect->soup, group, s->x0));
    return s->detect->spec.keep * least;
}

static void enlarge(const trama_detection *d, double margin)
{
    for (size_t i = 0; i < d->soup->vertices; i++)
        for (int axis = 0; axis < 3; axis++) {
            d->kept.vertex[i].low[axis] = d->vertex[i].low[axis] - margin;
            d->kept.vertex[i].high[axis] = d->vertex[i].high[axis] + margin;
        }
}

static void swap_boxes(trama_detection *d)
{
    trama_extent *vertex = d->vertex;
    d->vertex = d->kept.vertex;
    d->kept.vertex = vertex;
}

static bool forget_distances(trama_detection *d, int kind)
{
    kept *k = &d->kept;
    const size_t count = k->list[kind].count;
    if (k->room[kind] < count) {
        double *apart = realloc(k->apart[kind], 2 * count * sizeof *apart);
        k->apart[kind] = apart ? apart : k->apart[kind];
        bool *is_distance = realloc(k->is_distance[kind], 2 * count * sizeof *is_distance);
        k->is_distance[kind] = is_distance ? is_distance : k->is_distance[kind];
        if (!apart || !is_distance)
            return false;
        k->room[kind] = 2 * count;
    }
    for (size_t i = 0; i < count; i++) {
        k->apart[kind][i] = -1.0;
        k->is_distance[kind][i] = false;
    }
    return true;
}

static bool take(trama_detection *d, int kind)
{
    bool crowded = false;
    return trama_detection_gather(d, kind, &d->kept.list[kind], &crowded) && !crowded &&
           forget_distances(d, kind);
}

/* Searches the trees with the larger boxes. False: there is no room for so many pairs. */
static bool renew(step *s)
{
    trama_detection *d = s->detect;
    kept *k = &d->kept;
    const double margin = margin_of(s);
    if (!isfinite(margin))
        return false;
    k->reach = fmax(k->reach, s->reach);
    enlarge(d, margin);
    swap_boxes(d);
    trama_detection_join_boxes(s);
    trama_detection_forget(d);
    step larger = {d, s->x0, s->x1, k->reach, false, true};
    trama_detection_find_by_trees(&larger);
    swap_boxes(d);
    memcpy(k->place, s->x0, 3 * d->soup->vertices * sizeof *k->place);
    return take(d, VERTEX_FACE) && take(d, EDGE_EDGE);
}

bool trama_detection_keeps(step *s)
{
    kept *k = &s->detect->kept;
    if (!k->vertex || s->passes)
        return false;
    if (serves(s)) {
        k->uses++;
        return true;
    }
    if (k->stands && k->uses < WORTH)
        k->pause = PAUSE;
    k->stands = false;
    if (k->pause > 0) {
        k->pause--;
        return false;
    }
    k->stands = renew(s);
    k->uses = 1;
    k->pause = k->stands ? 0 : PAUSE;
    return k->stands;
}

/* --- distances --- */

/* On a straight way a point is never farther from where it was than at an end of the way. */
static double way_of(const double *from, const double *x0, const double *x1)
{
    double start = 0.0, end = 0.0;
    for (int axis = 0; axis < 3; axis++) {
        start += (x0[axis] - from[axis]) * (x0[axis] - from[axis]);
        end += (x1[axis] - from[axis]) * (x1[axis] - from[axis]);
    }
    return sqrt(fmax(start, end));
}

static void find_ways(const step *s)
{
    const trama_soup *soup = s->detect->soup;
    kept *k = &s->detect->kept;
    const double *vertex = k->away[VERTEX];
    k->farthest = 0.0;
    for (size_t i = 0; i < soup->vertices; i++) {
        k->away[VERTEX][i] = way_of(k->place + 3 * i, s->x0 + 3 * i, s->x1 + 3 * i);
        k->farthest = fmax(k->farthest, vertex[i]);
    }
    for (size_t i = 0; i < soup->edges; i++)
        k->away[EDGE][i] = fmax(vertex[soup->edge[i][0]], vertex[soup->edge[i][1]]);
    for (size_t i = 0; i < soup->triangles; i++) {
        const uint32_t *v = soup->triangle[i];
        k->away[FACE][i] = fmax(fmax(vertex[v[0]], vertex[v[1]]), vertex[v[2]]);
    }
}

/* Coordinates as far from the first point's as any, m. */
static double size_of(const trama_four *points)
{
    double size = 0.0;
    for (size_t i = 1; i < 4; i++)
        for (int axis = 0; axis < 3; axis++)
            size = fmax(size, fabs(points->x[i][axis] - points->x[0][axis]));
    return size;
}

/* What the distance of a pair where the vertices were is above, but for what is 0: ten times the
 * rounding that detection allows itself (ccd.h) is taken off. */
static double distance_of(const trama_detection *d, int kind, trama_pair pair)
{
    const trama_soup *soup = d->soup;
    const uint32_t *t = kind == EDGE_EDGE ? soup->edge[pair.second] : soup->triangle[pair.second];
    const uint32_t *e = kind == EDGE_EDGE ? soup->edge[pair.first] : &pair.first;
    const size_t ends = kind == EDGE_EDGE ? 2 : 1;
    trama_four points;
    for (size_t i = 0; i < 4; i++)
        memcpy(points.x[i], d->kept.place + 3 * (size_t)(i < ends ? e[i] : t[i - ends]),
               sizeof points.x[i]);
    const trama_proximity closest =
        kind == EDGE_EDGE ? trama_closest_edge_edge(&points) : trama_closest_vertex_face(&points);
    return fmax(sqrt(closest.squared) - 1e-12 * size_of(&points), 0.0);
}

/* What a pair must have been apart to stay farther apart than `reach`, whatever part of their ways
 * the two have gone: by so much that rounding, and the tolerances of what tests pairs, are far
 * less. */
static double safe(double ways, double reach)
{
    return 1.001 * (ways + reach);
}

/* --- the candidates among them --- */

static const trama_extent *box_of_face(const trama_detection *d, uint32_t group, uint32_t face)
{
    return d->branch[group].box + (face - d->soup->triangle_begin[group]);
}

/* The boxes of a pair over the step. */
static void boxes_of(const trama_detection *d, int kind, trama_pair pair,
                     const trama_extent *box[2])
{
    box[0] = kind == EDGE_EDGE ? &d->edge[pair.first] : &d->vertex[pair.first];
    box[1] = kind == EDGE_EDGE
                 ? &d->edge[pair.second]
                 : box_of_face(d, d->soup->group_of_triangle[pair.second], pair.second);
}

static bool pair_may_meet(const trama_detection *d, int kind, trama_pair pair)
{
    const trama_soup *soup = d->soup;
    const uint32_t first = pair.first, second = pair.second;
    return kind == EDGE_EDGE
               ? may_meet(d, soup->group_of_edge[first], soup->group_of_edge[second],
                          soup->edge_triangle[first][0], soup->edge_triangle[second][0])
               : may_meet(d, soup->group_of_vertex[first], soup->group_of_triangle[second],
                          d->owner[first], second);
}

/* Along the axis where it is largest; the distance is no less. */
static double gap_of(const trama_extent *a, const trama_extent *b)
{
    double gap = 0.0;
    for (int axis = 0; axis < 3; axis++)
        gap = fmax(gap, fmax(a->low[axis] - b->high[axis], b->low[axis] - a->high[axis]));
    return gap;
}

/* Whether a pair is proved apart by what is `enough`, after all that can be known: the gap of its
 * boxes at the search that follows the one that found it, whose step begins where the vertices
 * were; its distance when it is near. */
static bool is_proved_apart(const trama_detection *d, int kind, size_t i,
                            const trama_extent *const box[2], bool near, double enough)
{
    const kept *k = &d->kept;
    double *apart = &k->apart[kind][i];
    if (*apart < 0.0)
        *apart = near ? 0.0 : (1.0 - 1e-12) * gap_of(box[0], box[1]);
    if (near && !k->is_distance[kind][i]) {
        *apart = distance_of(d, kind, k->list[kind].pair[i]);
        k->is_distance[kind][i] = true;
    }
    return !near || *apart > enough;
}

static void find_kind(const step *s, size_t thread, int kind)
{
    trama_detection *d = s->detect;
    const trama_pair_list *pairs = &d->kept.list[kind];
    const double *first = d->kept.away[kind == EDGE_EDGE ? EDGE : VERTEX],
                 *second = d->kept.away[kind == EDGE_EDGE ? EDGE : FACE];
    const double *apart = d->kept.apart[kind];
    const double of_all =
        d->spec.distances ? safe(2.0 * d->kept.farthest, s->reach) : TRAMA_INFINITY;
    const size_t threads = d->spec.threads;
    for (size_t i = trama_part_begin(pairs->count, threads, thread, 1);
         i < trama_part_begin(pairs->count, threads, thread + 1, 1); i++) {
        if (apart[i] > of_all)
            continue;
        const trama_pair pair = pairs->pair[i];
        const double enough = safe(first[pair.first] + second[pair.second], s->reach);
        if (d->spec.distances && apart[i] > enough)
            continue;
        const trama_extent *box[2];
        boxes_of(d, kind, pair, box);
        const bool near = trama_extent_near(box[0], box[1], s->reach);
        if (d->spec.distances && is_proved_apart(d, kind, i, box, near, enough))
            continue;
        if (near && pair_may_meet(d, kind, pair))
            trama_pair_list_add(&d->found[thread].list[kind], pair.first, pair.second);
    }
}

static void find_part(void *context, size_t thread)
{
    find_kind(context, thread, VERTEX_FACE);
    find_kind(context, thread, EDGE_EDGE);
}

void trama_detection_find_kept(step *s)
{
    if (s->detect->spec.distances)
        find_ways(s);
    trama_threads_run(s->detect->spec.threads, find_part, s);
}
