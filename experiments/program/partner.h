/* A running program. For program/ only. */
#ifndef PROGRAM_PARTNER_H
#define PROGRAM_PARTNER_H

#include "process/process.h"
#include "program/program.h"

enum { PARTNER_WHY = 200 };

typedef struct partner {
    program *of;
    process p;
    process_said said;
    pid_t owner; /* the process that started it */
    size_t nodes, bodies;
    double *state; /* as it arrives: time, own seconds, positions, velocities, bodies */
    double seconds;
    char why[PARTNER_WHY + 2 * PROGRAM_TEXT]; /* why it can make no more steps; "": it can */
} partner;

/* NULL, and the reason, if it cannot be started. */
partner *partner_start(program *of, char *why, size_t size);
/* Ends it, if this process started it. Accepts NULL. */
void partner_stop(partner *own);

#endif
