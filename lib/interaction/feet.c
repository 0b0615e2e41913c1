#include "interaction/feet.h"

#include <stdlib.h>

enum { BAD = 2 }; /* a tree of twice its cost is built anew */

trama_status trama_feet_create(const trama_surface *surface, trama_feet *feet, trama_error *error)
{
    *feet = (trama_feet){.surface = surface};
    feet->box = calloc(surface->mesh->triangle_count + 1, sizeof *feet->box);
    if (!feet->box)
        return trama_fail_memory(error);
    return trama_tree_create(surface->mesh->triangle_count, &feet->tree, error);
}

void trama_feet_free(trama_feet *feet)
{
    trama_tree_destroy(feet->tree);
    free(feet->box);
    *feet = (trama_feet){0};
}

static void node_at(const trama_feet *feet, size_t node, double x[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        x[axis] = feet->q[feet->surface->q_begin + axis * feet->surface->vertices + node];
}

static trama_extent box_of(const trama_feet *feet, size_t triangle)
{
    const size_t *node = feet->surface->mesh->triangle[triangle].node;
    double x[3][3];
    for (size_t i = 0; i < 3; i++)
        node_at(feet, node[i], x[i]);
    const trama_extent first = trama_extent_of_path(x[0], x[1]),
                       second = trama_extent_of_path(x[1], x[2]);
    return trama_extent_join(&first, &second);
}

void trama_feet_place(trama_feet *feet, const double *q)
{
    const bool is_first = !feet->q;
    feet->q = q;
    for (size_t t = 0; t < feet->tree->count; t++)
        feet->box[t] = box_of(feet, t);
    if (is_first)
        trama_tree_build(feet->tree, feet->box, 0.0, 1);
    else
        trama_tree_update(feet->tree, feet->box, 0.0, BAD, 1);
}

typedef struct search {
    const trama_feet *feet;
    const double *x;
    double square;
    size_t triangle; /* the tree's count: none yet */
} search;

static void try_triangle(void *context, uint32_t triangle)
{
    search *s = context;
    const double square = trama_surface_square_to(s->feet->surface, s->feet->q, triangle, s->x);
    const bool found = s->triangle < s->feet->tree->count;
    if (!(square < s->square || (found && square == s->square && triangle < s->triangle)))
        return;
    s->square = square;
    s->triangle = triangle;
}

bool trama_feet_find(const trama_feet *feet, const double x[3], double reach, trama_foot *foot)
{
    search s = {feet, x, reach * reach, feet->tree->count};
    trama_tree_nearest(feet->tree, x, &s.square, try_triangle, &s);
    if (s.triangle == feet->tree->count)
        return false;
    trama_surface_foot_on(feet->surface, feet->q, s.triangle, x, foot);
    return true;
}
