/* What is done once with the blocks of a stage, before and after they are swept. Compiled once for
 * each instruction set. Lanes do not meet: each finds the bits that it would find alone. */
#include "rows/pair_lanes.h"

#define EACH_AXIS(i) for (int i = 0; i < 3; i++)

/* ---- Making rows. */

/* Number i of what four owners keep. */
static inline void fetch(const double *const from[L], int i, double to[L])
{
    const double lane[L] = {from[0][i], from[1][i], from[2][i], from[3][i]};
    EACH_LANE to[l] = lane[l];
}

/* Each direction in the body's own axes: R' axis. */
static inline void turn_axes(const trama_pair_block *b, double frame[3][3][L], double own[3][3][L])
{
    for (int k = 0; k < 3; k++)
        EACH_AXIS(i)
    EACH_LANE own[k][i][l] = frame[0][i][l] * b->axis[k][0][l] + frame[1][i][l] * b->axis[k][1][l] +
                             frame[2][i][l] * b->axis[k][2][l];
}

/* (R' arm) x (R' axis), with the side's sign. */
static inline void cross_arm(const double *const from[L], double sign, double frame[3][3][L],
                             double own[3][3][L], double moment[3][3][L])
{
    double arm[3][L], in[3][L];
    EACH_AXIS(i) fetch(from, i, arm[i]);
    EACH_AXIS(i)
    EACH_LANE in[i][l] = sign * (frame[0][i][l] * arm[0][l] + frame[1][i][l] * arm[1][l] +
                                 frame[2][i][l] * arm[2][l]);
    for (int k = 0; k < 3; k++)
        EACH_LANE
        {
            moment[k][0][l] = in[1][l] * own[k][2][l] - in[2][l] * own[k][1][l];
            moment[k][1][l] = in[2][l] * own[k][0][l] - in[0][l] * own[k][2][l];
            moment[k][2][l] = in[0][l] * own[k][1][l] - in[1][l] * own[k][0][l];
        }
}

static inline void make_moments(trama_pair_block *b, const trama_pair_block_source *source)
{
    for (int side = 0; side < 2; side++) {
        double frame[3][3][L], own[3][3][L];
        for (int i = 0; i < 9; i++)
            fetch(source->frame[side], i, frame[i / 3][i % 3]);
        turn_axes(b, frame, own);
        for (uint32_t p = 0; p < b->points; p++)
            cross_arm(source->arm[p][side], side == 0 ? -1.0 : 1.0, frame, own,
                      b->point[p].moment[side]);
    }
}

/* Rate along direction j by a unit of impulse along k, 1/kg. */
static inline void yield(const trama_pair_block *b, const trama_pair_block_point *p, int j, int k,
                         double sum[L])
{
    EACH_LANE sum[l] = j == k ? b->inverse[0][0][l] + b->inverse[1][0][l] : 0.0;
    for (int side = 0; side < 2; side++)
        EACH_AXIS(i)
    EACH_LANE sum[l] +=
        b->inverse[side][1 + i][l] * p->moment[side][j][i][l] * p->moment[side][k][i][l];
}

/* One effective mass for both directions of the disc: of the larger eigenvalue of their block, or
 * an impulse on the rim would not be against the slip (rows.c). */
static inline void make_masses(const trama_pair_block *b, trama_pair_block_point *p)
{
    double normal[L], x[L], y[L], both[L], first[L], second[L];
    yield(b, p, 0, 0, normal);
    yield(b, p, 1, 1, x);
    yield(b, p, 2, 2, y);
    yield(b, p, 1, 2, both);
    yield(b, p, 0, 1, first);
    yield(b, p, 0, 2, second);
    EACH_LANE
    {
        const double half = 0.5 * (x[l] - y[l]);
        const double most = 0.5 * (x[l] + y[l]) + sqrt(half * half + both[l] * both[l]);
        const bool rubs = b->friction[l] != 0.0;
        p->effective[l] = normal[l] > 0.0 ? 1.0 / normal[l] : 0.0;
        p->sideways[l] = rubs && most > 0.0 ? 1.0 / most : 0.0;
        p->coupling[0][l] = rubs ? first[l] : 0.0;
        p->coupling[1][l] = rubs ? second[l] : 0.0;
    }
}

/* The impulses that the solve begins with: none along what nothing can move. */
static inline void begin_impulses(trama_pair_block_point *p)
{
    EACH_LANE
    {
        const double normal = LARGER(p->lambda[0][l], 0.0);
        p->lambda[0][l] = p->effective[l] > 0.0 ? normal : 0.0;
        p->lambda[1][l] = p->sideways[l] > 0.0 ? p->lambda[1][l] : 0.0;
        p->lambda[2][l] = p->sideways[l] > 0.0 ? p->lambda[2][l] : 0.0;
    }
}

