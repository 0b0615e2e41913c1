/* Encodes a problem as a message of the protocol (docs/engine-protocol.md). */
#ifndef PROGRAM_MESSAGE_H
#define PROGRAM_MESSAGE_H

#include "program/program.h"
#include "solver/problem.h"

#include <stddef.h>

/* The rest of the message, in this order, without the counts. */
typedef struct problem_message {
    unsigned char length[8]; /* of the header, bytes */
    char *header;
    size_t size;     /* of the header, bytes */
    double *numbers; /* of all arrays */
    size_t count;    /* of numbers */
} problem_message;

/* Encodes the problem with the options of the program, a struct of its own. False without memory;
 * free the message in any case. */
bool message_make(const trama_problem *problem, const program *of, const void *options,
                  problem_message *message);
void message_free(problem_message *message);

#endif
