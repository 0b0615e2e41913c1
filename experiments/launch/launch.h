/* How the program was started: by itself, or as one of the ranks of `mpirun -n N trama run ...`.
 * Only the second needs MPI, so there are two programs of the same sources: `trama` has local.c,
 * and `trama-mpi` has mpi.c. Under mpirun `trama` executes `trama-mpi`. */
#ifndef LAUNCH_LAUNCH_H
#define LAUNCH_LAUNCH_H

/* Call it before anything else. Chooses the engine (engine_use). */
void launch_begin(int argc, char **argv);

/* Call it after everything else. Returns the exit code, given that of the command. */
int launch_end(int code);

#endif
