/* Compiled once for each instruction set. Lanes do not meet: each finds the bits that it would find
 * alone. */
#include "rows/pair_lanes.h"

/* Velocities of separation along direction k. */
#define RATE(k)                                                                                    \
    (((at->v[1][0][l] - at->v[0][0][l]) * b->axis[k][0][l] +                                       \
      (at->v[1][1][l] - at->v[0][1][l]) * b->axis[k][1][l]) +                                      \
     ((at->v[1][2][l] - at->v[0][2][l]) * b->axis[k][2][l] + p->bias[k][l]) +                      \
     ((p->moment[0][k][0][l] * at->v[0][3][l] + p->moment[0][k][1][l] * at->v[0][4][l]) +          \
      (p->moment[0][k][2][l] * at->v[0][5][l] + p->moment[1][k][0][l] * at->v[1][3][l]) +          \
      (p->moment[1][k][1][l] * at->v[1][4][l] + p->moment[1][k][2][l] * at->v[1][5][l])))

/* Normal, then friction at the normal impulse so found, which the coupling tells the tangents. */
static inline void relax(const trama_pair_block *b, trama_pair_block_point *p, bodies *at,
                         double most[L])
{
    EACH_LANE
    {
        const double normal = LARGER(p->lambda[0][l] - p->effective[l] * RATE(0), 0.0);
        const double d0 = normal - p->lambda[0][l];
        const double x = p->lambda[1][l] - p->sideways[l] * (RATE(1) + p->coupling[0][l] * d0);
        const double y = p->lambda[2][l] - p->sideways[l] * (RATE(2) + p->coupling[1][l] * d0);
        const double radius = b->friction[l] * normal, size = sqrt(x * x + y * y);
        const double part = size > radius ? radius / size : 1.0;
        const double d1 = part * x - p->lambda[1][l], d2 = part * y - p->lambda[2][l];
        p->lambda[0][l] = normal;
        p->lambda[1][l] = part * x;
        p->lambda[2][l] = part * y;
        APPLY(p, d0, d1, d2)
    }
}

/* The normal alone. */
static inline void relax_normal(const trama_pair_block *b, trama_pair_block_point *p, bodies *at,
                                double most[L])
{
    EACH_LANE
    {
        const double normal = LARGER(p->lambda[0][l] - p->effective[l] * RATE(0), 0.0);
        const double d0 = normal - p->lambda[0][l];
        p->lambda[0][l] = normal;
        for (int i = 0; i < 3; i++) {
            const double push = d0 * b->axis[0][i][l];
            MOVE(0, i, -b->inverse[0][0][l] * push);
            MOVE(1, i, b->inverse[1][0][l] * push);
            for (int side = 0; side < 2; side++)
                MOVE(side, 3 + i, b->inverse[side][1 + i][l] * (d0 * p->moment[side][0][i][l]));
        }
    }
}

static double sweep(trama_pair_block *block, size_t blocks, trama_slot *slot, bool backwards,
                    bool normals)
{
    double most[L] = {0.0};
    for (size_t i = 0; i < blocks; i++) {
        trama_pair_block *b = &block[backwards ? blocks - 1 - i : i];
        bodies at;
        gather(b, slot, &at);
        for (uint32_t p = 0; p < b->points; p++)
            if (normals)
                relax_normal(b, &b->point[p], &at, most);
            else
                relax(b, &b->point[p], &at, most);
        scatter(b, &at, slot);
    }
    return LARGER(LARGER(most[0], most[1]), LARGER(most[2], most[3]));
}

static double sum_of(const double lane[L])
{
    return (lane[0] + lane[1]) + (lane[2] + lane[3]);
}

static void slopes(const trama_pair_block *block, size_t blocks, double slope[2])
{
    double change[L] = {0.0}, direction[L] = {0.0};
    for (size_t i = 0; i < blocks; i++)
        for (uint32_t p = 0; p < block[i].points; p++) {
            const trama_pair_block_point *q = &block[i].point[p];
            const trama_pair_block_way *w = &block[i].way[p];
            for (int k = 0; k < 3; k++)
                EACH_LANE
                {
                    change[l] += q->bias[k][l] * (q->lambda[k][l] - w->before[k][l]);
                    direction[l] += q->bias[k][l] * w->direction[k][l];
                }
        }
    slope[0] = sum_of(change);
    slope[1] = sum_of(direction);
}

/* A contact that slides goes on in its direction, at the rim of its disc. */
static inline void step_point(const trama_pair_block *b, trama_pair_block_point *p,
                              trama_pair_block_way *w, double more, double further, bodies *at,
                              double most[L], double sum[L])
{
    EACH_LANE
    {
        double to[3];
        for (int k = 0; k < 3; k++) {
            w->swept[k][l] = p->lambda[k][l];
            to[k] = p->lambda[k][l] + more * (p->lambda[k][l] - w->before[k][l]) +
                    further * w->direction[k][l];
        }
        const double old = b->friction[l] * p->lambda[0][l],
                     held = sqrt(p->lambda[1][l] * p->lambda[1][l] +
                                 p->lambda[2][l] * p->lambda[2][l]);
        const bool slides = held >= old * (1.0 - 1e-6);
        to[0] = LARGER(to[0], 0.0);
        to[1] = slides ? p->lambda[1][l] : to[1];
        to[2] = slides ? p->lambda[2][l] : to[2];
        const double radius = b->friction[l] * to[0], size = sqrt(to[1] * to[1] + to[2] * to[2]);
        const double part = size > radius || (slides && size > 0.0) ? radius / size : 1.0;
        const double d0 = to[0] - p->lambda[0][l], d1 = part * to[1] - p->lambda[1][l],
                     d2 = part * to[2] - p->lambda[2][l];
        p->lambda[0][l] = to[0];
        p->lambda[1][l] = part * to[1];
        p->lambda[2][l] = part * to[2];
        for (int k = 0; k < 3; k++) {
            w->direction[k][l] = p->lambda[k][l] - w->before[k][l];
            w->before[k][l] = p->lambda[k][l];
            sum[l] += p->bias[k][l] * (p->lambda[k][l] - w->swept[k][l]);
        }
        APPLY(p, d0, d1, d2)
    }
}

static double step(trama_pair_block *block, size_t blocks, trama_slot *slot, double a, double b)
{
    double most[L] = {0.0}, sum[L] = {0.0};
    for (size_t i = 0; i < blocks; i++) {
        bodies at;
        gather(&block[i], slot, &at);
        for (uint32_t p = 0; p < block[i].points; p++)
            step_point(&block[i], &block[i].point[p], &block[i].way[p], a, b, &at, most, sum);
        scatter(&block[i], &at, slot);
    }
    return sum_of(sum);
}

const trama_pairs_loops NAME(pairs, TRAMA_ISA) = {sweep, slopes, step};
