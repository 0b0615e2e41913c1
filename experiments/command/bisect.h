/* Finds the commit that changed results, by building and running commits between two, by
 * bisection. */
#ifndef COMMAND_BISECT_H
#define COMMAND_BISECT_H

#include <stdbool.h>

typedef struct bisect_request {
    const char *good, *bad; /* commits; results are compared with those of the first */
    const char *build;      /* command of each, split into words; "": none */
    const char *program;    /* relative to the tree of a commit, or absolute */
    char *const *arguments; /* of its `run`: configurations, and options but -o; {} in them
                              is the tree */
    int argument_count;
    bool times; /* look for slower cases (trama compare --against), not for changed results */
} bisect_request;

/* Prints the commit on stdout. Exit codes: 0 found; 1 no difference between the two; 2 usage; 4 a
 * commit is not available, or neither end can be built and run. */
int bisect(const bisect_request *asked);

#endif
