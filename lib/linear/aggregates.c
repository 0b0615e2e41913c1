/* Vanek, Mandel, Brezina 1996, section 5.1: first disjoint neighbourhoods, then the remaining nodes
 * to a neighbour's aggregate, then aggregates of the nodes left. */
#include "linear/aggregates.h"

#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const double strong = 0.02;      /* coupling of two points over the mean of their own */
static const double independent = 1e-6; /* of a mode's length: what is less is no new direction */

/* Points, their unknowns and their strong neighbours. */
typedef struct graph {
    size_t points;
    size_t *first, *unknown;   /* unknowns of point p are unknown[first[p]] ... */
    size_t *start, *neighbour; /* as rows of a matrix */
    double *own, *weight;      /* squares of a point's own block, and of blocks of one row */
    size_t *aggregate, *row;   /* of each point, SIZE_MAX: none yet; scratch */
} graph;

static void graph_free(graph *g)
{
    free(g->first);
    free(g->unknown);
    free(g->start);
    free(g->neighbour);
    free(g->own);
    free(g->weight);
    free(g->aggregate);
    free(g->row);
}

static bool graph_allocate(graph *g, size_t unknowns, size_t points, size_t entries)
{
    *g = (graph){.points = points,
                 .first = calloc(points + 2, sizeof *g->first),
                 .unknown = calloc(unknowns + 1, sizeof *g->unknown),
                 .start = calloc(points + 1, sizeof *g->start),
                 .neighbour = calloc(entries + 1, sizeof *g->neighbour),
                 .own = calloc(points + 1, sizeof *g->own),
                 .weight = calloc(points + 1, sizeof *g->weight),
                 .aggregate = calloc(points + 1, sizeof *g->aggregate),
                 .row = calloc(points + 1, sizeof *g->row)};
    return g->first && g->unknown && g->start && g->neighbour && g->own && g->weight &&
           g->aggregate && g->row;
}

/* Unknowns in the order of their points. */
static void sort_unknowns(graph *g, const size_t *point, size_t unknowns)
{
    for (size_t i = 0; i < unknowns; i++)
        g->first[point[i] + 2]++;
    for (size_t p = 0; p < g->points; p++)
        g->first[p + 2] += g->first[p + 1];
    for (size_t i = 0; i < unknowns; i++)
        g->unknown[g->first[point[i] + 1]++] = i;
}

/* Squares of the blocks in the row of point p, and which points have one; their number. */
static size_t sum_blocks(graph *g, const trama_compressed *a, const size_t *point, size_t p)
{
    size_t count = 0;
    for (size_t k = g->first[p]; k < g->first[p + 1]; k++)
        for (size_t e = a->start[g->unknown[k]]; e < a->start[g->unknown[k] + 1]; e++) {
            const size_t q = point[a->column[e]];
            if (g->weight[q] == 0.0 && a->value[e] != 0.0)
                g->row[count++] = q;
            g->weight[q] += a->value[e] * a->value[e];
        }
    return count;
}

static void find_neighbours(graph *g, const trama_compressed *a, const size_t *point)
{
    for (size_t p = 0; p < g->points; p++) {
        const size_t count = sum_blocks(g, a, point, p);
        g->own[p] = g->weight[p];
        for (size_t k = 0; k < count; k++)
            g->weight[g->row[k]] = 0.0;
    }
    for (size_t p = 0, end = 0; p < g->points; p++) {
        const size_t count = sum_blocks(g, a, point, p);
        for (size_t k = 0; k < count; k++) {
            const size_t q = g->row[k];
            if (q != p && g->weight[q] > strong * strong * sqrt(g->own[p] * g->own[q]))
                g->neighbour[end++] = q;
            g->weight[q] = 0.0;
        }
        g->start[p + 1] = end;
    }
}

static bool is_alone(const graph *g, size_t p)
{
    for (size_t e = g->start[p]; e < g->start[p + 1]; e++)
        if (g->aggregate[g->neighbour[e]] != SIZE_MAX)
            return false;
    return g->aggregate[p] == SIZE_MAX;
}

