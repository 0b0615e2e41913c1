#include "collision/traversal_search.h"

#include "core/vec.h"

#include <math.h>
#include <string.h>

/* A distance gets this more of itself, for rounding; a bound of one from below, this less. */
#define MARGIN (1.0 + 1e-9)
#define CERTAIN (1.0 - 1e-6)

/* A triangle with its point that is closest to P. */
typedef struct place {
    uint32_t triangle;
    trama_closest_on_triangle closest;
} place;

/* ---- Visits. */

static void begin(trama_traversal_search *search)
{
    if (++search->mark != 0)
        return;
    memset(search->marked, 0, search->surface->triangles * sizeof *search->marked);
    search->mark = 1;
}

static bool is_visited(const trama_traversal_search *search, uint32_t triangle)
{
    return search->marked[triangle] == search->mark;
}

static place visit(trama_traversal_search *search, const double p[3], uint32_t triangle)
{
    search->marked[triangle] = search->mark;
    search->work.visited++;
    return (place){triangle, trama_closed_surface_closest(search->surface, search->x, triangle, p)};
}

/* Whether all triangles at a feature have P on one side of their planes, and which: then their
 * pseudonormal says the same, without its angles and roots. */
static bool all_say(const trama_traversal_search *search, const place *c, bool *outside)
{
    const trama_closed_surface *surface = search->surface;
    const unsigned feature = c->closest.feature;
    const uint32_t corner =
        surface->triangle[c->triangle][feature >= TRAMA_ON_CORNER ? feature - TRAMA_ON_CORNER : 0];
    const uint32_t pair[2] = {
        c->triangle,
        surface->neighbour[c->triangle][feature < TRAMA_ON_CORNER ? feature - TRAMA_ON_SIDE : 0]};
    const bool on_corner = feature >= TRAMA_ON_CORNER;
    const uint32_t *at = on_corner ? surface->ring + surface->ring_begin[corner] : pair;
    const size_t count =
        on_corner ? surface->ring_begin[corner + 1] - surface->ring_begin[corner] : 2;
    size_t out = 0, in = 0;
    for (size_t i = 0; i < count; i++) {
        double normal[3];
        trama_closed_surface_normal(surface, search->x, at[i], TRAMA_ON_FACE, normal);
        const double side = dot3(c->closest.towards, normal);
        out += side > 0.0;
        in += side < 0.0;
    }
    *outside = out == count;
    return out == count || in == count;
}

static bool is_outside(const trama_traversal_search *search, const place *c)
{
    bool outside;
    if (c->closest.feature != TRAMA_ON_FACE && all_say(search, c, &outside))
        return outside;
    double normal[3];
    trama_closed_surface_normal(search->surface, search->x, c->triangle, c->closest.feature,
                                normal);
    return dot3(c->closest.towards, normal) >= 0.0;
}

/* ---- The walk. */

