#include "model/particle/masses.h"

const char *const trama_distribution_names[] = {"triangles", "cells", "uniform", NULL};

/* Cells along one direction that node i of `points` lies on. */
static double cells_at(long i, long points)
{
    return (i > 0 ? 1.0 : 0.0) + (i < points - 1 ? 1.0 : 0.0);
}

/* In cells. The diagonal of a square joins two nodes of even k + l: those have both of its
 * triangles, each half a cell, the others one. */
static double share(const trama_grid *grid, trama_distribution distribution, long k, long l)
{
    const long m = grid->points[0], n = grid->points[1];
    const double cells = cells_at(k, m) * cells_at(l, n);
    if (distribution == TRAMA_DISTRIBUTION_TRIANGLES)
        return cells * ((k + l) % 2 == 0 ? 1.0 / 3.0 : 1.0 / 6.0);
    if (distribution == TRAMA_DISTRIBUTION_CELLS)
        return cells / 4.0;
    return (double)(m - 1) * (double)(n - 1) / ((double)m * (double)n);
}

void trama_grid_masses(const trama_grid *grid, trama_distribution distribution, double total,
                       double *mass)
{
    const long m = grid->points[0], n = grid->points[1];
    const double cell = total / ((double)(m - 1) * (double)(n - 1));
    for (long k = 0; k < m; k++)
        for (long l = 0; l < n; l++)
            mass[k * n + l] = cell * share(grid, distribution, k, l);
}

void trama_mesh_masses(const trama_mesh *mesh, const double *q, double total, double area,
                       double *mass)
{
    for (size_t i = 0; i < mesh->nodes; i++)
        mass[i] = 0.0;
    for (size_t i = 0; i < mesh->triangle_count; i++)
        for (int corner = 0; corner < 3; corner++)
            mass[mesh->triangle[i].node[corner]] +=
                total / area * trama_mesh_area(mesh, i, q) / 3.0;
}

double trama_stiffness_of_mass(double largest, double rest)
{
    return largest / rest;
}
