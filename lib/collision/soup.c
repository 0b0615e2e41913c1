#include "collision/soup.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A side of a triangle on its way to become part of an edge. */
typedef struct side {
    uint32_t low, high; /* its vertices */
    uint32_t triangle, corner;
} side;

static int by_vertices(const void *a, const void *b)
{
    const side *s = a, *r = b;
    if (s->low != r->low)
        return s->low < r->low ? -1 : 1;
    if (s->high != r->high)
        return s->high < r->high ? -1 : 1;
    return s->triangle < r->triangle ? -1 : s->triangle > r->triangle;
}

static bool allocate(trama_soup *soup)
{
    const size_t n = soup->triangles + 1, v = soup->vertices + 1, g = soup->groups + 1;
    const size_t e = 3 * soup->triangles + 1; /* edges at most */
    soup->triangle = calloc(n, sizeof *soup->triangle);
    soup->triangle_edge = calloc(n, sizeof *soup->triangle_edge);
    soup->group_of_triangle = calloc(n, sizeof *soup->group_of_triangle);
    soup->group_of_vertex = calloc(v, sizeof *soup->group_of_vertex);
    soup->edge = calloc(e, sizeof *soup->edge);
    soup->edge_triangle = calloc(e, sizeof *soup->edge_triangle);
    soup->edge_triangles = calloc(e, sizeof *soup->edge_triangles);
    soup->group_of_edge = calloc(e, sizeof *soup->group_of_edge);
    soup->vertex_begin = calloc(g, sizeof *soup->vertex_begin);
    soup->triangle_begin = calloc(g, sizeof *soup->triangle_begin);
    soup->edge_begin = calloc(g, sizeof *soup->edge_begin);
    soup->meets = calloc(g * g, sizeof *soup->meets);
    return soup->triangle && soup->triangle_edge && soup->group_of_triangle &&
           soup->group_of_vertex && soup->edge && soup->edge_triangle && soup->edge_triangles &&
           soup->group_of_edge && soup->vertex_begin && soup->triangle_begin && soup->edge_begin &&
           soup->meets;
}

static trama_status fail_triangle(trama_error *error, size_t part, size_t triangle,
                                  const char *what)
{
    char path[80];
    snprintf(path, sizeof path, "parts[%zu].triangle[%zu]", part, triangle);
    return trama_fail(error, TRAMA_BAD_INPUT, path, "%s", what);
}

static trama_status copy_triangles(trama_soup *soup, const trama_soup_part *part, size_t group,
                                   trama_error *error)
{
    const size_t vertex = soup->vertex_begin[group], first = soup->triangle_begin[group];
    for (size_t t = 0; t < part->triangles; t++) {
        const size_t *v = part->triangle + 3 * t;
        if (v[0] >= part->vertices || v[1] >= part->vertices || v[2] >= part->vertices)
            return fail_triangle(error, group, t, "names a vertex that does not exist");
        if (v[0] == v[1] || v[1] == v[2] || v[2] == v[0])
            return fail_triangle(error, group, t, "names a vertex twice");
        for (size_t corner = 0; corner < 3; corner++)
            soup->triangle[first + t][corner] = (uint32_t)(vertex + v[corner]);
        soup->group_of_triangle[first + t] = (uint32_t)group;
    }
    return TRAMA_OK;
}

static trama_status copy_parts(trama_soup *soup, const trama_soup_part *part, trama_error *error)
{
    for (size_t g = 0; g < soup->groups; g++) {
        soup->vertex_begin[g + 1] = soup->vertex_begin[g] + part[g].vertices;
        soup->triangle_begin[g + 1] = soup->triangle_begin[g] + part[g].triangles;
        for (size_t i = soup->vertex_begin[g]; i < soup->vertex_begin[g + 1]; i++)
            soup->group_of_vertex[i] = (uint32_t)g;
        const trama_status status = copy_triangles(soup, &part[g], g, error);
        if (status != TRAMA_OK)
            return status;
    }
    for (size_t i = 0; i < soup->groups * soup->groups; i++)
        soup->meets[i] = true;
    return TRAMA_OK;
}

static void list_sides(const trama_soup *soup, side *sides)
{
    for (uint32_t t = 0; t < soup->triangles; t++)
        for (uint32_t corner = 0; corner < 3; corner++) {
            const uint32_t a = soup->triangle[t][corner], b = soup->triangle[t][(corner + 1) % 3];
            sides[3 * t + corner] = (side){a < b ? a : b, a < b ? b : a, t, corner};
        }
}

