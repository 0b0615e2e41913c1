#include "collision/traversal.h"

#include "collision/traversal_search.h"
#include "core/memory.h"
#include "core/threads.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* U gets this more of itself, for rounding. */
#define MARGIN (1.0 + 1e-9)
enum { POINTS_A_THREAD = 1000, REACHES = 64 };

struct trama_traversal {
    trama_closed_surface *surface;
    trama_triangle_grid *grid;
    size_t points, threads;
    double range, displacement; /* m */
    double *block;
    double *x_last, *p_last; /* m: of the accepted state */
    double *x_found, *p_found;
    trama_closest_point *last, *found;
    bool *is_found; /* while it starts */
    trama_traversal_search search[TRAMA_THREADS_MAX];
};

/* ---- Making. */

static bool make_searches(trama_traversal *t)
{
    for (size_t i = 0; i < t->threads; i++) {
        t->search[i].marked = calloc(t->surface->triangles + 1, sizeof *t->search[i].marked);
        if (!t->search[i].marked)
            return false;
        t->search[i].surface = t->surface;
        t->search[i].grid = t->grid;
    }
    return true;
}

static bool make_arrays(trama_traversal *t)
{
    const size_t nx = 3 * t->surface->vertices + 1, np = 3 * t->points + 1;
    t->last = calloc(t->points + 1, sizeof *t->last);
    t->found = calloc(t->points + 1, sizeof *t->found);
    t->is_found = calloc(t->points + 1, sizeof *t->is_found);
    double *rest = t->block = trama_doubles(2 * trama_padded(nx) + 2 * trama_padded(np));
    if (!t->last || !t->found || !t->is_found || !rest)
        return false;
    t->x_last = trama_carve(&rest, nx);
    t->x_found = trama_carve(&rest, nx);
    t->p_last = trama_carve(&rest, np);
    t->p_found = trama_carve(&rest, np);
    return true;
}

static size_t threads_for(size_t points)
{
    const size_t worth = points / POINTS_A_THREAD, threads = trama_threads();
    return worth < 1 ? 1 : worth < threads ? worth : threads;
}

trama_status trama_traversal_create(size_t vertices, size_t triangles, const size_t *triangle,
                                    size_t points, double range, trama_traversal **traversal,
                                    trama_error *error)
{
    *traversal = NULL;
    trama_traversal *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->points = points;
    made->range = range;
    made->threads = threads_for(points);
    trama_status status =
        trama_closed_surface_create(vertices, triangles, triangle, &made->surface, error);
    if (status == TRAMA_OK)
        status = trama_triangle_grid_create(made->surface, &made->grid, error);
    if (status == TRAMA_OK && (!make_arrays(made) || !make_searches(made)))
        status = trama_fail_memory(error);
    if (status == TRAMA_OK)
        *traversal = made;
    else
        trama_traversal_destroy(made);
    return status;
}

void trama_traversal_destroy(trama_traversal *t)
{
    if (!t)
        return;
    for (size_t i = 0; i < t->threads; i++)
        free(t->search[i].marked);
    free(t->is_found);
    free(t->last);
    free(t->found);
    free(t->block);
    trama_triangle_grid_destroy(t->grid);
    trama_closed_surface_destroy(t->surface);
    free(t);
}

const trama_closed_surface *trama_traversal_surface(const trama_traversal *t)
{
    return t->surface;
}

const trama_closest_point *trama_traversal_points(const trama_traversal *t)
{
    return t->found;
}

const trama_closest_point *trama_traversal_accepted(const trama_traversal *t)
{
    return t->last;
}

void trama_traversal_set_range(trama_traversal *t, double range)
{
    t->range = range;
}

double trama_traversal_displacement(const trama_traversal *t)
{
    return t->displacement;
}

trama_traversal_work trama_traversal_last_work(const trama_traversal *t)
{
    trama_traversal_work sum = {0};
    for (size_t i = 0; i < t->threads; i++) {
        const trama_traversal_work *work = &t->search[i].work;
        sum.visited += work->visited;
        sum.near += work->near;
        sum.restarts += work->restarts;
        sum.exhausted += work->exhausted;
    }
    return sum;
}

/* ---- Searching. */

typedef trama_closest_point searcher(trama_traversal_search *search, const double p[3],
                                     const trama_closest_point *last);

typedef struct job {
    trama_traversal *t;
    searcher *of_point; /* NULL: at the start */
} job;