static inline void apply(const trama_pair_block *b, const trama_pair_block_point *p, bodies *at,
                         double most[L])
{
    EACH_LANE
    APPLY(p, p->lambda[0][l], p->lambda[1][l], p->lambda[2][l])
}

static double start(trama_pair_block *block, const trama_pair_block_source *source, size_t blocks,
                    trama_slot *slot)
{
    double most[L] = {0.0};
    for (trama_pair_block *b = block; b < block + blocks; b++) {
        bodies at;
        make_moments(b, &source[b - block]);
        gather(b, slot, &at);
        for (uint32_t p = 0; p < b->points; p++) {
            make_masses(b, &b->point[p]);
            begin_impulses(&b->point[p]);
            apply(b, &b->point[p], &at, most);
        }
        scatter(b, &at, slot);
    }
    return LARGER(LARGER(most[0], most[1]), LARGER(most[2], most[3]));
}

/* ---- Rates. */

/* The rate of separation along direction k, without its prescribed part. */
static inline void rate(const trama_pair_block *b, const trama_pair_block_point *p, int k,
                        const bodies *at, double sum[L])
{
    EACH_LANE sum[l] = 0.0;
    for (int side = 0; side < 2; side++)
        EACH_AXIS(i)
    EACH_LANE sum[l] += (side == 0 ? -b->axis[k][i][l] : b->axis[k][i][l]) * at->v[side][i][l] +
                        p->moment[side][k][i][l] * at->v[side][3 + i][l];
}

static void residuals(trama_pair_block *block, size_t blocks, const trama_slot *slot)
{
    for (trama_pair_block *b = block; b < block + blocks; b++) {
        bodies at;
        gather(b, slot, &at);
        for (uint32_t i = 0; i < b->points; i++) {
            trama_pair_block_point *p = &b->point[i];
            double sum[L];
            rate(b, p, 0, &at, sum);
            EACH_LANE p->residual[l] = sum[l] + p->bias[0][l];
        }
    }
}

/* An impulse's part is its product with the mean of the rates before and after. */
static inline void take(const trama_pair_block *b, const trama_pair_block_point *p, int k,
                        const bodies *from, const bodies *to, double taken[L])
{
    double before[L], after[L];
    rate(b, p, k, from, before);
    rate(b, p, k, to, after);
    EACH_LANE
    {
        const double lambda = p->lambda[k][l], part = 0.5 * lambda * (before[l] + after[l]);
        taken[l] = lambda == 0.0 ? 0.0 : part;
    }
}

/* Sums go over pairs, points and directions in their order. */
static double work(const trama_pair_block *block, size_t blocks, const trama_slot *before,
                   const trama_slot *after, double *dissipated, double *friction)
{
    double whole = 0.0;
    for (const trama_pair_block *b = block; b < block + blocks; b++) {
        double taken[TRAMA_PAIR_POINTS][3][L], part = 0.0;
        bodies from, to;
        gather(b, before, &from);
        gather(b, after, &to);
        for (uint32_t p = 0; p < b->points; p++)
            for (int k = 0; k < 3; k++)
                take(b, &b->point[p], k, &from, &to, taken[p][k]);
        for (uint32_t l = 0; l < b->lanes; l++)
            for (uint32_t p = 0; p < b->points; p++) {
                part = part - taken[p][0][l] - taken[p][1][l] - taken[p][2][l];
                *friction = *friction - taken[p][1][l] - taken[p][2][l];
            }
        dissipated[b->owner] += part;
        whole += part;
    }
    return whole;
}

/* ---- Impulses. */

static void impulses(const trama_pair_block *block, size_t blocks, int first, trama_slot *slot)
{
    for (const trama_pair_block *b = block; b < block + blocks; b++) {
        bodies at;
        gather(b, slot, &at);
        for (const trama_pair_block_point *p = b->point; p < b->point + b->points; p++)
            for (int k = first; k < 3; k++)
                for (int side = 0; side < 2; side++)
                    EACH_AXIS(i)
        EACH_LANE
        {
            const double axis = b->axis[k][i][l], lambda = p->lambda[k][l];
            at.v[side][i][l] += (side == 0 ? -axis : axis) * lambda;
            at.v[side][3 + i][l] += p->moment[side][k][i][l] * lambda;
        }
        scatter(b, &at, slot);
    }
}

const trama_pair_passes NAME(pair_passes, TRAMA_ISA) = {start, residuals, work, impulses};
