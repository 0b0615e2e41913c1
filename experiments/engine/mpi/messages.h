/* What ranks say to one another. */
#ifndef ENGINE_MPI_MESSAGES_H
#define ENGINE_MPI_MESSAGES_H

#include <mpi.h>
#include <stdbool.h>
#include <stddef.h>

/* As tags. */
enum {
    HELLO,   /* to the first: a rank and the plan that it sees */
    CASE,    /* from the first: a case to be run */
    ALONE,   /* from the first: a case to be run alone, after... */
    GO,      /* from the first: ...all of them were said */
    COMMIT,  /* from the first: there is no other case for now, and files should not wait */
    FREE,    /* to the first: another case may be given */
    ENDED,   /* to the first: how a case ended, whose file stands */
    STOPPED, /* to the first: why the rank can run no more, an engine_status */
    LEAVE,   /* from the first: there is nothing more to do */
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

/* What is to be done with a message of this tag; it hears it. */
typedef struct message_handler {
    int tag;
    void (*handle)(void *whom, const MPI_Status *status);
} message_handler;

/* Handles one message of `rank` (or MPI_ANY_SOURCE), in the order in which they came, if there is
 * one. */
bool message_handle(int rank, const message_handler *handlers, size_t count, void *whom);

/* A rank that waits sleeps, since MPI's own waiting would take the processor from the cases: s,
 * growing from the least to the most while nothing happens. */
#define MESSAGE_PAUSE_LEAST 2e-5
#define MESSAGE_PAUSE_MOST 5e-3

#endif
