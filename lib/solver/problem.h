/* What is to be simulated, never how: for a solver that is not of this library. It is said of a
 * system as it stands, so that a solver can begin at any state of it. */
#ifndef TRAMA_SOLVER_PROBLEM_H
#define TRAMA_SOLVER_PROBLEM_H

#include "model/composition.h"
#include "system.h"

/* What a problem has, and a solver may take. */
typedef enum trama_feature {
    TRAMA_HAS_SPRINGS, /* springs */
    TRAMA_HAS_DAMPERS, /* along springs */
    TRAMA_HAS_GRAVITY,
    TRAMA_HAS_DRAG,   /* a force against the velocity of each node */
    TRAMA_HAS_PINS,   /* nodes that are held in their place */
    TRAMA_HAS_GUIDES, /* nodes that are held along some axes alone */
    TRAMA_FEATURES
} trama_feature;

/* "springs", "dampers", ...: as configurations, messages and the protocol name them. */
const char *trama_feature_name(trama_feature feature);

/* Arrays of nodes are rows of three: x0 y0 z0 x1 ... */
typedef struct trama_problem {
    size_t nodes, springs;
    bool has[TRAMA_FEATURES];
    double *mass;     /* kg (nodes) */
    double *position; /* m (nodes x 3), at the start */
    double *velocity; /* m/s (nodes x 3) */
    double *drag;     /* c of the force -c v, N s/m (nodes) */
    double *held;     /* 1: this axis of the node is held where it is; 0 (nodes x 3) */
    trama_spring *spring;
    double gravity[3]; /* m/s^2 */
} trama_problem;

/* The problem of a system, whose state is set by trama_problem_begin. TRAMA_BAD_INPUT if the system
 * has what no problem says: a model that does not say what it is made of, several objects,
 * interactions, wind, forces, stops, pins that move or let go. TRAMA_NO_MEMORY. */
trama_status trama_problem_make(const trama_system *system, trama_problem *problem,
                                trama_error *error);
void trama_problem_free(trama_problem *problem);

/* Positions and velocities are those of the system now. */
void trama_problem_begin(const trama_system *system, trama_problem *problem);

/* Rows of three to the system's state, and back. */
void trama_problem_to_state(const double *rows, size_t nodes, double *state);
void trama_problem_to_rows(const double *state, size_t nodes, double *rows);

#endif
