/* What the files of this room share. */
#ifndef ENGINE_MPI_INTERNAL_H
#define ENGINE_MPI_INTERNAL_H

#include "engine/engine.h"
#include "engine/mpi/messages.h"

/* This process among the others. */
typedef struct ranks_self {
    int rank, size;
    bool leads; /* it is the first of its machine */
    bool said_hello;
    hello *others; /* of the first rank: what each has said; leads < 0: nothing yet */
} ranks_self;
extern ranks_self ranks_me;

void ranks_say_hello(unsigned long long digest);
/* The first rank waits until every other has said what it sees. */
void ranks_hear_hellos(void);

/* The engine on the first rank (engine.h: run), and on the others (serve). */
engine_status ranks_manage(const engine_job *jobs, size_t count, const engine_options *options);
bool ranks_serve(const engine_job *jobs, size_t count, const engine_options *options);

#endif
