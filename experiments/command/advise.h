/* trama advise, up to its results file: gives a planned case the task advice, and runs it. */
#ifndef COMMAND_ADVISE_H
#define COMMAND_ADVISE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct advise_request {
    char *file;                /* the configuration */
    const char *only;          /* an expression: which case; NULL: the first */
    const char *folder;        /* for results; NULL: a temporary folder, which advise_end removes */
    double duration, accuracy; /* of the task; NAN: its own values */
    bool check;
} advise_request;

typedef struct advise_place {
    char folder[PATH_MAX], file[PATH_MAX]; /* of the results, and of the case */
    bool is_temporary;
    char chosen[512]; /* name of the case, if the configuration has several; else empty */
} advise_place;

/* Returns the exit code; if not 0, after a message on stderr. */
int advise_run(const advise_request *r, advise_place *place);
void advise_end(const advise_place *place);

#endif
