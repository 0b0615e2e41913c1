/* Compiled once for each instruction set. Links do not meet within a call, so that all of a batch
 * are read before any is written. */
#include "integrator/links.h"

#include <math.h>

#define NAME_OF(name, isa) trama_kernel_##name##_##isa
#define NAME(name, isa) NAME_OF(name, isa)

enum { BATCH = 32 };

/* Of each link: r, then the unit vector n along it; w of both ends, then their ways along n; 1/w;
 * and which axes are free. */
typedef struct batch {
    double r[3][BATCH], weight[2][BATCH], yield[2][BATCH], is_free[2][3][BATCH];
} batch;

static inline void gather(const trama_linked *nodes, const size_t *node, size_t count, batch *b)
{
    for (size_t l = 0; l < count; l++) {
        const vec r = minus(nodes->x[node[2 * l + 1]], nodes->x[node[2 * l]]);
        b->r[0][l] = r.x;
        b->r[1][l] = r.y;
        b->r[2][l] = r.z;
        for (int end = 0; end < 2; end++) {
            b->weight[end][l] = nodes->weight[node[2 * l + (size_t)end]];
            b->yield[end][l] = nodes->yield[node[2 * l + (size_t)end]];
        }
    }
    for (size_t l = 0; nodes->is_free && l < count; l++)
        for (int end = 0; end < 2; end++) {
            const vec is_free = nodes->is_free[node[2 * l + (size_t)end]];
            b->is_free[end][0][l] = is_free.x;
            b->is_free[end][1][l] = is_free.y;
            b->is_free[end][2][l] = is_free.z;
        }
}

/* n.(W n) of one end. */
#define YIELD(end) (b->yield[end][l] * (x * (fx[end] * x) + y * (fy[end] * y) + z * (fz[end] * z)))

/* `held` is a constant where this is inlined. */
INLINE void solve(batch *b, int held, size_t count, const double *rest, const double *alpha,
                  double *lambda)
{
#pragma omp simd
    for (size_t l = 0; l < count; l++) {
        const double fx[2] = {held ? b->is_free[0][0][l] : 1.0, held ? b->is_free[1][0][l] : 1.0};
        const double fy[2] = {held ? b->is_free[0][1][l] : 1.0, held ? b->is_free[1][1][l] : 1.0};
        const double fz[2] = {held ? b->is_free[0][2][l] : 1.0, held ? b->is_free[1][2][l] : 1.0};
        const double square =
            b->r[0][l] * b->r[0][l] + b->r[1][l] * b->r[1][l] + b->r[2][l] * b->r[2][l];
        const double length = sqrt(square);
        const double unit = length > 0.0 ? 1.0 / length : 0.0;
        const double x = unit * b->r[0][l], y = unit * b->r[1][l], z = unit * b->r[2][l];
        const double root = sqrt(alpha[l] + YIELD(0) + YIELD(1));
        const double change = (-(length - rest[l]) - alpha[l] * lambda[l]) / root / root;
        b->r[0][l] = x;
        b->r[1][l] = y;
        b->r[2][l] = z;
        lambda[l] += change;
        b->weight[0][l] = -change / b->weight[0][l];
        b->weight[1][l] = change / b->weight[1][l];
    }
}

static inline void scatter(const trama_linked *nodes, const size_t *node, size_t count,
                           const batch *b)
{
    for (size_t l = 0; l < count; l++)
        for (int end = 0; end < 2; end++) {
            vec *x = &nodes->x[node[2 * l + (size_t)end]];
            const vec n = {b->r[0][l], b->r[1][l], b->r[2][l]};
            *x = plus_scaled(*x, b->weight[end][l], n);
        }
}

static inline void scatter_free(const trama_linked *nodes, const size_t *node, size_t count,
                                const batch *b)
{
    for (size_t l = 0; l < count; l++)
        for (int end = 0; end < 2; end++) {
            vec *x = &nodes->x[node[2 * l + (size_t)end]];
            const vec n = {b->is_free[end][0][l] * b->r[0][l], b->is_free[end][1][l] * b->r[1][l],
                           b->is_free[end][2][l] * b->r[2][l]};
            *x = plus_scaled(*x, b->weight[end][l], n);
        }
}

void NAME(links, TRAMA_ISA)(const trama_links *links, size_t begin, size_t end,
                            const trama_linked *nodes)
{
    batch b;
    for (size_t k = begin; k < end; k += BATCH) {
        const size_t count = end - k < BATCH ? end - k : BATCH;
        const size_t *node = links->node + 2 * k;
        gather(nodes, node, count, &b);
        if (nodes->is_free) {
            solve(&b, 1, count, links->rest + k, links->alpha + k, links->lambda + k);
            scatter_free(nodes, node, count, &b);
        } else {
            solve(&b, 0, count, links->rest + k, links->alpha + k, links->lambda + k);
            scatter(nodes, node, count, &b);
        }
    }
}