/* Adds the edge of the `count` sides at s. Vertices of groups follow each other, so edges that are
 * sorted by vertices do too. */
static void add_edge(trama_soup *soup, const side *s, size_t count)
{
    const size_t e = soup->edges++;
    const uint32_t group = soup->group_of_vertex[s->low];
    soup->edge[e][0] = s->low;
    soup->edge[e][1] = s->high;
    soup->edge_triangle[e][0] = s->triangle;
    soup->edge_triangle[e][1] = count > 1 ? s[1].triangle : TRAMA_SOUP_NONE;
    soup->edge_triangles[e] = (uint32_t)count;
    soup->group_of_edge[e] = group;
    soup->edge_begin[group + 1] = soup->edges;
    for (size_t i = 0; i < count; i++)
        soup->triangle_edge[s[i].triangle][s[i].corner] = (uint32_t)e;
}

static trama_status find_edges(trama_soup *soup, trama_error *error)
{
    const size_t count = 3 * soup->triangles;
    side *sides = calloc(count + 1, sizeof *sides);
    if (!sides)
        return trama_fail_memory(error);
    list_sides(soup, sides);
    qsort(sides, count, sizeof *sides, by_vertices);
    for (size_t first = 0, next; first < count; first = next) {
        next = first + 1;
        while (next < count && sides[next].low == sides[first].low &&
               sides[next].high == sides[first].high)
            next++;
        add_edge(soup, sides + first, next - first);
    }
    for (size_t g = 0; g < soup->groups; g++) /* groups without edges */
        if (soup->edge_begin[g + 1] < soup->edge_begin[g])
            soup->edge_begin[g + 1] = soup->edge_begin[g];
    free(sides);
    return TRAMA_OK;
}

trama_status trama_soup_create(const trama_soup_part *part, size_t parts, trama_soup **soup,
                               trama_error *error)
{
    *soup = NULL;
    trama_soup *made = calloc(1, sizeof *made);
    if (!made)
        return trama_fail_memory(error);
    made->groups = parts;
    for (size_t g = 0; g < parts; g++) {
        made->vertices += part[g].vertices;
        made->triangles += part[g].triangles;
    }
    bool allocated = false;
    trama_status status;
    if (made->vertices >= TRAMA_SOUP_NONE || made->triangles >= TRAMA_SOUP_NONE / 3)
        status = trama_fail(error, TRAMA_BAD_INPUT, "parts",
                            "more vertices or edges than 32 bits can count");
    else
        status = (allocated = allocate(made)) ? TRAMA_OK : trama_fail_memory(error);
    if (allocated)
        status = copy_parts(made, part, error);
    if (allocated && status == TRAMA_OK)
        status = find_edges(made, error);
    if (status == TRAMA_OK)
        *soup = made;
    else
        trama_soup_destroy(made);
    return status;
}

void trama_soup_destroy(trama_soup *soup)
{
    if (!soup)
        return;
    void *const array[] = {soup->triangle,          soup->edge,           soup->triangle_edge,
                           soup->edge_triangle,     soup->edge_triangles, soup->group_of_vertex,
                           soup->group_of_triangle, soup->group_of_edge,  soup->vertex_begin,
                           soup->triangle_begin,    soup->edge_begin,     soup->meets};
    for (size_t i = 0; i < sizeof array / sizeof *array; i++)
        free(array[i]);
    free(soup);
}

void trama_soup_set_meets(trama_soup *soup, size_t a, size_t b, bool meets)
{
    assert(a < soup->groups && b < soup->groups);
    soup->meets[a * soup->groups + b] = soup->meets[b * soup->groups + a] = meets;
}

uint32_t trama_soup_edge(const trama_soup *soup, uint32_t a, uint32_t b)
{
    const uint32_t low = a < b ? a : b, high = a < b ? b : a;
    size_t first = 0, last = soup->edges;
    while (first < last) {
        const size_t middle = first + (last - first) / 2;
        const uint32_t *e = soup->edge[middle];
        if (e[0] < low || (e[0] == low && e[1] < high))
            first = middle + 1;
        else
            last = middle;
    }
    const bool found =
        first < soup->edges && soup->edge[first][0] == low && soup->edge[first][1] == high;
    return found ? (uint32_t)first : TRAMA_SOUP_NONE;
}