static void take(graph *g, size_t p, size_t aggregate)
{
    g->aggregate[p] = aggregate;
    for (size_t e = g->start[p]; e < g->start[p + 1]; e++)
        if (g->aggregate[g->neighbour[e]] == SIZE_MAX)
            g->aggregate[g->neighbour[e]] = aggregate;
}

/* Each point's aggregate; their number. */
static size_t gather(graph *g)
{
    size_t count = 0, *joined = g->row;
    for (size_t p = 0; p < g->points; p++)
        g->aggregate[p] = SIZE_MAX;
    for (size_t p = 0; p < g->points; p++)
        if (is_alone(g, p))
            take(g, p, count++);
    for (size_t p = 0; p < g->points; p++) {
        joined[p] = g->aggregate[p];
        for (size_t e = g->start[p]; e < g->start[p + 1] && joined[p] == SIZE_MAX; e++)
            joined[p] = g->aggregate[g->neighbour[e]];
    }
    memcpy(g->aggregate, joined, g->points * sizeof *joined);
    for (size_t p = 0; p < g->points; p++)
        if (g->aggregate[p] == SIZE_MAX)
            take(g, p, count++);
    return count;
}

/* ---- Bases. */

/* An orthonormal basis of the modes on the unknowns of one aggregate: `size` numbers a vector. */
typedef struct basis {
    size_t size, count, modes;
    size_t *unknown;
    double *vector, *left; /* of modes at most; what is left of a mode */
} basis;

static double along(size_t n, const double *x, const double *y)
{
    double sum = 0.0;
    for (size_t i = 0; i < n; i++)
        sum += x[i] * y[i];
    return sum;
}

/* Takes the basis out of a mode, twice, since once leaves what rounding does (Giraud 2005); what
 * is left is a vector of the basis, unless it is nothing. */
static void add_mode(basis *b, const trama_multigrid_points *fine, size_t mode)
{
    for (size_t k = 0; k < b->size; k++)
        b->left[k] = fine->mode[b->unknown[k] * fine->modes + mode];
    const double whole = sqrt(along(b->size, b->left, b->left));
    for (int pass = 0; pass < 2; pass++)
        for (size_t v = 0; v < b->count; v++) {
            const double *vector = b->vector + v * b->size;
            const double part = along(b->size, vector, b->left);
            for (size_t k = 0; k < b->size; k++)
                b->left[k] -= part * vector[k];
        }
    const double length = sqrt(along(b->size, b->left, b->left));
    if (!(length > independent * whole) || b->count == b->size)
        return;
    for (size_t k = 0; k < b->size; k++)
        b->vector[b->count * b->size + k] = b->left[k] / length;
    b->count++;
}

/* The basis' columns, from `column` on, and the modes in it. */
static void put_basis(const basis *b, const trama_multigrid_points *fine, size_t aggregate,
                      size_t column, trama_compressed *tentative, trama_multigrid_points *coarse)
{
    for (size_t k = 0; k < b->size; k++)
        for (size_t v = 0; v < b->count; v++) {
            const size_t at = b->unknown[k] * fine->modes + v;
            tentative->column[at] = column + v;
            tentative->value[at] = b->vector[v * b->size + k];
        }
    for (size_t v = 0; v < b->count; v++) {
        coarse->point[column + v] = aggregate;
        for (size_t m = 0; m < fine->modes; m++) {
            double sum = 0.0;
            for (size_t k = 0; k < b->size; k++)
                sum += b->vector[v * b->size + k] * fine->mode[b->unknown[k] * fine->modes + m];
            coarse->mode[(column + v) * fine->modes + m] = sum;
        }
    }
}

/* Rows of `tentative` have room for all modes; those of an aggregate have `count`. */
static void close_rows(trama_compressed *tentative, const size_t *count, size_t modes)
{
    size_t end = 0;
    for (size_t i = 0; i < tentative->rows; i++) {
        for (size_t v = 0; v < count[i]; v++, end++) {
            tentative->column[end] = tentative->column[i * modes + v];
            tentative->value[end] = tentative->value[i * modes + v];
        }
        tentative->start[i + 1] = end;
    }
}

