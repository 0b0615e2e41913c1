/* The engine of many machines: the ranks of an MPI program. The first gives cases to all, itself
 * too, one at a time each; each runs them as the local pool does, in a process apart. Cases that
 * must have the machine alone come when all others are done, and then one rank a machine works: the
 * cases of an experiment, which are compared with one another, on the same. */
#ifndef ENGINE_MPI_RANKS_H
#define ENGINE_MPI_RANKS_H

#include <stdbool.h>

/* Begins MPI, and makes it the engine (engine_use). */
void ranks_begin(int *argc, char ***argv);
bool ranks_is_first(void);

/* Lets the other ranks go, and ends MPI. On every rank, whatever it came to do. */
void ranks_end(void);

#endif
