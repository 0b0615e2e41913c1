#include "interaction/air_foot.h"

#include "core/numbers.h"
#include "core/threads.h"

#include <math.h>
#include <stdlib.h>

/* ---- Making. */

/* Why the body has no inside, or NULL: it is closed. */
static const char *missing(const trama_surface *body)
{
    if (trama_surface_is_solid(body))
        return trama_surface_inside_missing(body);
    if (!body->mesh || trama_surface_nodes(body) == 0)
        return "an object without a surface of triangles";
    for (size_t e = 0; e < body->mesh->edge_count; e++)
        if (body->mesh->edge[e].triangle[1] == TRAMA_NONE)
            return "a surface with a border";
    return NULL;
}

static trama_status create_traversal(trama_air_feet *feet, trama_error *error)
{
    const trama_mesh *mesh = feet->body->mesh;
    size_t *triangle = calloc(3 * mesh->triangle_count + 1, sizeof *triangle);
    feet->x = calloc(3 * feet->body->vertices + 1, sizeof *feet->x);
    trama_status status = feet->x && triangle ? TRAMA_OK : trama_fail_memory(error);
    for (size_t i = 0; status == TRAMA_OK && i < 3 * mesh->triangle_count; i++)
        triangle[i] = mesh->triangle[i / 3].node[i % 3];
    if (status == TRAMA_OK)
        status = trama_traversal_create(feet->body->vertices, mesh->triangle_count, triangle,
                                        feet->count, 0.0, &feet->traversal, error);
    free(triangle);
    return status;
}

trama_status trama_air_feet_create(const trama_surface *body, size_t count, trama_air_feet *feet,
                                   trama_error *error)
{
    const char *why = missing(body);
    *feet = (trama_air_feet){.body = body, .count = count, .threads = trama_threads()};
    if (why)
        return trama_fail(
            error, TRAMA_BAD_INPUT, "among[1]",
            "'%s' is %s; allowed below a layer of air: a plane, a sphere, a box, or a "
            "closed surface of triangles",
            body->name, why);
    return trama_surface_is_solid(body) ? TRAMA_OK : create_traversal(feet, error);
}

void trama_air_feet_free(trama_air_feet *feet)
{
    trama_traversal_destroy(feet->traversal);
    free(feet->x);
    *feet = (trama_air_feet){0};
}

/* ---- At a solid. */

typedef struct search {
    const trama_air_feet *feet;
    double t;
    const double *q, *p;
    trama_foot *foot;
} search;

static void find_part(void *context, size_t part)
{
    const search *s = context;
    const size_t count = s->feet->count, parts = s->feet->threads;
    const size_t end = trama_part_begin(count, parts, part + 1, 1);
    for (size_t i = trama_part_begin(count, parts, part, 1); i < end; i++)
        trama_surface_nearest(s->feet->body, s->t, s->q, s->p + 3 * i, TRAMA_INFINITY, &s->foot[i]);
}

/* ---- At triangles that move. */

static bool are_numbers(const double *x, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

/* Whether a feature of a triangle leaves out a corner: its weight is 0 there. */
static bool leaves_out(unsigned feature, unsigned corner)
{
    if (feature >= TRAMA_ON_CORNER)
        return feature - TRAMA_ON_CORNER != corner;
    return feature >= TRAMA_ON_SIDE && (feature - TRAMA_ON_SIDE + 2) % 3 == corner;
}

/* On the triangle that the traversal found. */
static trama_foot foot_on(const trama_air_feet *feet, const trama_closest_point *found,
                          const double *p)
{
    const size_t *node = feet->body->mesh->triangle[found->triangle].node;
    const trama_closest_on_triangle at = trama_closed_surface_closest(
        trama_traversal_surface(feet->traversal), feet->x, found->triangle, p);
    const double length = sqrt(at.squared), sign = found->distance < 0.0 ? -1.0 : 1.0;
    trama_foot foot = {.spot = {.surface = feet->body, .count = 3}, .distance = sign * length};
    for (unsigned c = 0; c < 3; c++) {
        foot.spot.vertex[c] = node[c];
        foot.spot.weight[c] = leaves_out(at.feature, c) ? 0.0 : at.weight[c];
        foot.normal[c] = length > 0.0 ? at.towards[c] / foot.distance : found->normal[c];
    }
    return foot;
}

static void traverse(trama_air_feet *feet, const double *p, trama_foot *foot)
{
    if (!are_numbers(p, 3 * feet->count) || !are_numbers(feet->x, 3 * feet->body->vertices)) {
        for (size_t i = 0; i < feet->count; i++)
            foot[i] = (trama_foot){.distance = TRAMA_NAN};
        return;
    }
    if (feet->started)
        trama_traversal_find(feet->traversal, TRAMA_TRAVERSAL_WALK, feet->x, p);
    else
        trama_traversal_start(feet->traversal, feet->x, p);
    feet->started = true;
    const trama_closest_point *found = trama_traversal_points(feet->traversal);
    for (size_t i = 0; i < feet->count; i++)
        foot[i] = foot_on(feet, &found[i], p + 3 * i);
}

/* ---- Both. */

void trama_air_feet_find(trama_air_feet *feet, double t, const double *q, const double *p,
                         trama_foot *foot)
{
    search s = {feet, t, q, p, foot};
    if (feet->traversal) {
        trama_surface_positions(feet->body, t, q, feet->x);
        traverse(feet, p, foot);
    } else {
        trama_threads_run(feet->threads, find_part, &s);
    }
}

void trama_air_feet_accept(trama_air_feet *feet)
{
    if (feet->traversal && feet->started)
        trama_traversal_accept(feet->traversal);
}

void trama_air_feet_restart(trama_air_feet *feet)
{
    feet->started = false;
}

void trama_air_feet_state(trama_air_feet *feet, trama_archive *archive)
{
    if (!feet->traversal)
        return;
    trama_archive_flag(archive, &feet->started);
    trama_traversal_state(feet->traversal, archive);
}

double trama_air_feet_volume(trama_air_feet *feet, double t, const double *q)
{
    trama_surface_positions(feet->body, t, q, feet->x);
    return trama_closed_surface_volume(trama_traversal_surface(feet->traversal), feet->x);
}
