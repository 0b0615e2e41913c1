/* How the program was started: by itself, or as one of the ranks of `mpirun -n N trama run ...`.
 * Only the second needs MPI, so there are two programs of the same sources: `trama` has local.c,
 * and `trama-mpi` has mpi.c. Under mpirun `trama` executes `trama-mpi`. */
#ifndef LAUNCH_LAUNCH_H
#define LAUNCH_LAUNCH_H

/* Before anything else. Chooses the engine (engine_use). */
void launch_begin(int argc, char **argv);

/* After everything else; the exit code, from that of the command. */
int launch_end(int code);

#endif
