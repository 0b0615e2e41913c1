/* Solvers of other libraries, as far as those are installed where the program is built. Each is one
 * file and one line of engines.def. */
#ifndef ENGINES_ENGINES_H
#define ENGINES_ENGINES_H

#include "solver/solver.h"

#include <stdbool.h>

/* Adds each to the integrators. False and one line on stderr without memory. */
bool engines_register(void);

/* Divergence is a result: of a world that is lost no number is known. */
void engines_tell_loss(const trama_problem *problem, trama_state *state);

#endif
