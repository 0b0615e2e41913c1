#include "scene/lattice.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { NODES_MAX = 100000000 };

static trama_status check_side(const trama_lattice *lattice, size_t axis, trama_error *error)
{
    const bool line = lattice->points[axis] > 1;
    char path[32];
    snprintf(path, sizeof path, "lattice.side[%zu]", axis);
    if (line == (lattice->side[axis] > 0.0))
        return TRAMA_OK;
    return trama_fail(error, TRAMA_BAD_INPUT, path, "side[%zu]: %g m with %ld nodes; allowed: %s",
                      axis, lattice->side[axis], lattice->points[axis],
                      line ? "above 0" : "0 where there is one node");
}

trama_status trama_lattice_check(const trama_lattice *lattice, trama_error *error)
{
    const long *points = lattice->points;
    trama_status status = TRAMA_OK;
    if (points[0] > NODES_MAX / points[1] / points[2])
        return trama_fail(error, TRAMA_BAD_INPUT, "lattice.points",
                          "points: %ld x %ld x %ld nodes; allowed: %d together", points[0],
                          points[1], points[2], NODES_MAX);
    for (size_t axis = 0; axis < 3 && status == TRAMA_OK; axis++)
        status = check_side(lattice, axis, error);
    return status;
}

size_t trama_lattice_nodes(const trama_lattice *lattice)
{
    return (size_t)lattice->points[0] * (size_t)lattice->points[1] * (size_t)lattice->points[2];
}

static size_t node_at(const trama_lattice *lattice, const long place[3])
{
    return (size_t)((place[0] * lattice->points[1] + place[1]) * lattice->points[2] + place[2]);
}

static double position_at(const trama_lattice *lattice, size_t axis, long i)
{
    const long spaces = lattice->points[axis] - 1;
    const double along = spaces > 0 ? lattice->side[axis] * ((double)i / (double)spaces) : 0.0;
    return lattice->origin[axis] + along;
}

void trama_lattice_place(const trama_lattice *lattice, double *q)
{
    const size_t nodes = trama_lattice_nodes(lattice);
    long at[3];
    for (at[0] = 0; at[0] < lattice->points[0]; at[0]++)
        for (at[1] = 0; at[1] < lattice->points[1]; at[1]++)
            for (at[2] = 0; at[2] < lattice->points[2]; at[2]++)
                for (size_t axis = 0; axis < 3; axis++)
                    q[axis * nodes + node_at(lattice, at)] = position_at(lattice, axis, at[axis]);
}

/* ---- The outside. */

static size_t count_outside(const long points[3])
{
    size_t count = 0;
    for (size_t axis = 0; axis < 3; axis++)
        count += 4 * (size_t)(points[(axis + 1) % 3] - 1) * (size_t)(points[(axis + 2) % 3] - 1);
    return points[0] > 1 && points[1] > 1 && points[2] > 1 ? count : 0;
}

/* The square at `low` across `axis`, in two triangles that face along the axis, or against it. */
static void cut_square(const trama_lattice *lattice, const long low[3], size_t axis, bool along,
                       trama_triangle two[2])
{
    const size_t b = (axis + 1) % 3, c = (axis + 2) % 3;
    size_t corner[4];
    for (size_t i = 0; i < 4; i++) { /* around the square, from low */
        long place[3] = {low[0], low[1], low[2]};
        place[b] += i == 1 || i == 2;
        place[c] += i >= 2;
        corner[i] = node_at(lattice, place);
    }
    const size_t second = along ? 1 : 3, fourth = along ? 3 : 1;
    two[0] = (trama_triangle){{corner[0], corner[second], corner[2]}};
    two[1] = (trama_triangle){{corner[0], corner[2], corner[fourth]}};
}

static trama_triangle *cover_side(const trama_lattice *lattice, size_t axis, bool along,
                                  trama_triangle *next)
{
    const size_t b = (axis + 1) % 3, c = (axis + 2) % 3;
    long low[3];
    low[axis] = along ? lattice->points[axis] - 1 : 0;
    for (low[b] = 0; low[b] + 1 < lattice->points[b]; low[b]++)
        for (low[c] = 0; low[c] + 1 < lattice->points[c]; low[c]++, next += 2)
            cut_square(lattice, low, axis, along, next);
    return next;
}

trama_status trama_mesh_of_lattice(const trama_lattice *lattice, trama_mesh **mesh,
                                   trama_error *error)
{
    const size_t count = count_outside(lattice->points);
    trama_triangle *triangle = calloc(count + 1, sizeof *triangle), *next = triangle;
    *mesh = NULL;
    if (!triangle)
        return trama_fail_memory(error);
    for (size_t axis = 0; axis < 3 && count > 0; axis++) {
        next = cover_side(lattice, axis, false, next);
        next = cover_side(lattice, axis, true, next);
    }
    const trama_status status =
        trama_mesh_of_triangles(trama_lattice_nodes(lattice), count, triangle, mesh, error);
    free(triangle);
    return status;
}
