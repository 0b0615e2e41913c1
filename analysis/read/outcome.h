/* Exit codes of the analysis, and their order of severity. */
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

/* The more serious of two codes: first input/output, since it may hide others, then a wrong result,
 * then a missing one. */
int outcome_worse(int a, int b);

/* The exit code of reading alone. Lines on `err`: for each experiment and way of breaking off, the
 * first case and the number of others; one for each experiment that lacks cases, one for cases that
 * are left out, and one if there is no case at all. A planned case that was not run is not a
 * failure, since only a part of a study may have been requested (`--only`, a shard); a study
 * without any result is. */
int outcome_of_reading(const study *s, const char *folder, FILE *err);

/* The same for commands that show a study to people. There an experiment without study.h5, unless
 * it is one of advice, is OUTCOME_IO with a line on `err`: its cases have values, but the question
 * that they answer is unknown. */
int outcome_of_showing(const study *s, const char *folder, FILE *err);
/* Further input of outcome_of_shown. */
int outcome_of_studies(const study *s, FILE *err);

/* Called after the study was shown. OUTCOME_IO if a part of a case's file could not be read
 * (already said on `err`), or if memory was short for a part (said here). */
int outcome_of_shown(const study *s, FILE *err);

/* Whether memory was short for a part of the study, so that output made from it is incomplete. */
bool outcome_lacked_memory(const study *s);

/* Prints one line if cases measure a published value that an earlier case also measures. This is
 * not an error: a table shows both, and counts the value once. */
void outcome_name_doubles(const study *s, FILE *err);

/* Prints one line if files of cases are left out that are no longer planned, for example after a
 * change of the configuration. */
void outcome_name_unplanned(const study *s, FILE *err);

#endif
