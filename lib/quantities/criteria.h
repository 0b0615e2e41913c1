/* The criteria of rest watched by a case of the task equilibrium. */
#ifndef QUANTITIES_CRITERIA_H
#define QUANTITIES_CRITERIA_H

#include "results/columns/columns.h"

typedef struct criterion {
    const char *name; /* displacement, displacement_rate, kinetic, level */
    const char *unit;
    double threshold;
    long iteration;    /* at which it was finally met; -1: never */
    const char *state; /* "reached", or why not; "" if not in the file */
} criterion;

/* The i-th criterion of a case; false past the last. */
bool criterion_of(const bundle *b, size_t i, criterion *found);

#endif
