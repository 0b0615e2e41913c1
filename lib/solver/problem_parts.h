/* Shared by the files that make a problem: bodies, obstacles, contact and joints. For solver/
   only. */
#ifndef TRAMA_SOLVER_PROBLEM_PARTS_H
#define TRAMA_SOLVER_PROBLEM_PARTS_H

#include "solver/problem.h"

/* Allocates solids; the objects must be listed. False without memory. */
bool trama_problem_allocate_solids(const trama_system *system, trama_problem *problem);
void trama_problem_describe_solids(const trama_system *system, trama_problem *problem);
void trama_problem_begin_solids(const trama_system *system, trama_problem *problem);
void trama_problem_put_bodies(const trama_problem *problem, const trama_state *state,
                              trama_system *system);
void trama_problem_free_solids(trama_problem *problem);

#endif
