#include "collision/closed_surface.h"

#include "collision/soup.h"
#include "core/vec.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Topology. */

static trama_status fail_at(size_t triangle, const char *what, trama_error *error)
{
    char path[48];
    snprintf(path, sizeof path, "triangle[%zu]", triangle);
    return trama_fail(error, TRAMA_BAD_INPUT, path,
                      "triangle %zu %s; allowed: a closed surface, of which every two neighbours "
                      "are turned the same way",
                      triangle, what);
}

/* Whether a triangle runs along an edge from its smaller vertex to the larger. */
static bool runs_up(const trama_soup *soup, uint32_t triangle, uint32_t edge)
{
    for (unsigned c = 0; c < 3; c++)
        if (soup->triangle_edge[triangle][c] == edge)
            return soup->triangle[triangle][c] == soup->edge[edge][0];
    return false;
}

static trama_status find_neighbours(trama_closed_surface *surface, const trama_soup *soup,
                                    trama_error *error)
{
    for (uint32_t t = 0; t < soup->triangles; t++)
        for (unsigned c = 0; c < 3; c++) {
            const uint32_t edge = soup->triangle_edge[t][c], *pair = soup->edge_triangle[edge],
                           other = pair[pair[0] == t];
            if (soup->edge_triangles[edge] == 1)
                return fail_at(t, "has a side that no other triangle has", error);
            if (soup->edge_triangles[edge] != 2)
                return fail_at(t, "has a side that more than two triangles have", error);
            if (runs_up(soup, t, edge) == runs_up(soup, other, edge))
                return fail_at(t, "is turned against its neighbour", error);
            surface->neighbour[t][c] = other;
        }
    return TRAMA_OK;
}

static void find_rings(trama_closed_surface *surface)
{
    uint32_t *begin = surface->ring_begin;
    for (size_t t = 0; t < surface->triangles; t++)
        for (unsigned c = 0; c < 3; c++)
            begin[surface->triangle[t][c] + 1]++;
    for (size_t v = 0; v < surface->vertices; v++)
        begin[v + 1] += begin[v];
    /* Each begin moves to its end while its ring is filled, then all are moved back by one. */
    for (uint32_t t = 0; t < surface->triangles; t++)
        for (unsigned c = 0; c < 3; c++)
            surface->ring[begin[surface->triangle[t][c]]++] = t;
    memmove(begin + 1, begin, surface->vertices * sizeof *begin);
    begin[0] = 0;
}

trama_status trama_closed_surface_create(size_t vertices, size_t triangles, const size_t *triangle,
                                         trama_closed_surface **surface, trama_error *error)
{
    const trama_soup_part part = {
        .vertices = vertices, .triangles = triangles, .triangle = triangle};
    trama_soup *soup = NULL;
    *surface = NULL;
    trama_status status = trama_soup_create(&part, 1, &soup, error);
    trama_closed_surface *made = status == TRAMA_OK ? calloc(1, sizeof *made) : NULL;
    if (status == TRAMA_OK && made) {
        made->vertices = vertices;
        made->triangles = triangles;
        made->triangle = calloc(triangles + 1, sizeof *made->triangle);
        made->neighbour = calloc(triangles + 1, sizeof *made->neighbour);
        made->ring_begin = calloc(vertices + 2, sizeof *made->ring_begin);
        made->ring = calloc(3 * triangles + 1, sizeof *made->ring);
    }
    if (status == TRAMA_OK &&
        (!made || !made->triangle || !made->neighbour || !made->ring_begin || !made->ring))
        status = trama_fail_memory(error);
    if (status == TRAMA_OK) {
        memcpy(made->triangle, soup->triangle, triangles * sizeof *made->triangle);
        find_rings(made);
        status = find_neighbours(made, soup, error);
    }
    trama_soup_destroy(soup);
    if (status == TRAMA_OK)
        *surface = made;
    else
        trama_closed_surface_destroy(made);
    return status;
}

void trama_closed_surface_destroy(trama_closed_surface *surface)
{
    if (!surface)
        return;
    free(surface->triangle);
    free(surface->neighbour);
    free(surface->ring_begin);
    free(surface->ring);
    free(surface);
}

/* ---- Geometry. */

static vec at(const double *x, uint32_t vertex)
{
    return (vec){x[3 * (size_t)vertex], x[3 * (size_t)vertex + 1], x[3 * (size_t)vertex + 2]};
}

double trama_closed_surface_volume(const trama_closed_surface *surface, const double *x)
{
    /* From a vertex, so that a surface far from the origin loses no digits. */
    const vec origin = surface->triangles > 0 ? at(x, surface->triangle[0][0]) : (vec){0, 0, 0};
    double sum = 0.0;
    for (size_t t = 0; t < surface->triangles; t++) {
        const uint32_t *v = surface->triangle[t];
        sum += dot(minus(at(x, v[0]), origin),
                   cross(minus(at(x, v[1]), origin), minus(at(x, v[2]), origin)));
    }
    return sum / 6.0;
}

