/* Detection among pairs that are kept over steps: found once for boxes that are larger by a margin,
 * they hold the candidates of every search until a vertex leaves its box (the neighbour list of
 * Verlet 1967, with boxes for spheres). What is kept never shows in what is found. */
#include "collision/detection.h"

#include "core/numbers.h"
#include "core/threads.h"

#include <math.h>
#include <stdlib.h>

enum {
    WORTH = 3,  /* searches that pairs must serve to be worth theirs */
    PAUSE = 32, /* searches without, where they did not */
};

/* --- making --- */

trama_status trama_detection_keep_create(trama_detection *d, trama_error *error)
{
    if (d->spec.method != TRAMA_DETECTION_TREE || !(d->spec.keep > 0.0))
        return TRAMA_OK;
    d->kept.vertex = calloc(d->soup->vertices + 1, sizeof *d->kept.vertex);
    return d->kept.vertex ? TRAMA_OK : trama_fail_memory(error);
}

void trama_detection_keep_destroy(trama_detection *d)
{
    free(d->kept.vertex);
    for (int kind = 0; kind <= EDGE_EDGE; kind++)
        free(d->kept.list[kind].pair);
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

static bool take(trama_detection *d, int kind)
{
    bool crowded = false;
    return trama_detection_gather(d, kind, &d->kept.list[kind], &crowded) && !crowded;
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

/* --- the candidates among them --- */

static const trama_extent *box_of_face(const trama_detection *d, uint32_t group, uint32_t face)
{
    return d->branch[group].box + (face - d->soup->triangle_begin[group]);
}

static void find_part(void *context, size_t thread)
{
    const step *s = context;
    trama_detection *d = s->detect;
    const trama_soup *soup = d->soup;
    const trama_pair_list *faces = &d->kept.list[VERTEX_FACE], *edges = &d->kept.list[EDGE_EDGE];
    const size_t threads = d->spec.threads;
    trama_pair_list *list = d->found[thread].list;
    for (size_t i = trama_part_begin(faces->count, threads, thread, 1);
         i < trama_part_begin(faces->count, threads, thread + 1, 1); i++) {
        const uint32_t v = faces->pair[i].first, t = faces->pair[i].second;
        const uint32_t group = soup->group_of_triangle[t];
        if (trama_extent_near(&d->vertex[v], box_of_face(d, group, t), s->reach) &&
            may_meet(d, soup->group_of_vertex[v], group, d->owner[v], t))
            trama_pair_list_add(&list[VERTEX_FACE], v, t);
    }
    for (size_t i = trama_part_begin(edges->count, threads, thread, 1);
         i < trama_part_begin(edges->count, threads, thread + 1, 1); i++) {
        const uint32_t e = edges->pair[i].first, f = edges->pair[i].second;
        if (trama_extent_near(&d->edge[e], &d->edge[f], s->reach) &&
            may_meet(d, soup->group_of_edge[e], soup->group_of_edge[f], soup->edge_triangle[e][0],
                     soup->edge_triangle[f][0]))
            trama_pair_list_add(&list[EDGE_EDGE], e, f);
    }
}

void trama_detection_find_kept(step *s)
{
    trama_threads_run(s->detect->spec.threads, find_part, s);
}
