/* What the loops over blocks of pairs have in common (kernel_*.c of this room): lanes, and the
 * bodies that they move. */
#ifndef TRAMA_ROWS_PAIR_LANES_H
#define TRAMA_ROWS_PAIR_LANES_H

#include "rows/pairs.h"

#include <math.h>

#define NAME_OF(name, isa) trama_kernel_##name##_##isa
#define NAME(name, isa) NAME_OF(name, isa)

enum { L = TRAMA_LANES };

#define EACH_LANE _Pragma("omp simd simdlen(4)") for (int l = 0; l < L; l++)

/* The velocities of a block's bodies: of each lane, 6 numbers of the first and of the second. */
typedef struct bodies {
    double v[2][6][L];
} bodies;

static inline void gather(const trama_pair_block *b, const trama_slot *slot, bodies *at)
{
    for (int side = 0; side < 2; side++) {
        const double *s0 = slot[b->slot[side][0]].v, *s1 = slot[b->slot[side][1]].v,
                     *s2 = slot[b->slot[side][2]].v, *s3 = slot[b->slot[side][3]].v;
        for (int i = 0; i < 3; i++) {
            const double line[L] = {s0[i], s1[i], s2[i], s3[i]};
            const double turn[L] = {s0[4 + i], s1[4 + i], s2[4 + i], s3[4 + i]};
            EACH_LANE
            {
                at->v[side][i][l] = line[l];
                at->v[side][3 + i][l] = turn[l];
            }
        }
    }
}

static inline void scatter(const trama_pair_block *b, const bodies *at, trama_slot *slot)
{
    for (int side = 0; side < 2; side++)
        for (int l = 0; l < L; l++) {
            double *s = slot[b->slot[side][l]].v;
            for (int i = 0; i < 3; i++) {
                s[i] = at->v[side][i][l];
                s[4 + i] = at->v[side][3 + i][l];
            }
        }
}

#define LARGER(a, b) ((a) > (b) ? (a) : (b))

/* A change of both bodies' component i, and the largest of all in `most`. */
#define MOVE(side, i, change)                                                                      \
    do {                                                                                           \
        const double moved = (change);                                                             \
        at->v[side][i][l] += moved;                                                                \
        most[l] = LARGER(most[l], fabs(moved));                                                    \
    } while (0)

/* What changes of the three impulses do to both bodies. */
#define APPLY(p, d0, d1, d2)                                                                       \
    for (int i = 0; i < 3; i++) {                                                                  \
        const double push = d0 * b->axis[0][i][l] + d1 * b->axis[1][i][l] + d2 * b->axis[2][i][l]; \
        MOVE(0, i, -b->inverse[0][0][l] * push);                                                   \
        MOVE(1, i, b->inverse[1][0][l] * push);                                                    \
        for (int side = 0; side < 2; side++)                                                       \
            MOVE(side, 3 + i,                                                                      \
                 b->inverse[side][1 + i][l] *                                                      \
                     (d0 * p->moment[side][0][i][l] + d1 * p->moment[side][1][i][l] +              \
                      d2 * p->moment[side][2][i][l]));                                             \
    }

#endif
