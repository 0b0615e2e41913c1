/* Rows: the constraints of interactions on velocities. A row has one combination of velocity
 * components, the rate of a gap, and a bounded impulse that acts on it. All rows of all
 * interactions are solved in one loop, so that a box on a sheet on a table is one problem.
 *
 *   rate = sum_i j[i] u[index[i]] + prescribed
 *   MOVE:  gap + h rate + (compliance / h) lambda = 0,  low <= lambda <= high
 *   END:   rate = target,                               low <= lambda <= high
 *   u += sum_rows w lambda,  w = M^-1 j^T, 0 where held
 *
 * with the sign of a complementarity problem: at lambda = low the rate may be larger, at high
 * smaller. A unilateral contact has low 0 and high infinity, a bilateral joint no bounds.
 *
 * Projected Gauss-Seidel in the order in which rows were added, warm started by key; each sweep
 * solves first all rows of joints at once (joined.h), then the others, then the pairs of rigid
 * bodies (pairs.h), forwards and backwards. If there are only pairs, every two sweeps after the
 * tenth are followed by a step along a conjugate direction (pair_directions.c): a tall stack then
 * takes sweeps in proportion to its height, not to the square of it. Sources: M. Catto, "Iterative
 * dynamics with temporal coherence", GDC 2005; compliance: M. Macklin et al., "XPBD", MIG 2016,
 * (18); sweeps as gradients: M. Silcowitz-Hansen, S. Niebe, K. Erleben, "A nonsmooth nonlinear
 * conjugate gradient method for interactive contact force problems", The Visual Computer 26 (2010);
 * the best point of a plane instead of their ratio of squares: A. Knyazev, "Toward the optimal
 * preconditioned eigensolver", SIAM J. Sci. Comput. 23 (2001), section 5. */
#ifndef TRAMA_ROWS_ROWS_H
#define TRAMA_ROWS_ROWS_H

#include "rows/pairs.h"