static void work(void *context, size_t part)
{
    const job *j = context;
    trama_traversal *t = j->t;
    const size_t end = trama_part_begin(t->points, t->threads, part + 1, 1);
    for (size_t i = trama_part_begin(t->points, t->threads, part, 1); i < end; i++) {
        const double *p = t->p_found + 3 * i;
        if (j->of_point)
            t->found[i] = j->of_point(&t->search[part], p, &t->last[i]);
        else if (!t->is_found[i])
            t->is_found[i] = trama_traversal_nearest(&t->search[part], p, &t->found[i]);
    }
}

static void search_all(trama_traversal *t, double reach, searcher *of_point)
{
    job j = {t, of_point};
    trama_triangle_grid_fill(t->grid, t->x_found, reach);
    for (size_t i = 0; i < t->threads; i++) {
        t->search[i].x = t->x_found;
        t->search[i].reach = reach;
        t->search[i].work = (trama_traversal_work){0};
    }
    trama_threads_run(t->threads, work, &j);
}

static void keep(trama_traversal *t, const double *x, const double *p)
{
    memcpy(t->x_found, x, 3 * t->surface->vertices * sizeof *x);
    memcpy(t->p_found, p, 3 * t->points * sizeof *p);
}

static double reach_at_first(const trama_traversal *t)
{
    const double *half = t->grid->half;
    return fmax(t->range, fmax(DBL_MIN, fmax(half[0], fmax(half[1], half[2]))));
}

void trama_traversal_start(trama_traversal *t, const double *x, const double *p)
{
    keep(t, x, p);
    t->displacement = 0.0;
    memset(t->is_found, 0, t->points * sizeof *t->is_found);
    for (size_t i = 0; i < t->points; i++)
        t->found[i] = (trama_closest_point){.distance = TRAMA_NAN};
    trama_triangle_grid_fill(t->grid, x, t->range);
    double reach = reach_at_first(t);
    bool all = false;
    for (int i = 0; i < REACHES && !all; i++) {
        search_all(t, reach, NULL);
        reach *= 2.0;
        all = true;
        for (size_t k = 0; k < t->points; k++)
            all = all && t->is_found[k];
    }
    trama_traversal_accept(t);
}

/* The largest distance of a displacement from the mean one of the surface. */
static double farthest(const double *from, const double *to, size_t count, const double mean[3])
{
    double most = 0.0;
    for (size_t i = 0; i < count; i++) {
        double squared = 0.0;
        for (size_t axis = 0; axis < 3; axis++) {
            const double d = to[3 * i + axis] - from[3 * i + axis] - mean[axis];
            squared += d * d;
        }
        most = fmax(most, squared);
    }
    return sqrt(most);
}

/* Two that move in straight lines and meet are no further apart at the end than their relative
 * displacement. That of a vertex and a point of the surface is bounded by their displacements from
 * any third one, here from the mean of the surface's vertices. */
static double displacement(const trama_traversal *t)
{
    const size_t n = t->surface->vertices;
    double mean[3] = {0.0, 0.0, 0.0};
    for (size_t i = 0; i < 3 * n; i++)
        mean[i % 3] += (t->x_found[i] - t->x_last[i]) / (double)n;
    return MARGIN * (farthest(t->p_last, t->p_found, t->points, mean) +
                     farthest(t->x_last, t->x_found, n, mean));
}

void trama_traversal_find(trama_traversal *t, trama_traversal_method method, const double *x,
                          const double *p)
{
    keep(t, x, p);
    t->displacement = displacement(t);
    search_all(t, fmax(t->displacement, t->range),
               method == TRAMA_TRAVERSAL_WALK ? trama_traversal_walk : trama_traversal_exhaust);
}

void trama_traversal_accept(trama_traversal *t)
{
    memcpy(t->last, t->found, t->points * sizeof *t->last);
    memcpy(t->x_last, t->x_found, 3 * t->surface->vertices * sizeof *t->x_last);
    memcpy(t->p_last, t->p_found, 3 * t->points * sizeof *t->p_last);
}

void trama_traversal_state(trama_traversal *t, trama_archive *archive)
{
    for (size_t i = 0; i < t->points; i++) {
        long triangle = t->last[i].triangle;
        trama_archive_integer(archive, &triangle);
        t->last[i].triangle = (uint32_t)triangle;
        trama_archive_reals(archive, t->last[i].weight, 3);
        trama_archive_reals(archive, t->last[i].normal, 3);
        trama_archive_reals(archive, &t->last[i].distance, 1);
    }
    trama_archive_reals(archive, t->x_last, 3 * t->surface->vertices);
    trama_archive_reals(archive, t->p_last, 3 * t->points);
    if (archive->mode == TRAMA_ARCHIVE_LOAD)
        memcpy(t->found, t->last, t->points * sizeof *t->found);
}
