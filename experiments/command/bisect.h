/* Which commit changed results: the commits between two are built and run, by halves. */
#ifndef COMMAND_BISECT_H
#define COMMAND_BISECT_H

#include <stdbool.h>

typedef struct bisect_request {
    const char *good, *bad; /* commits; results are compared with those of the first */
    const char *build;      /* command of each, split into words; "": none */
    const char *program;    /* seen from the tree of a commit, unless it is absolute */
    char *const *arguments; /* of its `run`: configurations, and options but -o; {} in them
                              is the tree */
    int argument_count;
    bool times; /* what became slower (trama compare --against), not what results changed */
} bisect_request;

/* Says on stdout which commit it is. Exit codes: 0 found; 1 nothing differs between the two;
 * 2 usage; 4 a commit cannot be had, or neither end can be built and run. */
int bisect(const bisect_request *asked);

#endif
