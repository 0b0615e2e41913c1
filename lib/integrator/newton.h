/* Newton's iteration for one stage of an implicit method (for integrator/ only). It solves
 *
 *   R(w) = w - v0 - cv a(t, q, w) = 0,   q = q0 + cq w.
 *
 * The step d = (M + cv D + cv cq K)^-1 M R is shortened, to w - s d with s = 1, 1/2, 1/4 ..., until
 * |R| falls. |R| is the root mean square over coordinates, weighted by mass, m/s. The iteration
 * ends when |R| <= tolerance |w - v0| + floor, after at least one step; at rest w - v0 = 0, and
 * only the floor counts. Source: Dennis and Schnabel 1983, algorithm A6.3.1.
 *
 * With an interaction that restricts positions (interaction.h, `admissible`), every iterate and the
 * straight path from one to the next must be allowed. The step is limited to that, and shortened
 * until the potential of the equations,
 *
 *   E(w) = |w - v0|^2 M/2 + cv/cq U(q0 + cq w),   M R = dE/dw,
 *
 * has a slope at the step's end of at most half the size of the (negative) slope at its begin. This
 * needs only slopes, and so also works with dampers, which have no potential; directions found with
 * a positive definite matrix are descent directions. Held and prescribed coordinates move on, as
 * far as is allowed, whenever the residual is small, until they reach their place at the stage's
 * time. |R| may rise, as it must near a barrier. It also counts as small enough if it has not
 * fallen for ten iterations, or no shorter step reduces it, and the last bits of the positions
 * change it by as much. The method solves for the positions at the step's end; on entry system->q
 * holds those of its start. Source: Li et al. 2020, algorithm 1, where the line search looks at E
 * itself. */
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

/* The parameters shared by all methods with Newton's iteration: the first members of their own. */
typedef struct trama_newton_options {
    trama_newton_parameters newton;
    trama_solver_parameters solver;
} trama_newton_options;

enum { TRAMA_NEWTON_ARRAYS = 5 };

typedef struct trama_newton_stage {
    double t;              /* s, time of the force; during the iteration, of obstacles */
    double cq, cv;         /* s */
    const double *q0, *v0; /* nq, nv */
    double *q, *w;         /* the solution, not overlapping q0, v0; on entry w holds the first
                              guess, including held velocities */
    double *scratch[TRAMA_NEWTON_ARRAYS]; /* nv each */
} trama_newton_stage;

/* For `open` of a method whose parameters begin with a trama_newton_options. */
trama_status trama_newton_open(trama_integrator *integrator, const trama_system *system,
                               trama_error *error);
/* Assigns TRAMA_NEWTON_ARRAYS of the method's v arrays, from `first` on, to the stage. */
void trama_newton_take(const trama_integrator *integrator, size_t first, trama_newton_stage *stage);
/* Solves the stage. A failure is counted and sets integrator->status. */
bool trama_newton_solve(trama_integrator *integrator, trama_system *system,
                        trama_newton_stage *stage);

#endif
