/* Contact rows of pairs of rigid bodies: at each of up to four points a normal row and a friction
 * disc (rows.h), solved four pairs at a time.
 *
 * A block holds up to four pairs with equal numbers of points, no two of which share a movable
 * body, interleaved: one lane per pair. A processor with vectors of 4 doubles solves four pairs in
 * the time of one; narrower ones compute the same bits. Blocks are solved in the order in which
 * their first pairs were added (Gauss-Seidel); within a block order does not matter, since nothing
 * is shared.
 *
 * A body's 6 components are those of a principal frame (model/rigid/rigid.h): its velocity in the
 * world, with one mass for all axes, and its angular velocity in its own axes. */
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

/* A pair as its owner describes it. Directions: 0 the normal, from first to second, 1 and 2 the
 * tangents. Frames and arms must stay valid until the solve has started, impulses until it ends. */
typedef struct trama_rows_pair {
    size_t at[2];           /* first of the 6 components of each, or TRAMA_NO_COMPONENTS */
    const double *frame[2]; /* 9, row by row: a rotation; its columns are the body's axes in the
                               world. Not read if prescribed */
    double axis[3][3];      /* each direction, world */
    double friction;
    uint32_t count;
    struct trama_rows_pair_point {
        const double *arm[2]; /* 3: from each body's centre of mass, m, world */
        double prescribed[3]; /* rate along each direction by prescribed motion, m/s */
        double gap, target;   /* as in a row: of MOVE, of END */
        double *impulse;      /* 3, N s: initial values of the solve, and its result */
    } point[TRAMA_PAIR_POINTS];
} trama_rows_pair;

/* Signed rate along direction k per unit of each component of a body's angular velocity, m:
 * (R' arm) x (R' axis). */
void trama_rows_pair_moment(const trama_rows_pair *pair, uint32_t point, int side, int k,
                            double moment[3]);

/* ---- For the solver only. */

/* A point of each lane. */
typedef struct trama_pair_block_point {
    double moment[2][3][3][TRAMA_LANES]; /* body, direction, component; 0 where prescribed */
    double bias[3][TRAMA_LANES];         /* lower bound of the rate, with its prescribed part */
    double effective[TRAMA_LANES];       /* of the normal; 0: nothing can move */
    double sideways[TRAMA_LANES];        /* of the disc, for both tangents */
    double coupling[2][TRAMA_LANES];     /* rate of each tangent per unit of normal impulse */
    double lambda[3][TRAMA_LANES];
    double residual[TRAMA_LANES]; /* of the normal: trama_pair_rows_residuals */
} trama_pair_block_point;

/* Of the same point for conjugate directions: impulses before and after two sweeps, and the last
 * direction. */
typedef struct trama_pair_block_way {
    double before[3][TRAMA_LANES], swept[3][TRAMA_LANES], direction[3][TRAMA_LANES];
} trama_pair_block_way;

/* Where the owners of a block's pairs keep what rows are made from, and their impulses. */
typedef struct trama_pair_block_source {
    const double *frame[2][TRAMA_LANES]; /* of a trama_rows_pair */
    const double *arm[TRAMA_PAIR_POINTS][2][TRAMA_LANES];
    double *impulse[TRAMA_PAIR_POINTS][TRAMA_LANES];
} trama_pair_block_source;

/* What each sweep reads; points of successive blocks are contiguous. */
typedef struct trama_pair_block {
    size_t owner;
    uint32_t lanes, points;            /* in use */
    uint32_t slot[2][TRAMA_LANES];     /* of trama_pair_rows; 0: prescribed */
    double axis[3][3][TRAMA_LANES];    /* direction, component */
    double inverse[2][4][TRAMA_LANES]; /* of the mass, and of the three moments of inertia */
    double friction[TRAMA_LANES];
    trama_pair_block_point *point;
    trama_pair_block_way *way;
} trama_pair_block;

/* Velocities of the bodies, one cache line each. Slot 0 never moves. */
typedef struct trama_slot {
    double v[8]; /* velocity, 0, angular velocity, 0 */
} trama_slot;

enum { TRAMA_BLOCKS_OPEN = 8 };

typedef struct trama_pair_rows {
    trama_pair_block *block;
    trama_pair_block_source *source; /* of each block */
    size_t blocks, capacity, source_capacity;
    trama_pair_block_point *point; /* of all blocks, and their ways */
    trama_pair_block_way *way;
    size_t points, point_capacity, way_capacity;
    size_t pairs;
    uint32_t open[TRAMA_BLOCKS_OPEN]; /* blocks that still take pairs, the oldest first */
    size_t open_count;
    trama_slot *slot, *mass, *before, *swept, *direction;
    bool *moved; /* of each slot; for each_moved only */
    size_t slots, slot_capacity;
    double gained;     /* change of f by the last step along a direction, J; below 0 */
    long pause, rests; /* pairs of sweeps without directions: of the next pause; still to come */
    size_t *at;        /* of each slot: index of its first component in u */
    uint32_t *slot_of; /* of each component: the slot of the body that begins there, or 0 */
    size_t components; /* entries of slot_of */
} trama_pair_rows;

