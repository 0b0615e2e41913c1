/* The engine for many machines: the ranks of an MPI program. The first rank assigns cases to all
 * ranks, itself included, one at a time each. Each rank runs a case as the local pool does, in a
 * process of its own. Exclusive cases run when all others are done. Then one rank works on each
 * machine, and the cases of an experiment, which are compared with one another, run on the same
 * machine. */
#ifndef ENGINE_MPI_RANKS_H
#define ENGINE_MPI_RANKS_H

#include <stdbool.h>

/* Starts MPI, and makes it the engine (engine_use). */
void ranks_begin(int *argc, char ***argv);
bool ranks_is_first(void);

/* Releases the other ranks and ends MPI. Every rank calls it. */
void ranks_end(void);

#endif
