/* The program without MPI. Under mpirun it executes trama-mpi, which is installed beside it. */
#include "command/command.h"
#include "engine/signals.h"
#include "launch/launch.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Ranks that mpirun of Open MPI has started, or 0. */
static long ranks(void)
{
    const char *text = getenv("OMPI_COMM_WORLD_SIZE");
    return text ? strtol(text, NULL, 10) : 0;
}

void launch_begin(int argc, char **argv)
{
    static const char suffix[] = "-mpi";
    char program[PATH_MAX + sizeof suffix];
    if (ranks() < 2 || argc < 2 || strcmp(argv[1], "run") != 0)
        return;
    const ssize_t length = readlink("/proc/self/exe", program, PATH_MAX);
    if (length > 0) {
        memcpy(program + length, suffix, sizeof suffix);
        signals_release(); /* or it would begin with them blocked */
        execv(program, argv);
    }
    fprintf(stderr,
            "trama run: %ld processes of mpirun, but this program was built without MPI (%s: %s): "
            "each would run every case\n",
            ranks(), length > 0 ? program : "trama-mpi", strerror(errno));
    exit(EXIT_USAGE);
}

int launch_end(int code)
{
    return code;
}
