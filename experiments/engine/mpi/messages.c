#include "engine/mpi/messages.h"

void message_say(int rank, int tag, const void *bytes, size_t size)
{
    MPI_Send(bytes, (int)size, MPI_BYTE, rank, tag, MPI_COMM_WORLD);
}

void message_hear(const MPI_Status *status, void *bytes, size_t size)
{
    MPI_Recv(bytes, (int)size, MPI_BYTE, status->MPI_SOURCE, status->MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
}

bool message_handle(int rank, const message_handler *handlers, size_t count, void *whom)
{
    MPI_Status status;
    int there = 0;
    MPI_Iprobe(rank, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (!there)
        return false;
    size_t i = 0;
    while (i < count && handlers[i].tag != status.MPI_TAG)
        i++;
    if (i == count) /* nobody sends such a thing */
        MPI_Abort(MPI_COMM_WORLD, 4);
    handlers[i].handle(whom, &status);
    return true;
}
