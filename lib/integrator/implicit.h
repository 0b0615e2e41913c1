/* Shared by implicit methods (for integrator/ only): the matrix of their equations and its
 * solution.
 *
 * A method that is implicit in the velocity w solves
 *
 *   w - v0 - cv a(t, q0 + cq w, w) = 0,
 *
 * whose derivative, times the mass, is M + cv D + cv cq K (system_tangent.h) on the free
 * coordinates. While the pattern of the matrix does not change, only the direct solver
 * allocates. */
#ifndef TRAMA_INTEGRATOR_IMPLICIT_H
#define TRAMA_INTEGRATOR_IMPLICIT_H

#include "integrator/integrator.h"

/* The solver of linear systems. */
typedef struct trama_solver_parameters {
    int solver; /* an index into the choices of its field */
    double residual;
    long products;
} trama_solver_parameters;

/* "automatic", then all solvers by name. */
extern const char *const trama_implicit_solvers[];

/* Rows of a Field table for the member `member` of the parameters `type`. */
/* clang-format off */
#define TRAMA_SOLVER_FIELDS(type, member)                                                          \
    {TRAMA_FIELD_AS("solver", type, member.solver), .unit = "",                                    \
     .choices = trama_implicit_solvers,                                                            \
     .summary = "of linear systems; automatic: cholmod if the stiffness is declared symmetric, "   \
                "else klu"},                                                                       \
    {TRAMA_FIELD_AS("solver_residual", type, member.residual), .unit = "1", .minimum = 1e-15,      \
     .maximum = 1e-1, .fallback = {1e-10},                                                         \
     .summary = "|b - A x| over |b| at which conjugate gradients, also over multigrid, and "        \
                "BiCGStab end"},               \
    {TRAMA_FIELD_AS("solver_products", type, member.products), .unit = "1", .minimum = 1,          \
     .maximum = 1e9, .fallback = {10000},                                                          \
     .summary = "products with the matrix at most, of these; past it the step is refused"}
/* clang-format on */

/* For `open` and `close` of a method. `solver` is the name of one. Errors: TRAMA_BAD_INPUT if a
 * model or an interaction has no tangent (the message lists those that have one), or if the solver
 * needs a symmetric matrix and the stiffness is not declared symmetric; TRAMA_NO_MEMORY. */
trama_status trama_implicit_open(trama_integrator *integrator, const trama_system *system,
                                 const char *solver, const trama_solver_parameters *parameters,
                                 trama_error *error);
void trama_implicit_close(trama_integrator *integrator);

/* Prepares A = M + cd D + ck K at (t, q, v) for solutions. */
trama_step_status trama_implicit_prepare(trama_integrator *integrator, trama_system *system,
                                         double t, const double *q, const double *v, double cd,
                                         double ck);
/* Solves A x = b; nv each, 0 in held coordinates and pads. */
trama_step_status trama_implicit_solve(trama_integrator *integrator, const double *b, double *x);

/* Counts a refusal and returns TRAMA_STEP_REFUSED, or TRAMA_STEP_NO_MEMORY. */
trama_step_status trama_implicit_refuse(trama_integrator *integrator, trama_refusal_reason reason);

/* One step of size h by one linear system, implicit Euler linearised at the step's start:
 *
 *   (M + s h D + h^2 K) dv = h M a(t, q, v) - h^2 K v + excess,   v+ = v + dv,   q+ = q + h v+
 *
 * s is the share of the damping that is implicit; `excess` (nv, kg m/s, overwritten) may be NULL.
 */
trama_step_status trama_implicit_euler(trama_integrator *integrator, trama_system *system, double h,
                                       double share, double *excess);

#endif
