#include "engine/mpi/ranks.h"
#include "engine/mpi/internal.h"

#include <stdio.h>
#include <stdlib.h>

ranks_self ranks_me;

void ranks_say_hello(unsigned long long digest)
{
    hello mine = {.plan = digest, .leads = ranks_me.leads};
    char name[MPI_MAX_PROCESSOR_NAME];
    int length;
    MPI_Get_processor_name(name, &length);
    snprintf(mine.machine, sizeof mine.machine, "%.63s", name);
    message_say(0, HELLO, &mine, sizeof mine);
    ranks_me.said_hello = true;
}

void ranks_hear_hellos(void)
{
    for (int rank = 1; rank < ranks_me.size; rank++)
        if (ranks_me.others[rank].leads < 0)
            MPI_Recv(&ranks_me.others[rank], (int)sizeof(hello), MPI_BYTE, rank, HELLO,
                     MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* --- begin and end --- */

static const engine ranks = {.run = ranks_manage, .serve = ranks_serve};

void ranks_begin(int *argc, char ***argv)
{
    MPI_Comm machine;
    int on_machine;
    MPI_Init(argc, argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &ranks_me.rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks_me.size);
    MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &machine);
    MPI_Comm_rank(machine, &on_machine);
    MPI_Comm_free(&machine);
    ranks_me.leads = on_machine == 0;
    ranks_me.others = calloc((size_t)ranks_me.size, sizeof *ranks_me.others);
    if (!ranks_me.others) {
        MPI_Abort(MPI_COMM_WORLD, 4);
        return;
    }
    for (int rank = 0; rank < ranks_me.size; rank++)
        ranks_me.others[rank].leads = -1;
    engine_use(&ranks);
}

bool ranks_is_first(void)
{
    return ranks_me.rank == 0;
}

void ranks_end(void)
{
    if (ranks_me.rank == 0) {
        ranks_hear_hellos();
        for (int rank = 1; rank < ranks_me.size; rank++)
            message_say(rank, LEAVE, NULL, 0);
    } else if (!ranks_me.said_hello) { /* it did not come to serve */
        MPI_Status status;
        ranks_say_hello(0);
        MPI_Probe(0, LEAVE, MPI_COMM_WORLD, &status);
        message_hear(&status, NULL, 0);
    }
    free(ranks_me.others);
    ranks_me.others = NULL;
    MPI_Finalize();
}