trama_closest_on_triangle trama_closed_surface_closest(const trama_closed_surface *surface,
                                                       const double *x, uint32_t triangle,
                                                       const double p[3])
{
    const uint32_t *v = surface->triangle[triangle];
    const vec a = at(x, v[0]), ab = minus(at(x, v[1]), a), ac = minus(at(x, v[2]), a),
              ap = minus((vec){p[0], p[1], p[2]}, a), bp = minus(ap, ab), cp = minus(ap, ac);
    const double d1 = dot(ab, ap), d2 = dot(ac, ap), d3 = dot(ab, bp), d4 = dot(ac, bp),
                 d5 = dot(ab, cp), d6 = dot(ac, cp);
    const double va = d3 * d6 - d5 * d4, vb = d5 * d2 - d1 * d6, vc = d1 * d4 - d3 * d2;
    double b = 0.0, c = 0.0;
    unsigned feature = TRAMA_ON_FACE;
    if (d1 <= 0.0 && d2 <= 0.0) {
        feature = TRAMA_ON_CORNER;
    } else if (d3 >= 0.0 && d4 <= d3) {
        feature = TRAMA_ON_CORNER + 1;
        b = 1.0;
    } else if (d6 >= 0.0 && d5 <= d6) {
        feature = TRAMA_ON_CORNER + 2;
        c = 1.0;
    } else if (vc <= 0.0 && d1 >= 0.0 && d3 <= 0.0) {
        feature = TRAMA_ON_SIDE;
        b = d1 / (d1 - d3);
    } else if (vb <= 0.0 && d2 >= 0.0 && d6 <= 0.0) {
        feature = TRAMA_ON_SIDE + 2;
        c = d2 / (d2 - d6);
    } else if (va <= 0.0 && d4 >= d3 && d5 >= d6) {
        feature = TRAMA_ON_SIDE + 1;
        c = (d4 - d3) / ((d4 - d3) + (d5 - d6));
        b = 1.0 - c;
    } else {
        b = vb / (va + vb + vc);
        c = vc / (va + vb + vc);
    }
    const vec towards = plus_scaled(plus_scaled(ap, -b, ab), -c, ac);
    return (trama_closest_on_triangle){.weight = {1.0 - b - c, b, c},
                                       .towards = {towards.x, towards.y, towards.z},
                                       .squared = dot(towards, towards),
                                       .feature = feature};
}

/* A side or corner of a triangle: b - a and c - a, and their cross product. */
static vec area_of(const trama_closed_surface *surface, const double *x, uint32_t triangle)
{
    const uint32_t *v = surface->triangle[triangle];
    const vec a = at(x, v[0]);
    return cross(minus(at(x, v[1]), a), minus(at(x, v[2]), a));
}

/* 0 of a triangle without area. */
static vec unit(vec a)
{
    const double length = sqrt(dot(a, a));
    return length > 0.0 ? scaled(1.0 / length, a) : (vec){0, 0, 0};
}

static vec normal_of_vertex(const trama_closed_surface *surface, const double *x, uint32_t vertex)
{
    vec sum = {0, 0, 0};
    for (size_t i = surface->ring_begin[vertex]; i < surface->ring_begin[vertex + 1]; i++) {
        const uint32_t *v = surface->triangle[surface->ring[i]];
        const unsigned c = v[0] == vertex ? 0 : v[1] == vertex ? 1 : 2;
        const vec a = at(x, vertex), e = minus(at(x, v[(c + 1) % 3]), a),
                  f = minus(at(x, v[(c + 2) % 3]), a), area = cross(e, f);
        const double angle = atan2(sqrt(dot(area, area)), dot(e, f));
        sum = plus_scaled(sum, angle, unit(area));
    }
    return sum;
}

void trama_closed_surface_normal(const trama_closed_surface *surface, const double *x,
                                 uint32_t triangle, unsigned feature, double normal[3])
{
    vec n;
    if (feature >= TRAMA_ON_CORNER)
        n = normal_of_vertex(surface, x, surface->triangle[triangle][feature - TRAMA_ON_CORNER]);
    else if (feature >= TRAMA_ON_SIDE)
        n = plus(unit(area_of(surface, x, triangle)),
                 unit(area_of(surface, x, surface->neighbour[triangle][feature - TRAMA_ON_SIDE])));
    else
        n = area_of(surface, x, triangle);
    normal[0] = n.x;
    normal[1] = n.y;
    normal[2] = n.z;
}
