/* Exit codes of analysis_table and analysis_plot, and which of two counts. */
#ifndef ANALYSIS_READ_OUTCOME_H
#define ANALYSIS_READ_OUTCOME_H

#include "analysis/read/study.h"

enum {
    OUTCOME_OK = 0,
    OUTCOME_NOT_REPRODUCED = 1, /* a cell that must reproduce does not */
    OUTCOME_USAGE = 2,          /* the folder holds no results */
    OUTCOME_BROKEN_CASES = 3,   /* some cases did not end in a result */
    OUTCOME_IO = 4,             /* a file could not be read or written; gnuplot failed */
};

/* The graver of two: input/output before what it would hide, then a result that is wrong, then one
 * that is missing. */
int outcome_worse(int a, int b);

/* What reading alone says; one line on `err` for each case that broke off and for each that stands
 * there twice, and one if there is none at all. */
int outcome_of_reading(const study *s, const char *folder, FILE *err);

#endif
