/* Rows of two rigid bodies that touch: at each of up to four points a normal row and a disc of
 * friction (rows.h), solved four pairs at a time.
 *
 * A block holds pairs of as many points each, of which no two share a body that can move, number
 * beside number: a lane each. So a processor of 4 numbers solves four pairs in the time of one, and
 * one of 1 or 2 finds the same bits. Blocks are solved in the order in which their first pairs were
 * added (Gauss-Seidel); within a block it does not matter, since nothing is shared.
 *
 * A body's 6 components are those of a principal frame (model/rigid/rigid.h): its velocity in the
 * world, of one mass along all axes, and its angular velocity in its own axes. */
#ifndef TRAMA_ROWS_PAIRS_H
#define TRAMA_ROWS_PAIRS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { TRAMA_PAIR_POINTS = 4, TRAMA_LANES = 4 };

/* A body whose motion is prescribed has no components. */
#define TRAMA_NO_COMPONENTS SIZE_MAX

/* What an owner asks of two bodies; directions are 0 the normal, from first to second, 1 and 2 the
 * tangents. */
typedef struct trama_rows_pair {
    size_t at[2];      /* where the 6 components of each begin, or TRAMA_NO_COMPONENTS */
    double axis[3][3]; /* each direction, world */
    double friction;
    uint32_t count;
    struct trama_rows_pair_point {
        double moment[2][3][3]; /* rate along each direction by a unit of each component of angular
                                   velocity, m, with its sign; 0 where prescribed */
        double prescribed[3];   /* rate along each direction that no component carries, m/s */
        double gap, target;     /* as in a row: of MOVE, of END */
        double *impulse;        /* 3, N s: what the solve begins with, and what it has found */
    } point[TRAMA_PAIR_POINTS];
} trama_rows_pair;

/* ---- For the solver alone. */

/* A point of each lane. */
typedef struct trama_pair_block_point {
    double moment[2][3][3][TRAMA_LANES]; /* body, direction, component */
    double bias[3][TRAMA_LANES];         /* lower bound of the rate, with its prescribed part */
    double effective[TRAMA_LANES];       /* of the normal; 0: nothing can move */
    double sideways[TRAMA_LANES];        /* of the disc, for both tangents */
    double coupling[2][TRAMA_LANES];     /* rate of each tangent by a unit of normal impulse */
    double lambda[3][TRAMA_LANES];
    /* Of conjugate directions, which set them first: impulses before and after two sweeps, and the
     * last direction. */
    double before[3][TRAMA_LANES], swept[3][TRAMA_LANES], direction[3][TRAMA_LANES];
} trama_pair_block_point;

typedef struct trama_pair_block {
    size_t owner;
    uint32_t lanes, points;            /* in use */
    uint32_t slot[2][TRAMA_LANES];     /* of trama_pair_rows; 0: prescribed */
    double axis[3][3][TRAMA_LANES];    /* direction, component */
    double inverse[2][4][TRAMA_LANES]; /* of the mass, and of the three moments of inertia */
    double friction[TRAMA_LANES];
    double *impulse[TRAMA_PAIR_POINTS][TRAMA_LANES];
    trama_pair_block_point point[TRAMA_PAIR_POINTS];
} trama_pair_block;

/* Velocities of bodies that take part, a cache line each. Slot 0 never moves. */
typedef struct trama_slot {
    double v[8]; /* velocity, 0, angular velocity, 0 */
} trama_slot;

enum { TRAMA_BLOCKS_OPEN = 8 };

typedef struct trama_pair_rows {
    trama_pair_block *block;
    size_t blocks, capacity;
    size_t pairs;
    uint32_t open[TRAMA_BLOCKS_OPEN]; /* blocks that still take pairs, the oldest first */
    size_t open_count;
    trama_slot *slot, *mass, *before, *swept, *direction;
    size_t slots, slot_capacity;
    double gained;     /* by the last step along a direction: what f has grown, J; below 0 */
    long pause, rests; /* pairs of sweeps without directions: of the next pause, and to come */
    size_t *at;        /* of each slot: where its components begin in u */
    uint32_t *slot_of; /* of each component that begins a body: its slot, or 0 */
    size_t components; /* of u, for which slot_of has room */
} trama_pair_rows;

