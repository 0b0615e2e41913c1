/* What the files of MuJoCo's solver share. Within engines/. */
#ifndef ENGINES_MUJOCO_H
#define ENGINES_MUJOCO_H

#include "solver/solver.h"

#include <stdio.h>

/* Writes the problem in MuJoCo's format: nodes, then bodies, each in the problem's order. */
void mujoco_write_model(FILE *out, const trama_problem *problem);
/* What it takes of the problem; `cone`: of friction, as its options name it. */
trama_mapping mujoco_mapping(const trama_problem *problem, const char *cone);

#endif
