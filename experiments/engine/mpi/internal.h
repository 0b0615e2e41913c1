/* Shared by the files of this folder. */
#ifndef ENGINE_MPI_INTERNAL_H
#define ENGINE_MPI_INTERNAL_H

#include "engine/engine.h"
#include "engine/mpi/messages.h"

/* This process among the others. */
typedef struct ranks_self {
    int rank, size;
    bool leads; /* it is the first of its machine */
    bool said_hello;
    hello *others; /* on the first rank: the message of each; leads < 0: none yet */
} ranks_self;
extern ranks_self ranks_me;

void ranks_say_hello(unsigned long long digest);
/* The first rank waits for the HELLO of every other rank. */
void ranks_hear_hellos(void);

/* The engine on the first rank (engine.h: run), and on the others (serve). */
engine_status ranks_manage(const engine_job *jobs, size_t count, const engine_options *options);
bool ranks_serve(const engine_job *jobs, size_t count, const engine_options *options);

#endif
