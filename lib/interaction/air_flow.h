/* The flow of air in a layer over a step of h: through the cloth by Darcy's law, and from cell to
 * cell (Chen et al. 2013, equations 4 and 5), with p_i = P_i - P_atm:
 *
 *   dQ_i/dt = -alpha A_i P_atm (p_i - o_i)/dP - sum_j k s_ij (p_i - p_j),   Q_i = P_i V_i
 *
 * with o_i the pressure of wind outside; by backward Euler, at the volumes of the step's end. Open
 * cells keep P_atm. One linear system, with G = diag(alpha A_i P_atm/dP), L the Laplacian of s, V =
 * diag(V_i):
 *
 *   as published, of the air:   (1 + h (G + k L) V^-1) e = b,   e = V p,  b = Q - P_atm V + h G o
 *   of the pressure:            (V + h (G + k L)) p = b
 *
 * The first is not symmetric: BiCGStab. The second is symmetric and positive definite: conjugate
 * gradients, or Cholesky's factors. The unknown is the excess over the atmosphere, and tolerances
 * are relative to it. Flows are then computed from p, and moved from cell to cell, so that no air
 * is lost even if the system is solved inexactly. */
#ifndef TRAMA_INTERACTION_AIR_FLOW_H
#define TRAMA_INTERACTION_AIR_FLOW_H

#include "linear/direct.h"
#include "linear/krylov.h"
#include "surface/surface.h"

typedef struct trama_air_flow_options {
    double ambient;            /* P_atm, Pa */
    double permeability, drop; /* alpha, m/s, at the pressure difference dP, Pa */
    double propagation;        /* k, m/s; m^2/s where passages are by length */
    trama_krylov_spec krylov;
} trama_air_flow_options;

/* The result of a step. */
typedef struct trama_air_flow_result {
    double leaked; /* J: through the cloth, outwards */
    double opened; /* J: into open cells, where it is no longer counted */
    long iterations;
    double residual; /* relative to the right side, updated by recurrence */
    bool solved;     /* false: not solved, and nothing is set */
    bool no_memory;
} trama_air_flow_result;

typedef struct trama_air_flow trama_air_flow;

/* A solver: its name, and the function that computes p from b. */
typedef struct trama_air_solver {
    const char *name;
    const char *direct; /* the direct solver that it uses, or NULL */
    bool (*solve)(trama_air_flow *flow, trama_air_flow_result *result);
} trama_air_solver;
enum { TRAMA_AIR_SOLVERS = 3 };
extern const trama_air_solver trama_air_solvers[TRAMA_AIR_SOLVERS];
/* Their names, NULL-terminated: "conjugate_gradients", "bicgstab", "cholesky". */
extern const char *const trama_air_solver_names[];

/* For `count` cells; `edge` and `open` outlive it. Errors: TRAMA_NO_MEMORY. *flow is destroyed in
 * any case. */
trama_status trama_air_flow_create(size_t count, size_t edges, const trama_edge *edge,
                                   const bool *open, const trama_air_solver *solver,
                                   const trama_air_flow_options *options, trama_air_flow **flow,
                                   trama_error *error);
void trama_air_flow_destroy(trama_air_flow *flow); /* accepts NULL */

/* Computes the air `next` (J per cell) after a step of h (s), from `air`; at volumes V_i (m^3,
 * above 0), areas A_i (m^2) and passages s_ij (per edge). Without flow it is unchanged, except in
 * open cells. */
trama_air_flow_result trama_air_flow_step(trama_air_flow *flow, double h, const double *volume,
                                          const double *area, const double *passage,
                                          const double *outside, const double *air, double *next);

#endif
