/* What the files of MuJoCo's solver share. Within engines/. */
#ifndef ENGINES_MUJOCO_H
#define ENGINES_MUJOCO_H

#include "solver/solver.h"

#include <stdio.h>

/* Writes the problem in MuJoCo's format: nodes, then bodies, each in the problem's order. */
void mujoco_write_model(FILE *out, const trama_problem *problem);
/* Whether the constraints of contact have more memory than MuJoCo can count. */
bool mujoco_is_too_large(const trama_problem *problem);

#endif