/* Place of a pair, for trama_pair_rows_push. */
typedef size_t trama_pair_place;

/* No pairs. */
void trama_pair_rows_begin(trama_pair_rows *rows);
/* Adds a pair, with the inverse masses of the system; false without memory. */
bool trama_pair_rows_add(trama_pair_rows *rows, size_t owner, const double *inverse_mass, double h,
                         bool end, const trama_rows_pair *pair, trama_pair_place *place);
/* Sets the gaps (m) of its points for PUSH to close. */
void trama_pair_rows_push(trama_pair_rows *rows, trama_pair_place place, double h,
                          const double gap[TRAMA_PAIR_POINTS]);
/* Sets `residual`: the rate of each point's normal at u plus its bias, m/s. */
void trama_pair_rows_residuals(trama_pair_rows *rows, const double *u);
/* Finds or makes the slot of the body whose components begin at `at`; false without memory. For
 * pairs.c only. */
bool trama_pair_slot_find(trama_pair_rows *rows, size_t at, const double *inverse_mass,
                          uint32_t *slot);
/* Copies u to slots, or slots to u. */
void trama_pair_rows_load(const trama_pair_rows *rows, const double *u, trama_slot *slot);
void trama_pair_rows_store(const trama_pair_rows *rows, const trama_slot *slot, double *u);
/* Makes the rows of the added pairs and applies their impulses; the largest change of a component,
 * m/s. */
double trama_pair_rows_start(trama_pair_rows *rows);
/* One sweep over all blocks, or backwards; the largest change of a component, m/s. normals: no
 * friction. */
double trama_pair_rows_sweep(trama_pair_rows *rows, bool backwards, bool normals);
/* Conjugate directions (rows.c): direct starts at the current impulses, accelerate continues after
 * two sweeps. */
void trama_pair_rows_direct(trama_pair_rows *rows);
void trama_pair_rows_accelerate(trama_pair_rows *rows);
/* Writes the impulses to where their owners keep them. */
void trama_pair_rows_remember(const trama_pair_rows *rows);
/* Calls `moved` for each body that an impulse has moved, with the index of its first component. */
void trama_pair_rows_each_moved(trama_pair_rows *rows, void (*moved)(void *context, size_t at),
                                void *context);
/* Adds to each owner's entry the kinetic energy (J) that its impulses took out between velocities
 * `before` and `after`, and the part of friction to `friction`; returns the total. */
double trama_pair_rows_work(trama_pair_rows *rows, const double *before, const double *after,
                            double *dissipated, double *friction);
/* Adds the impulses to those of their owners (N s), `stride` numbers per owner. */
void trama_pair_rows_impulses(trama_pair_rows *rows, size_t stride, double *impulse);
/* Adds only those of friction, of all pairs. */
void trama_pair_rows_friction(trama_pair_rows *rows, double *impulse);
void trama_pair_rows_free(trama_pair_rows *rows);

/* The loops for each instruction set; for pairs.c and pair_directions.c only. slopes: sums over all
 * impulses of bias times change, and of bias times direction. step: lambda += a change + b
 * direction, clamped to the bounds, and updates velocities; returns the sum of bias times the
 * change made. */
typedef struct trama_pairs_loops {
    double (*sweep)(trama_pair_block *block, size_t blocks, trama_slot *slot, bool backwards,
                    bool normals);
    void (*slopes)(const trama_pair_block *block, size_t blocks, double slope[2]);
    double (*step)(trama_pair_block *block, size_t blocks, trama_slot *slot, double a, double b);
} trama_pairs_loops;
const trama_pairs_loops *trama_pairs_loops_current(void);
extern const trama_pairs_loops trama_kernel_pairs_v2, trama_kernel_pairs_v3, trama_kernel_pairs_v4;

/* The passes before and after a solve, for each instruction set; for pairs.c only. start: makes the
 * rows and applies their impulses; the largest change. work: as trama_pair_rows_work. impulses:
 * adds those from direction `first` on to slots, N s. */
typedef struct trama_pair_passes {
    double (*start)(trama_pair_block *block, const trama_pair_block_source *source, size_t blocks,
                    trama_slot *slot);
    void (*residuals)(trama_pair_block *block, size_t blocks, const trama_slot *slot);
    double (*work)(const trama_pair_block *block, size_t blocks, const trama_slot *before,
                   const trama_slot *after, double *dissipated, double *friction);
    void (*impulses)(const trama_pair_block *block, size_t blocks, int first, trama_slot *slot);
} trama_pair_passes;
extern const trama_pair_passes trama_kernel_pair_passes_v2, trama_kernel_pair_passes_v3,
    trama_kernel_pair_passes_v4;

#ifdef __cplusplus
}
#endif

#endif
