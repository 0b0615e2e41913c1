/* Benchmark of the air flow below a cloth: iterations and ms of processor time of a step with each
 * solver, on a square cloth with edges of 4 mm that lies 1 to 10 mm from a body, h = 0.5 ms, alpha
 * = 50 mm/s at 200 Pa. At the start the pressure differs by 500 Pa over the cloth; the border is
 * open. The smallest k hardly couples neighbouring cells in a step, the largest couples all cells.
 * The solvers take turns. Ratios are of medians, relative to BiCGStab, the published solver. */
#include "benchmark/fixture/machine.h"
#include "clock.h"
#include "core/median.h"
#include "core/sort.h"
#include "interaction/air_flow.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static const long grids[] = {17, 35, 71};
static const double factors[] = {1.0, 100.0, 10000.0}; /* k, m/s */
static const double edge = 4e-3, ambient = 101325.0, h = 5e-4;
enum { SAMPLES = 21 };

typedef struct cloth {
    trama_mesh *mesh;
    bool *open;
    double *area, *volume, *passage, *air, *next;
} cloth;

/* Between 1 and 10 mm, as over folds. */
static double distance_of(size_t node, long points)
{
    const size_t row = node / (size_t)points, column = node % (size_t)points;
    const double x = edge * (double)row, z = edge * (double)column;
    return 5.5e-3 + 4.5e-3 * sin(120.0 * x) * cos(90.0 * z);
}

static void fill(cloth *c, long points)
{
    const double third = edge * edge / 6.0;
    for (size_t t = 0; t < c->mesh->triangle_count; t++)
        for (size_t i = 0; i < 3; i++)
            c->area[c->mesh->triangle[t].node[i]] += third;
    for (size_t e = 0; e < c->mesh->edge_count; e++) {
        const trama_edge *at = &c->mesh->edge[e];
        const bool border = at->triangle[1] == TRAMA_NONE;
        const double mean =
            0.5 * (distance_of(at->node[0], points) + distance_of(at->node[1], points));
        c->passage[e] = (border ? 1.0 : 2.0) / 3.0 * edge * mean;
        c->open[at->node[0]] |= border;
        c->open[at->node[1]] |= border;
    }
    for (size_t i = 0; i < c->mesh->nodes; i++) {
        c->volume[i] = c->area[i] * distance_of(i, points);
        c->air[i] =
            c->volume[i] * (ambient + 500.0 * sin(40.0 * edge * (double)(i % (size_t)points)));
    }
}

static bool open_cloth(cloth *c, long points)
{
    const trama_grid grid = {.points = {points, points}};
    trama_error error;
    *c = (cloth){0};
    if (trama_mesh_of_grid(&grid, &c->mesh, &error) != TRAMA_OK)
        return false;
    const size_t n = c->mesh->nodes;
    c->open = calloc(n, sizeof *c->open);
    c->area = calloc(n, sizeof *c->area);
    c->volume = calloc(n, sizeof *c->volume);
    c->air = calloc(n, sizeof *c->air);
    c->next = calloc(n, sizeof *c->next);
    c->passage = calloc(c->mesh->edge_count, sizeof *c->passage);
    if (!c->open || !c->area || !c->volume || !c->air || !c->next || !c->passage)
        return false;
    fill(c, points);
    return true;
}

static void close_cloth(cloth *c)
{
    trama_mesh_destroy(c->mesh);
    free(c->open);
    free(c->area);
    free(c->volume);
    free(c->air);
    free(c->next);
    free(c->passage);
}

static bool measure(cloth *c, double k)
{
    const trama_air_flow_options options = {.ambient = ambient,
                                            .permeability = 0.05,
                                            .drop = 200.0,
                                            .propagation = k,
                                            .krylov = {1e-10, 10000}};
    trama_air_flow *flow[TRAMA_AIR_SOLVERS] = {NULL};
    double seconds[TRAMA_AIR_SOLVERS][SAMPLES], median[TRAMA_AIR_SOLVERS];
    long iterations[TRAMA_AIR_SOLVERS];
    trama_error error;
    bool ok = true;
    for (size_t s = 0; ok && s < TRAMA_AIR_SOLVERS; s++)
        ok = trama_air_flow_create(c->mesh->nodes, c->mesh->edge_count, c->mesh->edge, c->open,
                                   &trama_air_solvers[s], &options, &flow[s], &error) == TRAMA_OK;
    for (int i = -1; ok && i < SAMPLES; i++)
        for (size_t s = 0; ok && s < TRAMA_AIR_SOLVERS; s++) {
            const double start = clock_seconds(CLOCK_THREAD_CPUTIME_ID);
            const trama_air_flow_result found = trama_air_flow_step(
                flow[s], h, c->volume, c->area, c->passage, NULL, c->air, c->next);
            if (i >= 0)
                seconds[s][i] = clock_seconds(CLOCK_THREAD_CPUTIME_ID) - start;
            iterations[s] = found.iterations;
            ok = found.solved;
        }
    for (size_t s = 0; ok && s < TRAMA_AIR_SOLVERS; s++) {
        trama_sort(seconds[s], SAMPLES);
        median[s] = trama_quantile(seconds[s], SAMPLES, 0.5);
    }
    for (size_t s = 0; ok && s < TRAMA_AIR_SOLVERS; s++)
        printf("%5zu  %7g  %-20s %5ld %9.3f %9.3f %9.3f  %5.2f\n", c->mesh->nodes, k,
               trama_air_solvers[s].name, iterations[s], 1e3 * seconds[s][0], 1e3 * median[s],
               1e3 * seconds[s][SAMPLES - 1], median[s] / median[1]);
    for (size_t s = 0; s < TRAMA_AIR_SOLVERS; s++)
        trama_air_flow_destroy(flow[s]);
    return ok;
}

int main(void)
{
    bool ok = true;
    machine_pin();
    puts("                                        ms of processor time");
    puts(
        "cells  k (m/s)  solver        iterations     least    median      most  ratio of medians");
    for (size_t g = 0; ok && g < sizeof grids / sizeof *grids; g++) {
        cloth c;
        ok = open_cloth(&c, grids[g]);
        for (size_t f = 0; ok && f < sizeof factors / sizeof *factors; f++)
            ok = measure(&c, factors[f]);
        close_cloth(&c);
    }
    return ok ? EXIT_SUCCESS : EXIT_FAILURE;
}