/* Whether the surface descends towards P along a side of the triangle that leaves a corner. */
static bool descends(const trama_traversal_search *search, const place *c, uint32_t triangle,
                     uint32_t corner)
{
    const uint32_t *v = search->surface->triangle[triangle];
    const double *from = search->x + 3 * (size_t)corner;
    for (unsigned i = 0; i < 3; i++) {
        const double *to = search->x + 3 * (size_t)v[i];
        const double side[3] = {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
        if (dot3(c->closest.towards, side) > 0.0)
            return true;
    }
    return false;
}

/* The triangle beyond the side or corner that the point is on, if it may be nearer. */
static bool next_triangle(const trama_traversal_search *search, const place *c, uint32_t *next)
{
    const trama_closed_surface *surface = search->surface;
    const unsigned feature = c->closest.feature;
    if (feature == TRAMA_ON_FACE)
        return false;
    if (feature < TRAMA_ON_CORNER) {
        *next = surface->neighbour[c->triangle][feature - TRAMA_ON_SIDE];
        return !is_visited(search, *next);
    }
    const uint32_t corner = surface->triangle[c->triangle][feature - TRAMA_ON_CORNER];
    for (size_t i = surface->ring_begin[corner]; i < surface->ring_begin[corner + 1]; i++) {
        *next = surface->ring[i];
        if (!is_visited(search, *next) && descends(search, c, *next, corner))
            return true;
    }
    return false;
}

/* Goes on to a local minimum. */
static void descend(trama_traversal_search *search, const double p[3], place *c)
{
    uint32_t next;
    while (next_triangle(search, c, &next)) {
        const place beyond = visit(search, p, next);
        if (beyond.closest.squared < c->closest.squared)
            *c = beyond;
        else if (c->closest.feature < TRAMA_ON_CORNER)
            return;
    }
}

/* ---- The guard. */

static bool is_near(const trama_traversal_search *search, const double p[3], size_t i, double reach)
{
    const trama_extent point = {{p[0], p[1], p[2]}, {p[0], p[1], p[2]}};
    return trama_extent_near(&point, &search->grid->box[i], reach);
}

/* How far triangle i of the grid has P on its outer side, in units of twice its area. */
static double side_of(const trama_triangle_grid *grid, const double r[3], size_t i)
{
    return grid->plane[0][i] * r[0] + grid->plane[1][i] * r[1] + grid->plane[2][i] * r[2] -
           grid->plane[3][i];
}

/* Whether a triangle of the run has P on another side than `outside` says. */
static bool any_disagrees(const trama_triangle_grid *grid, const double r[3], bool outside,
                          uint32_t first, uint32_t last)
{
    const double sign = outside ? 1.0 : -1.0;
    long count = 0;
    for (uint32_t i = first; i < last; i++)
        count += sign * side_of(grid, r, i) < 0.0;
    return count > 0;
}

/* Visits what disagrees in a run. False if the sign has changed. */
static bool check_run(trama_traversal_search *search, const double p[3], const double r[3],
                      uint32_t first, uint32_t last, bool outside, place *c)
{
    const trama_triangle_grid *grid = search->grid;
    if (!any_disagrees(grid, r, outside, first, last))
        return true;
    for (uint32_t i = first; i < last; i++) {
        if (!((outside ? 1.0 : -1.0) * side_of(grid, r, i) < 0.0) ||
            is_visited(search, grid->triangle[i]) || !is_near(search, p, i, search->guarded))
            continue;
        place other = visit(search, p, grid->triangle[i]);
        if (!(other.closest.squared < c->closest.squared))
            continue;
        descend(search, p, &other);
        *c = other;
        if (is_outside(search, c) != outside)
            return false;
    }
    return true;
}

/* Whether all of S agrees with the sign of C, which is `outside`. */
static bool check_near(trama_traversal_search *search, const double p[3],
                       const trama_grid_range *range, bool outside, place *c)
{
    const double *low = search->grid->low;
    const double r[3] = {p[0] - low[0], p[1] - low[1], p[2] - low[2]};
    for (size_t z = range->first[2]; z <= range->last[2]; z++)
        for (size_t y = range->first[1]; y <= range->last[1]; y++) {
            uint32_t first, last;
            trama_triangle_grid_run(search->grid, range, y, z, &first, &last);
            if (!check_run(search, p, r, first, last, outside, c))
                return false;
        }
    return true;
}

/* The least distance from the planes of a run's triangles that are nearer than `clear`; `clear`, if
 * none is. */
static double clear_of_run(const trama_traversal_search *search, const double p[3],
                           const double r[3], uint32_t first, uint32_t last, double clear)
{
    const trama_triangle_grid *grid = search->grid;
    for (uint32_t i = first; i < last; i++) {
        const double n[3] = {grid->plane[0][i], grid->plane[1][i], grid->plane[2][i]},
                     side = side_of(grid, r, i), squared = dot3(n, n);
        if (side * side >= clear * clear * squared || !is_near(search, p, i, clear))
            continue;
        clear = squared > 0.0 ? fabs(side) / sqrt(squared) : 0.0;
    }
    return clear;
}

/* How far P is from the surface, at least: of what is within the guard's range. */
static double clear_of_near(const trama_traversal_search *search, const double p[3],
                            const trama_grid_range *range)
{
    const double *low = search->grid->low;
    const double r[3] = {p[0] - low[0], p[1] - low[1], p[2] - low[2]};
    double clear = search->guarded > search->worth ? search->guarded : 0.0;
    for (size_t z = range->first[2]; z <= range->last[2] && clear > 0.0; z++)
        for (size_t y = range->first[1]; y <= range->last[1]; y++) {
            uint32_t first, last;
            trama_triangle_grid_run(search->grid, range, y, z, &first, &last);
            clear = clear_of_run(search, p, r, first, last, clear);
        }
    return CERTAIN * clear;
}

/* ---- Exhaustive. */

/* The nearest of S; false if it is beyond the reach. */
static bool nearest_of_near(trama_traversal_search *search, const double p[3],
                            const trama_grid_range *range, place *nearest)
{
    const trama_triangle_grid *grid = search->grid;
    bool any = false;
    for (size_t z = range->first[2]; z <= range->last[2]; z++)
        for (size_t y = range->first[1]; y <= range->last[1]; y++) {
            uint32_t first, last;
            trama_triangle_grid_run(grid, range, y, z, &first, &last);
            for (uint32_t i = first; i < last; i++) {
                if (!is_near(search, p, i, search->reach))
                    continue;
                const place other = visit(search, p, grid->triangle[i]);
                search->work.near++;
                if (any && !(other.closest.squared < nearest->closest.squared))
                    continue;
                *nearest = other;
                any = true;
            }
        }
    return any && nearest->closest.squared <= search->reach * search->reach;
}

/* ---- The whole. */

/* The normal of a face is its own, for the way to a vertex that touches it has no direction. */
static trama_closest_point point_of(const trama_traversal_search *search, const place *c,
                                    bool outside)
{
    const double distance = sqrt(c->closest.squared), sign = outside ? 1.0 : -1.0;
    trama_closest_point point = {.triangle = c->triangle, .distance = sign * distance};
    memcpy(point.weight, c->closest.weight, sizeof point.weight);
    if (c->closest.feature != TRAMA_ON_FACE && distance > 0.0) {
        for (int axis = 0; axis < 3; axis++)
            point.normal[axis] = sign * c->closest.towards[axis] / distance;
        return point;
    }
    trama_closed_surface_normal(search->surface, search->x, c->triangle, c->closest.feature,
                                point.normal);
    const double length = sqrt(dot3(point.normal, point.normal));
    for (int axis = 0; axis < 3 && length > 0.0; axis++)
        point.normal[axis] /= length;
    return point;
}

bool trama_traversal_follow(trama_traversal_search *search, const double p[3],
                            const trama_closest_point *last, double clear,
                            trama_closest_point *point)
{
    const bool outside = last->distance >= 0.0;
    begin(search);
    place c = visit(search, p, last->triangle);
    descend(search, p, &c);
    if (is_outside(search, &c) != outside)
        return false;
    *point = point_of(search, &c, outside);
    point->clear = clear;
    return true;
}

trama_closest_point trama_traversal_walk(trama_traversal_search *search, const double p[3],
                                         const trama_closest_point *last)
{
    const bool was_outside = last->distance >= 0.0;
    trama_grid_range range;
    begin(search);
    place c = visit(search, p, last->triangle);
    descend(search, p, &c);
    bool outside = is_outside(search, &c);
    /* What is farther than C has nothing that is nearer (traversal.h). */
    search->guarded =
        search->printed ? search->reach : fmin(search->ahead, MARGIN * sqrt(c.closest.squared));
    search->work.guarded++;
    const bool any = trama_triangle_grid_range(search->grid, p, search->guarded, &range);
    while (any && !check_near(search, p, &range, outside, &c)) {
        outside = !outside;
        search->work.restarts++;
    }
    double clear = search->printed ? 0.0
                   : any           ? clear_of_near(search, p, &range)
                                   : CERTAIN * search->guarded;
    /* A vertex that has changed sides is within the reach of the surface. */
    if (outside != was_outside && c.closest.squared > search->reach * search->reach) {
        place nearest;
        search->work.exhausted++;
        clear = 0.0;
        if (trama_triangle_grid_range(search->grid, p, search->reach, &range) &&
            nearest_of_near(search, p, &range, &nearest)) {
            c = nearest;
            outside = is_outside(search, &c);
        } else {
            outside = was_outside;
        }
    }
    trama_closest_point point = point_of(search, &c, outside);
    point.clear = clear;
    return point;
}

trama_closest_point trama_traversal_exhaust(trama_traversal_search *search, const double p[3],
                                            const trama_closest_point *last)
{
    trama_closest_point nearest;
    if (trama_traversal_nearest(search, p, &nearest))
        return nearest;
    const place c = {last->triangle,
                     trama_closed_surface_closest(search->surface, search->x, last->triangle, p)};
    return point_of(search, &c, last->distance >= 0.0);
}

bool trama_traversal_nearest(trama_traversal_search *search, const double p[3],
                             trama_closest_point *nearest)
{
    trama_grid_range range;
    place c;
    begin(search);
    if (!trama_triangle_grid_range(search->grid, p, search->reach, &range) ||
        !nearest_of_near(search, p, &range, &c))
        return false;
    *nearest = point_of(search, &c, is_outside(search, &c));
    nearest->clear = CERTAIN * fabs(nearest->distance);
    return true;
}
