/* A rank under mpirun. The first rank is the program that the user sees; the others run cases for
 * it and print nothing. */
#include "engine/mpi/ranks.h"
#include "launch/launch.h"

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

void launch_begin(int argc, char **argv)
{
    ranks_begin(&argc, &argv);
    if (ranks_is_first())
        return;
    /* what they have to say of the command line, the first one says too */
    const int nowhere = open("/dev/null", O_WRONLY);
    if (nowhere >= 0) {
        dup2(nowhere, STDOUT_FILENO);
        dup2(nowhere, STDERR_FILENO);
        close(nowhere);
    }
}

int launch_end(int code)
{
    fflush(NULL);
    ranks_end();
    return ranks_is_first() ? code : 0;
}