/* Points of each aggregate, in order: `first` has one more than there are aggregates. */
static void sort_points(const graph *g, size_t aggregates, size_t *first, size_t *member)
{
    memset(first, 0, (aggregates + 2) * sizeof *first);
    for (size_t p = 0; p < g->points; p++)
        first[g->aggregate[p] + 2]++;
    for (size_t k = 0; k < aggregates; k++)
        first[k + 2] += first[k + 1];
    for (size_t p = 0; p < g->points; p++)
        member[first[g->aggregate[p] + 1]++] = p;
}

static void list_unknowns(const graph *g, const size_t *member, size_t from, size_t to, basis *b)
{
    b->size = b->count = 0;
    for (size_t m = from; m < to; m++)
        for (size_t k = g->first[member[m]]; k < g->first[member[m] + 1]; k++)
            b->unknown[b->size++] = g->unknown[k];
}

static void fill(const graph *g, const trama_multigrid_points *fine, const size_t *first,
                 const size_t *member, basis *b, size_t *count, trama_compressed *tentative,
                 trama_multigrid_points *coarse)
{
    size_t column = 0;
    for (size_t k = 0; k < coarse->points; k++) {
        list_unknowns(g, member, first[k], first[k + 1], b);
        for (size_t m = 0; m < fine->modes; m++)
            add_mode(b, fine, m);
        put_basis(b, fine, k, column, tentative, coarse);
        for (size_t i = 0; i < b->size; i++)
            count[b->unknown[i]] = b->count;
        column += b->count;
    }
    coarse->unknowns = tentative->columns = column;
    close_rows(tentative, count, fine->modes);
}

/* Room for the largest basis and for all coarse unknowns there may be. */
static bool make_bases(const graph *g, const trama_multigrid_points *fine, size_t aggregates,
                       trama_compressed *tentative, trama_multigrid_points *coarse)
{
    const size_t n = fine->unknowns, modes = fine->modes;
    size_t *first = calloc(aggregates + 2, sizeof *first);
    size_t *member = calloc(g->points + 1, sizeof *member), *count = calloc(n + 1, sizeof *count);
    basis b = {.unknown = calloc(n + 1, sizeof *b.unknown),
               .vector = calloc(n * modes + 1, sizeof *b.vector),
               .left = calloc(n + 1, sizeof *b.left)};
    *coarse = (trama_multigrid_points){
        .points = aggregates,
        .modes = modes,
        .point = calloc(aggregates * modes + 1, sizeof *coarse->point),
        .mode = calloc(aggregates * modes * modes + 1, sizeof *coarse->mode)};
    const bool made = first && member && count && b.unknown && b.vector && b.left &&
                      coarse->point && coarse->mode &&
                      trama_compressed_make(tentative, n, aggregates * modes, n * modes);
    if (made) {
        sort_points(g, aggregates, first, member);
        fill(g, fine, first, member, &b, count, tentative, coarse);
    }
    free(first);
    free(member);
    free(count);
    free(b.unknown);
    free(b.vector);
    free(b.left);
    return made;
}

bool trama_aggregates_make(const trama_compressed *a, const trama_multigrid_points *fine,
                           trama_compressed *tentative, trama_multigrid_points *coarse)
{
    graph g;
    *tentative = (trama_compressed){0};
    *coarse = (trama_multigrid_points){0};
    bool made = graph_allocate(&g, fine->unknowns, fine->points, a->start[a->rows]);
    if (made) {
        sort_unknowns(&g, fine->point, fine->unknowns);
        find_neighbours(&g, a, fine->point);
        made = make_bases(&g, fine, gather(&g), tentative, coarse);
    }
    graph_free(&g);
    return made;
}

void trama_multigrid_points_free(trama_multigrid_points *points)
{
    free(points->point);
    free(points->mode);
    *points = (trama_multigrid_points){0};
}