#ifdef __cplusplus
extern "C" {
#endif

/* Most velocity components of a row: two spots on triangles in any direction, or a spot on a
 * triangle and one on a rigid body. */
enum { TRAMA_ROW_MAX = 18 };

/* Stages of a step in which rows are solved. MOVE: for the velocity that moves positions. END: for
 * the velocity at the end. PUSH: for a velocity that starts at 0, moves positions in this step only
 * and is then dropped, to correct penetration without adding kinetic energy; its rows are those of
 * MOVE, not warm started. */
typedef enum trama_stage { TRAMA_MOVE, TRAMA_END, TRAMA_PUSH } trama_stage;

typedef struct trama_row {
    size_t count, index[TRAMA_ROW_MAX];
    double j[TRAMA_ROW_MAX];
    double prescribed; /* rate of the gap by prescribed motion, m/s */
    double gap;        /* m, at the start of the step (MOVE) */
    double target;     /* m/s (END) */
    double compliance; /* m/N; 0: rigid */
    double low, high;  /* of lambda, N s */
    double friction;   /* > 0: one of a pair of neighbours, held in a disc of radius friction times
                          the   lambda of row `normal`; low and high do not count */
    size_t normal;     /* index of that row, before this one */
    bool joined;       /* of a joint, without bounds: solved together with the other joined rows */
    uint64_t key;      /* identifies the contact's row from step to step; ascending within an
                          interaction */
    double lambda;     /* N s; found */
    /* Kept by the solver. */
    size_t owner;                       /* interaction */
    size_t lowest, highest;             /* index */
    double w[TRAMA_ROW_MAX], effective; /* 1 / (j w + compliance / h^2), 0 if nothing can move */
} trama_row;

/* The impulse of a row, from which the solve of the next step starts. */
typedef struct trama_warm {
    size_t owner;
    uint64_t key;
    double lambda;
} trama_warm;

/* The joined rows, and the factors of their matrix. */
typedef struct trama_joined {
    size_t count, capacity;
    size_t *row, *first; /* of all rows; the first entry of each in the matrix */
    double *matrix, *impulse;
} trama_joined;

/* Velocities of a body at the start of a stage: its 6 components begin at `at`. */
typedef struct trama_set_body {
    size_t at;
    double v[6];
} trama_set_body;

typedef struct trama_rows {
    trama_stage stage;
    double h;                   /* s */
    const double *inverse_mass; /* 1/kg, 0 where held; nv */
    trama_row *row;
    size_t count, capacity;
    size_t owner; /* of the rows that are being added */
    trama_pair_rows pairs;
    bool pushes;   /* PUSH: the pairs of MOVE take part */
    bool repeated; /* the stage has already been solved in this step: rows start without impulses */
    bool cut;      /* set by an owner that has left rows out: counts as not solved */
    struct {
        trama_set_body *body;
        size_t count, capacity, owner;
    } set;
    struct {
        trama_warm *item;
        size_t count, capacity;
    } warm[2]; /* a stage */
    trama_joined joined;
    double scale; /* largest change of a velocity component so far, m/s */
    bool no_memory;
} trama_rows;

typedef struct trama_rows_spec {
    long sweeps;        /* most sweeps over all rows */
    double tolerance;   /* of the largest change of a velocity component in a sweep, relative to the
                           largest change so far */
    long normal_sweeps; /* most sweeps over the normals of pairs that precede the others, if no
                           impulse is known and there are only pairs */
} trama_rows_spec;

/* Begins a stage: no rows. */
void trama_rows_begin(trama_rows *rows, trama_stage stage, double h, const double *inverse_mass);
/* A zeroed row with no bounds; NULL if there is no memory (and rows->no_memory). The pointer is
 * valid until the next row is added. */
trama_row *trama_rows_add(trama_rows *rows, uint64_t key);
/* Adds the rows of two rigid bodies that touch, solved after all others. PUSH reuses those of MOVE:
 * an owner gives a gap for each point of each of its pairs, or no gap at all. */
bool trama_rows_add_pair(trama_rows *rows, const trama_rows_pair *pair, trama_pair_place *place);
void trama_rows_push_pair(trama_rows *rows, trama_pair_place place,
                          const double gap[TRAMA_PAIR_POINTS]);
/* Finds for all points the rate of the gap in MOVE at u above its lower bound, m/s: 0 if it closes
 * within the step, positive if it stays open; then gives that of one. */
void trama_rows_pair_residuals(trama_rows *rows, const double *u);
double trama_rows_pair_residual(const trama_rows *rows, trama_pair_place place, uint32_t point);
/* Sets the 6 velocity components of a body, which begin at `at`, when the stage starts; NULL: to
 * 0. */
void trama_rows_set(trama_rows *rows, size_t at, const double v[6]);
/* Adds j to the coefficient of a velocity component. */
void trama_row_component(trama_row *row, size_t index, double j);
/* True if there is anything to solve. */
bool trama_rows_any(const trama_rows *rows);
/* Applies the impulses of the last step to u (nv) as a warm start; PUSH starts without. */
void trama_rows_start(trama_rows *rows, double *u);
/* Solves, starting from the current impulses, and applies their changes to u. Returns the number of
 * sweeps; spec->sweeps + 1 if the tolerance was not met. */
long trama_rows_solve(trama_rows *rows, const trama_rows_spec *spec, double *u);
/* Remembers the impulses of MOVE or END for the next step; a PUSH has none to remember. */
void trama_rows_remember(trama_rows *rows);
/* Calls `touch` for each velocity component that an impulse acts on. */
void trama_rows_each_touched(trama_rows *rows, void (*touch)(void *context, size_t component),
                             void *context);
/* Adds to each owner's entry the kinetic energy (J) that the impulses of its rows, or of its pairs,
 * took out between velocities `before` and `after`: impulse times mean rate, less the energy stored
 * by compliance. Adds the part of friction to `friction`. Returns the total. */
double trama_rows_work(trama_rows *rows, const double *before, const double *after,
                       double *dissipated, double *friction);
double trama_rows_pair_work(trama_rows *rows, const double *before, const double *after,
                            double *dissipated, double *friction);
/* Adds the impulses of friction to `impulse` (nv, N s). */
void trama_rows_friction(trama_rows *rows, double *impulse);
/* Adds the impulses of all rows to those of their owners (N s): `stride` numbers per owner, one per
 * velocity component. */
void trama_rows_impulses(trama_rows *rows, size_t stride, double *impulse);
/* Room for `count` remembered impulses of a stage; false if there is no memory. */
bool trama_rows_reserve_warm(trama_rows *rows, trama_stage stage, size_t count);
/* The rate of a row's gap at velocities u, m/s. */
double trama_row_rate(const trama_row *row, const double *u);
void trama_rows_free(trama_rows *rows);

#ifdef __cplusplus
}
#endif

#endif
