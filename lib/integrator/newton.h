/* Newton's iteration for one stage of an implicit method (within integrator/): w with
 *
 *   R(w) = w - v0 - cv a(t, q, w) = 0,   q = q0 + cq w.
 *
 * The step d = (M + cv D + cv cq K)^-1 M R is shortened, to w - s d with s = 1, 1/2, 1/4 ..., until
 * |R| falls. |R| is the root mean square over coordinates, weighted by mass, m/s. The iteration
 * ends when |R| <= tolerance |w - v0| + floor, at least one step having been made; a state at rest
 * has w - v0 = 0, and only the floor. Source: Dennis and Schnabel 1983, algorithm A6.3.1.
 *
 * Where an interaction allows some positions alone (interaction.h, `admissible`), every iterate is
 * allowed, from the first, and so is the straight way from one to the next. The step is then no
 * longer than is allowed, and is shortened until the potential of the equations,
 *
 *   E(w) = |w - v0|^2 M/2 + cv/cq U(q0 + cq w),   M R = dE/dw,
 *
 * does not rise at its end by more than half of what it falls by at its begin. That needs its slope
 * alone, so it serves equations with dampers too, which have none; and a direction found with a
 * positive definite matrix does go down. What is held or prescribed goes on, as far as is allowed,
 * whenever the residual is small, until it is where it is at the stage's time. |R| may rise, as it
 * must where a barrier is met. It is also small enough where it has not fallen for ten iterations,
 * or no shorter step lowers it, and the last bits of the positions change it by as much. The method
 * solves for the positions at the step's end, and system->q comes with those of its start. Source:
 * Li et al. 2020, algorithm 1, where the line search looks at E itself.
 */
#ifndef TRAMA_INTEGRATOR_NEWTON_H
#define TRAMA_INTEGRATOR_NEWTON_H

#include "integrator/implicit.h"

typedef struct trama_newton_parameters {
    double tolerance, floor;
    long iterations, halvings;
} trama_newton_parameters;

/* clang-format off */
#define TRAMA_NEWTON_FIELDS(type, member)                                                          \
    {TRAMA_FIELD_AS("tolerance", type, member.tolerance), .unit = "1", .maximum = 1e-1,            \
     .fallback = {1e-10}, .summary = "of Newton's iteration: residual over the change of velocity"},\
    {TRAMA_FIELD_AS("floor", type, member.floor), .unit = "m/s", .maximum = 1.0,                   \
     .fallback = {1e-12}, .summary = "residual that is always small enough, r.m.s. by mass"},      \
    {TRAMA_FIELD_AS("iterations", type, member.iterations), .unit = "1", .minimum = 1,             \
     .maximum = 1e6, .fallback = {20},                                                             \
     .summary = "of Newton at most; past it the step is refused, and halved"},                     \
    {TRAMA_FIELD_AS("searches", type, member.halvings), .unit = "1", .maximum = 50,                \
     .fallback = {10}, .summary = "halvings of one Newton step at most, until the residual falls"}
/* clang-format on */

/* The parameters that all methods by Newton's iteration share: first in their own. */
typedef struct trama_newton_options {
    trama_newton_parameters newton;
    trama_solver_parameters solver;
} trama_newton_options;

enum { TRAMA_NEWTON_ARRAYS = 5 };

typedef struct trama_newton_stage {
    double t;              /* s, time of the force; while the iteration goes on, of obstacles */
    double cq, cv;         /* s */
    const double *q0, *v0; /* nq, nv */
    double *q, *w;         /* the solution, apart from q0, v0; w comes with the first guess, which
                              has its held velocities */
    double *scratch[TRAMA_NEWTON_ARRAYS]; /* nv each */
} trama_newton_stage;

/* For `open` of a method whose parameters begin with a trama_newton_options. */
trama_status trama_newton_open(trama_integrator *integrator, const trama_system *system,
                               trama_error *error);
/* Gives the stage the v arrays of the method from `first` on: TRAMA_NEWTON_ARRAYS. */
void trama_newton_take(const trama_integrator *integrator, size_t first, trama_newton_stage *stage);
/* Solves the stage. A failure is counted and says so in integrator->status. */
bool trama_newton_solve(trama_integrator *integrator, trama_system *system,
                        trama_newton_stage *stage);

#endif
