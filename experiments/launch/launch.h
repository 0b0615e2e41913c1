/* How the program was started: by itself, or as one of the ranks of `mpirun -n N trama run ...`.
 * The two are two programs of the same sources, as only the second needs MPI: `trama` has local.c,
 * and `trama-mpi` mpi.c, which `trama` becomes under mpirun. */
#ifndef LAUNCH_LAUNCH_H
#define LAUNCH_LAUNCH_H

/* Before anything else. Chooses the engine (engine_use). */
void launch_begin(int argc, char **argv);

/* After everything else; the exit code, from that of the command. */
int launch_end(int code);

#endif
