/* The barrier of incremental potential contact (Li et al. 2020) on one pair of features, with its
 * first and second derivatives: a vertex and a face, or two edges, or what these reduce to if the
 * closest points lie on a side or a corner. For interaction/ only.
 *
 * With the distance d of the pair and the distance dhat at which the barrier begins:
 *
 *   b(d) = -(d - dhat)^2 ln(d/dhat), 0 < d < dhat;   0 beyond            (equation 6)
 *
 * which has two continuous derivatives at dhat and no bound as d goes to 0. Two edges that are
 * nearly parallel have a mollifier e, so that the product e b keeps a continuous gradient where
 * their closest points jump:
 *
 *   e(c) = (2 - c/s) c/s, c < s;   1 beyond,   c = |u x v|^2,   s = 1e-3 |U|^2 |V|^2
 *
 * with the edges u, v, and U, V at rest. */
#ifndef TRAMA_INTERACTION_BARRIER_DISTANCE_H
#define TRAMA_INTERACTION_BARRIER_DISTANCE_H

#include "collision/proximity.h"

#include <stdbool.h>

/* The distance of a pair near one state: d(x) is smooth while the closest points stay inside of, or
 * on the same side or corner of, their features. With r = sum w_i x_i the vector between them and n
 * its direction, a motion y of the points changes
 *
 *   d by        n.Y,                                Y = sum w_i y_i
 *   d again by  |Y_t|^2/d - 2 Y_e.o - d |o|^2,      o = sum_ia turn[a][i] (n.y_i) e_a
 *
 * where Y_e is the part of Y along the directions e_a in which closest points are free to slide,
 * and Y_t the part that is across n and e_a. It is the second derivative of the least |r| over the
 * free parameters: one formula for all kinds of pairs, which the paper treats one by one. */
typedef struct trama_distance {
    double d;           /* m */
    double weight[4];   /* w, as in proximity.h */
    double normal[3];   /* n */
    int slides;         /* free parameters of the closest points, 0 to 2 */
    double along[2][3]; /* e_a: unit, across each other and n */
    double turn[2][4];  /* 1/m */
} trama_distance;

/* `closest` is that of the points; `edges`: two edges. d > 0. */
trama_distance trama_distance_of(const trama_four *points, const trama_proximity *closest,
                                 bool edges);

/* b, b', b'' at d > 0, m^2, m, 1. The logarithm has the same bits on every system. */
typedef struct trama_barrier_value {
    double b, first, second;
} trama_barrier_value;
trama_barrier_value trama_barrier_of(double d, double dhat);

/* A function of the 12 coordinates of a pair, point by point: its gradient and second derivatives.
 */
typedef struct trama_barrier_pair {
    double value, gradient[12], hessian[12][12]; /* m^2, m, 1 */
    double load;                                 /* -e b', m: of the normal force */
} trama_barrier_pair;

/* The derivatives to compute. The convex second derivatives are the nearest matrix (in the sum of
 * squares) that is positive semidefinite: eigenvalues below 0 become 0 (algorithm 1). */
typedef enum trama_barrier_order {
    TRAMA_BARRIER_SLOPE,  /* the gradient alone */
    TRAMA_BARRIER_EXACT,  /* and the second derivatives */
    TRAMA_BARRIER_CONVEX, /* and the convex ones instead */
} trama_barrier_order;

/* e b of a pair. `rest` is |U|^2 |V|^2, m^4, of two edges. */
void trama_barrier_pair_of(const trama_four *points, const trama_proximity *closest, bool edges,
                           double rest, double dhat, trama_barrier_order order,
                           trama_barrier_pair *pair);

#endif