/* Where a pair lies, for trama_pair_rows_push. */
typedef size_t trama_pair_place;

/* No pairs. */
void trama_pair_rows_begin(trama_pair_rows *rows);
/* Adds a pair, with the inverse masses of the system; false without memory. */
bool trama_pair_rows_add(trama_pair_rows *rows, size_t owner, const double *inverse_mass, double h,
                         bool end, const trama_rows_pair *pair, trama_pair_place *place);
/* Its points are to be pushed apart: the gaps (m) that PUSH shall close. */
void trama_pair_rows_push(trama_pair_rows *rows, trama_pair_place place, double h,
                          const double gap[TRAMA_PAIR_POINTS]);
/* The rate of a point's normal at u and its bias, m/s. */
double trama_pair_rows_residual(const trama_pair_rows *rows, trama_pair_place place, uint32_t point,
                                const double *u);
/* The slot of the body whose components begin at `at`, made if there is none; false without memory.
 * For pairs.c alone. */
bool trama_pair_slot_find(trama_pair_rows *rows, size_t at, const double *inverse_mass,
                          uint32_t *slot);
/* Copies u to the slots, or the slots to u. */
void trama_pair_rows_load(trama_pair_rows *rows, const double *u);
void trama_pair_rows_store(const trama_pair_rows *rows, double *u);
/* Applies the current impulses; the largest change of a component, m/s. */
double trama_pair_rows_start(trama_pair_rows *rows);
/* One sweep over all blocks, or backwards; the largest change of a component, m/s. normals: no
 * friction. */
double trama_pair_rows_sweep(trama_pair_rows *rows, bool backwards, bool normals);
/* Conjugate directions (rows.c): begins at the current impulses, and goes on after two sweeps. */
void trama_pair_rows_direct(trama_pair_rows *rows);
void trama_pair_rows_accelerate(trama_pair_rows *rows);
/* Writes the impulses to where their owners keep them. */
void trama_pair_rows_remember(const trama_pair_rows *rows);
/* Calls `moved` for each body that an impulse has moved, with where its components begin. */
void trama_pair_rows_each_moved(const trama_pair_rows *rows,
                                void (*moved)(void *context, size_t at), void *context);
/* Adds to the entry of each owner what its impulses took out of the kinetic energy from velocities
 * `before` to `after`, J, and to `friction` what friction did of it; returns their sum. */
double trama_pair_rows_work(trama_pair_rows *rows, const double *before, const double *after,
                            double *dissipated, double *friction);
/* Adds its impulses to those of each owner, of which `stride` numbers are of one (N s). */
void trama_pair_rows_impulses(const trama_pair_rows *rows, size_t stride, double *impulse);
/* Adds those of friction alone, of all. */
void trama_pair_rows_friction(const trama_pair_rows *rows, double *impulse);
void trama_pair_rows_free(trama_pair_rows *rows);

/* The loops, once for each instruction set: for pairs.c and pair_directions.c alone. The sweep;
 * sums over all impulses of bias times their change and times the direction; the step lambda += a
 * change + b direction, held to the bounds, with the velocities that it makes; returns the sum of
 * bias times what it added. */
typedef struct trama_pairs_loops {
    double (*sweep)(trama_pair_block *block, size_t blocks, trama_slot *slot, bool backwards,
                    bool normals);
    void (*slopes)(const trama_pair_block *block, size_t blocks, double slope[2]);
    double (*step)(trama_pair_block *block, size_t blocks, trama_slot *slot, double a, double b);
} trama_pairs_loops;
const trama_pairs_loops *trama_pairs_loops_current(void);
extern const trama_pairs_loops trama_kernel_pairs_v2, trama_kernel_pairs_v3, trama_kernel_pairs_v4;

#ifdef __cplusplus
}
#endif

#endif
