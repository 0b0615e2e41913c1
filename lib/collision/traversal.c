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
/* How far a vertex is clear is looked at if that may last: from so many displacements on. */
#define WORTH 1.5
enum { POINTS_A_THREAD = 1000, REACHES = 64 };

struct trama_traversal {
    trama_closed_surface *surface;
    trama_triangle_grid *grid;
    size_t points, threads;
    double range, displacement; /* m */
    double *block;
    double *x_last, *p_last; /* m: of the accepted state */
    double *x_found, *p_found;
    double *moved; /* m: the relative displacement of a point, at most */
    double spare;  /* displacements that a vertex must be clear of the surface after this one */
    trama_closest_point *last, *found;
    bool *is_found; /* while it searches */
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
    double *rest = t->block = trama_doubles(2 * trama_padded(nx) + 3 * trama_padded(np));
    if (!t->last || !t->found || !t->is_found || !rest)
        return false;
    t->x_last = trama_carve(&rest, nx);
    t->x_found = trama_carve(&rest, nx);
    t->p_last = trama_carve(&rest, np);
    t->p_found = trama_carve(&rest, np);
    t->moved = trama_carve(&rest, np);
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
        sum.guarded += work->guarded;
    }
    return sum;
}

/* ---- Searching. */

/* What a pass over all points that are not found yet does with one; whether it is found. */
typedef bool searcher(trama_traversal *t, trama_traversal_search *search, size_t i);

typedef struct job {
    trama_traversal *t;
    searcher *of_point;
} job;

static bool search_nearest(trama_traversal *t, trama_traversal_search *search, size_t i)
{
    return trama_traversal_nearest(search, t->p_found + 3 * i, &t->found[i]);
}

static bool search_near(trama_traversal *t, trama_traversal_search *search, size_t i)
{
    t->found[i] = trama_traversal_exhaust(search, t->p_found + 3 * i, &t->last[i]);
    return true;
}

static bool search_walking(trama_traversal *t, trama_traversal_search *search, size_t i)
{
    t->found[i] = trama_traversal_walk(search, t->p_found + 3 * i, &t->last[i]);
    return true;
}

/* What is clear of the surface needs no guard, and no grid. */
static bool search_clear(trama_traversal *t, trama_traversal_search *search, size_t i)
{
    const double clear = t->last[i].clear - t->moved[i];
    return clear > t->spare * t->moved[i] &&
           trama_traversal_follow(search, t->p_found + 3 * i, &t->last[i], clear, &t->found[i]);
}

static void work(void *context, size_t part)
{
    const job *j = context;
    trama_traversal *t = j->t;
    const size_t end = trama_part_begin(t->points, t->threads, part + 1, 1);
    for (size_t i = trama_part_begin(t->points, t->threads, part, 1); i < end; i++)
        if (!t->is_found[i])
            t->is_found[i] = j->of_point(t, &t->search[part], i);
}

/* Whether all are found. */
static bool search_all(trama_traversal *t, searcher *of_point)
{
    job j = {t, of_point};
    bool all = true;
    trama_threads_run(t->threads, work, &j);
    for (size_t i = 0; i < t->points; i++)
        all = all && t->is_found[i];
    return all;
}

static void begin_search(trama_traversal *t)
{
    memset(t->is_found, 0, t->points * sizeof *t->is_found);
    for (size_t i = 0; i < t->threads; i++) {
        t->search[i].x = t->x_found;
        t->search[i].work = (trama_traversal_work){0};
    }
}

static double widest_half(const trama_triangle_grid *grid)
{
    return fmax(grid->half[0], fmax(grid->half[1], grid->half[2]));
}

/* The guard looks further than the reach as long as that costs little: up to half a triangle. */
static void lay_out(trama_traversal *t, double reach)
{
    trama_triangle_grid_fill(t->grid, t->x_found, reach);
    const double ahead = fmin(TRAMA_TRAVERSAL_AHEAD * t->displacement, widest_half(t->grid));
    for (size_t i = 0; i < t->threads; i++) {
        t->search[i].reach = reach;
        t->search[i].ahead = fmax(reach, ahead);
        t->search[i].worth = WORTH * t->displacement;
    }
}

