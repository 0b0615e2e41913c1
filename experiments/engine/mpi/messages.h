/* Messages between ranks. */
#ifndef ENGINE_MPI_MESSAGES_H
#define ENGINE_MPI_MESSAGES_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* Tags of MPI. */
enum {
    HELLO,   /* to the first: a rank and the plan that it sees */
    CASE,    /* from the first: a case to run */
    ALONE,   /* from the first: a case to run alone, after... */
    GO,      /* from the first: ...all of them have been sent */
    COMMIT,  /* from the first: there is no other case for now; commit the files */
    FREE,    /* to the first: ready for another case */
    ENDED,   /* to the first: how a case ended; its file is complete */
    STOPPED, /* to the first: the rank can run no more cases; an engine_status */
    LEAVE,   /* from the first: all is done */
};

typedef struct hello {
    unsigned long long plan; /* 0: it could not read it */
    int leads;               /* the rank is the first of its machine */
    char machine[64];
} hello;

typedef struct ended {
    size_t number;
    char status[32], headline[256];
    double seconds;
} ended;

void message_say(int rank, int tag, const void *bytes, size_t size);
void message_hear(const MPI_Status *status, void *bytes, size_t size);

/* Receives and handles a message of this tag. */
typedef struct message_handler {
    int tag;
    void (*handle)(void *whom, const MPI_Status *status);
} message_handler;

/* Handles the oldest message of `rank` (or MPI_ANY_SOURCE), if there is one. */
bool message_handle(int rank, const message_handler *handlers, size_t count, void *whom);

/* How long a waiting rank sleeps, s: grows from the least to the most while there is no message.
 * MPI's own waiting would take processor time from the cases. */
#define MESSAGE_PAUSE_LEAST 2e-5
#define MESSAGE_PAUSE_MOST 5e-3

#endif