static void keep(trama_traversal *t, const double *x, const double *p)
{
    memcpy(t->x_found, x, 3 * t->surface->vertices * sizeof *x);
    memcpy(t->p_found, p, 3 * t->points * sizeof *p);
}

static double reach_at_first(const trama_traversal *t)
{
    return fmax(t->range, fmax(DBL_MIN, widest_half(t->grid)));
}

void trama_traversal_start(trama_traversal *t, const double *x, const double *p)
{
    keep(t, x, p);
    t->displacement = 0.0;
    for (size_t i = 0; i < t->points; i++)
        t->found[i] = (trama_closest_point){.distance = TRAMA_NAN};
    trama_triangle_grid_fill(t->grid, x, t->range);
    double reach = reach_at_first(t);
    begin_search(t);
    for (int i = 0; i < REACHES; i++) {
        lay_out(t, reach);
        if (search_all(t, search_nearest))
            break;
        reach *= 2.0;
    }
    trama_traversal_accept(t);
}

/* How far a displacement is from the mean one of the surface. */
static double strayed(const double from[3], const double to[3], const double mean[3])
{
    double squared = 0.0;
    for (size_t axis = 0; axis < 3; axis++) {
        const double d = to[axis] - from[axis] - mean[axis];
        squared += d * d;
    }
    return sqrt(squared);
}

/* Two that move in straight lines and meet are no further apart at the end than their relative
 * displacement. That of a vertex and a point of the surface is bounded by their displacements from
 * any third one, here from the mean of the surface's vertices. The bound of each vertex, and of
 * all. */
static double displacement(trama_traversal *t)
{
    const size_t n = t->surface->vertices;
    double mean[3] = {0.0, 0.0, 0.0}, surface = 0.0, most = 0.0;
    for (size_t i = 0; i < 3 * n; i++)
        mean[i % 3] += (t->x_found[i] - t->x_last[i]) / (double)n;
    for (size_t i = 0; i < n; i++)
        surface = fmax(surface, strayed(t->x_last + 3 * i, t->x_found + 3 * i, mean));
    for (size_t i = 0; i < t->points; i++) {
        t->moved[i] = MARGIN * (surface + strayed(t->p_last + 3 * i, t->p_found + 3 * i, mean));
        most = fmax(most, t->moved[i]);
    }
    return most;
}

/* Where one vertex needs the grid, those that would need it soon are looked at too, so that it is
 * laid out in few steps; not where there are fewer triangles than vertices, and laying out is the
 * lesser work. */
static double spare_of(const trama_traversal *t)
{
    if (t->surface->triangles < t->points)
        return 0.0;
    for (size_t i = 0; i < t->points; i++)
        if (!(t->last[i].clear > t->moved[i]))
            return TRAMA_TRAVERSAL_AHEAD;
    return 0.0;
}

void trama_traversal_find(trama_traversal *t, trama_traversal_method method, const double *x,
                          const double *p)
{
    const bool walks = method != TRAMA_TRAVERSAL_EXHAUSTIVE;
    keep(t, x, p);
    t->displacement = displacement(t);
    begin_search(t);
    t->spare = spare_of(t);
    if (method == TRAMA_TRAVERSAL_WALK && search_all(t, search_clear))
        return;
    lay_out(t, fmax(t->displacement, t->range));
    for (size_t i = 0; i < t->threads; i++)
        t->search[i].printed = method == TRAMA_TRAVERSAL_PRINTED;
    search_all(t, walks ? search_walking : search_near);
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
        trama_archive_reals(archive, &t->last[i].clear, 1);
    }
    trama_archive_reals(archive, t->x_last, 3 * t->surface->vertices);
    trama_archive_reals(archive, t->p_last, 3 * t->points);
    if (archive->mode == TRAMA_ARCHIVE_LOAD)
        memcpy(t->found, t->last, t->points * sizeof *t->found);
}
